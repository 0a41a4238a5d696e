"""Statements about one outcome under several priors, ready to be evaluated and tested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.formulas.measures import MEASURES
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import (
    Assertion,
    Compared,
    ConditionCheck,
    Domain,
    Judgement,
    Quantity,
)
from pmlsym.statements.assertion.read_as import ReadWithProvisos, assertion_of
from pmlsym.statements.binders import PRIORS, Both, Drawn, Mixed, NamedPrior
from pmlsym.statements.clauses import Condition
from pmlsym.statements.generator.kernels import EDGES, mixed, positive
from pmlsym.statements.likelihoods.outcome import OneOutcome, SeenOutcome
from pmlsym.statements.likelihoods.priors import (
    display,
    display_latex,
    named,
    prior_words,
    quantities,
)
from pmlsym.statements.likelihoods.rows import Row
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Number, OfBound, OfPrior, Parameter, Term, parameters_of, walk
from pmlsym.statements.text.latex import name_latex, term_latex
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


# --- statements -----------------------------------------------------------------------------------

_MEANING = {
    **{name: measure_words(name, "a secret that the prior allows") for name in MEASURES},
    "chance": "chance is the probability of y",
    "least": "least is the smallest P(y|x) of a secret that the prior allows",
    "most": "most is the largest P(y|x) of a secret that the prior allows",
}


@dataclass(frozen=True)
class OfLikelihoods(ReadWithProvisos):
    """A statement about every outcome of a mechanism, under named priors.

    The names of quantities are ``pml_P``, ``pmc_P``, ``ldp_P`` at the outcome under the prior P,
    ``chance_P`` for the probability of the outcome, ``least_P`` and ``most_P`` for the extreme
    likelihoods of the secrets with positive probability under P, and ``share_Q`` for the share of a
    mixed prior. All other names are parameters, which are at least 0. A hypothesis without a value
    does not hold, and a conclusion without one fails.

    Parameters
    ----------
    statement : binders of all priors, components before their compositions, and conditions.

    Raises
    ------
    StatementError
        If a prior is missing, the conditions depend on a channel, or the share of a mixed prior
        depends on that prior or on a later one.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> both = OfLikelihoods(parse("prior P: pmc_P <= ldp_P where chance_P > 0"))
    >>> print(both.words())
    For every finite alphabet, every outcome y of a mechanism, every prior P, provided that
    chance(P) > 0: pmc(P) <= ldp(P). Here, under the prior in brackets, chance is the probability of
    y; ldp is the logarithm of the largest ratio of two lifts (posterior over prior probability of a
    secret that the prior allows), infinite where a secret is ruled out; pmc is minus the logarithm
    of the smallest lift (posterior over prior probability of a secret that the prior allows),
    infinite where a secret is ruled out.
    >>> both.trial(50).violations
    0
    """

    statement: Statement

    def __post_init__(self) -> None:
        self._check_conditions(*PRIORS)
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
        shares = shares_of(*self.priors)
        for term in (*self.unbound.terms, *shares):
            if term.variables or any(isinstance(part, OfPrior | OfBound) for part in walk(term)):
                raise StatementError(f"{term} is about a channel, but has to be about an outcome.")
        mixed = {prior.name for prior in self.priors if isinstance(prior, Mixed)}
        for kind, name in quantities(*self.unbound.terms, *shares):
            if name not in (mixed if kind == "share" else known):
                raise StatementError(f"{kind}_{name} is of no prior that is bound.")

    @cached_property
    def unbound(self) -> Statement:
        """The statement without its binders."""
        return replace(self.statement, binders=())

    @property
    def priors(self) -> tuple[NamedPrior, ...]:
        """The priors that are bound."""
        return tuple(one for one in self.statement.binders if isinstance(one, PRIORS))

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, in alphabetical order."""
        terms = (*self.unbound.terms, *shares_of(*self.priors))
        names = {name for term in terms for name in parameters_of(term)}
        return tuple(sorted(name for name in names if named(name) is None))

    def words(self) -> str:
        """Return the statement in English, with all quantifiers."""
        terms = (*self.unbound.terms, *shares_of(*self.priors))
        used = dict.fromkeys(sorted(kind for kind, _ in quantities(*terms)))
        meanings = "; ".join(_MEANING[kind] for kind in used if kind != "share")
        here = f" Here, under the prior in brackets, {meanings}." if meanings else ""
        return f"{self._assertion.words()}{here}"

    def latex(self) -> str:
        """Return the statement as LaTeX for math mode."""
        line = self._assertion.latex()
        if not self.unbound.where:
            return line
        conditions = r",\; ".join(self._compared(one).latex for one in self.unbound.where)
        return rf"{line} \quad \text{{where }} {conditions}"

    def covers(self, instance: object) -> bool:
        """Whether an object is an OneOutcome with all priors and parameters of the statement."""
        return type(instance) is OneOutcome and not self._lacking(instance)

    def _lacking(self, instance: OneOutcome) -> str:
        """Name the priors or parameters that an instance lacks, in a sentence; else empty."""
        rows, numbers = dict(instance.priors), dict(instance.parameters)
        for prior in self.priors:
            if isinstance(prior, Drawn) and prior.name not in rows:
                return f"priors has no {prior.name}."
            if isinstance(prior, Drawn) and prior.single and max(rows[prior.name]) != 1:
                return f"priors has a {prior.name} that is not sure of one secret."
        missing = [name for name in self.parameters if name not in numbers]
        return f"parameters has no {', '.join(missing)}." if missing else ""

    def judge(self, instance: object) -> Judgement:
        """Evaluate the statement on an outcome, from the definitions.

        Raises
        ------
        ParameterError
            If the object is no OneOutcome, or lacks a prior or a parameter.
        """
        if type(instance) is OneOutcome and (lacking := self._lacking(instance)):
            raise ParameterError(lacking)
        if type(instance) is not OneOutcome:
            return self._judged(instance)
        no_priors = self._no_priors(instance)
        if no_priors is None:
            return Judgement(None, None, ConditionCheck("every share is from 0 to 1", None))
        if not no_priors:
            return self._judged(instance)
        # where a mixture is no prior, only conditions on shares can still be evaluated
        kept = tuple(one for one in self.unbound.claimed if not _uses(one, no_priors))
        kept = tuple(one for one in kept if any(k == "share" for k, _ in quantities(*one.terms)))
        if not kept or self.unbound.both_ways:
            return Judgement(False, None, ConditionCheck("every share is from 0 to 1", False))
        return OfLikelihoods(replace(self.statement, conclusion=kept))._judged(instance)

    def _no_priors(self, instance: OneOutcome) -> frozenset[str] | None:
        """Return the names of mixtures whose share is outside [0, 1], and of their compositions.

        None if undecided whether there is one.
        """
        seen, found, open_ = SeenOutcome(instance, self.priors), set[str](), False
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

    # --- as an assertion --------------------------------------------------------------------------

    @cached_property
    def _assertion(self) -> Assertion[OneOutcome]:
        return assertion_of(self._instances, self.unbound, self._compared)

    @cached_property
    def _where(self) -> tuple[Compared[OneOutcome], ...]:
        """The preconditions: parameters are at least 0, and the `where` of the statement."""
        zero = Number(ZERO)
        signs = (Condition(Parameter(name), ">=", zero) for name in self.parameters)
        return tuple(map(self._compared, (*signs, *self.unbound.where)))

    @cached_property
    def _instances(self) -> Domain[OneOutcome]:
        drawn = [prior for prior in self.priors if isinstance(prior, Drawn)]
        shares = {
            prior.share.name
            for prior in self.priors
            if isinstance(prior, Mixed) and isinstance(prior.share, Parameter)
        }
        parts = [
            "every finite alphabet, every outcome y of a mechanism",
            *map(prior_words, self.priors),
        ]
        parts += [f"every number {name} >= 0" for name in self.parameters]
        if self.unbound.where:
            conditions = " and ".join(display(condition) for condition in self.unbound.where)
            parts[-1] += f", provided that {conditions}"
        single = r"\text{ on one secret}"
        laws = "".join(rf",\ {prior.name}{single if prior.single else ''}" for prior in drawn)
        signs = "".join(rf",\ {name_latex(name)}\ge0" for name in self.parameters)

        def drawing(number: int, random: Random) -> OneOutcome:
            return draw(number, random, drawn, self.parameters, shares)

        return Domain(
            ", ".join(parts),
            rf"P_{{Y \mid X}},\ y{laws}{self._definitions}{signs}",
            OneOutcome,
            drawing,
        )

    @property
    def _definitions(self) -> str:
        """The definitions of the composed priors, for math mode."""
        found = ""
        for prior in self.priors:
            if isinstance(prior, Both):
                found += rf",\ {prior.name} = {prior.one} \times {prior.other}"
            if isinstance(prior, Mixed):
                share = _latex(prior.plain)
                parts = rf"{share} \, {prior.one} + (1 - {share}) \, {prior.other}"
                found += rf",\ {prior.name} = {parts}"
                if prior.plain != prior.share:
                    found += rf",\ {share} = {_latex(prior.share)}"
        return found

    def _compared(self, condition: Condition) -> Compared[OneOutcome]:
        return Compared(self._side(condition.left), condition.sign, self._side(condition.right))

    def _side(self, term: Term) -> Quantity[OneOutcome]:
        def of(instance: OneOutcome) -> Value:
            return SeenOutcome(instance, self.priors).value(term)

        return Quantity(display(term), _latex(term), of)


def shares_of(*priors: NamedPrior) -> tuple[Term, ...]:
    """Return the shares of the mixed priors.

    Examples
    --------
    >>> print(*shares_of(Drawn("P"), Drawn("Q"), Mixed("M", Parameter("theta"), "P", "Q")))
    theta
    """
    return tuple(prior.share for prior in priors if isinstance(prior, Mixed))


def _latex(term: Term) -> str:
    return display_latex(term_latex(term))


def _uses(condition: Condition, names: frozenset[str]) -> bool:
    """Whether a condition uses a quantity of one of these priors other than its share."""
    return any(kind != "share" and name in names for kind, name in quantities(*condition.terms))
