"""Checks a whole class's programs, one after the other; it can be stopped and resumed.

    submissions/ada/Game2048.java        a folder per student, or a file; each is copied into a folder of its own,
    submissions/grace.py                 built if need be, and run without network where the system allows it

Each result is a file, written when its program is done. A program with a result is not run again unless the program
or the options have changed.
"""

import csv
import hashlib
import io
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from slidedrop.core.errors import NotationError
from slidedrop.durable import write_whole
from slidedrop.editions.checking.findings import Ledger, Result, Verdict
from slidedrop.editions.checking.running.crash import compiler_error
from slidedrop.editions.checking.running.program import Answer, Way, converse

Entry = dict[str, Any]
"""A row of the table: a program's name, verdict, counts and first difference."""
_BUILD_SECONDS: Final = 120.0
_COUNTED: Final = (Verdict.HELD, Verdict.BROKEN, Verdict.UNSTEADY, Verdict.NOT_SEEN)
_COLUMNS: Final = ("name", "verdict", *_COUNTED, "first")


@dataclass(frozen=True)
class Classroom:
    """The programs in a folder, and where the results are saved."""

    folder: Path
    results: Path
    asked: str
    """Everything besides the program that affects a result, so that results of other checks are not reused."""
    build: Sequence[str] = ()
    memory: int = Way().memory

    def programs(self) -> list[Path]:
        if not self.folder.is_dir():
            raise NotationError(f"'{self.folder}' is not a folder of programs")
        return sorted(path for path in self.folder.iterdir() if not path.name.startswith("."))

    def known(self, program: Path) -> Entry | None:
        """Return the result of an unchanged program that was checked before, or None."""
        try:
            result: Entry = json.loads(self._file(program).read_text())
        except (OSError, ValueError):
            return None
        return result if result.get("print") == self._fingerprint(program) else None

    def check(self, program: Path, examine: Callable[[Way, str, str], Ledger]) -> Entry:
        """Check one program in its own folder and save the result; `examine` gets the reason if a build failed."""
        with tempfile.TemporaryDirectory(prefix="slidedrop-class-") as name:
            way = Way(folder=_copied(program, Path(name)), network=False, memory=self.memory)
            words = [word.replace("{}", program.name) for word in self.build]
            built = converse(words, [], seconds=_BUILD_SECONDS, way=way) if words else None
            ledger = examine(way, program.name, _failed(built))
        result = {"name": program.name, "print": self._fingerprint(program), **_summary(ledger)}
        self.results.mkdir(parents=True, exist_ok=True)
        write_whole(self.results / f"{program.name}.txt", f"{ledger.report()}\n".encode())
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


def table(results: Sequence[Entry]) -> str:
    """Return one table of the class, as people read it."""
    width = max([4, *(len(entry["name"]) for entry in results)])
    lines = [f"{'name':<{width}}  verdict         {'  '.join(_COUNTED)}  first difference"]
    for entry in results:
        counts = "  ".join(f"{entry[name]:>{len(name)}}" for name in _COUNTED)
        lines.append(f"{entry['name']:<{width}}  {entry['verdict']:<14}  {counts}  {entry['first'][:100]}".rstrip())
    found = Counter(entry["verdict"] for entry in results)
    others = "".join(f" {result.capitalize()}: {found[result]}." for result in Result if found[result])
    return "\n".join([*lines, "", f"{len(results)} programs.{others}"])


def spreadsheet(results: Sequence[Entry]) -> str:
    """Return the same table as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(results)
    return text.getvalue()


def _failed(built: Answer | None) -> str:
    """Return why a build failed: the compiler's first error, or the exit code; empty if it succeeded."""
    if built is None or built.trouble is None:
        return ""
    return compiler_error(f"{built.errors}\n{built.text}") or str(built.trouble)


def _summary(ledger: Ledger) -> Entry:
    counts = Counter(standing.verdict for standing in ledger.standings)
    doubted = next(iter(ledger.unsteady.values()), None) if ledger.result is Result.UNSTEADY else None
    first = ledger.first or doubted
    said = f"{first.rule.requirement}: {first.says}" if first else ""
    return {"verdict": ledger.result, **{name: counts[name] for name in _COUNTED}, "first": said}


def _copied(program: Path, folder: Path) -> Path:
    target = folder / program.name
    if program.is_file():
        shutil.copy2(program, target)
        return folder
    shutil.copytree(program, target, symlinks=True)
    return target
