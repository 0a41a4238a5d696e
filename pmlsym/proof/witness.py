"""What a refutation is made of, and what a search without a result is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import sympy as sp

from pmlsym.proof.enclosure import Law, NoValue, Point, Reader, enclose, holds
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.reading import OPPOSITE
from pmlsym.proof.review import proves
from pmlsym.proof.steps import Step
from pmlsym.proof.writing import sentence_text

if TYPE_CHECKING:
    import numpy as np


class NoWitness(Exception):  # noqa: N818  # an outcome, not a mistake of the caller
    """The numbers do not refute the goal; the text says which condition they miss."""


@dataclass(frozen=True)
class Witness:
    """Exact numbers at which the hypotheses hold and the conclusion does not.

    Parameters
    ----------
    goal : the refuted goal.
    numbers : exact values of its symbols.
    how : one sentence on what the numbers are and how they were evaluated.
    defined : symbols whose values are computed from a definition, with the computation. It must
        not know the formula under test.
    never : for a goal about existence, a proved step: at these numbers nothing satisfies the
        conditions.
    laws : a finite law for each law in the goal, by name.

    Raises
    ------
    NoWitness
        If a number is not exact or not needed, a law is none on its support, a hypothesis is not
        seen to hold, or the conclusion is not seen to fail.
    """

    goal: Goal
    numbers: Mapping[Term, Term]
    how: str
    defined: Mapping[Term, Callable[[], Term]] = field(default_factory=dict)
    never: Step | None = None
    laws: Mapping[str, Law] = field(default_factory=dict)
    values: dict[Term, Term] = field(init=False, default_factory=dict)

    kind = "witness"

    def __post_init__(self) -> None:
        """Evaluate both sides; refuse numbers that refute nothing."""
        exact = {symbol: sp.sympify(number) for symbol, number in self.numbers.items()}
        exact |= {symbol: sp.sympify(compute()) for symbol, compute in self.defined.items()}
        object.__setattr__(self, "values", exact)
        self.confirm()

    def confirm(self) -> None:
        """Evaluate both sides again."""
        exact = self.values
        if any(number.has(sp.Float) for number in exact.values()):
            raise NoWitness("a witness has to be exact")
        free = self.goal.symbols - set(self.goal.exists)
        missing = free - set(exact)
        if missing:
            raise NoWitness(f"no value for {', '.join(sorted(map(str, missing)))}")
        try:
            self._evaluate(Reader().point(exact, self.laws))
        except NoValue as reason:
            raise NoWitness(str(reason)) from None

    def _evaluate(self, point: Point) -> None:
        given, conclusion = read_goal(self.goal)
        for mean in (
            found for sentence in (*given, conclusion) for found in kernel.means(sentence)
        ):
            for inner in _laws_in(mean):
                if not point.is_law(inner):
                    raise NoWitness(f"{inner[1]} is not seen to be a law on its support")
        for hypothesis in given:
            if hypothesis[0] != "finite" and point.holds(hypothesis) is not True:
                raise NoWitness(f"the hypothesis {sentence_text(hypothesis)} is not seen to hold")
        if self.goal.exists:
            self._check_never()
        elif point.holds(conclusion) is not False:
            raise NoWitness(f"{sentence_text(conclusion)} is not seen to fail")

    def _check_never(self) -> None:
        if self.never is None:
            raise NoWitness("an existence is refuted only by a proof that nothing exists")
        fixed = {s: v for s, v in self.values.items() if s not in self.goal.exists}
        here = Goal(self.goal.such_that, self.goal.conclusion).instance(fixed)
        relation = here.conclusion
        opposite = OPPOSITE[type(relation)](*relation.args, evaluate=False)
        if not proves(self.never, Goal(here.hypotheses, opposite)):
            raise NoWitness(f"{self.never.goal} does not say that there is none")

    @property
    def sides(self) -> tuple[Term, Term]:
        """Both sides of the conclusion at the numbers, exactly."""
        left, right = self.goal.conclusion.args
        put = {s: v for s, v in self.values.items() if s not in self.goal.exists}
        return left.subs(put, simultaneous=True), right.subs(put, simultaneous=True)

    def as_floats(self) -> tuple[float | None, float | None]:
        """Both sides as floats; None where a side still depends on what does not exist."""
        left, right = (
            None if side.free_symbols else float(enclose(side, {}, self.laws).mid())
            for side in self.sides
        )
        return left, right

    @property
    def text(self) -> str:
        """One line: the numbers, then both sides."""
        given = ", ".join(f"{symbol} = {value}" for symbol, value in self.numbers.items())
        given = f"at {given}: " if given else ""
        if self.never is not None:
            return f"{given}{self.never.goal}"
        left, right = self.sides
        a, b = self.as_floats()
        return f"{given}left {left} = {a:.6g}, right {right} = {b:.6g}"


def _laws_in(mean: kernel.Term) -> list[kernel.Term]:
    """Return the law of a mean, and those of the means in it."""
    return [mean[1], *(law for inner in kernel.means(mean[2]) for law in _laws_in(inner))]


def violates(
    sentence: Sentence, values: Mapping[Term, Term], laws: Mapping[str, Law] | None = None
) -> bool:
    """Whether the relation certainly fails at the numbers."""
    return holds(sentence, values, laws) is False


@dataclass(frozen=True)
class Sample:
    """A seeded search for a violation; it repeats itself when it is built.

    Parameters
    ----------
    about : what was searched.
    search : takes a random generator, yields one margin per trial: left minus right of an
        inequality ``left <= right``. Positive margins are violations.
    seed : the seed.
    """

    about: str
    search: Callable[[np.random.Generator], Iterable[float]]
    seed: int
    tried: int = field(init=False)
    largest: float = field(init=False)

    kind = "sample"

    def __post_init__(self) -> None:
        """Run the search."""
        import numpy as np

        margins = [float(m) for m in self.search(np.random.default_rng(self.seed))]
        if not margins or any(m != m for m in margins):
            raise ValueError("a search has to try something, and every margin has to be a number")
        object.__setattr__(self, "tried", len(margins))
        object.__setattr__(self, "largest", max(margins))

    @property
    def text(self) -> str:
        """One line: what was tried and how it came out."""
        return (
            f"{self.about}: {self.tried} tried (seed {self.seed}), "
            f"largest left - right = {self.largest:.3g}"
        )
