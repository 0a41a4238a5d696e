"""The high-privacy extremal mechanism: Sec. II-B, Ex. 5, Remark 6, footnote 5."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.extremal import other_likelihood, own_likelihood
from pmlsym.formulas.response import response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law as Means
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.mechanisms.worlds import (
    HALF as HALF_,
)
from pmlsym.ledger.pmc.mechanisms.worlds import (
    Levels,
    Masses,
    at_each,
    law_of,
    leak,
    level,
    share,
    worlds,
)
from pmlsym.ledger.pmc.symbols import (
    ALIKE,
    HALF,
    ONE,
    PAPER,
    PRIOR,
    RANDOM_INDEX,
    ZERO,
    epsilon,
    epsilon_u,
    high_privacy,
    p,
    p_min,
    pml_to_pmc,
    w,
)
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity
from pmlsym.statements.law import Law
from pmlsym.statements.values import Value, holds

# --- the mechanism -------------------------------------------------------------------------------


def kernel(prior: Masses, ratio: Fraction) -> list[list[Fraction]]:
    """Return the entries: given x the mechanism says x, or each other y, e^eps times its share.

    Examples
    --------
    >>> [[str(entry) for entry in row] for row in kernel((HALF_, HALF_), Fraction(3, 2))]
    [['1/4', '3/4'], ['3/4', '1/4']]
    """
    return [
        [
            own_likelihood(ratio, mine) if x == y else other_likelihood(ratio, theirs)
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
    lambda world: log(world.least / own_likelihood(world["u"], world.least)),
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
    reductions=(ALIKE, RANDOM_INDEX),
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
        holds(value, "=", log(world.prior[y] / own_likelihood(world["u"], world.prior[y]))) is True
        for y, value in found.items()
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
    scope="every prior on n >= 2 secrets and every 0 <= eps_u < log(1/(1 - p_min)), not only \"in "
    'general"; all other conversions of Table II are attained as well (pmc.attained)',
    asserts=(Assertion(EVERY, (Compared(_PML, "<=", U), Compared(_PMC, "=", _L_STAR))),),
    reductions=(ALIKE,),
    parts=(*_SATISFIES, *_WORST),
)

# --- footnote 5: randomized response -------------------------------------------------------------

response = reals("eps_r")[0]
_truth, _told = reals("T_extremal T_response")
_E = sp.exp(epsilon)
_CORRECT = epsilon + sp.log(1 / (2 - _E))
_BINARY = (epsilon >= 0, relate(_E, "<", sp.Integer(2)))
_BOTH = (
    relate(_truth, "==", own_likelihood(_E, HALF)),
    relate(_told, "==", response_entries(sp.exp(response), 1)[0]),
)


def _coin(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    return {"u": 1 + share(number, random)}


_COINS = worlds(
    "two equally likely secrets and 0 <= u < log 2",
    r"P_X=(\tfrac12,\tfrac12),\ 0\le\varepsilon<\log2",
    _coin,
    lambda number, random: (HALF_, HALF_),
)


def _from_half(chance: Fraction) -> Value:
    return abs(chance - HALF_)


def _response_at(top: int) -> Quantity[Levels]:
    def of(world: Levels) -> Value:
        odds = world["u"] * top / (2 - world["u"])
        return _from_half(response_entries(odds, 1)[0])

    return Quantity(
        f"|T - 1/2| of randomized response with eps_r = u + log({top}/(2 - exp(u)))",
        rf"|T_{{\mathrm{{RR}}}}(\varepsilon+\log\tfrac{top}{{2-e^\varepsilon}})-\tfrac12|",
        of,
    )


_EXTREMAL_COIN = Quantity[Levels](
    "|T - 1/2| of the extremal mechanism, T how likely the truth is",
    r"|T^*-\tfrac12|",
    lambda world: _from_half(kernel(world.prior, world["u"])[0][0]),
)


def _exchanged(world: Levels) -> bool:
    odds = world["u"] / (2 - world["u"])
    same_, other_ = response_entries(odds, 1)
    return kernel(world.prior, world["u"]) == [[other_, same_], [same_, other_]]


footnote_5_repair = Claim(
    "pmc.footnote-5.repair",
    PAPER,
    "footnote 5",
    says="with eps_r = eps + log(1/(2 - e^eps)), and the two outcomes exchanged",
    scope="the uniform binary prior, 0 <= eps < log 2; without exchanging the outcomes they "
    "coincide for eps = 0 alone",
    asserts=(
        Assertion(_COINS, (Compared(_EXTREMAL_COIN, "=", _response_at(1)),)),
        Assertion(
            _COINS,
            (
                Property(
                    "the extremal mechanism with its outcomes exchanged is randomized response "
                    "with eps_r = u + log(1/(2 - exp(u)))",
                    r"P^*(y\mid x)=P_{\mathrm{RR}}(1-y\mid x)",
                    _exchanged,
                ),
            ),
        ),
    ),
    parts=(
        Part(
            "the extremal mechanism tells the truth as often as randomized response lies",
            Goal(
                (*_BINARY, *_BOTH, relate(sp.exp(response), "==", sp.exp(_CORRECT))),
                relate(_truth, "==", 1 - _told),
            ),
            Decided,
        ),
        Part(
            "so both are at the same distance from 1/2",
            Goal(
                (relate(_truth, "==", 1 - _told),),
                relate(sp.Abs(_truth - HALF), "==", sp.Abs(_told - HALF)),
            ),
            Decided,
        ),
        Part(
            "no randomized response tells the truth that rarely for eps > 0",
            Goal(
                (epsilon > 0, relate(_E, "<", sp.Integer(2)), response >= 0, *_BOTH),
                relate(_truth, "<", _told),
            ),
            Decided,
        ),
    ),
)

footnote_5 = Claim(
    "pmc.footnote-5",
    PAPER,
    "footnote 5",
    says="binary randomized response with eps_r = eps + log(2/(2 - exp(eps))) coincides with the "
    "binary eps-PML extremal mechanism",
    scope="read for the uniform binary prior and up to exchanging the outcomes: both tell the truth "
    "with a probability T at the same distance from 1/2",
    asserts=(Assertion(_COINS, (Compared(_EXTREMAL_COIN, "=", _response_at(2)),)),),
    models=(Levels((HALF_, HALF_), (("u", Fraction(4, 3)),)),),
    repair=footnote_5_repair,
)
