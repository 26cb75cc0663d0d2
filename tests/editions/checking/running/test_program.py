"""Tests of running a student's program: timeouts, limits, child processes and the reported problem."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.running.program import MOST_OUTPUT, Answer, Kind, Trouble, Way, converse, no_network
from tests.web.running import alive, until

if TYPE_CHECKING:
    from pathlib import Path

PATIENT = 60.0


def answer(code: str, *keys: str, seconds: float = PATIENT, hold: bool = False) -> Answer:
    return converse([sys.executable, "-c", code], keys, seconds=seconds, hold=hold)


def child(folder: Path) -> str:
    """Return a program that writes its process id as a file name into a folder, and keeps running."""
    return f"import os, pathlib, time; pathlib.Path({str(folder)!r}, str(os.getpid())).touch(); time.sleep(600)"


def children(folder: Path) -> list[int]:
    """Return the process ids that were written to the folder."""
    return [int(path.name) for path in folder.iterdir()]


def test_a_program_reads_the_typed_lines() -> None:
    said = answer("print([input() for _ in range(3)])", "w", "a", "q")
    assert said.text.strip() == "['w', 'a', 'q']"
    assert (said.code, said.trouble, said.waited) == (0, None, False)


def test_a_program_that_reads_nothing_is_no_error() -> None:
    assert answer("print('done')", *["w"] * 5000).trouble is None


def test_a_crash_is_reported_with_its_last_line() -> None:
    said = answer("import sys; print('so far'); sys.exit('it broke')")
    assert said.text.strip() == "so far"
    assert said.trouble == Trouble(Kind.EXIT, 1, "it broke")


def test_endless_output_is_cut_off() -> None:
    began = time.monotonic()
    said = answer("while True: print('again' * 1000)")
    assert said.excess is not None
    assert said.excess.kind is Kind.OUTPUT
    assert said.code is None
    assert len(said.text) <= MOST_OUTPUT
    assert said.trouble == Trouble(Kind.OUTPUT, 2)
    assert time.monotonic() - began < PATIENT


def test_a_program_that_never_ends_is_killed_with_its_children(tmp_path: Path) -> None:
    code = (
        f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child(tmp_path)!r}]); time.sleep(99)"
    )
    for seconds in (1.5, 6, 24):  # on a busy machine the child may not have started in time
        said = answer(code, seconds=seconds)
        assert said.code is None
        assert said.trouble == Trouble(Kind.TIME, seconds)
        if started := children(tmp_path):
            break
    assert started
    until(lambda: not any(map(alive, started)))


def test_an_input_kept_open_shows_whether_the_program_waits_for_keys() -> None:
    said = answer("import sys; print(len(sys.stdin.read()))", "w", hold=True, seconds=1.5)
    assert said.waited
    assert said.text.strip() == "2"
    assert not answer("input()", "w", hold=True).waited


@pytest.mark.parametrize("command", ["/no/such/program", "nul\0byte"])
def test_a_command_that_cannot_start_is_a_usage_error(command: str) -> None:
    with pytest.raises(NotationError, match="cannot be started"):
        converse([command], [], seconds=1)


def test_children_in_their_own_session_are_killed_too(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, time\n"
        f"for _ in range(8): subprocess.Popen([sys.executable, '-c', {child(tmp_path)!r}], start_new_session=True)\n"
        "time.sleep(99)"
    )
    for seconds in (1.0, 6, 24):
        assert answer(code, seconds=seconds).code is None
        if started := children(tmp_path):
            break
    assert started
    until(lambda: not any(map(alive, started)))


def test_a_program_that_takes_too_much_memory_is_ended() -> None:
    command = [sys.executable, "-c", "hoard = bytearray(1 << 27); hoard[::4096] = b'x' * (1 << 15); input(); input()"]
    said = converse(command, ["w"], seconds=PATIENT, hold=True, way=Way(memory=1 << 26))
    assert said.trouble == Trouble(Kind.MEMORY, 64)


def test_line_by_line_input_shows_the_output_after_each_key() -> None:
    code = "print('hello')\nwhile True: print('got', input())"
    said = converse([sys.executable, "-c", code], ["w", "a"], seconds=PATIENT, way=Way(lines=True))
    assert [piece.split() for piece in said.pieces] == [["hello"], ["got", "w"], ["got", "a"]]


def test_a_program_without_network_cannot_reach_loopback() -> None:
    if not no_network():
        pytest.skip("this system does not let a program be kept from the network")
    code = "import socket; socket.create_connection(('127.0.0.1', 9), 1)"
    said = converse([sys.executable, "-c", code], [], seconds=PATIENT, way=Way(network=False))
    assert "unreachable" in str(said.trouble)


def test_a_program_that_prints_at_its_end_gets_all_keys_at_once_also_where_they_are_typed_by_lines() -> None:
    code = "import sys; keys = [sys.stdin.readline().strip() for _ in range(3)]; print(keys)"
    said = converse([sys.executable, "-c", code], ["w", "a", "q"], seconds=PATIENT, way=Way(lines=True))
    assert said.text.strip() == "['w', 'a', 'q']"
    assert said.pieces == ()


@pytest.mark.parametrize(("ending", "fails"), [
    ("os._exit(3)", False), ("sys.exit('it broke')", True), ("os.abort()", True), ("1 / 0", True),
])  # fmt: skip
def test_an_exit_code_alone_is_no_failure(ending: str, fails: bool) -> None:
    said = answer(f"import os, sys; {ending}")
    assert said.trouble is not None
    assert (said.failure is not None) == fails
