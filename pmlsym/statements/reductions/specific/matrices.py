"""Reduction of statements about mechanisms that are given by a matrix and by known measures.

What is said of a leakage at every outcome, that it is at most a number, is said of the worst one;
there, and for the whole channel, the measure has a known value, which takes its place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.specific.matrix import Matrix
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Term


def at_worst(statement: Statement, letters: Collection[str]) -> Statement:
    """Return a statement with a bound at every outcome written as one at the worst outcome.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(at_worst(parse("LDP(e) => ldp(X->y) < 2*e"), "y"))
    ldp(X->Y) <= e => ldp(X->Y) < 2*e
    """

    def changed(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
        return tuple(_at_worst(condition, letters) for condition in conditions)

    return replace(
        statement,
        conclusion=changed(statement.claimed),
        hypotheses=changed(statement.required),
        where=changed(statement.where),
    )


def _at_worst(condition: Condition, letters: Collection[str]) -> Condition:
    left, sign, right = condition.left, condition.sign, condition.right
    if sign in ("<=", "<") and not right.outcomes:
        return Condition(_worst_of(left, letters), sign, right)
    if sign in (">=", ">") and not left.outcomes:
        return Condition(left, sign, _worst_of(right, letters))
    return condition


def _worst_of(term: Term, letters: Collection[str]) -> Term:
    """Return the leakage at the worst outcome, for that of X at an outcome of some letters."""
    if isinstance(term, Leakage) and term.observed[0] in letters and len(term.variables) == 2:
        return Leakage(term.kind, term.secret, tuple(name.upper() for name in term.observed))
    return term


def known_value(matrix: Matrix, leakage: Leakage | Overall) -> Term:
    """Return the value of a measure of a mechanism at its worst outcome, or on the whole.

    Raises
    ------
    NotReducible
        If the value is not known.
    """
    if leakage.outcomes:
        raise NotReducible(
            f"{leakage} is not known at a single outcome of {matrix.name}: only an upper bound at "
            "all outcomes is reduced."
        )
    known = matrix.known_of(leakage.kind)
    if known is None:
        has = ", ".join(one.kind for one in matrix.known)
        raise NotReducible(f"Of {matrix.name} only {has} has a closed form here.")
    return known.term


def theorem_of(matrix: Matrix, kind: str) -> PaperTheorem:
    """Return the theorem that a measure of a mechanism has its known value.

    Raises
    ------
    NotReducible
        If the value is not known.
    """
    known = matrix.known_of(kind)
    if known is None:
        raise NotReducible(f"{kind} of {matrix.name} has no closed form here.")
    return PaperTheorem(
        f"{kind} of {matrix.name}", f"For n secrets it is {known.value}.", known.reason
    )
