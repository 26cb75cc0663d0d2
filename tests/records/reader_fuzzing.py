"""Weights, books, share codes, lines of the protocol and built engines, changed at random; each reader and its time.

A changed file gets a right checksum again in half of the cases, because a wrong one would hide the rest of the reader.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from slidedrop.connect4 import Game as Connect4Game
from slidedrop.connect4.engine.book.stored import StoredBook, digest_of, read_book, write_book
from slidedrop.core.errors import SlidedropError
from slidedrop.core.packing import Packing
from slidedrop.engine.wasm import checked_module
from slidedrop.players.protocol import read_game_line
from slidedrop.records.share import read_code, write_code
from slidedrop.twenty48 import Game, Rules
from slidedrop.twenty48.engine.sealed import SEAL
from slidedrop.twenty48.engine.weights import read_network
from tests.records.fuzzing import ODD_VALUES, change_bytes, change_value
from tests.twins.weights2048 import small_weights

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Found(NamedTuple):
    """What became of some changed inputs of one reader."""

    inputs: int
    refused: int
    slowest: float
    """The most CPU seconds that one input took."""


def fuzz(kind: str, numbers: range, folder: Path) -> Found:
    """Read changed inputs; anything but a value or a SlidedropError is an error of the reader, and raised."""
    change, read = READERS[kind]
    refused, slowest = 0, 0.0
    for number in numbers:
        content = change(random.Random(f"{kind} {number}"), folder)
        began = time.process_time()
        try:
            read(content, folder)
        except SlidedropError as error:
            assert str(error).isprintable(), (kind, number)  # noqa: PT017 - which input it was
            refused += 1
        except Exception as error:
            raise AssertionError(f"{kind} {number}: {error!r}") from error
        slowest = max(slowest, time.process_time() - began)
    return Found(len(numbers), refused, slowest)


# --- files with a seal -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _small_weights(folder: Path) -> bytes:
    return small_weights(folder / "small.weights").read_bytes()


def _weights(chance: random.Random, folder: Path) -> bytes:
    content = _small_weights(folder)
    if chance.random() < 0.2:
        return change_bytes(content, chance)
    length = int.from_bytes(content[8:12], "big")
    header, data = json.loads(content[12 : 12 + length]), content[12 + length : -SEAL]
    for _ in range(chance.randrange(3)):
        change_value(header, chance)
    text = json.dumps(header).encode()
    text = change_bytes(text, chance) if chance.random() < 0.1 else text
    data = change_bytes(data, chance) if chance.random() < 0.5 else data
    changed = content[:8] + len(text).to_bytes(4, "big") + text + data
    return changed + hashlib.sha256(changed).digest()


def _read_weights(content: bytes, folder: Path) -> None:
    path = folder / "changed.weights"
    path.write_bytes(content)
    read_network(path)


@lru_cache(maxsize=2)
def _small_book(folder: Path) -> bytes:
    path = folder / "small.book"
    write_book(path, StoredBook(4, 4, {0: b"\0", 2: bytes(range(9))}))
    return path.read_bytes()


def _book(chance: random.Random, folder: Path) -> bytes:
    content = _small_book(folder)
    if chance.random() < 0.2:
        return change_bytes(content, chance)
    title, line, payload = content.split(b"\n", 2)
    header = json.loads(line)
    for _ in range(chance.randrange(3)):
        change_value(header, chance)
    payload = change_bytes(payload, chance) if chance.random() < 0.5 else payload
    if isinstance(header, dict):
        header.pop("sha256", None)
        header["sha256"] = digest_of(header, payload)
    return title + b"\n" + json.dumps(header).encode() + b"\n" + payload


def _read_book(content: bytes, folder: Path) -> None:
    path = folder / "changed.book"
    path.write_bytes(content)
    book = read_book(path)
    assert all(book.known(ply) >= 0 for ply in book.sections)


# --- text ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _code_of(kind: int) -> bytes:
    chance = random.Random(kind)
    rules = chance.choice([Rules(), Rules(size=2), Rules(size=5, base=3, winning_tile=48, tiles_per_move=2)])
    game: Any = Connect4Game() if kind % 2 else Game(rules, seed=kind)
    for _ in range(chance.randrange(9)):
        if moves := game.legal_moves():
            game.play(chance.choice(moves))
    return write_code(game).encode()


def _share_code(chance: random.Random, folder: Path) -> bytes:
    if chance.random() < 0.3:
        return change_bytes(_code_of(chance.randrange(64)), chance)
    sign, packing = chance.choice(["T1", "C1"]), Packing()
    for _ in range(chance.randrange(20)):
        packing.number(chance.choice([0, 1, 2, 3, 4, 7, 8, 11, 15, 16, 64, 4096, 1 << 20, 1 << 40, (1 << 63) - 1]))
        if chance.random() < 0.3:
            packing.signed(chance.randrange(-(1 << 63), 1 << 63))
    body = bytes(packing) + chance.randbytes(chance.randrange(12))
    length = Packing()
    length.number(len(body))
    whole = bytes(length) + body
    whole += crc32(whole, crc32(sign.encode())).to_bytes(4, "little")
    return (sign + urlsafe_b64encode(whole).decode().rstrip("=")).encode()


def _read_share_code(content: bytes, folder: Path) -> None:
    read_code(content.decode("utf-8", "replace"))


_LINES = (
    "2048 4x4 base 2|0,0,2,4/0,2,0,4/0,0,4,8/2,4,8,16",
    "2048 3 base 3|3,0,0/0,6,0/0,0,12",
    "connect4 7x6|......./......./......./......./...O.../..XX... O",
    "connect4 4x4 connect 3 free|..../.X../..../....",
)


def _line(chance: random.Random, folder: Path) -> bytes:
    text = change_bytes(chance.choice(_LINES).encode(), chance)
    return text.replace(b" ", f" {chance.choice(ODD_VALUES)!s:.40} ".encode(errors="replace"), chance.randrange(2))


def _read_line(content: bytes, folder: Path) -> None:
    game, _, position = content.decode("utf-8", "replace").partition("|")
    spec, rules = read_game_line(game.split())
    spec.notation.load().read_position(position.split(), rules)


# --- built engines ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _built() -> bytes:
    from importlib.resources import files

    return (files("slidedrop") / "data" / "2048-small.wasm").read_bytes()


def _wasm(chance: random.Random, folder: Path) -> bytes:
    content = bytearray(_built())
    for _ in range(1 + chance.randrange(3)):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return bytes(content[: chance.randrange(len(content))] if chance.random() < 0.1 else content)


def _read_wasm(content: bytes, folder: Path) -> None:
    checked_module(content, "changed.wasm")


READERS: dict[str, tuple[Callable[[random.Random, Path], bytes], Callable[[bytes, Path], None]]] = {
    "weights": (_weights, _read_weights),
    "book": (_book, _read_book),
    "share code": (_share_code, _read_share_code),
    "protocol": (_line, _read_line),
    "wasm": (_wasm, _read_wasm),
}
