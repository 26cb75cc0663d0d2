"""Running an untested program: within limits, on a pipe or a terminal, at once or key by key.

program.py    start it, type, read the answer
family.py     the program's processes: their memory, whether they are idle, and ending them
crash.py      the exception and line of a crash
"""
