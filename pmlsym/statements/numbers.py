"""Statements about real numbers alone: a goal of the kernel as it stands, or text in the language.

A goal takes for granted that its terms have values. A statement in the language says so, as all of
its statements do: ``numbers a: a/a = 1`` fails at a = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import ClassVar

import sympy as sp

from pmlsym.errors import ParameterError
from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import NotProved, Sentence, Term, free, put
from pmlsym.proof.language import Term as Formula
from pmlsym.proof.reading import read
from pmlsym.proof.steps import open_root
from pmlsym.proof.writing import latex, text
from pmlsym.statements.arithmetic import from_kernel
from pmlsym.statements.assertion import Assertion, Compared, Domain, Judgement, Quantity
from pmlsym.statements.assertion.assertion import ReadAsAssertion
from pmlsym.statements.binders import RealNumbers
from pmlsym.statements.bound import Vocabulary
from pmlsym.statements.evaluation import ByName
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfBound, OfPrior, parameters_of, walk
from pmlsym.statements.terms import Term as TypedTerm
from pmlsym.statements.text.latex import name_latex, term_latex
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.text.words import listed
from pmlsym.statements.values import Infinite, LogOf, Undefined, Value, in_kernel, sign_of

Draw = Callable[[int, Random], Parameters]

_ATTEMPTS = 40
_EDGES = (0, 1, -1, 2, Fraction(1, 2), Fraction(-1, 2), Fraction(1, 1000), 1000, -1000, 3)
_GRID = len(_EDGES) ** 2  # so many instances have two of these values as their first numbers

_GREEK = ("alpha", "beta", "gamma", "delta", "epsilon", "eta", "lambda", "mu", "sigma", "tau")
_SET = {name: rf"\{name}" for name in _GREEK} | {"epsilon": r"\varepsilon"}


@dataclass(frozen=True)
class OfNumbers(ReadAsAssertion):
    """The claim that, for all real numbers in ranges, relations of formulas imply another one.

    The statement is a goal of the kernel as it stands.

    Parameters
    ----------
    goal : the hypotheses, ranges included, and the conclusion; without means and without
        existential quantifiers.
    draw : returns values by the names of the symbols, edge cases first.
    through : symbols that instances do not give, each with a formula in those that they give. For
        example, a scale b is 1/rate so that e^(1/b) is rational.
    tries : the number of instances on which a ledger check evaluates the statement.

    Raises
    ------
    StatementError
        If the goal is none, or has means or existential quantifiers, or if `through` has anything
        but pairs, each of a different symbol and a formula.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from pmlsym.proof.language import reals
    >>> (t,) = reals("t")
    >>> said = OfNumbers(Goal((t > 1,), t**2 > t), lambda i, _: Parameters.of(t=Fraction(i, 2)))
    >>> print(said.words())
    For every real number t: if t > 1, then t^2 > t.
    >>> said.trial(10).applied, said.trial(10).violations
    (7, 0)
    """

    goal: Goal
    draw: Draw
    through: tuple[tuple[Formula, Formula], ...] = ()
    tries: int = 200

    def __post_init__(self) -> None:
        if not isinstance(self.goal, Goal):
            raise StatementError("What is said of numbers has to be a Goal(...).")
        if not callable(self.draw):
            raise StatementError("draw has to be a function of a number and a Random.")
        vars(self).update(through=_pairs(self.through))
        try:
            hypotheses, _, _ = self._read
        except NotProved as why:
            raise StatementError(f"What is said of numbers is no goal: {why}.") from None
        if complaint := open_root(self.goal):
            raise StatementError(complaint)
        if self.goal.exists or self.goal.means or any(len(h) != 3 for h in hypotheses):
            raise StatementError(
                "What is said of numbers can have neither means nor existential quantifiers."
            )

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the symbols over which the statement quantifies."""
        hypotheses, conclusion, _ = self._read
        names = {name for sentence in (*hypotheses, conclusion) for name in free(sentence)}
        return tuple(sorted(names))

    def covers(self, instance: object) -> bool:
        """Whether an object gives a finite value to every symbol."""
        if type(instance) is not Parameters or not self._brought <= instance.values.keys():
            return False
        if self._put_in & instance.values.keys():
            return False  # the symbol would have two values
        if any(isinstance(instance[name], Infinite) for name in self._brought):
            return False
        _, _, through = self._read
        try:  # a formula of `through` such as 1/0 has no value
            return not any(
                isinstance(self._value(through[name], instance), Infinite)
                for name in self.parameters
                if name in through
            )
        except Undefined:
            return False

    def judge(self, instance: object) -> Judgement:
        """Evaluate the statement on numbers; outside the ranges the hypotheses do not hold.

        Raises
        ------
        ParameterError
            If a number is missing, or the object is no Parameters.
        """
        if type(instance) is Parameters:
            for name in sorted(self._brought):
                instance[name]  # raises an error that lists the given names
            if twice := sorted(self._put_in & instance.values.keys()):
                raise ParameterError(f"{twice[0]} is put in by `through`, and brought as well.")
        return super().judge(instance)

    @cached_property
    def _read(self) -> tuple[tuple[Sentence, ...], Sentence, dict[str, Term]]:
        """Hypotheses and conclusion as sentences of the kernel, and the terms of `through`."""
        through = {read(one)[1]: read(other) for one, other in self.through}
        return *self.goal.kernel, through

    @cached_property
    def _brought(self) -> frozenset[str]:
        """The names of the numbers that an instance has to give."""
        _, _, through = self._read
        found = frozenset(self.parameters) - through.keys()
        return found.union(*(free(through[name]) for name in through if name in self.parameters))

    @property
    def _put_in(self) -> frozenset[str]:
        """The names of the numbers that `through` computes."""
        _, _, through = self._read
        return frozenset(self.parameters) & through.keys()

    @cached_property
    def _assertion(self) -> Assertion[Parameters]:
        hypotheses, conclusion, _ = self._read
        names = self.parameters
        noun = "every real number" if len(names) == 1 else "all real numbers"
        shown = ",".join(latex(("symbol", name), _SET) for name in names)
        over = Domain(
            f"{noun} {listed(list(names))}" if names else "the numbers that stand here",
            rf"\forall {shown}\in\mathbb R" if names else "",
            Parameters,
            self.draw,
            self.tries,
        )
        given = tuple(map(self._compared, hypotheses))
        return Assertion(over, (self._compared(conclusion),), given)

    def _compared(self, relation: Sentence) -> Compared[Parameters]:
        sign, left, right = relation
        return Compared(self._quantity(left), sign, self._quantity(right))

    def _value(self, term: Term, instance: Parameters) -> Value:
        """Return the value of a term; as in the kernel, the logarithm of 0 is undefined."""
        values = {name: in_kernel(instance[name]) for name in self._brought}  # type: ignore[arg-type]
        closed = put(term, values)
        for inside in _logarithms(closed):
            if sign_of(from_kernel(inside)) <= 0:
                raise Undefined(f"the logarithm of {text(inside)}")
        return from_kernel(closed)

    def _quantity(self, term: Term) -> Quantity[Parameters]:
        _, _, through = self._read

        def of(instance: Parameters) -> Value:
            return self._value(put(term, through), instance)

        return Quantity(text(term), latex(term, _SET), of)


def _pairs(through: object) -> tuple[tuple[Formula, Formula], ...]:
    """Return the symbols of `through` with their formulas, after checking that none repeats."""
    wrong = StatementError("through = ((x, formula), ...): pairs, each of another symbol.")
    if not isinstance(through, (list, tuple)):
        raise wrong
    pairs: list[tuple[Formula, Formula]] = []
    for pair in through:
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise wrong
        symbol, formula = pair
        if not isinstance(symbol, sp.Symbol) or any(symbol == one for one, _ in pairs):
            raise wrong
        pairs.append((symbol, formula))
    return tuple(pairs)


def _logarithms(term: Term) -> Iterator[Term]:
    """Yield the arguments of the logarithms inside a term."""
    if term[0] == "log":
        yield term[1]
    for part in term[1:]:
        if isinstance(part, tuple):
            yield from _logarithms(part)


# --- the vocabulary of text -----------------------------------------------------------------------


@dataclass(frozen=True)
class Reals(Vocabulary):
    """The names of statements about all real numbers, of any sign.

    Parameters
    ----------
    names : the names that are bound.
    """

    noun: ClassVar[str] = "numbers"
    binders: ClassVar[tuple[type, ...]] = (RealNumbers,)

    names: tuple[str, ...]

    @classmethod
    def of(cls, asked: Statement) -> Reals:
        """Return the vocabulary of a statement with its binders."""
        bound = [one.names for one in asked.binders if isinstance(one, RealNumbers)]
        return cls(tuple(name for names in bound for name in names))

    def refuse(self, conditions: Statement) -> None:
        """Raise `StatementError` if the conditions depend on anything that is not bound."""
        for term in conditions.terms:
            if term.variables or any(isinstance(part, OfPrior | OfBound) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about numbers.")
            for name in sorted(parameters_of(term) - {*self.names}):
                raise StatementError(f"{name} needs a binder: numbers {name}, ...")

    def is_quantity(self, name: str) -> bool:
        """Whether a name is that of a bound number: all are, and none has to be at least 0."""
        return name in self.names

    def domain(self, conditions: Statement, parameters: tuple[str, ...]) -> Domain[Parameters]:
        """Return the domain of instances, without preconditions in its words."""
        noun = "every real number" if len(self.names) == 1 else "all real numbers"
        latex = rf"\forall {','.join(map(name_latex, self.names))}\in\mathbb R"
        given = tuple(map(self.compared, (*conditions.where, *conditions.required)))

        def draw(number: int, random: Random) -> Parameters:
            """Sample numbers; every second time, if possible, some that meet the hypotheses."""
            found = any_numbers(self.names, number, random)
            for _ in range(_ATTEMPTS * (number % 2)):
                if all(one.check(found).true for one in given):
                    break
                found = any_numbers(self.names, _GRID, random)
            return found

        return Domain(f"{noun} {listed(list(self.names))}", latex, Parameters, draw)

    def meaning(self, conditions: Statement) -> str:
        """Return the empty text: numbers need no definition."""
        return ""

    def values(self, instance: Parameters) -> ByName:
        """Return the numbers by their names."""
        return ByName(instance.values)

    def words(self, text: object) -> str:
        """Return a text as it is."""
        return str(text)

    def latex(self, term: TypedTerm) -> str:
        """Return a term as LaTeX for math mode."""
        return term_latex(term)

    def lacks(self, instance: Parameters, parameters: tuple[str, ...]) -> str:
        """Name the numbers that an instance lacks, in a sentence; empty if none."""
        missing = [name for name in self.names if name not in instance.values]
        return f"There is no number {', '.join(missing)}." if missing else ""


def any_numbers(names: Sequence[str], number: int, random: Random) -> Parameters:
    """Sample real numbers, edge cases first: rationals, many in [0, 1], and logarithms of them.

    Numbers after the first are at times the number before, or its opposite.

    Examples
    --------
    >>> print(any_numbers(("t", "b"), 0, Random(0)))
    t = 0, b = 0
    """
    found: dict[str, Value] = {}
    last = Fraction(0)
    for place, name in enumerate(names):
        kind = random.random()
        if number < _GRID and place < 2:
            last = Fraction(_EDGES[number // len(_EDGES) ** place % len(_EDGES)])
        elif kind < 0.1:
            last *= random.choice((1, -1))
        elif kind < 0.5:
            last = Fraction(random.randint(1, 20), random.choice((20, 20, 1000)))
        elif kind < 0.7:
            found[name] = LogOf(Fraction(random.randint(1, 40), random.randint(1, 20)))
            continue
        else:
            last = Fraction(random.randint(-60, 60), random.choice((1, 7, 20)))
        found[name] = last
    return Parameters.of(**found)
