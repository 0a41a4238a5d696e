"""Inference rules about averages: expectations, weighted averages, mediants."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.steps import Step, merged
from pmlsym.proof.terms import Mean, Sentence, Term, chance, conjuncts


@dataclass(frozen=True)
class Expectation(Step):
    """An expectation preserves a pointwise inequality (an equality, a strict inequality).

    Sound because the expectation of a non-negative (positive) random variable is non-negative
    (positive), and expectation is linear: factors that do not depend on the variables come out.
    The hypotheses may speak of the variables only through the support, which holds surely.
    """

    kind = "rule"
    of: Step
    variables: tuple[Term, ...]
    support: Sentence = sp.true
    law: str = "P"

    def __post_init__(self) -> None:
        """Average both sides."""
        goal = self.of.goal
        sure = set(conjuncts(self.support))
        rest = tuple(h for h in goal.hypotheses if h not in sure)
        for hypothesis in rest:
            if hypothesis.free_symbols & set(self.variables):
                raise NotProved(f"the hypothesis {hypothesis} restricts what is averaged over")
        relation = goal.conclusion
        if goal.exists or relation.func is sp.Ne:
            raise NotProved(f"an expectation need not preserve {relation}")
        left, right = (self._mean(side) for side in relation.args)
        self._conclude(Goal(rest, relation.func(left, right, evaluate=False)), (self.of,))

    def _mean(self, side: Term) -> Term:
        total = sp.Integer(0)
        for summand in sp.Add.make_args(sp.expand_mul(side)):
            outside, inside = sp.Integer(1), sp.Integer(1)
            for factor in sp.Mul.make_args(summand):
                fixed, random = self._split(factor)
                outside, inside = outside * fixed, inside * random
            random_part = Mean(inside, self.variables, self.support, self.law)
            total += outside * (sp.Integer(1) if inside == 1 else random_part)
        return total

    def _split(self, factor: Term) -> tuple[Term, Term]:
        here = set(self.variables)
        if not factor.free_symbols & here:
            return factor, sp.Integer(1)
        if isinstance(factor, sp.exp):
            parts = sp.Add.make_args(sp.expand(factor.args[0]))
            fixed = [part for part in parts if not part.free_symbols & here]
            random = [part for part in parts if part.free_symbols & here]
            return sp.exp(sp.Add(*fixed)), sp.exp(sp.Add(*random))
        return sp.Integer(1), factor

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "an expectation preserves a pointwise inequality"


@dataclass(frozen=True)
class StrictExpectation(Step):
    """An inequality that is strict with positive probability is strict on average.

    Sound because g - f is never negative, and positive on an event of positive probability, so
    that its expectation is positive. That the event has positive probability becomes a
    hypothesis on the law.
    """

    kind = "rule"
    weak: Step
    strict: Step
    event: Sentence
    variables: tuple[Term, ...]
    support: Sentence = sp.true
    law: str = "P"

    def __post_init__(self) -> None:
        """Average the weak inequality; the strict one may assume the event besides."""
        average = Expectation(self.weak, self.variables, self.support, self.law)
        weak, strict = self.weak.goal.conclusion, self.strict.goal.conclusion
        if (weak.func, strict.func) not in ((sp.Le, sp.Lt), (sp.Ge, sp.Gt)) or (
            weak.args != strict.args
        ):
            raise NotProved(f"{strict} is not {weak} made strict")
        assumed = {*conjuncts(self.support), *conjuncts(self.event)}
        rest = tuple(h for h in self.strict.goal.hypotheses if h not in assumed)
        for hypothesis in rest:
            if hypothesis.free_symbols & set(self.variables):
                raise NotProved(f"the hypothesis {hypothesis} restricts what is averaged over")
        likely = chance(self.event, self.variables, self.support, self.law)
        self._conclude(
            Goal(
                merged(average.goal.hypotheses, rest, (sp.Gt(likely, 0, evaluate=False),)),
                strict.func(*average.goal.conclusion.args, evaluate=False),
            ),
            (self.weak, self.strict),
        )

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "what is strict with positive probability is strict on average"


@dataclass(frozen=True)
class WeightedAverage(Step):
    """A weighted average of numbers on one side of a bound lies on that side.

    Sound because sum w_i (c - x_i) is a sum of non-negative terms when every w_i >= 0, and the
    weights sum to one. So all coordinates but the distinguished ones may be merged.
    """

    kind = "rule"
    bounds: tuple[Step, ...]
    weights: tuple[Step, ...]
    total: Step

    def __post_init__(self) -> None:
        """Check that the bounds agree and that the weights are weights."""
        relation = self.bounds[0].goal.conclusion.func
        limit = self.bounds[0].goal.conclusion.rhs
        if relation not in (sp.Le, sp.Ge) or len(self.bounds) != len(self.weights):
            raise NotProved("one weight for each bound, and bounds with <= or >=")
        for bound in self.bounds:
            if bound.goal.conclusion.func is not relation or bound.goal.conclusion.rhs != limit:
                raise NotProved(f"{bound.goal.conclusion} is not a bound by {limit}")
        shares = [_nonnegative(weight) for weight in self.weights]
        if self.total.goal.conclusion != sp.Eq(sp.Add(*shares), 1, evaluate=False):
            raise NotProved(f"{self.total.goal.conclusion} does not say that the weights sum to 1")
        average = sp.Add(
            *(w * bound.goal.conclusion.lhs for w, bound in zip(shares, self.bounds, strict=True))
        )
        steps = (*self.bounds, *self.weights, self.total)
        hypotheses = merged(*(step.goal.hypotheses for step in steps))
        self._conclude(Goal(hypotheses, relation(average, limit, evaluate=False)), steps)

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "a weighted average of numbers within a bound is within it"


def _nonnegative(step: Step) -> Term:
    relation = step.goal.conclusion
    if relation.func not in (sp.Ge, sp.Gt) or relation.rhs != 0:
        raise NotProved(f"{relation} does not say that a number is not negative")
    return relation.lhs


@dataclass(frozen=True)
class Mediant(Step):
    """The mediant of ratios lies between them.

    Sound because a_i <= c b_i with b_i > 0 sums to sum a_i <= c sum b_i.
    """

    kind = "rule"
    ratios: tuple[Step, ...]
    positive: tuple[Step, ...]

    def __post_init__(self) -> None:
        """Check that every ratio has a proved positive denominator and the same bound."""
        first = self.ratios[0].goal.conclusion
        if first.func not in (sp.Le, sp.Ge) or len(self.ratios) != len(self.positive):
            raise NotProved("one positive denominator for each ratio, and bounds with <= or >=")
        tops, bottoms = [], []
        for ratio, denominator in zip(self.ratios, self.positive, strict=True):
            relation = denominator.goal.conclusion
            if relation.func is not sp.Gt or relation.rhs != 0:
                raise NotProved(f"{relation} does not say that a denominator is positive")
            bound = ratio.goal.conclusion
            if bound.func is not first.func or bound.rhs != first.rhs:
                raise NotProved(f"{bound} is not a bound by {first.rhs}")
            bottoms.append(relation.lhs)
            tops.append(sp.cancel(bound.lhs * relation.lhs))
        steps = (*self.ratios, *self.positive)
        hypotheses = merged(*(step.goal.hypotheses for step in steps))
        mediant = sp.Add(*tops) / sp.Add(*bottoms)
        self._conclude(Goal(hypotheses, first.func(mediant, first.rhs, evaluate=False)), steps)

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "the mediant of ratios lies between them"
