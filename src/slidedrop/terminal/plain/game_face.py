"""What a dialogue needs to know of one game, how it is drawn, read and told, as far as both games share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from slidedrop.core.game import counted

if TYPE_CHECKING:
    from slidedrop.session import Session


class GameFace:
    """One game as a person sees it."""

    kind: ClassVar[str]
    name: ClassVar[str]
    help: ClassVar[str]
    """The keys and words, a line each, at most 40 columns wide."""

    def title(self, session: Session) -> str:
        """Return the line above the first board: the rules, who plays or what decides, and how to get help."""
        kept = f"game {session.number}, " if session.number else ""
        return f"{self.name}: {kept}{session.game.summary().rules}, {self.beside_rules(session)}. Type ? for help."

    def beside_rules(self, session: Session) -> str:
        """Return what else there is to say of a game that begins."""
        raise NotImplementedError


def moves_made(session: Session) -> str:
    """Return how many moves were made: "1 move", "12 moves"."""
    return counted(session.game.summary().moves, "move")
