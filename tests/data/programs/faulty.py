"""2048 as document 001 describes it, with the fault that the first argument names; "right" has none."""

import random
import sys

FAULT = sys.argv[1]
KEYS = "wsad"
FIRST, SECOND = ("s", "w") if FAULT == "swapped" else ("w", "s")
CONTROLS = (
    f" Controls:\n   {FIRST} - Move Up\n   {SECOND} - Move Down\n   a - Move Left\n   d - Move Right\n   q - Quit and Save Board"
)
dice = random.Random(2048)


def merge(tiles):
    made, points, fresh = [], 0, False
    for tile in tiles:
        again = not fresh or FAULT == "chain"
        if made and made[-1] == tile and again and not (FAULT == "large" and tile >= 128):
            made[-1], fresh = 2 * tile, True
            points += tile if FAULT == "score" else 2 * tile
        else:
            made, fresh = [*made, tile], False
    return made, points


def slide_line(line, key):
    tiles = [tile for tile in line if tile]
    made, points = merge(tiles[::-1] if FAULT == "far" else tiles)
    made = made[::-1] if FAULT == "far" else made
    if FAULT == "down" and key == "s" and tiles and not line[0]:
        made = [0, *made]
    return made + [0] * (len(line) - len(made)), points


def slid(board, key):
    lines = [list(line) for line in (zip(*board) if key in "ws" else board)]
    done = [slide_line(line[::-1] if key in "sd" else line, key) for line in lines]
    lines = [line[::-1] if key in "sd" else line for line, _ in done]
    return [list(line) for line in (zip(*lines) if key in "ws" else lines)], sum(points for _, points in done)


def add_tile(board):
    free = [(row, column) for row in range(len(board)) for column in range(len(board)) if not board[row][column]]
    if free and FAULT == "overwrites":
        free = [(row, column) for row in range(len(board)) for column in range(len(board))]
    if free:
        row, column = free[dice.randrange(len(free))]
        board[row][column] = (2 if dice.randrange(100) < 90 else 4) if FAULT != "eights" else 8


def is_over(board):
    size = len(board)
    if any(0 in row for row in board):
        return False
    steps = [(0, 1), (1, 0), *([(1, 1), (1, -1)] if FAULT == "late" else [])]
    return FAULT == "early" or not any(
        0 <= column + across < size and row + down < size and board[row][column] == board[row + down][column + across]
        for row in range(size)
        for column in range(size)
        for down, across in steps
    )


def show(board, score):
    print(f"Score: {score}" if FAULT != "unscored" else f"Points: {score}")
    for row in board:
        print("".join(f"{tile or ('.' if FAULT == 'dots' else '-'):>5}" for tile in row))
    print()


def save(board, score, path):
    end = "" if FAULT == "space" else " "
    with open(path, "w") as file:
        file.write(f"{len(board)}\n{score}\n" + "".join(" ".join(map(str, row)) + end + "\n" for row in board))


def main():
    options = dict(zip(sys.argv[2::2], sys.argv[3::2]))
    print("Welcome to 2048!" if FAULT != "rude" else "2048")
    size, score, log, keys = int(options.get("-s", 4)), 0, options.get("--record"), ""
    if "--replay" in options:
        log = options["--replay"]
        size, keys = open(log).read().split(" ")
    elif log:
        open(log, "a" if FAULT == "appends" else "w").write(f"{size} ")
    size = int(size) if int(size) > 1 else 4
    if FAULT == "sizeless":
        size = 4
    if "-i" in options:
        print(f"Loading Board from {options['-i']}")
        numbers = [int(word) for word in open(options["-i"]).read().split()]
        size, score, tiles = numbers[0], numbers[1] if FAULT != "scoreless" else 0, numbers[2:]
        board = [tiles[start : start + size] for start in range(0, len(tiles), size)]
    else:
        print("Generating a New Board")
        board = [[0] * size for _ in range(size)]
        add_tile(board)
        if FAULT != "single":
            add_tile(board)

    def move(key, replaying=False):
        nonlocal board, score
        after, points = slid(board, key)
        moved, board, score = after != board, after, score + points
        if FAULT == "tileless":
            return
        if (moved or FAULT == "illegal") and not (replaying and FAULT == "replay"):
            add_tile(board)
            if FAULT == "pairs":
                add_tile(board)

    for key in keys:
        move(key, replaying=True)
    print(CONTROLS)
    show(board, score)
    for line in iter(lambda: "q" if is_over(board) else input(" > ").strip(), "q"):
        if line in KEYS and line:
            if log and not (FAULT == "forgets" and keys):
                open(log, "a").write(line)
            move(line)
        elif FAULT != "wordless":
            print(CONTROLS)
        if FAULT == "crash" and sum(map(sum, board)) > 40:
            raise ValueError("too many tiles")
        show(board, score)
    if is_over(board) and FAULT != "unsaid":
        print("Game Over!")
    if not log and FAULT != "unsaved":
        save(board, score, options.get("-o", "2048.board"))


main()
