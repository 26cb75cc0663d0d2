"""One screen a file; each shows a session or a list and passes keys on, and none knows a rule."""
