"""The largest spread of c_j over all sets of signs, a distance: eq. (8), (11), (12), App. C."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import SUM, AnyLaw
from pmlsym.ledger.linear.instances import (
    COUNTING,
    DIFFERENT_SIGNS,
    WIDE,
    WIDE_SIZES,
    WIDE_SOME,
    of_workloads,
)
from pmlsym.ledger.linear.readings import of
from pmlsym.ledger.linear.symbols import FINITE, PAPER, ZERO, b, m
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.instances.released.bounds import by_signs, farthest_columns, scores
from pmlsym.statements.instances.released.release import Release, distance

slope, difference = reals("s d")
_SLOPED = sp.And(slope >= -1, slope <= 1)
_ALIGNED = sp.And(sp.Eq(slope**2, 1, evaluate=False), relate(slope * difference, ">=", ZERO))
_AT = (difference, slope)
_CUBE = AnyLaw(_AT, _SLOPED, "L")
_SIDES = AnyLaw(_AT, _ALIGNED, "L")


def _prove_slopes(goal: Goal) -> Step:
    return Decided(goal, (_CUBE.averaged(relate(slope * difference, "<=", sp.Abs(difference))),))


def _prove_aligned(goal: Goal) -> Step:
    return Decided(goal, (_SIDES.averaged(relate(slope * difference, "==", sp.Abs(difference))),))


SLOPES = follows(
    "the exponent <s, w_j - w_r> for signs or slopes s in [-1, 1]^m is at most the distance",
    (b > 0, m > 0),
    relate(m * _CUBE.mean(slope * difference) / b, "<=", m * _CUBE.mean(sp.Abs(difference)) / b),
    _prove_slopes,
)
ALIGNED = follows(
    "if in every query the sign s has s d >= 0 for the difference d = w_j - w_r, then <s, w_j - "
    "w_r> = ||w_j - w_r||_1",
    (b > 0, m > 0),
    relate(m * _SIDES.mean(slope * difference) / b, "==", m * _SIDES.mean(sp.Abs(difference)) / b),
    _prove_aligned,
)
EQ_8 = (SLOPES, ALIGNED)

_SPREAD = of(
    "max_I (c_{j^*} - c_{j_*})",
    r"\max_{\mathcal I}\bigl(c_{j^*}-c_{j_*}\bigr)",
    lambda instance: max(spread for _, spread in by_signs(instance)),
)
_DISTANCE = of("max_{j,r} ||w_j - w_r||_1", r"\max_{j,r}\|w_j-w_r\|_1", farthest_columns)
eq_8 = Claim(
    "linear.eq-8",
    PAPER,
    "eqs. (8), (11), (12)",
    says="the largest c_{j^*} - c_{j_*} over the sign sets is the largest l1 distance of two "
    "columns; over b it is eps_DP",
    scope="every m, workload and b > 0, as in the paper (k >= 2: of one class all is 0). The "
    "maximum is over subsets I of [m], as in (5), where (8) prints an element. The last sentence "
    "of App. C is linear.eq-12.level",
    asserts=(of_workloads("spread = diameter and spread/b = diameter/b", **WIDE_SIZES),),
    reductions=(SUM, FINITE),
    parts=EQ_8,
)

# --- the set I of (12), and the level that its spread gives ---------------------------------------


def _at_farthest(instance: Release) -> Fraction:
    """Return the least c_{j_1} - c_{j_2} at {l: w_lj1 >= w_lj2}, over pairs at largest distance."""
    far = farthest_columns(instance)
    spreads = []
    for i, j in product(range(instance.classes), repeat=2):
        one, other = instance.columns[i], instance.columns[j]
        if distance(one, other) == far:
            c = scores(instance, [1 if a >= d else -1 for a, d in zip(one, other, strict=True)])
            spreads.append(c[i] - c[j])
    return min(spreads)


_AT_FARTHEST = of(
    "c_{j_1} - c_{j_2} at I = {l: w_lj1 >= w_lj2} (the least over farthest columns j_1, j_2)",
    r"c_{j_1}-c_{j_2}\text{ at }\mathcal I=\{l:w_{lj_1}\ge w_{lj_2}\}",
    _at_farthest,
)

maximizer_formula = Claim(
    "linear.maximizer.formula",
    PAPER,
    "App. C",
    says="the set {l: w_lj1 >= w_lj2}, for two columns j_1, j_2 of the largest l1 distance, "
    "maximizes c_{j^*} - c_{j_*}",
    scope="every m and workload, as in the paper (k >= 2), and every choice of the two columns, "
    'in either order: the classes j^* and j_* are then j_1 and j_2. "The maximizing I" is read '
    "as the one that the formula gives: it is never the only one, as its complement has the same "
    "spread",
    asserts=(Assertion(WIDE, (Compared(_AT_FARTHEST, "=", _SPREAD),)),),
    reductions=(SUM, FINITE),
    parts=EQ_8,
)


eq_12_level = Claim(
    "linear.eq-12.level",
    PAPER,
    "App. C",
    says="the largest exp((c_{j^*} - c_{j_*})/b) over the sign sets is eps_DP",
    scope="read as printed: a number e^x is set equal to x, which no real x is. An author would "
    "answer that the exponential of the bound is meant on both sides, as where App. C begins, and "
    "as (8) has it. So it is, and the proof loses nothing: a misprint, and the repair is what is "
    "meant. That the bound reaches this level only in the limit is linear.remark-2.iii.limit",
    asserts=(of_workloads("exp(spread/b) = diameter/b", **WIDE_SIZES),),
    models=(COUNTING,),
    misprint="App. C begins with the exponential of the bound, and by (8) the exponents give "
    "eps_DP: the exponential is e^eps_DP",
    repair=Claim(
        "linear.eq-12.level.repair",
        PAPER,
        "App. C",
        says="it is e^eps_DP: the largest (c_{j^*} - c_{j_*})/b is eps_DP",
        scope="every m, workload and b > 0, as in the paper (k >= 2: of one class both levels "
        "are 0)",
        asserts=(
            of_workloads("exp(spread/b) = exp(diameter/b)", **WIDE_SIZES),
            of_workloads("spread/b = diameter/b", **WIDE_SIZES),
        ),
        reductions=(SUM, FINITE),
        parts=EQ_8,
    ),
)


def _at_maximizers(instance: Release) -> Fraction:
    found = by_signs(instance)
    most = max(e for e, _ in found)
    return max(spread for e, spread in found if e == most)


_AT_MAXIMIZERS = of(
    "the largest c_{j^*} - c_{j_*} over the sets that maximise (5)",
    r"\max_{\mathcal I\in\arg\max(5)}\bigl(c_{j^*}-c_{j_*}\bigr)",
    _at_maximizers,
)

maximizer = Claim(
    "linear.maximizer",
    PAPER,
    "App. C",
    says="the sign set that maximizes (5) may differ from the one that maximizes the spread "
    "c_{j^*} - c_{j_*}",
    scope='"may differ": there are a workload, alpha > 0 and a scale at which no set that '
    "maximizes (5) maximizes the spread. Such a set loses spread, but has more classes with large "
    "exponents",
    asserts=(Assertion(WIDE_SOME, (Compared(_AT_MAXIMIZERS, "<", _DISTANCE),), exists=True),),
    models=(DIFFERENT_SIGNS,),
)
