"""Rational points near the vertices of a polygon of lifts, where hypotheses are nearly tight.

Where levels are numbers, a vertex has coordinates such as exp(1/10), and no mechanism with rational
entries attains it. A statement that is false by little fails only next to a vertex.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import sympy as sp

from pmlsym import deadline
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term
from pmlsym.prover.corners import Polygon, feasible, numeric, polygon

_CHOICES = {  # for what a statement leaves open of the prior
    "pmin": tuple(Fraction(mass) for mass in ("1/2", "1/3", "1/4", "1/10")),
    "pmax": tuple(Fraction(mass) for mass in ("1/2", "2/3", "1/3")),
    "n": tuple(map(Fraction, (2, 3, 4))),
}
_SHARES = tuple(Fraction(1, parts) for parts in (10, 40, 200, 1_000, 10_000, 100_000))
_FINER = 10  # times the denominator that keeps a point near a vertex


def near_vertices(goal: Goal) -> Iterator[dict[str, Fraction]]:
    """Yield numbers of prior and lifts, ever nearer to the vertices of the polygon of a goal.

    Nothing is yielded for a goal with parameters, which the search for instances chooses exactly.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> from pmlsym.statements.reductions import reduce
    >>> asked = parse("prior (1/2,1/2): PML(0.1) => PMC(0.11)")
    >>> for place, found in zip(range(3), near_vertices(reduce(asked).cases[0].goal)):
    ...     print({name: str(number) for name, number in found.items()})
    {'v_max': '101/100', 'v_min': '99/100'}
    {'v_max': '11/10', 'v_min': '9/10'}
    {'v_max': '401/400', 'v_min': '399/400'}
    """
    shape = polygon(goal)
    if shape is None:
        return
    terms = (*(term for term, _ in shape.inside), *shape.equal, *shape.around)
    free = {s for term in terms for s in term.free_symbols} - {shape.high, shape.low}
    open_ones = sorted(free, key=str)
    if any(str(symbol) not in _CHOICES for symbol in open_ones):
        return
    vertices = [*shape.corners()]
    found = []
    for numbers in product(*(_CHOICES[str(symbol)] for symbol in open_ones)):
        at = dict(zip(open_ones, numbers, strict=True))
        floats = {symbol: float(number) for symbol, number in at.items()}
        seen = [vertex for vertex in vertices if feasible(shape, vertex, floats)]
        places = [tuple(numeric(part, floats) for part in vertex) for vertex in seen]
        found.append((at, list(dict.fromkeys(places))))
    for share in _SHARES:
        for at, places in found:
            deadline.check()
            yield from _points(shape, at, places, share)


def _points(
    shape: Polygon,
    at: dict[Term, Fraction],
    places: list[tuple[float, ...]],
    share: Fraction,
) -> Iterator[dict[str, Fraction]]:
    """Yield a point for each vertex, moved to the middle of them by a share of the way."""
    if not places:
        return
    middle = [sum(numbers) / len(places) for numbers in zip(*places, strict=True)]
    most = _FINER * share.denominator
    for place in places:
        high, low = (
            Fraction(number + float(share) * (inner - number)).limit_denominator(most)
            for number, inner in zip(place, middle, strict=True)
        )
        values = {shape.low: sp.Rational(low)} | {s: sp.Rational(x) for s, x in at.items()}
        for equation in shape.equal:  # linear in the largest lift
            slope = sp.diff(equation, shape.high).xreplace(values)
            rest = equation.xreplace({shape.high: sp.Integer(0), **values})
            solved = sp.cancel(-rest / slope) if slope != 0 else sp.nan
            if not solved.is_Rational:
                return
            high = Fraction(int(solved.p), int(solved.q))
        yield {str(symbol): number for symbol, number in at.items()} | {
            str(shape.high): high,
            str(shape.low): low,
        }
