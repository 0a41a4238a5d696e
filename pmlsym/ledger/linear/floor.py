"""The bounds as functions of the floor alpha: they decrease, so the gap to the DP level grows."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.laplace import workload_dp
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import SUM
from pmlsym.ledger.linear.bounds import (
    CLASSES_OF,
    MEAN,
    REACH,
    VALUE,
    WITHIN,
    exponent_facts,
    largest,
)
from pmlsym.ledger.linear.instances import FLOORED
from pmlsym.ledger.linear.readings import (
    DIFFER_BESIDE,
    FIVE,
    SEVEN,
    SMALLER_FLOOR,
    at_floor,
    beside,
    gap,
)
from pmlsym.ledger.linear.symbols import (
    FINITE,
    ONE,
    PAPER,
    ZERO,
    alpha,
    b,
    bound,
    decay,
    farthest,
    k,
    t,
)
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step, StrictExpectation
from pmlsym.statements.assertion import Assertion, Compared

alpha2 = reals("alpha2")[0]


def _prove_falls(goal: Goal) -> Step:
    return compare_exponentials(goal, exponent_facts())


_EVENT = relate(t, "<", farthest)
_LIKELY = relate(CLASSES_OF.chance(_EVENT), ">", ZERO)
_TWO_FLOORS = (b > 0, alpha > 0, alpha2 > alpha, k >= 2, relate(k * alpha2, "<=", ONE), *REACH)


def _prove_falls_strictly(goal: Goal) -> Step:
    given = (b > 0, *WITHIN.args)
    weak = OrderKept(Decided(Goal(given, relate(-t / b, ">=", -farthest / b))), sp.exp)
    strict = OrderKept(Decided(Goal((*given, _EVENT), relate(-t / b, ">", -farthest / b))), sp.exp)
    found = StrictExpectation(weak, strict, _EVENT, (t,), WITHIN, "U")
    return compare_exponentials(goal, (found, *exponent_facts()))


remark_2_i = Claim(
    "linear.remark-2.i",
    PAPER,
    "Remark 2(i)",
    says="(5) and (7) are decreasing in alpha",
    scope="every workload and b > 0, as in the paper (k >= 2: of one class all is 0); "
    '"decreasing" in the weak sense for all workloads (both are 0 if all columns are equal) and '
    "strictly for all others. What the paper says there of privacy in general, that it is easier "
    "where the data is more uniform, is not judged",
    asserts=(
        Assertion(FLOORED, tuple(Compared(at_floor(x), ">=", beside(x)) for x in (FIVE, SEVEN))),
        Assertion(
            FLOORED,
            tuple(Compared(at_floor(x), ">", beside(x)) for x in (FIVE, SEVEN)),
            (DIFFER_BESIDE, SMALLER_FLOOR),
        ),
    ),
    reductions=(SUM, FINITE),
    parts=(
        follows(
            "a larger floor gives no larger bound",
            _TWO_FLOORS,
            relate(bound(MEAN, decay(farthest), alpha2), "<=", VALUE),
            _prove_falls,
        ),
        follows(
            "a strictly smaller one unless every class has the largest exponent",
            (*_TWO_FLOORS, _LIKELY),
            relate(bound(MEAN, decay(farthest), alpha2), "<", VALUE),
            _prove_falls_strictly,
        ),
    ),
)

# --- the gap to DP -------------------------------------------------------------------------------


def _prove_gap(goal: Goal) -> Step:
    strict = goal.conclusion.rel_op == ">"
    other = bound(MEAN, decay(farthest), alpha2)
    found = Goal(goal.hypotheses, relate(other, "<" if strict else "<=", VALUE))
    return Decided(goal, (_prove_falls_strictly(found) if strict else _prove_falls(found),))


gap_grows = Claim(
    "linear.gap",
    PAPER,
    "Sec. III-B",
    says="the gap between the PML bounds and the DP level is most pronounced for large alpha",
    scope="at a fixed scale eps_DP - (5) and eps_DP - (7) grow with alpha, strictly if two "
    "columns differ, and so are largest at alpha = 1/k, where every record is uniform: the "
    '"high-entropy regime". Every workload, k >= 2 and b > 0, of which the paper plots three. As '
    "(5) is no bound (linear.theorem-2.upper), only the second gap says by how much, at least, "
    "DP overestimates",
    asserts=(
        Assertion(
            FLOORED, tuple(Compared(beside(gap(x)), ">=", at_floor(gap(x))) for x in (FIVE, SEVEN))
        ),
        Assertion(
            FLOORED,
            tuple(Compared(beside(gap(x)), ">", at_floor(gap(x))) for x in (FIVE, SEVEN)),
            (DIFFER_BESIDE, SMALLER_FLOOR),
        ),
    ),
    reductions=(SUM, FINITE),
    parts=(
        follows(
            "a larger floor leaves no smaller gap",
            _TWO_FLOORS,
            relate(
                workload_dp(largest, b) - bound(MEAN, decay(farthest), alpha2),
                ">=",
                workload_dp(largest, b) - VALUE,
            ),
            _prove_gap,
        ),
        follows(
            "a strictly larger one unless every class has the largest exponent",
            (*_TWO_FLOORS, _LIKELY),
            relate(
                workload_dp(largest, b) - bound(MEAN, decay(farthest), alpha2),
                ">",
                workload_dp(largest, b) - VALUE,
            ),
            _prove_gap,
        ),
    ),
)
