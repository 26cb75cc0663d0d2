"""A live game: a session in memory that the store records, with its secrets and watchers.

game       replayed once and held in memory, so that a move costs no more at the end than at the start
entries    the stored commands, in order; a stream that has sent 12 continues with the 13th
states     the last ones of a long game; an undo beyond them replays the game
watchers   each is woken by a change and then finds out what changed
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, Final

from slidedrop.core.command import Command
from slidedrop.games import game_spec, spec_of
from slidedrop.records.replay import begin, do_all
from slidedrop.session import Session
from slidedrop.web.http.responses import Encoded, unknown_game
from slidedrop.web.roles import ROLES, Role, as_it_stands
from slidedrop.web.store.store import Entry

if TYPE_CHECKING:
    from slidedrop.core.game import Header
    from slidedrop.web.store.store import Secret, StoredGame

_STATES: Final = 32
"""How many states of a 4x4 board of 2048 stay in memory."""
_FEWEST_STATES: Final = 4
"""The same for larger boards."""
_PLIES_OF_STATE: Final = 32
"""The plies that take as much memory as one state, if their states are dropped."""
_AWAY_CHECK_SECONDS: Final = 1.0
"""The seconds between two checks for players who left another server without notice."""


@dataclass(eq=False)
class Watcher:
    """An open stream: its role, and the event that wakes it."""

    secret: str
    """The digest by which it came in."""
    role: Role = "watch"
    name: str = ""
    """The name to show for this player or watcher."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False
    """Whether it must close."""


class LiveGame(Session):
    """A game in memory, as the store has it."""

    def __init__(self, kept: StoredGame) -> None:
        """Start the game; `replay` repeats its commands."""
        self.id = kept.id
        self.header: dict[str, Any] = json.loads(kept.header)
        game = begin(self.header)
        super().__init__(game, seats=(None,) * spec_of(game).seats)
        self._size = size_of(self.header)
        self.states = max(_FEWEST_STATES, _STATES // self._size)
        """The least number of states in memory; there may be up to twice as many."""
        self.entries: list[Entry] = []
        """Without their requests."""
        self._recorded = -1, Encoded("")
        """The last full record, and its ply."""
        self.owner = kept.owner
        self.offer: dict[str, Any] | None = None if kept.offer is None else json.loads(kept.offer)
        self.rematch = kept.rematch
        self.secrets: list[Secret] = list(kept.secrets)
        self.version = kept.version
        self.lock = asyncio.Lock()
        """Held while something is changed: one thing at a time."""
        self.watchers: dict[Watcher, None] = {}
        """In order of arrival."""
        self._came = time.monotonic()
        self._left: dict[Role, float] = {}
        """When the last page of a role was closed."""
        self._elsewhere: dict[str, tuple[float, dict[Role, str]]] = {}
        """The roles that have it open at other servers, and until when this is valid."""
        self._standing: tuple[float, dict[str, Any]] = 0.0, {}
        """What streams send besides commands, and until when this is valid."""
        self.users = 0
        """The number of requests that use it now."""
        self.used = self._came
        """When the last request was done with it."""
        self.dropped = False
        """Whether it was dropped from memory: the store has the true game."""

    @property
    def ply(self) -> int:
        return len(self.entries)

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        return bool(self.users or self.watchers or self.lock.locked())

    @property
    def weight(self) -> int:
        """About how much memory it takes, in plies of a 4x4 board of 2048."""
        return self.game.held * self._size + self.ply // _PLIES_OF_STATE

    def weight_at(self, plies: int) -> int:
        """Return its weight after this number of plies, if every state were in memory."""
        return (plies + 1) * self._size

    def free_states(self) -> None:
        """Drop old states; an undo beyond the last ones replays the game."""
        if self.game.held > 2 * self.states:
            self.game.forget(self.states)

    def record(self, after: int = 0, most: int | None = None) -> Encoded:
        """Return the game as a record, or some of its commands; a whole one is encoded once for all readers."""
        if (after, most) == (0, None) and self._recorded[0] == self.ply:
            return self._recorded[1]
        chosen = self.entries[after : None if most is None else after + most]
        commands = ",".join(entry.command for entry in chosen)
        record = Encoded(f'{{"header":{json.dumps(self.header)},"commands":[{commands}]}}')
        if len(chosen) == self.ply:
            self._recorded = self.ply, record
        return record

    def granted(self, digests: Iterable[str]) -> tuple[Role, str]:
        """Return the first valid role of these secrets, and its digest; refuse if none opens the game."""
        found = [secret for digest in digests for secret in self.secrets if compare_digest(secret.digest, digest)]
        claimed = [secret for secret in found if secret.claimed]
        if not claimed:
            raise unknown_game()
        best = min(claimed, key=lambda secret: ROLES.index(secret.role))
        return as_it_stands(best.role, self.owner), best.digest

    def replay(self, entry: Entry) -> None:
        """Apply a command of the store; an illegal one raises RecordError."""
        command = _command_of(entry.command)
        do_all(self.game, [command])
        self.note(entry.request, command)
        self.entries.append(_shared(entry.command, entry.by))

    def kept(self, entries: Iterable[Entry]) -> None:
        """Add commands that are stored and done in memory."""
        self.entries += [_shared(entry.command, entry.by) for entry in entries]
        self.offer = None

    def bump_version(self, version: int) -> None:
        """Set the version after a change by this server, unless another server changed the game in between."""
        if version == self.version + 1:
            self.version = version

    def restart(self, again: LiveGame) -> None:
        """Restart as the same game, read again from the store."""
        self.game, self.entries, self._requests = again.game, again.entries, again._requests
        self._recorded = again._recorded

    def apply(self, now: StoredGame) -> None:
        """Apply everything but commands from the store, and close the streams of deleted secrets."""
        gone = {secret.digest for secret in self.secrets} - {secret.digest for secret in now.secrets}
        self.owner, self.rematch, self.version = now.owner, now.rematch, now.version
        self.offer = None if now.offer is None else json.loads(now.offer)
        self.secrets = list(now.secrets)
        self.end_streams(gone)

    def standing(self) -> dict[str, Any]:
        """Return what a stream sends besides commands, computed once per change."""
        until, standing = self._standing
        if time.monotonic() >= until:
            present = self.present()
            standing = {
                "shared": {"owner": f"player:{self.owner}"},
                "offer": self.offer,
                "rematch": {"id": self.rematch},
                "presence": {"roles": list(present), "names": {role: name for role, name in present.items() if name}},
            }
            self._standing = time.monotonic() + _AWAY_CHECK_SECONDS, standing
        return standing

    def notify(self) -> None:
        """Wake every stream."""
        self._standing = 0.0, {}
        for watcher in self.watchers:
            watcher.changed.set()

    def present(self) -> dict[Role, str]:
        """Return the roles that have the page open, each once, with names."""
        now, held = time.monotonic(), self.here()
        for until, roles in self._elsewhere.values():
            held = {**roles, **held} if until > now else held
        return {role: held[role] for role in ROLES if role in held}

    def here(self) -> dict[Role, str]:
        """Return those at this server."""
        now = [(as_it_stands(one.role, self.owner), one.name) for one in self.watchers if not one.ended]
        return {role: "" if role == "watch" else name for role, name in now}  # of several pages the name of the last

    def announced(self, server: str, roles: dict[Role, str], seconds: float) -> None:
        """Record which roles have the game open at another server, for some seconds."""
        before, now = self.present(), time.monotonic()
        self._elsewhere[server] = (now + seconds, roles)
        self._left |= dict.fromkeys(before.keys() - self.present().keys(), now)
        self.notify()

    def enter(self, watcher: Watcher) -> None:
        """Add an open page, and wake the streams if it shows someone new."""
        before = self.present()
        self.watchers[watcher] = None
        if self.present() != before:
            self.notify()

    def leave(self, watcher: Watcher) -> None:
        before = self.present()
        self.watchers.pop(watcher, None)
        self._left[as_it_stands(watcher.role, self.owner)] = time.monotonic()
        if self.present() != before:
            self.notify()

    def away(self, role: Role) -> float:
        """Return for how many seconds this role has not had the game open, as far as known here."""
        seen = [until for until, roles in self._elsewhere.values() if role in roles]
        since = max([self._left.get(role, self._came), *seen])
        return 0 if role in self.present() else time.monotonic() - since

    def end_streams(self, digests: Iterable[str]) -> None:
        """Close the streams of these secrets."""
        gone = set(digests)
        for watcher in self.watchers:
            watcher.ended = watcher.ended or watcher.secret in gone
        self.notify()


_shared = lru_cache(maxsize=4096)(Entry)
"""One object for all equal entries, of which a long game has few."""


@lru_cache(maxsize=4096)
def text_of(command: Command) -> str:
    """Return a command as an entry has it."""
    return json.dumps(command.to_json())


@lru_cache(maxsize=4096)
def _command_of(text: str) -> Command:
    return Command.from_json(json.loads(text))


def size_of(header: Header) -> int:
    """Return about how much memory a ply of a game takes, in plies of a 4x4 board of 2048."""
    weight = game_spec(header["game"]).weight
    return 1 if weight is None else weight.load()(header)
