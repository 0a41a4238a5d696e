"""Channels and measures, and what they are measured beside."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from measuring import Pair, Work, close

import pmlsym as ps


def _kernel(size: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(size)
    return rng.dirichlet(np.ones(size), size), rng.dirichlet(np.ones(size))


# --- measures against their shortest formulas in numpy --------------------------------------------


def _bare(k: np.ndarray, p: np.ndarray) -> dict[str, Work]:
    """The measures of one channel or of a stack, with as few arrays as possible."""

    def marginal() -> np.ndarray:
        return (p[..., None, :] @ k)[..., 0, :]

    def pml() -> np.ndarray:
        return np.log(k.max(axis=-2) / marginal())

    def pmc() -> np.ndarray:
        return -np.log(k.min(axis=-2) / marginal())

    def lip() -> np.ndarray:
        q = marginal()
        high, low = np.log(k.max(axis=-2) / q), -np.log(k.min(axis=-2) / q)
        return np.maximum(high, low).max(axis=-1)

    def information() -> np.ndarray:
        q = marginal()
        given = np.einsum("...x,...xy->...", p, k * np.log(k))
        return given - (q * np.log(q)).sum(axis=-1)

    return {
        "pml": pml,
        "pmc": pmc,
        "ldp": lambda: np.log((k.max(axis=-2) / k.min(axis=-2)).max(axis=-1)),
        "lip": lip,
        "maximal_leakage": lambda: np.log(k.max(axis=-2).sum(axis=-1)),
        "mutual_information": information,
    }


MEASURES = ("pml", "pmc", "ldp", "lip", "maximal_leakage", "mutual_information")


def _fresh(measure: str, channel: ps.Channel) -> Work:
    """A measure of a channel that has computed nothing yet; building it is not counted."""
    numbers, work = channel.numbers, getattr(ps, measure)
    kept = dict(vars(numbers))

    def run() -> object:
        vars(numbers).clear()
        vars(numbers).update(kept)
        return work(channel)

    return run


def measure(size: int, name: str) -> Pair:
    """A measure of a channel that is there, against numpy on its arrays.

    Both read the same memory, so that neither finds more of it in the cache than the other.
    """
    channel = ps.Channel(*_kernel(size))
    bare = _bare(np.asarray(channel.kernel), np.asarray(channel.prior))
    return Pair(_fresh(name, channel), bare[name], close)


def from_arrays(size: int, name: str) -> Pair:
    """A channel and its measure: numpy trusts the arrays, the channel copies and checks them."""
    k, p = _kernel(size)
    work = getattr(ps, name)
    return Pair(lambda: work(ps.Channel(k, p)), _bare(k, p)[name], close)


def stacked(size: int) -> Pair:
    """Channels of 4 x 4 as one stack, built and measured, against numpy on the arrays."""
    rng = np.random.default_rng(size)
    k, p = rng.dirichlet(np.ones(4), (size, 4)), rng.dirichlet(np.ones(4), size)
    bare = _bare(k, p)

    def ours() -> list[object]:
        channel = ps.Channel(k, p)
        return [ps.pml(channel), ps.pmc(channel), ps.ldp(channel), ps.lip(channel)]

    return Pair(
        ours,
        lambda: [bare[name]() for name in MEASURES[:4]],
        lambda one, other: all(map(close, one, other)),
    )


def ldp_qif(size: int) -> Pair:
    import qif

    k, p = _kernel(size)
    discrete = qif.metric.discrete(qif.uint)
    return Pair(
        lambda: ps.ldp(ps.Channel(k, p)),
        lambda: qif.measure.d_privacy.smallest_epsilon(k, discrete),
        close,
    )


def stream(size: int) -> Pair:
    """A million outcomes a piece against the bare expressions on the whole kernel."""
    rng = np.random.default_rng(1)
    k = rng.random((4, size))
    k /= k.sum(axis=1, keepdims=True)
    p = np.full(4, 0.25)
    blocks = np.array_split(k, max(1, size // 100_000), axis=1)

    def bare() -> list[float]:
        names = ("pml", "pmc", "maximal_leakage", "mutual_information")
        return [np.max(_bare(k, p)[name]()) for name in names]

    def ours() -> list[float]:
        f = ps.stream_leakage(blocks, p)
        return [f.pml, f.pmc, f.maximal_leakage, f.mutual_information]

    return Pair(ours, bare, close)


def sparse(size: int) -> Pair:
    """PML, PMC, LDP and mutual information of a kernel with ten non-zero entries a row, by rows.

    The peer has the formulas of scipy.sparse and numpy, written by hand, and trusts the entries.
    """
    from scipy.sparse import csr_array

    rng = np.random.default_rng(size)
    columns = rng.integers(1, size // 10, (size, 10)).cumsum(axis=1) % size
    kernel = csr_array(
        (
            rng.dirichlet(np.ones(10), size).ravel(),
            columns.ravel(),
            np.arange(0, 10 * size + 1, 10),
        ),
        shape=(size, size),
    )
    p = rng.dirichlet(np.ones(size))

    def ours() -> list[float]:
        channel = ps.Channel(kernel, p)
        return [
            ps.pml(channel).max(),
            ps.pmc(channel).max(),
            ps.ldp(channel),
            ps.mutual_information(channel),
        ]

    def peer() -> list[float]:
        q = p @ kernel
        seen = q > 0
        top = kernel.max(axis=0).toarray().ravel()[seen]
        low = kernel.min(axis=0).toarray().ravel()[seen]
        logs = kernel.copy()
        logs.data *= np.log(logs.data / q[kernel.indices])
        with np.errstate(divide="ignore"):
            return [
                np.log((top / q[seen]).max()),
                -np.log((low / q[seen]).min()),
                np.log((top / low).max()),
                p @ logs.sum(axis=1),
            ]

    return Pair(ours, peer, close)


# --- exact channels -------------------------------------------------------------------------------


def _rationals(size: int) -> tuple[list[list[Fraction]], list[Fraction]]:
    rng = np.random.default_rng(size)
    counts = rng.integers(1, 100, (size + 1, size)).tolist()
    rows = [[Fraction(c, sum(row)) for c in row] for row in counts]
    return rows[:-1], rows[-1]


def exact_lift(size: int) -> Pair:
    k, p = _rationals(size)

    def loop() -> list[list[Fraction]]:
        marginal = [sum(p[x] * k[x][y] for x in range(size)) for y in range(size)]
        return [[k[x][y] / marginal[y] for y in range(size)] for x in range(size)]

    return Pair(lambda: ps.Channel(k, p).lift.tolist(), loop, lambda one, other: one == other)


def exact_lift_flint(size: int) -> Pair:
    """From Fractions on as well; the marginal is one product of matrices."""
    from flint import fmpq, fmpq_mat

    k, p = _rationals(size)

    def peer() -> list[list[fmpq]]:
        rows = [[fmpq(e.numerator, e.denominator) for e in row] for row in k]
        masses = [fmpq(e.numerator, e.denominator) for e in p]
        marginal = (fmpq_mat(1, size, masses) * fmpq_mat(rows)).entries()
        return [[e / m for e, m in zip(row, marginal, strict=True)] for row in rows]

    return Pair(
        lambda: ps.Channel(k, p).lift,
        peer,
        lambda one, other: (
            [str(e) for row in one.tolist() for e in row] == [str(e) for row in other for e in row]
        ),
    )


# --- sets of priors -------------------------------------------------------------------------------


def worst_prior(size: int) -> Pair:
    """PML at the worst prior of at least half of the uniform one; HiGHS solves for each outcome."""
    from scipy.optimize import linprog

    kernel, least = _kernel(size)[0], 0.5 / size
    priors = ps.priors.Intervals.at_least(least, size)

    def peer() -> np.ndarray:
        ones = np.ones((1, size))
        found = [linprog(c, A_eq=ones, b_eq=[1], bounds=(least, 1)).fun for c in kernel.T]
        return np.log(kernel.max(axis=0) / found)

    return Pair(lambda: ps.priors.worst_pml(kernel, priors).levels, peer, close)


def worst_prior_large(size: int) -> Pair:
    kernel, priors = _kernel(size)[0], ps.priors.Intervals.at_least(0.5 / size, size)
    return Pair(lambda: ps.priors.worst_pml(kernel, priors).levels)


def exact_pml_large(size: int) -> Pair:
    """PML of a kernel of fractions, each row of which has a denominator of its own."""
    k, p = _rationals(size)
    channel = ps.Channel(k, p)
    return Pair(lambda: ps.pml(channel))
