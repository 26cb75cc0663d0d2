"""Limited places, per address and in all, for connections, streams and downloads.

    127.0.9.0/24   ▇▇▇▇▇▇▇▇▇▇▇▇   the busiest group of addresses loses one if there is no place for a new client
    10.1.2.0/24    ▇▇             a player with three keeps them

A holder that must give up frees its place at once, so the limit also holds in a burst.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache
from typing import Final, Protocol

_GROUP_BITS: Final = {4: 8, 6: 80}
"""How many bits of an address differ within a group, which is what one customer or one attacker can easily have."""


class Holder(Protocol):
    """The holder of a place."""

    @property
    def is_waiting(self) -> bool:
        """Whether it can be ended without loss."""

    def give_up(self) -> object:
        """End it; its place is free already."""


CONNECTION: ContextVar[Callable[[], Holder | None]] = ContextVar("the connection of a request, if it is still there")


class Places:
    """A number of places and their holders."""

    def __init__(self, of_address: int, most: int) -> None:
        self.of_address = of_address
        self.most = most
        self.refused = 0
        """The number of clients that found no place or had to give it up."""
        self._groups: dict[str, dict[str, dict[Holder, None]]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def is_allowed(self, address: str) -> bool:
        """Tell whether an address may hold one more; otherwise count a refusal."""
        own = self._groups.get(group_of(address), {}).get(address, {})
        self.refused += len(own) >= self.of_address
        return len(own) < self.of_address

    def take(self, address: str, holder: Holder) -> bool:
        """Take a place; False if all are taken and no other group holds more of them than this address's."""
        if self._count >= self.most and not self._make_place(address):
            return False
        self._groups.setdefault(group_of(address), {}).setdefault(address, {})[holder] = None
        self._count += 1
        return True

    def _make_place(self, address: str) -> bool:
        """End an idle holder of the busiest address in the busiest group, or else the newest if that is fair."""
        self.refused += 1
        group, most = max(self._groups.items(), key=lambda one: _size(one[1]))
        busiest, held = max(most.items(), key=lambda one: len(one[1]))
        own = self._groups.get(group_of(address), {})
        is_own = group == group_of(address)
        is_fair = len(held) > len(own.get(address, {})) + 1 if is_own else _size(most) > _size(own) + 1
        given_up = next((one for one in held if one.is_waiting), next(reversed(held)))
        if not (is_fair or given_up.is_waiting):
            return False
        self.leave(busiest, given_up)
        given_up.give_up()
        return True

    def leave(self, address: str, holder: Holder) -> None:
        """Free a place, unless it was ended before."""
        group = self._groups.get(group_of(address), {})
        own = group.get(address, {})
        if holder in own:
            self._count -= 1
            del own[holder]
            if not own:
                del group[address]
            if not group:
                del self._groups[group_of(address)]


def _size(group: dict[str, dict[Holder, None]]) -> int:
    return sum(map(len, group.values()))


@lru_cache(4096)
def group_of(address: str) -> str:
    """Return the group of an address: /24, or /48 for IPv6."""
    try:
        network = ipaddress.ip_network(address, strict=False)
    except ValueError:
        return address
    bits = _GROUP_BITS[network.version]
    return str(network.supernet(new_prefix=min(network.prefixlen, network.max_prefixlen - bits)))
