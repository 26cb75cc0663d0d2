"""Tests that the page plays the same games as Python: tiles, motions, ends, records and codes."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import segno

from slidedrop.core.command import Command
from slidedrop.records.journal import write_entries
from slidedrop.records.replay import Record, read_record, replay
from slidedrop.records.share import read_code, write_code
from slidedrop.twenty48 import Direction, Game, Rules
from slidedrop.twenty48.position import Spawn
from tests.web.games import differences, run_node, sample_games

if TYPE_CHECKING:
    from slidedrop.core.game import Game as AnyGame

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None and os.environ.get("CI") != "true", reason="node is not installed"
)
CODES: Final = Path(__file__).parents[1] / "data" / "share_codes"


def asked(*questions: dict[str, str]) -> list[dict[str, Any]]:
    """Return the answers of the page's modules to each question."""
    printed = run_node("exchange_games.mjs", "".join(json.dumps(question) + "\n" for question in questions))
    return [json.loads(line) for line in printed.splitlines()]


def record_text(record: dict[str, Any], name: str) -> str:
    """Return a game as `slidedrop games export` writes it."""
    entries = [record["header"], *record["commands"], {"name": name}]
    return write_entries(entries).decode()


@pytest.mark.no_cover  # a large count; smaller tests measure the same code
@pytest.mark.requirement("R-002-19")
def test_thousands_of_moves_match_between_python_and_the_browser() -> None:
    assert differences(list(sample_games(4_000, seed=2048))) == []


def test_the_comparison_detects_a_difference() -> None:
    sample, *_ = sample_games(1, seed=5)
    other, *_ = sample_games(1, seed=6)
    assert len(differences([sample, type(sample)(sample.record, other.digest)])) == 1


def test_an_exported_game_is_read_and_written_by_the_browser_byte_for_byte() -> None:
    texts = [record_text(sample.record, "Müller's ♥ game") for sample in sample_games(400, seed=7)]
    assert [answer["record"] for answer in asked(*({"record": text} for text in texts))] == texts
    assert all(read_record(text.encode(), "it").name == "Müller's ♥ game" for text in texts)


def test_qr_codes_of_every_size_match_segno() -> None:
    full = (14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666)
    # The other program pads in its own way, so the codes are full.
    questions = [(chr(97 + place) * length, place % 8) for place, length in enumerate(full)]
    printed = run_node("qr_codes.mjs", "".join(json.dumps(question) + "\n" for question in questions)).splitlines()
    for (text, mask), line in zip(questions, printed, strict=True):
        code = segno.make(text, error="m", mode="byte", mask=mask, boost_error=False, micro=False)
        assert json.loads(line) == [list(row) for row in code.matrix], (code.version, mask)
    assert [len(json.loads(line)) for line in printed] == [21 + 4 * version for version in range(20)]
    assert run_node("qr_codes.mjs", json.dumps(["x" * 667]) + "\n").strip() == "null"


def test_a_damaged_record_is_refused_by_the_browser_as_by_python() -> None:
    text = record_text(next(sample_games(200, seed=8)).record, "one")
    dice = random.Random(9)
    places = [dice.randrange(len(text)) for _ in range(60)]
    harmed = [text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :] for place in places]
    assert all("refused" in answer for answer in asked(*({"record": one} for one in [*harmed, text[:-1], ""])))


def test_every_share_code_from_python_gives_the_same_game_in_the_browser() -> None:
    games = [_game(sample.record) for sample in sample_games(600, seed=10)]
    games += [_with_tiles_of_ones_own(), Game(Rules(size=3), seed=1)]
    codes = [write_code(game) for game in games]
    answers = asked(*({"code": code} for code in codes))
    assert [answer["code"] for answer in answers] == codes
    assert [answer["again"] for answer in answers] == codes
    assert [answer["commands"] for answer in answers] == [
        [c.to_json() for c in read_code(code).commands] for code in codes
    ]


def test_all_published_share_codes_open_in_the_browser() -> None:
    known = [entry["code"] for path in CODES.glob("*.json") for entry in json.loads(path.read_text())]
    refused = [answer for answer in asked(*({"code": code} for code in known)) if "refused" in answer]
    assert len(known) > 3
    assert all("than this page holds" in answer["refused"] for answer in refused)
    assert len(refused) < len(known) // 2


def test_a_code_with_one_wrong_character_is_refused_by_the_browser() -> None:
    code = write_code(Game(seed=12))
    wrong = [code[:place] + ("A" if code[place] != "A" else "B") + code[place + 1 :] for place in range(len(code))]
    assert all("refused" in answer for answer in asked(*({"code": one} for one in [*wrong, code[:-1], code + "A"])))


def _game(record: dict[str, Any]) -> AnyGame:
    return replay(Record(record["header"], tuple(Command.from_json(command) for command in record["commands"])))


def _with_tiles_of_ones_own() -> Game:
    """Return a game whose tiles cannot be drawn again from a seed."""
    start = Game(Rules(size=3), seed=3).state
    game = Game(Rules(size=3), seed=4, start=start)
    for _ in range(4):
        direction = game.board.legal_moves()[0]
        empty = game.board.slide(direction).board.empty_cells()[-1]
        game.play(Direction(direction), spawns=[Spawn(empty, 4)])
    return game
