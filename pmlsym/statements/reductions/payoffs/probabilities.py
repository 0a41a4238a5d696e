"""Probabilities over the outcomes in statements about adversaries, compared outcome by outcome.

**Theorem (implied).** Let conditions A imply conditions B at every outcome, for all values of the
parameters that are allowed. Then P[A] <= P[B], and P[A] <= t where P[B] <= t.

*Because*: the outcomes at which A holds are among those at which B does.

Both sides of each condition have to have a value at every outcome, as a probability has none where
one of them has none: each is a quantity, which has one (possibly infinite), or is built of numbers
and parameters by sums and products.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pmlsym.statements.clauses import Chance, Condition
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.normal import is_number
from pmlsym.statements.payoffs.quantities import lowered, quantities
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfBound, Term

IMPLIED = PaperTheorem(
    "implied",
    "The probability of conditions is at most that of others which they imply at every outcome.",
    "The outcomes at which the first hold are among those at which the others do.",
)


def at_outcomes(statement: Statement) -> Iterator[Statement]:
    """Yield statements at every outcome that together imply one about probabilities.

    Raises
    ------
    NotReducible
        If a conclusion is of another form.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(*at_outcomes(parse("gain G: P[gain(G) > e] <= P[pml(X->y) > e]")))
    gain G: gain(G) > e => pml(X->y) > e
    """
    for given, claimed in statement.implications:
        for conclusion in claimed:
            yield _at_outcomes(statement, given, conclusion)


def _at_outcomes(
    statement: Statement, given: Sequence[Condition], conclusion: Condition
) -> Statement:
    for smaller, larger in _bounds(conclusion):
        if not isinstance(smaller, Chance):
            continue
        known = [side for one in given for side in _bounds(one) if side[1] == larger]
        for other in (larger, *(chance for chance, _ in known)):
            if isinstance(other, Chance) and _have_values(smaller, other):
                return replace(
                    statement,
                    conclusion=other.conditions,
                    hypotheses=(*filter(_is_of_parameters, given), *smaller.conditions),
                    where=(),
                    both_ways=False,
                )
    raise NotReducible(
        f"{conclusion} is about a probability, which is compared with that of other conditions at "
        "outcomes, such as P[gain(G) > e] <= P[pml(X->y) > e]."
    )


def _bounds(condition: Condition) -> Iterator[tuple[Term, Term]]:
    """Yield the smaller and the larger side of a weak comparison."""
    if condition.sign in ("<=", ">="):
        turned = condition.sign == ">="
        yield (condition.right, condition.left) if turned else condition.terms


def _have_values(*chances: Chance) -> bool:
    sides = [side for one in chances for part in one.conditions for side in part.terms]
    return all(isinstance(side, OfBound | Leakage) or is_number(side) for side in sides)


def _is_of_parameters(condition: Condition) -> bool:
    """Whether a condition has neither quantities nor probabilities."""
    terms = tuple(map(lowered, condition.terms))
    chances = any(isinstance(part, Chance) for part in condition.parts)
    return not chances and not any(True for _ in quantities(*terms))
