"""Tests of the full screen in a real pseudo terminal."""

from __future__ import annotations

import ctypes
import os
import platform
import re
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pexpect
import pytest

from slidedrop.records.library import Library
from slidedrop.records.replay import replay
from slidedrop.terminal.full.settings import change
from tests.terminal.full.real_terminal import (
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    PATIENCE,
    RIGHT,
    UP,
    Terminal,
    kept,
    settled,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

RESTORED = "\x1b[?1049l"
"""The sequence that returns to the terminal's normal screen."""
_TGKILL = {"x86_64": 234, "aarch64": 131}[platform.machine()]
"""The number of Linux's system call that sends a signal to one thread."""
HOME = "\x1b[H"
ESCAPE_AT_ONCE = "\x1b[27u"
"""Escape in the form of newer terminals, which cannot merge with the next key."""


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """The list of terminals that a test opens; they are closed after it."""
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.remove()


@pytest.fixture
def terminal(terminals: list[Terminal]) -> Terminal:
    terminals.append(Terminal())
    return terminals[0]


def test_2048_is_played_undone_and_resumed_after_a_kill(terminal: Terminal, terminals: list[Terminal]) -> None:
    terminal.begin("2")
    terminal.press(LEFT, "s", "l", UP, "a", "s", "u")
    terminal.see("Undos          1")
    line = settled(terminal, 1, 3)
    terminal.child.kill(signal.SIGKILL)
    assert terminal.ended() is None
    assert kept(1) == line
    again = Terminal()
    terminals.append(again)
    again.see("Continue 2048")
    again.press("c")
    again.see("game 1")
    again.press(LEFT, DOWN, RIGHT, "q")
    again.see("Play 2048")
    again.press("q")
    assert again.ended() == 0
    assert RESTORED in again.drawn
    assert len(kept(1)) > len(line)


@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_q_quits_immediately_even_while_the_network_loads(terminals: list[Terminal], seconds: float) -> None:
    # An engine's code that runs in a thread while the interpreter ends would crash it: exit code None.
    terminal = Terminal("2048", "--seed", "7", sees="Seed 7")
    terminals.append(terminal)
    terminal.press("i")
    terminal.see("leaves", "keeps")
    end = time.monotonic() + seconds
    terminal.until(lambda: time.monotonic() >= end, "a while")
    terminal.press("q")
    terminal.see("Play 2048")
    terminal.press("q")
    assert terminal.ended() == 0


def test_a_game_opens_full_screen_unless_an_option_or_setting_turns_it_off(terminals: list[Terminal]) -> None:
    for words, sees in (
        (("2048", "--seed", "7"), "Undos"),
        (("2048", "--seed", "7", "--plain"), "Type ? for help."),
        (("2048", "--seed", "7", "--lines"), "Type ? for help."),
    ):
        terminals.append(Terminal(*words, sees=sees))
    change("interface", "plain")
    terminals.append(Terminal("connect4", "--new", sees="Type ? for help."))


def test_three_seconds_after_the_start_at_most_80_mb_are_used(terminals: list[Terminal]) -> None:
    terminal = Terminal("2048", "--seed", "7", sees="Undos")
    terminals.append(terminal)
    terminal.quiet(3.0)
    status = Path(f"/proc/{terminal.child.pid}/status").read_text()
    used = int(status.split("VmHWM:")[1].split()[0]) / 1024
    assert used <= 80


def test_connect4_is_won_and_the_panel_shows_it(terminal: Terminal) -> None:
    terminal.begin("4", LEFT)
    terminal.see("Red to move")
    terminal.press(*"4142434")
    terminal.see("Red won")
    terminal.press(ESCAPE)
    assert settled(terminal, 1, 7) == list("4142434")


def test_connect4_is_lost_to_the_computer_and_q_quits_while_it_thinks(terminal: Terminal) -> None:
    terminal.begin("4", RIGHT, DOWN, RIGHT)
    settled(terminal, 1, 1)
    for number, column in enumerate("112233112233", 1):
        terminal.press(column)
        settled(terminal, 1, 2 * number + 1)
        if replay(Library().record(1)).outcome is not None:
            break
    terminal.see("You lost")
    assert "lue resigned" not in str(terminal.glass)
    terminal.press(ENTER)
    terminal.see("Your turn")
    terminal.press("4")
    settled(terminal, 2, 2)
    terminal.press("q")
    terminal.see("Play 2048")
    terminal.press("q")
    assert terminal.ended() == 0


def test_the_mouse_drops_a_disc_and_slides_tiles(terminal: Terminal) -> None:
    terminal.begin("4", LEFT)
    terminal.see("Red to move")
    terminal.press("\x1b[<0;10;10M", "\x1b[<0;10;10m")
    assert len(settled(terminal, 1, 1)) == 1
    terminal.press("q")
    terminal.see("Play 2048")
    terminal.begin("2")
    terminal.press(*(f"\x1b[<0;30;12M\x1b[<0;{end};12m" for end in (2, 46, 2, 46)))
    assert settled(terminal, 2, 1)


def test_a_window_becomes_small_and_large_again(terminals: list[Terminal]) -> None:
    # Some shells, and whatever loads readline, export the size that the window had at first.
    terminal = Terminal(COLUMNS="80", LINES="24")
    terminals.append(terminal)
    terminal.begin("2")
    for size, words in {(10, 20): "Score  0", (5, 12): "Too small:\nthe board\nneeds", (24, 80): "game 1"}.items():
        terminal.resize(*size)
        terminal.see(words)
    terminal.press(LEFT, DOWN, RIGHT)
    assert settled(terminal, 1, 1)


def test_without_colour_no_colour_is_sent(terminals: list[Terminal]) -> None:
    terminal = Terminal(NO_COLOR="1")
    terminals.append(terminal)
    terminal.begin("2")
    terminal.press(LEFT, DOWN, "q")
    terminal.see("Play 2048")
    terminal.press("q")
    assert terminal.ended() == 0
    codes = {code for found in re.findall(r"\x1b\[([0-9;]*)m", terminal.drawn) for code in found.split(";")}
    assert "╭" in terminal.drawn
    assert not codes & {"38", "48", *map(str, (*range(30, 38), *range(40, 48), *range(90, 108)))}


def test_a_hint_can_be_cancelled_during_its_search(terminal: Terminal) -> None:
    terminal.begin("4", LEFT, DOWN, DOWN, DOWN, RIGHT)
    terminal.see("Red to move")
    terminal.press("i", ESCAPE_AT_ONCE)  # in one go: the search takes a second, the next key a moment
    terminal.see("Stopped.")
    terminal.press(ENTER)
    assert settled(terminal, 1, 1) == ["4.4"]
    assert replay(Library().record(1)).summary().hints == 0


def test_a_game_is_stepped_through_branched_and_continued(terminal: Terminal) -> None:
    terminal.begin("4", LEFT, DOWN, DOWN, LEFT)  # with a friend on 4 x 4, which is solved at once
    terminal.see("Red to move")
    terminal.press(*"121314", "v")
    terminal.see("move 6 of 6")
    terminal.press(LEFT, LEFT, "3", "2")  # in one go: keys keep their order, whatever each of them does
    terminal.see("move 4 of 6, branch 3 2")
    terminal.press(ESCAPE)
    terminal.until(lambda: "branch" not in str(terminal.glass), "the game itself")
    terminal.see("Worst moves", "No move is known to have given anything away")
    terminal.press(HOME, RIGHT)
    terminal.see("move 1 of 6")
    terminal.press(ESCAPE)
    terminal.see("Discs 6")
    terminal.press("2")
    assert settled(terminal, 1, 7) == list("1213142")


def test_the_program_can_be_suspended_and_resumed(terminal: Terminal) -> None:
    terminal.begin("2")
    terminal.press("\x1a")
    terminal.until(lambda: RESTORED in terminal.drawn, "the usual screen")
    terminal.until(
        lambda: os.waitpid(terminal.child.pid, os.WNOHANG | os.WUNTRACED) != (0, 0), "a program that is stopped"
    )
    terminal.child.kill(signal.SIGCONT)
    terminal.see("Score")
    terminal.press(LEFT, DOWN, RIGHT)
    assert settled(terminal, 1, 1)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_a_signal_restores_the_terminal(terminal: Terminal, number: signal.Signals, code: int) -> None:
    terminal.begin("2")
    assert not terminal.is_restored
    terminal.child.kill(number)
    terminal.until(lambda: RESTORED in terminal.drawn and terminal.is_restored, "a terminal as it was")
    assert terminal.ended() == code


def test_a_signal_to_another_thread_ends_the_program_immediately(terminal: Terminal) -> None:
    # As a changed window in the moment before the program waits for keys: its signal is noted, and nothing wakes it.
    terminal.begin("2")
    terminal.quiet(5.0)  # the network is loaded, and nobody else wakes the program
    pid = terminal.child.pid
    others = [thread for task in Path(f"/proc/{pid}/task").iterdir() if (thread := int(task.name)) != pid]
    tgkill = ctypes.CDLL(None).syscall
    assert tgkill(_TGKILL, pid, others[0], signal.SIGTERM) == 0
    assert terminal.ended() == 143


def test_closing_the_terminal_ends_the_program_and_saves_the_game(terminal: Terminal) -> None:
    terminal.begin("2")
    terminal.press(LEFT, DOWN, RIGHT)
    line = settled(terminal, 1, 1)
    terminal.child.ptyproc.fileobj.close()
    terminal.child.ptyproc.closed = terminal.child.closed = True
    end = time.monotonic() + PATIENCE
    while os.waitpid(terminal.child.pid, os.WNOHANG) == (0, 0):
        assert time.monotonic() < end, "it goes on without a terminal"
        time.sleep(0.05)
    terminal.child.ptyproc.terminated = terminal.child.terminated = True
    assert kept(1)[: len(line)] == line


def test_the_plain_option_skips_the_full_screen() -> None:
    program: Any = pexpect.spawn(sys.executable, ["-m", "slidedrop", "--plain"], encoding="utf-8", timeout=30)
    program.expect_exact("Which game?")
    program.send("q")
    program.expect(pexpect.EOF)
    assert "\x1b[?1049h" not in program.before
