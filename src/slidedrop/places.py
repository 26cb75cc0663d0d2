"""Where files are: games in the data folder, everything that can be recomputed in the cache folder.

`SLIDEDROP_HOME` puts them all in one folder; the default is the platform's folders.
"""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of files that must not be lost."""
    return _home("data") or _platform("user_data_path")


def cache_folder() -> Path:
    """Return the folder of files that may be deleted at any time."""
    return _home("cache") or _platform("user_cache_path")


def config_folder() -> Path:
    """Return the folder of a user's settings."""
    return _home("config") or _platform("user_config_path")


def _home(part: str) -> Path | None:
    home = os.environ.get("SLIDEDROP_HOME")
    return Path(home) / part if home else None


def _platform(which: str) -> Path:
    import platformdirs

    folder: Path = getattr(platformdirs, which)("slidedrop", appauthor=False)
    return folder
