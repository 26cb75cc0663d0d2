"""Late-game tables of 2048: exact play on the free cells while the large tiles do not move."""
