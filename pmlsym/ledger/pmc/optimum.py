"""The optimal utility where one bound on every lift leaves a simplex of lift vectors."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from pmlsym.formulas.extremal import other_likelihood, own_likelihood
from pmlsym.formulas.extremal import own_lift as own_lift_beside
from pmlsym.ledger.laws import Law
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.symbols import ONE, ZERO, others, own_lift, p, v, w
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Decided, Identical, Step

# a weight over P(x); values of mu at the vector of a secret and at an outcome
_share, _worth, _value = reals("lambda M m")


def extreme_lift(bound: Term, mass: Term = p) -> Term:
    """Return the lift of x in the vector of the secret x, which is at the bound everywhere else."""
    return own_lift_beside(bound, mass)


def optimum(bound: Term, admitted: Sentence, beyond: tuple[Sentence, ...]) -> tuple[Part, ...]:
    """Say that the vectors of the secrets mix every admitted lift vector, and what that is worth.

    Of the vector for x, which is at the bound everywhere but at x, a lift vector holds the weight
    P(x) (bound - v(x))/(bound - 1).

    Parameters
    ----------
    bound : what every lift is bounded by, from above or from below.
    admitted : says so of the lift v.
    beyond : what is known of the bound; it differs from 1.
    """
    within_one = _side(admitted, w, ONE)
    return (
        *_mixture(bound, admitted, beyond),
        *_value_of_mixture(bound, admitted, beyond),
        Part(
            "attained: the mechanism says y, and so is worth M(y), with the probability P(y)",
            Goal(
                (),
                relate(
                    (p * own_likelihood(bound, p) + (1 - p) * other_likelihood(bound, p)) * _worth,
                    "==",
                    p * _worth,
                ),
            ),
            Identical,
        ),
        Part(
            "where the bound is 1, no lift is strictly within it: all are 1",
            Goal(
                (p > 0, p < 1, own_lift(within_one)),
                (sp.Ge if isinstance(admitted, sp.Le) else sp.Le)(v, ONE, evaluate=False),
            ),
            lambda goal: Decided(goal, (others(within_one).averaged(within_one),)),
        ),
    )


def _side(admitted: Sentence, lift: Term, bound: Term) -> Sentence:
    return admitted.func(lift, bound, evaluate=False)


def _mixture(bound: Term, admitted: Sentence, beyond: tuple[Sentence, ...]) -> tuple[Part, ...]:
    weight = p * (bound - v) / (bound - 1)
    of_any = _Weights(bound, (bound - w) / (bound - 1), w, admitted, "X")
    of_x = _Weights(bound, weight, v, admitted, "Y")
    any_mean, mean = of_any.law.mean, of_x.law.mean
    return (
        Part(
            "the weight of each extreme vector in a lift vector is not negative",
            Goal((p > 0, *beyond, admitted), relate(weight, ">=", ZERO)),
            Decided,
        ),
        Part(
            "the weights sum to (bound - mean lift)/(bound - 1): to 1, as the mean lift is 1",
            Goal(
                beyond,
                relate(any_mean(_share), "==", (bound - any_mean(w)) / (bound - 1)),
            ),
            of_any.averages(ONE),
        ),
        Part(
            "the mixture is the vector: the bound minus the weight of x times the gap between the "
            "bound and (1 - bound (1 - P(x)))/P(x)",
            Goal((p > 0, *beyond), relate(bound - weight * (bound - extreme_lift(bound)), "==", v)),
            Decided,
        ),
        Part(
            "and the mean weight of x over the outcomes is P(x), as its mean lift there is 1",
            Goal(
                (p > 0, *beyond),
                relate(mean(_share), "==", p * (bound - mean(v)) / (bound - 1)),
            ),
            of_x.averages(ONE),
        ),
    )


def _value_of_mixture(
    bound: Term, admitted: Sentence, beyond: tuple[Sentence, ...]
) -> tuple[Part, ...]:
    mixed = _Weights(bound, (bound - w) / (bound - 1), w, admitted, "X", _worth)
    mean = mixed.law.mean
    line = (bound * mean(_worth) - mean(w * _worth)) / (bound - 1)
    beside = mean(_worth) + mean(_worth * (1 - w)) / (bound - 1)
    return (
        Part(
            "by Jensen the value m of an outcome is at most its mixture of the values M(x) of the "
            "vectors, which is linear in its lifts: (bound E[M] - E[v M])/(bound - 1)",
            Goal(
                (*beyond, relate(_value, "<=", mean(_share * _worth))),
                relate(_value, "<=", line),
            ),
            mixed.averages(_worth),
        ),
        Part(
            "that is the affine bound S + E[M (1 - v)]/(bound - 1) with S = E[M]",
            Goal(
                beyond,
                relate(line, "==", beside),
            ),
            Decided,
        ),
    )


class _Weights:
    """Averages of a weight that is linear in a lift, with whatever else there is at the point."""

    def __init__(
        self,
        bound: Term,
        weight: Term,
        lift: Term,
        admitted: Sentence,
        name: str,
        *beside: Term,
    ) -> None:
        self.bound, self.weight = bound, weight
        support = sp.And(_side(admitted, lift, bound), relate(_share, "==", weight))
        self.law = Law((_share, lift, *beside), support, name)

    def averages(self, factor: Term) -> Callable[[Goal], Step]:
        """Prove a goal from the mean of the weight times a factor, a line in the lift."""

        def prove(goal: Goal) -> Step:
            line = sp.expand(sp.cancel(self.weight * (self.bound - 1)) * factor)
            pointwise = relate(_share * factor * (self.bound - 1), "==", line)
            return Decided(goal, (self.law.averaged(pointwise, goal.hypotheses),))

        return prove
