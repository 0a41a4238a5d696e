"""Simpler upper bounds: the paper's eq. (4), the factor 1 - alpha, and the best of their kind."""

from __future__ import annotations

from functools import cache

import sympy as sp

from pmlsym.formulas.laplace import histogram_quadratic, histogram_relaxation
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.release import DP, LEAKAGE, alpha, b
from pmlsym.ledger.lemmas import (
    at,
    cumulant_above_hyperbola,
    cumulant_below_cubic,
    cumulant_below_hoeffding,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Exhibited, Step

(c,) = reals("c")

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


def _from_line(goal: Goal) -> Step:
    return Decided(goal, (above_line(),))


eq_4 = Claim(
    "histogram.eq-4",
    "histogram",
    "eq. (4)",
    says="the bound is at most 2(1 - alpha)/b + 2 alpha^2/b^2",
    statement=r"\frac2b-\log\bigl(1-\alpha+\alpha e^{2/b}\bigr)\le\frac{2(1-\alpha)}b+"
    r"\frac{2\alpha^2}{b^2}",
    scope="every b > 0 and alpha in (0, 1]; the second summand is never needed "
    "(histogram.relaxation)",
    parts=(
        Part(
            "the bound of Theorem 4 is at most the right-hand side of (4)",
            Goal(SHARE, relate(LEAKAGE, "<=", QUADRATIC)),
            from_hyperbola,
        ),
    ),
)

factor = Claim(
    "histogram.factor",
    "histogram",
    "after eq. (4)",
    says="Q_alpha reduces the leakage by roughly the factor 1 - alpha",
    statement=r"1-\alpha-\frac1{4b}\;\le\;\frac{\frac2b-\log(1-\alpha+"
    r"\alpha e^{2/b})}{2/b}\;\le\;1-\alpha",
    scope="every b > 0 and alpha in (0, 1]: the leakage is never more than 1 - alpha times the DP "
    "level, and within d of that factor once b >= 1/(4 d); for small b it is far less, at most "
    "log(1/alpha) against 2/b",
    parts=(
        Part(
            "the ratio to the DP level is at most 1 - alpha, for every b",
            Goal(SHARE, relate(LEAKAGE / DP, "<=", 1 - alpha)),
            from_hyperbola,
        ),
        Part(
            "it is at least 1 - alpha - 1/(4b), so it tends to 1 - alpha as b grows",
            Goal(SHARE, relate(LEAKAGE / DP, ">=", 1 - alpha - 1 / (4 * b))),
            _from_line,
        ),
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


relaxation = Claim(
    "histogram.relaxation",
    "histogram",
    "beside eq. (4)",
    says="sharper and simpler than (4): the bound is at most 2(1 - alpha)/(b + alpha)",
    statement=r"\frac2b-\log\bigl(1-\alpha+\alpha e^{2/b}\bigr)\le\frac{2(1-\alpha)}{b+\alpha}"
    r"<\min\Bigl\{\frac{2(1-\alpha)}b+\frac{2\alpha^2}{b^2},\ \frac2b\Bigr\}",
    scope="not in the paper: every b > 0 and alpha in (0, 1]; below (4) and below plain DP "
    "everywhere, whereas (4) exceeds plain DP as soon as b < alpha; alpha is the largest shift "
    "that works in the denominator",
    parts=(
        Part(
            "the bound of Theorem 4 is at most 2 (1 - alpha)/(b + alpha)",
            Goal(SHARE, relate(LEAKAGE, "<=", HYPERBOLIC)),
            from_hyperbola,
        ),
        Part("that is less than (4)", Goal(SHARE, relate(HYPERBOLIC, "<", QUADRATIC)), Decided),
        Part("and less than the DP level", Goal(SHARE, relate(HYPERBOLIC, "<", DP)), Decided),
        Part(
            "whereas (4) is more than the DP level when b < alpha",
            Goal((b > 0, alpha > b, alpha <= 1), relate(QUADRATIC, ">", DP)),
            Decided,
        ),
        Part(
            "the bound of Theorem 4 is also less than log(1/alpha), the smaller of the two "
            "when little noise is added",
            Goal((b > 0, alpha > 0, alpha < 1), relate(LEAKAGE, "<", sp.log(1 / alpha))),
            compare_exponentials,
        ),
        Part("with a larger shift c > alpha it would fail at some b", NO_BETTER, prove_no_better),
    ),
)
