"""Measure one peer in the environment it is installed in: `python tools/peers/measure.py NAME`.

Every figure is random play by masks where the peer has them, steps of one environment counted, per second of process
CPU time on one core, the best of five. What is measured: one environment's `step`, and a batch of 4,096.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

os.environ.update(
    {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1", "JAX_PLATFORMS": "cpu"}
)
os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
BATCH = 4096


def best(play: Callable[[], int], repeats: int = 5) -> float:
    """Return the most steps a CPU second; `play` returns how many steps it made."""
    play()
    found = 0.0
    for _ in range(repeats):
        began = time.process_time()
        steps = play()
        found = max(found, steps / (time.process_time() - began))
    return found


def slidedrop() -> dict[str, float]:
    """Measure our own: both games, batch and single."""
    import gymnasium
    import numpy as np

    import slidedrop.lab.envs  # noqa: F401 - registers

    found = {}
    for game, actions in (("Twenty48", 4), ("Connect4", 7)):
        many = gymnasium.make_vec(f"slidedrop/{game}-v0", num_envs=BATCH)
        many.reset(seed=1)
        chosen = np.random.default_rng(1).integers(0, actions, (64, BATCH))

        def batch(many: Any = many, chosen: Any = chosen) -> int:  # noqa: ANN401 - an environment
            for action in chosen:
                many.step(action)
            return int(chosen.size)

        one: Any = gymnasium.make(f"slidedrop/{game}-v0", disable_env_checker=True).unwrapped
        one.reset(seed=1)
        found[f"{game} batch"] = best(batch)
        found[f"{game} single"] = best(partial(gym_single, one, actions))
    return found


def gym_single(one: Any, actions: int, steps: int = 3000) -> int:  # noqa: ANN401 - any Gymnasium environment
    """Step one Gymnasium environment."""
    for step in range(steps):
        _, _, over, cut, _ = one.step(step * 7 % actions)
        if over or cut:
            one.reset()
    return steps


def gymnasium_2048() -> dict[str, float]:
    """Measure gymnasium-2048, which has no batch."""
    import gymnasium
    import gymnasium_2048  # noqa: F401 - registers

    one: Any = gymnasium.make("gymnasium_2048/TwentyFortyEight-v0", disable_env_checker=True).unwrapped
    one.reset(seed=1)
    return {"Twenty48 single": best(lambda: gym_single(one, 4))}


def pettingzoo() -> dict[str, float]:
    """Measure PettingZoo's connect_four_v3."""
    from pettingzoo.classic import connect_four_v3

    one: Any = connect_four_v3.env()

    def play() -> int:
        steps = 0
        for game in range(20):
            one.reset(seed=game)
            for agent in one.agent_iter():
                seen, _, over, cut, _ = one.last()
                one.step(None if over or cut else one.action_space(agent).sample(seen["action_mask"]))
                steps += 1
        return steps

    return {"Connect4 single": best(play)}


def pgx() -> dict[str, float]:
    """Measure pgx: a jitted scan of sixteen random steps of a batch, resetting what is over."""
    import jax
    import jax.numpy as jnp
    import pgx as peer
    from pgx.experimental.wrappers import auto_reset

    found = {}
    for name, game in (("2048", "Twenty48"), ("connect_four", "Connect4")):
        env = peer.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def scanned(state: Any, key: Any, step: Any = step) -> Any:  # noqa: ANN401 - JAX has trees
            def one(carry: Any, _: None) -> Any:  # noqa: ANN401 - as above
                state, key = carry
                key, own, new = jax.random.split(key, 3)
                logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
                actions = jax.random.categorical(own, logits, axis=-1)
                state = step(state, actions, jax.random.split(new, BATCH))
                return (state, key), (state.rewards.sum(), state.observation.sum(), state.legal_action_mask.sum())

            return jax.lax.scan(one, (state, key), None, 16)

        run = jax.jit(scanned)
        hold = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), BATCH)), jax.random.key(2)]

        def play(run: Any = run, hold: Any = hold) -> int:  # noqa: ANN401 - as above
            (hold[0], hold[1]), told = run(*hold)
            jax.block_until_ready(told)
            return 16 * BATCH

        found[f"{game} batch"] = best(play, 3)
    return found


def jumanji() -> dict[str, float]:
    """Measure jumanji's Game2048: a jitted scan of sixteen random steps of a batch."""
    import jax
    import jax.numpy as jnp
    import jumanji as peer
    from jumanji.wrappers import AutoResetWrapper

    env: Any = AutoResetWrapper(peer.make("Game2048-v1"))
    step = jax.vmap(env.step)

    def scanned(state: Any, mask: Any, key: Any) -> Any:  # noqa: ANN401 - JAX has trees
        def one(carry: Any, _: None) -> Any:  # noqa: ANN401 - as above
            state, mask, key = carry
            key, own = jax.random.split(key)
            actions = jax.random.categorical(own, jnp.log(mask.astype(jnp.float32)), axis=-1)
            state, told = step(state, actions)
            seen = told.observation
            return (state, seen.action_mask, key), (told.reward.sum(), seen.board.sum(), seen.action_mask.sum())

        return jax.lax.scan(one, (state, mask, key), None, 16)

    run = jax.jit(scanned)
    state, told = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.key(1), BATCH))
    hold = [state, told.observation.action_mask, jax.random.key(2)]

    def play() -> int:
        (hold[0], hold[1], hold[2]), told = run(*hold)
        jax.block_until_ready(told)
        return 16 * BATCH

    return {"Twenty48 batch": best(play, 3)}


def open_spiel() -> dict[str, float]:
    """Measure OpenSpiel, state by state: it has no batch."""
    import random

    import pyspiel

    found = {}
    for name, game in (("2048", "Twenty48"), ("connect_four", "Connect4")):
        made = pyspiel.load_game(name)

        def play(made: Any = made) -> int:  # noqa: ANN401 - a game of OpenSpiel
            steps = 0
            for _ in range(20):
                state = made.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        outcomes = state.chance_outcomes()
                        state.apply_action(random.choices([o for o, _ in outcomes], [p for _, p in outcomes])[0])  # noqa: S311
                    else:
                        state.apply_action(random.choice(state.legal_actions()))  # noqa: S311 - random play
                        state.observation_tensor(0)
                        steps += 1
            return steps

        found[f"{game} single"] = best(play)
    return found


def envpool() -> dict[str, float]:
    """Measure envpool on one thread."""
    import envpool as peer
    import numpy as np

    found = {}
    for name, game in (
        ("Play2048-v1", "Twenty48"),
        ("Game2048-v1", "Twenty48 by jumanji's rules"),
        ("ConnectFour-v1", "Connect4"),
    ):
        try:
            many: Any = peer.make(name, env_type="gymnasium", num_envs=BATCH, num_threads=1)
        except Exception as error:  # noqa: BLE001 - a version without this game
            print(f"{name}: {error}", file=sys.stderr)
            continue
        many.reset()
        actions = np.random.default_rng(1).integers(0, many.action_space.n, (8, BATCH), dtype=np.int32)

        def play(many: Any = many, actions: Any = actions) -> int:  # noqa: ANN401 - an environment
            for action in actions:
                many.step(action)
            return int(actions.size)

        found[f"{game} batch"] = best(play)
    return found


def pufferlib() -> dict[str, float]:
    """Measure PufferLib's ocean environments, where they were built."""
    import numpy as np
    from pufferlib.ocean.connect4 import connect4
    from pufferlib.ocean.g2048 import g2048

    found = {}
    for module, kind, game, count in ((g2048, "G2048", "Twenty48", 4), (connect4, "Connect4", "Connect4", 7)):
        many: Any = getattr(module, kind)(num_envs=BATCH)
        many.reset(seed=1)
        actions = np.random.default_rng(1).integers(0, count, (16, BATCH))

        def play(many: Any = many, actions: Any = actions) -> int:  # noqa: ANN401 - an environment
            for action in actions:
                many.step(action)
            return int(actions.size)

        found[f"{game} batch"] = best(play)
    return found


if __name__ == "__main__":
    name = sys.argv[1]
    print(json.dumps({"version": version(name.replace("_", "-")), **globals()[name.replace("-", "_")]()}))
