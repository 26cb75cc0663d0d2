"""`slidedrop train 2048`: train your own network."""

from __future__ import annotations

import math
import os
import shlex
import sys
import tomllib
from contextlib import closing
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import click

from slidedrop.cli.errors import told
from slidedrop.cli.options import FILE, number, whole_number
from slidedrop.cli.progress import duration, say_compiling
from slidedrop.core.errors import MissingExtra, NotationError, RecordError
from slidedrop.core.game import counted
from slidedrop.durable import try_writing
from slidedrop.places import data_folder
from slidedrop.records.files import read_text
from slidedrop.twenty48.rules import PRESETS

if TYPE_CHECKING:
    from slidedrop.twenty48.engine.weights import Network
    from slidedrop.twenty48.training.training import Plan, TrainingReport

_USUAL: Final[dict[str, Any]] = {"size": 4, "rules": "classic", "seed": 1}
"""The defaults of a new training; a resumed one has its own settings."""
_FIXED: Final = {
    "resume": ("rules", "seed", "from"),
    "from": ("rules",),
    "recipe": ("size", "rules", "seed", "from", "wide", "anneal", "least"),
}
"""The options that cannot be combined with --resume or --recipe."""
_RECIPES: Final = files("slidedrop") / "twenty48" / "training" / "recipes"
_USUAL_MINUTES: Final = 5.0
_QUICK: Final = 6
_THOROUGH: Final = 9
"""The levels at which weights are packed: quickly, a fiftieth larger, in a quarter of the time."""
_REPORTS: Final = 40
_SHOWN_TILES: Final = 3


class Options(SimpleNamespace):
    """The options of the command line, and what follows from them."""

    @property
    def place(self) -> Path:
        size = self.size or _USUAL["size"]
        name = Path(self.recipe).stem if self.recipe else f"{size}x{size}"
        return Path(self.folder or data_folder() / "training" / name)

    @property
    def again(self) -> str:
        size = "" if self.size is None else f" --size {self.size}"
        where = size if self.folder is None else f" --folder {shlex.quote(str(self.folder))}"
        recipe = f" --recipe {shlex.quote(self.recipe)}" if self.recipe else ""
        return f"slidedrop train 2048 --resume{where}{recipe}"


@click.command("train")
@click.argument("game", type=click.Choice(["2048"]))
@click.option("--size", type=whole_number(2, 4), help="Cells along each side, 2 to 4 (4).")
@click.option("--rules", type=click.Choice(list(PRESETS)), help="How new tiles appear (classic).")
@click.option("--seed", type=whole_number(0, (1 << 63) - 1), help="Seed of the games (1).")
@click.option("--minutes", type=number(0, 1e6), help="Training time in minutes (5).")
@click.option("--hours", type=number(0, 1e4), help="Training time in hours.")
@click.option("--anneal", type=number(0, 1e6), help="Minutes at the end with a falling learning rate.")
@click.option("--threads", type=whole_number(1, 256), default=min(2, os.cpu_count() or 1), help="Number of threads.")
@click.option("--keep", type=number(0, 86400), default=240.0, show_default=True, help="Seconds between saves.")
@click.option("--wide", is_flag=True, default=None, help="Use eight tuples, not four (4x4 only): stronger, slower.")
@click.option("--folder", type=FILE, help="Folder of the training.")
@click.option("--resume", is_flag=True, help="Continue the training in the folder.")
@click.option("--from", type=FILE, help="Start from the weights in this file.")
@click.option("--recipe", help="Follow a recipe to its end: 'bundled', or a TOML file.")
@click.option("--least", type=number(0, 1e9), help="Drop weights less important than this, for a smaller file.")
def command(**given: Any) -> None:  # noqa: ANN401 - click hands the options over by name
    """Train a network for 2048 by self-play, from nothing or from weights.

    Training is saved every few minutes, so you can kill it at any moment and resume it. At the end it writes the
    weights (use them with --weights) and the learning curve, as a picture and as CSV. --minutes 0 only writes these.

    $ slidedrop train 2048 --minutes 30
    $ slidedrop train 2048 --wide --hours 8 --anneal 120
    $ slidedrop train 2048 --recipe bundled
    $ slidedrop train 2048 --from my.weights --hours 1
    $ slidedrop train 2048 --size 3 --minutes 1 --folder small
    $ slidedrop watch 2048 --size 3 --weights small/2048-3x3.weights
    """
    options = Options(**given)
    _settle_time(options)
    say_compiling()
    try:
        from slidedrop.twenty48.training.checkpoint import exists, save
        from slidedrop.twenty48.training.training import Training
    except ImportError as error:
        raise MissingExtra("training", "ai") from error
    network = _source(options)
    _check(options, begun=exists(options.place))
    _check_writable(options.place)
    plan = _plan(options)
    what = "Continuing the training" if options.resume else f"Training on boards of {plan.size}x{plan.size}"
    took = duration(60 * options.minutes) if options.minutes < math.inf else f"{plan.moves / 1e6:,.1f} M moves"
    threads = counted(plan.threads, "thread")
    click.echo(f"{what} in '{options.place}', {took} on {threads}. Ctrl+C saves and stops.")
    try:
        if network:
            training = Training.begin_from(network, plan)
            save(training, options.place)
            click.echo(f"Warm-up: {training.plan.warmup_moves / 1e6:.0f} M moves without learning.")
        _report(options, plan)
    except KeyboardInterrupt:
        click.echo(f"\nSaved in '{options.place}'. Continue with: {options.again}", err=True)
        sys.exit(130)
    _finish(options)


def _settle_time(options: Options) -> None:
    if options.hours is not None:
        if options.minutes is not None:
            raise click.UsageError("give --minutes or --hours, not both")
        options.minutes = 60 * options.hours
    usual = math.inf if options.recipe else _USUAL_MINUTES
    options.minutes = usual if options.minutes is None else options.minutes


def _check(options: Options, *, begun: bool) -> None:
    if begun and not options.resume:
        way = "add --resume to continue it, or choose another --folder"
        raise RecordError(f"'{options.place}' already has a training; {way}")
    others = [] if begun else sorted(options.place.glob("2048-*x*.weights"))
    if others:
        raise RecordError(f"the training would replace '{others[0]}' at its end; choose another --folder")
    if options.resume and not begun:
        raise RecordError(f"there is no training in '{options.place}' to continue; leave out --resume to start one")
    if options.wide and options.size not in (None, 4):
        raise click.UsageError("--wide is for boards of 4x4; leave it out, or --size")
    for way, fixed in _FIXED.items():
        given = [name for name in fixed if getattr(options, name) is not None]
        if getattr(options, way) and given:
            raise click.UsageError(f"--{way} uses the earlier settings, so --{given[0]} cannot go with it")


def _source(options: Options) -> Network | None:
    """Return the network to start from; its board size is then trained."""
    from slidedrop.twenty48.engine.weights import read_network

    path = getattr(options, "from")
    network = None if path is None else read_network(path)
    if network and options.size not in (None, network.size):
        raise click.UsageError(f"'{path}' is for boards of {network.size}x{network.size}; leave --size out")
    options.size = network.size if network else options.size
    return network


def _check_writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try_writing(folder / "weights")
    except (OSError, RecordError) as error:
        raise RecordError(f"cannot train there: {told(error)}; choose another --folder") from error


def _plan(options: Options) -> Plan:
    """Return the training plan; a resumed training keeps its own, except for the threads."""
    from slidedrop.twenty48.engine.network import EIGHT_TUPLES
    from slidedrop.twenty48.training.training import Plan

    if options.recipe:
        values = _recipe(options.recipe)
        options.least = values.pop("least", 0.0)
        plan = Plan.from_json({**Plan().to_json(), **values, "threads": options.threads})
        if not plan.parts or values.keys() - plan.to_json().keys():
            raise NotationError(f"a recipe has parts, 'least' and settings of a plan, not {', '.join(values)}")
        return plan
    wanted = {name: getattr(options, name) for name in _USUAL}
    settings = {name: _USUAL[name] if value is None else value for name, value in wanted.items()}
    weights = PRESETS[settings.pop("rules")].spawn_weights
    four = sum(weights[1:2]) / sum(weights)
    plan = Plan.of_size(settings.pop("size"), four=four, threads=options.threads, **settings)
    return replace(plan, tuples=EIGHT_TUPLES) if options.wide else plan


def _recipe(name: str) -> dict[str, Any]:
    """Return the settings of a bundled recipe or of a recipe file."""
    bundled = Path(str(_RECIPES / f"{name}.toml"))
    text = read_text(bundled if bundled.is_file() else Path(name), "recipe")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"the recipe '{name}' is not TOML: {error}") from error


def _report(options: Options, plan: Plan) -> None:
    from slidedrop.twenty48.training.checkpoint import train_in

    every = min(30.0, max(1.0, 60 * options.minutes / _REPORTS), options.keep)
    began: float | None = None
    anneal, keep = options.anneal or 0.0, options.keep
    training = train_in(options.place, plan, options.minutes, anneal=anneal, every=every, keep=keep)
    with closing(training) as reports:  # type: ignore[type-var] # a generator
        for progress in reports:
            began = progress.seconds - every if began is None else began
            left = max(0.0, began + 60 * options.minutes - progress.seconds)
            left = min(left, max(0, plan.moves - progress.moves) / progress.speed) if plan.moves else left
            click.echo(_line(progress, left))


def _line(progress: TrainingReport, left: float) -> str:
    best = sorted(progress.tiles.items())[-_SHOWN_TILES:]
    tiles = "".join(f", {tile} in {100 * rate:.0f}%" for tile, rate in best)
    speed = f"{progress.speed / 1e6:.2f} M a second"
    return f"{progress.moves / 1e6:8.1f} M moves, {speed}; mean {progress.mean:,.0f}{tiles}; {duration(left)} left"


def _finish(options: Options) -> None:
    """Write the weights, and print where everything is and how to use it."""
    from slidedrop.twenty48.engine.weights import save_network
    from slidedrop.twenty48.training.checkpoint import resume
    from slidedrop.twenty48.training.training import network_of

    training = resume(options.place)
    size = training.plan.size
    path = options.place / f"2048-{size}x{size}.weights"
    network = network_of(training, shlex.join(["slidedrop", *sys.argv[1:]]), least=options.least or 0.0)
    save_network(network, path, _THOROUGH if options.least else _QUICK)
    board = "" if size == 4 else f" --size {size}"
    click.echo(f"Weights:  {path}")
    click.echo(f"Curve:    {options.place / 'curve.svg'} and {options.place / 'curve.csv'}")
    click.echo(f"Watch it: slidedrop watch 2048{board} --weights {shlex.quote(str(path))}")
    click.echo(f"Continue: {options.again}")
