"""The page's modules and style sheets as bundles: what the first board needs, and what is fetched later.

    js/main.js             import { Library } from "./library.js";
      is sent as           import { $use } from "./bundle.js"; const { Library } = $use("library.js");
    js/bundle.js           every module that main.js imports, each as a function that runs once, when it is first used
    js/rest.js             every module that is imported as import(/* rest */ "./x.js"), with those that it imports
    js/library.js          the same names again, taken from the bundle, so that no module exists twice
    css/bundle.css         the style sheets of index.html

A module imported as import(/* bundled */ "./x.js") is in the bundle of the importing one; every other import() is a
separate file, fetched when needed. Comments are not sent. The sources are plain modules, which also run unbundled.
"""

import posixpath
import re
from collections.abc import Mapping
from typing import Final

SCRIPTS: Final = "js/"
BUNDLE: Final = "bundle.js"
REST: Final = "rest.js"
STYLES: Final = "css/bundle.css"
_ENTRY: Final = "main.js"
_COMMENT: Final = re.compile(r"[ \t]*/\*\*.*?\*/ ?\n?|^\s*//[^\n]*\n", re.DOTALL | re.MULTILINE)
_IMPORT: Final = re.compile(
    r'^import (?:\{(?P<names>.*?)\}|\* as (?P<all>\w+)) from "(?P<path>\..+?)";\n', re.DOTALL | re.MULTILINE
)
_LATER: Final = re.compile(r'\bimport\((?:/\* (?P<mark>bundled|rest) \*/ )?"(?P<path>\..+?)"\)')
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:class|function|const) (\w+))", re.MULTILINE)
_SHEET: Final = re.compile(r'<link rel="stylesheet" href="(css/[^"]+)">\n')
_USE: Final = "$use"
_FRAMES: Final = {
    BUNDLE: "const modules = {\n%s};\nexport const $use = (name) => (made[name] ??= modules[name]());\n"
    "export const $add = (more) => Object.assign(modules, more);\nconst made = {};\n",
    REST: 'import { $add, $use } from "./bundle.js";\n$add({\n%s});\nexport { $use };\n',
}


def sent_scripts(sources: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return every script that the page fetches, and the stubs for modules in a bundle."""
    code = {name: _COMMENT.sub("", text) for name, text in sources.items()}
    homes = _homes(code)
    fetched = {name: _linked(name, text, homes) for name, text in code.items() if name not in homes}
    for bundle, frame in _FRAMES.items():
        bodies = {name: _body(name, code[name], homes) for name in sorted(homes) if homes[name] == bundle}
        fetched[bundle] = frame % "".join(f'"{name}": () => {{\n{body}}},\n' for name, body in bodies.items())
    return fetched, {name: _again(name, code[name], home) for name, home in homes.items()}


def sent_styles(page: str, sheets: Mapping[str, str]) -> tuple[str, str]:
    """Return a page with one style sheet instead of several, and that sheet."""
    names = _SHEET.findall(page)
    one = _SHEET.sub("", page.replace(f'href="{names[0]}">', f'href="{STYLES}" >', 1)).replace('" >', '">')
    return one, "".join(sheets[name] for name in names)


def _homes(code: Mapping[str, str]) -> dict[str, str]:
    """Return the bundle of every module that the entry needs, at once or for the rest of the program."""
    first = _needed(code, {_ENTRY}, {"bundled"})
    homes = {**dict.fromkeys(_needed(code, first, {"bundled", "rest"}), REST), **dict.fromkeys(first, BUNDLE)}
    return {name: home for name, home in homes.items() if name != _ENTRY}


def _needed(code: Mapping[str, str], start: set[str], marks: set[str]) -> set[str]:
    """Return modules with all their imports; of dynamic ones those with one of the marks."""
    found, new = {*start}, [*start]
    while new:
        name = new.pop()
        paths = [match["path"] for match in _IMPORT.finditer(code[name])]
        paths += [match["path"] for match in _LATER.finditer(code[name]) if match["mark"] in marks]
        more = {_resolved(name, path) for path in paths} - found
        found |= more
        new += more
    return found


def _body(name: str, code: str, homes: Mapping[str, str]) -> str:
    """Return a bundled module as the body of a function that returns its exports."""
    exported = ", ".join(_EXPORT.findall(code))
    inner = _EXPORT.sub("", _used(name, code, homes, homes[name]).replace("export {};\n", ""))
    inner = inner.replace("import.meta.url", f'new URL("{name}", import.meta.url)')
    return f"{inner}return {{ {exported} }};\n"


def _linked(name: str, code: str, homes: Mapping[str, str]) -> str:
    """Return a separate module that takes bundled imports from their bundle."""
    used = _used(name, code, homes, name)
    takes_rest = any(homes.get(_resolved(name, match["path"])) == REST for match in _IMPORT.finditer(code))
    return used if used == code else f"{_take(name, REST if takes_rest else BUNDLE)}{used}"


def _again(name: str, code: str, home: str) -> str:
    return f'{_take(name, home)}export const {{ {", ".join(_EXPORT.findall(code))} }} = {_USE}("{name}");\n'


def _take(name: str, bundle: str) -> str:
    return f'import {{ {_USE} }} from "{_relative(bundle, name)}";\n'


def _used(name: str, code: str, homes: Mapping[str, str], place: str) -> str:
    """Return a module's code with its imports adapted to the file `place`."""

    def at_once(match: re.Match[str]) -> str:
        target = _resolved(name, match["path"])
        if target not in homes:
            return match[0]
        names = match["all"] or f"{{{match['names'].replace(' as ', ': ')}}}"
        return f'const {names} = {_USE}("{target}");\n'

    def later(match: re.Match[str]) -> str:
        target = _resolved(name, match["path"])
        if homes.get(target) in {BUNDLE, place}:
            return f'Promise.resolve({_USE}("{target}"))'
        there = f'import("{_relative(homes.get(target, target), place)}")'
        return f'{there}.then(({{ {_USE} }}) => {_USE}("{target}"))' if target in homes else there

    return _LATER.sub(later, _IMPORT.sub(at_once, code))


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _relative(target: str, home: str) -> str:
    path = posixpath.relpath(target, posixpath.dirname(home) or ".")
    return path if path.startswith(".") else f"./{path}"
