"""The value of the cyclic mechanism for mutual information: f(v) = v log v, with f(0) = 0."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.symbols import PAPER, bound
from pmlsym.ledger.extremal.uniform import (
    CONVEX_AT_R,
    TOGETHER,
    VALUE,
    above,
    below,
    f_0,
    f_bound,
    f_r,
    m,
    n,
    r,
    together,
    whole,
)
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.pmc.symbols import ZERO, epsilon, v
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence
from pmlsym.proof.steps import ConvexAtEnds, Decided, Identical, Instance, Step
from pmlsym.statements.assertion import Assertion

_BOUND = sp.exp(epsilon)
_VALUES = {f_0: ZERO, f_r: r * sp.log(r), f_bound: bound * sp.log(bound)}
_AT_LEVEL = {f_0: ZERO, f_r: r * sp.log(r), f_bound: _BOUND * epsilon, bound: _BOUND}
_WORTH = v * sp.log(v)


def _of(chord: Sentence) -> Sentence:
    """Put the values of v log v into a chord."""
    return Goal((), chord).instance(_VALUES).conclusion


def _above(goal: Goal) -> Step:
    """Prove that v log v, of second derivative 1/v, is below its chord from r to the bound."""
    ends = (r > 0, relate(r, "<", bound))
    slope = (bound * sp.log(bound) - r * sp.log(r)) / (bound - r)
    gap = _WORTH - r * sp.log(r) - slope * (v - r)
    inside = (sp.Ge(v, r, evaluate=False), sp.Le(v, bound, evaluate=False))
    second = relate(sp.diff(gap, v, 2), ">=", ZERO)
    curvature = Decided(Goal((*ends, *inside), second))
    low, high = (Identical(Goal(ends, relate(gap.subs(v, end), "==", ZERO))) for end in (r, bound))
    return Decided(goal, (ConvexAtEnds(gap, v, r, bound, curvature, (low, high)),))


def _by_logarithms(goal: Goal) -> Step:
    """Prove the goal from the logarithms of both sides."""
    small, large = (s for s in (v, r, bound) if s in goal.symbols)
    order = Goal(goal.hypotheses, relate(sp.log(small), "<=", sp.log(large)))
    return Decided(goal, (compare_exponentials(order),))


def _instance(goal: Goal) -> Step:
    return Decided(goal, (Instance(together(TOGETHER), _AT_LEVEL),))


_INFORMATION = worth.number("I(X;Y)", "I(X;Y)", lambda a: worth.information(a.outcomes))
_OF_CYCLIC = worth.number(
    "I(X;Y) of the cyclic mechanism",
    "I(X;Y^*)",
    lambda a: worth.information(a.with_kernel(worth.cyclic(a)).outcomes),
)
_STATED = worth.number(
    "(m B log B + r log r)/n", r"\tfrac1n(mB\log B+r\log r)", worth.information_value
)

information = Claim(
    "extremal.uniform.information",
    PAPER,
    "own",
    says="for n equally likely secrets the largest mutual information is (m e^eps eps + r log r)/n "
    "with m = floor(n e^-eps), r = n - m e^eps",
    statement=r"\max I(X;Y)=\tfrac1n\bigl(m\,e^\varepsilon\varepsilon+r\log r\bigr),\quad "
    r"m=\lfloor ne^{-\varepsilon}\rfloor,\ r=n-me^\varepsilon",
    scope="every number n of secrets and every eps >= 0, in nats: extremal.uniform for "
    "f(v) = v log v and f(0) = 0, as I(X;Y) = sum_y P(y) (1/n) sum_x v log v. Its hypotheses on "
    "chords are proved for this f; the chord from 0 to r is v log r, that from 0 to B is v log B. "
    "For r = 0 the value is eps",
    parts=(
        follows(
            "v log v is below its chord from r to B",
            (r > 0, relate(r, "<", bound), relate(v, ">=", r), relate(v, "<=", bound)),
            _of(above(v, _WORTH)),
            _above,
        ),
        follows(
            "and below its chord from 0 to r, which is v log r (equal at v = 0)",
            (v > 0, relate(v, "<=", r)),
            _of(below(v, _WORTH)),
            _by_logarithms,
        ),
        follows(
            "at r it is below its chord from 0 to B",
            (r > 0, relate(r, "<", bound)),
            _of(CONVEX_AT_R),
            _by_logarithms,
        ),
        Part(
            "so both groups of secrets together are worth at most the value stated",
            TOGETHER.instance(_AT_LEVEL),
            _instance,
        ),
        follows(
            "where the value is (m e^eps eps + r log r)/n",
            (r > 0, n > 0, *(relate(f, "==", _AT_LEVEL[f]) for f in (f_0, f_r, f_bound))),
            relate(VALUE, "==", (m * _BOUND * epsilon + r * sp.log(r)) / n),
        ),
        follows(
            "if r = 0, v log v has to be below its chord from 0 to B, and is (equal at v = 0)",
            (v > 0, relate(v, "<=", bound)),
            _of(whole(v, _WORTH)),
            _by_logarithms,
        ),
        follows(
            "and eps without a remainder",
            (m > 0, relate(n, "==", m * _BOUND)),
            relate(m * _BOUND * epsilon / n, "==", epsilon),
        ),
    ),
    asserts=(
        Assertion(worth.EQUAL, (worth.compared(_INFORMATION, "<=", _STATED),), (worth.WITHIN,)),
        Assertion(
            worth.EQUAL,
            (
                worth.compared(_OF_CYCLIC, "=", _STATED),
                *worth.attained("the cyclic mechanism", worth.cyclic, "B"),
            ),
        ),
    ),
    reductions=(worth.MIXTURE, worth.JENSEN, worth.WHOLE),
)
