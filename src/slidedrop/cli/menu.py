"""`slidedrop` alone: the full screen, or a plain choice of games; without a terminal the computer plays one of each."""

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from slidedrop.core.game import Game
from slidedrop.players.registry import make_player
from slidedrop.session import Session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.face import face_of

_SEED: Final = 2048
_GAMES: Final = {"1": ("2048", "twenty48"), "2": ("connect4", "connect4")}
"""The key of each game, its name, and the module of its command."""
_MENU: Final = ("slidedrop", "  1  2048", "  2  Connect-4", "  q  quit", "Which game?")


def open_menu(*, plain: bool = False, animation: bool = True) -> int:
    """Open the games, or show them where nobody is there to play; return the exit code."""
    console = Console()
    if not console.interactive:
        demonstrate(console)
        return 0
    if plain or not console.keys or find_spec("textual") is None:
        return choose(console)
    from slidedrop.terminal.full.app import run

    return run(animation=animation)


def choose(console: Console) -> int:
    """Ask which game and play it."""
    keys = {"": "1", "enter": "1", "c4": "2", **{name: key for key, (name, _) in _GAMES.items()}}
    console.say(*_MENU)
    while (answer := console.ask()) is not None and answer.lower() not in {"q", "quit", "escape"}:
        key = keys.get(answer.lower(), answer)
        if key in _GAMES:
            name, module = _GAMES[key]
            command = import_module(f"slidedrop.cli.commands.{module}").command
            command.main([], prog_name=f"slidedrop {name}", standalone_mode=False)
            return 0
        console.say("Type 1 for 2048, 2 for Connect-4, q to quit.")
    return 0


def demonstrate(console: Console) -> None:
    """Let the computer play one seeded game of each and print its beginning and its end; nothing is kept."""
    from slidedrop.connect4.game import Game as Drops
    from slidedrop.twenty48.game import Game as Slides

    _show(console, f"2048, played by 'greedy' with seed {_SEED}.", Slides(seed=_SEED), "greedy")
    console.say("", "Play it yourself on a terminal: slidedrop 2048", "")
    about = f"Connect-4, red played by 'search:4' against 'random' with seed {_SEED}."
    _show(console, about, Drops(), "search:4", "random")
    console.say("", "Play it yourself on a terminal: slidedrop connect4")


def _show(console: Console, about: str, game: Game, *players: str) -> None:
    session = Session(game, seats=[make_player(name, game.kind, seed=_SEED) for name in players])
    face = face_of(game.kind)
    console.say(f"{about} It begins with", face.board(session, colour=False, width=console.width))
    while session.let_computer_play() is not None:
        continue
    console.say("and ends with", face.board(session, colour=False, width=console.width), face.ending(session))
