"""What a form asks: each question with its answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Answers = dict[str, Any]
"""What was chosen, by the names of the questions."""
Choices = Sequence[tuple[Any, str, str]]
"""The answers to a question: a value, its label, and perhaps a line about it."""


@dataclass(slots=True)
class Question:
    """What is asked, and the answers; the first is the usual one."""

    name: str
    label: str
    answers: Choices
    chosen: int = 0
