"""The processes of a program: their memory, whether they are idle, and ending them.

    program ─┬─ child ── grandchild       found by parent, and by a mark in their environment: a child that has
             └─ child in a session of its own       left its parents still has the mark

They are stopped before they are killed: a stopped process starts no other.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Final

MARK: Final = "SLIDEDROP_CHECKED"
"""The name of the variable that everything the program starts has in its environment."""
_PROC: Final = Path("/proc")
_AT_WORK: Final = {"R", "D"}
_RESIDENT: Final = 21
"""The field of /proc/N/stat with the resident pages, counted after the name."""
_PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class Family:
    """The processes of one run."""

    def __init__(self, first: int, mark: str) -> None:
        self.first = first
        self._mark = f"{MARK}={mark}".encode()

    def members(self) -> set[int]:
        """Return the first process and the descendants that still belong to it."""
        found, new = set[int](), {self.first}
        while new:
            found |= new
            new = {child for pid in new for child in _children(pid)} - found
        return found

    def resident(self) -> int:
        stats = (_stat(_PROC / str(pid) / "stat") for pid in self.members())
        return sum(int(stat[_RESIDENT]) * _PAGE for stat in stats if stat)

    def rests(self) -> bool:
        """Tell whether all their threads are idle; True on a system without /proc."""
        stats = (_stat(task / "stat") for pid in self.members() for task in _tasks(pid))
        return not any(stat[0] in _AT_WORK for stat in stats if stat)

    def end(self) -> None:
        """Stop all processes, including those started in the meantime, then kill them."""
        ended: set[int] = set()
        while new := (self.members() | self._marked()) - ended - {os.getpid()}:
            for pid in new:
                _signal(pid, signal.SIGSTOP)
            ended |= new
        for pid in ended:
            _signal(pid, signal.SIGKILL)

    def _marked(self) -> set[int]:
        """Return all processes of this machine with the mark."""
        marked = set()
        for folder in _PROC.glob("[0-9]*"):
            with suppress(OSError):
                if self._mark in (folder / "environ").read_bytes().split(b"\0"):
                    marked.add(int(folder.name))
        return marked


def _tasks(pid: int) -> list[Path]:
    """Return the folders of a process's threads; none if it has ended."""
    with suppress(OSError):
        return list((_PROC / str(pid) / "task").iterdir())
    return []


def _children(pid: int) -> set[int]:
    children = set()
    for task in _tasks(pid):
        with suppress(OSError):
            children |= set(map(int, (task / "children").read_text().split()))
    return children


def _stat(path: Path) -> list[str]:
    """Return the fields after the name, the state first; none if the process has ended."""
    with suppress(OSError):
        return path.read_text().rpartition(")")[2].split()
    return []


def _signal(pid: int, number: int) -> None:
    with suppress(OSError):
        os.kill(pid, number)
