"""Parts of a claim: a goal, with the function that proves or refutes it, and common parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TypeVar, overload

import sympy as sp

from pmlsym.errors import LedgerError
from pmlsym.ledger.checking.failure import PartNotProved
from pmlsym.ledger.wording import refuse_words
from pmlsym.ledger.writing import relate
from pmlsym.pages import Displayable, Formula, Page, Words
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.perturb import Perturbation, try_perturbations
from pmlsym.proof.steps import Decided, Step, open_root
from pmlsym.proof.verdict import Finding, NoVerdict
from pmlsym.proof.witness import Sample, Witness

_ONE = sp.Integer(1)
T = TypeVar("T")


def follows(
    words: str,
    given: tuple[Sentence, ...],
    conclusion: Sentence,
    prove: Callable[[Goal], Step] = Decided,
) -> Part:
    """Return the part that a conclusion follows from hypotheses, by arithmetic or a given proof.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> (x,) = reals("x")
    >>> print(follows("x is at most its square", (x >= 1,), x**2 >= x).goal)
    x >= 1  =>  x^2 >= x
    """
    return Part(words, Goal(given, conclusion), prove)


def between(
    words: tuple[str, str],
    given: tuple[Sentence, ...],
    term: Term,
    high: Term = _ONE,
) -> tuple[Part, Part]:
    """Return two parts: a term is at least 0, and it is at most `high`.

    The two texts in `words` are the meanings of both inequalities, and `given` are the hypotheses.
    """
    low_words, high_words = words
    return (
        follows(low_words, given, relate(sp.Integer(0), "<=", term)),
        follows(high_words, given, relate(term, "<=", high)),
    )


_GIVEN = 4  # points at which a perturbed goal is evaluated


@dataclass(frozen=True, repr=False)
class Part(Displayable):
    """One goal of a statement, in words, with the function that proves or refutes it.

    Parameters
    ----------
    meaning : the goal in one sentence.
    goal : the goal.
    prove : builds a proof of a goal of this form, or raises NotProved. It gets the goal as an
        argument, so that the same proof can be tried on a perturbed goal.
    refute : builds a witness against the goal.
    search : builds a seeded sample, for parts that are only supported.
    bound : the sizes to which the proof is limited, such as ``|X| <= 4``; empty if to none.
    at : yields points at which the hypotheses hold, where a random search would find none. They are
        checked exactly.

    Raises
    ------
    LedgerError
        If `goal` is no Goal, `prove`, `refute` or `search` is no function, or the words cannot be
        printed.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> from pmlsym.proof.steps import Decided
    >>> (x,) = reals("x")
    >>> Part("x is at most its square", Goal((x >= 1,), x**2 >= x), Decided).find().evidence.kind
    'decision'
    """

    meaning: str
    goal: Goal
    prove: Callable[[Goal], Step] | None = None
    refute: Callable[[Goal], Witness] | None = None
    search: Callable[[], Sample] | None = None
    bound: str = ""
    at: Callable[[], Iterable[Point]] | None = None

    def __post_init__(self) -> None:
        """Check the types of the fields."""
        refuse_words("a part", {"meaning": self.meaning, "bound": self.bound})
        if not isinstance(self.goal, Goal):
            raise LedgerError(f"the goal of a part is {self.goal!r}, but has to be a Goal.")
        if complaint := open_root(self.goal):
            raise LedgerError(complaint)
        for name in ("prove", "refute", "search", "at"):
            given = getattr(self, name)
            if given is not None and not callable(given):
                kind = type(given).__name__
                raise LedgerError(
                    f"`{name}` of a part is of type {kind}, but has to be a function that makes "
                    "one, such as `lambda goal: Decided(goal)`."
                )

    @property
    def kind_of_evidence(self) -> str:
        """The kind of evidence for the goal: a proof, a witness against it, a sample, or none."""
        ways = (("prove", self.prove), ("refute", self.refute), ("search", self.search))
        return next((name for name, way in ways if way is not None), "nothing")

    def __repr__(self) -> str:
        return f"<part: {self.meaning}>"

    def page(self) -> Page:
        """Return the part as a page, without a check."""
        goal = Words(Formula(str(self.goal), self.goal.latex()), "goal")
        ways = {"prove": "a proof", "refute": "a witness against it", "search": "a search"}
        shown = Words(ways.get(self.kind_of_evidence, "nothing"), "shown by")
        return Page(("part: ", self.meaning), (goal, shown))

    def find(self) -> Finding:
        """Run the check and return its evidence.

        Raises
        ------
        PartNotProved
            If the proof fails: a NotProved with the goal, the reason and, where one was found, a
            counterexample.
        """
        if self.prove is not None:
            try:
                at = next(iter(self._given(1)), None)
                return Finding(self.goal, self.prove(self.goal), self.bound, at)
            except PartNotProved:
                raise
            except NotProved as failure:
                raise PartNotProved(self.goal, failure) from failure
        if self.refute is not None:
            return Finding(self.goal, self.refute(self.goal))
        if self.search is not None:
            return Finding(self.goal, self.search(), at=next(iter(self._given(1)), None))
        nothing = NotProved("nothing is given that proves, refutes or supports it")
        raise PartNotProved(self.goal, nothing)

    def refuse_another_goal(self, found: Finding) -> None:
        """Raise NoVerdict if the evidence is about another goal than that of the part."""
        if read_goal(found.goal) != read_goal(self.goal):
            raise NoVerdict(f"the evidence is about {found.goal}, not about {self.goal}")

    def perturb(self, most: int = 24) -> list[Perturbation]:
        """Perturb a proved part and try the same proof on each perturbation."""
        if self.prove is None:
            return []
        return try_perturbations(self.goal, self.prove, most, self._given(_GIVEN))

    def _given(self, most: int) -> list[Point]:
        found = self.at() if self.at is not None else ()
        if not isinstance(found, Iterable):
            raise LedgerError(f"at of the part '{self.meaning}' yields no points.")
        points = list(islice(found, most))
        if not all(isinstance(point, Point) for point in points):
            raise LedgerError(f"at of the part '{self.meaning}' yields something else than points.")
        return points


class Deferred(Sequence[T]):
    """A sequence that is computed when it is first used, such as the goals of statements.

    To reduce the statements of a paper takes seconds, and a command may be about one claim.
    """

    def __init__(self, compute: Callable[[], Iterable[T]]) -> None:
        self._compute = compute

    @cached_property
    def _found(self) -> tuple[T, ...]:
        return tuple(self._compute())

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._found[index]


def parts_of(owner: str, given: object) -> Sequence[Part]:
    """Return parts as a tuple; raise LedgerError for a forgotten comma or other objects."""
    if isinstance(given, Deferred):
        return given
    if not isinstance(given, (tuple, list)):
        raise LedgerError(
            f"`parts` of {owner} is of type {type(given).__name__}, but has to be a "
            "tuple: of one part with a comma, (part,)."
        )
    for part in given:
        if not isinstance(part, Part):
            kind = type(part).__name__
            raise LedgerError(f"{owner} has a {kind} among its parts, but needs Parts.")
    return tuple(given)
