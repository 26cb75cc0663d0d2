"""Tests of backups: during play, between kinds of databases, damaged files and refused paths."""

from __future__ import annotations

import hashlib
import json
import os
import random
import sqlite3
import threading
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError
from slidedrop.web.store.backup import backup, restore
from tests.web.postgres import new_database
from tests.web.rooms.people import join, look, opened
from tests.web.running import LiveServer, Person, commands_in, drop_record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_a_backup_made_during_play_restores_into_the_other_kind_of_database(
    keeper: str, database: str, tmp_path: Path
) -> None:
    other = {"sqlite": "postgres", "postgres": "sqlite"}[keeper]
    file = tmp_path / "games.backup"
    with LiveServer(database) as server, Person(server.url) as ann:
        game, done, over = ann.begin(drop_record(4))["id"], [0], threading.Event()
        secret = ann.link(game, "watch")
        busy = ann.begin()["id"]
        code = opened(ann, title="Class 7b")
        number = join(ann, code, "Ann")["you"]["number"]

        def play() -> None:
            while not over.is_set():
                done[0] = ann.do(busy, done[0], "hint").json()["ply"]

        player = threading.Thread(target=play)
        player.start()
        try:
            while done[0] < 10:
                over.wait(0.01)
            acknowledged = done[0]
            assert backup(database, file) == (2, 1)
            assert file.stat().st_mode & 0o777 == 0o600
        finally:
            over.set()
            player.join()
        token = ann.begin(key="a-key-of-16-chars")["id"]
        cookies = dict(ann.cookies)
    (tmp_path / "elsewhere").mkdir()
    elsewhere = new_database(other, tmp_path / "elsewhere")
    with LiveServer(elsewhere) as server, Person(server.url, cookies=cookies) as ann, Person(server.url) as ben:
        assert restore(elsewhere, file) == ((2, 1), (0, 0))  # while it serves
        assert commands_in(ann.look(game)["record"]) == ["4"]
        kept = ann.look(busy)["ply"]
        assert acknowledged <= kept <= done[0]
        assert ann.do(busy, kept, "hint").json() == {"ply": kept + 1}
        assert ben.claim(secret)["role"] == "watch"
        assert restore(elsewhere, file) == ((0, 0), (2, 1))
        room = look(ann, code)
        assert (room["title"], room["owner"], room["you"]["number"]) == ("Class 7b", True, number)
        assert ann.look(busy)["ply"] == kept + 1
        assert ann.get(f"/api/v1/games/{token}").status_code == 404


def small_backup(folder: Path) -> Path:
    """Return a backup of a few games and a room."""
    with LiveServer(folder / "games.sqlite3") as server, Person(server.url) as ann:
        for column in range(1, 4):
            ann.link(ann.begin(drop_record(column, 4))["id"], "watch")
        join(ann, opened(ann), "Ann")
    file = folder / "games.backup"
    assert backup(str(folder / "games.sqlite3"), file) == (3, 1)
    return file


def test_a_backup_with_a_flipped_bit_is_refused_and_creates_no_database(tmp_path: Path) -> None:
    content, chance = small_backup(tmp_path).read_bytes(), random.Random(60)
    places = chance.sample(range(8 * len(content)), 50)
    places += [8 * (len(content) - back) + chance.randrange(8) for back in range(1, 11)]  # its last line
    spoilt, elsewhere = tmp_path / "spoilt", tmp_path / "elsewhere.sqlite3"
    for place in places:
        flipped = bytearray(content)
        flipped[place // 8] ^= 1 << place % 8
        spoilt.write_bytes(flipped)
        with pytest.raises(RecordError, match="backup"):
            restore(str(elsewhere), spoilt)
    assert not elsewhere.exists()


@pytest.mark.parametrize(
    "line",
    [
        "", "[]", "{}", "[1]", '{"game": {}}', '{"room": {"code": 1}}', '{"game": 1, "commands": [], "secrets": []}',
        '{"room": {"code": "a", "content": [], "expires": 1, "version": 1}}', "[" * 5000,
        '{"room": {"code": "a", "content": "\\ud800", "expires": 1, "version": 1}}',
        '{"room": {"code": "a", "content": "b", "expires": 1, "version": 1e99}}',
        '{"room": {"code": "a", "content": "b", "expires": ' + "9" * 40 + ', "version": 1}}',
    ],
)  # fmt: skip
def test_a_backup_with_a_right_checksum_and_wrong_content_is_refused(database: str, line: str, tmp_path: Path) -> None:
    body = b'{"slidedrop backup": 2}\n' + line.encode() + b"\n"
    file = tmp_path / "made up"
    last = {"games": 0, "rooms": int("room" in line), "sha256": hashlib.sha256(body).hexdigest()}
    file.write_bytes(body + json.dumps(last).encode() + b"\n")
    with pytest.raises(RecordError, match=r"backup|database"):
        restore(database, file)


def test_a_mistyped_path_changes_nothing(tmp_path: Path) -> None:
    file = small_backup(tmp_path)
    good, games = file.read_bytes(), (tmp_path / "games.sqlite3").read_bytes()
    empty, notes = tmp_path / "empty.sqlite3", tmp_path / "notes.txt"
    with LiveServer(empty):
        pass
    notes.write_text("my notes")
    before = sorted(path.name for path in tmp_path.iterdir())
    for database, target in [
        (tmp_path / "gmaes.sqlite3", file),  # no such database
        (notes, file),  # no database at all
        (empty, file),  # an empty one
        (tmp_path / "games.sqlite3", tmp_path / "games.sqlite3"),  # the database instead of the backup
        (tmp_path / "games.sqlite3", notes),
    ]:
        with pytest.raises(RecordError):
            backup(str(database), target)
    for missing in (tmp_path / "games.bakcup", notes):
        with pytest.raises(RecordError):
            restore(str(tmp_path / "new.sqlite3"), missing)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert (file.read_bytes(), (tmp_path / "games.sqlite3").read_bytes()) == (good, games)
    assert notes.read_text() == "my notes"


@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal", ".lock"])
def test_a_backup_never_overwrites_a_file_of_its_database(tmp_path: Path, end: str) -> None:
    path = tmp_path / "games.sqlite3"
    with LiveServer(path) as server, Person(server.url) as ann:
        ann.begin(drop_record())
        before = sorted(found.stat().st_ino for found in tmp_path.iterdir())
        with pytest.raises(RecordError):
            backup(str(path), tmp_path / f"games.sqlite3{end}")
        with pytest.raises(RecordError):
            LiveServer(path)
        assert sorted(found.stat().st_ino for found in tmp_path.iterdir()) == before


def test_restoring_from_a_pipe_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    os.write(writer, b"anything")
    with pytest.raises(RecordError, match="file"):
        restore(str(tmp_path / "new.sqlite3"), pipe)
    os.close(writer)
    assert not (tmp_path / "new.sqlite3").exists()


def spoilt_index(path: Path) -> bytes:
    """Return a database in which some links of games cannot be found by the index."""
    with sqlite3.connect(path) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'secrets_of_game'").fetchone()
    database.close()
    content = bytearray(path.read_bytes())
    content[4096 * page - 64 : 4096 * page] = bytes(64)
    return bytes(content)


def spoilt_schema(path: Path) -> bytes:
    """Return a database that SQLite refuses with a message that is not valid UTF-8."""
    return path.read_bytes().replace(b"CREATE TABLE", b"CREATE TA\xc2LE")


@pytest.mark.parametrize("spoilt", [spoilt_index, spoilt_schema])
def test_a_damaged_database_never_replaces_a_good_backup(tmp_path: Path, spoilt: Callable[[Path], bytes]) -> None:
    file, path = small_backup(tmp_path), tmp_path / "games.sqlite3"
    good, content = file.read_bytes(), spoilt(path)
    path.write_bytes(content)
    with pytest.raises(RecordError, match="database"):
        backup(str(path), file)
    assert (file.read_bytes(), path.read_bytes()) == (good, content)


def test_an_unwritable_or_unreadable_backup_is_refused_with_an_error(database: str, tmp_path: Path) -> None:
    with LiveServer(database):
        pass
    with pytest.raises(RecordError, match="cannot write"):
        backup(database, tmp_path / "nowhere" / "file")
    with pytest.raises(RecordError, match="cannot be read"):
        restore(database, tmp_path / "nowhere")
