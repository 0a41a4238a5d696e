"""Checks of the course's assignments: a student's answer is compared with the definitions.

There is one module for each assignment of ``notebooks/exercises``. Instances are drawn afresh at
every run, small ones first. Every shape on which answers commonly go wrong is among them each time,
so that a wrong answer cannot pass by luck. A check that is not passed raises `NotRight`. Its text
says what is wrong and on which instance, and does not give the right answer away.
"""

from pmlsym.exercises.feedback import NotRight

__all__ = ["NotRight"]
