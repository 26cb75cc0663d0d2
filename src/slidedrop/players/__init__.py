"""Players: whoever chooses a move for a position. Interfaces do not know which kind sits at the board."""
