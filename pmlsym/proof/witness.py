"""Witnesses: exact numbers and finite laws that refute a goal; samples that found none."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, SupportsFloat

import sympy as sp

from pmlsym.given import brief
from pmlsym.pages import Displayable, Formula, Page, Words
from pmlsym.precision import as_float, six_digits
from pmlsym.proof.evaluation.balls import NoValue, Point
from pmlsym.proof.evaluation.enclosure import Law, Reader, holds
from pmlsym.proof.evaluation.never import opened, proved_text, why_not
from pmlsym.proof.evaluation.tidy import tidied_at
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import NotProved
from pmlsym.proof.kernel.theorem import Goal as KernelGoal
from pmlsym.proof.language import Mean, Sentence, Term
from pmlsym.proof.reading import object_text, symbol_name, sympified
from pmlsym.proof.steps import Step
from pmlsym.proof.writing import goal_latex, goal_text, latex, sentence_text

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Law", "NoWitness", "Sample", "Witness", "number_text", "violates"]

_MOST = 10_000_000  # tests
_SEEDS = 2**127 + 1  # limit of the printed length; numpy takes longer ones


@dataclass(frozen=True, repr=False)
class Sample(Displayable):
    """A random search for a violation with a fixed seed, run at construction.

    Parameters
    ----------
    about : a description of the search.
    search : takes a random generator, yields one margin per test: left minus right of an
        inequality ``left <= right``. Positive margins are violations.
    seed : the seed.

    Raises
    ------
    ValueError
        If the seed is no integer up to 2^127, a margin is no real number, or there are none.
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

        if type(self.about) is not str:
            raise ValueError(f"what was searched is of type {_kind(self.about)}, not a text")
        if type(self.seed) is not int or not 0 <= self.seed < _SEEDS:
            given = brief(self.seed) if type(self.seed) is int else f"of type {_kind(self.seed)}"
            raise ValueError(f"the seed is {given}: it has to be a whole number from 0 to 2^127")
        try:
            found = self.search(np.random.default_rng(self.seed))
            margins = [_margin(m) for m in islice(found, _MOST + 1)]
        except TypeError as reason:
            raise ValueError(f"a search takes a generator and yields margins: {reason}") from None
        if not margins or any(m != m for m in margins):
            raise ValueError("a search has to try something, and every margin has to be a number")
        if len(margins) > _MOST:
            raise ValueError(f"a search has more than {_MOST} trials")
        object.__setattr__(self, "tried", len(margins))
        object.__setattr__(self, "largest", max(margins))

    @property
    def text(self) -> str:
        """One line of text: the search and its result."""
        return (
            f"{self.about}: {self.tried} tried (seed {self.seed}), "
            f"largest left - right = {self.largest:.3g}"
        )

    def __repr__(self) -> str:
        return f"<sample: {self.text}>"

    def page(self) -> Page:
        """Return the search and its result as a page."""
        return Page("A search without a result", (Words(self.text),))


def _kind(given: object) -> str:
    return type(given).__name__


def _margin(given: object) -> float:
    """Return a margin as a float; float() would read text, and drop an imaginary part."""
    import numpy as np

    number = not isinstance(given, (str, bytes, bytearray)) and not np.iscomplexobj(given)  # type: ignore[arg-type]
    if number and isinstance(given, SupportsFloat):
        with suppress(OverflowError, ValueError):
            found = float(given)
            # a positive margin is a violation, also if it underflows
            return math.ulp(0.0) if found == 0 and given > 0 else found  # type: ignore[operator]
    raise ValueError(f"a margin of type {_kind(given)} is no real number that a float can hold")


_SIX_DIGITS, _FLOAT = 24, 53  # bits


class NoWitness(Exception):  # noqa: N818  # a result, not a mistake of the caller
    """The numbers do not refute the goal; the text says which condition they miss."""


@dataclass(frozen=True, repr=False)
class Witness(Displayable):
    """Exact numbers at which the hypotheses hold and the conclusion fails.

    Parameters
    ----------
    goal : the refuted goal.
    numbers : exact values of its symbols.
    how : one sentence on the origin of the numbers and their evaluation.
    defined : symbols whose values are computed from a definition, with the computation, which must
        not use the formula under test. Symbols that are not in the goal are left out.
    never : for a goal about existence, a step that proves that nothing satisfies the conditions
        at these numbers.
    laws : a finite law for each law in the goal, by name.

    Raises
    ------
    NoWitness
        If a number is not exact or not needed, a law is not one on its support, a hypothesis is not
        shown to hold, or the conclusion is not shown to fail.
    """

    goal: Goal
    numbers: Mapping[Term, Term]
    how: str
    defined: Mapping[Term, Callable[[], Term]] = field(default_factory=dict)
    never: Step | None = None
    laws: Mapping[str, Law] = field(default_factory=dict)
    values: Mapping[Term, Term] = field(init=False, default_factory=dict)
    _kept: _Kept = field(init=False, repr=False, compare=False)

    kind = "witness"

    def __post_init__(self) -> None:
        """Read all arguments once, and evaluate both sides; refuse numbers that do not refute."""
        for name in ("numbers", "defined", "laws"):
            if not isinstance(getattr(self, name), Mapping):
                kind = type(getattr(self, name)).__name__
                raise NoWitness(f"`{name}` is of type {kind}: it has to be a mapping")
        if type(self.how) is not str:
            raise NoWitness(f"`how` is of type {type(self.how).__name__}: it has to be a text")
        goal = read_goal(self.goal)
        free, exists = _symbols(goal)
        given, defined = dict(self.numbers), dict(self.defined)
        for symbol in given:
            if _name(symbol) not in free | exists:
                raise NoWitness(f"{object_text(symbol)} is no symbol of the goal")
        for symbol in (*given, *defined):
            if _name(symbol) in exists:
                raise NoWitness(f"{symbol} is said to exist, so it takes no number")
        computed = {s: _called(compute) for s, compute in defined.items() if _name(s) in free}
        if set(given) & set(computed):
            raise NoWitness("a number is given and computed")
        exact = {symbol: _number(symbol, v) for symbol, v in (given | computed).items()}
        laws = {name: _atoms(name, law) for name, law in self.laws.items()}
        # copies, as the caller can change its objects later
        for name, kept in (("numbers", given), ("defined", defined), ("laws", laws)):
            object.__setattr__(self, name, MappingProxyType(kept))
        object.__setattr__(self, "values", MappingProxyType(exact))
        reader = Reader()
        try:
            point = reader.point(exact, laws)
        except NoValue as reason:
            raise NoWitness(str(reason)) from None
        object.__setattr__(self, "_kept", _Kept(goal, reader, point, tuple(map(_name, given))))
        self.confirm()

    def __copy__(self) -> Witness:
        """Return the witness itself, as it is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Witness:
        return self

    def __reduce__(self) -> NoReturn:
        """Refuse to be pickled: sympy would simplify the goal when it reads it back."""
        raise TypeError(
            "a witness cannot be pickled: build it again from its goal, its numbers and its laws"
        )

    def is_about(self, goal: KernelGoal) -> bool:
        """Whether the witness refutes this goal, as it was read when the witness was built."""
        return self._kept.goal == goal

    @property
    def point(self) -> Point:
        """The numbers and the laws, as they were read."""
        return self._kept.point.copied()

    def confirm(self) -> None:
        """Evaluate both sides again, at the numbers and laws as they were read."""
        goal, _, point, _ = self._kept
        if read_goal(self.goal) != goal:
            raise NoWitness("the goal of a witness was changed")
        missing = _symbols(goal)[0] - set(point.numbers)
        if missing:
            raise NoWitness(f"no value for {', '.join(sorted(missing))}")
        try:
            self._evaluate(goal, point)
        except NoValue as reason:
            raise NoWitness(str(reason)) from None

    def _evaluate(self, goal: KernelGoal, point: Point) -> None:
        given, conclusion = goal
        unknown = point.without_value()
        if unknown is not None:
            raise NoWitness(f"what is given for {unknown} is not seen to have a value")
        laws = list(dict.fromkeys(law for s in (*given, conclusion) for law in kernel.laws(s)))
        _check_laws(laws, point)
        for law in laws:
            if not point.is_law(law):
                raise NoWitness(f"{law[1]} is not seen to be a law on its support")
        for hypothesis in given:
            if hypothesis[0] != "finite" and point.holds(hypothesis) is not True:
                raise NoWitness(f"the hypothesis {sentence_text(hypothesis)} is not seen to hold")
        if self.never is not None and conclusion[0] != "exists":  # the sides would not be printed
            raise NoWitness("a proof that nothing exists refutes an existence, and nothing else")
        if conclusion[0] == "exists":
            why = why_not(conclusion, point, self.never)
            if why is not None:
                raise NoWitness(why)
        elif point.holds(conclusion) is not False:
            raise NoWitness(f"{sentence_text(conclusion)} is not seen to fail")

    @property
    def exact_sides(self) -> tuple[kernel.Term, kernel.Term]:
        """Both sides of the conclusion at the numbers and laws, as terms of the kernel."""
        (_, conclusion), _, point, _ = self._kept
        if conclusion[0] == "exists":
            _, left, right = opened(conclusion)[-1]
            return _put(left, point), _put(right, point)
        _, left, right = conclusion
        return tidied_at(point, left), tidied_at(point, right)

    @property
    def sides(self) -> tuple[Term, Term]:
        """Both sides in sympy, which may simplify them; `exact_sides` are printed."""
        left, right = map(self._kept.reader.in_sympy, self.exact_sides)
        return left, right

    def as_floats(self) -> tuple[float | None, float | None]:
        """Both sides as floats.

        None where a side depends on symbols claimed to exist, or where no float is known to be
        near: it overflows, it underflows to zero, or it cannot be evaluated precisely enough.
        """
        left, right = (as_float(self._near(side, _FLOAT)) for side in self.exact_sides)
        return left, right

    def _near(self, side: kernel.Term, bits: int) -> Any:
        """Return a ball around a side of relative accuracy `bits`, if there is one."""
        point = self._kept.point
        try:
            return point.near(point.closed(side), bits)
        except NoValue:  # it depends on symbols claimed to exist
            return None

    def side_texts(self) -> tuple[str, str]:
        """Return both sides, exactly, as text."""
        left, right = map(self._kept.reader.text, self.exact_sides)
        return left, right

    def number_texts(self) -> dict[str, str]:
        """Return the numbers as text, by the names of the symbols."""
        _, reader, point, _ = self._kept
        return {name: reader.text(value) for name, value in point.numbers.items()}

    def law_texts(self) -> dict[str, str]:
        """Return the laws as text, by their names."""
        write, laws = self._kept.reader.law_text, self._kept.point.laws
        return {name: write(name, law) for name, law in laws.items()}

    def latex_lines(self, names: Mapping[str, str]) -> list[str]:
        """Return the numbers, and then the laws, as LaTeX; `names` says how symbols are set."""
        _, reader, point, _ = self._kept

        def equal(values: Mapping[str, kernel.Term]) -> list[str]:
            return [
                f"{latex(('symbol', name), names)} = {reader.latex(value, names)}"
                for name, value in values.items()
            ]

        lines = equal(point.numbers)
        for name, law in point.laws.items():
            atoms = (
                rf"{reader.latex(p, names)} \text{{ on }} {', '.join(equal(atom))}"
                for p, atom in law
            )
            lines.append(rf"{latex(('symbol', name), names)}\colon " + r";\; ".join(atoms))
        return lines

    @property
    def text(self) -> str:
        """One line of text: the numbers and the laws, the computed values, and both sides."""
        given = self._kept.given
        numbers = {name: f"{name} = {value}" for name, value in self.number_texts().items()}
        parts = [line for name, line in numbers.items() if name in given]
        parts += self.law_texts().values()
        computed = [line for name, line in numbers.items() if name not in given]
        at = [f"at {', '.join(parts)}"] if parts else []
        at += [f"computed {', '.join(computed)}"] if computed else []
        begins = f"{'; '.join(at)}: " if at else ""
        if self.never is not None:
            return f"{begins}{proved_text(self.never)}"
        sides = zip(("left", "right"), self.side_texts(), self.exact_sides, strict=True)
        both = [f"{word} {line}{self._digits(side)}" for word, line, side in sides]
        return f"{begins}{', '.join(both)}"

    def __repr__(self) -> str:
        return f"<witness: {self.text}>"

    def page(self) -> Page:
        """Return the goal, the numbers and both sides as a page."""
        goal = Formula(goal_text(*self._kept.goal), goal_latex(*self._kept.goal))
        lines = (Words(goal, "it refutes"), Words(self.text), Words(self.how, faint=True))
        return Page("A witness", lines)

    def _digits(self, side: kernel.Term) -> str:
        return "" if (ball := self._near(side, _SIX_DIGITS)) is None else f" = {six_digits(ball)}"


class _Kept(NamedTuple):
    """The parts of a witness, as they were read when it was built."""

    goal: KernelGoal
    reader: Reader
    point: Point
    given: tuple[str, ...]  # the names of the numbers that were not computed


def _symbols(goal: KernelGoal) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of the free symbols, and of those claimed to exist."""
    free = frozenset(name for s in (*goal.hypotheses, goal.conclusion) for name in kernel.free(s))
    exists = goal.conclusion[1] if goal.conclusion[0] == "exists" else ()
    return free, frozenset(exists)


def _name(symbol: object) -> str:
    name = symbol_name(symbol)
    if name is None:
        raise NoWitness(f"{object_text(symbol)} is no symbol of the goal")
    return name


def _called(compute: object) -> object:
    if not callable(compute):
        raise NoWitness(f"a computation is needed, not something of type {type(compute).__name__}")
    return compute()


def _number(symbol: Term, value: object) -> Term:
    try:
        found = sympified(value)
    except NotProved as reason:
        raise NoWitness(f"the number for {symbol}: {reason}") from None
    if isinstance(found, sp.Basic) and found.has(Mean):
        raise NoWitness(f"a mean is no exact number, so none for {symbol}")
    if isinstance(found, sp.Basic) and found.has(sp.Float):
        raise NoWitness("a witness has to be exact")
    return found


def _atoms(name: object, law: Law) -> Law:
    if type(name) is not str:
        raise NoWitness(f"{name} is no law of the goal")
    try:
        return tuple((probability, MappingProxyType(dict(atom))) for probability, atom in law)
    except (TypeError, ValueError):
        raise NoWitness(
            f"the law {name} is {law!r}: it has to be a list of pairs, each of a probability and "
            "a value for every variable"
        ) from None


def _check_laws(wanted: list[kernel.Term], point: Point) -> None:
    """Refuse laws that are not in the goal, and values of other symbols than their variables."""
    variables = {law[1]: set(law[2]) for law in wanted}
    for name, atoms in point.laws.items():
        if name not in variables:
            raise NoWitness(f"{name} is no law of the goal")
        for _, atom in atoms:
            if set(atom) != variables[name]:
                alone = ", ".join(sorted(variables[name]))
                raise NoWitness(f"an atom of the law {name} has to set {alone} alone")


def _put(side: kernel.Term, point: Point) -> kernel.Term:
    """Substitute the numbers only, without simplification such as exp(log(a)) = a."""
    return kernel.put(side, point.numbers)


def number_text(value: object) -> str:
    """Return a term as text, also with algebraic numbers and erfc."""
    reader = Reader()
    return reader.text(reader.term(sympified(value)))


def violates(
    sentence: Sentence, values: Mapping[Term, Term], laws: Mapping[str, Law] | None = None
) -> bool:
    """Whether the relation is shown to fail at the numbers."""
    return holds(sentence, values, laws) is False
