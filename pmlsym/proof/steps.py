"""Steps of a proof in the user's language. Each follows its rule of the kernel when it is built.

A step is a proof, which is plain data, and the theorem that the kernel made of it. What counts in
the end is the proof alone: a verdict follows it again from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import sympy as sp

from pmlsym.proof.goal import Goal, goal_of, read_goal
from pmlsym.proof.kernel import rules as kernel
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.question import Question
from pmlsym.proof.kernel.terms import Malformed, NotProved, difference, put
from pmlsym.proof.language import Mean, Rounded, Sentence, Term, conjuncts
from pmlsym.proof.reading import read, read_relation
from pmlsym.proof.review import covers, follow
from pmlsym.proof.writing import sentence_text


class Step:
    """A goal that has been proved.

    Raises
    ------
    NotProved
        If the proof does not go through.
    """

    kind = "rule"

    def __init__(self, proof: kernel.Proof, premises: Iterable[Step] = ()) -> None:
        self.proof = proof
        self.premises = tuple(premises)
        try:
            self.theorem = follow(proof, self.premises)
        except NotProved as failure:
            raise type(failure)(described(failure)) from None

    @property
    def goal(self) -> Goal:
        """The goal that was proved, in sympy."""
        return goal_of(self.theorem.goal)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What was asked for this step."""
        return self.theorem.questions

    @property
    def reason(self) -> str:
        """Why the goal holds, in a few words."""
        return f"by the rule {self.proof[0]!r} of the kernel"

    def chain(self) -> list[Step]:
        """All steps that this one rests on, premises first, each once, itself last."""
        seen: dict[int, Step] = {}

        def visit(step: Step) -> Iterator[Step]:
            if id(step) not in seen:
                seen[id(step)] = step
                for premise in step.premises:
                    yield from visit(premise)
                yield step

        return list(visit(self))


def described(failure: NotProved) -> str:
    """Say what a failure is about, in the user's language."""
    match failure.args:
        case (str(words), sentence):
            try:
                return f"{sentence_text(sentence)}: {words}"
            except ValueError:
                return words
        case (str(words),):
            return words
    return str(failure)


def _proofs(steps: Iterable[Step]) -> tuple[kernel.Proof, ...]:
    return tuple(step.proof for step in steps)


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
        super().__init__(("decision", _plain(stated), _proofs(steps)), steps)

    @property
    def reason(self) -> str:
        """Say what shows that there is no counterexample."""
        if any(question.answer == "two solvers" for question in self.questions):
            return "two solvers find no counterexample, without a certificate"
        if any(question.answer == "refuted" for question in self.questions):
            return "a certificate refutes the negation over the reals"
        return "it is given, or follows by exact arithmetic alone"


class Identical(Decided):
    """An equality whose two sides cancel in exact arithmetic."""

    kind = "identity"

    def __init__(self, stated: Goal) -> None:
        if not isinstance(stated.conclusion, sp.Eq):
            raise NotProved(f"{stated.conclusion} is not an equality")
        super().__init__(stated)
        left, right = self.theorem.goal.conclusion[1:]
        if Atoms().quotient(difference(left, right)).top:
            raise NotProved(f"{stated.conclusion}: the difference does not cancel")

    @property
    def reason(self) -> str:
        """Say that the difference normalises to zero."""
        return "the difference normalises to 0 in exact arithmetic"


class Instance(Step):
    """A proved goal with terms put for its free symbols; that these have values is granted."""

    def __init__(self, of: Step, values: Mapping[Term, Term]) -> None:
        self._values = {symbol: sp.sympify(term) for symbol, term in values.items()}
        pairs = tuple((_name(symbol), read(term)) for symbol, term in self._values.items())
        super().__init__(("instance", pairs, of.proof), (of,))

    @property
    def reason(self) -> str:
        """Name the substitution."""
        put_in = ", ".join(f"{symbol} := {term}" for symbol, term in self._values.items())
        return f"instance with {put_in}"


class Exhibited(Step):
    """Something exists because here it is: each condition is proved of the given terms."""

    def __init__(self, stated: Goal, values: Mapping[Term, Term], parts: Iterable[Step]) -> None:
        if set(values) != set(stated.exists):
            raise NotProved("the example has to give exactly what is said to exist")
        self._values = {symbol: sp.sympify(values[symbol]) for symbol in stated.exists}
        if any(term.free_symbols & set(stated.exists) for term in self._values.values()):
            raise NotProved("the example may not refer to what is said to exist")
        steps = tuple(parts)
        given = tuple(map(read, self._values.values()))
        super().__init__(("example", _plain(stated), given, _proofs(steps)), steps)

    @property
    def reason(self) -> str:
        """Show the example."""
        return "with " + ", ".join(f"{symbol} = {term}" for symbol, term in self._values.items())


class OrderKept(Step):
    """An increasing function, exp or rounding, keeps an inequality."""

    def __init__(self, of: Step, function: type) -> None:
        names = {sp.exp: "exp", Rounded: "round"}
        if function not in names:
            raise NotProved(f"{function} is not on the list of increasing functions")
        self._word = names[function]
        super().__init__(("order", self._word, of.proof), (of,))

    @property
    def reason(self) -> str:
        """Name the function."""
        return f"an increasing function ({self._word}) keeps the order"


class Nearest(Step):
    """The nearest integer to a number below n + 1/2 is at most n (above n - 1/2: at least n)."""

    def __init__(self, of: Step, integer: int) -> None:
        super().__init__(("nearest", integer, of.proof), (of,))

    @property
    def reason(self) -> str:
        """Name the rule."""
        return f"the nearest integer to a number on this side of a half beside {self.proof[1]}"


class Exponentiated(Step):
    """Real numbers compare as their exponentials do; `using` may show that they are numbers."""

    def __init__(self, of: Step, conclusion: Sentence, using: Iterable[Step] = ()) -> None:
        steps = (*using, *of.premises)
        proof = ("logarithms", read_relation(conclusion), of.proof, _proofs(steps))
        super().__init__(proof, (of, *steps))

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "numbers compare as their exponentials do"


def _law(variables: Sequence[Term], support: Sentence, law: str) -> tuple[Term, tuple[str, ...]]:
    """Return a law as the kernel has it, and the names of its variables."""
    if not variables:
        raise Malformed("an expectation is over at least one variable")
    mean = read(Mean(variables[0], tuple(variables), support, law))
    return mean[1], tuple(map(_name, variables))


def _name(symbol: Term) -> str:
    found = read(symbol)
    if found[0] != "symbol":
        raise Malformed(f"{symbol} is not a symbol")
    return str(found[1])


class Expectation(Step):
    """An expectation preserves a pointwise inequality (an equality, a strict inequality)."""

    def __init__(
        self, of: Step, variables: Sequence[Term], support: Sentence = sp.true, law: str = "P"
    ) -> None:
        given, names = _law(variables, support, law)
        super().__init__(("expectation", given, names, of.proof), (of,))

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "an expectation preserves a pointwise inequality"


class StrictExpectation(Step):
    """An inequality that is strict with positive probability is strict on average."""

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

    @property
    def reason(self) -> str:
        """Name the rule."""
        return "what is strict with positive probability is strict on average"


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
        of, x, first = read(sp.sympify(function)), _name(variable), read(sp.sympify(start))
        if not isinstance(at_start, Step):
            at_start = AtPoint(at_start, ">=", put(of, {x: first}))
        self._words = f"{function} is zero or more at {variable} = {start}"
        proof = ("increasing", of, x, first, at_start.proof, slope.proof)
        super().__init__(proof, (at_start, slope))

    @property
    def reason(self) -> str:
        """Say what was differentiated."""
        return f"{self._words}, and its derivative by {self.proof[2]} is not negative"


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
        self._words = f"{function} is convex in {variable}"
        between = (read(sp.sympify(low)), read(sp.sympify(high)))
        at_ends = tuple(ends)
        data = (read(sp.sympify(function)), _name(variable), between)
        proof = ("convex", *data, curvature.proof, _proofs(at_ends))
        super().__init__(proof, (curvature, *at_ends))

    @property
    def reason(self) -> str:
        """Name the function."""
        return f"{self._words}, so it is largest at an end of the interval"


class Cases(Step):
    """What holds where a number is at least zero, and where it is at most zero, holds."""

    def __init__(self, number: Term, above: Step, below: Step) -> None:
        self._number = number
        proof = ("cases", read(sp.sympify(number)), above.proof, below.proof)
        super().__init__(proof, (above, below))

    @property
    def reason(self) -> str:
        """Name the number."""
        return f"it holds for {self._number} >= 0 and for {self._number} <= 0"


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


def _plain(goal: Goal) -> tuple[object, object]:
    hypotheses, conclusion = read_goal(goal)
    return (hypotheses, conclusion)
