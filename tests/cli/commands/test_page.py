"""Tests that `slidedrop page` writes the page for any static host."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from slidedrop.web.site import site_files
from tests.cli.talking import slidedrop

if TYPE_CHECKING:
    from pathlib import Path


def test_the_page_is_written_with_its_engine(tmp_path: Path) -> None:
    said = slidedrop("page", str(tmp_path / "public"))
    assert said.out.startswith(f"{len(site_files())} files are in ")
    listed = json.loads((tmp_path / "public" / "engine" / "files.json").read_bytes())
    sizes = {name: (tmp_path / "public" / "engine" / file).stat().st_size for name, (file, _) in listed.items()}
    assert sizes == {name: size for name, (_, size) in listed.items()}
    assert {"connect4.wasm", "connect4-7x6.book", "puzzles.json"} <= set(listed)
    assert (tmp_path / "public" / "index.html").is_file()


def test_an_older_engine_is_removed_and_other_files_stay(tmp_path: Path) -> None:
    older, own = tmp_path / "engine" / "connect4.0123456789ab.wasm", tmp_path / "engine" / "notes.of.mine"
    older.parent.mkdir()
    older.write_bytes(b"old")
    own.write_bytes(b"mine")
    slidedrop("page", str(tmp_path))
    assert not older.exists()
    assert own.read_bytes() == b"mine"


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_bytes(b"")
    said = slidedrop("page", str(tmp_path / "taken"))
    assert said.code != 0
    assert "taken" in said.err
    assert "Traceback" not in said.err


def test_another_page_in_the_folder_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    said = slidedrop("page", str(tmp_path))
    assert (said.code, "index.html" in said.err) == (1, True)
    assert [path.read_text() for path in tmp_path.rglob("*")] == ["mine"]


def test_the_page_is_written_again_in_its_own_folder(tmp_path: Path) -> None:
    assert [slidedrop("page", str(tmp_path)).code for _ in range(2)] == [0, 0]
