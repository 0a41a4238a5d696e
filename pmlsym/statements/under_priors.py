"""Clauses about the same kernel under other priors: under every prior, some prior, the uniform one.

`UnderPriors` is such a clause. It is a condition on a number that is 1 where it holds, so that it
stands wherever a condition does; the evaluation and the reductions know it by its term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage, NumberOfOutcomes, Overall
from pmlsym.statements.terms import (
    ATOM,
    Function,
    Negative,
    Number,
    OfAnswer,
    OfBound,
    OfPrior,
    Operation,
    Parameter,
    Term,
    walk,
)
from pmlsym.statements.text.vocabulary import StatementError, check_part
from pmlsym.statements.values import ONE

Quantifier: TypeAlias = Literal["every", "some", "uniform"]
_OPENING: dict[Quantifier, str] = {
    "every": "for every prior",
    "some": "there is a prior",
    "uniform": "prior uniform",
}
_CORNER = 40  # how much likelier one secret is than each other one, near a corner


@dataclass(frozen=True)
class HoldsUnder(Term):
    """The number 1 if clauses hold under other priors of the same kernel, else 0.

    Parameters
    ----------
    quantifier : ``"every"`` or ``"some"`` prior with positive entries, or the ``"uniform"`` one.
    clauses : what is said of that prior.
    provided : conditions on the priors of which it is said, as ``pmin >= a``.

    Raises
    ------
    StatementError
        If a clause is about another channel than X->Y, has a hole, or speaks of further priors.
    """

    quantifier: Quantifier
    clauses: tuple[Clause, ...]
    provided: tuple[Condition, ...] = ()
    depth: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_part("clauses", self.clauses, tuple, "a tuple of Conditions and Guarantees")
        for clause in (*self.clauses, *self.provided):
            self._check(clause)
        if not self.clauses:
            raise StatementError(f"{_OPENING[self.quantifier]}: says nothing of it.")
        self._measure_depth()

    def _check(self, clause: Clause) -> None:
        check_part("clause", clause, (Condition, GuaranteeClause), "a Condition or a Guarantee")
        inside = (part for term in clause.terms for part in walk(term))
        quantified = isinstance(clause, GuaranteeClause) and clause.every_prior
        if quantified or any(isinstance(part, HoldsUnder) for part in inside):
            raise StatementError(
                f"{clause} stands inside of what is said of other priors, where no further prior "
                "can be named."
            )
        if clause.has_hole:
            raise StatementError(f"The hole of {clause} cannot stand under another prior.")
        for condition in conditions_of((clause,)):
            for part in condition.parts:
                other = isinstance(part, Leakage | Overall) and part.secret != "X"
                if other or "Z" in part.variables or isinstance(part, OfAnswer | OfBound):
                    raise StatementError(
                        f"Under another prior only what is about X->Y is supported, but not {part}."
                    )

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The clauses as conditions, guarantees included."""
        return conditions_of(self.clauses)

    @property
    def parts(self) -> tuple[Term, ...]:
        """All terms that are compared, and all levels."""
        return tuple(term for clause in (*self.provided, *self.clauses) for term in clause.terms)

    @property
    def outcomes(self) -> frozenset[str]:
        """No outcomes: the clauses are about all of them."""
        return frozenset()

    @property
    def variables(self) -> frozenset[str]:
        """X and Y."""
        return frozenset(("X", "Y"))

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        provided = f" with {' and '.join(map(str, self.provided))}" if self.provided else ""
        said = " and ".join(map(str, self.clauses))
        return f"({_OPENING[self.quantifier]}{provided}: {said})", ATOM


@dataclass(frozen=True)
class UnderPriors(Condition):
    """A clause about the same kernel under other priors.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(parse("(there is a prior: PML(e)) => LDP(e)").hypotheses[0])
    (there is a prior: PML(e))
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.left, HoldsUnder) or self.terms[1:] != (Number(ONE),):
            raise StatementError("A clause about other priors has to be made by under_priors.")

    @property
    def of(self) -> HoldsUnder:
        """What is said of other priors."""
        assert isinstance(self.left, HoldsUnder)
        return self.left

    def __str__(self) -> str:
        return str(self.left)


def under_priors(
    quantifier: Quantifier, clauses: Sequence[Clause], provided: Sequence[Condition] = ()
) -> UnderPriors:
    """Return the clause that something holds under other priors of the same kernel.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(under_priors("uniform", parse("PML(e)").conclusion))
    (prior uniform: PML(e))
    """
    found = HoldsUnder(quantifier, tuple(clauses), tuple(provided))
    return UnderPriors(found, "=", Number(ONE))


def conditions_of(clauses: Sequence[Clause]) -> tuple[Condition, ...]:
    """Return clauses as conditions, guarantees included."""
    return tuple(
        part
        for clause in clauses
        for part in (clause.conditions if isinstance(clause, GuaranteeClause) else (clause,))
    )


@dataclass(frozen=True)
class UniformMean(Term):
    """The mean lift of an outcome under the uniform prior: how much likelier that makes it.

    It has no spelling of its own; reductions write leakages under the uniform prior with it.
    """

    outcome: str = "y"
    depth: int = field(default=1, init=False, compare=False, repr=False)

    @property
    def outcomes(self) -> frozenset[str]:
        """The outcome."""
        return frozenset((self.outcome,))

    @property
    def variables(self) -> frozenset[str]:
        """X and the variable of the outcome."""
        return frozenset(("X", self.outcome.upper()))

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"uniform_mean(X->{self.outcome})", ATOM


def is_prior_free(condition: Condition) -> bool:
    """Whether a condition is about the kernel alone, so that it holds under all priors or none.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> [is_prior_free(parse(f"{text}(X->Y) <= e").claimed[0]) for text in ("ldp", "pml", "tv")]
    [True, False, True]
    """
    return all(map(_is_prior_free, condition.parts))


def _is_prior_free(part: Term) -> bool:
    if isinstance(part, Leakage):
        of_all = MEASURES[part.kind].is_prior_free and not part.given
        return of_all and part.variables == {"X", "Y"} and part.secret == "X"
    if isinstance(part, Overall):
        of_kernel = AVERAGES[part.kind].form in ("extreme", "rows")
        return of_kernel and part.secret == "X" and part.observed == ("Y",)
    if isinstance(part, NumberOfOutcomes):
        return part.variable == "Y"
    if isinstance(part, OfPrior):
        return part.name == "n"
    return isinstance(part, Number | Parameter | Operation | Function | Negative)


def least_mass(provided: Sequence[Condition]) -> Term | None:
    """Return a if priors are restricted by ``pmin >= a`` alone, and a is free of the prior.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(least_mass(parse("a/2 <= pmin").claimed))
    a/2
    """
    if len(provided) != 1:
        return None
    (one,) = provided
    least, sign, most = one.left, one.sign, one.right
    if sign == ">=":
        least, sign, most = most, "<=", least
    if sign != "<=" or most != OfPrior("pmin") or not is_prior_free(Condition(least, "=", least)):
        return None
    return None if least.outcomes else least


# --- priors of a kernel ---------------------------------------------------------------------------


def with_prior(law: Law, masses: Sequence[Fraction]) -> Law:
    """Return the law with the same kernel under another prior.

    Examples
    --------
    >>> with_prior(Law((2, 2), (3, 1, 1, 3)), (Fraction(1, 3), Fraction(2, 3))).weights
    (3, 1, 2, 6)
    """
    secrets, outcomes = law.shape
    joint = [
        Fraction(law.weights[x * outcomes + y], law.total) * masses[x] / law.prior[x]
        for x in range(secrets)
        for y in range(outcomes)
    ]
    return Law.of_fractions(law.shape, joint)


def corners(secrets: int, others: Fraction) -> Iterator[tuple[Fraction, ...]]:
    """Yield the priors in which all secrets but one have the probability `others`.

    Examples
    --------
    >>> [str(mass) for mass in next(corners(3, Fraction(1, 4)))]
    ['1/2', '1/4', '1/4']
    """
    for rest in range(secrets):
        yield tuple(1 - (secrets - 1) * others if x == rest else others for x in range(secrets))


def priors_to_try(law: Law, least: Fraction | None = None) -> Iterator[tuple[Fraction, ...]]:
    """Yield the prior of a law, the uniform one, and some near the corners of the simplex.

    With `least` the vertices of the polytope of all priors with pmin >= least come first.
    """
    secrets = law.shape[0]
    tried = [law.prior, (Fraction(1, secrets),) * secrets]
    if least is not None and 0 < least * secrets <= 1:
        tried = [law.prior, *corners(secrets, least), *tried[1:]]
    tried += corners(secrets, Fraction(1, _CORNER + secrets))
    yield from dict.fromkeys(tried)


def bound_of(condition: Condition) -> tuple[str, Term] | None:
    """Return measure and level of an upper bound on pml, pmc or ldp at every outcome; else None.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> str(bound_of(parse("pml(X->Y) <= 2*e").claimed[0])[1])
    '2*e'
    """
    if condition.sign != "<=" or not isinstance(condition.left, Leakage):
        return None
    left, level = condition.left, condition.right
    plain = left.variables == {"X", "Y"} and left.secret == "X" and not left.given
    if not plain or level.outcomes or not MEASURES[left.kind].is_quotient:
        return None
    return (left.kind, level) if is_prior_free(Condition(level, "=", level)) else None
