"""`slidedrop config`: settings and keys of one's own."""

from __future__ import annotations

import tomllib

import pytest

from slidedrop.places import config_folder
from slidedrop.terminal.full.settings import Settings
from tests.cli.talking import slidedrop


def test_settings_are_shown_changed_and_put_back() -> None:
    assert 'theme = "dark"\nanimation = true\npace = 0.6\n' in slidedrop("config").out
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
        ("them", "light", "there is no setting 'them'; did you mean 'theme'?"),
        ("animation", "perhaps", "animation is true or false, not 'perhaps'"),
        ("pace", "quick", "pace is a number, not 'quick'"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(name: str, value: str, sentence: str) -> None:
    said = slidedrop("config", "set", name, value)
    assert said.code == 2
    assert sentence in said.err
    assert not (config_folder() / "config.toml").exists()


def test_a_key_of_ones_own_works_in_plain_play() -> None:
    slidedrop("config", "set", "keys.undo", "z")
    said = slidedrop("2048", "--seed", "7", typed="w\nz\nu\nq\n").out
    assert "> z\nScore: 0" in said
    assert said.count("Taken back.") == 1
    assert "There is nothing to take back." in said
