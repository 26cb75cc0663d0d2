"""The players of 2048 alone: the networks, and the exact solution of small boards."""
