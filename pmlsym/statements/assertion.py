"""Assertions about worlds other than finite mechanisms: quantities, conditions, quantifiers.

A world is any value: n records with a workload and a scale, a real secret in noise, a channel with
an adversary. A quantity is computed from a world by a definition; conditions compare quantities;
an assertion says that in every world (or in some) hypotheses imply a conclusion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Generic, TypeAlias, TypeVar

from pmlsym.errors import ParameterError
from pmlsym.statements.readable import Relation, Shape, Trial
from pmlsym.statements.search import counted
from pmlsym.statements.text.vocabulary import Comparison, StatementError
from pmlsym.statements.values import Undefined, Unseparated, Value, decimal, holds, written

W = TypeVar("W")

_COMPARED = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "=": "=", "!=": r"\ne"}


@dataclass(frozen=True)
class Quantity(Generic[W]):
    """A number that a world has, computed from a definition.

    Parameters
    ----------
    text : its name in plain text, such as ``l(D_i -> y)``.
    latex : the same for math mode.
    of : computes it; raises Undefined where it has no value.
    size : whether it counts something (secrets, classes, records).
    """

    text: str
    latex: str
    of: Callable[[W], Value]
    size: bool = False


@dataclass(frozen=True)
class Compared(Generic[W]):
    """Two quantities and a sign: a condition that a world meets or not.

    Parameters
    ----------
    degenerate : whether it only leaves out trivial worlds; a comparison of sizes always does.
    """

    left: Quantity[W]
    sign: Comparison
    right: Quantity[W]
    degenerate: bool = False

    def __post_init__(self) -> None:
        if self.sign not in _COMPARED:
            raise StatementError(f"{self.sign!r} is none of {' '.join(_COMPARED)}.")

    def __str__(self) -> str:
        return f"{self.left.text} {self.sign} {self.right.text}"

    @property
    def latex(self) -> str:
        """The condition for math mode."""
        return f"{self.left.latex} {_COMPARED[self.sign]} {self.right.latex}"

    @property
    def relation(self) -> Relation:
        """The condition as it is compared between claims."""
        degenerate = self.degenerate or self.left.size or self.right.size
        return Relation(self.left.text, self.sign, self.right.text, degenerate)

    def check(self, world: W) -> Check:
        """Evaluate both sides on a world."""
        try:
            left, right = self.left.of(world), self.right.of(world)
            return Check(str(self), holds(left, self.sign, right), left, right)
        except Undefined as reason:
            return Check(str(self), False, reason=str(reason))
        except Unseparated as reason:
            return Check(str(self), None, reason=f"no telling apart {reason}")


@dataclass(frozen=True)
class Property(Generic[W]):
    """Something that a world has or has not, such as independence.

    Parameters
    ----------
    text, latex : how it is said.
    of : whether a world has it.
    degenerate : whether it only leaves out trivial worlds, such as a constant secret.
    """

    text: str
    latex: str
    of: Callable[[W], bool]
    degenerate: bool = False

    def __str__(self) -> str:
        return self.text

    @property
    def relation(self) -> Relation:
        """The condition as it is compared between claims."""
        return Relation(self.text, "", "", self.degenerate)

    def check(self, world: W) -> Check:
        """Look whether a world has it."""
        return Check(self.text, self.of(world))


Condition: TypeAlias = Compared[W] | Property[W]


@dataclass(frozen=True)
class Check:
    """A condition on a world: whether it holds there, and both of its sides.

    Attributes
    ----------
    condition : what was checked, as text.
    true : None if no precision tells.
    left, right : the sides; None where one has no value, or there are none.
    reason : why there is no value; else empty.
    """

    condition: str
    true: bool | None
    left: Value | None = None
    right: Value | None = None
    reason: str = ""

    @property
    def equal(self) -> bool:
        """Whether both sides are the same number."""
        if self.left is None or self.right is None:
            return False
        return self.left == self.right or holds(self.left, "=", self.right) is True

    def __str__(self) -> str:
        if self.left is None or self.right is None:
            return f"{self.condition}: {self.reason}" if self.reason else self.condition
        about = f"{decimal(self.left):.6g} against {decimal(self.right):.6g}"
        return (
            f"{self.condition}: {written(self.left)} against {written(self.right)}, about {about}"
        )


@dataclass(frozen=True)
class Judgement:
    """What an assertion says of one world."""

    applies: bool | None
    holds: bool | None
    check: Check | None

    @property
    def left(self) -> Value | None:
        """The left side of the condition that decided."""
        return self.check.left if self.check else None

    @property
    def right(self) -> Value | None:
        """Its right side."""
        return self.check.right if self.check else None

    @property
    def equal(self) -> bool:
        """Whether both sides are the same number."""
        return self.check is not None and self.check.equal

    def __str__(self) -> str:
        if self.applies is False:
            verdict = "does not apply"
        elif self.applies is None or self.holds is None:
            verdict = "cannot be separated"
        else:
            verdict = "holds" if self.holds else "fails"
        return f"{verdict}: {self.check}" if self.check else verdict


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
    """

    words: str
    latex: str
    kind: type[W]
    draw: Callable[[int, Random], W]
    tries: int = 200

    def all(self, seed: int = 0) -> Iterator[W]:
        """Yield worlds without end; the same seed gives the same ones."""
        random, number = Random(seed), 0  # no secret depends on it
        while True:
            yield self.draw(number, random)
            number += 1


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
    >>> number = Quantity[int]("x", "x", Fraction)
    >>> square = Quantity[int]("x^2", "x^2", lambda x: Fraction(x * x))
    >>> whole = Worlds("every whole number x", r"x\in\mathbb Z", int, lambda i, _: i - 5)
    >>> grows = Assertion(whole, (Compared(square, ">=", number),))
    >>> grows.words(), grows.trial(20).violations
    ('For every whole number x: x^2 >= x.', 0)
    >>> print(Assertion(whole, (Compared(square, ">", number),)).judge(1))
    fails: x^2 > x: 1 against 1, about 1 against 1
    """

    over: Worlds[W]
    conclusion: tuple[Condition[W], ...]
    hypotheses: tuple[Condition[W], ...] = ()
    both_ways: bool = False
    exists: bool = False

    def __post_init__(self) -> None:
        if not self.conclusion:
            raise StatementError("An assertion needs a conclusion.")

    @property
    def text(self) -> None:
        """Nothing: the language of statements is about finite mechanisms."""
        return

    @property
    def tries(self) -> int:
        """How many worlds a check of the ledger reads."""
        return self.over.tries

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
            return f"There are {self.over.words} with {' and '.join(filter(None, (given, claim)))}."
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
        """Whether a world is of its kind."""
        return isinstance(world, self.over.kind)

    def judge(self, world: object) -> Judgement:
        """Read it on a world, from the definitions.

        Raises
        ------
        ParameterError
            If the world is of another kind.
        """
        if not isinstance(world, self.over.kind):
            raise ParameterError(
                f"The world is a {type(world).__name__}, but the assertion is about a "
                f"{self.over.kind.__name__}."
            )
        given = _weakest(self.hypotheses, world)
        if self.both_ways:
            return self._both_ways(given, _weakest(self.conclusion, world))
        if given is not None and given.true is not True:
            return Judgement(given.true, None, given)
        found = _weakest(self.conclusion, world)
        assert found is not None
        return Judgement(True, found.true, found)

    @staticmethod
    def _both_ways(given: Check | None, found: Check | None) -> Judgement:
        assert found is not None
        if given is None or given.true is None or found.true is None:
            return Judgement(True, None, found)
        return Judgement(True, given.true == found.true, found if given.true else given)

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
