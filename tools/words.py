"""Check all texts for users for banned words, and report long sentences.

    python -m tools.words [--long]       list banned words; with --long also every sentence of more than 25 words

It reads Markdown without its code, docstrings, strings of several words in Python and JavaScript, the texts of HTML,
help texts, and the values of the English catalogue. Long sentences of docstrings are reported in cli only, where they
are help texts.
An exception is one line of tools/words_allowed.txt: `path: text # reason`. An exception that allows nothing fails too.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = ROOT / "src" / "slidedrop"
EXCEPTIONS: Final = Path(__file__).with_name("words_allowed.txt")
MOST_WORDS: Final = 25
BANNED: Final = re.compile(
    r"\b(?:whoever|anew|shall|bettered|of before|(?:is|are|was|were) wanted|one's own|of yours|of ours|in peace"
    r"|held against|told apart|sits? down|who asks|by the clock|that which|so many|go(?:es|ing)? on|kept|by lot"
    r"|somebody|nobody|takes? back|taken back|take-backs?|made again|that ships|says no to|than which|gone on|begun"
    r"|passed over|handed (?:in|out|on)|just now|by heart)\b",
    re.IGNORECASE,
)
PROJECT_PAGES: Final = ("docs/project/requirements.md", "docs/project/conformance.md")
"""Pages that quote the five assignments, whose words may not be changed."""
_CODE_BLOCK: Final = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"`[^`\n]*`|<[^>]*>|\]\([^)]*\)")
_SENTENCE_END: Final = re.compile(
    r"(?:(?<=[.!?:;])|(?<=[.!?:;][*)])|(?<=[.!?:;]\*\*))\s+|\n\s*\n|\n(?=\s*(?:[-*|#]|\d+\.))|(?m:^#.*\n)"
)
_COMMAND: Final = re.compile(r"^\s*\$ .*$|^\s*(?:CREATE|SELECT|INSERT|UPDATE|DELETE|WITH) [\s\S]*", re.MULTILINE)
"""Examples of commands, and statements in SQL."""
_SCRIPT_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
_SCRIPT_TEXT: Final = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`", re.DOTALL)


class Text(NamedTuple):
    """A piece of prose with its file and line."""

    path: Path
    line: int
    words: str
    is_internal: bool = False
    """Whether only readers of the code see it."""

    @property
    def place(self) -> str:
        """Return the path inside the project."""
        return self.path.relative_to(ROOT).as_posix()


class Allowed(NamedTuple):
    """A text that is allowed in one file, and why."""

    path: str
    text: str


def texts() -> Iterator[Text]:
    """Yield all texts for users."""
    for path in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]:
        if path.relative_to(ROOT).as_posix() not in PROJECT_PAGES:
            yield from markdown(path)
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from python(path)
    for path in sorted(PACKAGE.rglob("*.txt")):
        yield from _paragraphs(path, path.read_text(encoding="utf-8"), 1)
    for path in sorted((PACKAGE / "web" / "static").rglob("*.js")):
        yield from javascript(path)
    for path in sorted((PACKAGE / "web" / "static").rglob("*.html")):
        yield from html(path)
    for path in [PACKAGE / "data" / "language" / "en.json", *sorted(PACKAGE.rglob("*.toml"))]:
        yield from sentences(path)


def markdown(path: Path) -> Iterator[Text]:
    """Yield the paragraphs of a page without its code."""
    page = _CODE_BLOCK.sub(_blank, path.read_text(encoding="utf-8"))
    page = _CODE.sub(_blank, page)
    yield from _paragraphs(path, page, 1)


def python(path: Path) -> Iterator[Text]:
    """Yield the strings of several words in a module, including docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield Text(
                path, node.lineno, node.value, id(node) in docstrings and not path.is_relative_to(PACKAGE / "cli")
            )


def javascript(path: Path) -> Iterator[Text]:
    """Yield the strings of several words in a script."""
    script = _SCRIPT_COMMENT.sub(_blank, path.read_text(encoding="utf-8"))
    for found in _SCRIPT_TEXT.finditer(script):
        text = next(filter(None, found.groups()), "")
        if " " in text:
            yield Text(path, script.count("\n", 0, found.start()) + 1, text)


def html(path: Path) -> Iterator[Text]:
    """Yield the texts of a page, including attributes that browsers show or read aloud."""
    reader = _Page(path)
    reader.feed(path.read_text(encoding="utf-8"))
    yield from reader.found


class _Page(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.found: list[Text] = []

    def handle_data(self, data: str) -> None:
        self._add(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - the parser's form
        for name, value in attrs:
            if name in ("title", "aria-label", "placeholder", "content", "alt") and value:
                self._add(value)

    def _add(self, text: str) -> None:
        if " " in text.strip():
            self.found.append(Text(self.path, self.getpos()[0], text))


def sentences(path: Path) -> Iterator[Text]:
    """Yield the values of a catalogue of texts, in JSON or TOML."""

    def values(node: object) -> Iterator[str]:
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict | list):
            for each in node.values() if isinstance(node, dict) else node:
                yield from values(each)

    page = path.read_text(encoding="utf-8")
    for value in values(json.loads(page) if path.suffix == ".json" else tomllib.loads(page)):
        at = page.find(json.dumps(value, ensure_ascii=False))
        yield Text(path, page.count("\n", 0, max(at, 0)) + 1, value)


def banned(found: Iterator[Text]) -> Iterator[tuple[Text, str]]:
    """Yield each text with a banned word, and the word."""
    for text in found:
        for word in BANNED.findall(text.words):
            yield text, word


def long_sentences(found: Iterator[Text]) -> Iterator[Text]:
    """Yield the sentences of more than 25 words in texts for users."""
    for text in (text for text in found if not text.is_internal):
        for sentence in _SENTENCE_END.split(_COMMAND.sub("", text.words)):
            if "|" not in sentence and len(re.findall(r"[^\W\d_]{2,}", sentence)) > MOST_WORDS:
                yield text._replace(words=" ".join(sentence.split()))


def allowed() -> list[Allowed]:
    """Return the exceptions of tools/words_allowed.txt."""
    lines = EXCEPTIONS.read_text(encoding="utf-8").splitlines() if EXCEPTIONS.exists() else []
    entries = [line.split("#")[0].strip().split(": ", 1) for line in lines if line.strip() and not line.startswith("#")]
    return [Allowed(path, text) for path, text in entries]


def main(arguments: list[str]) -> int:
    """Print the banned words; return 1 if one has no exception."""
    exceptions = allowed()
    used = set()
    wrong = 0
    for text, word in banned(texts()):
        fitting = [each for each in exceptions if each.path == text.place and each.text in " ".join(text.words.split())]
        used.update(fitting)
        if not fitting:
            wrong += 1
            print(f"{text.place}:{text.line}: {word!r} in {' '.join(text.words.split())[:100]!r}")
    for each in set(exceptions) - used:
        wrong += 1
        print(f"tools/words_allowed.txt: nothing needs the exception {each.text!r} of {each.path}")
    if "--long" in arguments:
        for text in long_sentences(texts()):
            print(f"{text.place}:{text.line}: {len(text.words.split())} words: {text.words[:100]!r}")
    print(f"{wrong} banned words; {sum(1 for _ in long_sentences(texts()))} sentences of more than {MOST_WORDS} words")
    return 1 if wrong else 0


def _blank(found: re.Match[str]) -> str:
    """Return only the line breaks, so that line numbers stay correct."""
    return "\n" * found[0].count("\n") or " "


def _paragraphs(path: Path, page: str, line: int) -> Iterator[Text]:
    for part in re.split(r"(\n\s*\n)", page):
        if part.strip():
            yield Text(path, line, part)
        line += part.count("\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
