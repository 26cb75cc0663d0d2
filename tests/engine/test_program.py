"""A built program is opened, asked, and refused where it is not one of ours."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from slidedrop.connect4.engine.perfect import Solver
from slidedrop.connect4.position import Position
from slidedrop.core.errors import MissingEngine
from slidedrop.engine.program import signed
from slidedrop.engine.wasm import PortableProgram, manifest


@pytest.fixture(scope="module")
def program() -> PortableProgram:
    return PortableProgram("connect4")


def test_what_is_written_is_read(program: PortableProgram) -> None:
    program.write("movers", (5).to_bytes(8, "little") + (2**64 - 1).to_bytes(8, "little"))
    program.write("movers", bytearray((7).to_bytes(8, "little")), at=2)
    assert program.read("movers", 3) == [5, 2**64 - 1, 7]


def test_an_array_grows_and_keeps_what_is_written(program: PortableProgram) -> None:
    for count in (10, 100_000):
        program.grow("scores", count)
        program.write("scores", b"\xff" * count)
        assert program.read("scores", count) == [-1] * count


def test_instances_have_memories_of_their_own(program: PortableProgram) -> None:
    other = PortableProgram("connect4")
    program.call("set_up", 7, 6)
    other.call("set_up", 4, 4)
    assert (program.read("board", 15)[12:], other.read("board", 15)[12:]) == ([7, 6, 42], [4, 4, 16])


def test_a_word_and_its_signed_number_are_the_same_bits() -> None:
    assert [signed(number) for number in (0, 1, 2**63, 2**64 - 1, -1)] == [0, 1, -(2**63), -1, -1]


def test_a_file_that_was_not_built_here_is_refused() -> None:
    with pytest.raises(ValueError, match="no section that says where its arrays lie"):
        manifest(b"\0asm\1\0\0\0")


def test_threads_that_share_a_solver_get_the_answers_of_one() -> None:
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
