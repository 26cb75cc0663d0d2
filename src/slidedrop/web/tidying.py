"""Python's tidying up, done rarely: looking through every game in memory takes a fifth of a second, and all moves wait.

usual    whenever a quarter more is in memory, so most often when most is going on
here     the youngest things as ever, everything only once in ten minutes
"""

from __future__ import annotations

import gc
import threading
import time
from typing import Final

EVERY: Final = 600.0
_YOUNG: Final = 20_000
_MIDDLE: Final = 50
_NEVER: Final = 1_000_000
"""Tidyings of the middle generation before everything is looked through; far beyond ten minutes of play."""


def tidy_rarely(every: float = EVERY) -> None:
    """Look through everything only every so many seconds; what is there now is not looked through at all."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
    threading.Thread(target=_tidy, args=(every,), name="tidying", daemon=True).start()


def _tidy(every: float) -> None:
    while True:
        time.sleep(every)
        gc.collect()
