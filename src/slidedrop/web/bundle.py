"""The page's modules and style sheets as they are sent: all that the page needs at once in one file of each.

    js/main.js             import { Library } from "./library.js";
      is sent as           import { $use } from "./bundle.js"; const { Library } = $use("library.js");
    js/bundle.js           every module that main.js imports, each as a function that runs once, when it is first used
    js/library.js          the same names again, taken from the bundle, so that no module exists twice
    css/bundle.css         the style sheets of index.html

A module that is imported as import(/* bundled */ "./x.js") is in the bundle too; every other import() is a file of its
own, fetched when it is needed. Comments are not sent. The sources stay plain modules, which run without this.
"""

import posixpath
import re
from collections.abc import Mapping
from typing import Final

SCRIPTS: Final = "js/"
BUNDLE: Final = "bundle.js"
STYLES: Final = "css/bundle.css"
_ENTRY: Final = "main.js"
_COMMENT: Final = re.compile(r"[ \t]*/\*\*.*?\*/ ?\n?|^\s*//[^\n]*\n", re.DOTALL | re.MULTILINE)
_IMPORT: Final = re.compile(
    r'^import (?:\{(?P<names>.*?)\}|\* as (?P<all>\w+)) from "(?P<path>\..+?)";\n', re.DOTALL | re.MULTILINE
)
_LATER: Final = re.compile(r'\bimport\((?P<bundled>/\* bundled \*/ )?"(?P<path>\..+?)"\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)
_SHEET: Final = re.compile(r'<link rel="stylesheet" href="(css/[^"]+)">\n')
_USE: Final = "$use"
_RUN_ONCE: Final = "const made = {};\nexport const $use = (name) => (made[name] ??= modules[name]());\n"


def sent_scripts(sources: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return every script that the page fetches, as it is sent, and those that only repeat what is in the bundle."""
    code = {name: _COMMENT.sub("", text) for name, text in sources.items()}
    bundled = _bundled(code) - {_ENTRY}
    functions = [f'"{name}": () => {{\n{_body(name, code[name], bundled)}}},\n' for name in sorted(bundled)]
    fetched = {name: _linked(name, text, bundled) for name, text in code.items() if name not in bundled}
    bundle = f"const modules = {{\n{''.join(functions)}}};\n{_RUN_ONCE}"
    return {**fetched, BUNDLE: bundle}, {name: _again(name, code[name]) for name in bundled}


def sent_styles(page: str, sheets: Mapping[str, str]) -> tuple[str, str]:
    """Return a page with one style sheet in place of several, and that sheet."""
    names = _SHEET.findall(page)
    one = _SHEET.sub("", page.replace(f'href="{names[0]}">', f'href="{STYLES}" >', 1)).replace('" >', '">')
    return one, "".join(sheets[name] for name in names)


def _bundled(code: Mapping[str, str]) -> set[str]:
    """Return all modules that the entry needs at once."""
    found, new = {_ENTRY}, [_ENTRY]
    while new:
        name = new.pop()
        paths = [match["path"] for match in _IMPORT.finditer(code[name])]
        paths += [match["path"] for match in _LATER.finditer(code[name]) if match["bundled"]]
        more = {_resolved(name, path) for path in paths} - found
        found |= more
        new += more
    return found


def _body(name: str, code: str, bundled: set[str]) -> str:
    """Return a bundled module as the body of a function that returns what the module exports."""
    exported = ", ".join(_EXPORT.findall(code))
    inner = _EXPORT.sub("", _used(name, code, bundled, BUNDLE).replace("export {};\n", ""))
    inner = inner.replace("import.meta.url", f'new URL("{name}", import.meta.url)')
    return f"{inner}return {{ {exported} }};\n"


def _linked(name: str, code: str, bundled: set[str]) -> str:
    """Return a module of its own that takes what is bundled from the bundle."""
    used = _used(name, code, bundled, name)
    return used if used == code else f"{_take(name)}{used}"


def _again(name: str, code: str) -> str:
    return f'{_take(name)}export const {{ {", ".join(_EXPORT.findall(code))} }} = {_USE}("{name}");\n'


def _take(name: str) -> str:
    return f'import {{ {_USE} }} from "{_relative(BUNDLE, name)}";\n'


def _used(name: str, code: str, bundled: set[str], home: str) -> str:
    """Return a module's code with its imports as they are right in the file `home`."""

    def at_once(match: re.Match[str]) -> str:
        target = _resolved(name, match["path"])
        if target not in bundled:
            return match[0]
        names = match["all"] or f"{{{match['names'].replace(' as ', ': ')}}}"
        return f'const {names} = {_USE}("{target}");\n'

    def later(match: re.Match[str]) -> str:
        target = _resolved(name, match["path"])
        return f'Promise.resolve({_USE}("{target}"))' if target in bundled else f'import("{_relative(target, home)}")'

    return _LATER.sub(later, _IMPORT.sub(at_once, code))


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _relative(target: str, home: str) -> str:
    path = posixpath.relpath(target, posixpath.dirname(home) or ".")
    return path if path.startswith(".") else f"./{path}"
