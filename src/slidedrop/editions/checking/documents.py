"""What the documents ask of a program, by requirement, and what each fixes in its dialogue: documents.toml, read.

A part of a check ("slide", "score", "over", ...) has in each document its requirement and its sentence.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from slidedrop.core.errors import NotationError
from slidedrop.records.files import read_text


class Rule(NamedTuple):
    """A requirement, and what it asks in one sentence."""

    requirement: str
    says: str
    remark: bool = False
    """Whether a difference is only mentioned: the document does not grade it."""


RUNS: Final = Rule("runs", "the program answers in time and ends by itself")


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One document: its rules by part, and how its dialogue looks."""

    name: str
    new_tiles: Sequence[int]
    empty: str
    """How an empty cell is written."""
    unmoved: str
    """Whether the board is printed after a key that moves nothing: shown, maybe or silent."""
    over_says: str
    """What is printed at the end, in small letters; empty where the document fixes nothing."""
    ends: bool
    """Whether the program ends by itself when nothing can move."""
    dialogue: Mapping[str, Rule]
    api: Mapping[str, Rule]
    place: str = "tile"
    """The part that says where a new tile may come."""
    greets: Sequence[str] = ()
    """What is printed before the first board, in small letters."""
    looks: Mapping[str, str] = field(default_factory=dict)
    """What every board must have beside its tiles: a pattern of the text before it, or of each row, and a sentence."""


def _document(title: str, values: dict[str, Any]) -> Document:
    remarks, kinds = values.pop("remarks", ()), [values.pop(kind, {}) for kind in ("dialogue", "api")]
    dialogue, api = (
        {part: Rule(name, says, name in remarks) for part, (name, says) in asked.items()} for asked in kinds
    )
    return Document(title, dialogue=dialogue, api=api, **values)


_ALL: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PSA3, MIS, A07, SWIPE, ADT = (_document(name, values) for name, values in _ALL.items())
DOCUMENTS: Final = {document.name: document for document in (PSA3, MIS, A07, SWIPE)}
"""The documents about 2048."""


@dataclass(frozen=True)
class Profile:
    """A teacher's own variant of a document, as a small TOML file says it; nothing is changed unless said.

    document = "psa3"                     keys  = ["i", "k", "j", "l"]
    skip     = ["R-001-31"]               empty = "."
    new_tiles = [2]                       over  = "the end"
    """

    document: str = ""
    keys: list[str] = field(default_factory=list)
    skip: list[str] = field(default_factory=list)
    empty: str = ""
    new_tiles: list[int] = field(default_factory=list)
    over: str = ""
    points: dict[str, float] = field(default_factory=dict)
    """What a requirement is worth: [points] with lines such as "R-001-12" = 5."""
    says: dict[str, str] = field(default_factory=dict)
    """What it asks, in the teacher's words."""

    def of(self, document: Document) -> Document:
        """Return the document as the variant has it."""
        if self.document not in {"", document.name}:
            raise NotationError(f"the profile is for '{self.document}', and the check for '{document.name}'")
        return replace(
            document, dialogue=self._said(document.dialogue), api=self._said(document.api),
            empty=self.empty or document.empty, new_tiles=self.new_tiles or document.new_tiles,
            over_says=self.over.lower() or document.over_says,
        )  # fmt: skip

    def _said(self, rules: Mapping[str, Rule]) -> dict[str, Rule]:
        return {part: rule._replace(says=self.says.get(rule.requirement, rule.says)) for part, rule in rules.items()}


def read_profile(path: Path) -> Profile:
    """Return the profile in a file, or say what is wrong with it."""
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
