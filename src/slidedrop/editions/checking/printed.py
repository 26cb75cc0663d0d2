"""Find the boards of either game in a program's output.

> Score: 4                 Spacing, borders and prompts may differ; a board is as many lines
   4    -    -    -        as it is wide, each with that many tiles, and its first line may
   -    2    -    -        follow a prompt. The text before it is its lead.

    1  2  3  4             A grid of Connect-4 may have row and column numbers around it;
 1  .  .  .  .             a cell is a point or the like, or one of R, B, X and O.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple, Self

from slidedrop.core.position import Cell
from slidedrop.twenty48 import Board

_ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_BORDER: Final = re.compile(r"[-+=_*#|]{3,}")
_TOKEN: Final = re.compile(r"\[\s*[\d.O_-]*\s*\]|[^\s|]+")
_BETWEEN: Final = re.compile(r"[|\t]")
"""The characters between cells, which show a blank cell."""
_SCORE: Final = re.compile(r"score\D{0,20}?(\d+)", re.IGNORECASE)
_EMPTY: Final = frozenset({"-", "O", "o", "0", ".", "_", "*", "[ ]", " "})
_FREE: Final = frozenset(".-_*+")
_SYMBOLS: Final = frozenset("RBXO")
IsCell = Callable[[str], bool]
Rows = tuple[str, tuple[tuple[str, ...], ...], int]
"""The text before a board in its first line, the cells of its rows, and the line after it."""
Grid = dict[Cell, str]
"""A grid of Connect-4 as it was printed: the symbol on each square that is not empty; rows and columns from 0."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A printed board."""

    board: Board
    score: int | None
    """The score printed with it, if there was one."""
    lead: str
    """The text between the board before and this one."""
    rows: tuple[str, ...]
    """Its own lines."""
    marks: frozenset[str]
    """How its empty cells were written."""


@dataclass(frozen=True, slots=True)
class Printed:
    """All boards, and the text after the last."""

    boards: tuple[Shown, ...]
    tail: str

    def reread(self) -> Self:
        """Return the same boards with every score taken from the other side of its board."""
        return replace(self, boards=_scored(list(self.boards), self.tail, before=not _stand_before(self)))


class Grids(NamedTuple):
    """All grids, and the text after the last."""

    shown: list[Grid]
    tail: str


def read_printed(text: str, size: int) -> Printed:
    """Return the boards of that size in a program's output."""
    lines = [line for line in _ESCAPES.sub("", text).splitlines() if line.strip(" \r\f\v")]
    found, tail = _scanned(lines, size, _is_tile)
    boards = []
    for lead, (prompt, cells, after) in found:
        board, marks = _read(cells)
        boards.append(Shown(board, None, "\n".join([*lead, prompt]), tuple(lines[after - size : after]), marks))
    printed = Printed(tuple(boards), tail)
    return replace(printed, boards=_scored(boards, tail, before=_stand_before(printed)))


def first_words(text: str) -> str:
    """Return the beginning of a program's output, on one line and without control characters."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split())[:60])


def read_grids(text: str, side: int) -> Grids:
    """Return the grids of that side in a program's output."""
    found, tail = _scanned([line for line in text.splitlines() if line.strip()], side, _is_square)
    grids = ([cell.upper() for row in rows for cell in row] for _, (_, rows, _) in found)
    return Grids([{divmod(at, side): cell for at, cell in enumerate(grid) if cell in _SYMBOLS} for grid in grids], tail)


def _scanned(lines: list[str], size: int, is_cell: IsCell) -> tuple[list[tuple[list[str], Rows]], str]:
    """Return all boards, each with the lines before it, and the text after the last."""
    found: list[tuple[list[str], Rows]] = []
    lead: list[str] = []
    place = 0
    while place < len(lines):
        rows = _rows(lines, place, size, is_cell)
        if rows is None:
            lead.append(lines[place])
            place += 1
        else:
            found.append((lead, rows))
            lead, place = [], rows[2]
    return found, "\n".join(lead)


def _rows(lines: list[str], place: int, size: int, is_cell: IsCell) -> Rows | None:
    first = _first_row(lines[place], size, is_cell)
    if first is None:
        return None
    prompt, cells = first
    before = _first_row(lines[place - 1], size, is_cell) if place and prompt.strip() else None
    if before and before[0] == prompt:
        return None  # lines that start with the same word have no prompt, and what follows does not belong to them
    rows, after = [cells], place + 1
    while len(rows) < size and after < len(lines):
        row = _row(lines[after], size, is_cell)
        after += 1
        if row is not None:
            rows.append(row)
        elif not _BORDER.fullmatch(lines[after - 1].strip()):
            return None
    return (prompt, tuple(rows), after) if len(rows) == size else None


@lru_cache
def _first_row(line: str, size: int, is_cell: IsCell) -> tuple[str, tuple[str, ...]] | None:
    """Return the cells at the end of a line and the prompt before them."""
    row = _row(line, size, is_cell)
    if row is not None:
        return "", row
    found = list(_TOKEN.finditer(line))
    tiles = [is_cell(match[0]) for match in found]
    if len(found) <= size or not all(tiles[-size:]) or tiles[-size - 1]:
        return None
    return line[: found[-size].start()], tuple(match[0] for match in found[-size:])


@lru_cache
def _row(line: str, size: int, is_cell: IsCell) -> tuple[str, ...] | None:
    """Return the cells of a line that has only cells and perhaps its number; bars or tabs show blank ones."""
    tokens = _TOKEN.findall(line)
    if len(tokens) > size and tokens[0].isdecimal() and not is_cell(tokens[0]):
        tokens = tokens[1:]
    if len(tokens) == size and all(map(is_cell, tokens)):
        return tuple(tokens)
    cells = [cell.strip() or " " for cell in _BETWEEN.split(line.strip(" \r\n").strip("|"))]
    whole = len(cells) == size or (len(cells) == size + 1 and cells[-1] == " ")  # a tab after the last cell
    return tuple(cells[:size]) if whole and size > 1 and all(map(is_cell, cells[:size])) else None


@lru_cache
def _is_tile(token: str) -> bool:
    return _mark(token) in _EMPTY or token.strip("[] ").isdecimal()


def _is_square(token: str) -> bool:
    return token.upper() in _FREE | _SYMBOLS


@lru_cache
def _mark(token: str) -> str:
    """Return the mark of an empty cell; `[0]` and `[.]` are empty too."""
    return "[ ]" if token.startswith("[") and token.strip("[] ") in {"", "0", ".", "-", "O", "_"} else token


@lru_cache
def _read(cells: tuple[tuple[str, ...], ...]) -> tuple[Board, frozenset[str]]:
    """Return a board and the marks of its empty cells; cached, as a game prints most boards more than once."""
    flat = [_mark(token) for row in cells for token in row]
    tiles = tuple(0 if token in _EMPTY else int(token.strip("[] ")[:18]) for token in flat)
    return Board(len(cells), tiles), frozenset(flat) & _EMPTY


def _stand_before(printed: Printed) -> bool:
    """Tell whether scores are printed before their boards; the first board may have none yet."""
    first = bool(printed.boards) and _SCORE.search(printed.boards[0].lead) is not None
    return first or _SCORE.search(printed.tail) is None


def _scored(boards: list[Shown], tail: str, *, before: bool) -> tuple[Shown, ...]:
    """Give each board its score, which is printed either before every board or after it."""
    found = [_SCORE.findall(lead) for lead in [*(shown.lead for shown in boards), tail]]
    scores = [each[-1:] for each in found[:-1]] if before else [each[:1] for each in found[1:]]
    return tuple(
        replace(shown, score=int(score[0][:18]) if score else None) for shown, score in zip(boards, scores, strict=True)
    )
