"""The server's log on stderr: lines for people, or JSON lines for programs."""

import json
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from traceback import walk_tb
from typing import Final

_REQUEST_FIELDS: Final = ("method", "path", "status", "ms")
"""The fields of a request's line besides its message."""
_REPEAT_SECONDS: Final = 60.0
_MOST_KINDS: Final = 256


class JsonLines(logging.Formatter):
    """One object per line: time, level, logger, message, and the parts of a request."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": when, "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        line |= {name: getattr(record, name) for name in _REQUEST_FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


class Collapsed(logging.Filter):
    """Passes the same warning or error once per minute; the next one has the number left out."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[object, tuple[float, int]] = {}
        """For each kind: when it was last written, and how many were skipped since."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        trace = record.exc_info[2] if record.exc_info else None
        kind, now = (record.name, record.msg, *[line for _, line in walk_tb(trace)]), self._clock()
        written, left_out = self._seen.pop(kind, (now - _REPEAT_SECONDS, 0))
        is_due = now >= written + _REPEAT_SECONDS
        self._seen[kind] = (now, 0) if is_due else (written, left_out + 1)
        if len(self._seen) > _MOST_KINDS:
            del self._seen[next(iter(self._seen))]
        if is_due and left_out:
            record.msg = f"{record.msg} ({left_out} more like this were not written)"
        return is_due


def log_to_stderr(*, verbose: bool, as_json: bool) -> None:
    """Log errors; with `verbose` every request too."""
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else plain)
    handler.addFilter(Collapsed())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("slidedrop.web").setLevel(logging.INFO if verbose else logging.WARNING)
