"""What conversions take: what is known of a prior, and symbols in the place of numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pmlsym.errors import ParameterError
from pmlsym.exact import Computed, Number, RowLike, is_exact, sympified
from pmlsym.given import real, refused, shown
from pmlsym.guarantees.promise import Promise
from pmlsym.guarantees.sets.lift_set import Vector, has_symbols

if TYPE_CHECKING:
    from pmlsym.priors import Intervals


def in_symbols(source: Promise, zeros: bool = False) -> Promise:
    """Return the source with a symbol for every parameter; infinities stay.

    Parameters
    ----------
    source : with numbers.
    zeros : whether zeros become symbols, too; where no prior is known other formulas hold at 0.

    Examples
    --------
    >>> from pmlsym import ALIP
    >>> in_symbols(ALIP(0.5, float("inf")))
    ALIP(epsilon_l, inf)
    >>> in_symbols(ALIP(0, 0.5)), in_symbols(ALIP(0, 0.5), zeros=True)
    (ALIP(0, epsilon_u), ALIP(epsilon_l, epsilon_u))
    """
    import sympy as sp

    return source.at(
        *(
            math.inf
            if value == math.inf
            else sp.Integer(0)
            if value == 0 and not zeros
            else sp.Symbol(name)
            for name, value in zip(source.parameters(), source.values, strict=True)
        )
    )


def named(masses: Vector, labelled: bool) -> Vector:
    """Return symbols for the masses: by rank, or by place where it matters which is which.

    Examples
    --------
    >>> named((0.25, 0.25, 0.5), labelled=False)
    (p_min, p_2, p_3)
    """
    import sympy as sp

    p = sp.Symbol("p_min")
    if len(masses) <= 1:
        return (p,) * len(masses)
    if labelled:
        return tuple(sp.symbols(f"p_1:{len(masses) + 1}"))
    if len(masses) == 2:
        return p, 1 - p
    return p, *sp.symbols(f"p_2:{len(masses) + 1}")


def masses_of(p_min: Number | None, prior: RowLike | Intervals | None) -> tuple[Number, ...]:
    """Return (p_min,), the prior in its order, or nothing where nothing is known.

    Of a set of priors the smallest p_min is taken; a p_min above 1/3 is a prior of two secrets.

    Raises
    ------
    ParameterError
        If both are given, or one is no such number or prior.

    Examples
    --------
    >>> masses_of(0.4, None), masses_of(0.25, None)
    ((0.4, 0.6), (0.25,))
    """
    if p_min is not None and prior is not None:
        raise ParameterError("p_min and prior are both given, but the prior says what p_min is.")
    if prior is not None:
        from pmlsym.channel import Channel
        from pmlsym.priors.intervals import Intervals

        if isinstance(prior, Intervals):
            # the rarer the rarest secret may be, the less follows: the smallest p_min is the worst
            return masses_of(prior.p_min_below, None) if prior.p_min else ()

        listed = Channel.constant(prior).prior.tolist()
        if len(listed) < 2:
            raise ParameterError("prior has 1 entry, but a secret has at least two values.")
        if has_symbols(*listed):
            raise ParameterError("prior holds symbols, but has to be numbers: give p_min instead.")
        return tuple(listed)
    if p_min is None:
        return ()
    allowed = "the smallest of at least two probabilities, which is in (0, 1/2]"
    number = real("p_min", p_min, allowed)
    p = number if isinstance(number, float) else sympified(number)
    if has_symbols(p):
        return (p,)
    if not (p > 0 and 2 * p <= 1):
        raise refused("p_min", p_min, allowed)
    return _alone(p)


def _alone(p: Computed) -> tuple[Number, ...]:
    """Return p_min, with the probability of the other where there is no room for a third."""
    return (p, 1 - p) if 3 * p > 1 else (p,)


def refuse_lost(levels: Sequence[Number], masses: Sequence[Number]) -> None:
    """Refuse a probability that is computed with in floats, where it is zero.

    Raises
    ------
    ParameterError
        If some number is a float, and a probability is an exact number below all of them.

    Examples
    --------
    >>> from fractions import Fraction
    >>> refuse_lost((0.5,), (Fraction(1, 3),))
    """
    if all(map(is_exact, (*(level for level in levels if level != math.inf), *masses))):
        return
    for mass in masses:
        if is_exact(mass) and mass != 0 and float(mass) == 0:
            name = "prior" if len(masses) > 2 else "p_min"
            raise ParameterError(
                f"{name} has the probability {shown(mass)}, which is 0 as a float: beside it, give "
                "an exact level, such as Fraction(1, 2)."
            )
