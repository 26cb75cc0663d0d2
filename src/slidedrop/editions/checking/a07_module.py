"""Trying Game of document 002 on one board: its states, its moves and its three events."""

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any, Final

from slidedrop.editions.checking.printed import read_printed
from slidedrop.editions.checking.trial import Trial
from slidedrop.twenty48 import Board, Direction, Slide

_MOVES: Final = 60
_WINNING: Final = 2048
_NAMES: Final = ("board", "score", "won", "over")
GameState = dict[str, Any]


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
            self.call(f"{register.__name__}(callback)", register, self._listener(register.__name__))
        for direction in Direction:
            self._load(start)
            self._move(direction)
        for _ in range(_MOVES):
            if not self._move(random.choice(list(Direction))):
                break
        self.call("setupNewGame()", self.game.setupNewGame)
        self._new("reset", start.size)
        self._move(self._board(self._state()).legal_directions()[0])

    def _listener(self, name: str) -> Callable[[GameState], None]:
        return lambda state: self.heard.append((name, dict(state, board=list(state["board"]))))

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
