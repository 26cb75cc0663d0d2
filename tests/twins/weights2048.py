"""Tiny random 2048 networks in files: they load quickly and use the same kernels as the other tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.twenty48.engine.weights import Network, save_network
from slidedrop.twenty48.training.training import Plan, Training, network_of
from tests.twins.networks2048 import SMALL_TUPLES, random_training

if TYPE_CHECKING:
    from pathlib import Path


def random_network(seed: int = 1) -> Network:
    """Return a network for 4x4 boards with fixed random weights."""
    return network_of(random_training(seed), least=0)


def random_weights(path: Path, seed: int = 1) -> Path:
    """Write a random 4x4 network to a file."""
    save_network(random_network(seed), path, 1)
    return path


def small_weights(path: Path) -> Path:
    """Write a network for 3x3 boards to a file."""
    save_network(network_of(Training.begin(Plan(size=3, tuples=SMALL_TUPLES)), least=0), path, 1)
    return path
