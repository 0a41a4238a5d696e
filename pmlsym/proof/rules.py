"""The closed list of inference rules. Each class says why it is sound and checks its conditions.

Nothing but these rules, exact cancellation and z3 can produce a step.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.steps import Step, has_values, known, merged, same_difference, states
from pmlsym.proof.terms import INCREASING, Mean, Sentence, Term, conjuncts

_STRICT = {sp.Le: sp.Lt, sp.Ge: sp.Gt}


@dataclass(frozen=True)
class OrderKept(Step):
    """An increasing function keeps an inequality.

    Sound because that is what increasing means: ``a <= b`` gives ``f(a) <= f(b)``. The
    exponential is strictly increasing and keeps ``<`` too; rounding is not and does not.
    """

    kind = "rule"
    of: Step
    function: Any

    def __post_init__(self) -> None:
        """Apply the function to both sides."""
        if self.function not in INCREASING:
            raise NotProved(f"{self.function} is not on the list of increasing functions")
        relation = self.of.goal.conclusion
        keeps = (
            (sp.Le, sp.Ge, sp.Eq, sp.Lt, sp.Gt)
            if self.function is sp.exp
            else (sp.Le, sp.Ge, sp.Eq)
        )
        if relation.func not in keeps or self.of.goal.exists:
            raise NotProved(f"{self.function} need not keep {relation}")
        left, right = map(self.function, relation.args)
        self._conclude(
            Goal(self.of.goal.hypotheses, relation.func(left, right, evaluate=False)), (self.of,)
        )

    @property
    def reason(self) -> str:
        """Name the function."""
        return f"an increasing function ({self.function.__name__.lower()}) keeps the order"


@dataclass(frozen=True)
class Exponentiated(Step):
    """Real numbers compare as their exponentials do.

    Sound because exp is strictly increasing on the reals; every logarithm on either side has to
    be that of a number proved positive, so that both sides are real numbers.
    """

    kind = "rule"
    of: Step
    conclusion: Sentence

    def __post_init__(self) -> None:
        """Compare the exponentials with what was proved, and the logarithms' arguments with 0."""
        old = self.of.goal
        if old.exists:
            raise NotProved("an existence is not a comparison")
        left, right = map(sp.exp, self.conclusion.args)
        if not states(old, old.hypotheses, self.conclusion.func(left, right, evaluate=False)):
            raise NotProved(
                f"{old.conclusion} does not compare the exponentials of {self.conclusion}"
            )
        has_values(known(old.hypotheses, self.of.premises), self.conclusion)
        self._conclude(Goal(old.hypotheses, self.conclusion), (self.of,))

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "numbers compare as their exponentials do"


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
class Increasing(Step):
    """A function that starts at zero or above and never falls stays there.

    For differentiable h on [start, x]: h(start) >= 0 and h' >= 0 give h(x) >= 0 (mean value
    theorem); h' > 0 beyond the start gives h(x) > 0 there. h is built from sums, products,
    quotients with proved non-zero denominators, exponentials, and logarithms of proved positive
    numbers, hence differentiable.
    """

    kind = "derivative sign"
    function: Term
    variable: Term
    start: Term
    at_start: Step
    slope: Step

    def __post_init__(self) -> None:
        """Differentiate, and match both steps."""
        x, beginning = self.variable, self.at_start.goal
        strict = isinstance(self.slope.goal.conclusion, sp.Gt)
        beyond = (sp.Gt if strict else sp.Ge)(x, self.start, evaluate=False)
        given = tuple(h for h in self.slope.goal.hypotheses if h != beyond)
        for hypothesis in (*given, *beginning.hypotheses):
            if x in hypothesis.free_symbols:
                raise NotProved(f"the hypothesis {hypothesis} restricts the variable {x}")
        _smooth(self.function)
        derivative = sp.diff(self.function, x)
        relation = self.slope.goal.conclusion.func
        if relation not in (sp.Ge, sp.Gt) or not same_difference(
            self.slope.goal.conclusion, relation(derivative, 0, evaluate=False)
        ):
            raise NotProved(f"{self.slope.goal.conclusion} is not the sign of {derivative}")
        value = self.function.subs(x, self.start)
        if beginning.conclusion.func not in (sp.Ge, sp.Eq) or not same_difference(
            beginning.conclusion, sp.Ge(value, 0, evaluate=False)
        ):
            raise NotProved(f"{beginning.conclusion} is not the value at {self.start}")
        hypotheses = merged(beginning.hypotheses, given)
        closed = (*hypotheses, sp.Ge(x, self.start, evaluate=False))
        has_values(closed, sp.Ge(self.function, 0, evaluate=False))
        self._conclude(
            Goal((*hypotheses, beyond), relation(self.function, 0, evaluate=False)),
            (self.at_start, self.slope),
        )

    @property
    def reason(self) -> str:
        """Say what was differentiated."""
        return f"zero or more at {self.variable} = {self.start}, and the derivative is not negative"


def _smooth(function: Term) -> None:
    """Raise NotProved unless the function is built from arithmetic, exp and log alone."""
    rough = [
        part
        for part in sp.preorder_traversal(function)
        if not (
            part.is_Symbol
            or part.is_Rational
            or part.is_Add
            or part.is_Mul
            or isinstance(part, sp.exp | sp.log)
            or (part.is_Pow and part.exp.is_Integer)
        )
    ]
    if rough:
        raise NotProved(f"{rough[0]} may have no derivative")


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


@dataclass(frozen=True)
class Vertices(Step):
    """A function that is affine in each coordinate of a box is extreme at a vertex.

    Sound because, the other coordinates fixed, an affine function of one coordinate is largest
    at an end of its interval; so one coordinate after the other can be moved to an end.
    """

    kind = "rule"
    stated: Goal
    box: tuple[tuple[Term, Term, Term], ...]
    corners: tuple[Step, ...]

    def __post_init__(self) -> None:
        """Check affinity, the box, and that every vertex is covered."""
        goal = self.stated
        if goal.exists or goal.conclusion.func not in (sp.Le, sp.Ge, sp.Lt, sp.Gt):
            raise NotProved("the conclusion has to be an inequality")
        left, right = goal.conclusion.args
        coordinates = [x for x, _, _ in self.box]
        sides = {
            side
            for x, low, high in self.box
            for side in (sp.Ge(x, low, evaluate=False), sp.Le(x, high, evaluate=False))
        }
        rest = tuple(h for h in goal.hypotheses if h not in sides)
        if not sides <= set(goal.hypotheses):
            raise NotProved("the box has to be among the hypotheses")
        for h in (*rest, *(sp.Ge(end, 0, evaluate=False) for _, *ends in self.box for end in ends)):
            if h.free_symbols & set(coordinates):
                raise NotProved(f"{h} restricts a coordinate beside the box")
        for x in coordinates:
            if sp.cancel(sp.diff(left - right, x, 2)) != 0:
                raise NotProved(f"the difference is not affine in {x}")
        for ends in product(*((low, high) for _, low, high in self.box)):
            corner = Goal((), goal.conclusion).instance(dict(zip(coordinates, ends, strict=True)))
            if not any(states(step.goal, rest, corner.conclusion) for step in self.corners):
                raise NotProved(f"the vertex {corner.conclusion} is not proved")
        self._conclude(goal, self.corners)

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "a function affine in each coordinate of a box is extreme at a vertex"


@dataclass(frozen=True)
class ConvexAtEnds(Step):
    """A convex function on an interval is largest at an end.

    Sound by the definition of convexity; a twice differentiable function with h'' >= 0 on the
    interval is convex there.
    """

    kind = "convexity"
    function: Term
    variable: Term
    low: Term
    high: Term
    curvature: Step
    ends: tuple[Step, Step]

    def __post_init__(self) -> None:
        """Differentiate twice; match the ends."""
        x = self.variable
        inside = (sp.Ge(x, self.low, evaluate=False), sp.Le(x, self.high, evaluate=False))
        rest = tuple(h for h in self.curvature.goal.hypotheses if h not in inside)
        if any(x in h.free_symbols for h in rest):
            raise NotProved(f"the curvature is known only for some {x}")
        second = sp.Ge(sp.diff(self.function, x, 2), 0, evaluate=False)
        _smooth(self.function)
        if self.curvature.goal.conclusion.func is not sp.Ge or not same_difference(
            self.curvature.goal.conclusion, second
        ):
            raise NotProved(f"{self.curvature.goal.conclusion} is not the curvature")
        for end, step in zip((self.low, self.high), self.ends, strict=True):
            value = sp.Le(self.function.subs(x, end), 0, evaluate=False)
            if step.goal.conclusion.func not in (sp.Le, sp.Eq) or not same_difference(
                step.goal.conclusion, value
            ):
                raise NotProved(f"{step.goal.conclusion} is not the value at {end}")
            if any(x in h.free_symbols for h in step.goal.hypotheses):
                raise NotProved(f"the value at {end} is known only for some {x}")
        steps = (self.curvature, *self.ends)
        hypotheses = merged(rest, *(step.goal.hypotheses for step in self.ends), inside)
        has_values(hypotheses, sp.Le(self.function, 0, evaluate=False))
        self._conclude(Goal(hypotheses, sp.Le(self.function, 0, evaluate=False)), steps)

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "a convex function on an interval is largest at an end"


RULES = (
    OrderKept,
    Exponentiated,
    Expectation,
    Increasing,
    WeightedAverage,
    Mediant,
    Vertices,
    ConvexAtEnds,
)
