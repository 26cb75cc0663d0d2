"""What was found, as files: a page for people, JUnit's XML, which build servers show, and Gradescope's results.json.

The page has every requirement with the document's sentence, its verdict, and the boards.
"""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final
from xml.etree import ElementTree as ET

from slidedrop.editions.checking.findings import Finding, Standing
from slidedrop.twenty48 import Board

_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; vertical-align: top; }
.board td { width: 3rem; height: 2rem; text-align: center; padding: 0; border: 2px solid #bbada0; background: #eee4da; }
.board td.empty { background: #cdc1b4; } .board td.other { outline: 3px solid #b00020; }
.boards { display: flex; flex-wrap: wrap; gap: 2rem; } figure { margin: .5rem 0; } figcaption { font-size: .9rem; }
.broken { color: #b00020; font-weight: bold; } .held { color: #1b6e35; } .remark { color: #7a5200; }
"""


def page(title: str, standings: Sequence[Standing]) -> str:
    """Return the report of one program."""
    broken = sum(standing.verdict == "broken" for standing in standings)
    verdict = "All that was asked holds." if not broken else f"Broken: {broken} of {len(standings)} requirements."
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    body = "\n".join([f"<h1>{escape(title)}</h1>", f"<p>{verdict}</p>", "<table>", *map(_row, standings), "</table>"])
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _row(standing: Standing) -> str:
    rule, verdict, held, finding = standing
    times = f"{held} {'check' if held == 1 else 'checks'}" if verdict == "held" else ""
    told = times if finding is None else _told(finding)
    kind = verdict.replace(" ", "-")
    return (
        f"<tr><th>{escape(rule.requirement)}</th><td>{escape(rule.says)}</td>"
        f'<td class="{kind}">{verdict}</td><td>{told}</td></tr>'
    )


def _told(finding: Finding) -> str:
    """Tell what was found, with the boards side by side; where yours differs from the rules the cell is marked."""
    drawn = [_figure(caption, board, finding.expected) for caption, board in finding.boards]
    where = f"<br>in {escape(finding.where)}" if finding.where else ""
    return f'{escape(finding.says)}{where}<div class="boards">{"".join(drawn)}</div>'


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
