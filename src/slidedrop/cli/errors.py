"""Errors as the program prints them: one sentence and an exit code."""

from pathlib import Path

import click

from slidedrop.core.errors import RecordError, SlidedropError
from slidedrop.durable import try_writing


class Refusal(click.ClickException):
    """An error that will be printed."""

    def __init__(self, error: SlidedropError | OSError) -> None:
        text = told(error)  # quoted text may come from a file, and must not control the terminal
        super().__init__("".join(sign if sign == "\n" or sign.isprintable() else ascii(sign)[1:-1] for sign in text))
        self.exit_code = error.exit_code if isinstance(error, SlidedropError) else 1  # type: ignore[misc] # click reads it from the instance


def told(error: SlidedropError | OSError) -> str:
    """Return the message of an error; system errors name the file if there is one."""
    if isinstance(error, SlidedropError):
        return str(error)
    where = "" if error.filename is None else f"'{error.filename}': "
    return f"{where}{(error.strerror or str(error)).lower()}"


def unknown(what: str, name: str, names: list[str]) -> str:
    """Return a message that there is no such thing, with the closest name."""
    import difflib

    close = difflib.get_close_matches(name, names, 1)
    meant = f"did you mean '{close[0]}'?" if close else f"choose one of {', '.join(names)}"
    return f"there is no {what} '{name}'; {meant}"


def check_output(path: Path, *, force: bool = False, own: bytes = b"") -> None:
    """Refuse a file that cannot be written or must not be replaced, before any work is done.

    A command without --force replaces only a file that begins like its `own`.
    """
    if path.is_dir():
        raise RecordError(f"'{path}' is a folder; name a file in it")
    if own and path.is_file():
        with path.open("rb") as file:
            if file.read(len(own)) not in (own, b""):
                raise RecordError(f"'{path}' exists already and holds something else; choose another name")
    elif path.exists() and not force and not own:
        raise RecordError(f"'{path}' exists already; add --force to replace it, or choose another name")
    try_writing(path)


class Verbs(click.Group):
    """A command group that suggests the closest command."""

    what = "command"

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            ctx.fail(unknown(self.what, args[0], self.list_commands(ctx)))
        return super().resolve_command(ctx, args)
