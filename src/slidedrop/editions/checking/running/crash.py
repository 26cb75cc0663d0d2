"""The exception and line of a crash in the student's code, and what to do if that is known.

Exception in thread "main" java.lang.ArithmeticException: / by zero          "java.lang.ArithmeticException: / by
    at java.base/java.util.Scanner.throwFor(Scanner.java:937)                 zero (Board.java, line 12)"
    at Board.move(Board.java:12)
"""

import re
import signal
from typing import Final

_PYTHON: Final = re.compile(r'File "(?:[^"]*/)?([^"/]+)", line (\d+)')
_JAVA: Final = re.compile(r"^\s+at (?!java\.|javax\.|jdk\.|sun\.)\S*\((\w+\.java):(\d+)\)", re.MULTILINE)
_NODE: Final = re.compile(r"([^\s/():]+\.[mc]?js):(\d+)")
_C: Final = re.compile(r"([^\s/:]+\.(?:c|cc|cpp|h|hpp)):(\d+)")
_RAISED: Final = re.compile(
    r"^(?:Exception in thread \"[^\"]*\" )?((?:[\w.$]+\.)?\w*(?:Error|Exception)\b[^\n]*)", re.MULTILINE
)
_SAID: Final = re.compile(r"(Assertion [^\n]*|what\(\):[^\n]*|runtime error:[^\n]*|AddressSanitizer: [\w-]+)")
_TERMINAL: Final = re.compile(r"setRawMode is not a function|not a (?:tty|terminal)|Inappropriate ioctl|termios\.error")
_MODULES: Final = re.compile(
    r"Cannot use import statement outside a module|Unexpected token 'export'|ERR_MODULE_NOT_FOUND"
    r"|require is not defined in ES module scope|ERR_UNSUPPORTED_DIR_IMPORT"
)
_PACKAGE: Final = re.compile(r"Cannot find (?:package|module) '((?:@[\w.-]+/)?\w[\w.-]*)(?:/[^']*)?'")
"""A package by its name; a file that is missing is written with its path."""
_COMPILER: Final = re.compile(r"([^\s/:(]+\.\w+)[:(](\d+)[^\n]*?\berror\b[^\n:]*:\s*([^\n]+)")
MODULE_ADVICE: Final = (
    'node cannot load it as it is: put {"type": "module"} into a package.json beside it and write the ending .js'
    " in every import, or check the class itself with --module"
)
PACKAGE_ADVICE: Final = (
    "the npm package '{}' is missing: run 'npm install' first (in class mode: --build 'npm install')"
)


def needs_terminal(errors: str) -> bool:
    """Tell whether a program gave up because its input was no terminal."""
    return _TERMINAL.search(errors) is not None


def crash(errors: str, code: int) -> str:
    """Return the cause of a crash in a few words, from standard error and the exit code."""
    if package := _PACKAGE.search(errors):
        return PACKAGE_ADVICE.format(package[1])
    if _MODULES.search(errors):
        return MODULE_ADVICE
    place, said = _place(errors), _said(errors)
    if code < 0 and not said:
        said = signal.strsignal(-code) or f"signal {-code}"
    return f"{said[:200]} ({place})" if place and said else said[:200]


def compiler_error(output: str) -> str:
    """Return a compiler's first error with its file and line; empty if none is found."""
    found = _COMPILER.search(output)
    return f"{found[3].strip()[:200]} ({found[1]}, line {found[2]})" if found else ""


def _place(errors: str) -> str:
    python, others = _PYTHON.findall(errors), (kind.search(errors) for kind in (_JAVA, _NODE, _C))
    place = python[-1] if python else next((other.groups() for other in others if other), ())
    return ", line ".join(place)


def _said(errors: str) -> str:
    raised, other = _RAISED.findall(errors), _SAID.search(errors)
    if raised:
        return str(raised[-1] if "Traceback" in errors else raised[0]).strip()
    if other:
        return other[0].strip()
    return (errors.strip().splitlines() or [""])[-1].strip()
