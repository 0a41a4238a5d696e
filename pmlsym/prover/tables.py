"""A joint law as whole-number tables: a prior and kernels, in the order in which it is drawn.

Tables can be changed entry by entry and stay what a statement asks for: a chain remains a chain,
and a prior that is given remains as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, lcm

from pmlsym.errors import ChannelError
from pmlsym.statements.clauses import Independent, Markov
from pmlsym.statements.law import Law
from pmlsym.statements.statement import Statement

Row = tuple[int, ...]
Rows = tuple[Row, ...]
_CHAINS = {("X", "Y"): "XYZ", ("X", "X"): "YXZ", ("X", "Z"): "XZY"}


@dataclass(frozen=True)
class Tables:
    """A prior and one or two kernels, each row in whole numbers without a common divisor.

    Parameters
    ----------
    shape : ``XY`` (two variables); ``XYZ``, ``YXZ``, ``XZY`` (chains); ``all`` (three variables,
        a row of the kernel over all pairs (y, z)).
    prior : the weights of the secrets.
    first : the kernel out of X: of Y, of Z in ``XZY``, of the pairs in ``all``.
    second : the kernel of the third variable: out of Y, of X in ``YXZ``, of Z in ``XZY``.
    width : how many values Z has, in ``all``.
    """

    shape: str
    prior: Row
    first: Rows
    second: Rows = ()
    width: int = 1

    def law(self) -> Law | None:
        """Return the joint law; None if a row is empty or a secret impossible."""
        rows = (self.prior, *self.first, *self.second)
        if any(not row or min(row) < 0 or not sum(row) for row in rows) or min(self.prior) < 1:
            return None
        prior = _chances((self.prior,))[0]
        first, second = _chances(self.first), _chances(self.second)
        if self.shape == "XY":
            masses = [p * c for p, row in zip(prior, first, strict=True) for c in row]
            shape: tuple[int, ...] = (len(prior), len(self.first[0]))
        elif self.shape == "all":
            masses = [p * c for p, row in zip(prior, first, strict=True) for c in row]
            shape = (len(prior), len(self.first[0]) // self.width, self.width)
        else:
            masses, shape = self._chained(prior, first, second)
        try:
            return Law.of_fractions(shape, masses)
        except ChannelError:
            return None

    def _chained(
        self, prior: Sequence[Fraction], first: _Chances, second: _Chances
    ) -> tuple[list[Fraction], tuple[int, ...]]:
        n, m, k = len(prior), len(first[0]), len(second[0])
        if self.shape == "XZY":
            cells = [
                prior[x] * first[x][z] * second[z][y]
                for x in range(n)
                for y in range(k)
                for z in range(m)
            ]
            return cells, (n, k, m)
        cells = [
            prior[x] * first[x][y] * second[y if self.shape == "XYZ" else x][z]
            for x in range(n)
            for y in range(m)
            for z in range(k)
        ]
        return cells, (n, m, k)

    @property
    def cost(self) -> tuple[int, int, int]:
        """How much there is to read: the cells, the largest denominator, and all of them."""
        sizes = [len(rows) * len(rows[0]) for rows in (self.first, self.second) if rows]
        sums = [sum(row) for row in (self.prior, *self.first, *self.second)]
        return len(self.prior) + sum(sizes), max(sums), sum(sums)


_Chances = tuple[tuple[Fraction, ...], ...]


def _chances(rows: Rows) -> _Chances:
    return tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)


def tables_of(law: Law, statement: Statement) -> Tables | None:
    """Return a law as tables; None where its structure is not one of chains.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> tables_of(Law((2, 2), (3, 1, 0, 4)), parse("PML(e) => PMC(e)"))
    Tables(shape='XY', prior=(1, 1), first=((3, 1), (0, 1)), second=(), width=1)
    """
    if any(isinstance(part, Independent) for part in statement.structure):
        return None
    prior = _row(law, ("X",), ())
    if len(law.shape) == 2:  # X and Y
        return Tables("XY", prior, _rows(law, ("X",), ("Y",)))
    chains = [part.chain for part in statement.structure if isinstance(part, Markov)]
    if len(chains) > 1:
        return None
    if not chains:
        return Tables("all", prior, _rows(law, ("X",), ("Y", "Z")), width=law.shape[2])
    ends, middle = (chains[0][0], chains[0][2]), chains[0][1]
    if middle == "X":
        return Tables("YXZ", prior, _rows(law, ("X",), ("Y",)), _rows(law, ("X",), ("Z",)))
    if middle == "Y" and "X" in ends:
        return Tables("XYZ", prior, _rows(law, ("X",), ("Y",)), _rows(law, ("Y",), ("Z",)))
    return Tables("XZY", prior, _rows(law, ("X",), ("Z",)), _rows(law, ("Z",), ("Y",)))


def _size(law: Law, name: str) -> int:
    return law.shape[law.variables.index(name)]


def _row(law: Law, names: tuple[str, ...], given: tuple[int, ...]) -> Row:
    found = law.marginal(names)
    weights = [found.get((*given, value), 0) for value in range(_size(law, names[-1]))]
    return _lowest(weights)


def _rows(law: Law, out_of: tuple[str], into: tuple[str, ...]) -> Rows:
    found = law.marginal((*out_of, *into))
    rows = []
    for start in range(_size(law, out_of[0])):
        cells: list[tuple[int, ...]] = [(start,)]
        for name in into:
            cells = [(*cell, value) for cell in cells for value in range(_size(law, name))]
        weights = [found.get(cell, 0) for cell in cells]
        # what follows an impossible value says nothing, so it may be anything
        rows.append(_lowest(weights if any(weights) else [1, *weights[1:]]))
    return tuple(rows)


def _lowest(weights: Sequence[int]) -> Row:
    shared = gcd(*weights)
    return tuple(weights) if shared < 1 else tuple(weight // shared for weight in weights)


# --- changing -------------------------------------------------------------------------------------


def smaller(tables: Tables, fixed_prior: bool) -> Iterator[Tables]:
    """Yield tables with less to read: fewer secrets and outcomes first, then smaller numbers."""
    for merged in (False, True):
        if not fixed_prior:
            yield from _fewer_secrets(tables, merged)
        yield from _fewer_outcomes(tables, merged)
        if tables.second:
            yield from _fewer_last(tables, merged)
    yield from _rounded_whole(tables, fixed_prior)
    for name in ("first", "second"):
        rows: Rows = getattr(tables, name)
        for number, row in enumerate(rows):
            for simpler in _simpler(row):
                changed = (*rows[:number], simpler, *rows[number + 1 :])
                yield (
                    replace(tables, first=changed)
                    if name == "first"
                    else replace(tables, second=changed)
                )
    if not fixed_prior:
        for simpler in _simpler(tables.prior, least=1):
            yield replace(tables, prior=simpler)


_DENOMINATORS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 30, 40, 60, 99)


def _rounded_whole(tables: Tables, fixed_prior: bool) -> Iterator[Tables]:
    for total in _DENOMINATORS:
        prior = tables.prior if fixed_prior else _rounded(tables.prior, total, 1)
        first = tuple(_rounded(row, total, 0) for row in tables.first)
        second = tuple(_rounded(row, total, 0) for row in tables.second)
        yield replace(tables, prior=prior, first=first, second=second)


def _simpler(row: Row, least: int = 0) -> Iterator[Row]:
    total = sum(row)
    for denominator in _DENOMINATORS:
        if denominator < total:
            yield _rounded(row, denominator, least)


def _rounded(row: Row, total: int, least: int) -> Row:
    """Return whole numbers near a row that sum to about a total."""
    have = sum(row)
    return _lowest([max(least, round(Fraction(entry * total, have))) for entry in row])


def _joined(row: Row, one: int, other: int, merged: bool) -> Row:
    """Return a row without an entry, its weight added to another or left out."""
    listed = list(row)
    if merged:
        listed[one] += listed[other]
    del listed[other]
    return _lowest(listed)


def _pairs(size: int, merged: bool) -> Iterator[tuple[int, int]]:
    for other in range(size):
        for one in range(size) if merged else (0,):
            if not merged or one < other:
                yield one, other


def _fewer_secrets(tables: Tables, merged: bool) -> Iterator[Tables]:
    if len(tables.prior) <= 2:  # a statement is about two secrets or more
        return
    for one, other in _pairs(len(tables.prior), merged):
        prior = _joined(tables.prior, one, other, merged)
        first = _fewer_rows(tables.first, tables.prior, one, other, merged)
        second = tables.second
        if tables.shape == "YXZ":
            second = _fewer_rows(second, tables.prior, one, other, merged)
        yield replace(tables, prior=prior, first=first, second=second)


def _fewer_rows(rows: Rows, weights: Row, one: int, other: int, merged: bool) -> Rows:
    listed = list(rows)
    if merged:
        a, b = listed[one], listed[other]
        common = lcm(sum(a), sum(b))
        listed[one] = _lowest(
            [
                weights[one] * u * (common // sum(a)) + weights[other] * v * (common // sum(b))
                for u, v in zip(a, b, strict=True)
            ]
        )
    del listed[other]
    return tuple(listed)


def _fewer_outcomes(tables: Tables, merged: bool) -> Iterator[Tables]:
    width = len(tables.first[0])
    if tables.shape == "all" or width <= 1:
        return
    for one, other in _pairs(width, merged):
        first = tuple(_joined(row, one, other, merged) for row in tables.first)
        second = tables.second
        if tables.shape in ("XYZ", "XZY"):
            second = tuple(row for number, row in enumerate(second) if number != other)
        yield replace(tables, first=first, second=second)


def _fewer_last(tables: Tables, merged: bool) -> Iterator[Tables]:
    for one, other in _pairs(len(tables.second[0]), merged):
        if len(tables.second[0]) > 1:
            rows = tuple(_joined(row, one, other, merged) for row in tables.second)
            yield replace(tables, second=rows)
