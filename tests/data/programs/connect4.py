"""Connect-4 as document 003 describes it, with the fault that the first argument names; "right" has none."""

import sys

FAULT = sys.argv[1]


def ask(prompt):
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        sys.exit(1)
    return line.strip()


LINES = {}


def lines(side, seen=True):
    if (side, seen) not in LINES:
        LINES[side, seen] = list(every_line(side, seen))
    return LINES[side, seen]


def every_line(side, seen):
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)] if FAULT != "diagonal" or not seen else [(0, 1), (1, 0), (1, 1)]
    for row in range(side):
        for column in range(side):
            for down, right in steps:
                line = [(row + i * down, column + i * right) for i in range(3 if FAULT == "three" else 4)]
                if all(0 <= r < side and 0 <= c < side for r, c in line):
                    yield line


def winner(grid, side, seen=True):
    for line in lines(side, seen):
        first = grid.get(line[0])
        if first and all(grid.get(cell) == first for cell in line):
            return first
    return None


def over(grid, side):
    return winner(grid, side) is not None or len(grid) == side * side


def show(grid, side):
    if FAULT == "silent":
        return
    for row in range(side):
        print(" ".join(grid.get((row, column), ".") for column in range(side)))


def free(grid, side):
    return [(row, column) for row in range(side) for column in range(side) if (row, column) not in grid]


def completes(grid, side, cell, symbol):
    return winner({**grid, cell: symbol}, side, seen=False) == symbol


def computer(grid, side):
    squares = free(grid, side)
    looked = {"blind": [], "careless": ["O"]}.get(FAULT, ["O", "X"])
    for symbol in looked:
        for cell in squares:
            if completes(grid, side, cell, symbol):
                return [cell]
    if FAULT == "greedy":
        return squares[:2]
    if FAULT == "overwrites" and len(grid) == 5:
        return [next(cell for cell in grid if grid[cell] == "X")]
    return [squares[len(squares) // 2]]


def person(grid, side):
    while True:
        try:
            row, column = (int(word) - 1 for word in ask("Your move, row and column: ").split())
        except ValueError:
            print("That is no move.")
            continue
        on_grid = 0 <= row < side and 0 <= column < side
        if (row, column) in grid and FAULT == "accepts":
            return None
        if on_grid and (row, column) not in grid:
            return row, column
        if not on_grid and FAULT == "crashes":
            [][row]
        print("That square is taken or not on the grid.")


def play():
    starts = ask("Who starts, me or computer? ")
    side = int(ask("What size grid? ") or 4)
    side = side if FAULT != "square" else 4
    ask("How many moves does the computer look ahead? ")
    grid = {}
    if starts == "computer" and FAULT != "starts":
        grid[side // 2, side // 2] = "O"
    while not over(grid, side):
        show(grid, side)
        if FAULT == "early" and len(grid) > 8:
            break
        move = person(grid, side)
        if move is not None:
            grid[move if FAULT != "misplaces" else min(free(grid, side))] = "X"
        if not over(grid, side) or (FAULT == "after" and free(grid, side)):
            for cell in computer(grid, side):
                grid[cell] = "O"
    if FAULT != "hidden":
        show(grid, side)
    if FAULT == "collapses":
        [][len(grid)]
    won = winner(grid, side)
    if FAULT == "flattery" and won == "O":
        won = "X"
    print({"X": "You win.", "O": "The computer wins."}.get(won, "It is a draw."))
    if FAULT == "endless":
        while True:
            person(grid, side)


play()
