"""Whether the game is saved, and what a person can do if it is not.

    not saved ─ t ─► tried again ─► saved
              ─ f ─► saved in another file, and continued there
              ─ g ─► continued, and the screen says that it is not saved

Until the person chooses, no move is made, because it would be lost.
"""

from pathlib import Path
from typing import Final

from slidedrop.core.errors import RecordError
from slidedrop.records.journal import Journal
from slidedrop.session import Session

CHOICES: Final = "t tries again, f saves the game in another file, g continues without saving it, q quits."
_ACCEPTED: Final = "NOT SAVED from here on."


class Keeping:
    """The save state of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._problem = ""
        if session.journal is not None and not session.journal.begun:
            self._problem = session.journal.problem

    @property
    def must_choose(self) -> bool:
        """Whether something is unsaved and the person has not chosen what to do."""
        return bool(self._problem) and self._session.journal is not None

    @property
    def lines(self) -> list[str]:
        """The warning shown while the game is not saved."""
        if self.must_choose:
            return [f"NOT SAVED: {self._problem}.", CHOICES]
        return [_ACCEPTED] if self._problem else []

    def failed(self, error: RecordError) -> None:
        self._problem = str(error)

    def try_again(self) -> str:
        try:
            self._session.keep_again()
        except RecordError as error:
            self._problem = str(error)
            return "Still not saved."
        self._problem = ""
        journal = self._session.journal
        if journal is not None and not self._session.number and journal.path.stem.isdecimal():
            self._session.number = int(journal.path.stem)
        return "Everything is saved now."

    def go_on(self) -> str:
        self._session.stop_keeping()
        return "The game continues and is not saved."

    def keep_in(self, text: str) -> str:
        """Continue in another file, which must be new."""
        if not text.strip():
            return "No file was named."
        path = Path(text.strip()).expanduser()
        try:
            self._session.keep_in(Journal.create(path, *self._session.record_entries))
        except FileExistsError:
            return f"'{path}' exists already; choose another name."
        except RecordError as error:
            return f"Not saved there either: {error}."
        self._problem = ""
        return f"Saved in '{path}' from now on. Import it with: slidedrop games import '{path}'."
