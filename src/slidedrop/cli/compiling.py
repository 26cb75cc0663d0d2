"""The notice before the first use of a compiled player: compiling takes a while, once."""

from __future__ import annotations

import click


def say_compiling() -> None:
    """Tell a person that the first use compiles; later starts are quick and say nothing."""
    from slidedrop.kernel import warm

    if not warm():
        click.echo("Compiling for this processor; only the first use takes this long ...", err=True)
