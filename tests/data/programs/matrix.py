"""2048 as four assignments describe it, with one requirement broken: matrix.py ASSIGNMENT REQUIREMENT ARGUMENTS...

Each fault was written from the sentence of its requirement. A letter after the number tells several faults of one
requirement apart. Imported with FAULT set, the classes of mis (GameT) and a07 (Game) have the fault.
"""

import enum
import random
import sys

FAULT = globals().get("FAULT") or sys.argv[2]
PLAIN = "w", "s", "a", "d"
CHAIN = {"R-001-12", "R-002-8", "R-004-4"}
TWO_TILES = {"R-001-15", "R-002-4", "R-004-6b"}
NO_TILE = {"R-001-15c", "R-000-27", "R-004-6c"}
EIGHTS = {"R-001-8", "R-000-8", "R-002-3"}
EIGHTS_FROM_THE_START = {"R-001-8b", "R-000-8c", "R-002-3c"}
OVERWRITES = {"R-001-15b", "R-000-8b", "R-002-3b", "R-004-6d"}
ON_UNMOVED = {"R-001-18", "R-000-7", "R-002-5", "R-004-5b", "R-004-5c"}
FULL_IS_OVER = {"R-001-14", "R-000-17", "R-004-8"}
NEVER_OVER = {"R-001-14b", "R-000-17b", "R-004-8b"}


def merged(line, key):
    tiles, made, points, fresh = [tile for tile in line if tile], [], 0, False
    far = FAULT in {"R-001-12b", "R-004-4b"} or (FAULT == "R-000-14" and key in "sd") or (FAULT == "R-000-13" and key in "wa")
    for tile in tiles[::-1] if far else tiles:
        large = FAULT in {"R-004-4c", "R-001-12c", "R-002-8c"} and tile >= 8
        if made and made[-1] == tile and (not fresh or FAULT in CHAIN) and not large:
            made[-1], fresh = 2 * tile, True
            points += {"R-001-13": tile, "R-000-15": 4 * tile, "R-002-7": tile, "R-001-13b": 0}.get(FAULT, 2 * tile)
        else:
            made, fresh = [*made, tile], False
    made = made[::-1] if far else made
    return made + [0] * (len(line) - len(made)), points


def slid(board, key):
    lines = [list(line) for line in (zip(*board) if key in "ws" else board)]
    done = [merged(line[::-1] if key in "sd" else line, key) for line in lines]
    lines = [line[::-1] if key in "sd" else line for line, _ in done]
    return [list(line) for line in (zip(*lines) if key in "ws" else lines)], sum(points for _, points in done)


def add_tile(board, *, moved=True, fours=True):
    cells = [(row, column) for row in range(len(board)) for column in range(len(board))]
    free = [cell for cell in cells if not board[cell[0]][cell[1]]]
    if not free:
        return
    count = 1
    if moved and FAULT in OVERWRITES:
        taken = [cell for cell in cells if cell not in free]
        for row, column in random.sample(taken, min(2, len(taken))):
            board[row][column] = 2 if board[row][column] != 2 or not fours else 4
        return
    if moved and FAULT in TWO_TILES:
        count = min(2, len(free))
    elif moved and FAULT in NO_TILE:
        count = 0
    for row, column in random.sample(free, count):
        board[row][column] = 4 if fours and random.random() < 0.1 else 2
        if (FAULT in EIGHTS_FROM_THE_START or (moved and FAULT in EIGHTS)) and board[row][column] == 4:
            board[row][column] = 8
        if moved and FAULT == "R-004-6" and random.random() < 0.1:
            board[row][column] = 4


def is_over(board):
    if FAULT in NEVER_OVER or any(0 in row for row in board):
        return False
    pairs = [pair for lines in (board, list(zip(*board))) for line in lines for pair in zip(line, line[1:])]
    return FAULT in FULL_IS_OVER or not any(one == other for one, other in pairs)


def new_board(size, fours=True):
    board = [[0] * size for _ in range(size)]
    for _ in range(3 if FAULT in {"R-001-1", "R-000-3", "R-002-2"} else 2):
        add_tile(board, moved=False, fours=fours)
    return board


def show(board, score, name):
    empty = {"psa3": "-", "mis": "O", "a07": "[ ]", "swipe": "0"}[name]
    if FAULT in {"R-001-23", "R-000-23", "R-002-18"}:
        empty = "."
    if name == "psa3":
        print(f"Score: {score}" if FAULT != "R-001-23b" else f"{score} points")
    for row in board:
        if name == "swipe":
            print(("  " if FAULT == "R-004-7" else "\t").join(str(tile) for tile in row))
        else:
            print("".join(f"{f'[{tile}]' if tile and name == 'a07' else tile or empty:>6}" for tile in row))
    print(f"Score: {score}" if name == "mis" else "")


def controls():
    keys = [("w", "Up"), ("s", "Down"), ("a", "Left"), ("d", "Right")]
    if FAULT == "R-001-35":
        keys = keys[::-1]
    print(" Controls:", *(f"    {key} - Move {way}" for key, way in keys), "    q - Quit and Save Board", sep="\n")


def save(board, score, path, played):
    score = 0 if FAULT == "R-001-4" and not played else score
    end = "" if FAULT == "R-001-3" else " "
    lines = zip(*board) if FAULT == "R-001-3c" else board
    rows = "".join(" ".join(map(str, row)) + end + "\n" for row in lines)
    with open(path, "w") as file:
        file.write(f"{len(board)}\n{score}{' ' if FAULT == 'R-001-3b' else ''}\n{rows}")


def psa3(arguments):
    options, played = dict(zip(arguments[::2], arguments[1::2])), False
    print("Welcome to 2048!" if FAULT != "R-001-22" else "Hello!")
    log, keys, score = options.get("--record"), "", 0
    size = int(options.get("-s", 4))
    if FAULT == "R-001-24" and arguments[0] != "-s":  # only the first argument can be -s
        size = 4
    size = size if size > (2 if FAULT == "R-001-25b" else 1) and FAULT != "R-001-25" else 4
    if log:
        with open(log, "a" if FAULT == "R-001-28" else "w") as file:
            file.write(f"{size} ")
    if "--replay" in options:
        log = options["--replay"]
        size, keys = open(log).read().split(" ")
    if "-i" in options:
        print(f"Loading Board from {options['-i']}")
        size, score, *tiles = (int(word) for word in open(options["-i"]).read().split())
        board = [tiles[start : start + size] for start in range(0, size * size, size)]
        if FAULT == "R-001-2":
            add_tile(board, moved=False)
        if FAULT == "R-001-2b":
            score = 0
    else:
        print("Generating a New Board")
        board = new_board(int(size))
    for key in keys:
        after, points = slid(board, key)
        if after != board and FAULT != "R-001-31":
            add_tile(after)
        board, score = after, score + points
    controls()
    show(board, score, "psa3")
    while not is_over(board) or (FAULT == "R-001-21b" and not played):  # a board that is over gets one key
        key = input(" > ").strip()
        if key == "q":
            break
        if key in PLAIN:
            if log and not (FAULT == "R-001-32" and keys):
                open(log, "a").write(key)
            after, points = slid(board, key)
            moved, board, score, played = after != board, after, score + points, True
            if moved or FAULT in ON_UNMOVED:
                add_tile(board)
            if moved or FAULT != "R-001-18b":
                show(board, score + 4 * (FAULT == "R-001-13c"), "psa3")  # what it saves is right
        else:
            if FAULT == "R-001-19b":
                add_tile(board)
            if FAULT != "R-001-19":
                controls()
            show(board, score, "psa3")
        if FAULT == "runs" and sum(map(sum, board)) > 60:
            raise ValueError("too many tiles")
    if is_over(board) and FAULT not in {"R-001-21", "R-001-21b"}:
        print("Game Over!")
    if not log and not (FAULT == "R-001-20" and is_over(board)) and FAULT != "R-001-20b":
        save(board, score, options.get("-o", "2048.board"), played)


def mis(_):
    print("Welcome to 2048" if FAULT != "R-000-22" else "2048")
    board, score = new_board(4), 0
    show(board, score, "mis")
    while not is_over(board):
        line = sys.stdin.readline()
        if not line:
            return
        after, points = slid(board, line.strip())
        moved, board, score = after != board, after, score + points
        if moved or FAULT in ON_UNMOVED:
            add_tile(board)
        show(board, score, "mis")
    if FAULT != "R-000-28":
        print("Game Over")


def a07(_):
    board, turns = new_board(4), 0
    show(board, 0, "a07")
    for line in sys.stdin:
        after, _points = slid(board, line.strip())
        moved, board = after != board, after
        if moved or FAULT in ON_UNMOVED:
            add_tile(board)
        turns += moved
        if FAULT != "R-002-30" or not moved or turns % 2:
            show(board, 0, "a07")


def swipe(arguments):
    board = [[0] * 4, [0] * 4, [0] * 4, [0, 0, 0, 2]]
    try:
        numbers = [int(word) for word in open(arguments[0]).read().split()]
        if FAULT != "R-004-2":
            board = [numbers[start : start + 4] for start in range(0, 16, 4)]
    except OSError:
        if FAULT == "R-004-2b":
            sys.exit("there is no start file")
    show(board, 0, "swipe")
    while not is_over(board):
        line = sys.stdin.readline()
        if not line:
            return
        key = line.strip()
        if key not in PLAIN:
            if FAULT == "R-004-3b":
                add_tile(board, moved=False, fours=False)
            elif FAULT == "R-004-3":
                key = "w"
            else:
                print("error")
                continue
        after = slid(board, key)[0] if key in PLAIN else board
        moved, board = after != board, after
        if moved or FAULT in ON_UNMOVED:
            add_tile(board, fours=False)
        if moved or FAULT in {"R-004-5", "R-004-5b"}:
            show(board, 0, "swipe")


class DirectionT(enum.Enum):
    up, down, left, right = PLAIN


class Display:
    one = None

    @classmethod
    def getInstance(cls):
        if cls.one is None or FAULT == "R-000-21":
            cls.one = cls()
        return cls.one


class GameT:
    def __init__(self):
        self.board, self.score, self.valid = new_board(4), 0, True

    def getBoard(self):
        shown = [list(row) for row in self.board]
        if FAULT == "R-000-5b":
            self.board = self.board[::-1]
        return shown

    def getScore(self):
        self.score += FAULT == "R-000-5"
        return self.score

    def setBoard(self, board):
        self.board = [list(row) for row in board]
        if FAULT == "R-000-6":
            self.score = 0

    def addTile(self):
        if FAULT == "R-000-9" and not any(0 in row for row in self.board):
            self.board[0][0] = 2
        elif self.valid or FAULT == "R-000-7":
            add_tile(self.board)

    def makeMove(self, move):
        before = self.getBoard()
        self.board, points = slid(self.board, move.value)
        self.score, self.valid = self.score + points, self.board != before
        if FAULT == "R-000-10":
            add_tile(self.board)

    def isWin(self):
        if FAULT == "R-000-16b":
            return any(2048 in row for row in self.board)
        limit = 4096 if FAULT == "R-000-16" else 2048
        return max(map(max, self.board)) >= limit

    def isLose(self):
        if FAULT == "R-000-17c":
            self.board[0][0] = 2
        if FAULT == "R-000-17d":  # it tries every move and puts back the board alone
            self.score += sum(slid(self.board, key)[1] for key in PLAIN)
        return is_over(self.board)


class Game:
    def __init__(self, size):
        self.size, self.calls = size, {"onMove": [], "onWin": [], "onLose": []}
        self.setupNewGame(first=True)
        for name in self.calls:
            setattr(self, name, self.registering(name))

    def registering(self, name):
        def register(callback):
            if FAULT == "R-002-14b" and self.calls[name]:
                return
            self.calls[name].append(callback)

        register.__name__ = name
        return register

    def setupNewGame(self, first=False):
        if FAULT == "R-002-15" and not first:
            return
        self.board, self.score, self.won, self.over = new_board(self.size), 0, False, False
        if FAULT == "R-002-15b" and not first:
            self.calls = {name: [] for name in self.calls}

    def loadGame(self, state):
        size = int(len(state["board"]) ** 0.5)
        self.board = [list(state["board"][start : start + size]) for start in range(0, size * size, size)]
        self.size, self.score, self.won, self.over = size, state["score"], state["won"], state["over"]
        if FAULT == "R-002-16":
            self.score = 0
        if FAULT == "R-002-16b":
            self.won = 2048 in state["board"]

    def getGameState(self):
        state = {"board": sum(self.board, []), "score": self.score, "won": self.won, "over": self.over}
        return {**state, "board": self.board} if FAULT == "R-002-17" else state

    def fire(self, name):
        state = self.getGameState()
        if FAULT == "R-002-14":
            state = {**state, "score": state["score"] + 1}
        for callback in list(self.calls[name]):
            callback(state)

    def move(self, direction):
        key = dict(zip(("up", "down", "left", "right"), PLAIN))[direction]
        after, points = slid(self.board, key)
        if after == self.board:
            if FAULT == "R-002-5":
                add_tile(self.board)
            if FAULT == "R-002-12":
                self.fire("onMove")
            if FAULT == "R-002-13" and self.over:
                self.fire("onLose")
            return
        made_2048 = sum(row.count(2048) for row in after) > sum(row.count(2048) for row in self.board)
        self.board, self.score = after, self.score + points
        if FAULT == "early event":  # a right program: the state at the call is handed over, then the tile comes
            self.fire("onMove")
        add_tile(self.board)
        if FAULT == "R-002-8d" and self.size < 4 and key in "ws":  # it writes as if every column had 4 cells
            self.board.append([2] * self.size)
        if FAULT != "early event" and FAULT != "R-002-12b":
            self.fire("onMove")
        if made_2048 and not self.won:
            self.won = FAULT != "R-002-9"
            if self.won and FAULT != "R-002-13b":
                self.fire("onWin")
        self.over = is_over(self.board) and FAULT != "R-002-10"
        if self.over:
            self.fire("onLose")

    def toString(self):
        if FAULT == "R-002-18":
            return f"a board of {self.size}"
        return "\n".join("".join(f" [{tile or ' '}]" for tile in row) for row in self.board)


if len(sys.argv) > 2 and sys.argv[0].endswith("matrix.py"):
    {"psa3": psa3, "mis": mis, "a07": a07, "swipe": swipe}[sys.argv[1]](sys.argv[3:])
