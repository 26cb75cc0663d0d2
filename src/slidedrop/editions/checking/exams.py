"""The exam of each assignment."""

from collections.abc import Iterable
from typing import Final

from slidedrop.editions.checking.adt import AdtExam
from slidedrop.editions.checking.api import ModuleExam
from slidedrop.editions.checking.assignments import ADT, PSA3, SWIPE, Assignment
from slidedrop.editions.checking.dialogue import Exam2048
from slidedrop.editions.checking.exam import Exam, Subject
from slidedrop.editions.checking.file_exams import Psa3Exam, SwipeExam

_EXAMS: Final[dict[str, type[Exam]]] = {PSA3.name: Psa3Exam, SWIPE.name: SwipeExam, ADT.name: AdtExam}


def exam_of(assignment: Assignment, subject: Subject, skip: Iterable[str] = ()) -> Exam:
    """Return the exam of a program or module; `skip` names the requirements to leave out."""
    exam = ModuleExam if subject.module else _EXAMS.get(assignment.name, Exam2048)
    return exam(assignment, subject, skip)
