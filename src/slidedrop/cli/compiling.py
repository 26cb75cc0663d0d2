"""What is said about the engines: that compiling takes a while, once, or that they are not installed."""

import contextlib
from typing import Final

import click

from slidedrop.connect4.rules import Rules
from slidedrop.core.errors import MissingExtra

GET_ENGINES: Final = "Get the engines with: pip install wasmtime"


def say_compiling() -> None:
    """Have a person told should anything be compiled from now on; later starts are quick and say nothing.

    Where the extra is missing nothing is said: who needs it will say so.
    """
    with contextlib.suppress(MissingExtra):
        from slidedrop.engine.kernel import when_compiling

        when_compiling(tell)


def missing_solver(rules: Rules) -> str:
    """Say that the solver would know this board but is not installed, and how to get it; empty otherwise."""
    from slidedrop.connect4.engine.perfect import has_solver, is_solvable

    missing = is_solvable(rules) and not has_solver(rules)
    return f"The solver is not installed, so little is proven. {GET_ENGINES}" if missing else ""


def tell(sentence: str) -> None:
    """Say something beside the answer."""
    click.echo(sentence, err=True)
