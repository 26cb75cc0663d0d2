"""`slidedrop book`: build, check, show and export an opening book of Connect-4."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from slidedrop.cli.errors import Verbs, check_output
from slidedrop.cli.options import SEED, number, whole_number, work_options
from slidedrop.cli.progress import Bar, say_compiling
from slidedrop.connect4.notation import rules_of_size
from slidedrop.core.errors import RecordError, RulesError
from slidedrop.lab.work.place import LOCAL, working
from slidedrop.places import data_folder

if TYPE_CHECKING:
    from slidedrop.connect4.engine.book.build import BuildLog
    from slidedrop.connect4.engine.book.stored import StoredBook

_size = click.option("--size", metavar="COLUMNSxROWS", default="7x6", show_default=True, help="Size of the board.")
_folder = click.option(
    "--folder", type=click.Path(path_type=Path, file_okay=False), help="Folder where books are built (the data folder)."
)
_file = click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))


@click.group("book", cls=Verbs)
def command() -> None:
    """Build, check and show an opening book of Connect-4.

    $ slidedrop book build --ply 8 --minutes 60
    $ slidedrop book build --ply 6 --size 6x5 --jobs 2
    $ slidedrop book show
    $ slidedrop book check --sample 50
    $ slidedrop book export my.book
    """


@command.command()
@click.option("--ply", type=whole_number(0, 20), required=True, help="Number of discs in every opening.")
@click.option("--minutes", type=number(0.0, 1e6), help="Stop after this time; the same command resumes.")
@work_options("--threads", jobs=1)
@click.option(
    "--megabytes",
    type=whole_number(1, 1 << 16),
    default=1024,
    show_default=True,
    help="Memory for hash tables in MB, for all processes together (cluster: per process).",
)
@_size
@_folder
def build(ply: int, minutes: float | None, jobs: int, on: str, megabytes: int, size: str, folder: Path | None) -> None:
    """Solve every opening of one length, and write the book.

    If it is stopped, run the same command to resume. An unfinished book is valid: missing openings are searched.
    Every game uses the book in the data folder.
    """
    from slidedrop.connect4.engine.book import build as building

    journal = _journal(size, ply, folder)
    bar = Bar(journal.blocks, f"blocks of {building.BLOCK} scores", journal.blocks - len(journal.missing()))
    limit = float("inf") if minutes is None else minutes
    each = megabytes / jobs if on == LOCAL else megabytes
    try:
        with working(on, jobs) as work:
            complete = building.build(journal, work=work, minutes=limit, megabytes=each, tell=bar.advance)
    except (KeyboardInterrupt, SystemExit):
        bar.clear()
        click.echo(_write_solved(journal))
        click.echo("Stopped. Run the same command to resume.")
        sys.exit(130)
    bar.clear()
    click.echo(_write_solved(journal))
    if not complete:
        click.echo("The time is over. Run the same command to resume.")


def _journal(size: str, ply: int, folder: Path | None) -> BuildLog:
    rules = rules_of_size(size)
    say_compiling()
    import slidedrop.engine.kernel  # noqa: F401 - says what is missing before NumPy does
    from slidedrop.connect4.engine.book.build import BuildLog
    from slidedrop.connect4.engine.perfect import solver_for

    solver_for(rules)
    if ply > rules.cells:
        raise RulesError(f"a board of {size} holds {rules.cells} discs, so no opening has {ply}")
    return BuildLog(_books(folder) / f"connect4-{rules.size}-ply{ply}.journal", rules.columns, rules.rows, ply)


def _books(folder: Path | None) -> Path:
    return data_folder() / "books" if folder is None else folder


def _write_solved(journal: BuildLog) -> str:
    """Write a book of all solved openings of this size, and report it."""
    from slidedrop.connect4.engine.book.stored import write_book

    path = journal.path.with_name(f"connect4-{journal.columns}x{journal.rows}.book")
    write_book(path, _book_in(path.parent, f"{journal.columns}x{journal.rows}", journal))
    return f"{journal.known:,} of {len(journal.keys):,} scores of ply {journal.ply} are known: '{path}'."


def _book_in(folder: Path, size: str, *journals: BuildLog) -> StoredBook:
    """Return the book from the journals of one size in a folder; journals already open are not read again."""
    from slidedrop.connect4.engine.book.build import BuildLog, book_of

    rules = rules_of_size(size)
    prefix, suffix = f"connect4-{rules.size}-ply", ".journal"
    found = {journal.ply: journal for journal in journals}
    for path in sorted(folder.glob(f"{prefix}*{suffix}")):
        ply = path.name.removeprefix(prefix).removesuffix(suffix)
        if ply.isascii() and ply.isdecimal() and int(ply) <= rules.cells and int(ply) not in found:
            found[int(ply)] = BuildLog(path, rules.columns, rules.rows, int(ply))
    if not found:
        message = f"there is no book of {rules.size} in '{folder}'; build one with 'slidedrop book build --ply 8'"
        raise RecordError(message)
    return book_of(*found.values())


@command.command()
@_file
@click.option(
    "--sample", type=whole_number(1, 10**6), default=20, show_default=True, help="Number of openings per ply."
)
@click.option("--seed", type=SEED, help="Seed of the openings.")
@_size
@_folder
def check(file: Path | None, sample: int, seed: int | None, size: str, folder: Path | None) -> None:
    """Solve random openings of a book again and compare.

    Without FILE, the book in use is checked.
    """
    from random import Random

    path, book = _opened(file, size, folder)
    say_compiling()
    import slidedrop.engine.kernel  # noqa: F401 - says what is missing before NumPy does
    from slidedrop.connect4.engine.book.build import checked

    chance = Random(seed)  # noqa: S311 - the sample need not be secret
    plies = {ply: min(sample, book.known(ply)) for ply in book.sections}
    click.echo(f"Solving {sum(plies.values())} openings again ...", err=True)
    wrong = checked(book, sample, chance)
    for ply, count in plies.items():
        click.echo(f"ply {ply}: {count} scores of {book.known(ply):,} solved again")
    if wrong:
        raise RecordError(f"{len(wrong)} scores of '{path}' are wrong; build the book again")
    click.echo("All are right.")


@command.command("show")
@_file
@_size
@_folder
def info(file: Path | None, size: str, folder: Path | None) -> None:
    """Show the openings that a book covers.

    Without FILE, you see the book in use and the bundled deep book.
    """
    from slidedrop.connect4.engine.deep_book import shipped_deep_book

    path, book = _opened(file, size, folder)
    click.echo(f"'{path}': {book.columns}x{book.rows}, {path.stat().st_size:,} bytes, the checksum is right")
    for ply, scores in book.sections.items():
        known, share = book.known(ply), 100 * book.known(ply) / max(1, len(scores))
        follow = "fewer discs follow from them"
        click.echo(f"  ply {ply}: {known:,} of {len(scores):,} scores known ({share:.1f}%); {follow}")
    deep, problem = (None, "") if file else shipped_deep_book(book.columns, book.rows)
    if deep is not None:
        stored = sum(len(block) for blocks in deep.blocks.values() for block in blocks)
        plies = " and ".join(map(str, deep.blocks))
        click.echo(f"Deep book: {book.columns}x{book.rows}, {stored:,} bytes, the checksum is right")
        click.echo(f"  ply {plies}; openings with one disc less follow from them")
    elif problem:
        click.echo(f"Deep book: {problem}")


@command.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Replace a file that exists.")
@_size
@_folder
def export(file: Path, size: str, folder: Path | None, *, force: bool) -> None:
    """Write a book to FILE: the one being built, or else the book in use."""
    check_output(file, force=force)
    import slidedrop.engine.kernel  # noqa: F401 - says what is missing before NumPy does
    from slidedrop.connect4.engine.book.stored import write_book

    try:
        book = _book_in(_books(folder), size)
    except RecordError:
        _, book = _opened(None, size, folder)
    write_book(file, book)
    click.echo(f"Written to '{file}'.")


def _opened(file: Path | None, size: str, folder: Path | None) -> tuple[Path, StoredBook]:
    """Return the book in the file or the one in use, or raise an error."""
    from slidedrop.connect4.engine.book.stored import read_book, shipped_book_path

    if file is not None:
        return file, read_book(file)
    rules = rules_of_size(size)
    own = _books(folder) / f"connect4-{rules.size}.book"
    shipped: Any = shipped_book_path(rules.columns, rules.rows)
    books = [(path, read_book(path)) for path in (shipped, own) if path is not None and path.is_file()]
    if not books:
        size = f"{rules.size}"
        raise RecordError(f"there is no book of {size} yet; build one: slidedrop book build --ply 8 --size {size}")
    return max(books, key=lambda found: found[1].depth)


command.add_command(info, "info")
