"""A right 2048 that prints in one of many styles: styles.py DOCUMENT STYLE; DOCUMENT is mis or a07."""

import random
import sys

DOCUMENT, STYLE = sys.argv[1:3]
EMPTY = {"dots": ".", "dashes": "-", "zeros": "0"}.get(STYLE, "O" if DOCUMENT == "mis" else "[ ]")
score = 0


def merged(line):
    global score
    tiles, made = [tile for tile in line if tile], []
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
            score += tile
        made.append(tile)
    return made + [0] * (len(line) - len(made))


def slid(board, key):
    lines = [list(line) for line in (zip(*board) if key in "ws" else board)]
    lines = [merged(line[::-1])[::-1] if key in "sd" else merged(line) for line in lines]
    return [list(line) for line in (zip(*lines) if key in "ws" else lines)]


def add_tile(board):
    row, column = random.choice([(r, c) for r in range(4) for c in range(4) if not board[r][c]])
    board[row][column] = 2 if random.random() < 0.9 else 4


def is_over(board):
    return not any(0 in row for row in board) and not any(
        a == b for grid in (board, list(zip(*board))) for row in grid for a, b in zip(row, row[1:])
    )


def cell(tile):
    if STYLE == "bracket zeros":
        return f"[{tile}]"
    if DOCUMENT == "a07" and STYLE not in {"dots", "dashes", "zeros", "bars", "tabs"}:
        return f"[{tile or ' '}]"
    return str(tile or EMPTY)


def show(board):
    if STYLE == "clears the screen":
        print("\x1b[2J\x1b[H", end="")
    if STYLE == "score before":
        print(f"Score: {score}")
    for row in board:
        if STYLE == "borders":
            print("+------" * 4 + "+")
        if STYLE in {"bars", "borders"}:
            empty = "" if STYLE == "bars" else EMPTY
            print("|" + "|".join(f"{tile or empty:>6}" for tile in row) + "|")
        elif STYLE == "tabs":
            print("\t".join(str(tile or "") for tile in row))
        elif STYLE == "colours":
            print(" ".join(f"\x1b[3{len(str(tile))}m{cell(tile)}\x1b[0m" for tile in row))
        else:
            print("".join(f"{cell(tile):>7}" for tile in row))
        if STYLE == "blank lines":
            print()
    if STYLE == "score after":
        print(f"Your score is {score}")


def debug(*boards):
    for board in boards if STYLE.startswith("debug") else ():
        for row in board:
            print("DEBUG" if STYLE == "debug words" else "", *(str(tile) if DOCUMENT != "mis" else cell(tile) for tile in row))


def ask():
    prompt = {"prompts": "your move (wsad)> ", "bare prompt": ">"}.get(STYLE, "")
    print(prompt, end="", flush=STYLE == "prompts")
    return sys.stdin.readline()


def main():
    print("Welcome to 2048" if STYLE != "chatty" else "Welcome to 2048\nMerge 2 and 2, 4 and 4, 8 and 8 ...\nw a s d to move")
    board = [[0] * 4 for _ in range(4)]
    add_tile(board)
    add_tile(board)
    show(board)
    while not (DOCUMENT == "mis" and is_over(board)) and (line := ask()):
        key = line.strip()
        if key not in ("w", "a", "s", "d"):
            continue
        before, board = board, slid(board, key)
        debug(before, board)
        if board != before:
            add_tile(board)
            if STYLE == "late score":
                print(f"Score: {score}")
            show(board)
            if STYLE == "debug after":
                debug([list(row) for row in zip(*board)])
        elif STYLE != "silent when nothing moves":
            show(board)
    if DOCUMENT == "mis" and is_over(board):
        print("Game Over" if STYLE != "late score" else f"Game Over, final score: {score}")


main()
