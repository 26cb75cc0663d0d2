"""How boards and games of 2048 are written: board files, key logs and typed positions.

    a board file                    a key log                 a typed position

    4                               seed 42                   2,16,0,0/16,4,2,0/4,32,0,0/8,0,0,2
    224                             4 wsa
    2 16 0 0
    16 4 2 0                        The seed's line is our addition; a log without it is read too,
    4 32 0 0                        and its keys are played on new tiles.
    8 0 0 2

In a board file every row ends with a space; both spacings are read.
"""

import re
from typing import Final, NamedTuple

from slidedrop.core.errors import NotationError
from slidedrop.core.randomness import checked_seed
from slidedrop.twenty48.board import Board
from slidedrop.twenty48.rules import LARGEST_SIZE, PRESETS, Rules

_NUMBER: Final = re.compile(r"[0-9]{1,18}")
_SEED_LINE: Final = re.compile(r"seed (-?[0-9]{1,19})(?: ([a-z0-9]+(?: (?:base|tiles|win)=[0-9]{1,15})*))?")
_KEY_LINE: Final = re.compile(r"([0-9]{1,18})(?: ([a-z]*))? ?", re.ASCII)
KEYS: Final = "wsad"


def write_board(board: Board, score: int) -> str:
    """Return the text of a board file, byte for byte as the terminal assignment requires."""
    rows = "".join("".join(f"{tile} " for tile in row) + "\n" for row in board.rows)
    return f"{board.size}\n{score}\n{rows}"


def read_board(text: str, *, base: int = 2) -> tuple[Board, int]:
    """Return the board and the score of a board file, or raise an error that names the wrong line."""
    lines = text.split("\n")
    if lines[-1].strip() == "":
        lines.pop()
    size = board_size(_number(lines, 1, "the size of the board"))
    score = _number(lines, 2, "the score")
    if len(lines) != size + 2:
        raise NotationError(f"a board of size {size} has {size} rows after the score, not {max(0, len(lines) - 2)}")
    rules = Rules(size=size, base=base, winning_tile=max(2048, base + 1))
    words = [line.removesuffix("\r").removesuffix(" ").split(" ") for line in lines[2:]]
    return Board.from_rows([_tiles(row, f"line {number}", rules) for number, row in enumerate(words, 3)]), score


def read_position(text: str, *, base: int = 2) -> Board:
    """Return the board typed on one line, or raise an error."""
    rows = [row.strip().split(",") for row in text.strip().split("/")]
    size = board_size(len(rows))
    rules = Rules(size=size, base=base, winning_tile=max(2048, base + 1))
    return Board.from_rows([_tiles(row, f"row {number}", rules) for number, row in enumerate(rows, 1)])


class KeyLog(NamedTuple):
    """A game as the terminal assignment logs it: the size and the keys, and our addition, the seed."""

    size: int
    keys: str = ""
    seed: int | None = None
    rules: str = "classic"
    """A preset, and what differs from it: "classic base=3 tiles=2 win=384"."""

    @property
    def seed_line(self) -> str:
        """The line of the seed; empty without one."""
        rules = "" if self.rules == "classic" else f" {self.rules}"
        return "" if self.seed is None else f"seed {self.seed}{rules}\n"

    def __str__(self) -> str:
        return f"{self.seed_line}{self.size} {self.keys}"


def read_log(text: str) -> KeyLog:
    """Return the game of a key log, or raise an error."""
    lines = text.rstrip("\r\n").split("\n")
    if len(lines) > 2:
        raise NotationError(f"a log has the line of the seed and the line of the keys, not {len(lines)} lines")
    seed, rules = _seed_line(lines[0].rstrip("\r")) if len(lines) == 2 else (None, "classic")
    match = _KEY_LINE.fullmatch(lines[-1].rstrip("\r"))
    if match is None:
        what = "the size, a space and the keys, such as '4 wsa'"
        raise NotationError(f"line {len(lines)} of a log is {what}, not {_shown(lines[-1])}")
    return KeyLog(board_size(int(match[1])), _keys(match[2] or "", len(lines)), seed, rules)


def _seed_line(line: str) -> tuple[int, str]:
    match = _SEED_LINE.fullmatch(line)
    if match is None or (match[2] or "classic").split()[0] not in PRESETS:
        raise NotationError(f"line 1 of a log is its seed, such as 'seed 42', not {_shown(line)}")
    return checked_seed(int(match[1])), match[2] or "classic"


_VARIED: Final = {"base": "base", "tiles": "tiles_per_move", "win": "winning_tile"}


def write_rules(rules: Rules) -> str:
    """Return rules as in a log's first line: the preset with the same new tiles, then the differences."""
    name = next((name for name, preset in PRESETS.items() if preset.spawn_weights == rules.spawn_weights), "custom")
    varied = [f"{word}={getattr(rules, rule)}" for word, rule in _VARIED.items()]
    usual = [f"{word}={getattr(PRESETS['classic'], rule)}" for word, rule in _VARIED.items()]
    return " ".join([name, *(text for text, same in zip(varied, usual, strict=True) if text != same)])


def read_rules(text: str, size: int) -> Rules:
    """Return the rules in a log's first line."""
    name, *varied = text.split()
    given = {**Rules.preset(name, size).to_json()}
    for word, _, value in (word.partition("=") for word in varied):
        given[_VARIED[word]] = int(value)
    return Rules.from_json(given)


def _keys(keys: str, line: int) -> str:
    for place, key in enumerate(keys, 1):
        if key not in KEYS:
            raise NotationError(f"key {place} in line {line} of the log is '{key}'; the keys are w, s, a and d")
    return keys


def _number(lines: list[str], line: int, what: str) -> int:
    text = lines[line - 1].rstrip("\r ") if len(lines) >= line else ""
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"line {line} is {what}, a whole number, not {_shown(text)}")
    return int(text)


def board_size(size: int) -> int:
    """Return the size, or raise an error with the allowed sizes."""
    if not 2 <= size <= LARGEST_SIZE:
        raise NotationError(f"a board has a size from 2 to {LARGEST_SIZE}, not {size}")
    return size


def _tiles(words: list[str], where: str, rules: Rules) -> list[int]:
    if len(words) != rules.size:
        tiles = "1 tile" if len(words) == 1 else f"{len(words)} tiles"
        raise NotationError(f"{where} has {tiles}; a board of size {rules.size} must have {rules.size} in each row")
    return [_tile(word.strip(), where, place, rules) for place, word in enumerate(words, 1)]


def _tile(word: str, where: str, place: int, rules: Rules) -> int:
    value = int(word) if _NUMBER.fullmatch(word) else -1
    if value and not rules.is_tile(value):
        base = rules.base
        message = f"tile {place} in {where} is {_shown(word)}; a tile is 0, {base}, {2 * base}, {4 * base}, ..."
        raise NotationError(message)
    return value


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 40 else f"{text[:37]}...")
