"""Goals in the user's language: hypotheses, perhaps something that exists, and one relation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp

from pmlsym.proof.kernel import rules as kernel
from pmlsym.proof.kernel import terms
from pmlsym.proof.kernel.terms import Malformed, NotProved, bind
from pmlsym.proof.language import Mean, Sentence, Term
from pmlsym.proof.reading import read_relation, relation_in_sympy
from pmlsym.proof.writing import goal_text

__all__ = ["Goal", "NotProved", "goal_of", "read_goal"]


@dataclass(frozen=True)
class Goal:
    """For all real values of the free symbols, the hypotheses imply the conclusion.

    That a mean in it is finite is a hypothesis too, which need not be written: it is printed.

    Parameters
    ----------
    hypotheses : relations that restrict the free symbols.
    conclusion : a relation (``<=``, ``<``, ``>=``, ``>``, ``==``, ``!=``).
    exists : symbols of which only the existence is claimed, for each choice of the others.
    such_that : relations that these have to satisfy beside the conclusion.

    Raises
    ------
    NotProved
        When it is read by the kernel: if something in it is no relation between real numbers.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> (x,) = reals("x")
    >>> print(Goal((x > 1,), x**2 > x))
    x > 1  =>  x^2 > x
    """

    hypotheses: tuple[Sentence, ...]
    conclusion: Sentence
    exists: tuple[Term, ...] = ()
    such_that: tuple[Sentence, ...] = ()

    def __post_init__(self) -> None:
        """Keep what was given: a list could be changed, a generator used up."""
        for name in ("hypotheses", "exists", "such_that"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if self.such_that and not self.exists:
            raise NotProved("`such_that` belongs to `exists`: what is given is a hypothesis")

    @property
    def kernel(self) -> kernel.Goal:
        """The goal as the kernel reads it."""
        given = [read_relation(h) for h in self.hypotheses if h != sp.true]
        claimed = tuple(read_relation(part) for part in (*self.such_that, self.conclusion))
        finite: list[terms.Sentence] = []
        for sentence in (*given, *claimed):
            finite += [("finite", mean) for mean in terms.means(sentence)]
        names = tuple(read_relation(sp.Eq(s, 0, evaluate=False))[1][1] for s in self.exists)
        if set(names) & {name for sentence in (*given, *finite) for name in terms.free(sentence)}:
            raise Malformed("what is said to exist stands in the hypotheses, or in a mean")
        conclusion: terms.Sentence = claimed[0]
        if names:
            conclusion = ("exists", names, tuple(bind(part, names) for part in claimed))
        goal = kernel.Goal(tuple(dict.fromkeys((*given, *finite))), conclusion)
        kernel.validate_goal(tuple(goal))
        _refuse_two_laws_of_a_name(goal)
        return goal

    @property
    def symbols(self) -> frozenset[Term]:
        """The free symbols of hypotheses and conclusion."""
        sentences = (*self.hypotheses, *self.such_that, self.conclusion)
        return frozenset(symbol for sentence in sentences for symbol in sentence.free_symbols)

    @property
    def means(self) -> tuple[Mean, ...]:
        """The expectations in the goal, in a fixed order."""
        sentences = (*self.hypotheses, *self.such_that, self.conclusion)
        found = {mean for sentence in sentences for mean in sentence.atoms(Mean)}
        return tuple(sorted(found, key=sp.default_sort_key))

    def instance(self, values: Mapping[Term, Term]) -> Goal:
        """Put terms for free symbols."""
        touched = set(values).union(*(sp.sympify(term).free_symbols for term in values.values()))
        bound = set(self.exists).union(*(mean.variables for mean in self.means))
        if touched & bound:
            raise NotProved(
                "a bound variable, of a mean or of an existence, can neither be replaced nor put in"
            )
        # simultaneously: the terms may contain the symbols that they replace
        put = dict(values)

        def replaced(sentence: Sentence) -> Sentence:
            if sentence in (sp.true, sp.false):
                return sentence
            left, right = (side.subs(put, simultaneous=True) for side in sentence.args)
            return sentence.func(left, right, evaluate=False)

        return Goal(
            tuple(map(replaced, self.hypotheses)),
            replaced(self.conclusion),
            self.exists,
            tuple(map(replaced, self.such_that)),
        )

    def __str__(self) -> str:
        """Print the goal on one line, as the kernel reads it."""
        return goal_text(*self.kernel)


def read_goal(goal: Goal) -> kernel.Goal:
    """Return a goal as the kernel reads it; of a goal, and of nothing that behaves like one."""
    if type(goal) is not Goal:
        raise Malformed(f"{type(goal).__name__} is not a goal")
    try:
        return goal.kernel
    except RecursionError:
        raise Malformed("the goal is too deep") from None


def _refuse_two_laws_of_a_name(goal: kernel.Goal) -> None:
    """Refuse a goal in which a name stands for laws of different variables."""
    variables: dict[str, tuple[str, ...]] = {}
    for sentence in (*goal.hypotheses, goal.conclusion):
        for law in terms.laws(sentence):
            if variables.setdefault(law[1], law[2]) != law[2]:
                raise Malformed(f"the law {law[1]} stands with different variables")


def goal_of(proved: kernel.Goal) -> Goal:
    """Return a goal of the kernel in sympy; that means are finite goes unsaid, as in any goal."""
    if proved.conclusion[0] == "exists":
        raise Malformed("an existence is not written back")
    relations: list[terms.Sentence] = []
    for hypothesis in proved.hypotheses:
        if hypothesis[0] == "defined":
            relations += [need for need in terms.needs(hypothesis[1]) if need[0] != "mean"]
        elif hypothesis[0] != "finite":
            relations.append(hypothesis)
    goal = Goal(tuple(map(relation_in_sympy, relations)), relation_in_sympy(proved.conclusion))
    back = read_goal(goal)
    granted = {law[1] for h in proved.hypotheses for law in terms.laws(h)}
    if granted - {law[1] for s in (*back.hypotheses, back.conclusion) for law in terms.laws(s)}:
        raise Malformed("sympy simplifies a law away, so the goal cannot be written in it")
    return goal
