"""Mechanisms on databases of n records: any query with Laplace noise, or any kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from random import Random
from types import MappingProxyType

from pmlsym.errors import ParameterError
from pmlsym.given import whole
from pmlsym.statements.arithmetic import log, multiply
from pmlsym.statements.assertion import Domain
from pmlsym.statements.instances.rationals import Row, fraction, listed, table
from pmlsym.statements.instances.released.release import MOST_DATABASES, Database, distance
from pmlsym.statements.instances.stochastic import distribution, kernel
from pmlsym.statements.values import ZERO, Infinite, Value, extreme

_LEAST = Fraction(1, 1000)
_LONGEST = 1_000  # records, if there is a single class


def databases(classes: int, records: int) -> Iterator[Database]:
    """Yield every database, as a tuple of the class of each record.

    Examples
    --------
    >>> list(databases(2, 1))
    [(0,), (1,)]
    """
    return product(range(classes), repeat=records)


def _count(classes: int, records: int) -> int:
    """Return the number of databases; raise ParameterError if there are too many."""
    if records * (classes.bit_length() - 1) < MOST_DATABASES.bit_length() and records < _LONGEST:
        count: int = classes**records
        if count <= MOST_DATABASES:
            return count
    raise ParameterError(f"{records} records in {classes} classes are too many databases.")


def neighbours(classes: int, records: int) -> Iterator[tuple[Database, Database]]:
    """Yield all pairs of databases that differ in one record.

    Examples
    --------
    >>> list(neighbours(2, 1))
    [((0,), (1,)), ((1,), (0,))]
    """
    for x in databases(classes, records):
        for i in range(records):
            yield from ((x, (*x[:i], j, *x[i + 1 :])) for j in range(classes) if j != x[i])


@dataclass(frozen=True)
class Query:
    """A query, linear or not, published with Laplace noise.

    Parameters
    ----------
    classes, records : the sizes of the databases.
    answers : m numbers for each database, in the order of `databases`.
    decay : e^(-1/b), between 0 and 1.

    Examples
    --------
    >>> found = Query(2, 1, ((Fraction(0),), (Fraction(3),)), Fraction(1, 2))
    >>> found.sensitivity, found.dp
    (Fraction(3, 1), LogOf(argument=Fraction(8, 1)))
    """

    classes: int
    records: int
    answers: tuple[Row, ...]
    decay: Fraction

    def __post_init__(self) -> None:
        classes = whole("classes", self.classes, 1)
        records = whole("records", self.records, 1)
        vars(self).update(
            classes=classes,
            records=records,
            answers=table("answers", self.answers, _count(classes, records)),
            decay=fraction("decay", self.decay, above=0, below=1),
        )

    @cached_property
    def pairs(self) -> frozenset[tuple[Row, Row]]:
        """The pairs of answers of neighbours."""
        answer = dict(zip(databases(self.classes, self.records), self.answers, strict=True))
        near = neighbours(self.classes, self.records)
        return frozenset((answer[x], answer[other]) for x, other in near)

    @cached_property
    def sensitivity(self) -> Fraction:
        """The largest l1 distance of the answers of neighbours."""
        return max((distance(here, there) for here, there in self.pairs), default=ZERO)

    @cached_property
    def dp(self) -> Value:
        """The DP level: the largest log-ratio of densities of neighbours, over outcomes."""
        axes = list(zip(*self.answers, strict=True))
        gaps = [  # the log-ratio is a sum over coordinates, so each is maximized separately
            sum(
                (
                    max(abs(y - c) - abs(y - a) for y in set(axis))
                    for a, c, axis in zip(here, there, axes, strict=True)
                ),
                ZERO,
            )
            for here, there in self.pairs
        ]
        return multiply(max(gaps, default=ZERO), log(1 / self.decay))

    def __str__(self) -> str:
        answers = "; ".join(", ".join(map(str, row)) for row in self.answers)
        return (
            f"{self.records} records in {self.classes} classes, answers [{answers}], "
            f"e^(-1/b) = {self.decay}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "classes": self.classes,
            "records": self.records,
            "answers": [list(map(str, row)) for row in self.answers],
            "decay": str(self.decay),
        }


@dataclass(frozen=True)
class Curator:
    """Any mechanism on databases, with independent records.

    Parameters
    ----------
    priors : the probabilities of the classes for each record, all positive.
    kernel : the probabilities of the outcomes for each database, in the order of `databases`.

    Examples
    --------
    >>> half, rows = Fraction(1, 2), ((Fraction(3, 4), Fraction(1, 4)),) * 2
    >>> found = Curator(((half, half),), rows)
    >>> found.dp, found.leakage
    (Fraction(0, 1), Fraction(0, 1))
    """

    priors: tuple[Row, ...]
    kernel: tuple[Row, ...]

    def __post_init__(self) -> None:
        priors: list[Row] = []
        for i, prior in enumerate(listed("priors", self.priors)):
            size = len(priors[0]) if priors else None
            priors.append(distribution(f"priors[{i}]", prior, size, full=True))
        rows = kernel("kernel", self.kernel, _count(len(priors[0]), len(priors)))
        vars(self).update(priors=tuple(priors), kernel=rows)

    @property
    def classes(self) -> int:
        """The number of classes."""
        return len(self.priors[0])

    @property
    def table(self) -> Mapping[Database, Row]:
        """The kernel's row of each database."""
        return MappingProxyType(self._table)

    @cached_property
    def _table(self) -> dict[Database, Row]:
        return dict(zip(databases(self.classes, len(self.priors)), self.kernel, strict=True))

    @cached_property
    def dp(self) -> Value:
        """The DP level: the largest log-ratio of probabilities of an outcome under neighbours."""
        found: Value = Infinite.MINUS
        for x, near in neighbours(self.classes, len(self.priors)):
            for here, there in zip(self.table[x], self.table[near], strict=True):
                if here and not there:
                    return Infinite.PLUS
                if here:
                    found = extreme((found, log(here / there)), largest=True)
        return found

    @cached_property
    def leakage(self) -> Value:
        """The largest l(D_i -> y) over records and possible outcomes."""
        n, found = len(self.priors), Fraction(0)
        for y in range(len(self.kernel[0])):
            given = [[ZERO] * self.classes for _ in range(n)]
            total = ZERO
            for x, row in self.table.items():
                joint = row[y]
                for prior, j in zip(self.priors, x, strict=True):
                    joint *= prior[j]
                total += joint
                for i, j in enumerate(x):
                    given[i][j] += joint
            if total:
                lifts = [
                    seen / (p * total)
                    for prior, line in zip(self.priors, given, strict=True)
                    for p, seen in zip(prior, line, strict=True)
                ]
                found = max(found, *lifts)
        return log(found)

    def near(self, database: Database, other: Database, share: Fraction) -> Curator:
        """Return the mechanism under a prior concentrated near two neighbouring databases.

        The record in which the neighbours differ is as in the second with probability at least
        1 - share; all others together are as in both with probability at least 1 - share.
        """
        n, k = len(self.priors), self.classes
        small = share / (n * (k - 1)) if k > 1 else ZERO
        priors = []
        for here, there in zip(database, other, strict=True):
            sure = there if here != there else here
            priors.append(tuple(1 - (k - 1) * small if j == sure else small for j in range(k)))
        return Curator(tuple(priors), self.kernel)

    def __str__(self) -> str:
        priors = ", ".join(f"({', '.join(map(str, prior))})" for prior in self.priors)
        kernel = "; ".join(", ".join(map(str, row)) for row in self.kernel)
        return f"{len(self.priors)} records, priors {priors}, kernel [{kernel}]"

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "priors": [list(map(str, prior)) for prior in self.priors],
            "kernel": [list(map(str, row)) for row in self.kernel],
        }


# --- sampling ------------------------------------------------------------------------------------

_SIZES = ((2, 1), (3, 1), (2, 2), (2, 3), (4, 1), (3, 2))  # classes, records


def _query(number: int, random: Random) -> Query:
    classes, records = _SIZES[number % len(_SIZES)]
    queries = 1 + number % 2
    high = (0, 1, 3, 5)[number % 4]
    answers = tuple(
        tuple(Fraction(random.randint(-high, high)) for _ in range(queries))
        for _ in databases(classes, records)
    )
    decay = random.choice((Fraction(1, 2), Fraction(9, 10), Fraction(1, 10)))
    return Query(classes, records, answers, decay)


def _distribution(size: int, zeros: bool, random: Random) -> Row:
    weights = [random.randint(0 if zeros else 1, 4) for _ in range(size)]
    weights[random.randrange(size)] += 1
    return tuple(Fraction(w, sum(weights)) for w in weights)


def _curator(number: int, random: Random) -> Curator:
    classes, records = _SIZES[number % 4]
    rows = [_distribution(2, number % 5 == 3, random) for _ in databases(classes, records)]
    if number % 7 == 1:
        rows = [rows[0]] * len(rows)
    rare = (_LEAST,) * (classes - 1) + (1 - (classes - 1) * _LEAST,)
    priors = [
        rare if number % 3 == 1 else _distribution(classes, False, random) for _ in range(records)
    ]
    return Curator(tuple(priors), tuple(rows))


def queries(tries: int = 200) -> Domain[Query]:
    """Return queries with noise as the domain of an assertion.

    Examples
    --------
    >>> queries().words
    'every query on n records, with m answers, and every scale b > 0'
    """
    words = "every query on n records, with m answers, and every scale b > 0"
    return Domain(words, r"\forall q:\mathcal D^n\to\mathbb R^m,\ b>0", Query, _query, tries)


def curators(tries: int = 200) -> Domain[Curator]:
    """Return mechanisms on databases as the domain of an assertion.

    Examples
    --------
    >>> curators().words
    'every mechanism on n records and every product prior with full support'
    """
    words = "every mechanism on n records and every product prior with full support"
    return Domain(words, r"\forall P_{Y|X},\ P_X\in\mathcal Q", Curator, _curator, tries)


def broken(instance: Curator, epsilon: Value) -> Sequence[tuple[Database, Database, int]]:
    """Return the pairs of neighbours and the outcomes whose log-ratio exceeds a level.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> found = Curator(((half, half),), ((Fraction(3, 4), Fraction(1, 4)), (half, half)))
    >>> broken(found, Fraction(1, 2))
    [((1,), (0,), 1)]
    """
    return [
        (x, near, y)
        for x, near in neighbours(instance.classes, len(instance.priors))
        for y in range(len(instance.kernel[0]))
        if instance.table[x][y] and _above(instance.table[x][y], instance.table[near][y], epsilon)
    ]


def _above(here: Fraction, there: Fraction, epsilon: Value) -> bool:
    ratio: Value = log(here / there) if there else Infinite.PLUS
    return extreme((ratio, epsilon), largest=True) != epsilon
