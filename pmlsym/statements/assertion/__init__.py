"""Assertions about instances other than finite mechanisms."""

from pmlsym.statements.assertion.asserted import Assertion, Judgement, Worlds, whole_class
from pmlsym.statements.assertion.conditions import (
    Check,
    Compared,
    Condition,
    Enclosed,
    Property,
    Quantity,
)

__all__ = [
    "Assertion",
    "Check",
    "Compared",
    "Condition",
    "Enclosed",
    "Judgement",
    "Property",
    "Quantity",
    "Worlds",
    "whole_class",
]
