"""Simpler upper bounds: the paper's eq. (4), the factor 1 - alpha, and the optimal shift."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import sympy as sp

from pmlsym.formulas.laplace import histogram_quadratic, histogram_relaxation
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.histogram.bound import by_theorem_4
from pmlsym.ledger.histogram.readings import DP, LEAKAGE, alpha, b
from pmlsym.ledger.lemmas import (
    at,
    cumulant_above_hyperbola,
    cumulant_below_cubic,
    cumulant_below_hoeffding,
    exp_above_tangent_everywhere,
    log_above_parabola,
    log_below_tangent,
    t,
)
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import ConvexAtEnds, Decided, Exhibited, OrderKept, Step
from pmlsym.statements.instances.released.histogram import histogram
from pmlsym.statements.releases import HISTOGRAM, about_releases
from pmlsym.statements.text.formula import in_language

c = reals("c")[0]

SHARE = (b > 0, alpha > 0, alpha <= 1)
LINEAR = 2 * (1 - alpha) / b
QUADRATIC = histogram_quadratic(alpha, b)
HYPERBOLIC = histogram_relaxation(alpha, b)


@cache
def below_hyperbola() -> Step:
    """Prove that the bound of Theorem 4 is at most 2 (1 - alpha)/(b + alpha)."""
    return Decided(
        Goal(SHARE, relate(LEAKAGE, "<=", HYPERBOLIC)), (at(cumulant_above_hyperbola(), t=2 / b),)
    )


@cache
def above_line() -> Step:
    """Prove that the bound of Theorem 4 is at least (1 - alpha) 2/b - 1/(2 b^2)."""
    return Decided(
        Goal(SHARE, relate(LEAKAGE, ">=", LINEAR - 1 / (2 * b**2))),
        (at(cumulant_below_hoeffding(), t=2 / b),),
    )


def from_hyperbola(goal: Goal) -> Step:
    """Prove a consequence of the bound 2 (1 - alpha)/(b + alpha) by real arithmetic."""
    return Decided(goal, (below_hyperbola(),))


eq_4 = Claim(
    "histogram.eq-4",
    "histogram",
    "eq. (4)",
    says="the PML of every record is at most 2(1 - alpha)/b + 2 alpha^2/b^2",
    scope="every n, k, b > 0, prior in Q_alpha and outcome; the bound of Theorem 4 is at most (4) "
    "for every alpha in (0, 1], and the second summand is never needed (histogram.relaxation). "
    "Records are named by their class, as in Theorem 4",
    **stated(
        about_releases(f"{HISTOGRAM}: leak <= {in_language(QUADRATIC)}", tests=80),
        beside=(
            beside(
                follows(
                    "the bound of Theorem 4 is at most the right-hand side of (4)",
                    SHARE,
                    relate(LEAKAGE, "<=", QUADRATIC),
                    from_hyperbola,
                ),
            ),
        ),
        prove=by_theorem_4(below_hyperbola),
    ),
)


def _prove_inequality(goal: Goal) -> Step:
    """Prove e^t >= 1 + t, or 1 + t >= e^(t - t^2/2) from the logarithms of its sides."""
    if not goal.hypotheses:
        return Decided(goal, (exp_above_tangent_everywhere(),))
    order = Goal(goal.hypotheses, relate(sp.log(1 + t), ">=", t - t**2 / 2))
    return Decided(goal, (OrderKept(Decided(order, (at(log_above_parabola(), x=t),)), sp.exp),))


inequalities = Claim(
    "histogram.inequalities",
    "histogram",
    "Sec. III-A, before eq. (4)",
    says="e^t >= 1 + t, and log(1 + t) >= t - t^2/2 for t >= 0",
    scope="the paper: 'Using inequalities e^x >= 1+x and log(1+x) >= x - x^2/2 for x >= 0': the "
    "first is needed at 2/b and true for every real x, the second at 2 alpha/b and false for "
    "-1 < x < 0. x is called t here",
    **stated(
        "numbers t: exp(t) >= 1 + t",
        "numbers t: log(1 + t) >= t - t^2/2 where t >= 0",
        prove=_prove_inequality,
    ),
)


# --- the factor 1 - alpha ------------------------------------------------------------------------


@cache
def above_tangent() -> Step:
    """Prove that the bound of Theorem 4 is at least 2/b - alpha (e^(2/b) - 1): log(1 + z) <= z."""
    excess = alpha * (sp.exp(2 / b) - 1)
    larger = OrderKept(Decided(Goal(SHARE, relate(2 / b, ">=", sp.Integer(0)))), sp.exp)
    return Decided(
        Goal(SHARE, relate(LEAKAGE, ">=", 2 / b - excess)),
        (larger, at(log_below_tangent(), x=excess)),
    )


@cache
def above_chord() -> Step:
    """Prove that the bound is at least (1 - 2 alpha) 2/b for b >= 2: e^t <= 1 + 2t on [0, 1]."""
    gap = sp.exp(t) - 1 - 2 * t
    up_to_one = (t >= 0, t <= 1)
    bends = Decided(Goal(up_to_one, relate(sp.diff(gap, t, 2), ">=", sp.Integer(0))))
    sixth = at(exp_above_tangent_everywhere(), t=sp.Rational(-1, 6))
    ends = (
        Decided(Goal((), relate(gap.subs(t, 0), "<=", sp.Integer(0)))),
        Decided(Goal((), relate(gap.subs(t, 1), "<=", sp.Integer(0))), (sixth,)),
    )
    chord = at(ConvexAtEnds(gap, t, 0, 1, bends, ends), t=2 / b)
    return Decided(
        Goal((*SHARE, b >= 2), relate(LEAKAGE, ">=", (1 - 2 * alpha) * 2 / b)),
        (above_tangent(), chord),
    )


_TENTH, _FOURTH = Fraction(1, 10), Fraction(1, 4)
_LITTLE_NOISE = histogram(_TENTH, _TENTH, priors=[[_TENTH] * 10], outcome=[1, *[0] * 9])
_TWO_BINS = histogram(_FOURTH, _FOURTH, priors=[[_FOURTH, 1 - _FOURTH]], outcome=[1, 0])
_ROUGHLY = "worst/dp <= 1 - alpha and worst/dp >= 1 - 2*alpha"
_SMALL = {"records": 2, "classes": 3, "tests": 40}

factor_repair = Claim(
    "histogram.factor.repair",
    "histogram",
    "after eq. (4)",
    says="for b >= 2, that is DP levels up to 1, the saved share is at least alpha and at most "
    "2 alpha; for every b it is at most alpha (e^(2/b) - 1) b/2, so it tends to alpha as b grows",
    scope="every n, k, alpha in (0, 1/k] and prior of smallest probability alpha, at the worst "
    "outcome; that at least alpha is saved holds for every b > 0 (the first half of eq. (4))",
    **stated(
        about_releases(
            f"{HISTOGRAM}: least = alpha and b >= 2 => {_ROUGHLY}", records=2, classes=3, tests=80
        ),
        beside=(
            stated(
                about_releases(
                    f"{HISTOGRAM}: least = alpha => worst/dp <= 1 - alpha and "
                    "worst/dp >= 1 - alpha*(exp(2/b) - 1)*b/2",
                    **_SMALL,
                ),
                prove=by_theorem_4(below_hyperbola, above_tangent),
            ),
        ),
        prove=by_theorem_4(below_hyperbola, above_chord),
    ),
)

factor = Claim(
    "histogram.factor",
    "histogram",
    "after eq. (4)",
    says="Q_alpha reduces the leakage by roughly the factor 1 - alpha (read as: the share of the "
    "DP level that is saved is at least alpha and at most 2 alpha)",
    scope="the paper says 'roughly', after (4) and for all b. A check needs a tolerance, and the "
    "factor 2 is ours: where the leakage is worst (a class of probability alpha), the share "
    "of 2/b that is saved lies between alpha and 2 alpha. The paper is right that at least "
    "alpha is saved, at every b. It errs on the safe side: with little noise far more is "
    "saved, as no record leaks more than log(1/alpha): 52 percent for ten classes, alpha = .1 "
    "and e^(-1/b) = .1, and 77 for alpha = .01, k = 100, b = .1. It fails for every n, at DP "
    "levels 2/b above 1.3 for alpha = .01, 1.6 for alpha = .1 and 2.2 for alpha = .25; for "
    "alpha = 1/2 it never fails. An author would answer: as a bound on what is left, (1 - "
    "alpha) 2/b is true at every b, the factor 2 is not in the paper, and 'roughly' means to "
    "first order in 1/b, as in (4), an expansion for large b. That is the repair; the verdict "
    "stands because the words name no range of b, and at DP levels of 4 and 8, which are in "
    "use, they are off by a factor of 4 and more for alpha up to .1. Records are named by "
    "their class; the paper has any set of records, where the density of y depends on the "
    "class alone",
    asserts=(about_releases(f"{HISTOGRAM}: least = alpha => {_ROUGHLY}", **_SMALL),),
    models=(_TWO_BINS, _LITTLE_NOISE),
    repair=factor_repair,
)

small_k_repair = Claim(
    "histogram.small-k.repair",
    "histogram",
    "Sec. IV",
    says="for b >= 2, that is DP levels up to 1, at most the share 2/k of the leakage is saved, "
    "and 1 - alpha is at least 1 - 1/k at every b",
    scope="every n, k, b >= 2 and prior, at its worst outcome",
    **stated(
        about_releases(
            f"{HISTOGRAM}: b >= 2 => worst/dp >= 1 - 2/k", records=1, classes=6, tests=60
        ),
        about_releases(f"{HISTOGRAM}: 1 - alpha >= 1 - 1/k", records=1, classes=6, tests=30),
        prove=by_theorem_4(above_chord),
    ),
)

small_k = Claim(
    "histogram.small-k",
    "histogram",
    "Sec. IV",
    says="in practice, the 1 - alpha improvement in privacy is effective only when k is small "
    "(read as: at most the share 2/k of the leakage is saved)",
    scope="the factor 1 - alpha itself is at least 1 - 1/k, as alpha <= 1/k; twice the share 1/k "
    "is the tolerance of histogram.factor, and ours. The leakage is not bound to that factor: "
    "with little noise a large share is saved for large k too, 77 percent for k = 100, alpha "
    "= .01, b = .1. So the method saves more than the paper says. At alpha = 1/k it fails for "
    "every n, at DP levels above 3.1 for k = 3, 1.6 for k = 10 and 1.3 for k = 100; for k = 2 "
    "it never fails. An author would answer: 'in practice' means levels of at most 1, where "
    "the saved share is about alpha, or the factor 1 - alpha alone. Both are in the repair; "
    "the verdict stands because the sentence is about an improvement in privacy, which 1 - "
    "alpha alone does not measure, the paper does not say which levels it means, and larger "
    "ones are in practical use: at 8, for k = 100, 43 percent are saved. Records are named by "
    "their class, as there",
    asserts=(about_releases(f"{HISTOGRAM}: worst/dp >= 1 - 2/k", records=1, classes=6, tests=30),),
    models=(_LITTLE_NOISE,),
    repair=small_k_repair,
    root="histogram.factor",
)

# --- the best relaxation of the form 2 (1 - alpha)/(b + c) ----------------------------------------

_FAILS_AT = 2 * (c**2 / 4 + sp.Rational(1, 48) / (1 - alpha)) * 4 / (c - alpha)
NO_BETTER = Goal(
    (alpha > 0, alpha < 1, c > alpha),
    relate(LEAKAGE, ">", 2 * (1 - alpha) / (b + c)),
    (b,),
    (b > 0,),
)


def prove_no_better(goal: Goal) -> Step:
    """Prove that a larger shift than alpha gives no upper bound, by a scale at which it fails."""
    given = goal.hypotheses
    lower = at(cumulant_below_cubic(), t=2 / b)
    far = (*given, relate(b, ">=", _FAILS_AT))
    from_below = Decided(
        Goal(
            (b > 0, alpha > 0, alpha < 1),
            relate(LEAKAGE, ">=", LINEAR - 2 * alpha * (1 - alpha) / b**2 - 1 / (6 * b**3)),
        ),
        (lower,),
    )
    beyond = Decided(
        Goal((*far, b > 0), relate(LEAKAGE, ">", 2 * (1 - alpha) / (b + c))), (from_below,)
    )
    there = at(beyond, b=_FAILS_AT)
    positive = Decided(Goal(given, relate(_FAILS_AT, ">", sp.Integer(0))))
    fails = Decided(Goal(given, there.goal.conclusion), (positive, there))
    return Exhibited(goal, {b: _FAILS_AT}, (positive, fails))


_OURS = in_language(HYPERBOLIC)

relaxation = Claim(
    "histogram.relaxation",
    "histogram",
    "own",
    says="sharper and simpler than (4): the bound is at most 2(1 - alpha)/(b + alpha)",
    scope="stands beside eq. (4): every b > 0 and alpha in (0, 1]; below (4) and below plain DP "
    "everywhere, whereas (4) exceeds plain DP as soon as b < alpha; alpha is the largest shift "
    "that works in the denominator",
    **stated(
        about_releases(
            f"{HISTOGRAM}: leak <= {_OURS} and {_OURS} < {in_language(QUADRATIC)} and {_OURS} < "
            f"{in_language(DP)}",
            tests=80,
        ),
        beside=(
            beside(
                follows(
                    "the bound of Theorem 4 is at most 2 (1 - alpha)/(b + alpha)",
                    SHARE,
                    relate(LEAKAGE, "<=", HYPERBOLIC),
                    from_hyperbola,
                ),
                follows(
                    "whereas (4) is more than the DP level when b < alpha",
                    (b > 0, alpha > b, alpha <= 1),
                    relate(QUADRATIC, ">", DP),
                ),
                follows(
                    "the bound of Theorem 4 is also less than log(1/alpha), the smaller of the two "
                    "when little noise is added",
                    (b > 0, alpha > 0, alpha < 1),
                    relate(LEAKAGE, "<", sp.log(1 / alpha)),
                    compare_exponentials,
                ),
                Part(
                    "with a larger shift c > alpha it would fail at some b",
                    NO_BETTER,
                    prove_no_better,
                ),
            ),
        ),
        prove=by_theorem_4(below_hyperbola),
    ),
)
