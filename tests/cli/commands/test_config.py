"""Tests of `slidedrop config`: your settings and keys."""

from __future__ import annotations

import re
import tomllib

import pytest

from slidedrop.places import config_folder
from slidedrop.terminal.full.settings import Settings
from tests.cli.talking import names, slidedrop


def test_settings_are_shown_changed_and_put_back() -> None:
    assert names(slidedrop("config").out, 'theme = "dark"\n', "animation = true\n", "pace = 0.6\n")
    for name, value in (("theme", "light"), ("animation", "false"), ("pace", "1.5"), ("keys.undo", "z")):
        assert slidedrop("config", "set", name, value).code == 0
    kept = tomllib.loads((config_folder() / "config.toml").read_text())
    assert kept == {"theme": "light", "animation": False, "pace": 1.5, "keys": {"undo": "z"}}
    assert Settings.read() == Settings("light", animation=False, pace=1.5, keys={"undo": "z"})
    slidedrop("config", "unset", "pace")
    slidedrop("config", "unset", "keys.undo")
    assert Settings.read() == Settings("light", animation=False)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("them", "light", r"setting 'them'.*'theme'\?"),
        ("theme", "blue", '"dark", "light", .*not "blue"'),
        ("animation", "perhaps", 'true, false.* "perhaps"'),
        ("pace", "quick", r'0\.02 to 5.* "quick"'),
        ("pace", "9", r"0\.02 to 5.* 9"),
        ("keys.undoo", "z", "actions are back, "),
        ("keys.undo", "uu", "'uu' .*key"),
        ("keys.undo", "i", "key 'i' .*'undo'.*'hint'"),
    ],
)
def test_an_invalid_setting_is_refused_with_the_allowed_values(name: str, value: str, sentence: str) -> None:
    said = slidedrop("config", "set", name, value)
    assert said.code == 2
    assert re.search(sentence, said.err)
    assert not (config_folder() / "config.toml").exists()


def test_an_unknown_setting_cannot_be_unset() -> None:
    assert slidedrop("config", "unset", "themes").code == 2
    assert not (config_folder() / "config.toml").exists()


def test_a_change_leaves_comments_and_other_values_alone() -> None:
    path = config_folder() / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text('# mine\npace = 1 # slow\n\n[keys]\nundo = "z" # last row\n')
    assert slidedrop("config", "set", "theme", "light").code == 0
    assert slidedrop("config", "set", "keys.hint", "y").code == 0
    text = path.read_text()
    assert "# mine\npace = 1 # slow\n" in text
    assert 'undo = "z" # last row\n' in text
    assert tomllib.loads(text) == {"pace": 1, "theme": "light", "keys": {"undo": "z", "hint": "y"}}


@pytest.mark.parametrize("words", [(), ("set", "theme", "light"), ("unset", "theme")])
def test_an_invalid_toml_file_is_reported_with_line_and_column_and_not_changed(words: tuple[str, ...]) -> None:
    path = config_folder() / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("pace = 1\ntheme = light\n")
    said = slidedrop("config", *words)
    assert said.code != 0
    assert "line 2, column 9" in said.err
    assert path.read_text() == "pace = 1\ntheme = light\n"
    assert "line 2, column 9" in slidedrop("2048", "--seed", "7", typed="q\n").out


def test_your_own_key_works_in_plain_play() -> None:
    slidedrop("config", "set", "keys.undo", "z")
    said = slidedrop("2048", "--seed", "7", typed="w\nz\nu\nq\n").out
    assert "> z\nScore: 0" in said
    assert said.count("Undone.") == 1
    assert "nothing to undo" in said


def test_a_folder_in_place_of_the_settings_is_named_once() -> None:
    (config_folder() / "config.toml").mkdir(parents=True)
    said = slidedrop("config")
    assert (said.code, said.err.count("config.toml"), "Errno" in said.err) == (1, 1, False)
    assert slidedrop("2048", "--new", typed="q\n").code == 0
