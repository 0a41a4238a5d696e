"""Optimal mechanisms for sub-convex utilities: Cor. 5, and randomized response under LDP."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.response import response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import Stated, stated
from pmlsym.ledger.laws import Law as Means
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.conversions import HIGH_PRIVACY, L_STAR, U_STAR
from pmlsym.ledger.pmc.extremal import extremal_mechanism, kernel
from pmlsym.ledger.pmc.mechanisms.response import answers
from pmlsym.ledger.pmc.mechanisms.valued import Valued, drawn, worth
from pmlsym.ledger.pmc.mechanisms.worlds import (
    Levels,
    Masses,
    exact,
    gained,
    law_of,
    leak,
    level,
    prior,
    worlds,
    worst,
)
from pmlsym.ledger.pmc.optimum import optimum
from pmlsym.ledger.pmc.symbols import AFFINE, ALIKE, ONE, PAPER, epsilon, epsilon_u, p, v
from pmlsym.ledger.theorems import COLUMN, SUM
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Quantity, Worlds
from pmlsym.statements.law import Law
from pmlsym.statements.text.vocabulary import LeakageKind


def _level(text: str, latex: str) -> Quantity[Valued]:
    return Quantity(text, latex, lambda world: log(world.ratio))


def _leaks(kind: LeakageKind, latex: str) -> Quantity[Valued]:
    return Quantity(f"{kind}(X->Y)", latex, lambda world: worst(kind, world.law))


_WORTH = Quantity[Valued]("U(mechanism)", r"U(P_{Y\mid X})", lambda world: worth(world, world.law))


# --- Corollary 5 ---------------------------------------------------------------------------------

_BELOW_THRESHOLD = Worlds(
    "every prior on n >= 2 secrets, sub-convex utility U, mechanism and 0 <= u < "
    "log(1/(1 - p_min))",
    r"P_X,\ U,\ P_{Y\mid X},\ 0\le\varepsilon_u<\log\tfrac1{1-p_{\min}}",
    Valued,
    drawn("pml", prior, lambda masses: 1 / (1 - min(masses))),
    100,
)
_EXTREMAL_WORTH = Quantity[Valued](
    "U(extremal mechanism)",
    "U(P^*_{Y\\mid X})",
    lambda world: worth(world, law_of(world.prior, kernel(world.prior, world.ratio))),
)
_U = sp.exp(epsilon_u)

corollary_5 = Claim(
    "pmc.corollary-5",
    PAPER,
    "Cor. 5",
    says="for eps_l >= eps_l* (eps_l, eps_u)-ALIP is eps_u-PML, so that the optimal mechanisms are "
    "the same; for sub-convex utilities it is the extremal mechanism. For eps_u >= eps_u* it is "
    "eps_l-PMC",
    scope="every finite alphabet of at least two secrets and prior, 0 <= eps_u < log(1/(1 - "
    "p_min)), in the second half every eps_l >= 0 (its optimum is that of extremal.cost). "
    "Sub-convex utilities are taken to be sum_y P(y) mu(lift_y) with mu convex; mechanisms of "
    "finitely many outcomes. In the statements d >= 0 is how far the other level is beyond eps_l* "
    "or eps_u*. Jensen's inequality is a hypothesis on the number m = mu(v). At eps_u = 0 the "
    "lift 1 is the only one",
    **stated(
        f"PML(u) <=> ALIP({L_STAR} + d, u) where {HIGH_PRIVACY}",
        f"PMC(l) <=> ALIP(l, {U_STAR} + d)",
        beside=(
            Stated(
                asserts=extremal_mechanism.asserts,
                parts=extremal_mechanism.parts,
                reductions=extremal_mechanism.reductions,
            ),
            Stated(
                asserts=(
                    Assertion(
                        _BELOW_THRESHOLD,
                        (Compared(_WORTH, "<=", _EXTREMAL_WORTH),),
                        (
                            Compared(
                                _leaks("pml", r"\textstyle\max_y\ell(X\to y)"),
                                "<=",
                                _level("u", r"\varepsilon_u"),
                            ),
                        ),
                    ),
                ),
                parts=optimum(_U, relate(v, "<=", _U), (epsilon_u > 0,)),
                reductions=(ALIKE, SUM, AFFINE),
            ),
        ),
    ),
)

# --- randomized response under LDP ---------------------------------------------------------------


def _two(number: int, random: Random) -> Masses:
    first = Fraction(*((1, 2), (1, 3), (9, 10), (1, 100), (random.randint(1, 11), 12))[number % 5])
    return first, 1 - first


_BINARY = Worlds(
    "every prior on two secrets, sub-convex utility U, mechanism and e >= 0",
    r"|\mathcal X|=2,\ P_X,\ U,\ P_{Y\mid X},\ \varepsilon\ge0",
    Valued,
    drawn("ldp", _two, lambda _: Fraction(100)),
    100,
)
_RESPONSE_WORTH = Quantity[Valued](
    "U(randomized response with e)",
    r"U(P^{\mathrm{RR}}_{Y\mid X})",
    lambda world: worth(world, answers(world.prior, world.ratio)),
)

_RATIO = sp.exp(epsilon)
_high, _low, _other, _value, _best, _worst, _first = reals("v_high v_low u m M_high M_low P_0")
_SAME, _LIE = response_entries(_RATIO, 1)
_PRIOR = (p > 0, p < 1, epsilon > 0)
_ANSWERS = (
    *_PRIOR,
    relate(_high, "==", _SAME / (p * _SAME + (1 - p) * _LIE)),
    relate(_low, "==", _LIE / (p * _LIE + (1 - p) * _SAME)),
)
_MEAN_ONE = relate(_other, "==", (1 - p * v) / (1 - p))
_LOCALLY = (relate(v, "<=", _RATIO * _other), relate(_other, "<=", _RATIO * v))


def _chord(lift: Term) -> Term:
    return ((lift - _low) * _best + (_high - lift) * _worst) / (_high - _low)


_OUTCOMES = Means((v, _value), relate(_value, "<=", _chord(v)), "Y")
_APART = relate(_high, ">", _low)


def _binary(world: Levels) -> Law:
    """Return the law of one bit: whether the secret is the likeliest one."""
    same, other = map(exact, response_entries(world["e"], 1))
    top = world.prior.index(world.most)
    rows = [(same, other) if x == top else (other, same) for x in range(len(world.prior))]
    return law_of(world.prior, rows)


def _respond(world: Levels) -> Law:
    return answers(world.prior, world["e"])


_THREE = worlds(
    "a prior on three or more secrets and a level e",
    r"P_X,\ \varepsilon",
    lambda masses, number, random: {"e": Fraction(random.choice((3, 4, 5, 8)), 2)},
    lambda number, random: (
        prior(number, random, (3, 4))
        if number > 99
        else (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    ),
    40,
)
_ONE_BIT = "one bit, whether the secret is the likeliest"

rr_optimal = Claim(
    "pmc.rr-optimal",
    PAPER,
    "before footnote 5",
    says="for two secrets randomized response with parameter eps is optimal under eps-LDP for "
    "every sub-convex utility, prior and eps >= 0; for three or more not for every eps: with the "
    "prior (1/2, 1/4, 1/4) and eps = log(3/2) one bit has more mutual information",
    scope='"the randomized response mechanism has been shown to be optimal for LDP and the class '
    'of sub-convex utility functions" continues a sentence on the binary mechanism and is read of '
    "it. "
    "For more secrets the source has it for large eps, from a level on that depends on the prior, "
    "and binary mechanisms for small eps; that is not asserted here. Utilities as in Cor. 5; "
    "Jensen's inequality is a hypothesis on m = mu(v), and at eps = 0 the lift 1 is the only one",
    asserts=(
        Assertion(
            _BINARY,
            (Compared(_WORTH, "<=", _RESPONSE_WORTH),),
            (Compared(_leaks("ldp", r"\mathrm{LDP}"), "<=", _level("e", r"\varepsilon")),),
        ),
        Assertion(
            _THREE,
            (
                Compared(
                    leak("ldp", _binary, _ONE_BIT),
                    "<=",
                    level("e", r"\varepsilon", lambda w: w["e"]),
                ),
                Compared(
                    gained(_binary, _ONE_BIT, r"I_{\mathrm{bit}}(X;Y)"),
                    ">",
                    gained(_respond, "randomized response with e", r"I_{\mathrm{RR}}(X;Y)"),
                ),
            ),
            exists=True,
        ),
    ),
    models=(Levels((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), (("e", Fraction(3, 2)),)),),
    reductions=(COLUMN,),
    parts=(
        Part(
            "with lifts v and u of the two secrets, v <= e^eps u: v is at most the lift of a "
            "secret at its own answer",
            Goal((*_ANSWERS, _MEAN_ONE, *_LOCALLY), relate(v, "<=", _high)),
            Decided,
        ),
        Part(
            "and at least its lift at the other answer",
            Goal((*_ANSWERS, _MEAN_ONE, *_LOCALLY), relate(v, ">=", _low)),
            Decided,
        ),
        Part("these two differ", Goal(_ANSWERS, _APART), Decided),
        Part(
            "by Jensen an outcome is worth at most the chord between the two answers; as the lift "
            "has mean 1 over the outcomes, a mechanism is worth at most the chord at 1",
            Goal(
                (_APART, relate(_OUTCOMES.mean(v), "==", ONE)),
                relate(_OUTCOMES.mean(_value), "<=", _chord(ONE)),
            ),
            lambda goal: Decided(goal, (_OUTCOMES.averaged(_OUTCOMES.support, (_APART,)),)),
        ),
        Part(
            "which is what randomized response is worth",
            Goal(
                (*_ANSWERS, relate(_first, "==", p * _SAME + (1 - p) * _LIE)),
                relate(_first * _best + (1 - _first) * _worst, "==", _chord(ONE)),
            ),
            Decided,
        ),
        Part(
            "at eps = 0 every lift is 1",
            Goal(
                (p > 0, p < 1, _MEAN_ONE, relate(v, "<=", _other), relate(_other, "<=", v)),
                relate(v, "==", ONE),
            ),
            Decided,
        ),
    ),
)
