"""Instances of claims about closed-form mechanisms: a prior, and levels by name.

The mechanism is built from its entries; its leakage is then measured by the definitions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from pmlsym.exact import Number
from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Domain, Quantity
from pmlsym.statements.definitions import OVERALL, exponential
from pmlsym.statements.law import Law
from pmlsym.statements.specific.levels import Levels, Masses
from pmlsym.statements.values import Undefined, Value, extreme

__all__ = [
    "HALF",
    "ONE",
    "PANELS",
    "PRIORS",
    "SHARES",
    "ZERO",
    "Build",
    "Levels",
    "Masses",
    "Rows",
    "at_each",
    "drawn",
    "exact",
    "gained",
    "information",
    "instances",
    "law_of",
    "leak",
    "level",
    "prior",
    "share",
    "worst",
]

Rows = Sequence[Sequence[Fraction]]
ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)


def exact(value: Number | float) -> Fraction:
    """Check that a value is rational, and return it; else raise Undefined.

    Examples
    --------
    >>> exact(HALF)
    Fraction(1, 2)
    """
    if not isinstance(value, (Fraction, int)):
        raise Undefined(f"{value}, which is no rational number")
    return Fraction(value)


def law_of(prior: Masses, rows: Rows) -> Law:
    """Return the joint law of a secret and an answer; raise Undefined unless rows sum to 1.

    Examples
    --------
    >>> law_of((HALF, HALF), ((ONE, ZERO), (HALF, HALF))).weights
    (2, 0, 1, 1)
    """
    if any(min(row) < 0 or sum(row) != 1 for row in rows):
        raise Undefined("a row that is no probability distribution")
    joint = [mass * entry for mass, row in zip(prior, rows, strict=True) for entry in row]
    return Law.of_fractions((len(prior), len(rows[0])), joint)


def at_each(kind: MeasureName, law: Law) -> dict[int, Value]:
    """Return a leakage at every possible answer."""
    measure = MEASURES[kind]
    return {
        y: log(exponential(measure, (), ends)) for (y,), ends in law.extremes("X", ("Y",)).items()
    }


def worst(kind: MeasureName, law: Law) -> Value:
    """Return the largest leakage over the possible answers."""
    return extreme(at_each(kind, law).values(), largest=True)


def information(law: Law) -> Value:
    """Return the mutual information of the secret and the answer."""
    return OVERALL["mutual_information"](law, "X", ("Y",))


# --- quantities ----------------------------------------------------------------------------------

Build = Callable[[Levels], Law]


def leak(kind: MeasureName, build: Build, of: str) -> Quantity[Levels]:
    """Return the worst leakage of a mechanism as a quantity."""
    return Quantity(
        f"{kind}(X->Y) of {of}",
        rf"\textstyle\max_y {MEASURES[kind].latex}(X\to y)",
        lambda instance: worst(kind, build(instance)),
    )


def gained(build: Build, of: str, latex: str) -> Quantity[Levels]:
    """Return the mutual information of a mechanism as a quantity."""
    return Quantity(f"I(X;Y) of {of}", latex, lambda instance: information(build(instance)))


def level(text: str, latex: str, of: Callable[[Levels], Number | float]) -> Quantity[Levels]:
    """Return a level as a quantity, from its exponential."""
    return Quantity(text, latex, lambda instance: _log(of(instance)))


def _log(value: Number | float) -> Value:
    return log(exact(value))


# --- generators ----------------------------------------------------------------------------------


def _masses(*weights: int) -> Masses:
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


PANELS = (  # of Fig. 1, except the uniform one on a hundred secrets
    _masses(1, 1, 1),
    _masses(8, 1, 1),
    _masses(6, 1, 1, 1, 1),
    _masses(16, 1, 1, 1, 1),
    _masses(*[1] * 10),
)
PRIORS = (
    _masses(1, 1),
    *PANELS[:3],
    _masses(3, 3, 2, 2),
    _masses(1, 2),
    _masses(1, 99),
    _masses(1, 1, 2),
    _masses(1, 5, 94),
    _masses(1, 1, 1, 1),
    _masses(1, 10_000, 10_000),
    *PANELS[3:],
)
SHARES = tuple(Fraction(n, 100) for n in (0, 50, 10, 90, 1, 99))


def prior(number: int, random: Random, sizes: tuple[int, ...] = (2, 2, 3, 3, 4, 5)) -> Masses:
    """Return the prior with this number, edge cases first."""
    if number < 4 * len(PRIORS):
        return PRIORS[number % len(PRIORS)]
    return _masses(*(random.randint(1, 7) for _ in range(random.choice(sizes))))


def share(number: int, random: Random) -> Fraction:
    """Return a number in [0, 1): the position of a level in its range."""
    if number < 4 * len(PRIORS) or random.random() < 1 / 8:
        return SHARES[(number // len(PRIORS) + number) % len(SHARES)]
    return Fraction(random.randint(0, 11), 12)


def drawn(
    levels: Callable[[Masses, int, Random], dict[str, Fraction]],
    priors: Callable[[int, Random], Masses] = prior,
) -> Callable[[int, Random], Levels]:
    """Return a function that draws a prior and levels for it."""

    def draw(number: int, random: Random) -> Levels:
        masses = priors(number, random)
        return Levels(masses, tuple(levels(masses, number, random).items()))

    return draw


def instances(
    words: str,
    latex: str,
    levels: Callable[[Masses, int, Random], dict[str, Fraction]],
    priors: Callable[[int, Random], Masses] = prior,
    tries: int = 200,
    outside: Callable[[Levels], str] = lambda _: "",
) -> Domain[Levels]:
    """Return the domain of a prior and levels drawn for it; `outside` rejects the others."""
    draw = drawn(levels, priors)
    names = [name for name, _ in draw(0, Random(0)).levels]

    def other(instance: Levels) -> str:
        missing = [name for name in names if name not in dict(instance.levels)]
        return f"It has no level {missing[0]}." if missing else outside(instance)

    return Domain(words, latex, Levels, draw, tries, outside=other)
