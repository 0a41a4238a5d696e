"""Construction of goals, and the step from logarithms to their arguments."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.proof.kernel.terms import Malformed
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.reading import sympified as read_in
from pmlsym.proof.steps import compare_exponentials

__all__ = ["compare_exponentials", "rational", "relate"]


def relate(left: Term, sign: str, right: Term) -> Sentence:
    """Build a relation that sympy does not evaluate.

    Raises
    ------
    Malformed
        If the sign is none of the six, or a side is no sympy term.

    Examples
    --------
    >>> relate(sp.Integer(1), "<=", sp.Integer(2))
    1 <= 2
    """
    kinds = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "==": sp.Eq, "!=": sp.Ne}
    if type(sign) is not str or sign not in kinds:
        raise Malformed(f"a relation has one of the signs {' '.join(kinds)}")
    return kinds[sign](read_in(left), read_in(right), evaluate=False)


def rational(number: Fraction | float) -> sp.Rational:
    """Convert an exact number to sympy."""
    return sympified(Fraction(number))
