"""Tests of a third game from another package: play, saved games, share codes, matches and learning."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compile_kernels import without_coverage

if TYPE_CHECKING:
    from slidedrop_reversi.position import Position

PROJECT: Final = Path(__file__).parents[2]
REVERSI: Final = PROJECT / "examples" / "reversi"
AROUND: Final = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]


@dataclass(frozen=True)
class Installed:
    """An environment with the installed package, and its own data folder."""

    python: Path
    home: Path

    def run(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run slidedrop in the environment."""
        return self.execute("-m", "slidedrop", *words, typed=typed)

    def execute(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run Python code in the environment."""
        environment = {**os.environ, "SLIDEDROP_HOME": str(self.home), "NO_COLOR": "1"}
        command = [str(self.python), *words]
        return subprocess.run(command, input=typed, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Install the package into a new environment that uses the dependencies of this one."""
    folder = tmp_path_factory.mktemp("reversi")
    venv.create(folder / "fresh", with_pip=False, symlinks=True)
    python = folder / "fresh" / "bin" / "python"
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder / "fresh")}))
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n{PROJECT / 'src'}\n")
    source = shutil.copytree(REVERSI, folder / "source")
    install = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", str(source)]
    subprocess.run([sys.executable, "-m", "pip", "--python", str(python), *install], check=True, env=without_coverage())
    return Installed(python, folder / "home")


def test_reversi_can_be_played_undone_saved_resumed_and_exported(installed: Installed) -> None:
    played = installed.run("reversi", "--player", "human", "--player", "greedy", "--lines", typed="d3\nundo\nd3\nq\n")
    assert played.returncode == 0, played.stderr
    assert "X" in played.stdout
    shown = installed.run("games", "show", "1")
    assert re.search(r"Reversi|reversi", shown.stdout)
    again = installed.run("reversi", "--resume", "1", "--lines", typed="q\n")
    assert again.returncode == 0, again.stderr
    assert '"game":"reversi"' in installed.run("games", "export", "1").stdout.replace(" ", "")


def test_a_share_code_opens_the_same_game(installed: Installed) -> None:
    installed.run("reversi", "--player", "human", "--player", "human", "--lines", typed="d3\nc3\nq\n")
    code = installed.run("share", "1").stdout.strip()
    assert code.startswith("reversi1")
    shared = installed.run("reversi", "--from", code, "--player", "human", "--player", "human", "--lines", typed="q\n")
    assert shared.returncode == 0, shared.stderr
    broken = installed.run("reversi", "--from", code[:-1] + ("A" if code[-1] != "A" else "B"), "--lines", typed="q\n")
    assert broken.returncode != 0
    assert "Traceback" not in broken.stderr


def test_reversi_works_in_players_match_and_tournament(installed: Installed) -> None:
    listed = installed.run("players", "reversi").stdout
    assert all(name in listed for name in ("random", "greedy", "tree", "search"))
    match = installed.run(
        "match", "reversi", "--player", "search:1", "--player", "random", "--games", "4", "--size", "6"
    )
    assert match.returncode == 0, match.stderr
    assert "search:1 won" in match.stdout
    field = installed.run("tournament", "reversi", "greedy", "tree:1", "random", "--games", "2", "--size", "4")
    assert field.returncode == 0, field.stderr
    assert field.stdout.count("\n") == 4


def test_reversi_works_as_a_learning_environment(installed: Installed) -> None:
    program = """
import json, gymnasium, numpy as np, slidedrop.lab.envs
env = gymnasium.make("slidedrop/Reversi-v0", opponent="greedy", side=0, size=6)
seen, info = env.reset(seed=1)
over, steps, reward = False, 0, 0.0
while not over:
    seen, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    steps += 1
print(json.dumps([list(seen.shape), steps, reward, int(env.action_space.n)]))
"""
    done = installed.execute("-c", program)
    assert done.returncode == 0, done.stderr
    shape, steps, reward, actions = json.loads(done.stdout)
    assert (shape, actions) == ([2, 6, 6], 37)
    assert steps > 3
    assert reward in {-1.0, 0.0, 1.0}


def test_reversi_is_unknown_without_its_package() -> None:
    done = subprocess.run([sys.executable, "-m", "slidedrop", "players", "reversi"], capture_output=True, check=False)
    assert done.returncode != 0


def naive_moves(position: Position) -> set[tuple[int, int]]:
    """Return the legal cells by checking every empty cell in every direction, step by step."""
    size, (own, other) = position.rules.size, position.discs[:: -1 if position.turn else 1]
    found = set()
    for row, column in product(range(size), repeat=2):
        if (row, column) in own | other:
            continue
        for down, right in AROUND:
            steps = 1
            while (row + steps * down, column + steps * right) in other:
                steps += 1
            if steps > 1 and (row + steps * down, column + steps * right) in own:
                found.add((row, column))
    return found


@given(st.integers(0, 2**32), st.sampled_from([4, 6, 8]))
def test_legal_moves_match_the_reference_implementation(seed: int, size: int) -> None:
    import random

    from slidedrop_reversi.position import PASS, Position, Rules

    dice, position = random.Random(seed), Position.first(Rules(size))
    while position.outcome is None:
        moves = position.legal_moves()
        assert {move for move in moves if move != PASS} == naive_moves(position)
        assert (moves == [PASS]) == (not naive_moves(position))
        after = position.play(dice.choice(moves))
        assert len(after.discs[0] | after.discs[1]) - len(position.discs[0] | position.discs[1]) == (moves != [PASS])
        assert not after.discs[0] & after.discs[1]
        position = after
    assert not position.legal_moves()
