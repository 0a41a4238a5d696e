"""Theorem 4: the bound, that it is attained, and how it depends on alpha."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.laplace import histogram_quadratic
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.histogram.readings import (
    DP,
    FIRST,
    FLOOR,
    LEAKAGE,
    OTHER,
    RATE,
    R,
    alpha,
    b,
    compared,
    density,
    distance_if_first,
    distance_if_other,
    lift,
    positive,
    some_floor,
    some_rate,
    two_bins_change,
)
from pmlsym.ledger.lemmas import AnyLaw, at, log_below_tangent
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.arithmetic import add, divide, exp, multiply
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.numbers import OfNumbers
from pmlsym.statements.reductions.histograms import prove_histogram
from pmlsym.statements.reductions.histograms.densities_by_class import FIRST as ANY_FIRST
from pmlsym.statements.reductions.histograms.densities_by_class import (
    FIRST_THERE,
    OTHER_THERE,
    least,
    p,
)
from pmlsym.statements.reductions.histograms.densities_by_class import OTHER as ANY_OTHER
from pmlsym.statements.reductions.histograms.prove_histogram import moved
from pmlsym.statements.releases import HISTOGRAM, about_releases
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.values import ONE

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
    scope="every n, every k >= 2, every b > 0, every product prior in Q_alpha, every outcome y. "
    "Records are named by their class; the paper has any set of records, where the density of y "
    "depends on the class alone, so that nothing is lost",
    **stated(
        about_releases(f"{HISTOGRAM}: leak <= {in_language(LEAKAGE)}", tests=120),
    ),
)


def by_theorem_4(*known: Callable[[], Step]) -> Callable[[Goal], Step]:
    """Return a proof of goals about leakages from facts about the bound of Theorem 4.

    Each of `known` proves such a fact, for every alpha and b.
    """

    def prove(goal: Goal) -> Step:
        laws = {mean.law for mean in goal.means}
        if len(laws) != 1 or goal.conclusion.rhs == 0:  # no leakage, two of them, or a sign
            return prove_histogram(goal)
        corner = laws == {"C"}
        floor = least if corner else alpha
        bound = LEAKAGE.subs(alpha, floor)
        first, other = (FIRST_THERE, OTHER_THERE) if corner else (ANY_FIRST, ANY_OTHER)
        leak = sp.log(lift(first, other, least if corner else p))
        leaks = Goal(goal.hypotheses, relate(leak, "==" if corner else "<=", bound))
        steps = [compare_exponentials(leaks, moved(*laws))]
        steps += [at(one(), alpha=floor) if corner else one() for one in known]
        if goal.conclusion.has(sp.log):
            return Decided(goal, tuple(steps))
        left, right = map(sp.log, goal.conclusion.args)
        of_logs = Goal(goal.hypotheses, goal.conclusion.func(left, right, evaluate=False))
        return Decided(goal, (OrderKept(Decided(of_logs, tuple(steps)), sp.exp),))

    return prove


# At y = (n, 0, ..., 0) bin 1 lacks n - N_1 records and bin T lacks -N_T; N counts the others.
CORNER = sp.And(count >= 0, count <= n - 1, counted >= 0)
_AT_CORNER = AnyLaw((count, counted, R), CORNER)
_S, _U = n - count, -counted
_FIRST = density(distance_if_first(_S), _AT_CORNER)
_OTHER = density(distance_if_other(_S, _U), _AT_CORNER)

ATTAINED = Goal(
    (b > 0, alpha > 0, alpha <= 1), relate(sp.log(lift(_FIRST, _OTHER, alpha)), "==", LEAKAGE)
)


def prove_attained(goal: Goal) -> Step:
    """Prove equality at y = (n, 0, ..., 0), where both triangle inequalities are equalities."""
    first, other = distance_if_first(_S), distance_if_other(_S, _U)
    equal = compared(-other / b, "==", -first / b - 2 / b, _AT_CORNER)
    return compare_exponentials(goal, (equal, positive(first, _AT_CORNER)))


theorem_4_tight = Claim(
    "histogram.theorem-4.tight",
    "histogram",
    "after Thm 4",
    says="if some class has probability exactly alpha, an outcome attains that bound",
    scope="the paper names no class j; one is enough. Every n, k and other records; the outcome is "
    "y_j = n and 0 elsewhere (or anything beyond). Records are named by their class, as in "
    "Theorem 4",
    **stated(
        about_releases(
            f"{HISTOGRAM}: least = alpha => worst = {in_language(LEAKAGE)}",
            records=2,
            classes=3,
            tests=60,
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


# --- instances for the limits and the order in alpha ---------------------------------------------


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


limit = Claim(
    "histogram.limit",
    "histogram",
    "after eq. (4)",
    says="the bound tends to 2/b as alpha -> 0",
    scope="every b > 0, k and n; the paper: the DP parameter 2/b matches (3) and (4) as "
    "alpha -> 0. Said with a modulus: "
    "alpha < delta/(e^(2/b) - 1) puts (3) within delta of 2/b, for every delta > 0",
    asserts=(OfNumbers(NEAR, _near_zero, RATE, tries=80),),
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
    asserts=(OfNumbers(NEAR_QUADRATIC, _near_zero, RATE, tries=80),),
    parts=(
        Part("alpha (2/b + 2/b^2) < delta puts (4) within delta of 2/b", NEAR_QUADRATIC, Decided),
    ),
)

FALLS = Goal(
    (b > 0, alpha > 0, alpha < alpha2, alpha2 <= 1),
    relate(LEAKAGE.subs(alpha, alpha2), "<", LEAKAGE),
)


def _two_floors(i: int, random: Random) -> Parameters:
    one, other = some_floor(i, random), some_floor(i // 2, random)
    return Parameters.of(alpha=one, alpha2=other, rate=some_rate(i // 3, random))


monotone = Claim(
    "histogram.monotone",
    "histogram",
    "Sec. IV",
    says="the bound decreases in alpha",
    scope="strictly decreasing in alpha on (0, 1], for every b > 0",
    asserts=(OfNumbers(FALLS, _two_floors, RATE),),
    parts=(Part("a larger floor gives a strictly smaller bound", FALLS, compare_exponentials),),
)
