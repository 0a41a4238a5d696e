"""The grid in fractions, for scales at which e^(-unit/b) is rational."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from pmlsym.exact import ExactArray, Number
from pmlsym.laplace.workload.lattice import LatticeGrid, Row

_FRACTION_BYTES = 400  # a fraction with its digits
_FRACTION_WORK = 5000  # nanoseconds that a product of fractions costs


class ExactGrid(LatticeGrid["ExactArray"]):
    """phi as fractions, where e^(-unit/b) is rational."""

    def __init__(
        self,
        rows: list[Row],
        bases: Sequence[Fraction],
        classes: int,
        alpha: Fraction,
        own: Sequence[Fraction] | None,
    ) -> None:
        self.bases = bases
        self.alpha = alpha
        self.own = None if own is None else [Fraction(p) for p in own]
        super().__init__(rows, classes)

    def forget_records(self) -> None:
        """Start again with no other record."""
        self.records = 0
        self.phi = np.full((1,) * len(self.rows), Fraction(1), dtype=object)

    name = "a grid of fractions"
    one = Fraction(1)

    def memory(self, n: int) -> int:
        """Return about how many bytes n records need."""
        return (_FRACTION_BYTES + 8 * n) * 3 * self.cells(n)

    def work(self, n: int) -> int:
        """Return about how many nanoseconds n records cost, with ever more digits."""
        return (_FRACTION_WORK + 10 * n) * self.terms(n)

    def _widened(self) -> ExactArray:
        wide = self.phi
        for axis, (reach, base) in enumerate(zip(self.reach, self.bases, strict=True)):
            padding = [(0, 0)] * wide.ndim
            padding[axis] = (reach, reach)
            size = wide.shape[axis]
            outside = [reach - i for i in range(reach)]
            powers = outside + [0] * size + outside[::-1]
            fall = np.array([base**power for power in powers], dtype=object)
            shape = [1] * wide.ndim
            shape[axis] = len(fall)
            wide = np.pad(wide, padding, mode="edge") * fall.reshape(shape)
        return wide

    def add_record(self, prior: Sequence[Number]) -> None:
        """Average phi over the class of one more record."""
        weights = [Fraction(p) for p in prior]
        views = self.shifted(self._widened())
        self.phi = sum(p * view for p, view in zip(weights, views, strict=True))
        self.records += 1

    def worst(self) -> tuple[Number, tuple[float | Fraction, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        import sympy as sp

        views = list(self.shifted(self._widened()))
        best: tuple[Fraction, tuple[int, ...], int] | None = None
        for place in np.ndindex(*views[0].shape):
            densities = [view[place] for view in views]
            if self.own is None:
                total = self.alpha * sum(densities) + self.spare * min(densities)
            else:
                total = sum(p * d for p, d in zip(self.own, densities, strict=True))
            top = max(densities)
            if best is None or top / total > best[0]:
                best = (top / total, place, densities.index(top))
        assert best is not None  # a box is never empty
        lift, place, leaking = best
        return sp.log(sp.Rational(lift.numerator, lift.denominator)), self.outcome(place), leaking
