"""Trials that kill the server with kill -9 during play; used by a short test and a soak test."""

from __future__ import annotations

import random
import threading
import time
import uuid
from typing import TYPE_CHECKING, Any

import httpx

from tests.web.running import Person, ServerProcess, commands_in

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = 3


def kill_during_play(database: Path, trials: int, seed: int) -> None:
    """Kill the server repeatedly while people play, and check that all acknowledged commands are stored."""
    chance = random.Random(seed)
    players: list[_Player] = []
    server = ServerProcess(database)
    try:
        players += [_Player(server.url, number) for number in range(PLAYERS)]
        for _ in range(trials):
            _play_until_killed(server, players, chance)
            server = ServerProcess(database, port=server.port)
            for player in players:
                player.check()
        assert sum(player.ply for player in players) > trials
    finally:
        server.kill()
        for player in players:
            player.person.close()


def _play_until_killed(server: ServerProcess, players: list[_Player], chance: random.Random) -> None:
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    time.sleep(0.05 + chance.random() * 0.4)
    server.kill()
    for thread in threads:
        thread.join()


class _Player:
    """A player that sends several commands at a time until the server is gone, and remembers the acknowledged ones."""

    def __init__(self, url: str, seed: int) -> None:
        self.person = Person(url)
        self.game = self.person.begin()["id"]
        self.ply = 0
        self.done: list[str] = []
        self.under_way: tuple[str, list[str]] | None = None
        self._chance = random.Random(seed)

    def play(self) -> None:
        """Send commands until the server is gone."""
        while True:
            commands = ["hint"] * self._chance.randrange(1, 4)
            request = uuid.uuid4().hex
            self.under_way = (request, commands)
            try:
                answer = self.person.do(self.game, self.ply, *commands, request=request)
            except httpx.TransportError:
                return
            if answer.status_code == 200:
                self._acknowledged(answer.json(), commands)
            else:
                assert answer.status_code == 429, answer.text
                time.sleep(0.05)

    def _acknowledged(self, answer: Any, commands: list[str]) -> None:  # noqa: ANN401 - plain values
        self.done += commands
        self.ply = answer["ply"]
        self.under_way = None
        assert self.ply == len(self.done)

    def check(self) -> None:
        """Check that acknowledged commands are stored and pending ones completely or not at all; resend the latter."""
        kept = commands_in(self.person.look(self.game)["record"])
        request, commands = self.under_way or ("", [])
        assert kept in (self.done, self.done + commands)
        if commands:
            answer = self.person.do(self.game, self.ply, *commands, request=request)
            assert answer.status_code == 200, answer.text
            self._acknowledged(answer.json(), commands)
        assert commands_in(self.person.look(self.game)["record"]) == self.done
