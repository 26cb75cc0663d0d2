"""What a check has found: how often each requirement held, and the first evidence against it.

As files: a page for people with every requirement, its verdict and the boards, JUnit's XML, which build servers show,
and Gradescope's results.json.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple, Self
from xml.etree import ElementTree as ET

from slidedrop.editions.checking.documents import RUNS, Rule
from slidedrop.twenty48 import Board, Direction


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
        what = "The program has trouble" if self.rule is RUNS else f"{self.rule.requirement} is broken"
        return "\n".join([f"{what}: {self.says}", *self._evidence()])

    @property
    def boards(self) -> list[tuple[str, object]]:
        """The boards to look at, each with its title."""
        after = f"after {self.move.value}" if self.move else "after it"
        here = "the board" if self.before is self.expected is None else f"{after}, yours"
        drawn = (("before", self.before), (f"{after}, by the rules", self.expected), (here, self.found))
        return [(title, board) for title, board in drawn if board is not None]

    def _evidence(self) -> list[str]:
        columns = [[title, *str(board).splitlines()] for title, board in self.boards]
        width = max((len(line) for column in columns for line in column), default=0)
        lines = zip_longest(*columns, fillvalue="")
        return [f"  in {self.where}"] * bool(self.where) + [
            "  " + "   ".join(f"{part:<{width}}" for part in line).rstrip() for line in lines
        ]


class Standing(NamedTuple):
    """How it stands with one requirement."""

    rule: Rule
    verdict: str
    """held, broken, remark, not seen or left out"""
    held: int
    finding: Finding | None

    def __str__(self) -> str:
        times = f"held in {self.held} check{'s' * (self.held != 1)}" if self.held else "not seen"
        standing = f"{'remark' if self.rule.remark else 'BROKEN'}: {self.finding.says}" if self.finding else times
        left_out = " (left out)" if self.verdict == "left out" else ""
        return f"{self.rule.requirement:<9} {self.rule.says}: {standing}{left_out}"


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
        counted = (found for name, found in self._broken.items() if name not in self._skipped)
        return next((found for found in counted if not found.rule.remark), None)

    @property
    def good(self) -> bool:
        """Whether every requirement was seen and held, those left out aside."""
        return all(one.rule.remark or one.verdict in {"held", "left out"} for one in self.standings)

    def scratch(self) -> Self:
        """Return an empty ledger of the same requirements, for a game of which it is not yet clear what it shows."""
        return type(self)(self._rules.values(), self._skipped)

    def absorb(self, other: Self) -> None:
        """Take over all that another ledger has noted."""
        for name, held in other._held.items():
            self._held[name] += held
        for name, finding in other._broken.items():
            self._broken.setdefault(name, finding)

    @property
    def standings(self) -> list[Standing]:
        """Every requirement with its verdict."""
        every = self._rules.items()
        return [
            Standing(rule, self._verdict_on(rule), self._held[name], self._broken.get(name)) for name, rule in every
        ]

    def _verdict_on(self, rule: Rule) -> str:
        name = rule.requirement
        if name in self._skipped:
            return "left out"
        if name in self._broken:
            return "remark" if rule.remark else "broken"
        return "held" if self._held[name] else "not seen"

    def judge(self, finding: Finding, *, held: bool) -> bool:
        """Note whether a requirement held this time, or else what was found; the first finding of each is kept."""
        name = finding.rule.requirement
        if held:
            self._held[name] += 1
        else:
            self._broken.setdefault(name, finding)
        return held

    def runs(self, says: str, where: str, found: object = None) -> None:
        """Note whether the program itself behaved: `says` is empty where it did."""
        self.judge(Finding(RUNS, says, where, found=found), held=not says)

    @property
    def broken(self) -> Mapping[str, Finding]:
        """The first difference of each requirement that did not hold, in the order in which they were found."""
        return dict(self._broken)

    def report(self) -> str:
        """Return the first difference with its boards, then a line for every requirement."""
        first = [str(self.first), ""] if self.first else []
        return "\n".join([*first, *map(str, self.standings), "", self.verdict])

    @property
    def verdict(self) -> str:
        """All of it in a sentence."""
        if self.good:
            return "All that was asked holds."
        verdicts = [standing.verdict for standing in self.standings]
        broken, unseen = verdicts.count("broken"), verdicts.count("not seen")
        return f"Broken: {broken} of {len(verdicts)} requirements; not seen: {unseen}."


_STYLE: Final = Path(__file__).with_name("report.css")


def page(title: str, standings: Sequence[Standing]) -> str:
    """Return the report of one program."""
    broken = sum(standing.verdict == "broken" for standing in standings)
    verdict = "All that was asked holds." if not broken else f"Broken: {broken} of {len(standings)} requirements."
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>\n{_STYLE.read_text()}</style>'
    body = "\n".join([f"<h1>{escape(title)}</h1>", f"<p>{verdict}</p>", "<table>", *map(_row, standings), "</table>"])
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _row(standing: Standing) -> str:
    rule, verdict, held, finding = standing
    times = f"{held} {'check' if held == 1 else 'checks'}" if verdict == "held" else ""
    told = times
    if finding is not None:  # the boards side by side; where yours differs from the rules the cell is marked
        drawn = [_figure(caption, board, finding.expected) for caption, board in finding.boards]
        where = f"<br>in {escape(finding.where)}" if finding.where else ""
        told = f'{escape(finding.says)}{where}<div class="boards">{"".join(drawn)}</div>'
    kind = verdict.replace(" ", "-")
    return (
        f"<tr><th>{escape(rule.requirement)}</th><td>{escape(rule.says)}</td>"
        f'<td class="{kind}">{verdict}</td><td>{told}</td></tr>'
    )


def _figure(caption: str, board: object, expected: object) -> str:
    if not isinstance(board, Board):
        return f"<figure><pre>{escape(str(board))}</pre><figcaption>{escape(caption)}</figcaption></figure>"
    should = expected if isinstance(expected, Board) and expected.size == board.size and "yours" in caption else board
    pairs = zip(board.rows, should.rows, strict=True)
    rows = ["".join(map(_cell, row, right)) for row, right in pairs]
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<figure><table class="board">{table}</table><figcaption>{escape(caption)}</figcaption></figure>'


def _cell(tile: int, should: int) -> str:
    kinds = " ".join([*(["empty"] if not tile else []), *(["other"] if tile != should else [])])
    return f'<td class="{kinds}">{tile or ""}</td>'


def junit(name: str, standings: Sequence[Standing]) -> str:
    """Return a test suite with a test case for every requirement."""
    failures = sum(standing.verdict == "broken" for standing in standings)
    skipped = sum(standing.verdict in {"not seen", "left out"} for standing in standings)
    counts = {"tests": str(len(standings)), "failures": str(failures), "skipped": str(skipped)}
    suite = ET.Element("testsuite", {"name": name, **counts})
    for rule, verdict, _, finding in standings:
        title = f"{rule.requirement}: {rule.says}"
        case = ET.SubElement(suite, "testcase", {"classname": name, "name": title})
        if verdict == "broken" and finding is not None:
            ET.SubElement(case, "failure", {"message": finding.says}).text = str(finding)
        elif verdict in {"not seen", "left out"}:
            ET.SubElement(case, "skipped", {"message": verdict})
        elif finding is not None:
            ET.SubElement(case, "system-out").text = f"remark: {finding.says}"
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def gradescope(standings: Sequence[Standing], points: Mapping[str, float] | None = None) -> str:
    """Return results.json: a test for every requirement that counts, each worth a point unless said otherwise."""
    worth = points or {}
    counted = [one for one in standings if not one.rule.remark and one.verdict != "left out"]
    tests = [_test(standing, worth.get(standing.rule.requirement, 1.0)) for standing in counted]
    return json.dumps({"score": sum(float(str(test["score"])) for test in tests), "tests": tests}, indent=1) + "\n"


def _test(standing: Standing, most: float) -> dict[str, object]:
    passed = standing.verdict == "held"
    told = str(standing.finding) if standing.finding else standing.verdict
    return {
        "name": f"{standing.rule.requirement}: {standing.rule.says}",
        "score": most if passed else 0.0,
        "max_score": most,
        "status": "passed" if passed else "failed",
        "output": told,
        "output_format": "text",
    }
