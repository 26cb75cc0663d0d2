"""The requirements of each assignment and the form of its dialogue, read from assignments.toml.

Each assignment maps the parts of a check ("slide", "score", "over", ...) to a requirement and a sentence.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from slidedrop.core.errors import NotationError
from slidedrop.records.files import read_text


class Rule(NamedTuple):
    """A requirement, with its text in one sentence."""

    requirement: str
    says: str
    remark: bool = False
    """Whether a difference is only mentioned: the assignment does not grade it."""
    cosmetic: bool = False
    """Whether it is about the words and marks that are printed; such findings are reported after all others."""


RUNS: Final = Rule("runs", "the program answers in time and ends by itself")
_COSMETIC: Final = {"text", "welcome", "controls", "said"}


class Unmoved(StrEnum):
    """What is printed after a key that moves nothing: the board, nothing, or anything."""

    SHOWN = "shown"
    SILENT = "silent"
    MAYBE = "maybe"


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """One assignment: its rules by part, and how its dialogue looks."""

    name: str
    new_tiles: Sequence[int]
    empty: str
    """How an empty cell is written."""
    unmoved: Unmoved
    over_says: str
    """The text printed at the end, in lower case; empty if the assignment does not define one."""
    ends: bool
    """Whether the program ends by itself when nothing can move."""
    dialogue: Mapping[str, Rule]
    api: Mapping[str, Rule]
    place: str = "tile"
    """The part that defines where a new tile may appear."""
    greets: Sequence[str] = ()
    """The text printed before the first board, in lower case."""
    looks: Mapping[str, str] = field(default_factory=dict)
    """What every board must have besides its tiles: a pattern of the text before it, or of each row, and a sentence."""


def _assignment(title: str, values: dict[str, Any]) -> Assignment:
    remarks, asked = values.pop("remarks", ()), [values.pop(kind, {}) for kind in ("dialogue", "api")]
    dialogue, api = (
        {part: Rule(name, says, name in remarks, part in _COSMETIC) for part, (name, says) in rules.items()}
        for rules in asked
    )
    unmoved = Unmoved(values.pop("unmoved"))
    return Assignment(title, unmoved=unmoved, dialogue={**dialogue, "runs": RUNS}, api={**api, "runs": RUNS}, **values)


_ALL: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PSA3, MIS, A07, SWIPE, ADT = (_assignment(name, values) for name, values in _ALL.items())
ASSIGNMENTS: Final = {assignment.name: assignment for assignment in (PSA3, MIS, A07, SWIPE)}
"""The assignments about 2048."""


@dataclass(frozen=True)
class Profile:
    """A teacher's variant of an assignment, from a small TOML file; the rest stays unchanged."""

    assignment: str = ""
    keys: list[str] = field(default_factory=list)
    skip: list[str] = field(default_factory=list)
    empty: str = ""
    new_tiles: list[int] = field(default_factory=list)
    over: str = ""
    points: dict[str, float] = field(default_factory=dict)
    """The points of each requirement: [points] with lines such as "R-001-12" = 5."""
    says: dict[str, str] = field(default_factory=dict)
    """Its text, in the teacher's words."""

    def of(self, assignment: Assignment) -> Assignment:
        if self.assignment not in {"", assignment.name}:
            raise NotationError(f"The profile is for '{self.assignment}', and the check for '{assignment.name}'.")
        return replace(
            assignment, dialogue=self._said(assignment.dialogue), api=self._said(assignment.api),
            empty=self.empty or assignment.empty, new_tiles=self.new_tiles or assignment.new_tiles,
            over_says=self.over.lower() or assignment.over_says,
        )  # fmt: skip

    def _said(self, rules: Mapping[str, Rule]) -> dict[str, Rule]:
        named = {part: rule for part, rule in rules.items() if rule.requirement in self.says}
        return {**rules, **{part: rule._replace(says=self.says[rule.requirement]) for part, rule in named.items()}}


def read_profile(path: Path) -> Profile:
    """Return the profile in a file, or raise an error."""
    try:
        values = tomllib.loads(read_text(path, "profile"))
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"the profile '{path}' is not TOML: {error}") from error
    usual = asdict(Profile())
    for name, value in values.items():
        if name not in usual or type(value) is not type(usual[name]):
            there = ", ".join(usual)
            raise NotationError(f"'{name}' in the profile '{path}' is unknown or of the wrong kind; there are {there}")
    return Profile(**values)
