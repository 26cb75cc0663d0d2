"""Tests of the catalogues of the page's texts: every language has every text, and every text is used."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

import pytest

from slidedrop.players.registry import players_json
from slidedrop.web.http.responses import Code
from slidedrop.web.rooms.standings import State

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE: Final = Path(__file__).parents[2] / "src" / "slidedrop"
STATIC: Final = SOURCE / "web" / "static"
FOLDER: Final = SOURCE / "data" / "language"
LANGUAGES: Final = sorted(path.stem for path in FOLDER.glob("*.json"))
OTHERS: Final = [language for language in LANGUAGES if language != "en"]
TERMINAL_ONLY: Final = {
    "table slide",
    "by table",
    "turning point",
    "grades open",
    "turned at",
    "turned nowhere",
    "sum of a side",
    "looked ahead",
}
"""Sentences of the engine that only Python shows; they are translated too."""

SILENT: Final = {"stale", "request-reused"}
"""Error codes for which the page shows no text, or which it never causes."""

Entry = str | dict[str, str]


def catalogue(language: str) -> dict[str, Entry]:
    """Return every text of a language by its full key."""
    sections = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return {f"{section}.{key}": entry for section, texts in sections.items() for key, entry in texts.items()}


def forms(entry: Entry) -> list[str]:
    """Return a text, or its plural forms."""
    return list(entry.values()) if isinstance(entry, dict) else [entry]


def placeholders(entry: Entry) -> list[set[str]]:
    """Return the names in braces of each form."""
    return [set(re.findall(r"\{(\w+)\}", form)) for form in forms(entry)]


def named_keys(script: str) -> Iterator[str]:
    """Yield the keys that a module names or declares."""
    yield from re.findall(r'"([a-z]\w* ?\.[^"\n]+)"', script)
    yield from (f"engine.{key}" for key in re.findall(r'"([a-z][^"\n.]*)"', script) if "sentences.js" in script)
    for declared in re.findall(r"// texts: (.+)", script):
        yield from expanded(declared)


def expanded(declared: str) -> Iterator[str]:
    """Yield the keys of a declaration such as colour.{red,blue}."""
    parts = [part.split(",") for part in re.split(r"[{}]", declared)]
    yield from ("".join(one) for one in itertools.product(*parts))


def used_keys() -> set[str]:
    """Return every key that the page uses."""
    scripts = [path.read_text(encoding="utf-8") for path in (STATIC / "js").rglob("*.js")]
    pages = [path.read_text(encoding="utf-8") for path in STATIC.glob("*.html")]
    in_pages = {key for page in pages for key in re.findall(r'data-(?:t|t-\w+|colours)="([^"]+)"', page)}
    players = {
        name for game in players_json().values() for player in game if player["offered"] for name in [player["name"]]
    }
    by_code = {f"{section}.{name}" for name in players for section in ("player", "about")}
    return {key for script in scripts for key in named_keys(script)} | in_pages | by_code


def test_every_text_key_of_the_page_exists_and_every_text_is_used() -> None:
    known, used = set(catalogue("en")), used_keys()
    sections = {key.split(".")[0] for key in known}
    missing = {
        key for key in used - known if key.split(".")[0] in sections - {"engine"} and not key.endswith((".js", ".json"))
    }
    assert missing == set()
    assert known - used - {f"engine.{key}" for key in TERMINAL_ONLY} == set()


def test_a_computed_text_key_is_declared_in_its_file() -> None:
    for path in (STATIC / "js").rglob("*.js"):
        script = path.read_text(encoding="utf-8")
        built = set(re.findall(r"\b(?:t|has)\(`(\w+)\.", script)) - {"direction", "player", "about", "engine"}
        declared = {key.split(".")[0] for line in re.findall(r"// texts: (.+)", script) for key in expanded(line)}
        assert built <= declared, path.name


def test_every_server_error_code_has_a_text_and_vice_versa() -> None:
    for section, codes in (("refused.", {*get_args(Code)} - SILENT | {"other"}), ("room.is ", {*get_args(State)})):
        assert {key.removeprefix(section) for key in catalogue("en") if key.startswith(section)} == codes


def test_every_server_error_that_a_player_can_see_has_a_code() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / "web").rglob("*.py"))
    assert {*re.findall(r'"([a-z]+(?:-[a-z]+)*)"', text)} >= {*get_args(Code)}
    for path in [*(SOURCE / "web" / "rooms").glob("*.py"), SOURCE / "web" / "api" / "offers.py"]:
        said = re.findall(r'(?:forbidden|unprocessable|busy)\(f?"[^"]+"(.)', path.read_text(encoding="utf-8"))
        assert {*said} <= {","}, path.name


def test_no_module_contains_a_hard_coded_error_message() -> None:
    for path in (STATIC / "js").rglob("*.js"):
        script = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        said = re.findall(r"""(?:\bcheck\(.*,|new (?:\w*GameError|IllegalMove|\w+Error)\() ?["`].*""", script)
        assert [line for line in said if "new Error" not in line] == [], path.name


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_keys_in_the_same_order(language: str) -> None:
    assert list(catalogue(language)) == list(catalogue("en"))


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_placeholders_and_spaces(language: str) -> None:
    texts = catalogue(language)
    for key, english in catalogue("en").items():
        names = placeholders(english)[0]
        assert all(found == names for found in [*placeholders(english), *placeholders(texts[key])]), key
        assert isinstance(texts[key], dict) == isinstance(english, dict), key
        assert all(form.strip() for form in forms(texts[key])), key


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_plural_forms_are_those_of_the_language() -> None:
    code = """for (const tag of process.argv.slice(1)) {
        console.log(JSON.stringify(new Intl.PluralRules(tag).resolvedOptions().pluralCategories));
    }"""
    node = subprocess.run(["node", "-e", code, *LANGUAGES], capture_output=True, text=True, check=True)
    for language, line in zip(LANGUAGES, node.stdout.splitlines(), strict=True):
        plural = {key: set(entry) for key, entry in catalogue(language).items() if isinstance(entry, dict)}
        assert plural
        assert {key: found for key, found in plural.items() if found != set(json.loads(line))} == {}, language


def test_the_html_pages_use_the_texts_of_the_english_catalogue() -> None:
    english = catalogue("en")
    pages = "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.html"))
    texts = re.findall(r'data-t="([^"]+)">(?:<(?:input|span)[^>]*>(?:[^<]*</span>)?)?([^<]+)', pages)
    assert len(texts) > 100
    assert [(key, text) for key, text in texts if str(english[key]).strip() != text.strip()] == []


def test_every_language_can_be_chosen_and_is_known_at_the_start() -> None:
    choices = set(re.findall(r'name="language" value="(\w+)"', (STATIC / "index.html").read_text(encoding="utf-8")))
    start = (STATIC / "js" / "first-paint.js").read_text(encoding="utf-8")
    assert choices == set(LANGUAGES)
    assert [set(json.loads(tags)) for tags in re.findall(r"const tags = (\[.*?\])", start)] == [set(LANGUAGES)]
