"""Guarantees as values: their levels, equality and order, measurement, and display."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar, Self

from pmlsym.exact import Number, RowLike, is_exact
from pmlsym.formulas.measures import MeasureName
from pmlsym.guarantees.sets.lift_set import Extreme, LiftSet, Measured, Unanswered
from pmlsym.nats import (
    TOLERANCE,
    Units,
    as_nats,
    at_most,
    constants_first,
    in_units,
    number_of,
    same,
)
from pmlsym.pages import Formula, Page, as_html

if TYPE_CHECKING:
    from pmlsym.channel import Channel

_NOT_BELOW = "the mean lift is one, so that no mechanism promises less"


@dataclass(frozen=True, repr=False, eq=False)
class Promise:
    """Base class of guarantees as values: levels, comparison, measurement and display.

    Two guarantees of one kind are equal if their levels are equal numbers of any type, and ordered
    by implication: ``PML(1) <= PML(2)`` as the former implies the latter.
    """

    name: ClassVar[str]
    labelled: ClassVar[bool] = False  # whether the order of the secrets matters
    # for statements: bounded measures, each with the index of its bound among the parameters
    bounded: ClassVar[tuple[tuple[MeasureName, int], ...]] = ()

    def __init_subclass__(cls, **options: object) -> None:
        """Copy the comparison by value into a subclass, so that `@dataclass` keeps it.

        A subclass that overrides one of ``lift_set`` and ``strongest`` does not inherit the other
        one, nor the name and the bounds of its base class.
        """
        super().__init_subclass__(**options)
        if not {"lift_set", "strongest"}.isdisjoint(vars(cls)):
            for name in ("lift_set", "strongest"):
                if name not in vars(cls):
                    setattr(cls, name, vars(Promise)[name])
            if "name" not in vars(cls) and hasattr(cls, "name"):
                cls.name = cls.__name__
            if "bounded" not in vars(cls):
                cls.bounded = ()
        for name in ("__eq__", "__hash__", "__repr__"):
            if name not in vars(cls):
                setattr(cls, name, getattr(cls, name))

    @classmethod
    def parameters(cls) -> tuple[str, ...]:
        """Return the names of the parameters."""
        return tuple(f.name for f in fields(cls) if f.init)

    @property
    def values(self) -> tuple[Number, ...]:
        """The parameters."""
        return tuple(getattr(self, name) for name in self.parameters())

    def at(self, *values: Number) -> Self:
        """Return the same guarantee with other parameters.

        Examples
        --------
        >>> from pmlsym import PML
        >>> PML(0.5).at(0.25)
        PML(0.25)
        """
        return type(self)(*values)

    def __post_init__(self) -> None:
        """Validate the parameters."""
        for name in self.parameters():
            object.__setattr__(self, name, as_nats(name, getattr(self, name), _NOT_BELOW))

    # --- lift vectors and measurement -------------------------------------------------------------

    def lift_set(self, masses: RowLike = ()) -> LiftSet:
        """Return the lift vectors that the guarantee admits.

        Parameters
        ----------
        masses : empty; (p_min,), the smallest prior probability; or the whole prior.

        Raises
        ------
        Unanswered
            If the class does not define it.
        """
        raise Unanswered(
            f"{self} does not say which lift vectors it admits: its class has no lift_set."
        )

    @classmethod
    def strongest(cls, lifts: LiftSet) -> Extreme:
        """Return the smallest parameters of this kind that every lift vector of a set obeys.

        Raises
        ------
        Unanswered
            If the class does not define it, or the set lacks an answer that it needs.
        """
        raise Unanswered(
            f"{cls.__name__} does not say what of it a set of lift vectors obeys: its class has no "
            "strongest."
        )

    def _measured(self, channel: Channel) -> Extreme:
        """Return the smallest parameters that a channel satisfies."""
        return self.strongest(Measured(channel))

    @classmethod
    def of(cls, channel: Channel) -> Self:
        """Return the strongest guarantee of this kind that a channel satisfies.

        Examples
        --------
        >>> from pmlsym import PMC, Channel
        >>> round(PMC.of(Channel([[0.5, 0.5], [0.25, 0.75]], [0.5, 0.5])).epsilon, 4)
        0.4055
        """
        return cls(*cls.strongest(Measured(channel)).values)

    def holds(self, channel: Channel, tolerance: float = TOLERANCE) -> bool:
        """Say whether a channel satisfies the guarantee.

        Exact channels are compared exactly, with float parameters as exact numbers. On a float
        channel the measure may exceed the parameter by the tolerance.

        Parameters
        ----------
        channel : the mechanism with the prior.
        tolerance : in nats, for float channels only.

        Raises
        ------
        ParameterError
            If symbols in channel or parameters leave it undecided, or the class does not define
            how it is measured.

        Examples
        --------
        >>> from fractions import Fraction as F
        >>> from pmlsym import PML, Channel
        >>> import sympy
        >>> ch = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
        >>> PML(sympy.log(F(3, 2))).holds(ch), PML(sympy.log(F(7, 5))).holds(ch)
        (True, False)
        """
        return all(
            at_most(measured, allowed, channel.is_exact, tolerance)
            for measured, allowed in zip(self._measured(channel).values, self.values, strict=True)
        )

    # --- comparison -------------------------------------------------------------------------------

    @property
    def family(self) -> type[Promise]:
        """The class within which guarantees compare."""
        return type(self)

    @property
    def levels(self) -> tuple[Number, ...]:
        """The numbers that guarantees are compared by; smaller ones are stronger."""
        return self.values

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Promise) or self.family is not other.family:
            return NotImplemented
        pairs = list(zip(self.levels, other.levels, strict=False))
        return len(self.levels) == len(other.levels) and all(same(a, b) for a, b in pairs)

    def __hash__(self) -> int:
        return hash((self.family, *map(_hashable, self.levels)))

    def __le__(self, other: object) -> bool:
        if not isinstance(other, Promise) or self.family is not other.family:
            return NotImplemented
        if len(self.levels) != len(other.levels):
            return False
        pairs = zip(self.levels, other.levels, strict=True)
        return all(same(a, b) or at_most(a, b, exactly=True) for a, b in pairs)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Promise) or self.family is not other.family:
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other: object) -> bool:
        if not isinstance(other, Promise) or self.family is not other.family:
            return NotImplemented
        return other <= self

    def __gt__(self, other: object) -> bool:
        if not isinstance(other, Promise) or self.family is not other.family:
            return NotImplemented
        return other < self

    # --- display ----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        name = getattr(self, "name", type(self).__name__)
        return f"{name}({', '.join(map(constants_first, self.values))})"

    def text(self, units: Units = "nats") -> str:
        """Return the guarantee as one line of text, computed levels with six digits.

        Parameters
        ----------
        units : ``nats``, or ``bits``, which the line then names.

        Examples
        --------
        >>> from pmlsym import ALIP
        >>> ALIP(1.0, 0.5).text(), ALIP(1.0, 0.5).text(units="bits")
        ('ALIP(1, 0.5)', 'ALIP(1.4427, 0.721348) in bits')
        """
        name = getattr(self, "name", type(self).__name__)
        shown = ", ".join(_short(in_units(value, units)) for value in self.values)
        return f"{name}({shown})" + " in bits" * (units == "bits")

    def latex(self, units: Units = "nats") -> str:
        r"""Return the guarantee as LaTeX.

        Parameters
        ----------
        units : ``nats`` or ``bits``.

        Examples
        --------
        >>> from pmlsym import LDP
        >>> print(LDP(1).latex())
        \mathrm{LDP}\left(1\right)
        """
        import sympy as sp

        levels = [in_units(value, units) for value in self.values]
        inside = r",\ ".join(
            sp.latex(sp.sympify(v) if is_exact(v) or v == math.inf else _rounded(v), order="old")
            for v in levels
        )
        after = r"\text{ in bits}" if units == "bits" else ""
        return rf"\mathrm{{{self.name}}}\left({inside}\right){after}"

    def _repr_html_(self) -> str:
        return as_html(Page((Formula(self.text(), self.latex()),)))

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex()}$"


def no_kind(kind: object) -> str:
    """Return the error message for an argument that is no class of guarantees."""
    needed = "has to be a class of guarantees"
    if isinstance(kind, str) and kind.isidentifier():
        return f"kind is the text {kind!r}, but {needed}: ps.{kind.upper()} without quotes."
    if isinstance(kind, Promise):
        return f"kind is {kind}, with a level, but {needed}: {kind.name} alone."
    return f"kind is {kind!r}, but {needed}, such as PML, PMC or LDP."


def _rounded(value: float) -> object:
    """Return a float with six digits as a symbol, for LaTeX without trailing zeros."""
    import sympy as sp

    return sp.Symbol(f"{value:.6g}")


def _short(value: Number) -> str:
    return f"{value:.6g}" if isinstance(value, float) else constants_first(value)


def _hashable(value: Number) -> object:
    """Return a hash key that equal numbers share; None for irrational numbers."""
    found = number_of(value)
    # an irrational number may be written in many ways
    return found if isinstance(found, float | tuple) or not hasattr(found, "args") else None
