"""Means over the outcomes that are compared outcome by outcome.

**Theorem (outcome by outcome).** Let both sides of a conclusion be sums, with positive factors, of
means of leakages and their exponentials, and of finite constants. If the comparison holds without
the means, at all outcomes that are possible together, then so it does with them.

*Because*: draw the outcomes together. The mean of a term that depends on some of them alone is the
same. What is averaged is never minus infinity, so that the mean of a sum is the sum of the means,
and a mean keeps the order. The converse does not hold.

**Theorem (union bound).** Let f be at most the sum of some f_i at all outcomes that are possible
together, and s at least the sum of s_i. Where f > s, some f_i > s_i, so that P[f > s] is at most
the sum of P[f_i > s_i].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial, reduce

from pmlsym.statements.clauses import Chance, Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes
from pmlsym.statements.reductions.averages import has_average, is_finite
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Function, Number, Parameter, Term, operation, summands
from pmlsym.statements.text.vocabulary import NEGATED, TURNED, Comparison

_ONE = Number(Fraction(1))
OUTCOME_BY_OUTCOME = PaperTheorem(
    "outcome by outcome",
    "A comparison of means holds if it holds at all outcomes that are possible together.",
    "A mean keeps the order, and that of what depends on some outcomes alone is the same.",
)


def without_means(statement: Statement) -> Statement | None:
    """Return the statement at outcomes that implies one about means; None if there is none.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> said = parse("E[pml(X->y,z)] <= E[pml(X->y)] + E[pml(X->z|y)]")
    >>> print(without_means(said))
    pml(X->y,z) <= pml(X->y) + pml(X->z|y)
    """
    if statement.both_ways or not statement.claimed:
        return None
    found = [_at_outcomes(condition) for condition in statement.claimed]
    assumed = tuple(one for one in statement.required if not has_average(*one.terms))
    if any(one is None for one in found):
        return None
    conclusion = tuple(one for one in found if one is not None)
    return replace(statement, hypotheses=assumed, conclusion=conclusion)


UNION = PaperTheorem(
    "union bound",
    "If f is at most the sum of f_i at every outcome, P[f > s] is at most the sum of P[f_i > s_i] "
    "where s is at least the sum of s_i.",
    "Where f > s, some f_i > s_i.",
)


def without_probabilities(statement: Statement) -> Statement | None:
    """Return a statement that implies a bound on a probability by others; None if there is none.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> said = parse("PML(a,c) of X->Y and P[pml(X->z|y) > b] <= d => PML(a+b,c+d) of X->Y,Z")
    >>> print(without_probabilities(said).conclusion[0])
    pml(X->y,z) <= pml(X->y) + pml(X->z|y)
    """
    if statement.both_ways or len(statement.claimed) != 1:
        return None
    claimed = _tail(statement.claimed[0])
    given = [tail for tail in map(_tail, statement.required) if tail is not None]
    if claimed is None or not given:
        return None
    if claimed.sign == ">=":  # f is below s if some f_i is below s_i and no s_i is infinite
        finite = all(is_finite(tail.level) for tail in given)
        if not finite or not any(tail.sign == ">=" for tail in given):
            return None
    add = partial(operation, "+")
    return replace(
        statement,
        hypotheses=(),
        conclusion=(
            Condition(claimed.large, "<=", reduce(add, (tail.large for tail in given))),
            Condition(reduce(add, (tail.level for tail in given)), "<=", claimed.level),
            Condition(reduce(add, (tail.chance for tail in given)), "<=", claimed.chance),
        ),
    )


@dataclass(frozen=True)
class _Tail:
    """A bound on the probability that a number exceeds a level, or also that it is equal to it."""

    large: Term
    sign: Comparison
    level: Term
    chance: Term


def _tail(condition: Condition) -> _Tail | None:
    chance, sign, bound = condition.left, condition.sign, condition.right
    if not isinstance(chance, Chance):
        chance, sign, bound = bound, TURNED[sign], chance
    if not isinstance(chance, Chance) or len(chance.conditions) != 1 or bound.variables:
        return None
    (event,) = chance.conditions
    large, of_event, level = event.left, event.sign, event.right
    if sign == ">=":  # the probability of the opposite is at most the rest
        sign, of_event, bound = "<=", NEGATED[of_event], operation("-", _ONE, bound)
    if of_event in ("<", "<="):
        large, of_event, level = level, TURNED[of_event], large
    if sign != "<=" or of_event not in (">", ">=") or level.variables:
        return None
    return _Tail(large, of_event, level, bound)


def _at_outcomes(condition: Condition) -> Condition | None:
    """Return a comparison of means without them; None if it is of another form."""
    if condition.sign == "!=" or not has_average(*condition.terms):
        return None
    sides = [_side(term) for term in condition.terms]
    if any(side is None for side in sides):
        return None
    left, right = (side for side in sides if side is not None)
    return Condition(left, condition.sign, right)


def _side(term: Term) -> Term | None:
    """Return a sum of means without them."""
    found = list(_summands(term))
    if any(part is None for part in found):
        return None
    first, *others = (part for part in found if part is not None)
    for other in others:
        first = operation("+", first, other)
    return first


def _summands(term: Term) -> Iterator[Term | None]:
    for scale, part in summands(term):
        if isinstance(part, MeanOverOutcomes) and scale > 0 and _is_never_below_0(part.term):
            inside = part.term
        elif isinstance(part, Number | Parameter):
            inside = part
        else:
            yield None
            continue
        yield inside if scale == 1 else operation("*", Number(scale), inside)


def _is_never_below_0(term: Term) -> bool:
    """Whether a term is a leakage or an exponential, possibly infinite."""
    if isinstance(term, Function) and term.name == "exp":
        return isinstance(term.arguments[0], Leakage)
    return isinstance(term, Leakage)
