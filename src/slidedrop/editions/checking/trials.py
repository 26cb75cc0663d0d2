"""One trial of somebody's classes on one board: GameT, DirectionT and Display of document 000, Game of document 002.

Every call is timed, everything raised is a finding, and a difference ends the trial.
"""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from types import ModuleType
from typing import Any, Final

from slidedrop.editions.checking.documents import Document
from slidedrop.editions.checking.findings import Finding, Ledger
from slidedrop.editions.checking.printed import read_printed
from slidedrop.editions.checking.referee import blame, verdicts
from slidedrop.twenty48 import Board, Direction, Slide

_MOVES: Final = 60
_WINNING: Final = 2048
_NAMES: Final = ("board", "score", "won", "over")
GameState = dict[str, Any]


class Stop(Exception):
    """The trial cannot go on; why is noted already."""


class Trial:
    """What both documents' trials are made of."""

    def __init__(self, document: Document, ledger: Ledger) -> None:
        self.document = document
        self.ledger = ledger
        self.where = ""
        self.calling: tuple[str, float] | None = None
        """The call that has not come back, and since when."""

    def call(self, name: str, routine: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - somebody's own
        """Call a routine of the module; whatever it raises is a finding."""
        self.calling = (name, time.monotonic())
        try:
            return routine(*arguments)
        except BaseException as error:
            self.runs(f"{name} raised {type(error).__name__}: {error}")
            raise Stop from error
        finally:
            self.calling = None

    def runs(self, says: str = "") -> None:
        """Note that the module behaved, or what it did."""
        self.ledger.runs(says, self.where)

    def read(self, name: str, read: Callable[[], Board]) -> Board:
        """Return the board that the module gave, or note that it is none."""
        try:
            return read()
        except (TypeError, ValueError) as error:
            self.runs(f"{name} gave no board: {error}")
            raise Stop from error

    def judge(
        self, part: str, says: str, slide: Slide | None = None, found: Board | None = None, *, held: bool
    ) -> None:
        """Note one thing of the document; after a difference the trial ends."""
        before, expected, move = (slide.before, slide.board, slide.direction) if slide else (None, None, None)
        finding = Finding(self.document.api[part], says, self.where, before, move, expected, found)
        if not self.ledger.judge(finding, held=held) and not finding.rule.remark:
            raise Stop

    def judge_move(self, slide: Slide, found: Board, tiles: int) -> None:
        """Compare what became of a slide, and the tiles that came after it."""
        wrong = blame(slide, found, self.document, self.document.api, tiles)
        for part, says in verdicts(slide, wrong, self.document.api):
            self.judge(part, says, slide, found, held=not says)


class MisTrial(Trial):
    """One GameT from its beginning, then from a board of ours."""

    game: Any
    directions: Any

    def take(self, module: ModuleType, start: Board, random: Random) -> None:
        """Try everything once, and moves until the game is lost."""
        self.game, self.directions = self.call("GameT()", module.GameT), module.DirectionT
        self._new()
        for direction in Direction:
            self._given(start)
            self._move(start.slide(direction))
        for _ in range(_MOVES):
            board = self._board()
            self._standing(board)
            if board.is_stuck:
                break
            self._move(board.slide(random.choice(list(Direction))))
        display = self.call("Display.getInstance()", module.Display.getInstance)
        same = self.call("Display.getInstance()", module.Display.getInstance) is display
        self.judge("single", "Display.getInstance() gave two objects", held=same)

    def _new(self) -> None:
        board = self._board()
        tiles = [tile for tile in board.tiles if tile]
        lawful = len(tiles) == 2 and set(tiles) <= {2, 4} and self._score() == 0
        self.judge("start", "a new GameT is no new game", None, board, held=lawful)

    def _given(self, start: Board) -> None:
        score = self._score()
        self.call("setBoard(b)", self.game.setBoard, [list(row) for row in start.rows])
        kept = self._board() == start and self._score() == score
        self.judge("set", "getBoard does not give what setBoard was given, or the score changed", held=kept)
        if 0 not in start.tiles:
            self.call("addTile() on a full board", self.game.addTile)
            self.judge("full", "addTile changed a full board", held=self._board() == start)

    def _standing(self, board: Board) -> None:
        lost, unchanged = bool(self.call("isLose()", self.game.isLose)), self._board() == board
        says = f"isLose is {lost} on this board" if unchanged else "isLose changed the board"
        self.judge("over", says, None, board, held=unchanged and lost == board.is_stuck)
        won = bool(self.call("isWin()", self.game.isWin))
        self.judge("won", f"isWin is {won} on this board", None, board, held=won == (board.largest >= _WINNING))

    def _move(self, slide: Slide) -> None:
        direction, score = slide.direction, self._score()
        move = getattr(self.directions, direction.value, None) or getattr(self.directions, direction.name)
        self.call(f"makeMove({direction.value})", self.game.makeMove, move)
        found = self._board()
        self.judge_move(slide, found, 0)
        gained = self._score() - score
        says = f"the score grew by {gained} and should grow by {slide.gained}"
        self.judge("score", says, slide, found, held=gained == slide.gained)
        self._add_tile(slide)

    def _add_tile(self, slide: Slide) -> None:
        self.call("addTile()", self.game.addTile)
        found = self._board()
        if slide.moved:
            self.judge_move(slide, found, 1)
        else:
            said = "addTile added a tile though nothing had moved"
            self.judge("unmoved", said, slide, found, held=found == slide.board)

    def _score(self) -> int:
        score = self.call("getScore()", self.game.getScore)
        self.judge("score", f"getScore gave {score!r:.40}", held=isinstance(score, int))
        return int(score)

    def _board(self) -> Board:
        rows = self.call("getBoard()", self.game.getBoard)
        return self.read("getBoard()", lambda: Board.from_rows([[int(tile) for tile in row] for row in rows]))


class A07Trial(Trial):
    """One Game from its beginning, then from a state of ours, then begun anew."""

    game: Any
    heard: list[tuple[str, Any]]
    """The events since the last move."""

    def take(self, module: ModuleType, start: Board, random: Random) -> None:
        """Try everything once, and moves until the game is over."""
        self.game, self.heard = self.call(f"Game({start.size})", module.Game, start.size), []
        self._new("start", start.size)
        for register in (self.game.onMove, self.game.onWin, self.game.onLose) * 2:
            name = register.__name__
            self.call(f"{name}(callback)", register, partial(self._listen, name))
        for direction in Direction:
            self._load(start)
            self._move(direction)
        for _ in range(_MOVES):
            if not self._move(random.choice(list(Direction))):
                break
        self.call("setupNewGame()", self.game.setupNewGame)
        self._new("reset", start.size)
        self._move(self._board(self._state()).legal_directions()[0])

    def _listen(self, name: str, state: GameState) -> None:
        self.heard.append((name, dict(state, board=list(state["board"]))))

    def _new(self, part: str, size: int) -> None:
        state = self._state()
        tiles = [tile for tile in state["board"] if tile]
        lawful = len(state["board"]) == size * size and len(tiles) == 2 and set(tiles) <= {2, 4}
        fresh = (state["score"], state["won"], state["over"]) == (0, False, False)
        self.judge(part, f"this is no new game: {state!r:.160}", held=lawful and fresh)

    def _load(self, start: Board) -> None:
        state = {"board": list(start.tiles), "score": 16, "won": start.largest >= _WINNING, "over": start.is_stuck}
        self.call("loadGame(state)", self.game.loadGame, {**state, "board": list(start.tiles)})
        said = "getGameState does not give what loadGame was given"
        self.judge("load", said, None, start, held=self._state() == state)

    def _move(self, direction: Direction) -> bool:
        """Make one move and compare everything; tell whether the game goes on."""
        self.heard = []
        before = self._state()
        slide = self._board(before).slide(direction)
        self.call(f"move({direction.value!r})", self.game.move, direction.value)
        after = self._state()
        found = self._board(after)
        if slide.moved:
            self.judge_move(slide, found, 1)
            self._standing(before, after, slide)
            self._events(before, after, slide)
        else:
            self.judge("unmoved", "a move that slides nothing changed something", slide, found, held=after == before)
            said = f"{self.heard[0][0]} was told of it" if self.heard else ""
            self.judge("on move", f"nothing moved, and {said}", slide, held=not self.heard)
        self._text(found)
        return not found.is_stuck

    def _standing(self, before: GameState, after: GameState, slide: Slide) -> None:
        found, score = self._board(after), before["score"] + slide.gained
        said = f"the score is {after['score']} and should be {score}"
        self.judge("score", said, slide, found, held=after["score"] == score)
        won = before["won"] or _WINNING in slide.made
        self.judge("won", f"won is {after['won']} here", slide, found, held=after["won"] == won)
        said = f"over is {after['over']} on this board"
        self.judge("over", said, slide, found, held=after["over"] == found.is_stuck)

    def _events(self, before: GameState, after: GameState, slide: Slide) -> None:
        names = [name for name, _ in self.heard]
        moved, ended = names.count("onMove"), [names.count("onWin"), names.count("onLose")]
        self.judge("on move", f"2 listeners heard of the move {moved} times", slide, held=moved == 2)
        due = [2 * (after[name] and not before[name]) for name in ("won", "over")]
        said = f"2 listeners each for win and lose heard of them {ended} times, not {due}"
        self.judge("on end", said, slide, held=ended == due)
        told = all(state == after for _, state in self.heard)
        self.judge("listeners", "a listener was not given the current gameState", slide, held=told)

    def _text(self, board: Board) -> None:
        text = self.call("toString()", self.game.toString)
        boards = read_printed(str(text), board.size).boards
        drawn = len(boards) == 1 and boards[0].board == board and boards[0].marks <= {"[ ]"}
        self.judge("text", f"toString gave {text!r:.100}", None, board, held=drawn)

    def _state(self) -> GameState:
        state = self.call("getGameState()", self.game.getGameState)
        whole = isinstance(state, dict) and state.keys() >= set(_NAMES) and isinstance(state["board"], list)
        self.judge("state", f"getGameState gave {state!r:.100}", held=whole)
        return {**{name: state[name] for name in _NAMES}, "board": list(state["board"])}

    def _board(self, state: GameState) -> Board:
        return self.read("getGameState()", lambda: Board.from_tiles(state["board"]))
