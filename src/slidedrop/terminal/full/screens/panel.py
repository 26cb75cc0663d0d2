"""A panel over the screen: a few words and what can be done next. It answers with the choice, None for escape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType


class Panel(ModalScreen[str | None]):
    """A question with a list of answers."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "Close"), ("q", "leave", "Close")]

    def __init__(self, title: str, words: str, choices: Mapping[str, str]) -> None:
        """Show the words, and the choices as name and label; the first is under the cursor."""
        super().__init__()
        self._title, self._words, self._choices = title, words, choices

    def compose(self) -> ComposeResult:
        """Lay out the panel."""
        with Vertical(id="panel"):
            yield Static(self._title, id="panel-title", markup=False)
            if self._words:
                yield Static(self._words, id="panel-words", markup=False)
            yield OptionList(*(Option(label, id=name) for name, label in self._choices.items()), markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with what was chosen."""
        self.dismiss(event.option_id)

    def action_leave(self) -> None:
        """Answer with nothing."""
        self.dismiss(None)
