"""Playing in the plain terminal: the session, its record and its end, for every command that plays.

A game is saved before its first board is shown. Whatever ends the program (q, the end of input, Ctrl-C, a closed
terminal), the journal already holds every move that was shown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from slidedrop.cli.game_commands import commands_of
from slidedrop.cli.options import PLAYER, SEED, option_of, several
from slidedrop.cli.saved_games import complete_game, open_library
from slidedrop.core.errors import NotationError, RecordError, SlidedropError
from slidedrop.core.game import Game, counted
from slidedrop.core.spec import AnyGame, AnySpec
from slidedrop.places import config_folder
from slidedrop.players import HUMAN
from slidedrop.players.external import is_own, named_player
from slidedrop.players.registry import check_player
from slidedrop.records.adapting import with_levels
from slidedrop.records.library import Library, Opened
from slidedrop.session import Session, new_session, resumed_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.dialogue import Dialogue
from slidedrop.terminal.plain.face import Face, face_of

if TYPE_CHECKING:
    from slidedrop.players.player import AnyPlayer

common_options: Final = several(
    click.option("--speak", is_flag=True, help="Describe every move in a sentence."),
    click.option("--lines", is_flag=True, help="Read lines instead of single keys."),
    click.option("--plain", is_flag=True, expose_value=False, help="Play in plain text, without the full screen."),
    click.option("--new", is_flag=True, help="Start a new game without asking."),
    click.option(
        "--resume",
        is_flag=False,
        flag_value="",
        metavar="[ID]",
        help="Continue a saved game, the newest or ID.",
        shell_complete=complete_game,
    ),
    click.option("--from", "code", metavar="CODE", help="Continue a shared game."),
)
"""The options of every game."""
_PLAIN_ONLY: Final = ("plain", "lines", "speak", "shapes", "record", "replay", "output_file")
"""The options of plain text only."""


def open_session(
    spec: AnySpec,
    console: Console,
    given: Mapping[str, Any],
    *,
    new_game: Callable[[], Game],
    players: Sequence[str] = (),
    rules: Collection[str] = (),
    others: Collection[str] = (),
) -> Session:
    """Return the session for the options: a shared game, a saved one, or a new one.

    `rules` and `others` name the options that describe a new game, by its rules or otherwise.
    """
    wants_rules = any(map(_is_given, (given[name] for name in rules)))
    wants_new = wants_rules or any(map(_is_given, (given[name] for name in others)))
    if given["resume"] is not None and (wants_new or given["new"] or given["code"] is not None):
        raise click.UsageError("--resume continues a saved game; leave out the options for a new one")
    if given["code"] is not None and wants_rules:
        raise click.UsageError("the code of --from has rules and a board; leave out the other rule options")
    if given["code"] is not None:
        shared = _shared_game(given["code"], spec.name)
        return new_session(shared, seated(spec, players, shared), origin="copy")
    opened = None if wants_new else _game_to_resume(console, spec.name, resume=given["resume"], new=given["new"])
    if opened is not None:
        return resumed_session(opened, _recorded_seats(spec, opened, players))
    game = new_game()
    return new_session(game, seated(spec, with_levels(players, spec.name), game, seed=given.get("seed")))


def _is_given(value: object) -> bool:
    return not (value is None or value is False or value == ())


def seated(spec: AnySpec, names: Sequence[str], game: Game, *, seed: int | None = None) -> tuple[AnyPlayer | None, ...]:
    """Return the players by name, None for a person; the default is a person against the default opponent."""
    names = names or (HUMAN, *(spec.usual_opponent for _ in range(spec.seats - 1)))
    check_seats(spec, names)
    people = [name.strip().lower() == HUMAN for name in names]
    seats = tuple(
        None if person else named_player(name, spec.name, seed=seed) for name, person in zip(names, people, strict=True)
    )
    for player in filter(None, seats):
        check_player(player, game.position)
    return seats


def check_seats(spec: AnySpec, names: Sequence[str]) -> None:
    """Refuse more or fewer players than the game has seats."""
    if len(names) != spec.seats:
        players = counted(spec.seats, "player")
        raise click.UsageError(f"{spec.title} has {players}, not {len(names)}; name each with --player")


def _recorded_seats(spec: AnySpec, opened: Opened, players: Sequence[str]) -> tuple[AnyPlayer | None, ...]:
    """Return the players of a record; a person continues alone against a program, as no record starts programs."""
    if spec.seats == 1:
        return (None,)
    if len(opened.players) not in (0, spec.seats):
        raise NotationError(f"game {opened.number} names {len(opened.players)} players; {spec.title} has {spec.seats}")
    for name in filter(is_own, opened.players):
        click.echo(f"A saved game does not start your own player '{name}'; you play its side.", err=True)
    names = [HUMAN if is_own(name) else name for name in opened.players]
    return seated(spec, names or players, opened.game)


def _shared_game(code: str, kind: str) -> AnyGame:
    from slidedrop.records.share import read_code

    game = read_code(code)
    if game.kind != kind:
        raise NotationError(f"this is a code of {game.kind}; continue with 'slidedrop {game.kind} --from CODE'")
    return game


def _game_to_resume(console: Console, kind: str, *, resume: str | None, new: bool) -> Opened | None:
    """Return the game to continue, chosen by option or by the person; None for a new one."""
    library = open_library()
    if resume is not None:
        return _resumed(library, kind, resume)
    saved = None if new or not console.interactive else library.unfinished(kind)
    if saved is None or saved.summary is None:
        return None
    if library.in_use(saved.number):
        played = f"game {saved.number} is being played by another slidedrop"
        if not console.confirm(f"{played.capitalize()}. Start a new game?", default=True):
            raise RecordError(f"{played}; finish there first")
        return None
    question = f"Continue game {saved.number} ({saved.summary.standing}, move {saved.summary.moves})?"
    return library.take(saved.number) if console.confirm(question, default=True) else None


def _resumed(library: Library, kind: str, resume: str) -> Opened:
    saved = None if resume else library.unfinished(kind)
    if saved is None and not resume:
        raise RecordError(f"there is no unfinished game of {kind}; start one with 'slidedrop {kind}'")
    opened = library.take(library.find(resume) if saved is None else saved.number)
    if opened.game.kind != kind:
        opened.journal.close()
        other = f"slidedrop {opened.game.kind} --resume {opened.number}"
        raise RecordError(f"game {opened.number} is a game of {opened.game.kind}; continue with '{other}'")
    return opened


def play(
    console: Console,
    face: Face,
    session: Session,
    *,
    speak: bool = False,
    listen: Callable[[Session], object] | None = None,
    opening: Callable[[Dialogue], object] | None = None,
) -> Session:
    """Run the dialogue and return the session that was open when it ended.

    `listen` is called for every game after the first; `opening` runs before the first question.
    """

    def follow(last: Session, swapped: bool) -> Session:  # noqa: FBT001 - the dialogue hands it over by position
        last.close()
        seats = _next_seats(last)
        following = new_session(face.again(last), seats[::-1] if swapped else seats)
        _show_notices(console, following)
        if listen is not None:
            listen(following)
        return following

    if _opens_full_screen(console):
        return _play_full(console, session)
    _show_notices(console, session)
    dialogue = Dialogue(console, face, session, follow=follow, speak=speak, keys=_own_keys(console))
    interrupted = False
    try:
        dialogue.run(opening)
    except KeyboardInterrupt:
        interrupted = True
        console.say("")
    last = dialogue.session
    missing = dialogue.keeping.must_choose
    if missing:  # once more at the end
        with suppress(RecordError):
            last.keep_again()
            missing = False
    last.close()
    console.say(*_closing_lines(last))
    if interrupted or missing:
        sys.exit(130 if interrupted else 1)
    return last


def _opens_full_screen(console: Console) -> bool:
    """Tell whether a game opens the full screen: on a terminal with the extra, unless a setting forbids it."""
    context = click.get_current_context(silent=True)
    if context is None or not console.has_full_screen:
        return False
    if any(context.get_parameter_source(name) is ParameterSource.COMMANDLINE for name in _PLAIN_ONLY):
        return False
    from slidedrop.terminal.full.settings import Settings

    return Settings.read().interface == "full"


def _play_full(console: Console, session: Session) -> Session:
    from slidedrop.terminal.full.app import run

    code = run(session=session)
    session.close()
    console.say(*_closing_lines(session))
    if code:
        sys.exit(code)
    return session


def _own_keys(console: Console) -> dict[str, str]:
    """Return the keys of the config file, which is read only if it exists."""
    if not (config_folder() / "config.toml").exists():
        return {}
    from slidedrop.terminal.full.settings import Settings

    settings = Settings.read()
    if settings.problem:
        console.say(f"{settings.problem} slidedrop uses the default settings.")
    return settings.keys


def _next_seats(last: Session) -> tuple[AnyPlayer | None, ...]:
    """Return the same players for the next game; one that adapts has its next level."""
    names = [player.name if player else HUMAN for player in last.seats]
    following = zip(last.seats, names, with_levels(names, last.game.kind, again=True), strict=True)
    return tuple(seat if new == old else named_player(new, last.game.kind) for seat, old, new in following)


def _show_notices(console: Console, session: Session) -> None:
    """Print messages that a redrawn screen would hide; on a pipe also play games that cannot be saved."""
    if session.notice and not console.keys:
        click.echo(session.notice, err=True)
    if session.journal is not None and not session.journal.begun and not console.interactive:
        click.echo(f"This game will not be saved: {session.journal.problem}.", err=True)
        session.stop_keeping()


def _closing_lines(session: Session) -> list[str]:
    """Return lines that say where the game is saved, and up to which move."""
    journal, number = session.journal, session.number
    if journal is not None and not session.unkept and journal.path.exists():
        if not number:
            return [f"Saved in '{journal.path}'. Import it with: slidedrop games import '{journal.path}'"]
        more = "" if session.game.outcome else f" Continue with: slidedrop {session.game.kind} --resume {number}"
        return [f"Saved as game {number}.{more}"]
    if not number:
        return ["This game is not saved."] if journal is not None else []
    try:
        moves = Library().game(number).summary().moves
    except SlidedropError:
        return [f"Nothing of game {number} is saved any more."]
    return [f"Game {number} is saved up to move {moves}; later moves are not saved."]


def play_command(spec: AnySpec) -> click.Command:
    """Return the command that plays a game: its own, or the one that plays any game."""
    own = commands_of(spec).play
    return play_any(spec) if own is None else own.load()


def play_any(spec: AnySpec) -> click.Command:
    """Return the general command for a game without its own."""
    rules = [option.name for option in spec.rule_options]

    def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
        console = Console(lines=given["lines"])
        face = face_of(spec.name, keys=console.keys, speak=given["speak"])
        session = open_session(
            spec,
            console,
            given,
            new_game=lambda: spec.new_game(spec.notation.load().rules_from_options(given), seed=given["seed"]),
            players=given["player"],
            rules=rules,
            others=("player", "seed"),
        )
        play(console, face, session, speak=given["speak"])

    player = click.option("--player", **PLAYER, multiple=True, help="Who plays each seat: human, greedy, ...")
    seed = click.option("--seed", type=SEED, help="The seed of the game.")
    options = several(*(option_of([(spec, one)]) for one in spec.rule_options), player, seed, common_options)
    return click.command(spec.name, help=f"Play {spec.title}. {spec.description}")(options(command))
