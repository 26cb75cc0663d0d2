"""Tests of the page's modules: each game has its own folder, and no other module depends on a game's name."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from slidedrop.web.bundle import BUNDLE, REST, STYLES, sent_scripts, sent_styles

STATIC: Final = Path(__file__).parents[2] / "src" / "slidedrop" / "web" / "static"
JS: Final = STATIC / "js"
GAMES: Final = JS / "games"
REGISTRY: Final = GAMES / "registry.js"
FOLDERS: Final = sorted(path.name for path in GAMES.iterdir() if path.is_dir())
NAMED: Final = re.compile(r"2048|twenty48|connect-?4", re.IGNORECASE)


def modules() -> list[Path]:
    """Return every module of the page."""
    return list(JS.rglob("*.*js"))


def code_of(text: str) -> str:
    """Return a module's code without its comments and without the texts that it shows."""
    text = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
    return re.sub(r"\"[^\"\n]*\"|`[^`]*`", lambda found: '""' if " " in found[0] else found[0], text)


def named_in(text: str) -> list[str]:
    """Return each place where code depends on the name of a game."""
    return NAMED.findall(code_of(text))


def test_no_module_outside_a_games_folder_depends_on_its_name() -> None:
    shared = [path for path in modules() if path.parent.parent != GAMES and path.parent.name != "editions"]
    assert len(shared) > 30
    assert {path: found for path in shared if path != REGISTRY and (found := named_in(path.read_text()))} == {}


def test_no_game_module_refers_to_another_game() -> None:
    for folder in FOLDERS:
        others = "|".join(other for other in FOLDERS if other != folder)
        for path in (GAMES / folder).glob("*.js"):
            assert not re.search(others, code_of(path.read_text())), path


@pytest.mark.parametrize(
    "line",
    [
        'if (game.kind === "2048") return;',
        "const RULES = { connect4: 1 };",
        'import { Twenty48 } from "../games/twenty48/twenty48-game.js";',
        "const own = game instanceof Connect4;",
        "switch (kind) { case `connect4`: break; }",
    ],
)
def test_the_check_detects_a_dependence_on_a_game_name(line: str) -> None:
    assert named_in(line)
    assert not named_in('say("2048 is a game"); // connect4')


def test_no_file_name_exists_twice() -> None:
    names = Counter(path.name for path in modules())
    assert [name for name, count in names.items() if count > 1] == []


def imported(module: Path) -> set[Path]:
    """Return a module and all modules that it imports, directly or indirectly."""
    found, new = {module}, [module]
    while new:
        path = new.pop()
        names = re.findall(r'^import .*?from "(\..+?)";$', path.read_text(), flags=re.MULTILINE | re.DOTALL)
        more = {(path.parent / name).resolve() for name in names} - found
        found |= more
        new += more
    return found


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_page_is_sent_as_two_bundles_and_no_module_exists_twice(tmp_path: Path) -> None:
    sources = {path.relative_to(JS).as_posix(): path.read_text() for path in modules()}
    fetched, repeated = sent_scripts(sources)
    assert {*fetched, *repeated} == {*sources, BUNDLE, REST}
    assert {path.relative_to(JS).as_posix() for path in imported(JS / "start-up.js")} <= {*repeated}
    first, rest = (set(re.findall(r'^"(.+?)": ', fetched[name], re.MULTILINE)) for name in (BUNDLE, REST))
    assert (first | rest, first & rest) == ({*repeated}, set())
    assert {path.relative_to(JS).as_posix() for path in imported(JS / "main.js")} - {"main.js"} <= first
    assert {"start-up.js", "controller.js", "net/sync.js", "games/connect4/threat-marks.js"} <= rest
    assert "dialogs/games.js" in fetched
    assert not re.search(r"/\*\*", fetched[BUNDLE] + fetched[REST])
    for name, text in {**fetched, **repeated, "package.json": '{"type": "module"}'}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    code = """
      const { $use } = await import("./bundle.js");
      const { definitionOf, loadGames } = await import("./games/registry.js");
      const codecs = await Promise.all((await loadGames()).map((definition) => definition.codec()));
      const share = await import("./game/share-code.js");
      const { Api } = await import("./net/api.js");
      const same = definitionOf === $use("games/registry.js").definitionOf && Api === $use("net/api.js").Api;
      console.log(JSON.stringify([same, codecs.every(({ pack }) => pack), typeof share.writeCode]));"""
    (tmp_path / "try.js").write_text(code)
    node = subprocess.run(["node", "try.js"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (node.stderr, node.stdout) == ("", '[true,true,"function"]\n')


def test_the_style_sheets_of_the_page_are_sent_as_one() -> None:
    page = (STATIC / "index.html").read_text()
    names = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    one, style = sent_styles(page, {name: (STATIC / name).read_text() for name in names})
    assert len(names) > 3
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', one) == [STYLES]
    assert style == "".join((STATIC / name).read_text() for name in names)
