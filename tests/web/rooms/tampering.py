"""Trials that send tampered records to a game of a room."""

from __future__ import annotations

import json
import random
from typing import Any, Final

from slidedrop.records.replay import begin, record_from, replay
from tests.attempt import tried
from tests.web.rooms.people import join, opened, points, sit
from tests.web.running import Person, until

DIRECTIONS: Final = ("left", "down", "right", "up")
WAYS: Final = ("foreign", "cut", "torn", "edited", "dropped", "swapped", "tiles", "forged")


def tamper(url: str, how: str, seed: int) -> None:
    """Play a record with another seed, tamper with it, send it, and check that the standings count an honest replay.

    The honest replay uses the room's own header and the moves that the server has on disk.
    """
    dice = random.Random(f"{how} {seed}")
    with Person(url) as ann:
        code = opened(ann)
        join(ann, code, "Ann")
        game = sit(ann, code)["id"]
        header = ann.look(game)["record"]["header"]
        sent = _edited(_record(header, dice), how, dice)
        status = _sent(ann, game, sent, torn=how == "torn")
        kept = ann.look(game)["record"]
        assert kept["header"] == header
        assert (status, kept["commands"]) in [(200, sent), (400, []), (422, [])]
        honest = replay(record_from([header, *kept["commands"]], "the record")).summary().score
        until(lambda: points(ann, code) == {"Ann": honest}, 20)


def _record(header: dict[str, Any], dice: random.Random) -> list[Any]:
    foreign: Any = begin({**header, "seed": str(dice.randrange(-(1 << 63), 1 << 63))})
    return [{"move": next(move for move in DIRECTIONS if tried(foreign, move))} for _ in range(20)]


def _edited(commands: list[Any], how: str, dice: random.Random) -> list[Any]:
    place = dice.randrange(len(commands))
    before, after = commands[:place], commands[place + 1 :]
    tampered: dict[str, list[Any]] = {
        "cut": commands[: place + 1],
        "edited": [*before, {"move": dice.choice(DIRECTIONS)}, *after],
        "dropped": [*before, *after],
        "swapped": [*commands[place:], *before],
        "tiles": [{**commands[0], "tiles": [[0, 0, 2048]]}, *commands[1:]],
        "forged": [*commands, {"move": "left", "score": 99999}],
    }
    return tampered.get(how, commands)


def _sent(person: Person, game: str, commands: list[Any], *, torn: bool) -> int:
    body = json.dumps({"ply": 0, "commands": commands, "request": "r" * 20})
    content = body[: len(body) // 2] if torn else body
    headers = {"Content-Type": "application/json"}
    return person.post(f"/api/v1/games/{game}/commands", content=content, headers=headers).status_code
