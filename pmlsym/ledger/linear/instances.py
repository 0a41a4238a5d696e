"""Instances of the claims on linear queries, with the quantities that no text names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from types import MappingProxyType

from pmlsym.statements.arithmetic import add, exp, log, minus
from pmlsym.statements.assertion import Domain, Property, Quantity, whole_class
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.instances.rationals import Row, fraction, numbers, of_class
from pmlsym.statements.instances.released.bounds import corner, exact, level, scores, triangle_terms
from pmlsym.statements.instances.released.release import Release, favouring, release
from pmlsym.statements.instances.released.releases import Sizes, releases
from pmlsym.statements.instances.released.worst import worst_leakage, worst_outcome
from pmlsym.statements.releases import WORKLOAD, ReleasedData, about_releases
from pmlsym.statements.values import ONE, LogOf, Value

# --- quantities of one release, and of two --------------------------------------------------------

# --- quantities of a release ---------------------------------------------------------------------


def of(text: str, latex: str, measured: Callable[[Release], Value]) -> Quantity[Release]:
    """Return a named quantity of releases."""
    return Quantity(text, latex, measured)


LEAK = of("l(D_i -> y)", r"\ell(D_i\to y)", lambda instance: instance.pml)
FIVE = of("(5)", "(5)", lambda instance: log(corner(instance)))
SEVEN = of("(7)", "(7)", lambda instance: log(max(triangle_terms(instance))))
EPS_DP = of("eps_DP of (4)", r"\varepsilon_{\mathrm{DP}}", level)
DP = of(
    "the smallest eps with eps-DP",
    r"\min\{\varepsilon:\varepsilon\text{-DP}\}",
    lambda instance: instance.dp,
)
LOG_FLOOR = of("log(1/alpha)", r"\log\tfrac1\alpha", lambda instance: LogOf(1 / instance.alpha))
QUERIES: Quantity[Release] = Quantity(
    "m", "m", lambda instance: Fraction(instance.queries), size=True
)
CLASSES: Quantity[Release] = Quantity(
    "k", "k", lambda instance: Fraction(instance.classes), size=True
)
WORST = of(
    "L_n (the largest l(D_i -> y) over Q_alpha and y)",
    r"L_n=\max_{P_X\in\mathcal Q_\alpha,\,y}\ell(D_i\to y)",
    lambda instance: worst_leakage(instance, instance.records),
)
WORST_NEXT = of(
    "L_(n+1)", "L_{n+1}", lambda instance: worst_leakage(instance, instance.records + 1)
)
WORST_ONE = of("L_1", "L_1", lambda instance: worst_leakage(instance, 1))
WORST_OUTCOME = of(
    "max_y l(D_i -> y)",
    r"\max_y\ell(D_i\to y)",
    lambda instance: worst_outcome(instance).pml,
)


def number(n: int) -> Quantity[Release]:
    """Return a whole number as a quantity of every release."""
    return Quantity(str(n), str(n), lambda _: Fraction(n), size=True)


def _differ(instance: Release) -> bool:
    return len(set(instance.columns)) > 1


COLUMNS_DIFFER = Property(
    "two columns of W differ", r"\exists j,r:\ w_j\ne w_r", _differ, degenerate=True
)


def at_ends(instance: Release, column: Row) -> bool:
    """Whether a column has the least or the largest entry of every row."""
    ends = [(min(row), max(row)) for row in instance.workload]
    return all(entry in pair for entry, pair in zip(column, ends, strict=True))


# --- a release with other numbers beside its own -------------------------------------------------


@dataclass(frozen=True)
class Beside:
    """A release with another floor, another scale and slopes.

    Parameters
    ----------
    release : the release.
    floor : another floor.
    decay : e^(-unit/b') of another scale b'.
    slopes : one for each query, in [-1, 1].

    Raises
    ------
    InputError
        If a number is out of its range.
    """

    release: Release
    floor: Fraction
    decay: Fraction
    slopes: Row

    def __post_init__(self) -> None:
        own = of_class("release", self.release, (Release,))
        vars(self).update(
            floor=fraction("floor", self.floor, above=0, most=Fraction(1, own.classes)),
            decay=fraction("decay", self.decay, above=0, below=1),
            slopes=numbers("slopes", self.slopes, own.queries, least=-1, most=1),
        )

    def __str__(self) -> str:
        slopes = ", ".join(map(str, self.slopes))
        return f"{self.release}; alpha' = {self.floor}, decay of b' = {self.decay}, s = ({slopes})"

    def as_dict(self) -> dict[str, object]:
        """Return the release and the other numbers as plain data for JSON."""
        return {
            **self.release.as_dict(),
            "other floor": str(self.floor),
            "other decay": str(self.decay),
            "slopes": list(map(str, self.slopes)),
        }


def with_floor(instance: Beside) -> Release:
    """Return the release with the other floor, under a new prior that respects it."""
    k = instance.release.classes
    own = instance.release
    prior = favouring(instance.floor, k, 0)
    return Release(own.workload, instance.floor, own.decay, (prior,), own.outcome, 0, own.unit)


def with_scale(instance: Beside) -> Release:
    """Return the release with the other scale."""
    own = instance.release
    return Release(
        own.workload, own.alpha, instance.decay, own.priors, own.outcome, own.record, own.unit
    )


def sloped(instance: Beside) -> Value:
    """Return -log sum_j p_j e^(<s, w_r - w_j>/b) for the best class r, p the record's prior."""
    own = instance.release
    c = scores(own, instance.slopes)
    falls = [exact(own.fall(x - min(c))) for x in c]  # slopes of a half: the decays are squares
    pairs = zip(own.priors[own.record], falls, strict=True)
    return log(1 / sum((p * fall for p, fall in pairs), Fraction(0)))


TILTED_AT = Quantity[Beside](
    "-log min_r sum_j p_j e^(<s, w_r - w_j>/b)",
    r"\max_r-\log\sum_jp_je^{\langle s,w_r-w_j\rangle/b}",
    sloped,
)


def beside(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity of the release itself."""
    return Quantity(quantity.text, quantity.latex, lambda instance: quantity.of(instance.release))


DIFFER_BESIDE = Property[Beside](
    COLUMNS_DIFFER.text,
    COLUMNS_DIFFER.latex,
    lambda instance: _differ(instance.release),
    degenerate=True,
)
SMALLER_FLOOR = Property[Beside](
    "alpha' < alpha", r"\alpha'<\alpha", lambda instance: instance.floor < instance.release.alpha
)


def at_floor(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity with the other floor alpha'."""
    return Quantity(
        f"{quantity.text} at alpha'",
        rf"{quantity.latex}\big|_{{\alpha'}}",
        lambda instance: quantity.of(with_floor(instance)),
    )


def at_scale(quantity: Quantity[Release]) -> Quantity[Beside]:
    """Return a quantity with the other scale b'."""
    return Quantity(
        f"{quantity.text} at b'",
        rf"{quantity.latex}\big|_{{b'}}",
        lambda instance: quantity.of(with_scale(instance)),
    )


def gap(quantity: Quantity[Release]) -> Quantity[Release]:
    """Return eps_DP minus a bound."""
    return of(
        f"eps_DP - {quantity.text}",
        rf"\varepsilon_{{\mathrm{{DP}}}}-{quantity.latex}",
        lambda instance: add(level(instance), minus(quantity.of(instance))),
    )


def exponential(value: Value) -> Fraction:
    """Return e^value, where it is rational."""
    return exact(exp(value))


# --- releases of many sizes -----------------------------------------------------------------------

# the largest sizes of tests, and their number
SMALL_SIZES = MappingProxyType({"records": 2, "classes": 3, "tests": 100})
WIDE_SIZES = MappingProxyType({"records": 1, "queries": 3, "classes": 5})
COUNTED_SIZES = MappingProxyType(
    {"records": 2, "queries": 2, "classes": 3, "databases": 9, "tests": 60}
)
ONE_RECORD_SIZES = MappingProxyType({"records": 1, "classes": 5, "tests": 80})


def of_workloads(text: str, **sizes: int) -> BoundStatement[ReleasedData]:
    """Return the statement that conditions make about every workload, with the sizes of tests."""
    return about_releases(f"{WORKLOAD}: {text}", **sizes)


_BOUNDS = "every workload W, alpha in (0, 1/k] and scale b > 0"
_BOUNDS_LATEX = r"\forall W,\ \alpha\in(0,\tfrac1k],\ b>0"
_COUNTED = "every workload W, alpha in (0, 1/k], scale b > 0 and number n of records"
_COUNTED_LATEX = rf"{_BOUNDS_LATEX},\ n"

RELEASES = releases(outside=whole_class)
WIDE = releases(Sizes(records=1, queries=3, classes=5), _BOUNDS, _BOUNDS_LATEX, outside=whole_class)
COUNTED = releases(
    Sizes(records=2, queries=2, classes=3, databases=9),
    _COUNTED,
    _COUNTED_LATEX,
    tries=60,
    outside=whole_class,
)
ONE_RECORD = releases(
    Sizes(records=1, queries=2, classes=5), _BOUNDS, _BOUNDS_LATEX, 80, whole_class
)
WIDE_SOME = replace(
    WIDE, words="a workload W, alpha in (0, 1/k] and a scale b > 0", latex=r"W,\ \alpha,\ b"
)

_SQUARES = (Fraction(1, 4), Fraction(4, 9), Fraction(9, 16), Fraction(1, 9), Fraction(81, 100))


_ONE = Sizes(records=1)


def besides(words: str, latex: str, sizes: Sizes = _ONE, tries: int = 200) -> Domain[Beside]:
    """Return releases with another floor, another scale and slopes as instances of an assertion.

    The own prior favours one class, and e^(-1/b) is a square, so that slopes of a half keep
    everything rational.

    Examples
    --------
    >>> from itertools import islice
    >>> for instance in islice(besides("every W", "").all(), 1):
    ...     print(str(instance).partition("; ")[2])
    alpha' = 1/4, decay of b' = 9/16, s = (1)
    """
    plain = releases(sizes)

    def draw(number: int, random: Random) -> Beside:
        own = plain.draw(number, random)
        decay = random.choice(_SQUARES)
        priors = list(own.priors)
        priors[own.record] = favouring(own.alpha, own.classes, random.randrange(own.classes))
        held = Release(
            own.workload, own.alpha, decay, tuple(priors), own.outcome, own.record, own.unit
        )
        halves = (Fraction(1), Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(-1, 2))
        slopes = [Fraction(1)] * own.queries
        if number % 3:
            slopes = [random.choice(halves) for _ in slopes]
        shares = (Fraction(1, 2), Fraction(9, 10), Fraction(1, 1000), Fraction(1))
        floor = own.alpha * shares[number % 4]
        other = (decay, Fraction(1, 100), decay / 2, decay * decay)[number % 4]
        return Beside(held, floor, other, tuple(slopes))

    return Domain(words, latex, Beside, draw, tries)


FLOORED = besides(
    f"{_BOUNDS}, alpha' in (0, alpha]", rf"{_BOUNDS_LATEX},\ \alpha'\in(0,\alpha]", tries=100
)
SLOPED = besides(
    f"{_COUNTED}, and slopes s in [-1, 1]^m",
    rf"{_COUNTED_LATEX},\ s\in[-1,1]^m",
    Sizes(records=2, queries=2, classes=3, databases=9),
    tries=50,
)
ONE_QUERY_SLOPED = besides(
    "every query W of one row, alpha in (0, 1/k], b > 0 and slope s in [-1, 1]",
    r"m=1:\ \forall W,\ \alpha\in(0,\tfrac1k],\ b>0,\ s\in[-1,1]",
    Sizes(records=1, queries=1, classes=5),
    tries=100,
)
RESCALED = besides(f"{_BOUNDS}, b' <= b", rf"{_BOUNDS_LATEX},\ b'\le b", tries=100)


def listed(
    words: str, latex: str, instances: tuple[Release, ...], rest: Domain[Release], tries: int
) -> Domain[Release]:
    """Return instances of which some given ones come first.

    Examples
    --------
    >>> listed("all", "", (), RELEASES, 5).tries
    5
    """

    def draw(number: int, random: Random) -> Release:
        return (
            instances[number]
            if number < len(instances)
            else rest.draw(number - len(instances), random)
        )

    return Domain(words, latex, Release, draw, tries)


_SMALL_TABLES = releases(Sizes(records=2, queries=2, classes=3, databases=9))


def _unsided(number: int, random: Random) -> Release:
    """Return one record and, mostly, a workload for which (5) < (7)."""
    found = _SMALL_TABLES.draw(number, random)
    for _ in range(30):
        if corner(found) < max(triangle_terms(found)):
            break
        k, m = random.choice(((3, 2), (3, 3), (4, 2), (5, 1)))
        table = [[random.randint(-1, 2) for _ in range(k)] for _ in range(m)]
        alpha = random.choice((Fraction(1, k), Fraction(1, 2 * k), Fraction(1, 20)))
        found = release(table, alpha, random.choice(_SQUARES))
    return found


def _shared(number: int, random: Random) -> Release:
    """Return two or three records and any small workload, or mostly one for which (5) < (7)."""
    found = (_SMALL_TABLES.draw if number % 2 else _unsided)(number, random)
    return found.under(found.priors[:1] * (3 if found.classes < 4 and number % 4 == 1 else 2))


TWO_OR_MORE = Domain(
    "every workload W, alpha in (0, 1/k], scale b > 0 and number n >= 2 of records",
    rf"{_BOUNDS_LATEX},\ n\ge2",
    Release,
    _shared,
    tries=60,
    outside=lambda instance: (
        "" if instance.records > 1 else "There have to be two records or more."
    ),
)

# --- single instances that the claims name --------------------------------------------------------

HALF, THIRD, QUARTER, FIFTH = (Fraction(1, n) for n in (2, 3, 4, 5))
_WAVELETS = (
    (1, 1, 1, 1, 1, 1, 1, 1),
    (1, 1, 1, 1, -1, -1, -1, -1),
    (1, 1, -1, -1, 0, 0, 0, 0),
    (0, 0, 0, 0, 1, 1, -1, -1),
    (1, -1, 0, 0, 0, 0, 0, 0),
    (0, 0, 1, -1, 0, 0, 0, 0),
    (0, 0, 0, 0, 1, -1, 0, 0),
    (0, 0, 0, 0, 0, 0, 1, -1),
)
_TENTH = Fraction(1, 10)
ONE_QUERY = release([[0, 0, 1, 2, 2]], FIFTH, QUARTER, outcome=[1])
_PAIR_OF_QUERIES = ((0, 3, 3), (0, 1, -1))


def two_queries(
    records: int,
    alpha: Fraction = QUARTER,
    decay: Fraction = THIRD,
    other: Row = (THIRD, THIRD, THIRD),
) -> Release:
    """Return two queries, the record's prior favouring class 2, the others all alike, y = 0."""
    others = [other] * (records - 1)
    return release(_PAIR_OF_QUERIES, alpha, decay, priors=[favouring(alpha, 3, 1), *others])


TWO_QUERIES = two_queries(1)
MIDDLE_CLASS = release([[0, 1, 2]], QUARTER, HALF, records=2, outcome=[2])
UNSIDED = release([[0, 1, 2], [1, 0, 2], [0, 2, 1]], THIRD, HALF)
DIFFERENT_SIGNS = release([[5, 1, 0], [1, 0, 2]], THIRD, QUARTER)
CONSTANT = release([[1, 1]], HALF, HALF)
COUNTING = release([[0, 1]], HALF, HALF)
COUNTING_TWO = release([[0, 1]], QUARTER, HALF, records=2)
HAAR = release(
    _WAVELETS,
    _TENTH,
    HALF,
    priors=[favouring(_TENTH, 8, 7)],
    outcome=[row[0] for row in _WAVELETS],
)
HAAR_TWO = release(
    _WAVELETS,
    _TENTH,
    HALF,
    priors=[favouring(_TENTH, 8, 7), favouring(_TENTH, 8, 7)],
    outcome=[2 * row[0] for row in _WAVELETS],
)
IDENTITY = release([[int(i == j) for j in range(8)] for i in range(8)], _TENTH, HALF)
IDENTITY_TWO = release(
    IDENTITY.workload,
    _TENTH,
    HALF,
    priors=[favouring(_TENTH, 8, 7)] * 2,
    outcome=[2, *[0] * 7],
)
_ENDS = ((0, 2), (1, 1), (3, 7), (0, 7), (2, 5), (6, 6), (4, 7), (1, 6))


def ranges(ends: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return a workload of ranges over 8 classes, each from one class to another.

    Examples
    --------
    >>> ranges([(0, 2)])
    [[1, 1, 1, 0, 0, 0, 0, 0]]
    """
    return [[int(low <= j <= high) for j in range(8)] for low, high in ends]


RANGES = release(ranges(_ENDS), _TENTH, HALF)
RANGES_ALL = release(ranges([(0, 7)] * 8), _TENTH, HALF)


def _plotted(number: int, random: Random) -> Release:
    """Return a workload of Fig. 1 with one or two records, at an outcome of high leakage."""
    pairs = [sorted((random.randrange(8), random.randrange(8))) for _ in range(8)]
    drawn = ranges([(low, high) for low, high in pairs])
    rows = (IDENTITY.workload, drawn, _WAVELETS, drawn, RANGES_ALL.workload)[number % 5]
    alpha, decay = Fraction(1, random.choice((8, 10, 20, 1000))), random.choice(_SQUARES)
    priors = [favouring(alpha, 8, random.randrange(8)) for _ in range(1 + number % 2)]
    held = random.randrange(8)
    outcome = [len(priors) * row[held] for row in rows]
    return release(rows, alpha, decay, priors=priors, outcome=outcome)


def _not_plotted(instance: Release) -> str:
    """Return why a workload is none of the three kinds of Fig. 1; else empty."""
    rows = instance.workload
    known = rows in (IDENTITY.workload, HAAR.workload)
    blocks = {tuple(map(Fraction, ranges([(a, z)])[0])) for z in range(8) for a in range(z + 1)}
    if known or (len(rows) == 8 and all(row in blocks for row in rows)):
        return ""
    return "The workload has to be the identity, eight ranges, or (9), with 8 classes."


PLOTTED = Domain(
    "the identity, every eight ranges and the Haar workload (9) with k = m = 8, every alpha in "
    "(0, 1/8], b > 0, n, P_X in Q_alpha and y",
    r"\forall W\in\{I_8,\ \text{8 ranges},\ (9)\},\ \alpha\in(0,\tfrac18],\ b>0,\ n,\ "
    r"P_X\in\mathcal Q_\alpha,\ y",
    Release,
    _plotted,
    tries=40,
    outside=_not_plotted,
)
FIGURE_1 = listed(
    "identity, ranges, Haar with k = m = 8 and every other workload W, alpha in (0, 1/k], b > 0",
    _BOUNDS_LATEX,
    (IDENTITY, RANGES, HAAR),
    WIDE,
    tries=100,
)


def _haar(number: int, random: Random) -> Release:
    """Return one or two records, the Haar workload, and the exact answers to a database."""
    alpha, decay = (Fraction(1, random.choice((8, 10, 20, 100))), random.choice(_SQUARES))
    priors = [favouring(alpha, 8, random.randrange(8)) for _ in range(1 + (number % 4 == 3))]
    held = [random.randrange(8) for _ in priors]
    outcome = [sum(row[j] for j in held) for row in _WAVELETS]
    return HAAR if not number else release(_WAVELETS, alpha, decay, priors=priors, outcome=outcome)


HAARS = Domain(
    "the Haar workload (9) with k = 8, every alpha in (0, 1/8], b > 0, n, P_X in Q_alpha and y",
    r"W=(9),\ \forall\alpha\in(0,\tfrac18],\ b>0,\ n,\ P_X\in\mathcal Q_\alpha,\ y",
    Release,
    _haar,
    tries=20,
    outside=lambda instance: (
        "" if instance.workload == HAAR.workload else "The workload has to be that of (9)."
    ),
)


_TWO_FIRST = (  # alpha and e^(-1/b): near the ends of the range, and the witness of Theorem 2
    (QUARTER, THIRD),
    (QUARTER, Fraction(7, 10)),
    (THIRD, Fraction(1, 100)),
    (THIRD, Fraction(99, 100)),
    (_TENTH, Fraction(7, 20)),
    (_TENTH, HALF),
)


def _two_queries(number: int, random: Random) -> Release:
    """Return up to three records and the workload of two queries, with any other priors."""
    alpha, decay = Fraction(random.randint(1, 20), 60), Fraction(random.randint(1, 19), 20)
    if number < len(_TWO_FIRST):
        alpha, decay = _TWO_FIRST[number]
    own = two_queries(1, alpha, decay)
    others = [favouring(alpha, 3, random.randrange(3)) for _ in range(number % 3)]
    return own.under([*own.priors, *others])


def _haar_others(number: int, random: Random) -> Release:
    """Return one or two records and the Haar workload at one scale, with other priors."""
    others = [favouring(_TENTH, 8, random.randrange(8)) for _ in range(number % 2)]
    return release(_WAVELETS, _TENTH, HALF, priors=[favouring(_TENTH, 8, 5), *others])


def _not_two_queries(instance: Release) -> str:
    """Return why a release is outside the domain; other priors of the record may leak less."""
    if instance.workload != TWO_QUERIES.workload:
        return "The workload has to be [0, 3, 3; 0, 1, -1]."
    same = instance.priors[instance.record] == favouring(instance.alpha, 3, 1)
    return "" if same else "The record has to be in class 2 with probability 1 - 2 alpha."


def _not_haar(instance: Release) -> str:
    """Return why a release is outside the domain; other priors of the record may leak less."""
    if (instance.workload, instance.alpha) != (HAAR.workload, _TENTH):
        return "The workload has to be that of (9), and alpha 1/10."
    if instance.fall(ONE) != HALF or instance.priors[instance.record] != favouring(_TENTH, 8, 5):
        return "e^(-1/b) has to be 1/2, and the probability of class 6 3/10."
    if any(mass < _TENTH for prior in instance.priors for mass in prior):
        return "It is read at y = n w_r alone: all other classes have to have probability 1/10."
    return ""


TWO_QUERIES_ANY = Domain(
    "W = [0, 3, 3; 0, 1, -1], every alpha in (0, 1/3] and b > 0, P(D_i = 2) = 1 - 2 alpha, every n "
    "and prior of the others",
    r"W=\begin{pmatrix}0&3&3\\0&1&-1\end{pmatrix},\ \forall\alpha\in(0,\tfrac13],\ b>0,\ "
    r"P(D_i=2)=1-2\alpha,\ \forall n,\ P_{D_j}\ (j\ne i)",
    Release,
    _two_queries,
    tries=30,
    outside=_not_two_queries,
)
HAAR_ANY = Domain(
    "the Haar workload (9), alpha = 1/10, e^(-1/b) = 1/2, P(D_i = 6) = 3/10, every n and prior of "
    "the others",
    r"W=(9),\ \alpha=\tfrac1{10},\ e^{-1/b}=\tfrac12,\ P(D_i=6)=\tfrac3{10},\ \forall n,\ "
    r"P_{D_j}\ (j\ne i)",
    Release,
    _haar_others,
    tries=4,
    outside=_not_haar,
)
