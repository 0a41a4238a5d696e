"""Closed-form mechanisms that a statement can name: ``X->Y is rr(r)``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from random import Random
from types import MappingProxyType

import sympy as sp

from pmlsym.formulas.mechanisms import (
    geometric_rows,
    other_likelihood,
    own_likelihood,
    response_entries,
    unary_rows,
)
from pmlsym.proof.language import reals
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.matrix import KnownMeasure, Matrix
from pmlsym.statements.specific.mechanism import Entries, Mechanism
from pmlsym.statements.structures import Prior
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


def erasure(chance: str) -> Mechanism:
    """Return the erasure channel: the secret, or the answer ? with this probability.

    Examples
    --------
    >>> print(erasure("d").answers[0].own, "|", *erasure("d").constants)
    1 - d | d
    """
    return Mechanism(
        "the erasure channel",
        (Entries(f"1 - {chance}", "0", "own"),),
        (("pml", "pmin"), ("pmc", "pmin"), ("ldp", "pmin")),
        (f"{chance} <= 1",),
        besides=(chance,),
        numbers=(chance,),
    )


def binary_symmetric(chance: str) -> Mechanism:
    """Return the binary symmetric channel, which flips one of two secrets with a probability.

    Examples
    --------
    >>> binary_symmetric("f").secrets
    2
    """
    return Mechanism(
        "the binary symmetric channel",
        (Entries(f"1 - {chance}", chance, "either"),),
        (("ldp", "pmin"),),
        (f"{chance} <= 1",),
        numbers=(chance,),
        secrets=2,
    )


def z_channel(chance: str) -> Mechanism:
    """Return the Z-channel, which flips the second of two secrets with a probability.

    Examples
    --------
    >>> print(*(answer.other for answer in z_channel("f").answers))
    f 1 - f
    """
    return Mechanism(
        "the Z-channel",
        (Entries("1", chance, "own"), Entries("0", f"1 - {chance}", "other")),
        (),
        (f"{chance} <= 1",),
        numbers=(chance,),
        secrets=2,
        single="first",
    )


def geometric(level: str) -> Matrix:
    """Return the truncated geometric mechanism, whose neighbouring rows have a ratio up to e^a.

    Examples
    --------
    >>> print(geometric("a").known_of("ldp").value)
    (n - 1)*a
    """
    return Matrix(
        "the truncated geometric mechanism",
        level,
        f"exp(-{level})",
        geometric_rows,
        (
            KnownMeasure(
                "ldp",
                f"(n - 1)*{level}",
                "The logarithm of a ratio P(y|x)/P(y|x') is a times |x' - y| - |x - y|, at most "
                "|x' - x| <= n - 1, with equality at the outcome 0 for the secrets 0 and n - 1.",
            ),
            KnownMeasure(
                "maximal_leakage",
                f"log((2 + (n - 2)*(1 - exp(-{level})))/(1 + exp(-{level})))",
                "An outcome is likeliest given the secret that it is: 1/(1 + b) at both ends, and "
                "(1 - b)/(1 + b) at the other n - 2 outcomes, for b = e^-a.",
            ),
        ),
        f"secrets and outcomes are 0..n-1, to the secret noise k of probability proportional to "
        f"exp(-{level}*|k|) is added, and the sum is moved into the range",
    )


def rappor(level: str) -> Matrix:
    """Return basic RAPPOR: the unary code of the secret, each bit flipped on its own.

    Examples
    --------
    >>> print(rappor("r").known_of("tv").value)
    (exp(r/2) - 1)/(exp(r/2) + 1)
    """
    odds, differ = f"exp({level}/2)", "The codes of two secrets differ in two bits"
    return Matrix(
        "basic RAPPOR",
        level,
        odds,
        unary_rows,
        (
            KnownMeasure("ldp", level, f"{differ}, each of a ratio of at most e^(r/2), attained."),
            KnownMeasure(
                "tv",
                f"({odds} - 1)/({odds} + 1)",
                f"{differ}, so it is (1 - f)^2 - f^2 = 1 - 2 f for f = 1/(1 + e^(r/2)).",
            ),
            KnownMeasure(
                "kl",
                f"{level}*({odds} - 1)/({odds} + 1)",
                f"{differ}, which are independent, and each adds (1 - 2 f) r/2.",
            ),
            KnownMeasure(
                "chi2",
                f"(1 + ({odds} - 1)^2/{odds})^2 - 1",
                f"{differ}, which are independent, so 1 + chi2 is the square of that of one bit, "
                "1 + (1 - 2 f)^2/(f (1 - f)).",
            ),
        ),
        f"the outcome has n bits, and bit k is 1 if k is the secret, else 0, flipped on its own "
        f"with probability 1/(1 + {odds})",
        parts=2,
    )


NAMED: Mapping[str, Callable[[str], Mechanism | Matrix]] = MappingProxyType(
    {
        "rr": randomized_response,
        "extremal": extremal,
        "redraw": redraw,
        "erasure": erasure,
        "bsc": binary_symmetric,
        "zchannel": z_channel,
        "geometric": geometric,
        "rappor": rappor,
    }
)


def mechanism_of(name: str, level: str) -> Mechanism | Matrix:
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


def form_of(mechanism: Mechanism | Matrix, levels: Sequence[str]) -> str:
    """Return the text after ``X->Y is``: of an equal named mechanism, else empty."""
    pairs = ((name, level) for name in NAMED for level in levels)
    equal = (f"{name}({level})" for name, level in pairs if NAMED[name](level) == mechanism)
    return next(equal, "")


_EXPONENTIALS = tuple(map(Fraction, ("1", "101/100", "9/8", "5/4", "4/3", "3/2", "2", "3", "10")))
_NUMBERS = tuple(map(Fraction, ("0", "1/2", "1/4", "1", "1/100", "2/3", "9/10", "1/3")))


def small_levels(
    *names: str,
    numbers: Collection[str] = (),
    squares: Collection[str] = (),
    signed: Collection[str] = (),
    size: tuple[int, int | None] = (2, None),
    prior: Prior | None = None,
) -> Callable[[int, Random], Levels]:
    """Return a function that samples small priors, and levels of which many are near 0.

    Parameters
    ----------
    names : the parameters.
    numbers : those of them that are numbers from 0 to 1, and not levels.
    squares : the levels whose exponential is a square.
    signed : the parameters that may be negative.
    size : the least and the largest number of secrets.
    prior : the prior, if it is known, or a uniform one.

    Examples
    --------
    >>> print(small_levels("r")(1, Random(0)))
    prior (1/4, 1/4, 1/2), r = log(101/100)
    """
    least, most = max(2, size[0]), size[1]
    sizes = 3 if most is None else max(1, min(3, most - least + 1))

    def draw(number: int, random: Random) -> Levels:
        weights = [random.choice((1, 1, 2, 3, 7)) for _ in range(least + number % sizes)]
        if number < 2 * len(_EXPONENTIALS):
            weights = [1 + number % 2 * (x % 3 == 2) for x in range(len(weights))]
        masses = tuple(Fraction(weight, sum(weights)) for weight in weights)
        if prior is not None:
            masses = prior.masses or (Fraction(1, len(weights)),) * len(weights)
        levels: list[tuple[str, Fraction]] = []
        plain: list[tuple[str, Fraction]] = []
        for place, name in enumerate(names):
            some, chosen = (_NUMBERS, plain) if name in numbers else (_EXPONENTIALS, levels)
            value = random.choice(some) if place else some[number % len(some)]
            if name in signed and random.random() < 0.5:
                value = -value if name in numbers else 1 / value
            chosen.append((name, value**2 if name in squares else value))
        return Levels(masses, tuple(levels), tuple(plain))

    return draw
