"""`slidedrop watch`: watch the computer play."""

import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

import click

from slidedrop.cli.options import PLAYER, SEED, board_options, rules_asked, seconds, weights_option, whole_number
from slidedrop.cli.playing import check_seats
from slidedrop.core.game import counted
from slidedrop.games import game_names, game_spec
from slidedrop.players.external import named_player
from slidedrop.players.player import PlayerBase
from slidedrop.players.registry import check_player, strongest_player
from slidedrop.session import Session
from slidedrop.terminal.plain.console import NO_KEY, Console
from slidedrop.terminal.plain.face import face_of

_PAUSE: Final = 0.1
"""Seconds between two moves on a terminal without --delay."""
_SHORTEST: Final = 0.01
_LONGEST: Final = 10.0
_LEAVE: Final = {"q", "escape", None}
_STEP: Final = {"enter", "right", "."}


@click.command("watch")
@click.argument("game", type=click.Choice(game_names()))
@click.option("--player", **PLAYER, multiple=True, help="Player; repeat it for each side, first mover first.")
@click.option("--seed", type=SEED, help="Seed of the tiles and of random players.")
@board_options
@click.option("--delay", type=seconds, help="Pause between two moves (0.1 on a terminal, none elsewhere).")
@click.option("--moves", type=whole_number(1, 10_000_000), help="Stop after this many moves.")
@weights_option
def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Watch the computer play a game.

    On a terminal each board replaces the previous one; space pauses, + and - change the speed, q stops. On a pipe
    the boards are printed one below the other. The game is not saved.

    $ slidedrop watch 2048
    $ slidedrop watch 2048 --player network@20ms --seed 7
    $ slidedrop watch 2048 --player network:3 --delay 0 --moves 500
    $ slidedrop watch 2048 --size 3 --weights my/2048-3x3.weights
    $ slidedrop watch connect4
    $ slidedrop watch connect4 --size 6x5 --player perfect --player expert
    """
    options = SimpleNamespace(**given)
    console = Console()
    spec = game_spec(options.game)
    game = spec.new_game(rules_asked(spec.name, vars(options)), seed=options.seed)
    names = options.player or (strongest_player(spec, game.position),) * spec.seats
    check_seats(spec, names)
    seats = [named_player(name, spec.name, seed=options.seed, weights=options.weights) for name in names]
    session = Session(game, seats=seats)
    for player in filter(None, session.seats):
        check_player(player, game.position)
        if isinstance(player, PlayerBase):
            player.warm_up(game.position)
            console.say(*filter(None, [player.remark(game.position)]))
    try:
        _play(console, session, options)
    except KeyboardInterrupt:
        console.say("", _standing(session))
        sys.exit(130)


def _play(console: Console, session: Session, options: SimpleNamespace) -> None:
    face = face_of(session.game.kind)
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


class Viewer:
    """The keys of a person who watches; on a pipe there is only the pause between moves.

    space       pause, and continue                     + and -     twice as fast, half as fast
    enter, ->   the next move while it is paused        q           leave
    """

    def __init__(self, console: Console, delay: float) -> None:
        self._console = console
        self._delay = delay
        self._paused = False

    @property
    def note(self) -> str:
        if self._paused:
            return "Paused: space continues, enter makes one move, q stops."
        return "Space pauses, + and - change the speed, q stops."

    def waits(self, redraw: Callable[[], None]) -> bool:
        """Wait for the next move or a key; return whether the game continues."""
        due = time.monotonic() + self._delay
        while True:
            key = self._console.key_within(None if self._paused else max(0.0, due - time.monotonic()))
            if key == NO_KEY or (self._paused and key in _STEP):
                return True
            if key in _LEAVE:
                return False
            self._handle_key(key or "")
            redraw()

    def _handle_key(self, key: str) -> None:
        if key == "space":
            self._paused = not self._paused
        elif key in {"+", "="}:
            self._delay = self._delay / 2 if self._delay > _SHORTEST else 0.0
        elif key in {"-", "_"}:
            self._delay = min(_LONGEST, max(_SHORTEST, 2 * self._delay))
