"""The tail of PMC under Gaussian noise, and a Gaussian secret: Ex. 7 (18) and Sec. VI."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere, rises
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.noise.gaussian import (
    PUBLISHED,
    PUBLISHED_UPPER,
    WITHIN_A,
    A,
    q,
    secret,
    y,
)
from pmlsym.ledger.pmc.symbols import HALF, ONE, PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import ConvexAtEnds, Decided, Identical, Step
from pmlsym.proof.witness import NoWitness, Witness

# --- the tail ------------------------------------------------------------------------------------

power, distance, ratio, excess = reals("s d r beta")
_CHORD = ((A + secret) * sp.exp(power * A) + (A - secret) * sp.exp(-power * A)) / (2 * A)
_CENTRE = reals("m")[0]
_MGF = WITHIN_A.mean(sp.exp(power * secret))
_COSH = (sp.exp(power * A) + sp.exp(-power * A)) / 2
_SINH = (sp.exp(power * A) - sp.exp(-power * A)) / 2
_CENTRED = relate(_CENTRE, "==", WITHIN_A.mean(secret))


def _below_cosh(goal: Goal) -> Step:
    """Prove E[e^(sX)] <= cosh(sA) + (m/A) sinh(sA) by the chord of the exponential."""
    given = (A > 0,)
    function = sp.exp(power * secret) - _CHORD
    curvature = Decided(
        Goal((*given, *WITHIN_A.sure), relate(sp.diff(function, secret, 2), ">=", ZERO))
    )
    ends = tuple(
        Decided(Goal(given, relate(function.subs(secret, end), "<=", ZERO))) for end in (-A, A)
    )
    chord = ConvexAtEnds(function, secret, -A, A, curvature, (ends[0], ends[1]))
    below = relate(sp.exp(power * secret), "<=", _CHORD)
    return Decided(goal, (WITHIN_A.averaged(below, given, (chord,)),))


SUB_GAUSSIAN = (
    Part(
        "E[e^(sX)] <= cosh(sA) + (m/A) sinh(sA), the second term 0 for mean m = 0",
        Goal((A > 0, _CENTRED), relate(_MGF, "<=", _COSH + _CENTRE / A * _SINH)),
        _below_cosh,
    ),
    Part(
        "cosh(u) <= e^(u^2/2), for u >= 0 (both are even)",
        Goal(
            (power >= 0,),
            relate(sp.log((sp.exp(power) + sp.exp(-power)) / 2), "<=", power**2 / 2),
        ),
        lambda goal: _below_square(goal),
    ),
)


def _below_square(goal: Goal) -> Step:
    gap = power**2 / 2 - sp.log((sp.exp(power) + sp.exp(-power)) / 2)
    slope, curvature = sp.diff(gap, power), sp.diff(gap, power, 2)
    bent = Decided(Goal((power >= 0,), relate(sp.together(curvature), ">=", ZERO)))
    return Decided(goal, (rises(gap, power, (), rises(slope, power, (), bent)),))


hit, sample, scale = reals("g Y lambda")
_HITS = Law((hit, sample), sp.And(hit >= 0, hit <= 1, hit * (sample - distance) >= 0), "Y")


def _chernoff(goal: Goal) -> Step:
    """Prove 1[Y >= d] <= e^(lambda (Y - d)), and average."""
    tangent = at(exp_above_tangent_everywhere(), t=scale * sample - scale * distance)
    pointwise = relate(hit, "<=", sp.exp(scale * sample - scale * distance))
    return Decided(goal, (_HITS.averaged(pointwise, (scale >= 0,), (tangent,)),))


variance = reals("V")[0]
TAIL = (
    PUBLISHED_UPPER,
    Part(
        "so PMC >= beta + A^2/(2 sigma^2) only if |y| >= sigma^2 beta/(2A) = beta/(4 q A)",
        Goal(
            (q > 0, A > 0, relate(PUBLISHED, ">=", excess + q * A**2)),
            relate(sp.Abs(y), ">=", excess / (4 * q * A)),
        ),
        Decided,
    ),
    *SUB_GAUSSIAN,
    Part(
        "Chernoff: P(Y >= d) <= e^(-lambda d) E[e^(lambda Y)], lambda >= 0",
        Goal(
            (scale >= 0,),
            relate(
                _HITS.mean(hit),
                "<=",
                sp.exp(-scale * distance) * _HITS.mean(sp.exp(scale * sample)),
            ),
        ),
        _chernoff,
    ),
    Part(
        "with E[e^(lambda Y)] <= e^(lambda^2 V/2), V = A^2 + sigma^2, and lambda = d/V the "
        "exponent is -d^2/(2V)",
        Goal(
            (variance > 0, relate(scale, "==", distance / variance)),
            relate(
                -scale * distance + scale**2 * variance / 2, "==", -(distance**2) / (2 * variance)
            ),
        ),
        Decided,
    ),
    Part(
        "which at d = beta/(4qA), V = A^2 + 1/(2q), A^2 = r/(2q) is -beta^2/(8 (r^2 + r))",
        Goal(
            (
                q > 0,
                A > 0,
                relate(ratio, "==", 2 * q * A**2),
                relate(variance, "==", A**2 + 1 / (2 * q)),
                relate(distance, "==", excess / (4 * q * A)),
            ),
            relate(-(distance**2) / (2 * variance), "==", -(excess**2) / (8 * (ratio**2 + ratio))),
        ),
        Decided,
    ),
)

example_7_tail = Claim(
    "pmc.example-7.tail",
    PAPER,
    "Ex. 7 (18)",
    says="P(PMC >= beta + A^2/(2 s^2)) <= 2 exp(-beta^2/(8(r^2 + r)))",
    statement=r"P\Bigl\{\Lambda\ge\beta+\frac{A^2}{2\sigma^2}\Bigr\}\le"
    r"2\exp\Bigl(-\frac{\beta^2}{8(r^2+r)}\Bigr),\qquad A^2=r\sigma^2",
    scope="every zero-mean X with |X| <= A, A > 0, and beta >= 0; it rests on the upper bound "
    "alone. Known: the normal noise has E[e^(lambda N)] = e^(lambda^2 sigma^2/2). Both tails of Y "
    "give the factor 2",
    parts=TAIL,
)

# --- no Gaussian dominates -----------------------------------------------------------------------

_V = 4 * ratio * (ratio + 1)

example_7_dominated_repair = Claim(
    "pmc.example-7.dominated.repair",
    PAPER,
    "Ex. 7",
    says="the tail of PMC beyond r/2 is at most twice the Chernoff bound of that Gaussian's tail",
    statement=r"P\{\Lambda\ge\tfrac r2+\beta\}\le2\inf_{s\ge0}e^{-s\beta}E\,e^{s(G-r/2)},\qquad "
    r"G\sim\mathcal N\bigl(\tfrac r2,4r(r+1)\bigr)",
    scope="every zero-mean X with |X| <= A, A > 0, and beta >= 0; E[e^(s (G - r/2))] = e^(s^2 "
    "v/2), v = 4 r (r + 1)",
    parts=(
        *TAIL,
        Part(
            "-s beta + s^2 v/2 is at least -beta^2/(8 (r^2 + r)), its value at s = beta/v",
            Goal(
                (ratio > 0,),
                relate(
                    -power * excess + power**2 * _V / 2,
                    ">=",
                    -(excess**2) / (8 * (ratio**2 + ratio)),
                ),
            ),
            Decided,
        ),
    ),
)

chance_pmc, chance_gaussian = reals("P_PMC P_G")


def _likely_above() -> Term:
    """P(PMC >= r/2) for X = -1, 1 equally likely and sigma = 1, so r = 1.

    PMC(y) = log((e^(2|y|) + 1)/2) from the definition, at least 1/2 where |y| >= y_0 =
    log(2 e^(1/2) - 1)/2; Y is a mixture of normals around -1 and 1.
    """
    atoms = ((-ONE, HALF), (ONE, HALF))
    threshold = sp.log(2 * sp.exp(HALF) - 1) / 2
    if sp.simplify(measured_pmc(atoms, threshold) - HALF) != 0:
        raise NoWitness("PMC is not r/2 at the threshold")
    root = sp.sqrt(2)
    return (sp.erfc((threshold - 1) / root) + sp.erfc((threshold + 1) / root)) / 2


example_7_dominated = Claim(
    "pmc.example-7.dominated",
    PAPER,
    "Ex. 7",
    says="PMC is dominated by a Gaussian with mean r/2 and variance 4r(r+1)",
    statement=r"P\{\Lambda\ge t\}\le P\{G\ge t\},\qquad G\sim\mathcal N\bigl(\tfrac r2,4r(r+1)"
    r"\bigr)",
    scope="read as stochastic dominance. (18) has a factor 2 and a Chernoff bound, which no "
    "Gaussian tail reaches; it fails at t = 0, where PMC >= 0 always, and still at t = r/2",
    parts=(
        Part(
            "P(PMC >= r/2) <= P(G >= r/2)",
            Goal((), chance_pmc <= chance_gaussian),
            refute=lambda goal: Witness(
                goal,
                {},
                "X = -1 or 1, equally likely, sigma = 1, so r = 1; t = r/2 is the mean of G, which "
                "is symmetric about it",
                {chance_pmc: _likely_above, chance_gaussian: lambda: HALF},
            ),
        ),
    ),
    repair=example_7_dominated_repair,
)

# --- a Gaussian secret ---------------------------------------------------------------------------

own, noise, x, level = reals("s2 sigma2 x B")
_VARIANCES = (own > 0, noise > 0)
_TOTAL = own + noise
_CENTRE_X, _SPREAD_X = own * y / _TOTAL, own * noise / _TOTAL
# log f(y|x) - log f(y), with Y normal of variance s^2 + sigma^2
_DENSITY = sp.log(_TOTAL / noise) / 2 - (y - x) ** 2 / (2 * noise) + y**2 / (2 * _TOTAL)

section_6_gaussian = Claim(
    "pmc.section-6.gaussian",
    PAPER,
    "Sec. VI",
    says="a Gaussian secret in Gaussian noise has a finite PML at every y and an infinite PMC",
    statement=r"\ell(X\to "
    r"y)=\tfrac12\log\tfrac{s^2+\sigma^2}{\sigma^2}+\frac{y^2}{2(s^2+\sigma^2)},\qquad\Lambda(X\to "
    r"y)=\infty",
    scope="every centred secret of variance s^2 > 0 and noise of variance sigma^2 > 0, so also one "
    "record of a sample mean, the other records being part of the noise. PMC is not undefined, as "
    "the text has it: Definition 11 gives it the value infinity, at every y, as far x have "
    "positive probability. The same holds for every unbounded secret, since e^(-q (y - x)^2) tends "
    "to 0",
    parts=(
        Part(
            "completing the square: Y is normal with variance s^2 + sigma^2",
            Goal(
                _VARIANCES,
                relate(
                    (y - x) ** 2 / noise + x**2 / own,
                    "==",
                    y**2 / _TOTAL + (x - _CENTRE_X) ** 2 / _SPREAD_X,
                ),
            ),
            Identical,
        ),
        Part(
            "the information density is at most its value at x = y",
            Goal(_VARIANCES, relate(_DENSITY, "<=", _DENSITY.subs(x, y))),
            Decided,
        ),
        Part(
            "PML itself exceeds every level B for large y",
            Goal(
                (*_VARIANCES, level >= 0, relate(y, ">", 2 * _TOTAL * level + 1)),
                relate(_DENSITY.subs(x, y), ">", level),
            ),
            lambda goal: Decided(goal, (_logarithm(),)),
        ),
        Part(
            "and for every y the information density is below -B for far x: PMC is infinite",
            Goal(
                (
                    *_VARIANCES,
                    level >= 0,
                    relate(
                        (y - x) ** 2,
                        ">",
                        noise * (2 * level + y**2 / _TOTAL + sp.log(_TOTAL / noise)),
                    ),
                ),
                relate(_DENSITY, "<", -level),
            ),
            lambda goal: Decided(goal, (_logarithm(),)),
        ),
    ),
)


def _logarithm() -> Step:
    """Prove log((s^2 + sigma^2)/sigma^2) >= 0."""
    return compare_exponentials(Goal(_VARIANCES, relate(sp.log(_TOTAL / noise), ">=", ZERO)))
