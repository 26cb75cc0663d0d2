"""The user's settings: theme, motion, pace, interface and keys, in `config.toml` of the config folder.

    # comments stay where they are           a change writes one value and leaves the rest of the file unchanged
    theme = "light"
    [keys]                                   keys by action, in plain play and on the full screen
    undo = "z"

A file with an error is never overwritten: the program says where the error is, and uses the defaults.
"""

import json
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final, Self

from slidedrop.core.errors import NotationError, SlidedropError
from slidedrop.durable import write_whole
from slidedrop.places import config_folder
from slidedrop.records.files import read_text
from slidedrop.terminal.sentences import sentence

NO_COLOUR: Final = "no colour"
ALLOWED: Final[Mapping[str, tuple[object, ...]]] = {
    "theme": ("dark", "light", "colour-blind", NO_COLOUR),
    "animation": (True, False),
    "interface": ("full", "plain"),
}
"""The values of the settings that have a few; the first is the usual one."""
FASTEST, SLOWEST = 0.02, 5.0
"""The limits of the pace, in seconds per move."""


@dataclass(slots=True)
class Settings:
    """The settings."""

    theme: str = "dark"
    animation: bool = True
    pace: float = 0.6
    """Seconds between two moves of a computer, at least."""
    interface: str = "full"
    """What `slidedrop 2048` and the other games open on a terminal."""
    keys: dict[str, str] = field(default_factory=dict)
    """Your own keys by the name of an action, such as {"undo": "z"}."""
    problem: str = field(default="", compare=False)
    """Why the file is not used, in a sentence; empty if it is used."""

    @classmethod
    def read(cls) -> Self:
        """Return the settings of the file, or the defaults with its problem; NO_COLOR and reduced motion come first."""
        try:
            settings = cls.kept()
        except SlidedropError as error:
            settings = cls(problem=sentence(error))
        if os.environ.get("NO_COLOR"):
            settings.theme = NO_COLOUR
        if os.environ.get("SLIDEDROP_ANIMATION") == "0" or settings.theme == NO_COLOUR:
            settings.animation = False
        return settings

    @classmethod
    def kept(cls) -> Self:
        """Return the settings of the file without the environment; refuse a file with an error."""
        values = _parsed(_text())
        check_values(values)
        return cls(**values)

    def to_toml(self) -> str:
        """Return the settings as TOML; such plain values look the same in JSON."""
        values = {name: value for name, value in asdict(self).items() if name != "problem"}
        keys = [f"{json.dumps(name)} = {json.dumps(key)}" for name, key in values.pop("keys").items()]
        return "\n".join([*(f"{name} = {json.dumps(one)}" for name, one in values.items()), "", "[keys]", *keys, ""])


def config_path() -> Path:
    """Return the path of the settings."""
    return config_folder() / "config.toml"


def _text() -> str:
    try:
        return read_text(config_path(), "settings file")
    except NotationError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return ""
        raise


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:  # its message has the line and the column
        raise NotationError(f"'{config_path()}' is not TOML: {error}; correct it there") from error


def check_values(values: Mapping[str, Any]) -> None:
    """Refuse unknown settings and invalid values."""
    names = [one.name for one in fields(Settings) if one.name != "problem"]
    for name, value in values.items():
        if name not in names:
            raise NotationError(f"there is no setting '{name}'; the settings are {', '.join(names)}")
        if name == "keys":
            if not isinstance(value, Mapping) or not all(isinstance(key, str) and key for key in value.values()):
                raise NotationError('keys must be a table of actions and keys, such as undo = "z"')
        elif name == "pace":
            if isinstance(value, bool) or not isinstance(value, int | float) or not FASTEST <= value <= SLOWEST:
                raise NotationError(f"pace must be a number from {FASTEST} to {SLOWEST:g}, not {json.dumps(value)}")
        elif not any(value is one or (isinstance(value, str) and value == one) for one in ALLOWED[name]):
            allowed = ", ".join(map(json.dumps, ALLOWED[name]))
            raise NotationError(f"{name} must be one of {allowed}, not {json.dumps(value, default=str)}")


def change(name: str, value: object, check_keys: Callable[[Mapping[str, str]], object] = dict) -> None:
    """Write one setting to the file, or remove it (None); comments and everything else stay."""
    import tomlkit

    text = _text()
    _parsed(text)
    document: dict[str, Any] = tomlkit.parse(text)
    table, _, key = name.rpartition(".")
    place = document.setdefault(table, {}) if table else document
    if value is None:
        place.pop(key, None)
    else:
        place[key] = value
        changed = tomllib.loads(tomlkit.dumps(document))
        check_values(changed)
        check_keys(changed.get("keys", {}))
    config_path().parent.mkdir(parents=True, exist_ok=True)
    write_whole(config_path(), tomlkit.dumps(document).encode())
