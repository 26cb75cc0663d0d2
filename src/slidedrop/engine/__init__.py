"""Runs the kernels: built ahead as WebAssembly, or compiled here; `exports.py` is the interface of both."""
