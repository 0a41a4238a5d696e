"""Goals in the user's language: hypotheses, and one relation or an existence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from pmlsym import deadline
from pmlsym.proof.kernel import terms
from pmlsym.proof.kernel.terms import Malformed, NotProved, bind
from pmlsym.proof.kernel.theorem import Goal as KernelGoal, validate_goal
from pmlsym.proof.language import Mean, Sentence, Term
from pmlsym.proof.reading import SIGNS, read, read_relation, relation_in_sympy, sympified
from pmlsym.proof.writing import described, goal_latex, goal_text

__all__ = ["Goal", "NotProved", "goal_of", "read_goal"]


@dataclass(frozen=True)
class Goal:
    """For all real values of the free symbols, the hypotheses imply the conclusion.

    That a mean in it is finite is an implicit hypothesis, which is printed.

    Parameters
    ----------
    hypotheses : relations that restrict the free symbols.
    conclusion : a relation (``<=``, ``<``, ``>=``, ``>``, ``==``, ``!=``).
    exists : symbols that are existentially quantified, for each choice of the others.
    such_that : relations that these have to satisfy besides the conclusion.

    Raises
    ------
    NotProved
        If an argument is no sentence of sympy; and, when `kernel` is first used, if it is no
        relation between real numbers.

    Notes
    -----
    The kernel reads a goal once, when it is built. Decisions, prints and
    records use this form (`kernel`); the sympy objects are a view of it for writing proofs.

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
    _as_read: KernelGoal | str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Copy the arguments, as lists can be changed and generators used up."""
        deadline.check()
        for name in ("hypotheses", "exists", "such_that"):
            object.__setattr__(self, name, _listed(name, getattr(self, name)))
        _refuse_foreign("the conclusion", self.conclusion)
        for symbol in self.exists:
            if not isinstance(symbol, sp.Symbol):
                raise Malformed(f"{symbol} is said to exist: it has to be a symbol")
        if self.such_that and not self.exists:
            raise NotProved("`such_that` belongs to `exists`: what is given is a hypothesis")
        as_read: KernelGoal | str
        try:
            as_read = self._read()
        except NotProved as why:
            as_read = described(why)
        except RecursionError:
            as_read = "the goal is too deep"
        object.__setattr__(self, "_as_read", as_read)

    def __copy__(self) -> Goal:
        """Return the goal itself, as it is immutable, and sympy would simplify a copy."""
        return self

    def __deepcopy__(self, memo: object) -> Goal:
        return self

    def __reduce__(self) -> tuple[Callable[..., Goal], tuple[object, ...]]:
        """Pickle the relations in parts, as sympy would simplify whole relations."""
        given, such_that = (tuple(map(_parts, s)) for s in (self.hypotheses, self.such_that))
        return _joined, (given, _parts(self.conclusion), self.exists, such_that, self._as_read)

    @property
    def kernel(self) -> KernelGoal:
        """The goal as the kernel read it when it was built."""
        if isinstance(self._as_read, str):
            raise Malformed(self._as_read)
        return self._as_read

    def _read(self) -> KernelGoal:
        given = [read_relation(h) for h in self.hypotheses if h is not sp.true]
        claimed = tuple(read_relation(part) for part in (*self.such_that, self.conclusion))
        finite: list[terms.Sentence] = []
        for sentence in (*given, *claimed):
            finite += [("finite", mean) for mean in terms.means(sentence)]
        names = tuple(read(symbol)[1] for symbol in self.exists)
        if set(names) & {name for sentence in (*given, *finite) for name in terms.free(sentence)}:
            raise Malformed("what is said to exist stands in the hypotheses, or in a mean")
        conclusion: terms.Sentence = claimed[0]
        if names:
            conclusion = ("exists", names, tuple(bind(part, names) for part in claimed))
        goal = KernelGoal(tuple(dict.fromkeys((*given, *finite))), conclusion)
        validate_goal(tuple(goal))
        _refuse_two_laws_of_a_name(goal)
        return goal

    @property
    def symbols(self) -> frozenset[Term]:
        """The free symbols of hypotheses and conclusion."""
        hypotheses, conclusion = self.kernel
        names = {name for sentence in (*hypotheses, conclusion) for name in terms.free(sentence)}
        if conclusion[0] == "exists":
            names |= set(conclusion[1])
        return frozenset(sp.Symbol(name, real=True) for name in names)

    @property
    def means(self) -> tuple[Mean, ...]:
        """The expectations in the goal, in a fixed order."""
        sentences = (*self.hypotheses, *self.such_that, self.conclusion)
        found = {mean for sentence in sentences for mean in sentence.atoms(Mean)}
        return tuple(sorted(found, key=sp.default_sort_key))

    def instance(self, values: Mapping[Term, Term]) -> Goal:
        """Return the goal with terms substituted for free symbols."""
        if not isinstance(values, Mapping):
            raise Malformed(f"{type(values).__name__} is no mapping from symbols to terms")
        values = {sympified(symbol): sympified(term) for symbol, term in values.items()}
        touched = set(values).union(*(term.free_symbols for term in values.values()))
        bound = set(self.exists).union(*(mean.variables for mean in self.means))
        if touched & bound:
            raise NotProved(
                "a bound variable, of a mean or of an existence, can neither be replaced nor put in"
            )
        # simultaneously: the terms may contain the symbols that they replace
        put = dict(values)

        def replaced(sentence: Sentence) -> Sentence:
            if sentence is sp.true or sentence is sp.false:
                return sentence
            if type(sentence) not in SIGNS:
                raise Malformed(f"{sentence} is not a relation between real numbers")
            try:
                left, right = (side.subs(put, simultaneous=True) for side in sentence.args)
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                # as in a maximum of what is not real: 1/x at 0
                raise Malformed(f"sympy cannot put these terms into {sentence}") from None
            return sentence.func(left, right, evaluate=False)

        return Goal(
            tuple(map(replaced, self.hypotheses)),
            replaced(self.conclusion),
            self.exists,
            tuple(map(replaced, self.such_that)),
        )

    def __str__(self) -> str:
        """Return the goal as one line of text, as the kernel reads it."""
        try:
            return goal_text(*read_goal(self))
        except RecursionError:
            raise Malformed("the goal is too deep to be printed") from None

    def latex(self) -> str:
        """Return the goal as LaTeX for math mode, as the kernel reads it."""
        try:
            return goal_latex(*read_goal(self))
        except RecursionError:
            raise Malformed("the goal is too deep to be printed") from None

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"


def _parts(sentence: Sentence) -> tuple[object, ...]:
    return (type(sentence), *sentence.args) if type(sentence) in SIGNS else (None, sentence)


def _joined(
    hypotheses: tuple[tuple[Any, ...], ...],
    conclusion: tuple[Any, ...],
    exists: tuple[Term, ...],
    such_that: tuple[tuple[Any, ...], ...],
    as_read: KernelGoal | str,
) -> Goal:
    """Return a goal from the parts of its relations; refuse one that is read differently."""

    def relation(parts: tuple[Any, ...]) -> Sentence:
        kind, *sides = parts
        return sides[0] if kind is None else kind(*sides, evaluate=False)

    given, claimed = (tuple(map(relation, sentences)) for sentences in (hypotheses, such_that))
    goal = Goal(given, relation(conclusion), exists, claimed)
    if goal._as_read != as_read:
        raise Malformed("sympy did not give a goal back as it was")
    return goal


def _listed(name: str, given: object) -> tuple[Sentence, ...]:
    """Return an argument as a tuple of relations; refuse a single relation and other objects."""
    if isinstance(given, (str, sp.Basic)) or not isinstance(given, Iterable):
        raise Malformed(
            f"`{name}` is {given!r}: a tuple is needed, of one thing with a comma, (a,)"
        )
    found = tuple(given)
    for one in found:
        _refuse_foreign(f"something in `{name}`", one)
    return found


def _refuse_foreign(what: str, given: object) -> None:
    if not isinstance(given, sp.Basic):
        kind = type(given).__name__
        try:
            shown = repr(given)
        except ValueError:  # a number too long for Python to print
            shown = "too long"
        if len(shown) > 100:
            shown = "too long to be printed"
        raise Malformed(f"{what} is {shown}, of type {kind}: it has to be one of sympy's")


def read_goal(goal: Goal) -> KernelGoal:
    """Return a goal as the kernel read it; refuse objects of other types."""
    if type(goal) is not Goal:
        raise Malformed(f"{type(goal).__name__} is not a goal")
    return goal.kernel


def _refuse_two_laws_of_a_name(goal: KernelGoal) -> None:
    """Refuse a goal in which a name stands for laws of different variables."""
    variables: dict[str, tuple[str, ...]] = {}
    for sentence in (*goal.hypotheses, goal.conclusion):
        for law in terms.laws(sentence):
            if variables.setdefault(law[1], law[2]) != law[2]:
                raise Malformed(f"the law {law[1]} stands with different variables")


def goal_of(proved: KernelGoal) -> Goal:
    """Return a goal of the kernel in sympy, with finite means implicit."""
    if proved.conclusion[0] == "exists":
        raise Malformed(f"an existence is not written back: {goal_text(*proved)}")
    given = [relation for h in proved.hypotheses for relation in _relations(h)]
    with suppress(NotProved):
        relations = [h for h in given if h[0] not in ("finite", "defined")]
        conclusion = _relation_in_sympy(proved.conclusion)
        goal = Goal(tuple(map(_relation_in_sympy, relations)), conclusion)
        if _same(read_goal(goal), given, proved.conclusion):
            return goal
    raise Malformed(f"this cannot be written in sympy without a change: {goal_text(*proved)}")


def _relations(hypothesis: terms.Sentence) -> list[terms.Sentence]:
    """Return a hypothesis as relations and means that are finite."""
    if hypothesis[0] != "defined":
        return [hypothesis]
    found = []
    for need in terms.needs(hypothesis[1]):
        if need[0] == "mean" and terms.needs(need[2]):
            return [hypothesis]  # on a support: not expressible as a relation
        found.append(("finite", need) if need[0] == "mean" else need)
    return found


def _relation_in_sympy(relation: terms.Sentence) -> Sentence:
    """Return a relation simplified by sympy if it is read as the same one, else unsimplified."""
    with suppress(NotProved):
        simplified = relation_in_sympy(relation)
        if _unordered(read_relation(simplified)) == _unordered(relation):
            return simplified
    return relation_in_sympy(relation, simplified=False)


def _same(back: KernelGoal, given: Sequence[terms.Sentence], conclusion: terms.Sentence) -> bool:
    """Whether a goal that was read back is the given one, up to finiteness of means."""
    laws = {law for sentence in (*given, conclusion) for law in terms.laws(sentence)}
    if len(set(map(_unordered, laws))) < len(laws):
        return False  # two laws would become one
    wanted, found = (set(map(_unordered, hs)) for hs in (given, back.hypotheses))
    more = {hypothesis[0] for hypothesis in found - wanted}
    same = _unordered(back.conclusion) == _unordered(conclusion)
    return same and wanted <= found and more <= {"finite"}


def _unordered(item: terms.Term) -> terms.Term:
    """Return a sentence with commutative arguments in a fixed order, as sympy reorders them."""
    if not isinstance(item, tuple):
        return item
    if item[:1] not in (("sum",), ("product",), ("max",), ("min",), ("indicator",)):
        if item[:1] == ("law",):
            return (*item[:3], tuple(sorted(map(_unordered, item[3]), key=repr)))
        return tuple(map(_unordered, item))
    parts = sorted(_flat(item[0], item[1:]), key=repr)
    return parts[0] if len(parts) == 1 and item[0] != "indicator" else (item[0], *parts)


def _flat(word: str, parts: Sequence[terms.Term]) -> Iterator[terms.Term]:
    for part in map(_unordered, parts):
        yield from part[1:] if part[0] == word else (part,)
