"""What the solver is asked, as kernels: they are built ahead as WebAssembly, and compiled here for their twin tests."""
