"""Today's board: one seed per game and UTC date, the same for everyone, and your games on it."""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from slidedrop.core.spec import AnySpec
from slidedrop.records.summaries import SavedGame


@dataclass(frozen=True, slots=True)
class Daily:
    """One day's board and your games on it."""

    day: str
    """The UTC date, such as 2026-11-17."""
    game: str
    seed: int
    scores: tuple[int, ...]
    """Your scores on this board, oldest first."""
    best: int | None
    open: int | None
    """The number of the saved game on this board that is not finished; the newest."""
    streak: int
    """The number of days in a row on which you finished the board, up to this day or the day before."""

    def to_json(self) -> dict[str, Any]:
        """Return values for JSON; the seed is text, because it has 64 bits."""
        return {**asdict(self), "seed": str(self.seed)}


def seed_of_day(spec: AnySpec, day: str) -> int:
    """Return the seed of a date such as 2026-11-17."""
    drawn = hashlib.sha256(f"slidedrop, {spec.title} of {day}".encode()).digest()[:8]
    return int.from_bytes(drawn, "big", signed=True)


def daily(spec: AnySpec, games: Iterable[SavedGame], day: date | None = None) -> Daily:
    """Return the board of a day (default: today) with your games on it."""
    day = day or datetime.now(UTC).date()
    rules = spec.new_game(seed=0).summary().rules
    boards: dict[int, list[SavedGame]] = {}
    for saved in games:
        one = saved.summary
        is_same = one is not None and (one.game, one.rules) == (spec.name, rules)
        if is_same and saved.seed is not None and saved.not_counted is None:
            boards.setdefault(saved.seed, []).append(saved)

    def played(on: date) -> list[SavedGame]:
        return boards.get(seed_of_day(spec, on.isoformat()), [])

    def is_done(on: date) -> bool:
        return any(saved.summary and saved.summary.finished for saved in played(on))

    scores = [saved.summary.score or 0 for saved in played(day) if saved.summary and saved.summary.moves]
    unfinished = [saved.number for saved in played(day) if saved.summary and not saved.summary.finished]
    last, streak = day if is_done(day) else day - timedelta(1), 0
    while is_done(last - timedelta(streak)):
        streak += 1
    return Daily(
        day=day.isoformat(),
        game=spec.name,
        seed=seed_of_day(spec, day.isoformat()),
        scores=tuple(scores),
        best=max(scores, default=None),
        open=max(unfinished, default=None),
        streak=streak,
    )
