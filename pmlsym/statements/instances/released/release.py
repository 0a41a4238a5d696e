"""Releases: independent records, a workload of linear queries, Laplace noise, an outcome.

All quantities come from the definitions: every database of the other records is enumerated, and
its density at the outcome is added up. No bound and no closed form is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise, product
from types import MappingProxyType

from pmlsym.errors import ParameterError
from pmlsym.given import whole
from pmlsym.statements.arithmetic import divide, log, mean, minus, multiply, power
from pmlsym.statements.instances.rationals import Row, decay, fraction, numbers, table
from pmlsym.statements.instances.stochastic import kernel
from pmlsym.statements.values import ONE, ZERO, Closed, Value, exact_text, extreme

Database = tuple[int, ...]

MOST_DATABASES = 20_000
_LISTED = 3  # classes up to which an identity is written out


def workload_text(rows: Sequence[Sequence[object]]) -> str:
    """Return a workload as text: its rows, or of the identity of many classes the name.

    Examples
    --------
    >>> workload_text([[1, 1], [0, 1]])
    '[1, 1; 0, 1]'
    >>> workload_text([[int(i == j) for j in range(5)] for i in range(5)])
    'the identity of 5 classes'
    """
    texts = [list(map(str, row)) for row in rows]
    size = len(texts)
    if size > _LISTED and texts == [[str(int(i == j)) for j in range(size)] for i in range(size)]:
        return f"the identity of {size} classes"
    return _rows_text(rows)


def _rows_text(rows: Sequence[Sequence[object]]) -> str:
    return f"[{'; '.join(', '.join(map(str, row)) for row in rows)}]"


@dataclass(frozen=True)
class Release:
    """One noisy answer to a workload: everything that its leakage depends on, in exact numbers.

    Parameters
    ----------
    workload : m rows (queries) of k entries (classes); the identity publishes a histogram.
    alpha : the floor of Q_alpha: every record is in every class with at least this probability.
    decay : e^(-unit/b), between 0 and 1; rational, or a closed term for another scale.
    priors : for each of n independent records, the probabilities of the k classes.
    outcome : the m published numbers.
    record : the index, from 0, of the record whose leakage is measured.
    unit : the distance over which the noise's density falls by the factor `decay`; 1/2 keeps all
        densities rational where distances are multiples of 1/2.

    Examples
    --------
    One record in one of two bins, half of the density lost per step:

    >>> half = Fraction(1, 2)
    >>> found = release([[1, 0], [0, 1]], half, half, outcome=[1, 0])
    >>> found.lifts, found.pml
    ((Fraction(8, 5), Fraction(2, 5)), LogOf(argument=Fraction(8, 5)))
    >>> print(found)
    W = [1, 0; 0, 1], alpha = 1/2, e^(-1/b) = 1/2, record 1 of 1, prior (1/2, 1/2), y = (1, 0)
    """

    workload: tuple[Row, ...]
    alpha: Fraction
    decay: Fraction | Closed
    priors: tuple[Row, ...]
    outcome: Row
    record: int = 0
    unit: Fraction = ONE
    _fallen: dict[Fraction, Value] = field(init=False, repr=False, compare=False)
    _answered: dict[Database, Row] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Validate the fields; start with empty caches."""
        object.__setattr__(self, "_fallen", {})
        object.__setattr__(self, "_answered", {})
        workload = table("workload", self.workload)
        k = len(workload[0])
        alpha = fraction("alpha", self.alpha, above=0, most=Fraction(1, k))
        priors = kernel("priors", self.priors, width=k)
        for i, prior in enumerate(priors):
            numbers(f"priors[{i}]", prior, least=alpha)
        if len(priors) * (k.bit_length() - 1) > MOST_DATABASES or k ** len(priors) > MOST_DATABASES:
            raise ParameterError(f"{len(priors)} records in {k} classes are too many databases.")
        vars(self).update(
            workload=workload,
            alpha=alpha,
            decay=decay("decay", self.decay),
            priors=priors,
            outcome=numbers("outcome", self.outcome, len(workload)),
            record=whole("record", self.record, 0, len(priors) - 1),
            unit=fraction("unit", self.unit, above=0),
        )

    # --- sizes, parameters, related releases ------------------------------------------------------

    @property
    def classes(self) -> int:
        """The number k of classes."""
        return len(self.workload[0])

    @property
    def queries(self) -> int:
        """The number m of queries."""
        return len(self.workload)

    @property
    def records(self) -> int:
        """The number n of records."""
        return len(self.priors)

    @cached_property
    def columns(self) -> tuple[Row, ...]:
        """The columns w_1, ..., w_k: the contribution of a record of each class to the answers."""
        return tuple(zip(*self.workload, strict=True))

    @property
    def scale(self) -> Value:
        """The scale b of the noise."""
        self.needs_laplace("the scale")
        return divide(self.unit, minus(log(self.decay)))

    def at(self, outcome: Sequence[Fraction]) -> Release:
        """Return the same release with another outcome."""
        other = self._sharing(replace(self, outcome=tuple(outcome)))
        vars(other).update(_chances=self._chances, _given=self._given)  # of the same priors
        return other

    def under(self, priors: Sequence[Row]) -> Release:
        """Return the same release with other priors, perhaps of fewer or more records."""
        record = min(self.record, len(priors) - 1)
        return self._sharing(replace(self, priors=tuple(priors), record=record))

    def _sharing(self, other: Release) -> Release:
        """Share the caches with a release that has the same workload and scale."""
        object.__setattr__(other, "_fallen", self._fallen)
        object.__setattr__(other, "_answered", self._answered)
        return other

    # --- densities, from the definition -----------------------------------------------------------

    def answers(self, database: Database) -> Row:
        """Return W x for a database, which lists the class of every record."""
        if database not in self._answered:
            self._answered[database] = tuple(
                sum((row[j] for j in database), ZERO) for row in self.workload
            )
        return self._answered[database]

    def databases(self) -> Iterator[Database]:
        """Yield every database of n records."""
        return product(range(self.classes), repeat=self.records)

    def fall(self, distance: Fraction) -> Value:
        """Return e^(-distance/b)."""
        if distance not in self._fallen:
            self._fallen[distance] = power(self.decay, distance / self.unit)
        return self._fallen[distance]

    @property
    def is_laplace(self) -> bool:
        """Whether the noise is Laplace's: no subclass has another density."""
        kind = type(self)
        return (kind.fall, kind.density) == (Release.fall, Release.density)

    def needs_laplace(self, what: str) -> None:
        """Raise ParameterError if a subclass has another density than that of Laplace noise."""
        if not self.is_laplace:
            raise ParameterError(
                f"{type(self).__name__} has noise of its own, so {what} is unknown: that is "
                "computed for Laplace noise only."
            )

    def density(self, database: Database) -> Value:
        """Return f(y|x) for a database x, up to the factor (2b)^-m that all densities share."""
        return self.fall(distance(self.outcome, self.answers(database)))

    @property
    def joint(self) -> Mapping[Database, tuple[Fraction, Value]]:
        """The probability of each database, and the density of the outcome given it."""
        return MappingProxyType(self._joint)

    @cached_property
    def _joint(self) -> dict[Database, tuple[Fraction, Value]]:
        return {x: (chance, self.density(x)) for x, chance in self._chances.items()}

    @cached_property
    def _chances(self) -> dict[Database, Fraction]:
        """The probability of each database, the product over its independent records."""
        found: dict[Database, Fraction] = {(): ONE}
        for prior in self.priors:
            found = {(*x, j): p * q for x, p in found.items() for j, q in enumerate(prior)}
        return found

    @cached_property
    def _given(self) -> tuple[dict[Database, Fraction], ...]:
        """The probabilities of databases given each class of the record."""
        own = self.priors[self.record]
        given: tuple[dict[Database, Fraction], ...] = tuple({} for _ in own)
        for database, chance in self._chances.items():
            j = database[self.record]
            given[j][database] = chance / own[j]
        return given

    @cached_property
    def likelihoods(self) -> tuple[Value, ...]:
        """f(y | D_i = j) for each class j of the record, up to (2b)^-m."""
        joint = self._joint
        return tuple(mean((p, joint[x][1]) for x, p in given.items()) for given in self._given)

    @cached_property
    def marginal(self) -> Value:
        """f(y), up to (2b)^-m."""
        return mean(self.joint.values())

    @cached_property
    def lifts(self) -> tuple[Value, ...]:
        """f(y | D_i = j)/f(y) for each class j of the record."""
        return tuple(divide(likelihood, self.marginal) for likelihood in self.likelihoods)

    @property
    def posterior(self) -> tuple[Value, ...]:
        """P(D_i = j | y) for each class j of the record, by Bayes' rule."""
        pairs = zip(self.priors[self.record], self.likelihoods, strict=True)
        return tuple(divide(multiply(p, f), self.marginal) for p, f in pairs)

    @cached_property
    def pml(self) -> Value:
        """The pointwise maximal leakage l(D_i -> y) of the record."""
        return log(extreme(self.lifts, largest=True))

    @cached_property
    def pmc(self) -> Value:
        """The pointwise maximal cost of the record: minus the log of its smallest lift."""
        return minus(log(extreme(self.lifts, largest=False)))

    # --- outcomes ---------------------------------------------------------------------------------

    @cached_property
    def breakpoints(self) -> tuple[Row, ...]:
        """For each query the answers of all databases, which are the kinks of the densities."""
        self.needs_laplace("where densities have kinks")
        found: tuple[set[Fraction], ...] = tuple(set() for _ in self.workload)
        for database in self.databases():
            for seen, answer in zip(found, self.answers(database), strict=True):
                seen.add(answer)
        return tuple(tuple(sorted(seen)) for seen in found)

    def grid(self, between: bool = False, beyond: bool = False) -> Iterator[Row]:
        """Yield all outcomes whose coordinates are breakpoints.

        `between` adds midpoints of neighbouring breakpoints, where these are a multiple of the unit
        away; `beyond` adds a point two units beyond either end.
        """
        return product(*(self._along(points, between, beyond) for points in self.breakpoints))

    def _along(self, points: Row, between: bool, beyond: bool) -> list[Fraction]:
        found = list(points)
        if between:
            middles = [((low + high) / 2, low) for low, high in pairwise(points)]
            found += [z for z, low in middles if ((z - low) / self.unit).denominator == 1]
        if beyond:
            found += [points[0] - 2 * self.unit, points[-1] + 2 * self.unit]
        return found

    # --- differential privacy ---------------------------------------------------------------------

    def neighbours(self) -> Iterator[tuple[Database, Database]]:
        """Yield all pairs of databases that differ in one record."""
        for database in self.databases():
            for i in range(self.records):
                for j in range(self.classes):
                    if j != database[i]:
                        yield database, (*database[:i], j, *database[i + 1 :])

    @cached_property
    def dp(self) -> Value:
        """The smallest eps with eps-DP: the largest log-ratio of neighbours, over all outcomes.

        It is attained at breakpoints: between and beyond these the ratio of Laplace densities is
        monotone in each coordinate.
        """
        self.needs_laplace("its DP level")
        largest = ZERO
        pairs = {(self.answers(x), self.answers(near)) for x, near in self.neighbours()}
        known: dict[tuple[int, Fraction, Fraction], Fraction] = {}  # by query and its two answers
        for here, there in pairs:
            gap = ZERO
            for i, (a, c) in enumerate(zip(here, there, strict=True)):
                if (i, a, c) not in known:
                    ys = self.breakpoints[i]
                    known[i, a, c] = max(abs(y - c) - abs(y - a) for y in ys)
                gap += known[i, a, c]
            largest = max(largest, gap)
        return minus(log(self.fall(largest)))

    @cached_property
    def sensitivity(self) -> Fraction:
        """The l1-sensitivity: the largest distance of the answers of neighbours."""
        pairs = ((self.answers(x), self.answers(near)) for x, near in self.neighbours())
        return max((distance(here, there) for here, there in pairs), default=ZERO)

    # --- rendering --------------------------------------------------------------------------------

    def __str__(self) -> str:
        return self._text(_rows_text(self.workload))

    def described(self) -> str:
        """Return the release as a line for a reader, with an identity by its name."""
        return self._text(workload_text(self.workload))

    def _text(self, workload: str) -> str:
        priors = [_listed(prior) for prior in self.priors]
        word = "prior" if self.records == 1 else "priors"
        unit = self.unit if self.unit == 1 else f"({self.unit})"
        noise = f"e^(-{unit}/b)" if self.is_laplace else f"{type(self).__name__}, decay"
        return (
            f"W = {workload}, alpha = {self.alpha}, {noise} = {exact_text(self.decay)}, "
            f"record {self.record + 1} of {self.records}, {word} {', '.join(priors)}, "
            f"y = {_listed(self.outcome)}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary; noise of another kind by its `decay`."""
        own = {"scale": self.scale} if self.is_laplace else {"decay": self.decay}
        return {
            "workload": [list(map(str, row)) for row in self.workload],
            "alpha": str(self.alpha),
            **{name: exact_text(value) for name, value in own.items()},
            "priors": [list(map(str, prior)) for prior in self.priors],
            "outcome": list(map(str, self.outcome)),
            "record": self.record + 1,
        }


def release(
    workload: Sequence[Sequence[int | Fraction]],
    alpha: Fraction,
    decay: Fraction | Closed,
    *,
    priors: Sequence[Sequence[Fraction]] = (),
    records: int = 1,
    outcome: Sequence[int | Fraction] = (),
    unit: Fraction = ONE,
) -> Release:
    """Build a release from numbers; priors are uniform and the outcome is 0 by default.

    Examples
    --------
    >>> third = Fraction(1, 3)
    >>> release([[0, 1, 2]], third, third, records=2, outcome=[1]).records
    2
    """
    rows = tuple(tuple(map(Fraction, row)) for row in workload)
    k = len(rows[0]) if rows else 1
    uniform = (Fraction(1, k),) * k
    held = tuple(tuple(map(Fraction, prior)) for prior in priors) or (uniform,) * records
    point = tuple(map(Fraction, outcome)) or (ZERO,) * len(rows)
    return Release(rows, alpha, decay, held, point, unit=unit)


def distance(one: Row, other: Row) -> Fraction:
    """Return the l1 distance of two points.

    Examples
    --------
    >>> distance((Fraction(1), Fraction(0)), (Fraction(0), Fraction(2)))
    Fraction(3, 1)
    """
    top, bottom = 0, 1  # integers, mostly over 1: fractions would take several times as long
    for a, c in zip(one, other, strict=True):
        both = a.denominator * c.denominator
        gap = abs(a.numerator * c.denominator - c.numerator * a.denominator)
        top, bottom = top * both + gap * bottom, bottom * both
    return Fraction(top, bottom)


def favouring(alpha: Fraction, classes: int, j: int) -> Row:
    """Return the vertex of Q_alpha that favours class j: all other classes have probability alpha.

    Examples
    --------
    >>> favouring(Fraction(1, 4), 2, 0)
    (Fraction(3, 4), Fraction(1, 4))
    """
    return tuple(alpha + (1 - classes * alpha) * (i == j) for i in range(classes))


def _listed(numbers: Row) -> str:
    return f"({', '.join(map(str, numbers))})"
