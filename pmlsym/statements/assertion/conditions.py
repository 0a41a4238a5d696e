"""What worlds have: quantities computed by definition, comparisons of them, and properties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias, TypeVar

from pmlsym.statements.readable import Relation, leaves_out_small
from pmlsym.statements.text.vocabulary import Comparison, StatementError, refuse_other_texts
from pmlsym.statements.values import (
    EXACT,
    Undefined,
    Unseparated,
    Value,
    comparison,
    holds,
    nearly,
)

W = TypeVar("W")

_End: TypeAlias = Callable[[W], Value]
_Tops: TypeAlias = tuple[_End[W] | None, _End[W] | None]

_OVERLAP = "the enclosures overlap"
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

    def __post_init__(self) -> None:
        refuse_other_texts("a quantity", text=self.text, latex=self.latex)

    def value(self, world: W) -> Value:
        """Return the number that a world has.

        Raises
        ------
        StatementError
            If it is no exact number: floats decide nothing.
        """
        found = self.of(world)
        if type(found) not in EXACT:
            raise StatementError(
                f"{self.text} is of type {type(found).__name__} on a world, but has to be an exact "
                "number: a Fraction, a logarithm, a closed term, or infinite."
            )
        return found


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
        if type(self.sign) is not str or self.sign not in _COMPARED:
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
        small = leaves_out_small(self.sign, self.left.size, self.right.size)
        degenerate = self.degenerate or small
        return Relation(self.left.text, self.sign, self.right.text, degenerate)

    def check(self, world: W) -> Check:
        """Evaluate both sides on a world."""
        try:
            left, right = self.left.value(world), self.right.value(world)
            return Check(str(self), holds(left, self.sign, right), left, right)
        except Undefined as reason:
            return Check(str(self), False, reason=str(reason))
        except Unseparated as reason:
            return Check(str(self), None, reason=f"no telling apart {reason}")


@dataclass(frozen=True)
class Enclosed(Compared[W]):
    """A comparison of numbers that are known to lie between two others.

    Parameters
    ----------
    left_top, right_top : the upper ends of the sides; `left` and `right` give the lower ones.
    """

    left_top: Callable[[W], Value] | None = None
    right_top: Callable[[W], Value] | None = None

    def check(self, world: W) -> Check:
        """Compare all ends; where they overlap nothing is known.

        Numbers are equal if both enclosures are one and the same point, and differ if no number
        is in both.
        """
        if self.sign in ("=", "!="):
            return self._equality(world)
        found = [self._ends(self.sign, *tops).check(world) for tops in self._crossed]
        if not _agree(found):
            return Check(str(self), None, reason=_OVERLAP)
        return replace(found[0], enclosed=_are_apart(found))

    def _equality(self, world: W) -> Check:
        """Decide whether two enclosed numbers are equal, or differ."""
        above, below = self._crossed
        (_, right_top), (left_top, _) = above, below
        apart = [
            self._ends(">", *above).check(world),
            self._ends("<", *below).check(world),
        ]
        if any(one.true for one in apart):
            found = next(one for one in apart if one.true)
            enclosed = _are_apart(apart)
            return replace(found, condition=str(self), true=self.sign == "!=", enclosed=enclosed)
        pairs = ((None, None), (left_top, None), (None, right_top), (left_top, right_top))
        ends = [self._ends(self.sign, *tops).check(world) for tops in pairs]
        # all four ends are one point; or a side has no value at any end, and nothing is true of it
        if _agree(ends) and (ends[0].equal or all(end.reason for end in ends)):
            return ends[0]
        return Check(str(self), None, reason=_OVERLAP)

    @property
    def _crossed(self) -> tuple[_Tops[W], _Tops[W]]:
        return (None, self.right_top), (self.left_top, None)

    def _ends(self, sign: Comparison, left: _End[W] | None, right: _End[W] | None) -> Compared[W]:
        """Compare an end of each side: the upper one where it is given, else the lower one."""
        return Compared(
            replace(self.left, of=left or self.left.of),
            sign,
            replace(self.right, of=right or self.right.of),
        )


def _are_apart(found: Sequence[Check]) -> bool:
    """Whether the ends of an enclosure, as comparisons have them, are not one and the same."""
    return len({one.left for one in found}) > 1 or len({one.right for one in found}) > 1


def _agree(found: Sequence[Check]) -> bool:
    """Whether comparisons of ends say the same, and all for want of a value or none."""
    return len({(one.true, bool(one.reason)) for one in found}) == 1


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

    def __post_init__(self) -> None:
        refuse_other_texts("a property", text=self.text, latex=self.latex)

    def __str__(self) -> str:
        return self.text

    @property
    def relation(self) -> Relation:
        """The condition as it is compared between claims."""
        return Relation(self.text, "", "", self.degenerate)

    def check(self, world: W) -> Check:
        """Look whether a world has it.

        Raises
        ------
        StatementError
            If the answer is neither True nor False.
        """
        found = self.of(world)
        if type(found) is not bool:
            raise StatementError(
                f"Whether {self.text} is of type {type(found).__name__} on a world, but has to be "
                "True or False."
            )
        return Check(self.text, found)


Condition: TypeAlias = Compared[W] | Property[W]
KINDS = (Compared, Enclosed, Property)  # exactly these: a derived class could say anything


@dataclass(frozen=True)
class Check:
    """A condition on a world: whether it holds there, and both of its sides.

    Attributes
    ----------
    condition : what was checked, as text.
    true : None if no precision tells.
    left, right : the sides; None where one has no value, or there are none.
    reason : why there is no value; else empty.
    enclosed : whether a side is an end of what encloses the number, and not the number itself.
    """

    condition: str
    true: bool | None
    left: Value | None = None
    right: Value | None = None
    reason: str = ""
    enclosed: bool = False

    @property
    def equal(self) -> bool:
        """Whether both sides are the same number."""
        if self.left is None or self.right is None:
            return False
        return self.left == self.right or holds(self.left, "=", self.right) is True

    def __str__(self) -> str:
        if self.left is None or self.right is None:
            return f"{self.condition}: {self.reason}" if self.reason else self.condition
        if self.enclosed:
            ends = f"{nearly(self.left)} and {nearly(self.right)}"
            return f"{self.condition}: decided by ends of enclosures, about {ends}"
        return f"{self.condition}: {comparison(self.left, self.right)}"
