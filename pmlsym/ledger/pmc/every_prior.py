"""Priors that detect a violation of LDP: the converses of Thm 1 and Thm 5; and Remark 1."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random

import sympy as sp

from pmlsym.formulas.measures import MeasureName
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.mechanisms.instances import Masses
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.ledger.trials.counting import DENSITY_OF_PRIORS
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import reals
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity, whole_class
from pmlsym.statements.instances.stochastic import distribution, kernel
from pmlsym.statements.likelihoods.of_likelihoods import rows_of
from pmlsym.statements.values import Infinite, Value, extreme


def _mixing(kind: MeasureName, place: str, share: str) -> str:
    """State: if the LDP under a prior R exceeds e, a prior that mixes R with a point leaks more.

    A prior R of full support makes a prior Q of full support.
    """
    return (
        f"prior R; prior D on one secret; mixture Q = ({share}) R + (1 - ({share})) D: "
        f"ldp_R > e => {kind}_Q > e and share_Q > 0 and share_Q < 1 where chance_D = {place}"
    )


# nearly all mass goes to a secret that is least, or most, likely to give the outcome
NOT_LDP_NOT_PML = _mixing("pml", "least_R", "(most_R - exp(e)*least_R)/(2*exp(e))")
NOT_LDP_NOT_PMC = _mixing("pmc", "most_R", "(most_R - exp(e)*least_R)/(2*most_R)")


# --- Remark 1: LDP and the prior -----------------------------------------------------------------


@dataclass(frozen=True)
class TwoPriors:
    """A kernel, and two priors, in which secrets may have probability 0."""

    kernel: tuple[Masses, ...]
    one: Masses
    other: Masses

    def __post_init__(self) -> None:
        rows = kernel("kernel", self.kernel)
        one = distribution("one", self.one, len(rows))
        vars(self).update(kernel=rows, one=one, other=distribution("other", self.other, len(rows)))

    def as_dict(self) -> dict[str, object]:
        """Return the instance as exact text, for JSON."""
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
    """Return the LDP of Definition 6, over pairs of positive probability and over all events."""
    events = list(product((0, 1), repeat=len(kernel[0])))
    pairs = product(range(len(kernel)), repeat=2)
    return extreme(
        (_largest_ratio(kernel[x], kernel[z], events) for x, z in pairs if prior[x] * prior[z] > 0),
        largest=True,
    )


def _largest_ratio(one: Masses, other: Masses, events: list[tuple[int, ...]]) -> Value:
    found: list[Value] = [Fraction(0)]  # for the event of all outcomes; 0/0 = 1
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


_PRIORS = Domain(
    "every mechanism and two priors P and Q",
    r"P_{Y\mid X},\ P_X,\ Q_X",
    TwoPriors,
    _two_priors,
    60,
    outside=whole_class,
)
LDP_P = Quantity[TwoPriors](
    "the LDP of Definition 6 under P", r"\mathrm{LDP}_P", lambda w: _level_of(w.kernel, w.one)
)
LDP_Q = Quantity[TwoPriors](
    "the LDP of Definition 6 under Q", r"\mathrm{LDP}_Q", lambda w: _level_of(w.kernel, w.other)
)
_SAME_SUPPORT = Property[TwoPriors](
    "P and Q have the same support",
    r"\mathrm{supp}\,P_X=\mathrm{supp}\,Q_X",
    lambda w: all((p > 0) == (q > 0) for p, q in zip(w.one, w.other, strict=True)),
)
# for a pair of secrets: an indicator that its divergence is above eps, and the density of Q
_above, _density, _most = reals("z r M")
_DRAWN = AnyLaw((_above, _density), sp.And(_above >= 0, _density >= 0, _density <= _most), "XX")
_HALF, _NONE = Fraction(1, 2), Fraction(0)

remark_1 = Claim(
    "pmc.remark-1",
    PAPER,
    "Remark 1",
    says="LDP (Definition 6) depends on P_X only through its support: priors of the same support "
    "give the same LDP; and of another support not always",
    scope="every finite mechanism; priors may rule secrets out. Over events, with 0/0 = 1. The "
    "paper's X and Y are general, for which the support has to be read up to null sets: "
    "pmc.remark-1.general",
    asserts=(
        Assertion(_PRIORS, (Compared(LDP_P, "=", LDP_Q),), (_SAME_SUPPORT,)),
        Assertion(
            replace(_PRIORS, words="a mechanism and two priors P and Q"),
            (Compared(LDP_P, "!=", LDP_Q),),
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
        PaperTheorem(
            "a density",
            "On a finite alphabet a prior Q that has the support of P has a bounded density r with "
            "respect to it: what has the mean E_P[r z] is the mean of z under Q.",
            "r is Q(x)Q(x')/(P(x)P(x')) at a pair of secrets, and there are finitely many.",
            DENSITY_OF_PRIORS,
        ),
    ),
    parts=(
        follows(
            "pairs of secrets whose divergence is above eps (z = 1, else 0) have probability 0 "
            "under Q if they have under P; and so the other way round",
            (_most > 0, relate(_DRAWN.mean(_above), "==", sp.Integer(0))),
            relate(_DRAWN.mean(_density * _above), "<=", sp.Integer(0)),
            _DRAWN.on_average(relate(_density * _above, "<=", _most * _above)),
        ),
    ),
)
