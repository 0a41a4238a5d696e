"""Statements about what their binders name, over a vocabulary of quantities.

``cost C: cost(C) <= pmc(X->y)`` is over costs and gains, ``prior P: pmc_P <= ldp_P`` over outcomes
under priors, ``histogram N records, k bins: leak <= 2/b`` over releases. A vocabulary says which
names are quantities, what they are in words and LaTeX, how an instance is drawn, and which value
each has on it; everything else about such statements is here, once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeGuard, TypeVar

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion import Assertion, Compared, Domain, Judgement, Quantity
from pmlsym.statements.clauses import Condition
from pmlsym.statements.evaluation import ByName
from pmlsym.statements.readable import Shape, Trial
from pmlsym.statements.search import trial_of
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Structure
from pmlsym.statements.terms import Number, Parameter, Term, parameters_of
from pmlsym.statements.text.latex import name_latex
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import ZERO, Value


class Vocabulary(ABC):
    """The quantities of the statements with certain binders.

    A subclass is a frozen dataclass of what the binders of one statement bind. Within the package
    a quantity is a parameter, such as ``cost_C``; `lowered` puts these names for the text.

    Attributes
    ----------
    noun : that which statements are about, for error messages.
    binders : the classes of the binders.
    structures : what may be assumed of the variables beside the binders.
    """

    noun: ClassVar[str]
    binders: ClassVar[tuple[type, ...]]
    structures: ClassVar[tuple[Structure, ...]] = ()

    @classmethod
    @abstractmethod
    def of(cls, asked: Statement) -> Vocabulary:
        """Return the vocabulary of a statement with its binders."""

    def lowered(self, asked: Statement) -> Statement:
        """Return the conditions, with parameters in the place of quantities."""
        return replace(asked, binders=())

    def terms(self, conditions: Statement) -> tuple[Term, ...]:
        """Return all terms of a statement: those of its conditions, and those of its binders."""
        return conditions.terms

    @abstractmethod
    def refuse(self, conditions: Statement) -> None:
        """Raise `StatementError` if the conditions depend on anything that is not bound."""

    @abstractmethod
    def is_quantity(self, name: str) -> bool:
        """Whether a name is that of a quantity rather than of a parameter."""

    @property
    def preconditions(self) -> tuple[Condition, ...]:
        """Preconditions of every statement, such as ``k >= 2``; none by default."""
        return ()

    @abstractmethod
    def domain(self, conditions: Statement, parameters: tuple[str, ...]) -> Domain[Any]:
        """Return the domain of instances, without parameters and preconditions in its words."""

    @abstractmethod
    def meaning(self, conditions: Statement) -> str:
        """Return the sentences that define the quantities of a statement; may be empty."""

    @abstractmethod
    def values(self, instance: Any) -> ByName:
        """Return the values of the quantities on an instance, from their definitions."""

    @abstractmethod
    def words(self, text: object) -> str:
        """Return a text with the quantities as people write them."""

    @abstractmethod
    def latex(self, term: Term) -> str:
        """Return a term as LaTeX for math mode."""

    def lacks(self, instance: Any, parameters: tuple[str, ...]) -> str:
        """Name what an instance lacks that the statement needs, in a sentence; empty if nothing."""
        return ""

    def judge(self, said: BoundStatement[Any], instance: Any) -> Judgement:
        """Evaluate a statement on one of its instances."""
        return said.judged(instance)

    def quantity(self, term: Term) -> Quantity[Any]:
        """Return a term as a quantity of instances."""

        def of(instance: object) -> Value:
            return _values(self, instance).value(term)

        return Quantity(self.words(term), self.latex(term), of)

    def compared(self, condition: Condition) -> Compared[Any]:
        """Return a condition as a comparison of quantities of instances."""
        left, right = self.quantity(condition.left), self.quantity(condition.right)
        return Compared(left, condition.sign, right)


_last: tuple[Vocabulary, object, ByName] | None = None


def _values(over: Vocabulary, instance: object) -> ByName:
    """Return the values on an instance, which the conditions of a statement ask for in turn."""
    global _last
    known = _last  # another thread may change it at any time
    if known is None or known[0] is not over or known[1] is not instance:
        known = _last = (over, instance, over.values(instance))
    return known[2]


V = TypeVar("V", bound=Vocabulary)


@dataclass(frozen=True)
class BoundStatement(Generic[V]):
    """A statement about every instance of what its binders name.

    All names that are no quantities are parameters, which are at least 0. A hypothesis without a
    value does not hold, and a conclusion without one fails.

    Parameters
    ----------
    statement : the binders and the conditions.
    over : the vocabulary, of what the binders bind.

    Raises
    ------
    StatementError
        If a binder is missing or of another vocabulary, or the conditions depend on anything else.

    Examples
    --------
    >>> from pmlsym.statements.from_text import from_text
    >>> costs = from_text("cost C: cost(C) <= pmc(X->y)")
    >>> print(costs.words())  # doctest: +NORMALIZE_WHITESPACE
    For every finite alphabet of at least two secrets, prior with positive entries, mechanism and
    possible outcome y, every randomized function U of X (U - X - Y) and cost C(u, w) >= 0 of
    finitely many choices w: cost(C) <= pmc(X->y). Here cost is the log of the least mean cost of a
    choice over the least given y (of 0/0 it is 0); pmc(X->y) is D_inf(P_X || P_X|Y=y): the largest
    log(P(A)/P(A|y)) of an event A.
    >>> costs.trial(50).violations
    0
    """

    statement: Statement
    over: V

    def __post_init__(self) -> None:
        said = self.statement
        for binder in said.binders:
            if not isinstance(binder, self.over.binders):
                raise StatementError(f"`{binder}` is no binder of {self.over.noun}.")
        conditions = all(isinstance(clause, Condition) for clause in said.clauses)
        if not conditions or any(part not in self.over.structures for part in said.structure):
            raise StatementError(f"{said} has to be made of conditions, and of nothing else.")
        self.over.refuse(self.unbound)

    def __reduce__(self) -> tuple[type[Any], tuple[object, ...]]:
        """Pickle the fields only: the assertion holds functions, and is rebuilt from the fields."""
        return type(self), (self.statement, self.over)

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The statement in the language of statements."""
        return str(self.statement)

    @cached_property
    def unbound(self) -> Statement:
        """The conditions, with parameters such as ``cost_C`` in the place of quantities."""
        return self.over.lowered(self.statement)

    @property
    def used(self) -> set[str]:
        """The names in the statement, of quantities and of parameters."""
        return {name for term in self.over.terms(self.unbound) for name in parameters_of(term)}

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in alphabetical order."""
        return tuple(sorted(name for name in self.used if not self.over.is_quantity(name)))

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""
        found = self._assertion.shape
        given = {condition.relation for condition in self._preconditions}
        return Shape(found.over, found.hypotheses | given, found.conclusion)

    @property
    def exists(self) -> bool:
        """Whether the statement is existential: no, it is about every instance."""
        return False

    @property
    def about(self) -> type:
        """The class of the instances."""
        return self._assertion.about

    @property
    def domain(self) -> str:
        """The quantifier over the instances in English."""
        return self._assertion.over.words

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        return f"{self._assertion.words()}{self.over.meaning(self.unbound)}"

    def latex(self) -> str:
        """Return the statement as LaTeX for math mode."""
        return self._assertion.latex()

    # --- on instances ---------------------------------------------------------------------------

    def covers(self, instance: object) -> bool:
        """Whether an object is an instance of the statement's domain."""
        return type(instance) is self.about and not self.over.lacks(instance, self.parameters)

    def judge(self, instance: object) -> Judgement:
        """Evaluate the statement on an instance, from the definitions.

        Raises
        ------
        ParameterError
            If the object is outside the statement's domain.
        """
        if type(instance) is not self.about:
            raise ParameterError(
                f"The instance is a {type(instance).__name__}, but the statement is about every "
                f"{self.about.__name__}."
            )
        if lacking := self.over.lacks(instance, self.parameters):
            raise ParameterError(lacking)
        return self.over.judge(self, instance)

    @property
    def tries(self) -> int:
        """The number of instances on which a ledger check evaluates the statement."""
        return self._assertion.tries

    def instances(self, seed: int = 0) -> Iterator[Any]:
        """Yield instances without end, edge cases first; the same seed gives the same ones."""
        return self._assertion.over.all(seed)

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Evaluate the statement on `count` instances, edge cases first."""
        return trial_of(self.instances(seed), self.judge, count, seed)

    def judged(self, instance: object) -> Judgement:
        """Evaluate the preconditions on an instance, and the conditions if they hold."""
        if self._provided is not None:
            given = self._provided.judge(instance)
            if given.holds is not True:
                return Judgement(given.holds, None, given.check)
        return self._assertion.judge(instance)

    # --- as an assertion --------------------------------------------------------------------------

    @cached_property
    def _assertion(self) -> Assertion[Any]:
        said, over = self.unbound, self.over
        claimed, required = (
            tuple(map(over.compared, one)) for one in (said.claimed, said.required)
        )
        return Assertion(self._instances, claimed, required, said.both_ways)

    @cached_property
    def _provided(self) -> Assertion[Any] | None:
        return Assertion(self._instances, self._preconditions) if self._preconditions else None

    @cached_property
    def _preconditions(self) -> tuple[Compared[Any], ...]:
        """The signs of parameters, and the preconditions of the vocabulary and of `where`."""
        signs = (Condition(Parameter(name), ">=", Number(ZERO)) for name in self.parameters)
        return tuple(map(self.over.compared, (*signs, *self._where)))

    @property
    def _where(self) -> tuple[Condition, ...]:
        return (*self.over.preconditions, *self.unbound.where)

    @cached_property
    def _instances(self) -> Domain[Any]:
        drawn = self.over.domain(self.unbound, self.parameters)
        words = [drawn.words, *(f"every number {name} >= 0" for name in self.parameters)]
        if self._where:
            words[-1] += f", provided that {' and '.join(map(self.over.words, self._where))}"
        latex = [drawn.latex, *(rf"{name_latex(name)}\ge0" for name in self.parameters)]
        latex += [self.over.compared(condition).latex for condition in self._where]
        return replace(drawn, words=", ".join(words), latex=r",\ ".join(latex))


def is_over(statement: object, vocabulary: type[V]) -> TypeGuard[BoundStatement[V]]:
    """Whether a statement has binders of a vocabulary."""
    return isinstance(statement, BoundStatement) and isinstance(statement.over, vocabulary)
