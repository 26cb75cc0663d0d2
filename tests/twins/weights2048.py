"""A 2048 network in a file, tiny and random: it loads in no time, and its kernels are those of the other tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.twenty48.training import Plan, Training
from slidedrop.twenty48.weights import Network, network_of, save_network
from tests.twins.networks2048 import random_training

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
    tuples = ((0, 1, 2, 4, 5), (0, 1, 4, 5), (0, 1, 2), (4, 5, 6))
    save_network(network_of(Training.begin(Plan(size=3, tuples=tuples)), least=0), path, 1)
    return path
