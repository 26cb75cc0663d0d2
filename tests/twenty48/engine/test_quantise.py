"""Tests of the small network's file: round trips through both readers, and errors for damaged files."""

from __future__ import annotations

import gzip
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from slidedrop.core.errors import RecordError
from slidedrop.twenty48.engine.exports import FRAME
from slidedrop.twenty48.engine.network import FOUR_TUPLES
from slidedrop.twenty48.engine.portable_network import GAPS, MAGIC, SHIPPED, SMALL, TURNED, WHAT, read_portable
from slidedrop.twenty48.engine.sealed import read_sealed, write_sealed
from slidedrop.twenty48.engine.weights import Network, load_network, network_from, read_network, save_network
from tools.small_network.packing import save_scattered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ABOUT: dict[str, Any] = {
    "plan": {"size": 4, "four": 0.1, "tuples": [list(cells) for cells in FOUR_TUPLES], "stages": []},
    "packing": TURNED,
    "scale": 32767.0,
    "steps": 1000,
    "largest_known": 15,
}
MIRROR_IMAGES = ((1, 2, 3, 4, 5, 6), (4, 5, 6, 1, 2, 3))
"""The ranks of the two rows of the tuple in the middle of the board."""
WEIGHTS = 4 * 16**6


def network_with(places: Sequence[int]) -> Network:
    units = np.zeros(WEIGHTS, np.int16)
    units[list(places)] = np.rint(np.resize([1, -1, 300, -1000, 77], len(places)) / 1000 * 32767)
    return network_from(units, ABOUT)


def written(path: Path, frames: bytes) -> Path:
    write_sealed(path, MAGIC, ABOUT, [frames])
    return path


PLACES = [(), (0,), (255, 256, 511), (1, 4000, 1 << 23, WEIGHTS - 1), range(7, 7 + 3 * FRAME, 2)]
MANY = [(places, save) for places in PLACES for save in (save_scattered, save_network)]
SAMPLE = (6, 9)
"""Scattered weights far apart, and many consecutive frames; each case takes seconds, so most are soak tests."""


@pytest.mark.parametrize(
    ("places", "save"),
    [pytest.param(*case, marks=[pytest.mark.soak] * (at not in SAMPLE)) for at, case in enumerate(MANY)],
)
def test_every_weight_is_restored_at_its_index(
    tmp_path: Path, places: Sequence[int], save: Callable[[Network, Path], None]
) -> None:
    network, path = network_with(places), tmp_path / "some.weights"
    save(network, path)
    assert np.array_equal(read_network(path).evaluator.units, network.evaluator.units)
    portable = read_portable(path)
    assert portable is not None
    assert np.array_equal(portable.engine(18).units.read(WEIGHTS), network.evaluator.units)


def test_mirrored_weights_of_the_last_tuple_are_stored_once_and_both_restored(tmp_path: Path) -> None:
    top, bottom = (3 * 16**6 + sum(rank << 4 * cell for cell, rank in enumerate(ranks)) for ranks in MIRROR_IMAGES)
    network, path = network_with((5,)), tmp_path / "mirrored.weights"
    network.evaluator.units[[top, bottom]] = 3277
    save_scattered(network, path)
    units = read_network(path).evaluator.units
    assert np.flatnonzero(units).tolist() == sorted((5, top, bottom))
    assert units[top] == units[bottom] == 3277


def test_the_bundled_small_network_is_complete_and_under_3_megabytes() -> None:
    data = files("slidedrop") / "data"
    fetched = [(data / SMALL).read_bytes(), gzip.compress((data / "2048-small.wasm").read_bytes())]
    assert sum(map(len, fetched)) <= 3_000_000
    assert np.count_nonzero(load_network(SMALL).evaluator.units) > 1_000_000


@pytest.mark.parametrize("at", [0, 8, 500, 2_000_000, -1])
def test_a_flipped_bit_is_refused(tmp_path: Path, at: int) -> None:
    data = bytearray((files("slidedrop") / "data" / SMALL).read_bytes())
    data[at] ^= 4
    path = tmp_path / "flipped.weights"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=r"flipped\.weights .*(not the weights|damaged)"):
        read_portable(path)


@pytest.mark.parametrize("read", [read_network, read_portable])
def test_a_sealed_file_with_invalid_content_is_refused(tmp_path: Path, read: Any) -> None:  # noqa: ANN401 - either reader
    beyond = 2 * (b"\xff" * FRAME + b"\x02" * FRAME + bytes(FRAME))
    cut = gzip.compress(bytes(3 * FRAME))[:-9]
    for number, stream in enumerate((b"no gzip", gzip.compress(beyond), gzip.compress(beyond[:-1]), cut)):
        with pytest.raises(RecordError, match=f"{number}.weights (holds|does not hold)"):
            read(written(tmp_path / f"{number}.weights", stream))


@pytest.mark.parametrize(("name", "packing"), [(SMALL, TURNED), (SHIPPED, GAPS)])
def test_the_bundled_networks_use_the_gzip_packing_of_the_browser(name: str, packing: str) -> None:
    about, data = read_sealed(Path(str(files("slidedrop") / "data" / name)), MAGIC, WHAT)
    assert (about["packing"], bytes(data[:2])) == (packing, b"\x1f\x8b")


def test_the_header_holds_the_command_and_the_training_moves() -> None:
    about, _ = read_sealed(Path(str(files("slidedrop") / "data" / SMALL)), MAGIC, WHAT)
    assert about["command"] == "python -m tools.small_network"
    assert about["moves"] > 1e7
