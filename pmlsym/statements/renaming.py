"""Statements with other names for their variables, of which some may become one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause, Through
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent, Markov
from pmlsym.statements.terms import Term
from pmlsym.statements.text.vocabulary import StatementError

Names = Mapping[str, str]


def renamed(statement: Statement, names: Names) -> Statement:
    """Return a statement with other variables; observed ones that become equal are named once.

    Raises
    ------
    StatementError
        If a variable would be the outcome of itself, or stands in a chain, in an independence or in
        a measure other than leakages and averages.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(renamed(parse("LDP(e) of X->Z => pml(X->Y,Z) <= e"), {"Z": "Y"}))
    LDP(e) of X->Y => pml(X->Y) <= e
    """
    if any(isinstance(one, Markov | Independent) for one in statement.structure):
        raise StatementError(f"The variables of {statement.structure[0]} are not renamed.")
    return replace(
        statement,
        conclusion=tuple(_clause(one, names) for one in statement.conclusion),
        hypotheses=tuple(_clause(one, names) for one in statement.hypotheses),
        where=tuple(_condition(one, names) for one in statement.where),
    )


def without_y(statement: Statement) -> Statement | None:
    """Return a statement about X and Z as one about X and Y; None if it is about Y, or not about Z.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(without_y(parse("pml(X->z) <= maximal_leakage(X->Z)")))
    pml(X->y) <= maximal_leakage(X->Y)
    """
    terms = {name for term in statement.terms for name in term.variables}
    channels = (clause.of for clause in statement.clauses if isinstance(clause, GuaranteeClause))
    used = terms | {name for of in channels if of for name in (of.secret, *of.observed)}
    if "Y" in used or "Z" not in used or statement.binders:
        return None
    try:
        return renamed(statement, {"Z": "Y"})
    except StatementError:
        return None


def _clause(clause: Clause, names: Names) -> Clause:
    if isinstance(clause, Condition):
        return _condition(clause, names)
    if clause.of is None or clause.every_prior or any(level.variables for level in clause.levels):
        raise StatementError(f"The variables of {clause} are not renamed.")
    secret = names.get(clause.of.secret, clause.of.secret)
    return replace(clause, of=Through(secret, _observed(clause.of.observed, names)))


def _condition(condition: Condition, names: Names) -> Condition:
    def leaf(term: Term) -> Term:
        if isinstance(term, Overall) or (isinstance(term, Leakage) and not term.given):
            secret = names.get(term.secret, term.secret)
            return replace(term, secret=secret, observed=_observed(term.observed, names))
        if term.variables:
            raise StatementError(f"The variables of {term} are not renamed.")
        return term

    return condition.mapped(leaf)


def _observed(observed: tuple[str, ...], names: Names) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_name(name, names) for name in observed))


def _name(name: str, names: Names) -> str:
    new = names.get(name.upper(), name.upper())
    return new.lower() if name.islower() else new
