"""What to say where the solver of Connect-4 is not installed."""

from slidedrop.cli.compiling import GET_ENGINES
from slidedrop.connect4.rules import Rules


def missing_solver(rules: Rules) -> str:
    """Say that the solver would know this board but is not installed, and how to get it; empty otherwise."""
    from slidedrop.connect4.engine.perfect import has_solver, is_solvable

    missing = is_solvable(rules) and not has_solver(rules)
    return f"The solver is not installed, so little is proven. {GET_ENGINES}" if missing else ""
