"""Learn Connect-4 by PPO in self-play: `python examples/ppo_connect4.py 100` (updates; needs torch and the extra "rl").

64 games run at once against a copy of the learner, which is updated every ten updates. Illegal columns are never
chosen: their logits are minus infinity. At the end the learner plays 200 games against random moves and prints its
points.
"""

import copy
import sys
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import slidedrop.lab.envs  # noqa: F401 - registers
from slidedrop.lab.envs.self_play import SelfPlayVector

GAMES, STEPS, DISCOUNT, SMOOTHING, CLIP = 64, 32, 0.99, 0.95, 0.2


def network() -> Any:  # noqa: ANN401 - torch's
    """Return a small network: seven logits and a value for two planes of 6x7."""
    return nn.Sequential(nn.Flatten(), nn.Linear(84, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 8))


def judged(model: Any, seen: Any, masks: Any) -> tuple[Any, Any]:  # noqa: ANN401 - tensors
    """Return the probabilities of the columns and the value of every board."""
    told = model(seen.float())
    return torch.distributions.Categorical(logits=told[:, :7].masked_fill(masks == 0, -1e9)), told[:, 7]


def policy(model: Any) -> Any:  # noqa: ANN401 - as above
    """Return a network as a policy for the opponent."""

    def chosen(seen: Any, masks: Any) -> Any:  # noqa: ANN401 - arrays
        with torch.no_grad():
            return judged(model, torch.from_dlpack(seen), torch.from_dlpack(masks))[0].sample().numpy()

    return chosen


def played(many: Any, model: Any, told: tuple[Any, Any]) -> tuple[list[Any], tuple[Any, Any]]:  # noqa: ANN401 - as above
    """Play some steps of every game; return boards, masks, actions, log probabilities, values, rewards and ends."""
    steps = []
    for _ in range(STEPS):
        seen, masks = map(torch.from_dlpack, told)
        with torch.no_grad():
            chances, values = judged(model, seen, masks)
            actions = chances.sample()
        after, rewards, over, _, info = many.step(actions.numpy())
        ends = torch.from_numpy(over).float()
        steps.append((seen, masks, actions, chances.log_prob(actions), values, torch.tensor(rewards).float(), ends))
        told = after, info["action_mask"]
    return [torch.stack(part) for part in zip(*steps, strict=True)], told


def advantages(values: Any, rewards: Any, ends: Any, last: Any) -> Any:  # noqa: ANN401 - tensors
    """Return generalised advantage estimates, from the last step to the first."""
    found, running = torch.zeros_like(rewards), torch.zeros(GAMES)
    for step in reversed(range(STEPS)):
        following = last if step == STEPS - 1 else values[step + 1]
        error = rewards[step] + DISCOUNT * following * (1 - ends[step]) - values[step]
        running = found[step] = error + DISCOUNT * SMOOTHING * (1 - ends[step]) * running
    return found


def improve(model: Any, optimiser: Any, batch: list[Any], last: Any) -> None:  # noqa: ANN401 - as above
    """Make four passes over the games played."""
    gains = advantages(batch[4], batch[5], batch[6], last)
    seen, masks, actions, before, values = (part.flatten(0, 1) for part in batch[:5])
    gains, targets = gains.flatten(), gains.flatten() + values
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(4):
        for rows in torch.randperm(len(gains)).split(512):
            chances, now = judged(model, seen[rows], masks[rows])
            ratio = (chances.log_prob(actions[rows]) - before[rows]).exp()
            gained = torch.min(ratio * gains[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[rows]).mean()
            loss = 0.5 * (now - targets[rows]).square().mean() - gained - 0.01 * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()


def points(model: Any, games: int = 200) -> float:  # noqa: ANN401 - as above
    """Return the network's points against random legal moves, in percent; a draw is half a point."""
    dice = np.random.default_rng(1)
    many = SelfPlayVector(
        gymnasium.make_vec("slidedrop/Connect4-v0", num_envs=GAMES),
        lambda _, masks: (masks * dice.random(masks.shape)).argmax(1),
    )
    results = list[float]()
    seen, info = many.reset(seed=1)
    while len(results) < games:
        seen, rewards, over, _, info = many.step(policy(model)(seen, info["action_mask"]))
        results += rewards[over].tolist()
    return 50 + 50 * float(np.mean(results[:games]))


def main(updates: int) -> None:
    """Learn, and print the network's strength before and after."""
    torch.manual_seed(1)
    model = network()
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3)
    many = SelfPlayVector(gymnasium.make_vec("slidedrop/Connect4-v0", num_envs=GAMES), policy(copy.deepcopy(model)))
    seen, info = many.reset(seed=1)
    told = seen, info["action_mask"]
    print(f"against random moves: {points(model):.0f} % of the points")
    for update in range(1, updates + 1):
        batch, told = played(many, model, told)
        with torch.no_grad():
            last = judged(model, *map(torch.from_dlpack, told))[1]
        improve(model, optimiser, batch, last)
        if update % 10 == 0:
            many.opponent = policy(copy.deepcopy(model))
    print(f"after {updates} updates: {points(model):.0f} % of the points")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
