"""The notice before the first use of a compiled player: compiling takes a while, once."""

from __future__ import annotations

import contextlib

import click

from slidedrop.core.errors import MissingExtra


def say_compiling() -> None:
    """Have a person told should anything be compiled from now on; later starts are quick and say nothing.

    Where the extra is missing nothing is said: who needs it will say so.
    """
    with contextlib.suppress(MissingExtra):
        from slidedrop.kernel import when_compiling

        when_compiling(tell)


def tell(sentence: str) -> None:
    """Say something beside the answer."""
    click.echo(sentence, err=True)
