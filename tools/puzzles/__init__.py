"""Makes and checks the bundled puzzles."""
