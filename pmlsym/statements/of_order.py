r"""Definitions of the measures of an order: of Sibson, Arimoto and Renyi.

With the prior p, the kernel W and an order a other than 1, let

.. math:: S_a(p, W) = \frac{a}{a - 1} \log \sum_y \Big(\sum_x p(x) W(y|x)^a\Big)^{1/a}.

That is Sibson's mutual information. Renyi's entropy minus Arimoto's is :math:`S_a(p', W)` for
:math:`p' = p^a / \sum_x p(x)^a`, and it is computed so: under a uniform prior both are then found
to be equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from pmlsym.statements.arithmetic import add, divide, log, mean, minus, multiply, power
from pmlsym.statements.law import Law
from pmlsym.statements.values import ONE, Infinite, Undefined, Unseparated, Value, exact_text, order

Row = Sequence[Fraction]
_Plain = Callable[[Law, str, tuple[str, ...]], Value]
_Defined = Callable[[Law, str, tuple[str, ...], Value], Value]
_MOST_ROWS = 4  # up to so many rows, all sets of them are tried


def of_order(defined: _Defined, at_1: _Plain | None) -> _Defined:
    """Return a definition that takes another one at the order 1, where there is one.

    Parameters
    ----------
    defined : the definition at orders other than 1.
    at_1 : the definition at the order 1; without one, orders have to be above 1.

    Examples
    --------
    >>> known = of_order(renyi_entropy, lambda law, secret, observed: ONE)
    >>> known(Law((2, 1), (1, 1)), "X", (), ONE)
    Fraction(1, 1)
    """

    def value(law: Law, secret: str, observed: tuple[str, ...], level: Value) -> Value:
        least = Fraction(at_1 is None)
        if isinstance(level, Infinite) or order(level, least) <= 0:
            raise Undefined(f"the order {exact_text(level)}, which is not above {least}")
        if at_1 is not None and not order(level, ONE):
            return at_1(law, secret, observed)
        return defined(law, secret, observed, level)

    return value


def sibson(law: Law, secret: str, observed: tuple[str, ...], level: Value) -> Value:
    """Return Sibson's mutual information.

    Examples
    --------
    >>> sibson(Law((2, 2), (1, 0, 0, 1)), "X", ("Y",), Fraction(2))
    LogOf(argument=Fraction(2, 1))
    """
    prior, rows = _channel(law, secret, observed)
    return _of_channel(prior, rows, level)


def alpha_leakage(law: Law, secret: str, observed: tuple[str, ...], level: Value) -> Value:
    """Return Renyi's entropy of the secret minus Arimoto's given the outcome.

    Examples
    --------
    >>> alpha_leakage(Law((2, 2), (1, 1, 1, 1)), "X", ("Y",), Fraction(2))
    Fraction(0, 1)
    """
    prior, rows = _channel(law, secret, observed)
    tilted = [
        divide(ONE, mean((ONE, power(other / mass, level)) for other in prior)) for mass in prior
    ]
    return _of_channel(tilted, rows, level)


def maximal_alpha_leakage(law: Law, secret: str, observed: tuple[str, ...], level: Value) -> Value:
    """Return Sibson's mutual information at its largest over priors, where one is found exactly.

    The sum over y is concave in the prior. So a prior is the best if and only if its derivatives,
    the sums over y of W(y|x)^a S(y)^(1/a - 1), are equal where it is positive, and at most that
    elsewhere. Tried are the uniform priors on sets of different rows.

    Examples
    --------
    >>> maximal_alpha_leakage(Law((2, 2), (1, 0, 0, 3)), "X", ("Y",), Fraction(2))
    LogOf(argument=Fraction(2, 1))
    """
    rows = sorted(set(_channel(law, secret, observed)[1]))
    sizes = range(len(rows), 0, -1) if len(rows) <= _MOST_ROWS else (len(rows),)
    for chosen in (some for size in sizes for some in combinations(range(len(rows)), size)):
        if _is_best(rows, chosen, level):
            found = [rows[x] for x in chosen]
            return _of_channel([Fraction(1, len(found))] * len(found), found, level)
    raise Unseparated("maximal alpha-leakage and a number, as no uniform prior is the worst")


def renyi_entropy(law: Law, secret: str, observed: tuple[str, ...], level: Value) -> Value:
    """Return Renyi's entropy of a variable.

    Examples
    --------
    >>> renyi_entropy(Law((3, 1), (2, 1, 1)), "X", (), Fraction(2))
    LogOf(argument=Fraction(8, 3))
    """
    masses = (Fraction(mass, law.total) for mass in law.marginal((secret,)).values())
    return divide(log(_sum(power(mass, level) for mass in masses)), add(ONE, minus(level)))


def arimoto_entropy(law: Law, secret: str, observed: tuple[str, ...], level: Value) -> Value:
    """Return Arimoto's entropy of a variable, given the outcome.

    Examples
    --------
    >>> arimoto_entropy(Law((2, 2), (1, 0, 0, 1)), "X", ("Y",), Fraction(2))
    Fraction(0, 1)
    """
    columns: dict[tuple[int, ...], list[Fraction]] = {}
    for point, weight in law.marginal((secret, *observed)).items():
        columns.setdefault(point[1:], []).append(Fraction(weight, law.total))
    sums = [_sum(power(mass, level) for mass in column) for column in columns.values()]
    return minus(_of_sums(sums, level))


# --- channels -------------------------------------------------------------------------------------


def _channel(
    law: Law, secret: str, observed: tuple[str, ...]
) -> tuple[list[Fraction], list[tuple[Fraction, ...]]]:
    """Return the probabilities of the secrets, and P(outcome|secret) for each."""
    weights, joint = law.marginal((secret,)), law.marginal((secret, *observed))
    outcomes = list(law.marginal(observed))
    prior = [Fraction(weight, law.total) for weight in weights.values()]
    rows = [
        tuple(Fraction(joint.get((*s, *o), 0), weight) for o in outcomes)
        for s, weight in weights.items()
    ]
    return prior, rows


def _of_channel(prior: Sequence[Value], rows: Sequence[Row], level: Value) -> Value:
    return _of_sums(list(_columns(prior, rows, level)), level)


def _of_sums(sums: Sequence[Value], level: Value) -> Value:
    """Return a/(a - 1) times the logarithm of the sum of the roots of order a of some numbers.

    One of the numbers is taken out, so that the roots of equal ones are rational.
    """
    first, below = min(sums, key=repr), add(level, minus(ONE))
    total = _sum(power(divide(one, first), divide(ONE, level)) for one in sums)
    return add(multiply(divide(level, below), log(total)), multiply(divide(ONE, below), log(first)))


def _columns(prior: Sequence[Value], rows: Sequence[Row], level: Value) -> Iterator[Value]:
    """Yield the sum of p(x) W(y|x)^a for each outcome y."""
    for column in zip(*rows, strict=True):
        parts = [
            multiply(mass, power(entry, level))
            for mass, entry in zip(prior, column, strict=True)
            if entry
        ]
        if parts:
            yield _sum(parts)


def _is_best(rows: Sequence[Row], chosen: Sequence[int], level: Value) -> bool:
    """Whether the uniform prior on some rows has the largest information."""
    prior = [Fraction(x in chosen, len(chosen)) for x in range(len(rows))]
    if any(not sum(rows[x][y] for x in chosen) for y in range(len(rows[0]))):
        return False  # the derivative is infinite where a new row has an outcome of its own
    sums = list(_columns([mass or Fraction(0) for mass in prior], rows, level))
    falling = add(divide(ONE, level), minus(ONE))
    slopes = [
        _sum(
            multiply(power(entry, level), power(one, falling))
            for entry, one in zip(row, sums, strict=True)
            if entry
        )
        for row in rows
    ]
    most = slopes[chosen[0]]
    return all(
        not order(slope, most) if x in chosen else order(slope, most) <= 0
        for x, slope in enumerate(slopes)
    )


def _sum(values: Iterable[Value]) -> Value:
    """Return a sum in an order of its own, so that the same summands give the same term."""
    return mean((ONE, value) for value in sorted(values, key=repr))
