"""Whether the game is on disk, and what a person can do where it is not.

    not kept ─ t ─► tried again ─► kept
             ─ f ─► kept in another file, where it goes on
             ─ g ─► goes on, and the screen says that it is not kept

Until the person chooses, no move is made: play would go on, and all of it would be lost.
"""

from pathlib import Path
from typing import Final

from slidedrop.core.errors import RecordError
from slidedrop.records.journal import Journal
from slidedrop.session import Session

CHOICES: Final = "t tries again, f keeps the game in another file, g goes on without keeping it, q quits."
_ACCEPTED: Final = "NOT KEPT from here on."


class Keeping:
    """The record of one session, as the person at it sees it."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._problem = ""
        if session.journal is not None and not session.journal.begun:
            self._problem = session.journal.problem

    @property
    def must_choose(self) -> bool:
        """Whether something is not kept and the person has not said what to do."""
        return bool(self._problem) and self._session.journal is not None

    @property
    def lines(self) -> list[str]:
        """What stands on the screen as long as it is true."""
        if self.must_choose:
            return [f"NOT KEPT: {self._problem}.", CHOICES]
        return [_ACCEPTED] if self._problem else []

    def failed(self, error: RecordError) -> None:
        """Note that the record does not have the last command."""
        self._problem = str(error)

    def try_again(self) -> str:
        """Write what is missing, or say again why not."""
        try:
            self._session.keep_again()
        except RecordError as error:
            self._problem = str(error)
            return "Still not kept."
        self._problem = ""
        journal = self._session.journal
        if journal is not None and not self._session.number and journal.path.stem.isdecimal():
            self._session.number = int(journal.path.stem)
        return "Everything is kept now."

    def go_on(self) -> str:
        """Go on without a record."""
        self._session.stop_keeping()
        return "The game goes on and is not kept."

    def keep_in(self, text: str) -> str:
        """Go on in another file, which must be new."""
        if not text.strip():
            return "No file was named."
        path = Path(text.strip()).expanduser()
        try:
            self._session.keep_in(Journal.create(path, *self._session.record_entries))
        except FileExistsError:
            return f"'{path}' exists already; choose another name."
        except RecordError as error:
            return f"Not kept there either: {error}."
        self._problem = ""
        return f"Saved in '{path}' from now on. Import it with: slidedrop games import '{path}'."
