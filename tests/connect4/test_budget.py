"""What a search may spend."""

from __future__ import annotations

from slidedrop.connect4.budget import Budget


def test_a_part_ends_when_its_own_nodes_or_those_of_the_whole_are_spent() -> None:
    whole = Budget(nodes=100)
    part = whole.part(60)
    part.spend(60)
    assert (part.share(), whole.share()) == (0, 40)
    other = whole.part(60)
    other.spend(40)
    assert (other.share(), whole.share()) == (0, 0)
