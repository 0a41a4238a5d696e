r"""Whether the goals of a claim are those of its statements: a proof of others proves others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pmlsym.ledger.part import Part
from pmlsym.proof.kernel.theorem import Goal
from pmlsym.proof.verdict import NoVerdict
from pmlsym.statements.argument import Theorem
from pmlsym.statements.finite import Finite
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions import NotReducible, of_named, reduce
from pmlsym.statements.statement import Statement


def refuse_other_goals(
    asserts: tuple[Readable, ...], reductions: tuple[Theorem, ...], parts: tuple[Part, ...]
) -> None:
    """Refuse parts, where there are any, that are not the goals to which the statements reduce.

    Raises
    ------
    NoVerdict
        If the theorems of a statement's reduction are named, and a goal that they lead to is not
        among the parts. A claim that names others was reduced by hand.

    Examples
    --------
    >>> from pmlsym.ledger.catalogue import claim
    >>> one, other = claim("pmc.lip-ldp"), claim("pmc.theorem-1")
    >>> refuse_other_goals(one.asserts, one.reductions, one.parts)
    >>> refuse_other_goals(  # doctest: +ELLIPSIS
    ...     one.asserts, one.reductions, other.parts
    ... )
    Traceback (most recent call last):
    pmlsym.proof.verdict.NoVerdict: the parts are not what LIP(e) => LDP(2*e) reduces to: ...
    """
    known = {part.goal.kernel for part in parts}
    for statement in reduced(asserts, reductions) if parts else ():
        if not any(goals <= known for goals in _goals(statement)):
            raise NoVerdict(
                f"the parts are not what {statement} reduces to: a goal of it is not among them"
            )


def reduced(asserts: tuple[Readable, ...], reductions: tuple[Theorem, ...]) -> Iterator[Statement]:
    """Yield the statements of a claim that it says were reduced by their own theorems."""
    for asserted in asserts:
        if isinstance(asserted, Finite) and not asserted.exists:
            used = _theorems(asserted.statement)
            if used and set(used) <= set(reductions):
                yield asserted.statement


@lru_cache(maxsize=1024)
def _theorems(statement: Statement) -> tuple[Theorem, ...]:
    try:
        return reduce(statement).theorems
    except NotReducible:
        return ()


@lru_cache(maxsize=1024)
def _goals(statement: Statement) -> tuple[frozenset[Goal], ...]:
    """Return the goals of a statement, and those about named values alone."""
    cases = reduce(statement).cases
    ways = (cases, tuple(map(of_named, cases)))
    return tuple(frozenset(case.goal.kernel for case in way) for way in ways)
