"""The Connect-4 engine: solver, opening books and the solver as other code calls it."""
