"""One trial of somebody's classes: every call is timed, everything raised is a finding, a difference ends it."""

import time
from collections.abc import Callable
from typing import Any

from slidedrop.editions.checking.documents import RUNS, Document
from slidedrop.editions.checking.findings import Finding, Ledger
from slidedrop.editions.checking.referee import blame, verdicts
from slidedrop.twenty48 import Board, Slide


class Stop(Exception):
    """The trial cannot go on; why is noted already."""


class Trial:
    """What both documents' trials are made of."""

    def __init__(self, document: Document, ledger: Ledger) -> None:
        self.document = document
        self.ledger = ledger
        self.where = ""
        self.calling: tuple[str, float] | None = None
        """The call that has not come back, and since when."""

    def call(self, name: str, routine: Callable[..., Any], *arguments: object) -> Any:  # noqa: ANN401 - somebody's own
        """Call a routine of the module; whatever it raises is a finding."""
        self.calling = (name, time.monotonic())
        try:
            return routine(*arguments)
        except BaseException as error:
            self.runs(f"{name} raised {type(error).__name__}: {error}")
            raise Stop from error
        finally:
            self.calling = None

    def runs(self, says: str = "") -> None:
        """Note that the module behaved, or what it did."""
        self.ledger.judge(Finding(RUNS, says, self.where), held=not says)

    def read(self, name: str, read: Callable[[], Board]) -> Board:
        """Return the board that the module gave, or note that it is none."""
        try:
            return read()
        except (TypeError, ValueError) as error:
            self.runs(f"{name} gave no board: {error}")
            raise Stop from error

    def judge(
        self, part: str, says: str, slide: Slide | None = None, found: Board | None = None, *, held: bool
    ) -> None:
        """Note one thing of the document; after a difference the trial ends."""
        before, expected, move = (slide.before, slide.board, slide.direction) if slide else (None, None, None)
        finding = Finding(self.document.api[part], says, self.where, before, move, expected, found)
        if not self.ledger.judge(finding, held=held) and not finding.rule.remark:
            raise Stop

    def judge_move(self, slide: Slide, found: Board, tiles: int) -> None:
        """Compare what became of a slide, and the tiles that came after it."""
        wrong = blame(slide, found, self.document, self.document.api, tiles)
        for part, says in verdicts(slide, wrong, self.document.api):
            self.judge(part, says, slide, found, held=not says)
