"""The vocabulary of histograms and workloads released with noise, and the sampling of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from pmlsym.statements.assertion import Compared, Domain, Quantity, whole_class
from pmlsym.statements.binders import OF_RELEASES, Binned, Queried
from pmlsym.statements.bound import BoundStatement, Vocabulary
from pmlsym.statements.clauses import Condition
from pmlsym.statements.instances.released.histogram import Histogram, as_kind, identity
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.releases import LATEX, WORDS, Sizes, known, releases
from pmlsym.statements.releases.quantities import (
    MEANINGS,
    NAMES,
    NEEDS,
    SIZES,
    SeenRelease,
    display,
    latex,
)
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfBound, OfPrior, Parameter, Term, parameters_of, walk
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError

# --- sampling -------------------------------------------------------------------------------------

HISTOGRAM, WORKLOAD = map(str, (Binned(), Queried()))  # the binders
HISTOGRAMS = (
    "every histogram of n independent records in k bins with priors in Q_alpha, alpha in "
    "(0, 1/k], every scale b > 0, record i and outcome y"
)
HISTOGRAMS_LATEX = r"\forall n,k,\ \alpha\in(0,\tfrac1k],\ b>0,\ P_X\in\mathcal Q_\alpha,\ i,\ y"
_BOUNDS = "every workload W, alpha in (0, 1/k] and scale b > 0"
_BOUNDS_LATEX = r"\forall W,\ \alpha\in(0,\tfrac1k],\ b>0"
# the quantifier by the parts of an instance on which a statement depends
_QUANTIFIERS = {
    "outcome": (WORDS, LATEX),
    "priors": (
        "every workload W, alpha in (0, 1/k], scale b > 0, n independent records with priors in "
        "Q_alpha and record i",
        rf"{_BOUNDS_LATEX},\ n,\ P_X\in\mathcal Q_\alpha,\ i",
    ),
    "records": (
        "every workload W, alpha in (0, 1/k], scale b > 0 and number n of records",
        rf"{_BOUNDS_LATEX},\ n",
    ),
    "": (_BOUNDS, _BOUNDS_LATEX),
}


def histograms(records: int = 3, classes: int = 4, tries: int = 200) -> Domain[Release]:
    """Return the domain of released histograms; the arguments limit the sizes of samples.

    Examples
    --------
    >>> from itertools import islice
    >>> for instance in islice(histograms().all(), 1):
    ...     print(instance.classes, instance.records)
    2 1
    """
    sizes = Sizes(records, classes, classes, histogram=True)
    drawn = releases(sizes, HISTOGRAMS, HISTOGRAMS_LATEX, tries)

    def draw(number: int, random: Random) -> Release:
        instance = drawn.draw(number, random)
        return known(as_kind(Histogram, instance, identity(instance.classes), instance.outcome))

    return Domain(HISTOGRAMS, HISTOGRAMS_LATEX, Histogram, draw, tries, outside=whole_class)


# --- vocabulary -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReleasedData(Vocabulary):
    """The quantities of statements about workloads or histograms that are released with noise.

    The names of quantities are ``alpha`` and ``b``, the floor of the probabilities and the scale of
    the noise, ``k``, ``m`` and ``records`` for the numbers of classes, queries and records,
    ``leak`` for the leakage l(D_i -> y) of one of the independent records at an outcome, ``worst``
    for the largest at any outcome, ``least`` for the smallest probability of a class of that
    record, ``largest`` for the largest leakage over outcomes and priors, ``largest_of_one`` and
    ``largest_of_more`` for that of one record, and of one record more, ``dp`` for the smallest
    level of differential privacy, ``sensitivity``, ``diameter`` for the largest distance of two
    columns of the workload, ``spread``, and ``corner`` and ``triangle`` for the bounds (5) and (7)
    of `linear`.

    Parameters
    ----------
    of_histograms : whether the workload counts every class.
    records, classes, queries, databases : the largest numbers of each in tests; the queries of a
        histogram are its classes.
    tests : the number of instances on which a ledger check evaluates the statement.

    Raises
    ------
    StatementError
        If a size is no whole number, or too small.
    """

    noun: ClassVar[str] = "releases"
    binders: ClassVar[tuple[type, ...]] = OF_RELEASES

    of_histograms: bool
    records: int = 3
    classes: int = 4
    tests: int = 200
    queries: int = 2
    databases: int = 64

    def __post_init__(self) -> None:
        sizes = ("records", 1), ("classes", 2), ("tests", 1), ("queries", 1), ("databases", 1)
        for name, least in sizes:
            given = getattr(self, name)
            if type(given) is not int or given < least:
                raise StatementError(f"{name} is {given!r}, but has to be {least} at least.")

    @classmethod
    def of(cls, asked: Statement, **sizes: int) -> ReleasedData:
        """Return the vocabulary of a statement with its binder, and the sizes of its tests."""
        if not asked.binders:
            raise StatementError(f"{asked} needs the binder `{HISTOGRAM}:`.")
        return cls(isinstance(asked.binders[0], Binned), **sizes)

    def refuse(self, conditions: Statement) -> None:
        """Raise `StatementError` if the conditions depend on anything that is not bound."""
        for term in conditions.terms:
            if term.variables or any(isinstance(part, OfPrior | OfBound) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about a release.")
            for name in sorted(parameters_of(term) - {*NAMES}):
                raise StatementError(f"{name} is none of {', '.join(NAMES)}.")

    def is_quantity(self, name: str) -> bool:
        """Whether a name is that of a quantity rather than of a parameter."""
        return name in NAMES

    @property
    def preconditions(self) -> tuple[Condition, ...]:
        """At least two classes."""
        return (_MORE_BINS,)

    def domain(self, conditions: Statement, parameters: tuple[str, ...]) -> Domain[Release]:
        """Return the domain of instances, without preconditions in its words."""
        if self.of_histograms:
            return histograms(self.records, self.classes, self.tests)
        used = {name for term in conditions.terms for name in parameters_of(term)}
        needs = {NEEDS[name] for name in used}
        words, line = next(said for part, said in _QUANTIFIERS.items() if part in (*needs, ""))
        sizes = Sizes(self.records, self.queries, self.classes, self.databases)
        return releases(sizes, words, line, self.tests)

    def meaning(self, conditions: Statement) -> str:
        """Return the sentences that define the quantities of a statement; may be empty."""
        used = {name for term in conditions.terms for name in parameters_of(term)}
        if "worst" in used:
            used.discard("leak")  # the description of `worst` includes it
        meanings = "; ".join(said for name, said in MEANINGS.items() if name in used)
        return f" Here {meanings}." if meanings else ""

    def values(self, instance: Release) -> SeenRelease:
        """Return the values of the quantities on an instance, from their definitions."""
        return SeenRelease(instance)

    def words(self, text: object) -> str:
        """Return a text with the quantities as people write them."""
        return display(text)

    def latex(self, term: Term) -> str:
        """Return a term as LaTeX for math mode."""
        return latex(term)

    def quantity(self, term: Term) -> Quantity[Release]:
        """Return a term as a quantity of releases, with its size if it counts something."""
        counts = isinstance(term, Parameter) and term.name in SIZES
        return replace(super().quantity(term), size=counts)

    def compared(self, condition: Condition) -> Compared[Release]:
        """Return a condition as a comparison of quantities of releases."""
        return replace(super().compared(condition), degenerate=condition == _DEPENDENT)


def about_releases(text: str, **sizes: int) -> BoundStatement[ReleasedData]:
    """Return the statement of a text with the binder ``histogram`` or ``workload``.

    Parameters
    ----------
    text : the statement.
    **sizes : of its tests, as in `ReleasedData`: `records`, `classes`, `queries`, ... .

    Raises
    ------
    ParseError
        If the text is no statement; the message names the column.
    StatementError
        If the binder is missing, the conditions depend on anything else, or a size is too small.

    Examples
    --------
    >>> said = about_releases("histogram N records, k bins: leak <= 2/b")
    >>> print(said.words())
    For every histogram of n independent records in k bins with priors in Q_alpha, alpha in
    (0, 1/k], every scale b > 0, record i and outcome y, provided that k >= 2: l(D_i -> y) <= 2/b.
    Here l(D_i -> y) is the logarithm of the largest ratio of the density of y given the class of
    the record and the density of y.
    >>> said.trial(20).violations
    0
    >>> about_releases("workload W, N records: leak <= corner").trial(40).violations > 0
    True
    """
    asked = parse(text)
    return BoundStatement(asked, ReleasedData.of(asked, **sizes))


_MORE_BINS = parse("k >= 2").claimed[0]
_DEPENDENT = parse("diameter > 0").claimed[0]  # else nothing depends on the records
