"""Tests of `slidedrop 2048`: options, files and refused input."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slidedrop.records.library import Library
from slidedrop.twenty48 import Game, Rules
from slidedrop.twenty48.notation import read_board
from tests.cli.talking import at_a_terminal, boards_in, error_of, names, slidedrop

BOARD = "4\n224\n2 16 0 0 \n16 4 2 0 \n4 32 0 0 \n8 0 0 2 \n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder during a test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.requirement("R-001-24")
def test_input_output_and_size_go_together_in_any_order() -> None:
    Path("start.board").write_text(BOARD)
    for number, arguments in enumerate(
        (["-i", "start.board", "-o", "0", "-s", "7"], ["-s", "7", "-o", "1", "-i", "start.board"])
    ):
        assert slidedrop("2048", *arguments, typed="q\n").code == 0
        assert Path(str(number)).read_text() == BOARD


@pytest.mark.requirement("R-001-25", "C-27")
def test_the_board_is_4x4_or_has_the_given_size() -> None:
    slidedrop("2048", "-o", "usual")
    slidedrop("2048", "-s", "6", "-o", "six")
    assert [read_board(Path(name).read_text())[0].size for name in ("usual", "six")] == [4, 6]


@pytest.mark.requirement("C-27")
@pytest.mark.parametrize("size", ["0", "-3", "1", "65", "abc", "4.5", "", "٤"])
def test_an_invalid_size_is_refused_with_the_legal_range(size: str) -> None:
    error = error_of(slidedrop("2048", "-s", size), code=2)
    assert names(error, f"'{size}'", "from 2 to 64")
    assert not Library().numbers()


@pytest.mark.requirement("R-001-26", "C-25")
def test_without_an_output_file_none_is_written(folder: Path) -> None:
    slidedrop("2048", typed="w\na\nq\n")
    assert not list(folder.iterdir())


@pytest.mark.requirement("C-25", "R-001-20")
def test_an_existing_file_is_replaced_only_with_force() -> None:
    Path("my.board").write_text("precious")
    error = error_of(slidedrop("2048", "-o", "my.board", typed="q\n"))
    assert names(error, "'my.board'", "--force")
    assert Path("my.board").read_text() == "precious"
    assert slidedrop("2048", "-o", "my.board", "--force", "--seed", "7", typed="w\nq\n").code == 0
    assert Path("my.board").read_text() == "4\n0\n2 0 0 2 \n0 0 0 0 \n0 0 0 0 \n0 0 2 0 \n"


def test_a_file_that_appears_during_play_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    class Typing:
        def __init__(self) -> None:
            self.typed = ["w\n", "q\n"]

        def readline(self) -> str:
            Path("my.board").write_text("precious")
            return self.typed.pop(0)

        def isatty(self) -> bool:
            return False

    from slidedrop.cli.twenty48 import play
    from slidedrop.terminal.plain.console import Console

    monkeypatch.setattr(play, "Console", lambda lines: Console(lines=lines, stdin=Typing()))  # type: ignore[arg-type]
    error = error_of(slidedrop("2048", "-o", "my.board"))
    assert names(error, "'my.board'", "as game 1")
    assert Path("my.board").read_text() == "precious"


def test_an_output_that_cannot_be_written_is_refused_before_the_game() -> None:
    said = slidedrop("2048", "-o", "nowhere/my.board", typed="w\nq\n")
    assert (said.code, said.out) == (1, "")
    assert names(error_of(said), "'nowhere/my.board'", "no such file")
    assert Library().numbers() == []


def test_a_game_that_cannot_be_saved_can_be_played(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / "file").write_text("")
    monkeypatch.setenv("SLIDEDROP_HOME", str(folder / "file"))
    said = slidedrop("2048", "--seed", "7", typed="w\nq\n")
    assert said.code == 0
    assert names(said.err, "not be saved", str(folder / "file"))
    assert "Saved as" not in said.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-o", "."], r"'\.' .*folder"),
        (["--record", "."], r"'\.' .*folder"),
        (["-i", "missing"], ".*board file 'missing': .*such file"),
        (["-i", "."], r".*board file '\.': .*directory"),
        (["--replay", "missing"], ".*log 'missing': .*such file"),
        (["--replay", "broken"], "'broken': line 1 .*log .*size"),
        (["-i", "broken"], "'broken': line 1 .*size .*'frob'"),
        (["-i", "binary"], ".*'binary' .*byte 0 .*0xff"),
        (["--record", "nowhere/log"], ".*write 'nowhere/log': .*such file"),
        (["--resume"], ".*no unfinished game .*'slidedrop 2048'"),
        (["--resume", "77"], ".*game 77; 'slidedrop games'"),
        (["--resume", "bob"], ".*no game .*'bob'; 'slidedrop games'"),
    ],
)
def test_an_unusable_file_or_game_prints_one_error_and_starts_no_game(arguments: list[str], sentence: str) -> None:
    Path("broken").write_text("frob\n")
    Path("binary").write_bytes(b"\xff\xfe\x00")
    assert re.match(sentence, error_of(slidedrop("2048", *arguments)))
    assert not Library().numbers()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--sede", "4"], "--seed"),
        (["--seed", "x"], "'x' .*from -9223372036854775808 to 9223372036854775807"),
        (["--seed", str(1 << 63)], "'9223372036854775808' .*from -9223372036854775808 to"),
        (["--delay", "nan"], "'nan' .*0 to 60"),
        (["--delay", "soon"], "'soon' .*0 to 60"),
        (["--rules", "chess"], "'classic', 'mis', 'twos'"),
        (["frob"], "frob"),
        (["--resume", "1", "--seed", "4"], "--resume .*saved game"),
    ],
)
def test_a_wrong_option_is_refused_with_the_allowed_ones(arguments: list[str], sentence: str) -> None:
    assert re.search(sentence, error_of(slidedrop("2048", *arguments), code=2))


def test_resume_takes_no_argument_a_number_or_a_name() -> None:
    slidedrop("2048", "--seed", "7", typed="w\nq\n")
    slidedrop("2048", "--seed", "8", typed="w\nq\n")
    slidedrop("games", "rename", "1", "mine")
    assert re.search("2048: game 2, .*seed 8", slidedrop("2048", "--resume").out)
    assert re.search("2048: game 1, .*seed 7", slidedrop("2048", "--resume", "1", typed="a\nq\n").out)
    assert "Score: 4  " in slidedrop("2048", "--resume", "mine").out


def test_a_game_with_a_damaged_end_resumes_with_a_notice() -> None:
    slidedrop("2048", "--seed", "7", typed="w\na\nq\n")
    with Library().path(1).open("ab") as file:
        file.write(b"torn")
    said = slidedrop("2048", "--resume", "1", typed="s\nq\n")
    assert names(said.err, "game 1", "damaged", "after 2 moves")
    assert said.code == 0
    assert len(Library().record(1).commands) == 3


def test_a_hint_is_saved_in_the_game_and_not_in_the_log() -> None:
    slidedrop("2048", "--seed", "7", "--record", "log", typed="w\ni\na\nq\n")
    assert Path("log").read_text() == "seed 7\n4 wa"
    assert Library().take(1).game.summary().hints == 1


def test_on_a_pipe_every_game_is_new() -> None:
    assert "game 1," in slidedrop("2048").out
    assert "game 2," in slidedrop("2048").out


@pytest.mark.parametrize(
    ("arguments", "typed", "number"),
    [([], "\nq\n", 1), ([], "n\nq\n", 2), (["--new"], "q\n", 2), (["--seed", "3"], "q\n", 2), ([], "", 2)],
)
def test_a_terminal_offers_to_continue_unless_an_option_decides(
    arguments: list[str], typed: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    slidedrop("2048", "--seed", "7", typed="w\nq\n")
    said = at_a_terminal(monkeypatch, "2048", *arguments, typed=typed)
    assert ("(score 0, largest 2, move 1)? [Y/n]" in said.out) is (not arguments)
    assert f"2048: game {number}, " in said.out
    assert said.code == 0


def test_starting_a_new_game_never_deletes_the_old_one() -> None:
    slidedrop("2048", typed="n\ny\nn\ny\nq\n")
    assert Library().numbers() == [1, 2, 3]


def test_the_best_score_is_that_of_the_same_rules() -> None:
    slidedrop("2048", "--seed", "7", typed="wasd\nq\n")
    slidedrop("2048", "--seed", "7", "-s", "3", typed="q\n")
    assert "Score: 0  Best: 8\n" in slidedrop("2048").out
    assert "Score: 0  Best: 0\n" in slidedrop("2048", "-s", "5").out
    assert "Score: 4  Best: 4\n" in slidedrop("2048", "--resume", "1", typed="u\n").out


def test_a_loaded_board_with_the_winning_tile_is_already_won() -> None:
    Path("won.board").write_text("2\n0\n1024 1024 \n2048 0 \n")
    assert "You made" not in slidedrop("2048", "-i", "won.board", typed="left\n").out
    Path("close.board").write_text("2\n0\n1024 1024 \n4 0 \n")
    assert "You made 2048!" in slidedrop("2048", "-i", "close.board", typed="left\n").out


def test_the_end_of_input_saves_and_quits() -> None:
    said = slidedrop("2048", "--seed", "7", "-o", "my.board", typed="w\n")
    assert said.out.endswith("slidedrop 2048 --resume 1\nBoard written to 'my.board'.\n")


def test_a_finished_game_is_saved_without_a_resume_command() -> None:
    said = slidedrop("2048", "--seed", "2", "-s", "2", typed="wasdwasd\nq\n")
    assert said.out.endswith(" game 1.\n")


def test_an_interrupt_prints_how_to_resume_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from slidedrop.terminal.plain.console import Console

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Console, "ask", interrupted)
    said = slidedrop("2048", "--seed", "7")
    assert said.code == 130
    assert said.out.endswith("slidedrop 2048 --resume 1\n")


def test_the_help_has_examples_and_fits_a_terminal() -> None:
    said = slidedrop("2048", "--help").out
    assert "Examples:\n    $ slidedrop 2048\n" in said
    assert max(map(len, said.splitlines())) <= 80


def kept_rules() -> Rules:
    """Return the rules of the first saved game."""
    opened = Library().take(1)
    opened.journal.close()
    assert isinstance(opened.game, Game)
    return opened.game.rules


@pytest.mark.requirement("R-000-2", "R-000-20", "R-000-31")
@pytest.mark.parametrize(("base", "tiles", "win"), [(3, 1, 3072), (5, 2, 40), (2, 2, 64), (3000, 1, 6000)])
def test_base_tiles_and_winning_tile_are_played_saved_shared_resumed_and_replayed(
    base: int, tiles: int, win: int
) -> None:
    chosen = ("--base", base, "--tiles", tiles, *(["--win", win] if base < 2048 else []))
    said = slidedrop("2048", *chosen, "--seed", 7, "--record", "log", "-s", 4, typed="wasd" * 12 + "\n")
    shown = boards_in(said.out)
    assert {tile for row in shown for tile in row} <= {0, *(base << power for power in range(20))}
    if tiles == 2:
        assert sum(1 for row in shown[4:8] for tile in row if tile) == 4
    if win < 100:
        assert f"You made {win}!" in said.out
    last = shown[-4:]
    assert kept_rules().base == base
    assert "Best: 0" in slidedrop("2048", "--base", 7, "--new").out, "the best of other rules is not ours"
    code = slidedrop("share", "1").out.split()[-1]
    for arguments in (["--resume", "1"], ["--from", code]):
        assert boards_in(slidedrop("2048", *arguments).out)[-4:] == last
    again = slidedrop("2048", "--replay", "log", "--delay", 0)
    assert boards_in(again.out)[-4:] == last
    assert Path("log").read_text().splitlines()[-1] == "4 " + "wasd" * 12 if "Game over" not in said.out else True


@pytest.mark.requirement("R-001-2", "R-002-16", "R-004-2")
@pytest.mark.parametrize(
    ("text", "kind", "document", "base", "score"),
    [
        (BOARD, "board file", "001", 2, 224),
        ("2\n12\n3 6 \n0 12 \n", "board file", "001", 3, 12),
        ('{"board": [5, 10, 0, 20], "score": 60, "won": false, "over": false}', "gameState", "002", 5, 60),
        ("0 0 2\n4 0 0\n0 8 0\n", "grid", "004", 2, 0),
        ("0 0 7 14", "grid", "004", 7, 0),
        ("0 1\n2 4\n", "grid", "004", 1, 0),
    ],
)
def test_the_format_of_a_start_file_is_detected_and_printed(
    text: str, kind: str, document: str, base: int, score: int
) -> None:
    Path("start").write_text(text)
    said = slidedrop("2048", "-i", "start", typed="q\n")
    assert re.search(rf"'start' .*{kind} .*{document}; .*\b{base}\.", said.out)
    assert f"Score: {score} " in said.out
    assert kept_rules().base == base


def test_tiles_without_a_common_base_and_a_wrong_base_are_refused() -> None:
    Path("start").write_text("3 5\n0 0\n")
    assert "no base" in error_of(slidedrop("2048", "-i", "start"))
    Path("start").write_text('{"board": [6, 0, 0, 12]}')
    assert "a tile is 0, 4, 8, 16" in error_of(slidedrop("2048", "-i", "start", "--base", 4))
    assert slidedrop("2048", "-i", "start", "--base", 6).code == 0


def test_a_winning_tile_below_the_base_is_refused() -> None:
    assert "base tile 3" in error_of(slidedrop("2048", "--base", 3, "--win", 3))


@pytest.mark.parametrize(
    ("options", "nearest"),
    [(("--win", 100), "64 or 128"), (("--win", 3), "4"), (("--base", 3, "--win", 2048), "1536 or 3072")],
)
def test_an_unreachable_winning_tile_is_refused_with_the_nearest_ones(
    options: tuple[str | int, ...], nearest: str
) -> None:
    said = slidedrop("2048", *options)
    assert said.code
    assert error_of(said).endswith(f" choose {nearest}")
    assert slidedrop("games").out.startswith("No games yet")
