"""Tests of 2048 share codes: the same board, score and next tiles, and errors for invalid codes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from slidedrop.cli.commands.share import command
from slidedrop.core.errors import NotationError
from slidedrop.core.packing import LARGEST, Packing, Unpacking
from slidedrop.core.randomness import LARGEST_SEED, SMALLEST_SEED, JavaRandom
from slidedrop.games import game_spec
from slidedrop.records import share
from slidedrop.records.library import Library
from slidedrop.records.replay import begin, do_all, header_of, record_from, replay
from slidedrop.records.share import write_code
from slidedrop.session import Session
from slidedrop.twenty48 import Board, Direction, Game, Rules, State
from tests.attempt import tried

GOLDEN = Path("tests/data/share_codes/twenty48.json")
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


class Dice:
    """A custom random generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def next_int(self, bound: int, /) -> int:
        return self._random.randrange(bound)


def read_code(text: str) -> Game:
    """Return the game of 2048 in a code."""
    game = share.read_code(text)
    assert isinstance(game, Game)
    return game


def random_game(seed: int) -> Game:
    """Return a random game: any rules, start and generator, with undos and hints."""
    dice = random.Random(seed)
    game = Game(_rules(dice), seed=dice.getrandbits(64) + SMALLEST_SEED, random=_generator(dice), start=_start(dice))
    for _ in range(dice.choice([0, 1, 7, 40, 200])):
        _something(game, dice)
    return game


def _rules(dice: random.Random) -> Rules:
    presets = [Rules.preset(name, dice.randint(2, 6)) for name in ("classic", "mis", "twos")]
    custom = Rules(dice.randint(2, 7), 3, 96, (1, 0, 5), dice.randint(1, 3), dice.randint(0, 4))
    return dice.choice([*presets, custom])


def _generator(dice: random.Random) -> Dice | None:
    return Dice(dice.getrandbits(32)) if dice.random() < 0.2 else None


def _start(dice: random.Random) -> State | None:
    if dice.random() < 0.6:
        return None
    size = dice.randint(2, 5)
    tiles = tuple(dice.choice([0, 0, 2, 2, 4, 3, 6, 1024, 5]) for _ in range(size * size))
    return State(Board(size, tiles), dice.randrange(100_000), dice.random() < 0.3)


def _something(game: Game, dice: random.Random) -> None:
    what = dice.random()
    if what < 0.05:
        game.undo()
    elif what < 0.07:
        game.redo()
    elif what < 0.1:
        game.hints += 1
    else:
        tried(game, dice.choice(list(Direction)))


def same(one: Game, other: Game) -> bool:
    """Return whether two games behave the same from here on."""
    return (
        one.state == other.state
        and one.rules == other.rules
        and one.line() == other.line()
        and one.turns == other.turns
        and (one.take_backs, one.hints) == (other.take_backs, other.hints)
    )


def check_round_trip(seed: int) -> None:
    game = random_game(seed)
    code = write_code(game)
    again = read_code(code)
    assert same(game, again)
    assert write_code(again) == code
    if not game.records_tiles:
        for direction in game.board.legal_moves():
            assert tried(game, direction) == tried(again, direction)


@pytest.mark.parametrize("seed", range(60))
def test_a_code_restores_the_game_and_its_future_tiles(seed: int) -> None:
    check_round_trip(seed)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_ten_thousand_codes_give_the_same_game() -> None:
    for seed in range(10_000):
        check_round_trip(seed)


def short_game() -> Game:
    game = Game(seed=7)
    for direction in (Direction.LEFT, Direction.DOWN, Direction.RIGHT):
        tried(game, direction)
    return game


def test_a_wrong_character_is_refused_with_its_place_and_the_right_one() -> None:
    code = write_code(short_game())
    for place, right in enumerate(code):
        for wrong in set(ALPHABET + ".!~ é%") - {right}:
            flipped = f"{code[:place]}{wrong}{code[place + 1 :]}"
            with pytest.raises(NotationError, match=f"character {place + 1} of") as refusal:
                read_code(f"{flipped}" if wrong != " " or 0 < place < len(code) - 1 else f"{flipped}.")
            if 2 <= place < len(code) - 1 and wrong in ALPHABET:
                assert repr(right) in str(refusal.value)


def test_two_swapped_characters_are_refused() -> None:
    code = write_code(random_game(5))
    for place in range(2, len(code) - 1):
        swapped = f"{code[:place]}{code[place + 1]}{code[place]}{code[place + 2 :]}"
        if swapped != code:
            with pytest.raises(NotationError, match=r"share code|from 3 to"):
                read_code(swapped)


def test_a_truncated_code_is_refused_with_its_full_length() -> None:
    code = write_code(random_game(11))
    for length in range(len(code)):
        with pytest.raises(NotationError) as refusal:
            read_code(code[:length])
        if length > 12:
            assert f"its header says {len(code)}" in str(refusal.value) or "last one" in str(refusal.value)


@pytest.mark.parametrize("more", ["A", "AA", "AAA", "AAAA", "abcdefgh", "=", ".", "/x"])
def test_something_after_the_code_is_refused(more: str) -> None:
    code = write_code(short_game())
    with pytest.raises(NotationError, match=rf"followed by|character {len(code) + 1} of|last one|asks for"):
        read_code(code + more)


@pytest.mark.parametrize(
    "dress",
    ["{}", "  {}\n", "https://example.org/#{}", "https://example.org/play?x=1#{}  ", "https://example.org/#game={}"],
)
def test_a_code_is_read_from_a_link_and_trimmed(dress: str) -> None:
    assert same(read_code(dress.format(write_code(short_game()))), short_game())


def test_an_unknown_version_or_game_letter_is_refused() -> None:
    code = write_code(short_game())
    with pytest.raises(NotationError, match=r"version.* 1, not '2'"):
        read_code(f"T2{code[2:]}")
    with pytest.raises(NotationError, match=r"T \(2048\).*'X'"):
        read_code(f"X1{code[2:]}")


@pytest.mark.parametrize(
    "text", ["", "T", "T1", "#", "https://example.org/", "T1A", "T1AAAA", "T1AAAAAAAA", "\0\0\0\0"]
)
def test_a_text_that_is_not_a_code_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_code(text)


@given(st.text(max_size=80))
def test_random_text_after_the_prefix_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_code(f"T1{text}")


@given(st.binary(max_size=60))
def test_random_bytes_with_a_valid_checksum_are_a_game_or_refused(packed: bytes) -> None:
    try:
        game = read_code(share._written("T1", packed))
    except NotationError:
        return
    assert game.kind == "2048"


def test_extra_bytes_inside_the_code_are_refused() -> None:
    packing = Packing()
    share._codec(game_spec("2048")).pack(short_game(), packing)
    with pytest.raises(NotationError, match=r"^.*1 bytes"):
        read_code(share._written("T1", bytes(packing) + b"\0"))


def test_a_game_with_a_custom_generator_stores_its_tiles_in_the_code() -> None:
    game = Game(seed=1, random=Dice(3))
    for direction in list(Direction) * 20:
        tried(game, direction)
    again = read_code(write_code(game))
    assert same(game, again)
    assert not again.records_tiles
    again.play(again.board.legal_moves()[0])
    assert same(again, read_code(write_code(again)))


def test_a_game_too_large_for_a_code_is_refused() -> None:
    with pytest.raises(NotationError, match="up to 64x64, not 65"):
        write_code(Game(Rules(size=65), seed=1))
    with pytest.raises(NotationError, match="from 0 to"):
        write_code(Game(seed=1, start=State(Board(2, (1 << 70, 0, 0, 2)))))
    with pytest.raises(NotationError, match="from 0 to"):
        write_code(Game(seed=1, start=State(Board(2, (2, 0, 0, 2)), score=1 << 70)))


@pytest.mark.parametrize("seed", [SMALLEST_SEED, -1, 0, LARGEST_SEED])
def test_every_seed_fits(seed: int) -> None:
    assert read_code(write_code(Game(seed=seed))).header()["seed"] == str(seed)


@pytest.mark.parametrize("tile", [1, 3, 7, 1 << 17, 1 << 61, 3 << 60, (1 << 61) + 1])
@pytest.mark.parametrize("base", [1, 2, 3])
def test_every_tile_of_a_given_start_fits(tile: int, base: int) -> None:
    rules = Rules(base=base)
    start = State(Board(2, (0, tile, 0, base)), score=5, won=True)
    assert read_code(write_code(Game(rules, seed=4, start=start))).state == start


@given(st.lists(st.integers(0, LARGEST)), st.lists(st.integers(0, 7)))
def test_numbers_and_choices_survive_a_packing_round_trip(numbers: list[int], choices: list[int]) -> None:
    packing = Packing()
    for number in numbers:
        packing.number(number)
    packing.choices(choices, 3)
    reading = Unpacking(bytes(packing))
    assert [reading.number() for _ in numbers] == numbers
    assert reading.choices(3) == choices
    assert reading.rest == 0


def golden() -> list[dict[str, object]]:
    kept: list[dict[str, object]] = json.loads(GOLDEN.read_text())
    return kept


@pytest.mark.parametrize("kept", golden(), ids=lambda kept: str(kept["name"]))
def test_an_old_code_still_gives_the_same_game(kept: dict[str, object]) -> None:
    game = read_code(str(kept["code"]))
    assert game.position.board.tiles == tuple(kept["board"])  # type: ignore[arg-type] # it is JSON
    found = game.summary()
    assert [found.score, found.moves, found.take_backs, found.hints] == kept["score_moves_take_backs_hints"]
    assert write_code(game) == kept["code"]


def test_a_fresh_process_sees_the_same_board_and_score() -> None:
    game = random_game(77)
    program = (
        "import sys; from slidedrop.records.share import read_code; "
        "game = read_code(sys.argv[1]); print(list(game.board.tiles), game.score)"
    )
    done = subprocess.run([sys.executable, "-c", program, write_code(game)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"{list(game.board.tiles)} {game.score}"


@pytest.mark.parametrize("seed", [*range(30), 900])
def test_a_game_from_a_code_is_saved_with_its_undo_and_hint_counts(seed: int) -> None:
    game = random_game(seed) if seed != 900 else Game(seed=9)
    if seed == 900:
        game.take_backs, game.hints = 3, 2
    game = read_code(write_code(game))
    again = begin(header_of(game))
    do_all(again, game.commands)
    assert isinstance(again, Game)
    assert same(game, again)


def test_share_prints_the_code_of_a_saved_game() -> None:
    opened = Library().put(Game(seed=7))
    session = Session(opened.game, opened.journal)
    for move in ("left", "down", "right"):
        session.play(move)
    session.close()
    shown = CliRunner().invoke(command, ["1"])
    assert shown.exit_code == 0
    assert same(read_code(shown.output), short_game())


def test_a_record_and_a_code_lead_to_the_same_game() -> None:
    game = short_game()
    record = record_from([header_of(game), *({"move": move} for move in game.line())], "here")
    assert write_code(replay(record)) == write_code(game)
    assert write_code(Game(replace(game.rules), seed=7, random=JavaRandom(7))) != write_code(Game(seed=7))


@pytest.mark.parametrize(
    ("size", "tiles", "moves"), [(4, None, 5_435), (64, None, 61), (64, 4_096, 11), (4, None, 80_000)]
)
def test_a_code_with_too_many_moves_for_its_board_is_refused(size: int, tiles: int | None, moves: int) -> None:
    packing = Packing()
    for number in (0, size) if tiles is None else (3, size, 2, 2048, 1, 1, tiles, 2):
        packing.number(number)
    packing.signed(7)
    packing.choices([0, 1] * (moves // 2) + [0] * (moves % 2), 2)
    with pytest.raises(NotationError, match=f"{moves} moves on {size}x{size} are too many"):
        read_code(share._written("T1", bytes(packing)))


def test_the_longest_allowed_game_has_a_readable_code() -> None:
    large = Game(Rules(size=64), seed=7)
    for number in range(60):
        large.play(("left", "up", "right", "down")[number % 4])
    assert read_code(write_code(large)).line() == large.line()
    large.play("left")
    with pytest.raises(NotationError, match=r"61 moves .*64x64 "):
        write_code(large)


def test_a_code_has_65536_characters_at_most() -> None:
    with pytest.raises(NotationError, match=r"3 to 65536 .*65537"):
        read_code("T1" + "A" * 65_535)
    game = Game(Rules(size=64, tiles_per_move=4_096), random=Dice(7))
    for number in range(10):
        game.play(("left", "up", "right", "down")[number % 4])
    with pytest.raises(NotationError, match="too long"):
        write_code(game)


def test_the_code_that_once_broke_the_reader_is_refused() -> None:
    with pytest.raises(NotationError, match="not possible"):
        read_code("T1EwkEBICABATAhD0Ke2SNoB5AAAAiQQ31")
