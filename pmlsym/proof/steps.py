"""Steps of a proof in the user's language; each is checked by the kernel when it is built.

A step is a proof, which is plain data, and the kernel's theorem of it. Only the proof is trusted in
the end: a verdict checks it again from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import sympy as sp

from pmlsym.proof.chain import Step, step_of
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel.check import Proof
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.terms import Malformed, NotProved, difference, free, put
from pmlsym.proof.language import Mean, Rounded, Sentence, Term, conjuncts
from pmlsym.proof.reading import read, read_relation, sympified
from pmlsym.proof.review import covers
from pmlsym.proof.writing import described, sentence_text

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
    "compare_exponentials",
    "described",
    "open_root",
    "restated",
]


def _steps(given: Iterable[Step]) -> tuple[Step, ...]:
    """Return steps as a tuple; refuse a single step and other objects."""
    if isinstance(given, Step) or not isinstance(given, Iterable):
        raise Malformed(
            f"a tuple of steps is needed, of one with a comma, (a,): not {type(given).__name__}"
        )
    return tuple(map(step_of, given))


def open_root(goal: Goal) -> str:
    """Return a complaint if a root is taken of what is not shown to be positive, else nothing.

    The kernel reads x^c as exp(c*log(x)), which has no value at x = 0, where x^c may have one.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> open_root(Goal((x >= 0,), sp.sqrt(x + 1) >= 1))
    ''
    >>> open_root(Goal((x >= 0,), sp.sqrt(x) >= 0)).partition(":")[0]
    'A goal takes roots of positive numbers only'
    """
    rooted = {one: _rooted(one) for one in (*goal.hypotheses, *goal.such_that, goal.conclusion)}
    plain = tuple(hypothesis for hypothesis in goal.hypotheses if not rooted[hypothesis])
    for base in dict.fromkeys(base for bases in rooted.values() for base in bases):
        try:
            Decided(Goal(plain, sp.Gt(base, 0, evaluate=False)))
        except NotProved:
            return (
                f"A goal takes roots of positive numbers only: it reads a power of {base} by the "
                f"logarithm of {base}, and {base} > 0 was not found to follow from its other "
                "hypotheses. Add that, or name the root: r >= 0 and r**2 for what is under it."
            )
    return ""


def _rooted(sentence: Sentence) -> list[Term]:
    """Return the bases of powers with exponents that are not integers, without positive numbers."""
    powers = sentence.atoms(sp.Pow)
    rooted = [one for one in powers if not (one.exp.is_Integer or one.base.is_positive)]
    return [one.base for one in sorted(rooted, key=str)]


def _proofs(steps: Iterable[Step]) -> tuple[Proof, ...]:
    return tuple(step.proof for step in steps)


def _pairs(values: object) -> list[tuple[Term, Term]]:
    """Return the pairs of a mapping from symbols to terms."""
    if not isinstance(values, Mapping):
        raise Malformed(f"{type(values).__name__} is no mapping from symbols to terms")
    return list(values.items())


class Decided(Step):
    """A decision: the negated conclusion is unsatisfiable over the reals, given earlier steps.

    Parameters
    ----------
    stated : the goal.
    using : steps whose conclusions may be used; their hypotheses have to follow from the goal's.
    """

    def __init__(self, stated: Goal, using: Iterable[Step] = ()) -> None:
        steps = _steps(using)
        super().__init__(("decision", tuple(read_goal(stated)), _proofs(steps)), steps)


class Identical(Decided):
    """An equality whose two sides cancel in exact arithmetic."""

    def __init__(self, stated: Goal) -> None:
        conclusion = read_goal(stated).conclusion
        if conclusion[0] != "=":
            raise NotProved(f"{sentence_text(conclusion)} is not an equality")
        super().__init__(stated)
        if Atoms().quotient(difference(*conclusion[1:])).top:
            raise NotProved(f"{sentence_text(conclusion)}: the difference does not cancel")


class Instance(Step):
    """A proved goal with terms substituted for its free symbols, assumed to have values."""

    def __init__(self, of: Step, values: Mapping[Term, Term]) -> None:
        general = step_of(of)
        pairs = tuple((_name(symbol), _read(term)) for symbol, term in _pairs(values))
        super().__init__(("instance", pairs, general.proof), (general,))


class Exhibited(Step):
    """An existence, by given terms for which each condition is proved."""

    def __init__(self, stated: Goal, values: Mapping[Term, Term], parts: Iterable[Step]) -> None:
        goal = read_goal(stated)
        names = goal.conclusion[1] if goal.conclusion[0] == "exists" else ()
        found = {_name(symbol): _read(term) for symbol, term in _pairs(values)}
        if set(found) != set(names):
            raise NotProved("the example has to give exactly what is said to exist")
        given = tuple(found[name] for name in names)
        if any(free(term) & set(names) for term in given):
            raise NotProved("the example may not refer to what is said to exist")
        steps = _steps(parts)
        super().__init__(("example", tuple(goal), given, _proofs(steps)), steps)


class OrderKept(Step):
    """An increasing function, exp or rounding, keeps an inequality."""

    def __init__(self, of: Step, function: type) -> None:
        word = "exp" if function is sp.exp else "round" if function is Rounded else None
        if word is None:
            raise NotProved(f"{function} is not on the list of increasing functions")
        step = step_of(of)
        super().__init__(("order", word, step.proof), (step,))


class Nearest(Step):
    """The nearest integer to a number below n + 1/2 is at most n (above n - 1/2: at least n)."""

    def __init__(self, of: Step, integer: int) -> None:
        step = step_of(of)
        super().__init__(("nearest", integer, step.proof), (step,))


class Exponentiated(Step):
    """Real numbers compare as their exponentials do; `using` may show that they have values."""

    def __init__(self, of: Step, conclusion: Sentence, using: Iterable[Step] = ()) -> None:
        step = step_of(of)
        steps = (*_steps(using), *step.premises)
        proof = ("logarithms", read_relation(conclusion), step.proof, _proofs(steps))
        super().__init__(proof, (step, *steps))


def _law(variables: Sequence[Term], support: Sentence, law: str) -> tuple[Term, tuple[str, ...]]:
    """Return a law of the kernel, and the names of its variables."""
    if isinstance(variables, (str, sp.Basic)) or not isinstance(variables, Iterable):
        raise Malformed(f"an expectation is over a tuple of symbols, as in (x,): not {variables!r}")
    over = tuple(variables)
    if not over:
        raise Malformed("an expectation is over at least one variable")
    mean = read(Mean(over[0], over, support, law))
    return mean[1], mean[1][2]


def _read(term: object) -> Term:
    return read(sympified(term))


def _name(symbol: Term) -> str:
    found = read(symbol)
    if found[0] != "symbol":
        raise Malformed(f"{symbol} is not a symbol")
    return str(found[1])


class Expectation(Step):
    """An expectation preserves a pointwise inequality, equality or strict inequality."""

    def __init__(
        self, of: Step, variables: Sequence[Term], support: Sentence = sp.true, law: str = "P"
    ) -> None:
        step = step_of(of)
        given, names = _law(variables, support, law)
        super().__init__(("expectation", given, names, step.proof), (step,))


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
        both = _steps((weak, strict))
        given, names = _law(variables, support, law)
        happens = tuple(map(read_relation, conjuncts(event)))
        super().__init__(("strict expectation", given, names, happens, *_proofs(both)), both)


class Increasing(Step):
    """A function with a value of at least zero at the start and a derivative >= 0 is at least zero.

    `at_start` is a step, or the hypotheses under which the value at the start is decided.
    """

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
        both = _steps((at_start, slope))
        super().__init__(("increasing", of, x, first, *_proofs(both)), both)


class AtPoint(Decided):
    """The sign of a term of the kernel, the value of a function at the start or the end."""

    def __init__(self, given: Sequence[Sentence], sign: str, value: Term) -> None:
        if not isinstance(given, Iterable):
            raise Malformed(f"hypotheses are needed, or a step: not {type(given).__name__}")
        hypotheses = tuple(map(read_relation, given))
        goal = (hypotheses, (sign, value, ("number", 0, 1)))
        Step.__init__(self, ("decision", goal, ()))


class ConvexAtEnds(Step):
    """A convex function on an interval that is at most 0 at both ends is so everywhere."""

    def __init__(
        self,
        function: Term,
        variable: Term,
        low: Term,
        high: Term,
        curvature: Step,
        ends: tuple[Step, Step],
    ) -> None:
        bends, at_ends = step_of(curvature), _steps(ends)
        data = (_read(function), _name(variable), (_read(low), _read(high)))
        proof = ("convex", *data, bends.proof, _proofs(at_ends))
        super().__init__(proof, (bends, *at_ends))


class Cases(Step):
    """Case distinction: a goal that holds for number >= 0 and for number <= 0 holds."""

    def __init__(self, number: Term, above: Step, below: Step) -> None:
        both = _steps((above, below))
        super().__init__(("cases", _read(number), *_proofs(both)), both)


def restated(step: Step, goal: Goal) -> Step:
    """Return a step that proves exactly the goal: this one, or a decision that uses it.

    Raises
    ------
    NotProved
        If the goal does not follow from the step.
    """
    wanted = read_goal(goal)
    if step_of(step).theorem.goal.conclusion[0] == "exists" or covers(step.theorem.goal, wanted):
        return step
    return Decided(goal, (step,))


def compare_exponentials(goal: Goal, using: Iterable[Step] = ()) -> Step:
    """Prove a comparison of logarithms by comparing their arguments.

    Raises
    ------
    NotProved
        If that does not follow.
    """
    read_goal(goal)  # raises an error for other types
    left, right = map(sp.exp, goal.conclusion.args)
    inner = Goal(goal.hypotheses, goal.conclusion.func(left, right, evaluate=False))
    return Exponentiated(Decided(inner, using), goal.conclusion)
