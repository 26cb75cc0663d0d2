"""A backup taken under play holds everything acknowledged before it, and comes back without touching what is there."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from slidedrop.core.errors import RecordError
from slidedrop.web.store.backup import backup, restore
from tests.web.postgres import new_database
from tests.web.running import LiveServer, Person, commands_in, drop_record

if TYPE_CHECKING:
    from pathlib import Path


def test_a_backup_under_play_comes_back_in_a_database_of_the_other_kind(
    keeper: str, database: str, tmp_path: Path
) -> None:
    other = {"sqlite": "postgres", "postgres": "sqlite"}[keeper]
    file = tmp_path / "games.backup"
    with LiveServer(database) as server, Person(server.url) as ann:
        game, done, over = ann.begin(drop_record(4))["id"], [0], threading.Event()
        secret = ann.link(game, "watch")
        busy = ann.begin()["id"]

        def play() -> None:
            while not over.is_set():
                done[0] = ann.do(busy, done[0], "hint").json()["ply"]

        player = threading.Thread(target=play)
        player.start()
        try:
            while done[0] < 10:
                over.wait(0.01)
            acknowledged = done[0]
            assert backup(database, file) == 2
        finally:
            over.set()
            player.join()
        token = ann.begin(key="a-key-of-16-chars")["id"]
        cookies = dict(ann.cookies)
    (tmp_path / "elsewhere").mkdir()
    elsewhere = new_database(other, tmp_path / "elsewhere")
    with LiveServer(elsewhere) as server, Person(server.url, cookies=cookies) as ann, Person(server.url) as ben:
        assert restore(elsewhere, file) == (2, 0)  # while it serves
        assert commands_in(ann.look(game)["record"]) == ["4"]
        kept = ann.look(busy)["ply"]
        assert acknowledged <= kept <= done[0]
        assert ann.do(busy, kept, "hint").json() == {"ply": kept + 1}
        assert ben.claim(secret)["role"] == "watch"
        assert restore(elsewhere, file) == (0, 2)
        assert ann.look(busy)["ply"] == kept + 1
        assert ann.get(f"/api/v1/games/{token}").status_code == 404


@pytest.mark.parametrize("spoilt", ["", "nonsense", '{"games": 1}', '{"game": {"id; --": 1}}\n{"games": 1}', "[1]"])
def test_what_is_no_whole_backup_is_refused_and_changes_nothing(database: str, spoilt: str, tmp_path: Path) -> None:
    file = tmp_path / "spoilt"
    file.write_text(spoilt)
    with pytest.raises(RecordError, match="backup"):
        restore(database, file)


def test_a_backup_that_cannot_be_written_is_one_sentence(database: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot write"):
        backup(database, tmp_path / "nowhere" / "file")
    with pytest.raises(RecordError, match="cannot be read"):
        restore(database, tmp_path / "nowhere")
