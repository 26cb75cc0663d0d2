"""Measure one peer in the environment it is installed in: `python tools/peers/measure.py NAME [BATCH]`.

Every figure counts the steps of one environment per second of process CPU time on one core, the best of five.

    SameStep sampled    a batch of 4,096, a legal action drawn for each, finished games restart in the same step
    NextStep sampled    the same, but a finished game restarts in the next step, whose action is ignored
    NextStep given      the same with any actions, drawn before the clock starts
    single sampled      one environment, a legal action drawn for each step
    single given        one environment, any actions

"sampled" figures include drawing the actions. Every step computes observation, reward, end and legal actions.
With another batch size everything is measured only once, as a test.
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
USUAL = 4096
BATCH = int(sys.argv[2]) if len(sys.argv) > 2 else USUAL


def best(play: Callable[[], int], repeats: int = 5 if BATCH == USUAL else 1) -> float:
    """Return the highest number of steps per CPU second; `play` returns its number of steps."""
    play()
    found = 0.0
    for _ in range(repeats):
        began = time.process_time()
        steps = play()
        found = max(found, steps / (time.process_time() - began))
    return found


def slidedrop() -> dict[str, float]:
    """Measure slidedrop: both games, batch and single."""
    import gymnasium
    import numpy as np

    import slidedrop.lab.envs  # noqa: F401 - registers

    found = {}
    for game, actions in (("Twenty48", 4), ("Connect4", 7)):
        given = np.random.default_rng(1).integers(0, actions, (64, BATCH))
        kinds: dict[str, dict[str, Any]] = {
            "SameStep sampled": {"autoreset_mode": "SameStep"},
            "SameStep sampled, no final_obs": {"autoreset_mode": "SameStep", "final_obs": False},
            "NextStep sampled": {},
        }
        for title, options in kinds.items():
            many = gymnasium.make_vec(f"slidedrop/{game}-v0", num_envs=BATCH, **options)
            found[f"{game} {title}"] = best(partial(gym_sampled, many, {"mask": many.reset(seed=1)[1]["action_mask"]}))
        many.reset(seed=1)
        found[f"{game} NextStep given"] = best(partial(gym_given, many, given))
        one: Any = gymnasium.make(f"slidedrop/{game}-v0", disable_env_checker=True).unwrapped
        found[f"{game} single sampled"] = best(partial(single_sampled, one))
        one.reset(seed=1)
        found[f"{game} single given"] = best(partial(gym_single, one, actions))
    return found


def told_by_ours(_: object, info: dict[str, Any]) -> Any:  # noqa: ANN401 - an array
    """Return the legal actions of slidedrop's environments."""
    return info["action_mask"]


def told_by_envpool(seen: Any, info: dict[str, Any]) -> Any:  # noqa: ANN401 - arrays
    """Return the legal actions of envpool's environments."""
    return seen["action_mask"] if isinstance(seen, dict) else info["legal_action_mask"]


def gym_sampled(
    many: Any,  # noqa: ANN401 - an environment
    hold: dict[str, Any],
    legal: Callable[[Any, dict[str, Any]], Any] = told_by_ours,
    steps: int = 64,
) -> int:
    """Step a vector with uniformly drawn legal actions."""
    import numpy as np

    dice = np.random.default_rng(1)
    for _ in range(steps):
        mask = hold["mask"]
        chosen = (mask * (1 + dice.random(mask.shape, dtype=np.float32))).argmax(1)
        seen, *_, info = many.step(chosen.astype(np.int32, copy=False) if legal is told_by_envpool else chosen)
        hold["mask"] = legal(seen, info)
    return steps * BATCH


def gym_given(many: Any, given: Any) -> int:  # noqa: ANN401 - as above
    """Step a vector with given actions."""
    for actions in given:
        many.step(actions)
    return int(given.size)


def single_sampled(one: Any, steps: int = 3000) -> int:  # noqa: ANN401 - as above
    """Step one slidedrop environment with uniformly drawn legal actions."""
    import random

    info = one.reset(seed=1)[1]
    for _ in range(steps):
        legal = [action for action, free in enumerate(info["action_mask"].tolist()) if free]
        _, _, over, _, info = one.step(random.choice(legal))  # noqa: S311 - random play
        if over:
            info = one.reset()[1]
    return steps


def gym_single(one: Any, actions: int, steps: int = 3000) -> int:  # noqa: ANN401 - any Gymnasium environment
    """Step one Gymnasium environment with given actions."""
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
    return {"Twenty48 single given": best(lambda: gym_single(one, 4))}


def pettingzoo() -> dict[str, float]:
    """Measure PettingZoo's connect_four_v3."""
    import random

    from pettingzoo.classic import connect_four_v3

    one: Any = connect_four_v3.env()

    def play() -> int:
        steps = 0
        for game in range(20):
            one.reset(seed=game)
            for _ in one.agent_iter():
                seen, _, over, cut, _ = one.last()
                legal = [action for action, free in enumerate(seen["action_mask"].tolist()) if free]
                one.step(None if over or cut else random.choice(legal))  # noqa: S311 - random play
                steps += not (over or cut)
        return steps

    return {"Connect4 single sampled": best(play)}


def pgx() -> dict[str, float]:
    """Measure pgx: a jitted scan of sixteen random steps of a batch, both ways of resetting."""
    import jax
    import jax.numpy as jnp
    import pgx as peer
    from pgx.experimental.wrappers import auto_reset

    found = {}
    for name, game in (("2048", "Twenty48"), ("connect_four", "Connect4")):
        env = peer.make(name)

        def next_step(state: Any, action: Any, key: Any, env: Any = env) -> Any:  # noqa: ANN401 - JAX has trees
            own, new = jax.random.split(key)
            over = state.terminated | state.truncated
            return jax.lax.cond(over, lambda: env.init(new), lambda: env.step(state, action, own))

        for title, one_step in (("SameStep", auto_reset(env.step, env.init)), ("NextStep", next_step)):
            step = jax.vmap(one_step)

            def scanned(state: Any, key: Any, step: Any = step) -> Any:  # noqa: ANN401 - as above
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

            found[f"{game} {title} sampled"] = best(play)
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

    return {"Twenty48 SameStep sampled": best(play)}


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

        found[f"{game} single sampled"] = best(play)
    return found


def envpool() -> dict[str, float]:
    """Measure envpool on one thread; it restarts a game with the next step and returns the legal actions."""
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
        hold = {"mask": told_by_envpool(*many.reset())}
        actions = np.random.default_rng(1).integers(0, many.action_space.n, (8, BATCH), dtype=np.int32)
        found[f"{game} NextStep sampled"] = best(partial(gym_sampled, many, hold, told_by_envpool, 8))
        found[f"{game} NextStep given"] = best(partial(gym_given, many, actions))
    return found


def pufferlib() -> dict[str, float]:
    """Measure PufferLib's ocean environments, if they were built."""
    import numpy as np
    from pufferlib.ocean.connect4 import connect4
    from pufferlib.ocean.g2048 import g2048

    found = {}
    for module, kind, game, count in ((g2048, "G2048", "Twenty48", 4), (connect4, "Connect4", "Connect4", 7)):
        many: Any = getattr(module, kind)(num_envs=BATCH)
        many.reset(seed=1)
        actions = np.random.default_rng(1).integers(0, count, (16, BATCH))

        found[f"{game} NextStep given"] = best(partial(gym_given, many, actions))
    return found


if __name__ == "__main__":
    name = sys.argv[1]
    print(json.dumps({"version": version(name.replace("_", "-")), **globals()[name.replace("-", "_")]()}))
