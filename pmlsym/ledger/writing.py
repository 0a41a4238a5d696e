"""Writing goals down, and the step from a comparison of logarithms to one of their arguments."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import compare_exponentials

__all__ = ["compare_exponentials", "rational", "relate"]


def relate(left: Term, sign: str, right: Term) -> Sentence:
    """Write a relation without letting sympy evaluate it."""
    kinds = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "==": sp.Eq, "!=": sp.Ne}
    return kinds[sign](left, right, evaluate=False)


def rational(number: Fraction | float) -> sp.Rational:
    """Bring an exact number into sympy."""
    return sympified(Fraction(number))
