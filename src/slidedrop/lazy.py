"""Names that a package offers but imports only when they are first used.

    __getattr__, __dir__ = lazily(__name__, __all__, {"solve": "slidedrop.connect4.engine.perfect"})

`dir` and completion show them. If a module's library is missing, the error names the extra.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

TYPE_CHECKING = False  # importing typing would cost more than the rest


def lazily(
    package: str, offered: Sequence[str], modules: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the `__getattr__` and `__dir__` of a package: `modules` says where each name is.

    "slidedrop.a" has it under the same name, "slidedrop.a:b" as `b`, and "slidedrop.a:" is the module itself.
    """

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = _imported(name, modules[name])
        setattr(sys.modules[package], name, found)
        return found

    return get, lambda: sorted(offered)


def _imported(name: str, place: str) -> object:
    from importlib import import_module

    module, colon, attribute = place.partition(":")
    try:
        found = import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("slidedrop"):
            raise
        from slidedrop.core.errors import MissingExtra

        raise MissingExtra(name, "ai") from error
    return found if colon and not attribute else getattr(found, attribute or name)
