"""Leakage of n records: one record, one more record, all corners, all slopes, all outcomes.

L_n is the worst leakage of a record over all outcomes and all product priors in Q_alpha. Given the
other records, the density of y if the record is in class j is phi(y - w_j), with phi(z) the average
of e^(-||z - V||_1/b) over the sum V of the others' columns.
"""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import SUM, AnyLaw
from pmlsym.ledger.linear.instances import (
    COUNTED_SIZES,
    ONE_RECORD_SIZES,
    SLOPED,
    TILTED_AT,
    WORST_OUTCOME,
    beside,
    of_workloads,
)
from pmlsym.ledger.linear.symbols import (
    FINITE,
    FLOOR,
    FLOORS,
    OTHERS,
    PAPER,
    ZERO,
    T,
    averaged_decay,
    b,
    bound,
    decay,
    density,
    farthest,
    first,
    m,
    over_prior,
    smaller_decay,
    spare,
    t,
)
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import ConvexAtEnds, Decided, Expectation, OrderKept, Step
from pmlsym.statements.assertion import Assertion, Compared

_OF_CLASSES = AnyLaw((T,), name="U")

LEAKING = (*FLOOR, first > 0)


def leakage(seen: Term, favoured: Term) -> Term:
    """Return log(g_r/mean of the g_j under the record's own prior), g_j the densities."""
    return sp.log(first / over_prior(seen, favoured))


# --- Corollary 1: the triangle bound -------------------------------------------------------------

near, far_away, apart = reals("A B T_j")
_TRIANGLE = relate(far_away, "<=", near + apart)
_BOTH = (near, far_away)
_OF_OTHERS = AnyLaw(_BOTH, _TRIANGLE, "V")
z, v, w = reals("z v w")
_POINTS = (z, v, w)
_OF_QUERIES = AnyLaw(_POINTS, name="L")

_OFF = m * _OF_QUERIES.mean(sp.Abs(z - w))
_DETOUR = m * (_OF_QUERIES.mean(sp.Abs(z - v)) + _OF_QUERIES.mean(sp.Abs(v - w)))


def _prove_triangle(goal: Goal) -> Step:
    pointwise = relate(sp.Abs(z - w), "<=", sp.Abs(z - v) + sp.Abs(v - w))
    return Decided(goal, (_OF_QUERIES.averaged(pointwise),))


QUERIES = follows(
    "query by query, ||z - w_j||_1 <= ||z - w_r||_1 + ||w_j - w_r||_1 at z = y - V",
    (b > 0, m > 0),
    relate(_OFF / b, "<=", _DETOUR / b),
    _prove_triangle,
)


def _prove_over_records(goal: Goal) -> Step:
    step = _OF_OTHERS.exponentials(relate(-far_away / b, ">=", -near / b - apart / b), (b > 0,))
    return Decided(goal, (step,))


OTHER_RECORDS = follows(
    "for every law of the other records, g_j >= e^(-||w_j - w_r||_1/b) g_r",
    (b > 0,),
    relate(_OF_OTHERS.mean(decay(far_away)), ">=", decay(apart) * _OF_OTHERS.mean(decay(near))),
    _prove_over_records,
)

_AT_LEAST = relate(density, ">=", first * decay(T))
_WITHIN = sp.And(_AT_LEAST, farthest >= T)
_PAIR = (density, T)
_SEEN_BY = AnyLaw(_PAIR, _AT_LEAST, "U")
SEEN = _SEEN_BY.mean(density)
FAVOURED = spare(density, _PAIR, _WITHIN)
TRIANGLE = bound(_SEEN_BY.mean(decay(T)), decay(farthest))


def prove_over_classes(goal: Goal) -> Step:
    """Prove (7) from g_j >= e^(-T_j/b) g_r, for every law of the classes."""
    seen = _SEEN_BY.averaged(relate(density, ">=", first * decay(T)), (first > 0, b > 0))
    shrinks = smaller_decay(T, farthest)
    pointwise = Decided(
        Goal((first > 0, b > 0, *_WITHIN.args), relate(density, ">=", first * decay(farthest))),
        (shrinks,),
    )
    favoured = Expectation(pointwise, _PAIR, _WITHIN, "S")
    positive = _SEEN_BY.averaged(relate(decay(T), ">", ZERO), (b > 0,))
    return compare_exponentials(goal, (seen, favoured, positive))


CLASSES = follows(
    "for every prior in Q_alpha the log-lift of class r is at most (7)",
    LEAKING,
    relate(leakage(SEEN, FAVOURED), "<=", TRIANGLE),
    prove_over_classes,
)

corollary_1_upper = Claim(
    "linear.corollary-1.upper",
    PAPER,
    "Cor. 1",
    says="(7) is an upper bound on the leakage of every record",
    scope="every n, m, k, workload, b > 0, prior in Q_alpha and outcome; the goals are about any "
    "law of the other records, which may even depend on each other",
    asserts=(of_workloads("leak <= triangle"),),
    reductions=(OTHERS, FLOORS, SUM, FINITE),
    parts=(QUERIES, OTHER_RECORDS, CLASSES),
)

# --- one record: the triangle bound is exact -----------------------------------------------------

_LAST = sp.Eq(T, farthest, evaluate=False)
ONE_RECORD_SEEN = over_prior(_OF_CLASSES.mean(decay(T)), spare(decay(T), (T,), _LAST))


def _prove_one_record(goal: Goal) -> Step:
    favoured = averaged_decay((b > 0, _LAST), relate(-T / b, "==", -farthest / b), (T,), _LAST, "S")
    positive = _OF_CLASSES.averaged(relate(decay(T), ">", ZERO), (b > 0,))
    return compare_exponentials(goal, (favoured, positive))


ONE_RECORD = follows(
    "one record, y = w_r: the densities are e^(-||w_j - w_r||_1/b), that of class r is 1, so the "
    "log-lift of class r under the prior that favours j* is exactly its term of (7)",
    FLOOR,
    relate(sp.log(1 / ONE_RECORD_SEEN), "==", bound(_OF_CLASSES.mean(decay(T)), decay(farthest))),
    _prove_one_record,
)

# --- one more record -----------------------------------------------------------------------------

given_it, overall, cap = reals("N_d M_d C")
_CAPPED = sp.And(given_it > 0, overall > 0, relate(given_it, "<=", cap * overall))
_DENSITIES = (given_it, overall)
_OF_RECORD = AnyLaw(_DENSITIES, _CAPPED, "D")
_TOP, _ALL = (_OF_RECORD.mean(x) for x in _DENSITIES)


def _prove_mediant(goal: Goal) -> Step:
    return compare_exponentials(
        goal,
        (
            _OF_RECORD.averaged(relate(given_it, "<=", cap * overall)),
            _OF_RECORD.averaged(relate(given_it, ">", ZERO)),
            _OF_RECORD.averaged(relate(overall, ">", ZERO)),
        ),
    )


MORE_RECORDS = follows(
    "one more record of any prior: given its class d, the densities N_d and M_d (with and without "
    "knowing the first record) are those of n records at the outcome y - w_d, so N_d <= e^(L_n) "
    "M_d; the log-lift with it is a mediant and no larger than L_n",
    (cap > 0,),
    relate(sp.log(_TOP / _ALL), "<=", sp.log(cap)),
    _prove_mediant,
)

monotone_in_n = Claim(
    "linear.monotone-in-n",
    PAPER,
    "own",
    says="the worst leakage L_n never increases with the number n of records, and L_1 is (7)",
    scope="our own statement: every workload, alpha in (0, 1/k], b > 0 and n; the goal about one "
    "more record is for given priors of the others: one more independent record of any prior "
    "never raises the worst leakage",
    asserts=(
        of_workloads("largest_of_more <= largest", **COUNTED_SIZES),
        of_workloads("largest_of_one = triangle", **ONE_RECORD_SIZES),
    ),
    reductions=(OTHERS, FLOORS, SUM, FINITE),
    parts=(*corollary_1_upper.parts, ONE_RECORD, MORE_RECORDS),
)

# --- every slope in the cube is reached from above -----------------------------------------------

theta, beta, A, B, low, high, level = reals("theta beta A B l h M")
point = reals("z")[0]
_WAVE = A * sp.exp((theta + beta) * point) + B * sp.exp((theta - beta) * point) - level
_ENDS = tuple(relate(_WAVE.subs(point, end), "<=", ZERO) for end in (low, high))
_CELL = (A >= 0, B >= 0, *_ENDS, point >= low, point <= high)


def _prove_cell(goal: Goal) -> Step:
    curvature = Decided(Goal((A >= 0, B >= 0), relate(sp.diff(_WAVE, point, 2), ">=", ZERO)))
    ends = tuple(Decided(Goal((end,), end)) for end in _ENDS)
    convex = ConvexAtEnds(_WAVE, point, low, high, curvature, (ends[0], ends[1]))
    return Decided(goal, (convex,))


CELL = follows(
    "between neighbouring sums of a query, phi(z) e^(theta z) is A e^((theta + beta) z) + "
    "B e^((theta - beta) z) in that coordinate (beta = 1/b): convex, so largest at an end",
    _CELL,
    relate(_WAVE, "<=", ZERO),
    _prove_cell,
)

last = reals("z_0")[0]
_BEYOND = (A >= 0, point >= last, relate(theta, "<=", beta))


def _prove_beyond(goal: Goal) -> Step:
    falls = OrderKept(
        Decided(
            Goal(
                (point >= last, relate(theta, "<=", beta)),
                relate((theta - beta) * point, "<=", (theta - beta) * last),
            )
        ),
        sp.exp,
    )
    return Decided(goal, (falls,))


BEYOND = follows(
    "beyond the last sum it is A e^((theta - beta) z) and does not rise for theta <= beta; so "
    "phi(z) e^<theta, z> is largest at one of finitely many points z*",
    _BEYOND,
    relate(A * sp.exp((theta - beta) * point), "<=", A * sp.exp((theta - beta) * last)),
    _prove_beyond,
)

_AT_MOST = relate(density, "<=", first * decay(t))
_ON_SLOPE = sp.And(density > 0, _AT_MOST)
_TILT = (density, t)
_TILTED = AnyLaw(_TILT, _ON_SLOPE, "U")
_FAVOURED_TILT = sp.And(_ON_SLOPE, sp.Eq(t, farthest, evaluate=False))
_TILTED_FAVOURED = AnyLaw(_TILT, _FAVOURED_TILT, "S")
TILTED = bound(_TILTED.mean(decay(t)), decay(farthest))


def _prove_slope(goal: Goal) -> Step:
    given = (first > 0, b > 0, *_ON_SLOPE.args)
    seen = _TILTED.averaged(relate(density, "<=", first * decay(t)), given)
    same = OrderKept(
        Decided(Goal((b > 0, *_FAVOURED_TILT.args), relate(-t / b, "==", -farthest / b))),
        sp.exp,
    )
    pointwise = Decided(
        Goal(
            (first > 0, b > 0, *_FAVOURED_TILT.args),
            relate(density, "<=", first * decay(farthest)),
        ),
        (same,),
    )
    favoured = _TILTED_FAVOURED.over(pointwise)
    positive = _TILTED.averaged(relate(density, ">", ZERO), given)
    also = _TILTED_FAVOURED.averaged(relate(density, ">", ZERO), (density > 0,))
    return compare_exponentials(goal, (seen, favoured, positive, also))


SLOPE = follows(
    "at y = z* + w_r every density obeys g_j <= e^(-t_j/b) g_r with t_j = b <theta, w_r - w_j>, so "
    "the log-lift of class r is at least the tilted expression for the slope b theta in the cube",
    LEAKING,
    relate(leakage(_TILTED.mean(density), _TILTED_FAVOURED.mean(density)), ">=", TILTED),
    _prove_slope,
)

tilted = Claim(
    "linear.tilted",
    PAPER,
    "own",
    says="for every number of independent records and any laws of the others, at all slopes s "
    "in [-1, 1]^m, some outcome leaks at least -log sum_j p_j e^(<s, w_r - w_j>/b); so (5) <= "
    "tilted <= L_n",
    scope="our own statement: every n, workload, alpha in (0, 1/k], b > 0 and slopes, whatever "
    "the laws of the other records (the goals are about any joint law of theirs on finitely many "
    "sums, the statements about independent ones); so at least the largest such number over the "
    "cube leaks, the tilted bound, and at signs it is at least (5)",
    asserts=(
        Assertion(SLOPED, (Compared(beside(WORST_OUTCOME), ">=", TILTED_AT),)),
        of_workloads("largest >= corner", **COUNTED_SIZES),
    ),
    reductions=(OTHERS, FLOORS, SUM, FINITE),
    parts=(CELL, BEYOND, SLOPE),
)
