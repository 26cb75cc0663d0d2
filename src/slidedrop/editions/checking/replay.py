"""Before a requirement is named, the shortest sequence that shows the difference is repeated.

    a game of 200 keys differs at key 57      the board before it and key 57 alone      one key, as a case to paste

What the repetition shows is what counts, also where that is another requirement: the shorter the sequence, the less can
be mistaken. What does not show again is handed back.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Protocol

from slidedrop.editions.checking.findings import Account, Fault, Finding, Ledger

_TURNS: Final = 3
"""How often a repetition may show something else, which is then repeated itself."""
_CUTS: Final = 24
"""How many runs are spent on leaving something out."""


class Probe(Protocol):
    """Something that a program is given to do."""

    def run(self) -> Account:
        """Do it and judge what is seen."""
        ...

    def shorter(self, finding: Finding) -> Iterable["Probe"]:
        """Yield what may show the finding again, the shortest first."""
        ...

    def cuts(self) -> Iterable["Probe"]:
        """Yield the same with something left out."""
        ...

    def written(self, finding: Finding) -> tuple[str, ...]:
        """Return it as lines to paste, up to the finding."""
        ...


def examine(probe: Probe, ledger: Ledger) -> list[Finding]:
    """Run a probe, note what it shows, and return the findings that did not show again."""
    account, lost = probe.run(), []
    ledger.held.update(account.held)
    for finding in account.findings.values():
        if ledger.asks(finding.rule):
            shown = _repeated(probe, finding, set(account.findings), ledger)
            if shown is None:
                lost.append(finding)
            elif ledger.asks(shown.rule):
                ledger.broken[shown.rule.requirement] = shown
    return lost


def _repeated(probe: Probe, finding: Finding, known: set[str], ledger: Ledger) -> Finding | None:
    """Return what the shortest repetition shows; None where no repetition shows anything."""
    for _ in range(_TURNS):
        for shorter in probe.shorter(finding):
            findings = shorter.run().findings
            if again := findings.get(finding.rule.requirement):
                return _cut(shorter, again)
            others = (one for name, one in findings.items() if name not in known and not one.rule.cosmetic)
            if other := next((one for one in others if one.fault is not Fault.UNCLEAR), None):
                break
        else:
            return None
        if not ledger.asks(other.rule):
            return other
        probe, finding = shorter, other
    return None


def _cut(probe: Probe, finding: Finding) -> Finding:
    """Return the finding with the smallest case that leaving something out gives."""
    runs, name = _CUTS, finding.rule.requirement
    cuts = iter(probe.cuts())
    while runs and (smaller := next(cuts, None)):
        runs -= 1
        if again := smaller.run().findings.get(name):
            probe, finding, cuts = smaller, again, iter(smaller.cuts())
    return replace(finding, case=probe.written(finding))
