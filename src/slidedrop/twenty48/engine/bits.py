"""Four processor instructions that Python does not offer: popcount, pdep, pext and prefetch.

    word      ...0100 0001 0010        `count` is 3; `nth(word, 1)` is the bit ...0001 0000 (from 0, the lowest first)
    mask      ...1100 0000 1111        `pext(word, mask)` is the bits under the mask, packed together: ...01 0010
    array     [. . . . . X . . .]      `prefetch(array, 5)` loads element 5 into the cache while other work runs

`HAS_BMI2` is true if the processor has `pdep` and `pext`. Without them `nth` drops the low bits one by one, and callers
of `pext` shift and mask instead.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import compiled

# Imported by name: they have no types, and `kernel` must set numba's cache folder first.
_numba: Any = import_module("numba")
_extending: Any = import_module("numba.extending")
_arrays: Any = import_module("numba.np.arrayobj")
_code: Any = import_module("numba.core.cgutils")
_ir: Any = import_module("llvmlite.ir")
_machine: Any = import_module("llvmlite.binding")

_WORD: Final = _ir.IntType(64)
_NUMBER: Final = _ir.IntType(32)
_ONE: Final = np.uint64(1)


def _emit_count(_context: Any, word: Any) -> Any:  # noqa: ANN401 - numba has no types
    def emit(_: Any, builder: Any, __: Any, arguments: Any) -> Any:  # noqa: ANN401 - numba has no types
        return builder.ctpop(arguments[0])

    return _numba.uint64(word), emit


def _two_words(instruction: str) -> Any:  # noqa: ANN401 - numba has no types
    """Return a function that emits an instruction on a word and a mask."""

    def typed(_context: Any, word: Any, mask: Any) -> Any:  # noqa: ANN401 - numba has no types
        def emit(_: Any, builder: Any, __: Any, arguments: Any) -> Any:  # noqa: ANN401 - numba has no types
            kind = _ir.FunctionType(_WORD, [_WORD, _WORD])
            function = _code.get_or_insert_function(builder.module, kind, f"llvm.x86.bmi.{instruction}.64")
            return builder.call(function, arguments)

        return _numba.uint64(word, mask), emit

    return typed


def _emit_prefetch(_context: Any, array: Any, index: Any) -> Any:  # noqa: ANN401 - numba has no types
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401 - numba has no types
        target = _arrays.make_array(signature.args[0])(context, builder, arguments[0])
        address = builder.gep(target.data, [arguments[1]])
        kind = _ir.FunctionType(_ir.VoidType(), [address.type, _NUMBER, _NUMBER, _NUMBER])
        fetch = _code.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(fetch, [address, _NUMBER(0), _NUMBER(3), _NUMBER(1)])  # read access, nearest cache, data
        return context.get_dummy_value()

    return _numba.void(array, index), emit


count: Callable[[np.uint64], np.uint64] = _extending.intrinsic(_emit_count)
"""Return the number of bits set in a word."""
prefetch: Callable[[npt.NDArray[Any], np.uint64], None] = _extending.intrinsic(_emit_prefetch)
"""Load an element of a flat array into the cache without waiting for it."""
_pdep: Callable[[np.uint64, np.uint64], np.uint64] = _extending.intrinsic(_two_words("pdep"))
pext: Callable[[np.uint64, np.uint64], np.uint64] = _extending.intrinsic(_two_words("pext"))
"""Return the bits of a word under a mask, packed at the low end; only if HAS_BMI2."""


@compiled
def _nth_by_instruction(word: np.uint64, number: np.uint64) -> np.uint64:
    return _pdep(_ONE << number, word)


@compiled
def _nth_by_dropping(word: np.uint64, number: np.uint64) -> np.uint64:
    left = number
    while left > np.uint64(0):
        word &= word - _ONE
        left -= _ONE
    return word & (~word + _ONE)


def _has_bmi2() -> bool:
    """Return whether the processor that numba compiles for has `pdep` and `pext`."""
    return _numba.config.CPU_NAME is None and bool(_machine.get_host_cpu_features().get("bmi2", False))


HAS_BMI2: Final = _has_bmi2()
nth = _nth_by_instruction if HAS_BMI2 else _nth_by_dropping
"""Return the k-th set bit of a word, counted from 0 at the low end; the word must have more than k bits set."""
