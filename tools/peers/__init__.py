"""Benchmarks that compare slidedrop with other packages."""
