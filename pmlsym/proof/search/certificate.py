r"""Leaves of proof trees: identities that show that facts are inconsistent.

.. math:: \sum c \prod f \prod s^2 + \sum m\, e = 0

with numbers :math:`c > 0`, inequalities :math:`f`, polynomials :math:`s, m`, equations :math:`e`,
and at least one summand without squares whose inequalities are all strict: that one is positive,
the others are not negative, so they do not add up to zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from pmlsym.proof.certificates import document
from pmlsym.proof.certificates.document import Leaf
from pmlsym.proof.search.polynomials import (
    Fact,
    Polynomial,
    Rational,
    Ring,
    TooLong,
    coefficient_text,
)


class Summand(NamedTuple):
    """A positive number times facts (by number) times squares of polynomials."""

    coefficient: Rational
    factors: tuple[int, ...]
    squares: tuple[Polynomial, ...]


def leaf(
    ring: Ring,
    facts: Sequence[Fact],
    summands: Sequence[Summand],
    multipliers: Mapping[int, Polynomial],
) -> Leaf | None:
    """Return the leaf in the form of a document.

    None if the identity does not hold, does not close, or has a coefficient that is too long.

    Parameters
    ----------
    ring : the polynomial ring.
    facts : those in scope.
    summands : products of inequalities and squares.
    multipliers : the polynomials that multiply the equations, by number of the fact.
    """
    zero = [(i, multipliers[i]) for i in sorted(multipliers) if not multipliers[i].is_zero()]
    identity = sum((m * facts[i].polynomial for i, m in zero), total(ring, facts, summands))
    if not identity.is_zero() or not _closes(facts, summands):
        return None
    try:
        products = [
            [coefficient_text(c), sorted(factors), [ring.write(s) for s in squares]]
            for c, factors, squares in summands
        ]
        multiples = [[i, ring.write(m)] for i, m in zero]
    except TooLong:
        return None
    return {
        "sum": cast(list[document.Summand], products),
        "zero": cast(list[document.Multiple], multiples),
    }


def total(ring: Ring, facts: Sequence[Fact], summands: Sequence[Summand]) -> Polynomial:
    """Return the sum of the summands."""
    found = ring.zero
    for coefficient, factors, squares in summands:
        product = ring.one * coefficient
        for number in factors:
            product *= facts[number].polynomial
        for square in squares:
            product *= square * square
        found += product
    return found


def _closes(facts: Sequence[Fact], summands: Sequence[Summand]) -> bool:
    return all(summand.coefficient > 0 for summand in summands) and any(
        not squares and all(facts[number].relation == ">" for number in factors)
        for _, factors, squares in summands
    )
