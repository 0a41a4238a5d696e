"""A statement about every choice of real numbers: it is the goal, and is read number by number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

import sympy as sp

from pmlsym.errors import ParameterError
from pmlsym.pages.made_once import made_once
from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import NotProved, Sentence, Term, free, put
from pmlsym.proof.language import Term as Formula
from pmlsym.proof.reading import read
from pmlsym.proof.writing import latex, text
from pmlsym.statements.arithmetic import from_kernel
from pmlsym.statements.assertion import Assertion, Compared, Judgement, Quantity, Worlds
from pmlsym.statements.assertion.read_as import ReadAsAssertion
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.text.words import listed
from pmlsym.statements.values import Infinite, Undefined, Value, in_kernel, sign_of
from pmlsym.statements.worlds.parameters import Parameters

Draw = Callable[[int, Random], Parameters]

_GREEK = ("alpha", "beta", "gamma", "delta", "epsilon", "eta", "lambda", "mu", "sigma", "tau")
_SET = {name: rf"\{name}" for name in _GREEK} | {"epsilon": r"\varepsilon"}


@made_once
@dataclass(frozen=True)
class OfNumbers(ReadAsAssertion):
    """For all real numbers within ranges, relations between formulas imply another one.

    Nothing is reduced: what is said is a goal of the kernel as it stands.

    Parameters
    ----------
    goal : the ranges and what else is assumed, and what is claimed; without means, and with
        nothing that is said to exist.
    draw : makes the numbers of a world, by the names of the symbols: edge cases first.
    through : symbols that worlds do not bring, each with a formula of those that they bring. A
        scale b is 1/rate where e^(1/b) is to be rational.
    tries : how many worlds a check of the ledger reads.

    Raises
    ------
    StatementError
        If the goal speaks of means or of existence, or is none, or if `through` has anything but
        pairs, each of another symbol and a formula.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from pmlsym.proof.language import reals
    >>> (x,) = reals("x")
    >>> said = OfNumbers(Goal((x > 1,), x**2 > x), lambda i, _: Parameters.of(x=Fraction(i, 2)))
    >>> print(said.words())
    For every real number x: if x > 1, then x^2 > x.
    >>> said.trial(10).applied, said.trial(10).violations
    (7, 0)
    """

    goal: Goal
    draw: Draw
    through: tuple[tuple[Formula, Formula], ...] = ()
    tries: int = 200

    def __post_init__(self) -> None:
        if type(self.goal) is not Goal:  # a subclass could override anything
            raise StatementError("What is said of numbers is said by Goal(...).")
        if not callable(self.draw):
            raise StatementError("draw has to be a function that makes the world of a number.")
        vars(self).update(through=_pairs(self.through))
        try:
            hypotheses, _, _ = self._read
        except NotProved as why:
            raise StatementError(f"What is said of numbers is no goal: {why}.") from None
        if self.goal.exists or self.goal.means or any(len(h) != 3 for h in hypotheses):
            raise StatementError("What is said of numbers has no means, and nothing that exists.")

    @property
    def parameters(self) -> tuple[str, ...]:
        """The numbers over which it is quantified."""
        hypotheses, conclusion, _ = self._read
        names = {name for sentence in (*hypotheses, conclusion) for name in free(sentence)}
        return tuple(sorted(names))

    def speaks_of(self, world: object) -> bool:
        """Whether a world brings all the numbers, each of them finite."""
        if type(world) is not Parameters or not self._brought <= world.values.keys():
            return False
        if self._put_in & world.values.keys():
            return False  # two numbers of one name
        if any(isinstance(world[name], Infinite) for name in self._brought):
            return False
        _, _, through = self._read
        try:  # a scale of 1/0 is none
            return not any(
                isinstance(self._value(through[name], world), Infinite)
                for name in self.parameters
                if name in through
            )
        except Undefined:
            return False

    def judge(self, world: object) -> Judgement:
        """Read it on numbers; out of the ranges it does not apply.

        Raises
        ------
        ParameterError
            If a number is missing, or the world is of another kind.
        """
        if type(world) is Parameters:
            for name in sorted(self._brought):
                world[name]  # says which ones there are
            if twice := sorted(self._put_in & world.values.keys()):
                raise ParameterError(f"{twice[0]} is put in by `through`, and brought as well.")
        return super().judge(world)

    @cached_property
    def _read(self) -> tuple[tuple[Sentence, ...], Sentence, dict[str, Term]]:
        """What the kernel read, hypotheses and conclusion, and the terms that are put in."""
        through = {read(one)[1]: read(other) for one, other in self.through}
        return *self.goal.kernel, through

    @cached_property
    def _brought(self) -> frozenset[str]:
        """The numbers of a world that are looked at."""
        _, _, through = self._read
        found = frozenset(self.parameters) - through.keys()
        return found.union(*(free(through[name]) for name in through if name in self.parameters))

    @property
    def _put_in(self) -> frozenset[str]:
        """The numbers that `through` gives."""
        _, _, through = self._read
        return frozenset(self.parameters) & through.keys()

    @cached_property
    def _asserted(self) -> Assertion[Parameters]:
        hypotheses, conclusion, _ = self._read
        names = self.parameters
        noun = "every real number" if len(names) == 1 else "all real numbers"
        shown = ",".join(latex(("symbol", name), _SET) for name in names)
        over = Worlds(
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

    def _value(self, term: Term, world: Parameters) -> Value:
        """Return what a term comes to; the logarithm of 0 is none, as the kernel has it."""
        values = {name: in_kernel(world[name]) for name in self._brought}  # type: ignore[arg-type]
        closed = put(term, values)
        for inside in _logarithms(closed):
            if sign_of(from_kernel(inside)) <= 0:
                raise Undefined(f"the logarithm of {text(inside)}")
        return from_kernel(closed)

    def _quantity(self, term: Term) -> Quantity[Parameters]:
        _, _, through = self._read

        def of(world: Parameters) -> Value:
            return self._value(put(term, through), world)

        return Quantity(text(term), latex(term, _SET), of)


def _pairs(through: object) -> tuple[tuple[Formula, Formula], ...]:
    """Return symbols with what is put in for them, each symbol once."""
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
    """Yield what logarithms are of, inside a term."""
    if term[0] == "log":
        yield term[1]
    for part in term[1:]:
        if isinstance(part, tuple):
            yield from _logarithms(part)
