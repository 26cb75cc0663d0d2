"""What both games share; nothing here depends on the rules of a game."""
