"""Write the declared functions and arrays of all engines as JavaScript classes for the page, with types in JSDoc.

def search(self, limit: int) -> bool          search(limit) { return this.exports.search(BigInt(limit)) !== 0n; }
low = Array[int]("q", 1024)                   get low() { return this.array("low"); }
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from slidedrop.connect4.engine.exports import SolverExports
from slidedrop.engine.exports import Array, Exports, Word
from slidedrop.twenty48.engine.exports import SearchExports

if TYPE_CHECKING:
    from inspect import Signature

DECLARATIONS: Final[tuple[type[Exports], ...]] = (SolverExports, SearchExports)
_HEAD: Final = """/** Written by `make portable` from connect4/engine/exports.py and twenty48/engine/exports.py. */
import { Program } from "./program.js";
"""
_TYPES: Final[dict[Any, str]] = {int: "number", bool: "boolean", Word: "bigint", None: "void"}
_ARRAYS: Final = {
    "b": "Int8Array",
    "B": "Uint8Array",
    "h": "Int16Array",
    "f": "Float32Array",
    "d": "Float64Array",
    "q": "BigInt64Array",
    "Q": "BigUint64Array",
}


def javascript() -> str:
    """Return the JavaScript module of all declarations."""
    return _HEAD + "".join(map(_class, DECLARATIONS))


def _class(declared: type[Exports]) -> str:
    arrays = [_array(name, array) for name, array in declared.arrays().items()]
    functions = [_function(declared, name, signature) for name, signature in declared.functions().items()]
    head = f"\n/** {(declared.__doc__ or '').strip()} */\nexport class {declared.__name__} extends Program {{\n"
    return head + "\n".join(arrays + functions) + "}\n"


def _array(name: str, array: Array[Any]) -> str:
    view = f"  /** @returns {{{_ARRAYS[array.kind]}}} */\n"
    view += f'  get {_camel(name)}() {{ return this.array("{array.field}"); }}\n'
    if not array.growing:
        return view
    grow = f'{_camel(f"grow_{name}")}(count) {{ this.grow("{array.field}", count); }}'
    return view + f"\n  /** @param {{number}} count */\n  {grow}\n"


def _function(declared: type[Exports], name: str, signature: Signature) -> str:
    given = {_camel(each): _TYPES[parameter.annotation] for each, parameter in list(signature.parameters.items())[1:]}
    about = (getattr(declared, name).__doc__ or "").partition("\n")[0]
    types = "".join(f" @param {{{kind}}} {each}" for each, kind in given.items())
    returned = _TYPES[signature.return_annotation]
    numbers = ", ".join(each if kind == "bigint" else f"BigInt({each})" for each, kind in given.items())
    called = f"this.exports.{name}({numbers})"
    body = {"void": called, "boolean": f"return {called} !== 0n", "number": f"return Number({called})"}[returned]
    return f"  /** {about}{types} @returns {{{returned}}} */\n  {_camel(name)}({', '.join(given)}) {{ {body}; }}\n"


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
