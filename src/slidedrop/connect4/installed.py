"""Whether the compiled solver is there, and knows the rules: asked by whoever can do without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from slidedrop.core.errors import MissingExtra

if TYPE_CHECKING:
    from slidedrop.connect4.rules import Rules


def has_solver(rules: Rules) -> bool:
    """Tell whether the compiled solver is installed and knows these rules."""
    if not rules.gravity or rules.connect != 4:
        return False
    try:
        import slidedrop.kernel  # noqa: F401 - says what is missing before NumPy does
    except MissingExtra:
        return False
    from slidedrop.connect4.solver import is_solvable

    return is_solvable(rules)
