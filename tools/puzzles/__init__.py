"""Makes and checks the puzzles that ship."""
