"""`slidedrop watch`: the computer plays, a person looks on."""

import sys
from types import SimpleNamespace
from typing import Any

import click

from slidedrop.cli.options.board import board_options, rules_asked
from slidedrop.cli.options.numbers import SEED, Seconds, WholeNumber
from slidedrop.cli.options.players import PlayerName
from slidedrop.cli.options.weights import weights_option
from slidedrop.cli.viewer import Viewer
from slidedrop.connect4.rules import Rules as Drops
from slidedrop.core.game import counted
from slidedrop.players.own import named_player
from slidedrop.players.player import Player
from slidedrop.players.registry import check_player
from slidedrop.session import Session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.face import Face
from slidedrop.twenty48.rules import Rules as Slides

_PAUSE = 0.1
"""Seconds between two moves on a terminal where nobody says how many."""


@click.command("watch")
@click.argument("game", type=click.Choice(["2048", "connect4"]))
@click.option("--player", type=PlayerName(), multiple=True, help="Who plays; Connect-4 takes two, red first.")
@click.option("--seed", type=SEED, help="The seed of the tiles, and of random players.")
@board_options
@click.option("--delay", type=Seconds(), help="Pause between two moves (0.1 on a terminal, none elsewhere).")
@click.option("--moves", type=WholeNumber(1, 10_000_000), help="Stop after this many moves.")
@weights_option
def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Watch the computer play a game.

    On a terminal every board takes the place of the last; space pauses, + and - change the pace, q stops. On a pipe
    the boards are printed one below the other. Nothing is kept.
    """
    options = SimpleNamespace(**given)
    console = Console()
    rules = rules_asked(options.game, options.size, options.rules, free=options.free)
    names = options.player or strongest(rules)
    seats = [named_player(name, options.game, seed=options.seed, weights=options.weights) for name in names]
    session, face = _slides(rules, options.seed, seats) if isinstance(rules, Slides) else _drops(rules, seats)
    for player in filter(None, session.seats):
        check_player(player, session.game.position)
        _remark(console, player, session)
    try:
        _play(console, session, face, options)
    except KeyboardInterrupt:
        console.say("", _standing(session))
        sys.exit(130)


def strongest(rules: Slides | Drops) -> tuple[str, ...]:
    """Return the strongest players of these rules that are installed."""
    if isinstance(rules, Slides):
        from slidedrop.players.learned import has_network

        return ("network",) if has_network() else ("greedy",)
    from slidedrop.connect4.perfect import has_solver

    return ("perfect@1s",) * 2 if has_solver(rules) else ("search@1s",) * 2


def _slides(rules: Slides, seed: int | None, seats: list[Player]) -> tuple[Session, Face]:
    from slidedrop.terminal.plain.twenty48_face import Twenty48Face
    from slidedrop.twenty48.game import Game

    if len(seats) != 1:
        message = f"one plays 2048, not {len(seats)}; name one with --player, or compare them with 'slidedrop match'"
        raise click.UsageError(message)
    return Session(Game(rules, seed=seed), seats=seats), Twenty48Face()


def _drops(rules: Drops, seats: list[Player]) -> tuple[Session, Face]:
    from slidedrop.connect4.game import Game
    from slidedrop.terminal.plain.connect4_face import Connect4Face

    if len(seats) != 2:
        raise click.UsageError(f"two play Connect-4, not {len(seats)}; name two with --player, red first")
    return Session(Game(rules), seats=seats), Connect4Face()


def _remark(console: Console, player: Player, session: Session) -> None:
    """Let a player say what it makes of these rules; its network is read before a board is shown."""
    remark, position = getattr(player, "remark", None), session.game.position
    if remark is not None:
        player.choose(position)
        if said := remark(position):
            console.say(said)


def _play(console: Console, session: Session, face: Face, options: SimpleNamespace) -> None:
    viewer = Viewer(console, options.delay if options.delay is not None else _PAUSE * console.keys)
    console.say(_title(session))

    def show() -> None:
        board = face.board(session, colour=console.colour, width=console.width)
        console.show(board.splitlines(), *([_title(session), viewer.note] if console.keys else []))

    show()
    made = 0
    while made != options.moves and session.let_computer_play() is not None:
        made += 1
        show()
        if not viewer.waits(show):
            break
    console.say(face.ending(session) if session.game.outcome else _standing(session))


def _title(session: Session) -> str:
    names = " against ".join(player.name for player in session.seats if player is not None)
    seed = getattr(session.game, "seed", None)
    return f"{names} plays {session.game.summary().rules}" + ("." if seed is None else f", seed {seed}.")


def _standing(session: Session) -> str:
    summary = session.game.summary()
    return f"Stopped after {counted(summary.moves, 'move')}: {summary.standing}."
