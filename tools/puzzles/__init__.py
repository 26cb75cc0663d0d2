"""Make and check the bundled puzzles."""
