"""What a person has chosen to keep: theme, motion, pace and keys, in `config.toml` of the config folder.

A value that nobody knows, or a file that cannot be read, is passed over: settings never stand in the way of a game.
"""

import json
import os
import tomllib
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Self

from slidedrop.core.errors import SlidedropError
from slidedrop.durable import write_whole
from slidedrop.places import config_folder


@dataclass(slots=True)
class Settings:
    """The settings of the full screen."""

    theme: str = "dark"
    animation: bool = True
    pace: float = 0.6
    """Seconds between two moves of a computer, at least."""
    keys: dict[str, str] = field(default_factory=dict)
    """Keys of one's own by the name of a binding, such as {"undo": "z"}."""

    @classmethod
    def read(cls) -> Self:
        """Return what was kept; NO_COLOR and reduced motion go before it."""
        settings = cls.kept()
        if os.environ.get("NO_COLOR"):
            settings.theme = "no colour"
        if os.environ.get("SLIDEDROP_ANIMATION") == "0" or settings.theme == "no colour":
            settings.animation = False
        return settings

    @classmethod
    def kept(cls) -> Self:
        """Return what the file says, whatever the surroundings."""
        try:
            values = tomllib.loads(config_path().read_text())
        except (OSError, ValueError):
            return cls()
        kinds = {one.name: type(getattr(cls(), one.name)) for one in fields(cls)}
        return cls(**{name: one for name, one in values.items() if name in kinds and isinstance(one, kinds[name])})

    def write(self) -> None:
        """Keep the settings; where that is impossible, they hold until the program ends."""
        try:
            config_folder().mkdir(parents=True, exist_ok=True)
            write_whole(config_path(), self.to_toml().encode())
        except (OSError, SlidedropError):
            return

    def to_toml(self) -> str:
        """Return the text of the config file; of such plain values JSON writes the same as TOML."""
        values = asdict(self)
        keys = [f"{json.dumps(name)} = {json.dumps(key)}" for name, key in values.pop("keys").items()]
        return "\n".join(
            [*(f"{name} = {json.dumps(value)}" for name, value in values.items()), "", "[keys]", *keys, ""]
        )


def config_path() -> Path:
    """Return where the settings are kept."""
    return config_folder() / "config.toml"
