"""Whoever asks much waits for themselves: the slots go round between addresses."""

from __future__ import annotations

import asyncio

from slidedrop.web.fair_slots import FairSlots


async def ask(slots: FairSlots, address: str, done: list[str], holds: asyncio.Event) -> None:
    """Hold a slot until all may go."""
    async with slots.slot(address):
        await holds.wait()
        done.append(address)


def test_an_address_with_one_question_waits_for_one_of_a_greedy_address_at_most() -> None:
    async def run() -> list[str]:
        slots, done, holds = FairSlots(1, "full"), list[str](), asyncio.Event()
        tasks = [asyncio.create_task(ask(slots, address, done, holds)) for address in "aaaabc"]
        await asyncio.sleep(0)
        holds.set()
        await asyncio.gather(*tasks)
        return done

    assert asyncio.run(run()) == list("aabcaa")


def test_who_gives_up_waiting_keeps_no_slot() -> None:
    async def run() -> list[str]:
        slots, done, holds = FairSlots(1, "full"), list[str](), asyncio.Event()
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
