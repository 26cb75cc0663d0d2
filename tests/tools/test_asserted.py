"""Tests of the check for tests that assert whole sentences."""

from __future__ import annotations

import textwrap

import pytest

from tools.asserted import asserted, is_sentence, main


def test_no_test_asserts_a_whole_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("The disk is full", True),
        ("Not saved.", True),
        ("line 2 is the score, not '1.5'", True),
        ("line 2 .*score.* '1.5'", False),
        ("'frob'", False),
        ("slidedrop games copy 7 --at 111", False),
        ("0 2 4 8 16 32 64", False),
    ],
)
def test_a_sentence_has_four_words_or_a_full_stop(text: str, is_one: bool) -> None:
    assert is_sentence(text) is is_one


SENTENCE = "the disk is full"


@pytest.mark.parametrize(
    "source",
    [
        "assert said == 'TEXT'",
        "assert 'TEXT' in said",
        "assert said.endswith('TEXT')",
        "assert re.search('TEXT', said)",
        "assert names(said, 'TEXT')",
        "assert (code, said) == (1, 'TEXT')",
        "assert said == f'{name}: TEXT'",
        "with pytest.raises(ValueError, match='TEXT'):\n    save()",
        "expect(page).to_have_text('TEXT')",
        "page.wait_for_selector('TEXT')",
        "told = 'TEXT'\nassert said == told",
        "assert said == ALL[1]",
    ],
)
def test_a_compared_sentence_is_found(source: str) -> None:
    body = textwrap.indent(source.replace("TEXT", SENTENCE), "    ")
    found = list(asserted("a.py", f"ALL = ['{SENTENCE}']\n\n\ndef test_it(said):\n{body}\n"))
    assert [SENTENCE in each.text for each in found] == [True]


def test_a_sentence_passed_as_a_parameter_is_found() -> None:
    table = f"@pytest.mark.parametrize(('number', 'said'), [(1, 'no'), (2, '{SENTENCE}')])"
    (found,) = asserted("a.py", f"{table}\ndef test_it(number, said):\n    assert save(number) == said\n")
    assert (found.line, found.text) == (1, SENTENCE)


@pytest.mark.parametrize(
    "source", ["assert save('TEXT') == 1", "assert code == 0, 'TEXT'", "until(lambda: done, 'TEXT')", "write('TEXT')"]
)
def test_a_sentence_passed_to_the_code_is_not_an_assertion(source: str) -> None:
    assert not list(asserted("a.py", f"def test_it():\n    {source.replace('TEXT', SENTENCE)}\n"))
