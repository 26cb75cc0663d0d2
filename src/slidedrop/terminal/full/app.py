"""The full-screen program: settings, themes, signals, and the way from one screen to the next."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from threading import Timer, current_thread, main_thread
from typing import ClassVar, Final

from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.filter import LineFilter, NoColor

from slidedrop.core.errors import SlidedropError
from slidedrop.core.game import Game
from slidedrop.core.spec import AnySpec, Provider
from slidedrop.session import Session
from slidedrop.terminal.full.board import BoardView
from slidedrop.terminal.full.changed_cells import Cells, writing_less
from slidedrop.terminal.full.drawing.palette import PALETTES, Palette
from slidedrop.terminal.full.keys import hidden
from slidedrop.terminal.full.own_keys import check_keys
from slidedrop.terminal.full.sessions import resume_session
from slidedrop.terminal.full.settings import Settings
from slidedrop.terminal.full.thinking import Thinking
from slidedrop.terminal.sentences import sentence

_SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGINT")
_PATIENCE: Final = 2.0
"""Seconds after a signal until the program ends in any case; every move is on disk already."""


class FullScreen(App[int]):
    """Slidedrop on the full screen."""

    TITLE = "slidedrop"
    CSS_PATH = "look.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (64, "-wide"), (110, "-vast")]  # noqa: RUF012 - Textual declares it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (16, "-high")]  # noqa: RUF012 - Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        hidden("ctrl+c", "leave(130)", "Quit", priority=True, system=True),
        hidden("ctrl+z", "suspend_process", "Suspend", priority=True, system=True),
    ]

    def __init__(self, settings: Settings | None = None, session: Session | None = None) -> None:
        """Open with settings, at home or in a given game."""
        self._cells = Cells()
        super().__init__()
        self.settings = Settings.read() if settings is None else settings
        self._first = session
        self._warmed: set[str] = set()
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self.apply_settings(self.settings)

    @property
    def palette(self) -> Palette:
        few = not self.is_headless and self.console.color_system == "standard"
        return PALETTES[self.theme].with_few_colours() if few else PALETTES[self.theme]

    def get_line_filters(self) -> Sequence[LineFilter]:
        return super().get_line_filters() if self.palette.colour else [NoColor()]

    def get_driver_class(self) -> type[Driver]:
        return writing_less(super().get_driver_class(), self._cells)

    def on_resize(self) -> None:
        self._cells.forget()

    def apply_settings(self, settings: Settings) -> None:
        self.settings = settings
        self.theme = settings.theme if settings.theme in PALETTES else "dark"
        for screen in self.screen_stack if self.is_running else ():  # also those under a panel
            for board in screen.query(BoardView):
                board.redraw()

    def on_mount(self) -> None:
        from slidedrop.terminal.full.home import Home

        self.push_screen(Home())
        self._use_keys()
        self.install_signal_handlers()
        if self._first is not None:
            self.open_game(self._first)

    def _use_keys(self) -> None:
        """Use the keys of the settings; report errors in the file, which stays unchanged."""
        problem = self.settings.problem
        try:
            check_keys(self.settings.keys)
            self.set_keymap(self.settings.keys)
        except SlidedropError as error:
            problem = sentence(error)
        if problem:
            self.notify(f"{problem} slidedrop uses the default settings.", severity="error", markup=False, timeout=20)

    def warm_up(self, spec: AnySpec) -> None:
        """Load a game's large engine in the background, once; the first hint used a small one."""
        if spec.warm_up is not None and spec.name not in self._warmed:
            self._warmed.add(spec.name)
            Thinking(self, bool).begin(partial(_load, spec.warm_up), bool)

    def install_signal_handlers(self) -> None:
        """Exit normally on signals, so that the terminal is restored."""
        loop = asyncio.get_running_loop()

        def leave(number: int, frame: object) -> None:  # noqa: ARG001 - the signature of a signal handler
            # A terminal that is gone accepts no more writes, and waiting for it would never end.
            watchdog = Timer(_PATIENCE, os._exit, (128 + number,))
            watchdog.daemon = True
            watchdog.start()
            loop.call_soon_threadsafe(self.exit, 128 + number)

        for name in _SIGNALS:
            if current_thread() is main_thread() and (number := getattr(signal, name, None)) is not None:
                with contextlib.suppress(NotImplementedError):  # Windows
                    # From here on every signal wakes the loop, also a resized window. Otherwise a signal that arrives
                    # just before the loop sleeps, or in another thread, is not handled before the next key.
                    loop.add_signal_handler(number, bool)
                signal.signal(number, leave)

    def action_leave(self, code: int) -> None:
        self.exit(code)

    def go_home(self) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def action_help(self) -> None:
        from slidedrop.terminal.full.screens.panel import Help

        self.push_screen(Help(self.screen))

    def action_open(self, name: str) -> None:
        from slidedrop.terminal.full import menu

        menu.entries()[name].open(self)

    def open_game(self, session: Session, *, instead: bool = False) -> None:
        """Show a game, on top of the open one or instead of it."""
        from slidedrop.terminal.full.parts import parts_of

        screen = parts_of(session.game).screen.load()(session)
        if instead:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def resume_game(self, number: int) -> None:
        """Continue a saved game, or show why that is impossible."""
        self.attempt(lambda: self.open_game(resume_session(number)))

    def attempt(self, action: Callable[[], object]) -> None:
        """Run an action and show its answer or its error."""
        try:
            if isinstance(answer := action(), str):
                self.notify(answer, markup=False)
        except (SlidedropError, OSError) as error:
            self.notify(sentence(error), severity="error", markup=False)

    def open_analysis(self, game: Game) -> None:
        from slidedrop.terminal.full.screens.analysis import Analysis

        self.push_screen(Analysis(game))

    def share(self, game: Game) -> None:
        from slidedrop.records.share import write_code
        from slidedrop.terminal.full.screens.panel import Panel

        code = write_code(game)
        self.copy_to_clipboard(code)
        words = f"{code}\n\nCopied, where your terminal allows it. It holds the whole game:\n"
        open_with = f"slidedrop {game.kind} --from CODE, or paste it into the page."
        self.push_screen(Panel("Share code", words + open_with, {"": "Close"}))


def _load(engine: Provider[Callable[[], object]]) -> None:
    engine.load()()


def run(*, animation: bool = True, session: Session | None = None) -> int:
    """Open the full screen, at home or in a given game; return the exit code."""
    for fixed in ("COLUMNS", "LINES"):  # exported variables hold the old size of the window
        os.environ.pop(fixed, None)
    settings = Settings.read()
    settings.animation = settings.animation and animation
    sys.setswitchinterval(0.001)  # a search in plain Python then yields sooner to a key
    app = FullScreen(settings, session)
    code = app.run()
    return app.return_code or code or 0
