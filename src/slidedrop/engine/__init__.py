"""Run the kernels, as WebAssembly or compiled by Numba; `exports.py` is the interface of both."""
