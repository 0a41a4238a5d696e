"""Validation of the distributions, kernels and laws on the line that instances consist of."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from pmlsym.distributions import complaint, wrong_sum
from pmlsym.errors import ParameterError
from pmlsym.given import brief
from pmlsym.statements.instances.rationals import Given, Row, Table, fraction, listed, numbers

Atoms: TypeAlias = tuple[tuple[Fraction, Fraction], ...]  # values with their probabilities


def distribution(name: str, masses: Given, size: int | None = None, *, full: bool = False) -> Row:
    """Return exact probabilities that sum to one, of the right number; `full` excludes zeros.

    Examples
    --------
    >>> distribution("guess", [Fraction(1, 2), Fraction(1, 4)])
    Traceback (most recent call last):
    pmlsym.errors.ChannelError: guess sums to 3/4, which is 1/4 less than 1.
    """
    found = numbers(name, masses, size)
    parts = [mass.as_integer_ratio() for mass in found]
    common = lcm(*[bottom for _, bottom in parts])  # a common denominator, to add up integers
    total, smallest = 0, int(full)
    for top, bottom in parts:
        if top < smallest:
            place = next(i for i, mass in enumerate(found) if mass.numerator < smallest)
            kind = "prior" if full and not top else name
            raise complaint(kind, f"{name}[{place}]", found[place])
        total += top * (common // bottom)
    if total != common:
        gap = Fraction(total, common) - 1
        raise wrong_sum(name, brief(gap + 1), brief(abs(gap)), gap > 0)
    return found


def kernel(name: str, rows: Given, size: int | None = None, width: int | None = None) -> Table:
    """Return a table whose rows are distributions, with `size` rows of `width` entries if given.

    Examples
    --------
    >>> kernel("kernel", [[1, 0], [0, 1]])[0]
    (Fraction(1, 1), Fraction(0, 1))
    """
    found: list[Row] = []
    for i, row in enumerate(listed(name, rows, size)):
        found.append(distribution(f"{name}[{i}]", row, len(found[0]) if found else width))
    return tuple(found)


def atoms(name: str, pairs: Given) -> Atoms:
    """Return a finite law on the line: increasing values with positive probabilities.

    Examples
    --------
    >>> atoms("atoms", [(0, Fraction(1, 3)), (1, Fraction(2, 3))])[0]
    (Fraction(0, 1), Fraction(1, 3))
    """
    rows = [numbers(f"{name}[{i}]", pair, 2) for i, pair in enumerate(listed(name, pairs))]
    values, chances = zip(*rows, strict=True)
    for i, (here, there) in enumerate(pairwise(values), start=1):
        if here >= there:
            raise ParameterError(
                f"{name}[{i}] is at {there} after {here}, but the values have to rise."
            )
    return tuple(zip(values, distribution(f"the law {name}", chances, full=True), strict=True))


def bound_of(name: str, value: Given, law: Atoms) -> Fraction:
    """Return a bound A > 0, after checking that |x| <= A for every value x of a law.

    Examples
    --------
    >>> bound_of("bound", 2, ((Fraction(1), Fraction(1)),))
    Fraction(2, 1)
    """
    found, reach = fraction(name, value, above=0), max(abs(x) for x, _ in law)
    return fraction(name, found, least=reach)
