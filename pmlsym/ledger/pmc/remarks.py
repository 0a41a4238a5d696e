"""What follows from the smallest lift: Remarks 2 and 3."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import Stated, stated
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.symbols import (
    PAPER,
    ZERO,
    others,
    p,
    w,
)
from pmlsym.ledger.theorems import COLUMN
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.assertion import Assertion, Property
from pmlsym.statements.finite import said
from pmlsym.statements.model import Model
from pmlsym.statements.values import Infinite
from pmlsym.statements.worlds.attack.adversary import Adversary

remark_2 = Claim(
    "pmc.remark-2",
    PAPER,
    "Remark 2",
    says="PMC is closed under pre-processing",
    scope="every law of X and every randomized function Z: P(y | z) = sum_x P(x | z) P(y | x)",
    **stated("Z - X - Y: pmc(Z->y) <= pmc(X->y)", named=True),
)

likely, floor_likely = reals("a a_min")
_POSSIBLE = others(sp.And(w >= 0, w <= 1))
_P_Y = p * likely + (1 - p) * _POSSIBLE.mean(w)


def _bounded() -> tuple[Step, ...]:
    return _POSSIBLE.averaged(w >= 0), _POSSIBLE.averaged(w <= 1)


def _possible(goal: Goal) -> Step:
    return Decided(goal, _bounded())


def _possible_logs(goal: Goal) -> Step:
    return compare_exponentials(goal, _bounded())


_RULED_OUT = Property[Adversary](
    "P(y|x) = 0 for some x",
    r"\exists x:P(y\mid x)=0",
    lambda a: any(not row[a.outcome] for row in a.kernel),
)
_INFINITE = Property[Adversary](
    "D_inf(P_X || P_X|Y=y) = inf",
    r"D_\infty(P_X\,\|\,P_{X|Y=y})=\infty",
    lambda a: who.PMC_DIVERGENCE.of(a) is Infinite.PLUS,
)

_FLOOR_OF_LIKELIHOODS = (
    Part(
        "a likelihood a = 0 has lift 0 at an outcome that the others cause: P(y) > 0",
        Goal(
            (p > 0, p < 1, relate(likely, "==", ZERO), relate(_P_Y, ">", ZERO)),
            relate(likely / _P_Y, "==", ZERO),
        ),
        _possible,
    ),
    Part(
        "else, with all likelihoods at least a_min, PMC is at most log(1/a_min)",
        Goal(
            (p > 0, p < 1, floor_likely > 0, likely >= floor_likely, likely <= 1),
            relate(sp.log(_P_Y / likely), "<=", sp.log(1 / floor_likely)),
        ),
        _possible_logs,
    ),
)

remark_3 = Claim(
    "pmc.remark-3",
    PAPER,
    "Remark 3",
    says="PMC can be infinite on finite alphabets; PML cannot",
    statement=r"P(y\mid x)=0\Rightarrow\Lambda(X\to y)=\infty;\qquad "
    r"\ell(X\to y)\le\log\tfrac1{p_{\min}}",
    scope="every finite alphabet of at least two secrets, prior and possible outcome; `PML is "
    "always bounded`: at most log(1/p_min). That PMC can be infinite is shown by a mechanism",
    **stated(
        "pml(X->y) <= log(1/pmin)",
        beside=(
            Stated(
                asserts=(
                    Assertion(who.CHANNELS, (_INFINITE,), (_RULED_OUT,), both_ways=True),
                    said("exp(-pmc(X->Y)) = 0", exists=True),
                ),
                parts=_FLOOR_OF_LIKELIHOODS,
                reductions=(COLUMN,),
            ),
        ),
    ),
    models=(Model.from_channel([[0, 1], ["1/2", "1/2"]], ["1/2", "1/2"]),),
)
