"""Simpler upper bounds: the paper's eq. (4), the factor 1 - alpha, and the best of their kind."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import sympy as sp

from pmlsym.formulas.laplace import histogram_quadratic, histogram_relaxation
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, in_language, stated
from pmlsym.ledger.histogram.bound import by_theorem_4
from pmlsym.ledger.histogram.release import DP, LEAKAGE, alpha, b
from pmlsym.ledger.lemmas import (
    at,
    cumulant_above_hyperbola,
    cumulant_below_cubic,
    cumulant_below_hoeffding,
    exp_above_tangent_everywhere,
    log_above_parabola,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.parts import follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Exhibited, Step, restated
from pmlsym.statements.histograms import OfHistograms
from pmlsym.statements.numbers import OfNumbers
from pmlsym.statements.worlds.parameters import Parameters

c, x = reals("c x")

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
    """Prove what follows from the hyperbola by real arithmetic."""
    return Decided(goal, (below_hyperbola(),))


eq_4 = Claim(
    "histogram.eq-4",
    "histogram",
    "eq. (4)",
    says="the PML of every record is at most 2(1 - alpha)/b + 2 alpha^2/b^2",
    scope="every n, k, b > 0, prior in Q_alpha and outcome; the bound of Theorem 4 is at most (4) "
    "for every alpha in (0, 1], and the second summand is never needed (histogram.relaxation)",
    **stated(
        OfHistograms.of(f"leak <= {in_language(QUADRATIC)}", worlds=80),
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

_ABOVE_TANGENT = Goal((), relate(sp.exp(x), ">=", 1 + x))
_ABOVE_PARABOLA = Goal((x >= 0,), relate(sp.log(1 + x), ">=", x - x**2 / 2))


def _some_x(i: int, random: Random) -> Parameters:
    edges = (0, 1, -1, Fraction(1, 1000), Fraction(-1, 1000), 1000, -1000, Fraction(-1, 2))
    value = (
        edges[i] if i < len(edges) else Fraction(random.randint(-60, 60), random.choice((7, 20)))
    )
    return Parameters.of(x=Fraction(value))


inequalities = Claim(
    "histogram.inequalities",
    "histogram",
    "Sec. III-A, before eq. (4)",
    says="e^x >= 1 + x, and log(1 + x) >= x - x^2/2 for x >= 0",
    scope="the paper: 'Using inequalities e^x >= 1+x and log(1+x) >= x - x^2/2 for x >= 0': the "
    "first is needed at 2/b and true for every real x, the second at 2 alpha/b and false for "
    "-1 < x < 0",
    asserts=(OfNumbers(_ABOVE_TANGENT, _some_x), OfNumbers(_ABOVE_PARABOLA, _some_x)),
    parts=(
        Part(
            "e^x >= 1 + x for every real x",
            _ABOVE_TANGENT,
            lambda goal: restated(at(exp_above_tangent_everywhere(), t=x), goal),
        ),
        Part(
            "log(1 + x) >= x - x^2/2 for x >= 0",
            _ABOVE_PARABOLA,
            lambda goal: restated(log_above_parabola(), goal),
        ),
    ),
)


_AT_MOST = follows(
    "the ratio to the DP level is at most 1 - alpha, for every b",
    SHARE,
    relate(LEAKAGE / DP, "<=", 1 - alpha),
    from_hyperbola,
)

factor = Claim(
    "histogram.factor",
    "histogram",
    "after eq. (4)",
    says="Q_alpha reduces the leakage by roughly the factor 1 - alpha: at most that, and at least "
    "1 - alpha - 1/(4b)",
    scope="the paper: 'reduces the information leakage roughly by a factor of 1 - alpha'. For "
    "every b > 0 and alpha in (0, 1/k] the leakage is at most 1 - alpha times the DP level, and, "
    "where it is worst (a class of probability alpha), within d of that factor once b >= 1/(4 d); "
    "for small b it is far less, at most log(1/alpha) against 2/b",
    **stated(
        OfHistograms.of(
            "least = alpha => worst/dp <= 1 - alpha and worst/dp >= 1 - alpha - 1/(4*b)",
            records=2,
            classes=3,
            worlds=40,
        ),
        beside=(beside(_AT_MOST),),
        prove=by_theorem_4(below_hyperbola, above_line),
    ),
)

small_k = Claim(
    "histogram.small-k",
    "histogram",
    "Sec. IV",
    says="the improvement 1 - alpha is effective only if k is small: it saves at most the share "
    "1/k of the leakage, up to 1/(4b)",
    scope="the paper: 'in practice, the 1 - alpha improvement in privacy is effective only when k "
    "is small'. As alpha <= 1/k, the factor is at least 1 - 1/k, so the saved share vanishes as "
    "k grows; the leakage itself (with any prior, at its worst outcome) is within 1/(4b) of that, "
    "and this remainder cannot be left out: for b < 1 the cap log(1/alpha) saves more, also for "
    "large k",
    **stated(
        OfHistograms.of(
            "worst/dp >= 1 - 1/k - 1/(4*b) and 1 - alpha >= 1 - 1/k",
            records=1,
            classes=6,
            worlds=30,
        ),
        prove=by_theorem_4(above_line),
    ),
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
    """Exhibit a scale at which a larger shift than alpha is no upper bound."""
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
        OfHistograms.of(
            f"leak <= {_OURS} and {_OURS} < {in_language(QUADRATIC)} and {_OURS} < "
            f"{in_language(DP)}",
            worlds=80,
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
