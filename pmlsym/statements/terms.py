"""Terms of a statement: numbers, parameters, quantities of the prior, and leakage measures.

Terms are immutable and compare by their contents. `str` gives the text of a term in the language of
statements; parsing that text gives the same term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, TypeVar

from pmlsym.statements.definitions import FUNCTIONS, OF_ANSWER, OF_PRIOR, check_defined
from pmlsym.statements.text.vocabulary import (
    MOST_DEPTH,
    MOST_DIGITS,
    MOST_POWER,
    AnswerName,
    FunctionName,
    PriorName,
    Sign,
    StatementError,
    check_part,
    name_complaint,
)

Found = TypeVar("Found")

SUM, PRODUCT, UNARY, POWER, ATOM = range(5)  # how tightly the text of a term binds


class Term:  # not an abstract base class: isinstance is slow with those
    """An expression in a channel and parameters; its value is a number, infinite, or undefined.

    Attributes
    ----------
    depth : the height of the expression tree.
    """

    depth: int

    @property
    def parts(self) -> tuple[Term, ...]:
        """The direct subterms."""
        return ()

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcomes, in lower case, on which the term depends."""
        return frozenset(name for part in self.parts for name in part.outcomes)

    @property
    def variables(self) -> frozenset[str]:
        """The variables X, Y, Z of the measures in the term."""
        return frozenset(name for part in self.parts for name in part.variables)

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text_and_level()[0]

    def _measure_depth(self) -> None:
        for part in self.parts:
            check_part("part", part, Term, "a term, as parse_term gives it")
        depth = 1 + max((part.depth for part in self.parts), default=0)
        if depth > MOST_DEPTH:
            raise StatementError(f"A term is deeper than {MOST_DEPTH}, which is the most.")
        object.__setattr__(self, "depth", depth)


def walk(term: Term) -> Iterator[Term]:
    """Yield a term and all its subterms.

    Examples
    --------
    >>> [str(part) for part in walk(Operation("+", Parameter("a"), Number(Fraction(1))))]
    ['a + 1', 'a', '1']
    """
    left = [term]
    while left:
        found = left.pop()
        yield found
        left.extend(reversed(found.parts))


def summands(term: Term, scale: Fraction = Fraction(1)) -> tuple[tuple[Fraction, Term], ...]:
    """Return the terms of a sum with their coefficients.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> [(str(scale), str(part)) for scale, part in summands(parse_term("2*a - b/3"))]
    [('2', 'a'), ('-1/3', 'b')]
    """
    if isinstance(term, Negative):
        return summands(term.term, -scale)
    if isinstance(term, Operation):
        left, right = term.left, term.right
        if term.sign in ("+", "-"):
            return (*summands(left, scale), *summands(right, scale if term.sign == "+" else -scale))
        if term.sign == "*" and isinstance(left, Number):
            return summands(right, scale * left.value)
        if term.sign == "*" and isinstance(right, Number):
            return summands(left, scale * right.value)
        if term.sign == "/" and isinstance(right, Number) and right.value:
            return summands(left, scale / right.value)
    return ((scale, term),)


def replaced(term: Term, leaf: Callable[[Term], Term]) -> Term:
    """Return a term with its numbers, parameters and quantities replaced.

    Examples
    --------
    >>> half = Number(Fraction(1, 2))
    >>> print(replaced(Operation("+", Parameter("a"), half), lambda one: negative(half)))
    -1/2 + (-1/2)
    """
    if isinstance(term, Negative):
        return negative(replaced(term.term, leaf))
    if isinstance(term, Operation):
        return operation(term.sign, replaced(term.left, leaf), replaced(term.right, leaf))
    if isinstance(term, Function):
        return Function(term.name, tuple(replaced(part, leaf) for part in term.arguments))
    return leaf(term)


def named_in(terms: Iterable[Term], named: Callable[[str], Found | None]) -> Iterator[Found]:
    """Yield `named(name)` for each parameter in some terms, except where it is None.

    Examples
    --------
    >>> list(named_in([Parameter("a"), Parameter("b")], {"b": 2}.get))
    [2]
    """
    for term in terms:
        for part in walk(term):
            found = named(part.name) if isinstance(part, Parameter) else None
            if found is not None:
                yield found


def parameters_of(term: Term) -> frozenset[str]:
    """Return the names of the parameters in a term.

    Examples
    --------
    >>> parameters_of(negative(Parameter("a")))
    frozenset({'a'})
    """
    return frozenset(part.name for part in walk(term) if isinstance(part, Parameter))


@dataclass(frozen=True)
class Number(Term):
    """An exact rational number.

    Examples
    --------
    >>> str(Number(Fraction(1, 3)))
    '1/3'
    """

    value: Fraction
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.value, Fraction):
            raise StatementError(f"A number is {self.value!r}, but has to be a Fraction.")
        if max(abs(self.value.numerator), self.value.denominator) >= 10**MOST_DIGITS:
            raise StatementError(f"A number has more than {MOST_DIGITS} digits, which is the most.")

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        level = PRODUCT if self.value.denominator > 1 else UNARY if self.value < 0 else ATOM
        return str(self.value), level


@dataclass(frozen=True)
class Parameter(Term):
    """A real variable over which the statement is quantified."""

    name: str
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        complaint = name_complaint(self.name)
        if complaint:
            raise StatementError(complaint)

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return self.name, ATOM


@dataclass(frozen=True)
class OfPrior(Term):
    """The smallest or largest prior probability of the secret X, or the number of secrets."""

    name: PriorName
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_defined(self.name, OF_PRIOR)

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return self.name, ATOM


@dataclass(frozen=True)
class OfAnswer(Term):
    """Probability of an outcome that names a secret (q_y), or of that secret (p_y).

    Examples
    --------
    >>> OfAnswer("p_y").outcome
    'y'
    """

    name: AnswerName
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_defined(self.name, OF_ANSWER)

    @property
    def outcome(self) -> str:
        """The outcome on which the term depends."""
        return self.name[-1]

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcome on which the term depends."""
        return frozenset((self.outcome,))

    @property
    def variables(self) -> frozenset[str]:
        """The variable of the outcome."""
        return frozenset((self.outcome.upper(),))

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return self.name, ATOM


@dataclass(frozen=True)
class Hole(Term):
    """A question mark in the place of a level or of a bound: the best one is to be found.

    Examples
    --------
    >>> str(Hole())
    '?'
    """

    depth: int = field(default=1, init=False, compare=False, repr=False)

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return "?", ATOM


_AT_OUTCOME = ("cost", "gain", "least_after", "most_after", "least_lift", "most_lift")


@dataclass(frozen=True)
class OfBound(Term):
    """A quantity of what a binder names, or of the channel: ``cost(C)``, ``least_lift(X->y)``.

    Examples
    --------
    >>> str(OfBound("cost", "C"))
    'cost(C)'
    """

    name: str
    of: str
    depth: int = field(default=1, init=False, compare=False, repr=False)

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcome on which the term depends: y, or none."""
        return frozenset("y") if self.name in _AT_OUTCOME else frozenset()

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"{self.name}({self.of})", ATOM


@dataclass(frozen=True)
class Negative(Term):
    """The negative of a term that is no number."""

    term: Term
    depth: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.term, Number):
            raise StatementError("Minus a number is a number: use negative().")
        self._measure_depth()

    @property
    def parts(self) -> tuple[Term, ...]:
        """The direct subterms."""
        return (self.term,)

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"-{_tight(self.term, UNARY)}", UNARY


@dataclass(frozen=True)
class Operation(Term):
    """A sum, difference, product, quotient or power of two terms."""

    sign: Sign
    left: Term
    right: Term
    depth: int = field(init=False, compare=False, repr=False)

    _LEVELS: ClassVar[dict[str, int]] = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "^": POWER}

    def __post_init__(self) -> None:
        if self.sign not in self._LEVELS:
            raise StatementError(f"{self.sign!r} is none of + - * / ^.")
        numbers = isinstance(self.left, Number) and isinstance(self.right, Number)
        if self.sign == "/" and numbers and self.right != Number(Fraction(0)):
            raise StatementError("A quotient of two numbers is a number: use operation().")
        if self.sign == "^" and isinstance(self.right, Number):
            power = self.right.value
            if max(abs(power.numerator), power.denominator) > MOST_POWER:
                raise StatementError(f"An exponent is larger than {MOST_POWER}, which is the most.")
        self._measure_depth()

    @property
    def parts(self) -> tuple[Term, ...]:
        """The direct subterms."""
        return (self.left, self.right)

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        level = self._LEVELS[self.sign]
        left = _tight(self.left, ATOM if self.sign == "^" else level)
        right = _tight(self.right, level if self.sign == "^" else level + 1)
        if right.startswith("-"):
            right = f"({right})"
        space = " " if level == SUM else ""
        return f"{left}{space}{self.sign}{space}{right}", level


def _tight(term: Term, least: int) -> str:
    text, level = term.text_and_level()
    return text if level >= least else f"({text})"


def negative(term: Term) -> Term:
    """Return the negative of a term; that of a number is a number.

    Examples
    --------
    >>> negative(Number(Fraction(1, 2)))
    Number(value=Fraction(-1, 2))
    """
    return Number(-term.value) if isinstance(term, Number) else Negative(term)


def operation(sign: Sign, left: Term, right: Term) -> Term:
    """Return the operation on two terms; a quotient of two numbers is a number.

    Examples
    --------
    >>> operation("/", Number(Fraction(1)), Number(Fraction(3)))
    Number(value=Fraction(1, 3))
    """
    if sign == "/" and isinstance(left, Number) and isinstance(right, Number) and right.value:
        return Number(left.value / right.value)
    return Operation(sign, left, right)


@dataclass(frozen=True)
class Function(Term):
    """The exp, log or binary entropy of a term, or the max or min of two or more."""

    name: FunctionName
    arguments: tuple[Term, ...]
    depth: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_defined(self.name, FUNCTIONS)
        if self.name not in ("max", "min") and len(self.arguments) != 1:
            raise StatementError(
                f"{self.name} has one argument, but {len(self.arguments)} are given."
            )
        if len(self.arguments) < 2 and self.name in ("max", "min"):
            raise StatementError(f"{self.name} needs at least two arguments.")
        self._measure_depth()

    @property
    def parts(self) -> tuple[Term, ...]:
        """The direct subterms."""
        return self.arguments

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"{self.name}({', '.join(map(str, self.arguments))})", ATOM
