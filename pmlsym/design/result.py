"""The result of a search for an optimal mechanism."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.design.utility import Utility
from pmlsym.guarantees import Guarantee, LiftSet
from pmlsym.nats import Units, in_units
from pmlsym.pages import Displayable, Page, Table, as_html, as_text

# --- mechanisms as mixtures of lift vectors -------------------------------------------------------


@dataclass(frozen=True)
class Mixture:
    r"""A mechanism as lift vectors and their probabilities.

    Parameters
    ----------
    lifts : array, shape (\|X\|, \|Y\|), a lift vector for each outcome.
    weights : array, shape (\|Y\|,), the probabilities of the outcomes.
    """

    lifts: FloatArray
    weights: FloatArray


def opposite(lifts: LiftSet, columns: FloatArray) -> FloatArray:
    """Return for each lift vector the farthest admitted one on its line through the vector of ones.

    Examples
    --------
    >>> from pmlsym.guarantees import Cone
    >>> opposite(Cone.of_ratio((0.25, 0.75), 2.0), np.array([[1.6], [0.8]])).round(4)
    array([[0.5714],
           [1.1429]])
    """
    share = np.minimum(lifts.balance(columns), 0.999999)
    return np.maximum((1 - share * columns) / (1 - share), 0.0)  # type: ignore[no-any-return]


# --- the result of a search for an optimal mechanism ----------------------------------------------

_SHOWN_ALIKE = 1e-9  # relative gap up to which value and bound are shown with six digits

_METHODS = {
    "closed-form": "written down: the lift vectors are the corners of a simplex, or the secrets "
    "are equally likely",
    "program": "a linear program over all vertices of the admitted lift vectors",
    "kernel-program": "a linear program in the kernel, its outcomes being the decisions",
    "column-generation": "a linear program over some lift vectors, priced until none is missing",
}


@dataclass(frozen=True, repr=False)
class OptimalMechanism(Displayable):
    r"""A mechanism that satisfies a guarantee, with its utility and an upper bound for all others.

    Parameters
    ----------
    channel : the mechanism; its kernel satisfies the guarantee in exact arithmetic.
    guarantee, utility : as given.
    value : a lower bound on the utility of the channel, in nats for mutual information; it is
        tight up to a few roundings.
    upper_bound : no mechanism under the guarantee has more utility. Both hold with all rounding
        counted; for a function of your own, assuming that its values are right.
    method : ``closed-form``, ``program``, ``kernel-program`` or ``column-generation``.
    seconds : the running time.
    reason : why the search stopped.

    Examples
    --------
    >>> from pmlsym import PML, design
    >>> found = design.optimal_mechanism([0.25, 0.75], PML(0.1), "total-variation")
    >>> found.support, found.lifts.round(3)
    ((0, 1), array([[0.684, 1.105],
           [1.105, 0.965]]))
    """

    channel: Channel
    guarantee: Guarantee
    utility: Utility
    value: float
    upper_bound: float
    method: str
    seconds: float = field(compare=False)
    reason: str = "optimal"

    @property
    def gap(self) -> float:
        """The upper bound minus the value: no mechanism has more utility by more than this."""
        return self.upper_bound - self.value

    @property
    def support(self) -> tuple[int, ...]:
        """The numbers of the possible outcomes, from 0."""
        never = self.channel.null_outcomes
        return tuple(y for y in range(self.channel.shape[1]) if y not in never)

    @property
    def lifts(self) -> FloatArray:
        r"""The lift vectors that are mixed, as columns: shape (\|X\|, \|support\|)."""
        mixed: FloatArray = self.channel.as_float().lift[:, list(self.support)]
        return mixed

    def __repr__(self) -> str:
        secrets = self.channel.shape[0]
        return (
            f"<{self.guarantee}, {secrets} secrets: {self.utility.name} {self.value:.6g}, at most "
            f"{_above(self.upper_bound, self.gap)}, {len(self.support)} outcomes, {self.method}>"
        )

    def __str__(self) -> str:
        return repr(self)

    def text(self, units: Units = "nats") -> str:
        """Return the result as lines of text, with levels and utility in the given units."""
        return as_text(self.page(units))

    def page(self, units: Units = "nats") -> Page:
        """Return the result as a page: guarantee, utility, upper bound and mechanism.

        Parameters
        ----------
        units : ``nats`` or ``bits``, for the level and for mutual information.
        """
        informs = self.utility.name == "mutual-information"
        shown: Units = units if informs else "nats"
        value, bound, gap = (in_units(v, shown) for v in (self.value, self.upper_bound, self.gap))
        unit = f" {shown}" if informs else ""
        rows = [
            ("guarantee", f"{self.guarantee.text(units)}, satisfied in exact arithmetic"),
            ("utility", f"{self.utility.name} = {value:.9g}{unit}"),
            ("no mechanism has more than", f"{bound:.9g}{unit} (gap {gap:.1e})"),
            ("outcomes", f"{len(self.support)} for {self.channel.shape[0]} secrets"),
            ("found by", f"{self.method}: {_METHODS[self.method]}"),
            ("stopped", self.reason),
        ]
        return Page("The best mechanism under a guarantee", (Table((), tuple(rows)),))

    def _repr_html_(self) -> str:
        return as_html(self.page()) + (self.channel._repr_html_() or "")


def _above(bound: float, gap: float) -> str:
    """Return a bound as text, with six digits or as many as show that it is above the value."""
    digits = 6
    if gap > _SHOWN_ALIKE * abs(bound):
        digits = max(6, 2 + math.ceil(math.log10(abs(bound) / gap)))
    return f"{bound:.{digits}g}"
