"""A journal of sixty records, and checks of its readable part after a cut or a flipped bit."""

from __future__ import annotations

from slidedrop.records.journal import read_entries, write_entry
from slidedrop.records.replay import header_of
from slidedrop.twenty48 import Game

ENTRIES: list[object] = [
    header_of(Game(seed=-7)),
    *[{"move": ("left", "up", "right", "down")[number % 4]} for number in range(56)],
    "undo",
    {"name": "the one with the cut"},
    {"move": "left", "tiles": [[3, 0, 2]]},
]
LINES = [write_entry(entry) for entry in ENTRIES]
CONTENT = b"".join(LINES)
ENDS = [sum(map(len, LINES[:count])) for count in range(len(LINES) + 1)]
"""The offset where each line starts, and where the last one ends."""


def whole_lines_before(place: int) -> int:
    """Return the number of lines that end at or before an offset."""
    return sum(end <= place for end in ENDS[1:])


def check_cut(place: int) -> None:
    """Check that a journal cut at this byte contains exactly its complete lines."""
    contents = read_entries(CONTENT[:place])
    count = whole_lines_before(place)
    assert contents.entries == tuple(ENTRIES[:count])
    assert contents.valid == ENDS[count]
    assert contents.damaged == (place != ENDS[count])


def check_flip(bit: int) -> None:
    """Check that a journal with this bit flipped contains exactly the lines before it."""
    place = bit // 8
    content = bytearray(CONTENT)
    content[place] ^= 1 << bit % 8
    contents = read_entries(bytes(content))
    count = whole_lines_before(place)
    assert contents.entries == tuple(ENTRIES[:count])
    assert contents.valid == ENDS[count]
    assert contents.damaged
