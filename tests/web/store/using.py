"""Work with a store in an event loop of its own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from slidedrop.web.store.at import store_at

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from slidedrop.web.store.sql import Store


def with_store(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do something with a store and close it."""

    async def run() -> None:
        store = store_at(database)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())
