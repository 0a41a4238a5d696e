"""Claims of the paper on instances: proved ones hold, refuted ones fail, changes are seen."""

from dataclasses import replace
from fractions import Fraction as F

import pytest
import sympy as sp

from pmlsym.ledger.histogram import (
    balance,
    bound,
    calibration,
    composition,
    counts,
    distances,
    gap,
    looseness,
    normalised,
    preliminaries,
    readings,
    regime,
    relaxation,
)
from pmlsym.ledger.histogram.readings import LEAKAGE, alpha, b
from pmlsym.statements.arithmetic import multiply
from pmlsym.statements.assertion import Compared
from pmlsym.statements.from_text import from_text, from_text as said_of
from pmlsym.statements.releases import HISTOGRAM, about_releases
from pmlsym.statements.text.formula import in_language

# --- changed statements --------------------------------------------------------------------------

LESS = F(9, 10)
MORE = F(11, 10)


def concluding(assertion, left, sign, right):
    return replace(assertion, conclusion=(Compared(left, sign, right),))


def assuming(assertion, *hypotheses):
    return replace(assertion, hypotheses=hypotheses)


def at_most_a_share(assertion, share):
    (bound,) = assertion.conclusion
    return bound.left, "<=", replace(bound.right, of=lambda w: multiply(share, bound.right.of(w)))


def release_formula(expression):
    return readings.of_release("changed", expression)


def retyped(claim, part, other, place=0):
    """Return the statement of a claim with a part of its text changed."""
    text = claim.asserts[place].text
    assert part in text
    return from_text(text.replace(part, other))


def leaking_at_most(expression):
    return about_releases(f"{HISTOGRAM}: leak <= {in_language(expression)}")


def second_at_most(expression):
    second = composition.further.asserts[1]
    return concluding(second, composition.LATER, "<=", release_formula(expression))


BOUND = in_language(LEAKAGE)
SMALL = {"records": 2, "classes": 3}
CHANGED = {
    "Theorem 4 at a larger floor": leaking_at_most(LEAKAGE.subs(alpha, alpha * sp.Rational(MORE))),
    "Theorem 4 at a larger scale": leaking_at_most(LEAKAGE.subs(b, b * sp.Rational(MORE))),
    "Theorem 4 for one bin": leaking_at_most(LEAKAGE.subs(b, 2 * b)),
    "Theorem 4 from below": about_releases(f"{HISTOGRAM}: leak >= {BOUND}"),
    "Theorem 4, strictly": about_releases(f"{HISTOGRAM}: leak < {BOUND}"),
    "attained under every prior": about_releases(f"{HISTOGRAM}: worst = {BOUND}", **SMALL),
    "(4) with its square taken away": leaking_at_most(2 * (1 - alpha) / b - 2 * alpha**2 / b**2),
    "a relaxation with a larger shift": leaking_at_most(2 * (1 - alpha) / (b + 3 * alpha)),
    "a factor below 1 - alpha": about_releases(
        f"{HISTOGRAM}: least = alpha => worst/dp <= 1 - 11/10*alpha", **SMALL
    ),
    "a factor near 1 - alpha for every b": about_releases(
        f"{HISTOGRAM}: least = alpha => worst/dp >= 1 - alpha - 1/(40*b)", **SMALL
    ),
    "no less than 1 - 1/k": about_releases(
        f"{HISTOGRAM}: worst/dp >= 1 - 1/k", records=1, classes=6
    ),
    "the limit with a smaller modulus": retyped(
        bound.limit, "alpha*(exp(2/b) - 1) < delta", "alpha*(exp(1/b) - 1)/2 < delta"
    ),
    "the limit of (4) with a smaller modulus": retyped(
        bound.limit_eq_4, "alpha*(2/b + 2/b^2) < delta", "alpha/b/8 < delta"
    ),
    "rising in alpha": retyped(bound.monotone, " < -log(alpha*", " > -log(alpha*"),
    "falling for any two": retyped(bound.monotone, "alpha < alpha2", "alpha2 > 0"),
    "e^x above a steeper line": retyped(relaxation.inequalities, "1 + t", "1 + 11/10*t"),
    "the parabola below 0 too": retyped(relaxation.inequalities, "t >= 0", "t > -1", 1),
    "a DP level below 2/b": about_releases(f"{HISTOGRAM}: dp < 2/b", **SMALL),
    "the composed number for every k": leaking_at_most(composition.COMPOSED),
    "one count at half its number": concluding(
        composition.bound_repair.asserts[1],
        readings.LEAK,
        "<=",
        release_formula(composition.COUNT / 2),
    ),
    "the second count as the first": second_at_most(composition.COUNT_LEAKAGE),
    "the second count at a larger floor": second_at_most(
        composition.SECOND.subs(alpha, alpha * MORE)
    ),
    "looser from k = r/2 on": retyped(looseness.looser, "k >= 4*r + 1", "k >= r/2"),
    "composed DP larger from k = 3 on": assuming(
        looseness.dp_repair.asserts[0], readings.at_least(readings.CLASSES, 3)
    ),
    "k - 1 counts leak half": concluding(
        counts.footnote_7_noisy.asserts[0],
        counts.WITHOUT_LAST,
        "<=",
        release_formula(LEAKAGE.subs(b, 2 * b)),
    ),
    "nothing to calibrate anywhere": retyped(
        calibration.calibration, ", alpha*exp(epsilon) >= 1", "", 1
    ),
    "calibrated at half the scale": from_text(
        f"numbers alpha, epsilon: {in_language(LEAKAGE.subs(b, calibration.CLOSED_FORM / 2))} = "
        "epsilon where alpha > 0, alpha < 1, epsilon > 0, alpha*exp(epsilon) < 1"
    ),
    "any floor lowers the distance": assuming(distances.by_n.asserts[1]),
    "the gap at any two levels": assuming(regime.by_n.asserts[0]),
    "closer by noise in proportion": assuming(
        normalised.utility.asserts[1], normalised.utility.asserts[1].hypotheses[0]
    ),
    "closer where counts are clipped": assuming(
        normalised.utility.asserts[1], normalised.utility.asserts[1].hypotheses[1]
    ),
    "a gap within a fifth of its bound": concluding(
        gap.limit.asserts[0], *at_most_a_share(gap.limit.asserts[0], F(1, 5))
    ),
    "entropy of any two": assuming(balance.entropy.asserts[0]),
    "entropy of three classes": replace(balance.entropy.asserts[0], over=balance.PAIRS),
    "gains above (2)": said_of("gain C: gain(C) >= pml(X->y)"),
    "few copies": assuming(preliminaries.correlated.asserts[0]),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", CHANGED)
def test_a_changed_statement_is_seen_to_be_false(name):
    trial = CHANGED[name].trial(150, seed=2)
    assert trial.violations, trial
