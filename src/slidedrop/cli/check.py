"""`slidedrop check`: somebody's own program, held against a document."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

from slidedrop.cli.examples import examples
from slidedrop.editions.checking.adt import AdtExam
from slidedrop.editions.checking.api import ModuleExam
from slidedrop.editions.checking.cases import vectors
from slidedrop.editions.checking.documents import ADT, DOCUMENTS, Document
from slidedrop.editions.checking.exam import Exam
from slidedrop.editions.checking.findings import Ledger
from slidedrop.records.files import write_whole


class Options(NamedTuple):
    """What was asked for on the command line."""

    name: str
    program: tuple[str, ...]
    module: str | None
    games: int
    seed: int
    timeout: float
    skip: tuple[str, ...]
    keys: str
    start: str
    vector_file: Path | None


@click.command(
    "check",
    epilog=examples(
        "slidedrop check psa3 -- java -cp . Game2048",
        "slidedrop check swipe --start input -- ./my2048",
        "slidedrop check mis --module my_game.py",
        "slidedrop check a07 --vectors cases.jsonl",
        "slidedrop check adt -- python3 my_connect4.py",
    ),
)
@click.argument("name", type=click.Choice([*DOCUMENTS, ADT.name]))
@click.argument("program", nargs=-1, metavar="[-- COMMAND...]", type=click.UNPROCESSED)
@click.option("--module", metavar="FILE_OR_NAME", help="Check a Python module instead of a command (mis, a07).")
@click.option("--games", type=click.IntRange(1, 100_000), default=24, show_default=True, help="Games to play.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same starts and keys for the same number.")
@click.option("--timeout", type=click.FloatRange(0.1, 600), default=5.0, show_default=True, help="Seconds a game.")
@click.option("--skip", multiple=True, metavar="REQUIREMENT", help="Leave a requirement out, such as R-001-31.")
@click.option("--keys", default="w,s,a,d", show_default=True, help="What to type for up, down, left and right.")
@click.option(
    "--start",
    type=click.Choice(["argument", "input", "none"]),
    default="argument",
    show_default=True,
    help="How a swipe program is told its start file.",
)
@click.option("--vectors", "vector_file", type=click.Path(path_type=Path), help="Write cases for unit tests instead.")
def command(**options: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Hold your own 2048 or Connect-4, in any language, against a document.

    NAME is psa3, mis, a07 or swipe for 2048, adt for Connect-4. COMMAND is started for every game, gets its keys on
    standard input, and what it prints is compared board by board with the rules. The exit code is 0 only if everything
    holds.
    """
    _check(Options(**options))


def _check(options: Options) -> None:
    if options.vector_file is not None and options.name == ADT.name:
        message = "there are cases for 2048 only; check a program for adt as a command after --"
        raise click.UsageError(message)
    if options.vector_file is not None:
        _write_vectors(options.name, options.vector_file, options.seed)
        return
    if bool(options.program) == (options.module is not None):
        message = "say what to check: -- and a command, or --module and a Python file"
        raise click.UsageError(message)
    ledger = _examined(options, {**DOCUMENTS, ADT.name: ADT}[options.name])
    _clear_progress()
    click.echo(ledger.report())
    sys.exit(0 if ledger.good else 1)


def _examined(options: Options, document: Document) -> Ledger:
    if options.module is None:
        ledger = Ledger(document.dialogue.values(), options.skip)
        _exam(options, document, ledger).take(options.games, options.seed)
        return ledger
    if not document.api:
        message = f"{document.name} describes a program, not classes: give it as a command after --"
        raise click.UsageError(message)
    ledger = Ledger(document.api.values(), options.skip)
    ModuleExam(document, ledger, options.timeout).take(options.module, options.games, options.seed, _progress)
    return ledger


def _exam(options: Options, document: Document, ledger: Ledger) -> Exam | AdtExam:
    if document is ADT:
        return AdtExam(options.program, ledger, options.timeout, _progress)
    return Exam(document, options.program, ledger, options.timeout, _four(options.keys), options.start, _progress)


def _four(keys: str) -> list[str]:
    words = keys.split(",")
    if len(words) != 4 or not all(words):
        message = f"--keys takes four words with commas between them, such as w,s,a,d, not '{keys}'"
        raise click.UsageError(message)
    return words


def _write_vectors(name: str, path: Path, seed: int) -> None:
    lines = list(vectors(name, 250, Random(seed)))  # noqa: S311 - the same cases for the same seed
    write_whole(path, "".join(f"{line}\n" for line in lines).encode())
    click.echo(f"{len(lines)} cases written to '{path}'.")


def _progress(number: int, count: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\rgame {number} of {count} ")
        sys.stderr.flush()


def _clear_progress() -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
