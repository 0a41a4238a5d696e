"""Statements about histograms and workloads that are released with Laplace noise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.statements.assertion import (
    Assertion,
    Compared,
    Domain,
    Judgement,
    Quantity,
    whole_class,
)
from pmlsym.statements.assertion.read_as import ReadWithProvisos, assertion_of
from pmlsym.statements.binders import Binned, Queried
from pmlsym.statements.clauses import Condition
from pmlsym.statements.instances.released.histogram import Histogram, as_kind, identity
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.releases import LATEX, WORDS, Sizes, releases
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
from pmlsym.statements.values import Value

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
        return as_kind(Histogram, instance, identity(instance.classes), instance.outcome)

    return Domain(HISTOGRAMS, HISTOGRAMS_LATEX, Histogram, draw, tries, outside=whole_class)


# --- statements -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfReleases(ReadWithProvisos):
    """A statement about every workload, or every histogram, with Laplace noise on each answer.

    The names of quantities are ``alpha`` and ``b``, the floor of the probabilities and the scale of
    the noise, ``k``, ``m`` and ``records`` for the numbers of classes, queries and records,
    ``leak`` for the leakage l(D_i -> y) of one of the independent records at an outcome, ``worst``
    for the largest at any outcome, ``least`` for the smallest probability of a class of that
    record, ``largest`` for the largest leakage over outcomes and priors, ``largest_of_one`` and
    ``largest_of_more`` for that of one record, and of one record more, ``dp`` for the smallest
    level of differential privacy, ``sensitivity``, ``diameter`` for the largest distance of two
    columns of the workload, ``spread``, and ``corner`` and ``triangle`` for the bounds (5) and (7)
    of `linear`. A conclusion without a value fails.

    Parameters
    ----------
    statement : the binder, ``histogram N records, k bins`` or ``workload W, N records``, and
        conditions.
    records, classes, queries, databases : the largest numbers of each in tests; the queries of a
        histogram are its classes.
    tests : the number of instances on which a ledger check evaluates the statement.

    Raises
    ------
    StatementError
        If the conditions depend on anything else.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> said = OfReleases(parse("histogram N records, k bins: leak <= 2/b"))
    >>> print(said.words())
    For every histogram of n independent records in k bins with priors in Q_alpha, alpha in
    (0, 1/k], every scale b > 0, record i and outcome y, provided that k >= 2: l(D_i -> y) <= 2/b.
    Here l(D_i -> y) is the logarithm of the largest ratio of the density of y given the class of
    the record and the density of y.
    >>> said.trial(20).violations
    0
    >>> OfReleases.of("workload W, N records: leak <= corner").trial(40).violations > 0
    True
    """

    statement: Statement
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
        self._check_conditions(Binned, Queried)
        if not self.statement.binders:
            raise StatementError(f"{self.statement} needs the binder `{HISTOGRAM}:`.")
        for term in self.unbound.terms:
            if term.variables or any(isinstance(part, OfPrior | OfBound) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about a release.")
            for name in sorted(parameters_of(term) - {*NAMES}):
                raise StatementError(f"{name} is none of {', '.join(NAMES)}.")

    @classmethod
    def of(
        cls,
        text: str,
        records: int = 3,
        classes: int = 4,
        tests: int = 200,
        queries: int = 2,
        databases: int = 64,
    ) -> OfReleases:
        """Return the statement of a text, with the sizes of its tests.

        Raises
        ------
        ParseError
            If the text is no statement; the message names the column.
        """
        return cls(parse(text), records, classes, tests, queries, databases)

    @property
    def of_histograms(self) -> bool:
        """Whether the statement is about histograms, the workloads that count every class."""
        return isinstance(self.statement.binders[0], Binned)

    @cached_property
    def unbound(self) -> Statement:
        """The statement without its binders."""
        return replace(self.statement, binders=())

    @property
    def used(self) -> set[str]:
        """The names of the quantities in the conditions."""
        return {name for term in self.unbound.terms for name in parameters_of(term)}

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        used = set(self.used)
        if "worst" in used:
            used.discard("leak")  # the description of `worst` includes it
        meanings = "; ".join(said for name, said in MEANINGS.items() if name in used)
        line = self._assertion.words()
        return f"{line} Here {meanings}." if meanings else line

    def judge(self, instance: object) -> Judgement:
        """Evaluate the statement on a release, from the definitions.

        Raises
        ------
        ParameterError
            If the object is of another class than Release, or than Histogram for a histogram.
        """
        if not self.covers(instance):
            raise ParameterError(
                f"The instance is a {type(instance).__name__}, but the statement is about every "
                f"{self.about.__name__}, with Laplace noise."
            )
        return self._judged(instance)

    def instances(self, seed: int = 0) -> Iterator[Release]:
        """Yield instances without end, edge cases first; the same seed gives the same ones."""
        return self._over.all(seed)

    # --- as an assertion --------------------------------------------------------------------------

    @cached_property
    def _assertion(self) -> Assertion[Release]:
        return assertion_of(self._over, self.unbound, _compared)

    @property
    def _where(self) -> tuple[Compared[Release], ...]:
        """The preconditions: at least two bins, and the `where` of the statement."""
        return tuple(map(_compared, (_MORE_BINS, *self.unbound.where)))

    @cached_property
    def _over(self) -> Domain[Release]:
        drawn = self._drawn
        given = " and ".join(map(display, (_MORE_BINS, *self.unbound.where)))
        lines = r",\ ".join(_compared(one).latex for one in (_MORE_BINS, *self.unbound.where))
        return replace(
            drawn,
            words=f"{drawn.words}, provided that {given}",
            latex=rf"{drawn.latex},\ {lines}",
            outside=None if self.of_histograms else whole_class,
        )

    @property
    def _drawn(self) -> Domain[Release]:
        if self.of_histograms:
            return histograms(self.records, self.classes, self.tests)
        needs = {NEEDS[name] for name in self.used}
        words, line = next(said for part, said in _QUANTIFIERS.items() if part in (*needs, ""))
        sizes = Sizes(self.records, self.queries, self.classes, self.databases)
        return releases(sizes, words, line, self.tests)


_MORE_BINS = parse("k >= 2").claimed[0]
_DEPENDENT = parse("diameter > 0").claimed[0]  # else nothing depends on the records


def _compared(condition: Condition) -> Compared[Release]:
    left, right = _side(condition.left), _side(condition.right)
    return Compared(left, condition.sign, right, degenerate=condition == _DEPENDENT)


def _side(term: Term) -> Quantity[Release]:
    def of(instance: Release) -> Value:
        return SeenRelease(instance).value(term)

    counts = isinstance(term, Parameter) and term.name in SIZES
    return Quantity(display(term), latex(term), of, size=counts)
