"""What a proof is made of. A step checks itself when it is built; one that exists is true.

There is no other way to a step than its constructor, and every constructor ends in exact
arithmetic, in z3, or in one of the rules of `rules`, on steps that were checked before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import sympy as sp
from sympy.functions.elementary.piecewise import ExprCondPair

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.reals import SECONDS, Generators, Problem
from pmlsym.proof.terms import Mean, Rounded, Sentence, Term


@dataclass(frozen=True)
class Step:
    """A goal that has been proved, and the steps it was proved from."""

    kind: ClassVar[str]
    goal: Goal = field(init=False)
    premises: tuple[Step, ...] = field(init=False, default=())

    @property
    def reason(self) -> str:
        """Why the goal holds, in a few words."""
        raise TypeError(f"{type(self).__name__} gives no reason")

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

    def _conclude(self, goal: Goal, premises: Sequence[Step] = ()) -> None:
        object.__setattr__(self, "goal", goal)
        object.__setattr__(self, "premises", tuple(premises))


def merged(*groups: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Join hypotheses, each once, in their order."""
    return tuple(dict.fromkeys(sentence for group in groups for sentence in group))


def known(hypotheses: Sequence[Sentence], using: Sequence[Step]) -> list[Sentence]:
    """Return the hypotheses with the conclusions of steps that they entitle us to use."""
    facts = list(hypotheses)
    for step in using:
        if step.goal.exists:
            raise NotProved("an existence cannot be used as a fact")
        for needed in step.goal.hypotheses:
            if needed not in facts:
                ask(facts, needed)
        facts.append(step.goal.conclusion)
    return facts


def ask(facts: Sequence[Sentence], conclusion: Sentence, seconds: float = SECONDS) -> None:
    """Raise NotProved unless the facts imply the conclusion and give every term in it a value.

    A term has a value if no denominator vanishes and every logarithm is that of a positive
    number, also inside exponents and, where no random variable is involved, inside expectations.
    """
    needs = requirements(conclusion)
    problem = Problem(facts, [conclusion, *needs], seconds)
    for need in needs:
        if problem.ask(need).answer != "holds":
            raise NotProved(f"{conclusion}: it does not follow that {need}")
    decision = problem.ask(conclusion)
    if decision.answer != "holds":
        raise NotProved(f"{conclusion}: {decision.reason}")


# What a statement may be built from: all of it real wherever `requirements` says it has a value.
_REAL = (
    sp.Symbol,
    sp.Rational,
    type(sp.E),
    sp.Add,
    sp.Mul,
    sp.Pow,
    sp.exp,
    sp.log,
    sp.Abs,
    sp.Max,
    sp.Min,
    Rounded,
    sp.Piecewise,
    ExprCondPair,
    sp.core.relational.Relational,
    sp.And,
    type(sp.true),
    type(sp.false),
)


def requirements(sentence: Sentence) -> list[Sentence]:
    """List what has to hold for every term in the sentence to have a real value."""
    needs: dict[Sentence, None] = {}

    def visit(term: Term, random: frozenset[Term]) -> None:
        if isinstance(term, Mean):
            visit(term.body, random | frozenset(term.variables))
            return
        if not isinstance(term, _REAL):
            raise NotProved(f"{term} is not known to be a real number")
        need = None
        if term.is_Pow and not term.exp.is_Integer:
            need = sp.Gt(term.base, 0, evaluate=False)
        elif term.is_Pow and term.exp < 0:
            need = sp.Ne(term.base, 0, evaluate=False)
        elif isinstance(term, sp.log):
            need = sp.Gt(term.args[0], 0, evaluate=False)
        for part in term.args:
            visit(part, random)
        if need is not None and not term.is_number:
            if term.free_symbols & random:
                raise NotProved(f"{term} inside an expectation may have no value")
            needs[need] = None

    if sentence not in (sp.true, sp.false):
        for side in sentence.args:
            visit(side, frozenset())
    return list(needs)


def has_values(facts: Sequence[Sentence], sentence: Sentence) -> None:
    """Raise NotProved unless the facts give every term in the sentence a value."""
    needs = requirements(sentence)
    problem = Problem(facts, needs)
    for need in needs:
        if problem.ask(need).answer != "holds":
            raise NotProved(f"{sentence}: it does not follow that {need}")


def same_difference(one: Sentence, other: Sentence) -> bool:
    """Whether left minus right is the same in both relations, in exact arithmetic."""
    generators = Generators.of([one, other])
    (a, b), (c, d) = (map(generators.abstracted, sentence.args) for sentence in (one, other))
    return bool(sp.cancel(sp.together((a - b) - (c - d))) == 0)


@dataclass(frozen=True)
class Decided(Step):
    """The negation of the conclusion is unsatisfiable over the reals, given earlier steps.

    Parameters
    ----------
    stated : the goal.
    using : steps whose conclusions may be used; their hypotheses have to follow from the goal's.
    """

    kind = "decision"
    stated: Goal
    using: tuple[Step, ...] = ()
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        """Ask z3."""
        if self.stated.exists:
            raise NotProved("an existence needs an example")
        facts = known(self.stated.hypotheses, self.using)
        ask(facts, self.stated.conclusion, self.seconds)
        self._conclude(self.stated, self.using)

    @property
    def reason(self) -> str:
        """Say that z3 found no counterexample because there is none."""
        return "the negation is unsatisfiable over the reals (z3)"


@dataclass(frozen=True)
class Identical(Step):
    """An equality whose two sides cancel in exact arithmetic."""

    kind = "identity"
    stated: Goal

    def __post_init__(self) -> None:
        """Cancel, and make sure that no denominator vanishes."""
        if not isinstance(self.stated.conclusion, sp.Eq) or self.stated.exists:
            raise NotProved(f"{self.stated.conclusion} is not an equality")
        if not same_difference(self.stated.conclusion, sp.Eq(0, 0, evaluate=False)):
            raise NotProved(f"{self.stated.conclusion}: the difference does not cancel")
        has_values(self.stated.hypotheses, self.stated.conclusion)
        self._conclude(self.stated)

    @property
    def reason(self) -> str:
        """Say that the difference normalises to zero."""
        return "the difference normalises to 0 in exact arithmetic"


@dataclass(frozen=True)
class Rewritten(Step):
    """The same relation with its sides written otherwise: the difference cancels."""

    kind = "identity"
    of: Step
    conclusion: Sentence

    def __post_init__(self) -> None:
        """Cancel the difference of the differences."""
        old = self.of.goal
        if old.exists or self.conclusion.func is not old.conclusion.func:
            raise NotProved(f"{self.conclusion} is another kind of relation")
        if not same_difference(old.conclusion, self.conclusion):
            raise NotProved(f"{self.conclusion} is not {old.conclusion} written otherwise")
        new = Goal(old.hypotheses, self.conclusion)
        has_values(new.hypotheses, new.conclusion)
        self._conclude(new, (self.of,))

    @property
    def reason(self) -> str:
        """Say that both relations have the same difference."""
        return "the same relation rearranged (the difference cancels)"


@dataclass(frozen=True)
class Instance(Step):
    """A proved goal with terms put for its free symbols."""

    kind = "rule"
    of: Step
    values: Mapping[Term, Term]

    def __post_init__(self) -> None:
        """Substitute."""
        self._conclude(self.of.goal.instance(self.values), (self.of,))

    @property
    def reason(self) -> str:
        """Name the substitution."""
        put = ", ".join(f"{symbol} := {term}" for symbol, term in self.values.items())
        return f"instance with {put}"


@dataclass(frozen=True)
class Exhibited(Step):
    """Something exists because here it is: each condition is proved of the given terms."""

    kind = "rule"
    stated: Goal
    values: Mapping[Term, Term]
    parts: tuple[Step, ...]

    def __post_init__(self) -> None:
        """Match every condition on the example with a proved part."""
        if set(self.values) != set(self.stated.exists):
            raise NotProved("the example has to give exactly what is said to exist")
        if any(set(term.free_symbols) & set(self.stated.exists) for term in self.values.values()):
            raise NotProved("the example may not refer to what is said to exist")
        example = Goal(
            self.stated.hypotheses, self.stated.conclusion, (), self.stated.such_that
        ).instance(self.values)
        for condition in (*example.such_that, example.conclusion):
            if not any(states(part.goal, self.stated.hypotheses, condition) for part in self.parts):
                raise NotProved(f"{condition} is not among the proved parts")
        self._conclude(self.stated, self.parts)

    @property
    def reason(self) -> str:
        """Show the example."""
        return "with " + ", ".join(f"{symbol} = {term}" for symbol, term in self.values.items())


def states(goal: Goal, hypotheses: Sequence[Sentence], conclusion: Sentence) -> bool:
    """Whether a proved goal gives the conclusion under the hypotheses."""
    return (
        not goal.exists
        and goal.conclusion == conclusion
        and set(goal.hypotheses) <= set(hypotheses)
    )
