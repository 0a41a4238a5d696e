"""ALIP as PML at another level: two bounds on every lift are one bound on the rescaled lift."""

from __future__ import annotations

from fractions import Fraction

from pmlsym.formulas.mechanisms import other_likelihood, own_lift, own_likelihood, remainder
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.symbols import PAPER, extreme_lift, floor, zeros
from pmlsym.ledger.extremal.uniform import m, n
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.pmc.symbols import ONE, ZERO, p, p_min, v
from pmlsym.ledger.writing import relate
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.statements.assertion import Assertion, Domain, Property
from pmlsym.statements.instances.attack import adversary
from pmlsym.statements.instances.rationals import Table
from pmlsym.statements.instances.valued.designs import Rescaled, draw_rescaled
from pmlsym.statements.instances.valued.utility import Valued

ceiling, rescaled = reals("U t")

_BOUND = (ceiling - floor) / (1 - floor)
_RESCALED = (v - floor) / (1 - floor)
_BELOW_ONE = (floor < 1,)
_LINK = relate(v, "==", floor + (1 - floor) * rescaled)
_REMAINDER = remainder(n, m, ZERO, _BOUND)


def lifted(term: Term) -> Term:
    """Return the lift that has this rescaled lift."""
    return floor + (1 - floor) * term


def _averages(words: str, name: str) -> Part:
    law = AnyLaw((v, rescaled), _LINK, name)
    return follows(
        words,
        _BELOW_ONE,
        relate(law.mean(rescaled), "==", (law.mean(v) - floor) / (1 - floor)),
        law.on_average(_LINK),
    )


def _both_ways(
    words: str, given: tuple[Sentence, ...], one: Sentence, other: Sentence
) -> tuple[Part, ...]:
    return tuple(
        follows(words.format(way), (*given, known), shown)
        for way, known, shown in (("if", one, other), ("only if", other, one))
    )


_VECTORS = Domain(
    "every finite alphabet, prior, vector v over the secrets and bounds L < 1 <= U, "
    "B = (U - L)/(1 - L)",
    r"\forall P_X,\;v\in\mathbb R^{\mathcal X},\;L<1\le U,\;B=\tfrac{U-L}{1-L}",
    Rescaled,
    draw_rescaled,
)
_LIFT = Property[Rescaled](
    "v is in [L, U] and has mean one",
    r"v\in[L,U],\ \mathbb Ev=1",
    lambda a: (
        a.low <= min(a.vector) <= max(a.vector) <= a.high and adversary.mean(a.prior, a.vector) == 1
    ),
)
_RESCALED_LIFT = Property[Rescaled](
    "t = (v - L)/(1 - L) is in [0, B] and has mean one",
    r"t\in[0,B],\ \mathbb Et=1",
    lambda a: (
        0 <= min(a.rescaled) <= max(a.rescaled) <= a.bound
        and adversary.mean(a.prior, a.rescaled) == 1
    ),
)


def _bound(instance: Valued) -> Fraction:
    return (instance.high - instance.low) / (1 - instance.low)


def _extremal(instance: Valued) -> Table:
    """Return the kernel that is extremal under PML at the bound B, with its lifts raised."""
    at = _bound(instance)
    return tuple(
        tuple(
            p * instance.low
            + (1 - instance.low)
            * Fraction(own_likelihood(at, p) if x == y else other_likelihood(at, p))
            for y, p in enumerate(instance.prior)
        )
        for x in range(len(instance.prior))
    )


def _worth_of_extremes(instance: Valued) -> Fraction:
    """Return sum_x P(x) mu(L + (1 - L) a_x), a_x at B everywhere but at x."""
    found, at = Fraction(0), _bound(instance)
    for x, mass in enumerate(instance.prior):
        vector = [
            Fraction(own_lift(at, mass)) if x == z else at for z in range(len(instance.prior))
        ]
        found += mass * instance.utility.worth(
            tuple(instance.low + (1 - instance.low) * v for v in vector)
        )
    return found


_REGIME = worth.compared(
    worth.number("B (1 - pmin)", r"B(1-p_{\min})", lambda a: _bound(a) * (1 - min(a.prior))),
    "<=",
    worth.UNIT,
)
_VALUE = worth.number(
    "sum_x P(x) mu(L + (1 - L) a_x)",
    r"\sum_xP(x)\mu(L+(1-L)a_x)",
    _worth_of_extremes,
)

bounded = Claim(
    "extremal.bounded",
    PAPER,
    "own",
    says="(eps_l, eps_u)-ALIP with eps_l > 0 is PML of the rescaled lift (v - e^-eps_l)/(1 - "
    "e^-eps_l) at the bound B = (e^eps_u - e^-eps_l)/(1 - e^-eps_l), so the closed forms hold "
    "with this B",
    statement=r"v\in[L,U],\ \mathbb E v=1\iff t=\tfrac{v-L}{1-L}\in[0,B],\ \mathbb E t=1,\quad "
    r"B=\tfrac{U-L}{1-L},\ L=e^{-\varepsilon_l},\ U=e^{\varepsilon_u}",
    scope="every finite alphabet and prior, eps_l > 0 and eps_u >= 0; L = e^-eps_l < 1, "
    "U = e^eps_u >= 1. Lift vectors and the mechanisms mixed from them correspond one to one, and "
    "mu(L + (1 - L) t) is convex in t if mu is convex: extremal.high-privacy, extremal.uniform and "
    "extremal.regions hold with B for e^eps, L for lifts of zero and L + (1 - L) r for the "
    "remainder, and so does extremal.binary: utilities are put in at L + (1 - L) t. At eps_l = 0 "
    "the lift 1 is the only one",
    parts=(
        *_both_ways(
            "t is not negative {} v is at least L",
            _BELOW_ONE,
            relate(v, ">=", floor),
            relate(_RESCALED, ">=", ZERO),
        ),
        *_both_ways(
            "t is at most B {} v is at most U",
            _BELOW_ONE,
            relate(v, "<=", ceiling),
            relate(_RESCALED, "<=", _BOUND),
        ),
        follows(
            "the bound is one of PML: B >= 1", (floor < 1, ceiling >= 1), relate(_BOUND, ">=", ONE)
        ),
        _averages("over the secrets t has the mean (mean lift - L)/(1 - L)", "X"),
        _averages("and over the outcomes", "Y"),
        *_both_ways(
            "one is mapped to one: t is one {} v is, and so with the means",
            _BELOW_ONE,
            relate(v, "==", ONE),
            relate(_RESCALED, "==", ONE),
        ),
        follows(
            "a lift is a mixture of L and U with the weights of 0 and B for t",
            (floor < 1, relate(ceiling, ">", floor)),
            relate((_BOUND - _RESCALED) / _BOUND, "==", (ceiling - v) / (ceiling - floor)),
        ),
        *_both_ways(
            "the high-privacy regime is B (1 - p_min) <= 1 {} e^eps_u (1 - p_min) + e^-eps_l p_min "
            "<= 1",
            _BELOW_ONE,
            relate(ceiling * (1 - p_min) + floor * p_min, "<=", ONE),
            relate(_BOUND * (1 - p_min), "<=", ONE),
        ),
        follows(
            "there a_x is that of eps_u-PML: (1 - U (1 - P(x)))/P(x) at x",
            (floor < 1, p > 0),
            relate(lifted(extreme_lift(_BOUND)), "==", extreme_lift(ceiling)),
        ),
        *_both_ways(
            "k secrets at the lower bound are possible, B (1 - s_k) >= 1, {} U (1 - s_k) + L s_k "
            ">= 1",
            _BELOW_ONE,
            relate(ceiling * (1 - zeros) + floor * zeros, ">=", ONE),
            relate(_BOUND * (1 - zeros), ">=", ONE),
        ),
        follows(
            "for n equally likely secrets with m = floor(n/B) at U, one has the lift n - m U - "
            "(n - m - 1) L",
            _BELOW_ONE,
            relate(lifted(_REMAINDER), "==", remainder(n, m, floor, ceiling)),
        ),
        *_both_ways(
            "where m is the largest number with m B <= n {} m U + (n - m) L <= n",
            _BELOW_ONE,
            relate(m * ceiling + (n - m) * floor, "<=", n),
            relate(m * _BOUND, "<=", n),
        ),
    ),
    asserts=(
        Assertion(_VECTORS, (_LIFT,), (_RESCALED_LIFT,), both_ways=True),
        Assertion(
            worth.BETWEEN,
            (worth.compared(worth.UTILITY, "<=", _VALUE),),
            (worth.BELOW, worth.ABOVE, _REGIME),
        ),
        Assertion(
            worth.BETWEEN,
            (
                worth.compared(worth.of_mechanism("P*", _extremal), "=", _VALUE),
                *worth.attained("P*", _extremal, "U", "L"),
            ),
            (_REGIME,),
        ),
    ),
    reductions=(worth.MIXTURE,),
)
