"""Find the tests that assert a whole sentence instead of a value.

    python -m tools.asserted

It reads every text that a test compares, in an `assert`, in `match=` of `pytest.raises`, in `expect(...)` or in a wait;
also through a constant of the file or a parameter of the test.
A sentence has four words or more, or two words or more and a full stop. A command to type is a value.
An exception is one line of tools/asserted_allowed.txt: `path: text # reason`. One that allows nothing fails too.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT: Final = Path(__file__).parents[1]
EXCEPTIONS: Final = Path(__file__).with_name("asserted_allowed.txt")
_WORD: Final = re.compile(r"(?<!\S)[(\"'^|]*(?:[^\W\d_][^\W\d_']+|[aI])(?=[\"'.,;:!?)|$]*(?:\s|$))")
_DOCSTRING: Final = re.compile(r'^ *"""[\s\S]*?"""', re.MULTILINE)
_TEXT: Final = re.compile(r'"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
_GAP: Final = re.compile(r"\.[*+]")
"""Wildcards of a pattern: a pattern with one asserts only the values around it."""
_COMMAND: Final = re.compile(r"(?:\$ )?(?:slidedrop|make|python) ")
_COMPARING: Final = {
    "startswith",
    "endswith",
    "count",
    "index",
    "find",
    "match",
    "fullmatch",
    "search",
    "findall",
    "names",
}
_WAITING: Final = re.compile(r"(?:not_)?to_(?:have|contain)_\w+|expect\w*|wait\w*|until\w*|get_by_text|filter")


class Sentence(NamedTuple):
    """A sentence that a test asserts."""

    path: str
    line: int
    text: str


Values = dict[str, list[ast.AST]]
"""The text that replaces a name."""


def is_sentence(text: str) -> bool:
    """Return whether a text is a whole sentence."""
    text = text.replace("\\", "").strip()
    words = 0 if _COMMAND.match(text) else max(len(_WORD.findall(part)) for part in _GAP.split(text))
    return words >= 4 or (words >= 2 and text.endswith("."))


def _has_sentence(source: str) -> bool:
    """Return whether the text of a source may have a sentence: a quick test, so that most files are not parsed."""
    return any(is_sentence(text.replace("\\n", " ").strip("\"'")) for text in _TEXT.findall(_DOCSTRING.sub("", source)))


def asserted(path: str, source: str) -> Iterator[Sentence]:
    """Yield the sentences that a test file asserts."""
    if not _has_sentence(source):
        return
    module, lines = ast.parse(source), source.splitlines()
    texts = {each: "\n".join(lines[_first_line(each) - 1 : each.end_lineno]) for each in module.body}
    wordy = {each for each in module.body if _has_sentence(texts[each])}
    constants = _constants([each for each in module.body if each in wordy])
    for statement in module.body:
        is_using = any(name in texts[statement] for name in constants)
        nodes = list(ast.walk(statement)) if is_using or statement in wordy else []
        named = {**constants, **_constants(nodes), **_parameters(nodes)}
        found = {text for node in nodes for compared in _compared(node) for text in _texts(compared, named)}
        for text in sorted(found, key=lambda text: text.lineno):
            if is_sentence(str(text.value)):
                yield Sentence(path, text.lineno, " ".join(str(text.value).split()))


def _compared(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expressions that a node compares."""
    if isinstance(node, ast.Assert):
        yield node.test
    elif isinstance(node, ast.Call):
        is_waiting = _WAITING.fullmatch(_name(node.func))
        yield from node.args[:1] if is_waiting else ()
        yield from (keyword.value for keyword in node.keywords if is_waiting or keyword.arg == "match")


def _texts(node: ast.AST, named: Mapping[str, list[ast.AST]]) -> Iterator[ast.Constant]:
    """Yield the texts of an expression, except arguments of the code under test."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    elif isinstance(node, ast.Name):
        for value in named.get(node.id, ()):
            yield from _texts(value, {})
    elif isinstance(node, ast.Call):
        for each in [node.func, *(node.args if _name(node.func) in _COMPARING else ())]:
            yield from _texts(each, named)
    else:
        parts = [node.value] if isinstance(node, ast.Subscript) else ast.iter_child_nodes(node)
        for each in node.values if isinstance(node, ast.Dict) else parts:
            yield from _texts(each, named)


def _constants(nodes: list[ast.stmt] | list[ast.AST]) -> Values:
    found: Values = {}
    for node in nodes:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                found.setdefault(_name(target), []).append(node.value)
    return found


def _parameters(nodes: list[ast.AST]) -> Values:
    """Return the values of a parametrised test, by the names of its parameters."""
    found: Values = {}
    for node in nodes:
        if isinstance(node, ast.Call) and _name(node.func) == "parametrize" and node.args:
            names = ast.literal_eval(node.args[0])
            for row in getattr(node.args[1], "elts", ()):
                values = row.args if isinstance(row, ast.Call) else getattr(row, "elts", [row])
                pairs = zip(names, values, strict=False) if isinstance(names, tuple) else [(names, row)]
                for name, value in pairs:
                    found.setdefault(name, []).append(value)
    return found


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def allowed() -> set[tuple[str, str]]:
    """Return the exceptions: a path, and a text that a sentence contains."""
    lines = [line.partition(" # ")[0] for line in EXCEPTIONS.read_text(encoding="utf-8").splitlines()]
    return {(path, text) for path, _, text in (line.partition(": ") for line in lines) if text}


def main() -> int:
    """Print the sentences found; return 1 if one has no exception."""
    exceptions = allowed()
    files = [path for path in (ROOT / "tests").rglob("*.py") if not path.is_relative_to(ROOT / "tests" / "data")]
    places = {path: path.relative_to(ROOT).as_posix() for path in sorted(files)}
    found = [each for path, place in places.items() for each in asserted(place, path.read_text(encoding="utf-8"))]
    fitting = [{(path, text) for path, text in exceptions if path == each.path and text in each.text} for each in found]
    wrong = [f"{each.path}:{each.line}: {each.text!r}" for each, fits in zip(found, fitting, strict=True) if not fits]
    unused = exceptions.difference(*fitting)
    wrong += [f"{EXCEPTIONS.name}: nothing needs the exception {text!r} of {path}" for path, text in sorted(unused)]
    print(*wrong, f"{len(wrong)} sentences asserted; {len(exceptions)} exceptions", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
