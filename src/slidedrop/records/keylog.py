"""A key log on disk, as the terminal assignment requires: opened, appended to and closed for every key."""

from pathlib import Path
from typing import Self

from slidedrop.core.errors import NotationError, RecordError
from slidedrop.durable import reason, write_whole
from slidedrop.records.files import read_text
from slidedrop.twenty48.notation import KeyLog, read_log


class LogFile:
    """The file of one logged game."""

    def __init__(self, path: Path, log: KeyLog) -> None:
        self.path = path
        self.log = log
        self._behind = False

    @classmethod
    def begin(cls, path: Path, log: KeyLog) -> Self:
        """Start a log, replacing the file."""
        write_whole(path, str(log).encode())
        return cls(path, log)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the log in a file, or raise an error."""
        text = read_text(path, "log")
        try:
            return cls(path, read_log(text))
        except NotationError as error:
            raise NotationError(f"'{path}': {error}") from error

    def append(self, key: str) -> None:
        """Append a key, with earlier ones that could not be written."""
        self.log = KeyLog(self.log.size, self.log.keys + key, self.log.seed, self.log.rules)
        if self._behind or not self.path.exists():
            self.rewrite(self.log.keys)
            return
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(key)
        except OSError as error:
            self._behind = True
            raise RecordError(f"cannot write to the log '{self.path}': {reason(error)}") from error

    def rewrite(self, keys: str, *, seed: int | None = None) -> None:
        """Replace the keys, as after an undo; a missing seed is added."""
        self.log = KeyLog(self.log.size, keys, self.log.seed if seed is None else seed, self.log.rules)
        self._behind = True
        write_whole(self.path, str(self.log).encode())
        self._behind = False
