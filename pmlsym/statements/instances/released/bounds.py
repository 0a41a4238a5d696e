"""Bounds on what a release leaks, (5) and (7) of `linear`, from all signs and all classes.

Both are the library's `least_density`, term by term: of the exponents c_j - c_r for each set of
signs, and of the distances of columns for each class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from pmlsym.errors import ParameterError
from pmlsym.statements.arithmetic import log, minus
from pmlsym.statements.instances.released.release import Release, distance
from pmlsym.statements.values import Value

_KEPT = 1024  # releases whose bounds are remembered: statements are tested on the same ones


def all_signs(instance: Release) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of the queries as signs: 1 for members, -1 for others."""
    return product((1, -1), repeat=instance.queries)


def scores(instance: Release, slopes: Sequence[int | Fraction]) -> list[Fraction]:
    """Return <s, w_j> for every class; for signs this is c_j."""
    return [
        sum((s * w for s, w in zip(slopes, column, strict=True)), Fraction(0))
        for column in instance.columns
    ]


def exact(value: Value) -> Fraction:
    """Return a rational value; refuse a decay that makes densities irrational."""
    if not isinstance(value, Fraction):
        raise ParameterError("the bounds are computed for a rational decay only.")
    return value


def _steps(instance: Release) -> list[tuple[int, ...]]:
    """Return the columns as integer multiples of the unit, for fast arithmetic."""
    found = [tuple(w / instance.unit for w in column) for column in instance.columns]
    assert all(w.denominator == 1 for column in found for w in column)
    return [tuple(int(w) for w in column) for column in found]


def _term(instance: Release, exponents: Sequence[int]) -> Fraction:
    """Return e^bound for these exponents: 1/(alpha sum_j q^t_j + (1 - k alpha) q^t_max)."""
    # imported when used: tests put a wrong formula in its place
    from pmlsym.formulas.laplace import least_density

    decay, most = exact(instance.decay), max(exponents)
    down, up = decay.numerator, decay.denominator
    total = Fraction(sum(down**t * up ** (most - t) for t in exponents), up**most)
    return 1 / Fraction(least_density(total, decay**most, instance.alpha, instance.classes))


def _gaps(columns: Sequence[Sequence[int]], signs: Sequence[int]) -> list[int]:
    """Return c_j - c_{j_*} for every class."""
    c = [sum(s * w for s, w in zip(signs, column, strict=True)) for column in columns]
    least = min(c)
    return [x - least for x in c]


@lru_cache(maxsize=_KEPT)
def by_signs(instance: Release) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return for every set of signs e^(its term in (5)), and its spread c_{j^*} - c_{j_*}."""
    columns = _steps(instance)
    gaps = [_gaps(columns, signs) for signs in all_signs(instance)]
    return tuple([(_term(instance, gap), max(gap) * instance.unit) for gap in gaps])


def at_signs(instance: Release, slopes: Sequence[int]) -> Fraction:
    """Return e^(the expression of (5)) at slopes in place of signs, for the class that leaks."""
    return _term(instance, _gaps(_steps(instance), slopes))


@lru_cache(maxsize=_KEPT)
def corner(instance: Release) -> Fraction:
    """Return e^(5)."""
    columns = _steps(instance)
    least = {tuple(sorted(_gaps(columns, signs))) for signs in all_signs(instance)}
    return max(_term(instance, gaps) for gaps in least)


@lru_cache(maxsize=_KEPT)
def triangle_terms(instance: Release) -> tuple[Fraction, ...]:
    """Return for every class e^(the largest of its terms in (7))."""
    columns = _steps(instance)
    apart = [
        [sum(abs(a - c) for a, c in zip(one, other, strict=True)) for other in columns]
        for one in columns
    ]
    return tuple([_term(instance, row) for row in apart])


def farthest_columns(instance: Release) -> Fraction:
    """Return the largest l1 distance of two columns."""
    return max(distance(a, c) for a in instance.columns for c in instance.columns)


def level(instance: Release) -> Value:
    """Return eps_DP by its formula (4)."""
    return minus(log(instance.fall(farthest_columns(instance))))
