"""Help for the screen below: what it is, and its keys as they are bound now."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.keys import format_key
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

_TEXTUAL: Final = {"app.focus_next", "app.focus_previous", "screen.copy_text"}
"""What every screen of Textual can do, and no game needs."""


class Help(ModalScreen[None]):
    """The keys of a screen."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,question_mark,enter", "app.back", "Close")]

    def __init__(self, screen: Screen[object]) -> None:
        super().__init__()
        self._about = (screen.__doc__ or "").strip()
        self._keys = keys_of(screen)

    def compose(self) -> ComposeResult:
        """Lay out the words and a line for each thing that can be done."""
        width = max(map(len, self._keys.values()), default=0)
        lines = [f"{keys:<{width}}  {what}" for what, keys in self._keys.items()]
        with VerticalScroll(id="panel"):
            yield Static("Help", id="panel-title")
            yield Static("\n".join([self._about, "", *lines]), id="panel-words", markup=False)


def keys_of(screen: Screen[object]) -> dict[str, str]:
    """Return what can be done on a screen, with the keys for it."""
    found: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding: Binding = active.binding
        if binding.description and not binding.system and binding.action not in _TEXTUAL:
            found.setdefault(binding.tooltip or binding.description, []).append(format_key(binding.key))
    return {what: " ".join(dict.fromkeys(keys)) for what, keys in found.items()}
