r"""Goals with exponentials such as e^(100 epsilon), which have too high a degree to be decided.

A decision treats :math:`e^{100\epsilon}` as the power :math:`E^{100}`. Here it is a number F of its
own, of which only comparisons are known: :math:`F \ge E^2`, and how it compares with the other
large exponentials of the goal. That proves a goal whose level is larger than it has to be. In the
end the exponential is put back for F.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, count

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import Decided, Instance, OrderKept, Step
from pmlsym.statements.reductions import prove_case

_LARGE = 16  # powers up to it are left to the decision as they are
_POWERS = (1, 2, 8, 32)  # with which a large exponential is compared


def by_comparing_exponents(goal: Goal) -> Step:
    """Prove a goal without the values of its large exponentials.

    Raises
    ------
    NotProved
        If there are none, or no proof was found.

    Examples
    --------
    >>> from pmlsym.statements.reductions import reduce
    >>> from pmlsym.statements.text.parse import parse
    >>> (case,) = reduce(parse("LIP(e) => LDP(100*e)")).cases
    >>> print(by_comparing_exponents(case.goal).goal.conclusion)
    v_max <= v_min*exp(100*e)
    """
    for power in _POWERS:
        large = _large_exponentials(goal, power)
        if not large:  # nor for any higher power
            break
        with suppress(NotProved):
            return _with_numbers(goal, large)
    raise NotProved("there is no proof by comparing large exponents")


def _large_exponentials(goal: Goal, power: int) -> dict[Term, Term]:
    """Return the exponentials of a high power of another one, each with the smaller power.

    Powers count in the unit of which all multiples of a term in exponents are whole multiples.
    """
    sentences = (*goal.hypotheses, goal.conclusion)
    free = {symbol for sentence in sentences for symbol in sentence.free_symbols}
    parts = {part for sentence in sentences for part in sentence.atoms(sp.exp)}
    exponents = {
        part: sp.expand(_exponent(part)).as_coefficients_dict()
        for part in sorted(parts, key=sp.default_sort_key)
        if part.free_symbols <= free
    }
    found = {}
    for part, factors in exponents.items():
        smaller = sp.Integer(0)
        for term, factor in factors.items():
            multiples = [other[term] for other in exponents.values() if term in other]
            unit = sp.Rational(1, math.lcm(*(int(one.q) for one in multiples)))
            if abs(factor) > max(_LARGE, power) * unit:
                factor = sp.sign(factor) * power * unit
            smaller += factor * term
        if smaller != sp.expand(_exponent(part)):
            found[part] = sp.exp(smaller)
    return found


def _with_numbers(goal: Goal, large: dict[Term, Term]) -> Step:
    """Prove a goal with a symbol for each large exponential, from their comparisons alone."""
    taken = {
        str(symbol) for one in (*goal.hypotheses, goal.conclusion) for symbol in one.free_symbols
    }
    fresh = (f"large_{place}" for place in count(1) if f"large_{place}" not in taken)
    names = {part: sp.Symbol(name, real=True) for part, name in zip(large, fresh, strict=False)}
    pairs = [*large.items(), *combinations(large, 2)]
    orders = [order for pair in pairs for order in _compared(goal, *pair)]
    known = [order.goal.conclusion.xreplace(names) for order in orders]
    given = (*(one.xreplace(names) for one in goal.hypotheses), *known)
    general = prove_case(Goal(given, goal.conclusion.xreplace(names)))
    values = {name: part for part, name in names.items()}
    return Decided(goal, (*orders, Instance(general, values)))  # which assumes the orders


def _compared(goal: Goal, one: Term, other: Term) -> Iterator[Step]:
    """Yield the comparison of two exponentials, if it follows for their exponents."""
    plain = tuple(one for one in goal.hypotheses if not one.has(sp.exp, sp.log))
    for small, large in ((one, other), (other, one)):
        exponents: Sentence = sp.Le(_exponent(small), _exponent(large), evaluate=False)
        with suppress(NotProved):
            yield OrderKept(Decided(Goal(plain, exponents)), sp.exp)
            return


def _exponent(part: Term) -> Term:
    """Return the exponent of an exponential, which of e itself is 1."""
    return part.as_base_exp()[1]
