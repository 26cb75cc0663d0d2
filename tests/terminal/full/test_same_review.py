"""Tests that full screen, command line and page name the same five costliest moves with the same figures."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from slidedrop.analysis.connect4.scores import Grade
from slidedrop.connect4.game import Game as Connect4
from slidedrop.connect4.rules import Rules
from slidedrop.records.share import write_code
from slidedrop.terminal.full.parts import parts_of
from slidedrop.twenty48.game import Game as Twenty48
from slidedrop.twenty48.rules import Rules as Twenty48Rules
from tests.cli.talking import slidedrop
from tests.web.engine_twins import ENOUGH, question
from tests.web.games import run_node

Game = Connect4 | Twenty48
SEEDS = range(10)
_COSTS = {grade.value: grade.cost for grade in Grade}
Costly = list[tuple[int, float, str]]
"""Number, cost and description of each move, costliest first."""


def some_game(seed: int) -> Game:
    """Return a careless game: 2048 for an even seed, otherwise Connect-4 on a small board."""
    dice = Random(seed)
    if seed % 2:
        drops = Connect4(Rules(5, 4) if seed % 3 else Rules(4, 4))
        while drops.outcome is None:
            drops.play(dice.choice(drops.position.legal_moves()))
        return drops
    slides = Twenty48(Twenty48Rules(size=4 if seed % 3 else 2), seed=seed)
    while not slides.is_over and len(slides.line()) < 15:
        slides.play(dice.choice(slides.legal_moves()))
    return slides


def on_the_screen(game: Game) -> Costly:
    """Return the first lines of the analysis board."""
    shown = parts_of(game).review(game, lambda *_: None)
    return [(ply + 1, shown.losses[ply], shown.reasons.get(ply, shown.words[ply])) for ply in shown.worst]


def in_json(answer: dict[str, Any]) -> Costly:
    """Return the moves that the command line or the page names, in a common form."""
    if "worst" in answer:
        return [(one["number"], answer["slides"][one["number"] - 1]["loss"], one["words"]) for one in answer["worst"]]
    costs = [(move["ply"], _COSTS[move["grade"]], move["words"]) for move in answer["moves"]]
    return sorted((one for one in costs if one[1] > 0), key=lambda one: -one[1])[:5]


def on_the_page(games: list[Game]) -> list[Costly]:
    """Return the moves that the page's engine names; it reviews Connect-4 in pieces of eight moves, from the end."""
    asked: list[tuple[int, Any]] = []
    for number, game in enumerate(games):
        if isinstance(game, Connect4):
            plies = range(len(game.turns), 0, -8)
            asked += [(number, question("review", game, before=ply, seconds=0.37)) for ply in plies]
        else:
            asked.append((number, question("review", game, strong=True, seconds=ENOUGH)))
    lines = run_node("ask_engine.mjs", "".join(f"{json.dumps(one)}\n" for _, one in asked)).splitlines()
    answers: list[dict[str, Any]] = [{} for _ in games]
    for (number, _), line in zip(asked, lines, strict=True):
        piece, known = json.loads(line), answers[number]
        answers[number] = {**piece, "moves": [*piece.get("moves", []), *known.get("moves", [])]}
    return [in_json(answer) for answer in answers]


def rounded(found: Costly) -> Costly:
    return [(number, round(cost, 6), words) for number, cost, words in found]


def test_screen_cli_and_page_show_the_same_costliest_moves() -> None:
    games = [some_game(seed) for seed in SEEDS]
    for seed, game, told in zip(SEEDS, games, on_the_page(games), strict=True):
        shown = rounded(on_the_screen(game))
        printed = json.loads(slidedrop("review", write_code(game), "--json").out)
        assert rounded(in_json(printed)) == shown, f"the command line, seed {seed}"
        assert rounded(told) == shown, f"the page, seed {seed}"
        assert shown, "a careless game has costly moves"
