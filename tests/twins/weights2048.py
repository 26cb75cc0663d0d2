"""A 2048 network in a file, tiny and random: it loads in no time, and its kernels are those of the other tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.twenty48.engine.weights import Network, save_network
from slidedrop.twenty48.training.training import Plan, Training, network_of
from tests.twins.networks2048 import SMALL_TUPLES, random_training

if TYPE_CHECKING:
    from pathlib import Path


def random_network(seed: int = 1) -> Network:
    """Return a network for 4x4 boards that knows nothing, but always the same."""
    return network_of(random_training(seed), least=0)


def random_weights(path: Path, seed: int = 1) -> Path:
    """Write such a network to a file."""
    save_network(random_network(seed), path, 1)
    return path


def small_weights(path: Path) -> Path:
    """Write a network for 3x3 boards to a file."""
    save_network(network_of(Training.begin(Plan(size=3, tuples=SMALL_TUPLES)), least=0), path, 1)
    return path
