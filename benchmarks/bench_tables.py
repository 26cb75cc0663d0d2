"""Measure the late-game tables of 2048 in CPU time.

    python benchmarks/bench_tables.py boards --set evaluation    play network:3 to the boards of `tables_seeds.py`
    python benchmarks/bench_tables.py rate --set evaluation      32768 from those boards, without tables and with them
    python benchmarks/bench_tables.py games --search 3           whole games, without tables and with them
    python benchmarks/bench_tables.py games --slow --search p38  the same with more CPU per move, at most 1.3 ms
    python benchmarks/bench_tables.py sequential                 3 plies against the search by probability
    python benchmarks/bench_tables.py judge                      success that each search loses, by exact chances
    python benchmarks/bench_tables.py build --size small         CPU, memory and disk of a set

Boards and games are saved in the folder of --folder, and a stopped run resumes from there. The first run from a board
has the tiles of its seed; each further run (--runs) starts its random counter at another value.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from slidedrop.engine.kernel import lean
from slidedrop.twenty48.direction import Direction
from slidedrop.twenty48.engine.bitboard import GOLDEN, Way, Word, drawn
from slidedrop.twenty48.engine.expectimax import cost_of_chance
from slidedrop.twenty48.engine.lookahead import (
    Chances,
    Stack,
    TranspositionTable,
    begin,
    fresh_stack,
    fresh_table,
    go_on,
)
from slidedrop.twenty48.engine.network import Evaluator
from slidedrop.twenty48.engine.weights import Network, load_network
from slidedrop.twenty48.engine.wide import familiar_word, slid_with_points, wide_largest_rank, wide_rank
from slidedrop.twenty48.tables.build import Solver, build
from slidedrop.twenty48.tables.kernels import Stored, advise, boards_in
from slidedrop.twenty48.tables.layout import SETS, Goal, Layout
from slidedrop.twenty48.tables.play import LateGame

sys.path.insert(0, str(Path(__file__).parents[1]))
from benchmarks.selfplay2048 import chances_by_costs, chances_by_plies, downgraded_word, first_board, wide_spawned
from benchmarks.tables_judge import JUDGED_LOCK, Judge, most_points, ranks_in
from benchmarks.tables_seeds import (
    BOARDS,
    BOUND,
    COMPARED,
    EVALUATION,
    GAMES,
    LOOKS,
    PAIRS,
    SLOW,
    SLOW_GAMES,
    SUM,
    TUNING,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST: Final = {"tuning": TUNING, "evaluation": EVALUATION}
_FAR: Final = 1 << 60
_NO_RANK: Final = 31
WON: Final = 15
"""The rank of 32768."""
TOY: Final = Layout("toy", "####/23##/2222/####", (Goal(((5, 3), (4, 3)), Direction.RIGHT),), 4, 28)
SUMS: Final = (0, 20_000, 24_064, 24_576, 28_160, 28_672, 29_696, 30_208, 30_720, 31_232, 31_744, 32_256, 33_000)
OTHER_TILES: Final = 0x9FB21C651E98DF25
"""The increment of the random counter for each further run from a board."""


class Run(NamedTuple):
    """The result of a part of a game."""

    low: int
    high: int
    counter: int
    moves: int
    points: int
    alive: bool


class Engine(NamedTuple):
    """The data that the search uses."""

    stack: Stack
    memory: TranspositionTable
    network: Evaluator
    chances: Chances


@lean
def played(
    at: tuple[Word, Word, Word],
    budget: int,
    ends: tuple[int, int],
    tables: tuple[Stored, ...],
    with_tables: bool,
    engine: Engine,
    tally: npt.NDArray[np.int64],
) -> tuple[Word, Word, Word, int, int, bool]:
    """Play until a sum or a rank is reached or the board is stuck; the tally counts moves by rule and by each table."""
    low, high, counter = at
    lines, moves, points = engine.network.lines, 0, 0
    while True:
        total = 0
        for cell in range(16):
            total += (1 << wide_rank(low, high, cell)) >> 1
        if 2 * total >= ends[0] or wide_largest_rank(low, high) >= ends[1]:
            return low, high, counter, moves, points, True
        word = downgraded_word(low, high)
        direction: Way = -1
        if with_tables:
            direction, number, _ = advise(word, tables, lines)
            if direction >= 0:
                tally[number + 1] += 1
        if direction < 0:
            begin(engine.stack, familiar_word(word), budget)
            go_on(engine.stack, engine.memory, engine.network, engine.chances, _FAR)
            direction = np.argmax(engine.stack.answers)
            if engine.stack.answers[direction] == -np.inf:
                return low, high, counter, moves, points, False
        low, high, gained = slid_with_points(low, high, direction, lines)
        points += gained
        moves += 1
        counter += GOLDEN
        low = wide_spawned(low, high, drawn(counter), engine.chances.four, lines)


class Play:
    """A network that plays with or without tables, and its CPU time."""

    def __init__(self, network: Network, search: str = "3", tables: tuple[Stored, ...] = ()) -> None:
        evaluator = network.evaluator
        stack = fresh_stack(len(evaluator.shape.offsets))
        by_probability = search.startswith("p")
        odds = (0.0, 1 - network.four, network.four)
        costs = [[cost_of_chance(max(1, empty), chance) for chance in odds] for empty in range(17)]
        chances = chances_by_costs(costs, network.four) if by_probability else chances_by_plies(network.four)
        self._engine = Engine(stack, fresh_table(), evaluator, chances)
        self._budget = int(search[1:]) if by_probability else int(search) - 1
        self._with_tables = bool(tables)
        grid = Solver(TOY).grid
        self._tables = tables or (Stored(grid, np.zeros(boards_in(grid), np.uint8), 0),)
        self.tally = np.zeros(len(self._tables) + 1, np.int64)
        self.moves, self.seconds = 0, 0.0
        self.on(1, 0, 5, (8, _NO_RANK))  # compiles the kernels first
        self.moves, self.seconds = 0, 0.0

    def start(self, seed: int) -> tuple[int, int]:
        """Return the first board and the counter of a seed."""
        counter = np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % (1 << 61))
        return int(first_board(counter, self._engine.chances.four, self._engine.network.lines)), int(counter)

    def on(self, low: int, high: int, counter: int, ends: tuple[int, int]) -> Run:
        """Continue from a board."""
        began = time.process_time()
        words = (np.uint64(low), np.uint64(high), np.uint64(counter))
        engine = (self._tables, self._with_tables, self._engine, self.tally)
        found = played(words, self._budget, ends, *engine)
        run = Run(int(found[0]), int(found[1]), int(found[2]), *found[3:])
        self.seconds += time.process_time() - began
        self.moves += run.moves
        return run

    @property
    def spent(self) -> str:
        """Return the CPU time per move, and the share of moves by rule and by each table."""
        shares = ", ".join(f"{100 * part / max(1, self.moves):.1f}" for part in self.tally)
        return f"{1e3 * self.seconds / max(1, self.moves):.4f} ms per move; % of moves by rule and tables: {shares}"


def bench_boards(arguments: argparse.Namespace) -> None:
    """Play the games up to the boards of a set."""
    boards = list(boards_of(arguments))
    print(f"{arguments.set}: {len(boards)} boards; see {arguments.folder}", flush=True)


def boards_of(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the boards of a set; boards that are not saved yet are played."""
    path = arguments.folder / f"{arguments.set}.jsonl"
    saved = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    play = Play(load_network()) if sum("low" in one for one in saved) < arguments.boards else None
    seed, found = FIRST[arguments.set], 0
    with path.open("a") as file:
        while found < arguments.boards:
            if saved:
                one = saved.pop(0)
            else:
                assert play is not None
                run = play.on(*_first(play.start(seed)), (SUM, _NO_RANK))
                one = {"seed": seed, "moves": run.moves}
                one |= {"low": run.low, "counter": run.counter} if run.alive else {}
                file.write(json.dumps(one) + "\n")
                file.flush()
            seed = one["seed"] + 1
            if "low" in one:
                found += 1
                yield one
            else:
                print(f"seed {one['seed']} ended before {SUM}", flush=True)


def _first(start: tuple[int, int]) -> tuple[int, int, int]:
    return start[0], 0, start[1]


def bench_rate(arguments: argparse.Namespace) -> None:
    """Continue from each board of a set until 32768, by every search with and without tables, board by board."""
    players = list(players_of(arguments))
    won: dict[str, list[bool]] = {name: [] for name, _ in players}
    ended: dict[str, list[int]] = {name: [] for name, _ in players}
    path = arguments.folder / f"rate-{arguments.set}.jsonl"
    lines = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
    saved = {(told["seed"], told["run"], told["player"]): told for told in lines}
    with path.open("a") as file:
        for done, board in enumerate(boards_of(arguments), 1):
            for name, play in players:
                for number in range(arguments.runs):
                    told = saved.get((board["seed"], number, name))
                    if told is None:
                        counter = (board["counter"] + number * OTHER_TILES) % (1 << 64)
                        run = play.on(board["low"], 0, counter, (1 << 40, WON))
                        total = sum((1 << rank) >> 1 << 1 for rank in ranks_in(run.low, run.high))
                        told = {"seed": board["seed"], "run": number, "player": name, "won": run.alive, "sum": total}
                        file.write(json.dumps(told) + "\n")
                        file.flush()
                    won[name].append(told["won"])
                    ended[name] += [] if told["won"] else [told["sum"]]
            if done % 25 == 0 or done == arguments.boards:
                for name, play in players:
                    print(f"{name}: 32768 from {interval(sum(won[name]), len(won[name]))}; {play.spent}", flush=True)
    first = np.array(won[players[0][0]], float)
    for name, sums in ended.items():
        gaps = np.array(won[name], float) - first
        margin = 1.96 * gaps.std() / math.sqrt(len(gaps))
        print(f"{name}: {100 * gaps.mean():+.1f} +- {100 * margin:.1f} points against {players[0][0]}, paired")
        print(f"{name}: ended by sum {np.histogram(sums, SUMS)[0]} of {SUMS}")


def bench_games(arguments: argparse.Namespace) -> None:
    """Play whole games, and print the results after every 25."""
    seeds = SLOW_GAMES if arguments.slow else GAMES
    for name, play in players_of(arguments):
        games = []
        for game in games_of(name, play, seeds[: arguments.boards], arguments.folder):
            games.append(game)
            if len(games) % 25 == 0 or len(games) == arguments.boards:
                print(f"{name}: {told_of(games)}", flush=True)


def told_of(games: list[dict[str, Any]]) -> str:
    """Return the mean points of some games, how many reached the large tiles, and the CPU per move."""
    points, ranks = [game["points"] for game in games], [game["rank"] for game in games]
    margin = 1.96 * np.std(points) / math.sqrt(len(points))
    rates = "; ".join(f"{1 << rank} {interval(sum(r >= rank for r in ranks), len(ranks))}" for rank in (14, 15, 16))
    spent = 1e3 * sum(game["seconds"] for game in games) / sum(game["moves"] for game in games)
    return f"{np.mean(points):,.0f} +- {margin:,.0f}; {rates}; {spent:.4f} ms per move"


def bench_sequential(arguments: argparse.Namespace) -> None:
    """Compare two searches with tables, pair by pair as described in `tables_seeds.py`."""
    tables = tables_of("full", arguments)
    plays = {name: Play(load_network(), name, tables) for name in COMPARED}
    for look in LOOKS:
        old, new = (
            np.array([game["points"] for game in games_of(f"{name}/full", play, PAIRS[:look], arguments.folder)])
            for name, play in plays.items()
        )
        gaps = new - old
        z = gaps.mean() / (gaps.std(ddof=1) / math.sqrt(look))
        print(f"{look} pairs: {COMPARED[1]} - {COMPARED[0]} = {gaps.mean():+,.0f}, z = {z:.2f}", flush=True)
        for name, play in plays.items():
            print(f"  {name}: {play.spent}", flush=True)
        if abs(z) > BOUND:
            break
    print(f"{COMPARED[1]} is {'better' if z > BOUND else 'not shown to be better'}")


def games_of(name: str, play: Play, seeds: range, folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the games of some seeds, each played once and saved."""
    path = folder / f"games-{name.replace('/', '-')}.jsonl"
    saved = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    known = {game["seed"]: game for game in saved}
    with path.open("a") as file:
        for seed in seeds:
            if seed not in known:
                seconds, moves = play.seconds, play.moves
                run = play.on(*_first(play.start(seed)), (1 << 40, _NO_RANK))
                known[seed] = {"seed": seed, "points": run.points, "rank": max(ranks_in(run.low, run.high))}
                known[seed] |= {"seconds": round(play.seconds - seconds, 4), "moves": play.moves - moves}
                file.write(json.dumps(known[seed]) + "\n")
                file.flush()
            yield known[seed]


def players_of(arguments: argparse.Namespace) -> Iterator[tuple[str, Play]]:
    """Yield every search with every requested set of tables."""
    network = load_network()
    for search in arguments.search:
        for name in arguments.tables:
            yield f"{search}/{name}", Play(network, search, tables_of(name, arguments))


def tables_of(name: str, arguments: argparse.Namespace) -> tuple[Stored, ...]:
    """Return the tables of a set, or none."""
    if name == "none":
        return ()
    late = LateGame(SETS[name], arguments.built)
    late.check_all()
    return late.tables


def interval(wins: int, of: int) -> str:
    """Return a rate with its 95 % interval (Wilson)."""
    rate, z = wins / of, 1.96
    middle = (rate + z * z / (2 * of)) / (1 + z * z / of)
    margin = z * math.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    low, high = 100 * (middle - margin), 100 * (middle + margin)
    return f"{wins} of {of} = {100 * rate:.1f} % ({low:.1f} to {high:.1f})"


def bench_judge(arguments: argparse.Namespace) -> None:
    """Run every search on boards with known chances, and add up the losses of its moves."""
    judge = Judge()
    network = load_network()
    evaluator, chances = network.evaluator, chances_by_plies(network.four)
    boards = list(judge.boards(arguments.boards, evaluator.lines, chances.four))
    exact = np.array([judge.chances(board) for board in boards])
    best = exact.max(axis=1)
    print(f"judge: {len(boards)} boards, mean chance {best.mean():.4f}")
    choices: dict[str, list[int]] = {"greedy": [], "network:1": [], "network:2": [], "network:3": [], "tables": []}
    stack, memory = fresh_stack(len(evaluator.shape.offsets)), fresh_table()
    for board in boards:
        word = np.uint64((board & ~int(judge.grid.lock)) | JUDGED_LOCK)
        choices["greedy"].append(most_points(word, evaluator.lines))
        for plies in (1, 2, 3):
            begin(stack, word, plies - 1)
            go_on(stack, memory, evaluator, chances, _FAR)
            choices[f"network:{plies}"].append(int(np.argmax(stack.answers)))
        choices["tables"].append(judge.move(word, evaluator.lines))
    for name, moves in choices.items():
        got = exact[np.arange(len(boards)), moves]
        inside = got >= 0
        lost = (best - got)[inside]
        given = f"gives away {lost.mean():.5f} +- {1.96 * lost.std() / math.sqrt(len(lost)):.5f} per move"
        print(f"  {name:<10} {given}; moves a locked tile {1 - inside.mean():.2%}")


def bench_build(arguments: argparse.Namespace) -> None:
    """Build a set, and print its CPU time, memory and disk space."""
    for layout in SETS[arguments.size]:
        began = time.process_time()
        path = build(layout, arguments.built)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        print(
            f"{layout.name}: {time.process_time() - began:.0f} s of CPU, {path.stat().st_size / 1e6:,.0f} MB, "
            f"at most {memory:.1f} GB of memory",
            flush=True,
        )


PARTS: Final = {name.removeprefix("bench_"): part for name, part in globals().items() if name.startswith("bench_")}


def main() -> None:
    """Measure one part."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--set", choices=FIRST, default="tuning", help="which boards")
    parser.add_argument("--search", nargs="+", default=["3"], help="plies (3), or a budget by probability (p32)")
    parser.add_argument("--slow", action="store_true", help=f"for 'games': the seeds of {SLOW}, up to 1.3 ms per move")
    parser.add_argument("--runs", type=int, default=1, help="for 'rate': how often each board is played on")
    parser.add_argument("--tables", nargs="+", choices=["none", *SETS], default=["none", "full"])
    parser.add_argument("--boards", type=int, default=BOARDS, help="fewer boards or games than all")
    parser.add_argument("--size", choices=SETS, default="small", help="for 'build': which set")
    parser.add_argument("--folder", type=Path, default=Path(".bench-tables"), help="where boards are saved")
    parser.add_argument("--built", type=Path, help="the folder of the tables (the cache folder)")
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    PARTS[arguments.part](arguments)


if __name__ == "__main__":
    main()
