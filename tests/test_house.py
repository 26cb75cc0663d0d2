"""Tests that lists of paths match the tree: kernels, coverage, gates, layers and the architecture page."""

from __future__ import annotations

import ast
import configparser
import re
import tomllib
from pathlib import Path
from typing import Final

from slidedrop.engine.kernel import kernel_sources
from slidedrop.records.replay import header_of
from slidedrop.twenty48 import Game

PROJECT: Final = Path(__file__).parents[1]
PACKAGE: Final = PROJECT / "src" / "slidedrop"
DECORATORS: Final = {"compiled", "lean", "inlined"}
NOT_RULES: Final = {"__init__", "deep_book", "parallel", "perfect"}
"""Modules of Connect-4 that are not rules but use the solver."""


def functions(path: Path) -> tuple[int, int]:
    """Return the number of compiled functions of a file and the number of its other functions."""
    found = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    named = [{ast.unparse(decorator) for decorator in node.decorator_list} for node in found]
    compiled = sum(1 for names in named if names & DECORATORS)
    return compiled, len(found) - compiled


def test_every_file_with_a_kernel_counts_in_the_kernel_cache_key() -> None:
    sources = set(kernel_sources())
    with_kernels = {path for path in PACKAGE.rglob("*.py") if functions(path)[0]}
    assert with_kernels <= sources
    assert PACKAGE / "engine/kernel.py" in sources


def test_coverage_omits_exactly_the_mostly_compiled_files() -> None:
    omitted = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["coverage"]["run"]["omit"]
    counts = {path: functions(path) for path in PACKAGE.rglob("*.py")}
    mostly = [path for path, (compiled, plain) in counts.items() if compiled > plain]
    assert sorted(omitted) == sorted(f"*/slidedrop/{path.relative_to(PACKAGE).as_posix()}" for path in mostly)


def test_the_full_coverage_gate_names_existing_files() -> None:
    gate = re.search(r"^RULES := (.*)$", (PROJECT / "Makefile").read_text(), re.MULTILINE)
    assert gate is not None
    for pattern in gate[1].split(","):
        assert list(PACKAGE.glob(pattern.removeprefix("*/").removeprefix("slidedrop/"))), pattern


def test_the_quick_tests_touch_every_package() -> None:
    lines = [line.partition("::")[0] for line in (PROJECT / "tests" / "quick.txt").read_text().split("\n") if line]
    assert all((PROJECT / line).exists() for line in lines)
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert packages
    assert packages <= {line.split("/")[1] for line in lines}


def test_the_contract_of_the_rules_names_every_module_of_the_rules() -> None:
    linter = configparser.ConfigParser()
    linter.read(PROJECT / ".importlinter")
    named = set(linter["importlinter:contract:rules"]["source_modules"].split())
    modules = {
        f"slidedrop.{game}.{path.stem}"
        for game in ("twenty48", "connect4")
        for path in (PACKAGE / game).glob("*.py")
        if path.stem not in NOT_RULES
    }
    assert named == modules


def test_no_folder_but_commands_has_more_than_17_modules() -> None:
    crowded = {
        folder.relative_to(PACKAGE).as_posix(): len(list(folder.glob("*.py")))
        for folder in PACKAGE.rglob("*")
        if folder.is_dir() and folder.name != "commands" and len(list(folder.glob("*.py"))) > 17
    }
    assert crowded == {}


def house() -> dict[str, str]:
    """Return what the architecture page says about each package, by path; top-level modules have the key ""."""
    text = (PROJECT / "docs" / "explanation" / "architecture.md").read_text()
    block = text.partition("## Packages")[2].split("```")[1]
    told: dict[str, str] = {"": ""}
    package = ""
    for line in block.splitlines()[2:]:
        named = re.match(r"  (?:([\w/]+)/ |(?=\w))", line)
        if named is not None:
            package = named[1] or ""
        told[package] = told.get(package, "") + line
    return told


def test_the_architecture_names_every_package() -> None:
    packages = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("__init__.py")} - {"."}
    assert set(house()) - {""} == packages


def test_the_architecture_page_names_only_existing_files() -> None:
    for package, told in house().items():
        for name in re.findall(r"[\w/-]+\.py\b", told):
            assert (PACKAGE / package / name).is_file(), f"{package}/{name}"
    text = (PROJECT / "docs" / "explanation" / "architecture.md").read_text()
    files = [f"/{path.relative_to(PROJECT).as_posix()}" for path in PROJECT.glob("[st]*/**/*.[pj]*")]
    for name in re.findall(r"[\w/-]+\.(?:py|js)\b", text):
        assert any(path.endswith(f"/{name}") for path in files), name


def test_the_formats_name_every_key_of_a_journals_header() -> None:
    formats = (PROJECT / "docs" / "reference" / "formats.md").read_text()
    table = formats.partition("The first line is the header")[2].partition("Every other line")[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == set(header_of(Game(seed=1), ["human"]))
