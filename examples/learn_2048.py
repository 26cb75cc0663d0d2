"""Learn 2048 from nothing, and beat the player `greedy` within two minutes: `python examples/learn_2048.py 100 100`.

The learner sees only the output of the environment: ranks, rewards and legal slides. For each of 17 groups of four
cells (rows, columns, squares) and each slide it has a table of values. The value of a slide is their sum, and each step
moves it towards its reward plus the best value after it (Q-learning). The random tiles give enough exploration. Needs
the extra `rl`.
"""

import sys
import time
from typing import Any, Final

import gymnasium
import numba
import numpy as np

import slidedrop
import slidedrop.lab.envs
from slidedrop.twenty48 import Position, Rules

ENVIRONMENTS: Final = 256
RATE: Final = 0.1
ROWS: Final = [[4 * row + column for column in range(4)] for row in range(4)]
COLUMNS: Final = [[4 * row + column for row in range(4)] for column in range(4)]
SQUARES: Final = [[4 * y + x, 4 * y + x + 1, 4 * y + x + 4, 4 * y + x + 5] for y in range(3) for x in range(3)]
GROUPS: Final = np.array(ROWS + COLUMNS + SQUARES)


@numba.njit
def entry(ranks: Any, group: Any) -> int:  # noqa: ANN401 - arrays
    """Return the index of a group's four tiles in its table."""
    place = 0
    for cell in group:
        place = place * 16 + min(ranks[cell], 15)
    return place


@numba.njit
def best(table: Any, groups: Any, ranks: Any, legal: Any) -> tuple[int, float]:  # noqa: ANN401 - arrays
    """Return the legal slide with the highest value, and that value."""
    values = np.zeros(4)
    for number in range(len(groups)):
        row = table[number, entry(ranks, groups[number])]
        for way in range(4):
            values[way] += row[way]
    chosen, highest = 0, -np.inf
    for way in range(4):
        if legal[way] and values[way] > highest:
            chosen, highest = way, values[way]
    return chosen, highest


@numba.njit
def learn(table: Any, groups: Any, before: Any, actions: Any, rewards: Any, over: Any, after: Any, legal: Any) -> Any:  # noqa: ANN401 - arrays
    """Move the values of the actions towards their results; return the next slides."""
    chosen = np.zeros(len(actions), dtype=np.int64)
    for env in range(len(actions)):
        chosen[env], worth = best(table, groups, after[env], legal[env])
        target = rewards[env] + (0.0 if over[env] else worth)
        value = 0.0
        for number in range(len(groups)):
            value += table[number, entry(before[env], groups[number]), actions[env]]
        change = RATE * (target - value) / len(groups)
        for number in range(len(groups)):
            table[number, entry(before[env], groups[number]), actions[env]] += change
    return chosen


def trained(seconds: float) -> tuple[Any, list[tuple[float, float]]]:
    """Learn for some seconds; return the table and the learning curve."""
    many = gymnasium.make_vec("slidedrop/Twenty48-v0", num_envs=ENVIRONMENTS, autoreset_mode="SameStep")
    table = np.zeros((len(GROUPS), 16**4, 4), dtype=np.float32)
    seen, info = many.reset(seed=1)
    ranks, actions = seen.reshape(-1, 16), np.zeros(ENVIRONMENTS, dtype=np.int64)
    actions[:] = info["action_mask"].argmax(1)
    scores, finished, curve = np.zeros(ENVIRONMENTS), list[float](), list[tuple[float, float]]()
    began = shown = time.process_time()
    while (now := time.process_time()) - began < seconds:
        seen, rewards, over, _, info = many.step(actions)
        after = seen.reshape(-1, 16)
        actions = learn(table, GROUPS, ranks, actions, rewards, over, after, info["action_mask"])
        ranks = after
        scores += rewards
        finished += scores[over].tolist()
        scores[over] = 0
        if now - shown > seconds / 20 and finished:
            shown = now
            curve.append((now - began, float(np.mean(finished[-1000:]))))
            print(f"{curve[-1][0]:5.0f} s  {curve[-1][1]:7.0f} points  {'#' * int(curve[-1][1] / 250)}")
    return table, curve


def mean_score(table: Any, games: int) -> float:  # noqa: ANN401 - an array
    """Play some games with the table, without learning."""
    many = gymnasium.make_vec("slidedrop/Twenty48-v0", num_envs=games, autoreset_mode="NextStep")
    seen, info = many.reset(seed=1_000_000)
    scores, playing = np.zeros(games), np.ones(games, dtype=np.bool_)
    while playing.any():
        states = zip(seen.reshape(-1, 16), info["action_mask"], strict=True)
        seen, rewards, over, _, info = many.step(np.array([best(table, GROUPS, *state)[0] for state in states]))
        scores += rewards * playing
        playing &= ~over
    return float(scores.mean())


def greedy_score(games: int) -> float:
    """Play some games with the player `greedy`."""
    greedy, total = slidedrop.player("greedy", "2048"), 0
    for seed in range(games):
        one: Any = gymnasium.make("slidedrop/Twenty48-v0").unwrapped
        one.reset(seed=1_000_000 + seed)
        score, over = 0.0, False
        while not over:
            move = greedy.choose(Position(one.position.board, Rules()))
            _, reward, over, *_ = one.step(list(slidedrop.Direction).index(move))
            score += reward
        total += int(score)
    return total / games


def main(seconds: float = 2, games: int = 1) -> None:
    """Learn for some seconds, then compare over some games."""
    table, _ = trained(seconds)
    print(f"learned {mean_score(table, games):.0f} points a game, greedy {greedy_score(games):.0f}")


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:3] if word.isdecimal()])
