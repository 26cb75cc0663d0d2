"""Trials that cut connections at random during a game; used by a short test and a soak test."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING

from tests.web.running import LiveServer, Person, commands_in

if TYPE_CHECKING:
    from pathlib import Path


def cut_at_random(database: Path, cuts: int, seed: int) -> None:
    """Watch a game through a connection that is cut repeatedly, and check that every command arrives exactly once."""
    chance = random.Random(seed)
    with LiveServer(database) as server, Person(server.url) as ann, Person(server.url) as ben:
        game = ann.begin()["id"]
        ben.claim(ann.link(game, "watch"))
        over = threading.Event()
        player = threading.Thread(target=_play_on, args=(ann, game, over, chance.randrange(1 << 30)))
        player.start()
        try:
            seen, last = _watch(ben, game, cuts, chance)
        finally:
            over.set()
            player.join()
        seen += _rest(ben, game, last, ann.look(game)["ply"])
        assert seen == commands_in(ann.look(game)["record"])


def _watch(ben: Person, game: str, cuts: int, chance: random.Random) -> tuple[list[str], int]:
    seen: list[str] = []
    last = 0
    for _ in range(cuts):
        wanted = chance.randrange(4)
        with ben.watching(game, last) as events:
            while wanted:
                event = next(events)
                if event.name == "command":
                    wanted -= 1
                    last += 1
                    assert int(event.id) == event.data["ply"] == last
                    seen.append(_word(event.data["command"]))
    return seen, last


def _rest(ben: Person, game: str, last: int, ply: int) -> list[str]:
    rest: list[str] = []
    with ben.watching(game, last) as events:
        while last + len(rest) < ply:
            event = next(events)
            if event.name == "command":
                rest.append(_word(event.data["command"]))
    return rest


def _play_on(ann: Person, game: str, over: threading.Event, seed: int) -> None:
    """Play until told to stop; undo now and then so that the game never ends."""
    chance, ply, depth = random.Random(seed), 0, 0
    while not over.is_set():
        if depth > 30:
            ply, depth = ann.do(game, ply, *["undo"] * depth).json()["ply"], 0
            continue
        answer = ann.do(game, ply, chance.choice(["up", "down", "left", "right"]))
        if answer.status_code == 200:
            ply, depth = answer.json()["ply"], depth + 1


def _word(command: object) -> str:
    return command if isinstance(command, str) else command["move"]  # type: ignore[index]
