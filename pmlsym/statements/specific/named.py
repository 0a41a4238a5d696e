"""Closed-form mechanisms that a statement can name: ``X->Y is rr(r)``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from types import MappingProxyType

import sympy as sp

from pmlsym.formulas.mechanisms import other_likelihood, own_likelihood, response_entries
from pmlsym.proof.language import reals
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.mechanism import Entries, Mechanism
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.text.vocabulary import StatementError


def randomized_response(level: str) -> Mechanism:
    """Return randomized response with a parameter of this name: the truth e^r times likelier.

    Examples
    --------
    >>> print(randomized_response("r").answers[0].own)
    exp(r)/(n + exp(r) - 1)
    """
    r, n = reals(f"{level} n")
    own, other = map(in_language, response_entries(sp.exp(r), n - 1))
    return Mechanism(
        f"randomized response with {level}",
        (Entries(own, other, "own"),),
        (("pml", "pmin"), ("pmc", "pmax"), ("ldp", "pmax")),
    )


def extremal(level: str) -> Mechanism:
    """Return the extremal mechanism for PML at a level below log(1/(1 - pmin)).

    Examples
    --------
    >>> print(extremal("u").answers[0].other)
    p_y*exp(u)
    """
    u, p_y = reals(f"{level} p_y")
    own, other = own_likelihood(sp.exp(u), p_y), other_likelihood(sp.exp(u), p_y)
    return Mechanism(
        "the extremal mechanism",
        (Entries(in_language(own), in_language(other), "other"),),
        (("pml", "pmin"), ("pmc", "pmin")),
        (f"{level} < log(1/(1 - pmin))",),
    )


def redraw(level: str) -> Mechanism:
    """Return the mechanism that keeps the secret with probability 1 - e^-l, or draws a new one.

    Examples
    --------
    >>> print(redraw("l").answers[0].other)
    exp(-l)*p_y
    """
    return Mechanism(
        "the mechanism that keeps the secret or draws a new one",
        (Entries(f"1 - exp(-{level}) + exp(-{level})*p_y", f"exp(-{level})*p_y", "own"),),
    )


NAMED: Mapping[str, Callable[[str], Mechanism]] = MappingProxyType(
    {"rr": randomized_response, "extremal": extremal, "redraw": redraw}
)


def mechanism_of(name: str, level: str) -> Mechanism:
    """Return the mechanism of a name, with its parameter.

    Examples
    --------
    >>> mechanism_of("rr", "r").name
    'randomized response with r'
    """
    if name not in NAMED:
        raise StatementError(
            f"There is no mechanism {name}({level}); there are {', '.join(NAMED)}."
        )
    return NAMED[name](level)


def form_of(mechanism: Mechanism, levels: Sequence[str]) -> str:
    """Return the text after ``X->Y is``: of an equal named mechanism, else empty."""
    pairs = ((name, level) for name in NAMED for level in levels)
    equal = (f"{name}({level})" for name, level in pairs if NAMED[name](level) == mechanism)
    return next(equal, "")


_EXPONENTIALS = tuple(map(Fraction, ("1", "101/100", "9/8", "5/4", "4/3", "3/2", "2", "3", "10")))


def small_levels(*names: str) -> Callable[[int, Random], Levels]:
    """Return a function that samples small priors, and levels of which many are near 0.

    Examples
    --------
    >>> print(small_levels("r")(1, Random(0)))
    prior (1/4, 1/4, 1/2), r = log(101/100)
    """

    def draw(number: int, random: Random) -> Levels:
        weights = [random.choice((1, 1, 2, 3, 7)) for _ in range(2 + number % 3)]
        if number < 2 * len(_EXPONENTIALS):
            weights = [1 + number % 2 * (x % 3 == 2) for x in range(len(weights))]
        masses = tuple(Fraction(weight, sum(weights)) for weight in weights)
        first = _EXPONENTIALS[number % len(_EXPONENTIALS)]
        others = [random.choice(_EXPONENTIALS) for _ in names[1:]]
        return Levels(masses, tuple(zip(names, (first, *others), strict=True)) if names else ())

    return draw
