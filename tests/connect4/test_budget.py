"""What a search may spend, and that several threads spend it together."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from slidedrop.connect4.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Let threads take turns as often as Python can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def test_a_part_ends_when_its_own_nodes_or_those_of_the_whole_are_spent() -> None:
    whole = Budget(nodes=100)
    part = whole.part(60)
    part.spend(60)
    assert (part.share(), whole.share()) == (0, 40)
    other = whole.part(60)
    other.spend(40)
    assert (other.share(), whole.share()) == (0, 0)


def test_no_node_is_lost_where_threads_spend_at_the_same_time(hasty_threads: None) -> None:
    budget = Budget(nodes=1e9)
    parts = [budget.part(1e9) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda part: [part.spend(1) for _ in range(20_000)], parts))
    assert budget.nodes == 1e9 - 80_000
