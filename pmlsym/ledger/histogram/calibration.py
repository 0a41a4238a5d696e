"""Calibration: the levels of leakage for which a scale exists."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.laplace import histogram_scale
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.readings import LEAKAGE, RATE, alpha, b, some_floor, some_rate
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Exhibited, OrderKept, Step
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.numbers import OfNumbers
from pmlsym.statements.values import LogOf, Value

epsilon, b2 = reals("epsilon b2")

ONE = sp.Integer(1)

# --- a scale for every epsilon up to the end -----------------------------------------------------

CLOSED_FORM = histogram_scale(epsilon, alpha)
REACHED = (alpha > 0, alpha < 1, epsilon > 0, relate(alpha * sp.exp(epsilon), "<", ONE))
SOLVED = Goal(REACHED, relate(LEAKAGE, "==", epsilon), (b,), (b > 0,))


POSITIVE = Goal(REACHED, relate(CLOSED_FORM, ">", sp.Integer(0)))
THERE = Goal(REACHED, Goal(REACHED, SOLVED.conclusion).instance({b: CLOSED_FORM}).conclusion)
NEVER = Goal(
    (alpha > 0, alpha < 1, b > 0, relate(alpha * sp.exp(epsilon), ">=", ONE)),
    relate(LEAKAGE, "<", epsilon),
)


def _prove_positive(goal: Goal) -> Step:
    inside = sp.log((1 - alpha) / (sp.exp(-epsilon) - alpha))
    return Decided(
        goal, (compare_exponentials(Goal(goal.hypotheses, relate(inside, ">", sp.Integer(0)))),)
    )


def _prove_solved(goal: Goal) -> Step:
    return Exhibited(
        goal, {b: CLOSED_FORM}, (_prove_positive(POSITIVE), compare_exponentials(THERE))
    )


def _prove_falls_with_scale(goal: Goal) -> Step:
    order = Decided(Goal((b > 0, b2 > b), relate(2 / b2, "<", 2 / b)))
    return compare_exponentials(goal, (OrderKept(order, sp.exp),))


def some_level(i: int, random: Random, floor: Fraction) -> LogOf:
    """Return epsilon in (0, log(1/alpha)): small, close to the end, or any."""
    shares = (Fraction(1, 100), Fraction(99, 100), Fraction(1, 2))
    share = shares[i] if i < len(shares) else Fraction(random.randint(1, 39), 40)
    return LogOf(1 + share * (1 / floor - 1))


def _some_level(i: int, random: Random) -> Parameters:
    floor = some_floor(i // 3, random)
    level: Value = some_level(i % 5, random, floor)
    if i % 4 == 3:  # from log(1/alpha) on every scale keeps the level
        level = LogOf(1 / floor * random.choice((1, Fraction(5, 4), 10)))
    return Parameters.of(alpha=floor, epsilon=level, rate=some_rate(i // 2, random))


calibration = Claim(
    "histogram.calibration",
    "histogram",
    "Sec. III-B",
    says="for some epsilon there is a scale b' of exactly that leakage: for those below "
    "log(1/alpha), and then b' = 2/log((1-alpha)/(e^-epsilon - alpha))",
    scope="the paper: 'scales b, b' > 0 are chosen so that eps_DP(b) = eps_PML(b') = eps for some "
    "eps > 0'; b = 2/eps always is. b' exists if and only if 0 < eps < log(1/alpha), for every "
    "alpha in (0, 1/k]: from log(1/alpha) on every scale leaks less than eps, and no noise at "
    "most eps, so that there is nothing to calibrate",
    asserts=tuple(OfNumbers(goal, _some_level, RATE) for goal in (POSITIVE, THERE, NEVER)),
    parts=(
        Part(
            "for 0 < epsilon < log(1/alpha) the closed form is a scale", POSITIVE, _prove_positive
        ),
        Part("and it solves the equation", THERE, compare_exponentials),
        Part("so a scale of that leakage exists", SOLVED, _prove_solved),
        Part(
            "for epsilon >= log(1/alpha) the leakage is below epsilon at every scale",
            NEVER,
            compare_exponentials,
        ),
        follows(
            "the leakage falls as the scale grows, so the solution is the smallest safe scale",
            (alpha > 0, alpha < 1, b > 0, b2 > b),
            relate(LEAKAGE.subs(b, b2), "<", LEAKAGE),
            _prove_falls_with_scale,
        ),
    ),
)
