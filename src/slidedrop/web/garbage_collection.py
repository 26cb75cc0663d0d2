"""Full garbage collection every ten minutes: it takes a fifth of a second, and all moves wait.

by default    whenever a quarter more is in memory, so most often when most is going on
here          young generations as ever, the oldest only once in ten minutes
"""

import gc
import threading
import time
from typing import Final

EVERY: Final = 600.0
_YOUNG: Final = 20_000
_MIDDLE: Final = 5
"""Collections of the young generation before one of the middle: it looks through 100,000 objects, some 10 ms."""
_NEVER: Final = 1_000_000
"""Collections of the middle generation before a full one; far beyond ten minutes of play."""


def collect_rarely(every: float = EVERY) -> None:
    """Collect fully only every n seconds; what is in memory now is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)
    threading.Thread(target=_collect, args=(every,), name="garbage collection", daemon=True).start()


def _collect(every: float) -> None:
    while True:
        time.sleep(every)
        gc.collect()
