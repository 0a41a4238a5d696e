"""Statements about released histograms, ready to be evaluated and tested."""

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
from pmlsym.statements.binders import Binned
from pmlsym.statements.clauses import Condition
from pmlsym.statements.histograms.quantities import (
    MEANINGS,
    NAMES,
    SIZES,
    SeenHistogram,
    display,
    latex,
)
from pmlsym.statements.instances.released.histogram import Histogram, as_kind, identity
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.releases import Sizes, releases
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfBound, OfPrior, Parameter, Term, parameters_of, walk
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import Value

# --- sampling -------------------------------------------------------------------------------------

HISTOGRAM = str(Binned())  # the binder of a released histogram
HISTOGRAMS = (
    "every histogram of n independent records in k bins with priors in Q_alpha, alpha in "
    "(0, 1/k], every scale b > 0, record i and outcome y"
)
LATEX = r"\forall n,k,\ \alpha\in(0,\tfrac1k],\ b>0,\ P_X\in\mathcal Q_\alpha,\ i,\ y"


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
    drawn = releases(sizes, HISTOGRAMS, LATEX, tries)

    def draw(number: int, random: Random) -> Release:
        instance = drawn.draw(number, random)
        return as_kind(Histogram, instance, identity(instance.classes), instance.outcome)

    return Domain(HISTOGRAMS, LATEX, Histogram, draw, tries, outside=whole_class)


# --- statements -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class OfHistograms(ReadWithProvisos):
    """A statement about every histogram that is released with Laplace noise on each bin.

    The names of quantities are ``alpha`` and ``b``, the floor of the probabilities and the scale of
    the noise, ``k`` for the number of bins, ``leak`` for the leakage l(D_i -> y) of one of the
    independent records at an outcome, ``worst`` for the largest at any outcome, ``least`` for the
    smallest probability of a class of that record, and ``dp`` for the smallest level of
    differential privacy of the release. A conclusion without a value fails.

    Parameters
    ----------
    statement : the binder ``histogram N records, k bins`` and conditions.
    records, classes : the largest numbers of each in tests.
    tests : the number of instances on which a ledger check evaluates the statement.

    Raises
    ------
    StatementError
        If the conditions depend on anything else.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> said = OfHistograms(parse("histogram N records, k bins: leak <= 2/b"))
    >>> print(said.words())
    For every histogram of n independent records in k bins with priors in Q_alpha, alpha in
    (0, 1/k], every scale b > 0, record i and outcome y, provided that k >= 2: l(D_i -> y) <= 2/b.
    Here l(D_i -> y) is the logarithm of the largest ratio of the density of y given the class of
    the record and the density of y.
    >>> said.trial(20).violations
    0
    """

    statement: Statement
    records: int = 3
    classes: int = 4
    tests: int = 200

    def __post_init__(self) -> None:
        for name, least in (("records", 1), ("classes", 2), ("tests", 1)):
            given = getattr(self, name)
            if type(given) is not int or given < least:
                raise StatementError(f"{name} is {given!r}, but has to be {least} at least.")
        self._check_conditions(Binned)
        if not self.statement.binders:
            raise StatementError(f"{self.statement} needs the binder `{HISTOGRAM}:`.")
        for term in self.unbound.terms:
            if term.variables or any(isinstance(part, OfPrior | OfBound) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about a histogram.")
            for name in sorted(parameters_of(term) - {*NAMES}):
                raise StatementError(f"{name} is none of {', '.join(NAMES)}.")

    @classmethod
    def of(cls, text: str, records: int = 3, classes: int = 4, tests: int = 200) -> OfHistograms:
        """Return the statement of a text, with the sizes of its tests.

        Raises
        ------
        ParseError
            If the text is no statement; the message names the column.
        """
        return cls(parse(text), records, classes, tests)

    @cached_property
    def unbound(self) -> Statement:
        """The statement without its binders."""
        return replace(self.statement, binders=())

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        used = {name for term in self.unbound.terms for name in parameters_of(term)}
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
            If the object is no Histogram.
        """
        if not self.covers(instance):
            raise ParameterError(f"The instance is a {type(instance).__name__}, but no Histogram.")
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
        drawn = histograms(self.records, self.classes, self.tests)
        given = " and ".join(map(display, (_MORE_BINS, *self.unbound.where)))
        lines = r",\ ".join(_compared(one).latex for one in (_MORE_BINS, *self.unbound.where))
        return Domain(
            f"{drawn.words}, provided that {given}",
            rf"{drawn.latex},\ {lines}",
            Histogram,
            drawn.draw,
            drawn.tries,
        )


_MORE_BINS = parse("k >= 2").claimed[0]


def _compared(condition: Condition) -> Compared[Release]:
    return Compared(_side(condition.left), condition.sign, _side(condition.right))


def _side(term: Term) -> Quantity[Release]:
    def of(instance: Release) -> Value:
        return SeenHistogram(instance).value(term)

    counts = isinstance(term, Parameter) and term.name in SIZES
    return Quantity(display(term), latex(term), of, size=counts)
