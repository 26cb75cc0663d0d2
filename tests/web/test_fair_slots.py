"""Tests that slots are shared fairly between addresses: an address with many requests delays only itself."""

from __future__ import annotations

import asyncio

import pytest

from slidedrop.web.fair_slots import MOST_WAITING, FairSlots
from slidedrop.web.http.responses import Refused


async def ask(slots: FairSlots, address: str, done: list[str], holds: asyncio.Event) -> None:
    """Hold a slot until the event is set."""
    async with slots.slot(address):
        await holds.wait()
        done.append(address)


def test_a_single_request_waits_for_at_most_one_of_a_greedy_address() -> None:
    async def run() -> list[str]:
        slots, done, holds = FairSlots(1, "full", "engine-busy"), list[str](), asyncio.Event()
        tasks = [asyncio.create_task(ask(slots, address, done, holds)) for address in "aaaabc"]
        await asyncio.sleep(0)
        holds.set()
        await asyncio.gather(*tasks)
        return done

    assert asyncio.run(run()) == list("aabcaa")


def test_too_many_requests_of_one_address_and_of_all_get_different_errors() -> None:
    async def run() -> None:
        slots, holds = FairSlots(1, "no room", "engine-busy", most_of_address=2), asyncio.Event()
        addresses = [*"aa", *(str(number) for number in range(MOST_WAITING - 1))]
        tasks = [asyncio.create_task(ask(slots, address, [], holds)) for address in addresses]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too many requests"):
            await ask(slots, "a", [], holds)
        with pytest.raises(Refused, match="no room"):
            await ask(slots, "b", [], holds)
        holds.set()
        await asyncio.gather(*tasks)
        await ask(slots, "b", [], holds)
        assert not slots.asked

    asyncio.run(run())


def test_a_cancelled_request_holds_no_slot() -> None:
    async def run() -> list[str]:
        slots, done, holds = FairSlots(1, "full", "engine-busy"), list[str](), asyncio.Event()
        tasks = [asyncio.create_task(ask(slots, address, done, holds)) for address in "abcd"]
        await asyncio.sleep(0)
        tasks[1].cancel()
        holds.set()
        await asyncio.sleep(0)  # a has finished and c is handed the slot
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with asyncio.timeout(1), slots.slot("e"):
            return done

    assert asyncio.run(run()) == ["a", "d"]
