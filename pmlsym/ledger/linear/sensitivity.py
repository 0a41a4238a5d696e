"""The largest spread of c_j over all sets of signs is the largest distance; eq. (8), (11), (12)."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.linear.readings import EPS_DP, by_signs, farthest_columns, of
from pmlsym.ledger.linear.reductions import FINITE
from pmlsym.ledger.linear.symbols import PAPER, ZERO, b, m
from pmlsym.ledger.linear.worlds import DIFFERENT_SIGNS, WIDE, WIDE_SOME
from pmlsym.ledger.parts import follows
from pmlsym.ledger.theorems import SUM
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import log, minus
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.worlds.released.release import Release

slope, difference = reals("s d")
_SLOPED = sp.And(slope >= -1, slope <= 1)
_ALIGNED = sp.And(sp.Eq(slope**2, 1, evaluate=False), relate(slope * difference, ">=", ZERO))
_AT = (difference, slope)
_CUBE = Law(_AT, _SLOPED, "L")
_SIDES = Law(_AT, _ALIGNED, "L")


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
    lambda world: max(spread for _, spread in by_signs(world)),
)
_DISTANCE = of("max_{j,r} ||w_j - w_r||_1", r"\max_{j,r}\|w_j-w_r\|_1", farthest_columns)
_OVER_B = of(
    "max_I (c_{j^*} - c_{j_*})/b",
    r"\max_{\mathcal I}\tfrac{c_{j^*}-c_{j_*}}b",
    lambda world: minus(log(world.fall(max(spread for _, spread in by_signs(world))))),
)

eq_8 = Claim(
    "linear.eq-8",
    PAPER,
    "eqs. (8), (11), (12)",
    says="the largest c_{j^*} - c_{j_*} over the sign sets is the largest l1 distance of two "
    "columns; over b it is eps_DP",
    scope="every workload and b > 0. The last paragraph of App. C calls the maximum of "
    'exp((c_{j^*} - c_{j_*})/b) "equal to eps_DP": its logarithm is',
    asserts=(Assertion(WIDE, (Compared(_SPREAD, "=", _DISTANCE), Compared(_OVER_B, "=", EPS_DP))),),
    reductions=(SUM, FINITE),
    parts=EQ_8,
)


def _at_maximizers(world: Release) -> Fraction:
    found = by_signs(world)
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
