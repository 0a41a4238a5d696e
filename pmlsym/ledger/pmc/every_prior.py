"""Beyond LDP there is a prior that shows it: the converses of Thm 1 and Thm 5; and Remark 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from random import Random

import sympy as sp

from pmlsym.exact import Value as Formula
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import Stated
from pmlsym.ledger.laws import Law
from pmlsym.ledger.part import Part
from pmlsym.ledger.parts import between
from pmlsym.ledger.pmc.mechanisms.worlds import Masses, law_of, worst
from pmlsym.ledger.pmc.symbols import ONE, PAPER, a, both, c, epsilon, others, w
from pmlsym.ledger.theorems import COLUMN
from pmlsym.ledger.trials.sums import DENSITY_OF_PRIORS
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.argument import Theorem
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity, Worlds
from pmlsym.statements.generator.kernels import EDGES, mixed, positive
from pmlsym.statements.text.vocabulary import LeakageKind
from pmlsym.statements.values import Infinite, Value, extreme, written


def prior_against_pml(high: Formula, low: Formula, ratio: Formula) -> Formula:
    """Return the share of all secrets but that of the low likelihood: PML exceeds log(ratio).

    Examples
    --------
    >>> prior_against_pml(Fraction(1), Fraction(1, 4), Fraction(2))
    Fraction(1, 8)
    """
    return (high - ratio * low) / (2 * ratio)


def prior_against_pmc(high: Formula, low: Formula, ratio: Formula) -> Formula:
    """Return the share of all secrets but that of the high likelihood: PMC exceeds log(ratio).

    Examples
    --------
    >>> prior_against_pmc(Fraction(1), Fraction(1, 4), Fraction(2))
    Fraction(1, 4)
    """
    return (high - ratio * low) / (2 * high)


# --- the goals -----------------------------------------------------------------------------------

_LIKELIHOODS = others(both(w >= 0, relate(w, "<=", ONE)))
_rare = reals("delta")[0]
_E = sp.exp(epsilon)
# a > e^eps c; all other secrets share the probability delta
_BEYOND = (epsilon >= 0, a <= 1, c >= 0, relate(a, ">", _E * c))


def _mixed(rest: Term, favoured: Term) -> Term:
    return (1 - _rare) * favoured + _rare * rest


def _some_prior(goal: Goal) -> Step:
    return Decided(goal, (_LIKELIHOODS.averaged(w >= 0), _LIKELIHOODS.averaged(w <= 1)))


_SPREAD = relate(_rare, "==", prior_against_pml(a, c, _E))
_SPREAD_2 = relate(_rare, "==", prior_against_pmc(a, c, _E))
_P_Y = _mixed(_LIKELIHOODS.mean(w), c)
_P_Y_2 = _mixed(_LIKELIHOODS.mean(w), a)
_FULL_SUPPORT = ("that prior has full support: 0 < delta", "and delta < 1")
_AGAINST_PML = (
    Part(
        "where a likelihood a exceeds e^eps c, the prior 1 - delta for c gives a a lift above "
        "e^eps: a > e^eps P(y)",
        Goal((*_BEYOND, _SPREAD), relate(a, ">", _E * _P_Y)),
        _some_prior,
    ),
    *between(_FULL_SUPPORT, (*_BEYOND, _SPREAD), _rare, sign="<"),
)
_AGAINST_PMC = (
    Part(
        "where a likelihood a exceeds e^eps c, the prior 1 - delta for a gives c a lift below "
        "e^-eps: P(y) > e^eps c",
        Goal((*_BEYOND, _SPREAD_2), relate(_P_Y_2, ">", _E * c)),
        _some_prior,
    ),
    *between(_FULL_SUPPORT, (*_BEYOND, _SPREAD_2), _rare, sign="<"),
)


# --- the statements ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mechanism:
    """A kernel, and e^eps."""

    kernel: tuple[Masses, ...]
    ratio: Fraction

    @cached_property
    def column(self) -> tuple[Fraction, int, Fraction, int]:
        """The largest and the smallest likelihood of the outcome where they are farthest apart."""
        return max(
            (
                (max(column), column.index(max(column)), min(column), column.index(min(column)))
                for column in zip(*self.kernel, strict=True)
                if any(column)
            ),
            key=lambda found: (found[2] == 0, found[0] / found[2] if found[2] else 0),
        )

    def under(self, favoured: int, rare: Formula) -> Masses:
        """Return the prior that gives a secret all but a little, which the others share."""
        assert isinstance(rare, Fraction)
        others_ = len(self.kernel) - 1
        return tuple(1 - rare if x == favoured else rare / others_ for x in range(len(self.kernel)))

    def as_dict(self) -> dict[str, object]:
        """Return kernel and level as exact text, for JSON."""
        return {
            "kernel": [[str(chance) for chance in row] for row in self.kernel],
            "parameters": {"e": written(log(self.ratio))},
        }

    def __str__(self) -> str:
        rows = "; ".join(", ".join(map(str, row)) for row in self.kernel)
        return f"kernel ({rows}), e = {written(log(self.ratio))}"


def leaks_locally(mechanism: Mechanism) -> Value:
    """Return the largest log-ratio of two likelihoods of an outcome."""
    uniform = (Fraction(1, len(mechanism.kernel)),) * len(mechanism.kernel)
    return worst("ldp", law_of(uniform, mechanism.kernel))


def _against_pml(mechanism: Mechanism) -> Masses:
    high, _, low, x = mechanism.column
    return mechanism.under(x, prior_against_pml(high, low, mechanism.ratio))


def _against_pmc(mechanism: Mechanism) -> Masses:
    high, x, low, _ = mechanism.column
    return mechanism.under(x, prior_against_pmc(high, low, mechanism.ratio))


def rows_of(number: int, random: Random) -> tuple[Masses, ...]:
    """Return a small kernel: edge cases first."""
    kind = (
        EDGES[number % len(EDGES)] if number < 3 * len(EDGES) else random.choice((mixed, positive))
    )
    whole = kind(random, [1] * random.choice((2, 2, 3, 3, 4)))
    return tuple(_row(row) for row in whole)


def _row(row: Sequence[int]) -> Masses:
    return tuple(Fraction(entry, sum(row)) for entry in row)


def _draw(number: int, random: Random) -> Mechanism:
    kernel = rows_of(number, random)
    high, _, low, _ = Mechanism(kernel, Fraction(1)).column
    part = Fraction(random.choice((0, 1, 50, 99, 100)), 100)
    most = high / low if low else Fraction(random.choice((2, 10, 1000)))
    return Mechanism(kernel, 1 + (most - 1) * part)


_LEVEL = Quantity[Mechanism]("e", r"\varepsilon", lambda world: log(world.ratio))
_LDP = Quantity("ldp(P_Y|X)", r"\mathrm{LDP}(P_{Y\mid X})", leaks_locally)


def _shown(kind: LeakageKind, latex: str) -> Assertion[Mechanism]:
    prior = _against_pml if kind == "pml" else _against_pmc
    secret = "least" if kind == "pml" else "most"
    every = Worlds(
        "every mechanism, e >= 0, and the prior Q that gives all but delta to the secret of which "
        f"the outcome of the largest ratio a/c is {secret} likely, delta = (a - c exp(e))/(2 "
        f"{'exp(e)' if kind == 'pml' else 'a'})",
        r"P_{Y\mid X},\ \varepsilon\ge0",
        Mechanism,
        _draw,
    )
    leaked = Quantity[Mechanism](
        f"{kind}(X->Y) under Q",
        latex,
        lambda world: worst(kind, law_of(prior(world), world.kernel)),
    )
    return Assertion(every, (Compared(leaked, ">", _LEVEL),), (Compared(_LDP, ">", _LEVEL),))


NOT_LDP_NOT_PML = Stated(
    asserts=(_shown("pml", r"\textstyle\max_y\ell_Q(X\to y)"),),
    parts=_AGAINST_PML,
    reductions=(COLUMN,),
)
NOT_LDP_NOT_PMC = Stated(
    asserts=(_shown("pmc", r"\textstyle\max_y\Lambda_Q(X\to y)"),),
    parts=_AGAINST_PMC,
    reductions=(COLUMN,),
)

# --- Remark 1: LDP and the prior -----------------------------------------------------------------


@dataclass(frozen=True)
class TwoPriors:
    """A kernel, and two priors, which may rule secrets out."""

    kernel: tuple[Masses, ...]
    one: Masses
    other: Masses

    def as_dict(self) -> dict[str, object]:
        """Return the world as exact text, for JSON."""
        return {
            "kernel": [[str(chance) for chance in row] for row in self.kernel],
            "P": [str(mass) for mass in self.one],
            "Q": [str(mass) for mass in self.other],
        }

    def __str__(self) -> str:
        rows = "; ".join(", ".join(map(str, row)) for row in self.kernel)
        one, other = (", ".join(map(str, masses)) for masses in (self.one, self.other))
        return f"kernel ({rows}), P ({one}), Q ({other})"


def _level_of(kernel: tuple[Masses, ...], prior: Masses) -> Value:
    """Return the LDP of Definition 6: over pairs of positive probability and over all events."""
    events = list(product((0, 1), repeat=len(kernel[0])))
    pairs = product(range(len(kernel)), repeat=2)
    return extreme(
        (_largest_ratio(kernel[x], kernel[z], events) for x, z in pairs if prior[x] * prior[z] > 0),
        largest=True,
    )


def _largest_ratio(one: Masses, other: Masses, events: list[tuple[int, ...]]) -> Value:
    found: list[Value] = [Fraction(0)]  # of all outcomes together; 0/0 = 1
    for event in events:
        top, low = (
            sum((mass for mass, seen in zip(row, event, strict=True) if seen), Fraction(0))
            for row in (one, other)
        )
        if top:
            found.append(log(top / low) if low else Infinite.PLUS)
    return extreme(found, largest=True)


def _two_priors(number: int, random: Random) -> TwoPriors:
    kernel = rows_of(number, random)
    size = len(kernel)
    silent = {0} if number % 2 and size > 2 else set()
    priors = []
    for ruled_out in (silent, silent if number % 3 else {size - 1}):
        weights = [0 if x in ruled_out else random.randint(1, 6) for x in range(size)]
        priors.append(tuple(Fraction(weight, sum(weights)) for weight in weights))
    return TwoPriors(kernel, *priors)


_PRIORS = Worlds(
    "every mechanism and two priors P and Q", r"P_{Y\mid X},\ P_X,\ Q_X", TwoPriors, _two_priors, 60
)
_UNDER_P = Quantity[TwoPriors](
    "the LDP of Definition 6 under P", r"\mathrm{LDP}_P", lambda w: _level_of(w.kernel, w.one)
)
_UNDER_Q = Quantity[TwoPriors](
    "the LDP of Definition 6 under Q", r"\mathrm{LDP}_Q", lambda w: _level_of(w.kernel, w.other)
)
_SAME_SUPPORT = Property[TwoPriors](
    "P and Q have the same support",
    r"\mathrm{supp}\,P_X=\mathrm{supp}\,Q_X",
    lambda w: all((p > 0) == (q > 0) for p, q in zip(w.one, w.other, strict=True)),
)
# of a pair of secrets: whether its divergence is above eps (1, else 0), and the density of Q
_above, _density, _most = reals("z r M")
_DRAWN = Law((_above, _density), sp.And(_above >= 0, _density >= 0, _density <= _most), "XX")
_HALF, _NONE = Fraction(1, 2), Fraction(0)

remark_1 = Claim(
    "pmc.remark-1",
    PAPER,
    "Remark 1",
    says="LDP (Definition 6) depends on P_X only through its support: priors of the same support "
    "give the same LDP; and of another support not always",
    scope="every finite mechanism; priors may rule secrets out. Over events, with 0/0 = 1",
    asserts=(
        Assertion(_PRIORS, (Compared(_UNDER_P, "=", _UNDER_Q),), (_SAME_SUPPORT,)),
        Assertion(
            replace(_PRIORS, words="a mechanism and two priors P and Q"),
            (Compared(_UNDER_P, "!=", _UNDER_Q),),
            exists=True,
        ),
    ),
    models=(
        TwoPriors(
            ((_HALF, _HALF), (_HALF, _HALF), (_HALF / 2, 3 * _HALF / 2)),
            (Fraction(1, 3),) * 3,
            (_HALF, _HALF, _NONE),
        ),
    ),
    reductions=(
        Theorem(
            "a density",
            "On a finite alphabet a prior Q that has the support of P has a bounded density r with "
            "respect to it: what has the mean E_P[r z] is the mean of z under Q.",
            "r is Q(x)Q(x')/(P(x)P(x')) at a pair of secrets, and there are finitely many.",
            DENSITY_OF_PRIORS,
        ),
    ),
    parts=(
        Part(
            "pairs of secrets whose divergence is above eps (z = 1, else 0) have probability 0 "
            "under Q if they have under P; and so the other way round",
            Goal(
                (_most > 0, relate(_DRAWN.mean(_above), "==", sp.Integer(0))),
                relate(_DRAWN.mean(_density * _above), "<=", sp.Integer(0)),
            ),
            lambda goal: Decided(
                goal, (_DRAWN.averaged(relate(_density * _above, "<=", _most * _above)),)
            ),
        ),
    ),
)
