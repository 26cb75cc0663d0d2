"""Finding the boards in what a program printed.

> Score: 4                 Spacing, borders and prompts may differ; a board is as many lines
   4    -    -    -        as it is wide, each with that many tiles, and its first line may
   -    2    -    -        stand behind a prompt. What stands before it is its lead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from slidedrop.twenty48 import Board

_ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_BORDER: Final = re.compile(r"[-+=_*#|]{3,}")
_TOKEN: Final = re.compile(r"\[\s*\d*\s*\]|[^\s|]+")
_SCORE: Final = re.compile(r"score\D{0,20}?(\d+)", re.IGNORECASE)
_EMPTY: Final = frozenset({"-", "O", "o", "0", ".", "_", "*", "[ ]"})


@dataclass(frozen=True, slots=True)
class Shown:
    """A board as it was printed."""

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


def read_printed(text: str, size: int) -> Printed:
    """Return the boards of that size in a program's output."""
    lines = [line for line in _ESCAPES.sub("", text).splitlines() if line.strip()]
    boards: list[Shown] = []
    lead: list[str] = []
    place = 0
    while place < len(lines):
        rows = _rows(lines, place, size)
        if rows is None:
            lead.append(lines[place])
            place += 1
            continue
        prompt, tokens, place = rows
        boards.append(_shown(tokens, "\n".join([*lead, prompt]), tuple(lines[place - size : place])))
        lead = []
    return Printed(_with_scores(boards, "\n".join(lead)), "\n".join(lead))


def _rows(lines: list[str], place: int, size: int) -> tuple[str, list[list[str]], int] | None:
    """Return what stands before a board that begins in this line, its tiles, and the line after it."""
    first = list(_TOKEN.finditer(lines[place]))
    if len(first) < size or not all(_is_tile(match[0]) for match in first[-size:]):
        return None
    if len(first) > size and _is_tile(first[-size - 1][0]):
        return None
    rows = [[match[0] for match in first[-size:]]]
    after = place + 1
    while len(rows) < size and after < len(lines):
        tokens = _TOKEN.findall(lines[after])
        after += 1
        if len(tokens) == size and all(map(_is_tile, tokens)):
            rows.append(tokens)
        elif not _BORDER.fullmatch(lines[after - 1].strip()):
            return None
    return (lines[place][: first[-size].start()], rows, after) if len(rows) == size else None


def _is_tile(token: str) -> bool:
    return _mark(token) in _EMPTY or token.strip("[] ").isdecimal()


def _mark(token: str) -> str:
    return "[ ]" if token.startswith("[") and not token.strip("[] ") else token


def _shown(tokens: list[list[str]], lead: str, rows: tuple[str, ...]) -> Shown:
    flat = [_mark(token) for row in tokens for token in row]
    tiles = tuple(0 if token in _EMPTY else int(token.strip("[] ")[:18]) for token in flat)
    return Shown(Board(len(tokens), tiles), None, lead, rows, frozenset(flat) & _EMPTY)


def _with_scores(boards: list[Shown], tail: str) -> tuple[Shown, ...]:
    """Give each board its score, which a program prints either before every board or after it."""
    before = bool(boards) and _SCORE.search(boards[0].lead) is not None
    leads = [shown.lead for shown in boards] + [tail]
    found = [_SCORE.findall(lead) for lead in leads]
    scores = (
        [each[-1] if each else None for each in found[:-1]]
        if before
        else [each[0] if each else None for each in found[1:]]
    )
    return tuple(
        replace(shown, score=None if score is None else int(score[:18]))
        for shown, score in zip(boards, scores, strict=True)
    )
