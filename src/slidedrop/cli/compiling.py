"""What is said about the engines: that compiling takes a while, once, or that they are not installed."""

import contextlib
from typing import Final

import click

from slidedrop.core.errors import MissingExtra

GET_ENGINES: Final = "Get the engines with: pip install wasmtime"


def say_compiling() -> None:
    """Have a person told should anything be compiled from now on; later starts are quick and say nothing.

    Where the extra is missing nothing is said: who needs it will say so.
    """
    with contextlib.suppress(MissingExtra):
        from slidedrop.engine.kernel import when_compiling

        when_compiling(tell)


def tell(sentence: str) -> None:
    """Say something beside the answer."""
    click.echo(sentence, err=True)
