"""Benchmarks of other packages."""
