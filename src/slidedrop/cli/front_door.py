"""`slidedrop` alone: choose a game; without a terminal watch the computer play one of each."""

from __future__ import annotations

from slidedrop.players.registry import player_called
from slidedrop.session import Session
from slidedrop.terminal.plain.console import Console
from slidedrop.terminal.plain.twenty48_face import Twenty48Face
from slidedrop.twenty48.game import Game

_SEED = 2048
_MENU = ("slidedrop", "  1  2048", "  q  quit", "Which game?")


def enter() -> int:
    """Open the games, or show them where nobody is there to play; return the exit code."""
    console = Console()
    if not console.interactive:
        demonstrate(console)
        return 0
    return choose(console)


def choose(console: Console) -> int:
    """Ask which game and play it."""
    from slidedrop.cli.twenty48 import command as play_2048

    console.say(*_MENU)
    while (answer := console.ask()) is not None and answer.lower() not in {"q", "quit", "escape"}:
        if answer.lower() in {"1", "2048", "enter", ""}:
            play_2048.main([], prog_name="slidedrop 2048", standalone_mode=False)
            return 0
        console.say("Type 1 for 2048, q to quit.")
    return 0


def demonstrate(console: Console) -> None:
    """Let the computer play one seeded game and print its beginning and its end; nothing is kept."""
    session = Session(Game(seed=_SEED), seats=(player_called("greedy", "2048"),))
    face = Twenty48Face()
    console.say("2048, played by 'greedy' with seed 2048. It begins with", face.board(session, colour=False))
    while session.let_computer_play() is not None:
        continue
    console.say("and ends with", face.board(session, colour=False), face.ending(session))
    console.say("", "Play it yourself on a terminal: slidedrop 2048")
