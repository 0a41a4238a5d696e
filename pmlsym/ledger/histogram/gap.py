"""The utility gap of Fig. 1: large at small levels, and vanishing as they tend to 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.calibration import CLOSED_FORM, b2, epsilon
from pmlsym.ledger.histogram.distances import LESS_NOISE
from pmlsym.ledger.histogram.normalised import (
    BIN,
    DISTURBED,
    DP_VARIATION,
    MEANS,
    OFF,
    OFF_LATER,
    ORDERED,
    PML_VARIATION,
    POSITIVE,
    SCALES,
    SHOWN,
    SHOWN_LATER,
    S,
    T,
    n,
    noise,
    number_of,
    prove_ordered,
)
from pmlsym.ledger.histogram.readings import b
from pmlsym.ledger.lemmas import SUM, at
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.proof.witness import Sample
from pmlsym.statements.arithmetic import add, divide, exp, minus, multiply
from pmlsym.statements.assertion import Assertion, Compared, Domain, Enclosed, Property, Quantity
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.instances.released.published import Disturbed, Published, mean_variation
from pmlsym.statements.values import ZERO, Value, order

if TYPE_CHECKING:
    import numpy as np

    from pmlsym.arrays import FloatArray

added, share, later, gained, lost = reals("w u v g h")

# --- the gap of one release vanishes --------------------------------------------------------------

_GAP = BIN.mean(sp.Abs(OFF_LATER)) - BIN.mean(sp.Abs(OFF))
_GAINED = SHOWN_LATER / T - b * SHOWN_LATER / (b2 * S)
_LOST = SHOWN / S - b * SHOWN_LATER / (b2 * S)
VANISHES = Goal(
    (
        *SCALES,
        *POSITIVE,
        *MEANS,
        relate(added, "==", BIN.mean(sp.Max(noise, 0))),
        added > 0,
    ),
    relate(_GAP, "<=", 2 * n / (b * added)),
)


def _in_a_bin() -> Step:
    """Prove |q' - p| - |q - p| <= g + h, where q' is q + g - h, for the shares of a bin."""
    zero = sp.Integer(0)
    given = (*ORDERED, *BIN.sure)
    moved = relate(later, "==", share + gained - lost)
    sizes = relate(sp.Abs(later) - sp.Abs(share), "<=", gained + lost)
    triangle = Decided(Goal((gained >= 0, lost >= 0, moved), sizes))
    rate = 1 / T - b / (b2 * S)
    rates = Decided(Goal(ORDERED, relate(rate, ">=", zero)))
    more = Decided(Goal(given, relate(SHOWN_LATER * rate, ">=", zero)), (rates,))
    less = Decided(Goal(given, relate(SHOWN - b * SHOWN_LATER / b2, ">=", zero)))
    return Decided(
        Goal(given, relate(sp.Abs(OFF_LATER) - sp.Abs(OFF), "<=", _GAINED + _LOST)),
        (
            Decided(Goal(given, relate(_GAINED, ">=", zero)), (more,)),
            Decided(Goal(given, relate(_LOST, ">=", zero)), (less,)),
            Decided(Goal(given, relate(OFF_LATER, "==", OFF + _GAINED - _LOST))),
            at(triangle, u=OFF, v=OFF_LATER, g=_GAINED, h=_LOST),
        ),
    )


def _prove_vanishes(goal: Goal) -> Step:
    """Prove the upper bound 2 n/(b w) of the gap by averaging over the bins.

    The average is at most 2 (1 - (T/b2)/(S/b)), which is at most 2 n/S, and S is at least b w.
    """
    given = goal.hypotheses
    share_lost = 2 * (1 - b * T / (b2 * S))
    most = Decided(
        Goal(given, relate(_GAP, "<=", share_lost)), (*prove_ordered(), BIN.over(_in_a_bin()))
    )
    least = BIN.averaged(relate(SHOWN, ">=", b * sp.Max(noise, 0)), SCALES)
    larger = Decided(Goal(given, relate(S, ">=", b * added)), (least,))
    ends = (relate(share_lost, "<=", 2 * n / S), relate(2 * n / S, "<=", 2 * n / (b * added)))
    known = (*ORDERED, relate(S, ">=", b * added), added > 0)
    bounds = [Decided(Goal(known, end)) for end in ends]
    return Decided(goal, (*prove_ordered(), most, larger, *bounds))


_SOME_ADDED = Property[Disturbed](
    "some z_j > 0", r"\max_jz_j>0", lambda instance: any(z > 0 for z in instance.noise)
)


def _of_release(instance: Disturbed) -> Value:
    return add(DP_VARIATION.of(instance), minus(PML_VARIATION.of(instance)))


def _most(instance: Disturbed) -> Value:
    upwards = sum((max(z, ZERO) for z in instance.noise), ZERO)
    return divide(Fraction(instance.records), multiply(number_of(instance, CLOSED_FORM), upwards))


limit = Claim(
    "histogram.figure-1.regime.limit",
    "histogram",
    "own",
    says="whatever the noise, the gap in the TVD is at most n/(b' sum_j max(z_j, 0)), so it "
    "vanishes as epsilon -> 0",
    scope="stands beside histogram.figure-1.regime: every n, k, true histogram, alpha in (0, 1/k] "
    "and epsilon < log(1/alpha), noise by noise, before counts are rounded; b' is the "
    "PML-calibrated scale, which grows without bound as epsilon -> 0. Both releases come to be the "
    "same noise, clipped at 0. So does the mean gap vanish: no TVD is above 1, and where no z_j is "
    "positive both releases are 0 from some scale on",
    asserts=(
        Assertion(
            DISTURBED,
            (
                Compared(
                    Quantity[Disturbed](
                        "TVD with DP noise - TVD with PML noise",
                        r"\mathrm{TVD}_{\mathrm{DP}}-\mathrm{TVD}_\alpha",
                        _of_release,
                    ),
                    "<=",
                    Quantity[Disturbed](
                        "n/(b' sum_j max(z_j, 0))", r"\frac n{b'\sum_j\max(z_j,0)}", _most
                    ),
                ),
            ),
            (_SOME_ADDED,),
        ),
    ),
    reductions=(SUM,),
    parts=(
        LESS_NOISE,
        Part(
            "half the mean over the bins of |p_j - q_j| is by at most n/(b w) smaller at the "
            "smaller scale, n and w the means over the bins of counts and of noise that adds",
            VANISHES,
            _prove_vanishes,
        ),
    ),
)

# --- and is large at a small level ----------------------------------------------------------------

_EVEN = Published(
    (500, 500),
    Parameters.of(alpha=Fraction(1, 4), epsilon=Fraction(1, 20), epsilon2=Fraction(1)),
)


def _draw_even(_: int, random: Random) -> Published:
    return _EVEN


def _other(instance: Published) -> str:
    """Return why the histogram is another one, or the levels are out of range; else empty."""
    if instance.counts != _EVEN.counts:
        return "The counts have to be 500 and 500."
    wrong = instance.outside(("alpha",), ("epsilon", "epsilon2"))
    if not wrong and order(instance.numbers["epsilon"], instance.numbers["epsilon2"]) >= 0:
        return "epsilon has to be below epsilon2."
    return wrong


_THOUSAND = Domain(
    "1000 records in two even bins, published with Laplace noise, clipped at 0, rounded and "
    "divided by their sum, alpha in (0, 1/k] and levels epsilon < epsilon' below log(1/alpha)",
    r"n=1000,\ k=2,\ \alpha\in(0,\tfrac1k],\ \varepsilon<\varepsilon'<\log\tfrac1\alpha",
    Published,
    _draw_even,
    tries=1,
    outside=_other,
)


def _mean_gap(instance: Published, level: str, top: bool) -> Value:
    """Return the lower or the upper end of the gap in the mean distance at a level."""
    ends = []
    for scale in (2 / epsilon, CLOSED_FORM):
        half_decay = exp(multiply(Fraction(-1, 2), number_of(instance, 1 / scale, level)))
        ends.append(mean_variation(instance.counts, half_decay))
    (dp_low, dp_high), (pml_low, pml_high) = ends
    return dp_high - pml_low if top else dp_low - pml_high


def _ten_times(instance: Published, top: bool) -> Value:
    return multiply(Fraction(10), _mean_gap(instance, "epsilon2", top))


def _sampled() -> Sample:
    import numpy as np

    from pmlsym.laplace.calibrate import calibrate
    from pmlsym.laplace.experiment import RECORDS, published, total_variation

    floor, size, repetitions = 0.05, 10, 500

    def search(rng: np.random.Generator) -> Iterator[float]:
        counts = np.full(size, RECORDS // size)
        noise = rng.laplace(size=(repetitions, size))

        def gaps(level: float) -> FloatArray:
            dp, pml = (
                total_variation(counts, published(counts + scale * noise), "total")
                for scale in (2 / level, float(calibrate(level, floor)))
            )
            return np.asarray(dp - pml)

        peak = gaps(0.03)
        for level in (*np.geomspace(0.0005, 0.005, 20), *np.geomspace(0.2, 2.5, 20)):
            less = gaps(level) - peak
            yield float(less.mean() + 4 * less.std() / repetitions**0.5)

    return Sample(
        "1000 records, 10 bins, alpha = .05, with rounding: the gap at 20 levels from .0005 to "
        ".005 and 20 from .2 to 2.5, plus four standard errors, less that at .03",
        search,
        1996,
    )


regime = Claim(
    "histogram.figure-1.regime",
    "histogram",
    "Sec. I, Sec. III-B",
    says="in one example the gap in the mean TVD is much larger at a small epsilon than at a large "
    "one: of 1000 records in two even bins and for alpha = 1/4, more than ten times as large at "
    "1/20 as at 1",
    scope="the paper: 'The utility gap becomes particularly pronounced in the high-privacy "
    "regime, i.e., when eps is very small', of the total variation between the true and the "
    "published histogram, clipped, rounded and divided by its sum. Read as an observation on the "
    "plotted levels, which the text does not give, and shown by one example with the paper's n, "
    "and bins of equal counts where the paper draws records: both means are enclosed, with every "
    "chance rounded down. It is not so for every small epsilon: as epsilon -> 0 the gap vanishes "
    "(histogram.figure-1.regime.limit). Sampled, which decides nothing, for 1000 records and 10 "
    "bins at alpha = .05 it is about .0004, .007, .009, .005 and .0008 at epsilon = .0005, .01, "
    ".03, .1 and 1; relatively it is least at small levels, .07 percent at .0005 and 9 percent at "
    "1. The level of the largest gap grows like k/n, and for few records it is at no small level. "
    "Another reading, of counts divided by the public n, has no end: there the gap grows without "
    "bound as epsilon -> 0 (histogram.figure-1.regime.by-n)",
    asserts=(
        Assertion(
            _THOUSAND,
            (
                Enclosed(
                    Quantity[Published](
                        "the gap at epsilon",
                        r"\mathrm{gap}(\varepsilon)",
                        lambda instance: _mean_gap(instance, "epsilon", top=False),
                    ),
                    ">",
                    Quantity[Published](
                        "10 times the gap at epsilon'",
                        r"10\,\mathrm{gap}(\varepsilon')",
                        lambda instance: _ten_times(instance, top=False),
                    ),
                    left_top=lambda instance: _mean_gap(instance, "epsilon", top=True),
                    right_top=lambda instance: _ten_times(instance, top=True),
                ),
            ),
            exists=True,
        ),
    ),
    models=(_EVEN,),
    observed=(_sampled,),
)
