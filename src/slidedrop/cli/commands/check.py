"""`slidedrop check`: test a program against an assignment."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final, Self

import click

from slidedrop.cli.errors import check_output
from slidedrop.cli.options import FILE, SEED, number, whole_number
from slidedrop.cli.progress import Bar
from slidedrop.durable import write_whole
from slidedrop.editions.checking.api import ENDINGS
from slidedrop.editions.checking.assignments import ADT, ASSIGNMENTS, RUNS, Assignment, Profile, read_profile
from slidedrop.editions.checking.cases import vectors
from slidedrop.editions.checking.classroom import Classroom, spreadsheet, table
from slidedrop.editions.checking.exam import Exam, Subject
from slidedrop.editions.checking.exams import exam_of
from slidedrop.editions.checking.findings import Fault, Finding, Ledger, Result
from slidedrop.editions.checking.module_process import ModuleProcess
from slidedrop.editions.checking.reports import gradescope, junit, page
from slidedrop.editions.checking.running.program import Way

STARTS: Final = click.Choice(["argument", "input", "none"])
REPORTS: Final = {"html": "check.html", "junit": "junit.xml", "gradescope": "results.json"}
"""The kinds of report, and their files."""


class Options(SimpleNamespace):
    """The options of the command line."""

    def but(self, **changes: object) -> Self:
        return type(self)(**{**vars(self), **changes})


@click.command("check")
@click.argument("name", type=click.Choice([*ASSIGNMENTS, ADT.name]))
@click.argument("program", nargs=-1, metavar="[-- COMMAND...]", type=click.UNPROCESSED)
@click.option("--module", metavar="FILE_OR_NAME", help="Check a Python module (mis, a07) or a JavaScript file (a07).")
@click.option("--games", type=whole_number(1, 100_000), default=24, show_default=True, help="Games to play.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the starts and keys.")
@click.option("--timeout", type=number(0.1, 600), default=5.0, show_default=True, help="Seconds per game.")
@click.option("--skip", multiple=True, metavar="REQUIREMENT", help="Leave a requirement out, such as R-001-31.")
@click.option("--keys", default="w,s,a,d", show_default=True, help="Keys for up, down, left and right.")
@click.option("--first", multiple=True, metavar="LINE", help="Line to type at the start of every game.")
@click.option(
    "--start", type=STARTS, default="argument", show_default=True, help="How a swipe program gets its start file."
)
@click.option("--vectors", "vector_file", type=FILE, help="Write cases for unit tests instead.")
@click.option("--tty", is_flag=True, help="Run the program on its own terminal, key by key.")
@click.option("--report", multiple=True, type=click.Choice(list(REPORTS)), help="Also write a report.")
@click.option("--junit", is_flag=True, help="The same as --report junit.")
@click.option("--to", type=FILE, default=Path(), help="The folder for reports and results.")
@click.option("--class", "class_folder", type=FILE, help="Check every program in a folder.")
@click.option("--build", default="", help="With --class: a command to build each program first.")
@click.option("--memory", type=whole_number(16, 1 << 20), default=1024, show_default=True, help="Memory limit in MB.")
@click.option("--profile", type=FILE, help="A variant of the assignment, in TOML.")
def command(**options: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Test your own 2048 or Connect-4, in any language, against an assignment.

    psa3, mis, a07 and swipe are assignments of 2048, adt of Connect-4. COMMAND is started once per game and gets keys
    on standard input. Each board that it prints is compared with the rules. A difference is played again, as short as
    possible, before a requirement is reported. The exit code is 0 only if every requirement was tested and passed.

    With --class, COMMAND runs in a copy of each program's folder, and --module is a file there; {} stands for its name.

    $ slidedrop check psa3 -- java -cp . Game2048
    $ slidedrop check swipe --start input -- ./my2048
    $ slidedrop check mis --module my_game.py
    $ slidedrop check a07 --vectors cases.jsonl
    $ slidedrop check a07 --module game.js
    $ slidedrop check adt -- python3 my_connect4.py
    $ slidedrop check psa3 --report html -- ./my2048
    $ slidedrop check psa3 --class submissions -- python3 game.py
    """
    _check(Options(**options))


def _check(options: Options) -> None:
    if options.vector_file is not None and options.name == ADT.name:
        raise click.UsageError("there are cases for 2048 only; check a program for adt as a command after --")
    if options.vector_file is not None:
        check_output(options.vector_file, own=b'{"board": ')
        cases = list(vectors(options.name, 250, Random(options.seed)))  # noqa: S311 - the same cases for the same seed
        write_whole(options.vector_file, "".join(f"{case}\n" for case in cases).encode())
        click.echo(f"{len(cases)} cases written to '{options.vector_file}'.")
        return
    if bool(options.program) == (options.module is not None):
        raise click.UsageError("name the program to check: -- COMMAND, or --module FILE")
    profile = read_profile(options.profile) if options.profile else Profile()
    options = options.but(skip=(*options.skip, *profile.skip), keys=",".join(profile.keys) or options.keys)
    assignment = profile.of({**ASSIGNMENTS, ADT.name: ADT}[options.name])
    if options.module is not None and len(assignment.api) == 1:
        raise click.UsageError(f"{assignment.name} describes a program, not classes: give it as a command after --")
    if options.class_folder is not None:
        _check_class(options, assignment, options.class_folder, profile)
        return
    if str(options.module).endswith((".py", *ENDINGS)) and not Path(options.module).is_file():
        raise click.UsageError(f"There is no file '{options.module}'.")
    bar = Bar(options.games, "games")
    way = Way(tty=options.tty, lines=options.tty, memory=options.memory << 20)
    ledger = _exam(options, assignment, way).take(options.games, options.seed, bar.advance)
    bar.clear()
    click.echo(ledger.report())
    _write_reports(options, ledger, profile, options.to, " ".join(options.program) or str(options.module))
    sys.exit(0 if ledger.good else 1)


def _check_class(options: Options, assignment: Assignment, folder: Path, profile: Profile) -> None:
    """Check every program that has no result yet, and print one table of all."""
    results = folder.with_name(f"{folder.name}-results") if options.to == Path() else options.to
    asked = options.but(to=Path(), report=(), junit=False, class_folder=None, memory=0, timeout=0)
    room = Classroom(folder, results, f"{asked}{profile}", shlex.split(options.build), options.memory << 20)
    programs = room.programs()
    known = {program: room.known(program) for program in programs}
    bar = Bar(len(programs), "programs", sum(result is not None for result in known.values()))

    def examine(way: Way, name: str, failed: str) -> Ledger:
        words = tuple(word.replace("{}", name) for word in options.program)
        way = replace(way, tty=options.tty, lines=options.tty)
        own = options.but(program=words, module=options.module and options.module.replace("{}", name))
        exam = _exam(own, assignment, way)
        if failed:
            exam.ledger.broken[RUNS.requirement] = Finding(RUNS, Fault.BUILD, (failed,))
        ledger = exam.ledger if failed else exam.take(options.games, options.seed)
        _write_reports(options, ledger, profile, results / f"{name}-reports", name)
        return ledger

    for program in programs:
        if known[program] is None:
            known[program] = room.check(program, examine)
            bar.advance()
    bar.clear()
    done = [result for result in known.values() if result is not None]
    results.mkdir(parents=True, exist_ok=True)
    write_whole(results / "class.csv", spreadsheet(done).encode())
    click.echo(f"{table(done)}\nThe results are in '{results}'.")
    sys.exit(0 if {entry["verdict"] for entry in done} <= {Result.RIGHT, Result.UNSTEADY} else 1)


def _write_reports(options: Options, ledger: Ledger, profile: Profile, folder: Path, title: str) -> None:
    kinds = dict.fromkeys([*options.report, *(["junit"] if options.junit else [])])
    for kind in kinds:
        written = {
            "html": lambda: page(title, ledger),
            "junit": lambda: junit(f"slidedrop check {options.name}", ledger),
            "gradescope": lambda: gradescope(ledger, profile.points),
        }[kind]()
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / REPORTS[kind], written.encode())
        if options.class_folder is None:
            click.echo(f"Report written to '{folder / REPORTS[kind]}'.")


def _exam(options: Options, assignment: Assignment, way: Way) -> Exam | ModuleProcess:
    keys = options.keys.split(",")
    if len(keys) != 4 or not all(keys):
        raise click.UsageError(
            f"--keys takes four words with commas between them, such as w,s,a,d, not '{options.keys}'"
        )
    told = (options.timeout, keys, options.start, options.first)
    exam = ModuleProcess if options.module else exam_of
    return exam(assignment, Subject(options.program, options.module or "", *told, way), options.skip)
