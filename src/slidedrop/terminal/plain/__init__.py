"""The plain front door: single keys on a terminal, lines on a pipe; readable aloud, without colour, in 40 columns."""
