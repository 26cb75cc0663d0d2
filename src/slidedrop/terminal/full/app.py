"""The program on the whole screen: the way from one screen to the next."""

import os
import sys
from typing import Any

from textual.screen import Screen

from slidedrop.core.errors import SlidedropError
from slidedrop.core.game import Game
from slidedrop.terminal.full.settings import Settings
from slidedrop.terminal.full.shell import Shell
from slidedrop.terminal.full.table import Seated, resumed


class FullScreen(Shell):
    """Slidedrop on the whole screen."""

    def on_mount(self) -> None:
        """Go home."""
        from slidedrop.terminal.full.screens.home import Home

        self.push_screen(Home())

    def action_help(self) -> None:
        """Show the keys of the screen that is open."""
        from slidedrop.terminal.full.screens.help import Help

        self.push_screen(Help(self.screen))

    def action_open(self, name: str) -> None:
        """Open a line of the home menu."""
        from slidedrop.terminal.full import menu

        menu.OPENS[name](self)

    def open_game(self, seated: Seated, *, instead: bool = False) -> None:
        """Show a game, on top of what is open or instead of it."""
        if seated.session.game.kind == "2048":
            from slidedrop.terminal.full.screens.twenty48 import Twenty48Screen as Shown
        else:
            from slidedrop.terminal.full.screens.connect4 import Connect4Screen as Shown  # type: ignore[assignment]
        screen: Screen[Any] = Shown(seated)
        if instead:
            self.switch_screen(screen)
        else:
            self.push_screen(screen)

    def resume_game(self, number: int) -> None:
        """Go on with a kept game; say why where that cannot be."""
        try:
            self.open_game(resumed(number))
        except SlidedropError as error:
            self.notify(f"{error}.", severity="error", markup=False)

    def open_analysis(self, game: Game) -> None:
        """Show the analysis board of a game."""
        from slidedrop.terminal.full.screens.analysis import Analysis

        self.push_screen(Analysis(game))

    def share(self, game: Game) -> None:
        """Show the code that brings a game to somebody else, and copy it where the terminal can."""
        from slidedrop.records.share import write_code
        from slidedrop.terminal.full.screens.panel import Panel

        code = write_code(game)
        self.copy_to_clipboard(code)
        self.push_screen(Panel("Share code", code, {"": "Close"}))


def run(*, animation: bool = True) -> int:
    """Open the full screen; return the exit code."""
    for fixed in ("COLUMNS", "LINES"):  # what a shell exports says how large the window was, not how large it is
        os.environ.pop(fixed, None)
    settings = Settings.read()
    settings.animation = settings.animation and animation
    sys.setswitchinterval(0.001)  # a search in plain Python hands over sooner when a key comes
    app = FullScreen(settings)
    code = app.run()
    return app.return_code or code or 0
