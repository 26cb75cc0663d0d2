"""Verify the claims of the 2048 review: `python -m benchmarks.bench_insight PART`; the last lines list the parts.

The seeds and settings in this file were fixed before the measurements.
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
from slidedrop.players.registry import make_player
from slidedrop.twenty48 import Game, Rules
from slidedrop.twenty48.engine.expectimax import Expectimax, searcher

PLAYERS = {
    "random": "a random player",
    "greedy": "the greedy player",
    "network:1": "the 1-ply engine",
    "network:2": "the 2-ply engine",
    "network:3": "the 3-ply engine",
}


def report(*figures: str) -> None:
    """Print a line immediately."""
    sys.stdout.write(f"{', '.join(figures)}\n")
    sys.stdout.flush()


def exact(games: int = 100_000, seed: int = 2048, first: int = 0) -> None:
    """3x3: the terms of every game add up, mean luck is 0, and the optimal player loses nothing.

    `first` 1 leaves out the optimal player, which takes the longest.
    """
    from benchmarks.luck3x3 import GREEDY, OPTIMAL, RANDOM, parted_games, solution
    from slidedrop.twenty48.exact.solve import solve

    expected, solved = solve(Rules(size=3)).start, solution()
    for name, player in (("optimal", OPTIMAL), ("random", RANDOM), ("greedy", GREEDY))[first:]:
        out = np.zeros((games, 3))
        began = time.process_time()
        parted_games(np.uint64(seed + player), player, expected, solved, out)
        error = np.abs(out[:, 0] - expected - out[:, 1] - out[:, 2]).max()
        luck, spread = out[:, 1].mean(), out[:, 1].std(ddof=1) / games**0.5
        report(
            f"{name:8} {games} games: score {out[:, 0].mean():9.2f}, sums wrong by at most {error:.1e}",
            f"luck {luck:+.3f} +- {spread:.3f} ({luck / spread:+.2f} errors)",
            f"skill {out[:, 2].mean():+.3f} (greatest {out[:, 2].max():+.1e}), {time.process_time() - began:.0f} s",
        )


def regret(games: int = 100) -> None:
    """3x3: the loss of a trained network against the exact player, at one, two and three plies.

    The network is that of `slidedrop train 2048 --size 3 --minutes 3 --threads 1 --seed 1`.
    """
    from slidedrop.places import data_folder
    from slidedrop.twenty48.exact.values import exact_for

    rules = Rules(size=3)
    exact = exact_for(rules)
    learned = searcher(rules, data_folder() / "training" / "3x3" / "2048-3x3.weights", native=True)
    if exact is None or learned is None:
        raise SystemExit("solve 3x3 and train a network for it first")
    for plies in (1, 2, 3):
        lost, slides, best, began = [], 0, 0, time.process_time()
        for seed in range(games):
            game = Game(rules, seed=60_000 + seed)
            lost.append(0.0)
            while not game.is_over:
                values, chosen = (
                    exact.slides(game.board),
                    learned.search(game.board, plies).best or game.legal_moves()[0],
                )
                lost[-1] += max(values.values()) - values[chosen]
                best += values[chosen] > max(values.values()) - 1e-9
                slides += 1
                game.play(chosen)
        mean, error = statistics.fmean(lost), statistics.stdev(lost) / games**0.5
        figure = f"{plies} plies: {games} games, {slides} slides, {100 * best / slides:.1f} % best"
        report(figure, f"regret {mean:.1f} +- {error:.1f} of {exact.start:.1f}", f"{time.process_time() - began:.0f} s")


def played(game: Game, who: str, slides: int, seed: int) -> None:
    """Let a player make some slides in a game."""
    player = make_player(who, "2048", seed=seed)
    for _ in range(slides):
        if game.is_over:
            return
        game.play(player.choose(game.position))


def network() -> Expectimax:
    """Return the bundled network."""
    found = searcher(Rules())
    if found is None:
        raise SystemExit("the network is not here")
    return found


def luck(games: int = 2_000) -> None:
    """4x4: mean luck is 0, evaluated at two plies, for random and greedy players."""
    judge = search_judge(network(), 2)
    for who, share in (("random", games // 2), ("greedy", games - games // 2)):
        lucks, began = [], time.process_time()
        # Seeds far apart: tiles and a random player's slides come from generators of one kind, and seeds at a
        # constant distance would correlate them.
        draw = random.Random(2048)
        for _ in range(share):
            game = Game(seed=draw.getrandbits(48))
            played(game, who, 100_000, draw.getrandbits(48))
            lucks.append(review(game, judge=judge).luck)
        mean, error = statistics.fmean(lucks), statistics.stdev(lucks) / share**0.5
        figure = f"{who}: {share} games, luck {mean:+.1f} +- {error:.1f} ({mean / error:+.2f} errors)"
        report(figure, f"{time.process_time() - began:.0f} s")


def blunders(games: int = 100, first: int = 0) -> None:
    """4x4: a planted blunder of known cost is among the five worst slides of its game; one game per seed."""
    expectimax, found, costs = network(), 0, []
    for seed in range(first, first + games):
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
            game.play(best)
        place = len(game.turns) + 1
        game.play(worst)
        played(game, "network:2", 300, seed)
        whole = Review(game)
        start = max(0, place - 301)  # the 300 slides before it and the 300 after
        whole.turns = whole.turns[start:]
        for _ in whole.grow():
            pass
        found += place - start in [slide.number for slide in whole.worst]
        costs.append(cost.mean)
        if seed % 10 == 9:
            report(f"{found} of {seed + 1 - first} found; cost by rollouts {statistics.fmean(costs):,.0f}")


def strength(games: int = 10, boards: int = 600) -> None:
    """4x4: the player is recognised from one game, by evaluating some evenly spaced boards."""
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
    """4x4: the time of a review of a long game, with output while it runs."""
    from slidedrop.cli.twenty48.review import reviewed

    game = Game(seed=40_000)
    played(game, "network:2", slides, 0)
    began, clock = time.process_time(), time.perf_counter()
    lines = reviewed("a game", Review(game))
    first = list(islice(lines, 3))
    report(f"{first[2]}   after {time.process_time() - began:.1f} s")
    count = 3 + sum(1 for _ in lines)
    took = f"{time.process_time() - began:.1f} s of CPU, {time.perf_counter() - clock:.1f} s by the clock"
    report(f"{len(game.turns)} slides, {count} lines", took)


def page(slides: int = 2_000) -> None:
    """4x4: the same game reviewed by the page's engine (in node) with the small network."""
    import json
    import resource

    from tests.web.engine_twins import question
    from tests.web.games import run_node

    game = Game(seed=40_000)
    played(game, "network:2", slides, 0)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    answer = json.loads(run_node("ask_engine.mjs", json.dumps(question("review", game, seconds=3600)) + "\n"))
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    report(f"{len(answer['slides'])} slides in node: {took:.1f} s of CPU", answer["summary"])


PARTS = {
    "exact": exact,
    "regret": regret,
    "luck": luck,
    "blunders": blunders,
    "strength": strength,
    "review": long_game,
    "page": page,
}

if __name__ == "__main__":
    for part in sys.argv[1:2] or PARTS:
        PARTS[part](*map(int, sys.argv[2:]))
