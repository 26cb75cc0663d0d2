"""Panels over the screen: a text with choices, and help. Escape chooses nothing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.keys import format_key
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from slidedrop.terminal.full.drawing.palette import PALETTES

Answer = TypeVar("Answer")
_TEXTUAL: Final = {"quit", "app.focus_next", "app.focus_previous", "screen.copy_text"} | {
    f"{what}_{side}" for what in ("scroll", "page") for side in ("left", "right")
}
"""Actions of Textual that no game needs."""


class Lines(OptionList):
    """Lines to choose from; the selected one has a mark, and without colour it is also reversed."""

    def render_line(self, y: int) -> Strip:
        strip = super().render_line(y)
        segments = [one for one in strip if one.style and one.style.meta.get("option") == self.highlighted]
        if self.highlighted is None or not segments:
            return strip
        if not PALETTES[self.app.theme].colour:
            strip = strip.apply_style(Style(reverse=True))
        return Strip.join([Strip([Segment("▸", next(iter(strip)).style)]), strip.crop(1)])

    def offer(self, lines: Sequence[Option | None]) -> None:
        """Show other lines, with the cursor on the same line as before or on one nearby."""
        place = self.highlighted
        chosen = None if place is None else self.get_option_at_index(place).id
        self.clear_options()
        self.add_options(lines)
        names = [one.id for one in lines if one is not None]
        nearby = min(place or 0, len(names) - 1) if names else None
        self.highlighted = names.index(chosen) if chosen in names else nearby


class Sheet(ModalScreen[Answer | None]):
    """A title, a text, lines to choose from, and perhaps more below."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave", "Close")]

    def __init__(self, title: str, words: str, lines: Iterable[Option], *below: Widget) -> None:
        super().__init__()
        self._title, self._words, self._options, self._below = title, words, list(lines), below

    def compose(self) -> ComposeResult:
        with Vertical(id="panel"):
            yield Static(self._title, id="panel-title", markup=False)
            if self._words:
                yield Static(self._words, id="panel-words", markup=False)
            yield Lines(*self._options, markup=False)
            yield from self._below

    def action_leave(self) -> None:
        self.dismiss(None)


class Panel(Sheet[str]):
    """A question with a list of answers."""

    def __init__(self, title: str, words: str, choices: Mapping[str, str]) -> None:
        """Show the text, and the choices as name and label; the first is selected."""
        super().__init__(title, words, (Option(label, id=name) for name, label in choices.items()))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)


class Help(ModalScreen[None]):
    """The description of the screen below, and its current keys."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q,question_mark,enter", "app.back", "Close")]

    def __init__(self, screen: Screen[object]) -> None:
        super().__init__()
        keys = _keys_of(screen)
        width = max(map(len, keys.values()), default=0)
        lines = [f"{pressed:<{width}}  {what}" for what, pressed in keys.items()]
        self._words = "\n".join([(screen.__doc__ or "").strip(), "", *lines])

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="panel"):
            yield Static("Help", id="panel-title")
            yield Static(self._words, id="panel-words", markup=False)


def _keys_of(screen: Screen[object]) -> dict[str, str]:
    """Return the actions of a screen with their keys."""
    found: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding: Binding = active.binding
        if binding.description and not binding.system and binding.action not in _TEXTUAL:
            found.setdefault(binding.tooltip or binding.description, []).append(format_key(binding.key))
    return {what: " ".join(dict.fromkeys(keys)) for what, keys in found.items()}
