"""What the 2048 engine is asked, as kernels: built ahead as WebAssembly, or compiled for a network of one's own."""
