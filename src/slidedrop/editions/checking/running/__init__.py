"""Running an untested program: within limits, on a pipe or a terminal, at once or key by key.

program.py    start it, type, read the answer
family.py     the program and all that it started: what they hold, whether they rest, ending them all
crash.py      what a crash says: the exception and the line
"""
