"""Numbers on the command line: what is wrong with one is said together with what would be right; several options."""

from collections.abc import Callable
from functools import reduce
from typing import Any, Final

import click

Command = Callable[..., Any]


def several(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return what gives a command several options at once, in this order."""
    return lambda command: reduce(lambda given, option: option(given), reversed(options), command)


class WholeNumber(click.ParamType):  # type: ignore[type-arg] # generic only from click 8.4 on
    """A whole number from the least to the most."""

    name = "integer"

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that was typed, or say which are possible."""
        text = str(value).strip()
        digits = text.removeprefix("-")
        whole = digits.isascii() and digits.isdecimal() and len(digits) <= 20
        if whole and self._least <= int(text) <= self._most:
            return int(text)
        raise click.BadParameter(f"'{value}' is not a whole number from {self._least} to {self._most}.", ctx, param)


SEED: Final = WholeNumber(-(1 << 63), (1 << 63) - 1)
"""Any seed of the tiles."""


class Seconds(click.ParamType):  # type: ignore[type-arg] # generic only from click 8.4 on
    """A time, from none at all to a minute."""

    name = "seconds"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the time that was typed, or say which are possible."""
        try:
            seconds = float(str(value)) if str(value).isascii() else -1
        except ValueError:
            seconds = -1
        if 0 <= seconds <= 60:
            return seconds
        raise click.BadParameter(f"'{value}' is not a number of seconds from 0 to 60.", ctx, param)
