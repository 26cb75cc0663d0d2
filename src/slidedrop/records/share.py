"""Share codes: a whole game as text that fits in a link.

    T 1 AAQAAAAAAAAABw0sPAAAk3wGqg
    │ │ └ base64url of: how many bytes there are, the game packed, and a CRC-32 of all of it with the two signs before
    │ └ the version of this format
    └ the game: T is 2048, C is Connect-4

The checksum finds any wrong character. Where exactly one is wrong it even says which, because every single change
leaves a different trace in a CRC.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from importlib import import_module
from typing import Any, Final
from zlib import crc32

from slidedrop.core.command import Command
from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.core.game import Game
from slidedrop.core.packing import Packing, Unpacking

VERSION: Final = "1"
CODECS: Final = {"T": ("2048", "slidedrop.twenty48.sharing"), "C": ("connect4", "slidedrop.connect4.sharing")}
"""The letter of each game, its name, and the module that packs and unpacks it.

`pack(game, packing)` writes the header, the start, the line finally played and the counts of take-backs and hints;
`unpack(packing)` returns the game, played through again.
"""
LONGEST: Final = 1 << 18
"""The longest text that is tried at all, in characters."""
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_CHECKSUM: Final = 4
_UNHARMED: Final = 0x2144DF1C
"""What CRC-32 gives for any content that is followed by its own CRC-32."""


def write_code(game: Game) -> str:
    """Return the game as a code, or say why no code can hold it."""
    letter = next((letter for letter, (kind, _) in CODECS.items() if kind == game.kind), None)
    if letter is None:
        raise NotationError(f"there are no share codes for {game.kind} yet")
    packing = Packing()
    _codec(letter).pack(game, packing)
    return _written(letter + VERSION, bytes(packing))


def _codec(letter: str) -> Any:  # noqa: ANN401 - a module, see CODECS
    return import_module(CODECS[letter][1])


def _written(signs: str, packed: bytes) -> str:
    length = Packing()
    length.number(len(packed))
    content = bytes(length) + packed
    check = crc32(content, crc32(signs.encode())).to_bytes(_CHECKSUM, "little")
    return signs + urlsafe_b64encode(content + check).decode().rstrip("=")


def read_code(text: str) -> Game:
    """Return the game that a code, or a link with a code after its #, holds, or say what is wrong and where."""
    code = text.strip().rpartition("#")[2].removeprefix("game=")
    _check_signs(code)
    packing = Unpacking(_checked(code))
    packing.number()
    try:
        game: Game = _codec(code[0]).unpack(packing)
    except SlidedropError as error:
        raise NotationError(f"the share code is whole, but its game is not possible: {error}") from error
    if packing.rest:
        raise NotationError(f"the share code is whole, but {packing.rest} bytes follow its game")
    _count(game)
    return game


def _count(game: Game) -> None:
    """Add take-backs and hints to the commands of a game whose line was played through.

    Which moves were taken back is not in a code; going back and forth at the end counts the same.
    """
    summary = game.summary()
    there_and_back = [Command("undo"), Command("redo")]
    if not game.commands:
        some = game.position.legal_moves()[:1]
        there_and_back = [Command("move", game.spell(some[0])), Command("undo")] if some else []
    game.commands += [*there_and_back * summary.take_backs, *[Command("hint")] * summary.hints]


def _check_signs(code: str) -> None:
    """Refuse text that is not one of our codes, naming its first wrong character."""
    if not 2 < len(code) <= LONGEST:
        raise NotationError(f"a share code has from 3 to {LONGEST} characters, not {len(code)}")
    if code[0] not in CODECS:
        games = ", ".join(f"{letter} for {kind}" for letter, (kind, _) in CODECS.items())
        raise NotationError(f"character 1 of a share code names its game ({games}), and {code[0]!a} names none")
    if code[1] != VERSION:
        message = f"character 2 of the share code is its version, and this slidedrop reads {VERSION}, not {code[1]!a}"
        raise NotationError(message)
    for place, character in enumerate(code[2:], 3):
        if character not in _ALPHABET:
            message = f"character {place} of the share code is {character!a}; only letters, digits, - and _ are used"
            raise NotationError(message)


def _checked(code: str) -> bytes:
    """Return the bytes before the checksum, or say where the code does not agree with it."""
    body = code[2:]
    if len(body) % 4 == 1:
        raise _cut_or_longer(code, b"")
    content = urlsafe_b64decode(body + "=" * (-len(body) % 4))
    if urlsafe_b64encode(content).decode().rstrip("=") != body:
        raise NotationError(f"character {len(code)} of the share code, {code[-1]!a}, cannot be the last one")
    trace = crc32(content, crc32(code[:2].encode())) ^ _UNHARMED
    if trace or len(content) <= _CHECKSUM:
        raise _one_wrong(code, content, trace) or _cut_or_longer(code, content)
    return content[:-_CHECKSUM]


def _one_wrong(code: str, content: bytes, trace: int) -> NotationError | None:
    """Say which single character is wrong, if changing one puts the checksum right."""
    for letter in CODECS:
        if crc32(content, crc32(f"{letter}{code[1]}".encode())) == _UNHARMED:
            return _asks_for(code, 0, letter)
    effects = _effects(len(content))
    for place in range(2, len(code)):
        sums = [0]
        for effect in reversed(effects[6 * (place - 2) :][:6]):
            sums += [known ^ effect for known in sums]
        if trace in sums:
            change = sums.index(trace) << max(0, 6 * (place - 1) - len(effects))
            return _asks_for(code, place, _ALPHABET[_ALPHABET.index(code[place]) ^ change])
    return None


def _asks_for(code: str, place: int, right: str) -> NotationError:
    return NotationError(
        f"character {place + 1} of the share code is {code[place]!a} where its checksum asks for {right!a}"
    )


def _effects(count: int) -> list[int]:
    """Return, for each bit of this many bytes as base64 reads them, how its flip changes their CRC-32."""
    nothing = crc32(b"\0")
    table = [crc32(bytes([byte])) ^ nothing for byte in range(256)]
    bits = [table[0x80 >> bit] for bit in range(8)]
    effects: list[list[int]] = []
    for _ in range(count):
        effects.append(bits)
        bits = [table[effect & 0xFF] ^ (effect >> 8) for effect in bits]
    return [effect for bits in reversed(effects) for effect in bits]


def _cut_or_longer(code: str, content: bytes) -> NotationError:
    """Say that the end is missing or too long, as the length in front tells; else only from where on it is wrong."""
    should = _length_told(code)
    differs = "" if should == len(code) else f"it has {len(code)} characters and says of itself {should}; "
    where = f"the characters from 3 to {len(code)} do not agree with its checksum"
    if content and not differs:
        return NotationError(f"the share code is damaged: {where}")
    kind = "cut off" if should > len(code) else "followed by something else"
    return NotationError(f"the share code is {kind} or damaged: {differs}{where}")


def _length_told(code: str) -> int:
    start = code[2:10]
    start = start[: len(start) // 4 * 4]
    length = Unpacking(urlsafe_b64decode(start))
    try:
        packed = length.number()
    except NotationError:
        return len(code) + 1
    size = packed + _CHECKSUM + (len(start) * 3 // 4 - length.rest)
    return 2 + (size * 4 + 2) // 3
