"""Tests that no code outside a game's own modules depends on the game's name.

Such a dependence is a comparison, a dictionary key, a match case, a file name or a part of an import string. A game's
own modules are its package, the assignments, and every module or folder of other packages that has its name.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

PACKAGE: Final = Path(__file__).parents[1] / "src" / "slidedrop"
NAMES: Final = {"2048", "connect4", "twenty48"}
OWN: Final = re.compile(r"(twenty48|connect4|2048|editions)")
REGISTRY: Final = {
    "games.py",  # the registry itself
    "__init__.py",  # the public names of the library
}


def shared_modules() -> list[Path]:
    """Return every module that does not belong to a single game."""
    paths = [path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py")]
    return sorted(path for path in paths if not OWN.search(path.as_posix()) and path.as_posix() not in REGISTRY)


def dependences(tree: ast.AST) -> list[int]:
    """Return the lines with strings that equal a game's name or that name a module of a game."""
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docstrings]
    strings = [(node.lineno, node.value) for node in nodes if isinstance(node.value, str)]
    return [line for line, text in strings if text in NAMES or re.search(r"\.(twenty48|connect4)\.", text)]


@pytest.mark.parametrize("path", shared_modules(), ids=str)
def test_a_shared_module_names_no_game(path: Path) -> None:
    tree = ast.parse((PACKAGE / path).read_text())
    assert dependences(tree) == []


def test_the_check_detects_comparisons_keys_cases_and_import_strings() -> None:
    sources = (
        'if kind == "2048": pass',
        'TABLE = {"connect4": 1}',
        'match kind:\n    case "connect4": pass',
        'load("slidedrop.cli.twenty48.play")',
    )
    assert all(dependences(ast.parse(source)) for source in sources)
    assert not dependences(ast.parse('"""2048"""\nsay("slidedrop 2048 --seed 7")'))
