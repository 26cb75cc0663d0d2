"""Testing a student's own program or classes against an assignment: `slidedrop check`.

running/         run it: keys in, text out, never longer than allowed
printed.py       find the boards in its output
referee.py       follow a game board by board, with any new tiles
findings.py      what passed, what failed and the first evidence; reports.py: as a page and as graders' files
assignments.py   the requirements of each assignment, from assignments.toml, and a teacher's variant
exam.py          scenarios, and the shortest repetition that shows a difference before a requirement is named
dialogue.py      the exam of a typed 2048; file_exams.py: of one that begins from files; adt.py: of a Connect-4
api.py           the exam of a Python module that is imported or a class in node; trials.py: its steps
module_process.py   the same in a process of its own, watched from outside
exams.py         which exam an assignment has
classroom.py     a whole class's programs, resumable
cases.py         boards worth sliding, and the cases for unit tests
"""
