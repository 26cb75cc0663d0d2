"""What the server writes to stderr: lines for people, or lines of JSON for programs that collect them."""

import json
import logging
from datetime import UTC, datetime
from typing import Final

_OWN: Final = ("method", "path", "status", "ms")
"""What a request's line says besides its sentence."""


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, message, and for a request its parts."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": when, "level": record.levelname, "logger": record.name, "message": record.getMessage()}
        line |= {name: getattr(record, name) for name in _OWN if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log_to_stderr(*, verbose: bool, as_json: bool) -> None:
    """Log what goes wrong; with `verbose` every request too."""
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("slidedrop.web").setLevel(logging.INFO if verbose else logging.WARNING)
