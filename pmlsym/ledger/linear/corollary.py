"""Corollary 1: when (7) is tight, when it is looser, and where the bounds coincide."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import sympy as sp

from pmlsym.formulas.laplace import workload_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.linear.order import (
    BOTH,
    ORDERED,
    PAIRS,
    SHORT,
    WITH_LARGER,
    WITH_SMALLER,
    longest,
    prove_smaller_exponents,
    smaller_exponents,
)
from pmlsym.ledger.linear.readings import (
    CLASSES,
    FIVE,
    QUERIES,
    RECORDS,
    SEVEN,
    TILTED_AT,
    WORST,
    all_signs,
    at_ends,
    beside,
    number,
    of,
    triangle_terms,
)
from pmlsym.ledger.linear.records import MORE_RECORDS, ONE_RECORD, corollary_1_upper
from pmlsym.ledger.linear.reductions import FINITE, FLOORS, OTHERS
from pmlsym.ledger.linear.sensitivity import ALIGNED, SLOPES
from pmlsym.ledger.linear.symbols import FLOOR, PAPER, ZERO, T, alpha, b, decay, farthest, k, t
from pmlsym.ledger.linear.worlds import (
    COUNTED,
    COUNTING,
    ONE_QUERY,
    ONE_QUERY_SLOPED,
    UNSIDED_WORLDS,
    WIDE,
)
from pmlsym.ledger.parts import follows
from pmlsym.ledger.theorems import SUM
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, OrderKept, Step, StrictExpectation
from pmlsym.statements.assertion import Assertion, Compared, Property
from pmlsym.statements.values import extreme
from pmlsym.statements.worlds.released.release import Release
from pmlsym.statements.worlds.released.worst import worst_leakage

# --- Corollary 1: when (7) is tight --------------------------------------------------------------


_SHORTER = relate(t, "<", T)
_LIKELY = relate(PAIRS.chance(_SHORTER), ">", ZERO)


def _prove_looser(goal: Goal) -> Step:
    given = (b > 0, *SHORT.args)
    weak = OrderKept(Decided(Goal(given, relate(-t / b, ">=", -T / b))), sp.exp)
    strict = OrderKept(Decided(Goal((*given, _SHORTER), relate(-t / b, ">", -T / b))), sp.exp)
    classes = StrictExpectation(weak, strict, _SHORTER, BOTH, SHORT, "U")
    _, favoured, positive = smaller_exponents()
    return compare_exponentials(goal, (classes, favoured, positive))


LOOSER = follows(
    "if not, every slope in the cube has some class j with <s, w_j - w_r> < ||w_j - w_r||_1, and "
    "then its expression is strictly below that of (7) for the same r and j*",
    (*FLOOR, _LIKELY, farthest <= longest),
    relate(WITH_SMALLER, "<", WITH_LARGER),
    _prove_looser,
)


def _sided_for_all(world: Release) -> bool:
    """Whether a set I has w_lj - w_lj' <= 0 (l in I) and >= 0 (l not in I) for all j, j'."""
    pairs = list(product(world.columns, repeat=2))
    return any(
        all(
            s * (a - c) <= 0
            for one, other in pairs
            for s, a, c in zip(signs, one, other, strict=True)
        )
        for signs in all_signs(world)
    )


def _sided_maximizer(world: Release) -> bool:
    """Whether a class that attains the maximum in (7) is at an end of every query's range."""
    terms = triangle_terms(world)
    pairs = zip(terms, world.columns, strict=True)
    return any(e == max(terms) and at_ends(world, column) for e, column in pairs)


_FOR_ALL = Property(
    "there is a set I with w_lj - w_lj' <= 0 (l in I) and >= 0 (l not in I) for all j, j'",
    r"\exists\mathcal I\ \forall j,j':\ w_{lj}-w_{lj'}\le0\ (l\in\mathcal I),\ \ge0\ "
    r"(l\notin\mathcal I)",
    _sided_for_all,
)
_MAXIMIZER = Property(
    "a class r that attains the maximum in (7) has the least or the largest entry of every row",
    r"\exists r\in\arg\max(7)\ \forall l:\ w_{lr}\in\{\min_jw_{lj},\max_jw_{lj}\}",
    _sided_maximizer,
)
# small releases, of which the number n of records is not read: the maximum is over n as well
_OF_ANY_NUMBER = replace(COUNTED, words=WIDE.words, latex=WIDE.latex)
_ATTAINED = of(
    "max l(D_i -> y) over n (read at 1 and 2), Q_alpha and y",
    r"\max_{n,\,P_X\in\mathcal Q_\alpha,\,y}\ell(D_i\to y)",
    lambda world: extreme((worst_leakage(world, n) for n in (1, 2)), largest=True),
)

tight_iff = Claim(
    "linear.corollary-1.tight-iff",
    PAPER,
    "Cor. 1",
    says="(7) is tight if and only if there is a subset I such that for all j, j' w_lj - w_lj' <= "
    "0 in I and >= 0 outside",
    scope="tight in the paper's own sense: \"there exists i, y and P_X such that l equals the "
    "right-hand side\". Printed is w_lj' - w_lj' <= 0, which every W meets with I = [m]: as "
    "printed the sentence says that (7) is always tight, which is true of one record (the "
    'repair), and false for "(7) = (5)". Read with j as the first of the two: "For all j, '
    "j'\" contains both orders, so the condition says w_lj = w_lj': only workloads with "
    "equal columns meet it, while (7) is attained by every one. The sentence fails as well "
    'for tight as "(7) = (5)" (one query [0, 1]), and where only some j\' is asked for, in '
    "both senses: W = [[0, 1, 2], [1, 0, 2], [0, 2, 1]] has none and attains (7), [0, 0, 1, "
    "2, 2] has one and (5) < (7)",
    asserts=(
        Assertion(_OF_ANY_NUMBER, (Compared(_ATTAINED, "=", SEVEN),), (_FOR_ALL,), both_ways=True),
    ),
    models=(COUNTING,),
    repair=Claim(
        "linear.corollary-1.tight-iff.repair",
        PAPER,
        "Cor. 1",
        says="(7) is attained, by one record, for every workload; (5) = (7) if and only if a class "
        "r that attains the maximum in (7) is at an end of every query's range",
        scope="every workload, alpha in (0, 1/k] and b > 0; histograms, prefixes and ranges are of "
        "this kind, as every 0/1 workload is, and every workload with two classes. Of two or more "
        "records (7) is attained only where (5) = (7) (linear.corollary-1.looser.repair)",
        asserts=(
            Assertion(_OF_ANY_NUMBER, (Compared(_ATTAINED, "=", SEVEN),)),
            Assertion(WIDE, (Compared(FIVE, "=", SEVEN),), (_MAXIMIZER,), both_ways=True),
        ),
        reductions=(OTHERS, FLOORS, SUM, FINITE),
        parts=(*corollary_1_upper.parts, ONE_RECORD, SLOPES, ORDERED, ALIGNED, LOOSER),
    ),
)

# --- (7) against the exact leakage ---------------------------------------------------------------

cap, given_it, overall = reals("C N_d M_d")
_CAPPED = sp.And(given_it > 0, overall > 0, relate(given_it, "<=", cap * overall))
_OF_RECORD = Law((given_it, overall), _CAPPED, "D")
_BELOW = relate(given_it, "<", cap * overall)
_TOP, _ALL = _OF_RECORD.mean(given_it), _OF_RECORD.mean(overall)


def _prove_mediant(goal: Goal) -> Step:
    weak = Decided(Goal(_OF_RECORD.sure, relate(given_it, "<=", cap * overall)))
    strict = Decided(Goal((*_OF_RECORD.sure, _BELOW), _BELOW))
    positive = (_OF_RECORD.averaged(relate(x, ">", ZERO)) for x in (given_it, overall))
    return compare_exponentials(goal, (_OF_RECORD.strictly(weak, strict, _BELOW), *positive))


y, at_d, at_e = reals("y w_ld w_le")
inner, below, above = reals("w_lr u v")
TWO_RECORDS = (
    follows(
        "one query in which class r is inside the range, u < w_lr < v: at an outcome other than "
        "w_lr one of |y - u| - |y - w_lr| < w_lr - u and |y - v| - |y - w_lr| < v - w_lr",
        (below < inner, inner < above, relate(y, "!=", inner)),
        relate(sp.Abs(y - below) + sp.Abs(y - above) - 2 * sp.Abs(y - inner), "<", above - below),
    ),
    LOOSER,
    follows(
        "a second record in class d moves the outcome to y - w_d: where w_ld differs from w_le it "
        "is w_lr for at most one of the two",
        (relate(y - at_d, "==", inner), relate(at_d, "!=", at_e)),
        relate(y - at_e, "!=", inner),
    ),
    follows(
        "so its lift N_d/M_d given that class is below C = e^(7) for some d, each of which has a "
        "positive probability, and the log-lift, of the mediant, is below (7)",
        (cap > 0, relate(_OF_RECORD.chance(_BELOW), ">", ZERO)),
        relate(sp.log(_TOP / _ALL), "<", sp.log(cap)),
        _prove_mediant,
    ),
)
_DIFFERENT = Compared(FIVE, "<", SEVEN)

looser = Claim(
    "linear.corollary-1.looser",
    PAPER,
    "Sec. III-B",
    says="(7) is looser than the exact leakage",
    scope='"the Cor. 1 PML bound, while slightly looser than the exact PML calculation": the exact '
    "leakage, for which the paper takes (5), is the worst one of n records over Q_alpha and y; "
    "read where (5) and (7) differ, for every n. For n = 1 it is (7). Of (5) itself, if that is "
    "meant, it is true wherever the two differ, as (5) <= (7) (linear.figure-1)",
    asserts=(Assertion(UNSIDED_WORLDS, (Compared(WORST, "<", SEVEN),), (_DIFFERENT,)),),
    models=(ONE_QUERY,),
    repair=Claim(
        "linear.corollary-1.looser.repair",
        PAPER,
        "Sec. III-B",
        says="(7) is looser than the exact leakage of two or more records, where (5) < (7)",
        scope="every n >= 2, workload, alpha in (0, 1/k] and b > 0 with (5) < (7): then no class "
        "that attains (7) is at an end of every query's range (linear.corollary-1.tight-iff."
        "repair). Where (5) = (7), as for histograms and ranges, (7) is exact for every n",
        asserts=(
            Assertion(
                UNSIDED_WORLDS,
                (Compared(WORST, "<", SEVEN),),
                (_DIFFERENT, Compared(RECORDS, ">=", number(2))),
            ),
        ),
        reductions=(OTHERS, FLOORS, SUM, FINITE),
        parts=(*TWO_RECORDS, ALIGNED, MORE_RECORDS, *corollary_1_upper.parts),
    ),
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


_ZERO_ONE = Property[Release](
    "W has entries 0 and 1 only",
    r"W\in\{0,1\}^{m\times k}",
    lambda world: {entry for row in world.workload for entry in row} <= {0, 1},
)

coincide = Claim(
    "linear.coincide",
    PAPER,
    "own",
    says="one query: tilted = (5), and with at most four classes (7) = (5) too; two classes, or a "
    "0/1 workload such as a histogram: all three are equal",
    scope="our own statement: every alpha in (0, 1/k] and b > 0; tilted = (5) is read as: no slope "
    "in [-1, 1] gives more than (5). With two classes, or 0/1 entries, every column is at an end "
    "of every query's range. So no refutation of (5) has m = 1 and k <= 4, or k = 2; those of "
    "linear.theorem-2.upper are smallest",
    asserts=(
        Assertion(ONE_QUERY_SLOPED, (Compared(TILTED_AT, "<=", beside(FIVE)),)),
        *(
            Assertion(WIDE, (Compared(FIVE, "=", SEVEN),), hypotheses)
            for hypotheses in (
                (Compared(QUERIES, "=", number(1)), Compared(CLASSES, "<=", number(4))),
                (Compared(CLASSES, "=", number(2)),),
                (_ZERO_ONE,),
            )
        ),
    ),
    reductions=(SUM, FLOORS, FINITE),
    parts=(
        follows(
            "one query, slopes s in [0, 1] (those below 0 mirror it): for every class r with "
            "answer v the exponents s (w - v) are at most w - w_1, those of the class with the "
            "least answer at s = 1; the favoured one is at most w_k - w_1",
            (*_RANGE, slope >= 0, slope <= 1),
            relate(slope * (value - own), "<=", _FROM_LOWEST),
        ),
        ORDERED,
        follows(
            "one query, r second from the end: above it w - v <= w - w_1, and every |w - v| is at "
            "most w_k - w_1",
            _RANGE,
            relate(sp.Abs(value - own), "<=", _TO_HIGHEST),
        ),
        follows(
            "so in (7) it never gives more than the class at the end (the two swap places, v - w_1 "
            "apart; the k - 2 others are no nearer to the end); up to four classes are all first "
            "or second from an end",
            _SECOND,
            relate(_second(t, farthest), "<=", _second(T, longest)),
            prove_smaller_exponents,
        ),
        ALIGNED,
    ),
)
