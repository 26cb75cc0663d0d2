"""Tests that no single address or group of addresses can occupy all connections."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from slidedrop.web.http.places import Places, group_of


@dataclass(eq=False)
class Held:
    """A connection that occupies a place."""

    is_waiting: bool = False
    ended: bool = False

    def give_up(self) -> None:
        self.ended = True


def filled(places: Places, addresses: int, each: int, *, is_waiting: bool) -> list[Held]:
    held = [Held(is_waiting) for _ in range(addresses * each)]
    for number, one in enumerate(held):
        places.take(f"10.0.{number // each}.7", one)
    return held


@pytest.mark.parametrize("is_waiting", [True, False])
def test_a_newcomer_gets_the_place_of_the_busiest_group(is_waiting: bool) -> None:
    places = Places(of_address=32, most=800)
    held = filled(places, 25, 32, is_waiting=is_waiting)
    assert len(places) == 800
    assert places.take("192.168.1.1", Held())
    assert (len(places), sum(one.ended for one in held), places.refused) == (800, 1, 1)


def test_the_busiest_address_gets_no_more_places() -> None:
    places = Places(of_address=32, most=4)
    held = filled(places, 1, 4, is_waiting=False)
    assert not places.take("10.0.0.7", Held())
    assert places.take("10.0.0.8", Held())  # of the same group, but with none yet
    assert sum(one.ended for one in held) == 1
    assert not Places(of_address=0, most=4).is_allowed("10.0.0.7")


def test_the_limit_holds_before_closed_connections_have_left() -> None:
    places, burst = Places(of_address=100, most=10), [Held(is_waiting=True) for _ in range(30)]
    for one in burst:
        assert places.take("10.0.0.7", one)
    assert len(places) == 10
    assert sum(one.ended for one in burst) == 20
    for one in burst:
        places.leave("10.0.0.7", one)
    assert len(places) == 0
    assert not places._groups


def test_addresses_that_one_customer_can_have_form_a_group() -> None:
    assert group_of("10.1.2.3") == group_of("10.1.2.200") != group_of("10.1.3.3")
    assert group_of("2001:db8:1:2::/64") == group_of("2001:db8:1:ff::/64") != group_of("2001:db8:2::/64")
    assert group_of("unknown") == "unknown"
