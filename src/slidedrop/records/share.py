"""Share codes: a whole game as text that fits in a link.

    T 1 AAQAAAAAAAAABw0sPAAAk3wGqg
    │ │ └ base64url of: the number of bytes, the packed game, and a CRC-32 of all of it and the characters before
    │ └ the version of this format
    └ the game: the letter of its definition, or the name of another package's game

The checksum finds any wrong character. If only one is wrong, it also shows which, because every single change alters
a CRC differently.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from zlib import crc32

from slidedrop.core.capabilities import ShareCodec
from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.game import Game
from slidedrop.core.packing import Packing, Unpacking
from slidedrop.core.spec import AnyGame, AnySpec
from slidedrop.games import game_specs, spec_of

VERSION: Final = "1"
LONGEST: Final = 1 << 16
"""The longest code, in characters."""
_MOST_MOVES: Final = 2_000
"""The longest line of a game from another package."""
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_CHECKSUM: Final = 4
_SEARCHED: Final = 4096
"""The longest code in which a wrong character is searched for: it takes a tenth of a second."""
_RESIDUE: Final = 0x2144DF1C
"""The CRC-32 of any content followed by its own CRC-32."""
_BYTE: Final = 8


class _Code(NamedTuple):
    """A code in parts: the game, the characters before the packed bytes, and these as base64url."""

    spec: AnySpec
    signs: str
    body: str

    @property
    def length(self) -> int:
        return len(self.signs) + len(self.body)


class PlainCodec:
    """Packs any game as JSON: its header and its final line."""

    def __init__(self, spec: AnySpec) -> None:
        self._spec = spec

    def pack(self, game: AnyGame, packing: Packing) -> None:
        """Write the header and the line."""
        content = {**game.header(), "line": self._checked(game.line())}
        packing.choices(list(json.dumps(content, separators=(",", ":")).encode()), _BYTE)
        packing.number(game.take_backs)
        packing.number(game.hints)

    def unpack(self, packing: Unpacking) -> AnyGame:
        """Return the game after replaying it."""
        try:
            content = json.loads(bytes(packing.choices(_BYTE)))
            line = self._checked([str(move) for move in content["line"]])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise NotationError("its content is not a game as JSON") from error
        game = self._spec.game_from(content)
        for move in line:
            game.do(Command("resign") if move == "resign" else Command("move", move))
        game.take_backs, game.hints = packing.number(), packing.number()
        return game

    @staticmethod
    def _checked(line: list[str]) -> list[str]:
        if len(line) > _MOST_MOVES:
            raise NotationError(f"{len(line)} moves are too many for a share code; export the game instead")
        return line


def _codec(spec: AnySpec) -> ShareCodec[Any]:
    return PlainCodec(spec) if spec.share is None else spec.share.load()


def _sign(spec: AnySpec) -> str:
    return spec.share_letter or spec.name


def is_code(text: str) -> bool:
    """Tell whether a text starts like a share code, or is a link with one."""
    code = text.strip()
    return "#" in code or any(code.startswith(_sign(spec) + VERSION) for spec in game_specs())


def write_code(game: Game) -> str:
    """Return the game as a code, or raise an error if no code can hold it."""
    spec, packing = spec_of(game), Packing()
    _codec(spec).pack(game, packing)
    code = _written(_sign(spec) + VERSION, bytes(packing))
    if len(code) > LONGEST:
        raise NotationError("the game is too long for a share code; export it instead")
    return code


def _written(signs: str, packed: bytes) -> str:
    length = Packing()
    length.number(len(packed))
    content = bytes(length) + packed
    check = crc32(content, crc32(signs.encode())).to_bytes(_CHECKSUM, "little")
    return signs + urlsafe_b64encode(content + check).decode().rstrip("=")


def read_code(text: str) -> AnyGame:
    """Return the game of a code, or of a link with a code after its #; an error says where the code is wrong."""
    code = _parts_of(text.strip().rpartition("#")[2].removeprefix("game="))
    packing = Unpacking(_checked(code))
    packing.number()
    try:
        game = _codec(code.spec).unpack(packing)
    except SlidedropError as error:
        raise NotationError(f"the share code is whole, but its game is not possible: {error}") from error
    if packing.rest:
        raise NotationError(f"the share code is whole, but {packing.rest} bytes follow its game")
    _count(game)
    return game


def _count(game: Game) -> None:
    """Add the counted undos and hints to a replayed game; a code does not hold which moves were undone."""
    summary = game.summary()
    there_and_back = [Command("undo"), Command("redo")]
    if not game.commands:
        some = game.position.legal_moves()[:1]
        there_and_back = [Command("move", game.spell(some[0])), Command("undo")] if some else []
    game.commands += [*there_and_back * summary.take_backs, *[Command("hint")] * summary.hints]


def _parts_of(code: str) -> _Code:
    """Return the parts of a code; other text is refused, naming its first wrong character."""
    if not 2 < len(code) <= LONGEST:
        raise NotationError(f"a share code has from 3 to {LONGEST} characters, not {len(code)}")
    spec = next((spec for spec in game_specs() if code.startswith(_sign(spec))), None)
    if spec is None:
        signs = " or ".join(f"{_sign(spec)} ({spec.name})" for spec in game_specs())
        raise NotationError(f"character 1 of a share code must be {signs}, not {code[0]!a}")
    place = len(_sign(spec))
    if code[place : place + 1] != VERSION:
        found = f"this slidedrop reads {VERSION}, not {code[place : place + 1]!a}"
        raise NotationError(f"character {place + 1} of the share code is its version, and {found}")
    for number, character in enumerate(code[place + 1 :], place + 2):
        if character not in _ALPHABET:
            message = f"character {number} of the share code is {character!a}; only letters, digits, - and _ are used"
            raise NotationError(message)
    return _Code(spec, code[: place + 1], code[place + 1 :])


def _checked(code: _Code) -> bytes:
    """Return the bytes before the checksum, or raise an error that says where the code is wrong."""
    if len(code.body) % 4 == 1:
        raise _cut_or_longer(code, b"")
    content = urlsafe_b64decode(code.body + "=" * (-len(code.body) % 4))
    if urlsafe_b64encode(content).decode().rstrip("=") != code.body:
        raise NotationError(f"character {code.length} of the share code, {code.body[-1]!a}, cannot be the last one")
    trace = crc32(content, crc32(code.signs.encode())) ^ _RESIDUE
    if trace or len(content) <= _CHECKSUM:
        raise _single_error(code, content, trace) or _cut_or_longer(code, content)
    return content[:-_CHECKSUM]


def _single_error(code: _Code, content: bytes, trace: int) -> NotationError | None:
    """Return which single character is wrong, if correcting one repairs the checksum; long codes are not searched."""
    if code.length > _SEARCHED:
        return None
    for letter in _letters():
        if crc32(content, crc32(f"{letter}{VERSION}".encode())) == _RESIDUE:
            return _wrong_character(1, code.signs[0], letter)
    effects = _effects(len(content))
    for place, character in enumerate(code.body):
        sums = [0]
        for effect in reversed(effects[6 * place :][:6]):
            sums += [known ^ effect for known in sums]
        if trace in sums:
            change = sums.index(trace) << max(0, 6 * (place + 1) - len(effects))
            right = _ALPHABET[_ALPHABET.index(character) ^ change]
            return _wrong_character(len(code.signs) + place + 1, character, right)
    return None


def _letters() -> Iterator[str]:
    return (spec.share_letter for spec in game_specs() if spec.share_letter)


def _wrong_character(number: int, found: str, right: str) -> NotationError:
    return NotationError(f"character {number} of the share code should be {right!a} by its checksum, not {found!a}")


def _effects(count: int) -> list[int]:
    """Return, for each bit of this many bytes in base64's order, how flipping it changes their CRC-32."""
    nothing = crc32(b"\0")
    table = [crc32(bytes([byte])) ^ nothing for byte in range(256)]
    bits = [table[0x80 >> bit] for bit in range(8)]
    effects: list[list[int]] = []
    for _ in range(count):
        effects.append(bits)
        bits = [table[effect & 0xFF] ^ (effect >> 8) for effect in bits]
    return [effect for bits in reversed(effects) for effect in bits]


def _cut_or_longer(code: _Code, content: bytes) -> NotationError:
    """Return an error: the end is missing or too long, by the length in front; else where the code is first wrong."""
    should = _declared_length(code)
    differs = "" if should == code.length else f"it has {code.length} characters, and its header says {should}; "
    where = f"the characters from {len(code.signs) + 1} to {code.length} do not agree with its checksum"
    if content and not differs:
        return NotationError(f"the share code is damaged: {where}")
    kind = "cut off" if should > code.length else "followed by something else"
    return NotationError(f"the share code is {kind} or damaged: {differs}{where}")


def _declared_length(code: _Code) -> int:
    start = code.body[:8]
    start = start[: len(start) // 4 * 4]
    length = Unpacking(urlsafe_b64decode(start))
    try:
        packed = length.number()
    except NotationError:
        return code.length + 1
    size = packed + _CHECKSUM + (len(start) * 3 // 4 - length.rest)
    return len(code.signs) + (size * 4 + 2) // 3
