"""At most as many outcomes as secrets: with more, a direction exists along which one vanishes."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.worth import PAPER, special
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.pmc.symbols import ONE, ZERO, v, w
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.assertion import Assertion

# direction c and its value c_0 at a special outcome, step t, value m at an outcome
c, c_0, t, rho, _value = reals("c c_0 t rho m")
v_0 = reals("v_0")[0]
# the steps to both ends, and the slope and the value of the utility
_forth, _back, _slope, _utility = reals("t_1 t_2 D U")
# coefficients of c_0 in an equation and in the one that is divided by it; the number of the other
# unknowns; the coefficient of one of them once c_0 is eliminated
a_0, b_0, count, reduced = reals("a_0 b_0 K u")
# the sum of P(y) c_y v_y at a secret over the outcomes added so far, with one more, and of P(y) c_y
_added, _joined, _sum = reals("z z_1 C")


# The probability of an outcome becomes rho times as large. An outcome has a direction c, a lift v
# at a secret, and a value m.
_MOVED = relate(rho, "==", 1 + t * c)
_OTHERS_MOVED, _VALUES_MOVED = (
    AnyLaw((rho, c, v), _MOVED, "R"),
    AnyLaw((rho, c, _value), _MOVED, "Y"),
)


def _over(own: Term, others: Term) -> Term:
    return special * own + (1 - special) * others


def _moved(goal: Goal, factor: Term, law: AnyLaw) -> Step:
    """Average rho times a factor, from rho = 1 + t c."""
    line = relate(rho * factor, "==", sp.expand((1 + t * c) * factor))
    return Decided(goal, (law.averaged(line),))


_SOLVES = relate(v_0, "==", -(1 - special) * _OTHERS_MOVED.mean(c * v) / (special * c_0))
_PROBABILITY = (special > 0, special <= 1)
# the other unknowns in an equation, in the one that is solved, and in both with c_0 eliminated
_UNKNOWNS = AnyLaw((c, v, w, reduced), relate(reduced, "==", v - a_0 * w), "R")
_U, _W, _REDUCED = (_UNKNOWNS.mean(c * x) for x in (v, w, reduced))


# the unknowns with their coefficients b, here v, in the equation that is solved, and w = b/b_0
_OWN = AnyLaw((c, v, w), relate(v, "==", b_0 * w), "R")


def _solved(goal: Goal) -> Step:
    return Decided(goal, (_OWN.averaged(relate(c * v, "==", b_0 * c * w)),))


def _eliminated(goal: Goal) -> Step:
    line = relate(c * reduced, "==", c * v - a_0 * c * w)
    return Decided(goal, (_UNKNOWNS.averaged(line),))


def _dropped() -> Part:
    unknowns = AnyLaw((c, w), relate(w, "==", ZERO), "R")
    return follows(
        "an equation with no coefficient but zeros holds whatever the unknowns are",
        (relate(b_0, "==", ZERO),),
        relate(b_0 * c_0 + count * unknowns.mean(c * w), "==", ZERO),
        unknowns.on_average(relate(c * w, "==", ZERO)),
    )


def _mean_zero() -> tuple[Part, ...]:
    one_more = AnyLaw((_added, v, _joined), relate(_joined, "==", _added + special * c_0 * v), "X")
    joined, before, lift = (one_more.mean(x) for x in (_joined, _added, v))
    nothing = AnyLaw((_added,), relate(_added, "==", ZERO), "X")
    return (
        follows(
            "the sum C of P(y) c_y is the mean over the secrets of the sum z of P(y) c_y v_y: with "
            "one outcome more, whose mean lift E[v] is one, this stays true (without outcomes both "
            "are 0)",
            (relate(_sum, "==", before),),
            relate(_sum + special * c_0 * lift, "==", joined),
            one_more.on_average(),
        ),
        follows(
            "so C = 0, as the equations say that z is zero at every secret in the end",
            (relate(_sum, "==", nothing.mean(_added)),),
            relate(_sum, "==", ZERO),
            nothing.on_average(),
        ),
    )


def _one_sign(words: str, weak: Sentence, strict: Sentence) -> Part:
    law = AnyLaw((c,), weak, "Y")

    def prove(goal: Goal) -> Step:
        always, sometimes = (Decided(Goal((sign,), sign)) for sign in (weak, strict))
        return Decided(goal, (law.strictly(always, sometimes, strict),))

    return follows(
        words,
        (relate(law.chance(strict), ">", ZERO),),
        strict.func(law.mean(c), ZERO, evaluate=False),
        prove,
    )


outcomes = Claim(
    "extremal.outcomes",
    PAPER,
    "own",
    says="an optimal mechanism needs no more outcomes than there are secrets",
    statement=r"|\mathcal Y|>|\mathcal X|:\ \exists\,c\ne0,\ \forall x\ "
    r"\sum_yc_yP(y)v_y(x)=0,\quad P_t(y)=P(y)(1+tc_y),\quad U_t=U+t\sum_yc_yP(y)\mu(v_y)",
    scope="every finite alphabet and prior, every guarantee that admits or refuses lift vectors"
    " one by one, every function mu. Every mechanism of finitely many outcomes, each of positive "
    "probability, is matched by one of at most |X|, with lift vectors that it has itself. The "
    "equations in the |Y| unknowns P(y) c_y are |X|, one for every secret; their solution is by "
    "induction, of which the first goals are the step. So is that sums over the outcomes may be "
    "exchanged (the step: one outcome more) and that |X| outcomes are reached (the step: from "
    "more than |X| to one less)",
    parts=(
        follows(
            "elimination: an equation in which c_0 has a coefficient b_0 other than zero, and K "
            "others the coefficients b, holds with the c_0 that solves it, for w = b/b_0",
            (relate(b_0, "!=", ZERO), relate(c_0, "==", -count * _OWN.mean(c * w))),
            relate(b_0 * c_0 + count * _OWN.mean(c * v), "==", ZERO),
            _solved,
        ),
        follows(
            "by which another equation, with a_0 and v, becomes one without c_0, with v - a_0 w "
            "for the K other unknowns",
            (relate(c_0, "==", -count * _W),),
            relate(a_0 * c_0 + count * _U, "==", count * _REDUCED),
            _eliminated,
        ),
        _dropped(),
        *_mean_zero(),
        follows(
            "the chances P(y) (1 + t c_y) sum to one, as c has mean zero",
            (*_PROBABILITY, relate(c_0, "==", -(1 - special) * _OTHERS_MOVED.mean(c) / special)),
            relate(_over(1 + t * c_0, _OTHERS_MOVED.mean(rho)), "==", ONE),
            lambda goal: _moved(goal, ONE, _OTHERS_MOVED),
        ),
        follows(
            "the mean lift at a secret stays: v_0 at an outcome with c_0 > 0 makes the sum of c v "
            "zero",
            (*_PROBABILITY, c_0 > 0, _SOLVES),
            relate(
                _over((1 + t * c_0) * v_0, _OTHERS_MOVED.mean(rho * v)),
                "==",
                _over(v_0, _OTHERS_MOVED.mean(v)),
            ),
            lambda goal: _moved(goal, v, _OTHERS_MOVED),
        ),
        follows(
            "the utility is linear in t",
            (),
            relate(
                _VALUES_MOVED.mean(rho * _value),
                "==",
                _VALUES_MOVED.mean(_value) + t * _VALUES_MOVED.mean(c * _value),
            ),
            lambda goal: _moved(goal, _value, _VALUES_MOVED),
        ),
        follows(
            "so it falls in at most one of the two directions",
            (_forth >= 0, _back <= 0),
            relate(sp.Max(_utility + _forth * _slope, _utility + _back * _slope), ">=", _utility),
        ),
        _one_sign(
            "c has a positive value: if none were, and some were negative, its mean were negative",
            c <= 0,
            c < 0,
        ),
        _one_sign("and a negative one, for the same reason", c >= 0, c > 0),
        follows(
            "up to t = -1/c_0 with c_0 < 0 the least value of c, no chance is negative",
            (c_0 < 0, relate(c, ">=", c_0), t >= 0, relate(t, "<=", -1 / c_0)),
            relate(1 + t * c, ">=", ZERO),
        ),
        follows(
            "nor down to t = -1/c_0 with c_0 > 0 the largest",
            (c_0 > 0, relate(c, "<=", c_0), t <= 0, relate(t, ">=", -1 / c_0)),
            relate(1 + t * c, ">=", ZERO),
        ),
        *(
            follows(
                f"and there an outcome of this {which} value has the chance zero",
                (sign, relate(t, "==", -1 / c_0)),
                relate(1 + t * c_0, "==", ZERO),
            )
            for which, sign in (("least", c_0 < 0), ("largest", c_0 > 0))
        ),
    ),
    asserts=(Assertion(worth.MANY, (worth.compared(worth.UTILITY, "<=", worth.FEW),)),),
    reductions=(worth.MIXTURE, worth.UNKNOWNS, worth.INDUCTION, worth.FEWEST),
)
