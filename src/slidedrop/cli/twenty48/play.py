"""`slidedrop 2048`: play in the terminal, from a board file or a log of keys too."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import click

from slidedrop.cli.errors import check_output
from slidedrop.cli.options import FILE, PLAYER, SEED, seconds, whole_number
from slidedrop.cli.playing import common_options, open_session, play, seated
from slidedrop.cli.saved_games import open_library
from slidedrop.core.errors import RulesError
from slidedrop.session import Session, new_session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.game import Game
from slidedrop.twenty48.rules import LARGEST_BASE, LARGEST_SIZE, PRESETS, Rules
from slidedrop.twenty48.spec import SPEC

_DESCRIBE_NEW: Final = ("size", "input_file", "seed", "rules", "record", "replay", "base", "tiles", "win", "player")
"""The options that describe a new game, so that no saved one is offered."""


@click.command("2048")
@click.option("-s", "--size", type=whole_number(2, LARGEST_SIZE), help="Cells along each side, 2 to 64 (4).")
@click.option("-i", "--input", "input_file", type=FILE, help="Start from a board, grid or gameState in a file.")
@click.option("-o", "--output", "output_file", type=FILE, help="Write the board there at the end.")
@click.option("--force", is_flag=True, help="Let -o and --record replace a file that exists.")
@click.option("--record", type=FILE, help="Log the keys to a file.")
@click.option("--replay", type=FILE, help="Play a log again, then continue it.")
@click.option("--delay", type=seconds, default=0.5, show_default=True, help="Pause between replayed keys.")
@click.option("--seed", type=SEED, help="Seed of the tiles.")
@click.option("--rules", type=click.Choice(list(PRESETS)), help="How new tiles appear (classic).")
@click.option("--base", type=whole_number(1, LARGEST_BASE), help="Smallest tile; the others are its doubles (2).")
@click.option("--tiles", type=whole_number(1, LARGEST_SIZE**2), help="New tiles after each move (1).")
@click.option("--win", type=whole_number(2, 10**15), help="Tile that wins (2048).")
@click.option("--player", **PLAYER, help="Let a built-in player or your bot play; the game is saved.")
@common_options
def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    r"""Play 2048.

    On a terminal single keys move the tiles: w a s d, h j k l or the arrows; ? shows all keys. On a pipe, or with
    --lines, type one word or letter per line. Every game is saved from its first move.

    $ slidedrop 2048
    $ slidedrop 2048 --seed 7 -s 5
    $ slidedrop 2048 -i start.board -o end.board
    $ slidedrop 2048 --base 3 --tiles 2 --win 384
    $ slidedrop 2048 --player my_bot.py:Bot
    $ slidedrop 2048 --record game.log
    $ slidedrop 2048 --replay game.log --delay 0.1
    $ slidedrop 2048 --from T1DQAEAAAAAAAAACoAAADxsfz-
    $ printf 'left\nup\nq\n' | slidedrop 2048 --seed 7 --speak
    """
    console = Console(lines=given["lines"])
    if given["replay"] is None:  # no other option has a say in which game is played again
        _check_files(given)
    if given["replay"] is not None or given["record"] is not None:
        _play_logged(console, given)
        return
    session = open_session(
        SPEC, console, given, new_game=lambda: _new_game(console, given), players=_players(given), rules=_DESCRIBE_NEW
    )
    last = play(console, Twenty48Face(_best(session)), session, speak=given["speak"])
    if given["output_file"] is not None:
        from slidedrop.cli.twenty48.files import write_last

        write_last(given["output_file"], last, force=given["force"])
        console.say(f"Board written to '{given['output_file']}'.")


def _players(given: Mapping[str, Any]) -> list[str]:
    return [given["player"]] if given["player"] is not None else []


def _check_files(given: Mapping[str, Any]) -> None:
    """Refuse options that conflict before anything is shown or written."""
    if given["record"] is not None and (given["output_file"] or given["input_file"]):
        raise click.UsageError("--record keeps a log, so -i and -o cannot go with it; leave them out")
    for path in filter(None, (given["output_file"], given["record"])):
        check_output(path, force=given["force"])


def _rules(given: Mapping[str, Any], base: int | None = None) -> Rules:
    """Return the rules of the options; the base may come from a start file."""
    rules = Rules.preset(given["rules"] or "classic", given["size"] or 4)
    base = given["base"] or base or rules.base
    win = _winning_tile(given["win"], base) or max(rules.winning_tile, 2 * base)
    return replace(rules, base=base, winning_tile=win, tiles_per_move=given["tiles"] or rules.tiles_per_move)


def _winning_tile(win: int | None, base: int) -> int | None:
    """Return the target tile; refuse one that no merge can make."""
    if win is not None and win > base:
        below = base << (win // base).bit_length() - 1
        if below != win:
            nearest = " or ".join(str(tile) for tile in (below, 2 * below) if tile > base)
            raise RulesError(f"no merge makes the tile {win}; with base {base} choose {nearest}")
    return win


def _new_game(console: Console, given: Mapping[str, Any]) -> Game:
    if given["input_file"] is None:
        return Game(_rules(given), seed=given["seed"])
    from slidedrop.cli.twenty48.files import start_in

    start = start_in(given["input_file"], given["base"])
    rules, state = _rules(given, start.base), start.state
    console.say(f"Read '{given['input_file']}' as {start.kind}; its base is {start.base}.")
    won = state.won or state.board.largest >= rules.winning_tile
    return Game(rules, seed=given["seed"], start=state._replace(won=won))


def _play_logged(console: Console, given: Mapping[str, Any]) -> None:
    """Play a new game and log its keys, or play a log again and continue it."""
    from slidedrop.cli.twenty48.files import LoggedGame, read_logged_game, start_log

    if given["replay"] is not None:
        game, log = read_logged_game(given["replay"])
        session = new_session(game, origin="replay")
        if log.log.seed is None:
            console.say(f"'{given['replay']}' has no seed, so its keys are played on new tiles.")
    else:
        if given["resume"] is not None or given["code"] is not None:
            raise click.UsageError("--record logs a new game, so --resume and --from cannot go with it; leave them out")
        game = _new_game(console, given)
        log = start_log(game, given["record"])
        session = new_session(game, seated(SPEC, _players(given), game, seed=given["seed"]))
    logged = LoggedGame(session, log, console)
    if given["replay"] is None:
        logged.begin()
    opening = None if given["replay"] is None else partial(logged.replay, delay=given["delay"], seed=game.seed)
    face = Twenty48Face(_best(session))
    play(console, face, session, speak=given["speak"], listen=logged.leave_log, opening=opening)


def _best(session: Session) -> int:
    """Return the best score of the other saved games by the same rules."""
    try:
        return open_library().best_score(session.game.summary().rules, session.number)
    except OSError:
        return 0
