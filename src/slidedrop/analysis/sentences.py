"""Sentences of the analysis, from `engine` in `data/language/en.json`, which the page reads too."""

import json
from functools import lru_cache
from importlib.resources import files


def say(sentence: str, **values: object) -> str:
    """Return a sentence with its values filled in."""
    return _table()[sentence].format_map(values)


@lru_cache(maxsize=1)
def _table() -> dict[str, str]:
    catalogue = (files("slidedrop") / "data" / "language" / "en.json").read_text(encoding="utf-8")
    table: dict[str, str] = json.loads(catalogue)["engine"]
    return table
