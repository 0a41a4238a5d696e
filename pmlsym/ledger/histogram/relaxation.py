"""Simpler upper bounds: the paper's eq. (4), the factor 1 - alpha, and the best of their kind."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import sympy as sp

from pmlsym.formulas.laplace import histogram_quadratic, histogram_relaxation
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.bound import ATTAINED, UPPER, prove_attained, prove_upper
from pmlsym.ledger.histogram.privacy import IS_TWO_OVER_B
from pmlsym.ledger.histogram.readings import (
    BY_CLASS,
    DP_LEVEL,
    FLOOR_IS_MET,
    LEAK,
    ONE_RECORD,
    TWICE,
    WORST,
    histograms,
    number,
    of_numbers,
    of_release,
    parameters,
)
from pmlsym.ledger.histogram.release import (
    DP,
    FIRST,
    FLOOR,
    LEAKAGE,
    OTHER,
    alpha,
    b,
    k,
    lift,
    two_bins_change,
)
from pmlsym.ledger.lemmas import (
    at,
    cumulant_above_hyperbola,
    cumulant_below_cubic,
    cumulant_below_hoeffding,
    exp_above_tangent_everywhere,
    log_above_parabola,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Exhibited, Step, restated
from pmlsym.statements.arithmetic import divide
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.values import Value
from pmlsym.statements.worlds.parameters import REALS, Parameters, among
from pmlsym.statements.worlds.released.release import Release

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


def _from_line(goal: Goal) -> Step:
    return Decided(goal, (above_line(),))


def _from_theorem(goal: Goal) -> Step:
    return Decided(goal, (*two_bins_change(), prove_upper(UPPER), below_hyperbola()))


HERE = sp.log(lift(FIRST, OTHER))
PAPERS = of_release("2(1 - alpha)/b + 2 alpha^2/b^2", QUADRATIC)

eq_4 = Claim(
    "histogram.eq-4",
    "histogram",
    "eq. (4)",
    says="the PML of every record is at most 2(1 - alpha)/b + 2 alpha^2/b^2",
    scope="every n, k, b > 0, prior in Q_alpha and outcome; the bound of Theorem 4 is at most (4) "
    "for every alpha in (0, 1], and the second summand is never needed (histogram.relaxation)",
    asserts=(Assertion(histograms(tries=80), (Compared(LEAK, "<=", PAPERS),)),),
    reductions=(ONE_RECORD, BY_CLASS),
    parts=(
        Part(
            "the bound of Theorem 4 is at most the right-hand side of (4)",
            Goal(SHARE, relate(LEAKAGE, "<=", QUADRATIC)),
            from_hyperbola,
        ),
        Part(
            "for every joint law of (S_1, S_T, R) the log-lift of class 1 is at most (4)",
            Goal(FLOOR, relate(HERE, "<=", QUADRATIC)),
            _from_theorem,
        ),
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


_REALS = parameters("every real x", r"\forall x\in\mathbb R", _some_x, among(x=REALS))
_X, _ZERO = number("x"), of_numbers("0", sp.Integer(0))

inequalities = Claim(
    "histogram.inequalities",
    "histogram",
    "Sec. III-A, before eq. (4)",
    says="e^x >= 1 + x, and log(1 + x) >= x - x^2/2 for x >= 0",
    scope="the paper: 'Using inequalities e^x >= 1+x and log(1+x) >= x - x^2/2 for x >= 0': the "
    "first is needed at 2/b and true for every real x, the second at 2 alpha/b and false for "
    "-1 < x < 0",
    asserts=(
        Assertion(
            _REALS, (Compared(of_numbers("e^x", sp.exp(x)), ">=", of_numbers("1 + x", 1 + x)),)
        ),
        Assertion(
            _REALS,
            (
                Compared(
                    of_numbers("log(1 + x)", sp.log(1 + x)),
                    ">=",
                    of_numbers("x - x^2/2", x - x**2 / 2),
                ),
            ),
            (Compared(_X, ">=", _ZERO),),
        ),
    ),
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


def _ratio(world: Release) -> Value:
    return divide(WORST.of(world), DP_LEVEL.of(world))


RATIO = Quantity[Release](
    "max_y l(D_i -> y) / (DP level)", r"\max_y\ell(D_i\to y)/\varepsilon_{\mathrm{DP}}", _ratio
)
_SMALL_RELEASES = histograms(records=2, classes=3, tries=40)
_AT_MOST = Part(
    "the ratio to the DP level is at most 1 - alpha, for every b",
    Goal(SHARE, relate(LEAKAGE / DP, "<=", 1 - alpha)),
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
    asserts=(
        Assertion(
            _SMALL_RELEASES,
            (
                Compared(RATIO, "<=", of_release("1 - alpha", 1 - alpha)),
                Compared(RATIO, ">=", of_release("1 - alpha - 1/(4b)", 1 - alpha - 1 / (4 * b))),
            ),
            (FLOOR_IS_MET,),
        ),
    ),
    reductions=(ONE_RECORD, BY_CLASS),
    parts=(
        _AT_MOST,
        Part(
            "it is at least 1 - alpha - 1/(4b), so it tends to 1 - alpha as b grows",
            Goal(SHARE, relate(LEAKAGE / DP, ">=", 1 - alpha - 1 / (4 * b))),
            _from_line,
        ),
        Part("no outcome leaks more than the bound: Theorem 4", UPPER, prove_upper),
        Part(
            "and one leaks as much, where a class has probability alpha", ATTAINED, prove_attained
        ),
        *IS_TWO_OVER_B,
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
    asserts=(
        Assertion(
            histograms(records=1, classes=6, tries=30),
            (
                Compared(RATIO, ">=", of_release("1 - 1/k - 1/(4b)", 1 - 1 / k - 1 / (4 * b))),
                Compared(
                    of_release("1 - alpha", 1 - alpha), ">=", of_release("1 - 1/k", 1 - 1 / k)
                ),
            ),
        ),
    ),
    reductions=(ONE_RECORD, BY_CLASS),
    parts=(
        Part(
            "the factor 1 - alpha is at least 1 - 1/k",
            Goal((k >= 2, alpha > 0, alpha <= 1 / k), relate(1 - alpha, ">=", 1 - 1 / k)),
            Decided,
        ),
        Part(
            "the bound is at least 1 - 1/k - 1/(4b) times the DP level",
            Goal(
                (k >= 2, b > 0, alpha > 0, alpha <= 1 / k),
                relate(LEAKAGE / DP, ">=", 1 - 1 / k - 1 / (4 * b)),
            ),
            _from_line,
        ),
        Part("and is attained at the smallest class probability", ATTAINED, prove_attained),
        *IS_TWO_OVER_B,
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


_OURS = of_release("2(1 - alpha)/(b + alpha)", HYPERBOLIC)

relaxation = Claim(
    "histogram.relaxation",
    "histogram",
    "own",
    says="sharper and simpler than (4): the bound is at most 2(1 - alpha)/(b + alpha)",
    asserts=(
        Assertion(
            histograms(tries=80),
            (
                Compared(LEAK, "<=", _OURS),
                Compared(_OURS, "<", PAPERS),
                Compared(_OURS, "<", TWICE),
            ),
        ),
    ),
    reductions=(ONE_RECORD, BY_CLASS),
    scope="stands beside eq. (4): every b > 0 and alpha in (0, 1]; below (4) and below plain DP "
    "everywhere, whereas (4) exceeds plain DP as soon as b < alpha; alpha is the largest shift "
    "that works in the denominator",
    parts=(
        Part(
            "the bound of Theorem 4 is at most 2 (1 - alpha)/(b + alpha)",
            Goal(SHARE, relate(LEAKAGE, "<=", HYPERBOLIC)),
            from_hyperbola,
        ),
        Part(
            "for every joint law of (S_1, S_T, R) so is the log-lift of class 1",
            Goal(FLOOR, relate(HERE, "<=", HYPERBOLIC)),
            _from_theorem,
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
