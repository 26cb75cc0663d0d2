"""Tests of replaying records: the header, the commands, and errors for invalid records."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.core.command import Command
from slidedrop.core.errors import RecordError
from slidedrop.records.journal import write_entry
from slidedrop.records.replay import Record, begin, header_of, read_record, record_from, replay
from slidedrop.session import Session
from slidedrop.twenty48 import Game

HEADER = header_of(Game(seed=7))
STEPS = st.lists(st.sampled_from(["up", "down", "left", "right", "undo", "redo", "hint"]), max_size=40)


def record_of(*entries: object) -> bytes:
    """Return the bytes of a record with these entries."""
    return b"".join(map(write_entry, entries))


@given(st.integers(-(1 << 63), (1 << 63) - 1), STEPS)
def test_a_record_replays_to_the_same_game_any_number_of_times(seed: int, steps: list[str]) -> None:
    session = Session(Game(seed=seed))
    entries: list[object] = [header_of(session.game)]
    session.on_event(lambda event: entries.append(event.command.to_json()))
    for step in steps:
        session.do(Command.from_json(step if step in {"undo", "redo", "hint"} else {"move": step}))
    record = read_record(record_of(*entries), "the record")
    for _ in range(2):
        again = replay(record)
        assert again.summary() == session.game.summary()
        assert again.position == session.game.position


def test_a_record_has_its_game_its_name_and_its_start_time() -> None:
    header = {**HEADER, "began": "2026-11-15T21:34:05Z"}
    record = read_record(record_of(header, {"name": "first"}, {"move": "up"}, {"name": "mine"}), "x")
    assert (record.kind, record.name, record.began) == ("2048", "mine", "2026-11-15 21:34")
    assert record.commands == (Command("move", "up"),)


def test_a_header_has_the_start_time() -> None:
    assert len(Record(HEADER, ()).began) == 16


@pytest.mark.parametrize("began", [None, 5, "\x1b[2J\x1b[H"])
def test_an_invalid_start_time_is_left_out(began: object) -> None:
    assert Record({**HEADER, "began": began}, ()).began == ""
    assert Record({}, ()).began == ""


@pytest.mark.parametrize(
    ("content", "line", "offset"),
    [
        (b"", 1, 0),
        (b"4\n224\n", 1, 0),
        (record_of(HEADER) + b"torn", 2, len(record_of(HEADER))),
        (record_of(HEADER, "undo")[:-1], 2, len(record_of(HEADER))),
    ],
)
def test_a_damaged_record_is_refused_with_the_line_and_byte(content: bytes, line: int, offset: int) -> None:
    with pytest.raises(RecordError, match=rf"line {line} \(byte {offset}\)") as caught:
        read_record(content, "the file")
    assert caught.value.offset == offset


@pytest.mark.parametrize("header", [None, 5, [], {}, {"version": 1}, "undo"])
def test_a_first_line_that_names_no_game_is_refused(header: object) -> None:
    with pytest.raises(RecordError, match="its first line") as caught:
        record_from([header], "the file")
    assert caught.value.offset == 0


@pytest.mark.parametrize("version", [None, 0, 2, "1"])
def test_a_record_of_another_version_is_refused(version: object) -> None:
    with pytest.raises(RecordError, match="version 1"):
        record_from([{**HEADER, "version": version}], "the file")


@pytest.mark.parametrize("name", ["", "  ", "7", "a\nb", "\x1b[31mred", "x" * 61, 5, None, "\ud800"])
def test_an_invalid_name_in_a_record_is_refused(name: object) -> None:
    with pytest.raises(RecordError, match="line 2 "):
        record_from([HEADER, {"name": name}], "the file")


def test_an_invalid_command_is_refused_with_its_line() -> None:
    with pytest.raises(RecordError, match="line 3 "):
        record_from([HEADER, "undo", "jump"], "the file")


@pytest.mark.parametrize("kind", ["chess", None, 7, "x" * 500])
def test_an_unknown_game_kind_is_refused(kind: object) -> None:
    with pytest.raises(RecordError, match="cannot begin: "):
        begin({**HEADER, "game": kind})


def test_a_header_with_invalid_rules_is_refused() -> None:
    with pytest.raises(RecordError, match=r"game 3 .*\bsize .*2 .*not 1"):
        begin({**HEADER, "rules": {"size": 1}}, "game 3")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ({"move": "sideways"}, "command 2 .*game 3 .*'sideways'"),
        ("resign", "command 2 .*game 3 .*2048 .*'resign'"),
        ({"move": "left", "tiles": [[0, 0, 1024]]}, "command 2 .*game 3 .*tile 1024"),
        ("redo", "command 2 .*game 3, 'redo', .*effect"),
    ],
)
def test_an_illegal_command_is_refused_with_its_number(command: object, message: str) -> None:
    record = record_from([json.loads(json.dumps(HEADER)), "hint", command], "game 3")
    with pytest.raises(RecordError, match=message):
        replay(record, "game 3")


def test_a_move_that_moves_nothing_is_refused_in_a_record() -> None:
    start = {"board": [2, 4, 0, 0], "score": 0, "won": False, "over": False}
    record = record_from([{**HEADER, "start": start}, {"move": "up"}], "game 3")
    with pytest.raises(RecordError, match=r"command 1 .*game 3, 'up'"):
        replay(record, "game 3")


def test_a_connect4_record_replays_as_connect4() -> None:
    from slidedrop.connect4.game import Game as Connect4

    record = record_from([header_of(Connect4()), {"move": "4"}, {"move": "4"}, "undo"], "game 3")
    game = replay(record)
    assert (game.kind, game.line()) == ("connect4", ["4"])
