"""Use both games from Python: play, listen to events, save and load."""

import tempfile
from pathlib import Path

import slidedrop


def main() -> None:
    """Play a few moves of each game, save both and load them again."""
    slides = slidedrop.Twenty48(seed=7)
    slides.on_turn(lambda turn: print(f"{turn.slide.direction}: score {turn.state.score}"))
    for move in ("left", "down", "left"):
        if slidedrop.Direction(move) in slides.legal_moves():
            slides.play(slidedrop.Direction(move))

    drops = slidedrop.Connect4()
    for column in (3, 3, 2, 2):
        drops.play(column)
    print(drops.position)
    print("red to move:", slidedrop.solve(drops.position))

    with tempfile.TemporaryDirectory() as folder:
        for game in (slides, drops):
            path = Path(folder) / f"{game.kind}.journal"
            slidedrop.save(game, path)
            print(repr(slidedrop.load(path)))


if __name__ == "__main__":
    main()
