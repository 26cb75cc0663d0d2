"""Compile kernels to an object file for wasm32: numba produces LLVM IR, LLVM translates it.

    memory (NamedTuple of arrays)    every array gets an address, which becomes a constant of the code
    kernel(memory, a, b)             called by an entry that takes and returns 64-bit numbers only

The IR of each function is captured *before* it is optimised for this machine. At that point it still says "field 4 of
this struct"; afterwards it may say "32 bytes on", which is right for 8-byte pointers, but wasm32 has 4-byte pointers.
"""

from __future__ import annotations

import inspect
import re
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint"
"""The features of every browser since 2020 and every wasmtime; no SIMD, because sums could differ in the last bit."""
FIRST_ARRAY: Final = 1 << 16
"""The constants of the code and its stack lie below this address."""
_LINE: Final = 64
_SLOT: Final = 16
_HEAD: Final = re.compile(r"^target (triple|datalayout) = .*$", re.MULTILINE)
_MOST_NUMBERS: Final = 5


class Layout(NamedTuple):
    """The addresses of the arrays of a memory."""

    arrays: dict[str, tuple[int, str, int]]
    """For each array of a fixed length: address, element type as in `struct`, length."""
    growing: dict[str, tuple[int, str]]
    """For each growing array: the address of its own address and length; element type."""
    end: int


def layout_of(memory: Any, growing: set[str]) -> Layout:  # noqa: ANN401 - the memory of any game
    """Assign an address to every array of a memory, one after the other."""
    arrays: dict[str, tuple[int, str, int]] = {}
    slots: dict[str, tuple[int, str]] = {}
    end = FIRST_ARRAY
    for name, value in _arrays_in(memory):
        if name in growing:
            slots[name] = (end, value.dtype.char.replace("l", "q").replace("L", "Q"))
            end += _LINE
        else:
            arrays[name] = (end, value.dtype.char.replace("l", "q").replace("L", "Q"), value.size)
            end = -(-(end + value.nbytes) // _LINE) * _LINE
    return Layout(arrays, slots, end)


def _arrays_in(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any part of a memory
    """Yield each array of a memory; those of a nested NamedTuple are named like "stack.answers"."""
    if isinstance(value, np.ndarray):
        yield name, value
    elif hasattr(value, "_asdict"):
        for part, inner in value._asdict().items():
            yield from _arrays_in(inner, f"{name}.{part}".lstrip("."))


def parameters_of(kernel: Callable[..., Any]) -> list[str]:
    """Return the names of a kernel's parameters after the memory."""
    return list(inspect.signature(kernel.py_func).parameters)[1:]  # type: ignore[attr-defined] # a kernel


@contextmanager
def captured() -> Iterator[list[str]]:
    """Capture the IR of every module that numba lowers inside the `with` block."""
    codegen, cgutils = import_module("numba.core.codegen"), import_module("numba.core.cgutils")
    texts: list[str] = []
    original = codegen.CPUCodeLibrary.add_ir_module

    def add(library: object, module: object) -> None:
        texts.append(cgutils.normalize_ir_text(str(module)))
        original(library, module)

    codegen.CPUCodeLibrary.add_ir_module = add
    try:
        yield texts
    finally:
        codegen.CPUCodeLibrary.add_ir_module = original


def entry(kernel: Callable[..., Any], memory: Any, layout: Layout) -> Any:  # noqa: ANN401 - numba has no types
    """Compile the entry of a kernel: the memory is at the addresses of the layout, and only numbers are passed."""
    numba = import_module("numba")
    placed = _reader(memory, layout)
    count = len(parameters_of(kernel))
    entries = {
        0: lambda: kernel(placed()),
        1: lambda a: kernel(placed(), a),
        2: lambda a, b: kernel(placed(), a, b),
        3: lambda a, b, c: kernel(placed(), a, b, c),
        4: lambda a, b, c, d: kernel(placed(), a, b, c, d),
        _MOST_NUMBERS: lambda a, b, c, d, e: kernel(placed(), a, b, c, d, e),
    }
    return numba.njit(numba.int64(*[numba.int64] * count), _nrt=False)(entries[count])


def _reader(memory: Any, layout: Layout) -> Any:  # noqa: ANN401 - numba has no types
    """Return a function that builds the memory in a kernel: arrays at their addresses, all else constants."""
    numba, extending = import_module("numba"), import_module("numba.extending")
    kind = numba.typeof(memory)

    def emit(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:  # noqa: ANN401 - numba has no types
        return _made(context, builder, kind, memory, layout, "")

    def typed(_context: Any) -> Any:  # noqa: ANN401 - numba has no types
        return kind(), emit

    return extending.intrinsic(typed)


def _made(context: Any, builder: Any, kind: Any, value: Any, layout: Layout, name: str) -> Any:  # noqa: ANN401 - numba has no types
    types = import_module("numba.core.types")
    if isinstance(kind, types.Array):
        return _array(context, builder, kind, value, layout, name)
    if isinstance(kind, types.BaseTuple):
        names = [f"{name}.{field}".lstrip(".") for field in getattr(value, "_fields", range(len(value)))]
        fields = zip(kind.types, value, names, strict=True)
        parts = [_made(context, builder, of, part, layout, field) for of, part, field in fields]
        return context.make_tuple(builder, kind, parts)
    return context.get_constant(kind, float(value) if isinstance(kind, types.Float) else int(value))


def _array(context: Any, builder: Any, kind: Any, value: Any, layout: Layout, name: str) -> Any:  # noqa: ANN401 - numba has no types
    """Return an array at its fixed address, or at the address in its slot."""
    ir, arrays = import_module("llvmlite.ir"), import_module("numba.np.arrayobj")
    word = ir.IntType(64)
    array = arrays.make_array(kind)(context, builder)
    if name in layout.growing:
        slot = builder.inttoptr(word(layout.growing[name][0]), word.as_pointer())
        place, shape = builder.load(slot), [builder.load(builder.gep(slot, [word(1)]))]
    else:
        place, shape = word(layout.arrays[name][0]), [word(extent) for extent in value.shape]
    strides = [word(stride) for stride in value.strides]
    data = builder.inttoptr(place, array.data.type)
    arrays.populate_array(array, data, shape, strides, word(value.itemsize), None, None)
    return array._getvalue()  # noqa: SLF001 - as numba's own code calls it


def object_file(texts: list[str], entries: Mapping[str, Any], kernels: Iterable[Any]) -> bytes:
    """Translate IR and entries into one object file; only the entries are exported.

    A kernel that another kernel calls is not inlined: otherwise the search would be included twice.
    """
    llvm = import_module("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default"
    )
    whole = _linked(llvm, machine, [*texts, *(_shim(name, entry) for name, entry in entries.items())])
    for thing in (*whole.functions, *whole.global_variables):
        if not thing.is_declaration and thing.name not in entries:
            thing.linkage = "internal"
    for function in whole.functions:
        if function.name in {found.fndesc.mangled_name for kernel in kernels for found in kernel.overloads.values()}:
            function.add_function_attribute("noinline")
    _optimise(llvm, machine, whole)
    code: bytes = machine.emit_object(whole)
    return code


def _linked(llvm: Any, machine: Any, texts: list[str]) -> Any:  # noqa: ANN401 - llvmlite has no types
    head = f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n'
    whole = llvm.parse_assembly(head)
    for text in texts:
        whole.link_in(llvm.parse_assembly(head + _HEAD.sub("", text)))
    return whole


def _optimise(llvm: Any, machine: Any, whole: Any) -> None:  # noqa: ANN401 - llvmlite has no types
    """Remove everything that no entry needs, then optimise at LLVM's highest level, without vectors."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, options)
    tidy = llvm.create_new_module_pass_manager()
    tidy.add_global_dead_code_eliminate_pass()
    for manager in (tidy, passes.getModulePassManager(), tidy):
        manager.run(whole, passes)
    whole.verify()


def _shim(name: str, compiled: Any) -> str:  # noqa: ANN401 - numba has no types
    """Return a plain function around numba's (result, error, arguments) convention: an error traps."""
    (found,) = compiled.overloads.values()
    inner, count = found.fndesc.mangled_name, len(found.signature.args)
    takes, gives = ", ".join(["ptr", "ptr"] + ["i64"] * count), "".join(f", i64 %a{n}" for n in range(count))
    return f"""
declare i32 @"{inner}"({takes})
declare void @llvm.trap()
define i64 @{name}({gives.removeprefix(", ")}) {{
  %result = alloca i64
  %error = alloca ptr
  %status = call i32 @"{inner}"(ptr %result, ptr %error{gives})
  %bad = icmp sgt i32 %status, 0
  br i1 %bad, label %trap, label %fine
trap:
  call void @llvm.trap()
  unreachable
fine:
  %value = load i64, ptr %result
  ret i64 %value
}}"""
