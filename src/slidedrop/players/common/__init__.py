"""The players of every game: random, greedy, and two that search."""
