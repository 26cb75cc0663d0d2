"""One of our editions with a fault put into it: variant.py EDITION FAULT ARGUMENTS..."""

import sys

from slidedrop import editions
from slidedrop.editions import mis, swipe


def say_nothing(*_: object) -> None:
    """Print nothing."""


def twice(self: mis.GameT) -> None:
    self.validMove = True
    ADD(self)


ADD = mis.GameT.addTile
edition, fault, *arguments = sys.argv[1:]
match fault:
    case "never":
        swipe.check_game_over = lambda _: False
        mis.Controller.getStatus = lambda _: False
    case "full":
        mis.Controller.getStatus = lambda self: not any(0 in row for row in self.model.getBoard())
    case "wordless":
        mis.Display.printEndingMessage = say_nothing
    case "always":
        mis.GameT.addTile = twice
    case "rude":
        mis.Display.printWelcomeMessage = say_nothing
    case "score":
        mis.GameT.getScore = lambda self: 2 * self._score
sys.exit(editions.run(edition, arguments, sys.stdin, sys.stdout))
