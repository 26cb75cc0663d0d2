"""A teacher's own variant of a document, as a small TOML file.

document = "psa3"                     keys  = ["i", "k", "j", "l"]
skip     = ["R-001-31"]               empty = "."
new_tiles = [2]                       over  = "the end"

[points]
"R-001-12" = 5
[says]
"R-001-12" = "tiles slide as we said in class"
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from slidedrop.core.errors import NotationError
from slidedrop.editions.checking.documents import Document, Rule
from slidedrop.records.files import read_text


@dataclass(frozen=True)
class Profile:
    """What a variant changes; nothing unless said."""

    document: str = ""
    keys: list[str] = field(default_factory=list)
    skip: list[str] = field(default_factory=list)
    empty: str = ""
    new_tiles: list[int] = field(default_factory=list)
    over: str = ""
    points: dict[str, float] = field(default_factory=dict)
    """What a requirement is worth."""
    says: dict[str, str] = field(default_factory=dict)
    """What it asks, in the teacher's words."""

    def of(self, document: Document) -> Document:
        """Return the document as the variant has it."""
        if self.document not in {"", document.name}:
            raise NotationError(f"the profile is for '{self.document}', and the check for '{document.name}'")
        return replace(
            document, dialogue=self._said(document.dialogue), api=self._said(document.api),
            empty=self.empty or document.empty, new_tiles=tuple(self.new_tiles) or document.new_tiles,
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
