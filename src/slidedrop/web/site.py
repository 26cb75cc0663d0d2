"""Every file of the page: its own folder, and the engine files that a browser fetches when first needed.

    index.html, sw.js, js/..., css/...             from static/, as bundle.py prepares them
    lang/de.json, lang/de-later.json               from data/language/, for the first board, and the rest
    engine/connect4.5f0a1c22.wasm                  from data/, under a name that changes with the contents
    engine/files.json                              {"connect4.wasm": ["connect4.5f0a1c22.wasm", 59572], ...}

The server sends them, `slidedrop page` writes them to a folder; nothing here needs an extra.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from slidedrop.core.errors import RecordError
from slidedrop.durable import write_whole
from slidedrop.games import game_specs
from slidedrop.players.registry import players_json
from slidedrop.web.bundle import SCRIPTS, STYLES, sent_scripts, sent_styles

STATIC: Final = Path(__file__).parent / "static"
_DATA: Final = Path(__file__).parents[1] / "data"
ENGINE: Final = "engine/"
LISTING: Final = ENGINE + "files.json"
STRONG: Final = "strong-"
"""The prefix of the files that are fetched only for the strong engine."""
PLAYERS: Final = "players.json"
"""The declarations of all players, from which the page makes its dialogs."""
_PAGE: Final = "index.html"
_WORKER: Final = "sw.js"
_SHELL: Final = re.compile(r"const SHELL = \[.*?\];", re.DOTALL)
_STORED: Final = re.compile(r"\.(js|css|svg|png|webmanifest)$|^lang/")
_AT_ONCE: Final = {"page", "play", "colour", "direction", "rules", "goal", "tiles", "discs", "player", "saved"}
"""The sections of a catalogue that the first board and what surrounds it need."""
_LASTING: Final = re.compile(r"\.[0-9a-f]{12}\.\w+$")


def site_files() -> dict[str, Path | bytes]:
    """Return every file of the page by its path: its location or its content."""
    own = {path.relative_to(STATIC).as_posix(): path for path in STATIC.rglob("*") if path.is_file()}
    scripts = {name.removeprefix(SCRIPTS): path.read_text() for name, path in own.items() if name.startswith(SCRIPTS)}
    fetched, repeated = sent_scripts(scripts)
    page, style = sent_styles(
        own[_PAGE].read_text(), {name: own[name].read_text() for name in own if name.endswith(".css")}
    )
    made = {_PAGE: page, STYLES: style, **{SCRIPTS + name: text for name, text in {**fetched, **repeated}.items()}}
    files = {**own, **{name: text.encode() for name, text in made.items()}, **dict(_catalogues()), **_engine_files()}
    shell = [name for name in files if _STORED.search(name) and not name.startswith(ENGINE)]
    stored = sorted({*shell} - {_WORKER} - {SCRIPTS + name for name in repeated})
    return {**files, _WORKER: service_worker(files, stored)}


def service_worker(files: Mapping[str, Path | bytes], stored: Iterable[str]) -> bytes:
    """Return the service worker with its list of files, and a cache name that changes with any file."""
    digest = hashlib.sha256()
    for name, file in sorted(files.items()):
        digest.update(name.encode() if name.startswith(ENGINE) else name.encode() + content_of(file))
    worker = content_of(files[_WORKER]).decode()
    worker = _SHELL.sub(lambda _: f"const SHELL = {json.dumps(['./', *stored])};", worker)
    return worker.replace('"slidedrop-0"', f'"slidedrop-{digest.hexdigest()[:12]}"').encode()


def content_of(file: Path | bytes) -> bytes:
    """Return the content of a page file."""
    return file.read_bytes() if isinstance(file, Path) else file


def write_site(folder: Path) -> int:
    """Write the page to a folder; returns how many files it has. Files of older engines are removed."""
    files = site_files()
    taken = [name for name in files if (folder / name).exists()]
    if taken and LISTING not in taken:
        raise RecordError(f"'{folder}' holds files of another page, such as '{taken[0]}'; choose another folder")
    for path in (folder / ENGINE).glob("*.*.*"):
        if _LASTING.search(path.name) and ENGINE + path.name not in files:
            path.unlink()
    for name, file in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content_of(file))
    return len(files)


def _catalogues() -> Iterator[tuple[str, bytes]]:
    """Yield the texts of the page in every language, in two parts."""
    for path in sorted((_DATA / "language").glob("*.json")):
        sections: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
        parts = {"": sections.keys() & _AT_ONCE, "-later": sections.keys() - _AT_ONCE}
        for suffix, names in parts.items():
            part = {name: sections[name] for name in sorted(names)}
            text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
            yield f"lang/{path.stem}{suffix}.json", text.encode()


def _engine_files() -> dict[str, Path | bytes]:
    own = [(name, "") for spec in game_specs() for name in spec.data_files]
    strong = [(name, STRONG) for spec in game_specs() for name in spec.strong_data_files]
    starts = dict([(name, "") for name in ("puzzles.json", PLAYERS)] + own + strong)
    files: dict[str, Path | bytes] = {name: _DATA / name for name in starts if (_DATA / name).is_file()}
    files[PLAYERS] = json.dumps(players_json(), indent=1).encode()
    names = {name: starts[name] + _hashed(name, file) for name, file in files.items()}
    sizes = {name: [names[name], len(content_of(file))] for name, file in files.items()}
    listing = json.dumps(sizes, indent=1).encode()
    return {LISTING: listing, **{ENGINE + names[name]: file for name, file in files.items()}}


def _hashed(name: str, file: Path | bytes) -> str:
    stem, _, suffix = name.rpartition(".")
    return f"{stem}.{hashlib.sha256(content_of(file)).hexdigest()[:12]}.{suffix}"
