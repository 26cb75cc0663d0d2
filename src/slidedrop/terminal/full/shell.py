"""What every screen stands on: settings, themes, signals, and the ways to other screens that `app.py` fills in."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Sequence
from threading import Timer, current_thread, main_thread
from typing import Any, ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter, NoColor

from slidedrop.core.game import Game
from slidedrop.terminal.full.drawing.palette import PALETTES, Palette
from slidedrop.terminal.full.settings import Settings

_SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGINT")
_PATIENCE: Final = 2.0
"""Seconds after a signal until the program ends in any case; every move is on disk already."""
_WARM_AFTER: Final = 1.0
"""Seconds after the first picture until the network is loaded in the background."""


class Shell(App[int]):
    """The full screen without its screens."""

    open_game: Callable[..., object]
    """Show a game that somebody sits at, on top of what is open or instead of it."""
    resume_game: Callable[[int], object]
    open_analysis: Callable[[Game], object]
    share: Callable[[Game], object]
    action_open: Callable[[str], object]
    """Open a line of the home menu."""
    action_help: Callable[[], object]

    TITLE = "slidedrop"
    CSS_PATH = "look.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide"), (110, "-vast")]  # noqa: RUF012 - Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-high")]  # noqa: RUF012 - Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave(130)", "Quit", show=False, priority=True, system=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True, system=True),
    ]

    def __init__(self, settings: Settings | None = None, *, warm: bool = True) -> None:
        """Open with settings; `warm` loads the network while nobody waits for it."""
        super().__init__()
        self.settings = Settings.read() if settings is None else settings
        self._warm = warm
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self._wear(self.settings.theme)

    @property
    def palette(self) -> Palette:
        """The colours of the boards now."""
        return PALETTES[self.theme]

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Take out every colour in the theme that has none."""
        return super().get_line_filters() if self.palette.colour else [NoColor()]

    def _wear(self, name: str) -> None:
        self.theme = name if name in PALETTES else "dark"
        self.set_class(not self.palette.colour, "-plain")

    def on_mount(self) -> None:
        """Be ready for signals and for keys of one's own."""
        self.set_keymap(self.settings.keys)
        self._mind_signals()
        if self._warm:
            self.set_timer(_WARM_AFTER, self._load_network)

    def _mind_signals(self) -> None:
        """End through the usual way out, so that the terminal is restored."""
        loop = asyncio.get_running_loop()

        def leave(number: int, frame: object) -> None:  # noqa: ARG001 - the signature of a signal handler
            # A terminal that is gone takes no more writes, and one that waits for it would wait for ever.
            watchdog = Timer(_PATIENCE, os._exit, (128 + number,))
            watchdog.daemon = True
            watchdog.start()
            loop.call_soon_threadsafe(self.exit, 128 + number)

        for name in _SIGNALS:
            if current_thread() is main_thread() and (number := getattr(signal, name, None)) is not None:
                with contextlib.suppress(NotImplementedError):  # Windows
                    # From here on every signal wakes the loop, a changed window's too. Otherwise one that comes in
                    # the moment before the loop sleeps, or to another thread, is not seen before the next key.
                    loop.add_signal_handler(number, bool)
                signal.signal(number, leave)

    def _load_network(self) -> None:
        from slidedrop.terminal.full.opponents import load_network
        from slidedrop.terminal.full.thinking import Thinking

        Thinking(self, bool).begin(load_network, bool)

    def action_leave(self, code: int) -> None:
        """End with an exit code."""
        self.exit(code)

    def go_home(self) -> None:
        """Close everything above home."""
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def wear(self, answers: dict[str, Any]) -> None:
        """Put settings on at once."""
        for name, value in answers.items():
            setattr(self.settings, name, value)
        self._wear(self.settings.theme)
