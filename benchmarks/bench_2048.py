"""Measure the 2048 engine in CPU time.

    python benchmarks/bench_2048.py [--weights FILE] [part ...]

kernels    random play, moves per second
training   moves per second after the first minute, one thread and two
search     milliseconds per move at three plies; actual time with a limit of 5 ms
strength   mean points at one and at three plies, with 95 % intervals
curve      mean points by the number of evaluated boards per move, from about 0.2 to 20 ms (hours)
survival   share of boards a few moves before the end that survive 100 more moves, by search (a minute each)
quantised  the bundled file against the float32 weights of a checkpoint
start      CPU of the first hint in a fresh process with an empty home, by the small network and by the large one
small      the small network: download size, and mean points at three plies (100 games) and at four (20 games)
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from slidedrop.core.errors import RecordError
from slidedrop.twenty48.engine.bitboard import lines_for
from slidedrop.twenty48.engine.expectimax import CLASSIC, Expectimax, cost_of_chance
from slidedrop.twenty48.engine.lookahead import fresh_stack, fresh_table
from slidedrop.twenty48.engine.portable_network import SMALL
from slidedrop.twenty48.engine.weights import Network, load_network, read_network
from slidedrop.twenty48.position import draw_spawn, spawned
from slidedrop.twenty48.training import checkpoint
from slidedrop.twenty48.training.learning import fresh_state
from slidedrop.twenty48.training.training import Plan, Training

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.selfplay2048 import (
    chances_by_costs,
    chances_by_plies,
    first_board,
    greedy_game,
    random_games,
    searched_game,
    written_down,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import numpy.typing as npt

    from slidedrop.twenty48 import Board
    from slidedrop.twenty48.engine.lookahead import Chances

FOUR: Final = np.uint64(round(0.1 * (1 << 32)))
POSITION: Final = "2,0,0,4/0,0,0,0/2,8,0,0/0,0,0,0"
LARGE: Final = f"""
from slidedrop.twenty48.engine.expectimax import best_move
from slidedrop.twenty48.notation import read_position
print(best_move(read_position("{POSITION}")).best)
"""
CURVE: Final = {1_500: 100, 7_500: 40, 37_500: 12, 150_000: 4}
"""Nodes per move, and the number of games; fixed before the first game, like the first seed."""
CURVE_SEED: Final = 9000
DANGER_SEED: Final = 70_001
ENDS: Final = (6, 12, 24)
SEARCHES: Final = (
    *((f"{plies} plies", 0, plies - 1) for plies in (1, 2, 3, 4)),
    *(
        (f"by chance, at least {least} a tile, budget {budget}", least, budget)
        for least, budget in (
            (4, 24),
            (4, 28),
            (4, 32),
            (6, 28),
            (8, 28),
            (8, 32),
            (8, 40),
            (12, 32),
            (12, 40),
            (12, 48),
        )
    ),
)
"""Each search: its name, the minimum cost of a tile (0: all cost one) and its budget."""
SMALL_SEEDS: Final = range(5000, 5100)
"""Fixed before the small network was measured, like three plies, and four plies for the first 20 games."""


def say(name: str, figure: str, goal: str = "") -> None:
    """Print one figure."""
    print(f"{name:<44} {figure:<44} {goal}", flush=True)


def bench_kernels(_arguments: argparse.Namespace) -> None:
    """Measure random play."""
    lines = lines_for()
    random_games(10, np.uint64(1), FOUR, lines)
    rates = []
    for seed in range(10):
        began = time.process_time()
        _, moves = random_games(20_000, np.uint64(seed), FOUR, lines)
        rates.append(moves / (time.process_time() - began) / 1e6)
    say("random play", f"{np.median(rates):.1f} M moves/s, best {max(rates):.1f}", "at least 20, goal 35")


def bench_training(arguments: argparse.Namespace) -> None:
    """Train from zero weights, and count the moves after the first minute."""
    for threads in (1, 2):
        training = Training.begin(Plan(threads=threads))
        with ThreadPoolExecutor(threads) as pool:
            while training.seconds < 60:
                training.round(pool)
            before, began, clock = training.tally[0], time.process_time(), training.seconds
            while training.seconds - clock < arguments.seconds:
                training.round(pool)
        moves = training.tally[0] - before
        cpu, wall = time.process_time() - began, training.seconds - clock
        rates = f"{moves / cpu / 1e6:.2f} M a CPU second, {moves / wall / 1e6:.2f} M a second"
        say(f"training, {threads} thread{'s' * (threads > 1)}", rates, "at least 0.7 a thread; 2 threads 1.6 times 1")


def bench_search(arguments: argparse.Namespace) -> None:
    """Measure searches on the boards of a few games."""
    network = the_network(arguments)
    report_games("3 plies", *searched(network, 2, range(arguments.games or 20)), "at most 0.25 ms, goal 0.12")
    expectimax, wall, cpu = Expectimax(network), [], []
    for board in boards_of_a_game(expectimax, 1500):
        began, worked = time.perf_counter(), time.process_time()
        expectimax.think(board, 0.005)
        wall.append(1e3 * (time.perf_counter() - began))
        cpu.append(1e3 * (time.process_time() - worked))
    for clock, took in (("by the clock", wall), ("of CPU", cpu)):
        kept = f"median {np.median(took):.2f}, 99 % within {np.percentile(took, 99):.2f} ms"
        say(f"a budget of 5 ms, {clock}", kept, "99 % within 6.00 ms, on an idle machine")


def bench_strength(arguments: argparse.Namespace) -> None:
    """Play many games at one ply, and some at three."""
    network = the_network(arguments)
    report_games("1 ply", *searched(network, 0, range(1000)), "at least 150,000, goal 220,000")
    report_games("2 plies", *searched(network, 1, range(300)))
    report_games("3 plies", *searched(network, 2, range(arguments.games or 100)), "at least 300,000, goal 420,000")


def bench_curve(arguments: argparse.Namespace) -> None:
    """Play games with each node budget, from the same first seeds."""
    network = the_network(arguments)
    for nodes in arguments.nodes or CURVE:
        seeds = range(CURVE_SEED, CURVE_SEED + (arguments.games or CURVE.get(nodes, 8)))
        report_games(f"{nodes:,} nodes", *thought(network, nodes, seeds))


def thought(network: Network, nodes: int, seeds: Iterable[int]) -> tuple[list[tuple[int, int]], float]:
    """Play games with this node budget per slide; return the same as `played`, with the time of the search alone."""
    from slidedrop.twenty48 import Game

    expectimax, results, moves, seconds = Expectimax(network, table_bits=20), [], 0, 0.0
    for seed in seeds:
        game = Game(CLASSIC, seed=seed)
        while True:
            began = time.process_time()
            best = expectimax.think(game.board, nodes=nodes).best
            seconds += time.process_time() - began
            if best is None:
                break
            game.play(best)
            moves += 1
        results.append((game.score, int(game.board.largest).bit_length() - 1))
        say(f"{nodes:,} nodes, game {seed}", f"{game.score:,}, {game.board.largest}")
    return results, seconds / moves


def bench_survival(arguments: argparse.Namespace) -> None:
    """Let each search continue from the same boards in danger."""
    network = the_network(arguments)
    boards = boards_in_danger(network, arguments.games or 400)
    say(f"{len(boards)} boards", f"{', '.join(map(str, ENDS))} moves before games of 2 plies ended")
    survivors(boards[:1], network, 0, chances_by_plies(network.four))  # compiles the kernels first
    for name, least, budget in SEARCHES:
        four = network.four
        costs = [[1, *(cost_of_chance(max(1, empty), odds, least) for odds in (1 - four, four))] for empty in range(17)]
        chances = chances_by_costs(costs, four) if least else chances_by_plies(four)
        report_survival(name, *survivors(boards, network, budget, chances))


def boards_in_danger(network: Network, games: int) -> list[np.uint64]:
    """Return boards a few moves before the end of a game."""
    stack, table = fresh_stack(len(network.evaluator.shape.offsets)), fresh_table()
    chances, room = chances_by_plies(network.four), np.zeros(1 << 17, np.uint64)
    boards = []
    for seed in range(DANGER_SEED, DANGER_SEED + games):
        counter = np.uint64(seed * 0x9E3779B97F4A7C15 % (1 << 61))
        start = first_board(counter, chances.four, network.evaluator.lines)
        made, _ = written_down(start, counter, 1, room, stack, table, network.evaluator, chances)
        boards += [room[made - back] for back in ENDS]
    return boards


def survivors(
    boards: list[np.uint64], network: Network, budget: int, chances: Chances
) -> tuple[npt.NDArray[np.bool_], float, float]:
    """Return which boards survived 100 moves, with nodes and CPU seconds per move."""
    stack, table = fresh_stack(len(network.evaluator.shape.offsets)), fresh_table()
    room, alive, moves, nodes = np.zeros(100, np.uint64), [], 0, 0
    began = time.process_time()
    for number, board in enumerate(boards):
        counter = np.uint64((number + 1) * 0xD1342543DE82EF95 % (1 << 62))
        made, valued = written_down(board, counter, budget, room, stack, table, network.evaluator, chances)
        alive.append(made == len(room))
        moves, nodes = moves + made, nodes + valued
    return np.array(alive), nodes / moves, (time.process_time() - began) / moves


def report_survival(name: str, alive: npt.NDArray[np.bool_], nodes: float, seconds: float) -> None:
    """Print how many boards survived."""
    margin = 196 * alive.std() / np.sqrt(len(alive))
    say(name, f"{100 * alive.mean():.1f} +- {margin:.1f} % live, {nodes:,.0f} nodes, {1e3 * seconds:.3f} ms a move")


def bench_quantised(arguments: argparse.Namespace) -> None:
    """Play the same games with byte weights and with float32 weights."""
    training = checkpoint.resume(arguments.checkpoint)
    from slidedrop.twenty48.training.training import network_of

    network, state = network_of(training), fresh_state(1)
    report_games("1 ply, quantised", *searched(network, 0, range(1000)))
    report_games("1 ply, float32", *played(lambda counter: greedy_game(counter, training.learner, state), range(1000)))


def bench_start(_arguments: argparse.Namespace) -> None:
    """Measure a hint in fresh processes, including the interpreter; median of five."""
    hint = ["-m", "slidedrop", "hint", "2048", POSITION]
    for name, arguments, goal in (("small", hint, "at most 0.6 s"), ("large", ["-c", LARGE], "at most 2 s")):
        seconds = sorted(_cpu_of([sys.executable, *arguments]) for _ in range(5))
        say(f"first hint, {name} network", f"{seconds[2]:.2f} s of CPU ({seconds[0]:.2f} to {seconds[4]:.2f})", goal)


def _cpu_of(command: list[str]) -> float:
    with tempfile.TemporaryDirectory() as home:
        before = os.times()
        subprocess.run(command, env={**os.environ, "SLIDEDROP_HOME": home}, capture_output=True, check=True)
        after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def bench_small(arguments: argparse.Namespace) -> None:
    """Measure the size of the small network, and let it play."""
    data = files("slidedrop") / "data"
    weights, program = (data / SMALL).read_bytes(), gzip.compress((data / "2048-small.wasm").read_bytes())
    say("to fetch", f"{len(weights):,} bytes of weights, {len(program):,} of program", "at most 3 MB")
    network = read_network(arguments.weights) if arguments.weights else load_network(SMALL)
    goal = "at 20 ms at least 200,000, goal 350,000"
    report_games("3 plies", *searched(network, 2, SMALL_SEEDS), goal)
    report_games("4 plies", *searched(network, 3, SMALL_SEEDS[:20]), goal)


def the_network(arguments: argparse.Namespace) -> Network:
    """Return the network to measure."""
    return read_network(arguments.weights) if arguments.weights else load_network()


def searched(network: Network, budget: int, seeds: Iterable[int]) -> tuple[list[tuple[int, int]], float]:
    """Play the games of some seeds at a search depth in tiles."""
    stack, table = fresh_stack(len(network.evaluator.shape.offsets)), fresh_table()
    chances = chances_by_plies(network.four)
    return played(lambda counter: searched_game(counter, budget, stack, table, network.evaluator, chances), seeds)


def played(
    game: Callable[[np.uint64], tuple[int, int, int]], seeds: Iterable[int]
) -> tuple[list[tuple[int, int]], float]:
    """Play the games of some seeds; return points and largest rank of each, and CPU seconds per move."""
    game(np.uint64(0))  # compiles the kernels first
    results, moves, began = [], 0, time.process_time()
    for seed in seeds:
        points, rank, made = game(np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % (1 << 61)))
        results.append((points, rank))
        moves += made
    return results, (time.process_time() - began) / moves


def boards_of_a_game(expectimax: Expectimax, count: int) -> Iterable[Board]:
    """Yield the boards of games played at one ply, every seventh of them."""
    from slidedrop.core.randomness import JavaRandom
    from slidedrop.twenty48 import Board

    random, board = JavaRandom(6), Board.empty(4)
    for number in range(7 * count):
        best = expectimax.search(board, 1).best
        board = board.slide(best).board if best else board if not any(board.tiles) else Board.empty(4)
        board = spawned(board, draw_spawn(board, CLASSIC, random))
        if number % 7 == 0:
            yield board


def report_games(name: str, games: list[tuple[int, int]], seconds: float, goal: str = "") -> None:
    """Print the mean points with their interval, and how often large tiles were reached."""
    points, ranks = np.array(games).T
    margin = 1.96 * points.std() / np.sqrt(len(points))
    rates = {1 << rank: np.mean(ranks >= rank) for rank in (13, 14, 15, 16)}
    reached = ", ".join(f"{tile} {rate:.1%}" for tile, rate in rates.items() if rate)
    figure = f"{points.mean():,.0f} +- {margin:,.0f} ({len(points)} games), {1e3 * seconds:.4f} ms a move"
    say(f"{name}: {reached}", figure, goal)


PARTS: Final = {name.removeprefix("bench_"): part for name, part in globals().items() if name.startswith("bench_")}


def main() -> None:
    """Measure the named parts, or all except the long ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], default=["kernels", "search", "strength", "start"])
    parser.add_argument("--weights", type=Path, help="a weights file instead of the one that ships")
    parser.add_argument("--checkpoint", type=Path, help="the folder of a training, for 'quantised'")
    parser.add_argument("--games", type=int, help="games to play where the default takes too long")
    parser.add_argument("--nodes", type=int, action="append", help="for 'curve': this budget, not those of CURVE")
    parser.add_argument("--seconds", type=float, default=60, help="seconds of training to measure")
    arguments = parser.parse_args()
    say(
        "machine",
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores",
        f"Python {sys.version.split()[0]}",
    )
    for part in arguments.parts:
        try:
            PARTS[part](arguments)
        except RecordError as error:
            say(part, str(error))


if __name__ == "__main__":
    main()
