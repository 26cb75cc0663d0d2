"""The Connect-4 engine: the solver and the opening books."""
