"""Tests of external players, as classes and as programs: legal play, and losses by errors."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from slidedrop.connect4 import Position, Rules
from slidedrop.core.errors import NotationError
from slidedrop.lab.arena.match import Entrant, Match
from slidedrop.lab.arena.report import report
from slidedrop.lab.arena.scoresheet import results_in
from slidedrop.players.command import ClassProcess, CommandPlayer
from slidedrop.players.external import ClassPlayer, is_own, named_player
from slidedrop.players.protocol import PlayerFault
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Game
from slidedrop.twenty48 import Rules as Slides
from tests.cli.talking import slidedrop

BOTS: Final = Path(__file__).parents[1] / "data" / "bots"
PYTHON_BOT: Final = f"-- {sys.executable} {BOTS / 'bot.py'}"
CLASSES: Final = """
class First:
    def choose(self, position):
        return position.legal_moves()[0]

class InWords:
    def choose(self, position):
        return "left" if hasattr(position, "board") else "4"

class Crashing:
    def choose(self, position):
        return 1 // 0

class Cheating:
    def choose(self, position):
        return 77

class Needy:
    def __init__(self, friend): ...
    def choose(self, position): ...

class Hanging:
    def choose(self, position):
        while True: pass

class Exiting:
    def choose(self, position):
        raise SystemExit

class Dying:
    def choose(self, position):
        import os
        os._exit(3)

class Corrupting:
    def choose(self, position):
        position._mover = position._other = 0
        type(position).legal_moves = lambda self: [77]
        position.layout.slots.clear()
        print("answer move 1")
        import os
        os.write(1, b"answer move 2")
        return 77

class Counting:
    def __init__(self):
        self.asked = 0
    def choose(self, position):
        self.asked += 1
        return self.asked

nothing = 5
"""


@pytest.fixture
def classes(tmp_path: Path) -> Path:
    path = tmp_path / "my_bots.py"
    path.write_text(CLASSES)
    return path


def test_digits_after_the_colon_are_a_level_and_a_name_is_a_class() -> None:
    assert [is_own(text) for text in ("tree:3", "search@2s", "human", "perfect")] == [False] * 4
    assert [is_own(text) for text in ("bots:Careful", "a/b.py:Careful", "-- ./bot")] == [True] * 3


def test_a_class_plays_both_games_by_moves_or_by_words(classes: Path) -> None:
    position = Position.from_moves("44")
    assert named_player(f"{classes}:First", "connect4").choose(position) == 0
    assert named_player(f"{classes}:InWords", "connect4").choose(position) == 3
    board = Game(seed=7).position
    assert named_player(f"{classes}:InWords", "2048").choose(board).value == "left"


@pytest.mark.parametrize(
    ("name", "said"),
    [("Crashing", "crashed: ZeroDivisionError"), ("Cheating", "answered 77, .*legal are 1, 2")],
)
def test_a_class_that_crashes_or_cheats_is_at_fault(classes: Path, name: str, said: str) -> None:
    with pytest.raises(PlayerFault, match=said):
        ClassPlayer(f"{classes}:{name}").choose(Position())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Hanging", r"'answer' within 0\.3 s"),
        ("Exiting", "crashed: SystemExit"),
        ("Dying", "ended without 'answer'"),
        ("Corrupting", "answered (77|'78'), .*not legal"),
    ],
)
def test_a_class_that_hangs_exits_or_corrupts_its_input_is_at_fault(classes: Path, name: str, said: str) -> None:
    position, player = Position(), ClassPlayer(f"{classes}:{name}")
    player._process = ClassProcess(f"{classes}:{name}", seconds=0.1, grace=0.2 if name == "Hanging" else 30)
    with pytest.raises(PlayerFault, match=said):
        player.choose(position)
    assert position == Position()
    assert position.play(3).legal_moves() == list(range(7))


def test_a_match_continues_after_a_class_exits(classes: Path) -> None:
    match = Match(Rules(), (Entrant(f"{classes}:Dying"), Entrant(f"{classes}:Exiting")), seed=2)
    results = list(map(match.play, match.units(2)))
    assert len([result for result in results if result.fault]) == 4


def test_every_player_has_its_own_instance_of_the_class(classes: Path) -> None:
    one, other = ClassPlayer(f"{classes}:Counting"), ClassPlayer(f"{classes}:Counting")
    assert [player.choose(Position()) for player in (one, one, other)] == [1, 2, 1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}:Needy", "Needy.*without arguments"),
        ("{}:nothing", "nothing.*method choose"),
        ("{}:Missing", "Missing.*method choose"),
        ("no_such_module:Bot", "imported: ModuleNotFoundError"),
        ("no/such/file.py:Bot", "imported: FileNotFoundError"),
    ],
)
def test_an_invalid_player_class_is_refused_with_the_reason(classes: Path, text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        named_player(text.format(classes), "connect4")


def test_only_the_command_line_can_start_external_players(classes: Path) -> None:
    for text in (f"{classes}:First", "-- touch /tmp/never", "os:getcwd"):
        with pytest.raises(NotationError):
            make_player(text, "connect4")


def test_resuming_a_game_gives_the_seat_of_an_external_player_to_a_person(classes: Path) -> None:
    begun = slidedrop("connect4", "--new", "--blue", f"{classes}:First", typed="4\nq\n")
    assert begun.code == 0
    classes.unlink()
    resumed = slidedrop("connect4", "--resume", 1, typed="q\n")
    assert resumed.code == 0
    assert "your own player" in resumed.err


def programs(tmp_path: Path) -> dict[str, str]:
    """Return the bots in all four languages, compiled if needed."""
    subprocess.run(["cc", "-O1", "-o", tmp_path / "bot", BOTS / "bot.c"], check=True)
    subprocess.run(["javac", "-d", tmp_path, BOTS / "Bot.java"], check=True)
    return {
        "python": PYTHON_BOT,
        "c": f"-- {tmp_path / 'bot'}",
        "java": f"-- java -Xshare:auto -cp {tmp_path} Bot",
        "javascript": f"-- {shutil.which('node')} {BOTS / 'bot.js'}",
    }


def tournament(*players: str, folder: Path, more: tuple[str, ...] = ()) -> list[str]:
    """Play a tournament with two games per pair on a small board, and return the rows of the table."""
    small = ("--games", 2, "--jobs", 1, "--size", "5x4", "--folder", folder)
    said = slidedrop("tournament", "connect4", *players, *more, *small)
    assert said.code == 0, said.err
    return said.out.splitlines()[1:]


def test_bots_in_four_languages_play_a_tournament_with_perfect_and_random(tmp_path: Path) -> None:
    bots = programs(tmp_path)
    table = tournament(*bots.values(), "perfect", "random", folder=tmp_path / "games")
    assert len(table) == 6
    assert not [line for line in table if "Fault" in line]
    assert table[0].split()[1] == "perfect"
    assert all(len(results_in(folder)) == 2 for folder in (tmp_path / "games").iterdir())


def test_bots_that_crash_hang_cheat_and_flood_lose_their_games_and_do_no_harm(tmp_path: Path) -> None:
    faulty = [f"{PYTHON_BOT} {fault}" for fault in ("crash", "hang", "illegal", "flood")]
    table = tournament("random", *faulty, folder=tmp_path, more=("--gauntlet",))
    assert table[0].split()[1:2] + table[0].split()[-4:] == ["random", "8", "0", "0", "8"]
    faults = " ".join(line for line in table if line.startswith("Fault: "))
    for said in ("ended without", "gave no 'bestmove' within 5 s", "which is not legal", "wrote 1000 lines"):
        assert said in faults


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("crash", "ended without 'bestmove'"),
        ("hang", "gave no '(bestmove|ready)' within 0.7 s"),
        ("flood", "1000 lines .*'bestmove'"),
        ("illegal", "answered 98, .*not legal"),
        ("nonsense", "read|column"),
    ],
)
def test_a_program_that_misbehaves_is_at_fault_and_ended(fault: str, said: str) -> None:
    player = CommandPlayer(f"{PYTHON_BOT} {fault}", seconds=0.2, grace=0.5 if fault == "hang" else 20)
    with pytest.raises(PlayerFault, match=said):
        player.choose(Position())
    assert player._process is None


def test_a_faulty_player_loses_its_games_and_the_match_continues(classes: Path) -> None:
    match = Match(Rules(), (Entrant(f"{classes}:Cheating"), Entrant("random")), seed=2)
    results = list(map(match.play, match.units(2)))
    assert [result.winner for result in results] == [1] * 4
    assert "4 games ended " in report(match, results)
    slides = Match(Slides(size=3), (Entrant(f"{classes}:Crashing"), Entrant("random")), seed=2)
    first, second = map(slides.play, slides.units(1))
    assert (first.moves, bool(first.fault), bool(second.fault)) == (0, True, False)


def test_your_own_player_is_watched_and_matched_by_name(classes: Path) -> None:
    watched = slidedrop("watch", "connect4", "--player", f"{classes}:First", "--player", PYTHON_BOT, "--delay", 0)
    assert "won" in watched.out
    matched = slidedrop(
        "match", "connect4", "--player", f"{classes}:First", "--player", "random", "--games", 2, "--jobs", 1
    )
    assert "2 games, " in matched.out


def test_your_own_player_plays_2048_and_its_game_is_saved(classes: Path) -> None:
    said = slidedrop("2048", "--seed", 7, "--size", 2, "--player", f"{classes}:First", typed="q\n")
    assert (said.code, "Game over" in said.out or "no move" in said.out.lower()) == (0, True), said.out
    assert slidedrop("games").out.count("2048") == 1
    cheated = slidedrop("2048", "--seed", 7, "--player", f"{classes}:Cheating", typed="q\n")
    assert (cheated.code, "not legal" in cheated.out) == (0, True)


def test_an_imported_record_and_a_link_never_start_a_player(classes: Path, tmp_path: Path) -> None:
    slidedrop("connect4", "--new", "--blue", f"{classes}:First", typed="4\nq\n")
    exported = tmp_path / "game.journal"
    slidedrop("games", "export", 1, exported)
    marker = tmp_path / "started"
    classes.write_text(f"open({str(marker)!r}, 'w').close()\n{CLASSES}")
    assert slidedrop("games", "import", exported).code == 0
    for call in (("connect4", "--resume", 2), ("connect4", "--from", slidedrop("share", 2).out.strip()), ("review", 2)):
        assert slidedrop(*call, typed="q\n").code == 0
    assert not marker.exists()


def test_a_program_is_ended_with_its_player() -> None:
    player = CommandPlayer(PYTHON_BOT)
    player.choose(Position())
    process = player._process
    assert process is not None
    del player
    for _ in range(200):
        if process.poll() is not None:
            break
        time.sleep(0.01)
    assert process.poll() is not None
