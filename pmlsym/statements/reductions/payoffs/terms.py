"""Names of the numbers of payoffs, and values of payoffs given by a formula."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

import sympy as sp

from pmlsym.proof.language import Term as Real
from pmlsym.statements.binders import MASS, OfSecret, Payoff, Pieces
from pmlsym.statements.reductions.encoding import (
    ZERO,
    Encoding,
    NotReducible,
    no_channel,
    parameter,
)
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.terms import Number, Parameter
from pmlsym.statements.text.vocabulary import Comparison

Side: TypeAlias = tuple[str, bool]  # a payoff by name, and whether it is a cost
LOW, HIGH, UNIT = Parameter("low"), Parameter("high"), Number(Fraction(1))
OF_MASS = parameter(MASS)
_SCENE = Encoding(no_channel, {}, {OF_MASS: Range(Fraction(0), Fraction(1), above=True)})


def kind_of(side: Side, when: Literal["before", "after"]) -> str:
    """Return the name of the best value of a payoff: least mean cost, or largest mean gain.

    Examples
    --------
    >>> kind_of(("C", True), "after"), kind_of(("C", False), "before")
    ('least_after_C', 'most_before_C')
    """
    name, is_cost = side
    return f"{'least' if is_cost else 'most'}_{when}_{name}"


def before_of(nothing: Mapping[Side, bool], side: Side) -> tuple[Real, Real]:
    """Return the best values before and after; both are 0 in the case that the first one is.

    Examples
    --------
    >>> before_of({("C", True): True}, ("C", True)), before_of({}, ("C", True))
    ((0, 0), (least_before_C, least_after_C))
    """
    if nothing.get(side):
        return ZERO, ZERO
    return parameter(kind_of(side, "before")), parameter(kind_of(side, "after"))


def height_at(payoff: OfSecret, mass: Real) -> Real:
    """Return the height of a payoff at a secret times the probability of that secret.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from pmlsym.statements.text.parse import parse_term
    >>> p = parameter("p")
    >>> own = OfSecret("cost", "S", parse_term("1/p"), "all")
    >>> height_at(own, p), height_at(replace(own, height=UNIT), p)
    (1, p)
    """
    height, needs = _SCENE.number(payoff.height)
    if needs or height.is_infinite or not _SCENE.nonnegative(height):
        raise NotReducible(f"It is not known that {payoff.height} is at least 0 for 0 < p <= 1.")
    return sp.expand(height * OF_MASS).subs(OF_MASS, mass)


def is_of_a_mass(payoff: Payoff) -> bool:
    """Whether the value of a payoff changes with the probability of a secret.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> own = OfSecret("cost", "S", parse_term("1/p"), "all")
    >>> from dataclasses import replace
    >>> is_of_a_mass(own), is_of_a_mass(replace(own, height=UNIT))
    (False, True)
    """
    if isinstance(payoff, OfSecret):
        return bool(height_at(payoff, OF_MASS).free_symbols)
    return isinstance(payoff, Pieces)


def no_better(side: Side) -> Comparison:
    """Return the sign of the comparison of the best choice with another one.

    Examples
    --------
    >>> no_better(("C", True)), no_better(("C", False))
    ('<=', '>=')
    """
    return "<=" if side[1] else ">="


def is_worst_at_least(of: str) -> bool:
    """Whether the worst case of a number over the outcomes is its minimum, not its maximum.

    Examples
    --------
    >>> is_worst_at_least("low"), is_worst_at_least("most_after_C")
    (True, False)
    """
    return of == str(LOW) or of.startswith("least_")


def always_pays(payoff: OfSecret) -> bool:
    """Whether intervals say that the height of a payoff is positive at every secret.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> always_pays(OfSecret("cost", "S", parse_term("1/p"), "all"))
    True
    >>> always_pays(OfSecret("cost", "S", parse_term("1 - p"), "all"))
    False
    """
    return _SCENE.positive(_SCENE.number(payoff.height)[0])


def piece_chance(payoff: Pieces, side: Side, mass: Real, kappa: Real) -> Real:
    """Return the probability that the best guess is right (gains) or wrong (costs).

    `mass` is the probability of the secret, and `kappa` one over the number of pieces.
    """
    broken, whole = (mass, 1 - mass) if payoff.broken == "secret" else (1 - mass, mass)
    right = sp.Max(broken * kappa, whole)
    return 1 - right if side[1] else right
