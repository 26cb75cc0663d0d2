"""What a position means: hints with their reasons. Takes a game, never a file."""
