"""Who can be played against or watched: the one list of opponents that screens offer."""

from typing import Any, Final, NamedTuple

from slidedrop.players import HUMAN
from slidedrop.players.player import Player
from slidedrop.players.registry import LADDER
from slidedrop.portable.program import is_portable


class Opponent(NamedTuple):
    """A player by its name in records, what people call it, and a line about it."""

    name: str
    title: str
    line: str
    needs_engine: bool = False
    """Whether it is nothing without the built engines."""


OPPONENTS: Final = {
    "connect4": (
        Opponent("beginner", "Beginner", "Overlooks your diagonals. The one to win your first game against."),
        Opponent("casual", "Casual", "Takes a win and stops yours, and looks no further."),
        Opponent("strong", "Strong", "Sees a win or a loss ten discs ahead."),
        Opponent("expert", "Expert", "Sees twenty discs ahead. Set a trap that is deeper."),
        Opponent("master", "Master", "Sees thirty-two discs ahead, and hardly ever errs."),
        Opponent(
            "perfect", "Perfect", "Never wrong: moves first, wins; moves second, punishes one slip.", needs_engine=True
        ),
        Opponent(HUMAN, "A friend", "Two people at one keyboard."),
    ),
    "2048": (
        Opponent("network", "Network", "Learned from millions of games; most end above 16384.", needs_engine=True),
        Opponent("search:2", "Searcher", "Looks two slides ahead with a plain judgement."),
        Opponent("greedy", "Greedy", "Takes what looks best at once."),
        Opponent("random", "Random", "Any slide that moves something."),
    ),
}


def opponents(game: str) -> list[Opponent]:
    """Return those that are installed."""
    return [one for one in OPPONENTS[game] if is_portable() or not one.needs_engine]


def title_of(name: str, game: str) -> str:
    """Return what people call a player of that name; teacher:1 is an older name of the beginner, and so on."""
    known = {one.name: one.title for one in OPPONENTS[game]}
    older = {f"teacher:{level}": known[rung] for rung, level in LADDER.items()} if game == "connect4" else {}
    return (known | older).get(name, name)


class LatePlayer:
    """A player that is made when it first has to move: in the thread that thinks, where loading holds up no key."""

    def __init__(self, name: str, game: str) -> None:
        self.name, self._game = name, game
        self._player: Player | None = None

    def choose(self, position: Any) -> Any:  # noqa: ANN401 - a position and a move of any game
        """Return the player's move."""
        if self._player is None:
            from slidedrop.players.registry import check_player, player_called

            self._player = player_called(self.name, self._game)
            check_player(self._player, position)
        return self._player.choose(position)


def seated(names: tuple[str, ...], game: str) -> tuple[LatePlayer | None, ...]:
    """Return who sits where, None for a person."""
    return tuple(None if name.strip().lower() == HUMAN else LatePlayer(name, game) for name in names)


def load_network() -> None:
    """Have the strongest player of 2048 ready before anyone asks it; runs in a thread."""
    from slidedrop.twenty48.game import Game

    LatePlayer(opponents("2048")[0].name, "2048").choose(Game(seed=1).position)
