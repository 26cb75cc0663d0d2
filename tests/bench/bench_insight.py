"""What the review of 2048 claims, measured: `python -m tests.bench.bench_insight exact|luck|blunders|strength|review`.

Seeds and settings stand here and were fixed before the figures.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import Counter
from itertools import islice

import numpy as np

from slidedrop.analysis.twenty48.judge import compare, search_judge
from slidedrop.analysis.twenty48.review import Review, review
from slidedrop.players.learned import searcher
from slidedrop.players.registry import player_called
from slidedrop.twenty48 import Game, Rules
from slidedrop.twenty48.engine.expectimax import Expectimax

PLAYERS = {
    "random": "a random player",
    "greedy": "the greedy player",
    "network:1": "the 1-ply engine",
    "network:2": "the 2-ply engine",
    "network:3": "the 3-ply engine",
}


def report(*figures: str) -> None:
    """Write a line at once."""
    sys.stdout.write(f"{', '.join(figures)}\n")
    sys.stdout.flush()


def exact(games: int = 100_000) -> None:
    """3x3: the terms of every game add up, luck is nothing on average, and the optimal player gives nothing away."""
    from slidedrop.twenty48.exact.solve import solve
    from tests.bench.luck3x3 import GREEDY, OPTIMAL, RANDOM, parted_games, solution

    expected, solved = solve(Rules(size=3)).start, solution()
    for name, player in (("optimal", OPTIMAL), ("random", RANDOM), ("greedy", GREEDY)):
        out = np.zeros((games, 3))
        began = time.process_time()
        parted_games(np.uint64(2048 + player), player, expected, solved, out)
        error = np.abs(out[:, 0] - expected - out[:, 1] - out[:, 2]).max()
        luck, spread = out[:, 1].mean(), out[:, 1].std(ddof=1) / games**0.5
        report(
            f"{name:8} {games} games: score {out[:, 0].mean():9.2f}, sums wrong by at most {error:.1e}",
            f"luck {luck:+.3f} +- {spread:.3f} ({luck / spread:+.2f} errors)",
            f"skill {out[:, 2].mean():+.3f} (greatest {out[:, 2].max():+.1e}), {time.process_time() - began:.0f} s",
        )


def played(game: Game, who: str, slides: int, seed: int) -> None:
    """Let a player make slides."""
    player = player_called(who, "2048", seed=seed)
    for _ in range(slides):
        if game.over:
            return
        game.move(player.choose(game.position))


def network() -> Expectimax:
    """Return the network that ships."""
    found = searcher(Rules())
    if found is None:
        raise SystemExit("the network is not here")
    return found


def luck(games: int = 2_000) -> None:
    """4x4: luck is nothing on average, judged two plies deep, for random and greedy players."""
    judge = search_judge(network(), 2)
    for who, share in (("random", games // 2), ("greedy", games - games // 2)):
        lucks, began = [], time.process_time()
        # Seeds far apart: tiles and a random player's slides come from generators of one kind, which seeds that are
        # always equally far apart would couple.
        draw = random.Random(2048)
        for _ in range(share):
            game = Game(seed=draw.getrandbits(48))
            played(game, who, 100_000, draw.getrandbits(48))
            lucks.append(review(game, judge=judge).luck)
        mean, error = statistics.fmean(lucks), statistics.stdev(lucks) / share**0.5
        figure = f"{who}: {share} games, luck {mean:+.1f} +- {error:.1f} ({mean / error:+.2f} errors)"
        report(figure, f"{time.process_time() - began:.0f} s")


def blunders(games: int = 100) -> None:
    """4x4: a planted blunder of known cost is among the five worst slides of its game."""
    expectimax, found, costs = network(), 0, []
    for seed in range(games):
        draw, game = random.Random(seed), Game(seed=20_000 + seed)
        played(game, "network:2", draw.randrange(300, 900), seed)
        while True:
            board, values = game.board, expectimax.search(game.board, 3).values
            worst = min(values, key=values.__getitem__)
            best = max(values, key=values.__getitem__)
            if len(values) > 1 and values[best] - values[worst] > 5_000:
                cost = compare(board, best, worst, game.rules, expectimax, 30)
                if cost.is_significant and cost.mean > 2_500:
                    break
            game.move(best)
        place = len(game.turns) + 1
        game.move(worst)
        played(game, "network:2", 300, seed)
        whole = Review(game)
        start = max(0, place - 301)  # the 300 slides before it and the 300 after
        whole.turns = whole.turns[start:]
        for _ in whole.grow():
            pass
        found += place - start in [slide.number for slide in whole.worst]
        costs.append(cost.mean)
        if seed % 10 == 9:
            report(f"{found} of {seed + 1} found; cost by rollouts {statistics.fmean(costs):,.0f}")


def strength(games: int = 10, boards: int = 600) -> None:
    """4x4: who played is told from one game, of which some boards are judged, evenly spread."""
    judge = search_judge(network(), 4)
    right = 0
    for who, name in PLAYERS.items():
        told: Counter[str] = Counter()
        for seed in range(games):
            game = Game(seed=30_000 + seed)
            played(game, who, 100_000, seed)
            whole = Review(game, judge)
            step = max(1, len(whole.turns) // boards)
            whole.turns = whole.turns[::step]
            for _ in whole.grow():
                pass
            told[whole.strength.name] += 1
        right += told[name]
        row = "  ".join(f"{other} {told[other]:>3}" for other in PLAYERS.values())
        report(f"{who:10} told as  {row}")
    report(f"{right} of {games * len(PLAYERS)} right")


def long_game(slides: int = 2_000) -> None:
    """4x4: how long a review of a long game takes, and that lines come while it grows."""
    from slidedrop.cli.luck_text import reviewed_2048

    game = Game(seed=40_000)
    played(game, "network:2", slides, 0)
    began, clock = time.process_time(), time.perf_counter()
    lines = reviewed_2048("a game", Review(game))
    first = list(islice(lines, 3))
    report(f"{first[2]}   after {time.process_time() - began:.1f} s")
    count = 3 + sum(1 for _ in lines)
    took = f"{time.process_time() - began:.1f} s of CPU, {time.perf_counter() - clock:.1f} s by the clock"
    report(f"{len(game.turns)} slides, {count} lines", took)


PARTS = {"exact": exact, "luck": luck, "blunders": blunders, "strength": strength, "review": long_game}

if __name__ == "__main__":
    for part in sys.argv[1:2] or PARTS:
        PARTS[part](*map(int, sys.argv[2:]))
