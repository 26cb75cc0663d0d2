"""Replace a file atomically, append to one, and lock it for one process.

    write whole    a new file beside the old one ─► fsync ─► rename over it ─► fsync of the folder
    append         drop what a failed write left ─► write ─► fdatasync

After a crash or a power cut a file that was written whole holds the old content or the new, and one that is appended to
holds every entry that was acknowledged.
"""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from slidedrop.core.errors import RecordError

fcntl: Any
try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has msvcrt instead
    fcntl = None

_FAR: Final = 1 << 40
"""Where Windows locks a byte: beyond the end of every file, because a locked byte cannot be read."""
_sync_data: Final = getattr(os, "fdatasync", os.fsync)


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step, or raise an error with the reason."""
    try:
        with replacing(path) as file:
            file.write(content)
    except OSError as error:
        raise RecordError(f"cannot write '{path}': {reason(error)}") from error


def try_writing(path: Path) -> None:
    """Check whether a file could be written before hours of work; nothing is left behind."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        return
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=target.parent) as probe:
            probe.write(b"?" * 4096)
    except OSError as error:
        raise RecordError(f"cannot write '{path}': {reason(error)}") from error


@contextmanager
def replacing(path: Path, mode: int | None = None) -> Iterator[IO[bytes]]:
    """Open a new file that takes the place of `path` once it is on disk; after an error the old one stays.

    Without a mode it has the permissions of the old file, or the usual ones. A link stays a link, and what is not a
    file (a terminal, /dev/null) is written to, not replaced.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    import tempfile  # costs 10 ms, which plain play saves

    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            _try_lock(handle)  # so that no other writer mistakes it for a leftover
            yield file
            file.flush()
            os.fsync(handle)
        if mode is None:
            _keep_mode(path, beside)
        else:
            beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    _remove_leftovers(path)


def _keep_mode(old: Path, new: Path) -> None:
    """Give a new file the permissions that the old one had, or the usual ones."""
    if old.exists():
        new.chmod(old.stat().st_mode & 0o777)
    else:
        mask = os.umask(0)
        os.umask(mask)
        new.chmod(0o666 & ~mask)


def _remove_leftovers(path: Path) -> None:
    """Remove the temporary files of killed writers; a running writer holds a lock on its own."""
    for part in path.parent.glob(f".{path.name}.*.part"):
        with suppress(OSError), part.open("rb") as file:
            if _try_lock(file.fileno()):
                part.unlink()


def sync_folder(folder: Path) -> None:
    """Write a new name in a folder to disk, if the platform can."""
    if os.name == "nt":  # pragma: no cover - Windows cannot open a folder
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Appender:
    """An append-only file: an append is on disk when it returns, and changes nothing when it raises."""

    def __init__(self, handle: int) -> None:
        self.handle = handle
        self._end = os.fstat(handle).st_size

    def append(self, data: bytes) -> None:
        """Append bytes; after an OSError none of them are in the file."""
        try:
            self._grow(data)
        except OSError:
            with suppress(OSError):
                self.truncate_partial_write()
            raise

    def _grow(self, data: bytes) -> None:
        if self.is_gone:
            raise FileNotFoundError(errno.ENOENT, "the file was removed")
        self.truncate_partial_write()
        rest = data
        while rest:
            rest = rest[os.write(self.handle, rest) :]
        _sync_data(self.handle)
        self._end += len(data)

    @property
    def is_gone(self) -> bool:
        """Whether the file was removed, so that further writes would be lost."""
        try:
            return os.fstat(self.handle).st_nlink == 0
        except OSError:
            return False

    def cut(self, end: int) -> None:
        """Cut the file at a position."""
        self._end = end
        self.truncate_partial_write()

    def truncate_partial_write(self) -> None:
        """Remove the partial data of a failed write."""
        if os.fstat(self.handle).st_size > self._end:
            os.ftruncate(self.handle, self._end)
            os.fsync(self.handle)

    def close(self) -> None:
        """Release the file for other programs."""
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1


def lock(handle: int, taken: str) -> None:
    """Lock a file for this process until it is closed, or raise that it is taken."""
    if not _try_lock(handle):
        raise RecordError(taken)


def _try_lock(handle: int) -> bool:
    try:
        if fcntl is None:  # pragma: no cover - Windows; tests/test_without_unix.py shows it in another process
            _lock_far_byte(handle)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lock_far_byte(handle: int) -> None:  # pragma: no cover - Windows, as above
    import msvcrt

    windows: Any = msvcrt
    place = os.lseek(handle, 0, os.SEEK_CUR)
    os.lseek(handle, _FAR, os.SEEK_SET)
    try:
        windows.locking(handle, windows.LK_NBLCK, 1)
    finally:
        os.lseek(handle, place, os.SEEK_SET)


@contextmanager
def folder_lock(folder: Path, taken: str) -> Iterator[None]:
    """Create a folder and lock it for this process by a file inside it, or raise that it is taken."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        lock(handle, taken)
        yield
    finally:
        os.close(handle)


def reason(error: OSError) -> str:
    """Return the system's reason for an error, without the path."""
    return (error.strerror or str(error)).lower()
