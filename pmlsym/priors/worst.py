"""Exact leakage of a mechanism at the worst prior of a set, for every outcome."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.names import Name, Names
from pmlsym.errors import ChannelError, ParameterError
from pmlsym.exact import Computed, NumberArray, RowLike, TableLike, as_fraction
from pmlsym.given import brief
from pmlsym.nats import Units, in_units
from pmlsym.pages import Displayable, Page, Table, number, plain
from pmlsym.priors.intervals import Intervals

_SHORT = 10_000  # largest denominator of a fraction that is printed as one
_Found: TypeAlias = "tuple[Fraction | None, tuple[Fraction, ...]]"  # None stands for infinity
_Extreme: TypeAlias = Callable[[list[Fraction], Intervals], _Found]


@dataclass(frozen=True)
class Worst(Displayable):
    r"""The largest leakage of each outcome over a set of priors.

    Parameters
    ----------
    levels : the leakage of each outcome at its worst prior, in nats, shape (\|Y\|,).
    priors : for each outcome a prior of the set that attains it. Where it gives a secret
        probability zero, the level is a supremum over priors with full support.
    exactly : the exponentials of the levels, as fractions; None where the level is infinite.
    outcomes : the names of the outcomes; their numbers from 0 if they have none.
    """

    levels: NumberArray
    priors: tuple[tuple[Fraction, ...], ...]
    exactly: tuple[Fraction | None, ...]
    outcomes: tuple[Name, ...]

    @property
    def outcome(self) -> int:
        """An outcome with the largest level, from 0."""
        return max(range(len(self.exactly)), key=lambda y: _order(self.exactly[y]))

    @property
    def level(self) -> Computed:
        """The largest level of all outcomes, in nats."""
        return self.levels[self.outcome]

    @property
    def prior(self) -> tuple[Fraction, ...]:
        """A prior that attains the largest level."""
        return self.priors[self.outcome]

    def page(self, units: Units = "nats") -> Page:
        """Return the level of every outcome with its worst prior as a page.

        Parameters
        ----------
        units : ``nats`` or ``bits``, in which levels are shown.
        """
        rows = tuple(
            (str(name), number(in_units(level, units)), f"({', '.join(map(_brief, prior))})")
            for name, level, prior in zip(self.outcomes, self.levels, self.priors, strict=True)
        )
        title = (
            f"At the worst prior: {plain(number(in_units(self.level, units)))} {units}, at outcome "
            f"{self.outcomes[self.outcome]}"
        )
        return Page(title, (Table(("outcome", f"level ({units})", "its worst prior"), rows),))


def worst_pml(kernel: Channel | TableLike, priors: Intervals) -> Worst:
    r"""Pointwise maximal leakage at the worst prior of a set.

    .. math:: \sup_{P_X} \ell(X \to y)
              = \log \frac{\max_x P(y \mid x)}{\min_{P_X} \sum_x P_X(x) P(y \mid x)}

    The supremum is over all priors of the set with full support, and is attained in the closure.

    Parameters
    ----------
    kernel : array_like, shape (\|X\|, \|Y\|), or a Channel, whose prior is ignored
    priors : Intervals

    Raises
    ------
    ChannelError
        If the kernel is invalid, or does not have one row for each secret of the set.

    Examples
    --------
    >>> warner = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> worst_pml(warner, Intervals.at_least(Fraction(1, 4), 2)).levels
    [log(2), log(2)]
    """
    return _worst(kernel, priors, _leakage)


def worst_pmc(kernel: Channel | TableLike, priors: Intervals) -> Worst:
    r"""Pointwise maximal cost at the worst prior of a set.

    .. math:: \sup_{P_X} \Lambda(X \to y)
              = \log \frac{\max_{P_X} \sum_x P_X(x) P(y \mid x)}{\min_x P(y \mid x)}

    Parameters, errors as in `worst_pml`.

    Examples
    --------
    >>> warner = [[0.75, 0.25], [0.25, 0.75]]
    >>> worst_pmc(warner, Intervals.at_least(0.25, 2)).level.round(4)
    np.float64(0.9163)
    """
    return _worst(kernel, priors, _cost)


def worst_lip(kernel: Channel | TableLike, priors: Intervals) -> Worst:
    r"""Local information privacy at the worst prior: the larger of PML and PMC, for each outcome.

    Parameters, errors as in `worst_pml`.

    Examples
    --------
    >>> warner = [[0.75, 0.25], [0.25, 0.75]]
    >>> worst_lip(warner, Intervals.at_least(0.25, 2)).level.round(4)
    np.float64(0.9163)
    """
    return _worst(kernel, priors, _either)


def cost_of_missing(kernel: Channel | TableLike, priors: Intervals, prior: RowLike) -> Computed:
    r"""Return the excess of the PML at a prior outside of the set over the worst PML of the set.

    .. math:: \max_y \ell_{P_X}(X \to y) - \sup_{Q \in \text{set}} \max_y \ell_Q(X \to y)

    In nats; at most zero if the prior is in the set, and for every mechanism at most
    :math:`\log \min_Q \max_x Q(x)/P_X(x)`.

    Raises
    ------
    ChannelError
        If the prior or the kernel is invalid.

    Examples
    --------
    >>> warner = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> promised = Intervals.at_least(Fraction(1, 4), 2)
    >>> cost_of_missing(warner, promised, [Fraction(1, 8), Fraction(7, 8)])
    log(6/5)
    """
    truth = Channel(kernel, prior)
    promised = worst_pml(kernel, priors).level
    leaked = truth.numbers.farthest_up()
    if isinstance(promised, float) or not truth.is_exact:
        return float(leaked) - float(promised)
    import sympy as sp

    if promised == sp.oo:
        return -sp.oo
    return sp.logcombine(leaked - promised, force=True)


def _worst(kernel: Channel | TableLike, priors: Intervals, of: _Extreme) -> Worst:
    if type(priors) is not Intervals:
        raise ParameterError(
            f"priors is {brief(priors)}, but has to be a set of priors such as "
            "Intervals.at_least(0.1, 3)."
        )
    channel = Channel(kernel, [Fraction(1, len(priors))] * len(priors))
    channel.alone("the worst prior of a set")
    priors = priors.of_secrets(channel.names.secrets)
    exact = channel.is_exact and priors.is_exact
    secrets, outcomes = channel.shape
    ratios: list[Fraction | None] = []
    attained = []
    for y in range(outcomes):
        column = [_entry(channel.kernel[x, y]) for x in range(secrets)]
        ratio, prior = of(column, priors)
        ratios.append(ratio)
        attained.append(prior)
    found = _logs(ratios, channel.names) if exact else channel.per_outcome(_floats(ratios))
    return Worst(found, tuple(attained), tuple(ratios), channel.outcomes)


def _leakage(column: list[Fraction], priors: Intervals) -> _Found:
    mean, prior = priors.smallest_mean(column)
    top = max(column)
    if top == 0:  # impossible under every prior
        return Fraction(1), prior
    return (top / mean if mean else None), prior


def _cost(column: list[Fraction], priors: Intervals) -> _Found:
    mean, prior = priors.largest_mean(column)
    low = min(column)
    if mean == 0:
        return Fraction(1), prior
    return (mean / low if low else None), prior


def _either(column: list[Fraction], priors: Intervals) -> _Found:
    return max(_leakage(column, priors), _cost(column, priors), key=lambda f: _order(f[0]))


def _order(ratio: Fraction | None) -> tuple[bool, Fraction]:
    return ratio is None, ratio or Fraction(0)


def _entry(value: object) -> Fraction:
    found = Fraction(value) if isinstance(value, float) else as_fraction(value)
    if found is None:
        raise ChannelError(
            f"kernel holds {value}, but the worst prior is found for numbers: floats or fractions."
        )
    return found


def _floats(ratios: list[Fraction | None]) -> FloatArray:
    import numpy as np

    # from the quotient, as a difference of logarithms would lose digits
    return np.array([math.inf if r is None else _log(r) for r in ratios])


def _logs(ratios: list[Fraction | None], names: Names) -> NumberArray:
    import sympy as sp

    from pmlsym.channel.exact_array import ExactArray

    logs = [sp.oo if r is None else sp.log(sp.Rational(r.numerator, r.denominator)) for r in ratios]
    return ExactArray.of(logs, (len(logs),), lambda found: found, (names.outcomes,))


def _brief(p: Fraction) -> str:
    return str(p) if p.denominator < _SHORT else f"{float(p):.4g}"


def _log(ratio: Fraction) -> float:
    if abs(ratio - 1) < Fraction(1, 2):
        return math.log1p(float(ratio - 1))
    return math.log(ratio.numerator) - math.log(ratio.denominator)
