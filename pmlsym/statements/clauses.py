"""Clauses of statements: conditions and guarantees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, TypeAlias

from pmlsym.formulas.measures import GUARANTEES, GuaranteeName
from pmlsym.proof.evaluation.balls import COMPARISONS
from pmlsym.statements.definitions import check_defined
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall, check_secret
from pmlsym.statements.structures import Prior, Structure
from pmlsym.statements.terms import (
    ATOM,
    SUM,
    Hole,
    Number,
    OfPrior,
    Term,
    operation,
    replaced,
    walk,
)
from pmlsym.statements.text.vocabulary import (
    TURNED,
    VARIABLES,
    Comparison,
    StatementError,
    check_part,
)
from pmlsym.statements.values import ONE


@dataclass(frozen=True)
class Condition:
    """A comparison of two terms, at every outcome (or pair) that they name in lower case.

    Examples
    --------
    >>> from pmlsym.statements.terms import Parameter
    >>> str(Condition(Leakage("pml", "X", ("y",)), "<=", Parameter("a")))
    'pml(X->y) <= a'
    """

    left: Term
    sign: Comparison
    right: Term

    def __post_init__(self) -> None:
        check_part("left", self.left, Term, "a term, as parse_term gives it")
        check_part("right", self.right, Term, "a term, as parse_term gives it")
        check_defined(self.sign, COMPARISONS)
        if self.has_hole and (self.left == self.right or self.sign not in ("<=", ">=")):
            raise StatementError(
                f"The best bound in {self} is that of a term from above, <= ?, or from below, >= ?."
            )

    @property
    def terms(self) -> tuple[Term, Term]:
        """The left and the right side."""
        return self.left, self.right

    @property
    def has_hole(self) -> bool:
        """Whether a side is a hole ?, so that the best bound of the other one is asked for."""
        return isinstance(self.left, Hole) or isinstance(self.right, Hole)

    @property
    def asked(self) -> Condition:
        """The same condition with its hole on the right side."""
        if not isinstance(self.left, Hole):
            return self
        return Condition(self.right, TURNED[self.sign], self.left)

    @cached_property
    def parts(self) -> tuple[Term, ...]:
        """Both sides and all terms inside them."""
        return (*walk(self.left), *walk(self.right))

    @cached_property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes at which the condition is required, in lower case, sorted."""
        return tuple(sorted(self.left.outcomes | self.right.outcomes))

    def mapped(self, leaf: Callable[[Term], Term]) -> Condition:
        """Return the condition with the leaves of both sides replaced, everywhere inside them."""
        return Condition(everywhere(self.left, leaf), self.sign, everywhere(self.right, leaf))

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True)
class Indicator(Term):
    """The number 1 at outcomes at which conditions hold, and 0 at others: the body of a `Chance`.

    It has no value where a side of one of the conditions has none.
    """

    conditions: tuple[Condition, ...]
    depth: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        check_part("conditions", self.conditions, tuple, "a tuple of Conditions")
        for condition in self.conditions:
            check_part("condition", condition, Condition, "a Condition")
        if not self.conditions:
            raise StatementError("A probability is of at least one condition.")
        if any(condition.has_hole for condition in self.conditions):
            raise StatementError(f"A hole ? cannot stand inside of P[{self}].")
        self._measure_depth()

    @property
    def parts(self) -> tuple[Term, ...]:
        """The direct subterms."""
        return tuple(side for condition in self.conditions for side in condition.terms)

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return " and ".join(map(str, self.conditions)), SUM


@dataclass(frozen=True)
class Chance(MeanOverOutcomes):
    """The probability, over the outcomes, that conditions hold.

    Examples
    --------
    >>> from pmlsym.statements.terms import Parameter
    >>> large = Condition(Leakage("pml", "X", ("y",)), ">", Parameter("e"))
    >>> str(Chance(Indicator((large,))))
    'P[pml(X->y) > e]'
    """

    term: Indicator

    def __post_init__(self) -> None:
        check_part("term", self.term, Indicator, "an Indicator")
        super().__post_init__()

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions that hold with this probability."""
        return self.term.conditions

    def text_and_level(self) -> tuple[str, int]:
        """Return the text, and how tightly it binds."""
        return f"P[{self.term}]", ATOM


def everywhere(term: Term, leaf: Callable[[Term], Term]) -> Term:
    """Return a term with its leaves replaced, also inside means, probabilities and levels.

    Examples
    --------
    >>> from pmlsym.statements.terms import Parameter
    >>> large = Chance(Indicator((Condition(Leakage("pml", "X", ("y",)), ">", Parameter("e")),)))
    >>> print(everywhere(large, lambda one: Parameter("a") if one == Parameter("e") else one))
    P[pml(X->y) > a]
    """

    def outer(one: Term) -> Term:
        if isinstance(one, Chance):
            return Chance(Indicator(tuple(of.mapped(leaf) for of in one.conditions)))
        if isinstance(one, MeanOverOutcomes):
            return MeanOverOutcomes(everywhere(one.term, leaf))
        if isinstance(one, Overall) and one.level is not None:
            return leaf(replace(one, level=everywhere(one.level, leaf)))
        return leaf(one)

    return replaced(term, outer)


@dataclass(frozen=True)
class Through:
    """A channel, named by its secret and the observed variables: ``X->Y``, ``Y->Z``, ``X->Y,Z``.

    Examples
    --------
    >>> str(Through("X", ("Y", "Z")))
    'X->Y,Z'
    """

    secret: str
    observed: tuple[str, ...]

    def __post_init__(self) -> None:
        check_secret(self.secret, self.observed)
        if not all(name in VARIABLES for name in self.observed):
            raise StatementError("A guarantee is of a whole channel, so it takes capitals: X->Y.")
        object.__setattr__(self, "observed", tuple(sorted(self.observed)))

    def __str__(self) -> str:
        return f"{self.secret}->{','.join(self.observed)}"


@dataclass(frozen=True)
class GuaranteeClause:
    """PML, PMC, LDP, LIP, ALIP or another guarantee of a channel; without `of` the one from X to Y.

    Parameters
    ----------
    kind : the name of the guarantee.
    levels : terms or holes, as many as the guarantee has; ALIP takes the lower level first. One
        level d more makes it approximate: it holds with a probability of at least 1 - d.
    of : the channel, where the statement has several.
    every_prior : whether the kernel has the guarantee under every prior with positive entries. For
        each guarantee of the papers that is LDP at its least level (`pmc`, Thm 1 and Thm 5).

    Raises
    ------
    StatementError
        If the number of levels is wrong, or a level depends on an outcome, or on the prior where
        the guarantee is for every prior.

    Examples
    --------
    >>> from pmlsym.statements.terms import Parameter
    >>> str(GuaranteeClause("ALIP", (Parameter("a"), Hole())))
    'ALIP(a, ?)'
    """

    kind: GuaranteeName
    levels: tuple[Term, ...]
    of: Through | None = None
    every_prior: bool = False

    def __post_init__(self) -> None:
        check_defined(self.kind, GUARANTEES)
        check_part("levels", self.levels, tuple, "a tuple of terms")
        for level in self.levels:
            check_part("level", level, Term, "a term, as parse_term gives it, or a Hole")
        check_part("of", self.of, (Through, type(None)), "a Through or None")
        wanted = GUARANTEES[self.kind].levels
        if len(self.levels) != wanted and not self.is_approximate:
            levels = {1: "one level", 2: "two levels"}.get(wanted, f"{wanted} levels")
            raise StatementError(
                f"{self.kind} has {levels}, but "
                f"{len(self.levels)} {'is' if len(self.levels) == 1 else 'are'} given."
            )
        for level in self.levels:
            if level.outcomes:
                raise StatementError(
                    f"The level {level} of {self.kind} changes with the outcome: write a condition "
                    "on the measure instead."
                )
        if self.every_prior:
            self._check_prior_free()

    def _check_prior_free(self) -> None:
        if self.is_approximate:
            raise StatementError(f"{self} is not supported for every prior, as it may fail.")
        if self.has_hole:
            raise StatementError("A hole ? cannot stand in a guarantee for every prior.")
        if any(isinstance(part, OfPrior) for level in self.terms for part in walk(level)):
            raise StatementError(f"The level of {self.kind} for every prior depends on the prior.")
        if self.of is not None and self.of.secret != "X":
            raise StatementError(f"The prior is that of X, but {self.kind} is of {self.of}.")
        others = {measure for measure, _ in GUARANTEES[self.kind].bounded} - {"pml", "pmc", "ldp"}
        if others:
            raise StatementError(
                f"{self.kind} bounds {min(others)}, of which no form for every prior is known."
            )

    @property
    def has_hole(self) -> bool:
        """Whether a level is a hole ?, so that the best level is asked for."""
        return any(isinstance(level, Hole) for level in self.levels)

    @property
    def is_approximate(self) -> bool:
        """Whether the last level is the probability with which the guarantee may fail."""
        row = GUARANTEES[self.kind]
        return bool(row.approximate) and len(self.levels) == row.levels + 1

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """The definition of the guarantee, as conditions at every outcome; none for a hole.

        Under every prior the largest lift, or one over the smallest, comes as near as one likes to
        the largest ratio of two lifts, which is the same under all of them. An approximate
        guarantee is one condition on the probability of the others.
        """
        through = self.of or Through("X", ("Y",))
        seen = tuple(name.lower() for name in through.observed)
        bounded = GUARANTEES[self.kind].bounded
        pairs = [
            ("ldp" if self.every_prior else measure, self.levels[place])
            for measure, place in bounded
        ]
        found = (
            Condition(Leakage(kind, through.secret, seen), "<=", level)
            for kind, level in pairs
            if not isinstance(level, Hole)
        )
        if not self.is_approximate:
            return tuple(dict.fromkeys(found))
        failing, bounds = self.levels[-1], tuple(found)
        if isinstance(failing, Hole) or len(bounds) < len(pairs):
            return ()
        if GUARANTEES[self.kind].approximate == "hockey_stick":
            upper = tuple(map(str.upper, seen))
            return tuple(
                Condition(Overall("hockey_stick", through.secret, upper, one.right), "<=", failing)
                for one in bounds
            )
        surely = operation("-", Number(ONE), failing)
        return (Condition(Chance(Indicator(bounds)), ">=", surely),)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The levels that are terms, not holes."""
        return tuple(level for level in self.levels if not isinstance(level, Hole))

    def __str__(self) -> str:
        of = f" of {self.of}" if self.of else ""
        text = f"{self.kind}({', '.join(map(str, self.levels))}){of}"
        return f"(for every prior: {text})" if self.every_prior else text


Clause: TypeAlias = Condition | GuaranteeClause


class Clauses(Protocol):
    """The parts of a statement that its rendering in English and in LaTeX needs."""

    @property
    def conclusion(self) -> tuple[Clause, ...]:
        """The clauses that are claimed."""

    @property
    def hypotheses(self) -> tuple[Clause, ...]:
        """The clauses that are assumed."""

    @property
    def structure(self) -> tuple[Structure, ...]:
        """Assumptions about the variables, their alphabets and the prior."""

    @property
    def where(self) -> tuple[Condition, ...]:
        """Conditions on the parameters."""

    @property
    def both_ways(self) -> bool:
        """Whether the statement is an equivalence."""

    @property
    def terms(self) -> tuple[Term, ...]:
        """All terms that are compared, and all levels."""

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters."""

    @property
    def nonnegative(self) -> frozenset[str]:
        """The names of the parameters that are at least 0."""

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the random variables."""

    @property
    def size(self) -> tuple[int, int | None]:
        """The least and the largest number of secrets."""

    @property
    def prior(self) -> Prior | None:
        """The prior, where it is fixed."""
