"""An agent for Kaggle's ConnectX, and the file to submit.

    from slidedrop.lab.kaggle import agent                   agent(observation, configuration) -> column
    python -m slidedrop.lab.kaggle submission.py             the same agent in one file

It plays any board that our rules allow, in a part of the time limit: the solver proves what it can, otherwise a search
looks ahead.
"""

import base64
import io
import sys
import textwrap
import zipfile
from pathlib import Path
from typing import Final, Protocol

from slidedrop.analysis.connect4.answers import answers_for
from slidedrop.connect4.evaluation import evaluate
from slidedrop.connect4.position import Position
from slidedrop.connect4.rules import Rules
from slidedrop.core.errors import RulesError
from slidedrop.core.search import search
from slidedrop.durable import write_whole

_SHARE: Final = 0.4
"""The part of a move's time that is used for search; the rest is a reserve for a busy machine."""
_SUBMISSION: Final = '''"""A player by slidedrop {version}: its modules, zipped, and the agent."""

import base64, pathlib, sys, tempfile

ARCHIVE = """
{archive}
"""
_path = pathlib.Path(tempfile.mkdtemp()) / "slidedrop.zip"
_path.write_bytes(base64.b64decode(ARCHIVE))
sys.path.insert(0, str(_path))


def agent(observation, configuration):
    from slidedrop.lab.kaggle import agent as play

    return play(observation, configuration)
'''


class Observation(Protocol):
    """Kaggle's observation of a position."""

    board: list[int]
    mark: int


class Configuration(Protocol):
    """Kaggle's configuration of the rules."""

    columns: int
    rows: int
    inarow: int
    actTimeout: float  # noqa: N815 - Kaggle's name


def agent(observation: Observation, configuration: Configuration) -> int:
    """Return the column to play, from 0."""
    columns, board = configuration.columns, observation.board
    whose = {0: None, observation.mark: 0, 3 - observation.mark: 1}
    discs = [[whose[cell] for cell in board[start : start + columns]] for start in range(0, len(board), columns)]
    try:
        rules = Rules(columns, configuration.rows, connect=configuration.inarow)
    except RulesError:  # smaller than our smallest board
        return discs[0].index(None)
    return _best_column(Position.composed(discs, rules), _SHARE * configuration.actTimeout)


def _best_column(position: Position, seconds: float) -> int:
    """Return a best column as proven in half the time; a search decides among several."""
    answers = answers_for(position, seconds / 2)
    best = [move for move in answers.best if isinstance(move, int)]
    if len(best) == 1 or answers.is_proven:
        return best[0]
    looks = search(position, evaluate, None, seconds=seconds / 2, every_move=True).values
    return max(best, key=lambda column: (looks[column], -abs(2 * column + 1 - position.rules.columns)))


def submission() -> str:
    """Return the file to submit: the modules that a move imports, and the solver's program."""
    from slidedrop.version import __version__

    for rules in (Rules(), Rules(5, 4, connect=3)):
        _best_column(Position(rules), 0.01)
    package, archive = Path(__file__).parents[1], io.BytesIO()
    modules = {Path(str(module.__file__)) for name, module in sys.modules.items() if name.startswith("slidedrop")}
    paths = {Path(__file__), *modules, *(package / "data").glob("connect4*")}
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(paths):
            name = zipfile.ZipInfo(path.relative_to(package.parent).as_posix())
            packed.writestr(name, path.read_bytes(), zipfile.ZIP_DEFLATED)
    text = "\n".join(textwrap.wrap(base64.b64encode(archive.getvalue()).decode(), 116))
    return _SUBMISSION.format(version=__version__, archive=text)


if __name__ == "__main__":
    write_whole(Path(sys.argv[1] if len(sys.argv) > 1 else "submission.py"), submission().encode())
