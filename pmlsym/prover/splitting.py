"""Claims with a minimum above or a maximum below, as one claim for each of its arguments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause
from pmlsym.statements.reductions import PaperTheorem
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Function, Term, parameters_of

IN_PARTS = PaperTheorem(
    "parts of a claim",
    "What is at most a minimum is at most each of its arguments, and what is at least a maximum at "
    "least each; what is true without a hypothesis is true with it.",
    "A minimum is one of its arguments and at most each of them, and has a value if each has one.",
)


def in_parts(statement: Statement) -> tuple[tuple[Statement, ...], ...]:
    """Return the statements of each claim, of which one has to be true: one without hypotheses too.

    Hypotheses are left out where they share no parameter with the claim. If there is nothing to
    part the statement is the only one.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> for ways in in_parts(parse("PML(e) => maximal_leakage(X->Y) <= min(e, log(n))")):
    ...     print(*ways, sep=" or ")
    PML(e) => maximal_leakage(X->Y) <= e
    PML(e) => maximal_leakage(X->Y) <= log(n) or maximal_leakage(X->Y) <= log(n)
    """
    if statement.both_ways:
        return ((statement,),)
    assumed = _parameters(statement.hypotheses)
    found = []
    for part in split(statement).conclusion:
        alone = replace(statement, conclusion=(part,))
        ways: tuple[Statement, ...] = (alone,)
        if assumed and not assumed & _parameters((part,)):
            ways = (alone, replace(alone, hypotheses=()))
        found.append(ways)
    return tuple(found)


def _parameters(clauses: Iterable[Clause]) -> set[str]:
    return {name for one in clauses for term in one.terms for name in parameters_of(term)}


def split(statement: Statement) -> Statement:
    """Return an equivalent statement, without a minimum above or a maximum below in what it claims.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> print(split(parse("PML(e) => max(pml(X->y), a) <= min(e, b) and LDP(min(a, b))")))
    PML(e) => pml(X->y) <= e and pml(X->y) <= b and a <= e and a <= b and LDP(a) and LDP(b)
    """
    if statement.both_ways:
        return statement
    parts = dict.fromkeys(part for clause in statement.conclusion for part in _parts(clause))
    return replace(statement, conclusion=tuple(parts))


def _parts(clause: Clause) -> Iterator[Clause]:
    if isinstance(clause, GuaranteeClause) and not clause.is_approximate:
        for levels in product(*(_arguments(level, "min") for level in clause.levels)):
            yield replace(clause, levels=levels)
    elif isinstance(clause, Condition) and clause.sign in ("<=", "<", ">=", ">"):
        names = ("max", "min") if clause.sign in ("<=", "<") else ("min", "max")
        sides = zip((clause.left, clause.right), names, strict=True)
        for left, right in product(*(_arguments(side, name) for side, name in sides)):
            yield Condition(left, clause.sign, right)
    else:
        yield clause


def _arguments(term: Term, name: str) -> Iterator[Term]:
    """Yield the arguments of an extreme, and of those in it; any other term as it is."""
    if isinstance(term, Function) and term.name == name:
        for argument in term.arguments:
            yield from _arguments(argument, name)
    else:
        yield term
