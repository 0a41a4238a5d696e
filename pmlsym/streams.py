"""Streaming leakage measures: one pass over the columns of a kernel, in bounded memory."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.distributions import TOLERANCE, is_sparse
from pmlsym.errors import ChannelError
from pmlsym.exact import RowLike
from pmlsym.given import with_noun
from pmlsym.measures import pmc, pml
from pmlsym.nats import Units, in_units, logs
from pmlsym.pages import Displayable, Page, Table, number

_ENTRIES = 2**19  # entries of the kernel in memory at a time: 4 MB, and a few copies


@dataclass(frozen=True, repr=False)
class StreamLeakage(Displayable):
    """Leakage measures of a mechanism, from one pass over its outcomes; in nats.

    Parameters
    ----------
    pml, pmc : of the worst outcome.
    ldp : the smallest epsilon of local differential privacy.
    maximal_leakage, maximal_cost_leakage, mutual_information : as the functions of these names.
    worst_pml, worst_pmc : the numbers of the worst outcomes, from 0.
    outcomes : the number of outcomes.

    Examples
    --------
    >>> found = stream_leakage([[[0.5, 0.25], [0.25, 0.25]], [[0.25], [0.5]]], [0.5, 0.5])
    >>> found.worst_pml, found.outcomes
    (0, 3)
    """

    pml: float
    pmc: float
    ldp: float
    maximal_leakage: float
    maximal_cost_leakage: float
    mutual_information: float
    worst_pml: int
    worst_pmc: int
    outcomes: int

    @property
    def lip(self) -> float:
        """The largest absolute value of the information density."""
        return max(self.pml, self.pmc)

    @property
    def alip(self) -> tuple[float, float]:
        """The smallest (epsilon_l, epsilon_u) that bound the information density."""
        return self.pmc, self.pml

    def __repr__(self) -> str:
        levels = f"PML {self.pml:.6g}, PMC {self.pmc:.6g}, LDP {self.ldp:.6g}"
        return f"<{with_noun(self.outcomes, 'outcome')}: {levels} nats>"

    def page(self, units: Units = "nats") -> Page:
        """Return every measure and the worst outcomes as a page.

        Parameters
        ----------
        units : ``nats`` or ``bits``, in which leakages are shown.
        """
        rows = (
            ("PML", self.pml, f"outcome {self.worst_pml}"),
            ("PMC", self.pmc, f"outcome {self.worst_pmc}"),
            ("LDP", self.ldp, ""),
            ("maximal leakage", self.maximal_leakage, ""),
            ("maximal cost leakage", self.maximal_cost_leakage, ""),
            ("mutual information", self.mutual_information, ""),
        )
        written = tuple((name, number(in_units(v, units)), worst) for name, v, worst in rows)
        return Page(
            f"What a mechanism with {with_noun(self.outcomes, 'outcome')} leaks",
            (Table(("measure", units, "largest at"), written),),
        )


def stream_leakage(columns: object, prior: RowLike) -> StreamLeakage:
    r"""Return the leakage measures of a mechanism from a stream of its columns, in bounded memory.

    Every measure here is an extreme of :math:`P(y \mid x)/P_Y(y)` over the outcomes, or a sum over
    them, so that one pass is enough.

    Parameters
    ----------
    columns : iterable of arrays, shape (\|X\|, any) or (\|X\|,); or a Dask array, (\|X\|, \|Y\|)
        The columns of the kernel, in blocks of any size or one by one, as floats. Blocks of a Dask
        array are worked on in parallel, and on its cluster if there is one.
    prior : array_like, shape (\|X\|,)
        The distribution of the secret.

    Returns
    -------
    StreamLeakage
        In nats. Outcomes of probability zero leak nothing.

    Raises
    ------
    ChannelError
        If a block does not fit, an entry is no probability, or, which only the end of the stream
        shows, the rows do not sum to one.

    Notes
    -----
    Source of the measures: `pmlsym.measures`.

    Examples
    --------
    Half a million outcomes, of which 1000 are there at a time:

    >>> import numpy as np
    >>> even = np.full((2, 1000), 1 / 500_000)
    >>> tilt = np.outer([0.5, -0.5], np.tile([1.0, -1.0], 500)) / 500_000
    >>> found = stream_leakage((even + tilt for _ in range(500)), [0.5, 0.5])
    >>> found.outcomes, round(found.pml, 6), round(found.ldp, 6)
    (500000, 0.405465, 1.098612)
    """
    weights = np.asarray(Channel.constant(prior).as_float().prior)
    if hasattr(columns, "to_delayed"):
        parts: Iterable[_Part] = _in_parallel(columns, weights)
    else:
        parts = (_part(block, weights) for block in _blocks(columns, len(weights)))
    whole = reduce(_joined, parts, _NOTHING)
    if not whole.outcomes:
        raise ChannelError("columns is empty, but a mechanism has at least one outcome.")
    x = int(np.argmax(np.abs(whole.sums - 1)))
    if abs(whole.sums[x] - 1) > TOLERANCE:
        raise ChannelError(
            f"columns: row {x} sums to {whole.sums[x]:.12g} over {whole.outcomes} outcomes, but "
            "has to sum to 1: some are missing, or the numbers are no probabilities."
        )
    return StreamLeakage(
        pml=whole.pml,
        pmc=whole.pmc,
        ldp=whole.ldp,
        maximal_leakage=max(0.0, math.log(whole.tops)),
        maximal_cost_leakage=max(0.0, -math.log(whole.lows)) if whole.lows else math.inf,
        mutual_information=max(0.0, whole.information),
        worst_pml=whole.worst_pml,
        worst_pmc=whole.worst_pmc,
        outcomes=whole.outcomes,
    )


@dataclass(frozen=True)
class _Part:
    """Summary of some outcomes: their number, the extremes with their places, and sums."""

    outcomes: int
    sums: FloatArray  # of every row of the kernel
    pml: float
    worst_pml: int
    pmc: float
    worst_pmc: int
    ldp: float
    tops: float  # the largest entry of every column, summed
    lows: float
    information: float


_NOTHING = _Part(0, np.zeros(1), -math.inf, 0, -math.inf, 0, -math.inf, 0.0, 0.0, 0.0)


def _joined(one: _Part, other: _Part) -> _Part:
    """Return the summary of some outcomes and those that follow them, from both summaries."""
    sums = one.sums + other.sums
    if (sums > 1 + TOLERANCE).any():
        raise _too_much(sums, one.outcomes + other.outcomes)
    pml_later, pmc_later = other.pml > one.pml, other.pmc > one.pmc
    return _Part(
        outcomes=one.outcomes + other.outcomes,
        sums=sums,
        pml=max(one.pml, other.pml),
        worst_pml=one.outcomes + other.worst_pml if pml_later else one.worst_pml,
        pmc=max(one.pmc, other.pmc),
        worst_pmc=one.outcomes + other.worst_pmc if pmc_later else one.worst_pmc,
        ldp=max(one.ldp, other.ldp),
        tops=one.tops + other.tops,
        lows=one.lows + other.lows,
        information=one.information + other.information,
    )


def _too_much(sums: FloatArray, outcomes: int) -> ChannelError:
    x = int(np.argmax(sums))
    return ChannelError(
        f"columns: row {x} sums to {sums[x]:.12g} after {outcomes} outcomes, which is more than 1."
    )


def _part(block: FloatArray, prior: FloatArray) -> _Part:
    """Return the summary of a block, as a channel with one more outcome for all the others."""
    sums = block.sum(axis=1)
    if (sums > 1 + TOLERANCE).any():
        raise _too_much(sums, block.shape[1])
    others = np.maximum(1 - sums, 0.0)
    channel = Channel(np.column_stack([block, others]), prior)
    rise, fall = pml(channel)[:-1], pmc(channel)[:-1]
    # log(max/min) is the sum of the two; outcomes of probability zero have 0 + 0
    joint, lift = channel.joint[:, :-1], channel.lift[:, :-1]
    density = logs(lift)
    density[joint == 0] = 0.0  # 0 log 0
    return _Part(
        outcomes=block.shape[1],
        sums=sums,
        pml=float(rise.max()),
        worst_pml=int(rise.argmax()),
        pmc=float(fall.max()),
        worst_pmc=int(fall.argmax()),
        ldp=float((rise + fall).max()),
        tops=float(block.max(axis=0).sum()),
        lows=float(block.min(axis=0).sum()),
        information=float(np.vdot(joint, density)),
    )


def _blocks(columns: object, secrets: int) -> Iterator[FloatArray]:
    """Yield the columns in blocks of a good size, whatever the sizes of the given ones."""
    if is_sparse(columns):
        raise _sparse("columns is")
    if isinstance(columns, np.ndarray) and columns.ndim == 2:
        columns = [columns]
    if not isinstance(columns, Iterable):
        raise ChannelError(
            f"columns is of type {type(columns).__name__}, but has to be an iterable of blocks of "
            f"columns, each with {secrets} rows."
        )
    most = max(1, _ENTRIES // secrets)
    small: list[FloatArray] = []
    waiting = before = 0
    for given in columns:
        block = _checked(given, secrets, before)
        before += block.shape[1]
        for start in range(0, block.shape[1], most):
            piece = block[:, start : start + most]
            if waiting + piece.shape[1] > most:
                yield np.hstack(small)
                small, waiting = [], 0
            # a view would keep the whole block in memory
            small.append(piece.copy() if piece.shape[1] < block.shape[1] else piece)
            waiting += piece.shape[1]
    if waiting:
        yield np.hstack(small)


def _checked(given: object, secrets: int, before: int) -> FloatArray:
    """Return a block as a validated table of probabilities."""
    if is_sparse(given):
        raise _sparse(f"columns: what comes after {before} columns is")
    try:
        found = np.asarray(given)
    except ValueError:  # rows of different lengths
        found = np.asarray(None)
    if found.ndim == 1:
        found = found[:, None]
    if found.dtype.kind not in "fiu" or found.ndim != 2 or len(found) != secrets:
        raise ChannelError(
            f"columns: what comes after {before} columns is no array of numbers with {secrets} "
            f"rows, but has the shape {found.shape} and the type {found.dtype}."
        )
    block: FloatArray = found.astype(float, copy=False)
    wrong = ~((block >= 0) & (block <= 1 + TOLERANCE))
    if wrong.any():
        x, y = map(int, np.argwhere(wrong)[0])
        raise ChannelError(
            f"columns: the entry of secret {x} and outcome {before + y} is {block[x, y]}, but a "
            "probability is a number from 0 to 1."
        )
    return block


def _sparse(what: str) -> ChannelError:
    return ChannelError(
        f"{what} sparse, but a stream has blocks of all entries: ps.Channel(kernel, prior) takes a "
        "sparse kernel as a whole, and the measures take that; or give each block's toarray()."
    )


def _in_parallel(columns: Any, prior: FloatArray) -> Iterable[_Part]:
    """Return the summaries of the blocks of a Dask array, each computed where it is stored."""
    import dask

    if columns.ndim != 2:
        raise ChannelError(f"columns has {columns.ndim} axes, but needs 2: secrets and outcomes.")
    blocks = columns.rechunk({0: -1}).to_delayed().ravel()
    found: tuple[_Part, ...] = dask.compute(*(dask.delayed(_summed)(b, prior) for b in blocks))
    return found


def _summed(block: object, prior: FloatArray) -> _Part:
    """Return the summary of one block of a Dask array, in pieces if it is large."""
    return reduce(
        _joined, (_part(piece, prior) for piece in _blocks([block], len(prior))), _NOTHING
    )
