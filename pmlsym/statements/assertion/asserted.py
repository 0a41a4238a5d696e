"""Assertions about worlds other than finite mechanisms: quantities, conditions, quantifiers.

A world is any value: n records with a workload and a scale, a real secret in noise, a channel with
an adversary. A quantity is computed from a world by a definition; conditions compare quantities;
an assertion says that in every world (or in some) hypotheses imply a conclusion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Generic, TypeVar, cast

from pmlsym.errors import ParameterError
from pmlsym.pages.made_once import made_once
from pmlsym.statements.assertion.conditions import KINDS, Check, Condition
from pmlsym.statements.model import Model
from pmlsym.statements.readable import Shape, Trial, Verdict, because, equivalence, verdict_of
from pmlsym.statements.search import counted
from pmlsym.statements.text.vocabulary import StatementError, refuse_other_texts
from pmlsym.statements.values import Value

W = TypeVar("W")


@dataclass(frozen=True)
class Judgement:
    """What an assertion says of one world."""

    applies: bool | None
    holds: bool | None
    check: Check | None

    @property
    def verdict(self) -> Verdict:
        """The result in words."""
        return verdict_of(self.applies, self.holds)

    @property
    def left(self) -> Value | None:
        """The left side of the condition that decided."""
        return self.check.left if self.check else None

    @property
    def right(self) -> Value | None:
        """Its right side."""
        return self.check.right if self.check else None

    @property
    def enclosed(self) -> bool:
        """Whether the sides are ends of enclosures: then they are not exact."""
        return self.check is not None and self.check.enclosed

    @property
    def equal(self) -> bool:
        """Whether what holds does with both sides the same number; 1 < 1 does not hold."""
        return self.check is not None and self.check.true is not False and self.check.equal

    def __str__(self) -> str:
        if self.check is None:
            return self.verdict
        return f"{self.verdict}: {because(self.verdict, self.check.true, str(self.check))}"


def whole_class(_: object) -> str:
    """Nothing: the instances ranged over are all those that their class can make.

    As `outside` of `Worlds` it says that the class itself refuses what is no instance.
    """
    return ""


@dataclass(frozen=True)
class Worlds(Generic[W]):
    """A kind of world, with its quantifier and its seeded generator.

    Parameters
    ----------
    words : what is ranged over, to stand after "for": ``every workload, every scale b > 0``.
    latex : the same for math mode; may be empty.
    kind : the class of the worlds.
    draw : makes the world of a number, 0, 1, 2, ...: edge cases first, then random ones.
    tries : how many of them a check of the ledger reads.
    parameters : where the worlds are models, the names of the numbers that each of them brings.
    outside : says in a sentence why a world of the class is none of these; empty for one of these.
        `whole_class` where the class refuses all others. The `models` of a claim are read only
        where this is said.
    on : of a finite mechanism, the worlds that decide there what is asserted, each with its place.
    """

    words: str
    latex: str
    kind: type[W]
    draw: Callable[[int, Random], W]
    tries: int = 200
    parameters: tuple[str, ...] = ()
    outside: Callable[[W], str] | None = None
    on: Callable[[Model], Iterable[tuple[str, W]]] | None = None

    def __post_init__(self) -> None:
        refuse_other_texts("a kind of world", words=self.words, latex=self.latex)
        if not isinstance(self.kind, type):
            raise StatementError("The kind of a world has to be a class.")
        if type(self.tries) is not int or self.tries < 1:
            raise StatementError(f"tries is {self.tries}, but has to be a whole number above 0.")
        if self.parameters and self.kind is not Model:
            raise StatementError("parameters are named, but only a Model brings numbers by name.")

    def why_outside(self, world: W) -> str:
        """Say why a world of the class is none of these; empty for one of these, or if unknown."""
        return "" if self.outside is None else self.outside(world)

    def all(self, seed: int = 0) -> Iterator[W]:
        """Yield worlds without end; the same seed gives the same ones."""
        random, number = Random(seed), 0  # no secret depends on it
        while True:
            yield self.draw(number, random)
            number += 1


@made_once
@dataclass(frozen=True)
class Assertion(Generic[W]):
    r"""In every world of a kind (or in some), hypotheses imply a conclusion.

    Parameters
    ----------
    over : the worlds.
    conclusion : conditions, all of which are claimed.
    hypotheses : those that are assumed.
    both_ways : hypotheses and conclusion are claimed to be equivalent.
    exists : it is claimed of some world: there hypotheses and conclusion hold.

    Raises
    ------
    StatementError
        If there is no conclusion.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from pmlsym.statements.assertion import Compared, Quantity
    >>> number = Quantity[int]("x", "x", Fraction)
    >>> square = Quantity[int]("x^2", "x^2", lambda x: Fraction(x * x))
    >>> whole = Worlds("every whole number x", r"x\in\mathbb Z", int, lambda i, _: i - 5)
    >>> grows = Assertion(whole, (Compared(square, ">=", number),))
    >>> grows.words(), grows.trial(20).violations
    ('For every whole number x: x^2 >= x.', 0)
    >>> print(Assertion(whole, (Compared(square, ">", number),)).judge(1))
    fails: x^2 > x: 1 = 1, about 1
    """

    over: Worlds[W]
    conclusion: tuple[Condition[W], ...]
    hypotheses: tuple[Condition[W], ...] = ()
    both_ways: bool = False
    exists: bool = False

    def __post_init__(self) -> None:
        if type(self.over) is not Worlds:
            raise StatementError("An assertion is about Worlds(...).")
        for name in ("conclusion", "hypotheses"):
            given = getattr(self, name)
            if not isinstance(given, tuple) or any(type(one) not in KINDS for one in given):
                raise StatementError(
                    f"The {name} of an assertion has to be a tuple of conditions; of one with a "
                    "comma, (condition,)."
                )
        if not self.conclusion:
            raise StatementError("An assertion needs a conclusion.")
        if self.both_ways and not self.hypotheses:
            raise StatementError("An equivalence needs hypotheses.")
        if self.both_ways and self.exists:
            raise StatementError("That something exists is no equivalence: choose one of the two.")

    @property
    def text(self) -> None:
        """Nothing: the language of statements is about finite mechanisms."""
        return

    @property
    def tries(self) -> int:
        """How many worlds a check of the ledger reads."""
        return self.over.tries

    @property
    def about(self) -> type:
        """The class of the worlds that it is about."""
        return self.over.kind

    @property
    def parameters(self) -> tuple[str, ...]:
        """The numbers that a model has to bring, by name."""
        return self.over.parameters

    @property
    def shape(self) -> Shape:
        """Its parts, to compare it with another."""
        return Shape(
            f"{self.over.words} {'<=>' if self.both_ways else '=>'}",
            frozenset(condition.relation for condition in self.hypotheses),
            frozenset(condition.relation for condition in self.conclusion),
            self.exists,
        )

    def words(self) -> str:
        """Return it in English, with all quantifiers."""
        claim = " and ".join(map(str, self.conclusion))
        given = " and ".join(map(str, self.hypotheses))
        if self.exists:
            both, over = " and ".join(filter(None, (given, claim))), self.over.words
            if over.startswith("every "):
                return f"For some {over.removeprefix('every ')}: {both}."
            return f"There are {over} with {both}."
        if not given:
            return f"For {self.over.words}: {claim}."
        if self.both_ways:
            return f"For {self.over.words}: {given} if and only if {claim}."
        return f"For {self.over.words}: if {given}, then {claim}."

    def latex(self) -> str:
        """Return it as LaTeX for math mode."""
        claim = r",\; ".join(condition.latex for condition in self.conclusion)
        if self.hypotheses:
            arrow = r"\Longleftrightarrow" if self.both_ways else r"\Longrightarrow"
            given = r",\; ".join(condition.latex for condition in self.hypotheses)
            claim = rf"{given},\; {claim}" if self.exists else rf"{given} \;{arrow}\; {claim}"
        quantifier = rf"\exists\, {self.over.latex}" if self.exists else self.over.latex
        return rf"{quantifier}:\quad {claim}" if quantifier else claim

    def speaks_of(self, world: object) -> bool:
        """Whether a world is one of those ranged over, and brings its parameters."""
        return self._is_of_kind(world) and not self.over.why_outside(cast(W, world))

    def _is_of_kind(self, world: object) -> bool:
        # a derived class could say anything
        return type(world) is self.over.kind and not self._missing(world)

    def _missing(self, world: object) -> list[str]:
        """Return the parameters that the worlds bring, and this one does not."""
        brought = world.parameters.keys() if isinstance(world, Model) else set[str]()
        return [name for name in self.parameters if name not in brought]

    def judge(self, world: object) -> Judgement:
        """Read it on a world, from the definitions.

        Raises
        ------
        ParameterError
            If the world is of another kind, or none of those ranged over.
        """
        if type(world) is not self.over.kind:
            raise ParameterError(
                f"The world is a {type(world).__name__}, but the assertion is about a "
                f"{self.over.kind.__name__}."
            )
        if missing := self._missing(world):
            numbers = ", ".join(f"{name}=..." for name in missing)
            raise ParameterError(f"The world lacks numbers: make the Model with {numbers} as well.")
        if why := self.over.why_outside(world):
            raise ParameterError(why)
        given = _weakest(self.hypotheses, world)
        if self.both_ways:
            agree, decisive = equivalence(given, _weakest(self.conclusion, world))
            return Judgement(True, agree, decisive)
        if given is not None and given.true is not True:
            return Judgement(given.true, None, given)
        found = _weakest(self.conclusion, world)
        assert found is not None
        return Judgement(True, found.true, found)

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Read it on a number of worlds, edge cases first."""
        worlds = islice(self.over.all(seed), count)
        return counted(((world, self.judge(world)) for world in worlds), seed, exists=self.exists)


def _weakest(conditions: Sequence[Condition[W]], world: W) -> Check | None:
    """Check conditions: the first that fails, else one that is open, else one that is tight."""
    best: Check | None = None
    for condition in conditions:
        found = condition.check(world)
        if found.true is False:
            return found
        if best is None or (best.true and (found.true is None or found.equal > best.equal)):
            best = found
    return best
