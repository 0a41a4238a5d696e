"""Distributions, kernels and laws on the line that worlds are made of: copied, or refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TypeAlias

from pmlsym.distributions import complaint, wrong_sum
from pmlsym.errors import ParameterError
from pmlsym.given import shown
from pmlsym.statements.worlds.rationals import Given, Row, Table, fraction, listed, numbers

Atoms: TypeAlias = tuple[tuple[Fraction, Fraction], ...]  # values with their probabilities


def distribution(name: str, masses: Given, size: int | None = None, *, full: bool = False) -> Row:
    """Return probabilities that sum to one.

    Parameters
    ----------
    name, masses : the argument, and what was given.
    size : how many there have to be, if that is known.
    full : whether each has to be positive, as those of a prior.

    Raises
    ------
    ParameterError
        If it is no list of exact numbers, or of as many.
    ChannelError
        If one is negative, or 0 where all have to be positive, or the sum is not 1.

    Examples
    --------
    >>> distribution("guess", [Fraction(1, 2), Fraction(1, 4)])
    Traceback (most recent call last):
    pmlsym.errors.ChannelError: guess sums to 3/4, which is 1/4 less than 1.
    """
    found = numbers(name, masses, size)
    parts = [mass.as_integer_ratio() for mass in found]
    common = lcm(*[bottom for _, bottom in parts])  # over it, sums are of whole numbers
    total, smallest = 0, int(full)
    for top, bottom in parts:
        if top < smallest:
            place = next(i for i, mass in enumerate(found) if mass.numerator < smallest)
            kind = "prior" if full and not top else name
            raise complaint(kind, f"{name}[{place}]", found[place])
        total += top * (common // bottom)
    if total != common:
        gap = Fraction(total, common) - 1
        raise wrong_sum(name, shown(gap + 1), shown(abs(gap)), gap > 0)
    return found


def kernel(name: str, rows: Given, size: int | None = None, width: int | None = None) -> Table:
    """Return rows that each are a distribution, all of one length.

    Parameters
    ----------
    name, rows : the argument, and what was given.
    size, width : how many rows, and entries in each, there have to be, if that is known.

    Raises
    ------
    ParameterError
        If it is no table of exact numbers, or not of that shape.
    ChannelError
        If a row is no distribution.

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
    """Return a finite law on the line: values that rise, with positive probabilities.

    Raises
    ------
    ParameterError
        If these are no pairs of exact numbers, or the values do not rise.
    ChannelError
        If the probabilities are no law, or one is 0.

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
    """Return A > 0 with |x| <= A for every value of a law.

    Examples
    --------
    >>> bound_of("bound", 2, ((Fraction(1), Fraction(1)),))
    Fraction(2, 1)
    """
    found, reach = fraction(name, value, above=0), max(abs(x) for x, _ in law)
    return fraction(name, found, least=reach)
