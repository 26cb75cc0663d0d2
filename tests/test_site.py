"""Tests that the site builds without a warning, has no dead links or external files, and that every example runs."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import click
import pytest

import slidedrop
from slidedrop import connect4, twenty48
from slidedrop.cli.main import program
from slidedrop.players.external import named_player
from tests.compile_kernels import without_coverage

PROJECT: Final = Path(__file__).parents[1]
EXAMPLES: Final = PROJECT / "examples"
_LINK: Final = re.compile(r'(?:href|src)="([^"]*)"')
_MARKDOWN_LINK: Final = re.compile(r"(?:\]\(|src=\")(?![a-z]+:|#)([^)\"#\s]+)")
_NAMED_PAGE: Final = re.compile(r"\bdocs/[\w/-]+\.md\b")
TOPS: Final = ("docs", "src", "tests", "tools", "benchmarks", "examples", "deploy", ".github", ".ci")
TEXTS: Final = (".md", ".py", ".js", ".toml", ".yml", ".conf", ".service")
BUILDER: Final = {"tools", "portable"}
"""The folders of the engine builder, which keep their comments until the next build: any change there requires one."""
VERBS: Final = re.compile(
    "Accept|Add|Answer|Build|Change|Close|Compare|Copy|Delete|Draw|Find|Grade|List|Manage|Name|Play|Print|Rank|Refuse"
    "|Remove|Reset|Run|Serve|Show|Solve|Test|Train|Unblock|Watch|Write"
)
"""The words with which a help text may start."""
_FETCHED: Final = re.compile(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?:)?//', re.IGNORECASE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation site, built from this tree."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=PROJECT,
        env={**without_coverage(), "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (built.returncode, built.stdout, built.stderr) == (0, "", "")
    return folder


def test_the_site_builds_without_a_warning_and_names_every_public_name(site: Path) -> None:
    reference = (site / "reference" / "python.html").read_text("utf-8")
    for package in (twenty48, connect4):
        missing = [name for name in package.__all__ if f">{name}<" not in reference and name != "Move"]
        assert missing == []


def test_the_reference_of_the_command_line_is_complete(site: Path) -> None:
    page = unescape((site / "reference" / "cli.html").read_text("utf-8"))
    missing = []
    for path, command in _all_commands(program, ("slidedrop",)):
        options = [one.opts[-1] for one in command.params if isinstance(one, click.Option) and not one.hidden]
        section = page.partition(f'id="{"-".join(path)}"')[2].partition("<h")[0]
        missing += [(path, option) for option in options if option not in section]
        missing += [(path, "")] if not section else []
    assert missing == []


def test_every_command_help_starts_with_a_verb_and_every_option_has_help() -> None:
    commands = list(_all_commands(program, ("slidedrop",)))
    first = {path: (command.help or "?").split()[0].strip(",") for path, command in commands}
    assert {path: word for path, word in first.items() if not VERBS.fullmatch(word)} == {}
    options = [(path, one) for path, command in commands for one in command.params if isinstance(one, click.Option)]
    said = {(*path, *one.opts): one.help or "" for path, one in options}
    assert [name for name, text in said.items() if not re.fullmatch(r"(?:[A-Z0-9]|small: ).*[.)]", text)] == []


def _all_commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from _all_commands(below, (*path, name))


def test_the_site_has_no_dead_link_and_fetches_nothing_external(site: Path) -> None:
    pages = {page: page.read_text("utf-8") for page in site.rglob("*.html")}
    assert len(pages) > 25
    dead = []
    for page, text in pages.items():
        assert not _FETCHED.search(text), page
        for link in _LINK.findall(text):
            if page.name != "404.html" and not re.match(r"[a-z]+:|#|//", link):
                target = (page.parent / unquote(link.partition("#")[0])).resolve()
                dead += [] if target.exists() else [f"{page.name}: {link}"]
    assert dead == []


def dead_links(root: Path) -> list[str]:
    """Return the dead links of all Markdown pages, and the missing pages of docs/ that any file names."""
    names = [*root.glob("*.*"), *(path for top in TOPS for path in (root / top).rglob("*.*"))]
    files = [path for path in names if path.suffix in TEXTS and not set(path.parts) >= BUILDER]
    dead = []
    for path in files:
        text = path.read_text("utf-8")
        links = [path.parent / link for link in _MARKDOWN_LINK.findall(text)] if path.suffix == ".md" else []
        links += [root / name for name in _NAMED_PAGE.findall(text)]
        dead += [f"{path.relative_to(root)}: {link}" for link in links if not link.exists()]
    return dead


def test_no_project_file_links_to_a_missing_page(tmp_path: Path) -> None:
    page = "docs" + "/here.md"
    (tmp_path / "docs").mkdir()
    (tmp_path / page).write_text("[nothing](gone.md)\n")
    links = (f"[a]({page})", f"[b]({page}#part)", "[c](gone.md#part)", "[d](https://example.org)", "[e](#part)")
    (tmp_path / "README.md").write_text("\n".join(links))
    (tmp_path / "setup.py").write_text(f"# see {page} and {page.replace('here', 'gone')}")
    assert [link.partition(":")[0] for link in dead_links(tmp_path)] == ["README.md", "setup.py", page]
    assert dead_links(PROJECT) == []


@pytest.mark.no_cover  # some compile kernels
@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs(example: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = example.read_text("utf-8")
    if "import torch" in text:
        pytest.importorskip("torch", reason="torch is not installed; no extra of slidedrop brings it")
    monkeypatch.setattr(sys, "argv", [str(example)])
    if "def main(" in text:
        runpy.run_path(str(example), run_name="__main__")
        assert capsys.readouterr().out.strip()
        return
    game: Any = slidedrop.Twenty48(seed=7) if "2048" in example.name else slidedrop.Connect4()
    (name,) = re.findall(r"^class (\w+)", text, re.MULTILINE)
    player = named_player(f"{example}:{name}", game.kind)
    while not game.is_over:
        game.play(player.choose(game.position))


SHOWN = ("_repr_svg_", "_repr_html_")


@pytest.mark.parametrize("notebook", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs_and_draws(notebook: Path) -> None:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    names: dict[str, Any] = {}
    drawn = 0
    for cell in cells:
        if cell["cell_type"] == "code":
            *lines, last = cell["source"]
            exec("".join(lines), names)  # noqa: S102 - our own notebook
            drawn += bool(set(SHOWN) & set(dir(eval(last, names)))) if "=" not in last.split("(")[0] else 0  # noqa: S307
    assert drawn >= 2


def public_modules() -> list[str]:
    """Return the modules whose docstrings the reference shows."""
    text = (PROJECT / "docs" / "reference" / "python.md").read_text("utf-8")
    named = re.findall(r"^::: ([\w.]+)", text, re.MULTILINE)
    known = {module.name for module in pkgutil.walk_packages(slidedrop.__path__, "slidedrop.")}
    return sorted({name if name in known else name.rpartition(".")[0] for name in named if name != "slidedrop"})


@pytest.mark.parametrize("name", public_modules())
def test_the_examples_in_public_docstrings_pass(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


def test_docstrings_have_examples_at_all() -> None:
    found = [doctest.DocTestFinder().find(importlib.import_module(name)) for name in public_modules()]
    assert sum(bool(test.examples) for tests in found for test in tests) >= 5
