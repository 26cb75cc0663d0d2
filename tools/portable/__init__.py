"""Builds the kernels ahead as WebAssembly: `python -m tools.portable.build`, or `make portable`.

    src/slidedrop/*/engine      exports.py declares functions and arrays, kernels implements them
      numba        lowers each kernel to LLVM's language; we keep that text               lowering.py
      LLVM         the same texts for wasm32, linked, optimised, one object file          lowering.py
      linking      exports, memory, and a section with the addresses of the arrays        linking.py
    src/slidedrop/data/connect4.wasm, 2048.wasm, 2048-small.wasm
    src/slidedrop/web/static/js/engine/exports.js: the declarations for the page          javascript.py

Nothing is installed for it beside the extra `ai`: llvmlite's wheel contains LLVM with its WebAssembly target. The guide
is docs/portable.md.
"""
