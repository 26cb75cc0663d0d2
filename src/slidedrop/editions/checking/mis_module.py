"""Trying GameT, DirectionT and Display of document 000 on one board."""

from random import Random
from types import ModuleType
from typing import Any, Final

from slidedrop.editions.checking.trial import Trial
from slidedrop.twenty48 import Board, Direction, Slide

_MOVES: Final = 60
_WINNING: Final = 2048


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
