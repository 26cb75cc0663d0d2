"""A panel over the screen: a few words and what can be done next. It answers with the choice, None for escape."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

Answer = TypeVar("Answer")


class Sheet(ModalScreen[Answer | None]):
    """A title, words, lines to choose from, and perhaps more below."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "leave", "Close")]
    title_words = ("", "")
    """The title, and the words below it."""

    def lines(self) -> Iterable[Option]:
        """Return the lines to choose from."""
        raise NotImplementedError

    def below(self) -> Iterable[Widget]:
        """Return what stands below the lines."""
        return ()

    def compose(self) -> ComposeResult:
        """Lay out the panel."""
        title, words = self.title_words
        with Vertical(id="panel"):
            yield Static(title, id="panel-title", markup=False)
            if words:
                yield Static(words, id="panel-words", markup=False)
            yield OptionList(*self.lines(), markup=False)
            yield from self.below()

    def action_leave(self) -> None:
        """Answer with nothing."""
        self.dismiss(None)


class Panel(Sheet[str]):
    """A question with a list of answers."""

    def __init__(self, title: str, words: str, choices: Mapping[str, str]) -> None:
        """Show the words, and the choices as name and label; the first is under the cursor."""
        super().__init__()
        self.title_words, self._choices = (title, words), choices

    def lines(self) -> Iterable[Option]:
        """Return the choices."""
        return (Option(label, id=name) for name, label in self._choices.items())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with what was chosen."""
        self.dismiss(event.option_id)
