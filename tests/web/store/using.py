"""A helper that runs a function with a store in a new event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from slidedrop.web.store.at import store_at

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from slidedrop.web.store.sql import Store


def with_store(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Run a function with a store, and close the store."""

    async def run() -> None:
        store = store_at(database)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())
