"""Reversi for slidedrop, in two files with one entry point."""
