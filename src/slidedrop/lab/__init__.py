"""The laboratory: players measured against each other."""
