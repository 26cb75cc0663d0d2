"""What is said about the engines: that compiling takes a while, once, or that they are not installed."""

import contextlib
import shlex
import sys
from typing import Final

import click

from slidedrop.core.errors import MissingExtra

GET_ENGINES: Final = f"Install the engines with: {shlex.quote(sys.executable)} -m pip install wasmtime"


def say_compiling() -> None:
    """Tell the person if anything is compiled from now on; nothing is said where the extra is missing."""
    with contextlib.suppress(MissingExtra):
        from slidedrop.engine.kernel import when_compiling

        when_compiling(tell)


def tell(sentence: str) -> None:
    """Say something beside the answer."""
    click.echo(sentence, err=True)
