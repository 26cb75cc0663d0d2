"""What the documents ask of a program, by requirement, and what each fixes in its dialogue: documents.toml, read.

A part of a check ("slide", "score", "over", ...) has in each document its requirement and its sentence.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple


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
    new_tiles: tuple[int, ...]
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

    def place(self, rules: Mapping[str, Rule]) -> str:
        """Return the part that says where a new tile may come."""
        return "value" if self.name in {"mis", "a07"} and "value" in rules else "tile"


def _document(title: str, values: Mapping[str, Any]) -> Document:
    remarks = values.get("remarks", ())
    dialogue, api = (
        {part: Rule(name, says, name in remarks) for part, (name, says) in values.get(kind, {}).items()}
        for kind in ("dialogue", "api")
    )
    looks = (tuple(values["new_tiles"]), values["empty"], values["unmoved"], values["over"], values["ends"])
    return Document(title, *looks, dialogue, api)


_ALL: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
PSA3, MIS, A07, SWIPE, ADT = (_document(name, values) for name, values in _ALL.items())
DOCUMENTS: Final = {document.name: document for document in (PSA3, MIS, A07, SWIPE)}
"""The documents about 2048."""
