"""The report for machines: JUnit's XML, which every build server shows, and the results.json of Gradescope."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from slidedrop.editions.checking.findings import Standing


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
