"""Build the engines, or check that those in the tree were built from the kernels in the tree.

    python -m tools.portable.build             build what is out of date
    python -m tools.portable.build --check     list what is out of date; changes nothing
    python -m tools.portable.build --again     build again and compare byte for byte; changes nothing

`data/portable.json` has for each engine a hash of its sources and of its file. `--check` compares these hashes, so it
finds an edited source or file. Only `--again` proves that a file was built from these sources.
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
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tools.portable.javascript import javascript
from tools.portable.linking import link
from tools.portable.lowering import Layout, captured, entry, layout_of, object_file, parameters_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from slidedrop.engine.exports import Exports

PROJECT: Final = Path(__file__).parents[2]
DATA: Final = PROJECT / "src" / "slidedrop" / "data"
BUILT: Final = DATA / "portable.json"
SCRIPT: Final = Path("src/slidedrop/web/static/js/engine/exports.js")


class Recipe(NamedTuple):
    """The inputs from which one engine is built."""

    name: str
    package: str
    """The folder of the engine's sources."""
    kernels: str
    """The module with its DECLARATION, EXPORTS, `memory_of` and `facts_of`."""


RECIPES: Final = (
    Recipe("connect4", "connect4/engine", "slidedrop.connect4.engine.kernels"),
    Recipe("2048", "twenty48/engine", "slidedrop.twenty48.engine.kernels"),
    Recipe("2048-small", "twenty48/engine", "slidedrop.twenty48.engine.kernels"),
)


def sources_hash(recipe: Recipe, project: Path = PROJECT) -> str:
    """Return a hash of all sources from which an engine is built: declarations, kernels and the builder."""
    package = project / "src" / "slidedrop"
    sources = [path for path in sorted((package / recipe.package).rglob("*.py")) if _is_source(path)]
    builder = sorted((project / "tools" / "portable").rglob("*.py"))
    digest = hashlib.sha256()
    for path in [*sources, *builder, package / "engine/kernel.py", package / "engine/exports.py"]:
        digest.update(path.relative_to(project).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _is_source(path: Path) -> bool:
    return path.name == "exports.py" or b"slidedrop.engine.kernel" in path.read_bytes()


def stale(project: Path = PROJECT) -> list[str]:
    """Return one sentence for each file that was not built from this tree."""
    data = project / "src" / "slidedrop" / "data"
    built: dict[str, Any] = json.loads((data / BUILT.name).read_text()) if (data / BUILT.name).exists() else {}
    said = []
    for recipe in RECIPES:
        file, about = data / f"{recipe.name}.wasm", built.get(recipe.name, {})
        if about.get("sources") != sources_hash(recipe, project):
            said.append(f"{file.name} was built from other sources than these; run `make portable`")
        if about.get("sha256") != _digest(file.read_bytes() if file.exists() else b""):
            said.append(f"{file.name} is not the file that was built; run `make portable`")
    if (project / SCRIPT).read_text() != javascript():
        said.append(f"{SCRIPT.name} is not what the declarations say; run `make portable`")
    return said


def program_of(recipe: Recipe) -> bytes:
    """Build one engine. Numba must not be imported yet: it is configured to compile for a generic processor."""
    _prepare()
    with captured() as texts:
        kernels = import_module(recipe.kernels)
        declared, memory = kernels.DECLARATION, kernels.memory_of(recipe.name)
        layout = layout_of(memory, {array.field for array in declared.arrays().values() if array.growing})
        if wrong := differences(declared, kernels.EXPORTS, layout):
            raise TypeError("; ".join(wrong))
        entries = {kernel.__name__: entry(kernel, memory, layout) for kernel in kernels.EXPORTS}
    fields = {array.field for array in declared.arrays().values()}
    arrays = {name: place for name, place in layout.arrays.items() if name in fields}
    manifest = {**kernels.facts_of(recipe.name), "arrays": arrays, "growing": layout.growing}
    return link(object_file(texts, entries, kernels.EXPORTS), set(entries), layout.end, manifest)


def differences(declared: type[Exports], kernels: Iterable[Callable[..., Any]], layout: Layout) -> list[str]:
    """Return one sentence for each function or array that differs from its declaration."""
    functions = {name: list(signature.parameters)[1:] for name, signature in declared.functions().items()}
    found = {kernel.__name__: parameters_of(kernel) for kernel in kernels}
    wrong = [
        f"{name} is declared with {functions.get(name)} and has {found.get(name)}"
        for name in sorted({*functions, *found})
        if functions.get(name) != found.get(name)
    ]
    for array in declared.arrays().values():
        _, kind, *length = layout.arrays.get(array.field) or layout.growing.get(array.field, (0, "none"))
        if kind != array.kind or (array.length is not None and length != [array.length]):
            wrong.append(f"{array.field} is declared as {array.length} of {array.kind} and is {length} of {kind}")
    return wrong


def _prepare() -> None:
    """Lower every function again, without the cache and for a generic processor."""
    os.environ["SLIDEDROP_HOME"] = os.path.join(os.devnull, "nowhere")  # noqa: PTH118 - a path that cannot exist
    os.environ["NUMBA_CPU_NAME"] = "generic"
    os.environ["NUMBA_OPT"] = "0"  # native code is discarded, so do not optimise it


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _build(*, compare: bool) -> int:
    """Build every engine that is out of date, each in its own process: numba lowers a function once per process."""
    if not compare:
        (PROJECT / SCRIPT).write_text(javascript())
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
    """Run the command line; return a nonzero exit code if something is out of date."""
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
