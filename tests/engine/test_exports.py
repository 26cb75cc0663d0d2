"""Tests of declared engines: equal results in WebAssembly and compiled, and errors for foreign files."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from slidedrop.connect4.engine.exports import Bounds, SolverExports
from slidedrop.connect4.engine.kernels import native_engine
from slidedrop.connect4.engine.perfect import Solver
from slidedrop.connect4.position import Position
from slidedrop.core.errors import MissingEngine
from slidedrop.engine.exports import signed
from slidedrop.engine.wasm import WasmBackend, manifest


@pytest.fixture(scope="module", params=["wasm", "native"])
def engine(request: pytest.FixtureRequest) -> SolverExports:
    return SolverExports(WasmBackend("connect4")) if request.param == "wasm" else native_engine()


def test_an_array_reads_back_what_was_written(engine: SolverExports) -> None:
    engine.movers.write([5, 2**64 - 1])
    engine.movers.write_bytes(bytearray((7).to_bytes(8, "little")), at=2)
    assert (engine.movers.read(3), engine.movers.length) == ([5, 2**64 - 1, 7], 1024)


def test_an_array_grows_and_keeps_what_is_written(engine: SolverExports) -> None:
    for count in (10, 100_000):
        engine.scores.grow(count)
        engine.scores.write_bytes(b"\xff" * count)
        assert (engine.scores.read(count), engine.scores.length) == ([-1] * count, count)


def test_a_declared_function_takes_names_and_returns_its_type(engine: SolverExports) -> None:
    assert engine.set_up(4, 4) is None
    assert engine.load_columns(mover=1, other=1 << 5, share=1 << 40, verdict_only=False) == 4
    assert engine.search(10) is False
    assert engine.search(limit=1 << 40) is True
    assert {bounds.low == bounds.high for bounds in engine.bounds(4)} == {True}
    assert isinstance(engine.bounds(1)[0], Bounds)


def test_instances_have_their_own_memory(engine: SolverExports) -> None:
    other = SolverExports(WasmBackend("connect4"))
    engine.set_up(7, 6)
    other.set_up(4, 4)
    assert [one.load_columns(0, 0, verdict_only=True, share=1) for one in (engine, other)] == [7, 4]


def test_a_word_and_its_signed_number_are_the_same_bits() -> None:
    assert [signed(number) for number in (0, 1, 2**63, 2**64 - 1, -1)] == [0, 1, -(2**63), -1, -1]


def test_a_file_that_was_not_built_here_is_refused() -> None:
    with pytest.raises(ValueError, match="no section"):
        manifest(b"\0asm\1\0\0\0")


def test_threads_sharing_a_solver_get_the_single_thread_scores() -> None:
    solver, positions = Solver(7, 6), [Position.from_moves(f"4444{column}22612") for column in range(1, 8)]
    asked = [(place.bitboards[place.turn], place.bitboards[1 - place.turn]) for place in positions]
    answers: dict[int, object] = {}
    threads = [
        threading.Thread(target=lambda n=n: answers.update({n: solver.solve(*asked[n]).score})) for n in range(7)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {n: Solver(7, 6).solve(*asked[n]).score for n in range(7)}


def test_without_wasmtime_the_solver_says_what_to_install() -> None:
    bare = "import sys; sys.modules['wasmtime'] = None\n"
    program = "from slidedrop.connect4 import Position, solve\nsolve(Position.from_moves('4'))"
    done = subprocess.run([sys.executable, "-c", bare + program], capture_output=True, text=True, check=False)
    assert done.stderr.strip().splitlines()[-1].endswith(str(MissingEngine()))
