"""A face of either game: how it is drawn, read and told; as far as both games share it."""

from typing import TYPE_CHECKING, TypeAlias

from slidedrop.session import Session

if TYPE_CHECKING:
    from slidedrop.terminal.plain.connect4_face import Connect4Face
    from slidedrop.terminal.plain.twenty48_face import Twenty48Face

Face: TypeAlias = "Twenty48Face | Connect4Face"


def face_of(kind: str) -> Face:
    """Return the face of a game by its name, for whoever looks on."""
    if kind == "2048":
        from slidedrop.terminal.plain.twenty48_face import Twenty48Face

        return Twenty48Face()
    from slidedrop.terminal.plain.connect4_face import Connect4Face

    return Connect4Face()


def title(face: Face, session: Session) -> str:
    """Return the line above the first board: the rules, who plays or what decides, and how to get help."""
    kept = f"game {session.number}, " if session.number else ""
    return f"{face.name}: {kept}{session.game.summary().rules}, {face.beside_rules(session)}. Type ? for help."
