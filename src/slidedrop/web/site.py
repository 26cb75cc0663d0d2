"""Every file of the page: its own folder, and of the engine what a browser fetches when it is first needed.

    index.html, sw.js, js/..., css/...             from static/
    engine/connect4.5f0a1c22.wasm                  from data/, under a name that changes with the contents
    engine/files.json                              {"connect4.wasm": ["connect4.5f0a1c22.wasm", 59572], ...}

The server holds them in memory, `slidedrop page` writes them to a folder; nothing here needs an extra.
"""

import hashlib
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from slidedrop.games import game_specs
from slidedrop.players.registry import players_json

STATIC: Final = Path(__file__).parent / "static"
ENGINE: Final = "engine/"
LISTING: Final = ENGINE + "files.json"
STRONG: Final = "strong-"
"""How the names of files begin that are fetched only where somebody asks for the strong engine."""
PLAYERS: Final = "players.json"
"""The declarations of all players, from which the page makes its dialogs."""
_ENGINE_FILES: Final = ("sentences.json", "puzzles.json")
"""What every game uses; each game's own files are named by its definition."""
_LASTING: Final = re.compile(r"\.[0-9a-f]{12}\.\w+$")


def site_files() -> dict[str, bytes]:
    """Return the contents of every file of the page by its path."""
    own = {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in STATIC.rglob("*") if path.is_file()}
    return own | _engine_files()


def write_site(folder: Path) -> int:
    """Write the page to a folder, which is made; returns how many files it has. What an older engine needed goes."""
    content = site_files()
    for path in (folder / ENGINE).glob("*.*.*"):
        if _LASTING.search(path.name) and ENGINE + path.name not in content:
            path.unlink()
    for name, data in content.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return len(content)


def _engine_files() -> dict[str, bytes]:
    data = files("slidedrop") / "data"
    own = [(name, "") for spec in game_specs() for name in spec.data_files]
    strong = [(name, STRONG) for spec in game_specs() for name in spec.strong_data_files]
    offered = [(name, "") for name in (*_ENGINE_FILES, PLAYERS)] + own + strong
    content = {name: (data / name).read_bytes() for name, _ in offered if (data / name).is_file()}
    content[PLAYERS] = json.dumps(players_json(), indent=1).encode()
    names = {name: start + _hashed(name, content[name]) for name, start in offered if name in content}
    listing = json.dumps({name: [file, len(content[name])] for name, file in names.items()}, indent=1).encode()
    return {LISTING: listing, **{ENGINE + file: content[name] for name, file in names.items()}}


def _hashed(name: str, content: bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(content).hexdigest()[:12]}.{suffix}"
