"""A game definition: one object that names all parts of one game.

    spec = game_spec("2048")                     `games.py` finds it by name
    spec.new_game(rules, seed=7)                 a game by these rules
    spec.load(spec.hints, "hints")               the part behind a capability; refused where the game has none

The other packages work with any GameSpec and never ask which game they have. A spec names the modules of its parts as
text ("slidedrop.twenty48.game:Game"); each is imported when it is first used, so the rules import nothing above them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar, cast

from slidedrop.core.capabilities import BoardView, HintEngine, PuzzleMaker, ShareCodec
from slidedrop.core.errors import RulesError
from slidedrop.core.game import Header
from slidedrop.core.game_base import GameBase
from slidedrop.core.position import Position
from slidedrop.core.search import Evaluation

Part = TypeVar("Part")
MoveT = TypeVar("MoveT")
PositionT = TypeVar("PositionT", bound=Position[Any])
RulesT = TypeVar("RulesT", bound="Rules")
AnyGame = GameBase[Any, Any, Any]
"""A game of any kind."""


@cache
def _imported(place: str) -> object:
    module, _, attribute = place.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found


class Provider(Generic[Part]):
    """A part of a game that is imported when first used: a module, or "module:attribute"."""

    def __init__(self, place: str) -> None:
        self.place: Final = place

    def load(self) -> Part:
        """Import the part and return it."""
        return cast("Part", _imported(self.place))


class Rules(Protocol):
    """The rules of one game, as a frozen value."""

    kind: ClassVar[str]

    def to_json(self) -> dict[str, Any]:
        """Return the rules as plain values."""


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A command-line option that sets a rule, such as --size."""

    name: str
    help: str
    choices: tuple[str, ...] = ()
    is_flag: bool = False


class CommandEntry(NamedTuple):
    """A command of the command line: its name, module and help."""

    name: str
    module: str
    help: str


class Notation(Protocol[PositionT, MoveT, RulesT]):
    """How the line protocol and the command line write rules, positions and moves."""

    def rules_from_options(self, options: Mapping[str, Any]) -> RulesT:
        """Return the rules for command-line options; missing ones have their defaults."""

    def write_rules(self, rules: RulesT) -> str:
        """Return rules as the line protocol writes them."""

    def read_rules(self, words: Sequence[str]) -> RulesT:
        """Return the rules for words of the line protocol."""

    def write_position(self, position: PositionT) -> str:
        """Return a position as the line protocol writes it."""

    def read_position(self, words: Sequence[str], rules: RulesT) -> PositionT:
        """Return the position for words of the line protocol."""

    def write_move(self, move: MoveT) -> str:
        """Return a move as a person types it."""

    def read_move(self, text: str, rules: RulesT) -> MoveT:
        """Return the move that a person typed."""

    def write_line(self, moves: Sequence[MoveT], rules: RulesT) -> str:
        """Return all moves of a game as one word."""

    def draw(self, position: PositionT) -> str:
        """Return the board as text of several lines."""


@dataclass(frozen=True, kw_only=True)
class GameSpec(Generic[PositionT, MoveT, RulesT]):
    """One game: its name, its parts and its capabilities."""

    name: str
    """The name in records, commands and entry points."""
    title: str
    """The name for people."""
    description: str
    """One line for menus."""
    seats: int
    """The number of players; a game with one seat is played for points."""
    colours: tuple[str, ...] = ()
    """The names of the two players, first mover first."""
    game: Provider[type[AnyGame]]
    notation: Provider[Notation[PositionT, MoveT, RulesT]]
    evaluate: Provider[Evaluation[PositionT]]
    """How good a position looks to a player without looking ahead."""
    rule_options: tuple[RuleOption, ...] = ()
    aliases: tuple[str, ...] = ()
    """Shorter names of the command that plays it."""
    player_package: str = ""
    """The package whose modules declare the players of this game only."""
    offered: tuple[str, ...] = ()
    """The common players that menus offer after those of this game."""
    usual_opponent: str = "search:4"
    """The player of the other seat if none is named."""
    strongest: str = "search"
    """The player for demos, and for a person who lets the computer take over."""
    engine_board: str = ""
    """The rules, as the line protocol writes them, for which the engine is made."""
    share_letter: str = ""
    """The first character of a share code; codes of other games begin with the name."""
    share: Provider[ShareCodec[Any]] | None = None
    weight: Provider[Callable[[Header], int]] | None = None
    """The memory of one position of a game with this header, in 4x4 boards of 2048; None for about one."""
    warm_up: Provider[Callable[[], object]] | None = None
    """Loads the engine before a timed move; None if that takes no time."""
    hints: Provider[HintEngine] | None = None
    values: Provider[Any] | None = None
    review: Provider[Any] | None = None
    reviews: Provider[Any] | None = None
    """Reviews a game in the form that all games share."""
    puzzles: Provider[PuzzleMaker[Any]] | None = None
    commands: Provider[Any] | None = None
    """What the command line adds for this game only."""
    more_commands: tuple[CommandEntry, ...] = ()
    """Commands besides the one that plays it."""
    face: Provider[Any] | None = None
    """How the plain terminal draws and describes the game."""
    screen: Provider[Any] | None = None
    """The view of the full screen; None for the view that suits any board."""
    board: Provider[BoardView[PositionT, MoveT, RulesT]] | None = None
    """The pieces and moves of a board of two, for environments and generic views."""
    environment: Provider[Any] | None = None
    data_files: tuple[str, ...] = ()
    """The engine's files that a browser fetches when it needs them first."""
    strong_data_files: tuple[str, ...] = ()
    """The files of a stronger engine, fetched on request."""

    @property
    def by_points(self) -> bool:
        """Whether the score decides, without a winner."""
        return self.seats == 1

    def load(self, part: Provider[Part] | None, what: str) -> Part:
        """Return the part behind a capability, or raise an error if this game has none."""
        if part is None:
            raise RulesError(f"{self.title} has no {what}.")
        return part.load()

    def new_game(self, rules: RulesT | None = None, *, seed: int | None = None) -> AnyGame:
        """Return a game by these rules or the defaults; a game without chance ignores the seed."""
        return self.game.load().new(rules, seed=seed)

    def rules_of(self, position: PositionT) -> RulesT:
        """Return the rules of a position."""
        return cast("RulesT", position.rules)  # type: ignore[attr-defined] # every position has them

    def game_from(self, header: Header) -> AnyGame:
        """Return the game that a record's header describes, before its first command."""
        return self.game.load().from_header(header)


AnySpec = GameSpec[Any, Any, Any]
"""The definition of any game."""
