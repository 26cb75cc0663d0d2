"""Holding somebody's own program against this one: `slidedrop check`.

running/      run it: keys in, text out, never longer than allowed
printed.py    find the boards of either game in what it printed
referee.py    follow a game board by board, whatever tile came
findings.py   what held, what broke and the first evidence, as a report, a page and graders' files
documents.py  what each document asks, by requirement; it reads documents.toml, and a teacher's own variant
exam.py       the games that are played against a program; file_exams.py: those that begin from files
adt.py        the same for Connect-4
api.py        the same for a Python module that is imported or a class in node; trials.py: one board
classroom.py  a whole class's programs, resumable
cases.py      boards worth sliding, and the cases for somebody's own unit tests
"""
