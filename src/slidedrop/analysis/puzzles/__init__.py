"""Puzzles: positions of real mistakes in which one move is clearly best."""
