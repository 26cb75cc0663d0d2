"""Measure the environments: steps per CPU second by batch, SameStep against NextStep, two threads, memory.

SameStep against NextStep, as fixed before the first measurement: 4,096 environments, uniformly drawn legal actions,
2,000 steps from the same seed after one step that compiles, CPU time within `step` alone, five alternating runs of each
mode, comparison of medians. It also prints the CPU time of the whole loop with its policy, and SameStep without
`final_obs`.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from statistics import median
from typing import Any

import numpy as np

from slidedrop.lab.envs import env, vector

ROUNDS = 64


def stepping(many: Any, actions: int) -> tuple[float, float]:  # noqa: ANN401 - a vector
    """Return steps per second of CPU time and of elapsed time, best of seven."""
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


def played(many: Any) -> tuple[float, float]:  # noqa: ANN401 - a vector
    """Return the CPU seconds of 2,000 steps with random legal actions: for `step` alone, and with the policy."""
    dice, clock, within = np.random.default_rng(1), time.process_time, 0.0
    mask = many.reset(seed=1)[1]["action_mask"]
    began = clock()
    for _ in range(2000):
        chosen = (mask * (1 + dice.random(mask.shape))).argmax(1)
        before = clock()
        mask = many.step(chosen)[-1]["action_mask"]
        within += clock() - before
    return within, clock() - began


def modes() -> None:
    """Print the CPU time of SameStep divided by that of NextStep."""
    for name, make in (("2048", vector.twenty48), ("Connect-4", vector.connect4)):
        kinds = [
            make(4096),
            make(4096, autoreset_mode="SameStep"),
            make(4096, autoreset_mode="SameStep", final_obs=False),
        ]
        for many in kinds:
            many.reset(seed=1)
            many.step(np.zeros(4096, dtype=np.int64))
        runs = [[played(many) for many in kinds] for _ in range(5)]
        for part, what in enumerate(("step", "step and policy")):
            following = median(run[0][part] for run in runs)
            print(f"{name}, {what}: NextStep {following / 2e-3:.1f} us per step of 4,096", flush=True)
            for kind, title in ((1, "SameStep"), (2, "SameStep without final_obs")):
                same, ratios = (
                    median(run[kind][part] for run in runs),
                    sorted(run[kind][part] / run[0][part] for run in runs),
                )
                print(
                    f"    {title} {same / 2e-3:.1f} us, {same / following:.2f} times "
                    f"({ratios[0]:.2f} to {ratios[-1]:.2f} run by run)",
                    flush=True,
                )


def single(one: env.GameEnv, actions: int) -> float:
    """Return steps per CPU second of one environment, best of seven."""
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
    """Measure everything, or only the modes."""
    modes()
    if "modes" in sys.argv:
        return
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
