"""Whether the solver can run here, and knows the rules: asked by whoever can do without it."""

from slidedrop.connect4.layout import fits
from slidedrop.connect4.rules import Rules
from slidedrop.portable.program import is_portable


def has_solver(rules: Rules) -> bool:
    """Tell whether the solver runs on this platform and knows these rules."""
    return rules.gravity and rules.connect == 4 and fits(rules.columns, rules.rows) and is_portable()
