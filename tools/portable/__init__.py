"""Builds the kernels ahead as WebAssembly: `python -m tools.portable.build`, or `make portable`.

    src/slidedrop/*/questions   the questions, ordinary kernels of the house (and everything that they call)
      numba        lowers each function to LLVM's language; we keep that text        lowering.py
      LLVM         the same texts for wasm32, linked, optimised, one object file     lowering.py
      linking      exports, memory, and a section that says where the arrays lie     linking.py
    src/slidedrop/data/connect4.wasm, 2048.wasm, 2048-small.wasm

Nothing is installed for it beside the extra `ai`: llvmlite's wheel contains LLVM with its WebAssembly target. The guide
is docs/portable.md.
"""
