"""`slidedrop engine`: built-in players for other programs, by the line protocol."""

import sys
import threading
import time
from typing import Any, Final, TextIO

import click

from slidedrop.cli.options import PLAYER
from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.position import Position
from slidedrop.games import game_names, game_spec
from slidedrop.players.player import PlayerName
from slidedrop.players.protocol import read_game_line
from slidedrop.players.registry import make_player, player_type

_FIRST_SLICE: Final = 0.05


@click.command("engine")
@click.argument("game", type=click.Choice(game_names()))
@click.option("--player", **PLAYER, help="Player that answers (the strongest).")
def command(game: str, player: str | None) -> None:
    """Answer positions on standard input with moves on standard output, one line each.

    The lines are: game, position, go [movetime MS], stop, quit; the answers: ready, info, bestmove, error.
    docs/reference/player-protocol.md has the whole protocol.

    $ slidedrop engine connect4
    $ slidedrop engine 2048 --player network:2
    """
    Engine(game, player or game_spec(game).strongest, sys.stdout).obey(sys.stdin)


class Engine:
    """One conversation in the line protocol."""

    def __init__(self, game: str, player: str, out: TextIO) -> None:
        make_player(player, game)
        self._asked = PlayerName.read(player)
        self._spec = game_spec(game)
        self._notation = self._spec.notation.load()
        self._rules = self._notation.rules_from_options({})
        self._position: Position[Any] | None = None
        self._out = out
        self._stop = threading.Event()
        self._thought: threading.Thread | None = None

    def obey(self, lines: TextIO) -> None:
        for line in lines:
            verb, *words = line.split() or [""]
            if verb == "quit":
                break
            try:
                self._carry_out(verb, words)
            except (SlidedropError, ValueError) as error:
                self._say(f"error {error}")
        self._finish()

    def _carry_out(self, verb: str, words: list[str]) -> None:
        self._finish()
        match verb:
            case "game":
                spec, rules = read_game_line(words)
                if spec is not self._spec:
                    raise NotationError(f"this engine plays {self._spec.name}; start another for {spec.name}")
                self._rules, self._position = rules, None
                self._say("ready")
            case "position":
                self._position = self._notation.read_position(words, self._rules)
            case "go":
                self._go(float(words[1]) / 1000 if words[:1] == ["movetime"] and len(words) > 1 else None)
            case "stop" | "":
                return
            case _:
                self._say(f"error unknown line '{verb:.20}'; the lines are game, position, go, stop and quit")

    def _go(self, seconds: float | None) -> None:
        if self._position is None or not self._position.legal_moves():
            self._say("error there is no position with a legal move; send 'position' first")
            return
        self._stop.clear()
        self._thought = threading.Thread(target=self._think, args=(self._position, seconds))
        self._thought.start()

    def _finish(self) -> None:
        """Make the current search answer now."""
        self._stop.set()
        if self._thought is not None:
            self._thought.join()
            self._thought = None

    def _think(self, position: Position[Any], seconds: float | None) -> None:
        try:
            if seconds and player_type(self._asked.name, self._spec.name).timed:
                move = self._timed(position, seconds)
            else:
                move = make_player(str(self._asked), self._spec.name).choose(position)
        except SlidedropError as error:
            self._say(f"error {error}")
        else:
            self._say(f"bestmove {self._notation.write_move(move)}")

    def _timed(self, position: Position[Any], seconds: float) -> object:
        """Search in slices, each twice as long, until the time is up or stop is read."""
        end, slice_, move = time.monotonic() + seconds, min(_FIRST_SLICE, seconds), None
        while move is None or (not self._stop.is_set() and time.monotonic() + slice_ < end):
            asked = PlayerName(self._asked.name, self._asked.level, slice_)
            move = make_player(str(asked), self._spec.name).choose(position)
            self._say(f"info time {round(1000 * slice_)} move {self._notation.write_move(move)}")
            slice_ *= 2
        return move

    def _say(self, text: str) -> None:
        self._out.write(f"{text}\n")
        self._out.flush()
