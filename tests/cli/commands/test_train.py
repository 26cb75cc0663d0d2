"""`slidedrop train`: a network of one's own, that survives whatever happens while it learns."""

from __future__ import annotations

import csv
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import numpy as np
import pytest

from slidedrop.engine.kernel import COMPILING
from slidedrop.twenty48 import read_network
from slidedrop.twenty48.training import checkpoint
from tests.cli.talking import Said, names, slidedrop
from tests.lab.killing import ENVIRONMENT, finished, kill_during_training, moves_in, started

if TYPE_CHECKING:
    from pathlib import Path

_SMALL_DISK: Final = (
    "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000)); sys.dont_write_bytecode = True;"
    "from slidedrop.cli.main import main; main()"
)
TINY: Final = ("train", "2048", "--size", 2, "--threads", 1)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    """A training of one round, and what was said of it."""
    folder = tmp_path_factory.mktemp("training")
    return folder, slidedrop(*TINY, "--minutes", 0.001, "--folder", folder, "--rules", "mis", "--seed", 3)


def test_training_says_how_it_goes_and_where_everything_is(trained: tuple[Path, Said]) -> None:
    folder, said = trained
    assert said.code == 0
    title, progress, *rest = said.out.splitlines()
    assert names(title, "2x2", f"'{folder}'", "1 thread")
    for words in (" M moves, ", " M a second; mean ", " left"):
        assert words in progress
    assert [line.split(":")[0] for line in rest] == ["Weights", "Curve", "Watch it", "Continue"]
    assert (folder / "curve.svg").read_text().startswith("<svg")
    assert len(list(csv.DictReader((folder / "curve.csv").read_text().splitlines()))) == 1


def test_the_weights_tell_where_they_come_from_and_how_they_are_used(trained: tuple[Path, Said]) -> None:
    folder, said = trained
    network = read_network(folder / "2048-2x2.weights")
    assert (network.size, network.four, network.about["plan"]["seed"]) == (2, 0.5, 3)
    watch = f"slidedrop watch 2048 --size 2 --weights {folder / '2048-2x2.weights'}"
    assert said.out.splitlines()[-2].endswith(watch)


def test_a_training_is_not_written_over(trained: tuple[Path, Said]) -> None:
    folder, _ = trained
    said = slidedrop(*TINY, "--folder", folder)
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert names(said.err, folder, "--resume")


def test_a_training_goes_on_by_its_own_plan(trained: tuple[Path, Said]) -> None:
    folder, _ = trained
    assert "--seed" in slidedrop(*TINY, "--folder", folder, "--resume", "--seed", 9).err
    before = moves_in(folder)
    said = slidedrop("train", "2048", "--folder", folder, "--resume", "--minutes", 0, "--threads", 1)
    assert said.code == 0
    assert said.out.startswith("Continuing the training")
    assert moves_in(folder) == before
    assert checkpoint.resume(folder).plan.four == 0.5


def test_a_training_begins_with_weights_and_the_file_left_small(trained: tuple[Path, Said], tmp_path: Path) -> None:
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
def test_weights_say_what_is_trained(
    trained: tuple[Path, Said], tmp_path: Path, options: tuple[object, ...], values: tuple[str, ...]
) -> None:
    weights = trained[0] / "2048-2x2.weights"
    said = slidedrop("train", "2048", "--from", weights, "--folder", tmp_path, *options)
    assert said.code != 0
    assert names(said.err, *values)


def test_hours_are_minutes_and_the_last_of_them_anneal(tmp_path: Path) -> None:
    refused = slidedrop(*TINY, "--folder", tmp_path, "--minutes", 1, "--hours", 1)
    assert refused.code == 2
    assert names(refused.err, "--minutes", "--hours")
    said = slidedrop("train", "2048", "--size", 2, "--hours", 1e-5, "--anneal", 3e-4, "--folder", tmp_path)
    begin, end = checkpoint.resume(tmp_path).plan.annealing
    assert said.code == 0
    assert (end - begin, end) == pytest.approx((0.018, 0.036))


def test_where_there_is_no_training_there_is_none_to_resume(tmp_path: Path) -> None:
    said = slidedrop(*TINY, "--folder", tmp_path, "--resume")
    assert (said.code, said.err.count("\n")) == (1, 1)
    assert str(tmp_path) in said.err


def test_a_folder_that_takes_no_files_is_one_sentence_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = slidedrop(*TINY, "--folder", tmp_path / "file" / "folder")
    assert (said.code, said.err.count("\n"), said.out) == (1, 1, "")
    assert names(said.err, "not a directory", "--folder")


def test_a_disk_that_fills_up_is_one_sentence(tmp_path: Path) -> None:
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


def test_ctrl_c_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
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


def test_a_killed_training_goes_on_from_its_last_checkpoint(tmp_path: Path) -> None:
    for trial in (1, 2):
        kill_during_training(tmp_path, trial)
    before = moves_in(tmp_path)
    code, said = finished("train", "2048", "--folder", tmp_path, "--resume", "--minutes", 0.001, "--threads", 1)
    assert (code, "Weights:" in said) == (0, True)
    assert moves_in(tmp_path) > before
