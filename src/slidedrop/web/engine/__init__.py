"""Engines in worker processes."""
