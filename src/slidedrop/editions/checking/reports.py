"""What was found, as files: a page for people, JUnit's XML, which build servers show, and Gradescope's results.json.

The page has every requirement with the document's sentence, its verdict, and the boards.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from slidedrop.editions.checking.findings import Standing
from slidedrop.twenty48 import Board

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
