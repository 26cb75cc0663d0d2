"""`slidedrop 2048`: play in the terminal."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import click

from slidedrop.cli.errors import check_output
from slidedrop.cli.examples import examples
from slidedrop.cli.options.numbers import SEED, Seconds, WholeNumber
from slidedrop.cli.options.players import PlayerParam
from slidedrop.cli.options.weights import FILE
from slidedrop.cli.playing import check_common, common_options, game_to_resume, play, shared_game
from slidedrop.cli.saved_games import open_library
from slidedrop.players.player import AnyPlayer
from slidedrop.session import Session, new_session, resumed_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.rules import LARGEST_BASE, LARGEST_SIZE, PRESETS, Rules


class Options(SimpleNamespace):
    """What was asked for on the command line, and what follows from it."""

    @property
    def wants_new(self) -> bool:
        """Whether the options describe a game of their own, so that no kept one is offered."""
        given = (self.size, self.input_file, self.seed, self.rules, self.record, self.replay)
        return any(option is not None for option in (*given, self.base, self.tiles, self.win, self.player))

    def game_rules(self, base: int | None = None) -> Rules:
        """Return the rules that were asked for, with the base of a start file where none was."""
        rules = Rules.preset(self.rules or "classic", self.size or 4)
        base = self.base or base or rules.base
        win = self.win or max(rules.winning_tile, 2 * base)
        return replace(rules, base=base, winning_tile=win, tiles_per_move=self.tiles or rules.tiles_per_move)


@click.command(
    "2048",
    epilog=examples(
        "slidedrop 2048",
        "slidedrop 2048 --seed 7 -s 5",
        "slidedrop 2048 -i start.board -o end.board",
        "slidedrop 2048 --base 3 --tiles 2 --win 384",
        "slidedrop 2048 --player my_bot.py:Bot",
        "slidedrop 2048 --record game.log",
        "slidedrop 2048 --replay game.log --delay 0.1",
        "slidedrop 2048 --from T1DQAEAAAAAAAAACoAAADxsfz-",
        "printf 'left\\nup\\nq\\n' | slidedrop 2048 --seed 7 --speak",
    ),
)
@click.option("-s", "--size", type=WholeNumber(2, LARGEST_SIZE), help="Cells along each side, 2 to 64 (4).")
@click.option("-i", "--input", "input_file", type=FILE, help="Start from a board, grid or gameState in a file.")
@click.option("-o", "--output", "output_file", type=FILE, help="Write the board there at the end.")
@click.option("--force", is_flag=True, help="Let -o and --record replace a file that exists.")
@click.option("--record", type=FILE, help="Log the keys to a file.")
@click.option("--replay", type=FILE, help="Play a log again, then go on with it.")
@click.option("--delay", type=Seconds(), default=0.5, show_default=True, help="Pause between replayed keys.")
@click.option("--seed", type=SEED, help="The seed of the tiles.")
@click.option("--rules", type=click.Choice(list(PRESETS)), help="How tiles come (classic).")
@click.option("--base", type=WholeNumber(1, LARGEST_BASE), help="The smallest tile; all are its doubles (2).")
@click.option("--tiles", type=WholeNumber(1, LARGEST_SIZE**2), help="New tiles after each move (1).")
@click.option("--win", type=WholeNumber(2, 10**15), help="The tile that wins (2048).")
@click.option("--player", type=PlayerParam(), help="Let a player play, one of ours or your own; the game is kept.")
@common_options
def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Play 2048.

    On a terminal single keys move the tiles: w a s d, h j k l or the arrows; ? shows all keys. On a pipe, or with
    --lines, type a word or letter a line. Every game is kept from its first move.
    """
    options = Options(**given)
    console = Console(lines=options.lines)
    if options.replay is None:  # no other option has a say in which game is played again
        _check(options)
    if options.replay is not None or options.record is not None:
        _play_logged(console, options)
        return
    session, best = _session(console, options)
    last = play(console, Twenty48Face(best), session, speak=options.speak)
    if options.output_file is not None:
        from slidedrop.cli.twenty48.files import write_last

        write_last(options.output_file, last, force=options.force)
        console.say(f"Board written to '{options.output_file}'.")


def _check(options: Options) -> None:
    """Refuse what cannot go together before anything is shown or written."""
    if options.record is not None and (options.output_file or options.input_file):
        raise click.UsageError("--record keeps a log, so -i and -o cannot go with it; leave them out")
    check_common(vars(options), wants_new=options.wants_new, wants_rules=options.wants_new)
    for path in (options.output_file, options.record):
        if path is not None:
            check_output(path, force=options.force)


def _session(console: Console, options: Options) -> tuple[Session, int]:
    """Return the game to play and the best score to beat in it."""
    if not options.wants_new and options.code is None:
        opened = game_to_resume(console, "2048", resume=options.resume, new=options.new)
        if opened is not None:
            return resumed_session(opened), _best(opened.game, opened.number)
    game = _new_game(console, options) if options.code is None else shared_game(options.code, "2048")
    best = _best(game)
    return new_session(game, _seats(options, game), origin="copy" if options.code else ""), best


def _seats(options: Options, game: Any) -> list[AnyPlayer | None]:  # noqa: ANN401 - a game of 2048
    """Return who sits at the board: a person, or the player that was named; a record names none."""
    if options.player is None:
        return [None]
    from slidedrop.players.external import named_player
    from slidedrop.players.registry import check_player

    player = named_player(options.player, "2048", seed=options.seed)
    check_player(player, game.position)
    return [player]


def _new_game(console: Console, options: Options) -> Game:
    if options.input_file is None:
        return Game(options.game_rules(), seed=options.seed)
    from slidedrop.cli.twenty48.files import start_in

    start = start_in(options.input_file, options.base)
    rules, state = options.game_rules(start.base), start.state
    console.say(f"Read '{options.input_file}' as {start.kind}; its base is {start.base}.")
    won = state.won or state.board.largest >= rules.winning_tile
    return Game(rules, seed=options.seed, start=state._replace(won=won))


def _play_logged(console: Console, options: Options) -> None:
    """Play a new game and log its keys, or play a log again and go on with it."""
    from slidedrop.cli.twenty48.files import LoggedGame, read_logged_game, start_log

    again = options.replay is not None
    if again:
        game, log = read_logged_game(options.replay)
        session = partial(new_session, game, origin="replay")
        if log.log.seed is None:
            console.say(f"'{options.replay}' has no seed, so its keys are played on new tiles.")
    else:
        game = _new_game(console, options)
        log, session = start_log(game, options.record), partial(new_session, game, _seats(options, game))
    face = Twenty48Face(_best(game))
    logged = LoggedGame(session(), log, console)
    if not again:
        logged.begin()
    opening = partial(logged.replay, delay=options.delay, seed=game.seed) if again else None
    play(console, face, logged.session, speak=options.speak, listen=logged.leave_log, opening=opening)


def _best(game: Any, number: int = 0) -> int:  # noqa: ANN401 - a game of the library, of whichever kind
    """Return the best score of the kept games by the same rules, other than the one of this number."""
    try:
        return open_library().best_score(game.summary().rules, number)
    except OSError:
        return 0
