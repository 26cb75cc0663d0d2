"""One screen per file; each shows a session or a list and passes keys on. Rules are elsewhere."""
