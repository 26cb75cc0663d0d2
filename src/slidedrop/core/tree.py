"""A game tree that is reused from move to move.

                 root                 level 0      Each node knows its parent, its first child and its next
               /                                   sibling: the children of a node are a chain.
          child -> sibling -> ...     level 1
         /                                         When a move is played, the node it leads to becomes the root,
    child -> sibling -> ...           level 2      everything beside it is freed, and the levels are numbered
                                                   again. What lies below is reused: nothing is generated twice.

`worth` is the value of a node for the tree's player; `choose_best` computes it, from the leaves up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from typing import Any, Final, Generic

from slidedrop.core.position import CHANCE
from slidedrop.core.search import WIN, Evaluation, Judge, Place, check_levels

MOST_NODES: Final = 300_000
"""The default limit of a tree: about 75 MB."""
_FOLLOWED: Final = 4
"""The most steps between two searches of a tree: a move and its reply, or a slide and its tiles."""


@dataclass(slots=True, eq=False)
class Node(Generic[Place]):
    """One position in the tree."""

    position: Place
    parent: Node[Place] | None = None
    move: Any = None
    """The move that leads here; None at the start and where chance leads here."""
    chance: float = 1.0
    """The probability that chance leads here; 1 after a move of a player."""
    level: int = 0
    child: Node[Place] | None = None
    """The first position that can follow; None while none was generated."""
    sibling: Node[Place] | None = None
    """The next position that the parent can lead to."""
    worth: float | None = None
    """The value for the tree's player; None until `choose_best`."""

    def children(self) -> Iterator[Node[Place]]:
        """Yield the first child and its siblings, in legal order."""
        node = self.child
        while node:
            yield node
            node = node.sibling


class GameTree(Generic[Place]):
    """The game tree of one player, reused from move to move."""

    def __init__(
        self,
        position: Place,
        evaluate: Evaluation[Place],
        player: int | None = None,
        *,
        by_points: bool = False,
        most_nodes: int = MOST_NODES,
    ) -> None:
        self.root: Node[Place] = Node(position)
        self.most_nodes = most_nodes
        self.levels = 0
        """How many levels were last built below the root."""
        self.generated = 1
        """The number of nodes created so far, including those of earlier roots."""
        self._judge: Judge[Place] = Judge(evaluate, position.turn if player is None else player, by_points)

    def best(self, levels: int) -> Node[Place]:
        """Return the node of the best move within some levels; with 0, only the player's own moves are evaluated."""
        self.build(max(1, levels))
        self.choose_best()
        return self.find_best()

    def follow(self, position: Place) -> None:
        """Make a position the root and keep its subtree if it is in the tree; otherwise start a new tree."""
        for node in takewhile(lambda node: node.level <= _FOLLOWED, self.nodes()):
            if node.position == position:
                self.make_root(node)
                return
        self._free()
        self.root, self.levels = Node(position), 0
        self.generated += 1

    def build(self, levels: int) -> None:
        """Generate missing nodes down to a level, or raise TooManyNodes."""
        check_levels(self.root.position, levels, self.most_nodes)
        for node in takewhile(lambda node: node.level < self.root.level + levels, self.nodes()):
            self.generate_level(node)
        self.levels = levels

    def generate_level(self, node: Node[Place]) -> None:
        """Give a node one child for each next position; none after the end or if it has children."""
        if node.child:
            return
        previous: Node[Place] | None = None
        for child in _offspring(node):
            if previous:
                previous.sibling = child
            else:
                node.child = child
            previous = child
            self.generated += 1

    def choose_best(self) -> float:
        """Compute the value of every node, from the leaves up, and return that of the root."""
        return self._backed_up(self.root)

    def find_best(self) -> Node[Place]:
        """Return the first child with the value of the root."""
        return next(child for child in self.root.children() if child.worth == self.root.worth)

    def find_move(self, position: Place) -> Node[Place] | None:
        """Return the child of the root with this position, or None."""
        return next((child for child in self.root.children() if child.position == position), None)

    def make_root(self, node: Node[Place]) -> None:
        """Free everything that is not below a node, and number the levels from there."""
        steps = node.level - self.root.level
        _cut_out(node)
        if node is not self.root:
            self._free()
        self.root = node
        self.levels = max(0, self.levels - steps)
        self.renumber()

    def renumber(self) -> None:
        """Set the levels so that the root has 0, its children 1, and so on."""
        top = self.root.level
        for node in self.nodes():
            node.level -= top

    def nodes(self) -> Iterator[Node[Place]]:
        """Yield every node, level by level, also those generated meanwhile."""
        layer = [self.root]
        while layer:
            yield from layer
            layer = [child for node in layer for child in node.children()]

    def _free(self) -> None:
        """Remove the reference of every node to its parent: without cycles, memory is freed at once."""
        for node in self.nodes():
            node.parent = None

    def _backed_up(self, node: Node[Place]) -> float:
        depth = node.level - self.root.level
        if node.child is None or depth >= self.levels:
            node.worth = self._judge.worth(node.position, node.position.outcome, WIN - depth)
        elif node.position.turn == CHANCE:
            node.worth = sum(child.chance * self._backed_up(child) for child in node.children())
        else:
            choose = max if node.position.turn == self._judge.player else min
            node.worth = choose([self._backed_up(child) for child in node.children()])
        return node.worth


def _offspring(node: Node[Place]) -> Iterator[Node[Place]]:
    position = node.position
    if position.turn == CHANCE:
        for after, chance in position.chance_outcomes():
            yield Node(after, node, None, chance, node.level + 1)
    else:
        for move in position.legal_moves():
            yield Node(position.play(move), node, move, level=node.level + 1)


def _cut_out(node: Node[Place]) -> None:
    """Remove a node from its parent's chain, so that freeing the rest leaves it intact."""
    parent, node.parent = node.parent, None
    if parent:
        chain = [child for child in parent.children() if child is not node]
        node.sibling = None
        parent.child = chain[0] if chain else None
        for child, following in zip_longest(chain, chain[1:]):
            child.sibling = following
