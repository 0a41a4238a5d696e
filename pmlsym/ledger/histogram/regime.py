"""The regime with the largest gain of calibrating by PML, for counts over the public n."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.laplace import histogram_dp
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.calibration import CLOSED_FORM, epsilon
from pmlsym.ledger.histogram.distances import (
    BINS,
    CALIBRATED,
    DP_DISTANCE,
    PML_DISTANCE,
    distance,
    draw_counts,
)
from pmlsym.ledger.histogram.readings import LEAKAGE, alpha, b, formula, some_floor, some_level
from pmlsym.ledger.histogram.relaxation import above_line, below_hyperbola
from pmlsym.ledger.lemmas import AnyLaw, at, rises
from pmlsym.ledger.part import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import add, minus
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.instances.released.published import Published
from pmlsym.statements.values import LogOf, Value

t, epsilon2, held, j, bins, records = reals("t epsilon2 c j k n")
SAVED = histogram_dp(epsilon) - b  # 2/b at the scale 2/epsilon is epsilon

# --- the mean error of a bin ---------------------------------------------------------------------

_TAIL = AnyLaw((j,), j >= 1)
TAILS = PaperTheorem(
    "a mean is the sum of its tails",
    "E|Y - c| of a bin is (u(b) + sum_{j=1}^c e^{-(2j-1)/(2b)})/2 with u(b) = 1/(e^{1/(2b)} - "
    "e^{-1/(2b)}); the sum is c times a mean over j, and at most u(b)",
    "|Y - c| is a whole number: its mean is the sum over j >= 1 of P(Y >= c + j) + P(Y <= c - j). "
    "The first is P(N >= j - 1/2) = e^{-(2j-1)/(2b)}/2, a geometric series; so is the second for "
    "j <= c, and 0 beyond, as Y >= 0",
)


def above(scale: Term) -> Term:
    """Return u(b), twice the mean excess of a bin."""
    return 1 / (sp.exp(1 / (2 * scale)) - sp.exp(-1 / (2 * scale)))


def error(scale: Term) -> Term:
    """Return the mean error of a bin that holds c records."""
    return (above(scale) + held * _TAIL.mean(sp.exp(-(2 * j - 1) / (2 * scale)))) / 2


def _at_most_scale() -> Step:
    """Prove e^t - e^-t >= 2t for t >= 0."""
    return rises(sp.exp(t) - sp.exp(-t) - 2 * t, t, ())


def _at_least_scale() -> Step:
    """Prove 12 t >= (6 - t^2) (e^t - e^-t) for t >= 0."""
    gap = 12 * t - (6 - t**2) * (sp.exp(t) - sp.exp(-t))
    slope = sp.expand(sp.diff(gap, t))
    curvature = sp.expand(sp.diff(gap, t, 2))
    return rises(gap, t, (), rises(slope, t, (), rises(curvature, t, ())))


def _saved() -> tuple[Step, ...]:
    positive = compare_exponentials(
        Goal((alpha > 0, alpha < 1, b > 0), relate(LEAKAGE, ">", sp.Integer(0)))
    )
    return positive, below_hyperbola(), above_line()


def _prove_saved(goal: Goal) -> Step:
    return Decided(goal, _saved())


def _prove_bin(goal: Goal) -> Step:
    """Prove the gain of a bin: positive noise gives u(b), and negative noise decreases too."""
    given = (*CALIBRATED, j >= 1)
    less_noise = Decided(Goal(CALIBRATED, relate(SAVED, ">=", _SAVED_SCALE)), _saved())
    order = Decided(
        Goal(given, relate(-(2 * j - 1) / (2 * b), "<=", -(2 * j - 1) * epsilon / 4)), (less_noise,)
    )
    below = _TAIL.over(OrderKept(order, sp.exp))
    dp = Decided(
        Goal((epsilon > 0,), relate(above(2 / epsilon), ">=", 2 / epsilon - epsilon / 48)),
        (at(_at_least_scale(), t=epsilon / 4),),
    )
    pml = Decided(Goal((b > 0,), relate(above(b), "<=", b)), (at(_at_most_scale(), t=1 / (2 * b)),))
    level = Decided(Goal(CALIBRATED, epsilon > 0), _saved()[:1])
    upper = Decided(
        Goal(CALIBRATED, relate(above(2 / epsilon) - above(b), ">=", 2 * _LEAST)),
        (level, less_noise, dp, pml),
    )
    fewer, more = below.goal.conclusion.args
    lower = Decided(Goal(goal.hypotheses, relate(held * more, ">=", held * fewer)), (below,))
    return Decided(goal, (level, upper, lower))


def _prove_more(goal: Goal) -> Step:
    given = goal.hypotheses
    shrunk = Decided(Goal(given, relate(2 / epsilon2, "<=", alpha / epsilon)))
    most = Decided(
        Goal((epsilon2 > 0,), relate(above(2 / epsilon2), "<=", 2 / epsilon2)),
        (at(_at_most_scale(), t=epsilon2 / 4),),
    )
    level = Decided(Goal(given, epsilon2 > 0))
    return Decided(goal, (level, shrunk, most))


_SAVED_SCALE = 2 * alpha / epsilon + alpha
_LEAST = alpha / epsilon + alpha / 2 - epsilon / 96  # a lower bound of the gain of a bin

# --- instances -----------------------------------------------------------------------------------


def _two_levels(i: int, random: Random) -> Published:
    """Draw epsilon' and an epsilon that is often at most alpha epsilon'/2."""
    counts = draw_counts(i, random)
    floor = some_floor(i % 5, random, len(counts))
    high = some_level(i % 4, random, floor)
    share = Fraction(random.randint(1, 12), 10)
    low = 1 + share * floor / 2 * (1 - 1 / high.argument)
    levels = (high, LogOf(low)) if i % 5 == 4 else (LogOf(low), high)
    return Published(counts, Parameters.of(alpha=floor, epsilon=levels[0], epsilon2=levels[1]))


_INSTANCES = Domain(
    "every true histogram, published with Laplace noise, clipped at 0 and rounded, alpha in "
    "(0, 1/k], epsilon and epsilon' in (0, log(1/alpha))",
    r"\forall (c_1,\dots,c_k),\ \alpha\in(0,\tfrac1k],"
    r"\ 0<\varepsilon,\varepsilon'<\log\tfrac1\alpha",
    Published,
    _two_levels,
    tries=40,
    outside=lambda instance: instance.outside(("alpha",), ("epsilon", "epsilon2")),
)


def _numbers(instance: Published) -> dict[str, Value]:
    sizes = {"k": Fraction(len(instance.counts)), "n": Fraction(instance.records)}
    return {**sizes, **dict(instance.numbers.values)}


def _of(text: str, expression: Term) -> Quantity[Published]:
    return formula(text, expression, _numbers)


def _gap(
    text: str, latex: str, dp: Quantity[Published], pml: Quantity[Published]
) -> Quantity[Published]:
    return Quantity(text, latex, lambda instance: add(dp.of(instance), minus(pml.of(instance))))


GAP = _gap("the gap at epsilon", r"\mathrm{gap}(\varepsilon)", DP_DISTANCE, PML_DISTANCE)
FAR_GAP = _gap(
    "the gap at epsilon'",
    r"\mathrm{gap}(\varepsilon')",
    distance("", "", 2 / epsilon, "epsilon2"),
    distance("", "", CLOSED_FORM, "epsilon2"),
)
_SHARE = _of("the saved share 1 - b' epsilon/2 of the scale", 1 - CLOSED_FORM * epsilon / 2)
_SMALL = (
    Compared(_of("epsilon'", epsilon2), ">=", _of("2 epsilon/alpha", 2 * epsilon / alpha)),
    Compared(_of("epsilon", epsilon), "<", _of("48 alpha", 48 * alpha)),
)


by_n = Claim(
    "histogram.figure-1.regime.by-n",
    "histogram",
    "own",
    says="another reading of the TVD, published counts over the public n: the gap in its mean is "
    "most pronounced when epsilon is very small: larger at epsilon than at any epsilon' >= "
    "2 epsilon/alpha, and without bound",
    scope="stands beside histogram.figure-1.regime. Half the sum of |published - true| over n is "
    "no distance of distributions (histogram.calibration.utility.by-n), and may be above 1. The "
    "absolute gap is at least k/(2n) (alpha/epsilon + alpha/2 - epsilon/96), every alpha, k, n and "
    "true histogram, clipping and rounding included; that it is the largest is said for epsilon < "
    "48 alpha. Relatively, the saved share of the scale is least as epsilon -> 0, alpha, and lies "
    "between the bounds that are asserted",
    asserts=(
        Assertion(_INSTANCES, (Compared(GAP, ">", FAR_GAP),), _SMALL),
        Assertion(
            _INSTANCES,
            (
                Compared(
                    GAP,
                    ">=",
                    _of(
                        "k/(2n) (alpha/epsilon + alpha/2 - epsilon/96)",
                        bins / (2 * records) * _LEAST,
                    ),
                ),
                Compared(
                    _SHARE,
                    ">=",
                    _of("alpha + alpha epsilon/2", alpha + alpha * epsilon / 2),
                ),
                Compared(_SHARE, "<=", _of("alpha + 1/(4b')", alpha + 1 / (4 * CLOSED_FORM))),
            ),
        ),
    ),
    reductions=(BINS, TAILS),
    parts=(
        follows(
            "in a bin of c records at least alpha/epsilon + alpha/2 - epsilon/96 is saved",
            (*CALIBRATED, held >= 0),
            relate(error(2 / epsilon) - error(b), ">=", _LEAST),
            _prove_bin,
        ),
        follows(
            "which is more than u(b) <= b, the most that is saved at 2/b = epsilon' >= "
            "2 epsilon/alpha",
            (
                alpha > 0,
                alpha < 1,
                epsilon > 0,
                epsilon < 48 * alpha,
                epsilon2 >= 2 * epsilon / alpha,
            ),
            relate(_LEAST, ">", above(2 / epsilon2)),
            _prove_more,
        ),
        follows(
            "the saved share of the scale is at least alpha + alpha epsilon/2",
            CALIBRATED,
            relate(SAVED / (2 / epsilon), ">=", alpha + alpha * epsilon / 2),
            _prove_saved,
        ),
        follows(
            "and at most alpha + 1/(4 b), so it tends to alpha as epsilon -> 0",
            CALIBRATED,
            relate(SAVED / (2 / epsilon), "<=", alpha + 1 / (4 * b)),
            _prove_saved,
        ),
    ),
)
