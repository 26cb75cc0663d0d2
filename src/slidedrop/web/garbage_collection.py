"""Full garbage collection only every ten minutes, because all moves wait for it (0.2 s).

by default    whenever a quarter more is in memory, so most often under the highest load
here          young objects as usual; all others once in ten minutes

Requests leave few cycles (7 objects per 100 moves), and dropped games none (their history has no back references), so
memory grows little meanwhile.
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
    """Collect fully only every n seconds; objects that exist now are never checked again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)
    threading.Thread(target=_collect, args=(every,), name="garbage collection", daemon=True).start()


def _collect(every: float) -> None:
    while True:
        time.sleep(every)
        gc.collect()
