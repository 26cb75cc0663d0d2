"""Tests of the program as a whole: commands, help, completion and errors."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from slidedrop.cli.errors import Refusal, told, unknown
from slidedrop.cli.main import COMMANDS, main, prepare_streams
from slidedrop.core.errors import NotationError
from slidedrop.version import __version__
from tests.cli.talking import names, slidedrop

if TYPE_CHECKING:
    from pathlib import Path


def test_version_prints_the_version() -> None:
    assert slidedrop("--version").out == f"slidedrop, version {__version__}\n"


def test_the_help_names_every_command_without_importing_any() -> None:
    said = slidedrop("-h").out
    assert all(f"  {name}  " in said for name in COMMANDS)
    assert "Examples:" in said


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples(name: str) -> None:
    said = slidedrop(name, "--help")
    assert said.code == 0
    assert "Examples:\n    $ slidedrop " in said.out
    assert max(map(len, said.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["2049"], r"\nError: .*command '2049'.*mean '2048'\?\n$"),
        (["game"], r"'game'.*mean 'games'\?"),
        (["zzz"], "command 'zzz'.*choose one of 2048, "),
        (["--frob"], "No such option.*--frob"),
        (["games", "expotr"], r"command 'expotr'.*mean 'export'\?"),
        (["games", "--frob"], "No such option.*--frob"),
        (["edition", "psa4"], r"edition 'psa4'.*mean 'psa3'\?"),
    ],
)
def test_an_unknown_command_option_or_edition_is_refused(arguments: list[str], sentence: str) -> None:
    said = slidedrop(*arguments)
    assert said.code == 2
    assert re.search(sentence, said.err)


def test_a_shell_completes_commands_and_options() -> None:
    for words, completed in (("slidedrop ga", b"games"), ("slidedrop 2048 --spe", b"--speak")):
        last = str(len(words.split()) - 1)
        done = run(_SLIDEDROP_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=last)
        assert completed in done.stdout


def test_a_system_error_is_printed_with_its_file_name_if_known() -> None:
    assert told(NotationError("no")) == "no"
    assert told(PermissionError(13, "Permission denied", "games")) == "'games': permission denied"
    assert told(OSError(28, "Full")) == "full"
    assert told(OSError("odd")) == "odd"
    assert Refusal(NotationError("no")).exit_code == Refusal(OSError("odd")).exit_code == 1


def test_control_characters_in_an_error_are_escaped() -> None:
    assert Refusal(NotationError("'\x1b[2J\u202e\x07\xe4'\n")).message == "'\\x1b[2J\\u202e\\x07\xe4'\n"


def test_a_close_name_is_suggested_otherwise_all_are_listed() -> None:
    assert names(unknown("player", "gredy", ["random", "greedy"]), "'gredy'", "'greedy'?")
    assert names(unknown("player", "bob", ["random", "greedy"]), "'bob'", "random, greedy")


def test_a_system_error_prints_one_line_and_no_traceback(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from slidedrop.records.library import Library

    def denied(_: Library) -> list[int]:
        raise PermissionError(13, "Permission denied", "games")

    monkeypatch.setattr(Library, "numbers", denied)
    said = slidedrop("games")
    assert (said.code, said.err.removeprefix("Error: ")) == (1, "'games': permission denied\n")
    said = slidedrop("2048", "--seed", "7", typed="w\n")
    assert said.code == 0
    assert said.err.count("\n") == 1
    assert names(said.err, "not be saved", "'games': permission denied")


def run(*arguments: str, shell: str = "", typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "slidedrop", *arguments]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    return subprocess.run(command, input=typed, capture_output=True, env={**os.environ, **environment}, check=False)


@pytest.mark.parametrize("shell", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_standard_stream_causes_no_error(shell: str) -> None:
    done = run("2048", "--seed", "7", shell=shell)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_closed_output_pipe_ends_the_program_quietly() -> None:
    command = f'"{sys.executable}" -m slidedrop 2048 --seed 7 | head -1'
    done = subprocess.run(["sh", "-c", command], input=b"w\n" * 50000, capture_output=True, check=False)
    assert done.stdout.startswith(b"2048: game 1")
    assert done.stderr == b""


def test_an_interrupted_command_says_so_by_its_exit_code() -> None:
    command = [sys.executable, "-m", "slidedrop", "engine", "2048", "--player", "random"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(b"game 2048 4\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == b"ready\n"
        engine.send_signal(signal.SIGINT)
        assert engine.wait() == 130


def test_invalid_utf_8_input_is_refused_like_any_other_line() -> None:
    done = run("2048", "--seed", "7", typed=b"\xff\xfe\nw\n", PYTHONUTF8="0", LC_ALL="C.UTF-8")
    assert done.returncode == 0
    assert b"'\\xff\\xfe' is not a direction" in done.stdout


def test_a_terminal_without_unicode_gets_ascii_errors(tmp_path: Path) -> None:
    name = str(tmp_path / "ж.board")
    done = run("2048", "--seed", "7", "-i", name, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", LC_ALL="C")
    assert done.returncode == 1
    assert done.stderr.isascii()
    assert done.stderr.startswith(b"Error: cannot read the board file ")


def test_main_sets_up_streams_and_signals_first(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    monkeypatch.setattr(sys, "argv", ["slidedrop", "--version"])
    try:
        with pytest.raises(SystemExit, match="0"):
            main()
        for number in usual:
            with pytest.raises(SystemExit, match=str(128 + number)):
                os.kill(os.getpid(), number)
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", None)
    prepare_streams()
    assert sys.stdin.read() == ""
    sys.stdin.close()
    sys.stdout.close()
