"""Mean distances of published counts over the public n: another interpretation of Fig. 1."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.laplace import histogram_dp
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.calibration import CLOSED_FORM, ONE, REACHED, b2, epsilon
from pmlsym.ledger.histogram.readings import LEAKAGE, alpha, b, formula, some_floor, some_level
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Rounded, Term, reals
from pmlsym.proof.steps import Decided, Nearest, OrderKept, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import exp, multiply
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.instances.released.published import Published
from pmlsym.statements.values import Value

alpha2, noise, held = reals("alpha2 Z c")

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
_BIN = AnyLaw((noise, held), held >= 0)
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


# --- instances -----------------------------------------------------------------------------------

BINS = PaperTheorem(
    "bin by bin",
    "the mean distance is the sum over the bins of E|Y_j - c_j|, over 2n, and |Y_j - c_j| is the "
    "rounded size of max(b Z, -c_j), where Z is Laplace noise of scale 1",
    "means add; c_j is a whole number, so rounding c_j + b Z, or 0 where that is less, is c_j plus "
    "what is rounded of max(b Z, -c_j), but for ties, which have probability 0; rounding is odd",
)


def draw_counts(i: int, random: Random) -> tuple[int, ...]:
    """Return a true histogram: of one record, of equal bins, with empty bins, or random."""
    edges = ((1, 0), (1, 1), (0, 0, 3), (2, 2, 2), (5, 0))
    if i < len(edges):
        return edges[i]
    return (random.randint(1, 4), *(random.randint(0, 4) for _ in range(random.randint(1, 3))))


def _some_published(i: int, random: Random) -> Published:
    counts = draw_counts(i, random)
    one, other = (some_floor(j, random, len(counts)) for j in (i % 7, i // 2))
    level = some_level(i % 6, random, max(one, other))
    return Published(counts, Parameters.of(alpha=one, alpha2=other, epsilon=level))


PUBLISHED = Domain(
    "every true histogram, published with Laplace noise, clipped at 0 and rounded, alpha and "
    "alpha' in (0, 1/k] and epsilon in (0, min(log(1/alpha), log(1/alpha')))",
    r"\forall (c_1,\dots,c_k),\ \alpha,\alpha'\in(0,\tfrac1k],\ \varepsilon<\log\tfrac1\alpha,"
    r"\ \varepsilon<\log\tfrac1{\alpha'}",
    Published,
    _some_published,
    tries=60,
    outside=lambda instance: instance.outside(("alpha", "alpha2"), ("epsilon",)),
)


def distance(
    text: str, latex: str, scale: Term, level: str = "epsilon", floor: str = "alpha"
) -> Quantity[Published]:
    """Return the mean distance with noise of a scale, a formula in alpha and epsilon."""

    def numbers(instance: Published) -> dict[str, Value]:
        return {"alpha": instance.numbers[floor], "epsilon": instance.numbers[level]}

    inverse = formula("", 1 / scale, numbers)

    def of(instance: Published) -> Value:
        return instance.mean_distance(exp(multiply(Fraction(-1, 2), inverse.of(instance))))

    return Quantity(text, latex, of)


DP_DISTANCE = distance(
    "E|published - true|/(2n) with DP noise", r"\mathbb E\,d_{\mathrm{DP}}", 2 / epsilon
)
PML_DISTANCE = distance(
    "E|published - true|/(2n) with PML noise", r"\mathbb E\,d_\alpha", CLOSED_FORM
)

LESS_NOISE = follows(
    "the PML-calibrated scale is smaller than 2/epsilon",
    CALIBRATED,
    relate(b, "<", histogram_dp(epsilon)),
    _prove_less_noise,
)

# --- a larger floor ------------------------------------------------------------------------------

_LESS_SCALE = Goal(
    (
        *REACHED[:2],
        alpha2 > alpha,
        alpha2 < 1,
        epsilon > 0,
        relate(alpha2 * sp.exp(epsilon), "<", ONE),
    ),
    relate(CLOSED_FORM.subs(alpha, alpha2), "<", CLOSED_FORM),
)


def _prove_less_scale(goal: Goal) -> Step:
    given = goal.hypotheses
    rates = [sp.log((1 - a) / (sp.exp(-epsilon) - a)) for a in (alpha, alpha2)]
    positive = compare_exponentials(Goal(given, relate(rates[0], ">", sp.Integer(0))))
    order = compare_exponentials(Goal(given, relate(rates[0], "<", rates[1])))
    return Decided(goal, (positive, order))


LARGER_FLOOR = Part("a larger floor needs a smaller scale", _LESS_SCALE, _prove_less_scale)

by_n = Claim(
    "histogram.calibration.utility.by-n",
    "histogram",
    "own",
    says="another reading of the TVD, published counts over the public n: at equal epsilon its "
    "mean is lower with PML-calibrated noise than with DP noise, and lower for a larger alpha",
    scope="stands beside histogram.calibration.utility and histogram.tvd. Half the sum of "
    "|published - true| over n is no distance of distributions, as published counts do not add up "
    "to n: it has no upper bound, and for n = 1000, k = 10, epsilon = .0005 its mean with DP noise "
    "is above 10. "
    "Clipping and rounding are included. Every alpha in (0, 1/k], epsilon < log(1/alpha), n, k and "
    "true histogram, hence random ones too; strictly, for alpha < alpha' < e^-epsilon (beyond that "
    "no noise is needed)",
    asserts=(
        Assertion(PUBLISHED, (Compared(PML_DISTANCE, "<", DP_DISTANCE),)),
        Assertion(
            PUBLISHED,
            (
                Compared(
                    distance(
                        "E|published - true|/(2n) with PML noise for alpha'",
                        r"\mathbb E\,d_{\alpha'}",
                        CLOSED_FORM,
                        floor="alpha2",
                    ),
                    "<",
                    PML_DISTANCE,
                ),
            ),
            (
                Compared(
                    Quantity[Published](
                        "alpha", r"\alpha", lambda instance: instance.numbers["alpha"]
                    ),
                    "<",
                    Quantity[Published](
                        "alpha'", r"\alpha'", lambda instance: instance.numbers["alpha2"]
                    ),
                ),
            ),
        ),
    ),
    reductions=(BINS,),
    parts=(
        LESS_NOISE,
        LARGER_FLOOR,
        Part(
            "a smaller scale gives a smaller mean error of a clipped and rounded bin, under every "
            "law that gives noise between 1/(2b) and 1/(2b') positive probability, as Laplace's",
            LESS_ERROR,
            _prove_less_error,
        ),
    ),
)
