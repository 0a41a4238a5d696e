"""What composition gives: the number of Sec. IV, its derivation, and how loose it is."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.formulas.laplace import histogram_leakage
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.bound import UPPER, prove_upper
from pmlsym.ledger.histogram.relaxation import below_hyperbola
from pmlsym.ledger.histogram.release import (
    FIRST,
    FLOOR,
    LEAKAGE,
    OTHER,
    RECORDS,
    R,
    alpha,
    b,
    compared,
    density,
    distance_if_first,
    distance_if_other,
    k,
    lift,
    positive,
    s,
    two_bins_change,
)
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, cumulant_above_hyperbola
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, rational, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.proof.witness import Witness

leak, later = reals("L L_2")

BINS = (k >= 2, b > 0, alpha > 0, alpha <= 1 / k)
COUNT = (1 - alpha) / b + alpha**2 / (2 * b**2)
COMPOSED = (k - 1) * COUNT
# A count moves by one where two bins move by two, as at twice the scale.
COUNT_LEAKAGE = histogram_leakage(alpha, 2 * b)
_HALF = Fraction(1, 2)  # e^(-1/b), hence b = 1/log 2
_SCALE = 1 / sp.log(2)


# --- the number as a bound -----------------------------------------------------------------------


def _two_bin_leakage() -> Term:
    from pmlsym.laplace.likelihood import worst_record_lift

    return sp.log(rational(worst_record_lift([[1, 0], [0, 1]], [_HALF, _HALF], [], _HALF)[0]))


def _refute_bound(goal: Goal) -> Witness:
    return Witness(
        goal,
        {k: sp.Integer(2), alpha: sp.Rational(1, 2), b: _SCALE},
        "two bins of probability 1/2, one record, e^(-1/b) = 1/2; leakage by enumerating classes "
        "and corner outcomes of the two noisy counts",
        {leak: _two_bin_leakage},
    )


def _prove_three_bins(goal: Goal) -> Step:
    return Decided(goal, (*two_bins_change(), prove_upper(UPPER), below_hyperbola()))


IN_BIN = density(sp.Abs(s - 1) + R)
NOT_IN_BIN = density(sp.Abs(s) + R)


def _one_count() -> tuple[Step, ...]:
    here, there = -(sp.Abs(s - 1) + R) / b, -(sp.Abs(s) + R) / b
    return (
        compared(there, ">=", here - 1 / b),
        compared(here, ">=", there - 1 / b),
        positive(sp.Abs(s - 1) + R),
        positive(sp.Abs(s) + R),
    )


def _prove_one_count(goal: Goal) -> Step:
    exact = compare_exponentials(
        Goal(goal.hypotheses, relate(goal.conclusion.lhs, "<=", COUNT_LEAKAGE)), _one_count()
    )
    hyperbola = at(cumulant_above_hyperbola(), t=1 / b)
    return Decided(goal, (*_one_count(), exact, hyperbola))


bound_repair = Claim(
    "histogram.composition.bound.repair",
    "histogram",
    "Sec. IV",
    says="that holds for every k >= 3, and for k = 2 if one noisy count is released",
    statement=r"k\ge3:\ \ell(D_i\to y^k)\le(k-1)\Bigl(\frac{1-\alpha}b+\frac{"
    r"\alpha^2}{2b^2}\Bigr);\qquad "
    r"k=2:\ \text{the same for the release of one noisy count instead of two}",
    scope="every n, prior in Q_alpha, outcome and b > 0; for k >= 3 by Theorem 4, not by "
    "composition",
    parts=(
        Part(
            "k >= 3: the log-lift in the release of all k noisy bins is at most the number",
            Goal(
                (k >= 3, *FLOOR, alpha <= 1 / k), relate(sp.log(lift(FIRST, OTHER)), "<=", COMPOSED)
            ),
            _prove_three_bins,
        ),
        Part(
            "k = 2, one noisy count: the log-lift of a record in the counted class",
            Goal(FLOOR, relate(sp.log(lift(IN_BIN, NOT_IN_BIN)), "<=", COUNT)),
            _prove_one_count,
        ),
        Part(
            "k = 2, one noisy count: the log-lift of a record in the other class",
            Goal(FLOOR, relate(sp.log(lift(NOT_IN_BIN, IN_BIN)), "<=", COUNT)),
            _prove_one_count,
        ),
    ),
)

bound = Claim(
    "histogram.composition.bound",
    "histogram",
    "Sec. IV",
    says="the PML of every record is at most (k-1)((1 - alpha)/b + alpha^2/(2b^2)), k >= 2",
    statement=r"\ell(D_i\to y^k)\le(k-1)\Bigl(\frac{1-\alpha}b+\frac{\alpha^2}{2b^2}\Bigr)"
    r"\quad\text{for every }k\ge2",
    scope="the release of Theorem 4 (noise on each of the k bins), every k >= 2",
    parts=(
        Part(
            "the worst leakage is at most the number",
            Goal(BINS, relate(leak, "<=", COMPOSED)),
            refute=_refute_bound,
        ),
    ),
    repair=bound_repair,
)

# --- the derivation ------------------------------------------------------------------------------


def _later_leakage() -> Term:
    """PML of the second noisy count at y_2 = 1, given that the first came out as y_1 = 1."""
    from pmlsym.laplace.likelihood import record_lift

    own = [Fraction(3, 5), Fraction(1, 5), Fraction(1, 5)]
    both = record_lift([[1, 0, 0], [0, 1, 0]], own, [], [1, 1], _HALF)
    first = record_lift([[1, 0, 0]], own, [], [1], _HALF)
    return sp.log(max(rational(x / y) for x, y in zip(both, first, strict=True)))


_DERIVATION_GIVEN = (b > 0, alpha > 0, alpha <= sp.Rational(1, 3))


def _refute_derivation(goal: Goal) -> Witness:
    return Witness(
        goal,
        {alpha: sp.Rational(1, 5), b: _SCALE},
        "one record, class probabilities (3/5, 1/5, 1/5), e^(-1/b) = 1/2, noisy counts of "
        "classes 1 and 2, outcomes y_1 = 1 and then y_2 = 1: the first outcome pushes the "
        "posterior of class 2 from 1/5 to 1/8, below the floor that the second step relies on",
        {later: _later_leakage},
    )


_EARLIER = Law(RECORDS.variables, name="Q")
_BEFORE = lift(density(distance_if_first(), _EARLIER), density(distance_if_other(), _EARLIER))
CONDITIONAL = sp.log(lift(FIRST, OTHER)) - sp.log(_BEFORE)
DRIFTED = sp.log(alpha + (1 - alpha) * sp.exp(2 / b)) + LEAKAGE


def _prove_conditional(goal: Goal) -> Step:
    least = -sp.log(alpha + (1 - alpha) * sp.exp(2 / b))
    earlier = two_bins_change(_EARLIER)
    below = compare_exponentials(Goal(FLOOR, relate(sp.log(_BEFORE), ">=", least)), earlier)
    return Decided(goal, (*two_bins_change(), *earlier, prove_upper(UPPER), below))


derivation_repair = Claim(
    "histogram.composition.derivation.repair",
    "histogram",
    "Sec. IV",
    says="it leaks at most log((a + (1-a)e^(2/b))/(a + (1-a)e^(-2/b))), a = alpha",
    statement=r"\ell(D_i\to y_{j+1}\mid y^j)\le\log\frac{\alpha+(1-\alpha)e^{2/b}}"
    r"{\alpha+(1-\alpha)e^{-2/b}}",
    scope="every n, k, prior in Q_alpha, and any split of the counts into earlier and "
    "later ones: a "
    "further count is bounded once the drift of the posterior is paid for; the number of Sec. IV "
    "itself holds for k >= 3 for another reason (histogram.composition.bound.repair)",
    parts=(
        Part(
            "log-lift of all counts so far minus log-lift of the earlier ones, for every law of "
            "either",
            Goal(FLOOR, relate(CONDITIONAL, "<=", DRIFTED)),
            _prove_conditional,
        ),
    ),
)

derivation = Claim(
    "histogram.composition.derivation",
    "histogram",
    "Sec. IV",
    says="given earlier counts, a further one leaks at most the counting-query bound",
    statement=r"\ell(D_i\to y_{j+1}\mid y^j)\le\frac1b-\log\bigl(1-\alpha+\alpha e^{1/b}\bigr)"
    r"\le\frac{1-\alpha}b+\frac{\alpha^2}{2b^2}",
    scope="read as: given any earlier outcomes, a further count leaks at most the bound "
    "that a single "
    "count has under Q_alpha; the weaker of the two numbers is refuted, hence both",
    parts=(
        Part(
            "the conditional leakage is at most the counting-query number",
            Goal(_DERIVATION_GIVEN, relate(later, "<=", COUNT)),
            refute=_refute_derivation,
        ),
    ),
    repair=derivation_repair,
)
