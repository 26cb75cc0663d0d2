"""What the lines of the home menu open; `menu.toml` has their words and their questions."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from slidedrop.connect4.game import Game as Drops
from slidedrop.connect4.rules import Rules as DropRules
from slidedrop.players import HUMAN
from slidedrop.terminal.full.app import FullScreen
from slidedrop.terminal.full.drawing.palette import PALETTES
from slidedrop.terminal.full.screens.form import Answers, Choices, Form, Question
from slidedrop.terminal.full.screens.games import Games
from slidedrop.terminal.full.screens.home import MENU
from slidedrop.terminal.full.screens.statistics import Statistics
from slidedrop.terminal.full.table import begun, opponents
from slidedrop.twenty48.game import Game as Slides
from slidedrop.twenty48.rules import Rules as SlideRules


def _who(game: str, *, people: bool = True) -> Choices:
    return [(one.name, one.title, one.line) for one in opponents(game) if people or one.name != HUMAN]


def _questions(name: str, **answers: Choices) -> list[Question]:
    """Return what a line of the menu asks, with the answers that are known only now."""
    asked = MENU[name]["questions"]
    return [Question(one, label, answers.get(one, usual)) for one, (label, usual) in asked.items()]


def _ask(app: FullScreen, name: str, questions: list[Question], begin: Callable[[Answers], None]) -> None:
    """Ask, and go ahead with the answers unless the person goes back."""
    form = Form(MENU[name]["title"], questions, MENU[name]["go"])
    app.push_screen(form, lambda answers: None if answers is None else begin(answers))


def play_2048(app: FullScreen) -> None:
    """Ask for size, rules and base, and begin."""

    def begin(answers: Answers) -> None:
        rules, base = SlideRules.preset(answers["rules"], answers["size"]), answers["base"]
        app.open_game(begun(Slides(replace(rules, base=base, winning_tile=1024 * base)), (HUMAN,)))

    _ask(app, "play_2048", _questions("play_2048"), begin)


def play_connect4(app: FullScreen) -> None:
    """Ask for the opponent, the colour and the board, and begin."""

    def begin(answers: Answers) -> None:
        colour, seats = answers["colour"], (HUMAN, answers["opponent"])
        first = secrets.choice((True, False)) if colour == "either" else colour == "red"
        columns, rows = map(int, answers["size"].split("x"))
        game = Drops(DropRules(columns, rows, gravity=answers["gravity"]))
        app.open_game(begun(game, seats if first else seats[::-1]))

    _ask(app, "play_connect4", _questions("play_connect4", opponent=_who("connect4")), begin)


def watch(app: FullScreen) -> None:
    """Ask who plays, and let them; nothing is kept."""

    def begin(answers: Answers) -> None:
        slides = answers["game"] == "2048"
        names = (answers["slides"],) if slides else (answers["red"], answers["blue"])
        app.open_game(begun(Slides() if slides else Drops(), names, kept=False))

    drops = _who("connect4", people=False)
    questions = _questions("watch", slides=_who("2048"), red=drops, blue=drops)
    questions[2].chosen = len(drops) - 1
    _ask(app, "watch", questions, begin)


def settings(app: FullScreen) -> None:
    """Ask for theme, motion and pace; each shows at once and is kept."""
    questions = _questions("settings", theme=[(name, name, "") for name in PALETTES])
    for one in questions:
        values = [value for value, *_ in one.answers]
        now = getattr(app.settings, one.name)
        one.chosen = values.index(now) if now in values else 0
    form = Form(MENU["settings"]["title"], questions, MENU["settings"]["go"], app.wear)
    app.push_screen(form, lambda _: app.settings.write())


OPENS: Final[dict[str, Callable[[FullScreen], object]]] = {
    "play_2048": play_2048,
    "play_connect4": play_connect4,
    "watch": watch,
    "games": lambda app: app.push_screen(Games()),
    "statistics": lambda app: app.push_screen(Statistics()),
    "settings": settings,
    "help": lambda app: app.action_help(),
    "quit": lambda app: app.exit(0),
}
