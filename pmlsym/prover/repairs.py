"""The nearest true statement to a refuted one, where one is found.

The candidates, in this order: equality allowed; the condition under which every logarithm and
quotient of the conclusion has a value; the other extreme of the prior; a number left out; one
number or one measure of the conclusion changed; two secrets; a uniform prior. A candidate is
returned if it holds on some hundred instances and is proved, unless it compares a measure with
itself or repeats a hypothesis.

A mutant is a statement changed in one place, to test that the prover rejects false ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import TypeVar

from pmlsym.deadline import TimeIsUp, ending
from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import GUARANTEES, MEASURES
from pmlsym.prover.deciding import StatementDecision, prove
from pmlsym.prover.falsifier import falsify
from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Prior
from pmlsym.statements.terms import (
    Function,
    Hole,
    Negative,
    Number,
    OfPrior,
    Operation,
    Parameter,
    Term,
    negative,
    operation,
    walk,
)
from pmlsym.statements.text.vocabulary import Comparison, PriorName, StatementError
from pmlsym.statements.under_priors import UnderPriors

C = TypeVar("C", bound=Clause)

_TURNED: dict[Comparison, Comparison] = {
    "<=": ">=",
    "<": ">",
    ">=": "<=",
    ">": "<",
    "=": "!=",
    "!=": "=",
}
_EQUALITY: dict[Comparison, Comparison] = {"<=": "<", "<": "<=", ">=": ">", ">": ">="}
_TWO = Number(Fraction(2))


def mutants(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """Yield statements that differ from the given one in one place, each with a description.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> for change, changed in mutants(parse("PML(e) => pmc(X->y) <= e where e < 1")):
    ...     print(changed)
    pmc(X->y) <= e where e < 1
    PML(2*e) => pmc(X->y) <= e where e < 1
    PMC(e) => pmc(X->y) <= e where e < 1
    LDP(e) => pmc(X->y) <= e where e < 1
    LIP(e) => pmc(X->y) <= e where e < 1
    PML(e) => pmc(X->y) >= e where e < 1
    PML(e) => pmc(X->y) < e where e < 1
    PML(e) => pml(X->y) <= e where e < 1
    PML(e) => ldp(X->y) <= e where e < 1
    PML(e) => pmc(X->y) <= 2*e where e < 1
    PML(e) => pmc(X->y) <= e
    PML(e) => pmc(X->y) <= e where e <= 1
    PML(e) => pmc(X->y) <= e where 2*e < 1
    PML(e) => pmc(X->y) <= e where e < 2
    PML(e) => pmc(X->y) <= e where e < -1
    """
    for change, make in _mutations(statement):
        try:
            changed = make()
        except StatementError:
            continue  # the mutant is no statement: it has no conclusion, or a channel is missing
        if changed != statement:
            yield change, changed


def _mutations(statement: Statement) -> Iterator[tuple[str, Callable[[], Statement]]]:
    for number, part in enumerate(statement.structure):
        rest = statement.structure[:number] + statement.structure[number + 1 :]
        yield f"without {part}", partial(replace, statement, structure=rest)
    for change, hypotheses in _lists(statement.hypotheses, needed=statement.both_ways):
        yield change, partial(replace, statement, hypotheses=hypotheses)
    for change, conclusion in _lists(statement.conclusion, needed=True, direction=True):
        yield change, partial(replace, statement, conclusion=conclusion)
    for change, where in _lists(statement.where):
        yield change, partial(replace, statement, where=where)


def _lists(
    clauses: tuple[C, ...], needed: bool = False, direction: bool = False
) -> Iterator[tuple[str, tuple[Clause, ...]]]:
    """Yield clauses with one of them changed, or left out unless `needed`."""
    for number, clause in enumerate(clauses):
        before, after = clauses[:number], clauses[number + 1 :]
        if not needed:
            yield f"without {clause}", (*before, *after)
        for change, new in _clauses(clause, direction):
            yield change, (*before, new, *after)


def _clauses(clause: Clause, direction: bool) -> Iterator[tuple[str, Clause]]:
    if isinstance(clause, GuaranteeClause):
        for number, level in enumerate(clause.levels):
            if isinstance(level, Hole):
                continue
            for change, new in _terms(level):
                levels = (*clause.levels[:number], new, *clause.levels[number + 1 :])
                yield change, replace(clause, levels=levels)
        now, approximate = GUARANTEES[clause.kind], clause.is_approximate
        for kind, row in GUARANTEES.items():
            alike = row.levels == now.levels and (row.approximate or not approximate)
            if kind != clause.kind and alike:
                yield f"{clause.kind} -> {kind}", replace(clause, kind=kind)
        return
    if isinstance(clause, UnderPriors):
        return
    if direction:
        turned = Condition(clause.left, _TURNED[clause.sign], clause.right)
        yield f"{clause.sign} -> {turned.sign}", turned
    if clause.sign in _EQUALITY:
        other = Condition(clause.left, _EQUALITY[clause.sign], clause.right)
        yield f"{clause.sign} -> {other.sign}", other
    for change, new in _terms(clause.left):
        yield change, Condition(new, clause.sign, clause.right)
    for change, new in _terms(clause.right):
        yield change, Condition(clause.left, clause.sign, new)


def _terms(term: Term) -> Iterator[tuple[str, Term]]:
    """Yield a term with one place changed."""
    match term:
        case Number():
            if term.value:
                yield f"{term} -> {2 * term.value}", Number(2 * term.value)
                yield f"{term} -> {-term.value}", Number(-term.value)
        case Parameter():
            yield f"{term} -> 2*{term}", Operation("*", _TWO, term)
        case OfPrior("n"):
            yield "n -> n + 1", Operation("+", term, Number(Fraction(1)))
        case OfPrior("pmin" | "pmax" as name):
            other = OfPrior("pmax" if name == "pmin" else "pmin")
            yield f"{name} -> {other}", other
        case Leakage():
            for kind in MEASURES:
                if kind != term.kind:
                    yield f"{term.kind} -> {kind}", replace(term, kind=kind)
        case Overall():
            for kind, row in AVERAGES.items():
                if row.of and AVERAGES[term.kind].of and kind != term.kind:
                    yield f"{term.kind} -> {kind}", replace(term, kind=kind)
        case Negative(inside):
            yield f"-{inside} -> {inside}", inside
            for change, new in _terms(inside):
                yield change, negative(new)
        case MeanOverOutcomes(inside):
            for change, new in _terms(inside):
                yield change, MeanOverOutcomes(new)
        case Operation(sign, left, right):
            for change, new in _terms(left):
                yield change, operation(sign, new, right)
            for change, new in _terms(right):
                yield change, operation(sign, left, new)
        case Function(name, arguments):
            for number, inside in enumerate(arguments):
                for change, new in _terms(inside):
                    changed = (*arguments[:number], new, *arguments[number + 1 :])
                    yield change, Function(name, changed)


_INSTANCES = 300
_EACH = 1.0  # seconds for the proof of a candidate
_ALLOWED: dict[Comparison, Comparison] = {"<": "<=", ">": ">="}
_NOTHING = Number(Fraction(0))


def nearest(statement: Statement, until: float) -> tuple[str, Statement] | None:
    """Return a true statement near a refuted one, and the change; None if none was found.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> change, true = nearest(parse("pml(X->y) < log(1/pmin)"), time.monotonic() + 5)
    >>> change, str(true)
    ('equality is allowed', 'pml(X->y) <= log(1/pmin)')
    """
    seen = {statement}
    for change, candidate in _candidates(statement):
        if time.monotonic() > until:
            return None
        if candidate in seen or set(candidate.conclusion) <= set(candidate.hypotheses):
            continue
        if _says_nothing(candidate) and not _says_nothing(statement):
            continue
        seen.add(candidate)
        search = falsify(candidate, until, _INSTANCES, climb=False)
        if search.found is None and search.applied and _proved(candidate, until):
            return change, candidate
    return None


def _says_nothing(statement: Statement) -> bool:
    """Whether the conclusion compares something with itself, or weakens a hypothesis."""
    given = {(one.kind, one.of) for one in statement.hypotheses if isinstance(one, GuaranteeClause)}
    for clause in statement.conclusion:
        if isinstance(clause, GuaranteeClause):
            if (clause.kind, clause.of) in given:
                return True
        elif clause.left in walk(clause.right) or clause.right in walk(clause.left):
            return True
    return False


def _proved(statement: Statement, until: float) -> bool:
    try:
        with ending(min(until, time.monotonic() + _EACH)):
            found = prove(statement, falsify(statement, until, 0, climb=False))
    except TimeIsUp:
        return False
    return isinstance(found, StatementDecision) and found.verdict == "proved"


def _candidates(statement: Statement) -> Iterator[tuple[str, Statement]]:
    makers = chain(
        _equality(statement),
        _with_values(statement),
        _other_extreme(statement),
        _without_factor(statement),
        _one_change(statement),
        _special(statement),
    )
    while True:
        try:
            yield next(makers)
        except StatementError:  # the candidate is no valid statement
            continue
        except StopIteration:
            return


def _equality(statement: Statement) -> Iterator[tuple[str, Statement]]:
    conclusion = tuple(
        Condition(c.left, _ALLOWED[c.sign], c.right)
        if isinstance(c, Condition) and c.sign in _ALLOWED
        else c
        for c in statement.conclusion
    )
    if conclusion != statement.conclusion:
        yield "equality is allowed", replace(statement, conclusion=conclusion)


def _with_values(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """Require that divisors and arguments of logarithms are positive."""
    needed = []
    of_one_prior = (one for one in statement.conclusion if not isinstance(one, UnderPriors))
    for term in chain.from_iterable(clause.terms for clause in of_one_prior):
        for part in walk(term):
            if isinstance(part, Operation) and part.sign == "/" and _changes(part.right):
                needed.append(part.right)
            elif isinstance(part, Function) and part.name == "log" and _changes(part.arguments[0]):
                inside = part.arguments[0]
                if isinstance(inside, Operation) and inside.sign == "/":
                    inside = inside.left  # its divisor is required to be positive separately
                needed.append(inside)
    if statement.variables and any(_measures(term) for term in needed):
        return
    conditions = tuple(Condition(term, ">", _NOTHING) for term in dict.fromkeys(needed))
    new = tuple(condition for condition in conditions if condition not in statement.where)
    for condition in new:
        yield f"only where {condition}", replace(statement, where=(*statement.where, condition))
    if len(new) > 1:
        said = " and ".join(map(str, new))
        yield f"only where {said}", replace(statement, where=(*statement.where, *new))


def _changes(term: Term) -> bool:
    return not isinstance(term, Number | OfPrior)


def _measures(term: Term) -> bool:
    return bool(term.variables)


def _other_extreme(statement: Statement) -> Iterator[tuple[str, Statement]]:
    extremes: tuple[tuple[PriorName, PriorName], ...] = (("pmax", "pmin"), ("pmin", "pmax"))
    for one, other in extremes:
        text = tuple(_renamed(clause, one, other) for clause in statement.conclusion)
        if text != statement.conclusion:
            changed = replace(statement, conclusion=text)
            yield f"with {other} for {one}", changed
            where = tuple(
                part
                for clause in statement.where
                for part in (_renamed(clause, one, other),)
                if isinstance(part, Condition)
            )
            yield f"with {other} for {one}", replace(changed, where=where)


def _without_factor(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """Leave out a number by which a level of the conclusion is multiplied or divided."""
    for number, clause in enumerate(statement.conclusion):
        for changed in _unscaled(clause):
            before, after = statement.conclusion[:number], statement.conclusion[number + 1 :]
            new = replace(statement, conclusion=(*before, changed, *after))
            yield f"{changed} for {clause}", new


def _unscaled(clause: Clause) -> Iterator[Clause]:
    if isinstance(clause, GuaranteeClause):
        for number, level in enumerate(clause.levels):
            if isinstance(level, Term):
                for new in _bare(level):
                    levels = (*clause.levels[:number], new, *clause.levels[number + 1 :])
                    yield replace(clause, levels=levels)
        return
    for new in _bare(clause.right):
        yield Condition(clause.left, clause.sign, new)


def _bare(term: Term) -> Iterator[Term]:
    match term:
        case Operation("*", Number(), inside) | Operation("*" | "/", inside, Number()):
            yield inside


def _renamed(clause: Clause, one: PriorName, other: PriorName) -> Clause:
    """Replace one extreme of the prior by the other in a clause, everywhere."""
    if isinstance(clause, GuaranteeClause):
        levels = tuple(_put(v, one, other) if isinstance(v, Term) else v for v in clause.levels)
        return replace(clause, levels=levels)
    if isinstance(clause, UnderPriors):
        return clause
    return Condition(_put(clause.left, one, other), clause.sign, _put(clause.right, one, other))


def _put(term: Term, one: PriorName, other: PriorName) -> Term:
    match term:
        case OfPrior(name) if name == one:
            return OfPrior(other)
        case Operation(sign, left, right):
            return Operation(sign, _put(left, one, other), _put(right, one, other))
        case Function(name, arguments):
            return Function(name, tuple(_put(inside, one, other) for inside in arguments))
    return term


def _one_change(statement: Statement) -> Iterator[tuple[str, Statement]]:
    for change, changed in mutants(statement):
        same = (statement.hypotheses, statement.where, statement.structure)
        if (changed.hypotheses, changed.where, changed.structure) == same:
            yield change, changed


def _special(statement: Statement) -> Iterator[tuple[str, Statement]]:
    structure = statement.structure
    if statement.size[1] is None and statement.prior is None:
        two = replace(statement, structure=(*structure, Alphabet("=", 2)))
        yield "for two secrets", two
    if statement.prior is None:
        uniform = replace(statement, structure=(*structure, Prior()))
        yield "for a uniform prior", uniform
