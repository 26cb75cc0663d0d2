"""Tests that full garbage collections are rare but still happen."""

from __future__ import annotations

from tests.web.in_a_process import said_by

PROGRAM = """
import gc, sys, time, weakref
from slidedrop.web.garbage_collection import collect_rarely
collect_rarely(float(sys.argv[1]))
class Knot: pass
knot = Knot(); knot.itself = knot
gc.collect(1)
gone = weakref.ref(knot); del knot
rubble = [[] for _ in range(2_000_000)]; del rubble
end = time.monotonic() + float(sys.argv[2])
while gone() is not None and time.monotonic() < end: time.sleep(0.05)
print(gone() is None)
"""


def test_old_garbage_is_not_collected_while_many_objects_are_made() -> None:
    assert said_by(PROGRAM, "600", "3") == "False\n"


def test_old_garbage_is_collected_after_the_interval() -> None:
    assert said_by(PROGRAM, "0.2", "60") == "True\n"
