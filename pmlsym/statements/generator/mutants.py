"""Mutants of a statement, changed in one place, to test that the prover rejects false ones.

A mutation swaps pmin and pmax, changes a measure or a guarantee (PML for PMC), a number, a
parameter (to twice itself), a direction, or whether equality is allowed, or leaves out a
hypothesis, a condition or a part of the structure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TypeVar

from pmlsym.formulas.measures import AVERAGES, GUARANTEES, MEASURES
from pmlsym.statements.clauses import Clause, Condition, Guarantee, Hole
from pmlsym.statements.leakages import Expectation, Leakage, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    OfPrior,
    Operation,
    Parameter,
    Term,
    negative,
    operation,
)
from pmlsym.statements.text.vocabulary import (
    Comparison,
    StatementError,
)

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
    for change, make in _changes(statement):
        try:
            changed = make()
        except StatementError:
            continue  # the mutant is no statement: it has no conclusion, or a channel is missing
        if changed != statement:
            yield change, changed


def _changes(statement: Statement) -> Iterator[tuple[str, Callable[[], Statement]]]:
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
    if isinstance(clause, Guarantee):
        for number, level in enumerate(clause.levels):
            if isinstance(level, Hole):
                continue
            for change, new in _terms(level):
                levels = (*clause.levels[:number], new, *clause.levels[number + 1 :])
                yield change, replace(clause, levels=levels)
        for kind, row in GUARANTEES.items():
            if kind != clause.kind and row.levels == len(clause.levels):
                yield f"{clause.kind} -> {kind}", replace(clause, kind=kind)
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
        case Expectation(inside):
            for change, new in _terms(inside):
                yield change, Expectation(new)
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
