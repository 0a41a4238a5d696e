"""Leakage measures as terms: at an outcome, at the worst outcome, and on average."""

from __future__ import annotations

from dataclasses import dataclass, field

from pmlsym.formulas.averages import AVERAGES, AverageName
from pmlsym.formulas.measures import MEASURES, MeasureName
from pmlsym.formulas.posteriors import POSTERIORS, PosteriorName
from pmlsym.statements.definitions import OF_ANSWER, OF_DISTRIBUTION, OVERALL, check_defined
from pmlsym.statements.terms import ATOM, Term, parameters_of
from pmlsym.statements.text.vocabulary import OUTCOMES, VARIABLES, StatementError


def check_secret(secret: str, outcomes: tuple[str, ...]) -> None:
    """Refuse a channel whose secret is no variable, or is among its own outcomes."""
    if secret not in VARIABLES:
        raise StatementError(f"The secret is {secret!r}, but has to be X, Y or Z.")
    if not outcomes:
        raise StatementError("A channel needs at least one outcome.")
    for name in outcomes:
        if name.upper() not in VARIABLES:
            raise StatementError(f"An outcome is {name!r}, but has to be one of X, Y, Z, x, y, z.")
    upper = [name.upper() for name in outcomes]
    if len({secret, *upper}) <= len(upper):
        raise StatementError(
            f"{secret}->{','.join(outcomes)} names a variable twice, but secret and outcomes have "
            "to differ."
        )


@dataclass(frozen=True)
class Leakage(Term):
    """A leakage measure of a channel, at an outcome (lower case) or at the worst (capitals).

    Parameters
    ----------
    kind : the name of the measure.
    secret : X, Y or Z, with its distribution as the prior.
    observed : the observed variables, all in lower case or all in capitals, in any order.
    given : outcomes known before, in lower case: the prior is the secret's distribution given them.

    Raises
    ------
    StatementError
        If the variables do not fit together.

    Examples
    --------
    >>> str(Leakage("pml", "X", ("z",), ("y",)))
    'pml(X->z|y)'
    """

    kind: MeasureName
    secret: str
    observed: tuple[str, ...]
    given: tuple[str, ...] = ()
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_defined(self.kind, MEASURES)
        check_secret(self.secret, (*self.observed, *self.given))
        if not self.observed:
            raise StatementError(f"{self.kind} needs an outcome, as in {self.kind}(X->y).")
        small = [name in OUTCOMES for name in self.observed]
        if any(small) and not all(small):
            raise StatementError(
                f"{','.join(self.observed)} mixes outcomes with variables: write all in lower case "
                "(at every outcome), or all in capitals (the worst)."
            )
        if not all(name in OUTCOMES for name in self.given):
            raise StatementError(
                f"given is {','.join(self.given)}, but has to be outcomes in lower case."
            )
        # sorted, as the order does not matter, so that equal measures are equal terms
        object.__setattr__(self, "observed", tuple(sorted(self.observed)))
        object.__setattr__(self, "given", tuple(sorted(self.given)))

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcomes, in lower case, on which the term depends."""
        return frozenset(name for name in (*self.observed, *self.given) if name in OUTCOMES)

    @property
    def variables(self) -> frozenset[str]:
        """The variables X, Y, Z of the measure."""
        return frozenset(n.upper() for n in (self.secret, *self.observed, *self.given))

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        given = f"|{','.join(self.given)}" if self.given else ""
        return f"{self.kind}({self.secret}->{','.join(self.observed)}{given})", ATOM


@dataclass(frozen=True)
class Overall(Term):
    """A measure of the whole channel, such as mutual information, or the entropy of a variable.

    Examples
    --------
    >>> str(Overall("mutual_information", "X", ("Y",))), str(Overall("H", "X", ()))
    ('mutual_information(X;Y)', 'H(X)')
    """

    kind: AverageName
    secret: str
    observed: tuple[str, ...]
    level: Term | None = None
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_defined(self.kind, OVERALL)
        row = AVERAGES[self.kind]
        if not row.arrow and self.observed:
            raise StatementError(f"{self.kind} is of a variable alone, without outcomes.")
        alone = row.may_be_alone and self.secret in VARIABLES and not self.observed
        if not alone:
            check_secret(self.secret, self.observed)
        if not all(name in VARIABLES for name in self.observed):
            raise StatementError(
                f"{self.kind} is about the whole channel, so it takes capitals, as in "
                f"{Overall(self.kind, 'X', ('Y',))}."
            )
        object.__setattr__(self, "observed", tuple(sorted(self.observed)))
        if (self.level is not None) != row.has_level:
            word, letter = ("an order", "a") if row.has_order else ("a level", "e")
            channel = f"X{row.arrow}Y" if row.arrow else "X"
            raise StatementError(
                f"{self.kind} needs {word}, as in {self.kind}({channel}; {letter})."
                if self.level is None
                else f"{self.kind} has no level."
            )
        if self.level is not None:
            self._check_level(self.level)
            self._measure_depth()

    def _check_level(self, level: Term) -> None:
        if level.variables or parameters_of(level) & OF_ANSWER.keys():
            word = "order" if AVERAGES[self.kind].has_order else "level"
            raise StatementError(f"The {word} {level} of {self.kind} depends on a channel.")

    @property
    def parts(self) -> tuple[Term, ...]:
        """The direct subterms."""
        return () if self.level is None else (self.level,)

    @property
    def variables(self) -> frozenset[str]:
        """The variables X, Y, Z of the measure."""
        return frozenset((self.secret, *self.observed))

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        seen = f"{AVERAGES[self.kind].arrow}{','.join(self.observed)}" if self.observed else ""
        level = "" if self.level is None else f"; {self.level}"
        return f"{AVERAGES[self.kind].word}({self.secret}{seen}{level})", ATOM


@dataclass(frozen=True)
class OfPosterior(Term):
    """A number of the distribution of a secret given an outcome, such as ``H(X|y)``.

    Examples
    --------
    >>> str(OfPosterior("H", "X", ("z", "y")))
    'H(X|y,z)'
    """

    kind: AverageName
    secret: str
    observed: tuple[str, ...]
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_defined(self.kind, OF_DISTRIBUTION)
        check_secret(self.secret, self.observed)
        if not all(name in OUTCOMES for name in self.observed):
            raise StatementError(
                f"{','.join(self.observed)} mixes outcomes with variables: write all in lower case "
                "(at every outcome), or all in capitals (on average)."
            )
        object.__setattr__(self, "observed", tuple(sorted(self.observed)))

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcomes, in lower case, on which the term depends."""
        return frozenset(self.observed)

    @property
    def variables(self) -> frozenset[str]:
        """The variables X, Y, Z of the number."""
        return frozenset((self.secret, *map(str.upper, self.observed)))

    @property
    def averaged(self) -> Overall:
        """The mean of the number over the outcomes, which has a name."""
        return Overall(self.kind, self.secret, tuple(map(str.upper, self.observed)))

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"{self.kind}({self.secret}|{','.join(self.observed)})", ATOM


@dataclass(frozen=True)
class PosteriorDivergence(Term):
    """A divergence of the posterior at an outcome from the prior.

    Examples
    --------
    >>> str(PosteriorDivergence("tv", "X", ("y",)))
    'tv(X->y)'
    """

    kind: PosteriorName
    secret: str
    observed: tuple[str, ...]
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_defined(self.kind, POSTERIORS)
        check_secret(self.secret, self.observed)
        if not all(name in OUTCOMES for name in self.observed):
            raise StatementError(
                f"{','.join(self.observed)} mixes outcomes with variables: write all in lower case "
                "(posterior and prior), or all in capitals (rows of two secrets)."
            )
        object.__setattr__(self, "observed", tuple(sorted(self.observed)))

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcomes on which the term depends."""
        return frozenset(self.observed)

    @property
    def variables(self) -> frozenset[str]:
        """The variables X, Y, Z of the divergence."""
        return frozenset((self.secret, *map(str.upper, self.observed)))

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"{self.kind}({self.secret}->{','.join(self.observed)})", ATOM


@dataclass(frozen=True)
class NumberOfOutcomes(Term):
    """The number of values of Y, or of Z, that have a positive probability.

    Examples
    --------
    >>> str(NumberOfOutcomes("Y"))
    '|Y|'
    """

    variable: str
    depth: int = field(default=1, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.variable not in ("Y", "Z"):
            raise StatementError(f"|{self.variable}| has to be |Y| or |Z|; of secrets there are n.")

    @property
    def variables(self) -> frozenset[str]:
        """The variable."""
        return frozenset((self.variable,))

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"|{self.variable}|", ATOM


@dataclass(frozen=True)
class MeanOverOutcomes(Term):
    """The mean of a term over the outcomes on which it depends.

    Examples
    --------
    >>> str(MeanOverOutcomes(Leakage("pml", "X", ("y",))))
    'E[pml(X->y)]'
    """

    term: Term
    depth: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.term.outcomes:
            raise StatementError(
                f"{self} takes a mean, but {self.term} does not change with an outcome: "
                "write one in lower case, as in E[pml(X->y)]."
            )
        self._measure_depth()

    @property
    def parts(self) -> tuple[Term, ...]:
        """The direct subterms."""
        return (self.term,)

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcomes, in lower case, on which the term depends."""
        return frozenset()

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"E[{self.term}]", ATOM
