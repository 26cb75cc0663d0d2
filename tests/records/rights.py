"""Run code without file permissions: root ignores them, so a child process drops its rights first."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHILD = """
import os, sys, tempfile, platformdirs
from pathlib import Path
from slidedrop.core.errors import SlidedropError
from slidedrop.durable import write_whole
from slidedrop.records.files import read_text
from slidedrop.records.library import Library
from slidedrop.twenty48 import Game

folder = Path(sys.argv[2])
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    eval(sys.argv[1])
except SlidedropError as error:
    os.write(1, str(error).encode())
os._exit(0)
"""


@contextmanager
def open_folder(mode: int) -> Iterator[Path]:
    """Create a folder with these permissions below a readable one, and remove it afterwards."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        folder = Path(name) / "folder"
        folder.mkdir()
        folder.chmod(mode)
        yield folder
        folder.chmod(0o755)


def said_without_rights(deed: str, folder: Path) -> str:
    """Return the output of this line of Python, run by a user who does not own the folder."""
    told = subprocess.run([sys.executable, "-c", _CHILD, deed, str(folder)], capture_output=True, text=True, check=True)
    assert not told.stderr
    return told.stdout
