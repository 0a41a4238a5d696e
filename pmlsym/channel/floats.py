"""A prior and a kernel in floats, or stacks of them, and arrays with names along their axes."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray
from pmlsym.channel.names import NO_NAMES, Names, OneSide, placed, with_names
from pmlsym.distributions import TOLERANCE, Row, Table, complaint, is_array, wrong_sum
from pmlsym.errors import ChannelError
from pmlsym.exact import Number


class NamedArray(np.ndarray):
    """An array that can be indexed by name, if names are text or tuples.

    ``names`` has one tuple of names, or None, for each axis. Arithmetic keeps the names, any
    operation that moves entries drops them.

    Examples
    --------
    >>> NamedArray.of(np.array([0.25, 0.75]), (("no", "yes"),))["yes"]
    np.float64(0.75)
    """

    names: tuple[OneSide, ...]

    @classmethod
    def of(cls, array: FloatArray, names: tuple[OneSide, ...]) -> NamedArray:
        """Return the array with names: those of its last axes."""
        found = array.view(cls)
        found.names = (None,) * (array.ndim - len(names)) + names
        return found

    def __array_finalize__(self, other: object) -> None:
        self.names = ()

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        named = [one for one in (context[1] if context else ()) if isinstance(one, NamedArray)]
        same = all(one.names == self.names for one in named)
        if return_scalar or not same or np.shape(array) != self.shape or not self.names:
            plain = np.asarray(array)
            return plain[()] if return_scalar else plain
        return NamedArray.of(np.asarray(array), self.names)

    def __getitem__(self, place: Any) -> Any:
        if self.names:
            place = placed(self.names, place)
        found = super().__getitem__(place)
        return np.asarray(found) if isinstance(found, NamedArray) else found

    def __reduce__(self) -> Any:
        return _unpickled, (np.asarray(self), self.names)

    def __repr__(self) -> str:
        return with_names(repr(np.asarray(self)), self.names)

    def __str__(self) -> str:
        return with_names(str(np.asarray(self)), self.names)


def _unpickled(array: FloatArray, names: tuple[OneSide, ...]) -> NamedArray:
    return NamedArray.of(array, names)


FAINT = 1e-290  # a float P(y) below this may have lost digits, or be 0, by underflow
_FEW = 64  # entries up to which Python's own lists are faster than arrays
_MANY = 100_000  # entries at a time: they stay in the cache, and products of more may use threads
_WIDE = 10_000  # entries of one row from which even its own product may start threads
_JOIN = {"marginal": np.add, "top": np.maximum, "low": np.minimum}  # those of some rows to others


T = TypeVar("T")


class CachedProperty(Generic[T]):
    """Property that is computed once, like `functools.cached_property` without its lock.

    Two threads may compute the same value. Before Python 3.12 the lock takes as long as most of
    what is computed of a small channel.

    Examples
    --------
    >>> class Half:
    ...     @CachedProperty
    ...     def value(self) -> float:
    ...         print("computed")
    ...         return 0.5
    >>> half = Half()
    >>> half.value + half.value
    computed
    1.0
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    def __get__(self, owner: Any, kind: object = None) -> T:
        found = vars(owner)[self.function.__name__] = self.function(owner)
        return found


class FloatNumbers:
    r"""Floats: a kernel (..., \|X\|, \|Y\|) and a prior (..., \|X\|), leading axes alike."""

    kind = 2  # rationals < symbols < floats: two channels together are of the larger kind
    is_exact = False
    is_sparse = False

    def __init__(self, kernel: Table, prior: Row, names: Names = NO_NAMES) -> None:
        self.kernel = distributions(kernel, "kernel", names)
        self.prior = distributions(prior, "prior", names)
        self.stack: tuple[int, ...] = ()
        if self.kernel.ndim > 2 or self.prior.ndim > 1:
            try:
                self.stack = np.broadcast_shapes(self.kernel.shape[:-2], self.prior.shape[:-1])
            except ValueError:
                raise ChannelError(
                    f"prior has shape {self.prior.shape}, but the kernel has shape "
                    f"{self.kernel.shape}: the axes before |X| have to fit."
                ) from None

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of secrets and outcomes."""
        rows, columns = self.kernel.shape[-2:]
        return rows, columns

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of entries of the prior, and the shapes of the prior and the kernel."""
        return self.prior.size, *self.prior.shape, *self.kernel.shape

    # --- of the whole channel ---------------------------------------------------------------------

    @property
    def joint(self) -> FloatArray:
        """The probabilities P(x, y)."""
        return _frozen(self.kernel * self.prior[..., None])

    @CachedProperty
    def marginal(self) -> FloatArray:
        """The probabilities P(y)."""
        if not self.stack and self.kernel.size <= _MANY:
            single: FloatArray = np.dot(self.prior, self.kernel)
            return _frozen(single)
        if self._is_by_rows:
            self._read("marginal")
            found: FloatArray = vars(self)["marginal"]
            return found
        if self.kernel.ndim == 2 and self.stack:
            return _frozen(self.prior @ self.kernel)
        return _frozen(np.einsum("...x,...xy->...y", self.prior, self.kernel))

    @property
    def _is_by_rows(self) -> bool:
        """Whether this is one large kernel, some rows of which are one piece of memory."""
        kernel = self.kernel
        return (
            kernel.size > _MANY
            and not self.stack
            and kernel.shape[1] <= _WIDE
            and kernel.flags.c_contiguous
        )

    def _read(self, *wanted: str) -> None:
        """Compute those of marginal, top and low that are missing in one pass over a large kernel.

        Memory is slower than arithmetic: some rows at a time stay in the cache for all of them.
        """
        missing = [name for name in wanted if name not in vars(self)]
        if not missing or not self._is_by_rows:
            return
        step = _MANY // self.kernel.shape[1]
        found: dict[str, FloatArray] = {}
        for start in range(0, len(self.kernel), step):
            rows = self.kernel[start : start + step]
            for name in missing:
                join = _JOIN[name]
                if join is np.add:
                    part = np.dot(self.prior[start : start + step], rows)
                else:
                    part = join.reduce(rows, axis=0)
                found[name] = join(found[name], part, out=part) if start else part
        if "marginal" in found:
            _frozen(found["marginal"])
        vars(self).update(found)

    @CachedProperty
    def top(self) -> FloatArray:
        """The largest likelihood of every outcome."""
        found: FloatArray = np.maximum.reduce(self.kernel, axis=-2)
        return found

    @CachedProperty
    def low(self) -> FloatArray:
        """The smallest likelihood of every outcome."""
        found: FloatArray = np.minimum.reduce(self.kernel, axis=-2)
        return found

    @CachedProperty
    def null(self) -> BoolArray:
        """Mask of the outcomes that no secret can cause; P(y) can also be 0 by underflow."""
        found: BoolArray = self.top == 0
        return found

    @CachedProperty
    def is_faint(self) -> bool:
        """Whether some P(y) is zero or so small that it may have lost digits."""
        return not _least(self.marginal) >= FAINT

    @CachedProperty
    def is_almost_zero(self) -> bool:
        """Whether some likelihood is zero, or so small that a ratio with it may overflow."""
        return not _least(self.low) >= FAINT

    @CachedProperty
    def log_marginal(self) -> FloatArray:
        """The numbers log P(y)."""
        if not self.is_faint:
            found: FloatArray = np.log(self.marginal)
            return found
        with np.errstate(divide="ignore"):
            terms = np.log(self.prior)[..., None] + np.log(self.kernel)
            careful = np.logaddexp.reduce(terms, axis=-2)
            return np.where(self.marginal < FAINT, careful, np.log(self.marginal))

    @property
    def lift(self) -> FloatArray:
        """The lift P(y | x) / P(y); 1 where P(y) = 0."""
        if not self.is_faint:
            return _frozen(self.kernel / self.marginal[..., None, :])
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            faint = (self.marginal < FAINT)[..., None, :]
            logs = np.log(self.kernel) - self.log_marginal[..., None, :]
            lift = np.where(faint, np.exp(logs), self.kernel / self.marginal[..., None, :])
        return _frozen(np.where(self.null[..., None, :], 1.0, lift))

    @property
    def posterior(self) -> FloatArray:
        """The probabilities P(x | y); the prior where P(y) = 0."""
        posterior = self.lift * self.prior[..., None]
        if self.is_faint:
            with np.errstate(divide="ignore", invalid="ignore"):
                logs = np.log(self.prior)[..., None] + np.log(self.kernel)
                careful = np.exp(logs - self.log_marginal[..., None, :])
            faint = ((self.marginal < FAINT) & ~self.null)[..., None, :]
            posterior = np.where(faint, careful, posterior)
        return _frozen(posterior)

    # --- extreme lifts ----------------------------------------------------------------------------

    def up(self) -> FloatArray:
        """Return the logarithm of the largest lift at every outcome."""
        self._read("marginal", "top")
        if not self.is_faint:  # rounding may leave a largest lift below one
            return np.log(np.maximum(self.top / self.marginal, 1.0))
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.maximum(np.log(self.top) - self.log_marginal, 0.0)
        return np.where(self.null, 0.0, found)

    def down(self) -> FloatArray:
        """Return minus the logarithm of the smallest lift at every outcome."""
        self._read("marginal", "low")
        if not self.is_faint and not self.is_almost_zero:
            return np.log(np.maximum(self.marginal / self.low, 1.0))
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.maximum(self.log_marginal - np.log(self.low), 0.0)
        return np.where(self.null, 0.0, found)

    def farthest_up(self) -> Number:
        """Return the largest of `up`, with one logarithm where that is enough."""
        self._read("marginal", "top")
        if self.is_faint:
            return _plain(np.maximum.reduce(self.up(), axis=-1))
        return _not_negative(np.maximum.reduce(self.top / self.marginal, axis=-1))

    def farthest_down(self) -> Number:
        """Return the largest of `down`, with one logarithm where that is enough."""
        self._read("marginal", "low")
        if self.is_faint or self.is_almost_zero:
            return _plain(np.maximum.reduce(self.down(), axis=-1))
        return _not_negative(np.maximum.reduce(self.marginal / self.low, axis=-1))

    def farthest(self) -> Number:
        """Return the largest of `up` and `down`."""
        self._read("marginal", "top", "low")
        up: Any = self.farthest_up()
        down: Any = self.farthest_down()
        return np.maximum(up, down) if self.stack else max(up, down)

    def apart(self) -> Number:
        """Return the logarithm of the largest ratio of two likelihoods of one outcome."""
        self._read("top", "low")
        if not self.is_almost_zero:
            return self._for_all(_not_negative(np.maximum.reduce(self.top / self.low, axis=-1)))
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.log(self.top) - np.log(self.low)
        return self._for_all(_plain(np.maximum.reduce(np.where(self.null, 0.0, found), axis=-1)))

    def log_sum_of_tops(self) -> Number:
        """Return the logarithm of the sum of the largest likelihoods."""
        return self._for_all(_not_negative(np.add.reduce(self.top, axis=-1)))

    def log_sum_of_lows(self) -> Number:
        """Return minus the logarithm of the sum of the smallest likelihoods."""
        with np.errstate(divide="ignore"):
            found = -np.log(np.add.reduce(self.low, axis=-1))
        # adding 0.0 turns -0.0 into 0.0
        return self._for_all(_plain(np.maximum(found, 0.0) + 0.0))

    def _for_all(self, found: Any) -> Any:
        """Return what depends on the kernel alone for every channel of a stack of priors."""
        if self.stack and np.shape(found) != self.stack:
            found = np.broadcast_to(found, self.stack).copy()
        return found

    def information(self) -> Number:
        """Return the mean of the logarithm of the lift."""
        with np.errstate(divide="ignore", invalid="ignore"):
            if self.stack:
                return _plain(self._information_of_stack())
            kernel, prior = self.kernel, self.prior
            count, columns = kernel.shape
            step = max(1, _MANY // columns)
            if count <= step:
                return max(0.0, self._share(kernel, prior, None))
            room = np.empty((step, columns))
            shares = [
                self._share(kernel[start : start + step], prior[start : start + step], room)
                # the rows that were read last for the marginal are still in the cache
                for start in reversed(range(0, count, step))
            ]
        return max(0.0, math.fsum(shares))

    def _share(self, kernel: FloatArray, prior: FloatArray, room: FloatArray | None) -> float:
        """Return the sum of P(x, y) log P(y | x)/P(y) over some of the secrets.

        Logarithms are written into `room`, if there is one.
        """
        # a difference of logarithms takes less time than a quotient, and is as precise in the mean
        logs = np.log(kernel, out=None if room is None else room[: len(kernel)])
        logs -= self.log_marginal
        found = float(np.add.reduce(np.vecdot(kernel, logs) * prior))
        if not math.isfinite(found):
            logs[kernel == 0] = 0.0  # 0 log 0 = 0
            found = float(np.add.reduce(np.vecdot(kernel, logs) * prior))
        return found

    def _information_of_stack(self) -> FloatArray:
        kernel = self.kernel
        products = np.log(kernel) - self.log_marginal[..., None, :]
        products *= kernel
        means = np.add.reduce(products, axis=-1)
        if not np.isfinite(means).all():  # 0 log 0 = 0
            products[np.broadcast_to(kernel == 0, products.shape)] = 0.0
            means = np.add.reduce(products, axis=-1)
        found: FloatArray = np.maximum(np.add.reduce(means * self.prior, axis=-1), 0.0)
        return found

    # --- other forms ------------------------------------------------------------------------------

    def entries(self) -> list[float]:
        """Return the prior and then the kernel, entry after entry."""
        entries: list[float] = [*self.prior.ravel().tolist(), *self.kernel.ravel().tolist()]
        return entries

    def portable(self) -> tuple[FloatArray, FloatArray]:
        """Return the kernel and the prior as they can be pickled."""
        return self.kernel, self.prior

    def rows(self) -> FloatArray:
        """Return the kernel in its own numbers."""
        return self.kernel

    def masses(self) -> FloatArray:
        """Return the prior in its own numbers."""
        return self.prior

    def symbols(self) -> set[str]:
        """Return the names of the symbols that entries depend on."""
        return set()

    def turned(self) -> tuple[FloatArray, FloatArray]:
        r"""Return P(y), and P(x \| y) with one row for each outcome."""
        return self.marginal, self.posterior.T


def _least(row: FloatArray) -> float:
    """Return the smallest entry; a list is faster than an array that is short."""
    if row.ndim == 1 and row.size <= _FEW:
        return float(min(row.tolist()))
    return float(np.minimum.reduce(row, axis=None))


def _plain(found: FloatArray) -> Number:
    """Return a single number as a float, and an array as it is."""
    return float(found) if np.ndim(found) == 0 else found


def _not_negative(found: FloatArray) -> Number:
    """Return the logarithm of numbers that are at least one but for rounding."""
    if isinstance(found, float):  # a single number, for which numpy is slow
        return math.log(found) if found > 1.0 else 0.0
    return np.log(np.maximum(found, 1.0))


def _frozen(array: FloatArray) -> FloatArray:
    array.setflags(write=False)
    return array


def distributions(table: Row | Table, name: str, names: Names) -> FloatArray:
    """Return a read-only copy in floats, after validating every row."""
    tolerance = tolerance_of(table.dtype, table.shape[-1]) if is_array(table) else TOLERANCE
    try:
        found: FloatArray = np.array(table, dtype=float)
    except OverflowError:
        raise ChannelError(
            f"{name} holds a number beyond all floats, but a probability is a number from 0 to 1."
        ) from None
    except (TypeError, ValueError):
        raise ChannelError(
            f"{name} mixes floats with symbols or words: give numbers, or all of it exactly."
        ) from None
    own = 2 if name == "kernel" else 1
    if found.ndim == own and found.shape[-1] <= _WIDE and found.flags.c_contiguous:
        fine = _all_fine(found, tolerance, own == 1)
    else:
        found = _stack_last(found, own)
        sums, least = np.add.reduce(found, axis=-1), np.minimum.reduce(found, axis=None)
        fine = bool((np.abs(sums - 1) <= tolerance).all())
        fine = fine and bool(least > 0 if name == "prior" else least >= 0)
    if not fine:
        _refuse(found, name, tolerance, names)
    if tolerance > TOLERANCE:  # corrects the rounding of float32 and float16
        found /= np.add.reduce(found, axis=-1)[..., None]
    return _frozen(found)


def tolerance_of(dtype: Any, entries: int) -> float:
    """Return how far a row of so many entries may be from summing to one, by its type of floats.

    Examples
    --------
    >>> tolerance_of(np.dtype(float), 100), tolerance_of(np.dtype("float32"), 100)
    (1e-09, 1.1920928955078125e-05)
    """
    if dtype.kind != "f" or dtype.itemsize >= 8:
        return TOLERANCE
    return float(2.0 ** (-23 if dtype.itemsize == 4 else -10) * entries)


def _all_fine(table: FloatArray, tolerance: float, positive: bool) -> bool:
    """Return whether one row, or all of them, are distributions, positive ones if need be.

    Some rows at a time, which both passes find in the cache. Comparisons are such that nan fails.
    """
    if table.size > _MANY and table.ndim == 2:
        step = _MANY // table.shape[1]
        parts = (table[start : start + step] for start in range(0, len(table), step))
        return all(_all_fine(part, tolerance, positive) for part in parts)
    least = table.item(table.argmin())  # nan, if there is one
    if not (least > 0 if positive else least >= 0):
        return False
    sums = table.dot(_ones(table.shape[-1])).tolist()
    for total in sums if table.ndim == 2 else [sums]:
        if not -tolerance <= total - 1 <= tolerance:
            return False
    return True


@lru_cache(maxsize=16)
def _ones(size: int) -> FloatArray:
    return _frozen(np.ones(size))


def _stack_last(array: FloatArray, own: int) -> FloatArray:
    """Return a stack of many small tables with the axis of the stack contiguous in memory.

    Shape and values stay the same; operations on all tables at once are some twenty times faster.
    """
    ahead = array.ndim - own
    if ahead == 0 or math.prod(array.shape[:ahead]) < array.shape[-1]:
        return array
    last = tuple(range(-ahead, 0))
    moved = np.ascontiguousarray(np.moveaxis(array, tuple(range(ahead)), last))
    return np.moveaxis(moved, last, tuple(range(ahead)))


def _refuse(table: FloatArray, name: str, tolerance: float, names: Names) -> None:
    """Raise the error about the first wrong entry, or else about the row with the worst sum."""
    bad = ~np.isfinite(table)
    if not bad.any():
        bad = table <= 0 if name == "prior" else table < 0
    if bad.any():
        place = tuple(map(int, np.argwhere(bad)[0]))
        raise complaint(name, _place(name, place, names), float(table[place]))
    refuse_sums(table.sum(axis=-1), name, names)


def refuse_sums(sums: FloatArray, name: str, names: Names) -> None:
    """Raise the error about the row with the worst sum.

    Examples
    --------
    >>> refuse_sums(np.array([1.0, 0.75]), "kernel", NO_NAMES)
    Traceback (most recent call last):
        ...
    pmlsym.errors.ChannelError: kernel[1] sums to 0.75, which is 0.25 less than 1.
    """
    at = tuple(map(int, np.unravel_index(np.argmax(np.abs(sums - 1)), sums.shape)))
    total = float(sums[at])
    what = _what(name, at, names)
    raise wrong_sum(what, f"{total:.12g}", f"{abs(total - 1):.3g}", total > 1)


def _place(name: str, at: tuple[int, ...], names: Names) -> str:
    shown: list[object] = list(at)
    if names is not None:
        ahead = len(at) - (1 if name == "prior" else 2)
        own = names.entry(at[ahead], at[ahead + 1] if name == "kernel" else None)
        shown[ahead:] = own
    return f"{name}[{', '.join(map(repr, shown))}]"


def _what(name: str, at: tuple[int, ...], names: Names) -> str:
    if name == "prior":
        return f"prior[{', '.join(map(str, at))}]" if at else "prior"
    row: object = at[-1] if names is None else names.entry(at[-1])[0]
    return f"kernel[{', '.join([*map(str, at[:-1]), repr(row)])}]"
