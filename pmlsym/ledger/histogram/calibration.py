"""Choosing the scale: when one exists, what it saves, and in which sense the gap is largest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import sympy as sp

from pmlsym.formulas.laplace import histogram_dp, histogram_scale
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.relaxation import above_line, below_hyperbola
from pmlsym.ledger.histogram.release import LEAKAGE, alpha, b
from pmlsym.ledger.laws import Law
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Rounded, Term, reals
from pmlsym.proof.steps import Decided, Exhibited, Nearest, OrderKept, Step
from pmlsym.proof.witness import Sample, Witness

if TYPE_CHECKING:
    import numpy as np

epsilon, eps2, b2 = reals("epsilon eps2 b2")
noise, held = reals("Z c")

ONE = sp.Integer(1)

# --- a scale for every epsilon -------------------------------------------------------------------

EVERY = Goal(
    (alpha > 0, alpha <= sp.Rational(1, 2), epsilon > 0),
    relate(LEAKAGE, "==", epsilon),
    (b,),
    (b > 0,),
)


def _refute_every(goal: Goal) -> Witness:
    half, level = sp.Rational(1, 2), sp.log(4)
    wanted = relate(LEAKAGE.subs(alpha, half), "!=", level)
    never = compare_exponentials(Goal((b > 0,), wanted))
    return Witness(
        goal,
        {alpha: half, epsilon: level},
        "two bins of probability 1/2: the leakage stays below log 2 < log 4 however "
        "little noise is added",
        never=never,
    )


CLOSED_FORM = histogram_scale(epsilon, alpha)
REACHED = (alpha > 0, alpha < 1, epsilon > 0, relate(alpha * sp.exp(epsilon), "<", ONE))
SOLVED = Goal(REACHED, relate(LEAKAGE, "==", epsilon), (b,), (b > 0,))


def _prove_solved(goal: Goal) -> Step:
    given = goal.hypotheses
    inside = sp.log((1 - alpha) / (sp.exp(-epsilon) - alpha))
    positive = compare_exponentials(Goal(given, relate(inside, ">", sp.Integer(0))))
    scale = Decided(Goal(given, relate(CLOSED_FORM, ">", sp.Integer(0))), (positive,))
    example = Goal(given, goal.conclusion).instance({b: CLOSED_FORM})
    return Exhibited(
        goal, {b: CLOSED_FORM}, (scale, compare_exponentials(Goal(given, example.conclusion)))
    )


def _prove_never(goal: Goal) -> Step:
    return compare_exponentials(goal)


def _prove_falls_with_scale(goal: Goal) -> Step:
    order = Decided(Goal((b > 0, b2 > b), relate(2 / b2, "<", 2 / b)))
    return compare_exponentials(goal, (OrderKept(order, sp.exp),))


calibration_repair = Claim(
    "histogram.calibration.repair",
    "histogram",
    "Sec. III-B",
    says="it has one if and only if epsilon < log(1/alpha): 2/log((1-alpha)/(e^-epsilon - alpha))",
    statement=r"\varepsilon_{\mathrm{PML}}(b')=\varepsilon\text{ has a solution }b'>0\iff"
    r"0<\varepsilon<\log\tfrac1\alpha,\quad "
    r"b'=\frac2{\log\frac{1-\alpha}{e^{-\varepsilon}-\alpha}}",
    scope="every alpha in (0, 1); from epsilon = log(1/alpha) on every scale satisfies "
    "the guarantee, "
    "no noise included, and there is nothing to calibrate",
    parts=(
        Part(
            "for 0 < epsilon < log(1/alpha) the closed form solves the equation",
            SOLVED,
            _prove_solved,
        ),
        Part(
            "for epsilon >= log(1/alpha) the leakage is below epsilon at every scale",
            Goal(
                (alpha > 0, alpha < 1, b > 0, relate(alpha * sp.exp(epsilon), ">=", ONE)),
                relate(LEAKAGE, "<", epsilon),
            ),
            _prove_never,
        ),
        Part(
            "the leakage falls as the scale grows, so the solution is the smallest safe scale",
            Goal((alpha > 0, alpha < 1, b > 0, b2 > b), relate(LEAKAGE.subs(b, b2), "<", LEAKAGE)),
            _prove_falls_with_scale,
        ),
    ),
)

calibration = Claim(
    "histogram.calibration",
    "histogram",
    "Sec. III-B",
    says="for every epsilon > 0 some scale b' has exactly the leakage epsilon",
    statement=r"\forall\varepsilon>0\ \exists b'>0:\ \varepsilon_{\mathrm{PML}}(b')=\varepsilon",
    scope="every alpha in (0, 1/2] and epsilon > 0",
    parts=(Part("every epsilon > 0 is the leakage at some scale", EVERY, refute=_refute_every),),
    repair=calibration_repair,
)

# --- what the smaller scale buys -----------------------------------------------------------------

CALIBRATED = (alpha > 0, alpha < 1, b > 0, relate(epsilon, "==", LEAKAGE))


def _prove_less_noise(goal: Goal) -> Step:
    rises = compare_exponentials(
        Goal(
            (alpha > 0, alpha < 1, b > 0),
            relate(sp.log(1 - alpha + alpha * sp.exp(2 / b)), ">", sp.Integer(0)),
        )
    )
    positive = compare_exponentials(
        Goal((alpha > 0, alpha < 1, b > 0), relate(LEAKAGE, ">", sp.Integer(0)))
    )
    return Decided(goal, (rises, positive))


def _error(scale: Term) -> Term:
    """Return |published - true| of one bin that holds c records: noise, then clipping."""
    return sp.Abs(sp.Max(scale * noise, -held))


# Noise in this band is rounded away at the smaller scale and not at the larger one. The Laplace
# density is positive everywhere, so the band has positive probability.
BAND = sp.And(noise > 1 / (2 * b2), noise < 1 / (2 * b))
_BIN = Law((noise, held), held >= 0)
_SMALL, _LARGE = _error(b), _error(b2)

LESS_ERROR = Goal(
    (b > 0, b2 > b, relate(_BIN.chance(BAND), ">", sp.Integer(0))),
    relate(_BIN.mean(Rounded(_SMALL)), "<", _BIN.mean(Rounded(_LARGE))),
)


def _prove_less_error(goal: Goal) -> Step:
    given = (b > 0, b2 > b, held >= 0)
    weak = OrderKept(Decided(Goal(given, relate(_SMALL, "<=", _LARGE))), Rounded)
    banded = (*given, *BAND.args)
    away = Nearest(Decided(Goal(banded, relate(_SMALL, "<", ONE / 2))), 0)
    stays = Nearest(Decided(Goal(banded, relate(_LARGE, ">", ONE / 2))), 1)
    strict = Decided(Goal(banded, relate(Rounded(_SMALL), "<", Rounded(_LARGE))), (away, stays))
    return Decided(goal, (_BIN.strictly(weak, strict, BAND),))


def _own_total_reading() -> Sample:
    import numpy as np

    from pmlsym.laplace.calibrate import calibrate
    from pmlsym.laplace.experiment import noisy_histograms, total_variation

    def search(rng: np.random.Generator) -> Iterator[float]:
        for _ in range(40):
            bins = int(rng.integers(2, 11))
            floor = float(rng.uniform(0.2, 1) / bins)
            level = float(rng.uniform(0.05, 0.9) * -np.log(floor))
            counts = rng.multinomial(int(rng.integers(200, 2000)), np.full(bins, 1 / bins))
            pml, dp = (
                total_variation(counts, noisy_histograms(counts, scale, 2000, rng), "total")
                for scale in (calibrate(level, floor), 2 / level)
            )
            errors = np.hypot(pml.std(), dp.std()) / np.sqrt(2000)
            yield pml.mean() - dp.mean() - 4 * errors

    return Sample(
        "distances divided by the published total instead of n: mean with PML noise - mean with "
        "DP noise, less four standard errors",
        search,
        1996,
    )


utility = Claim(
    "histogram.calibration.utility",
    "histogram",
    "Fig. 1",
    says="at equal epsilon, PML-calibrated noise gives a lower mean TVD than DP noise",
    statement=r"\varepsilon_{\mathrm{PML}}(b')=\varepsilon_{\mathrm{DP}}(b)\;\Rightarrow\;"
    r"\mathbb E\,\mathrm{TVD}(b')<\mathbb E\,\mathrm{TVD}(b)",
    scope="every alpha in (0, 1), epsilon, n, k and true histogram; TVD as half the sum of "
    "|published - true| over n, clipping and rounding included; for distances divided by the "
    "published total a search is shown, which decides nothing",
    parts=(
        Part(
            "the PML-calibrated scale is smaller than 2/epsilon",
            Goal(CALIBRATED, relate(b, "<", histogram_dp(epsilon))),
            _prove_less_noise,
        ),
        Part(
            "a smaller scale gives a smaller mean error of a clipped and rounded bin, under every "
            "law that gives noise between 1/(2b) and 1/(2b') positive probability, as Laplace's",
            LESS_ERROR,
            _prove_less_error,
        ),
    ),
    observed=(_own_total_reading,),
)

# --- where the gap is largest --------------------------------------------------------------------

GAP = histogram_dp(epsilon) - b  # 2/b at the scale 2/epsilon is epsilon


def _prove_gap(goal: Goal) -> Step:
    positive = compare_exponentials(
        Goal((alpha > 0, alpha < 1, b > 0), relate(LEAKAGE, ">", sp.Integer(0)))
    )
    return Decided(goal, (positive, below_hyperbola(), above_line()))


regime = Claim(
    "histogram.figure-1.regime",
    "histogram",
    "Sec. III-B",
    says="the utility gap is most pronounced when epsilon is small",
    statement=r"\frac2\varepsilon-b'\ge\frac{2\alpha}\varepsilon+\alpha\to\infty\ ("
    r"\varepsilon\to0),\qquad "
    r"\alpha+\frac{\alpha\varepsilon}2\le1-\frac{b'}{2/\varepsilon}\le\alpha+\frac1{4b'}",
    scope="in the absolute sense: the saved noise (mean absolute noise of a bin) grows "
    "without bound "
    "as epsilon -> 0 and is bounded on every [eps0, log(1/alpha)); in the relative sense it is "
    "the other way round: the saved share is least there (alpha)",
    parts=(
        Part(
            "the saved scale is at least 2 alpha/epsilon + alpha",
            Goal(CALIBRATED, relate(GAP, ">=", 2 * alpha / epsilon + alpha)),
            _prove_gap,
        ),
        Part(
            "so it exceeds all savings 2/eps' - b' < 2/eps' at levels eps' > epsilon/alpha",
            Goal((*CALIBRATED, eps2 > epsilon / alpha, b2 > 0), relate(GAP, ">", 2 / eps2 - b2)),
            _prove_gap,
        ),
        Part(
            "the saved share of the scale is at least alpha + alpha epsilon/2",
            Goal(CALIBRATED, relate(GAP / (2 / epsilon), ">=", alpha + alpha * epsilon / 2)),
            _prove_gap,
        ),
        Part(
            "and at most alpha + 1/(4 b), so it tends to alpha as epsilon -> 0",
            Goal(CALIBRATED, relate(GAP / (2 / epsilon), "<=", alpha + 1 / (4 * b))),
            _prove_gap,
        ),
    ),
)
