"""Assertions about instances other than finite mechanisms."""

from pmlsym.statements.assertion.assertion import Assertion, Domain, Judgement, whole_class
from pmlsym.statements.assertion.conditions import (
    Compared,
    Condition,
    ConditionCheck,
    Enclosed,
    Property,
    Quantity,
)

__all__ = [
    "Assertion",
    "Compared",
    "Condition",
    "ConditionCheck",
    "Domain",
    "Enclosed",
    "Judgement",
    "Property",
    "Quantity",
    "whole_class",
]
