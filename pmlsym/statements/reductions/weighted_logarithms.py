"""Proof of goals about products of powers, such as the inequality of weighted means.

Both sides of a goal are compared by their logarithms, which are sums of logarithms with weights.
That log x <= log c + x/c - 1, the tangent at c, times the weight w of log x gives the inequality of
weighted means: a^w b^(1 - w) <= w a + (1 - w) b, with c the right side.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import Decided, OrderKept, Step, compare_exponentials
from pmlsym.proof.tangent import at, exp_above_tangent_everywhere


def prove_weighted(goal: Goal) -> Step:
    """Prove a comparison of products of powers whose exponents are not numbers.

    Raises
    ------
    NotProved
        If the goal has another form, or no proof was found.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> a, b, t = reals("a b t")
    >>> power = sp.exp(t * sp.log(a) + (1 - t) * sp.log(b))
    >>> mean = sp.Le(power, t * a + (1 - t) * b, evaluate=False)
    >>> prove_weighted(Goal((a > 0, b > 0, t >= 0, t <= 1), mean)).kind
    'decision'
    """
    smaller, larger = goal.conclusion.args
    if isinstance(goal.conclusion, sp.Ge):
        smaller, larger = larger, smaller
    elif not isinstance(goal.conclusion, sp.Le):
        raise NotProved("the comparison is no weak inequality")
    left, right = _logarithm(smaller), _logarithm(larger)
    weights = _weights(left - right)
    if all(weight.is_number for weight in weights.values()):
        raise NotProved("no logarithm has a weight that is not a number")
    given = goal.hypotheses
    steps = (*_split(given, left - right), *_compared(given, weights))
    below = Decided(Goal(given, sp.Le(left, right, evaluate=False)), steps)
    return Decided(goal, (OrderKept(below, sp.exp),))


def _logarithm(side: Term) -> Term:
    """Return the logarithm of a product of powers and exponentials."""
    parts: list[Term] = []
    for factor in sp.Mul.make_args(side):
        if isinstance(factor, sp.exp):
            parts.append(factor.exp)
            continue
        base, exponent = factor.as_base_exp()
        parts.append(sp.S.Zero if base == 1 else exponent * sp.log(base))
    return sp.Add(*parts)


def _weights(term: Term) -> dict[Term, Term]:
    """Return the weight of the logarithm of each number, those of quotients split in two."""
    found: dict[Term, Term] = {}
    for part in sp.Add.make_args(sp.expand(term, log=False, power_exp=False, deep=False)):
        logarithms = [factor for factor in sp.Mul.make_args(part) if isinstance(factor, sp.log)]
        if len(logarithms) != 1:
            raise NotProved("an exponent is no sum of logarithms with weights")
        (logarithm,) = logarithms
        top, bottom = logarithm.args[0].as_numer_denom()
        for number, sign in ((top, 1), (bottom, -1)):
            if number != 1:
                found[number] = found.get(number, sp.S.Zero) + sign * part / logarithm
    return {number: weight for number, weight in found.items() if weight != 0}


def _split(given: tuple[Sentence, ...], term: Term) -> Iterator[Step]:
    """Yield w log(x/y) = w (log x - log y) for the weights w of quotients."""
    quotients = {log for log in term.atoms(sp.log) if log.args[0].as_numer_denom()[1] != 1}
    for quotient in sorted(quotients, key=sp.default_sort_key):
        top, bottom = map(sp.log, quotient.args[0].as_numer_denom())
        weight = sp.expand(term, log=False, deep=False).coeff(quotient)
        sides = [
            compare_exponentials(Goal(given, kind(quotient, top - bottom, evaluate=False)))
            for kind in (sp.Le, sp.Ge)
        ]
        for kind in (sp.Le, sp.Ge):
            wanted = kind(weight * quotient, weight * (top - bottom), evaluate=False)
            yield Decided(Goal(given, wanted), sides)


def _compared(given: tuple[Sentence, ...], weights: dict[Term, Term]) -> Iterator[Step]:
    """Yield bounds on weighted logarithms by others, where one of two weights is a number.

    These are the tangent at c of log x, for log x of a positive weight and log c of a negative
    one, or the order of x and c if that is known.
    """
    for x, weight in weights.items():
        for c, other in weights.items():
            if x == c or weight.is_number == other.is_number or not _is_opposed(weight, other):
                continue
            scale = other if weight.is_number else weight
            if scale is other:
                scale = -other
            with suppress(NotProved):
                yield _weighted(given, x, c, scale)


def _is_opposed(weight: Term, other: Term) -> bool:
    """Whether the first weight may be positive and the second one negative."""
    return not (weight.is_number and weight <= 0) and not (other.is_number and other >= 0)


def _weighted(given: tuple[Sentence, ...], x: Term, c: Term, weight: Term) -> Step:
    """Return a bound on w log x: w log c if x <= c, or else the tangent at c."""
    below = sp.Le(sp.log(x), sp.log(c), evaluate=False)
    bound: Term = sp.log(c)
    try:
        plain: Step = compare_exponentials(Goal(given, below))
    except NotProved:
        bound = sp.log(c) + x / c - 1
        tangent = at(exp_above_tangent_everywhere(), t=sp.log(x) - sp.log(c))
        plain = Decided(Goal(given, sp.Le(sp.log(x), bound, evaluate=False)), (tangent,))
    wanted = sp.Le(weight * sp.log(x), weight * bound, evaluate=False)
    return Decided(Goal(given, wanted), (plain,))
