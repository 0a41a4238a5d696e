"""The vocabulary of one outcome under several priors, and the sampling of its instances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import ClassVar

from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import ConditionCheck, Domain, Judgement
from pmlsym.statements.binders import PRIORS, Both, Drawn, Mixed, NamedPrior
from pmlsym.statements.bound import BoundStatement, Vocabulary
from pmlsym.statements.clauses import Condition
from pmlsym.statements.generator.kernels import EDGES, mixed, positive
from pmlsym.statements.likelihoods.outcome import OneOutcome, Row, SeenOutcome
from pmlsym.statements.likelihoods.priors import (
    display,
    display_latex,
    named,
    prior_words,
    quantities,
)
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfBound, OfPrior, Parameter, Term, walk
from pmlsym.statements.text.latex import term_latex
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.text.words import measure_words
from pmlsym.statements.values import ONE, ZERO, Undefined, Unseparated, Value, holds

# --- sampling -------------------------------------------------------------------------------------

_SIZES = (2, 2, 3, 3, 4)
_PARTS = (0, 1, 50, 99, 100)  # per cent of the largest level


def rows_of(number: int, random: Random) -> tuple[Row, ...]:
    """Sample a small kernel, edge cases first.

    Examples
    --------
    >>> {sum(row) for row in rows_of(1, Random(0))}
    {Fraction(1, 1)}
    """
    early = number < 3 * len(EDGES)
    kind = EDGES[number % len(EDGES)] if early else random.choice((mixed, positive))
    rows = kind(random, [1] * random.choice(_SIZES))
    return tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)


def column(number: int, random: Random) -> Row:
    """Sample the likelihoods P(y|x) of a possible outcome y.

    Examples
    --------
    >>> column(0, Random(3))
    (Fraction(9, 10), Fraction(1, 10))
    """
    rows = rows_of(number, random)
    y = random.choice([y for y in range(len(rows[0])) if any(row[y] for row in rows)])
    return tuple(row[y] for row in rows)


def weighed(size: int, random: Random, zeros: bool = False) -> Row:
    """Sample a prior; with `zeros`, some secrets may have probability 0.

    Examples
    --------
    >>> sum(weighed(3, Random(0)))
    Fraction(1, 1)
    """
    weights = [random.choice((1, 1, 2, 3, 7, 60)) for _ in range(size)]
    if zeros:
        kept = random.randrange(size)
        weights = [w * (x == kept or random.random() < 0.5) for x, w in enumerate(weights)]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def draw(
    number: int, random: Random, priors: Sequence[Drawn], levels: Sequence[str], shares: set[str]
) -> OneOutcome:
    """Sample an outcome with priors, shares from 0 to 1, and other levels."""
    likelihoods = column(number, random)
    rows: list[tuple[str, Row]] = []
    for place, prior in enumerate(priors):
        if prior.single:
            ends = (min(likelihoods), max(likelihoods), random.choice(likelihoods))
            sure = likelihoods.index(ends[number % 3])
            row = tuple(Fraction(x == sure) for x in range(len(likelihoods)))
        elif number % 5 == 2 and rows and place:
            row = rows[-1][1]
        else:
            row = weighed(len(likelihoods), random, zeros=(number + place) % 3 == 1)
        rows.append((prior.name, row))
    numbers = [(name, _number(name in shares, likelihoods, random)) for name in levels]
    return OneOutcome(likelihoods, tuple(rows), tuple(numbers))


def _number(is_share: bool, likelihoods: Row, random: Random) -> Value:
    if is_share:
        return Fraction(random.randint(0, 8), 8)
    low, part = min(likelihoods), Fraction(random.choice(_PARTS), 100)
    most = max(likelihoods) / low if low else Fraction(random.choice((2, 10, 1000)))
    return log(1 + (most - 1) * part)


# --- vocabulary -----------------------------------------------------------------------------------

_MEANING = {
    **{name: measure_words(name, "a secret that the prior allows") for name in MEASURES},
    "chance": "chance is the probability of y",
    "least": "least is the smallest P(y|x) of a secret that the prior allows",
    "most": "most is the largest P(y|x) of a secret that the prior allows",
}


@dataclass(frozen=True)
class Likelihoods(Vocabulary):
    """The quantities of statements about every outcome of a mechanism, under named priors.

    The names of quantities are ``pml_P``, ``pmc_P``, ``ldp_P`` at the outcome under the prior P,
    ``chance_P`` for the probability of the outcome, ``least_P`` and ``most_P`` for the extreme
    likelihoods of the secrets with positive probability under P, and ``share_Q`` for the share of a
    mixed prior.

    Parameters
    ----------
    priors : the priors that are bound, components before their compositions.

    Raises
    ------
    StatementError
        If a prior is missing, or the share of a mixed prior depends on that prior or on a later
        one.
    """

    noun: ClassVar[str] = "priors"
    binders: ClassVar[tuple[type, ...]] = PRIORS

    priors: tuple[NamedPrior, ...]

    def __post_init__(self) -> None:
        known: set[str] = set()
        secrets: dict[str, int] = {}  # how many independent ones each prior is of
        for prior in self.priors:
            if not known.issuperset(prior.of):
                missing = next(name for name in prior.of if name not in known)
                raise StatementError(f"`{prior}` needs the binder of {missing} before it.")
            numbers = [secrets[name] for name in prior.of] or [1]
            if isinstance(prior, Mixed) and len(set(numbers)) > 1:
                sizes = " and ".join(map(str, numbers))
                raise StatementError(f"`{prior}` mixes priors of {sizes} secrets.")
            secrets[prior.name] = sum(numbers) if isinstance(prior, Both) else numbers[0]
            for kind, name in quantities(*shares_of(prior)):
                if name not in known:
                    raise StatementError(
                        f"The share in {prior.name} speaks of {kind}_{name}, but {name} is not "
                        f"among the priors before {prior.name}."
                    )
            known.add(prior.name)

    @classmethod
    def of(cls, asked: Statement) -> Likelihoods:
        """Return the vocabulary of a statement with its binders."""
        return cls(tuple(one for one in asked.binders if isinstance(one, PRIORS)))

    def terms(self, conditions: Statement) -> tuple[Term, ...]:
        """Return all terms of a statement: those of its conditions, and its shares."""
        return (*conditions.terms, *shares_of(*self.priors))

    def refuse(self, conditions: Statement) -> None:
        """Raise `StatementError` if the conditions depend on anything that is not bound."""
        for term in self.terms(conditions):
            if term.variables or any(isinstance(part, OfPrior | OfBound) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about an outcome.")
        known = {prior.name for prior in self.priors}
        mixed = {prior.name for prior in self.priors if isinstance(prior, Mixed)}
        for kind, name in quantities(*self.terms(conditions)):
            if name not in (mixed if kind == "share" else known):
                raise StatementError(f"{kind}_{name} is of no prior that is bound.")

    def is_quantity(self, name: str) -> bool:
        """Whether a name is that of a quantity rather than of a parameter."""
        return named(name) is not None

    def domain(self, conditions: Statement, parameters: tuple[str, ...]) -> Domain[OneOutcome]:
        """Return the domain of instances, without parameters and preconditions in its words."""
        drawn = [prior for prior in self.priors if isinstance(prior, Drawn)]
        shares = {
            prior.share.name
            for prior in self.priors
            if isinstance(prior, Mixed) and isinstance(prior.share, Parameter)
        }
        words = ["every finite alphabet, every outcome y of a mechanism"]
        words += map(prior_words, self.priors)
        single = r"\text{ on one secret}"
        laws = "".join(rf",\ {prior.name}{single if prior.single else ''}" for prior in drawn)

        def drawing(number: int, random: Random) -> OneOutcome:
            return draw(number, random, drawn, parameters, shares)

        latex = rf"P_{{Y \mid X}},\ y{laws}{self._definitions}"
        return Domain(", ".join(words), latex, OneOutcome, drawing)

    @property
    def _definitions(self) -> str:
        """The definitions of the composed priors, for math mode."""
        found = ""
        for prior in self.priors:
            if isinstance(prior, Both):
                found += rf",\ {prior.name} = {prior.one} \times {prior.other}"
            if isinstance(prior, Mixed):
                share = self.latex(prior.plain)
                parts = rf"{share} \, {prior.one} + (1 - {share}) \, {prior.other}"
                found += rf",\ {prior.name} = {parts}"
                if prior.plain != prior.share:
                    found += rf",\ {share} = {self.latex(prior.share)}"
        return found

    def meaning(self, conditions: Statement) -> str:
        """Return the sentences that define the quantities of a statement; may be empty."""
        used = dict.fromkeys(sorted(kind for kind, _ in quantities(*self.terms(conditions))))
        meanings = "; ".join(_MEANING[kind] for kind in used if kind != "share")
        return f" Here, under the prior in brackets, {meanings}." if meanings else ""

    def values(self, instance: OneOutcome) -> SeenOutcome:
        """Return the values of the quantities on an instance, from their definitions."""
        return SeenOutcome(instance, self.priors)

    def words(self, text: object) -> str:
        """Return a text with the quantities as people write them."""
        return display(text)

    def latex(self, term: Term) -> str:
        """Return a term as LaTeX for math mode."""
        return display_latex(term_latex(term))

    def lacks(self, instance: OneOutcome, parameters: tuple[str, ...]) -> str:
        """Name what an instance lacks that the statement needs, in a sentence; empty if nothing."""
        rows, numbers = dict(instance.priors), dict(instance.parameters)
        for prior in self.priors:
            if isinstance(prior, Drawn) and prior.name not in rows:
                return f"priors has no {prior.name}."
            if isinstance(prior, Drawn) and prior.single and max(rows[prior.name]) != 1:
                return f"priors has a {prior.name} that is not sure of one secret."
        missing = [name for name in parameters if name not in numbers]
        return f"parameters has no {', '.join(missing)}." if missing else ""

    def judge(self, said: BoundStatement[Likelihoods], instance: OneOutcome) -> Judgement:
        """Evaluate a statement on an outcome, on which a mixture may be no prior."""
        no_priors = self._no_priors(instance)
        if no_priors is None:
            return Judgement(None, None, ConditionCheck("every share is from 0 to 1", None))
        if not no_priors:
            return said.judged(instance)
        # where a mixture is no prior, only conditions on shares can still be evaluated
        kept = tuple(one for one in said.unbound.claimed if not _uses(one, no_priors))
        kept = tuple(one for one in kept if any(k == "share" for k, _ in quantities(*one.terms)))
        if not kept or said.unbound.both_ways:
            return Judgement(False, None, ConditionCheck("every share is from 0 to 1", False))
        return BoundStatement(replace(said.statement, conclusion=kept), self).judged(instance)

    def _no_priors(self, instance: OneOutcome) -> frozenset[str] | None:
        """Return the names of mixtures whose share is outside [0, 1], and of their compositions.

        None if undecided whether there is one.
        """
        seen, found, open_ = self.values(instance), set[str](), False
        for prior in self.priors:
            if not found.isdisjoint(prior.of):
                found.add(prior.name)
            elif isinstance(prior, Mixed):
                try:
                    share = seen.value(prior.share)
                    inside = (holds(share, ">=", ZERO), holds(share, "<=", ONE))
                except Undefined:
                    inside = (False, False)
                except Unseparated:
                    inside = (None, None)
                if False in inside:
                    found.add(prior.name)
                open_ = open_ or (None in inside and False not in inside)
        return frozenset(found) if found or not open_ else None


def shares_of(*priors: NamedPrior) -> tuple[Term, ...]:
    """Return the shares of the mixed priors."""
    return tuple(prior.share for prior in priors if isinstance(prior, Mixed))


def _uses(condition: Condition, names: frozenset[str]) -> bool:
    """Whether a condition uses a quantity of one of these priors other than its share."""
    return any(kind != "share" and name in names for kind, name in quantities(*condition.terms))
