"""Runs a program in a real terminal and plays with single keys."""

from __future__ import annotations

import os
import re
import sys
import termios
import time
from typing import Any

import pexpect

ESCAPES = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Player:
    """A player at a separate terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        plain = ["--plain"] if arguments[:1] in {("2048",), ("connect4",)} else []
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "slidedrop", *arguments[:1], *plain, *arguments[1:]],
            env={**os.environ, "TERM": "xterm-256color", **environment},
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=20,
            echo=True,
        )
        self.child.delaybeforesend = None
        self.modes = termios.tcgetattr(self.child.child_fd)

    def sees(self, text: str) -> str:
        """Wait for a text and return the output before it; a line may be wrapped between any two words."""
        self.child.expect(r"\s+".join(map(re.escape, text.split(" "))))
        return ESCAPES.sub("", self.child.before)

    def shown_for(self, seconds: float) -> str:
        """Return the output of the next seconds."""
        self.child.expect(pexpect.TIMEOUT, timeout=seconds)
        return ESCAPES.sub("", self.child.before)

    def types(self, keys: str) -> None:
        self.child.send(keys)

    def waits_for_a_key(self) -> None:
        """Wait until the terminal is in raw mode, as it is only while the program waits for a key."""
        end = time.monotonic() + 20
        while termios.tcgetattr(self.child.child_fd)[3] & termios.ICANON:
            assert time.monotonic() < end
            time.sleep(0.01)

    def ends(self) -> int:
        """Wait for the end, check that the terminal is restored, and return the exit code."""
        self.child.expect(pexpect.EOF)
        self.child.wait()
        return int(self.child.exitstatus)


def sit_down(players: list[Player], *arguments: str, **environment: str) -> Player:
    player = Player(*arguments, **environment)
    players.append(player)
    return player
