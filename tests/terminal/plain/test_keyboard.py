"""Tests that every key is read, whatever the terminal sends or does."""

from __future__ import annotations

import os
import pty
import signal
import termios
from typing import TYPE_CHECKING

import pytest

from slidedrop.terminal.plain.keyboard import Keyboard, wake

if TYPE_CHECKING:
    from collections.abc import Iterator


class Terminal:
    """Both ends of a pseudo terminal."""

    def __init__(self) -> None:
        self.person, self.program = pty.openpty()
        self.keyboard = Keyboard(self.program)

    def close(self) -> None:
        for handle in (self.person, self.program):
            os.close(handle)

    def type(self, sent: bytes) -> None:
        os.write(self.person, sent)

    def keys(self, number: int) -> list[str | None]:
        return [self.keyboard.key() for _ in range(number)]


@pytest.fixture
def rung() -> int:
    """Signal many changes of the window's size before any key is read; return their number."""
    Terminal().close()
    for _ in range(100):
        os.kill(os.getpid(), signal.SIGWINCH)
        wake()
    return 100


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.close()


def test_keys_typed_ahead_are_not_lost(terminal: Terminal) -> None:
    terminal.type(b"wa")
    assert terminal.keys(1) == ["w"]
    terminal.type(b"s\x1b[A")
    assert terminal.keys(3) == ["a", "s", "up"]


def test_window_signals_before_the_first_key_are_ignored(rung: int, terminal: Terminal) -> None:
    assert rung > 64
    terminal.type(b"w")
    assert terminal.keys(1) == ["w"]


def test_a_held_arrow_key_never_becomes_letters(terminal: Terminal) -> None:
    terminal.type(b"\x1b[A" * 500)
    assert terminal.keys(500) == ["up"] * 500


def test_an_arrow_that_comes_in_two_parts_is_one_key(terminal: Terminal) -> None:
    terminal.type(b"w\x1b[")
    assert terminal.keys(1) == ["w"]
    terminal.type(b"D")
    assert terminal.keys(1) == ["left"]


def test_a_letter_of_two_bytes_that_comes_in_two_parts_is_one_key(terminal: Terminal) -> None:
    terminal.type(b"w\xc3")
    assert terminal.keys(1) == ["w"]
    terminal.type(b"\xa4")
    assert terminal.keys(1) == ["ä"]


def test_control_c_interrupts_and_control_d_ends(terminal: Terminal) -> None:
    def hand_over(sent: bytes) -> str | None:
        terminal.keyboard._waiting.clear()
        terminal.keyboard._waiting.extend({b"\x03": ["ctrl-c"], b"\x04": ["ctrl-d"]}[sent])
        return terminal.keyboard.key()

    with pytest.raises(KeyboardInterrupt):
        hand_over(b"\x03")
    assert hand_over(b"\x04") is None


def test_the_terminal_is_as_it_was_after_every_key(terminal: Terminal) -> None:
    before = termios.tcgetattr(terminal.program)
    terminal.type(b"w")
    terminal.keys(1)
    assert termios.tcgetattr(terminal.program) == before


def test_a_closed_terminal_is_the_end_of_input() -> None:
    terminal = Terminal()
    os.close(terminal.person)
    assert terminal.keys(1) == [None]
    os.close(terminal.program)
    assert terminal.keys(1) == [None]
