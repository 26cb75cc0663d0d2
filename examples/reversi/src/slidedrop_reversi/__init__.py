"""Reversi for slidedrop: two files, one entry point."""
