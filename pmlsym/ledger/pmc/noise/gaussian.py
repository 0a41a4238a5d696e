"""Gaussian noise: Ex. 7 and Sec. VI. The noise counts through q = 1/(2 sigma^2)."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.noise import better_upper, from_end, published_upper
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.symbols import HALF, ONE, PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.proof.witness import Witness

q, y, A, a, b, x, mean = reals("q y A a b x mu")
_DEVIATION = 1 / sp.sqrt(2 * q)
secret = reals("X")[0]


def log_density(at: Term) -> Term:
    """Log of the density of y given the secret, without -q y^2, which all have in common."""
    return 2 * q * y * at - q * at**2


def pmc_at(farthest: Term, law: Law) -> Term:
    """Log of the density of y over its density given the secret at `farthest`."""
    return sp.log(law.mean(sp.exp(log_density(secret))) / sp.exp(log_density(farthest)))


# --- (17), the upper bounds ----------------------------------------------------------------------

WITHIN_A = Law((secret,), sp.And(secret >= -A, secret <= A), "X")
_AT = (q > 0, x >= -A, x <= A)
_POSITIVE = relate(sp.exp(log_density(secret)), ">", ZERO)


def _upper(level: Term) -> Part:
    def prove(goal: Goal) -> Step:
        bound = goal.conclusion.rhs
        exponents = relate(log_density(secret), "<=", log_density(x) + bound)
        step = WITHIN_A.exponentials(exponents, goal.hypotheses)
        return compare_exponentials(goal, (step, WITHIN_A.averaged(_POSITIVE)))

    return Part(
        f"PMC is at most {level}, q = 1/(2 sigma^2)",
        Goal(_AT, relate(pmc_at(x, WITHIN_A), "<=", level)),
        prove,
    )


PUBLISHED = sp.collect(sp.expand(published_upper(A, sp.Abs(y), _DEVIATION)), q)
BETTER = better_upper(A, sp.Abs(y), _DEVIATION)
PUBLISHED_UPPER, BETTER_UPPER = _upper(PUBLISHED), _upper(BETTER)

# --- the lower bounds ----------------------------------------------------------------------------

# The support has the ends -a and b, and the mean is mu, so that E[X^2] <= a b + (b - a) mu.
_ENDS = Law((secret,), sp.And(secret >= -a, secret <= b), "X")
_MEAN = relate(mean, "==", _ENDS.mean(secret))


def _from_end(end: Term) -> Term:
    """Bound the PMC from the density given the secret at an end of the support, -a or b."""
    below, above, offset = a + mean, b - mean, y - mean
    if end == b:
        return from_end(above, below, -offset, _DEVIATION)
    return from_end(below, above, offset, _DEVIATION)


def _lower(end: Term, what: str) -> Part:
    def prove(goal: Goal) -> Step:
        level = goal.conclusion.rhs
        exponent = log_density(secret) - log_density(end)
        tangent = at(exp_above_tangent_everywhere(), t=sp.expand(exponent - level))
        grown = sp.exp(sp.expand(exponent - level))
        above = relate(grown, ">=", 1 + sp.expand(exponent - level))
        jensen = _ENDS.averaged(above, using=(tangent,))
        spread = _ENDS.averaged(relate((secret + a) * (b - secret), ">=", ZERO))
        less = Decided(
            Goal((q > 0, _MEAN), relate(jensen.goal.conclusion.rhs, ">=", ONE)), (spread,)
        )
        return compare_exponentials(goal, (jensen, less, _ENDS.averaged(_POSITIVE)))

    return Part(what, Goal((q > 0, _MEAN), relate(pmc_at(end, _ENDS), ">=", _from_end(end))), prove)


LOWER = (
    _lower(-a, "from the end -a of the support, PMC is at least q (a^2 - ab + 2ya) for mu = 0"),
    _lower(b, "from the end b of the support, PMC is at least q (b^2 - ab - 2yb) for mu = 0"),
)

_ZERO_MEAN = relate(mean, "==", ZERO)
AT_BOTH_ENDS = Part(
    "with a = b = A and mean zero the larger of both is 2 q A |y| = A |y|/sigma^2",
    Goal(
        (q > 0, A >= 0, relate(a, "==", A), relate(b, "==", A), _ZERO_MEAN),
        relate(sp.Max(_from_end(-a), _from_end(b)), "==", 2 * q * A * sp.Abs(y)),
    ),
    Decided,
)

FOOTNOTE = (
    Part(
        "footnote 4: (A + |y|)^2 is the smaller bound for 0 < |y| < 2A",
        Goal(
            (q > 0, A > 0, sp.Abs(y) > 0, sp.Abs(y) < 2 * A),
            relate(BETTER, "<", PUBLISHED),
        ),
        Decided,
    ),
    Part(
        "and not for |y| >= 2A",
        Goal(
            (q > 0, A > 0, sp.Abs(y) >= 2 * A),
            relate(BETTER, ">=", PUBLISHED),
        ),
        Decided,
    ),
)

example_7_bounds_repair = Claim(
    "pmc.example-7.bounds.repair",
    PAPER,
    "Ex. 7 (17)",
    says="the upper bound holds for every zero-mean X with |X| <= A; the lower bound if -A and A "
    "are both ends of the support of X, and with ends -a and b the lower bound is max(a(2y + a - "
    "b), b(b - a - 2y))/(2 s^2)",
    statement=r"\max\{a(2y+a-b),\,b(b-a-2y)\}\le2\sigma^2\Lambda(X\to y)\le"
    r"\min\{A^2+4A|y|,\,(A+|y|)^2\}",
    scope="every law of X, discrete or not, with ess inf X = -a, ess sup X = b, A >= max(a, b), "
    "and every y. The lower bounds are given for every mean mu; the upper bounds need none. PMC is "
    "the larger of the values at both ends, as the density falls with the distance",
    parts=(PUBLISHED_UPPER, BETTER_UPPER, *FOOTNOTE, *LOWER, AT_BOTH_ENDS),
)

measured, claimed = reals("PMC lower")


def _two_values() -> tuple[tuple[tuple[Term, Term], ...], Term]:
    third = sp.Rational(1, 3)
    return ((-ONE, 2 * third), (2 * ONE, third)), HALF


def measured_pmc(atoms: tuple[tuple[Term, Term], ...], at_y: Term, noise: Term = HALF) -> Term:
    """Evaluate PMC at y from the definition, for a discrete secret and q = `noise`."""
    densities = {value: sp.exp(-noise * (at_y - value) ** 2) for value, _ in atoms}
    marginal = sp.Add(*(chance * densities[value] for value, chance in atoms))
    ratios = [sp.simplify(marginal / density) for density in densities.values()]
    return sp.log(sp.Max(*ratios))


example_7_bounds = Claim(
    "pmc.example-7.bounds",
    PAPER,
    "Ex. 7 (17)",
    says="A|y|/s^2 <= PMC <= A(A + 4|y|)/(2 s^2) for every zero-mean X with |X| <= A",
    statement=r"\frac{A|y|}{\sigma^2}\le\Lambda(X\to y)\le\frac{A(A+4|y|)}{2\sigma^2}",
    scope="PMC is an essential supremum under P_X, so the smallest density is taken over the "
    "support of X and not over [-A, A] (as if X had full support there). It has to be assumed that "
    "both -A and A are ends of the "
    "support; a zero mean and |X| <= A are not enough, even if A is the least such bound",
    parts=(
        Part(
            "A |y|/sigma^2 <= PMC",
            Goal((), relate(claimed, "<=", measured)),
            refute=lambda goal: Witness(
                goal,
                {},
                "X = -1 with probability 2/3 and 2 with 1/3, so mean 0 and A = 2; sigma = 1. "
                "y = 1/2 is as far from -1 as from 2, so it says nothing: PMC is 0, the bound 1",
                {
                    measured: lambda: measured_pmc(*_two_values()),
                    claimed: lambda: 2 * HALF,
                },
            ),
        ),
    ),
    repair=example_7_bounds_repair,
)

# --- no finite guarantee -------------------------------------------------------------------------

level = reals("B")[0]
_FAR = relate(y, ">", (level / (q * a) + b - a) / 2)

example_7_unbounded_repair = Claim(
    "pmc.example-7.unbounded.repair",
    PAPER,
    "Ex. 7",
    says="it has none if and only if the secret is not constant",
    statement=r"\sup_y\Lambda(X\to y)=\infty\iff X\text{ is not almost surely constant}",
    scope="every bounded law, discrete or not, centred so that its mean is zero; not constant "
    "means ends -a < 0 < b of the support",
    parts=(
        LOWER[0],
        Part(
            "beyond y = (B/(qa) + b - a)/2 that bound exceeds B, however large",
            Goal(
                (q > 0, a > 0, _ZERO_MEAN, _FAR),
                relate(_from_end(-a), ">", level),
            ),
            Decided,
        ),
        Part(
            "a constant secret has the density of y whatever it is: PMC 0",
            Goal(
                (relate(x, "==", mean),), relate(q * (y - x) ** 2 - q * (y - mean) ** 2, "==", ZERO)
            ),
            Decided,
        ),
    ),
)

example_7_unbounded = Claim(
    "pmc.example-7.unbounded",
    PAPER,
    "Ex. 7",
    says="Gaussian noise on a bounded secret has no finite PMC guarantee",
    statement=r"\sup_y\Lambda(X\to y)=\infty",
    scope="read for every secret that the example spells out: zero mean, |X| <= A. The constant "
    "one is an exception, and the only one; its proof by (17) does not hold (pmc.example-7.bounds)",
    parts=(
        Part(
            "the largest PMC exceeds every level B >= 0",
            Goal((level >= 0,), measured > level),
            refute=lambda goal: Witness(
                goal,
                {level: ZERO},
                "X = 0: the density of y given X is the density of y, for symbolic y",
                {measured: lambda: measured_pmc(((ZERO, ONE),), sp.Symbol("y", real=True))},
            ),
        ),
    ),
    repair=example_7_unbounded_repair,
)
