"""Build the programs, or check that those in the tree were built from the kernels in the tree.

    python -m tools.portable.build             build what is out of date
    python -m tools.portable.build --check     say what is out of date; changes nothing
    python -m tools.portable.build --again     build again and compare byte for byte; changes nothing

`data/portable.json` says for each program which sources it was built from and what its file hashes to. An edited source
or an edited file is found by comparing hashes; that a file *is* what the sources make is found by building again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

from tools.portable.linking import link
from tools.portable.lowering import captured, entry, layout_of, object_file

PROJECT: Final = Path(__file__).parents[2]
DATA: Final = PROJECT / "src" / "slidedrop" / "data"
BUILT: Final = DATA / "portable.json"


class Recipe(NamedTuple):
    """What one program is made of."""

    name: str
    module: str
    """The module that lists its QUESTIONS and GROWING arrays, and makes a `portable_desk`."""
    folders: tuple[str, ...]
    """Where the sources lie that it may be made of."""


RECIPES: Final = (
    Recipe(
        "connect4",
        "tools.portable.connect4.listed",
        ("connect4/solver", "connect4/book"),
    ),
    Recipe("2048", "tools.portable.large_2048", ("twenty48/engine",)),
    Recipe("2048-small", "tools.portable.small_2048", ("twenty48/engine",)),
)


def sources_hash(recipe: Recipe, project: Path = PROJECT) -> str:
    """Return a hash of all sources that a program may be made of, the builder's among them."""
    package = project / "src" / "slidedrop"
    folders = [*(package / folder for folder in recipe.folders), project / "tools" / "portable"]
    digest = hashlib.sha256()
    for path in [*sorted(path for folder in folders for path in folder.rglob("*.py")), package / "engine/kernel.py"]:
        digest.update(path.relative_to(project).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def stale(project: Path = PROJECT) -> list[str]:
    """Return one sentence for each program that is not what the tree says."""
    data = project / "src" / "slidedrop" / "data"
    built: dict[str, Any] = json.loads((data / BUILT.name).read_text()) if (data / BUILT.name).exists() else {}
    said = []
    for recipe in RECIPES:
        file, about = data / f"{recipe.name}.wasm", built.get(recipe.name, {})
        if about.get("sources") != sources_hash(recipe, project):
            said.append(f"{file.name} was built from other sources than these; run `make portable`")
        if about.get("sha256") != _digest(file.read_bytes() if file.exists() else b""):
            said.append(f"{file.name} is not the file that was built; run `make portable`")
    return said


def program_of(recipe: Recipe) -> bytes:
    """Build one program. Numba must not have been imported: it is told to compile for no processor in particular."""
    _prepare()
    with captured() as texts:
        listed = import_module(recipe.module)
        desk = listed.portable_desk()
        layout = layout_of(desk, listed.GROWING)
        entries = {name: entry(question, desk, layout) for name, question in listed.QUESTIONS.items()}
    manifest = {**getattr(listed, "ABOUT", {}), "arrays": layout.arrays, "growing": layout.growing}
    return link(object_file(texts, entries, listed.QUESTIONS), set(entries), layout.end, manifest)


def _prepare() -> None:
    """Have every function lowered again (nothing from the cache), and as any processor can run it."""
    os.environ["SLIDEDROP_HOME"] = os.path.join(os.devnull, "nowhere")  # noqa: PTH118 - not a path: a place that cannot be
    os.environ["NUMBA_CPU_NAME"] = "generic"
    os.environ["NUMBA_OPT"] = "0"  # what is made for this machine is thrown away


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _build(*, compare: bool) -> int:
    """Build every program that is out of date, each in a process of its own: numba lowers a function once a process."""
    built = json.loads(BUILT.read_text()) if BUILT.exists() else {}
    differing = 0
    for recipe in RECIPES:
        if not compare and not [said for said in stale() if said.startswith(f"{recipe.name}.wasm")]:
            continue
        code, file = _built_apart(recipe), DATA / f"{recipe.name}.wasm"
        same = file.exists() and file.read_bytes() == code
        differing += not same
        print(f"{file.name}: {len(code)} bytes, {'the same as before' if same else 'not the same as before'}")
        if not compare:
            file.write_bytes(code)
            with_tools = {name: version(name) for name in ("numba", "llvmlite", "numpy")}
            built[recipe.name] = {"sources": sources_hash(recipe), "sha256": _digest(code), "with": with_tools}
            BUILT.write_text(json.dumps(built, indent=1, sort_keys=True) + "\n")
    return differing


def _built_apart(recipe: Recipe) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "built"
        apart = [sys.executable, "-m", "tools.portable.build", "--only", recipe.name, "--into", str(file)]
        subprocess.run(apart, cwd=PROJECT, check=True)
        return file.read_bytes()


def main() -> int:
    """Do what the arguments say; not 0 where something is out of date."""
    parser = argparse.ArgumentParser(description="Build the kernels as WebAssembly.")
    parser.add_argument("--check", action="store_true", help="only compare hashes")
    parser.add_argument("--again", action="store_true", help="build again and compare bytes")
    parser.add_argument("--only", choices=[recipe.name for recipe in RECIPES], help="build one program ...")
    parser.add_argument("--into", type=Path, help="... into this file")
    arguments = parser.parse_args()
    if arguments.only:
        [recipe] = [recipe for recipe in RECIPES if recipe.name == arguments.only]
        arguments.into.write_bytes(program_of(recipe))
        return 0
    if arguments.check:
        said = stale()
        print("\n".join(said), end="\n" if said else "", file=sys.stderr)
        return len(said)
    differing = _build(compare=arguments.again)
    return differing if arguments.again else 0


if __name__ == "__main__":
    sys.exit(main())
