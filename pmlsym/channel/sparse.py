"""A kernel of scipy.sparse and a prior in floats, measured in time of the non-zero entries."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import csc_array

from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.channel.floats import (
    FAINT,
    CachedProperty,
    FloatNumbers,
    distributions,
    refuse_sums,
    tolerance_of,
)
from pmlsym.channel.names import NO_NAMES, Names
from pmlsym.distributions import TOLERANCE, Row, complaint
from pmlsym.errors import ChannelError
from pmlsym.exact import Number


class SparseNumbers(FloatNumbers):
    r"""Floats: a sparse kernel (\|X\|, \|Y\|), of which only non-zero entries are held, by columns.

    The measures are those of `FloatNumbers`, from the marginal and the extremes of every column.
    Tables over all secrets and outcomes are refused.
    """

    is_sparse = True

    def __init__(self, kernel: Any, prior: Row, names: Names = NO_NAMES) -> None:
        self.columns = _validated(kernel, names)
        self.prior = distributions(prior, "prior", names)
        self.stack = ()
        if self.prior.ndim > 1:
            raise ChannelError(
                f"prior has shape {self.prior.shape}, but a sparse kernel has one prior: "
                "build a channel for each."
            )

    def __getattr__(self, name: str) -> Any:
        if name != "kernel":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        rows, columns = self.size
        raise ChannelError(
            f"channel has a sparse kernel, but this needs a table of all {rows} x {columns} "
            f"entries, {8 * rows * columns / 1e6:.3g} MB: build ps.Channel(kernel.toarray(), prior)"
            " if that fits. The leakage measures and marginal work as it is."
        )

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of secrets and outcomes."""
        rows, columns = self.columns.shape
        return rows, columns

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of entries of the prior, and the shapes of the prior and the kernel."""
        return self.prior.size, *self.prior.shape, *self.size

    # --- of every column --------------------------------------------------------------------------

    @CachedProperty
    def counts(self) -> IntArray:
        """The number of non-zero entries of every column."""
        found: IntArray = np.diff(self.columns.indptr)
        return found

    def _over_columns(self, reduce: np.ufunc, entries: FloatArray, empty: float) -> FloatArray:
        """Reduce the entries of every column, and put `empty` where there are none."""
        found = np.full(len(self.counts), empty)
        some = self.counts > 0
        found[some] = reduce.reduceat(entries, self.columns.indptr[:-1][some])
        return found

    def _read(self, *wanted: str) -> None:
        """Compute nothing ahead: one pass over the columns is the time of the non-zero entries."""

    @CachedProperty
    def marginal(self) -> FloatArray:
        """The probabilities P(y)."""
        found: FloatArray = self.columns.T @ self.prior
        found.setflags(write=False)
        return found

    @CachedProperty
    def top(self) -> FloatArray:
        """The largest likelihood of every outcome."""
        return self._over_columns(np.maximum, self.columns.data, 0.0)

    @CachedProperty
    def low(self) -> FloatArray:
        """The smallest likelihood of every outcome: zero unless no entry is missing."""
        found = self._over_columns(np.minimum, self.columns.data, 0.0)
        found[self.counts < self.size[0]] = 0.0
        return found

    @CachedProperty
    def null(self) -> BoolArray:
        """Mask of the outcomes that no secret can cause."""
        found: BoolArray = self.counts == 0
        return found

    @CachedProperty
    def log_marginal(self) -> FloatArray:
        """The numbers log P(y)."""
        with np.errstate(divide="ignore"):
            logs: FloatArray = np.log(self.marginal)
        if ((self.marginal < FAINT) & ~self.null).any():
            terms = np.log(self.prior)[self.columns.indices] + np.log(self.columns.data)
            careful = self._over_columns(np.logaddexp, terms, -np.inf)
            logs = np.where(self.marginal < FAINT, careful, logs)
        return logs

    def information(self) -> Number:
        """Return the mean of the logarithm of the lift; entries that are zero add nothing."""
        entries = self.columns.data
        if self.is_faint:
            logs = np.log(entries) - np.repeat(self.log_marginal, self.counts)
        else:
            logs = np.repeat(self.marginal, self.counts)
            np.divide(entries, logs, out=logs)
            np.log(logs, out=logs)
        logs *= entries
        logs *= self.prior[self.columns.indices]
        return max(0.0, float(np.add.reduce(logs)))

    # --- other forms ------------------------------------------------------------------------------

    def entries(self) -> list[float]:
        """Return the prior and then the kernel, entry after entry, with all zeros."""
        entries: list[float] = self.columns.toarray().ravel().tolist()
        return [*self.prior.tolist(), *entries]

    def same_entries(self, other: SparseNumbers) -> bool:
        """Return whether another sparse kernel and its prior are the same numbers."""
        one, two = self.columns, other.columns
        return (
            np.array_equal(self.prior, other.prior)
            and np.array_equal(one.indptr, two.indptr)
            and np.array_equal(one.indices, two.indices)
            and np.array_equal(one.data, two.data)
        )

    def portable(self) -> tuple[Any, FloatArray]:
        """Return the kernel and the prior as they can be pickled."""
        return self.columns, self.prior


def _validated(kernel: Any, names: Names) -> Any:
    """Return a copy by columns: duplicates added up, zeros dropped, every row a distribution."""
    found = csc_array(kernel, dtype=float, copy=True)
    found.sum_duplicates()
    wrong = ~((found.data >= 0) & (found.data < np.inf))
    if wrong.any():
        at = int(np.argmax(wrong))
        y = int(np.searchsorted(found.indptr, at, side="right")) - 1
        place = ", ".join(map(repr, names.entry(int(found.indices[at]), y)))
        raise complaint("kernel", f"kernel[{place}]", float(found.data[at]))
    found.eliminate_zeros()
    rows = found.shape[0]
    sums: FloatArray = found @ np.ones(found.shape[1])
    most = int(np.bincount(found.indices, minlength=rows).max())
    tolerance = tolerance_of(kernel.dtype, most)
    if not (np.abs(sums - 1) <= tolerance).all():
        refuse_sums(sums, "kernel", names)
    if tolerance > TOLERANCE:  # corrects the rounding of float32
        found.data /= sums[found.indices]
    return found
