"""The trained player of 2048: an expectimax search with an n-tuple network as its evaluation.

network         search depth 2, a sixth of a millisecond per move
network:3       search depth 3
network@5ms     as deep as five milliseconds allow
tableless:3     the same without the late-game tables, which `network` uses if they are built
small           the same with the small network: a tenth of the file

The network knows the board and the new tiles that it was trained for, with any smallest tile. Other rules are played by
the heuristic of `twenty48/heuristic.py`; `remark` says so.
"""

from dataclasses import replace
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from slidedrop.core.errors import NotationError, RecordError
from slidedrop.durable import reason
from slidedrop.players.player import Levels, PlayerBase, PlayerSetup, PlayerType
from slidedrop.twenty48 import Direction, Position, Rules

if TYPE_CHECKING:
    from slidedrop.twenty48.engine.expectimax import Analysis, Expectimax

MOST_PLIES: Final = 6
"""A second per move; each ply more takes ten times that."""


class NetworkPlayer(PlayerBase[Position, Direction]):
    """Plays by the bundled network, or by a file of weights."""

    declaration = PlayerType(
        "network",
        "Network",
        "Trained on billions of moves; usually reaches 16384.",
        Levels(1, MOST_PLIES, 2),
        timed=True,
        needs_engine=True,
        takes_weights=True,
        online_level=4,
        order=10,
    )
    small: ClassVar[bool] = False
    asks_tables: ClassVar[bool] = True

    def __init__(self, setup: PlayerSetup) -> None:
        super().__init__(setup)
        asked = setup.asked
        if asked.level is not None and asked.seconds is not None:
            raise NotationError(f"'{asked}' asks for plies and for a time; write {asked.name}:3 or {asked.name}@5ms")
        self._plies = self.level or 1
        self._seconds = asked.seconds

    def _search(self, rules: Rules) -> "Expectimax | None":
        from slidedrop.twenty48.engine.expectimax import searcher

        return searcher(rules, self.setup.weights, native=self.setup.native, small=self.small)

    def validate(self, position: Position) -> None:
        self._search(position.rules)

    def remark(self, position: Position) -> str:
        if self._search(position.rules) is not None:
            return ""
        return f"No network knows these rules, so '{self.name}' uses a plain heuristic."

    def analyse(self, position: Position) -> "Analysis":
        from slidedrop.twenty48.engine.expectimax import plain_analysis

        expectimax = self._search(position.rules)
        if expectimax is None:
            return plain_analysis(position.board, position.rules, self._plies, self._seconds)
        if self._seconds is not None:
            return expectimax.think(position.board, self._seconds)
        return expectimax.search(position.board, self._plies)

    def choose(self, position: Position) -> Direction:
        """Return the best slide by a late-game table, or else by the search."""
        from slidedrop.twenty48.tables.play import late_game

        late = late_game(position.rules) if self.asks_tables else None
        advice = None if late is None else late.advice(position.board, position.rules.base)
        if advice is not None:
            return advice.move
        best = self.analyse(position).best
        return position.legal_moves()[0] if best is None else best

    def warm_up(self, position: Position) -> None:
        self.choose(position)

    @classmethod
    def fingerprint(cls, weights: Path | None) -> str:
        """Return the end of its weights' checksum and the set of tables in use; empty if no network is bundled."""
        from slidedrop.twenty48.engine.portable_network import SHIPPED, SMALL
        from slidedrop.twenty48.tables.files import built_set

        tables = built_set() if cls.asks_tables and find_spec("numba") else ""
        bundled = files("slidedrop") / "data" / (SMALL if cls.small else SHIPPED)
        try:
            return (weights or bundled).read_bytes()[-8:].hex() + (f"+{tables}" if tables else "")
        except OSError as error:
            if weights is None:
                return ""
            message = f"cannot read the 2048 network '{weights}': {reason(error)}"
            raise RecordError(message) from error


class TablelessNetworkPlayer(NetworkPlayer):
    """Plays by the network alone."""

    declaration = replace(
        NetworkPlayer.declaration,
        name="tableless",
        title="Network without tables",
        description="The network alone, without the late-game tables.",
        offered=False,
        order=15,
    )
    asks_tables: ClassVar[bool] = False


class SmallNetworkPlayer(NetworkPlayer):
    """Plays by the small network."""

    declaration = replace(
        NetworkPlayer.declaration,
        name="small",
        title="Small network",
        description="The network of the browser: a tenth of the size, loads at once.",
        offered=False,
        order=20,
    )
    asks_tables: ClassVar[bool] = False
    small: ClassVar[bool] = True


def load_engine() -> None:
    """Load the bundled network, once in this process."""
    from slidedrop.twenty48.engine.expectimax import searcher

    searcher(Rules())


def slide_values(position: Position, plies: int = 1) -> "dict[Direction, float]":
    """Return the value of each direction, by the bundled network or by the heuristic one move ahead."""
    from slidedrop.twenty48.engine.expectimax import plain_analysis, searcher

    expectimax = searcher(position.rules)
    if expectimax is None:
        return plain_analysis(position.board, position.rules, 1, None).values
    return expectimax.search(position.board, plies).values
