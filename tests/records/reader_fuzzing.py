"""Randomly changed weights, backups, books, share codes, protocol lines and engines, with the time of each reader.

A changed file gets a correct checksum again in most cases, because a wrong one would stop the reader early.

    python -m tests.records.reader_fuzzing [110000 [reader ...]]     prints the table
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
import tempfile
import time
from base64 import urlsafe_b64encode
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from slidedrop.connect4 import Game as Connect4Game
from slidedrop.connect4.engine.book.stored import StoredBook, digest_of, read_book, write_book
from slidedrop.core.errors import SlidedropError
from slidedrop.core.packing import Packing
from slidedrop.engine.wasm import SECTION, checked_module
from slidedrop.players.protocol import read_game_line
from slidedrop.records.share import read_code, write_code
from slidedrop.twenty48 import Game, Rules
from slidedrop.twenty48.engine.sealed import SEAL
from slidedrop.twenty48.engine.weights import read_network
from slidedrop.web.store.backup import restore
from tests.records.fuzzing import ODD_VALUES, change_bytes, change_value
from tests.twins.weights2048 import small_weights

if TYPE_CHECKING:
    from collections.abc import Callable


class Found(NamedTuple):
    """The results of one reader for some changed inputs."""

    inputs: int
    refused: int
    others: list[str]
    """Exceptions that are not a SlidedropError, with their inputs."""
    slowest: float
    """The maximum CPU seconds of one input."""


def fuzz(kind: str, numbers: range, folder: Path) -> Found:
    """Read changed inputs; any exception except SlidedropError is an error of the reader."""
    change, read = READERS[kind]
    refused, slowest, others = 0, 0.0, []
    for number in numbers:
        content = change(random.Random(f"{kind} {number}"), folder)
        began = time.process_time()
        try:
            read(content, folder)
        except SlidedropError as error:
            refused += 1
            others += [] if str(error).isprintable() else [f"{kind} {number}: {str(error)!r:.200} on a screen"]
        except Exception as error:  # noqa: BLE001 - this is what is looked for
            others.append(f"{kind} {number}: {error!r:.200}")
        slowest = max(slowest, time.process_time() - began)
    return Found(len(numbers), refused, others, slowest)


# --- files with a checksum -------------------------------------------------------------------------------------------


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


_GAME: dict[str, Any] = {"id": "g", "header": '{"version": 1, "game": "connect4", "rules": {}}', "owner": 0}
_GAME |= {
    "invited": 0,
    "offer": None,
    "rematch": None,
    "key": "k",
    "fingerprint": "f",
    "version": 3,
    "ply": 2,
    "changed": 1,
}
_BACKUP: tuple[dict[str, Any], ...] = (
    {"game": _GAME, "commands": [[0, '"hint"', "both", None]] * 2, "secrets": [["d", "both", 1, 1]]},
    {"room": {"code": "r", "content": "{}", "expires": 1, "version": 1}},
)


def _backup(chance: random.Random, folder: Path) -> bytes:
    lines = deepcopy(_BACKUP)
    for _ in range(chance.randrange(3)):
        change_value(chance.choice(lines), chance)
    body = b"".join(json.dumps(line).encode() + b"\n" for line in ({"slidedrop backup": 2}, *lines))
    body = change_bytes(body, chance) if chance.random() < 0.2 else body
    count = {"games": body.count(b'{"game":'), "rooms": body.count(b'{"room":')}
    whole = body + json.dumps({**count, "sha256": hashlib.sha256(body).hexdigest()}).encode() + b"\n"
    return change_bytes(whole, chance) if chance.random() < 0.2 else whole


def _read_backup(content: bytes, folder: Path) -> None:
    path = folder / "changed.backup"
    path.write_bytes(content)
    restore(str(folder / "restored.sqlite3"), path)


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


@lru_cache(maxsize=1)
def _small_engine() -> bytes:
    """Return a WebAssembly module of one function with the last section of a built engine; it compiles in 1 ms."""
    import wasmtime

    function = '(func (export "f") (param i32) (result i32) local.get 0 i32.const 3 i32.add)'
    code = bytes(wasmtime.wat2wasm(f'(module (memory (export "memory") 1) {function} (data (i32.const 0) "abc"))'))
    return code + _section({"arrays": {"board": [0, 8, "uint64"]}})


def _section(about: object) -> bytes:
    content, length = SECTION + json.dumps(about).encode(), Packing()
    length.number(len(content))
    return b"\0" + bytes(length) + content


def _wasm(chance: random.Random, folder: Path) -> bytes:
    content = bytearray(_built() if chance.random() < 0.01 else _small_engine())
    if chance.random() < 0.2:
        del content[-len(_section({"arrays": {"board": [0, 8, "uint64"]}})) :]
        return bytes(content) + _section(change_value({"arrays": {"board": [0, 8, "uint64"]}}, chance))
    for _ in range(1 + chance.randrange(3)):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return bytes(content[: chance.randrange(len(content))] if chance.random() < 0.1 else content)


def _read_wasm(content: bytes, folder: Path) -> None:
    checked_module(content, "changed.wasm")


READERS: dict[str, tuple[Callable[[random.Random, Path], bytes], Callable[[bytes, Path], None]]] = {
    "weights": (_weights, _read_weights),
    "backup": (_backup, _read_backup),
    "book": (_book, _read_book),
    "share code": (_share_code, _read_share_code),
    "protocol": (_line, _read_line),
    "wasm": (_wasm, _read_wasm),
}


HEAD = (
    "| Reader | Inputs | SlidedropErrors | Other errors | Slowest input (CPU) | CPU time |\n|---|--:|--:|--:|--:|--:|\n"
)


def main(count: int, *kinds: str) -> None:
    """Print the results of each reader for the requested number of inputs."""
    sys.stdout.write(HEAD)
    for kind in kinds or READERS:
        began = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            found = fuzz(kind, range(count), Path(folder))
        times = f"{1000 * found.slowest:.0f} ms | {time.process_time() - began:.0f} s"
        sys.stdout.write(f"| {kind} | {found.inputs:,} | {found.refused:,} | {len(found.others)} | {times} |\n")
        sys.stdout.flush()
        sys.stderr.write("".join(f"{other}\n" for other in found.others[:20]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 110_000, *sys.argv[2:])
