"""Tests of the word check: it finds banned words in each kind of file, but not in code."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import words


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("page.md", "# Title\n\nWhoever asks.\n", 3),
        ("module.py", 'x = 1\nTEXT = "It goes on here"\n', 2),
        ("documented.py", 'def f():\n    """It goes on here."""\n', 2),
        ("script.js", 'const a = 1; // kept\nsay("The game is kept");\n', 2),
        ("page.html", '<p>\n<b title="It goes on">x</b></p>', 2),
        ("sentences.json", '{"a": "All is well",\n "b": {"c": "Nobody is here"}}', 2),
    ],
)
def test_a_banned_word_is_found_with_its_line(tmp_path: Path, name: str, content: str, line: int) -> None:
    path = tmp_path / name
    path.write_text(content)
    reader = {
        ".md": words.markdown,
        ".py": words.python,
        ".js": words.javascript,
        ".html": words.html,
        ".json": words.sentences,
    }
    assert [text.line for text, _ in words.banned(reader[path.suffix](path))] == [line]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.md", "Use `kept_games()`.\n\n```text\nit goes on\n```\n"),
        ("module.py", "kept = somebody  # it goes on\n"),
        ("script.js", "/* it goes on */ const kept = nobody;\n"),
    ],
)
def test_code_and_comments_are_not_prose(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    reader = {".md": words.markdown, ".py": words.python, ".js": words.javascript}
    assert not list(words.banned(reader[path.suffix](path)))


def test_a_long_sentence_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("Short one. " + "very " * 30 + "long.\n")
    assert len(list(words.long_sentences(words.markdown(path)))) == 1
    path.write_text("# Title\n" + "one " * 20 + "**end.** " + "two " * 20 + "end.\n")
    assert not list(words.long_sentences(words.markdown(path)))
