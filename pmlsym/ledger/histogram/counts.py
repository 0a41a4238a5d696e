"""A part of the noisy counts of a histogram: one, the first few, or all but the last."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.bound import ATTAINED, prove_attained
from pmlsym.ledger.histogram.readings import (
    CLASSES,
    FIRST,
    LEAKAGE,
    ONE_RECORD,
    OTHER,
    WORST,
    R,
    alpha,
    at_least,
    b,
    compared,
    density,
    of_release,
    p_1,
    positive,
    s,
    two_bins_change,
)
from pmlsym.ledger.lemmas import SUM, AnyLaw
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.instances.released.histogram import Counts, as_kind
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.worst import worst_outcome
from pmlsym.statements.releases.of_releases import histograms
from pmlsym.statements.values import Value

# The record in class 1, which is counted, against the record in a class that is not.
COUNTED = density(sp.Abs(s - 1) + R)
UNCOUNTED = density(sp.Abs(s) + R)


def one_count_changes() -> tuple[Step, ...]:
    """Prove e^(-1/b) <= COUNTED/UNCOUNTED <= e^(1/b): one count moves by one."""
    here, there = -(sp.Abs(s - 1) + R) / b, -(sp.Abs(s) + R) / b
    return (
        compared(there, ">=", here - 1 / b),
        compared(here, ">=", there - 1 / b),
        positive(sp.Abs(s - 1) + R),
        positive(sp.Abs(s) + R),
    )


def of_first(instance: Release, counts: int) -> Counts:
    """Return the release of the first `counts` counts alone."""
    return as_kind(Counts, instance, instance.workload[:counts], instance.outcome[:counts])


COUNTS = PaperTheorem(
    "densities by class, some classes uncounted",
    "if the last class is not counted, D_i in it changes one count against D_i in another class, "
    "and two other classes change two counts: up to a common factor the densities are "
    "E[e^(-(|S_1 - 1| + R)/b)] for class 1, E[e^(-(|S_1| + R)/b)] for the uncounted class and the "
    "two-bin one of Theorem 4 for the rest",
    "as for all bins, with the noise of the released counts only",
)

# --- footnote 7: all counts but the last ---------------------------------------------------------

(p_k,) = reals("p_k")


def _without_last(instance: Release) -> Value:
    return worst_outcome(of_first(instance, instance.classes - 1)).pml


WITHOUT_LAST = Quantity[Release](
    "max_y l(D_i -> y_1, ..., y_(k-1))", r"\max_y\ell(D_i\to y^{k-1})", _without_last
)
_SHARES = (b > 0, alpha > 0, alpha <= p_1, alpha <= p_k, p_1 + p_k <= 1)
_MIXED = p_1 * FIRST + p_k * UNCOUNTED + (1 - p_1 - p_k) * OTHER
_SUM = alpha + alpha * sp.exp(-1 / b) + (1 - 2 * alpha) * sp.exp(-2 / b)


def _prove_fewer(goal: Goal) -> Step:
    return compare_exponentials(goal, (*two_bins_change(), *one_count_changes()))


def _prove_uncounted(goal: Goal) -> Step:
    return compare_exponentials(goal, one_count_changes())


def _most_off(instance: Release) -> Fraction:
    """Return the largest |last true count - (n - the others)| over all databases."""
    counts = map(instance.answers, instance.databases())
    return max(abs(last - (instance.records - sum(others))) for *others, last in counts)


_IN_LAST, _ELSEWHERE = reals("h g")
_RECORD = AnyLaw((_IN_LAST, _ELSEWHERE), sp.Eq(_IN_LAST + _ELSEWHERE, 1))
(records,) = reals("n")


def _prove_last(goal: Goal) -> Step:
    sums = relate(_IN_LAST, "==", 1 - _ELSEWHERE)
    return Decided(goal, (_RECORD.averaged(sums, goal.hypotheses),))


footnote_7 = Claim(
    "histogram.footnote-7",
    "histogram",
    "footnote 7",
    says="the true counts of k - 1 classes give the last one: it is n less their sum",
    scope="the paper: only the counts for j in [k-1] have to be calculated, as the h_j add up to 1 "
    "for every record. Every n, k and database; n is public (footnote 5). It is about true counts: "
    "k - 1 noisy ones do not give the last noisy one, and leak less "
    "(histogram.footnote-7.noisy). Records are named by their class; the paper has any set of "
    "records",
    asserts=(
        Assertion(
            histograms(tries=40),
            (
                Compared(
                    Quantity[Release](
                        "max_x |f_k(x) - (n - sum_{j<k} f_j(x))|",
                        r"\max_x|f_k(x)-(n-\textstyle\sum_{j<k}f_j(x))|",
                        _most_off,
                    ),
                    "=",
                    Quantity[Release]("0", "0", lambda _: Fraction(0)),
                ),
            ),
        ),
    ),
    reductions=(SUM,),
    parts=(
        follows(
            "for each record the indicator of the last class and the sum of the others add up to "
            "1, so over n records their sums add up to n",
            (records >= 1,),
            relate(
                records * _RECORD.mean(_IN_LAST),
                "==",
                records - records * _RECORD.mean(_ELSEWHERE),
            ),
            _prove_last,
        ),
    ),
)

footnote_7_noisy = Claim(
    "histogram.footnote-7.noisy",
    "histogram",
    "own",
    says="with the same noise, k - 1 noisy counts leak strictly less of every record than k",
    scope="stands beside footnote 7, which is about true counts; Theorem 4 is about k noisy ones. "
    "Without the last one, the worst outcome of every "
    "record leaks strictly less, for every n, k >= 2, b > 0 and prior: over Q_alpha at most "
    "-log(alpha + alpha q + (1 - 2 alpha) q^2) with q = e^(-1/b), against "
    "-log(alpha + (1 - alpha) q^2). (The DP level stays 2/b for k >= 3, and is 1/b for k = 2.)",
    asserts=(
        Assertion(
            histograms(records=2, classes=3, tries=25),
            (
                Compared(WITHOUT_LAST, "<", WORST),
                Compared(
                    WITHOUT_LAST,
                    "<=",
                    of_release(
                        "-log(alpha + alpha e^(-1/b) + (1 - 2 alpha) e^(-2/b))", -sp.log(_SUM)
                    ),
                ),
            ),
            (at_least(CLASSES, 2),),
        ),
    ),
    reductions=(ONE_RECORD, COUNTS),
    parts=(
        follows(
            "a record in a counted class leaks less than the k counts at their worst",
            (*_SHARES, p_1 < 1),
            relate(sp.log(FIRST / _MIXED), "<", LEAKAGE),
            _prove_fewer,
        ),
        follows(
            "and so does a record in the class that is not counted",
            (b > 0, alpha > 0, alpha <= p_k, p_k < 1),
            relate(sp.log(UNCOUNTED / (p_k * UNCOUNTED + (1 - p_k) * COUNTED)), "<", LEAKAGE),
            _prove_uncounted,
        ),
        Part("which leak as much as the bound at the smallest class", ATTAINED, prove_attained),
        follows(
            "in numbers: a record in a counted class",
            _SHARES,
            relate(sp.log(FIRST / _MIXED), "<=", -sp.log(_SUM)),
            _prove_fewer,
        ),
        follows(
            "in numbers: a record in the class that is not counted",
            (b > 0, alpha > 0, alpha <= sp.Rational(1, 2), alpha <= p_k, p_k <= 1),
            relate(
                sp.log(UNCOUNTED / (p_k * UNCOUNTED + (1 - p_k) * COUNTED)), "<=", -sp.log(_SUM)
            ),
            _prove_uncounted,
        ),
    ),
)
