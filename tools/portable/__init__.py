"""Build the kernels as WebAssembly: `python -m tools.portable.build`, or `make portable`.

    src/slidedrop/*/engine      exports.py declares functions and arrays, kernels implements them
      numba        lowers each kernel to LLVM IR, which is captured as text               lowering.py
      LLVM         links and optimises the IR for wasm32 into one object file             lowering.py
      linking      exports, memory, and a section with the addresses of the arrays        linking.py
    src/slidedrop/data/connect4.wasm, 2048.wasm, 2048-small.wasm
    src/slidedrop/web/static/js/engine/exports.js: the declarations for the page          javascript.py

It needs only the extra `ai`: llvmlite's wheel contains LLVM with its WebAssembly target. The guide is docs/portable.md.
"""
