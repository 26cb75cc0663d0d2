"""Tests of the console on a terminal and on a pipe: input, colours, questions and long texts."""

from __future__ import annotations

import io
import os
import pty
import select
import sys
import termios
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.terminal.plain.console import Console
from tests.cli.talking import Screen

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _a_clever_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


def on_a_pipe(typed: str = "") -> tuple[Console, io.StringIO]:
    out = io.StringIO()
    return Console(stdin=io.StringIO(typed), stdout=out), out


def at_a_screen(typed: str = "", *, lines: bool = True) -> tuple[Console, Screen]:
    out = Screen()
    return Console(stdin=Screen(typed), stdout=out, lines=lines), out


def test_a_pipe_has_no_keys_no_colour_and_any_width() -> None:
    console, out = on_a_pipe()
    console.say("a sentence " * 50)
    assert (console.interactive, console.keys, console.colour, console.width) == (False, False, False, sys.maxsize)
    assert out.getvalue().count("\n") == 1


def test_a_terminal_has_keys_and_colour() -> None:
    console, _ = at_a_screen(lines=False)
    assert (console.interactive, console.keys, console.colour, console.width) == (True, True, True, 80)


@pytest.mark.parametrize(
    ("name", "value", "keys", "colour"),
    [("NO_COLOR", "1", True, False), ("NO_COLOR", "", True, True), ("TERM", "dumb", False, False)],
)
def test_no_color_and_a_dumb_terminal_are_respected(
    name: str, value: str, keys: bool, colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    console, _ = at_a_screen(lines=False)
    assert (console.keys, console.colour) == (keys, colour)


def test_a_terminal_of_no_known_kind_gets_lines_without_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERM")
    console, _ = at_a_screen(lines=False)
    assert (console.keys, console.colour) == (False, False)


@pytest.mark.parametrize(("encoding", "full"), [("utf-8", True), (None, True), ("ascii", False), ("latin-1", False)])
def test_without_the_signs_of_the_full_screen_a_terminal_stays_plain(encoding: str | None, full: bool) -> None:
    out = type("Coded", (Screen,), {"encoding": encoding})
    assert Console(stdin=Screen(), stdout=out()).has_full_screen == full


def test_piped_input_is_echoed_after_the_prompt_with_control_characters_escaped() -> None:
    console, out = on_a_pipe("left\r\n\x1b[2J\n")
    assert [console.ask(), console.ask(), console.ask()] == ["left", "\x1b[2J", None]
    assert out.getvalue() == "> left\n> \\x1b[2J\n> \n"


def test_a_stream_that_breaks_is_the_end_of_input() -> None:
    class Broken(io.StringIO):
        def readline(self, *_: object) -> str:  # type: ignore[override] # a pipe is asked for whole lines only
            raise OSError(5, "Input/output error")

    assert Console(stdin=Broken(), stdout=io.StringIO()).ask() is None


@pytest.mark.parametrize(
    ("typed", "default", "answer"),
    [
        ("y\n", False, True),
        ("YES\n", False, True),
        ("n\n", True, False),
        ("what\nno\n", True, False),
        ("\n", True, True),
        ("\n", False, False),
        ("", True, False),
    ],
)
def test_a_question_takes_yes_no_or_nothing(typed: str, default: bool, answer: bool) -> None:
    console, _ = on_a_pipe(typed)
    assert console.confirm("Sure?", default=default) is answer


@pytest.fixture
def narrow() -> Iterator[tuple[Console, int]]:
    """A console on a real terminal of 40 columns and 10 rows, and the other end of it."""
    person, program = pty.openpty()
    termios.tcsetwinsize(program, (10, 40))
    with os.fdopen(program, "r+b", buffering=0) as raw:
        stream = io.TextIOWrapper(raw, "utf-8", write_through=True)
        yield Console(stdin=stream, stdout=stream), person
        os.close(person)


def shown(person: int) -> str:
    """Return the text on the screen."""
    seen = b""
    while select.select([person], [], [], 0.05)[0]:
        seen += os.read(person, 4096)
    return seen.decode()


def test_prose_is_folded_at_the_width_of_the_screen(narrow: tuple[Console, int]) -> None:
    console, person = narrow
    console.show(["#" * 40], "one two three four five six seven eight nine ten", "a\n\nb")
    seen = shown(person)
    assert console.width == 40
    assert "#" * 40 in seen
    assert "one two three four five six seven eight\r\nnine ten\r\na\r\n\r\nb\r\n" in seen


@pytest.mark.parametrize(("wide", "high"), [(41, 3), (10, 10)])
def test_a_board_that_does_not_fit_is_replaced_by_the_size_it_needs(
    narrow: tuple[Console, int], wide: int, high: int
) -> None:
    console, person = narrow
    console.show(["#" * wide] * high, "Score 4.")
    seen = shown(person)
    assert "#" not in seen
    assert " 40x10; " in seen
    assert f" {wide}x{high + 1}. " in seen.replace("\r\n", " ")
    assert "Score 4." in seen


def test_a_long_text_is_shown_page_by_page_without_the_board(narrow: tuple[Console, int]) -> None:
    console, person = narrow
    os.write(person, b"xx")
    console.show(["#####"] * 5, *(f"line {number}" for number in range(20)))
    pages = shown(person).split("\x1b[J")[1:]
    assert [page.count("line") for page in pages] == [8, 8, 4]
    assert ["more" in page for page in pages] == [True, True, False]


def test_in_a_small_window_the_board_stays_and_a_short_text_is_cut(narrow: tuple[Console, int]) -> None:
    console, person = narrow
    console.show(["#####"] * 7, "one\ntwo\nthree")
    assert shown(person).rpartition("\x1b[J")[2].split() == ["#####"] * 7 + ["one", "two"]


def test_the_first_board_scrolls_the_old_screen_up(narrow: tuple[Console, int]) -> None:
    console, person = narrow
    console.show(["first"])
    console.show(["second"])
    assert shown(person) == "\r\n" * 10 + "\x1b[H\x1b[Jfirst\r\n" + "\x1b[H\x1b[Jsecond\r\n"


def test_single_keys_answer_prompts_and_questions(narrow: tuple[Console, int]) -> None:
    console, person = narrow
    os.write(person, b"w\x1b[Ax\ry")
    assert [console.ask(), console.ask()] == ["w", "up"]
    assert console.confirm("Sure?", default=True)
    assert console.confirm("Really?", default=False)
    assert "Sure? [Y/n]" in shown(person)


@given(st.text(st.characters(codec="ascii", exclude_categories=["C"]), max_size=300))
def test_folding_loses_no_word(text: str) -> None:
    console, out = at_a_screen()
    console.say(text)
    assert out.getvalue().split() == text.split()
