"""The environments: steps a CPU second by batch, one environment's step, two threads against one, and memory."""

from __future__ import annotations

import os
import resource
import time
from typing import Any

import numpy as np

from slidedrop.lab.envs import env, vector

ROUNDS = 64


def stepping(many: Any, actions: int) -> tuple[float, float]:  # noqa: ANN401 - a vector
    """Return steps a second of CPU time and by the clock, the best of seven."""
    many.reset(seed=1)
    chosen = np.random.default_rng(1).integers(0, actions, (ROUNDS, many.num_envs))
    cpu = clock = 0.0
    for _ in range(7):
        began, began_clock = time.process_time(), time.perf_counter()
        for action in chosen:
            many.step(action)
        cpu = max(cpu, chosen.size / (time.process_time() - began))
        clock = max(clock, chosen.size / (time.perf_counter() - began_clock))
    many.close()
    return cpu, clock


def single(one: env.GameEnv, actions: int) -> float:
    """Return steps a CPU second of one environment, the best of seven."""
    one.reset(seed=1)
    chosen = np.random.default_rng(1).integers(0, actions, 10_000).tolist()
    found = 0.0
    for _ in range(7):
        began = time.process_time()
        for action in chosen:
            _, _, over, cut, _ = one.step(action)
            if over or cut:
                one.reset()
        found = max(found, len(chosen) / (time.process_time() - began))
    return found


def memory() -> int:
    """Return the resident memory of this process in bytes."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - not a file
        return int(file.read().split()[1]) * resource.getpagesize()


def main() -> None:
    """Measure all."""
    warm = vector.twenty48(8), vector.connect4(8)
    for many in warm:
        many.reset(seed=1)
        many.step(np.zeros(8, dtype=np.int64))
    before = memory()
    for name, make in (("2048", vector.twenty48), ("Connect-4", vector.connect4)):
        many = make(65_536)
        many.reset(seed=1)
        for _ in range(3):
            many.step(np.zeros(65_536, dtype=np.int64))
        print(f"65,536 environments of {name}: {(memory() - before) / 1e6:.1f} MB more", flush=True)
        del many
    for name, make, one, actions in (
        ("2048", vector.twenty48, env.twenty48, 4),
        ("Connect-4", vector.connect4, env.connect4, 7),
    ):
        for count in (64, 1024, 4096, 65_536):
            print(
                f"{name}, batch of {count:,}: {stepping(make(count), actions)[0] / 1e6:.1f} M steps a CPU second",
                flush=True,
            )
        print(f"{name}, one environment: {single(one(), actions) / 1e3:.0f} k steps a CPU second", flush=True)
        if (os.cpu_count() or 1) > 1:
            ratios = []
            for _ in range(5):
                alone = stepping(make(65_536), actions)[1]
                ratios.append(stepping(make(65_536, threads=2), actions)[1] / alone)
            print(
                f"{name}, two threads against one, by the clock: {', '.join(f'{ratio:.2f}' for ratio in ratios)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
