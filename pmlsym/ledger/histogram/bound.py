"""Theorem 4, what surrounds it, and what it says about balanced data."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
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
from pmlsym.ledger.writing import compare_exponentials, rational, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.proof.witness import Witness

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
    statement=r"\ell(D_i\to y^k)\le \frac2b-\log\bigl(1-\alpha+\alpha e^{2/b}\bigr)",
    scope="every n, every k >= 2, every b > 0, every product prior in Q_alpha, every outcome y",
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
    statement=r"P(D_i\in\text{class }j)=\alpha\;\Rightarrow\;\exists y:\ \ell(D_i\to y)="
    r"\frac2b-\log\bigl(1-\alpha+\alpha e^{2/b}\bigr)",
    scope="every n, k and other records; the outcome is y_j = n and 0 elsewhere (or "
    "anything beyond)",
    parts=(
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


limit = Claim(
    "histogram.limit",
    "histogram",
    "after eq. (4)",
    says="the bound tends to 2/b as alpha -> 0",
    statement=r"\lim_{\alpha\to0}\;\frac2b-\log\bigl(1-\alpha+\alpha e^{2/b}\bigr)=\frac2b",
    scope="every b > 0; with a modulus: alpha < delta/(e^(2/b) - 1) puts the bound "
    "within delta of 2/b",
    parts=(
        Part("alpha (e^(2/b) - 1) < delta puts the bound within delta of 2/b", NEAR, prove_near),
    ),
)

FALLS = Goal(
    (b > 0, alpha > 0, alpha < alpha2, alpha2 <= 1),
    relate(LEAKAGE.subs(alpha, alpha2), "<", LEAKAGE),
)

monotone = Claim(
    "histogram.monotone",
    "histogram",
    "Sec. IV",
    says="the bound decreases in alpha",
    statement=r"\alpha<\alpha'\;\Rightarrow\;\frac2b-\log\bigl(1-\alpha'+\alpha'e^{2/b}\bigr)<"
    r"\frac2b-\log\bigl(1-\alpha+\alpha e^{2/b}\bigr)",
    scope="strictly decreasing in alpha on (0, 1], for every b > 0",
    parts=(Part("a larger floor gives a strictly smaller bound", FALLS, compare_exponentials),),
)

# --- entropy -------------------------------------------------------------------------------------

entropy_1, entropy_2, leak_1, leak_2 = reals("H_1 H_2 L_1 L_2")
_MORE = (sp.Rational(9, 20), sp.Rational(9, 20), sp.Rational(1, 10))
_LESS = (sp.Rational(7, 10), sp.Rational(3, 20), sp.Rational(3, 20))
_HALF = Fraction(1, 2)


def _entropy(prior: tuple[sp.Rational, ...]) -> Term:
    return sp.Add(*(p * sp.log(1 / p) for p in prior))


def _worst_leakage(prior: tuple[sp.Rational, ...]) -> Term:
    from pmlsym.laplace.likelihood import worst_record_lift

    own = [Fraction(int(p.p), int(p.q)) for p in prior]
    identity = [[int(i == j) for j in range(3)] for i in range(3)]
    found = worst_record_lift(identity, own, [], _HALF)[0]
    return sp.log(rational(found))


def _refute_entropy(goal: Goal) -> Witness:
    return Witness(
        goal,
        {},
        "one record, three bins, e^(-1/b) = 1/2, priors (9/20, 9/20, 1/10) and "
        "(7/10, 3/20, 3/20); worst leakage by enumerating classes and corner outcomes",
        {
            entropy_1: lambda: _entropy(_MORE),
            entropy_2: lambda: _entropy(_LESS),
            leak_1: lambda: _worst_leakage(_MORE),
            leak_2: lambda: _worst_leakage(_LESS),
        },
    )


m, m2 = reals("m m2")
_WORST = LEAKAGE.subs(alpha, m)

entropy_repair = Claim(
    "histogram.entropy.repair",
    "histogram",
    "Sec. I",
    says="the smallest class probability alone decides: the larger it is, the less leaks",
    statement=r"\min_jP(j)>\min_jP'(j)\;\Rightarrow\;\max_y\ell_P<\max_y\ell_{P'};\qquad "
    r"P\prec P'\;\Rightarrow\;\max_y\ell_P\le\max_y\ell_{P'}",
    scope="every b > 0, n and k: the worst leakage is the bound at the smallest class probability "
    "(Theorem 4 and its tightness), so that alone decides; balance in the sense of majorization "
    "(and, with two bins, entropy) implies it",
    parts=(
        Part(
            "a larger smallest probability m gives a strictly smaller worst leakage",
            Goal((b > 0, m2 > 0, m2 < m, m <= 1), relate(_WORST, "<", _WORST.subs(m, m2))),
            compare_exponentials,
        ),
        Part(
            "majorization: if the k - 1 largest probabilities sum to no more, the worst leakage "
            "is no larger",
            Goal(
                (b > 0, m2 > 0, m <= 1, 1 - m <= 1 - m2), relate(_WORST, "<=", _WORST.subs(m, m2))
            ),
            compare_exponentials,
        ),
    ),
)

entropy = Claim(
    "histogram.entropy",
    "histogram",
    "Sec. I",
    says="with the same noise, class probabilities of higher entropy leak less",
    statement=r"H(P)>H(P')\;\Rightarrow\;\max_y\ell_P(D_i\to y)\le\max_y\ell_{P'}(D_i\to y)",
    scope="read as: at equal b, class probabilities of higher entropy have no larger worst leakage",
    parts=(
        Part(
            "higher entropy, no larger worst leakage",
            Goal((entropy_1 > entropy_2,), relate(leak_1, "<=", leak_2)),
            refute=_refute_entropy,
        ),
    ),
    repair=entropy_repair,
)
