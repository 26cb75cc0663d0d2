"""A form of a few questions with their answers: the screen for new games, watching and settings.

Opponent   ◂ Casual ▸         up and down choose the question, left and right the answer, enter goes ahead
You play   ◂ red, first ▸
Takes a win and blocks yours, and looks no further ahead.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from slidedrop.terminal.full.keys import DOWN_UP
from slidedrop.terminal.full.parts import Answers, Question
from slidedrop.terminal.full.screens.panel import Sheet


class Form(Sheet[Answers]):
    """Up and down choose a line, left and right change it, enter goes ahead, escape goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("left,h", "turn(-1)", "Before"),
        ("right,l,space", "turn(1)", "Next"),
        *DOWN_UP,
        ("escape,q", "leave", "Back"),
        ("enter", "go", "Go"),
    ]

    def __init__(
        self, title: str, questions: Sequence[Question], go: str, changed: Callable[[Answers], object] = dict
    ) -> None:
        """Show the questions; `go` is the label of the last line, and `changed` is called after every change."""
        self._questions, self._go, self._changed = list(questions), go, changed
        super().__init__(title, "", map(Option, self._lines()), Static("", id="panel-line", markup=False))

    @property
    def answers(self) -> Answers:
        return {one.name: one.answers[one.chosen][0] for one in self._questions}

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def _lines(self) -> list[str]:
        """Return a line for each question and the last line."""
        width = max((len(one.label) for one in self._questions), default=0)
        lines = [f"{one.label:<{width}}  ◂ {one.answers[one.chosen][1]} ▸" for one in self._questions]
        return [*lines, f"▸ {self._go}"]

    def _question(self) -> Question | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None or place >= len(self._questions) else self._questions[place]

    def on_option_list_option_highlighted(self) -> None:
        question = self._question()
        line = question.answers[question.chosen][2] if question else ""
        self.query_one("#panel-line", Static).update(line)

    def on_option_list_option_selected(self) -> None:
        self.action_go()

    def action_turn(self, step: int) -> None:
        question, menu = self._question(), self.query_one(OptionList)
        if question is not None and menu.highlighted is not None:
            question.chosen = (question.chosen + step) % len(question.answers)
            menu.replace_option_prompt_at_index(menu.highlighted, self._lines()[menu.highlighted])
            self.on_option_list_option_highlighted()
            self._changed(self.answers)

    def action_move(self, way: str) -> None:
        getattr(self.query_one(OptionList), f"action_cursor_{way}")()

    def action_go(self) -> None:
        self.dismiss(self.answers)
