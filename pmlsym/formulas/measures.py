"""Tables of the measures of an outcome, and of the guarantees that bound measures.

The language of statements, its reductions and texts, and the kinds of guarantees use these tables.
A row defines a measure twice: from the lifts, for the evaluation of statements, and as a quotient
of the extreme lifts, for their reduction to goals. Both are compared wherever a statement is
evaluated on instances, which would show a wrong row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from pmlsym.errors import ParameterError

MeasureName: TypeAlias = str  # a key of MEASURES
GuaranteeName: TypeAlias = str  # a key of GUARANTEES
Ratio: TypeAlias = tuple[Fraction, Fraction]  # numerator, denominator; x/0 is infinite
T = TypeVar("T")

_NAME = re.compile(r"[A-Z][A-Z0-9]+", re.ASCII)


@dataclass(frozen=True)
class Measure:
    """A leakage measure of an outcome: the logarithm of a function of its lifts.

    Parameters
    ----------
    name : the name in statements: ``pml`` in ``pml(X->y)``.
    latex : the LaTeX before the channel.
    meaning : the definition in words; ``{secret}`` stands for the possible secrets.
    definition : numerator and denominator of the number, both rational, from the probabilities P(x)
        and the lifts of the secrets of positive probability. For a quotient of the extreme lifts it
        gets only these, and no probabilities. Of a half-sum, whose root is not rational, define
        the double.
    of_most, of_least : whether the number is a quotient with the largest lift as numerator, or
        the smallest as denominator; else that is 1. Statements about a measure that is neither are
        evaluated, but not reduced to goals.
    """

    name: MeasureName
    latex: str
    meaning: str
    definition: Callable[[Sequence[Fraction], Sequence[Fraction]], Ratio]
    of_most: bool = False
    of_least: bool = False

    @property
    def is_quotient(self) -> bool:
        """Whether the measure is a quotient of the largest or the smallest lift, or of both."""
        return self.of_most or self.of_least

    @property
    def is_prior_free(self) -> bool:
        """Whether the measure is the same under every prior, as a ratio of two lifts."""
        return self.of_most and self.of_least

    def quotient(self, most: T, least: T, one: T) -> tuple[T, T]:
        """Return numerator and denominator, for lifts multiplied by `one`.

        Examples
        --------
        >>> MEASURES["pmc"].quotient("most", "least", "1")
        ('1', 'least')
        """
        return most if self.of_most else one, least if self.of_least else one


_ONE = Fraction(1)
_LIFT = "(posterior over prior probability of {secret})"
_RULED_OUT = "infinite where a secret is ruled out"
_ROWS = (
    Measure(
        "pml",
        r"\ell",
        f"the logarithm of the largest lift {_LIFT}",
        lambda masses, lifts: (max(lifts), _ONE),
        of_most=True,
    ),
    Measure(
        "pmc",
        r"\Lambda",
        f"minus the logarithm of the smallest lift {_LIFT}, {_RULED_OUT}",
        lambda masses, lifts: (_ONE, min(lifts)),
        of_least=True,
    ),
    Measure(
        "ldp",
        r"\mathrm{ldp}",
        f"the logarithm of the largest ratio of two lifts {_LIFT}, {_RULED_OUT}",
        lambda masses, lifts: (max(lifts), min(lifts)),
        of_most=True,
        of_least=True,
    ),
)
MEASURES: Mapping[MeasureName, Measure] = MappingProxyType({row.name: row for row in _ROWS})


@dataclass(frozen=True)
class Bounds:
    """A guarantee, by the measures that it bounds at every outcome.

    Parameters
    ----------
    name : the name in statements: ``ALIP`` in ``ALIP(l, u)``; capitals and digits.
    bounded : measures, each with the index of its bound among the levels.
    words : the condition on the lifts P({s}|{o})/P({s}), where exp of minus the first level is
        {low}, and exp of the last one {high}; empty for a list of the bounds.
    approximate : the meaning of one level more, as d in ``PML(e, d)``. ``"chance"``: the bounds
        hold with a probability of at least 1 - d over the outcomes. ``"hockey_stick"``: P(S|x) is
        at most e^level P(S|x') + d for all secrets x, x' and sets S of outcomes. Empty if there is
        no such level.
    """

    name: GuaranteeName
    bounded: tuple[tuple[MeasureName, int], ...]
    words: str = ""
    approximate: Literal["", "chance", "hockey_stick"] = ""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ParameterError(
                f"name is {self.name!r}, but a guarantee that can be typed has a name of two or "
                "more capitals and digits, such as ALIP."
            )
        if not isinstance(self.bounded, tuple) or not all(map(_is_bound, self.bounded)):
            raise ParameterError(
                f"The bounds of {self.name} are {self.bounded!r}, but have to be pairs of a "
                'measure and the place of its level, as in (("pml", 0), ("pmc", 1)).'
            )
        places = {place for _, place in self.bounded}
        if not places or places != set(range(len(places))):
            raise ParameterError(
                f"The bounds of {self.name} are {self.bounded}, but each level, from 0 on, has to "
                "bound a measure."
            )
        for measure, _ in self.bounded:
            if measure not in MEASURES:
                raise ParameterError(
                    f"{self.name} bounds {measure!r}, but the measures are {', '.join(MEASURES)}."
                )

    @property
    def levels(self) -> int:
        """The number of levels, without that of an approximate guarantee."""
        return 1 + max(place for _, place in self.bounded)


def _is_bound(given: object) -> bool:
    """Whether an object is a pair of a name and an index."""
    return isinstance(given, tuple) and [*map(type, given)] == [str, int]


_RATIO = "P({s}|{o})/P({s})"
_BETWEEN = f"every lift {_RATIO} is from {{low}} to {{high}}"
_GUARANTEES: dict[GuaranteeName, Bounds] = {
    row.name: row
    for row in (
        Bounds("PML", (("pml", 0),), f"no lift {_RATIO} exceeds {{high}}", approximate="chance"),
        Bounds("PMC", (("pmc", 0),), f"no lift {_RATIO} is below {{low}}", approximate="chance"),
        Bounds(
            "LDP",
            (("ldp", 0),),
            f"no two lifts {_RATIO} have a ratio above {{high}}",
            approximate="hockey_stick",
        ),
        Bounds("LIP", (("pmc", 0), ("pml", 0)), _BETWEEN, approximate="chance"),
        Bounds("ALIP", (("pmc", 0), ("pml", 1)), _BETWEEN, approximate="chance"),
    )
}
GUARANTEES: Mapping[GuaranteeName, Bounds] = MappingProxyType(_GUARANTEES)


def guarantee_of(*bounded: tuple[MeasureName, int]) -> GuaranteeName | None:
    """Return the guarantee that bounds exactly these measures by these levels.

    Examples
    --------
    >>> guarantee_of(("pmc", 0), ("pml", 1)), guarantee_of(("pml", 0), ("pml", 1))
    ('ALIP', None)
    """
    return next((row.name for row in GUARANTEES.values() if row.bounded == bounded), None)


def add_guarantee(row: Bounds) -> None:
    """Add a guarantee to the language of statements.

    Examples
    --------
    >>> add_guarantee(GUARANTEES["PML"])
    """
    if not isinstance(row, Bounds):
        raise ParameterError(f"row is a {type(row).__name__}, but has to be a Bounds(...).")
    if GUARANTEES.get(row.name, row) != row:
        raise ParameterError(f"There is a guarantee {row.name} already, which bounds otherwise.")
    _GUARANTEES[row.name] = row
