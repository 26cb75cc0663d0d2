"""What a check has found: how often each requirement held, and the first evidence against it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from slidedrop.editions.checking.documents import RUNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from slidedrop.editions.checking.documents import Rule
    from slidedrop.twenty48 import Direction


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference between what a document asks and what a program did."""

    rule: Rule
    says: str
    where: str = ""
    """How one comes to see it."""
    before: object = None
    """A board of either game, as it is drawn by str(); None where there is none."""
    move: Direction | None = None
    expected: object = None
    found: object = None

    def __str__(self) -> str:
        return "\n".join([f"{self.rule.requirement} is broken: {self.says}", *self._evidence()])

    def _evidence(self) -> list[str]:
        after = f"after {self.move.value}" if self.move else "after it"
        here = "the board" if self.before is self.expected is None else f"{after}, yours"
        drawn = ((self.before, "before"), (self.expected, f"{after}, by the rules"), (self.found, here))
        columns = [[title, *str(board).splitlines()] for board, title in drawn if board is not None]
        width = max((len(line) for column in columns for line in column), default=0)
        lines = zip_longest(*columns, fillvalue="")
        return [f"  in {self.where}"] * bool(self.where) + [
            "  " + "   ".join(f"{part:<{width}}" for part in line).rstrip() for line in lines
        ]


class Ledger:
    """All that was checked, by requirement."""

    def __init__(self, rules: Iterable[Rule], skipped: Iterable[str] = ()) -> None:
        self._rules = {rule.requirement: rule for rule in (*rules, RUNS)}
        self._skipped = frozenset(skipped)
        self._held = dict.fromkeys(self._rules, 0)
        self._broken: dict[str, Finding] = {}

    @property
    def first(self) -> Finding | None:
        """The first difference of all that count."""
        return next((found for name, found in self._broken.items() if name not in self._skipped), None)

    @property
    def good(self) -> bool:
        """Whether every requirement was seen and held, those left out aside."""
        asked = self._rules.keys() - self._skipped
        return all(self._held[name] and name not in self._broken for name in asked)

    def judge(self, finding: Finding, *, held: bool) -> bool:
        """Note whether a requirement held this time, or else what was found; the first finding of each is kept."""
        name = finding.rule.requirement
        if held:
            self._held[name] += 1
        else:
            self._broken.setdefault(name, finding)
        return held

    @property
    def broken(self) -> Mapping[str, Finding]:
        """The first difference of each requirement that did not hold, in the order in which they were found."""
        return dict(self._broken)

    def report(self) -> str:
        """Return the first difference with its boards, then a line for every requirement."""
        first = [str(self.first), ""] if self.first else []
        return "\n".join([*first, *(self._line(rule) for rule in self._rules.values()), "", self._verdict()])

    def _line(self, rule: Rule) -> str:
        name = rule.requirement
        times = "1 check" if self._held[name] == 1 else f"{self._held[name]} checks"
        if name in self._broken:
            standing = f"BROKEN: {self._broken[name].says}"
        else:
            standing = f"held in {times}" if self._held[name] else "not seen"
        return f"{name:<9} {rule.says}: {standing}{' (left out)' if name in self._skipped else ''}"

    def _verdict(self) -> str:
        if self.good:
            return "All that was asked holds."
        unseen = sum(not held and name not in self._broken for name, held in self._held.items())
        return f"Broken: {len(self._broken)} of {len(self._rules)} requirements; not seen: {unseen}."
