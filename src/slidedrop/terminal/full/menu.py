"""The home menu: a line per installed game, then everything else; and what each line opens."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from slidedrop.core.spec import AnySpec
from slidedrop.games import game_spec, game_specs
from slidedrop.players import HUMAN
from slidedrop.records.daily import daily
from slidedrop.session import Session
from slidedrop.terminal.full.app import FullScreen
from slidedrop.terminal.full.parts import Answers, Choices, Question, parts_for
from slidedrop.terminal.full.screens.form import Form
from slidedrop.terminal.full.screens.games import Games
from slidedrop.terminal.full.screens.layout import AppScreen
from slidedrop.terminal.full.screens.panel import Panel
from slidedrop.terminal.full.screens.puzzles import Puzzles
from slidedrop.terminal.full.screens.statistics import Statistics
from slidedrop.terminal.full.sessions import saved_games, start_session
from slidedrop.terminal.full.settings import ALLOWED, change

_TAKEN: Final = "cdwpgtsqjk"
"""The keys of the home screen that no game gets."""
_TODAY: Final = "The board of the day, the same for everyone."
_PACE: Final = "Between two moves of a computer."
_INTERFACE: Final = "What slidedrop followed by the name of a game opens."


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the menu."""

    title: str
    line: str
    """Its description."""
    open: Callable[[FullScreen], object]
    key: str = ""
    """The key that opens it."""
    label: str = ""
    """Its name in the bottom line; empty if it is not shown there."""
    spec: AnySpec | None = None
    """The game that it plays, if any."""


def entries() -> dict[str, Entry]:
    """Return the lines of the menu by name, in order."""
    keys: list[str] = []
    for spec in game_specs():
        keys.append(_free_key(spec.name, keys))
    return {
        **{
            f"play-{spec.name}": Entry(
                f"Play {spec.title}", spec.description, partial(play, spec), key, spec.title, spec
            )
            for spec, key in zip(game_specs(), keys, strict=True)
        },
        "watch": Entry("Watch", "Let the computer play, at your pace.", watch, "w"),
        **{
            f"today-{spec.name}": Entry(f"Today's {spec.title}", _TODAY, partial(today, spec), "d")
            for spec in [one for one in game_specs() if one.by_points][:1]
        },
        **{
            kind.__name__.lower(): Entry(kind.__name__, line, partial(_open, kind), key)
            for kind, line, key in (
                (Puzzles, "Solve puzzles; those you missed return.", "p"),
                (Games, "Every saved game: continue, review, share, export.", "g"),
                (Statistics, "What your games add up to.", "t"),
            )
        },
        "settings": Entry("Settings", "Theme, motion, pace.", settings, "s"),
        "help": Entry("Help", "The keys of every screen.", lambda app: app.action_help()),
        "quit": Entry("Quit", "Every game is saved.", lambda app: app.exit(0)),
    }


def _free_key(name: str, taken: list[str]) -> str:
    """Return a digit of a game's name, or else a letter, that no other line uses; empty if there is none."""
    keys = sorted((key for key in name if key.isalnum()), key=lambda key: not key.isdigit())
    return next((key for key in keys if key not in _TAKEN and key not in taken), "")


def play(spec: AnySpec, app: FullScreen) -> None:
    """Ask the game's questions, and start it."""
    parts = parts_for(spec)
    _ask(app, Form(f"Play {spec.title}", parts.questions(), "Start"), lambda one: start_session(*parts.start(one)))


def today(spec: AnySpec, app: FullScreen) -> None:
    """Open today's board, or continue it."""
    found = daily(spec, saved_games()[::-1])
    if found.open is not None:
        app.resume_game(found.open)
    else:
        if found.best is not None:
            app.notify(f"Your best today: {found.best:,}; days in a row: {found.streak}.")
        app.open_game(start_session(spec.new_game(seed=found.seed), (HUMAN,)))


def _open(screen: Callable[[], AppScreen], app: FullScreen) -> None:
    app.attempt(lambda: app.push_screen(screen()))


def watch(app: FullScreen) -> None:
    """Ask which game, and who plays; nothing is saved."""
    titles = {spec.name: spec.title for spec in game_specs()}
    app.push_screen(Panel("Watch", "", titles), lambda name: _watch(app, game_spec(name)) if name else None)


def _watch(app: FullScreen, spec: AnySpec) -> None:
    parts, players = parts_for(spec), parts_for(spec).computers()
    labels = [parts.colour(seat).capitalize() for seat in range(spec.seats)] if spec.seats > 1 else ["Player"]
    questions = [Question(str(seat), label, players) for seat, label in enumerate(labels)]
    strongest = [place for place, (name, *_) in enumerate(players) if name == spec.strongest]
    questions[-1].chosen = strongest[0] if strongest else 0
    _ask(
        app,
        Form(f"Watch {spec.title}", questions, "Watch"),
        lambda names: start_session(spec.new_game(), list(names.values()), saved=False),
    )


def _ask(app: FullScreen, form: Form, start: Callable[[Answers], Session]) -> None:
    """Show a form, and start a game with the answers unless the person goes back."""
    app.push_screen(form, lambda answers: None if answers is None else app.open_game(start(answers)))


def settings(app: FullScreen) -> None:
    """Ask for theme, motion, pace and interface; each change shows at once and is saved."""
    more: dict[str, Choices] = {
        "theme": [(name, str(name), "") for name in ALLOWED["theme"]],
        "animation": [(True, "on", "Tiles slide, discs fall."), (False, "off", "Boards change at once.")],
        "pace": [(pace, f"{pace:g} s", _PACE) for pace in (0.6, 1.0, 2.0, 0.1, 0.3)],
        "interface": [("full", "full screen", _INTERFACE), ("plain", "plain", _INTERFACE)],
    }
    labels = {"theme": "Theme", "animation": "Motion", "pace": "Pace", "interface": "Games open"}
    questions = [Question(name, label, more[name]) for name, label in labels.items()]
    before = {one.name: getattr(app.settings, one.name) for one in questions}
    for one in questions:
        values = [value for value, *_ in one.answers]
        one.chosen = values.index(before[one.name]) if before[one.name] in values else 0
    form = Form("Settings", questions, "Done", lambda answers: app.apply_settings(replace(app.settings, **answers)))
    app.push_screen(form, lambda _: _save(app, before))


def _save(app: FullScreen, before: Answers) -> None:
    """Save the changes; if that fails, they apply until the program ends."""
    for name, value in before.items():
        if (now := getattr(app.settings, name)) != value:
            app.attempt(partial(change, name, now))
