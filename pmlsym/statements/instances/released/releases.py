"""Sampling of small releases, edge cases first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from pmlsym.given import refused, whole
from pmlsym.statements.assertion import Domain
from pmlsym.statements.instances.rationals import Row
from pmlsym.statements.instances.released.release import Release, favouring
from pmlsym.statements.values import ONE

Table = Sequence[Sequence[int]]

WORDS = (
    "every workload W, alpha in (0, 1/k], scale b > 0, n independent records with priors in "
    "Q_alpha, record i and outcome y"
)
LATEX = r"\forall W,\ \alpha\in(0,\tfrac1k],\ b>0,\ n,\ P_X\in\mathcal Q_\alpha,\ i,\ y"

# workloads with small, equal and constant columns, or with columns inside the range of a query
EDGES: tuple[Table, ...] = (
    [[0, 1]],
    [[1, 1]],
    [[1, 0], [0, 1]],
    [[0, 0, 1]],
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[0, 1, 2]],
    [[1, 1, 0], [0, 1, 1]],
    [[0, 0], [0, 0]],
    [[0, 0, 1, 2, 2]],
    [[0, 3, 3], [0, 1, -1]],
    [[0, 1, 2], [1, 0, 2], [0, 2, 1]],
    [[1, -1], [-1, 1]],
    [[0, 0, 5]],
    [[1, 1, 1], [0, 1, 0]],
    [[0, 1, 1, 2], [0, 0, 1, 1]],
    [[-2, 2]],
)
_DECAYS = tuple(Fraction(p, q) for p, q in ((1, 2), (1, 4), (3, 4), (1, 10), (9, 10), (2, 3)))


@dataclass(frozen=True)
class Sizes:
    """Largest sizes of sampled releases.

    Attributes
    ----------
    records, queries, classes : the largest numbers of each.
    databases : the largest number of databases; the number of records is reduced to meet it.
    histogram : whether all workloads are identities.
    """

    records: int = 3
    queries: int = 2
    classes: int = 4
    databases: int = 64
    histogram: bool = False

    def __post_init__(self) -> None:
        for name in ("records", "queries", "databases"):
            whole(name, getattr(self, name), 1)
        whole("classes", self.classes, 2)
        if type(self.histogram) is not bool:
            raise refused("histogram", self.histogram, "True or False")

    def admit(self, table: Table) -> bool:
        """Whether a workload is within the sizes."""
        square = [[int(i == j) for j in range(len(table))] for i in range(len(table))]
        if self.histogram:
            return list(map(list, table)) == square and len(table) <= self.classes
        return len(table) <= self.queries and len(table[0]) <= self.classes


def releases(
    sizes: Sizes = Sizes(),
    words: str = WORDS,
    latex: str = LATEX,
    tries: int = 200,
    outside: Callable[[Release], str] | None = None,
) -> Domain[Release]:
    """Return releases as the domain of an assertion.

    Examples
    --------
    >>> from itertools import islice
    >>> for instance in islice(releases(Sizes(records=1)).all(), 2):
    ...     print(instance)
    W = [0, 1], alpha = 1/2, e^(-1/b) = 1/2, record 1 of 1, prior (1/2, 1/2), y = (0)
    W = [1, 1], alpha = 1/1000, e^(-1/b) = 1/4, record 1 of 1, prior (999/1000, 1/1000), y = (1)
    """
    edges = [table for table in EDGES if sizes.admit(table)]

    def draw(number: int, random: Random) -> Release:
        edge = number < 4 * len(edges)
        table = edges[number % len(edges)] if edge else _table(sizes, random)
        return known(_release(table, sizes, number, edge, random))

    return Domain(words, latex, Release, draw, tries, outside=outside)


@lru_cache(maxsize=1024)
def known(drawn: Release) -> Release:
    """Return the first of equal releases, which keeps what was computed for it.

    Examples
    --------
    >>> first, again = (next(releases().all()) for _ in range(2))
    >>> first is again
    True
    """
    return drawn


def _table(sizes: Sizes, random: Random) -> Table:
    k = random.randint(2, sizes.classes)
    if sizes.histogram:
        return [[int(i == j) for j in range(k)] for i in range(k)]
    m = random.randint(1, sizes.queries)
    low, high = random.choice(((0, 1), (0, 2), (-1, 1), (-2, 3), (0, 5)))
    return [[random.randint(low, high) for _ in range(k)] for _ in range(m)]


def _release(table: Table, sizes: Sizes, number: int, edge: bool, random: Random) -> Release:
    k = len(table[0])
    n = 1 if edge and number < len(EDGES) else random.randint(1, sizes.records)
    while n > 1 and k**n > sizes.databases:
        n -= 1
    alpha = _floor(k, number % 4 if edge else random.randint(0, 3), random)
    decay = _DECAYS[number % 4] if edge else random.choice(_DECAYS)
    unit = Fraction(1, 2) if not edge and random.random() < 0.2 else ONE
    # half units in the outcome only, or in the workload too, which is impossible for a histogram
    step = unit if not sizes.histogram and random.random() < 0.5 else ONE
    workload = tuple(tuple(step * w for w in row) for row in table)
    priors = tuple(_prior(alpha, k, number + i if edge else None, random) for i in range(n))
    style = number % 5 if edge else random.randint(0, 4)
    outcome = tuple(_answer(row, n, unit, style, random) for row in workload)
    if style == 0:
        held = [random.randrange(k) if i or not edge else 0 for i in range(n)]
        outcome = tuple(sum((row[j] for j in held), start=Fraction(0)) for row in workload)
    return Release(workload, alpha, decay, priors, outcome, random.randrange(n), unit)


def _floor(k: int, style: int, random: Random) -> Fraction:
    """Return alpha: the largest, a tiny one, half the largest, or a random one."""
    if style == 3:
        return Fraction(random.randint(1, 9), 10 * k)
    return (Fraction(1, k), Fraction(1, 1000), Fraction(1, 2 * k))[style]


def _prior(alpha: Fraction, k: int, style: int | None, random: Random) -> Row:
    """Return a prior of Q_alpha: uniform, favouring a class, or random."""
    if style is None:
        style = random.choice((0, 1, 1, 2))
    if style % 3 == 0:
        return (Fraction(1, k),) * k
    if style % 3 == 1:
        return favouring(alpha, k, random.randrange(k) if style > 1 else 0)
    weights = [random.randint(0, 4) for _ in range(k)]
    weights[random.randrange(k)] += 1
    return tuple(alpha + (1 - k * alpha) * Fraction(w, sum(weights)) for w in weights)


def _answer(row: Row, n: int, unit: Fraction, style: int, random: Random) -> Fraction:
    """Return one coordinate of an outcome: at an end, beyond one, or within the range."""
    low, high = n * min(row), n * max(row)
    if style == 1:
        return random.choice((low, high))
    if style == 2:
        return random.choice((low - random.randint(0, 3), high + random.randint(0, 3)))
    return low + unit * random.randint(0, int((high - low) / unit))
