"""Steps of a proof in the user's language. Each follows its rule of the kernel when it is built.

A step is a proof, which is plain data, and the theorem that the kernel made of it. What counts in
the end is the proof alone: a verdict follows it again from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sympy as sp

from pmlsym.proof.chain import Step, described
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel.check import Proof
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.terms import Malformed, NotProved, difference, free, put
from pmlsym.proof.language import Mean, Rounded, Sentence, Term, conjuncts
from pmlsym.proof.reading import read, read_relation
from pmlsym.proof.review import covers
from pmlsym.proof.writing import sentence_text, text

__all__ = [
    "AtPoint",
    "Cases",
    "ConvexAtEnds",
    "Decided",
    "Exhibited",
    "Expectation",
    "Exponentiated",
    "Identical",
    "Increasing",
    "Instance",
    "Nearest",
    "OrderKept",
    "Step",
    "StrictExpectation",
    "described",
    "restated",
]


def _proofs(steps: Iterable[Step]) -> tuple[Proof, ...]:
    found = tuple(steps)
    for step in found:
        if not isinstance(step, Step):
            raise NotProved(f"{type(step).__name__} is no step of a proof")
    return tuple(step.proof for step in found)


class Decided(Step):
    """The negation of the conclusion is unsatisfiable over the reals, given earlier steps.

    Parameters
    ----------
    stated : the goal.
    using : steps whose conclusions may be used; their hypotheses have to follow from the goal's.
    """

    kind = "decision"

    def __init__(self, stated: Goal, using: Iterable[Step] = ()) -> None:
        steps = tuple(using)
        super().__init__(("decision", tuple(read_goal(stated)), _proofs(steps)), steps)


class Identical(Decided):
    """An equality whose two sides cancel in exact arithmetic."""

    kind = "identity"

    def __init__(self, stated: Goal) -> None:
        conclusion = read_goal(stated).conclusion
        if conclusion[0] != "=":
            raise NotProved(f"{sentence_text(conclusion)} is not an equality")
        super().__init__(stated)
        if Atoms().quotient(difference(*conclusion[1:])).top:
            raise NotProved(f"{sentence_text(conclusion)}: the difference does not cancel")
        self.reason = "the difference normalises to 0 in exact arithmetic"


class Instance(Step):
    """A proved goal with terms put for its free symbols; that these have values is granted."""

    def __init__(self, of: Step, values: Mapping[Term, Term]) -> None:
        pairs = tuple((_name(symbol), _read(term)) for symbol, term in values.items())
        super().__init__(("instance", pairs, of.proof), (of,))
        put_in = ", ".join(f"{name} := {text(term)}" for name, term in pairs)
        self.reason = f"instance with {put_in}"


class Exhibited(Step):
    """Something exists because here it is: each condition is proved of the given terms."""

    def __init__(self, stated: Goal, values: Mapping[Term, Term], parts: Iterable[Step]) -> None:
        if set(values) != set(stated.exists):
            raise NotProved("the example has to give exactly what is said to exist")
        names = tuple(map(_name, stated.exists))
        given = tuple(_read(values[symbol]) for symbol in stated.exists)
        if any(free(term) & set(names) for term in given):
            raise NotProved("the example may not refer to what is said to exist")
        steps = tuple(parts)
        super().__init__(("example", tuple(read_goal(stated)), given, _proofs(steps)), steps)
        shown = (f"{name} = {text(term)}" for name, term in zip(names, given, strict=True))
        self.reason = f"with {', '.join(shown)}"


class OrderKept(Step):
    """An increasing function, exp or rounding, keeps an inequality."""

    def __init__(self, of: Step, function: type) -> None:
        word = "exp" if function is sp.exp else "round" if function is Rounded else None
        if word is None:
            raise NotProved(f"{function} is not on the list of increasing functions")
        super().__init__(("order", word, of.proof), (of,))
        self.reason = f"an increasing function ({word}) keeps the order"


class Nearest(Step):
    """The nearest integer to a number below n + 1/2 is at most n (above n - 1/2: at least n)."""

    def __init__(self, of: Step, integer: int) -> None:
        super().__init__(("nearest", integer, of.proof), (of,))
        self.reason = f"the nearest integer to a number on this side of a half beside {integer}"


class Exponentiated(Step):
    """Real numbers compare as their exponentials do; `using` may show that they are numbers."""

    reason = "numbers compare as their exponentials do"

    def __init__(self, of: Step, conclusion: Sentence, using: Iterable[Step] = ()) -> None:
        steps = (*using, *of.premises)
        proof = ("logarithms", read_relation(conclusion), of.proof, _proofs(steps))
        super().__init__(proof, (of, *steps))


def _law(variables: Sequence[Term], support: Sentence, law: str) -> tuple[Term, tuple[str, ...]]:
    """Return a law as the kernel has it, and the names of its variables."""
    if not variables:
        raise Malformed("an expectation is over at least one variable")
    mean = read(Mean(variables[0], tuple(variables), support, law))
    return mean[1], tuple(map(_name, variables))


def _read(term: object) -> Term:
    return read(sp.sympify(term))


def _name(symbol: Term) -> str:
    found = read(symbol)
    if found[0] != "symbol":
        raise Malformed(f"{symbol} is not a symbol")
    return str(found[1])


class Expectation(Step):
    """An expectation preserves a pointwise inequality (an equality, a strict inequality)."""

    reason = "an expectation preserves a pointwise inequality"

    def __init__(
        self, of: Step, variables: Sequence[Term], support: Sentence = sp.true, law: str = "P"
    ) -> None:
        given, names = _law(variables, support, law)
        super().__init__(("expectation", given, names, of.proof), (of,))


class StrictExpectation(Step):
    """An inequality that is strict with positive probability is strict on average."""

    reason = "what is strict with positive probability is strict on average"

    def __init__(
        self,
        weak: Step,
        strict: Step,
        event: Sentence,
        variables: Sequence[Term],
        support: Sentence = sp.true,
        law: str = "P",
    ) -> None:
        given, names = _law(variables, support, law)
        happens = tuple(map(read_relation, conjuncts(event)))
        proof = ("strict expectation", given, names, happens, weak.proof, strict.proof)
        super().__init__(proof, (weak, strict))


class Increasing(Step):
    """A function that starts at zero or above and never falls stays there.

    For `at_start` a step may be given, or the hypotheses under which the value there is decided.
    """

    kind = "derivative sign"

    def __init__(
        self,
        function: Term,
        variable: Term,
        start: Term,
        at_start: Step | Sequence[Sentence],
        slope: Step,
    ) -> None:
        of, x, first = _read(function), _name(variable), _read(start)
        if not isinstance(at_start, Step):
            at_start = AtPoint(at_start, ">=", put(of, {x: first}))
        proof = ("increasing", of, x, first, at_start.proof, slope.proof)
        super().__init__(proof, (at_start, slope))
        begins = f"{text(of)} is zero or more at {x} = {text(first)}"
        self.reason = f"{begins}, and its derivative by {x} is not negative"


class AtPoint(Decided):
    """The sign of a term of the kernel: the value of a function where it starts or ends."""

    def __init__(self, given: Sequence[Sentence], sign: str, value: Term) -> None:
        hypotheses = tuple(map(read_relation, given))
        goal = (hypotheses, (sign, value, ("number", 0, 1)))
        Step.__init__(self, ("decision", goal, ()))


class ConvexAtEnds(Step):
    """A convex function on an interval that is at most 0 at both ends is so everywhere."""

    kind = "convexity"

    def __init__(
        self,
        function: Term,
        variable: Term,
        low: Term,
        high: Term,
        curvature: Step,
        ends: tuple[Step, Step],
    ) -> None:
        of, x, at_ends = _read(function), _name(variable), tuple(ends)
        data = (of, x, (_read(low), _read(high)))
        proof = ("convex", *data, curvature.proof, _proofs(at_ends))
        super().__init__(proof, (curvature, *at_ends))
        self.reason = f"{text(of)} is convex in {x}, so it is largest at an end of the interval"


class Cases(Step):
    """What holds where a number is at least zero, and where it is at most zero, holds."""

    def __init__(self, number: Term, above: Step, below: Step) -> None:
        term = _read(number)
        super().__init__(("cases", term, above.proof, below.proof), (above, below))
        self.reason = f"it holds for {text(term)} >= 0 and for {text(term)} <= 0"


def restated(step: Step, goal: Goal) -> Step:
    """Return a step that proves exactly the goal: this one, or a decision that uses it.

    Raises
    ------
    NotProved
        If the goal does not follow from the step.
    """
    if step.theorem.goal.conclusion[0] == "exists" or covers(step.theorem.goal, read_goal(goal)):
        return step
    return Decided(goal, (step,))
