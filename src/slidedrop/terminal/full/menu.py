"""What the lines of the home menu open."""

import secrets
from collections.abc import Callable
from typing import Any, Final

from slidedrop.players import HUMAN
from slidedrop.terminal.full.opponents import opponents
from slidedrop.terminal.full.screens.form import Answers, Choices, Form, Question
from slidedrop.terminal.full.shell import Shell
from slidedrop.terminal.full.table import begun

_SIZES: Final = [
    (size, f"{size} x {size}", line)
    for size, line in (
        (4, "The usual board."),
        (5, "Room to breathe."),
        (6, "A long game."),
        (8, "Endless."),
        (3, "Every slide counts."),
    )
]
_RULES: Final = [
    ("classic", "classic", "Nine new tiles of ten are 2, one is 4."),
    ("mis", "even", "As many 4 as 2 come."),
    ("twos", "only twos", "Nothing but 2 comes."),
]
_BASES: Final = [
    (2, "2", "2, 4, 8, … 2048"),
    (3, "3", "3, 6, 12, … 3072"),
    (1, "1", "1, 2, 4, … 1024"),
    (5, "5", "5, 10, 20, … 5120"),
]
_BOARDS: Final = [
    ("7x6", "7 x 6", "The usual board."),
    ("8x7", "8 x 7", ""),
    ("6x5", "6 x 5", ""),
    ("5x4", "5 x 4", "A quick one."),
    ("10x8", "10 x 8", "A wide one."),
    ("4x4", "4 x 4", ""),
]
_PLACING: Final = [
    (True, "discs fall", "A disc falls to the lowest free cell of its column."),
    (False, "anywhere", "A disc is placed on any free cell."),
]
_MOTION: Final = [(True, "on", "Tiles slide, discs fall."), (False, "off", "Boards change at once.")]
_COLOURS: Final = [
    ("red", "red, first", "You move first."),
    ("blue", "blue, second", "The opponent moves first."),
    ("either", "either", "Drawn when the game begins."),
]


def _who(game: str, *, people: bool = True) -> Choices:
    return [(one.name, one.title, one.line) for one in opponents(game) if people or one.name != HUMAN]


def _ask(app: Shell, title: str, go: str, then: Callable[[Answers], object], *questions: Question) -> None:
    """Ask, and go ahead with the answers unless the person goes back."""

    def answered(answers: Answers | None) -> None:
        if answers is not None:
            then(answers)

    app.push_screen(Form(title, questions, go), answered)


def play_2048(app: Shell) -> None:
    """Ask for size, rules and base, and begin."""
    questions = (
        Question("size", "Size", _SIZES),
        Question("rules", "New tiles", _RULES),
        Question("base", "Smallest", _BASES),
    )
    _ask(app, "Play 2048", "Begin", lambda answers: app.open_game(begun(_slides(**answers), (HUMAN,))), *questions)


def _slides(size: int = 4, rules: str = "classic", base: int = 2) -> Any:  # noqa: ANN401 - a game of 2048
    from dataclasses import replace

    from slidedrop.twenty48.game import Game
    from slidedrop.twenty48.rules import Rules

    return Game(replace(Rules.preset(rules, size), base=base, winning_tile=1024 * base))


def play_connect4(app: Shell) -> None:
    """Ask for the opponent, the colour and the board, and begin."""

    def begin(answers: Answers) -> None:
        colour, seats = answers["colour"], (HUMAN, answers["opponent"])
        first = secrets.choice((True, False)) if colour == "either" else colour == "red"
        game = _drops(answers["size"], gravity=answers["gravity"])
        app.open_game(begun(game, seats if first else seats[::-1]))

    questions = (
        Question("opponent", "Opponent", _who("connect4")),
        Question("colour", "You play", _COLOURS),
        Question("size", "Board", _BOARDS),
        Question("gravity", "Placing", _PLACING),
    )
    _ask(app, "Play Connect-4", "Begin", begin, *questions)


def _drops(size: str = "7x6", *, gravity: bool = True) -> Any:  # noqa: ANN401 - a game of Connect-4
    from slidedrop.connect4.game import Game
    from slidedrop.connect4.rules import Rules

    columns, rows = map(int, size.split("x"))
    return Game(Rules(columns, rows, gravity=gravity))


def watch(app: Shell) -> None:
    """Ask who plays, and let them; nothing is kept."""
    drops = _who("connect4", people=False)

    def begin(answers: Answers) -> None:
        slides = answers["game"] == "2048"
        names = (answers["slides"],) if slides else (answers["red"], answers["blue"])
        app.open_game(begun(_slides() if slides else _drops(), names, kept=False))

    questions = (
        Question("game", "Game", [("2048", "2048", ""), ("connect4", "Connect-4", "")]),
        Question("slides", "2048 by", _who("2048")),
        Question("red", "Red", drops, len(drops) - 1),
        Question("blue", "Blue", drops),
    )
    _ask(app, "Watch", "Watch", begin, *questions)


def settings(app: Shell) -> None:
    """Ask for theme, motion and pace; each shows at once and is kept."""
    from slidedrop.terminal.full.drawing.palette import PALETTES

    themes = [(name, name, "") for name in PALETTES]
    paces = [(pace, f"{pace:g} s", "Between two moves of a computer.") for pace in (0.6, 1.0, 2.0, 0.1, 0.3)]
    asked: dict[str, tuple[str, Choices]] = {
        "theme": ("Theme", themes),
        "animation": ("Motion", _MOTION),
        "pace": ("Pace", paces),
    }
    questions = [_now(app, name, label, answers) for name, (label, answers) in asked.items()]
    app.push_screen(Form("Settings", questions, "Done", app.wear), lambda _: app.settings.write())


def _now(app: Shell, name: str, label: str, answers: Choices) -> Question:
    """Return a question about a setting, with what it is now chosen."""
    now = getattr(app.settings, name)
    return Question(name, label, answers, next((place for place, one in enumerate(answers) if one[0] == now), 0))


def games(app: Shell) -> None:
    """Show every kept game."""
    from slidedrop.terminal.full.screens.games import Games

    app.push_screen(Games())


def statistics(app: Shell) -> None:
    """Show what the kept games add up to."""
    from slidedrop.terminal.full.screens.statistics import Statistics

    app.push_screen(Statistics())


OPENS: Final[dict[str, Callable[[Shell], object]]] = {
    "play_2048": play_2048,
    "play_connect4": play_connect4,
    "watch": watch,
    "games": games,
    "statistics": statistics,
    "settings": settings,
    "help": lambda app: app.action_help(),
    "quit": lambda app: app.exit(0),
}
