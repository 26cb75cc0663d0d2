"""Randomly changed board files, key logs and journals.

Bytes are cut, doubled, swapped and replaced. A journal is also changed inside its JSON and gets a correct checksum
again, because a wrong one would stop the reader early.
"""

from __future__ import annotations

import json
import random
import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from slidedrop.core.errors import SlidedropError
from slidedrop.records.files import read_text
from slidedrop.records.journal import write_entry
from slidedrop.records.replay import header_of, read_record, replay
from slidedrop.twenty48 import Board, Direction, Game, Rules, State
from slidedrop.twenty48.notation import KeyLog, read_board, read_log, write_board
from tests.attempt import tried

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KINDS = ("board", "log", "journal")
ODD_WORDS = [
    b"-1",
    b"0",
    b"1",
    b"3",
    b"99999999999999999999",
    b"9" * 5000,
    b"1e5",
    b"NaN",
    b"",
    b" ",
    b"\n",
    b"\r",
    b"\0",
]
ODD_WORDS += [b"\xff", b"seed", "٢".encode(), b"\x1b[2J", b"\t", b"{", b'"', b"wsad", b"65", b"64"]
ODD_VALUES: list[Any] = [None, True, False, -1, 0, 1, 2, 3, 64, 65, 2**31, 2**63, 10**30, 10**4000, 1.5, float("inf")]
ODD_VALUES += ["", "left", "undo", "\ud800", "\x1b[2J", "x" * 1000, "-", "1" * 19, [], [[]], [[0, 0, 2]], [2] * 4, {}]
ODD_VALUES += [
    {"board": [2, 2, 4, 4]},
    {"move": "up"},
    {"name": "mine"},
    "resign",
    "hint",
    [[0, 0, 10**40]],
    [10**4000] * 4,
]
WHERE = re.compile(r"line \d|row \d|size|seed|score|byte|command \d|first line|cannot begin|version")


def check_fuzzed(kind: str, number: int, folder: Path) -> bool:
    """Read one changed file and check the result: True for a game, False for an error with the place and the reason."""
    chance = random.Random(f"{kind} {number}")
    path = folder / f"fuzzed.{kind}"
    path.write_bytes(FUZZED[kind](chance))
    try:
        READ[kind](path)
    except SlidedropError as error:
        _check_sentence(str(error), path)
        return False
    return True


def _check_sentence(message: str, path: Path) -> None:
    assert message.isprintable(), message
    assert 20 < len(message) < 400, message
    assert WHERE.search(message) or path.name in message, message


# --- reading: checks of the games that were read ----------------------------------------------------------------------


def _read_board(path: Path) -> None:
    board, score = read_board(read_text(path, "board file"))
    assert read_board(write_board(board, score)) == (board, score)
    str(Game(seed=1, start=State(board, score)))


def _read_log(path: Path) -> None:
    log = read_log(read_text(path, "log"))
    assert read_log(str(log)) == log


def _read_journal(path: Path) -> None:
    record = read_record(path.read_bytes(), path.name)
    game = replay(record, path.name)
    assert (record.name + record.began + game.summary().standing).isprintable()
    assert json.dumps(game.header())


READ: dict[str, Callable[[Path], None]] = {"board": _read_board, "log": _read_log, "journal": _read_journal}


# --- writing ----------------------------------------------------------------------------------------------------------


def _board(chance: random.Random) -> bytes:
    size = chance.choice([2, 3, 4, 4, 4, 6])
    tiles = [chance.choice([0, 2, 4, 8, 1024]) for _ in range(size * size)]
    return change_bytes(write_board(Board.from_tiles(tiles), chance.randrange(5000)).encode(), chance)


def _log(chance: random.Random) -> bytes:
    keys = "".join(chance.choices("wsad", k=chance.randrange(12)))
    return change_bytes(
        str(KeyLog(4, keys, chance.choice([None, -5, 42]), chance.choice(["classic", "mis"]))).encode(), chance
    )


def _journal(chance: random.Random) -> bytes:
    entries = _played(chance)
    for _ in range(chance.randrange(3)):
        entries = change_value(entries, chance)
    content = b"".join(map(write_entry, entries))
    return change_bytes(content, chance) if chance.random() < 0.3 else content


FUZZED = {"board": _board, "log": _log, "journal": _journal}


def _played(chance: random.Random) -> list[Any]:
    start = chance.choice([None, None, State(Board.from_rows([[2, 2], [4, 0]]), 4)])
    game = Game(chance.choice([Rules(), Rules(base=3), Rules(size=2)]), seed=chance.randrange(99), start=start)
    moves = [direction for direction in chance.choices(list(Direction), k=6) if tried(game, direction)]
    tail: list[Any] = chance.choice([[], ["undo"], ["undo", "redo"], ["hint"], [{"name": "mine"}]]) if moves else []
    entries = [header_of(game), *[{"move": direction.value} for direction in moves], *tail]
    plain: list[Any] = json.loads(json.dumps(entries))
    return plain


def change_value(entries: Any, chance: random.Random) -> Any:  # noqa: ANN401 - any value of JSON
    """Replace, add or remove one value somewhere in the entries."""
    place: Any = entries
    while True:
        key = chance.choice(list(place) if isinstance(place, dict) else range(len(place))) if place else None
        if key is None or not isinstance(place[key], dict | list) or chance.random() < 0.3:
            break
        place = place[key]
    deed = chance.random()
    if isinstance(place, dict) and deed < 0.2:
        place[chance.choice(["tiles", "size", "x", "start"])] = _odd(chance)
    elif isinstance(place, list) and deed < 0.2:
        place.insert(chance.randrange(len(place) + 1), _odd(chance))
    elif key is not None and deed < 0.3:
        del place[key]
    elif key is not None:
        place[key] = _odd(chance)
    return entries


def _odd(chance: random.Random) -> Any:  # noqa: ANN401 - any value of JSON
    return deepcopy(chance.choice(ODD_VALUES))  # a later change may modify it


def change_bytes(content: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randrange(4)):
        content = chance.choice(CHANGES)(content, chance)
    return content


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def _flipped(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + bytes([chance.randrange(256)]) + content[place + 1 :]


def _with_odd_word(content: bytes, chance: random.Random) -> bytes:
    words = re.split(rb"([ \n])", content)
    words[chance.randrange(len(words))] = chance.choice(ODD_WORDS)
    return b"".join(words)


def _with_lines_mixed(content: bytes, chance: random.Random) -> bytes:
    lines = content.splitlines(keepends=True)
    return b"".join(chance.choices(lines, k=chance.randrange(len(lines) + 2))) if lines else content


def _with_noise(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + chance.randbytes(chance.randrange(20)) + content[place:]


CHANGES = [_cut, _flipped, _with_odd_word, _with_odd_word, _with_lines_mixed, _with_noise]
