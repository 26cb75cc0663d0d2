"""The engine functions of `slidedrop` as coroutines, for servers.

    from slidedrop import aio

    analysis = await aio.best_move(board, seconds=0.05)

Each call runs in a thread, and the engines let other threads run while they search. An engine searches one position at
a time, so calls of the same kind wait for each other; give them `seconds`. A call that is cancelled ends in its thread.
"""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from slidedrop.analysis.hints import hint_for
from slidedrop.analysis.review import review_game
from slidedrop.connect4.engine import perfect
from slidedrop.twenty48.engine import expectimax

__all__ = ["analyse", "best_move", "hint", "review", "solve"]

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def _awaited(function: Callable[Parameters, Result]) -> Callable[Parameters, Coroutine[Any, Any, Result]]:
    @wraps(function)
    async def call(*arguments: Parameters.args, **named: Parameters.kwargs) -> Result:
        from asyncio import to_thread

        return await to_thread(function, *arguments, **named)

    return call


analyse = _awaited(perfect.analyse)
best_move = _awaited(expectimax.best_move)
hint = _awaited(hint_for)
review = _awaited(review_game)
solve = _awaited(perfect.solve)
