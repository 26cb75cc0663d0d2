"""The ways in which the server says no: a status, one sentence, and where it helps a time to wait."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A request that is not carried out."""

    def __init__(self, status: int, detail: str, *, retry_after: int | None = None, **more: Any) -> None:  # noqa: ANN401 - plain values for JSON
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
        """In how many seconds it is worth trying again."""
        self.more = more
        """What the answer holds besides the sentence."""


def unreadable(detail: str) -> Refused:
    """Return the refusal of what cannot be read."""
    return Refused(400, detail)


def no_secret() -> Refused:
    """Return the refusal of somebody who shows nothing."""
    return Refused(401, "this game asks for a secret; open it by a link that somebody at the table has sent you")


def unknown_game() -> Refused:
    """Return the refusal of a game that is not there, or that this secret does not open."""
    return Refused(404, "there is no such game for you here; ask for a new link")


def not_yours(detail: str) -> Refused:
    """Return the refusal of what this role may not do."""
    return Refused(403, detail)


def against_the_rules(detail: str) -> Refused:
    """Return the refusal of what the rules forbid."""
    return Refused(422, detail)


def too_many(seconds: float) -> Refused:
    """Return the refusal of one who asks too often."""
    wait = max(1, round(seconds + 0.5))
    return Refused(429, f"too many requests; try again in {wait} s", retry_after=wait)


def busy(detail: str, wait: int = 1) -> Refused:
    """Return the refusal for want of room."""
    return Refused(503, detail, retry_after=wait)
