"""A terminal for the tests of editions: it echoes the typed lines like a real one."""

from __future__ import annotations

import io
from typing import NamedTuple

from slidedrop.editions import run


class Typist(io.StringIO):
    """An input that shows each line on the screen when it is read."""

    def __init__(self, lines: tuple[str, ...], screen: io.StringIO) -> None:
        super().__init__("".join(f"{line}\n" for line in lines))
        self.screen = screen

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override] # typeshed says bytes
        line = super().readline(-1 if size is None else size)
        self.screen.write(line)
        return line


class Interrupted(io.StringIO):
    """An input at which the player presses Ctrl-C after its lines."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override] # typeshed says bytes
        line = super().readline(-1 if size is None else size)
        if not line:
            raise KeyboardInterrupt
        return line


class Talk(NamedTuple):
    """The result of a dialogue."""

    code: int
    screen: str


def talk(name: str, arguments: list[str], *lines: str) -> Talk:
    """Run an edition and type these lines, then close the input."""
    screen = io.StringIO()
    code = run(name, arguments, Typist(lines, screen), screen)
    return Talk(code, screen.getvalue())
