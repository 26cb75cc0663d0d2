"""The results of a check as files: an HTML page, JUnit XML, and Gradescope's results.json."""

import json
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from slidedrop.editions.checking.findings import Finding, Ledger, Standing, Verdict
from slidedrop.twenty48 import Board

_STYLE: Final = Path(__file__).with_name("report.css")


def page(title: str, ledger: Ledger) -> str:
    """Return the report of one program: every requirement, its verdict and the boards."""
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>\n{_STYLE.read_text()}</style>'
    rows = map(_row, ledger.standings)
    body = "\n".join([f"<h1>{escape(title)}</h1>", f"<p>{escape(ledger.verdict)}</p>", "<table>", *rows, "</table>"])
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _row(standing: Standing) -> str:
    rule, verdict, held, finding = standing
    told = f"{held} {'check' if held == 1 else 'checks'}" if verdict is Verdict.HELD else ""
    if finding is not None:  # the boards side by side; cells that differ from the rules are marked
        drawn = [_figure(caption, board, finding) for caption, board in finding.boards]
        where = f"<br>in {escape(finding.where)}" if finding.where else ""
        again = f"<pre>{escape(chr(10).join(finding.case))}</pre>" if finding.case else ""
        told = f'{escape(finding.says)}{where}<div class="boards">{"".join(drawn)}</div>{again}'
    return (
        f"<tr><th>{escape(rule.requirement)}</th><td>{escape(rule.says)}</td>"
        f'<td class="{verdict.name.lower().replace("_", "-")}">{verdict}</td><td>{told}</td></tr>'
    )


def _figure(caption: str, board: object, finding: Finding) -> str:
    if not isinstance(board, Board):
        return f"<figure><pre>{escape(str(board))}</pre><figcaption>{escape(caption)}</figcaption></figure>"
    right, yours = finding.expected, board is finding.found
    should = right if yours and isinstance(right, Board) and right.size == board.size else board
    rows = ["".join(map(_cell, row, others)) for row, others in zip(board.rows, should.rows, strict=True)]
    table = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<figure><table class="board">{table}</table><figcaption>{escape(caption)}</figcaption></figure>'


def _cell(tile: int, should: int) -> str:
    kinds = " ".join([*(["empty"] if not tile else []), *(["other"] if tile != should else [])])
    return f'<td class="{kinds}">{tile or ""}</td>'


def junit(name: str, ledger: Ledger) -> str:
    """Return a test suite with one test case per requirement."""
    standings, unasked = ledger.standings, {Verdict.NOT_SEEN, Verdict.LEFT_OUT}
    failures = sum(standing.verdict is Verdict.BROKEN for standing in standings)
    skipped = sum(standing.verdict in unasked for standing in standings)
    counts = {"tests": str(len(standings)), "failures": str(failures), "skipped": str(skipped)}
    suite = ET.Element("testsuite", {"name": name, **counts})
    for rule, verdict, _, finding in standings:
        title = f"{rule.requirement}: {rule.says}"
        case = ET.SubElement(suite, "testcase", {"classname": name, "name": title})
        if verdict is Verdict.BROKEN and finding is not None:
            ET.SubElement(case, "failure", {"message": finding.says}).text = str(finding)
        elif verdict in unasked:
            ET.SubElement(case, "skipped", {"message": verdict})
        elif finding is not None:
            ET.SubElement(case, "system-out").text = f"{verdict}: {finding.says}"
    return ET.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def gradescope(ledger: Ledger, points: Mapping[str, float]) -> str:
    """Return results.json: one test per requirement that counts, each worth 1 point unless `points` says more."""
    counted = [one for one in ledger.standings if not one.rule.remark and one.verdict is not Verdict.LEFT_OUT]
    tests, score = [], 0.0
    for standing in counted:
        most, passed = points.get(standing.rule.requirement, 1.0), standing.verdict in {Verdict.HELD, Verdict.UNSTEADY}
        score += most if passed else 0.0
        tests.append({
            "name": f"{standing.rule.requirement}: {standing.rule.says}",
            "score": most if passed else 0.0,
            "max_score": most,
            "status": "passed" if passed else "failed",
            "output": str(standing.finding if standing.verdict is Verdict.BROKEN else standing),
            "output_format": "text",
        })  # fmt: skip
    return json.dumps({"score": score, "tests": tests}, indent=1) + "\n"
