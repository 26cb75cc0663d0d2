"""GameTreeType: a node of the look-ahead, with its grid, parent, first child, next sibling and level.

It is a view of the engine's tree, which is expanded, evaluated and reused there.
"""

from functools import partialmethod
from typing import Any, Final, Self

from slidedrop.connect4.evaluation import evaluate
from slidedrop.connect4.position import Position
from slidedrop.core.errors import NotationError
from slidedrop.core.tree import GameTree, Node
from slidedrop.editions.adt.grid import GridType, colour_of
from slidedrop.editions.adt.pieces import ColourType, LevelNumberType, PlayerType, WorthType

LARGEST_TREE: Final = 600_000
"""The most grids of a look-ahead: five moves on an empty 4x4 grid, about 150 MB."""


class GameTreeType:
    """A tree, by its root; the empty tree has no grid and no level."""

    def __init__(
        self, grid: GridType | None = None, level: LevelNumberType | None = None, parent: Self | None = None
    ) -> None:
        self._starter = ColourType()
        self._tree: GameTree[Any] | None = None
        self._node: Node[Any] | None = None
        if grid is not None:
            self.setGrid(grid)
            self.setLevel(LevelNumberType() if level is None else level)
        if parent is not None:
            self.setParent(parent)

    def _view(self, node: Node[Any] | None) -> "GameTreeType":
        view = GameTreeType()
        view._starter, view._node, view._tree = self._starter, node, self._tree
        return view

    @property
    def _root(self) -> Node[Any]:
        if self._node is None:
            raise NotationError("the empty tree has no grid and no level; set a grid first")
        return self._node

    def isEmpty(self) -> bool:
        return self._node is None

    def setGrid(self, grid: GridType) -> Self:
        position = grid.position(self._starter)
        if self._node is None:
            self._node = Node(position)
        self._node.position, self._node.worth = position, grid.getWorth().value
        return self

    def getGrid(self) -> GridType:
        """Return the grid at the root, with its chosen worth."""
        return GridType.from_position(self._root.position, self._starter, self._root.worth)

    def _attached(self, place: str, other: Self) -> Self:
        setattr(self._root, place, other._node)
        return self

    def _neighbour(self, place: str) -> "GameTreeType":
        return self._view(getattr(self._root, place))

    setParent, getParent = partialmethod(_attached, "parent"), partialmethod(_neighbour, "parent")
    """Hang the tree below another; the tree above, or the empty one."""
    setChild, getChild = partialmethod(_attached, "child"), partialmethod(_neighbour, "child")
    setSibling, getSibling = partialmethod(_attached, "sibling"), partialmethod(_neighbour, "sibling")
    """The first child and the next sibling do the same."""

    def setLevel(self, level: LevelNumberType) -> Self:
        self._root.level = level.value
        return self

    def getLevel(self) -> LevelNumberType:
        return LevelNumberType(self._root.level)

    def buildGame(self, grid: GridType, first: PlayerType, second: PlayerType, level: LevelNumberType) -> Self:
        """Expand to a depth below the root; existing nodes stay. The first player began the game."""
        self._play_by(first, second)
        if self._node is None:
            self.setGrid(grid)
        self._engine().build(max(1, level.value))
        return self

    def generateLevel(self, first: PlayerType, second: PlayerType) -> Self:
        """Add one child for each free square, in reading order; none below a finished game."""
        self._play_by(first, second)
        self._engine().generate_level(self._root)
        return self

    def _play_by(self, first: PlayerType, second: PlayerType) -> None:
        """Set the engine's first player; whose turn it is follows from the discs."""
        if first.equals(second):
            raise NotationError("two players need two symbols")
        colour = colour_of(first)
        if self._node is not None and not colour.equals(self._starter):
            self._node.position = self.getGrid().position(colour)
        self._starter = colour

    def chooseBest(self) -> WorthType:
        """Propagate worths from the leaves to the root, write each into its grid, and return the root's."""
        tree = self._engine()
        tree.levels = max(tree.levels, self._depth())
        return WorthType(int(tree.choose_best()))

    def findBest(self, worth: WorthType) -> "GameTreeType":
        """Return the first child with that worth as its own tree; the rest is freed."""
        for node in self._root.children():
            if node.worth == worth.value:
                return self._rooted(node)
        raise NotationError(f"no move is worth {worth.value}; chooseBest says what the best one is")

    def findMove(self, grid: GridType) -> "GameTreeType":
        """Return the child with this grid as its own tree; an empty tree if there is none."""
        node = self._engine().find_move(grid.position(self._starter))
        return self._view(None) if node is None else self._rooted(node)

    def adjustLevel(self) -> Self:
        """Renumber the levels so that the root has 0, its children 1, and so on."""
        self._engine().renumber()
        return self

    def _rooted(self, node: Node[Any]) -> "GameTreeType":
        self._engine().make_root(node)
        return self._view(node)

    def _engine(self) -> GameTree[Any]:
        """Return the engine's tree with this root; a new one if there is none or it has changed."""
        if self._tree is None or self._tree.root is not self._root:
            position: Position = self._root.position
            self._tree = GameTree(position, evaluate, position.turn, most_nodes=LARGEST_TREE)
            self._tree.root = self._root
        return self._tree

    def _depth(self) -> int:
        layer, depth = [self._root], -1
        while layer:
            layer, depth = [child for node in layer for child in node.children()], depth + 1
        return depth
