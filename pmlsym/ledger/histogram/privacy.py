"""Differential privacy of the release: one entry changes at most two bins."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.readings import CLASSES, DP_LEVEL, TWICE, at_least
from pmlsym.ledger.histogram.release import DP, b, s, u
from pmlsym.ledger.part import follows
from pmlsym.ledger.trials.histograms import TWO_BINS
from pmlsym.ledger.writing import relate
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.releases.of_releases import histograms

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
    TWO_BINS,
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
