"""The looseness of the bound of Sec. IV, and the composed level of differential privacy."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.histogram.composition import COMPOSED
from pmlsym.ledger.histogram.readings import (
    CLASSES,
    DP,
    DP_LEVEL,
    TWICE,
    at_least,
    b,
    k,
    of_release,
    s,
    u,
)
from pmlsym.ledger.histogram.relaxation import QUADRATIC
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import relate
from pmlsym.proof.steps import Decided
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import add, multiply
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.instances.released.histogram import as_kind, histogram
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.releases.of_releases import histograms
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.values import ZERO, Value

# --- differential privacy of the release: one entry changes at most two bins ----------------------

# The entry is in bin 1 or in bin 2; without it the outcome lacks s and u there.
HERE, THERE = sp.Abs(s - 1) + sp.Abs(u), sp.Abs(s) + sp.Abs(u - 1)
_LOG_RATIO = (THERE - HERE) / b

NEIGHBOURS = PaperTheorem(
    "two bins of a neighbour",
    "the log-ratio of the densities of two neighbouring databases is "
    "(|s| + |u - 1| - |s - 1| - |u|)/b, where s and u are what the outcome lacks, without the "
    "changed entry, in the bin that it left and in the bin that it joined",
    "an entry is counted in one bin, so a change takes one from a bin and adds one to another; "
    "all other bins hold the same in both databases, and noise is independent, so their factors "
    "cancel; s and u take all real values, as the outcome does",
)

# Upper and lower bound of the release's DP level.
IS_TWO_OVER_B = (
    follows(
        "moving an entry changes the log-density of an outcome by at most 2/b",
        (b > 0,),
        relate(sp.Abs(_LOG_RATIO), "<=", DP),
    ),
    follows(
        "and by 2/b where the outcome has too many in the one bin and too few in the other",
        (b > 0, s >= 1, u <= 0),
        relate(_LOG_RATIO, "==", DP),
    ),
)


def _bins_moved(instance: Release) -> Fraction:
    """Return the largest number of bins in which neighbouring databases differ."""
    return Fraction(
        max(
            sum(
                one != other
                for one, other in zip(instance.answers(x), instance.answers(y), strict=True)
            )
            for x, y in instance.neighbours()
        )
    )


BINS_MOVED = Quantity[Release](
    "the most bins in which neighbours differ",
    r"\max_{x\sim x^*}|\{j:f_j(x)\ne f_j(x^*)\}|",
    _bins_moved,
)
TWO = Quantity[Release]("2", "2", lambda _: Fraction(2))
SENSITIVITY = Quantity[Release](
    "the l1-sensitivity", r"\Delta_1", lambda instance: instance.sensitivity
)

sensitivity = Claim(
    "histogram.sensitivity",
    "histogram",
    "Sec. I, Sec. III-A",
    says="modifying an entry affects at most two bins; Laplace noise of scale b gives DP at 2/b, "
    "and no smaller level",
    scope="every n >= 1, k >= 2 and b > 0, over all pairs of neighbouring databases and all "
    "outcomes; the paper calls 2/b 'the DP parameter', so both directions are read. Records are "
    "named by their class; the paper has any set of records, where the counts depend on the class "
    "alone",
    asserts=(
        Assertion(
            histograms(records=2, classes=3, tries=60),
            (
                Compared(DP_LEVEL, "=", TWICE),
                Compared(BINS_MOVED, "<=", TWO),
                Compared(SENSITIVITY, "=", TWO),
            ),
            (at_least(CLASSES, 2),),  # a single bin never changes
        ),
    ),
    reductions=(NEIGHBOURS,),
    parts=(*IS_TWO_OVER_B,),
)


# --- the looseness of the bound of Sec. IV, and the composed level of differential privacy --------

_FOUR = COMPOSED.subs(k, 4)
_LOOSER = f"{in_language(COMPOSED)} %s {in_language(QUADRATIC)}"
_LOOSER_OF_FOUR = f"{in_language(_FOUR)} %s {in_language(QUADRATIC)}"
_WHERE = "where b > 0, alpha > 0, alpha <= 1/k"

looser = Claim(
    "histogram.composition.looser",
    "histogram",
    "Sec. IV",
    says="the composed number can be significantly larger than (4): r times as large from "
    "k = 4r + 1 on; larger at all if and only if k >= 5, or k = 4 and b > alpha^2/(2(1 - alpha))",
    scope="the paper says 'can be significantly looser'; read as: for every factor r it is at "
    "least r times (4) from k = 4r + 1 on, at every b > 0 and alpha in (0, 1/k]. For k = 2, "
    "k = 3, and for k = 4 with b <= alpha^2/(2(1 - alpha)), it is not larger than (4)",
    **stated(
        f"numbers alpha, b, k, r: {in_language(COMPOSED)} >= r*({in_language(QUADRATIC)}) "
        f"{_WHERE}, k >= 2, r > 0, k >= 4*r + 1",
        f"numbers alpha, b, k: {_LOOSER % '>'} {_WHERE}, k >= 5",
        f"numbers alpha, b, k: {_LOOSER % '<'} {_WHERE}, k >= 2, k <= 3",
        f"numbers alpha, b: {_LOOSER_OF_FOUR % '>'} "
        "where b > alpha^2/(2*(1 - alpha)), alpha > 0, alpha <= 1/4",
        f"numbers alpha, b: {_LOOSER_OF_FOUR % '<='} "
        "where b <= alpha^2/(2*(1 - alpha)), b > 0, alpha > 0, alpha <= 1/4",
        prove=Decided,
    ),
)

# --- differential privacy ------------------------------------------------------------------------


def _composed(instance: Release, counts: int) -> Value:
    """Return the sum of the DP levels of single noisy counts, each from its definition."""
    total: Value = ZERO
    for row, y in list(zip(instance.workload, instance.outcome, strict=True))[:counts]:
        total = add(total, as_kind(Release, instance, (row,), (y,)).dp)
    return total


COMPOSED_DP = Quantity[Release](
    "the sum of the DP levels of k - 1 noisy counts",
    r"\sum_{j<k}\varepsilon_{\mathrm{DP},j}",
    lambda instance: _composed(instance, instance.classes - 1),
)
_ALL_COUNTS = Quantity[Release](
    "the sum of the DP levels of k noisy counts",
    r"\sum_{j\le k}\varepsilon_{\mathrm{DP},j}",
    lambda instance: _composed(instance, instance.classes),
)
_RELEASES = histograms(records=1, classes=5, tries=60)
_FEWER = histograms(records=2, classes=4, tries=25)
_LARGER = Compared(COMPOSED_DP, ">", DP_LEVEL)

dp_repair = Claim(
    "histogram.composition.dp.repair",
    "histogram",
    "Sec. IV",
    says="the composed level is (k-1)/b, and k/b for k counts; it is larger than 2/b for k >= 4, "
    "(k-1)/2 times as large for every k",
    scope="every n and b > 0; at k = 3 both are equal, at k = 2 composition gives less, as it "
    "counts one noisy count. As k independent counts (Sec. I) composition gives k/b, which is "
    "larger than 2/b from k = 3 on. 'Much larger' by a factor r: from k = 2r + 1 on",
    asserts=(
        Assertion(_RELEASES, (_LARGER,), (at_least(CLASSES, 4),)),
        Assertion(
            _FEWER,
            (
                Compared(COMPOSED_DP, "=", of_release("(k-1)/b", (k - 1) / b)),
                Compared(_ALL_COUNTS, "=", of_release("k/b", k / b)),
                Compared(
                    COMPOSED_DP,
                    "=",
                    Quantity[Release](
                        "(k-1)/2 times the DP level of the release",
                        r"\tfrac{k-1}2\varepsilon_{\mathrm{DP}}",
                        lambda instance: multiply(Fraction(instance.classes - 1, 2), instance.dp),
                    ),
                ),
            ),
            (at_least(CLASSES, 2),),
        ),
    ),
    reductions=(NEIGHBOURS,),
    parts=(
        follows(
            "one count changes its log-density by at most 1/b",
            (b > 0,),
            relate(sp.Abs(sp.Abs(s - 1) - sp.Abs(s)) / b, "<=", 1 / b),
        ),
        follows(
            "and by 1/b where the outcome has too many",
            (b > 0, s >= 1),
            relate((sp.Abs(s) - sp.Abs(s - 1)) / b, "==", 1 / b),
        ),
        *IS_TWO_OVER_B,
        follows("k >= 4: larger", (b > 0, k >= 4), relate((k - 1) / b, ">", DP)),
        follows(
            "k = 2 and k = 3: not larger", (b > 0, k >= 2, k <= 3), relate((k - 1) / b, "<=", DP)
        ),
        follows("k counts: larger from k = 3 on", (b > 0, k >= 3), relate(k / b, ">", DP)),
    ),
)

dp = Claim(
    "histogram.composition.dp",
    "histogram",
    "Sec. IV",
    says="the composed DP level (k-1)/b is larger than 2/b",
    scope="the paper: composition applied to the counting query yields the DP level (k-1)/b, much "
    "larger than 2/b. That the composed level is (k-1)/b is right. No k is named where the "
    "sentence is about every histogram, so it is read for every k >= 2, and as 'larger' only; it "
    "fails for k = 2 and k = 3, for every n and b. An author would answer: this is about many "
    "bins, as 'much' shows, and Sec. I counts k bins and not k - 1. That reading is the repair, "
    "with the factor (k-1)/2 for 'much'; the verdict stands because Sec. IV counts k - 1, excludes "
    "no k, and for two or three bins composition gives no more than 2/b. The mistake is its own, "
    "not that of histogram.composition.bound: with k counts, as released, it fails for k = 2 still",
    asserts=(Assertion(_RELEASES, (_LARGER,)),),
    models=(histogram(Fraction(1, 3), Fraction(1, 2), outcome=[1, 0, 0]),),
    repair=dp_repair,
)
