"""Tests of setting the project's address."""

from __future__ import annotations

from tools.release import PROJECT, absolute, missing, with_urls

HOME = "https://example.org/us/slidedrop/"


def test_setting_the_project_address_completes_the_package_page() -> None:
    readme, pyproject = ((PROJECT / name).read_text("utf-8") for name in ("README.md", "pyproject.toml"))
    after = absolute(readme, HOME)
    assert missing(readme, pyproject)
    assert missing(after, with_urls(pyproject, HOME)) == []
    assert 'src="https://example.org/us/slidedrop/raw/main/docs/pictures/2048-light-desktop.png"' in after
    assert "(https://example.org/us/slidedrop/blob/main/docs/explanation/architecture.md)" in after
    assert absolute(after, HOME) == after
    assert with_urls(with_urls(pyproject, HOME), HOME) == with_urls(pyproject, HOME)
