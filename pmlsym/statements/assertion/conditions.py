"""Quantities, comparisons and properties of instances, from which assertions are built."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from pmlsym.statements.readable import Relation, leaves_out_small
from pmlsym.statements.text.vocabulary import Comparison, StatementError, refuse_other_texts
from pmlsym.statements.values import (
    EXACT,
    Undefined,
    Unseparated,
    Value,
    approximate,
    comparison,
    holds,
)

W = TypeVar("W")

_End: TypeAlias = Callable[[W], Value]
_Tops: TypeAlias = tuple[_End[W] | None, _End[W] | None]

_OVERLAP = "the enclosures overlap"
_COMPARED = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "=": "=", "!=": r"\ne"}


@dataclass(frozen=True)
class Quantity(Generic[W]):
    """A number that depends on the instance, computed from a definition.

    Parameters
    ----------
    text : the name in plain text, such as ``l(D_i -> y)``.
    latex : the name for math mode.
    of : computes the number on an instance; raises Undefined where there is none.
    size : whether the number is a count (of secrets, classes, records).
    """

    text: str
    latex: str
    of: Callable[[W], Value]
    size: bool = False

    def __post_init__(self) -> None:
        refuse_other_texts("a quantity", text=self.text, latex=self.latex)

    def value(self, instance: W) -> Value:
        """Return the exact value on an instance; raise StatementError for a float."""
        found = self.of(instance)
        if type(found) not in EXACT:
            raise StatementError(
                f"{self.text} is of type {type(found).__name__} on an instance, but has to be an "
                "exact number: a Fraction, a logarithm, a closed term, or infinite."
            )
        return found


@dataclass(frozen=True)
class Compared(Generic[W]):
    """A comparison of two quantities.

    Parameters
    ----------
    degenerate : whether the condition only excludes trivial instances; `relation` finds by itself
        whether a comparison of sizes does.
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
        """The condition in the form in which claims are compared."""
        small = leaves_out_small(self.sign, self.left.size, self.right.size)
        degenerate = self.degenerate or small
        return Relation(self.left.text, self.sign, self.right.text, degenerate)

    def check(self, instance: W) -> ConditionCheck:
        """Evaluate both sides on an instance."""
        try:
            left, right = self.left.value(instance), self.right.value(instance)
            return ConditionCheck(str(self), holds(left, self.sign, right), left, right)
        except Undefined as reason:
            return ConditionCheck(str(self), False, reason=str(reason))
        except Unseparated as reason:
            return ConditionCheck(str(self), None, reason=f"no telling apart {reason}")


@dataclass(frozen=True)
class Enclosed(Compared[W]):
    """A comparison of two quantities that are known only to lie in enclosures.

    Parameters
    ----------
    left_top, right_top : the upper ends of the sides; `left` and `right` give the lower ones.
    """

    left_top: Callable[[W], Value] | None = None
    right_top: Callable[[W], Value] | None = None

    def check(self, instance: W) -> ConditionCheck:
        """Compare the ends of the enclosures; undecided where these overlap.

        The numbers are equal if both enclosures are the same single point, and differ if the
        enclosures are disjoint.
        """
        if self.sign in ("=", "!="):
            return self._equality(instance)
        found = [self._ends(self.sign, *tops).check(instance) for tops in self._crossed]
        if not _agree(found):
            return ConditionCheck(str(self), None, reason=_OVERLAP)
        return replace(found[0], enclosed=_are_apart(found))

    def _equality(self, instance: W) -> ConditionCheck:
        """Decide whether two enclosed numbers are equal or differ."""
        above, below = self._crossed
        (_, right_top), (left_top, _) = above, below
        apart = [
            self._ends(">", *above).check(instance),
            self._ends("<", *below).check(instance),
        ]
        if any(one.true for one in apart):
            found = next(one for one in apart if one.true)
            enclosed = _are_apart(apart)
            return replace(found, condition=str(self), true=self.sign == "!=", enclosed=enclosed)
        pairs = ((None, None), (left_top, None), (None, right_top), (left_top, right_top))
        ends = [self._ends(self.sign, *tops).check(instance) for tops in pairs]
        # all four ends are one point; or a side has no value at any end, so that the condition
        # fails
        if _agree(ends) and (ends[0].equal or all(end.reason for end in ends)):
            return ends[0]
        return ConditionCheck(str(self), None, reason=_OVERLAP)

    @property
    def _crossed(self) -> tuple[_Tops[W], _Tops[W]]:
        return (None, self.right_top), (self.left_top, None)

    def _ends(self, sign: Comparison, left: _End[W] | None, right: _End[W] | None) -> Compared[W]:
        """Return the comparison of one end of each side: the upper end if given, else the lower."""
        return Compared(
            replace(self.left, of=left or self.left.of),
            sign,
            replace(self.right, of=right or self.right.of),
        )


def _are_apart(found: Sequence[ConditionCheck]) -> bool:
    """Whether the compared ends of some side differ, so that a side is a proper interval."""
    return len({one.left for one in found}) > 1 or len({one.right for one in found}) > 1


def _agree(found: Sequence[ConditionCheck]) -> bool:
    """Whether comparisons of ends agree, and either all of them or none lacks a value."""
    return len({(one.true, bool(one.reason)) for one in found}) == 1


@dataclass(frozen=True)
class Property(Generic[W]):
    """A property that an instance has or has not, such as independence.

    Parameters
    ----------
    text, latex : the property in words, and for math mode.
    of : returns whether an instance has the property.
    degenerate : whether the property only excludes trivial instances, such as a constant secret.
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
        """The condition in the form in which claims are compared."""
        return Relation(self.text, "", "", self.degenerate)

    def check(self, instance: W) -> ConditionCheck:
        """Evaluate the property on an instance; raise StatementError unless it is a bool."""
        found = self.of(instance)
        if type(found) is not bool:
            raise StatementError(
                f"Whether {self.text} is of type {type(found).__name__} on an instance, but has to "
                "be True or False."
            )
        return ConditionCheck(self.text, found)


Condition: TypeAlias = Compared[W] | Property[W]
KINDS = (Compared, Property)


@dataclass(frozen=True)
class ConditionCheck:
    """The evaluation of a condition on an instance, with both of its sides.

    Attributes
    ----------
    condition : the condition as text.
    true : None if undecided at the highest precision.
    left, right : the sides; None where a side has no value, or the condition has no sides.
    reason : why there is no value; else empty.
    enclosed : whether a side is an end of an enclosure rather than the number itself.
    """

    condition: str
    true: bool | None
    left: Value | None = None
    right: Value | None = None
    reason: str = ""
    enclosed: bool = False

    @cached_property
    def equal(self) -> bool:
        """Whether both sides are the same number."""
        if self.left is None or self.right is None:
            return False
        return self.left == self.right or holds(self.left, "=", self.right) is True

    def __str__(self) -> str:
        if self.left is None or self.right is None:
            return f"{self.condition}: {self.reason}" if self.reason else self.condition
        if self.enclosed:
            ends = f"{approximate(self.left)} and {approximate(self.right)}"
            return f"{self.condition}: decided by ends of enclosures, about {ends}"
        return f"{self.condition}: {comparison(self.left, self.right)}"
