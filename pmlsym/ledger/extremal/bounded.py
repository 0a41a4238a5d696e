"""Two bounds on every lift are one bound on the rescaled lift: ALIP is PML at another level."""

from __future__ import annotations

from pmlsym.formulas.extremal import remainder
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal.symbols import PAPER, floor, zeros
from pmlsym.ledger.extremal.uniform import m, n
from pmlsym.ledger.laws import Law
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.optimum import extreme_lift
from pmlsym.ledger.pmc.symbols import ONE, ZERO, p, p_min, v
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided

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
    law = Law((v, rescaled), _LINK, name)
    return Part(
        words,
        Goal(
            _BELOW_ONE,
            relate(law.mean(rescaled), "==", (law.mean(v) - floor) / (1 - floor)),
        ),
        lambda goal: Decided(goal, (law.averaged(_LINK),)),
    )


def _both_ways(
    words: str, given: tuple[Sentence, ...], one: Sentence, other: Sentence
) -> tuple[Part, ...]:
    return tuple(
        Part(words.format(way), Goal((*given, known), shown), Decided)
        for way, known, shown in (("if", one, other), ("only if", other, one))
    )


bounded = Claim(
    "extremal.bounded",
    PAPER,
    "not in the paper: (eps_l, eps_u)-ALIP",
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
        Part(
            "the bound is one of PML: B >= 1",
            Goal((floor < 1, ceiling >= 1), relate(_BOUND, ">=", ONE)),
            Decided,
        ),
        _averages("over the secrets t has the mean (mean lift - L)/(1 - L)", "X"),
        _averages("and over the outcomes", "Y"),
        *_both_ways(
            "one is mapped to one: t is one {} v is, and so with the means",
            _BELOW_ONE,
            relate(v, "==", ONE),
            relate(_RESCALED, "==", ONE),
        ),
        Part(
            "a lift is a mixture of L and U with the weights of 0 and B for t",
            Goal(
                (floor < 1, relate(ceiling, ">", floor)),
                relate((_BOUND - _RESCALED) / _BOUND, "==", (ceiling - v) / (ceiling - floor)),
            ),
            Decided,
        ),
        *_both_ways(
            "the high-privacy regime is B (1 - p_min) <= 1 {} e^eps_u (1 - p_min) + e^-eps_l p_min "
            "<= 1",
            _BELOW_ONE,
            relate(ceiling * (1 - p_min) + floor * p_min, "<=", ONE),
            relate(_BOUND * (1 - p_min), "<=", ONE),
        ),
        Part(
            "there a_x is that of eps_u-PML: (1 - U (1 - P(x)))/P(x) at x",
            Goal(
                (floor < 1, p > 0),
                relate(lifted(extreme_lift(_BOUND)), "==", extreme_lift(ceiling)),
            ),
            Decided,
        ),
        *_both_ways(
            "k secrets at the lower bound are possible, B (1 - s_k) >= 1, {} U (1 - s_k) + L s_k "
            ">= 1",
            _BELOW_ONE,
            relate(ceiling * (1 - zeros) + floor * zeros, ">=", ONE),
            relate(_BOUND * (1 - zeros), ">=", ONE),
        ),
        Part(
            "for n equally likely secrets with m = floor(n/B) at U, one has the lift n - m U - "
            "(n - m - 1) L",
            Goal(
                _BELOW_ONE,
                relate(lifted(_REMAINDER), "==", remainder(n, m, floor, ceiling)),
            ),
            Decided,
        ),
        *_both_ways(
            "where m is the largest number with m B <= n {} m U + (n - m) L <= n",
            _BELOW_ONE,
            relate(m * ceiling + (n - m) * floor, "<=", n),
            relate(m * _BOUND, "<=", n),
        ),
    ),
)
