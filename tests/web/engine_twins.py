"""Comparison of the page's engine in node with Python: every number and every sentence."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from slidedrop.analysis.connect4.answers import best_play, plain
from slidedrop.analysis.connect4.hints import position_hint
from slidedrop.analysis.connect4.review import review
from slidedrop.analysis.connect4.scores import scores_for
from slidedrop.analysis.hints import hint_for
from slidedrop.analysis.puzzle import shipped
from slidedrop.analysis.twenty48.hints import slide_reason
from slidedrop.analysis.twenty48.judge import judge_for
from slidedrop.analysis.twenty48.review import review as review_2048
from slidedrop.connect4 import Game, Position, Rules
from slidedrop.connect4.notation import write_move
from slidedrop.players.connect4.opponents import LADDER
from slidedrop.players.registry import make_player
from slidedrop.terminal.full.connect4.screen import threats_on
from slidedrop.twenty48 import Board, Direction
from slidedrop.twenty48 import Game as Twenty48
from slidedrop.twenty48 import Rules as Rules2048
from slidedrop.twenty48.engine.portable_network import shipped_network
from slidedrop.twenty48.position import State
from tests.web.games import run_node

if TYPE_CHECKING:
    from collections.abc import Iterator

ENOUGH: Final = 60.0
"""A time limit in seconds within which every value requested here is proven, on any machine."""
EASY: Final = {(7, 6): (18, 40), (5, 5): (8, 23), (4, 4): (0, 14), (6, 5): (12, 28), (8, 7): (38, 54)}
"""Boards, each with a range of plies at which positions are solved quickly."""
Question = dict[str, Any]


def differences(pairs: list[tuple[Question, Any]], *folder: str) -> list[tuple[Question, Any, Any]]:
    """Return each question that the page answers differently from Python, with both answers."""
    lines = "".join(json.dumps(question) + "\n" for question, _ in pairs)
    printed = run_node("ask_engine.mjs", lines, *folder).splitlines()
    answers = [json.loads(line) for line in printed]
    both = zip(pairs, answers, strict=True)
    return [(question, own, told) for (question, own), told in both if _rounded(own) != _rounded(told)]


def _rounded(answer: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return an answer with numbers rounded to nine decimals: the two implementations sum in a different order."""
    if isinstance(answer, dict):
        return {name: _rounded(value) for name, value in answer.items()}
    if isinstance(answer, list):
        return [_rounded(value) for value in answer]
    return round(answer, 9) if isinstance(answer, float) else answer


def scores_and_hints(number: int, seed: int) -> Iterator[tuple[Question, Any]]:
    """Yield questions about random positions, with Python's answers."""
    dice = Random(seed)
    for _ in range(number):
        columns, rows = dice.choice(list(EASY))
        opening = (columns, rows) == (7, 6) and dice.random() < 0.3
        game = some_game(dice, columns, rows, (0, 7) if opening else EASY[columns, rows])
        yield question("scores", game, seconds=ENOUGH), scores_for(game.position, seconds=ENOUGH).to_json()
        if not opening:
            hint = position_hint(game.position, seconds=ENOUGH)
            yield question("hint", game, seconds=ENOUGH), {"move": hint.move, "reason": hint.reason}


def threats(number: int, seed: int) -> Iterator[tuple[Question, Any]]:
    """Yield positions of many rules, with the cells that the full screen marks."""
    dice = Random(seed)
    sizes = [Rules(7, 6), Rules(7, 6), Rules(9, 8, connect=5), Rules(5, 4, connect=3), Rules(6, 6, gravity=False)]
    for _ in range(number):
        game = Game(dice.choice(sizes))
        for _ in range(dice.randrange(4, 34)):
            if game.outcome is None:
                game.play(dice.choice(game.position.legal_moves()))
        marked = sorted(threats_on(game.position).items()) if game.outcome is None else []
        whose = {"x": "red", "o": "blue", "!": "both"}
        cells = [{"row": row + 1, "column": column + 1, "of": whose[letter]} for (row, column), letter in marked]
        if game.outcome is None:
            yield question("threats", game), {"cells": cells}


def reviews(number: int, seed: int) -> Iterator[tuple[Question, Any]]:
    """Yield the last moves of random games, with Python's grades."""
    dice = Random(seed)
    for _ in range(number):
        columns, rows = dice.choice([(5, 5), (4, 4)])
        start = some_game(dice, columns, rows, EASY[columns, rows]).position
        game = Game(start=start)
        for _ in range(dice.randint(0, 30)):
            if game.outcome is None:
                game.play(dice.choice(game.position.legal_moves()))
        if game.outcome is None and dice.random() < 0.3:
            game.resign()
        yield question("review", game, seconds=0.37), _reviewed(game)


def opponents(number: int, seed: int) -> Iterator[tuple[Question, Any]]:
    """Yield moves of the built-in opponents, drawn from an id as the page draws them."""
    dice = Random(seed)
    for _ in range(number):
        names = [*(one.declaration.name for one in LADDER), f"even:{dice.randint(1, 9)}"]
        name, own = dice.choice(names), dice.randrange(1 << 64)
        game = some_game(dice, 7, 6, (0, 36))
        player = make_player(name, "connect4", seed=own - (own >> 63 << 64))
        move = write_move(player.choose(game.position))
        yield question("choose", game, player=name, seed=f"{own:016x}"), {"move": move}


def plain_hints_2048(number: int, seed: int) -> Iterator[tuple[Question, Any]]:
    """Yield boards that no network supports, with Python's hints."""
    dice = Random(seed)
    for _ in range(number):
        size = dice.choice([3, 5, 6])
        tiles = [dice.choice([0, 0, 2 << dice.randrange(8)]) for _ in range(size * size)]
        game = Twenty48(Rules2048(size=size), seed=1, start=State(Board.from_tiles(tiles), dice.randrange(9999)))
        found = hint_for(game)
        if found is not None:
            yield question("hint", game), {"move": found.move, "reason": found.reason}


def learned_hints(number: int, seed: int) -> Iterator[tuple[Question, Any]]:
    """Yield boards that the strong network supports, with Python's hints: values and risks."""
    shipped_network()  # otherwise the first hint of a process comes from the small network
    dice = Random(seed)
    for _ in range(number):
        rules = Rules2048(base=dice.choice([2, 2, 3]), spawn_weights=dice.choice([(90, 10), (50, 50), (100,)]))
        tiles = [dice.choice([0, rules.base << dice.randrange(11)]) for _ in range(16)]
        game = Twenty48(rules, seed=1, start=State(Board.from_tiles(tiles), 5))
        found = hint_for(game)
        if found is not None:
            yield question("hint", game, strong=True), {"move": found.move, "reason": found.reason}


def luck_reviews(number: int, seed: int) -> Iterator[tuple[Question, Any]]:
    """Yield careless and good games of 2048, with Python's reviews: luck, skill, costliest moves and the summary."""
    dice = Random(seed)
    for _ in range(number):
        size = dice.choice([2, 4, 4])
        rules = Rules2048(size=size, base=dice.choice([2, 3]), spawn_weights=dice.choice([(90, 10), (1, 1)]))
        game, player = Twenty48(rules, seed=dice.randrange(1 << 48)), make_player("network:1", "2048")
        for _ in range(dice.randrange(60)):
            if not game.is_over:
                careless = size == 2 or dice.random() < 0.3
                game.play(dice.choice(game.legal_moves()) if careless else player.choose(game.position))
        found = review_2048(game)
        worst = [
            {
                "number": one.number,
                "words": found.why(one),
                "reason": slide_reason(found.turns[one.number - 1].slide.before.slide(Direction(one.best))),
                "is_mistake": one.is_mistake,
            }
            for one in found.worst
        ]
        answer = {**found.to_json(), "worst": worst, "of": len(game.turns)}
        yield question("review", game, strong=True, seconds=ENOUGH), answer


def refutations(number: int, seed: int) -> Iterator[tuple[Question, Any]]:
    """Yield wrong answers to bundled puzzles, with Python's refutations."""
    dice = Random(seed)
    for puzzle in dice.sample(shipped(), number):
        game: Any = puzzle.begun()
        move = dice.choice([move for move in map(str, _answers(game)) if move != puzzle.best])
        _, words = puzzle.refuted(move)
        if isinstance(game, Game):
            after = game.position.play(int(move) - 1)
            rest: dict[str, Any] = {"line": [write_move(one) for one in best_play(after, ENOUGH, length=8)]}
        else:
            worst = min(judge_for(game.rules).falls(game.board, Direction(move)), key=lambda fall: fall.value)
            rest = {"tiles": [[*worst.cell, worst.tile]]}
        yield question("refute", game, move=move, strong=True, seconds=ENOUGH), {"words": words, **rest}


def _answers(game: Game | Twenty48) -> list[Any]:
    if isinstance(game, Game):
        return [write_move(move) for move in game.position.legal_moves()]
    return [move.value for move in game.legal_moves()]


def question(name: str, game: Game | Twenty48, **wishes: Any) -> Question:  # noqa: ANN401 - any arguments of a question
    """Return a question in the form that the page's worker receives."""
    commands = ["resign" if move == "resign" else {"move": move} for move in game.line()]
    return {
        "question": name,
        "body": {"record": {"header": {"version": 1, **game.header()}, "commands": commands}, **wishes},
    }


def some_game(dice: Random, columns: int, rows: int, plies: tuple[int, int]) -> Game:
    """Return a random unfinished game whose number of discs is between two limits."""
    wanted = dice.randint(*plies)
    while True:
        game = Game(Rules(columns, rows))
        while game.outcome is None and game.position.discs < wanted:
            game.play(dice.choice(game.position.legal_moves()))
        if game.outcome is None:
            return game


def _reviewed(game: Game) -> dict[str, Any]:
    played = [turn for turn in game.turns if turn.move is not None]
    begin = max(0, len(played) - 8)
    first = played[begin - 1].position if begin else game.start or Position(game.rules)
    part = Game(start=first)
    for turn in played[begin:]:
        if turn.move is not None:
            part.play(turn.move)
    if game.outcome is not None and part.outcome is None:
        part.resign()
    found = review(part, seconds_a_move=ENOUGH)
    return {
        "moves": [plain(asdict(replace(move, ply=move.ply + begin))) for move in found.moves],
        "before": begin,
        "of": len(played),
        "start": found.start,
        "start_height": found.start_height,
        "ending": found.ending,
        "notice": "",
    }
