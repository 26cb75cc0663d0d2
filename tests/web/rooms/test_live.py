from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from slidedrop.web.app import Settings, build
from slidedrop.web.store.at import store_at

if TYPE_CHECKING:
    from pathlib import Path

    from slidedrop.web.rooms.live import LiveRooms


def test_a_result_that_arrives_as_writing_ends_is_recorded(tmp_path: Path) -> None:
    async def story(rooms: LiveRooms) -> list[str]:
        written = []

        async def write(result: str) -> None:
            written.append(result)

        rooms._start("write", write("first"))
        asyncio.get_running_loop().call_soon(lambda: rooms._start("write", write("second")))
        await asyncio.sleep(0.01)
        return written

    rooms = build(store_at(str(tmp_path / "db")), Settings(warm=False)).state.rooms
    assert asyncio.run(story(rooms)) == ["first", "second"]
