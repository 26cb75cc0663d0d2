"""The games that are played against a program, and what every document wants to see in them."""

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import ClassVar, Final, NamedTuple

from slidedrop.editions.checking.cases import keys, starts
from slidedrop.editions.checking.documents import Document
from slidedrop.editions.checking.findings import Finding, Ledger
from slidedrop.editions.checking.printed import Printed, Shown, read_printed
from slidedrop.editions.checking.referee import Referee
from slidedrop.editions.checking.running.crash import needs_terminal
from slidedrop.editions.checking.running.program import Answer, Way, converse
from slidedrop.twenty48 import Board, Direction, State

BY_LINES: Final = 400
"""Key by key a game takes longer, so fewer keys are typed; fewer still where no end of the game is waited for."""
_SOME_BY_LINES: Final = 100
_DOUBTED: Final = 60
"""So many keys show whether a program prints more boards than one a key, or loses keys that are typed at once."""
_FEW_BY_LINES: Final = 8
PATIENCE: Final = 3
"""After so many games without an end the rest is not tried."""


class Typed(NamedTuple):
    """A game to be typed."""

    where: str
    moves: Sequence[Direction]
    arguments: Sequence[str] = ()
    start: State | None = None
    first: Sequence[str] = ()
    """Lines before the moves."""
    last: Sequence[str] = ()
    """Lines after them."""
    size: int = 4


class Played(NamedTuple):
    """What a game showed."""

    game: Typed
    answer: Answer
    ledger: Ledger
    referee: Referee
    """Who followed it; there are no boards that counted where there was nothing to follow."""
    noisy: bool
    """Whether more than one board was printed after some key."""

    @property
    def sure(self) -> bool:
        """Whether what was found can mean nothing else."""
        return self.referee.sure and not self.referee.unclear

    @property
    def lost(self) -> bool:
        """Whether a board was seen that the rules do not give, and no doubt about it."""
        return self.referee.lost and self.sure


@dataclass
class Exam:
    """One program before one document."""

    most_keys: ClassVar[int] = 2000
    """So many keys bring any game of size 4 to its end."""
    document: Document
    command: Sequence[str]
    ledger: Ledger
    seconds: float = 5.0
    words: Sequence[str] = ("w", "s", "a", "d")
    """What is typed for up, down, left and right."""
    start_by: str = "argument"
    """How the swipe program is told its start file: as an argument, as a line of input, or not at all."""
    tell: Callable[[int, int], object] = lambda _number, _count: None
    folder: Path = field(default_factory=Path)
    way: Way = field(default_factory=Way)
    _stuck: int = 0
    _doubts: int = PATIENCE
    """How often a game with a difference is still played again key by key."""
    _shows: bool | None = None
    """Whether it prints a board after a key that moves nothing, where that is known."""
    _unsure: Ledger | None = None
    """What games have shown that can mean different things; it counts where nothing else is found."""

    def take(self, games: int, seed: int) -> None:
        """Play the games and note all that is found."""
        random = Random(seed)  # noqa: S311 - the same games for the same seed
        self._unsure = self.ledger.scratch()
        with tempfile.TemporaryDirectory(prefix="slidedrop-check-") as folder:
            self.folder = Path(folder)
            boards = starts(random)
            for number in range(games):
                self.tell(number + 1, games)
                if self._stuck < PATIENCE and not (self.way.lines and number >= _FEW_BY_LINES):
                    self._game(number, boards, random)
            if any(standing.held for standing in self.ledger.standings):  # nothing more can be asked of one that fails
                self.ask_more(random)
        if self.ledger.first is None:
            self.ledger.absorb(self._unsure)

    def _game(self, number: int, boards: Iterator[Board], random: Random) -> None:
        """Play one game; where the document has start files, three of four begin from a board of ours."""
        loads = "loaded" in self.document.dialogue and self.start_by != "none"
        given = next(boards) if loads and number % 4 else None
        where = f"game {number + 1}" + (" (from a start file)" if given else "")
        start = State(given, 4 * number if "score" in self.document.dialogue else 0) if given else None
        self.begin(Typed(where, keys(self.most_keys, number, random), start=start))

    def begin(self, game: Typed) -> None:
        """Play a game as the document has it begin."""
        self.play(game)

    def ask_more(self, random: Random) -> None:
        """Look at what a document asks beside its games."""

    def talk(self, arguments: Sequence[str], typed: Sequence[str], *, more: float = 0, hold: bool = False) -> Answer:
        """Run the program once; `more` seconds are allowed where the document makes it pause."""
        command, seconds = [*self.command, *arguments], self.seconds + more
        answer = converse(command, typed, seconds=seconds, hold=hold, way=self.way)
        if not self.way.tty and answer.code and needs_terminal(answer.errors):
            self.way = replace(self.way, tty=True, lines=True)
            answer = converse(command, typed[: self._most], seconds=seconds, hold=hold, way=self.way)
        self._stuck += answer.code is None or bool(answer.excess)
        return answer

    def play(self, game: Typed) -> Referee:
        """Play one game to its end or to the last key, and return who followed it."""
        played = self._played(game)
        if played.ledger.broken and self._doubts and not (self.way.lines or self._stuck):
            self._doubts -= 1
            played = self._doubted(played)
        (self.ledger if played.sure else self._unsure or self.ledger).absorb(played.ledger)
        return played.referee

    def _doubted(self, played: Played) -> Played:
        """Play a game key by key: only that shows which board followed which key, and who cannot be typed ahead."""
        way, self.way = self.way, replace(self.way, lines=True)
        slowly = self._played(played.game._replace(moves=played.game.moves[:_DOUBTED]))
        if slowly.noisy or (slowly.referee.keys > played.referee.keys + 5 and not (slowly.lost and played.lost)):
            return slowly
        self.way, self._stuck = way, 0
        if len(slowly.referee.habits) == 1:
            (self._shows,) = slowly.referee.habits
            self._doubts = 0
        return slowly if slowly.lost else self._read(played.game, played.answer)

    def _played(self, game: Typed) -> Played:
        """Play one game and note what it shows in a ledger of its own."""
        moves = game.moves[: self._most] if self.way.lines else game.moves
        typed = [*game.first, *(self.word(move) for move in moves), *game.last]
        answer = self.talk(game.arguments, typed, hold=self.document.ends and not game.last)
        return self._read(game._replace(moves=moves[: self._most] if self.way.lines else moves), answer)

    def _read(self, game: Typed, answer: Answer) -> Played:
        """Read the answer; a score may stand before its board or after it."""
        printed = read_printed(answer.text, game.size)
        after = [read_printed(piece, game.size) for piece in answer.pieces[len(game.first) :]]
        noisy = any(len(piece.boards) > 1 for piece in after)
        kept, self.ledger = self.ledger, self.ledger.scratch()
        try:
            begins = self._begins(printed, answer, game)
            referee = Referee(self.document, self.ledger, game.where, self.words)
            referee = self._followed(game, answer, printed, after) if begins else referee
            return Played(game, answer, self.ledger, referee, noisy)
        finally:
            self.ledger = kept

    def _followed(self, game: Typed, answer: Answer, printed: Printed, after: Sequence[Printed]) -> Referee:
        """Follow the game to its end; a score may stand before its board or after it, whichever is right."""
        begun = self.ledger
        for reading in (printed, printed.reread(), printed):
            self.ledger = begun.scratch()
            referee = Referee(self.document, self.ledger, game.where, self.words, shows=self._shows)
            score = game.start.score if game.start else 0
            if after and after[0].boards:
                boards = iter(reading.boards)
                pieces = [list(islice(boards, len(piece.boards))) for piece in after]
                left = referee.follow_lines(pieces[0], pieces[1:], game.moves, score)
            else:
                left = referee.follow(reading, game.moves, score)
            rule = self.document.dialogue.get("score")
            if rule is None or rule.requirement not in self.ledger.broken:
                break
        self._looks(referee.counted, game.where)
        self._ends(referee, printed, left, answer, quits=bool(game.last))
        begun.absorb(self.ledger)
        self.ledger = begun
        return referee

    @property
    def _most(self) -> int:
        return BY_LINES if self.document.ends else _SOME_BY_LINES

    def word(self, move: Direction) -> str:
        """Return what is typed for a direction."""
        return self.words[list(Direction).index(move)]

    def judge(self, part: str, says: str, where: str, found: Board | None = None, *, held: bool = False) -> bool:
        """Note one thing of the document."""
        return self.ledger.judge(Finding(self.document.dialogue[part], says, where, found=found), held=held)

    def _begins(self, printed: Printed, answer: Answer, game: Typed) -> bool:
        """Note whether the first board is the one to begin with."""
        where, start = game.where, game.start
        if not printed.boards:
            if answer.trouble:
                self.ledger.runs(f"no board was printed; {answer.trouble}", where)
                return False
            begins = " ".join(answer.text.split())[:60]
            return self.judge("text", f"no {game.size}x{game.size} board was found in its output, '{begins}'", where)
        shown = printed.boards[0]
        if start is None:
            missing = [text for text in self.document.greets if text not in shown.lead.lower()]
            if "welcome" in self.document.dialogue:
                said = f"'{''.join(missing[:1])}' is not printed before the first board"
                self.judge("welcome", said, where, held=not missing)
            return self._is_new(shown, where)
        said, rule = "the first board is not that of the file", self.document.dialogue["loaded"]
        finding = Finding(rule, said, where, expected=start.board, found=shown.board)
        return self.ledger.judge(finding, held=shown.board == start.board and shown.score in {None, start.score})

    def _is_new(self, shown: Shown, where: str) -> bool:
        tiles = [tile for tile in shown.board.tiles if tile]
        if "start" not in self.document.dialogue:
            lawful = bool(tiles) and all(tile > 1 and tile & (tile - 1) == 0 for tile in tiles)
            return self.judge("loaded", "no default start was printed", where, shown.board, held=lawful)
        lawful = len(tiles) == 2 and set(tiles) <= set(self.document.new_tiles) and not shown.score
        return self.judge("start", "the first board is no new game", where, shown.board, held=lawful)

    def _looks(self, boards: Sequence[Shown], where: str) -> None:
        """Look at how the boards are written."""
        wrong = sorted(mark for shown in boards for mark in shown.marks if mark != self.document.empty)
        said = f"an empty cell is written '{''.join(wrong[:1])}', not '{self.document.empty}'"
        looks = self.document.looks
        if self.judge("text", said, where, held=not wrong) and looks:
            headed = all(re.search(looks.get("head", ""), shown.lead) for shown in boards)
            rowed = all(re.search(looks.get("row", ""), row) for row in boards[0].rows)
            self.judge("text", looks["says"], where, held=headed and rowed)

    def _ends(self, referee: Referee, printed: Printed, left: Sequence[Shown], answer: Answer, *, quits: bool) -> None:
        """Look at how the game ended."""
        if referee.unclear:
            self.ledger.runs(
                f"{referee.unclear}; print one board a key to have it checked", referee.where, referee.board
            )
        elif referee.ran_out:
            self._ran_out(referee, printed, answer)
        elif referee.lost:
            return
        elif not self.document.ends:
            self.judge("runner", "", referee.where, held=True)
            self.ledger.runs(
                answer.trouble if answer.code is None or answer.endless else "", referee.where, referee.board
            )
        elif referee.board.is_stuck:
            self._over(referee, printed, left, answer)
        elif quits:
            self.ledger.runs(answer.trouble, referee.where, referee.board)

    def _ran_out(self, referee: Referee, printed: Printed, answer: Answer) -> None:
        board, where, said = referee.board, referee.where, self.document.over_says
        ended = said in printed.tail.lower() and self.document.ends and not answer.waited
        if answer.trouble:
            self.ledger.runs(answer.trouble, where, board)
        elif ended:
            moves = " or ".join(direction.value for direction in board.legal_directions())
            self.judge("over", f"it ended though tiles can move {moves}", where, board)
        else:
            part = "runner" if "runner" in self.document.dialogue else "tile" if referee.moves else "unmoved"
            self.judge(part, "no board was printed after this key", where, board)
            referee.sure = self.document.unmoved == "shown"  # or else it may think that nothing moved

    def _over(self, referee: Referee, printed: Printed, left: Sequence[Shown], answer: Answer) -> None:
        board, where, said = referee.board, referee.where, self.document.over_says
        is_said = said in printed.tail.lower()
        late = answer.waited or len(left) > (1 if said and is_said else 0)
        went_on = "nothing can move any more, and it went on asking for keys"
        if self.judge("over", went_on, where, board, held=not late):
            self.ledger.runs(answer.trouble, where, board)
            if said:
                self.judge("said", f"'{said}' is not printed at the end", where, board, held=is_said)
