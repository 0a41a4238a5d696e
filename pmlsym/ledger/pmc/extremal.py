"""The high-privacy extremal mechanism: Sec. II-B, Ex. 5, Remark 6, footnote 5."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.extremal import other_likelihood, own_likelihood
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law as Means
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.mechanisms.worlds import (
    Levels,
    Masses,
    at_each,
    exact,
    law_of,
    leak,
    level,
    share,
    worlds,
)
from pmlsym.ledger.pmc.symbols import (
    ALIKE,
    ONE,
    PAPER,
    PRIOR,
    ZERO,
    epsilon_u,
    high_privacy,
    p,
    p_min,
    pml_to_pmc,
    w,
)
from pmlsym.ledger.theorems import SUM
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity
from pmlsym.statements.law import Law
from pmlsym.statements.values import holds

# --- the mechanism -------------------------------------------------------------------------------


def kernel(prior: Masses, ratio: Fraction) -> list[list[Fraction]]:
    """Return the entries: given x the mechanism says x, or each other y, e^eps times its share.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> [[str(entry) for entry in row] for row in kernel((half, half), Fraction(3, 2))]
    [['1/4', '3/4'], ['3/4', '1/4']]
    """
    return [
        [
            exact(own_likelihood(ratio, mine) if x == y else other_likelihood(ratio, theirs))
            for y, theirs in enumerate(prior)
        ]
        for x, mine in enumerate(prior)
    ]


def _below_threshold(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    end = 1 / (1 - min(masses))
    return {"u": 1 + (end - 1) * share(number, random)}


EVERY = worlds(
    "every prior on n >= 2 secrets and 0 <= u < log(1/(1 - p_min))",
    r"P_X,\ 0\le\varepsilon_u<\log\tfrac1{1-p_{\min}}",
    _below_threshold,
)


def extremal(world: Levels) -> Law:
    """Return the law of a secret and the answer of the mechanism."""
    return law_of(world.prior, kernel(world.prior, world["u"]))


def _is_mechanism(world: Levels) -> bool:
    return all(sum(row) == 1 and min(row) >= 0 for row in kernel(world.prior, world["u"]))


def _keeps_the_prior(world: Levels) -> bool:
    rows = kernel(world.prior, world["u"])
    return all(
        sum(mass * row[y] for mass, row in zip(world.prior, rows, strict=True)) == here
        for y, here in enumerate(world.prior)
    )


U = level("u", r"\varepsilon_u", lambda world: world["u"])
_PML, _PMC = (leak(kind, extremal, "the extremal mechanism") for kind in ("pml", "pmc"))
_L_STAR = Quantity[Levels](
    "log(p_min/(1 - exp(u) (1 - p_min)))",
    r"\log\frac{p_{\min}}{1-e^{\varepsilon_u}(1-p_{\min})}",
    lambda world: log(exact(world.least / own_likelihood(world["u"], world.least))),
)

# in symbols: a column, and its probability
_U = sp.exp(epsilon_u)
_HIGH = (*PRIOR, epsilon_u >= 0, high_privacy())
same, other, answer, n = reals("a_same a_other P_Y_y n")
_ENTRIES = (
    *_HIGH,
    relate(same, "==", own_likelihood(_U, p)),
    relate(other, "==", other_likelihood(_U, p)),
)
_COLUMN = (*_ENTRIES, relate(answer, "==", p * same + (1 - p) * other))
_ROW = Means((w,), w > 0, "row")

_MECHANISM = (
    Part("the diagonal is positive", Goal(_ENTRIES, relate(same, ">", ZERO)), Decided),
    Part(
        "off the diagonal the entry e^eps_u P(y), with P(y) <= 1 - P(x), is at most 1",
        Goal(
            (*_HIGH, p_min > 0, relate(w, ">=", p_min), relate(w, "<=", 1 - p)),
            relate(other_likelihood(_U, w), "<=", ONE),
        ),
        Decided,
    ),
    Part(
        "a row sums to one: the other n - 1 secrets have the probability 1 - P(x)",
        Goal(
            (*_ENTRIES, relate((n - 1) * _ROW.mean(w), "==", 1 - p)),
            relate(same + (n - 1) * _ROW.mean(other_likelihood(_U, w)), "==", ONE),
        ),
        Decided,
    ),
    Part("P_Y(y) = P_X(y)", Goal(_COLUMN, relate(answer, "==", p)), Decided),
)

_SATISFIES = (
    Part(
        "off the diagonal the log-lift is eps_u",
        Goal(_COLUMN, relate(sp.log(other / answer), "==", epsilon_u)),
        compare_exponentials,
    ),
    Part(
        "on the diagonal the lift is at most e^eps_u",
        Goal(_COLUMN, relate(same / answer, "<=", _U)),
        Decided,
    ),
)

extremal_mechanism = Claim(
    "pmc.extremal-mechanism",
    PAPER,
    "Sec. II-B",
    says="the high-privacy extremal mechanism is a mechanism, has P_Y = P_X and satisfies eps-PML, "
    "with equality",
    scope="every finite alphabet of at least two secrets, prior and 0 <= eps < log(1/(1 - p_min)); "
    "that it is optimal is pmc.corollary-5",
    asserts=(
        Assertion(
            EVERY,
            (
                Property(
                    "the entries are probabilities, and rows sum to one",
                    r"\text{the entries are those of a mechanism}",
                    _is_mechanism,
                ),
                Property("P_Y = P_X", "P_Y=P_X", _keeps_the_prior),
                Compared(_PML, "=", U),
            ),
        ),
    ),
    reductions=(ALIKE, SUM),
    parts=(*_MECHANISM, *_SATISFIES),
)

_PMC_AT = sp.log(answer / same)
_WORST = (
    Part(
        "the diagonal entry is the smallest of its column",
        Goal(_ENTRIES, relate(same, "<=", other)),
        Decided,
    ),
    Part(
        "so the PMC at y is log(P(y)/(1 - e^eps (1 - P(y)))), at most its value at p_min",
        Goal(_COLUMN, relate(_PMC_AT, "<=", pml_to_pmc())),
        compare_exponentials,
    ),
    Part(
        "and equal to it where P(y) = p_min",
        Goal((*_COLUMN, relate(p, "==", p_min)), relate(_PMC_AT, "==", pml_to_pmc())),
        compare_exponentials,
    ),
)


def _at_every_answer(world: Levels) -> bool:
    found = at_each("pmc", extremal(world))
    return all(
        holds(value, "=", log(exact(mass / own_likelihood(world["u"], mass)))) is True
        for mass, value in zip(world.prior, found.values(), strict=True)
    )


example_5 = Claim(
    "pmc.example-5",
    PAPER,
    "Ex. 5",
    says="the extremal mechanism has PMC log(P(j)/(1 - exp(eps_u)(1 - P(j)))) at j, and at worst "
    "log(p_min/(1 - exp(eps_u)(1 - p_min)))",
    scope="every finite alphabet of at least two secrets, prior and 0 <= eps_u < "
    "log(1/(1 - p_min))",
    asserts=(
        Assertion(
            EVERY,
            (
                Property(
                    "pmc(X->j) = log(P(j)/(1 - exp(u) (1 - P(j)))) at every answer j",
                    r"\textstyle\Lambda(X\to j)=\log\frac{P_X(j)}{1-e^{\varepsilon_u}(1-P_X(j))}",
                    _at_every_answer,
                ),
                Compared(_PMC, "=", _L_STAR),
            ),
        ),
    ),
    reductions=(ALIKE,),
    parts=(
        Part(
            "the PMC at y is log(P(y)/(1 - e^eps (1 - P(y))))",
            Goal(_COLUMN, relate(_PMC_AT, "==", sp.log(p / own_likelihood(_U, p)))),
            compare_exponentials,
        ),
        *_WORST,
    ),
)

remark_6 = Claim(
    "pmc.remark-6",
    PAPER,
    "Remark 6",
    says="the conversion of Thm 6(i) cannot be improved: the extremal mechanism satisfies "
    "eps_u-PML and has a worst PMC of eps_l*",
    scope='every prior on n >= 2 secrets and every 0 <= eps_u < log(1/(1 - p_min)), not only "in '
    'general"; all other conversions of Table II are attained as well (pmc.attained)',
    asserts=(Assertion(EVERY, (Compared(_PML, "<=", U), Compared(_PMC, "=", _L_STAR))),),
    reductions=(ALIKE,),
    parts=(*_SATISFIES, *_WORST),
)
