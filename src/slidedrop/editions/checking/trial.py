"""One trial of somebody's classes: every call is timed, everything raised is a finding, a difference ends it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from slidedrop.editions.checking.documents import RUNS
from slidedrop.editions.checking.findings import Finding
from slidedrop.editions.checking.referee import difference, new_tiles
from slidedrop.twenty48 import Direction

if TYPE_CHECKING:
    from collections.abc import Callable

    from slidedrop.editions.checking.documents import Document
    from slidedrop.editions.checking.findings import Ledger
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
        if not self.ledger.judge(finding, held=held):
            raise Stop

    def judge_slide(self, slide: Slide, found: Board) -> tuple[int, ...]:
        """Compare what became of a slide, and return the tiles that are new."""
        if found.size != slide.board.size:
            self.judge("slide", f"the board has now a size of {found.size}", slide, found, held=False)
        fresh = new_tiles(slide.board, found)
        back = slide.direction in {Direction.RIGHT, Direction.DOWN} and "slide back" in self.document.api
        said = "" if fresh is not None else difference(slide, found)
        self.judge("slide back" if back else "slide", said, slide, found, held=fresh is not None)
        return fresh or ()

    def judge_new_tile(self, fresh: tuple[int, ...], slide: Slide, found: Board) -> None:
        """Compare the tiles that came after a move: one, and a lawful one."""
        self.judge("tile", f"{len(fresh)} tiles were added, not 1", slide, found, held=len(fresh) == 1)
        said = f"the new tile is {fresh[0]}, not 2 or 4"
        self.judge("value", said, slide, found, held=fresh[0] in self.document.new_tiles)
