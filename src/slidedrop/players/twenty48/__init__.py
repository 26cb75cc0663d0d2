"""The players of 2048: the networks, and the exact solution of small boards."""
