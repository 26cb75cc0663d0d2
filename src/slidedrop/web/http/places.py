"""Places for what lasts (connections, streams, downloads), limited for each address and in all.

    127.0.9.0/24   ▇▇▇▇▇▇▇▇▇▇▇▇   the busiest group of addresses gives one up when there is no place for a newcomer
    10.1.2.0/24    ▇▇             a player with three keeps them

One that is given up leaves its place at once, so that the bound also holds in a burst.
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
    """What takes a place."""

    @property
    def is_waiting(self) -> bool:
        """Whether it can be given up without loss."""

    def give_up(self) -> object:
        """End it now; the place is free already."""


CONNECTION: ContextVar[Callable[[], Holder | None]] = ContextVar("the connection of a request, if it is still there")


class Places:
    """A number of places, and who holds them."""

    def __init__(self, of_address: int, most: int) -> None:
        self.of_address = of_address
        self.most = most
        self.refused = 0
        """How many found no place, or had to give theirs up."""
        self._groups: dict[str, dict[str, dict[Holder, None]]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def is_allowed(self, address: str) -> bool:
        """Tell whether an address may hold one more; one too many counts as refused."""
        own = self._groups.get(group_of(address), {}).get(address, {})
        self.refused += len(own) >= self.of_address
        return len(own) < self.of_address

    def take(self, address: str, holder: Holder) -> bool:
        """Hold a place; False where all are taken, and no other group holds more of them than this address's."""
        if self._count >= self.most and not self._make_place(address):
            return False
        self._groups.setdefault(group_of(address), {}).setdefault(address, {})[holder] = None
        self._count += 1
        return True

    def _make_place(self, address: str) -> bool:
        """Let the busiest address of the busiest group give up what waits, or else what came last if that is fair."""
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
        """Free a place, unless it was given up before."""
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
    """Return the group of an address: /24, and /48 of IPv6."""
    try:
        network = ipaddress.ip_network(address, strict=False)
    except ValueError:
        return address
    bits = _GROUP_BITS[network.version]
    return str(network.supernet(new_prefix=min(network.prefixlen, network.max_prefixlen - bits)))
