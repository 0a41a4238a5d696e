"""Reduction of statements of the language to goals, and counterexamples from failing goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pmlsym.exact import as_fraction, sympified
from pmlsym.proof.goal import NotProved, read_goal
from pmlsym.proof.kernel.terms import is_name
from pmlsym.proof.language import Term, fresh
from pmlsym.statements.clauses import Condition, Independent
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.model import Exact, Model, exact_parameters
from pmlsym.statements.reading import read
from pmlsym.statements.reductions import averages, expectations, one_outcome, worst_case
from pmlsym.statements.reductions.averages import NO_LEAKAGE
from pmlsym.statements.reductions.encoding import (
    NotReducible,
    parameter_ranges,
    refuse_other_measures,
)
from pmlsym.statements.reductions.extremes import Outcome, lifts, owners
from pmlsym.statements.reductions.priors import ONE_PMIN, PMIN, SPLIT, PriorShape, shapes, uniform
from pmlsym.statements.reductions.result import Case, Reduction, Theorem, case_of
from pmlsym.statements.reductions.several import reduce_several
from pmlsym.statements.reductions.world import NAMES, SymbolicInstance, outcome_symbols
from pmlsym.statements.reductions.writing import Writer
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfPrior, parameters_of

# --- reconstruction of counterexamples ------------------------------------------------------------

_MOST_HALVINGS = 40


@dataclass(frozen=True)
class Named:
    """Reconstruction of a mechanism from the named outcomes of a symbolic instance."""

    shape: PriorShape
    outcomes: tuple[Outcome, ...]

    def model(self, statement: Statement, point: Mapping[str, Exact]) -> Model | None:
        """Return a mechanism with the named outcomes on which the statement fails, if one is found.

        All named outcomes get the same probability. It is halved until the last outcome, which has
        the remaining probability, meets the hypotheses too, as `read` evaluates them.
        """
        symbols = {s for of in self.outcomes for s in (of.high, of.low)} | set(self.shape.known)
        numbers = {s: _rational(point[s.name]) for s in symbols if getattr(s, "name", "") in point}
        if any(number is None for number in numbers.values()):
            return None
        exact = {symbol: number for symbol, number in numbers.items() if number is not None}
        try:
            masses = self.shape.masses(exact)
            vectors = [
                lifts(masses, _value(of.high, exact), _value(of.low, exact))
                for of in self.outcomes
                if masses is not None
            ]
        except KeyError:
            return None
        if masses is None or min(masses) <= 0 or any(vector is None for vector in vectors):
            return None
        values = exact_parameters(
            {name: point.get(name, Fraction(1)) for name in statement.parameters}
        )
        found = [vector for vector in vectors if vector is not None]
        share = Fraction(1, max(len(found), 1))
        for _ in range(_MOST_HALVINGS):
            law = _law(masses, found, share)
            if law is not None:
                model = Model(law, values)
                if read(statement, model).holds is False:
                    return model
            share /= 2
        return None


def _law(masses: Sequence[Fraction], vectors: list[list[Fraction]], share: Fraction) -> Law | None:
    """Return the law of outcomes with these lifts and probability `share`, and one more outcome.

    None if the last outcome would have a negative lift.
    """
    columns = [[share * lift for lift in vector] for vector in vectors]
    rest = [Fraction(1) - sum(column[x] for column in columns) for x in range(len(masses))]
    if min(rest) < 0:
        return None
    if any(rest):
        columns.append(rest)
    joint = [mass * column[x] for x, mass in enumerate(masses) for column in columns]
    return Law.of_fractions((len(masses), len(columns)), joint)


def _value(term: Term, numbers: Mapping[Term, Fraction]) -> Fraction:
    return Fraction(int(term)) if term.is_Integer else numbers[term]


def _rational(number: Exact) -> Fraction | None:
    return as_fraction(sympified(number) if isinstance(number, Fraction) else number)


# --- reduction ------------------------------------------------------------------------------------


def reduce(statement: Statement) -> Reduction:
    """Return the goals of a statement; it holds if all do, and only if all complete ones do.

    Parameters
    ----------
    statement : a statement without holes.

    Raises
    ------
    NotReducible
        If no reduction is known; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> case, = reduce(parse("|X| = 2; prior uniform: PML(e) => PMC(2*e)")).cases
    >>> print(*case.goal.hypotheses[4:], "=>", case.goal.conclusion)
    Eq(v_max, 2 - v_min) v_max <= exp(e) => 1 <= v_min*exp(2*e)
    """
    _check(statement)
    try:
        return (reduce_several if _is_about_several(statement) else _reduce_pair)(statement)
    except (NotProved, RecursionError, OverflowError) as why:
        raise NotReducible(f"What it says cannot be written as a goal: {why}.") from None


def _reduce_pair(statement: Statement) -> Reduction:
    """Return the goals of a statement about the secret X and the outcome Y."""
    ways = [(statement.required, statement.claimed)]
    if statement.both_ways:
        ways.append((statement.claimed, statement.required))
    # X and Y are independent if and only if all lifts are 1
    of_structure = (NO_LEAKAGE,) * any(isinstance(p, Independent) for p in statement.structure)
    joiner = _Joiner(statement)
    cases = [
        case
        for required, claimed in ways
        for conclusion in claimed
        for case in joiner.cases((*of_structure, *statement.where, *required), conclusion)
    ]
    for case in cases:
        read_goal(case.goal)  # raises if the kernel cannot read the goal
    theorems = tuple(dict.fromkeys(joiner.theorems))
    return Reduction(statement, theorems, tuple(cases), of_all_sizes=True)


def _check(statement: Statement) -> None:
    if statement.has_holes:
        raise NotReducible("A statement with a hole ? is neither true nor false: fill it first.")
    refuse_other_measures((*statement.where, *statement.required, *statement.claimed))
    for name in statement.parameters:
        if not is_name(name):
            raise NotReducible(f"No symbol of a goal is called {name}: rename the parameter.")


def _is_about_several(statement: Statement) -> bool:
    """Whether Z occurs in a statement, or a secret other than X, also in a guarantee."""
    conditions = (*statement.required, *statement.claimed, *statement.where)
    parts = (part for condition in conditions for part in condition.parts)
    others = (isinstance(part, Leakage | Overall) and part.secret != "X" for part in parts)
    return "Z" in statement.variables or any(others)


class _Joiner:
    """The cases of one statement, with a record of the theorems that were used."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.theorems: list[Theorem] = []
        self._parameters = parameter_ranges(statement.parameters, statement.nonnegative)

    def cases(self, given: tuple[Condition, ...], claimed: Condition) -> Iterator[Case]:
        """Yield the cases of one conclusion."""
        conclusion = self._by_outcome(claimed)
        hypotheses = tuple(map(self._by_outcome, given))
        about_means = averages.has_average(conclusion.left, conclusion.right)
        for alternative, finite in self._without_averages(hypotheses, about_means):
            yield from self._alternative(alternative, finite, conclusion, about_means)

    def _by_outcome(self, condition: Condition) -> Condition:
        found = worst_case.outcome_by_outcome(condition)
        if found is not condition and found.outcomes != condition.outcomes:
            self.theorems.append(worst_case.WORST_CASE)
        return found

    def _without_averages(
        self, given: tuple[Condition, ...], about_means: bool
    ) -> Iterator[tuple[tuple[Condition, ...], bool]]:
        """Yield hypotheses with averages replaced by conditions on single outcomes, by cases.

        If the conclusion is about averages, the averages stay and become means under one law.
        """
        choices: list[list[averages.Instead]] = []
        for condition in given:
            if not averages.has_average(*condition.terms) or about_means:
                choices.append([averages.Instead((condition,))])
            else:
                self.theorems.append(averages.AVERAGES)
                choices.append(list(averages.instead_of(condition)))
        for chosen in product(*choices):
            yield (
                tuple(condition for instead in chosen for condition in instead.conditions),
                any(instead.finite for instead in chosen),
            )

    def _alternative(
        self, given: tuple[Condition, ...], finite: bool, claimed: Condition, about_means: bool
    ) -> Iterator[Case]:
        every = (*given, claimed)
        terms = tuple(side for condition in every for side in condition.terms)
        labels: list[str] = list(worst_case.worst_kinds(*terms))
        if labels:
            self.theorems.append(worst_case.WORST_CASE)
        per_outcome = any(condition.outcomes for condition in given)
        if claimed.outcomes or (per_outcome and not labels and not about_means):
            labels.insert(0, "y")
        names = {name for term in terms for name in parameters_of(term)}
        outcomes = {label: outcome_symbols(NAMES[label], names) for label in labels}
        if labels:
            self.theorems += [one_outcome.ONE_OUTCOME, one_outcome.EXTREMES]
        complete = not about_means and all(map(one_outcome.bounds_alone, given))
        for shape in self._shapes(every, about_means, bool(labels)):
            choices = [owners(shape, outcome) for outcome in outcomes.values()]
            for chosen in product(*choices):
                owned = dict(zip(outcomes, chosen, strict=True))
                zero = dict.fromkeys(labels, False) if finite else {}
                world = SymbolicInstance(shape, outcomes, owned, zero)
                writer = Writer(self._parameters, given, claimed, about_means, names)
                alphabet = None if shape.secrets is None else f"|X| = {shape.secrets}"
                for world_, goals in writer.goals(world):
                    way = Named(shape, tuple(map(world_.outcome, labels)))
                    for goal, aside in goals.items():
                        case = Case(
                            f"{claimed}: {world_.meaning}",
                            goal,
                            alphabet,
                            complete and shape.exact,
                            None if about_means else way,
                        )
                        yield case_of(case, aside)

    def _shapes(
        self, every: tuple[Condition, ...], about_means: bool, outcomes: bool
    ) -> list[PriorShape]:
        """Return the shapes of the prior, and record the theorems by which they cover all."""
        statement = self.statement
        named = frozenset(
            part.name
            for condition in every
            for part in condition.parts
            if isinstance(part, OfPrior)
        )
        second = fresh("p_2", set(statement.parameters))
        if about_means:
            self.theorems.append(expectations.EXPECTATIONS)
            least, most = statement.size
            if statement.prior is None and expectations.is_prior_free(every):
                self.theorems.append(expectations.PRIOR_FREE)
                if most is None:
                    return uniform(least, bool(named))
                return [expectations.uniform_of(most)]
        found = shapes(statement.size, statement.prior, named, second)
        if about_means or outcomes:
            sizes = {shape.secrets for shape in found}
            if statement.prior is None and statement.size[0] <= 2 and not sizes & {2}:
                self.theorems.append(SPLIT)
            if any(shape.rarest == (PMIN, PMIN) for shape in found):
                self.theorems.append(ONE_PMIN)
        return found
