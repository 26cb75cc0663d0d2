"""What all types have in common, and the whole numbers, each with the smallest value it may have.

IndexType 1, 2, 3, ...    DimensionType 4, 5, 6, ...    LevelNumberType 0, 1, 2, ...    WorthType any
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, ClassVar, Self, TypeVar

from slidedrop.core.errors import NotationError

Field = TypeVar("Field")
Owner = TypeVar("Owner")


class Value:
    """What every type of the document can do."""

    def clone(self) -> Self:
        return deepcopy(self)


def accessors(
    _: type[Field], name: str, *, copied: bool = False
) -> tuple[Callable[[Owner, Field], Owner], Callable[[Any], Field]]:
    """Return the document's two operations on a field: one that sets it and returns its owner, and one that gets it."""

    def set_field(owner: Owner, value: Field) -> Owner:
        setattr(owner, name, deepcopy(value) if copied else value)
        return owner

    def get_field(owner: Any) -> Field:  # noqa: ANN401 - of any type of the document
        field: Field = getattr(owner, name)
        return field

    return set_field, get_field


class _WholeNumber(Value):
    """A number that knows what it may be; each kind says its least and its usual value."""

    least: ClassVar[int | None]
    default: ClassVar[int]

    def __init_subclass__(cls, least: int | None = None, default: int = 0) -> None:
        cls.least, cls.default = least, default

    def __init__(self, value: "int | _WholeNumber | None" = None) -> None:
        number = self.default if value is None else value
        self.value: int = self._checked(number.value if isinstance(number, _WholeNumber) else number)

    def _checked(self, value: int) -> int:
        if type(value) is not int or (self.least is not None and value < self.least):
            upwards = "" if self.least is None else f" from {self.least} upwards"
            raise NotationError(f"{type(self).__name__} is a whole number{upwards}, not {value!r}")
        return value

    def lessThan(self, other: Self) -> bool:
        return self.value < other.value

    def greaterThan(self, other: Self) -> bool:
        return self.value > other.value

    def equals(self, other: Self) -> bool:
        return self.value == other.value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.value})"


class _Counter(_WholeNumber):
    """A number that can go up and down by one."""

    def increment(self) -> Self:
        self.value = self._checked(self.value + 1)
        return self

    def decrement(self) -> Self:
        self.value = self._checked(self.value - 1)
        return self


class IndexType(_Counter, least=1, default=1):
    """The number of a row or column."""


class DimensionType(_WholeNumber, least=4, default=4):
    """The side of a grid."""


class WorthType(_Counter):
    """How good a grid is for a player."""


class LevelNumberType(_Counter, least=0):
    """A level of the game tree, or how far to look ahead."""
