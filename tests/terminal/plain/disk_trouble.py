"""A game during which the disk fails: the moves that the program reports as saved must be exactly those on the disk.

python disk_trouble.py limit 7        plays by itself, breaks the disk, and ends with an error if the two differ
"""

from __future__ import annotations

import io
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import slidedrop.twenty48.position  # noqa: F401 - it cannot be imported later without the rights of root
from slidedrop.cli.playing import play as play_at
from slidedrop.core.errors import SlidedropError
from slidedrop.places import data_folder
from slidedrop.records.library import Library
from slidedrop.records.replay import Record, read_record, replay
from slidedrop.session import new_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.game import Game

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = ("limit", "removed", "readonly", "full")
_NOBODY = 65534


class Typist(io.StringIO):
    """Typed input that plays at random and, when the game is not saved, chooses an option at random."""

    def __init__(self, chance: random.Random, screen: io.StringIO, trouble: Callable[[], None], most: int) -> None:
        super().__init__()
        self._chance = chance
        self._screen = screen
        self._trouble = trouble
        self._lines = chance.randrange(5, most)
        self._moment = chance.randrange(self._lines)

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override] # noqa: ARG002 - of every text stream
        if self._moment == 0:
            self._trouble()
        self._moment -= 1
        self._lines -= 1
        if self._lines < 0:
            return ""
        said = self._screen.getvalue()
        if said.endswith("which file? "):
            return self._chance.choice([f"{data_folder().parent}/saved.journal\n", "/nowhere/at/all\n", "\n"])
        return self._chance.choice("ttfgwasd" if "NOT SAVED: " in said[-400:] else "wasdwasdwasdwasdur") + "\n"


def play(kind: str, seed: int) -> str:
    """Play a game during which the disk fails in this way, and return the program's output."""
    chance = random.Random(seed)
    screen = io.StringIO()
    typist = Typist(chance, screen, lambda: break_disk(kind, chance), 500 if kind == "full" else 80)
    if kind == "readonly" and chance.random() < 0.3:
        break_disk(kind, chance)
    session = new_session(Game(seed=seed))
    try:
        last = play_at(Console(stdin=typist, stdout=screen), Twenty48Face(), session)
    except SystemExit:
        last = session
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    said = screen.getvalue()
    compare(said, last.game.line(), last.game.summary().moves)
    return said


def break_disk(kind: str, chance: random.Random) -> None:
    """Make the disk fail from now on, in one of four ways."""
    games = data_folder() / "games"
    if kind == "limit":
        size = max((path.stat().st_size for path in games.glob("*.journal")), default=0)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + chance.randrange(300), resource.RLIM_INFINITY))
    elif kind == "removed":
        shutil.rmtree(data_folder(), ignore_errors=True)
    elif kind == "readonly":
        games.mkdir(parents=True, exist_ok=True)
        games.chmod(0o555)
    else:
        with (data_folder() / "filler").open("wb") as filler:
            try:
                while True:
                    filler.write(b"?" * 512)
                    filler.flush()
            except OSError:
                os.ftruncate(filler.fileno(), max(0, filler.tell() - chance.randrange(3) * 4096))


def compare(said: str, line: list[str], moves: int) -> None:
    """Compare the last sentence with the files on the disk."""
    last = said.strip().splitlines()[-1]
    if match := re.match(r"Saved as game (\d+)", last):
        check(Library().record(int(match[1])), line, moves)
    elif match := re.match(r"Game (\d+) is saved up to move (\d+);", last):
        assert replay(Library().record(int(match[1]))).summary().moves == int(match[2]), last
    elif match := re.match(r"Saved in '(.*)'. Import", last):
        check(read_record(Path(match[1]).read_bytes(), "it"), line, moves)
    else:
        assert Library().numbers() == [], last
        assert "Kept" not in last, last


def check(record: Record, line: list[str], moves: int) -> None:
    """Check that a record is the whole game."""
    game = replay(record)
    assert (game.line(), game.summary().moves) == (line, moves)


def has_trouble(kind: str, seed: int, home: Path) -> str:
    """Run a trial in a separate process and return its output; a full disk is a tiny private mount."""
    command = [sys.executable, __file__, kind, str(seed)]
    if kind == "full":
        (home / "data").mkdir(parents=True, exist_ok=True)
        mount = f"mount -t tmpfs -o size=64k tmpfs '{home}/data' && exec \"$@\""
        command = ["unshare", "-rm", "sh", "-c", mount, "sh", *command]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    environment |= {"SLIDEDROP_HOME": str(home), "PYTHONPATH": str(Path(__file__).parents[3])}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, f"{kind} {seed}: {done.stdout[-1500:]}\n{done.stderr[-3000:]}"
    return done.stdout


def main() -> None:
    """Play one trial, without the rights of root where a folder must refuse writing."""
    kind, seed = sys.argv[1], int(sys.argv[2])
    if kind == "readonly" and os.geteuid() == 0:
        home = tempfile.mkdtemp()
        os.environ["SLIDEDROP_HOME"] = home
        os.chown(home, _NOBODY, _NOBODY)
        os.setgid(_NOBODY)
        os.setuid(_NOBODY)
    try:
        sys.stdout.write(play(kind, seed))
    except SlidedropError as error:
        sys.stdout.write(f"{error}\n")
        raise
    finally:
        if kind == "readonly":
            for folder in (data_folder() / "games", data_folder()):
                if folder.exists():
                    folder.chmod(0o755)
            shutil.rmtree(data_folder().parent, ignore_errors=True)


if __name__ == "__main__":
    main()
