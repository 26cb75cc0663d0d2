"""Listeners: anyone may ask to be told, and all are told, one by one, in the order in which they asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

News = TypeVar("News")


class Listeners(Generic[News]):
    """The callbacks that wait for one kind of event."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[News], object]] = []

    def add(self, callback: Callable[[News], object]) -> None:
        """Register one more callback; the same one twice is called twice."""
        self._callbacks.append(callback)

    def tell(self, news: News) -> None:
        """Call every callback that was registered when the event happened."""
        for callback in tuple(self._callbacks):
            callback(news)
