"""The closed list of inference rules. Each class says why it is sound and checks its conditions.

Nothing but these rules, exact cancellation and z3 can produce a step; those about averages are
written down in `averages`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import sympy as sp

from pmlsym.proof.averages import Expectation, Mediant, StrictExpectation, WeightedAverage
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.steps import Step, has_values, known, merged, same_difference, states
from pmlsym.proof.terms import INCREASING, Rounded, Sentence, Term

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
class Nearest(Step):
    """The nearest integer to a number below n + 1/2 is at most n (above n - 1/2: at least n).

    Sound by the definition of the nearest integer, whichever way halves are rounded, as the
    inequality has to be strict.
    """

    kind = "rule"
    of: Step
    integer: int

    def __post_init__(self) -> None:
        """Match the half."""
        relation = self.of.goal.conclusion
        below = isinstance(relation, sp.Lt)
        half = sp.Rational(1, 2) if below else -sp.Rational(1, 2)
        if (
            self.of.goal.exists
            or relation.func not in (sp.Lt, sp.Gt)
            or (relation.rhs != self.integer + half)
        ):
            raise NotProved(f"{relation} does not place a number beside {self.integer + half}")
        rounded = (sp.Le if below else sp.Ge)(
            Rounded(relation.lhs), sp.Integer(self.integer), evaluate=False
        )
        self._conclude(Goal(self.of.goal.hypotheses, rounded), (self.of,))

    @property
    def reason(self) -> str:
        """Name the rule."""
        return f"the nearest integer to a number on this side of a half beside {self.integer}"


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
        if x in self.start.free_symbols:
            raise NotProved(f"the start {self.start} moves with {x}")
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


@dataclass(frozen=True)
class Cases(Step):
    """What holds where a number is at least zero, and where it is at most zero, holds.

    Sound because every real number is one or the other.
    """

    kind = "rule"
    number: Term
    above: Step
    below: Step

    def __post_init__(self) -> None:
        """Match the conclusions, and take the two cases out of the hypotheses."""
        conclusion = self.above.goal.conclusion
        if (
            self.above.goal.exists
            or self.below.goal.exists
            or (self.below.goal.conclusion != conclusion)
        ):
            raise NotProved(f"{self.below.goal.conclusion} is not {conclusion} again")
        given = []
        for step, case in (
            (self.above, sp.Ge(self.number, 0, evaluate=False)),
            (self.below, sp.Le(self.number, 0, evaluate=False)),
        ):
            given.append(tuple(h for h in step.goal.hypotheses if h != case))
        if not isinstance(self.number, sp.Expr) or not self.number.is_real:
            raise NotProved(f"{self.number} is not known to be a real number")
        has_values(merged(*given), sp.Ge(self.number, 0, evaluate=False))
        self._conclude(Goal(merged(*given), conclusion), (self.above, self.below))

    @property
    def reason(self) -> str:
        """Name the number."""
        return f"it holds for {self.number} >= 0 and for {self.number} <= 0"


RULES = (
    OrderKept,
    Nearest,
    Exponentiated,
    Expectation,
    StrictExpectation,
    Increasing,
    WeightedAverage,
    Mediant,
    Vertices,
    ConvexAtEnds,
    Cases,
)
