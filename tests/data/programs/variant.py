"""One of our editions with a fault put into it: variant.py EDITION FAULT ARGUMENTS..."""

import sys

from slidedrop import editions
from slidedrop.editions import mis, swipe
from slidedrop.twenty48 import Board, Rules


def say_nothing(*_: object) -> None:
    """Print nothing."""


def spaced(a: list[int], window: object = None) -> None:
    for row in Board.from_tiles(a).rows:
        window.write(" ".join(map(str, row)) + "\n")


def play_printing(a, b, key, random, window, rules=swipe.TWOS):
    before = list(a)
    over = PLAY(a, b, key, random, window, rules)
    if a == before:
        swipe.print(a, window)
    return over


def strange_increment(key: str, size: int = 4) -> int:
    return INCREMENT("a" if key == "x" else key, size)


def twice(self: mis.GameT) -> None:
    self.validMove = True
    ADD(self)


PLAY, INCREMENT, ADD = swipe.play, swipe.increment_of, mis.GameT.addTile
edition, fault, *arguments = sys.argv[1:]
match fault:
    case "fours":
        swipe.TWOS = Rules(spawn_weights=(1, 9))
        Rules.preset = classmethod(lambda *_: Rules(spawn_weights=(1, 9)))
    case "spaces":
        swipe.print = spaced
    case "prints":
        swipe.play = play_printing
    case "never":
        swipe.check_game_over = lambda _: False
        mis.Controller.getStatus = lambda _: False
    case "full":
        swipe.check_game_over = lambda a: 0 not in a
        mis.Controller.getStatus = lambda self: not any(0 in row for row in self.model.getBoard())
    case "strange":
        swipe.increment_of = strange_increment
    case "wordless":
        mis.Display.printEndingMessage = say_nothing
    case "always":
        mis.GameT.addTile = twice
    case "rude":
        mis.Display.printWelcomeMessage = say_nothing
    case "score":
        mis.GameT.getScore = lambda self: 2 * self._score
sys.exit(editions.run(edition, arguments, sys.stdin, sys.stdout))
