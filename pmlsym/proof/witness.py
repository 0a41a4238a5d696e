"""What a refutation is made of, and what a search without a result is worth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import flint
import sympy as sp

from pmlsym.proof.balls import PRECISIONS, NoValue, Point
from pmlsym.proof.enclosure import Law, Reader, holds
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import NotProved
from pmlsym.proof.language import Mean, Sentence, Term
from pmlsym.proof.reading import OPPOSITE
from pmlsym.proof.review import proves
from pmlsym.proof.steps import Step
from pmlsym.proof.writing import goal_text, sentence_text

if TYPE_CHECKING:
    import numpy as np


_SIX_DIGITS = 24  # bits


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
        not know the formula under test. Those that the goal does not mention are left out.
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
    values: Mapping[Term, Term] = field(init=False, default_factory=dict)

    kind = "witness"

    def __post_init__(self) -> None:
        """Evaluate both sides; refuse numbers that refute nothing."""
        for name in ("numbers", "defined", "laws"):
            if not isinstance(getattr(self, name), Mapping):
                kind = type(getattr(self, name)).__name__
                raise NoWitness(f"`{name}` is of type {kind}: it has to be a mapping")
        given = dict(self.numbers)
        for symbol in given:
            if symbol not in self.goal.symbols:
                raise NoWitness(f"{symbol} is no symbol of the goal")
        for symbol in (*given, *self.defined):
            if symbol in self.goal.exists:
                raise NoWitness(f"{symbol} is said to exist, so it takes no number")
        wanted = {s: compute for s, compute in self.defined.items() if s in self.goal.symbols}
        computed = {symbol: compute() for symbol, compute in wanted.items()}
        if set(given) & set(computed):
            raise NoWitness("a number is given and computed")
        exact = {symbol: _number(symbol, v) for symbol, v in (given | computed).items()}
        # what the caller does to its own objects afterwards changes nothing here
        object.__setattr__(self, "numbers", MappingProxyType(given))
        object.__setattr__(self, "defined", MappingProxyType(dict(self.defined)))
        laws = {name: _atoms(name, law) for name, law in self.laws.items()}
        object.__setattr__(self, "laws", MappingProxyType(laws))
        object.__setattr__(self, "values", MappingProxyType(exact))
        self.confirm()

    def confirm(self) -> None:
        """Evaluate both sides again."""
        if any(isinstance(n, sp.Basic) and n.has(sp.Float) for n in self.values.values()):
            raise NoWitness("a witness has to be exact")
        missing = self.goal.symbols - set(self.goal.exists) - set(self.values)
        if missing:
            raise NoWitness(f"no value for {', '.join(sorted(map(str, missing)))}")
        try:
            self._evaluate(self._reader()[1])
        except NoValue as reason:
            raise NoWitness(str(reason)) from None

    def _reader(self) -> tuple[Reader, Point]:
        reader = Reader()
        return reader, reader.point(self.values, self.laws)

    def _evaluate(self, point: Point) -> None:
        given, conclusion = read_goal(self.goal)
        self._check_laws([law for s in (*given, conclusion) for law in kernel.laws(s)])
        for law in dict.fromkeys(found for s in (*given, conclusion) for found in kernel.laws(s)):
            if not point.is_law(law):
                raise NoWitness(f"{law[1]} is not seen to be a law on its support")
        for hypothesis in given:
            if hypothesis[0] != "finite" and point.holds(hypothesis) is not True:
                raise NoWitness(f"the hypothesis {sentence_text(hypothesis)} is not seen to hold")
        if self.goal.exists:
            self._check_never()
        elif point.holds(conclusion) is not False:
            raise NoWitness(f"{sentence_text(conclusion)} is not seen to fail")

    def _check_laws(self, wanted: list[kernel.Term]) -> None:
        """Refuse laws that the goal does not have, and values of anything but their variables."""
        variables = {law[1]: set(law[2]) for law in wanted}
        for name, atoms in self.laws.items():
            if type(name) is not str or name not in variables:
                raise NoWitness(f"{name} is no law of the goal")
            for _, atom in atoms:
                names = {s.name for s in atom if s == sp.Symbol(str(s), real=True)}
                if names != variables[name] or len(atom) != len(names):
                    raise NoWitness(
                        f"an atom of the law {name} has to set {', '.join(sorted(variables[name]))}"
                        " alone"
                    )

    def _check_never(self) -> None:
        if self.never is None:
            raise NoWitness("an existence is refuted only by a proof that nothing exists")
        try:
            here = Goal(self.goal.such_that, self.goal.conclusion).instance(self._fixed)
            relation = here.conclusion
            opposite = OPPOSITE[type(relation)](*relation.args, evaluate=False)
            wanted = Goal(here.hypotheses, opposite)
            read_goal(wanted)
        except NotProved as reason:
            raise NoWitness(f"the kernel has no proof at these numbers: {reason}") from None
        if not proves(self.never, wanted):
            raise NoWitness(f"{_proved(self.never)} does not say that there is none")

    @property
    def _fixed(self) -> dict[Term, Term]:
        return {s: v for s, v in self.values.items() if s not in self.goal.exists}

    @property
    def sides(self) -> tuple[Term, Term]:
        """Both sides of the conclusion at the numbers and laws, exactly."""
        if self.goal.exists:
            left, right = self.goal.conclusion.args
            put = self._fixed
            return left.subs(put, simultaneous=True), right.subs(put, simultaneous=True)
        reader, point = self._reader()
        _, left, right = read_goal(self.goal).conclusion
        return reader.in_sympy(point.closed(left)), reader.in_sympy(point.closed(right))

    def as_floats(self) -> tuple[float | None, float | None]:
        """Both sides as floats.

        None where a side still depends on what does not exist, or where no float comes near it:
        it is too large, or so small that it would be written as zero.
        """
        left, right = (
            None if side.free_symbols else _as_float(self._ball(side)) for side in self.sides
        )
        return left, right

    def _ball(self, side: Term) -> Any:
        reader, point = self._reader()
        return _precisely(point, point.closed(reader.term(side)))

    @property
    def text(self) -> str:
        """One line: the numbers and the laws, what was computed, then both sides."""
        numbers = {symbol: f"{symbol} = {written(value)}" for symbol, value in self.values.items()}
        parts = [line for symbol, line in numbers.items() if symbol in self.numbers]
        parts += [law_text(name, law) for name, law in self.laws.items()]
        computed = [line for symbol, line in numbers.items() if symbol not in self.numbers]
        at = [f"at {', '.join(parts)}"] if parts else []
        at += [f"computed {', '.join(computed)}"] if computed else []
        given = f"{'; '.join(at)}: " if at else ""
        if self.never is not None:
            return f"{given}{_proved(self.never)}"
        left, right = self.sides
        a, b = (self._ball(side).str(6, radius=False) for side in (left, right))
        return f"{given}left {written(left)} = {_short(a)}, right {written(right)} = {_short(b)}"


def _number(symbol: Term, value: object) -> Term:
    try:
        found = sp.sympify(value)
    except (sp.SympifyError, AttributeError, TypeError, ValueError):
        kind = type(value).__name__
        raise NoWitness(f"the number for {symbol} is of type {kind}: it cannot be read") from None
    if isinstance(found, sp.Basic) and found.has(Mean):
        raise NoWitness(f"a mean is no exact number, so none for {symbol}")
    return found


def _atoms(name: object, law: Law) -> Law:
    try:
        return [(probability, dict(atom)) for probability, atom in law]
    except (TypeError, ValueError):
        raise NoWitness(
            f"the law {name} is {law!r}: it has to be a list of pairs, each of a probability and "
            "a value for every variable"
        ) from None


def _proved(never: Step) -> str:
    return goal_text(*never.theorem.goal)


def written(value: Term) -> str:
    """Write a term, which may contain algebraic numbers and erfc, as the kernel's are written."""
    reader = Reader()
    return reader.text(reader.term(sp.sympify(value)))


def law_text(name: str, law: Law) -> str:
    """Write a finite law: the probability of each atom, and the values there."""
    atoms = (
        f"{written(p)} on {', '.join(f'{s} = {written(v)}' for s, v in atom.items())}"
        for p, atom in law
    )
    return f"{name}: {'; '.join(atoms)}"


def _precisely(point: Point, side: kernel.Term) -> Any:
    """Return a ball around a closed term, of so high a precision that it shows six digits."""
    before, ball = flint.ctx.prec, flint.arb("nan")
    try:
        for precision in PRECISIONS:
            flint.ctx.prec = precision
            try:
                ball = point.ball(side)
            except NoValue:  # not seen to have a value at this precision
                continue
            if ball.rel_accuracy_bits() > _SIX_DIGITS or ball == 0:
                return ball
        return ball
    finally:
        flint.ctx.prec = before


def _as_float(ball: Any) -> float | None:
    found = float(ball.mid())
    fits = math.isfinite(found) and (found != 0 or bool(ball.contains(0)))
    return found if fits else None


def _short(digits: str) -> str:
    """Write a number without zeros behind its last digit."""
    mantissa, _, exponent = digits.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{exponent}" if exponent else mantissa


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
