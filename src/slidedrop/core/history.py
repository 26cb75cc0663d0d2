"""Everything that was tried in one game: a tree of states with a place in it.

start ─ left ─ up ─ ●         ● is now; undo goes to the left, redo to where one came from.
      └ down ─ down           A move that was tried before leads to the state it led to before,
                              so taking back never rolls the dice again.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
State = TypeVar("State")


class _Node(Generic[Key, State]):
    """One state, what led to it and what was tried from it."""

    __slots__ = ("children", "key", "parent", "state", "undone")

    def __init__(self, state: State, parent: _Node[Key, State] | None, key: Key | None) -> None:
        self.state = state
        self.parent = parent
        self.key = key
        self.children: dict[Key, _Node[Key, State]] = {}
        self.undone: _Node[Key, State] | None = None


class History(Generic[Key, State]):
    """The states of one game, from its start to now and beyond."""

    def __init__(self, start: State) -> None:
        self._node: _Node[Key, State] = _Node(start, None, None)

    @property
    def state(self) -> State:
        """The state now."""
        return self._node.state

    def known(self, key: Key) -> State | None:
        """Return the state that this key led to when it was tried here before, or None."""
        child = self._node.children.get(key)
        return None if child is None else child.state

    def advance(self, key: Key, state: State) -> None:
        """Go on to the state that the key leads to; what was undone before can no longer be redone."""
        node = self._node
        child = node.children.get(key)
        if child is None:
            child = node.children[key] = _Node(state, node, key)
        node.undone = child.undone = None
        self._node = child

    def undo(self) -> bool:
        """Go back one step; False at the start."""
        parent = self._node.parent
        if parent is None:
            return False
        parent.undone, self._node = self._node, parent
        return True

    def redo(self) -> bool:
        """Go forward again to where the last undo came from; False where nothing was undone."""
        child = self._node.undone
        if child is None:
            return False
        self._node.undone, self._node = None, child
        return True

    def line(self) -> list[Key]:
        """Return the keys that lead from the start to now."""
        return [key for key, _ in self._steps()]

    def states(self) -> list[State]:
        """Return the states from the one after the first key to now."""
        return [state for _, state in self._steps()]

    def _steps(self) -> list[tuple[Key, State]]:
        steps: list[tuple[Key, State]] = []
        node = self._node
        while node.parent is not None and node.key is not None:
            steps.append((node.key, node.state))
            node = node.parent
        return steps[::-1]
