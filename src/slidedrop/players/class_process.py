"""The process that creates the players of a class and runs them, started by `ClassProcess` of `command.py`.

    a question    one pickled line: the player's number, the numbers no longer needed, and a position or nothing
    an answer     "answer move 4", "answer fault crashed: ...", or "answer refused ..." if no player can be made

The class prints to the error stream and has no input: both pipes are reserved for the protocol.
"""

import os
import pickle
import sys
from base64 import b64decode
from collections.abc import Callable
from functools import partial

from slidedrop.core.errors import NotationError
from slidedrop.games import spec_of
from slidedrop.players.external import loaded_class
from slidedrop.players.player import AnyPlayer
from slidedrop.players.protocol import AnyPosition, PlayerFault, checked_move


def answered(players: dict[int, AnyPlayer], make: Callable[[], AnyPlayer], question: bytes) -> str:
    """Return the answer to one question."""
    number, dropped, position = pickle.loads(question)  # noqa: S301 - from the process that started this one
    for other in dropped:
        players.pop(other, None)
    try:
        if number not in players:
            players[number] = make()
    except NotationError as error:
        return f"refused {error}"
    if position is None:
        return "move"
    again: AnyPosition = pickle.loads(question)[2]  # noqa: S301 - untouched by what the class does to its own
    try:
        move = checked_move("", players[number].choose(position), again)
    except PlayerFault as error:
        return f"fault {str(error).strip()}"
    except BaseException as error:  # noqa: BLE001 - also exit() and Ctrl+C
        return f"fault crashed: {type(error).__name__}: {error}"
    return f"move {spec_of(again).notation.load().write_move(move)}"


def made(text: str) -> AnyPlayer:
    """Return a new player of the named class."""
    found = loaded_class(text)
    try:
        return found()
    except BaseException as error:
        raise NotationError(f"'{text}' could not be made without arguments: {type(error).__name__}: {error}") from error


def main(text: str) -> None:
    """Answer questions until the input ends."""
    players: dict[int, AnyPlayer] = {}
    with os.fdopen(os.dup(0), "rb") as questions, os.fdopen(os.dup(1), "w") as answers:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        for line in questions:
            answer = answered(players, partial(made, text), b64decode(line))
            print("answer", " ".join(answer.split()), file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
