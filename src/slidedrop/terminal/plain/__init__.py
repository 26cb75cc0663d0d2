"""The plain interface: keys on a terminal, lines on a pipe; for screen readers, without colour, in 40 columns."""
