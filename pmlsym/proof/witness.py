"""What a refutation is made of, and what a search without a result is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import flint
import sympy as sp

from pmlsym.proof.enclosure import PRECISIONS, Law, NoValue, Point, Reader, enclose, holds
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.language import Mean, Sentence, Term
from pmlsym.proof.reading import OPPOSITE
from pmlsym.proof.review import proves
from pmlsym.proof.steps import Step
from pmlsym.proof.writing import sentence_text

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
        given = dict(self.numbers)
        for symbol in given:
            if symbol not in self.goal.symbols:
                raise NoWitness(f"{symbol} is no symbol of the goal")
        wanted = {s: compute for s, compute in self.defined.items() if s in self.goal.symbols}
        computed = {symbol: compute() for symbol, compute in wanted.items()}
        if set(given) & set(computed):
            raise NoWitness("a number is given and computed")
        try:
            exact = {symbol: sp.sympify(v) for symbol, v in (given | computed).items()}
        except (sp.SympifyError, AttributeError, TypeError) as reason:
            raise NoWitness(f"a number cannot be read: {reason}") from None
        if any(isinstance(v, sp.Basic) and v.has(Mean) for v in exact.values()):
            raise NoWitness("a mean is no exact number")
        # what the caller does to its own objects afterwards changes nothing here
        object.__setattr__(self, "numbers", MappingProxyType(given))
        object.__setattr__(self, "defined", MappingProxyType(dict(self.defined)))
        laws = {name: [(p, dict(atom)) for p, atom in law] for name, law in self.laws.items()}
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
        fixed = {s: v for s, v in self.values.items() if s not in self.goal.exists}
        here = Goal(self.goal.such_that, self.goal.conclusion).instance(fixed)
        relation = here.conclusion
        opposite = OPPOSITE[type(relation)](*relation.args, evaluate=False)
        if not proves(self.never, Goal(here.hypotheses, opposite)):
            raise NoWitness(f"{self.never.goal} does not say that there is none")

    @property
    def sides(self) -> tuple[Term, Term]:
        """Both sides of the conclusion at the numbers and laws, exactly."""
        if self.goal.exists:
            put = {s: v for s, v in self.values.items() if s not in self.goal.exists}
            left, right = self.goal.conclusion.args
            return left.subs(put, simultaneous=True), right.subs(put, simultaneous=True)
        reader, point = self._reader()
        _, left, right = read_goal(self.goal).conclusion
        return reader.in_sympy(point.closed(left)), reader.in_sympy(point.closed(right))

    def as_floats(self) -> tuple[float | None, float | None]:
        """Both sides as floats; None where a side still depends on what does not exist."""
        left, right = (
            None if side.free_symbols else float(_precisely(side).mid()) for side in self.sides
        )
        return left, right

    @property
    def text(self) -> str:
        """One line: the numbers and the laws, then both sides."""
        parts = [f"{symbol} = {self.values[symbol]}" for symbol in self.numbers]
        parts += [law_text(name, law) for name, law in self.laws.items()]
        given = f"at {', '.join(parts)}: " if parts else ""
        if self.never is not None:
            return f"{given}{self.never.goal}"
        left, right = self.sides
        a, b = (_precisely(side).str(6, radius=False) for side in (left, right))
        return f"{given}left {left} = {_short(a)}, right {right} = {_short(b)}"


def law_text(name: str, law: Law) -> str:
    """Write a finite law: the probability of each atom, and the values there."""
    atoms = (f"{p} on {', '.join(f'{s} = {v}' for s, v in atom.items())}" for p, atom in law)
    return f"{name}: {'; '.join(atoms)}"


def _precisely(side: Term) -> Any:
    """Return a ball around a closed term, of so high a precision that it shows six digits."""
    before, ball = flint.ctx.prec, flint.arb("nan")
    try:
        for precision in PRECISIONS:
            flint.ctx.prec = precision
            try:
                ball = enclose(side)
            except NoValue:  # not seen to have a value at this precision
                continue
            if ball.rel_accuracy_bits() > _SIX_DIGITS or ball == 0:
                return ball
        return ball
    finally:
        flint.ctx.prec = before


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
