"""The checks of the course: what a student wrote, held against the definitions, in words.

One module an assignment of ``notebooks/exercises``. Instances are drawn afresh at every run, small
ones first, and every shape on which answers go wrong is among them each time, so that a wrong
answer does not pass on a lucky day. A check that is not passed raises `NotRight`, whose text says
what is wrong, on which instance, and nothing of what would be right.
"""

from pmlsym.exercises.feedback import NotRight

__all__ = ["NotRight"]
