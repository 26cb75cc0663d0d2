"""The full screen in a real terminal: a pseudo terminal with a program at each end."""

from __future__ import annotations

import os
import re
import signal
import sys
import termios
import time
from typing import TYPE_CHECKING, Any

import pexpect
import pytest

from slidedrop.records.replay import replay
from slidedrop.records.shelf import Shelf
from tests.terminal.full.glass import Glass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

UP, DOWN, RIGHT, LEFT = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"
ESCAPE, ENTER = "\x1b", "\r"
RESTORED = "\x1b[?1049l"
"""What takes a terminal back to its usual screen."""
_PATIENCE = 60.0
"""Seconds until we no longer wait for a program on a crowded machine."""


class Terminal:
    """A terminal in which slidedrop runs, and what is on its glass."""

    def __init__(self, size: tuple[int, int] = (24, 80), **environment: str) -> None:
        """Open a terminal of so many rows and columns."""
        usual = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_ANIMATIONS": "none"}
        program = [sys.executable, "-m", "slidedrop"]
        self.child: Any = pexpect.spawn(
            program[0], program[1:], dimensions=size, env={**usual, **environment}, encoding="utf-8"
        )
        self.child.delaybeforesend = None
        self.usual = termios.tcgetattr(self.child.child_fd)
        self.glass, self.drawn = Glass(*size), ""
        self.see("Quit")

    def see(self, *texts: str) -> str:
        """Wait until one of the texts is on the glass, and return it."""
        self.until(lambda: self._found(texts) is not None, str(texts))
        return str(self._found(texts))

    def _found(self, texts: tuple[str, ...]) -> str | None:
        return next((text for text in texts if text in str(self.glass)), None)

    def until(self, true: Callable[[], bool], what: str) -> None:
        """Take what is drawn until something is true."""
        end = time.monotonic() + _PATIENCE
        while not true():
            assert time.monotonic() < end, f"{what} was awaited:\n{self.glass}"
            self._take()

    def _take(self) -> bool:
        """Take what is drawn now; False where the program has ended."""
        try:
            text = self.child.read_nonblocking(1 << 16, 0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.glass.write(text)
        self.drawn += text
        return True

    def press(self, *keys: str) -> None:
        """Press keys; escape only as the last, as more after it would be another key."""
        self.child.send("".join(keys))

    def quiet(self, seconds: float = 1.0) -> None:
        """Wait until nothing has been drawn for so long: a person changes a window that stands still."""
        drawn, since = len(self.drawn), time.monotonic()
        while time.monotonic() < since + seconds:
            self._take()
            if len(self.drawn) != drawn:
                drawn, since = len(self.drawn), time.monotonic()

    def resize(self, rows: int, columns: int) -> None:
        """Make the window as large as that, once it stands still."""
        self.quiet()
        self.glass.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def begin(self, *keys: str) -> None:
        """Open the form of a new game by the first key, choose by the others, and begin."""
        self.press(keys[0])
        self.see("Begin")
        self.press(*keys[1:], ENTER)
        self.see("·  game ")

    def ended(self) -> int | None:
        """Wait for the end and return the exit code, None where a signal ended it."""
        end = time.monotonic() + _PATIENCE
        while self._take():
            assert time.monotonic() < end, f"it goes on:\n{self.glass}"
        self.child.wait()
        return self.child.exitstatus  # type: ignore[no-any-return]

    def remove(self) -> None:
        """End the program in any case; one with much memory takes its time even after a kill."""
        if not self.child.terminated:
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close()

    @property
    def is_restored(self) -> bool:
        """Whether keys are echoed and lines are edited again, as before."""
        return bool(termios.tcgetattr(self.child.child_fd)[3] == self.usual[3])


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """All terminals that a test opened."""
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.remove()


@pytest.fixture
def terminal(terminals: list[Terminal]) -> Terminal:
    terminals.append(Terminal())
    return terminals[0]


def kept(number: int = 1) -> list[str]:
    return replay(Shelf().record(number)).line()


def settled(terminal: Terminal, number: int, moves: int) -> list[str]:
    """Wait until a game has so many moves on disk."""
    terminal.until(lambda: number in Shelf().numbers() and len(kept(number)) >= moves, f"{moves} moves on disk")
    return kept(number)


def test_2048_is_played_taken_back_and_goes_on_after_a_kill(terminal: Terminal, terminals: list[Terminal]) -> None:
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


@pytest.mark.parametrize("seconds", [0.0, 1.1, 1.5, 2.5])
def test_q_ends_it_at_once_also_while_the_network_is_loaded(terminal: Terminal, seconds: float) -> None:
    # An engine's code that runs in a thread while the interpreter ends would crash it: exit code None.
    end = time.monotonic() + seconds
    terminal.until(lambda: time.monotonic() >= end, "a while")
    terminal.press("q")
    assert terminal.ended() == 0


def test_connect4_is_won_and_the_panel_says_so(terminal: Terminal) -> None:
    terminal.begin("4", LEFT)
    terminal.see("Red to move")
    terminal.press(*"4142434")
    terminal.see("Red won")
    terminal.press(ESCAPE)
    assert settled(terminal, 1, 7) == list("4142434")


def test_connect4_is_lost_to_the_computer_and_q_ends_it_while_it_thinks(terminal: Terminal) -> None:
    terminal.begin("4", RIGHT, DOWN, RIGHT)
    settled(terminal, 1, 1)
    for number, column in enumerate("112233112233", 1):
        terminal.press(column)
        settled(terminal, 1, 2 * number + 1)
        if replay(Shelf().record(1)).outcome is not None:
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


def test_a_mouse_drops_a_disc_and_draws_tiles(terminal: Terminal) -> None:
    terminal.begin("4", LEFT)
    terminal.see("Red to move")
    terminal.press("\x1b[<0;10;10M", "\x1b[<0;10;10m")
    assert len(settled(terminal, 1, 1)) == 1
    terminal.press("q")
    terminal.see("Play 2048")
    terminal.begin("2")
    terminal.press(*(f"\x1b[<0;30;12M\x1b[<0;{end};12m" for end in (2, 46, 2, 46)))
    assert settled(terminal, 2, 1)


def test_a_window_becomes_small_and_large_again(terminal: Terminal) -> None:
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


@pytest.mark.soak  # on a quiet machine the hint is there before the key that stops it
def test_a_hint_can_be_cancelled_while_it_is_looked_for(terminal: Terminal) -> None:
    terminal.begin("4", LEFT, DOWN, DOWN, DOWN, RIGHT)
    terminal.see("Red to move")
    terminal.press("i")
    terminal.see("Looking for a hint")
    terminal.press(ESCAPE)
    terminal.see("Stopped.")
    terminal.press(ENTER)
    assert settled(terminal, 1, 1) == ["4.4"]
    assert replay(Shelf().record(1)).summary().hints == 0


def test_it_goes_to_the_background_and_comes_back(terminal: Terminal) -> None:
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


def test_a_terminal_that_is_closed_ends_the_program_and_the_game_is_kept(terminal: Terminal) -> None:
    terminal.begin("2")
    terminal.press(LEFT, DOWN, RIGHT)
    line = settled(terminal, 1, 1)
    terminal.child.ptyproc.fileobj.close()
    terminal.child.ptyproc.closed = terminal.child.closed = True
    end = time.monotonic() + _PATIENCE
    while os.waitpid(terminal.child.pid, os.WNOHANG) == (0, 0):
        assert time.monotonic() < end, "it goes on without a terminal"
        time.sleep(0.05)
    terminal.child.ptyproc.terminated = terminal.child.terminated = True
    assert kept(1)[: len(line)] == line


def test_plain_text_is_one_option_away() -> None:
    program: Any = pexpect.spawn(sys.executable, ["-m", "slidedrop", "--plain"], encoding="utf-8", timeout=30)
    program.expect_exact("Which game?")
    program.send("q")
    program.expect(pexpect.EOF)
    assert "\x1b[?1049h" not in program.before
