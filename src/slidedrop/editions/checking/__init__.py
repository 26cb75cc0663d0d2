"""Testing a student's own program or classes against an assignment: `slidedrop check`.

running/         run it: keys in, text out, never longer than allowed
printed.py       find the boards of either game in what it printed
referee.py       follow a game board by board, whatever tile came
findings.py      what held, what is broken and the first evidence; reports.py: as a page and as graders' files
replay.py        repeat the shortest sequence that shows a difference before a requirement is named
assignments.py   what each assignment asks, by requirement; it reads assignments.toml, and a teacher's variant
exam.py          the games that are played against a program; file_exams.py: those that begin from files
adt.py           the same for Connect-4
api.py           the same for a Python module that is imported or a class in node; trials.py: its steps
classroom.py     a whole class's programs, resumable
cases.py         boards worth sliding, and the cases for unit tests
"""
