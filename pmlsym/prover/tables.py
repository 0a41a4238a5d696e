"""Joint laws as integer tables: a prior and kernels, in the order of the structure.

Tables can be changed entry by entry and keep the structure of a statement: a chain remains a chain,
and a given prior remains as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, prod

from pmlsym.errors import ChannelError
from pmlsym.statements.law import Law
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent, Markov

Row = tuple[int, ...]
Rows = tuple[Row, ...]
Cost = tuple[int, int, int]


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
    width : the number of values of Z, in ``all``.
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

    @cached_property
    def cost(self) -> Cost:
        """The size of the tables: number of cells, largest denominator, sum of the denominators."""
        if self.shape != "XY":
            law = self.law()
            return (10**9, 0, 0) if law is None else cost_of(law)
        sizes = [len(rows) * len(rows[0]) for rows in (self.first, self.second) if rows]
        sums = [sum(row) for row in (self.prior, *self.first, *self.second)]
        return len(self.prior) + sum(sizes), max(sums), sum(sums)


def cost_of(law: Law) -> Cost:
    """Return the size of a joint law: number of cells, largest denominator, sum of all."""
    denominators = [Fraction(weight, law.total).denominator for weight in law.weights]
    return prod(law.shape), max(denominators), sum(denominators)


_Chances = tuple[tuple[Fraction, ...], ...]


def _chances(rows: Rows) -> _Chances:
    return tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)


def tables_of(law: Law, statement: Statement) -> Tables | None:
    """Return a law as tables; None where its structure has several chains."""
    prior = _row(law, ("X",), ())
    if len(law.shape) == 2:  # X and Y
        return Tables("XY", prior, _rows(law, ("X",), ("Y",)))
    chains = [part.chain for part in statement.structure if isinstance(part, Markov)]
    if len(chains) > 1:
        return None
    # changed entries may break an independence of variables: the evaluation rejects such laws
    if not chains or any(isinstance(part, Independent) for part in statement.structure):
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
    return lowest(weights)


def _rows(law: Law, out_of: tuple[str], into: tuple[str, ...]) -> Rows:
    found = law.marginal((*out_of, *into))
    rows = []
    for start in range(_size(law, out_of[0])):
        cells: list[tuple[int, ...]] = [(start,)]
        for name in into:
            cells = [(*cell, value) for cell in cells for value in range(_size(law, name))]
        weights = [found.get(cell, 0) for cell in cells]
        # a row given an impossible value does not matter, so any row will do
        rows.append(lowest(weights if any(weights) else [1, *weights[1:]]))
    return tuple(rows)


def lowest(weights: Sequence[int]) -> Row:
    """Return whole numbers in the same proportion, without a common divisor."""
    shared = gcd(*weights)
    return tuple(weights) if shared < 1 else tuple(weight // shared for weight in weights)
