"""Write docs/project/conformance.md from docs/project/requirements.md and the markers of the tests.

    - **R-001-6** Otherwise it draws exactly twice ...          a line of docs/project/requirements.md
    `finished: 001`                                             an assignment whose requirements all need a test
    `finished: 002 (model): R-002-1..18, R-002-30..32`          the same for a part of an assignment
    @pytest.mark.requirement("R-001-6")                         a test of the requirement

It fails with one message for each finished requirement without a test and for each marker with an unknown requirement.
A test that `make test` leaves out (soak, skip, xfail) is listed and does not count. Without options it writes the page;
with `--check` it only compares the page.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_LINE: Final = re.compile(r"- \*\*((?:R-\d{3}|C)-\d+)\*\* (.+)")
_FINISHED: Final = re.compile(r"`finished: (\d{3})(?: \([^)]+\): ([^`]+))?`")
_RANGE: Final = re.compile(r"R-(\d{3})-(\d+)(?:\.\.(\d+))?")
_HEADING: Final = re.compile(r"## (\d{3}): (.+)")
_NOT_RUN: Final = ("soak", "skip", "xfail")
CONTRADICTIONS: Final = "Contradictions"


class ListError(ValueError):
    """The list of requirements cannot be read."""


@dataclass(frozen=True, slots=True)
class Requirements:
    """The requirements of docs/project/requirements.md."""

    texts: Mapping[str, str]
    """The text of each requirement and contradiction, in the order of the page."""
    finished: frozenset[str]
    """The requirements that need a test."""
    titles: Mapping[str, str]
    """The title of each assignment, by its number."""


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """One test that names one requirement."""

    name: str
    test: str
    """The file and the test, such as tests/core/test_randomness.py::test_a_seed_means_what_java_means."""
    counts: bool = True
    """Whether `make test` runs it."""


def read_requirements(page: str) -> Requirements:
    """Return the requirements of the page, or raise an error that names the wrong line."""
    texts: dict[str, str] = {}
    for name, text in (match.groups() for match in map(_LINE.fullmatch, page.splitlines()) if match):
        if name in texts:
            message = f"{name} stands twice in the list of requirements"
            raise ListError(message)
        texts[name] = text
    for name, text in texts.items():
        for pointed in re.findall(r"\[(C-\d+)\]", text):
            if pointed not in texts:
                message = f"{name} points to {pointed}, which is not in the list of contradictions"
                raise ListError(message)
    finished = (name for match in _FINISHED.finditer(page) for name in _finished(match[1], match[2], texts))
    return Requirements(texts, frozenset(finished), dict(_HEADING.findall(page)))


def _finished(document: str, part: str | None, texts: Iterable[str]) -> list[str]:
    """Return the requirements of an assignment, or of a part with ranges such as R-002-1..18."""
    known = [name for name in texts if name.startswith(f"R-{document}-")]
    names = known if part is None else [name for piece in part.split(",") for name in _range(piece.strip())]
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        message = f"'finished: {document}' names {', '.join(unknown) or 'nothing'}, which is no requirement of it"
        raise ListError(message)
    return names


def _range(piece: str) -> list[str]:
    match = _RANGE.fullmatch(piece)
    if match is None:
        message = f"'{piece}' is no range of requirements; write R-002-30 or R-002-1..18"
        raise ListError(message)
    document, first, last = match.groups()
    return [f"R-{document}-{number}" for number in range(int(first), int(last or first) + 1)]


class _Collector:
    """A pytest plugin that records the markers of every test, also of deselected ones."""

    def __init__(self) -> None:
        self.citations: set[Citation] = set()

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """Record one test's markers; a parametrised test counts once."""
        test = item.nodeid.partition("[")[0]
        counts = not any(item.get_closest_marker(name) for name in _NOT_RUN)
        for marker in item.iter_markers("requirement"):
            self.citations.update(Citation(str(name), test, counts) for name in marker.args)


def collect(root: Path) -> list[Citation]:
    """Return the citations of a project's tests, in order, or raise an error."""
    collector, output = _Collector(), io.StringIO()
    place = ["--rootdir", str(root), "-c", str(root / "pyproject.toml"), str(root / "tests")]
    with contextlib.redirect_stdout(output):
        code = pytest.main([*place, "--collect-only", "-q", "-s", "-p", "no:cacheprovider"], plugins=[collector])
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        listed, errors, trouble = output.getvalue().partition("= ERRORS =")
        message = f"the tests cannot be collected: {trouble.lstrip('= ') if errors else listed}"
        raise ListError(message)
    return sorted(collector.citations)


def complaints(requirements: Requirements, citations: Sequence[Citation]) -> list[str]:
    """Return one sentence for each missing or unknown requirement."""
    shown = {citation.name for citation in citations if citation.counts}
    missing = [name for name in requirements.texts if name in requirements.finished and name not in shown]
    unknown = [citation for citation in citations if citation.name not in requirements.texts]
    return [
        *(f"{name} is not shown by any test that make test runs: {requirements.texts[name]}" for name in missing),
        *(f"{cite.test} cites {cite.name}, which docs/project/requirements.md does not list" for cite in unknown),
    ]


def conformance_page(requirements: Requirements, citations: Sequence[Citation]) -> str:
    """Return docs/project/conformance.md."""
    parts = [
        "# Conformance\n",
        "Which test shows which requirement of [requirements.md](requirements.md). `tools/conformance.py` writes this",
        "page from the tests' markers (`make check`); do not edit it. `make test` leaves out a test in parentheses.",
    ]
    for document, names in groupby(requirements.texts, _document):
        parts += _section(document, list(names), requirements, citations)
    return "\n".join(parts) + "\n"


def _document(name: str) -> str:
    return CONTRADICTIONS if name.startswith("C-") else name.split("-")[1]


def _section(
    document: str, names: list[str], requirements: Requirements, citations: Sequence[Citation]
) -> Iterable[str]:
    title = f"{document}: {requirements.titles[document]}" if document in requirements.titles else document
    shown = {citation.name for citation in citations if citation.counts}.intersection(names)
    finished = requirements.finished.intersection(names)
    yield f"\n## {title}\n\n{len(shown)} of {len(names)} are shown by a test; {len(finished)} must be.\n"
    yield "| Name | What it says | Shown by |\n|---|---|---|"
    for name in names:
        tests = "<br>".join(_written(citation) for citation in citations if citation.name == name)
        text = requirements.texts[name].replace("|", "\\|")
        yield f"| {name} | {text} | {tests or ('**missing**' if name in finished else 'later')} |"


def _written(citation: Citation) -> str:
    return f"`{citation.test}`" if citation.counts else f"(`{citation.test}`)"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or compare the page and print all errors; return 1 if there are any."""
    parser = argparse.ArgumentParser(description="Which test shows which requirement.")
    parser.add_argument(
        "--check", action="store_true", help="compare docs/project/conformance.md instead of writing it"
    )
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1], help="the project's folder")
    options = parser.parse_args(arguments)
    try:
        troubles = _run(options.root, check=options.check)
    except (ListError, OSError) as error:
        troubles = [str(error)]
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


def _run(root: Path, *, check: bool) -> list[str]:
    requirements = read_requirements((root / "docs" / "project" / "requirements.md").read_text(encoding="utf-8"))
    citations = collect(root)
    page, path = conformance_page(requirements, citations), root / "docs" / "project" / "conformance.md"
    troubles = complaints(requirements, citations)
    if not check:
        path.write_bytes(page.encode())
    elif not path.exists() or path.read_bytes() != page.encode():
        troubles.append("docs/project/conformance.md is not what the tests show; run python tools/conformance.py")
    return troubles


if __name__ == "__main__":
    sys.exit(main())
