"""Several secrets, several priors: Lemma 1 (iii) and (iv)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.every_prior import rows_of
from pmlsym.ledger.pmc.mechanisms.worlds import Masses, prior
from pmlsym.ledger.pmc.symbols import PAPER, ZERO, c
from pmlsym.ledger.theorems import COLUMN, SUM
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.arithmetic import add, log, multiply
from pmlsym.statements.assertion import Assertion, Compared, Quantity, Worlds
from pmlsym.statements.values import Infinite, Value

# --- products ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pairs:
    """Independent secrets, each with a mechanism of its own, and an outcome of each."""

    priors: tuple[Masses, ...]
    kernels: tuple[tuple[Masses, ...], ...]
    seen: tuple[int, ...]

    def as_dict(self) -> dict[str, object]:
        """Return the world as exact text, for JSON."""
        return {
            "priors": [[str(mass) for mass in masses] for masses in self.priors],
            "kernels": [[[str(e) for e in row] for row in rows] for rows in self.kernels],
            "outcomes": list(self.seen),
        }

    def __str__(self) -> str:
        return "; ".join(
            f"prior ({', '.join(map(str, masses))}), P(y|x) ({', '.join(str(r[y]) for r in rows)})"
            for masses, rows, y in zip(self.priors, self.kernels, self.seen, strict=True)
        )


def pmc_at(masses: Masses, likelihoods: Masses) -> Value:
    """Return the PMC at an outcome from the likelihoods of secrets; of those that are possible.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> pmc_at((half, half), (Fraction(1), half))
    LogOf(argument=Fraction(3, 2))
    """
    chance = sum((m * likely for m, likely in zip(masses, likelihoods, strict=True)), Fraction(0))
    least = min(likely for m, likely in zip(masses, likelihoods, strict=True) if m)
    return log(chance / least) if least else Infinite.PLUS


def _of_all(world: Pairs) -> Value:
    """Enumerate the secrets that are drawn together."""
    secrets = list(product(*(range(len(masses)) for masses in world.priors)))
    masses = [prod(m[x] for m, x in zip(world.priors, xs, strict=True)) for xs in secrets]
    likelihoods = [
        prod(rows[x][y] for rows, x, y in zip(world.kernels, xs, world.seen, strict=True))
        for xs in secrets
    ]
    return pmc_at(tuple(map(Fraction, masses)), tuple(map(Fraction, likelihoods)))


def _sum(world: Pairs) -> Value:
    total: Value = Fraction(0)
    for masses, rows, y in zip(world.priors, world.kernels, world.seen, strict=True):
        total = add(total, pmc_at(masses, tuple(row[y] for row in rows)))
    return total


def _kernel(number: int, random: Random) -> tuple[Masses, tuple[Masses, ...], int]:
    """Draw a prior, a kernel and a possible outcome."""
    rows = rows_of(number, random)
    masses = prior(100 + number, random, (len(rows),))
    return masses, rows, random.choice([y for y in range(len(rows[0])) if any(r[y] for r in rows)])


def _pairs(number: int, random: Random) -> Pairs:
    drawn = [_kernel(number + i, random) for i in range((2, 1, 2, 3)[number % 4])]
    priors, kernels, seen = zip(*drawn, strict=True)
    return Pairs(priors, kernels, seen)


_ALL_PAIRS = Worlds(
    "every k independent pairs of a secret and a mechanism, and outcomes",
    r"P_{X^k}=\prod P_{X_i},\ P_{Y^k\mid X^k}=\prod P_{Y_i\mid X_i}",
    Pairs,
    _pairs,
)
low, s, likely, marginal = reals("s_min s a_i P_i")
_INDEX = Law((low, s), sp.And(low > 0, s >= low), "i")
_BEST = Law((low, s), sp.And(low > 0, relate(s, "==", low)), "i")
_LIKELY = Law((likely, marginal), sp.And(likely > 0, marginal > 0), "i")


def _logs(law: Law, sign: str) -> Step:
    """Prove that logs compare at every index, and average them."""
    pointwise = Goal(law.sure, relate(-sp.log(s), sign, -sp.log(low)))
    return law.over(compare_exponentials(pointwise))


def _quotient(goal: Goal) -> Step:
    one = relate(sp.log(likely / marginal), "==", sp.log(likely) - sp.log(marginal))
    return Decided(goal, (_LIKELY.over(compare_exponentials(Goal(_LIKELY.sure, one))),))


lemma_1_iii = Claim(
    "pmc.lemma-1.iii",
    PAPER,
    "Lemma 1 (iii)",
    says="additivity over independent pairs",
    scope="every number k of pairs on finite alphabets. If a smallest lift is zero, so is the "
    "product, and both sides are infinite",
    asserts=(
        Assertion(
            _ALL_PAIRS,
            (
                Compared(
                    Quantity("pmc(X_1,...,X_k->y_1,...,y_k)", r"\Lambda(X^k\to y^k)", _of_all),
                    "=",
                    Quantity("the sum of pmc(X_i->y_i)", r"\sum_i\Lambda(X_i\to y_i)", _sum),
                ),
            ),
        ),
    ),
    reductions=(SUM, COLUMN),
    parts=(
        Part(
            "the lift of all pairs is the product of the lifts: of the logs, averaged over the "
            "pairs",
            Goal(
                (),
                relate(
                    _LIKELY.mean(sp.log(likely / marginal)),
                    "==",
                    _LIKELY.mean(sp.log(likely)) - _LIKELY.mean(sp.log(marginal)),
                ),
            ),
            _quotient,
        ),
        Part(
            "lifts s_i, each at least its smallest: minus the logs add up to no more than the PMC",
            Goal((), relate(_INDEX.mean(-sp.log(s)), "<=", _INDEX.mean(-sp.log(low)))),
            lambda goal: Decided(goal, (_logs(_INDEX, "<="),)),
        ),
        Part(
            "with equality where all are smallest, as independent secrets can be together",
            Goal((), relate(_BEST.mean(-sp.log(s)), "==", _BEST.mean(-sp.log(low)))),
            lambda goal: Decided(goal, (_logs(_BEST, "=="),)),
        ),
        Part(
            "and a smallest lift of zero makes the smallest product zero",
            Goal((relate(low, "==", ZERO), s >= 0), relate(low * s, "==", ZERO)),
            Decided,
        ),
    ),
)

# --- concavity -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mixture:
    """Two priors, how much of the first is taken, and the likelihoods of an outcome."""

    one: Masses
    other: Masses
    theta: Fraction
    likelihoods: Masses

    def __str__(self) -> str:
        shown = (", ".join(map(str, part)) for part in (self.one, self.other, self.likelihoods))
        return "P ({}), Q ({}), P(y|x) ({}), theta = {}".format(*shown, self.theta)

    def as_dict(self) -> dict[str, object]:
        """Return the world as exact text, for JSON."""
        parts = {"P": self.one, "Q": self.other, "likelihoods": self.likelihoods}
        return {name: [str(mass) for mass in part] for name, part in parts.items()} | {
            "parameters": {"theta": str(self.theta)}
        }

    @property
    def mixed(self) -> Masses:
        """The mixture of both priors."""
        pairs = zip(self.one, self.other, strict=True)
        return tuple(self.theta * p + (1 - self.theta) * q for p, q in pairs)


def _mixture(number: int, random: Random) -> Mixture:
    one, rows, y = _kernel(number, random)
    other = prior(200, random, (len(rows),))
    likelihoods = tuple(row[y] for row in rows)
    if number % 5 == 1:  # a secret that the first prior rules out
        one = tuple(mass / (1 - one[0]) * (x > 0) for x, mass in enumerate(one))
        likelihoods = tuple(max(entry, Fraction(1, 9)) for entry in likelihoods)
    if number % 5 == 2:
        other = one
    return Mixture(one, other, Fraction(random.randint(1, 7), 8), likelihoods)


def _average(world: Mixture) -> Value:
    first = multiply(world.theta, pmc_at(world.one, world.likelihoods))
    return add(first, multiply(1 - world.theta, pmc_at(world.other, world.likelihoods)))


theta, one, other, least, low_one, low_other = reals("theta P_y Q_y a_min a_minP a_minQ")
_MIXED = relate(c, "==", theta * one + (1 - theta) * other)
_MIXTURE = (
    *(theta >= 0, theta <= 1, one > 0, other > 0),
    *(least > 0, least <= low_one, least <= low_other, _MIXED),
)


def _concave(goal: Goal) -> Step:
    """Prove it from log P_y - log c <= P_y/c - 1, and the logs of the smallest likelihoods."""
    tangents = tuple(
        at(exp_above_tangent_everywhere(), t=sp.log(chance) - sp.log(c)) for chance in (one, other)
    )
    given = tuple(h for h in _MIXTURE if h in goal.hypotheses)
    orders = tuple(
        compare_exponentials(
            Goal((least > 0, least <= larger), relate(sp.log(least), "<=", sp.log(larger)))
        )
        for larger in (low_one, low_other)
    )
    positive = Decided(Goal(given, c > 0))
    return Decided(goal, (positive, *tangents, *orders))


lemma_1_iv = Claim(
    "pmc.lemma-1.iv",
    PAPER,
    "Lemma 1 (iv)",
    says="concavity in P_X",
    scope="every finite alphabet, mechanism and two priors, whatever their supports: P(y) is "
    "linear in the prior, and the smallest likelihood on the support of the mixture is at most "
    "either one. If that is zero, the left-hand side is infinite or y is impossible under both "
    "priors. At theta = 0 or 1 it is an equality",
    asserts=(
        Assertion(
            Worlds(
                "every two priors P and Q, 0 < theta < 1, mechanism and outcome that is possible",
                r"P,\ Q,\ 0<\theta<1,\ P_{Y\mid X},\ y",
                Mixture,
                _mixture,
            ),
            (
                Compared(
                    Quantity(
                        "pmc(X->y) under theta P + (1 - theta) Q",
                        r"\Lambda_{\theta P+(1-\theta)Q}(X\to y)",
                        lambda world: pmc_at(world.mixed, world.likelihoods),
                    ),
                    ">=",
                    Quantity(
                        "the average of those under P and Q",
                        r"\theta\Lambda_P(X\to y)+(1-\theta)\Lambda_Q(X\to y)",
                        _average,
                    ),
                ),
            ),
        ),
    ),
    reductions=(COLUMN,),
    parts=(
        Part(
            "log P_theta(y) - log a_min is at least the average of both",
            Goal(
                _MIXTURE,
                relate(
                    sp.log(c) - sp.log(least),
                    ">=",
                    theta * (sp.log(one) - sp.log(low_one))
                    + (1 - theta) * (sp.log(other) - sp.log(low_other)),
                ),
            ),
            _concave,
        ),
    ),
)
