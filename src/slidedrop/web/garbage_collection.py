"""Full garbage collection every ten minutes: it takes a fifth of a second, and all moves wait.

by default    whenever a quarter more is in memory, so most often under the highest load
here          the youngest objects as ever, few at a time; all others only once in ten minutes

A request leaves hardly a cycle behind (7 objects of 100 moves), and a game that leaves the memory leaves none (the
nodes of its history do not point back), so nothing grows much meanwhile.
"""

import gc
import threading
import time
from typing import Final

EVERY: Final = 600.0
_YOUNG: Final = 2_000
"""New objects before the youngest are looked through; with boards of 4,096 tiles among them that took 2 ms at most."""
_NEVER: Final = 1_000_000
"""Collections of one generation before one of the next; far beyond ten minutes of play."""


def collect_rarely(every: float = EVERY) -> None:
    """Collect fully only every n seconds; what is in memory now is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)
    threading.Thread(target=_collect, args=(every,), name="garbage collection", daemon=True).start()


def _collect(every: float) -> None:
    while True:
        time.sleep(every)
        gc.collect()
