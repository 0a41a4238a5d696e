"""Assertions about instances other than finite mechanisms: quantities, conditions, quantifiers.

An instance is any value: n records with a workload and a scale, a real secret in noise, a channel
with an adversary. A quantity is computed from an instance by its definition; conditions compare
quantities; an assertion says that on every instance (or on some) hypotheses imply a conclusion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar, cast

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion.conditions import KINDS, Condition, ConditionCheck
from pmlsym.statements.model import Model
from pmlsym.statements.readable import Shape, Trial, Verdict, because, equivalence, verdict_of
from pmlsym.statements.search import trial_of
from pmlsym.statements.text.vocabulary import StatementError, refuse_other_texts
from pmlsym.statements.values import Value

W = TypeVar("W")


@dataclass(frozen=True)
class Judgement:
    """The evaluation of an assertion on one instance."""

    applies: bool | None
    holds: bool | None
    check: ConditionCheck | None

    @property
    def verdict(self) -> Verdict:
        """The verdict in words."""
        return verdict_of(self.applies, self.holds)

    @property
    def left(self) -> Value | None:
        """The left side of the condition that decided."""
        return self.check.left if self.check else None

    @property
    def right(self) -> Value | None:
        """The right side of the condition that decided."""
        return self.check.right if self.check else None

    @property
    def enclosed(self) -> bool:
        """Whether the sides are ends of enclosures: then they are not exact."""
        return self.check is not None and self.check.enclosed

    @property
    def equal(self) -> bool:
        """Whether the condition that decided does not fail and has equal sides; 1 < 1 fails."""
        return self.check is not None and self.check.true is not False and self.check.equal

    def __str__(self) -> str:
        if self.check is None:
            return self.verdict
        return f"{self.verdict}: {because(self.verdict, self.check.true, str(self.check))}"


def whole_class(_: object) -> str:
    """Return the empty text: every object of the class is an instance of the domain.

    Use it as `outside` of `Domain` if the class itself rejects values outside the domain.
    """
    return ""


@dataclass(frozen=True)
class Domain(Generic[W]):
    """A domain of instances, with its quantifier in words and its seeded generator.

    Parameters
    ----------
    words : the quantifier, to stand after "for": ``every workload, every scale b > 0``.
    latex : the quantifier for math mode; may be empty.
    kind : the class of the instances.
    draw : returns instance number 0, 1, 2, ...: edge cases first, then random ones.
    tries : the number of instances on which a ledger check evaluates an assertion.
    parameters : if the instances are models, the names of the parameters that each has to have.
    outside : says in a sentence why an object of the class is outside the domain; empty for an
        instance. `whole_class` if every object of the class is an instance. The `models` of a claim
        are evaluated only if `outside` is given.
    on : for a finite mechanism, the instances that decide the assertion there, each with its place.
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
        refuse_other_texts("a domain", words=self.words, latex=self.latex)
        if not isinstance(self.kind, type):
            raise StatementError("kind has to be the class of the instances.")
        if type(self.tries) is not int or self.tries < 1:
            raise StatementError(f"tries is {self.tries}, but has to be a whole number above 0.")
        if self.parameters and self.kind is not Model:
            raise StatementError("parameters are named, but kind is not Model, which has them.")

    def why_outside(self, instance: W) -> str:
        """Say why an object of the class is no instance; empty if it is one, or if unknown."""
        return "" if self.outside is None else self.outside(instance)

    def all(self, seed: int = 0) -> Iterator[W]:
        """Yield instances without end; the same seed gives the same ones."""
        random, number = Random(seed), 0  # not for cryptography
        while True:
            yield self.draw(number, random)
            number += 1


@dataclass(frozen=True)
class Assertion(Generic[W]):
    r"""The claim that on every instance of a domain (or on some) hypotheses imply a conclusion.

    Parameters
    ----------
    over : the domain of instances.
    conclusion : conditions that are claimed, all of them.
    hypotheses : conditions that are assumed.
    both_ways : whether hypotheses and conclusion are claimed to be equivalent.
    exists : whether the claim is existential: on some instance hypotheses and conclusion hold.

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
    >>> whole = Domain("every whole number x", r"x\in\mathbb Z", int, lambda i, _: i - 5)
    >>> grows = Assertion(whole, (Compared(square, ">=", number),))
    >>> grows.words(), grows.trial(20).violations
    ('For every whole number x: x^2 >= x.', 0)
    >>> print(Assertion(whole, (Compared(square, ">", number),)).judge(1))
    fails: x^2 > x: 1 = 1, about 1
    """

    over: Domain[W]
    conclusion: tuple[Condition[W], ...]
    hypotheses: tuple[Condition[W], ...] = ()
    both_ways: bool = False
    exists: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.over, Domain):
            raise StatementError("over has to be Domain(...), the domain of the assertion.")
        for name in ("conclusion", "hypotheses"):
            given = getattr(self, name)
            if not isinstance(given, tuple) or not all(isinstance(one, KINDS) for one in given):
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
        """None: an assertion has no text in the language of statements."""
        return

    @property
    def tries(self) -> int:
        """The number of instances on which a ledger check evaluates the statement."""
        return self.over.tries

    @property
    def about(self) -> type:
        """The class of the instances."""
        return self.over.kind

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters to which an instance has to give values."""
        return self.over.parameters

    @property
    def shape(self) -> Shape:
        """The hypotheses and conclusion, to compare the statement with another."""
        return Shape(
            f"{self.over.words} {'<=>' if self.both_ways else '=>'}",
            frozenset(condition.relation for condition in self.hypotheses),
            frozenset(condition.relation for condition in self.conclusion),
            self.exists,
        )

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
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
        """Return the statement as LaTeX for math mode."""
        claim = r",\; ".join(condition.latex for condition in self.conclusion)
        if self.hypotheses:
            arrow = r"\Longleftrightarrow" if self.both_ways else r"\Longrightarrow"
            given = r",\; ".join(condition.latex for condition in self.hypotheses)
            claim = rf"{given},\; {claim}" if self.exists else rf"{given} \;{arrow}\; {claim}"
        quantifier = rf"\exists\, {self.over.latex}" if self.exists else self.over.latex
        return rf"{quantifier}:\quad {claim}" if quantifier else claim

    def covers(self, instance: object) -> bool:
        """Whether an object is an instance of the domain, with values for all parameters."""
        return self._is_of_kind(instance) and not self.over.why_outside(cast(W, instance))

    def _is_of_kind(self, instance: object) -> bool:
        # the instances of a subclass are another domain
        return type(instance) is self.over.kind and not self._missing(instance)

    def _missing(self, instance: object) -> list[str]:
        """Return the names of the parameters that an instance lacks."""
        brought = instance.parameters.keys() if isinstance(instance, Model) else set[str]()
        return [name for name in self.parameters if name not in brought]

    def judge(self, instance: object) -> Judgement:
        """Evaluate the assertion on an instance, from the definitions.

        Raises
        ------
        ParameterError
            If the object is outside the domain, or lacks a parameter.
        """
        if type(instance) is not self.over.kind:
            raise ParameterError(
                f"The instance is a {type(instance).__name__}, but the assertion is about a "
                f"{self.over.kind.__name__}."
            )
        if missing := self._missing(instance):
            numbers = ", ".join(f"{name}=..." for name in missing)
            raise ParameterError(f"Parameters are missing: make the Model with {numbers} as well.")
        if why := self.over.why_outside(instance):
            raise ParameterError(why)
        given = _weakest(self.hypotheses, instance)
        if self.both_ways:
            agree, decisive = equivalence(given, _weakest(self.conclusion, instance))
            return Judgement(True, agree, decisive)
        if given is not None and given.true is not True:
            return Judgement(given.true, None, given)
        found = _weakest(self.conclusion, instance)
        assert found is not None
        return Judgement(True, found.true, found)

    def trial(self, count: int, seed: int = 0) -> Trial:
        """Evaluate the statement on `count` instances, edge cases first."""
        return trial_of(self.over.all(seed), self.judge, count, seed, self.exists)


def _weakest(conditions: Sequence[Condition[W]], instance: W) -> ConditionCheck | None:
    """Return the check that decides: the first that fails, else an undecided or a tight one."""
    best: ConditionCheck | None = None
    for condition in conditions:
        found = condition.check(instance)
        if found.true is False:
            return found
        if best is None or (best.true and (found.true is None or found.equal > best.equal)):
            best = found
    return best
