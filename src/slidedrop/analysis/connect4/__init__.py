"""Hints, values, grades and reviews of Connect-4."""
