"""A minimal linker: turn one object file, whose addresses and indices are already final, into a program.

    in      imports a memory and perhaps a stack pointer, exports nothing, has symbols and relocations
    out     has a memory and a stack pointer of its own, exports the memory and the entries, and has a custom
            section with the addresses of the arrays

LLVM writes every relocation with its value within the object file, so a single object file needs no relocation.
docs/decisions/0009-webassembly.md says why no other linker is used.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from slidedrop.engine.wasm import PAGE, SECTION

if TYPE_CHECKING:
    from collections.abc import Iterator

IMPORT, MEMORY, GLOBAL, EXPORT, DATA = 2, 5, 6, 7, 11
ORDER: Final = (1, 2, 3, 4, 5, 13, 6, 7, 8, 9, 12, 10, 11)
"""The order of sections in a file."""
_MAGIC: Final = 8
"""The bytes before the first section: a magic number and a version."""
STACK_TOP: Final = 1 << 16
_FUNCTION_SYMBOL, _DATA_SYMBOL, _GLOBAL_SYMBOL, _SECTION_SYMBOL = 0, 1, 2, 3
_UNDEFINED, _NAMED = 0x10, 0x40
_SYMBOL_TABLE: Final = 8
_MUTABLE_I32: Final = b"\x7f\x01"


class LinkError(ValueError):
    """Raised if an object file is not self-contained."""


def link(code: bytes, names: set[str], end: int, manifest: dict[str, Any]) -> bytes:
    """Return the program of an object file, with a memory that ends at an address."""
    kept, found = _read(code)
    if set(found) & names != names:
        message = f"the object file does not define {', '.join(sorted(names - set(found)))}"
        raise LinkError(message)
    stack = _checked_imports(kept.pop(IMPORT, b"\0"))
    kept[MEMORY] = b"\x01\x00" + leb(-(-end // PAGE))
    if stack:
        kept[GLOBAL] = b"\x01" + _MUTABLE_I32 + b"\x41" + signed_leb(STACK_TOP) + b"\x0b"
    kept[EXPORT] = _exports({name: found[name] for name in names})
    about = leb(len(SECTION)) + SECTION + json.dumps(manifest, sort_keys=True).encode()
    body = b"".join(_section(kind, kept[kind]) for kind in ORDER if kind in kept)
    return code[:8] + body + _section(0, about)


def _read(code: bytes) -> tuple[dict[int, bytes], dict[str, int]]:
    """Return the sections of the program, and the index of each named function."""
    kept: dict[int, bytes] = {}
    found: dict[str, int] = {}
    for kind, body in sections(code):
        if kind:
            kept[kind] = body
        elif body[1:8] == b"linking":
            found = dict(_functions(body))
    return kept, found


def _functions(body: bytes) -> Iterator[tuple[str, int]]:
    """Yield each function that the linking section names."""
    size, at = unsigned_leb(body, 0)
    _, at = unsigned_leb(body, at + size)
    while at < len(body):
        kind = body[at]
        size, at = unsigned_leb(body, at + 1)
        if kind == _SYMBOL_TABLE:
            yield from _symbols(body, at)
        at += size


def _symbols(body: bytes, at: int) -> Iterator[tuple[str, int]]:
    count, at = unsigned_leb(body, at)
    for _ in range(count):
        kind = body[at]
        flags, at = unsigned_leb(body, at + 1)
        is_here = not flags & _UNDEFINED
        index = 0
        if kind != _DATA_SYMBOL:
            index, at = unsigned_leb(body, at)
        name = ""
        if kind != _SECTION_SYMBOL and (kind == _DATA_SYMBOL or is_here or flags & _NAMED):
            size, at = unsigned_leb(body, at)
            name, at = body[at : at + size].decode(), at + size
        for _ in range(3 if kind == _DATA_SYMBOL and is_here else 0):
            _, at = unsigned_leb(body, at)
        if kind == _FUNCTION_SYMBOL and is_here:
            yield name, index


def _checked_imports(body: bytes) -> bool:
    """Return whether a stack pointer is imported; raise an error for any import except that and a memory."""
    count, at = unsigned_leb(body, 0)
    stack = False
    for _ in range(count):
        texts = []
        for _ in range(2):
            size, at = unsigned_leb(body, at)
            texts.append(body[at : at + size].decode())
            at += size
        if texts[1] not in {"__linear_memory", "__stack_pointer"}:
            message = f"a kernel calls {texts[1]}, which is not there in WebAssembly; write it without"
            raise LinkError(message)
        stack |= texts[1] == "__stack_pointer"
        at = at + 3 if body[at] == 3 else unsigned_leb(body, at + 2)[1]
    return stack


def _exports(functions: dict[str, int]) -> bytes:
    entries = [leb(len(name)) + name.encode() + b"\0" + leb(index) for name, index in sorted(functions.items())]
    return leb(len(entries) + 1) + leb(6) + b"memory\x02\x00" + b"".join(entries)


def _section(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + leb(len(body)) + body


def leb(value: int) -> bytes:
    """Return a number in groups of seven bits, the lowest first (LEB128)."""
    out = bytearray()
    while True:
        byte, value = value & 127, value >> 7
        out.append(byte | (128 if value else 0))
        if not value:
            return bytes(out)


def signed_leb(value: int) -> bytes:
    """Return a nonnegative number as a signed LEB128: its highest bit must stay clear."""
    return leb(value) if not leb(value)[-1] & 64 else leb(value)[:-1] + bytes([leb(value)[-1] | 128, 0])


def sections(code: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield each section of a WebAssembly file: its kind and its contents."""
    at = _MAGIC
    while at < len(code):
        kind = code[at]
        size, start = unsigned_leb(code, at + 1)
        at = start + size
        yield kind, code[start:at]


def unsigned_leb(code: bytes, at: int) -> tuple[int, int]:
    """Return a number stored in groups of seven bits (LEB128), and the index after it."""
    value = shift = 0
    while True:
        byte = code[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
