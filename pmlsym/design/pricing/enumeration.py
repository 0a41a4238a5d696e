"""Pricing between bounds by looking at every vertex, where few secrets are at one of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pmlsym.design.pricing.problem import MOST, Effort, Priced
from pmlsym.design.utility import Divergence
from pmlsym.guarantees import Box

_SUBSETS, _VERTICES = 600_000, 4_000_000
_FLAT = 1e-13  # of a mass: so little left over is rounding, of which a root makes 1e-7


class Listed:
    """The vertices of a box as short lists of the secrets at the rarer bound.

    Parameters
    ----------
    box : the admitted lifts.
    utility : the f-divergence.
    """

    exhaustive = True

    def __init__(self, box: Box, utility: Divergence) -> None:
        low, high = box.reach
        self.prior, self.function = box.prior, utility.function
        moved = box.prior * (high - low)
        up = 1 - float(box.prior @ low) <= moved.sum() / 2
        self.start, self.end = (low, high) if up else (high, low)
        needed = 1 - float(box.prior @ low) if up else float(box.prior @ high) - 1
        self.members, masses = _subsets(moved, needed)
        left = needed - masses
        subsets, between = [], []
        for own, size in enumerate(moved):
            some = np.flatnonzero((left <= size) & (self.members != own).all(axis=1))
            subsets.append(some)
            between.append(np.full(len(some), own, np.int32))
            if sum(map(len, subsets)) > _VERTICES:
                raise TooMany
        self.subset, self.between = np.concatenate(subsets), np.concatenate(between)
        near = _FLAT / box.prior
        step = left[self.subset] / box.prior[self.between]
        step = np.where(step > near[self.between], step, 0.0) * (1 if up else -1)
        self.lift = self.start[self.between] + step
        self.rise = self.function(self.end) - self.function(self.start)
        rise = self.function(self.lift) - self.function(self.start)[self.between]
        self.gain = box.prior[self.between] * rise

    def first(self, until: float = math.inf) -> tuple[Any, Any]:
        """Start with the best vertices at prices that make most of them equal, those of chords."""
        prices = self.prior * self.rise / (self.end - self.start)
        return self.price(prices).columns, prices

    def price(self, prices: Any, effort: Effort = Effort.EXACT) -> Priced:
        """Look at every vertex."""
        gains = np.append(self.prior * self.rise - prices * (self.end - self.start), 0.0)
        base = float((self.prior * self.function(self.start) - prices * self.start).sum())
        worth = gains[self.members].sum(axis=1)[self.subset]
        worth += self.gain - prices[self.between] * (self.lift - self.start[self.between])
        best = np.argpartition(-worth, min(MOST, len(worth) - 1))[:MOST]
        return Priced(self._columns(best), base + float(worth.max()))

    def _columns(self, picked: Any) -> Any:
        columns = np.repeat(self.start[:, None], len(picked), axis=1)
        for place, vertex in enumerate(picked):
            members = self.members[self.subset[vertex]]
            members = members[members < len(self.start)]
            columns[members, place] = self.end[members]
            columns[self.between[vertex], place] = self.lift[vertex]
        return columns


class TooMany(Exception):  # noqa: N818 - a signal, caught where another way is taken
    """There are more vertices than can be looked at."""


def _subsets(sizes: Any, room: float) -> tuple[Any, Any]:
    """Return subsets that fit into the room, as rows of members padded with the number of items."""
    count = len(sizes)
    members, masses = np.empty((1, 0), np.int16), np.zeros(1)
    layers = [(members, masses)]
    total = 1
    while len(members):
        last = members[:, -1] if members.shape[1] else np.full(1, -1)
        grown, heavier = [], []
        for item in range(count):
            some = np.flatnonzero((last < item) & (masses + sizes[item] <= room))
            total += len(some)
            if total > _SUBSETS:
                raise TooMany
            grown.append(np.column_stack([members[some], np.full(len(some), item, np.int16)]))
            heavier.append(masses[some] + sizes[item])
        members, masses = np.concatenate(grown), np.concatenate(heavier)
        layers.append((members, masses))
    layers.pop()  # the one in which nothing fits any more
    width = layers[-1][0].shape[1]
    padded = [
        np.pad(rows, ((0, 0), (0, width - rows.shape[1])), constant_values=count)
        for rows, _ in layers
    ]
    return np.concatenate(padded), np.concatenate([masses for _, masses in layers])
