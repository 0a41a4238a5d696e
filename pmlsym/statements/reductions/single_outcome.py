r"""Reduction from all outcomes to one, with the hypotheses that allow it.

**Theorem (one outcome).** Let A be the lift vectors (of mean 1 under the prior) that hypotheses
required at every outcome admit. If A contains a neighbourhood of the vector of ones, or only that
vector, then for any finite number of vectors of A there is one mechanism that has them all as
outcomes of positive probability.

*Because*: let the outcomes with the lift vectors :math:`v^1, \dots, v^k` have the probability q
each, and let one more outcome have the remaining probability. Its lift vector
:math:`(1 - q \sum v^i)/(1 - kq)` has mean 1, tends to the vector of ones as q tends to 0, and so is
in A.

So a statement about an outcome is a statement about a vector of A. Soundness needs no condition on
A: the lifts of an outcome of a mechanism that meets the hypotheses are in A.

**Suitable hypotheses** (`bounds_alone`): a *gauge* is pml, pmc or ldp at an outcome, or a sum of
gauges with positive coefficients, or a maximum or a minimum of gauges. A gauge is continuous where
all lifts are near 1, is 0 if all lifts are 1, and is positive otherwise (the largest lift is then
above 1 and the smallest below). So the vectors at which a gauge is at most c contain a
neighbourhood of the vector of ones if c > 0, are that vector alone if c = 0, and are none if c < 0.
A condition that does not change with the outcome is met by all vectors or by none. Sets of these
kinds are closed under intersection.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import Function, Negative, Number, Operation, Term

ONE_OUTCOME = PaperTheorem(
    "one outcome",
    "Finitely many lift vectors that the hypotheses admit are outcomes of one mechanism that "
    "meets the hypotheses at all of its outcomes.",
    "Each is given a small probability q; what is left has a lift vector that tends to 1 as q "
    "does to 0, and there the hypotheses hold.",
)
EXTREMES = PaperTheorem(
    "extremes",
    "An outcome can have the largest lift s and the smallest lift t if and only if "
    "p (s - t) <= 1 - t and q (s - t) <= s - 1, with p and q the two smallest prior "
    "probabilities in either order; for two secrets p s + q t = 1.",
    "The other lifts lie anywhere between, the mean is 1, and it is easiest for the two rarest "
    "secrets to be the extreme ones.",
    symbols=(
        ("pmin", "the smallest prior probability"),
        ("v_max, v_min", "the largest and the smallest lift of the outcome y"),
        ("a_max, a_min", "those of an outcome with the largest pml"),
        ("b_max, b_min", "those of an outcome with the largest pmc"),
        ("c_max, c_min", "those of an outcome with the largest ldp"),
    ),
)


def bounds_alone(condition: Condition) -> bool:
    """Whether a condition admits all lift vectors near the vector of ones, only it, or none."""
    if not condition.outcomes:
        return True
    left, sign, right = condition.left, condition.sign, condition.right
    if sign in (">", ">="):
        left, right = right, left
    elif sign not in ("<", "<="):
        return False
    return all(
        not part.outcomes or (scale > 0 and is_gauge(part))
        for scale, part in (*summands(left), *summands(right, Fraction(-1)))
    )


def is_gauge(term: Term) -> bool:
    """Whether a term is 0 where all lifts are 1, positive elsewhere, and continuous there."""
    if isinstance(term, Leakage):
        return bool(term.outcomes)
    if isinstance(term, Function) and term.name in ("max", "min"):
        return all(map(is_gauge, term.arguments))
    parts = summands(term)
    if len(parts) == 1 and parts[0][1] is term:
        return False
    return all(scale > 0 and is_gauge(part) for scale, part in parts)


def summands(term: Term, scale: Fraction = Fraction(1)) -> tuple[tuple[Fraction, Term], ...]:
    """Return the terms of a sum with their coefficients.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> [(str(scale), str(part)) for scale, part in summands(parse_term("2*a - b/3"))]
    [('2', 'a'), ('-1/3', 'b')]
    """
    if isinstance(term, Negative):
        return summands(term.term, -scale)
    if isinstance(term, Operation):
        left, right = term.left, term.right
        if term.sign in ("+", "-"):
            return (*summands(left, scale), *summands(right, scale if term.sign == "+" else -scale))
        if term.sign == "*" and isinstance(left, Number):
            return summands(right, scale * left.value)
        if term.sign == "*" and isinstance(right, Number):
            return summands(left, scale * right.value)
        if term.sign == "/" and isinstance(right, Number) and right.value:
            return summands(left, scale / right.value)
    return ((scale, term),)
