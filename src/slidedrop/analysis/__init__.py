"""Hints, values and reviews of games; nothing here reads or writes files."""
