"""Measure the full-screen program in a pseudo terminal: `python benchmarks/bench_full.py`.

first frame     CPU seconds of the program until the home screen is drawn         at most 0.4
memory          peak in the first three seconds                                   at most 80 MB
bytes           written per key of 2048 at 100 x 30, with its whole animation     at most 6 KB
key             from a key in 2048 to the first byte drawn, the median            at most 30 ms
animating       CPU of one core while tiles slide without pauses                  at most 25%
idle            CPU of one core without input                                     at most 1%
"""

from __future__ import annotations

import os
import select
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import pexpect

KEYS: Final = ("\x1b[D", "\x1b[B", "\x1b[C", "\x1b[A")
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def spent(child: Any) -> float:  # noqa: ANN401 - pexpect has no types
    """Return the CPU seconds of a program so far."""
    fields = Path(f"/proc/{child.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def most_memory(child: Any) -> float:  # noqa: ANN401 - see above
    """Return the peak memory of a program in megabytes."""
    return int(Path(f"/proc/{child.pid}/status").read_text().split("VmHWM:")[1].split()[0]) / 1024


def drain(child: Any, seconds: float) -> int:  # noqa: ANN401 - see above
    """Read the output of the program for some seconds, and return the number of bytes."""
    end, count = time.monotonic() + seconds, 0
    while (left := end - time.monotonic()) > 0:
        if select.select([child.child_fd], [], [], left)[0]:
            count += len(os.read(child.child_fd, 1 << 16))
    return count


def key_time(child: Any, key: str) -> float:  # noqa: ANN401 - see above
    """Return the milliseconds from a key to the first output after it."""
    began = time.monotonic()
    child.send(key)
    select.select([child.child_fd], [], [], 5)
    took = time.monotonic() - began
    drain(child, 0.6)
    return 1000 * took


def settle(child: Any) -> None:  # noqa: ANN401 - see above
    """Wait at most three minutes until the network is loaded in the background."""
    for _ in range(90):
        before = spent(child)
        drain(child, 2)
        if spent(child) - before < 0.05:
            return


def share(child: Any, seconds: float, keys: bool) -> float:  # noqa: ANN401 - see above
    """Return the percentage of a core used in some seconds, with keys pressed as fast as tiles slide, or without."""
    before, began = spent(child), time.monotonic()
    for number in range(int(seconds / 0.16)):
        if keys:
            child.send(KEYS[number % 4])
        drain(child, 0.16)
    return 100 * (spent(child) - before) / (time.monotonic() - began)


def opened(home: str, size: tuple[int, int] = (24, 80)) -> Any:  # noqa: ANN401 - see above
    """Start the program and wait for its first frame."""
    environment = {**os.environ, "SLIDEDROP_HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    child: Any = pexpect.spawn(
        sys.executable, ["-m", "slidedrop"], dimensions=size, env=environment, encoding="utf-8", timeout=60
    )
    child.delaybeforesend = None
    child.expect_exact("Quit")
    return child


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as home:
        first = []
        for _ in range(5):
            child = opened(home)
            first.append(spent(child))
            child.kill(9)
        print(f"first frame {statistics.median(first):.2f} s of CPU")
        child = opened(home, (30, 100))
        drain(child, 3)
        print(f"memory {most_memory(child):.0f} MB after three seconds")
        child.send("2")
        drain(child, 1)
        child.send("\r")
        drain(child, 2)
        counts = []
        for number in range(20):
            child.send(KEYS[number % 4])
            counts.append(drain(child, 1))
        print(f"bytes {statistics.median(counts) / 1024:.1f} KB per key, at most {max(counts) / 1024:.1f}")
        child.kill(9)
        child = opened(home)
        settle(child)
        child.send("2")
        drain(child, 1)
        child.send("\r")
        drain(child, 2)
        before = spent(child)
        times = [key_time(child, KEYS[number % 4]) for number in range(20)]
        print(f"a move takes {1000 * (spent(child) - before) / len(times):.0f} ms of CPU with its whole animation")
        print(f"key {statistics.median(times):.0f} ms, the slowest {max(times):.0f} ms, load {os.getloadavg()[0]:.0f}")
        print(f"animating {share(child, 6, keys=True):.0f} % of a core")
        drain(child, 1)
        print(f"idle {share(child, 6, keys=False):.1f} % of a core")
        child.kill(9)


if __name__ == "__main__":
    main()
