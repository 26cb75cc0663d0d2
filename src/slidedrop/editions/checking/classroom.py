"""A whole class's programs, one after the other, so that it can be stopped at any time and goes on where it was.

    submissions/ada/Game2048.java        a folder a student, or a file; each is copied into a folder of its own,
    submissions/grace.py                 built if need be, and run without network where the system allows it

Each result is a file that is written whole when its program is done: what has one is not run again, unless the
program or what is asked has changed.
"""

import csv
import hashlib
import io
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from slidedrop.core.errors import NotationError
from slidedrop.durable import write_whole
from slidedrop.editions.checking.findings import Ledger
from slidedrop.editions.checking.running.program import Way, converse

Result = dict[str, Any]
_BUILD_SECONDS: Final = 120.0
_COLUMNS: Final = ("name", "good", "held", "broken", "unseen", "first")


@dataclass(frozen=True)
class Classroom:
    """The programs in a folder, and where the results are kept."""

    folder: Path
    results: Path
    asked: str
    """All that decides about a result beside the program: another check is not taken for this one."""
    build: Sequence[str] = ()
    memory: int = Way().memory

    def programs(self) -> list[Path]:
        """Return the students' programs by name."""
        if not self.folder.is_dir():
            raise NotationError(f"'{self.folder}' is not a folder of programs")
        return sorted(path for path in self.folder.iterdir() if not path.name.startswith("."))

    def known(self, program: Path) -> Result | None:
        """Return the result of a program that was checked before, as it is now."""
        try:
            result: Result = json.loads(self._file(program).read_text())
        except (OSError, ValueError):
            return None
        return result if result.get("print") == self._fingerprint(program) else None

    def check(self, program: Path, examine: Callable[[Way, str], Ledger]) -> Result:
        """Check one program in a folder of its own and keep the result."""
        with tempfile.TemporaryDirectory(prefix="slidedrop-class-") as name:
            way = Way(folder=_copied(program, Path(name)), network=False, memory=self.memory)
            built = converse(self.build, [], seconds=_BUILD_SECONDS, way=way) if self.build else None
            failed = f"the build failed: {built.trouble}" if built and built.trouble else ""
            ledger = None if failed else examine(way, program.name)
        result = {"name": program.name, "print": self._fingerprint(program), **_summary(ledger, failed)}
        self.results.mkdir(parents=True, exist_ok=True)
        write_whole(self._file(program), json.dumps(result, indent=1).encode())
        return result

    def _file(self, program: Path) -> Path:
        return self.results / f"{program.name}.json"

    def _fingerprint(self, program: Path) -> str:
        digest = hashlib.sha256(self.asked.encode())
        files = (path for path in program.rglob("*") if path.is_file())
        for path in [program] if program.is_file() else sorted(files):
            digest.update(str(path.relative_to(program.parent)).encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()


def table(results: Sequence[Result]) -> str:
    """Return one table of the class, as people read it."""
    width = max([len(result["name"]) for result in results], default=4)
    lines = [f"{'name':<{width}}  verdict  held  broken  not seen  first difference"]
    for result in results:
        verdict = "right" if result["good"] else "WRONG"
        counts = f"{result['held']:>4}  {result['broken']:>6}  {result['unseen']:>8}"
        lines.append(f"{result['name']:<{width}}  {verdict:<7}  {counts}  {result['first'][:100]}".rstrip())
    right = sum(result["good"] for result in results)
    return "\n".join([*lines, "", f"{right} of {len(results)} programs are right."])


def spreadsheet(results: Sequence[Result]) -> str:
    """Return the same table as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(results)
    return text.getvalue()


def _summary(ledger: Ledger | None, failed: str) -> Result:
    if ledger is None:
        return {"good": False, "held": 0, "broken": 0, "unseen": 0, "first": failed}
    verdicts = [standing.verdict for standing in ledger.standings]
    first = f"{ledger.first.rule.requirement}: {ledger.first.says}" if ledger.first else ""
    counts = {"held": verdicts.count("held"), "broken": verdicts.count("broken"), "unseen": verdicts.count("not seen")}
    return {"good": not first and counts["held"] > 0, **counts, "first": first}


def _copied(program: Path, folder: Path) -> Path:
    target = folder / program.name
    if program.is_file():
        shutil.copy2(program, target)
        return folder
    shutil.copytree(program, target, symlinks=True)
    return target
