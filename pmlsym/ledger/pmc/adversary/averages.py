"""Maximal cost leakage against PMC at the outcomes: eq. (9), and what is said after it."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere, exp_strictly_above_tangent
from pmlsym.ledger.parts import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.suprema import CHOICE, FUNCTION, SUPREMUM
from pmlsym.ledger.pmc.leakages import (
    ATTAINED,
    OUTCOME_COST,
    SUMMED,
    THROUGH_FUNCTION,
    cost,
    floor,
    marginal,
    outcomes,
)
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.ledger.theorems import COLUMN, SUM
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.argument import Theorem
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.finite import said
from pmlsym.statements.model import Model

t, mean = reals("t mu")
_PMC = Law((t,), t >= 0, "Y")
_SAVED, _EXPECTED = _PMC.mean(sp.exp(-t)), _PMC.mean(t)


def _tangent() -> Step:
    """Prove e^(mu - t) >= 1 + mu - t."""
    return at(exp_above_tangent_everywhere(), t=mean - t)


_MEAN = relate(mean, "==", _EXPECTED)


def _jensen(goal: Goal) -> Step:
    below = relate(sp.exp(mean - t), ">=", 1 + mean - t)
    step = _PMC.over(Decided(Goal((), below), (_tangent(),)))
    return _leakages(goal, step)


def _leakages(goal: Goal, step: Step) -> Step:
    """Prove a comparison of -log E[e^-t] with mu from one of E[e^-t] with e^-mu."""
    positive = _PMC.averaged(relate(sp.exp(-t), ">", sp.Integer(0)))
    return compare_exponentials(goal, (step, positive))


_LEAKS = relate(t, "==", sp.log(marginal / floor))

ITS_FORM = follows(
    "PMC(y) = log(P(y)/a_min), so P(y) times e^-PMC(y) is a_min = min_x P(y|x): maximal cost "
    "leakage is -log E[e^-PMC]",
    (marginal > 0, floor > 0, _LEAKS),
    relate(marginal * sp.exp(-t), "==", floor),
    lambda goal: Decided(goal, (OrderKept(Decided(Goal(goal.hypotheses, _LEAKS)), sp.exp),)),
)

JENSEN = follows(
    "-log E[e^-t] <= E[t] for PMC t >= 0, whatever its law",
    (_MEAN,),
    relate(-sp.log(_SAVED), "<=", mean),
    _jensen,
)

# A program reduces these statements to other goals; these are in the paper's words.
SAVED = Theorem(
    "the cost that is saved at an outcome",
    "P(y) times e^-PMC(y) is min_x P(y|x), so maximal cost leakage is -log E[e^-PMC]: a goal about "
    "every law of t = PMC is one about every mechanism.",
    "The smallest lift at y is min_x P(y|x)/P(y), by Bayes' rule. The converse is not needed.",
    said("exp(-maximal_cost_leakage(X->Y)) = E[exp(-pmc(X->y))]"),
    instead=True,
)

eq_9 = Claim(
    "pmc.eq-9",
    PAPER,
    "eq. (9)",
    says="maximal cost leakage <= E[PMC]",
    statement=r"\mathcal L^c(X\to Y)\le E_Y[\Lambda(X\to Y)]",
    scope="every finite alphabet, prior of full support and mechanism (if PMC is infinite with "
    "positive probability, so is its mean)",
    parts=(ITS_FORM, JENSEN),
    asserts=(said("maximal_cost_leakage(X->Y) <= E[pmc(X->y)]"),),
    reductions=(SUM, SAVED),
)

_OF_FUNCTION = Law((cost, floor), relate(cost, ">=", floor), "Y")

eq_9_first = Claim(
    "pmc.eq-9.first",
    PAPER,
    "eq. (9), first line",
    says="maximal cost leakage is the supremum over U of -log E[e^-PMC(U->Y)]",
    statement=r"\mathcal L^c(X\to Y)=\sup_{U-X-Y}\bigl(-\log E[e^{-\Lambda(U\to Y)}]\bigr)",
    scope="every finite alphabet, prior of full support and mechanism: for every U, e^-PMC is "
    "min_u P(y|u)/P(y), and U = X is the best. The paper says `using Corollary 1`, in which the "
    "best cost may change with the outcome; that one cost serves all outcomes is the goals on "
    "1[x = w]/P(x)",
    parts=(
        ITS_FORM,
        THROUGH_FUNCTION,
        follows(
            "summed over the m outcomes: sum_y min_u P(y|u) is at least sum_y min_x P(y|x)",
            (outcomes > 0,),
            relate(outcomes * _OF_FUNCTION.mean(cost), ">=", outcomes * _OF_FUNCTION.mean(floor)),
            _OF_FUNCTION.on_average(),
        ),
        OUTCOME_COST,
        SUMMED,
        *ATTAINED,
    ),
    asserts=(
        Assertion(who.FUNCTIONS_OVER_Y, who.compared(who.OUTCOME_MEAN_U, "<=", who.MEAN_SAVED_OWN)),
        Assertion(who.COSTS_OVER_Y, who.compared(who.MEAN_SAVED, "<=", who.OUTCOME_MEAN_X)),
    ),
    reductions=(SUPREMUM, FUNCTION, COLUMN, CHOICE, SUM),
)

_CONSTANT = relate(t, "==", mean)
_SURELY = Law((t,), _CONSTANT, "Y")
_ABOVE = relate(t, ">", mean)
_STRICT = relate(-sp.log(_SAVED), "<", mean)


_CAPPED, _UNDER = Law((t,), relate(t, "<=", mean), "Y"), relate(t, "<", mean)
_FLOORS, _POSSIBLE = Law((floor,), floor >= 0, "Y"), floor > 0


def _sometimes(goal: Goal, law: Law, strict: Sentence) -> Step:
    """Average what is sure of a variable, where it is strict with positive probability."""
    always, there = (Decided(Goal((sign,), sign)) for sign in (law.support, strict))
    return Decided(goal, (law.strictly(always, there, strict),))


def _capped(goal: Goal) -> Step:
    return _sometimes(goal, _CAPPED, _UNDER)


def _somewhere(goal: Goal) -> Step:
    return _sometimes(goal, _FLOORS, _POSSIBLE)


def _constant(goal: Goal) -> Step:
    return compare_exponentials(goal, (_SURELY.exponentials(relate(-t, "==", -mean)),))


def _strictly(goal: Goal) -> Step:
    weak = Decided(Goal((), relate(sp.exp(mean - t), ">=", 1 + mean - t)), (_tangent(),))
    strict = Decided(
        Goal((_ABOVE,), relate(sp.exp(mean - t), ">", 1 + mean - t)),
        (at(exp_strictly_above_tangent(), t=t - mean),),
    )
    return _leakages(goal, _PMC.strictly(weak, strict, _ABOVE))


_DIFFERS = "exp(-pmc(X->Y)) {} E[exp(-pmc(X->y))]"
_BELOW = "maximal_cost_leakage(X->Y) {} E[pmc(X->y)]"

eq_9_repair = Claim(
    "pmc.eq-9.strict.repair",
    PAPER,
    "after eq. (9)",
    says="it is strict if and only if PMC differs between outcomes",
    statement=r"\mathcal L^c(X\to Y)<E_Y[\Lambda(X\to Y)]\iff\Lambda(X\to Y)\text{ is not almost "
    r"surely constant}",
    scope="every finite alphabet, prior of full support and mechanism. PMC differs between "
    "outcomes if and only if e^-PMC is larger on average than at the worst outcome. The goals are "
    "for a finite mean of PMC; if it is infinite, some outcome rules a secret out, and maximal "
    "cost leakage is infinite only where every outcome does: then PMC is constant",
    parts=(
        follows(
            "equality if PMC is almost surely constant",
            (),
            relate(-sp.log(_SURELY.mean(sp.exp(-t))), "==", mean),
            _constant,
        ),
        follows(
            "strict if it exceeds its mean with positive probability",
            (_MEAN, relate(_PMC.chance(_ABOVE), ">", sp.Integer(0))),
            _STRICT,
            _strictly,
        ),
        follows(
            "it does, if it is not constant: if it never exceeded it, but fell below it with "
            "positive probability, its mean would be smaller",
            (relate(_CAPPED.chance(_UNDER), ">", sp.Integer(0)),),
            relate(_CAPPED.mean(t), "<", mean),
            _capped,
        ),
        follows(
            "if the smallest P(y|x) is positive at some outcome, the sum of them is positive and "
            "maximal cost leakage is finite",
            (outcomes > 0, relate(_FLOORS.chance(_POSSIBLE), ">", sp.Integer(0))),
            relate(outcomes * _FLOORS.mean(floor), ">", sp.Integer(0)),
            _somewhere,
        ),
    ),
    asserts=(
        said(f"{_DIFFERS.format('<')} => {_BELOW.format('<')}"),
        said(f"{_DIFFERS.format('=')} => {_BELOW.format('=')}"),
    ),
    reductions=(SUM, SAVED),
)

eq_9_strict = Claim(
    "pmc.eq-9.strict",
    PAPER,
    "after eq. (9)",
    says="that inequality is strict, because log is strictly concave",
    statement=r"\mathcal L^c(X\to Y)<E_Y[\Lambda(X\to Y)]",
    scope="`the strict concavity of log implies that Jensen's inequality is strict`, read for "
    "every mechanism, as no exception is named; fails where PMC is the same at all outcomes",
    asserts=(said(_BELOW.format("<")),),
    models=(Model.from_channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/2", "1/2"]),),
    repair=eq_9_repair,
)
