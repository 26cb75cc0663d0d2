"""Drives the full screen without a terminal: sends keys and clicks, and reads the screen as lines of text."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from slidedrop.terminal.full.app import FullScreen
from slidedrop.terminal.full.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot

    Play = Callable[["Driven"], Awaitable[None]]


class Driven:
    """A user of the full screen."""

    def __init__(self, app: FullScreen, pilot: Pilot[int]) -> None:
        self.app, self._pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Press keys one after the other and wait for each to take effect."""
        for key in keys:
            await self._pilot.press(key)
            await self._pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        """Resize the window."""
        await self._pilot.resize_terminal(width, height)
        await self._pilot.pause()

    async def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag the mouse over the board."""
        await self._pilot.mouse_down("#board", offset=start)
        await self._pilot.mouse_up("#board", offset=end)
        await self._pilot.pause()

    async def click(self, place: tuple[int, int]) -> None:
        """Click on a place of the board's widget."""
        await self.drag(place, place)

    async def until(self, text: str, seconds: float = 20) -> str:
        """Wait until a text is on the screen, and return the whole screen."""
        for _ in range(int(seconds * 20)):
            if text in (shown := self.shown()):
                return shown
            await self._pilot.pause(0.05)
        message = f"{text!r} is not on the screen:\n{self.shown()}"
        raise AssertionError(message)

    async def true(self, found: Callable[[], bool], seconds: float = 20) -> None:
        """Wait until a condition holds."""
        for _ in range(int(seconds * 20)):
            if found():
                return
            await self._pilot.pause(0.05)
        raise AssertionError(self.shown())

    def shown(self) -> str:
        """Return the lines of the screen."""
        width, height = self.app.size
        lines = self.app.screen._compositor.render_strips(self.app.size)
        return "\n".join(line.text[:width] for line in lines[:height])


def drive(play: Play, *, size: tuple[int, int] = (80, 24), settings: Settings | None = None) -> FullScreen:
    """Open the full screen, run a function that plays, and return the closed app."""
    app = FullScreen(settings or Settings(animation=False, pace=0.0))

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await play(Driven(app, pilot))

    asyncio.run(run())
    return app
