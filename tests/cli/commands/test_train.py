"""Tests of `slidedrop train`: your own network, and resuming after interruptions."""

from __future__ import annotations

import csv
import json
import shutil
import signal
import subprocess
import sys
import tomllib
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from slidedrop.engine.kernel import COMPILING
from slidedrop.twenty48 import Plan, load_network, read_network
from slidedrop.twenty48.engine.network import TUPLES
from slidedrop.twenty48.engine.sealed import read_sealed
from slidedrop.twenty48.training import checkpoint
from tests.cli.talking import Said, names, slidedrop
from tests.lab.killing import ENVIRONMENT, finished, kill_during_training, killed, moves_in, started

if TYPE_CHECKING:
    from pathlib import Path

_SMALL_DISK: Final = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)); sys.dont_write_bytecode = True;"
    "from slidedrop.cli.main import main; main()"
)
TINY: Final = ("train", "2048", "--size", 2, "--threads", 1)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """The folder of a training of one round, and its output."""
    folder = tmp_path_factory.mktemp("training")
    return folder, slidedrop(*TINY, "--minutes", 0.001, "--folder", folder, "--rules", "mis", "--seed", 3)


def test_training_prints_its_progress_and_where_the_files_are(trained: tuple[Path, Said]) -> None:
    folder, said = trained
    assert said.code == 0
    title, progress, *rest = said.out.splitlines()
    assert names(title, "2x2", f"'{folder}'", "1 thread")
    for words in (" M moves, ", " M a second; mean ", " left"):
        assert words in progress
    assert [line.split(":")[0] for line in rest] == ["Weights", "Curve", "Watch it", "Continue"]
    assert (folder / "curve.svg").read_text().startswith("<svg")
    assert len(list(csv.DictReader((folder / "curve.csv").read_text().splitlines()))) == 1


def test_the_weights_record_their_plan_and_the_output_shows_how_to_watch_them(trained: tuple[Path, Said]) -> None:
    folder, said = trained
    network = read_network(folder / "2048-2x2.weights")
    assert (network.size, network.four, network.about["plan"]["seed"]) == (2, 0.5, 3)
    watch = f"slidedrop watch 2048 --size 2 --weights {folder / '2048-2x2.weights'}"
    assert said.out.splitlines()[-2].endswith(watch)


def test_a_training_in_the_same_folder_is_not_overwritten(trained: tuple[Path, Said]) -> None:
    folder, _ = trained
    said = slidedrop(*TINY, "--folder", folder)
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert names(said.err, folder, "--resume")


def test_weights_of_another_training_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "2048-2x2.weights").write_bytes(b"mine")
    said = slidedrop(*TINY, "--minutes", 0, "--folder", tmp_path)
    assert (said.code, "2048-2x2.weights" in said.err) == (1, True)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"mine"]


def test_a_resumed_training_uses_its_saved_plan(trained: tuple[Path, Said]) -> None:
    folder, _ = trained
    assert "--seed" in slidedrop(*TINY, "--folder", folder, "--resume", "--seed", 9).err
    before = moves_in(folder)
    said = slidedrop("train", "2048", "--folder", folder, "--resume", "--minutes", 0, "--threads", 1)
    assert said.code == 0
    assert said.out.startswith("Continuing the training")
    assert moves_in(folder) == before
    assert checkpoint.resume(folder).plan.four == 0.5


def test_training_starts_from_weights_and_drops_the_small_ones(trained: tuple[Path, Said], tmp_path: Path) -> None:
    weights = trained[0] / "2048-2x2.weights"
    said = slidedrop("train", "2048", "--from", weights, "--minutes", 0.001, "--folder", tmp_path, "--least", 1e9)
    assert names(said.out.splitlines()[0], "2x2", f"'{tmp_path}'")
    assert names(said.out, "1 M moves without learning")
    network = read_network(tmp_path / "2048-2x2.weights")
    assert (network.four, network.about["least"]) == (0.5, 1e9)
    assert np.count_nonzero(network.evaluator.units) < np.count_nonzero(read_network(weights).evaluator.units)


@pytest.mark.parametrize(
    ("options", "values"),
    [
        (("--rules", "classic"), ("--from", "--rules")),
        (("--resume",), ("no training",)),
        (("--size", 3), ("2x2", "--size")),
    ],
)
def test_options_that_contradict_the_weights_are_refused(
    trained: tuple[Path, Said], tmp_path: Path, options: tuple[object, ...], values: tuple[str, ...]
) -> None:
    weights = trained[0] / "2048-2x2.weights"
    said = slidedrop("train", "2048", "--from", weights, "--folder", tmp_path, *options)
    assert said.code != 0
    assert names(said.err, *values)


def test_the_length_is_given_in_hours_or_minutes_and_ends_with_annealing(tmp_path: Path) -> None:
    refused = slidedrop(*TINY, "--folder", tmp_path, "--minutes", 1, "--hours", 1)
    assert refused.code == 2
    assert names(refused.err, "--minutes", "--hours")
    said = slidedrop("train", "2048", "--size", 2, "--hours", 1e-5, "--anneal", 3e-4, "--folder", tmp_path)
    begin, end = checkpoint.resume(tmp_path).plan.annealing
    assert said.code == 0
    assert (end - begin, end) == pytest.approx((0.018, 0.036))


def test_resuming_in_a_folder_without_a_training_is_refused(tmp_path: Path) -> None:
    said = slidedrop(*TINY, "--folder", tmp_path, "--resume")
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert str(tmp_path) in said.err


def test_an_unusable_folder_is_refused_before_the_training_starts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = slidedrop(*TINY, "--folder", tmp_path / "file" / "folder")
    assert (said.code, said.err.count("\n"), said.out) == (1, 1, "")
    assert names(said.err, "not a directory", "--folder")


def test_a_full_disk_prints_one_error(tmp_path: Path) -> None:
    arguments = ["train", "2048", "--size", "3", "--threads", "1", "--minutes", "0", "--folder", str(tmp_path)]
    command = [sys.executable, "-c", _SMALL_DISK, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT)
    said = [line for line in done.stderr.splitlines() if line != COMPILING]  # a full disk keeps nothing compiled
    assert (done.returncode, len(said)) == (1, 1)
    assert "not be written" in said[0]
    assert not list(tmp_path.glob("*.part"))


def test_boards_of_five_by_five_cannot_be_trained() -> None:
    assert names(slidedrop("train", "2048", "--size", 5).err, "'5'", "2 to 4")


def test_only_boards_of_four_by_four_have_a_wide_network(tmp_path: Path) -> None:
    said = slidedrop("train", "2048", "--size", 3, "--wide", "--folder", tmp_path / "new")
    assert said.code == 2
    assert names(said.err, "--wide", "4x4")
    assert not (tmp_path / "new").exists()


def test_ctrl_c_saves_the_training_and_prints_how_to_resume(tmp_path: Path) -> None:
    with started(*TINY, "--minutes", 60, "--keep", 1, "--folder", tmp_path) as process:
        assert process.stdout is not None
        while " M moves, " not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
    assert process.returncode == 130
    assert f"slidedrop train 2048 --resume --folder {tmp_path}\n" in said
    assert "Traceback" not in said
    assert moves_in(tmp_path) > 0


def test_a_killed_training_resumes_from_its_last_checkpoint(tmp_path: Path) -> None:
    for trial in (1, 2):
        kill_during_training(tmp_path, trial)
    before = moves_in(tmp_path)
    code, said = finished("train", "2048", "--folder", tmp_path, "--resume", "--minutes", 0.001, "--threads", 1)
    assert (code, "Weights:" in said) == (0, True)
    assert moves_in(tmp_path) > before


BUNDLED: Final = tomllib.loads((files("slidedrop") / "twenty48/training/recipes/bundled.toml").read_text())


def tiny_recipe(path: Path, **changes: object) -> Path:
    """Write the recipe of the bundled network for 2x2 with one two-thousandth of its moves."""
    parts = [[moves // 2000, first, last] for moves, first, last in BUNDLED["parts"]]
    values = {**BUNDLED, "size": 2, "tuples": TUPLES[2], "parts": parts, "least": 1.0, **changes}
    path.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items() if value is not None))
    return path


def saved_in(folder: Path) -> tuple[bytes, object, object]:
    """Return everything that a training resumes from, except its times."""
    header, contents = read_sealed(folder / "training.sealed", checkpoint.MAGIC, "a checkpoint")
    plan, tallies = header["plan"], [header[name] for name in ("counters", "tallies", "stocks")]
    return bytes(contents), plan, tallies


def test_a_killed_recipe_resumed_in_another_folder_ends_with_the_same_bytes(tmp_path: Path) -> None:
    recipe = tiny_recipe(tmp_path / "tiny.toml")
    train = ["train", "2048", "--recipe", recipe, "--threads", 1, "--keep", 0, "--folder"]
    code, said = finished(*train, tmp_path / "whole")
    assert (code, "Weights:" in said) == (0, True)
    killed([*train, tmp_path / "here"], lambda: moves_in(tmp_path / "here") > 0, Random(1))
    shutil.move(tmp_path / "here", tmp_path / "there")
    total = sum(int(moves) // 2000 for moves, *_ in BUNDLED["parts"])
    assert 0 < moves_in(tmp_path / "there") < total
    assert finished(*train, tmp_path / "there", "--resume")[0] == 0
    assert total <= moves_in(tmp_path / "there") < total + 10_000
    assert saved_in(tmp_path / "there") == saved_in(tmp_path / "whole")
    whole, there = (read_network(tmp_path / name / "2048-2x2.weights") for name in ("whole", "there"))
    assert np.array_equal(whole.evaluator.units, there.evaluator.units)
    assert there.about["least"] == 1.0
    other = slidedrop(
        "train",
        "2048",
        "--recipe",
        tiny_recipe(tmp_path / "other.toml", parts=[[9, -1, -1]]),
        "--folder",
        tmp_path / "there",
        "--resume",
    )
    assert (other.code, str(tmp_path / "there") in other.err) == (1, True)


def test_the_bundled_recipe_has_the_moves_and_shape_of_the_bundled_network() -> None:
    plan = Plan.from_json({**Plan().to_json(), **BUNDLED})
    about = load_network().about
    assert [list(cells) for cells in plan.tuples] == about["plan"]["tuples"]
    assert (plan.size, plan.four, plan.trace, BUNDLED["least"]) == (
        4,
        about["plan"]["four"],
        about["plan"]["trace"],
        about["least"],
    )
    assert plan.moves == pytest.approx(8.55e9 + 205e6 + 1.17e9 + about["moves"], rel=1e-3)


@pytest.mark.parametrize(
    ("changes", "options", "values"),
    [
        ({"parts": None}, (), ("parts",)),
        ({"part": []}, (), ("part",)),
        ({"parts": [[0, 1, 1]]}, (), ("parts",)),
        ({}, ("--wide",), ("--recipe", "--wide")),
        ({}, ("--seed", 0), ("--recipe", "--seed")),
    ],
)
def test_an_invalid_recipe_is_refused(
    tmp_path: Path, changes: dict[str, object], options: tuple[object, ...], values: tuple[str, ...]
) -> None:
    said = slidedrop(
        "train", "2048", "--recipe", tiny_recipe(tmp_path / "a.toml", **changes), "--folder", tmp_path / "new", *options
    )
    assert said.code != 0
    assert names(said.err, *values)


def test_a_recipe_that_is_not_there_or_not_toml_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("parts = [")
    for name in ("bundle", tmp_path / "a.toml"):
        said = slidedrop("train", "2048", "--recipe", name, "--folder", tmp_path / "new")
        assert said.code != 0
        assert names(said.err, str(name))
