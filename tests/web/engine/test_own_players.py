"""Tests of the players that the server's owner adds: offered under a chosen name, never named by a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from slidedrop.cli.commands.serve import _own
from slidedrop.core.errors import NotationError
from slidedrop.web.app import Settings
from tests.web.running import UNLIMITED, LiveServer, Person, drop_record

if TYPE_CHECKING:
    from pathlib import Path

BOTS = """
class Right:
    def choose(self, position):
        open("asked", "a").write("x")
        return position.legal_moves()[-1]

class Cheating:
    def choose(self, position):
        return 99
"""


def test_requests_can_choose_only_the_custom_players_of_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    own = _own((f"{bots}:Right", f"{bots}:Cheating"))
    settings = Settings(limits=UNLIMITED, warm=False, own_players=own)
    with LiveServer(tmp_path / "games.sqlite3", settings) as live, Person(live.url) as ann:

        def choose(player: str) -> tuple[int, str]:
            answer = ann.post("/api/v1/choose", json={"record": drop_record(4), "player": player})
            return answer.status_code, answer.text

        assert ann.get("/api/v1/players?game=connect4").json()["players"][-2:] == ["own:1", "own:2"]
        assert choose("own:1") == (200, '{"move":"7"}')
        assert "answered 99, " in choose("own:2")[1]
        marker = (tmp_path / "asked").read_text()
        for player in ("own:3", f"{bots}:Right", "bots:Right", f"-- touch {tmp_path}/started"[:40], "own"):
            code, text = choose(player)
            assert (code in (409, 422), "Traceback" in text) == (True, False), (player, text)
        assert (tmp_path / "asked").read_text() == marker
        assert not (tmp_path / "started").exists()


def test_an_invalid_custom_player_is_refused_before_the_server_listens(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="is offered anyway"):
        _own(("perfect",))
    with pytest.raises(NotationError, match="not be imported"):
        _own((f"{tmp_path}/none.py:Bot",))
