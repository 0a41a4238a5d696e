"""Theorem 4: the bound, that it is attained, and how it depends on alpha."""

from __future__ import annotations

from collections.abc import Callable

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
from pmlsym.ledger.lemmas import AnyLaw, at, exp_above_tangent_everywhere
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.reductions.histograms import prove_histogram
from pmlsym.statements.reductions.histograms.densities_by_class import (
    FIRST as ANY_FIRST,
    FIRST_THERE,
    OTHER as ANY_OTHER,
    OTHER_THERE,
    least,
    p,
)
from pmlsym.statements.reductions.histograms.prove_histogram import moved
from pmlsym.statements.releases import HISTOGRAM, about_releases
from pmlsym.statements.text.formula import in_language

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


def _within(modulus: str, bound: Term) -> str:
    """Return the statement that a bound is within delta of 2/b where a modulus is below delta."""
    bound_text, dp = in_language(bound), in_language(DP)
    return (
        f"numbers alpha, b, delta: max({bound_text} - {dp}, {dp} - ({bound_text})) < delta "
        f"where b > 0, delta > 0, alpha > 0, alpha <= 1, {modulus} < delta"
    )


def _prove_near(goal: Goal) -> Step:
    """Prove the limit of (3) from e^delta >= 1 + delta and e^(2/b) >= 1."""
    at_least_one = Decided(Goal(goal.hypotheses, relate(2 / b, ">=", sp.Integer(0))))
    tangent = at(exp_above_tangent_everywhere(), t=delta)
    return Decided(goal, (tangent, OrderKept(at_least_one, sp.exp)))


limit = Claim(
    "histogram.limit",
    "histogram",
    "after eq. (4)",
    says="the bound tends to 2/b as alpha -> 0",
    scope="every b > 0, k and n; the paper: the DP parameter 2/b matches (3) and (4) as "
    "alpha -> 0. Said with a modulus: "
    "alpha < delta/(e^(2/b) - 1) puts (3) within delta of 2/b, for every delta > 0",
    **stated(_within("alpha*(exp(2/b) - 1)", LEAKAGE), prove=_prove_near),
)

limit_eq_4 = Claim(
    "histogram.limit.eq-4",
    "histogram",
    "Sec. III-A, after eq. (4)",
    says="the bound (4) too tends to 2/b as alpha -> 0",
    scope="every b > 0, with a modulus: alpha < delta/(2/b + 2/b^2) puts (4) within delta of 2/b",
    **stated(_within("alpha*(2/b + 2/b^2)", histogram_quadratic(alpha, b))),
)

monotone = Claim(
    "histogram.monotone",
    "histogram",
    "Sec. IV",
    says="the bound decreases in alpha",
    scope="strictly decreasing in alpha on (0, 1], for every b > 0",
    **stated(
        f"numbers alpha, alpha2, b: {in_language(LEAKAGE.subs(alpha, alpha2))} < "
        f"{in_language(LEAKAGE)} where b > 0, alpha > 0, alpha < alpha2, alpha2 <= 1"
    ),
)
