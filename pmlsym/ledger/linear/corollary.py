"""Corollary 1: a step of the proof, when (7) is tight or loose, and where the bounds coincide."""

from __future__ import annotations

from itertools import product

import sympy as sp

from pmlsym.formulas.laplace import workload_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import SUM, AnyLaw
from pmlsym.ledger.linear.bounds import ALIGNED, SLOPES
from pmlsym.ledger.linear.instances import (
    COUNTED,
    COUNTING,
    COUNTING_TWO,
    FIVE,
    HAAR,
    HAARS,
    IDENTITY_TWO,
    LEAK,
    ONE_QUERY_SLOPED,
    PLOTTED,
    RELEASES,
    SEVEN,
    TILTED_AT,
    TWO_OR_MORE,
    WIDE,
    WIDE_SIZES,
    WORST,
    at_ends,
    beside,
    of,
    of_workloads,
)
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
from pmlsym.ledger.linear.records import (
    MORE_RECORDS,
    ONE_RECORD,
    OTHER_RECORDS,
    QUERIES as TRIANGLE_OF_QUERIES,
    corollary_1_upper,
    monotone_in_n,
    tilted,
)
from pmlsym.ledger.linear.symbols import (
    FINITE,
    FLOOR,
    FLOORS,
    OTHERS,
    PAPER,
    ZERO,
    T,
    alpha,
    b,
    decay,
    density,
    farthest,
    first,
    k,
    t,
)
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, OrderKept, Step, StrictExpectation
from pmlsym.statements.arithmetic import mean, multiply
from pmlsym.statements.assertion import Assertion, Compared, Property
from pmlsym.statements.instances.released.bounds import all_signs, triangle_terms
from pmlsym.statements.instances.released.release import Release, distance
from pmlsym.statements.values import ONE, Value, extreme

# --- the step before the prior is optimised ------------------------------------------------------

_NEAR = relate(density, ">=", first * decay(T))
_OWN = AnyLaw((density, T), _NEAR, "P")


def _prove_own_prior(goal: Goal) -> Step:
    seen = _OWN.averaged(_NEAR, (first > 0, b > 0))
    return Decided(goal, (seen, _OWN.averaged(relate(decay(T), ">", ZERO), (b > 0,))))


OWN_PRIOR = follows(
    "for every law P of the classes the lift of class r is at most 1/E[e^(-||w_j - w_r||_1/b)]",
    (b > 0, first > 0),
    relate(first / _OWN.mean(density), "<=", 1 / _OWN.mean(decay(T))),
    _prove_own_prior,
)


def _against_step(instance: Release) -> Value:
    """Return the largest f(y|D_i = r)/f(y) times sum_j p_j e^(-||w_j - w_r||_1/b)."""
    prior = instance.priors[instance.record]
    found = []
    for column, lift in zip(instance.columns, instance.lifts, strict=True):
        falls = [instance.fall(distance(column, other)) for other in instance.columns]
        found.append(multiply(lift, mean(zip(prior, falls, strict=True))))
    return extreme(found, largest=True)


corollary_1_step = Claim(
    "linear.corollary-1.step",
    PAPER,
    "App. B",
    says="for the given prior of the record and each class r, f(y|D_i = r)/f(y) is at most "
    "1/sum_j p_j exp(-||w_j - w_r||_1/b)",
    scope="every n, m, k, workload, b > 0, prior of the record, class r and y, as in the paper; "
    "the other records may have any law, even a joint one, and no floor is needed. The last line "
    "of the display leaves off the index of the l1 norm; the line before it has the product over "
    "the queries",
    asserts=(
        Assertion(
            RELEASES,
            (
                Compared(
                    of(
                        "max_r f(y|D_i = r)/f(y) sum_j p_j e^(-||w_j - w_r||_1/b)",
                        r"\max_r\frac{f(y\mid D_i=r)}{f(y)}\sum_jp_je^{-\|w_j-w_r\|_1/b}",
                        _against_step,
                    ),
                    "<=",
                    of("1", "1", lambda _: ONE),
                ),
            ),
        ),
    ),
    reductions=(OTHERS, SUM),
    parts=(TRIANGLE_OF_QUERIES, OTHER_RECORDS, OWN_PRIOR),
)

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


def _sided_for_all(instance: Release) -> bool:
    """Whether a set I has w_lj - w_lj' <= 0 (l in I) and >= 0 (l not in I) for all j, j'."""
    pairs = list(product(instance.columns, repeat=2))
    return any(
        all(
            s * (a - c) <= 0
            for one, other in pairs
            for s, a, c in zip(signs, one, other, strict=True)
        )
        for signs in all_signs(instance)
    )


def _sided_maximizer(instance: Release) -> bool:
    """Whether a class that attains the maximum in (7) is at an end of every query's range."""
    terms = triangle_terms(instance)
    pairs = zip(terms, instance.columns, strict=True)
    return any(e == max(terms) and at_ends(instance, column) for e, column in pairs)


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
# --- two records or more: what attains (7) ------------------------------------------------------

cap, given_it, overall = reals("C N_d M_d")
_CAPPED = sp.And(given_it > 0, overall > 0, relate(given_it, "<=", cap * overall))
_OF_RECORD = AnyLaw((given_it, overall), _CAPPED, "D")
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
_TIGHT = Compared(WORST, "=", SEVEN)

tight_iff = Claim(
    "linear.corollary-1.tight-iff",
    PAPER,
    "Cor. 1",
    says="(7) is tight if and only if there is a subset I such that for all j, j' w_lj - w_lj' <= "
    "0 in I and >= 0 outside",
    scope="tight as after Theorem 2: for the given n, some i, y and P_X leak (7). Printed is "
    "w_lj' - w_lj' <= 0, which every W meets with I = [m]; that (7) is always tight is true of "
    "one record only (the repair). The context corrects it to w_lj - w_lj' <= 0, and so it is "
    "read. For all j and j' means in both orders, hence w_lj = w_lj': one query [0, 1] does not "
    "meet it and leaks (7) for every n. An author would answer that j' stands for one class, "
    "that of the triangle inequality. The verdict stands: [0, 0, 1, 2, 2] has such a class, but "
    "from two records on it leaks less than (7), and (5) < (7) at alpha = 1/5 and e^(-1/b) = "
    "1/4; the class has to attain the maximum in (7). And with that class the sentence is wrong "
    "of one record: [0, 1, 2; 1, 0, 2; 0, 2, 1] has none and leaks (7). So more than the index "
    "has to change. Where tight means (5) = (7), the first two workloads refute it as well",
    asserts=(Assertion(COUNTED, (_TIGHT,), (_FOR_ALL,), both_ways=True),),
    models=(COUNTING_TWO, COUNTING),
    repair=Claim(
        "linear.corollary-1.tight-iff.repair",
        PAPER,
        "Cor. 1",
        says="of two or more records (7) is tight, and (5) = (7), if and only if a class r that "
        "attains the maximum in (7) is at an end of every query's range; of one record it always "
        "is tight",
        scope="every workload, alpha in (0, 1/k], b > 0 and n: so there is a set I such that for "
        "all j w_lj - w_lr <= 0 in I and >= 0 outside. Histograms, prefixes and ranges are of "
        "this kind, as every 0/1 workload is, and every workload with two classes",
        asserts=(
            Assertion(TWO_OR_MORE, (_TIGHT,), (_MAXIMIZER,), both_ways=True),
            Assertion(WIDE, (Compared(FIVE, "=", SEVEN),), (_MAXIMIZER,), both_ways=True),
            monotone_in_n.asserts[1],
        ),
        reductions=(OTHERS, FLOORS, SUM, FINITE),
        parts=(
            *corollary_1_upper.parts,
            *tilted.parts,
            ONE_RECORD,
            SLOPES,
            ORDERED,
            ALIGNED,
            *TWO_RECORDS,
            MORE_RECORDS,
        ),
    ),
)

# --- (7) against (5) and the exact leakage -------------------------------------------------------

_NOT_SHARP = (
    Assertion(PLOTTED, (Compared(FIVE, "<=", SEVEN),)),
    Assertion(PLOTTED, (Compared(LEAK, "<=", SEVEN),)),
)

looser = Claim(
    "linear.corollary-1.looser",
    PAPER,
    "Sec. III-B",
    says="for the workloads of Fig. 1, (7) is looser than (5), the exact leakage of the paper, and "
    "than the leakage itself",
    scope="the text on Fig. 1, of the identity, ranges and the Haar workload; at every b > 0, "
    "where b = 1 in the figure. The exact leakage is (5) for the paper. For the identity and for "
    "all ranges (5) = (7), and some outcome leaks it, for every number of records: in two of the "
    'three panels (7) is exact. An author would answer that "slightly looser" is said of the '
    "figure as a whole, and that where the two curves meet (7) is at least not tighter. That is "
    "the repair, and all that is wrong is that equality is excluded; but in those panels the "
    "curves meet everywhere. The true worst leakage, which (5) is not (linear.theorem-2.upper), "
    "is (7) for one record and every workload",
    asserts=(
        Assertion(PLOTTED, (Compared(FIVE, "<", SEVEN),)),
        Assertion(PLOTTED, (Compared(LEAK, "<", SEVEN),)),
    ),
    models=(IDENTITY_TWO, HAAR),
    repair=Claim(
        "linear.corollary-1.looser.repair",
        PAPER,
        "Sec. III-B",
        says="(7) is at least (5) and the leakage: above (5) for the Haar workload, and above the "
        "exact leakage of two or more records wherever it is above (5)",
        scope="the first two statements are the sentence with equality allowed. The third is of "
        "(9), every alpha in (0, 1/8] and b > 0; the fourth of every n >= 2, workload, alpha in "
        "(0, 1/k] and b > 0 with (5) < (7), where no class that attains (7) is at an end of every "
        'query\'s range (linear.corollary-1.tight-iff.repair). How much "slightly" is, is not said',
        asserts=(
            *_NOT_SHARP,
            Assertion(HAARS, (Compared(FIVE, "<", SEVEN),)),
            Assertion(TWO_OR_MORE, (Compared(WORST, "<", SEVEN),), (Compared(FIVE, "<", SEVEN),)),
        ),
        reductions=(OTHERS, FLOORS, SUM, FINITE),
        parts=(
            *TWO_RECORDS,
            SLOPES,
            ORDERED,
            ALIGNED,
            MORE_RECORDS,
            *corollary_1_upper.parts,
        ),
    ),
)

# --- where the bounds coincide -------------------------------------------------------------------

slope, value, own, lowest, highest = reals("s w v w_1 w_k")
_RANGE = (lowest <= own, own <= highest, lowest <= value, value <= highest)
_FROM_LOWEST, _TO_HIGHEST = value - lowest, highest - lowest

_SECOND = (*FLOOR, own >= 0, farthest <= longest)


def _second(exponent: Term, favoured: Term) -> Term:
    """Return (7) with the two lowest classes at distance `own`, then the k - 2 above."""
    rest = PAIRS.mean(decay(exponent))
    return workload_leakage(1 + decay(own) + (k - 2) * rest, decay(favoured), alpha, k)


_ZERO_ONE = Property[Release](
    "W has entries 0 and 1 only",
    r"W\in\{0,1\}^{m\times k}",
    lambda instance: {entry for row in instance.workload for entry in row} <= {0, 1},
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
        of_workloads("m = 1 and k <= 4 => corner = triangle", **WIDE_SIZES),
        of_workloads("k = 2 => corner = triangle", **WIDE_SIZES),
        Assertion(WIDE, (Compared(FIVE, "=", SEVEN),), (_ZERO_ONE,)),
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
