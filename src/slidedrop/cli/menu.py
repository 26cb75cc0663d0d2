"""`slidedrop` alone: the full screen, or a plain choice of games; without a terminal the computer plays one of each."""

from typing import Final

from slidedrop.cli.playing import play_command
from slidedrop.core.errors import SlidedropError
from slidedrop.core.game import Game, counted
from slidedrop.core.spec import AnySpec
from slidedrop.games import game_specs
from slidedrop.players.registry import check_player, make_player
from slidedrop.session import Session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.face import face_of

_SEED: Final = 2048
_MOST: Final = 1100
"""The moves of a demonstration: enough for the engine to make 2048."""


def open_menu(*, plain: bool = False, animation: bool = True) -> int:
    """Open the games, or a demo without a terminal; return the exit code."""
    console = Console()
    if not console.interactive:
        demonstrate(console)
        return 0
    if plain or not console.has_full_screen:
        return choose(console)
    from slidedrop.terminal.full.app import run

    return run(animation=animation)


def choose(console: Console) -> int:
    """Ask which game and play it."""
    specs = {str(number): spec for number, spec in enumerate(game_specs(), 1)}
    words = {name: spec for spec in specs.values() for name in (spec.name, *spec.aliases)}
    words |= {"": specs["1"], "enter": specs["1"], **specs}
    console.say("slidedrop", *(f"  {key}  {spec.title}" for key, spec in specs.items()), "  q  quit", "Which game?")
    while (answer := console.ask()) is not None and answer.lower() not in {"q", "quit", "escape"}:
        spec = words.get(answer.lower())
        if spec is not None:
            play_command(spec).main(["--plain"], prog_name=f"slidedrop {spec.name}", standalone_mode=False)
            return 0
        console.say(f"Type {', '.join(f'{key} for {one.title}' for key, one in specs.items())}, q to quit.")
    return 0


def demonstrate(console: Console) -> None:
    """Let the bundled engines play one seeded game of each, and print its start and end; nothing is saved."""
    for spec in game_specs():
        players = (_strongest(spec), *["random"] * (spec.seats - 1))
        about = f"{spec.title}, played by {' against '.join(map(repr, players))} with seed {_SEED}."
        _show(console, about, spec.new_game(seed=_SEED), *players)
        console.say("", f"Play it yourself on a terminal: slidedrop {spec.name}", "")


def _strongest(spec: AnySpec) -> str:
    """Return the bundled engine of a game, or the best player that needs no engine."""
    try:
        check_player(make_player(spec.strongest, spec.name), spec.new_game().position)
    except (SlidedropError, ImportError):
        return "greedy"
    return spec.strongest


def _show(console: Console, about: str, game: Game, *players: str) -> None:
    session = Session(game, seats=[make_player(name, game.kind, seed=_SEED) for name in players])
    face = face_of(game.kind)
    console.say(f"{about} It starts with", face.board(session, colour=False, width=console.width))
    for _ in range(_MOST):
        if session.let_computer_play() is None:
            break
    moves = counted(game.summary().moves, "move")
    ending = [face.ending(session)] if game.outcome else []
    console.say(f"and after {moves}:", face.board(session, colour=False, width=console.width), *ending)
