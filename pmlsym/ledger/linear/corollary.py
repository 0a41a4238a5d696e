"""Corollary 1: when (7) is tight, what it is compared with, and calibration with (5)."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.laplace import workload_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.linear.order import (
    BOTH,
    ORDERED,
    PAIRS,
    SHORT,
    SLOPES,
    WITH_LARGER,
    WITH_SMALLER,
    longest,
    prove_smaller_exponents,
    smaller_exponents,
)
from pmlsym.ledger.linear.records import (
    ONE_RECORD,
    tilted,
)
from pmlsym.ledger.linear.symbols import (
    FLOOR,
    ONE,
    PAPER,
    ZERO,
    T,
    alpha,
    b,
    decay,
    farthest,
    k,
    m,
    t,
)
from pmlsym.ledger.linear.witnesses import (
    ONE_QUERY,
    UNSIDED,
    bounds_of,
    five,
    leak,
    leakage_at,
    one_sided,
    seven,
    sided,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, OrderKept, Step, StrictExpectation
from pmlsym.proof.witness import Witness

# --- Corollary 1: when (7) is tight --------------------------------------------------------------


def _refute_only_if(goal: Goal) -> Witness:
    _, triangle = bounds_of(UNSIDED)
    return Witness(
        goal,
        {},
        "W = [[0, 1, 2], [1, 0, 2], [0, 2, 1]], alpha = 1/3, e^(-1/b) = 1/2: each column lies "
        "between the others in some query, so no subset I serves any column; yet one record "
        "attains (7) at y = a column (enumerated)",
        {
            leak: lambda: max(
                (leakage_at(UNSIDED, column) for column in UNSIDED.columns),
                key=lambda x: x.evalf(30),
            ),
            seven: triangle,
            sided: lambda: sp.Integer(one_sided(UNSIDED)),
        },
    )


def _refute_if(goal: Goal) -> Witness:
    corner, triangle = bounds_of(ONE_QUERY)
    return Witness(
        goal,
        {},
        "W = [0, 0, 1, 2, 2], alpha = 1/5, e^(-1/b) = 1/4: the first column is at an end of the "
        "query, but (7) exceeds (5), which the paper calls exact",
        {
            seven: triangle,
            five: corner,
            sided: lambda: sp.Integer(one_sided(ONE_QUERY)),
        },
    )


sign, difference = reals("s d")
_ALIGNED = sp.And(sp.Eq(sign**2, 1, evaluate=False), relate(sign * difference, ">=", ZERO))
_AT = (difference, sign)
_QUERIES = Law(_AT, _ALIGNED, "L")
_SHORTER = relate(t, "<", T)
_LIKELY = relate(PAIRS.chance(_SHORTER), ">", ZERO)


def _prove_aligned(goal: Goal) -> Step:
    pointwise = relate(sign * difference, "==", sp.Abs(difference))
    step = _QUERIES.averaged(pointwise)
    return Decided(goal, (step,))


def _prove_looser(goal: Goal) -> Step:
    given = (b > 0, *SHORT.args)
    weak = OrderKept(Decided(Goal(given, relate(-t / b, ">=", -T / b))), sp.exp)
    strict = OrderKept(Decided(Goal((*given, _SHORTER), relate(-t / b, ">", -T / b))), sp.exp)
    classes = StrictExpectation(weak, strict, _SHORTER, BOTH, SHORT, "U")
    _, favoured, positive = smaller_exponents()
    return compare_exponentials(goal, (classes, favoured, positive))


ALIGNED = Part(
    "if column r is at an end of every query's range there are signs with <s, w_j - w_r> = "
    "||w_j - w_r||_1 for all j (difference d = w_j - w_r, s d >= 0): (5) has the exponents of (7)",
    Goal(
        (b > 0, m > 0),
        relate(
            m * _QUERIES.mean(sign * difference) / b,
            "==",
            m * _QUERIES.mean(sp.Abs(difference)) / b,
        ),
    ),
    _prove_aligned,
)
LOOSER = Part(
    "if not, every slope in the cube has some class j with <s, w_j - w_r> < ||w_j - w_r||_1, and "
    "then its expression is strictly below that of (7) for the same r and j*",
    Goal(
        (*FLOOR, _LIKELY, farthest <= longest),
        relate(WITH_SMALLER, "<", WITH_LARGER),
    ),
    _prove_looser,
)

tight_repair = Claim(
    "linear.corollary-1.tight-iff.repair",
    PAPER,
    "Cor. 1",
    says="(7) is attained by one record for every workload; for many records (5) = tilted = (7) if "
    "and only if a class r that attains the maximum in (7) is at an end of every query's range",
    statement=r"L_1=(7);\qquad\lim_nL_n=(7)\iff(5)=(7)\iff\exists r\text{ maximising }(7)\ \forall "
    r"l:\ w_{lr}\in\{\min_jw_{lj},\max_jw_{lj}\}",
    scope="every workload, alpha in (0, 1/k] and b > 0; with linear.limit; histograms, prefixes "
    "and all ranges are of this kind, as every 0/1 workload is, and every workload with two "
    "classes",
    parts=(ONE_RECORD, ALIGNED, LOOSER),
)

tight_iff = Claim(
    "linear.corollary-1.tight-iff",
    PAPER,
    "Cor. 1",
    says="(7) is tight if and only if some subset I puts all columns on one side of column j', "
    "query by query",
    statement=r"(7)\text{ tight}\iff\exists\mathcal I\subseteq[m],j':\ w_{lj}-w_{lj'}\le0\ "
    r"(l\in\mathcal I),\ \ge0\ (l\notin\mathcal I)\ \ \forall j",
    scope="as printed (w_lj' - w_lj' <= 0) the condition is empty for I = [m]; read with the "
    "missing j, both directions fail: tight as 'attained' does not imply it, and it does not imply "
    "tight as 'equal to (5)'",
    parts=(
        Part(
            "where (7) is attained the condition holds (I = 1)",
            Goal((relate(leak, ">=", seven),), relate(sided, "==", ONE)),
            refute=_refute_only_if,
        ),
        Part(
            "where the condition holds (7) is no larger than (5)",
            Goal((relate(sided, "==", ONE),), relate(seven, "<=", five)),
            refute=_refute_if,
        ),
    ),
    repair=tight_repair,
)

# --- (7) against the exact leakage ---------------------------------------------------------------


def _refute_looser(goal: Goal) -> Witness:
    corner, triangle = bounds_of(ONE_QUERY)
    return Witness(
        goal,
        {},
        "W = [0, 0, 1, 2, 2], alpha = 1/5, e^(-1/b) = 1/4, one record: the exact leakage, at y = "
        "1, is (7) and not (5)",
        {leak: lambda: leakage_at(ONE_QUERY, [1]), five: corner, seven: triangle},
    )


looser_repair = Claim(
    "linear.corollary-1.looser.repair",
    PAPER,
    "Sec. III-B",
    says="(7) is the exact worst leakage of one record, and (5) is at most the worst leakage of "
    "any number",
    statement=r"(5)\le\text{tilted}\le L_n\le L_1=(7)",
    scope="every n, workload, alpha in (0, 1/k] and b > 0",
    parts=(SLOPES, ORDERED, ONE_RECORD, *tilted.parts),
)

looser = Claim(
    "linear.corollary-1.looser",
    PAPER,
    "Sec. III-B",
    says="(7) is looser than the exact leakage, which is (5)",
    statement=r"\max_{n,P_X,y}\ell(D_i\to y)=(5)<(7)",
    scope="read as: the worst leakage is (5), and (7) exceeds it where the two differ",
    parts=(
        Part("the worst leakage is (5)", Goal((), relate(leak, "==", five)), refute=_refute_looser),
        Part(
            "where (7) exceeds (5) it exceeds the worst leakage",
            Goal((relate(seven, ">", five),), relate(seven, ">", leak)),
            refute=_refute_looser,
        ),
    ),
    repair=looser_repair,
)

# --- where the bounds coincide -------------------------------------------------------------------

slope, value, own, lowest, highest = reals("s w v w_1 w_k")
_RANGE = (lowest <= own, own <= highest, lowest <= value, value <= highest)
_FROM_LOWEST, _TO_HIGHEST = value - lowest, highest - lowest

_SECOND = (*FLOOR, own >= 0, farthest <= longest)


def _second(exponent: Term, favoured: Term) -> Term:
    """Return (7): the two lowest classes, `own` apart, then the k - 2 above."""
    rest = PAIRS.mean(decay(exponent))
    return workload_leakage(1 + decay(own) + (k - 2) * rest, decay(favoured), alpha, k)


coincide = Claim(
    "linear.coincide",
    PAPER,
    "beside Cor. 1",
    says="one query: tilted = (5), and with at most four classes (7) = (5) too; two classes, or a "
    "0/1 workload such as a histogram: all three are equal",
    statement=r"m=1:\ \text{tilted}=(5);\qquad m=1,k\le4:\ (7)=(5);\qquad k=2\text{ or }W\in\{0,1\}"
    r"^{m\times k}:\ (7)=(5)",
    scope="not in the paper: every alpha in (0, 1/k] and b > 0. With two classes, or 0/1 entries, "
    "every column is at an end of every query's range (linear.corollary-1.tight-iff.repair). So no "
    "refutation of (5) has m = 1 and k <= 4, or k = 2; those of linear.theorem-2.upper are "
    "smallest",
    parts=(
        Part(
            "one query, slopes s in [0, 1] (those below 0 mirror it): for every class r with "
            "answer v the exponents s (w - v) are at most w - w_1, those of the class with the "
            "least answer at s = 1; the favoured one is at most w_k - w_1",
            Goal(
                (*_RANGE, slope >= 0, slope <= 1),
                relate(slope * (value - own), "<=", _FROM_LOWEST),
            ),
            Decided,
        ),
        ORDERED,
        Part(
            "one query, r second from the end: above it w - v <= w - w_1, and every |w - v| is at "
            "most w_k - w_1",
            Goal(_RANGE, relate(sp.Abs(value - own), "<=", _TO_HIGHEST)),
            Decided,
        ),
        Part(
            "so in (7) it never gives more than the class at the end (the two swap places, v - w_1 "
            "apart; the k - 2 others are no nearer to the end); up to four classes are all first "
            "or second from an end",
            Goal(
                _SECOND,
                relate(_second(t, farthest), "<=", _second(T, longest)),
            ),
            prove_smaller_exponents,
        ),
        ALIGNED,
    ),
)
