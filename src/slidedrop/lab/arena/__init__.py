"""Players against each other: the same games for all, kept as they end, counted with their uncertainty."""
