"""`--jobs` and `--on`: how many work at once, and where."""

import os
import re
from collections.abc import Callable
from typing import Any, Final

import click

from slidedrop.cli.options.numbers import WholeNumber
from slidedrop.lab.work.place import LOCAL

_ADDRESS: Final = re.compile(r"(tcp|tls)://.+:\d+")


class _Place(click.ParamType):  # type: ignore[type-arg] # generic only from click 8.4 on
    name = "place"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value == LOCAL or _ADDRESS.fullmatch(str(value)):
            return str(value)
        message = f"'{value}' is neither 'local' nor the address of a Dask scheduler, such as tcp://192.168.1.5:8786."
        raise click.BadParameter(message, ctx, param)


def work_options(
    *names: str, jobs: int = min(2, os.cpu_count() or 1)
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return what adds both options to a command; `jobs` is the usual number, `names` are more names for it."""
    many = click.option(
        "--jobs", *names, type=WholeNumber(1, 256), default=jobs, show_default=True, help="Processes at work."
    )
    where = click.option(
        "--on",
        type=_Place(),
        default=LOCAL,
        metavar="ADDRESS",
        help="A cluster to work on: tcp://HOST:8786 (extra 'cluster').",
    )
    return lambda command: many(where(command))
