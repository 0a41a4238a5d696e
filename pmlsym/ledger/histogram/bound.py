"""Theorem 4: the bound, that it is attained, and how it depends on alpha."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.laplace import histogram_quadratic
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.readings import (
    BOUND,
    BY_CLASS,
    FLOOR_IS_MET,
    LEAK,
    ONE_RECORD,
    WORST,
    histograms,
    number,
    of_numbers,
    parameters,
    some_floor,
    some_rate,
)
from pmlsym.ledger.histogram.release import (
    DP,
    FIRST,
    FLOOR,
    LEAKAGE,
    OTHER,
    R,
    alpha,
    b,
    compared,
    density,
    distance_if_first,
    distance_if_other,
    lift,
    positive,
    two_bins_change,
)
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, log_below_tangent
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import add, divide, exp, multiply
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.values import ONE, ZERO
from pmlsym.statements.worlds.parameters import POSITIVE, Interval, Parameters, among

alpha2, delta, n, count, counted = reals("alpha2 delta n N_1 N_T")

# --- Theorem 4 ---------------------------------------------------------------------------------

UPPER = Goal(FLOOR, relate(sp.log(lift(FIRST, OTHER)), "<=", LEAKAGE))


def prove_upper(goal: Goal) -> Step:
    """Prove Theorem 4: pointwise triangle inequality, expectation, algebra in p_1."""
    return compare_exponentials(goal, two_bins_change())


theorem_4_upper = Claim(
    "histogram.theorem-4.upper",
    "histogram",
    "Thm 4",
    says="the PML of every record is at most 2/b - log(1 - alpha + alpha e^(2/b))",
    scope="every n, every k >= 2, every b > 0, every product prior in Q_alpha, every outcome y",
    asserts=(Assertion(histograms(tries=120), (Compared(LEAK, "<=", BOUND),)),),
    reductions=(ONE_RECORD, BY_CLASS),
    parts=(
        Part(
            "for every joint law of (S_1, S_T, R): log(E_1 / (p_1 E_1 + (1 - p_1) E_T)) <= bound",
            UPPER,
            prove_upper,
        ),
    ),
)

# At y = (n, 0, ..., 0) bin 1 lacks n - N_1 and bin T lacks -N_T, where N counts other records.
CORNER = sp.And(count >= 0, count <= n - 1, counted >= 0)
_AT_CORNER = Law((count, counted, R), CORNER)
_S, _U = n - count, -counted
_FIRST = density(distance_if_first(_S), _AT_CORNER)
_OTHER = density(distance_if_other(_S, _U), _AT_CORNER)

ATTAINED = Goal(
    (b > 0, alpha > 0, alpha <= 1), relate(sp.log(lift(_FIRST, _OTHER, alpha)), "==", LEAKAGE)
)


def prove_attained(goal: Goal) -> Step:
    """Prove equality at the corner: there both triangle inequalities are equalities, surely."""
    first, other = distance_if_first(_S), distance_if_other(_S, _U)
    equal = compared(-other / b, "==", -first / b - 2 / b, _AT_CORNER)
    return compare_exponentials(goal, (equal, positive(first, _AT_CORNER)))


theorem_4_tight = Claim(
    "histogram.theorem-4.tight",
    "histogram",
    "after Thm 4",
    says="if some class has probability exactly alpha, an outcome attains that bound",
    scope="every n, k and other records; the outcome is y_j = n and 0 elsewhere (or "
    "anything beyond)",
    asserts=(
        Assertion(
            histograms(records=2, classes=3, tries=60),
            (Compared(WORST, "=", BOUND),),
            (FLOOR_IS_MET,),
        ),
    ),
    reductions=(ONE_RECORD, BY_CLASS),
    parts=(
        Part("no outcome has more: Theorem 4", UPPER, prove_upper),
        Part(
            "at y_1 = n, y_T = 0 and p_1 = alpha the log-lift of class 1 equals the bound, "
            "for every law of the other records",
            ATTAINED,
            prove_attained,
        ),
    ),
)

# --- the bound as a function of alpha ------------------------------------------------------------

NEAR = Goal(
    (b > 0, delta > 0, alpha > 0, alpha <= 1, relate(alpha * (sp.exp(2 / b) - 1), "<", delta)),
    relate(sp.Abs(LEAKAGE - DP), "<", delta),
)


def prove_near(goal: Goal) -> Step:
    """Prove the limit with its modulus: 0 <= log(1 + z) <= z at z = alpha (e^(2/b) - 1)."""
    excess = alpha * (sp.exp(2 / b) - 1)
    share = (b > 0, alpha > 0, alpha <= 1)
    inside = 1 - alpha + alpha * sp.exp(2 / b)
    not_negative = compare_exponentials(Goal(share, relate(sp.log(inside), ">=", sp.Integer(0))))
    tangent = at(log_below_tangent(), x=excess)
    return Decided(goal, (not_negative, _spread(tangent, inside)))


def _spread(step: Step, inside: Term) -> Step:
    """Write log(1 + alpha (e - 1)) as log(1 - alpha + alpha e)."""
    left, right = step.goal.conclusion.args
    logarithm = next(iter(left.atoms(sp.log)))
    same = compare_exponentials(
        Goal((b > 0, alpha > 0, alpha <= 1), relate(logarithm, "==", sp.log(inside)))
    )
    return Decided(
        Goal(
            (b > 0, alpha > 0, alpha <= 1),
            relate(left.subs(logarithm, sp.log(inside)), ">=", right),
        ),
        (step, same),
    )


# --- what the limits and the order in alpha are read on ------------------------------------------


def _near_zero(i: int, random: Random) -> Parameters:
    """Draw alpha about where the bound comes within delta of 2/b."""
    rate, small = some_rate(i, random), Fraction(1, random.choice((2, 10, 1000)))
    bounds = (
        divide(small, add(exp(multiply(Fraction(2), rate)), -ONE)),
        divide(small, multiply(multiply(Fraction(2), rate), add(ONE, rate))),
    )
    share = Fraction(random.randint(1, (11, 60)[i % 4 == 3]), 10) if i % 3 else ONE
    floor = multiply(share, bounds[i % 2])
    return Parameters.of(alpha=floor, rate=rate, delta=small)


BOUND_HERE = of_numbers("2/b - log(1 - alpha + alpha e^(2/b))", LEAKAGE)
_FAR = "every b > 0, every delta > 0 and every alpha > 0"
_ALL_POSITIVE = among(rate=POSITIVE, delta=POSITIVE, alpha=POSITIVE)
NEAR_ZERO = parameters(_FAR, r"\forall b,\delta,\alpha>0", _near_zero, _ALL_POSITIVE, tries=80)
ALLOWED = Compared(number("alpha", latex=r"\alpha"), "<=", of_numbers("1", sp.Integer(1)))
DELTA = number("delta", latex=r"\delta")


def within(text: str, bound: Term, modulus_text: str, modulus: Term) -> Assertion[Parameters]:
    """Say that a bound is within delta of 2/b as soon as alpha times a modulus is below delta."""
    latex = rf"\bigl|{sp.latex(bound)}-\tfrac2b\bigr|"
    gap = of_numbers(f"|{text} - 2/b|", sp.Abs(bound - DP), latex)
    small = of_numbers(f"alpha {modulus_text}", alpha * modulus)
    return Assertion(
        NEAR_ZERO, (Compared(gap, "<", DELTA),), (ALLOWED, Compared(small, "<", DELTA))
    )


limit = Claim(
    "histogram.limit",
    "histogram",
    "after eq. (4)",
    says="the bound tends to 2/b as alpha -> 0",
    scope="every b > 0; the paper: '2/b is the DP parameter ... This matches the bounds in (3) and "
    "(4) as alpha -> 0'; said with a modulus: alpha < delta/(e^(2/b) - 1) puts (3) within delta "
    "of 2/b, for every delta > 0",
    asserts=(within("(3)", LEAKAGE, "(e^(2/b) - 1)", sp.exp(2 / b) - 1),),
    parts=(
        Part("alpha (e^(2/b) - 1) < delta puts the bound within delta of 2/b", NEAR, prove_near),
    ),
)

_MODULUS = 2 / b + 2 / b**2
NEAR_QUADRATIC = Goal(
    (b > 0, delta > 0, alpha > 0, alpha <= 1, relate(alpha * _MODULUS, "<", delta)),
    relate(sp.Abs(histogram_quadratic(alpha, b) - DP), "<", delta),
)

limit_eq_4 = Claim(
    "histogram.limit.eq-4",
    "histogram",
    "Sec. III-A, after eq. (4)",
    says="the bound (4) too tends to 2/b as alpha -> 0",
    scope="every b > 0, with a modulus: alpha < delta/(2/b + 2/b^2) puts (4) within delta of 2/b",
    asserts=(within("(4)", histogram_quadratic(alpha, b), "(2/b + 2/b^2)", _MODULUS),),
    parts=(
        Part("alpha (2/b + 2/b^2) < delta puts (4) within delta of 2/b", NEAR_QUADRATIC, Decided),
    ),
)

FALLS = Goal(
    (b > 0, alpha > 0, alpha < alpha2, alpha2 <= 1),
    relate(LEAKAGE.subs(alpha, alpha2), "<", LEAKAGE),
)


_UP_TO_ONE = Interval(ZERO, ONE, closed=True)


def _two_floors(i: int, random: Random) -> Parameters:
    one, other = some_floor(i, random), some_floor(i // 2, random)
    return Parameters.of(alpha=one, alpha2=other, rate=some_rate(i // 3, random))


monotone = Claim(
    "histogram.monotone",
    "histogram",
    "Sec. IV",
    says="the bound decreases in alpha",
    scope="strictly decreasing in alpha on (0, 1], for every b > 0",
    asserts=(
        Assertion(
            parameters(
                "every b > 0 and alpha, alpha' in (0, 1]",
                r"\forall b>0,\ \alpha,\alpha'\in(0,1]",
                _two_floors,
                among(rate=POSITIVE, alpha=_UP_TO_ONE, alpha2=_UP_TO_ONE),
            ),
            (Compared(of_numbers("(3) at alpha'", LEAKAGE.subs(alpha, alpha2)), "<", BOUND_HERE),),
            (
                Compared(
                    number("alpha", latex=r"\alpha"), "<", number("alpha2", "alpha'", r"\alpha'")
                ),
            ),
        ),
    ),
    parts=(Part("a larger floor gives a strictly smaller bound", FALLS, compare_exponentials),),
)
