"""Calls a student's classes step by step: GameT, DirectionT and Display of assignment mis, Game of assignment a07.

    new 4 / load a board / move left / move up / ...     the steps of a scenario; a difference ends it

Every step works on any board, so a scenario can be cut to the steps that show a difference.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any, ClassVar, Final

from slidedrop.editions.checking.assignments import RUNS, Assignment
from slidedrop.editions.checking.exam import Scenario, Step
from slidedrop.editions.checking.findings import Account, Fault
from slidedrop.editions.checking.printed import read_printed
from slidedrop.editions.checking.referee import blame, held_parts, new_tiles, odd_tile, parts_of
from slidedrop.twenty48 import Board, Direction, Slide

_MOVES: Final = 60
_WINNING: Final = 2048
_NAMES: Final = ("board", "score", "won", "over")
_EVENTS: Final = {"onMove": "on move", "onWin": "on end", "onLose": "on end"}
GameState = dict[str, Any]


class Stop(Exception):
    """The scenario cannot continue; the reason is recorded already."""


class Trial:
    """The base class of both assignments' trials; one object per run of a scenario."""

    game: Any
    last: tuple[Step, ...] = ()
    """The steps after the moves."""
    code: ClassVar[dict[str, str]]
    """Each step as a line of Python, and the output at the end."""

    def __init__(self, assignment: Assignment, module: Any, watch: Callable[[str], object]) -> None:  # noqa: ANN401 - a student's own
        self.assignment, self.module, self.watch = assignment, module, watch
        self.account = Account(assignment.api, lambda: {"where": self.where, "key": self.key})
        self.where, self.key = "", 0

    @classmethod
    def steps(cls, start: Board, random: Random) -> tuple[Step, ...]:
        """Return steps that try everything once, and moves until the game is over."""
        beyond = Board(start.size, (0, 2 * _WINNING, *[0] * (start.size**2 - 3), 2))  # has won, without a 2048
        won = Step("load", beyond), Step("move", value=Direction.LEFT)
        every = [step for direction in Direction for step in (Step("load", start), Step("move", value=direction))]
        moves = [Step("move", value=random.choice(list(Direction))) for _ in range(_MOVES)]
        return Step("new", value=start.size), *every, *moves, *cls.last, *won

    @classmethod
    def written(cls, steps: Sequence[Step], *, script: bool) -> tuple[str, ...]:
        """Return the steps as lines of Python, or of JavaScript."""
        code = "\n".join(cls.code[step.name].format(**_written(step, script=script)) for step in (*steps, Step("")))
        new = {"game = Game": "const game = new Game", "print": "console.log"} if script else {}
        for python, other in new.items():
            code = code.replace(python, other)
        return tuple(code.splitlines())

    def take(self, scenario: Scenario) -> Account:
        """Run the steps until something differs."""
        try:
            for self.key, step in enumerate(scenario.steps):
                self.where = f"{scenario.title}, step {self.key + 1}"
                getattr(self, step.name)(step.board or step.value)
        except Stop:
            pass
        except Exception as error:  # noqa: BLE001 - a class or a routine that is missing, or is none
            self.account.charge("runs", Fault.IMPORT, type(error).__name__, error)
        if RUNS.requirement not in self.account.findings:
            self.account.hold("runs")
        return self.account

    def call(self, name: str, routine: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - a student's own
        """Call a method of the module; any exception is a finding."""
        self.watch(name)
        try:
            return routine(*arguments)
        except BaseException as error:
            self.account.charge("runs", Fault.RAISED, name, type(error).__name__, error)
            raise Stop from error

    def read(self, name: str, read: Callable[[], Board], moved: Direction | None) -> Board:
        """Return the module's board; an invalid one is recorded, after a move as a fault of the slide."""
        try:
            return read()
        except (TypeError, ValueError) as error:
            part = parts_of(moved, self.assignment.api)[0] if moved else "runs"
            self.account.charge(part, Fault.GAVE_NO_BOARD, name, error)
            raise Stop from error

    def judge(self, part: str, held: bool, fault: Fault, *values: object, **boards: Any) -> None:  # noqa: ANN401, FBT001 - as in Account
        self.account.hold(part) if held else self.stop(part, fault, *values, **boards)

    def stop(self, part: str, fault: Fault, *values: object, slide: Slide | None = None, **boards: Any) -> None:  # noqa: ANN401 - a finding's fields
        """Record a fault and end the scenario, unless it is only a remark; a `slide` fault carries its boards."""
        shown = {"before": slide.before, "expected": slide.board, "move": slide.direction} if slide else {}
        self.account.charge(part, fault, *values, **shown, **boards)
        if not self.assignment.api[part].remark:
            raise Stop

    def _lawful(self, tiles: Sequence[int], board: Board) -> None:
        odd = odd_tile(tiles, self.assignment)
        self.judge("value", not odd, Fault.VALUE, *odd, found=board)

    def judge_move(self, slide: Slide, found: Board, tiles: int) -> None:
        """Compare the result of a slide, and the tiles added after it."""
        wrong = blame(slide, found, self.assignment, self.assignment.api, tiles)
        for part in held_parts(slide, wrong, self.assignment.api):
            self.account.hold(part)
        if wrong:
            self.stop(wrong.part, wrong.fault, *wrong.values, slide=slide, found=found)


class MisTrial(Trial):
    """A GameT from its start and from given boards."""

    last = (Step("single"),)
    shown = "print(game.isLose(), game.isWin(), game.getBoard(), game.getScore())"
    code: ClassVar[dict[str, str]] = {
        "new": "game = GameT()",
        "load": "game.setBoard({rows})",
        "move": f"{shown}\ngame.makeMove(DirectionT.{{way}})\n{shown}\ngame.addTile()",
        "single": "print(Display.getInstance() is Display.getInstance())",
        "": shown,
    }

    def new(self, _: int) -> None:
        self.game = self.call("GameT()", self.module.GameT)
        board, score = self._seen()
        tiles = [tile for tile in board.tiles if tile]
        self.judge("start", len(tiles) == 2 and score == 0, Fault.NOT_NEW, "", found=board)
        self._lawful(tiles, board)

    def load(self, start: Board) -> None:
        """Set a board; nothing can be added to a full one."""
        _, score = self._seen()
        self.call("setBoard(b)", self.game.setBoard, [list(row) for row in start.rows])
        self.judge("set", self._seen() == (start, score), Fault.NOT_SET)
        if 0 not in start.tiles:
            self.call("addTile() on a full board", self.game.addTile)
            self.judge("full", self._seen()[0] == start, Fault.FULL)
        self._standing()

    def single(self, _: None) -> None:
        display, again = (self.call("Display.getInstance()", self.module.Display.getInstance) for _ in range(2))
        self.judge("single", display is again, Fault.TWO_OBJECTS, "Display.getInstance()")

    def move(self, direction: Direction) -> None:
        """Make a move, add a tile, and compare the boards before, between and after."""
        board, score = self._seen()
        slide, directions = board.slide(direction), self.module.DirectionT
        move = getattr(directions, direction.value, None) or getattr(directions, direction.name)
        self.call(f"makeMove({direction.value})", self.game.makeMove, move)
        found, after = self._seen(direction)
        self.judge_move(slide, found, 0)
        gained = after - score
        self.judge("score", gained == slide.gained, Fault.GREW, gained, slide.gained, slide=slide, found=found)
        self.call("addTile()", self.game.addTile)
        found, _ = self._seen()
        if slide.moved:
            only_new = new_tiles(slide.board, found) is not None
            self.judge("value", only_new, Fault.CHANGED_BY, "addTile", "board", slide=slide, found=found)
            self.judge_move(slide, found, 1)
        else:
            self.judge("unmoved", found == slide.board, Fault.ADDED, slide=slide, found=found)
        self._standing()

    def _standing(self) -> None:
        board, score = self._seen()
        lost = bool(self.call("isLose()", self.game.isLose))
        for what, one, other in zip(("board", "score"), (board, score), self._seen(), strict=True):
            self.judge("over", one == other, Fault.CHANGED_BY, "isLose", what, found=board)
        self.judge("over", lost == board.is_over, Fault.SAYS, "isLose()", lost, not lost, found=board)
        won = bool(self.call("isWin()", self.game.isWin))
        self.judge("won", won == (board.largest >= _WINNING), Fault.SAYS, "isWin()", won, not won, found=board)

    def _seen(self, moved: Direction | None = None) -> tuple[Board, int]:
        """Return board and score; a change caused by reading them is charged to the reading call."""
        seen, again = ((self._board(moved), self._score()) for _ in range(2))
        self.judge("asks", seen == again, Fault.ASKED, found=seen[0])
        return seen

    def _score(self) -> int:
        score = self.call("getScore()", self.game.getScore)
        self.judge("score", isinstance(score, int), Fault.GAVE, "getScore()", f"{score!r:.40}")
        return int(score)

    def _board(self, moved: Direction | None) -> Board:
        rows = self.call("getBoard()", self.game.getBoard)
        return self.read("getBoard()", lambda: Board.from_rows([[int(tile) for tile in row] for row in rows]), moved)


class A07Trial(Trial):
    """A Game from its start, from loaded states, and restarted."""

    last = (Step("reset"), *(Step("move", value=direction) for direction in Direction))
    heard: list[tuple[str, int, GameState, GameState]]
    """The events since the last move: which, which listener, the state that was given, and the state at that time."""
    again = False
    """Whether setupNewGame was called."""

    code: ClassVar[dict[str, str]] = {
        "new": "\n".join(["game = Game({size})", *(f"game.{name}(print)" for name in _EVENTS)]),
        "load": "game.loadGame({state})",
        "move": 'game.move("{way}")\nprint(game.getGameState())',
        "reset": "game.setupNewGame()",
        "": "print(game.toString())",
    }

    def new(self, size: int) -> None:
        """Make a Game with two listeners for every event."""
        self.game, self.heard = self.call(f"Game({size})", self.module.Game, size), []
        self._new("start", size)
        for number, name in product(range(2), _EVENTS):
            self.call(f"{name}(callback)", getattr(self.game, name), partial(self._listen, name, number))

    def _listen(self, name: str, number: int, state: GameState, current: GameState | None = None) -> None:
        """Record an event with the state it passed and the game's state at that time."""
        now = self.game.getGameState() if current is None else current
        self.heard.append((name, number, _copied(state), _copied(now)))

    def _new(self, part: str, size: int) -> None:
        state = self._state()
        tiles = [tile for tile in state["board"] if tile]
        two = len(state["board"]) == size * size and len(tiles) == 2
        fresh = (state["score"], state["won"], state["over"]) == (0, False, False)
        self.judge(part, two and fresh, Fault.NOT_NEW, f"{state!r:.160}")
        self._lawful(tiles, self._board(state))

    def load(self, start: Board) -> None:
        state = _state_of(start)
        self.call("loadGame(state)", self.game.loadGame, {**state, "board": list(start.tiles)})
        found = self._state()
        for name in _NAMES:
            values = (name, f"{found[name]!r:.60}", f"{state[name]!r:.60}")
            self.judge("load", found[name] == state[name], Fault.NOT_LOADED, *values, found=start)

    def reset(self, _: None) -> None:
        size = self._board(self._state()).size
        self.call("setupNewGame()", self.game.setupNewGame)
        self._new("reset", size)
        self.again = True

    def move(self, direction: Direction) -> None:
        self.heard = []
        before = self._state()
        slide = self._board(before).slide(direction)
        self.call(f"move({direction.value!r})", self.game.move, direction.value)
        after = self._state()
        found = self._board(after, direction)
        self.judge_move(slide, found, 1)
        if slide.moved:
            self._standing(before, after, slide)
            self._events(before, after, slide)
        else:
            for name in _NAMES:
                values = (direction.value, name, before[name], after[name])
                self.judge("unmoved", after[name] == before[name], Fault.UNMOVED_STATE, *values, slide=slide)
            for name, *_ in self.heard:
                self.stop(_EVENTS[name], Fault.STRAY_EVENT, name, slide=slide)
            self.account.hold("on move")
        self._text(found)

    def _standing(self, before: GameState, after: GameState, slide: Slide) -> None:
        found, score = self._board(after), before["score"] + slide.gained
        at = {"slide": slide, "found": found}
        self.judge("score", after["score"] == score, Fault.SCORE, after["score"], score, **at)
        won = before["won"] or _WINNING in slide.made
        self.judge("won", after["won"] == won, Fault.SAYS, "won", after["won"], won, **at)
        self.judge("over", after["over"] == found.is_over, Fault.SAYS, "over", after["over"], found.is_over, **at)

    def _events(self, before: GameState, after: GameState, slide: Slide) -> None:
        names = [name for name, *_ in self.heard]
        for name in _EVENTS:
            first, second = ((name, number) in {heard[:2] for heard in self.heard} for number in range(2))
            self.judge("listeners", first == second, Fault.DEAF, name, slide=slide)
        moved = names.count("onMove")
        self.judge("reset" if self.again else "on move", moved == 2, Fault.MOVE_EVENTS, moved, slide=slide)
        for name, field in (("onWin", "won"), ("onLose", "over")):
            heard, due = names.count(name), 2 * (after[field] and not before[field])
            self.judge("on end", heard == due, Fault.END_EVENTS, name, heard, due, slide=slide)
        for name, _, given, now in self.heard:
            for field in _NAMES:
                values = (name, field, f"{given.get(field)!r:.60}", f"{now.get(field)!r:.60}")
                same = field in given and given[field] == now.get(field)
                self.judge("listeners", same, Fault.LISTENER, *values, slide=slide)

    def _text(self, board: Board) -> None:
        text = self.call("toString()", self.game.toString)
        boards = read_printed(str(text), board.size).boards
        drawn = len(boards) == 1 and boards[0].board == board and boards[0].marks <= {"[ ]"}
        self.judge("text", drawn, Fault.GAVE, "toString()", f"{text!r:.100}", found=board)

    def _state(self) -> GameState:
        state = self.call("getGameState()", self.game.getGameState)
        whole = isinstance(state, dict) and state.keys() >= set(_NAMES) and isinstance(state["board"], list)
        whole = whole and all(isinstance(tile, int | float) for tile in state["board"])
        self.judge("state", whole, Fault.GAVE, "getGameState()", f"{state!r:.100}")
        return _copied({name: state[name] for name in _NAMES})

    def _board(self, state: GameState, moved: Direction | None = None) -> Board:
        return self.read("getGameState()", lambda: Board.from_tiles(state["board"]), moved)


def _state_of(board: Board) -> GameState:
    return {"board": list(board.tiles), "score": 16, "won": board.largest >= _WINNING, "over": board.is_over}


def _copied(state: GameState) -> GameState:
    """Return a copy of the state that a game returned; empty if it returned none."""
    values = dict(state) if isinstance(state, dict) else {}
    return {name: list(value) if isinstance(value, list) else value for name, value in values.items()}


def _written(step: Step, *, script: bool) -> dict[str, object]:
    if step.board:
        state = _state_of(step.board)
        return {"rows": [list(row) for row in step.board.rows], "state": json.dumps(state) if script else state}
    return {"way": step.value.value} if isinstance(step.value, Direction) else {"size": step.value}
