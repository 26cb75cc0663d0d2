"""Listeners: anyone may ask to be told, and all are told, one by one, in the order in which they asked."""

from collections.abc import Callable
from typing import Generic, TypeVar

from slidedrop.core.errors import NotationError

News = TypeVar("News")


class Listeners(Generic[News]):
    """The callbacks that wait for one kind of event."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[News], object]] = []

    def add(self, callback: Callable[[News], object]) -> None:
        """Register one more callback; the same one twice is called twice."""
        if not callable(callback):
            raise NotationError(f"a listener is a function of one argument, not {callback!r:.60}")
        self._callbacks.append(callback)

    def tell(self, news: News) -> None:
        """Call every callback that was registered when the event happened."""
        for callback in tuple(self._callbacks):
            callback(news)
