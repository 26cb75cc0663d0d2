"""Tests of the library of saved games: numbers, list, names, export, import and removal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError
from slidedrop.places import cache_folder, data_folder
from slidedrop.records.journal import read_entries, write_entry
from slidedrop.records.library import Library
from slidedrop.records.replay import header_of
from slidedrop.session import Session
from slidedrop.twenty48 import Board, Game, State
from tests.records.rights import open_folder, said_without_rights

if TYPE_CHECKING:
    from pathlib import Path

STUCK = State(Board.from_rows([[2, 4], [4, 2]]))


@pytest.fixture
def shelf() -> Library:
    """An empty library in the test's home folder."""
    return Library()


def kept(shelf: Library, *moves: str, seed: int = 7) -> int:
    """Play these moves in a new game, save it and return its number."""
    opened = shelf.put(Game(seed=seed))
    session = Session(opened.game, opened.journal)
    for move in moves:
        session.play(move)
    session.close()
    return opened.number


def test_games_are_saved_in_the_data_folder_and_numbered_in_order(shelf: Library) -> None:
    assert shelf.numbers() == []
    assert [kept(shelf), kept(shelf), kept(shelf)] == [1, 2, 3]
    assert shelf.numbers() == [1, 2, 3]
    assert shelf.path(2) == data_folder() / "games" / "2.journal"


def test_games_are_sorted_by_number_and_other_files_ignored(shelf: Library) -> None:
    for _ in range(10):
        kept(shelf)
    for name in ("007.journal", "٣.journal", "notes.txt", "2.journal.damaged-1", "0.journal", "9" * 200 + ".journal"):
        (shelf.folder / name).write_text("not a game")
    assert shelf.numbers() == list(range(1, 11))
    assert len(shelf.games()) == 10


def test_a_number_taken_by_another_process_is_skipped(shelf: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(shelf)
    monkeypatch.setattr(shelf, "numbers", list)
    assert kept(shelf) == 2


def test_a_game_resumes_from_its_last_move(shelf: Library) -> None:
    number = kept(shelf, "left", "up", "left", "down")
    opened = shelf.take(number)
    with opened.journal:
        assert opened.notice == ""
        assert opened.game.line()[-1] in {"left", "up", "down"}
        line = opened.game.line()
        Session(opened.game, opened.journal).undo()
    assert shelf.record(number).commands[-1].verb == "undo"
    again = shelf.take(number)
    with again.journal:
        assert again.game.line() == line[:-1]


@pytest.mark.parametrize("cut", [3, 30])
def test_a_damaged_game_resumes_from_its_valid_part_with_a_notice(shelf: Library, cut: int) -> None:
    number = kept(shelf, "left", "up", "left", "up")
    moves = len(shelf.record(number).commands)
    damaged = shelf.path(number).read_bytes()[:-cut]
    shelf.path(number).write_bytes(damaged)
    opened = shelf.take(number)
    opened.journal.close()
    left = moves - 1 if cut == 3 else moves - 2
    word = f"{left} moves" if left != 1 else "1 move"
    aside = shelf.path(number).with_name(f"{number}.journal.damaged-1")
    assert all(part in opened.notice for part in (f"game {number} ", f" {word};", f"'{aside}'"))
    assert aside.read_bytes() == damaged
    assert shelf.take(number).notice == ""


def test_a_game_with_a_damaged_header_is_refused_and_not_changed(shelf: Library) -> None:
    number = kept(shelf, "left")
    damaged = b"x" + shelf.path(number).read_bytes()
    shelf.path(number).write_bytes(damaged)
    with pytest.raises(RecordError, match="game 1 "):
        shelf.take(number)
    assert shelf.path(number).read_bytes() == damaged
    assert [path.name for path in shelf.folder.iterdir()] == ["1.journal"]


def test_a_game_with_an_illegal_command_is_refused_and_unlocked(shelf: Library) -> None:
    number = kept(shelf)
    with shelf.path(number).open("ab") as file:
        file.write(write_entry("redo"))
    for _ in range(2):
        with pytest.raises(RecordError, match=r"command 1 .*game 1, 'redo'"):
            shelf.take(number)


@pytest.mark.parametrize("deed", ["take", "record", "export", "remove"])
def test_an_unknown_game_number_is_refused(shelf: Library, deed: str) -> None:
    with pytest.raises(RecordError, match=r"game 5.*slidedrop games"):
        getattr(shelf, deed)(5)


def test_a_game_in_use_cannot_be_opened_renamed_or_removed(shelf: Library) -> None:
    opened = shelf.put(Game(seed=1))
    with opened.journal:
        for refused in (lambda: shelf.take(1), lambda: shelf.rename(1, "mine"), lambda: shelf.remove(1)):
            with pytest.raises(RecordError, match="played by another"):
                refused()
    assert shelf.numbers() == [1]


# --- the list ---------------------------------------------------------------------------------------------------------


def test_the_list_shows_the_state_of_each_game(shelf: Library) -> None:
    kept(shelf, "left", "up")
    shelf.rename(1, "the first")
    (listed,) = shelf.games()
    assert (listed.number, listed.name, listed.trouble) == (1, "the first", "")
    assert listed.summary is not None
    assert listed.summary.rules == "4x4 classic"
    assert len(listed.began) == 16


def test_the_cached_list_is_the_same(shelf: Library) -> None:
    kept(shelf, "left")
    kept(shelf, "up", "left")
    first = shelf.games()
    assert (cache_folder() / "saved-games.json").exists()
    assert shelf.games() == first
    kept(shelf)
    assert shelf.games()[:2] == first


def test_a_changed_game_is_not_taken_from_the_cache(shelf: Library) -> None:
    number = kept(shelf)
    assert shelf.games()[0].name == ""
    shelf.rename(number, "grown")
    assert shelf.games()[0].name == "grown"


def test_the_number_of_a_removed_game_is_never_given_again(shelf: Library) -> None:
    for seed in (1, 2, 3):
        kept(shelf, seed=seed)
    shelf.remove(3)
    shelf.remove(2)
    assert kept(shelf) == 4
    shelf.remove(4)
    shelf.remove(1)
    assert Library().numbers() == []
    assert kept(Library()) == 5


def test_a_removed_game_is_forgotten_by_the_cache(shelf: Library) -> None:
    kept(shelf, "left")
    kept(shelf, "up")
    shelf.games()
    shelf.remove(1)
    shelf.games()
    remembered = json.loads((cache_folder() / "saved-games.json").read_text())
    assert list(remembered) == [str(shelf.path(2))]


def test_listing_reports_progress_and_rereads_only_changed_games(shelf: Library) -> None:
    for _ in range(3):
        kept(shelf, "left")
    heard: list[tuple[int, int]] = []
    watched = Library(progress=lambda done, total: heard.append((done, total)))
    watched.games()
    shelf.rename(2, "again")
    watched.games()
    assert heard == [(0, 3), (1, 3), (2, 3), (0, 1)]


def test_a_game_with_a_damaged_end_is_marked_in_the_new_and_cached_list(shelf: Library) -> None:
    kept(shelf, "left", "up")
    kept(shelf, "left")
    with shelf.path(1).open("ab") as file:
        file.write(b"torn")
    for _ in range(2):
        assert [(game.damaged, game.summary is None) for game in shelf.games()] == [(True, False), (False, False)]


def test_the_list_shows_the_origin_of_each_game(shelf: Library) -> None:
    kept(shelf, "left")
    shelf.put(Game(seed=1), origin="replay").journal.close()
    shelf.put(Game(seed=1, start=State(Board.from_rows([[2, 2], [0, 0]])))).journal.close()
    shelf.import_game(shelf.export(2), "x").journal.close()
    for _ in range(2):
        assert [game.origin for game in shelf.games()] == ["played", "replay", "board", "import"]
        assert [game.counts for game in shelf.games()] == [True, False, False, False]


@pytest.mark.parametrize("memory", ["", "[]", "{", '{"x": 1}', "\x00"])
def test_an_unreadable_cache_is_ignored(shelf: Library, memory: str) -> None:
    kept(shelf, "left")
    listed = shelf.games()
    (cache_folder() / "saved-games.json").write_text(memory)
    assert shelf.games() == listed


@pytest.mark.parametrize("entry", ["null", "7", "[1]", '{"stamp": []}', '{"stamp": [], "line": {"colour": "red"}}'])
def test_an_invalid_cache_entry_is_ignored(shelf: Library, entry: str) -> None:
    kept(shelf, "left")
    listed = shelf.games()
    memory = cache_folder() / "saved-games.json"
    memory.write_text(f'{{"{shelf.path(1)}": {entry}}}')
    assert shelf.games() == listed


def test_the_list_works_without_a_cache_folder(shelf: Library) -> None:
    kept(shelf)
    cache_folder().parent.mkdir(parents=True, exist_ok=True)
    cache_folder().write_text("a file where the folder should be")
    assert [game.number for game in shelf.games()] == [1]


def test_a_game_that_cannot_be_read_is_listed_with_the_reason(shelf: Library) -> None:
    kept(shelf)
    kept(shelf)
    shelf.path(1).write_bytes(b"\x00\x01")
    (shelf.folder / "3.journal").mkdir()
    with shelf.path(2).open("ab") as file:
        file.write(write_entry({"move": "jump"}))
    listed = shelf.games()
    assert [game.summary for game in listed] == [None, None, None]
    assert "game 1 " in listed[0].trouble
    assert "'jump'" in listed[1].trouble
    assert "is a directory" in listed[2].trouble


def test_a_game_that_vanishes_while_the_list_is_made_is_listed_as_gone(
    shelf: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "numbers", lambda: [4])
    (listed,) = shelf.games()
    assert f"'{shelf.path(4)}': no such file" in listed.trouble


def test_the_game_to_continue_is_the_newest_unfinished_one(shelf: Library) -> None:
    assert shelf.unfinished("2048") is None
    kept(shelf, "left")
    second = kept(shelf, "left")
    shelf.put(Game(seed=1, start=STUCK)).journal.close()
    kept(shelf, "left")
    shelf.path(4).write_bytes(b"damaged")
    kept(shelf)
    unfinished = shelf.unfinished("2048")
    assert unfinished is not None
    assert unfinished.number == second
    assert shelf.unfinished("connect4") is None


# --- names ------------------------------------------------------------------------------------------------------------


def test_a_game_is_found_by_its_number_or_its_name(shelf: Library) -> None:
    kept(shelf)
    kept(shelf)
    shelf.rename(1, "Sunday")
    assert shelf.find("2") == 2
    assert shelf.find("Sunday") == 1
    shelf.rename(2, "Sunday")
    assert shelf.find("Sunday") == 2


@pytest.mark.parametrize("text", ["5", "9" * 5000, "Monday", "\x1b[2J", ""])
def test_a_game_that_cannot_be_found_prints_a_short_error(shelf: Library, text: str) -> None:
    kept(shelf)
    with pytest.raises(RecordError, match="no game") as caught:
        shelf.find(text)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("name", ["", "   ", "12", "a\nb", "x" * 61])
def test_a_numeric_unprintable_empty_or_long_name_is_refused(shelf: Library, name: str) -> None:
    kept(shelf)
    with pytest.raises(RecordError, match="1 to 60"):
        shelf.rename(1, name)


# --- export and import ------------------------------------------------------------------------------------------------


def test_an_exported_game_is_imported_as_a_new_one(shelf: Library) -> None:
    number = kept(shelf, "left", "up", "left")
    shelf.rename(number, "travelled")
    content = shelf.export(number)
    opened = shelf.import_game(content, "travelled.journal")
    opened.journal.close()
    assert opened.number == 2
    assert shelf.export(2) == content
    first, second = shelf.games()
    assert (first.name, first.summary) == (second.name, second.summary)


def test_only_the_valid_part_of_a_damaged_game_is_exported(shelf: Library) -> None:
    number = kept(shelf, "left", "up", "left")
    content = shelf.path(number).read_bytes()
    shelf.path(number).write_bytes(content + b"torn")
    assert shelf.export(number) == content


@pytest.mark.parametrize("content", [b"", b"\x7fELF", write_entry("undo"), write_entry(header_of(Game(seed=1)))[:-2]])
def test_an_invalid_game_file_is_not_imported(shelf: Library, content: bytes) -> None:
    with pytest.raises(RecordError, match=r"other\.journal"):
        shelf.import_game(content, "other.journal")
    assert shelf.numbers() == []


def test_a_game_with_an_illegal_command_is_not_imported(shelf: Library) -> None:
    content = write_entry(header_of(Game(seed=1))) + write_entry("undo")
    with pytest.raises(RecordError, match=r"command 1 of other\.journal, 'undo'"):
        shelf.import_game(content, "other.journal")
    assert shelf.numbers() == []


def test_removing_a_game_deletes_its_file_even_if_damaged(shelf: Library) -> None:
    kept(shelf)
    kept(shelf)
    shelf.path(1).write_bytes(b"\x00 damaged")
    shelf.remove(1)
    shelf.remove(2)
    assert [path.name for path in shelf.folder.iterdir()] == ["last-number"]


def test_a_file_in_place_of_the_games_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("no folder")
    with pytest.raises(RecordError, match="is a file"):
        Library(tmp_path / "games").put(Game(seed=1))


def test_a_games_folder_with_a_too_long_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="name too long"):
        Library(tmp_path / ("x" * 300)).games()


@pytest.mark.parametrize(
    ("mode", "deed", "said"),
    [
        (0o555, "Library(folder).put(Game(seed=1))", "'{folder}/1.journal': permission denied"),
        (0o000, "Library(folder).games()", "'{folder}': permission denied"),
        (0o000, "Library(folder).take(1)", "'{folder}': permission denied"),
    ],
)
def test_a_games_folder_without_permission_is_refused(mode: int, deed: str, said: str) -> None:
    with open_folder(mode) as folder:
        assert said_without_rights(deed, folder).endswith(said.format(folder=folder))


def test_saving_and_importing_never_overwrite_a_game(shelf: Library) -> None:
    kept(shelf, "left")
    before = shelf.path(1).read_bytes()
    for _ in range(3):
        kept(shelf, "up")
    shelf.import_game(shelf.export(2), "x").journal.close()
    assert shelf.path(1).read_bytes() == before
    assert len(read_entries(before).entries) == 2
