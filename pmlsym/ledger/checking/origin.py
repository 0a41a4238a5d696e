r"""Whether the goals of a claim are those of its statements: a proof of others proves others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from pmlsym.ledger.part import Part
from pmlsym.proof.kernel.theorem import Goal
from pmlsym.proof.verdict import NoVerdict
from pmlsym.statements.argument import Argument, Theorem
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions import (
    NotReducible,
    Reducible,
    Reduction,
    is_reducible,
    of_named,
    reduction_of,
)


def refuse_other_goals(
    asserts: Sequence[Readable], parts: Sequence[Part], arguments: Sequence[Argument] = ()
) -> None:
    """Refuse parts, where there are any, that are not the goals to which the statements reduce.

    Whatever can be reduced is, whichever theorems a claim names. One that was reduced by hand to
    other goals says so in an argument, with a test.

    Parameters
    ----------
    asserts : the statements that the parts are to prove.
    parts : with the goals, and the sizes to which each is limited.
    arguments : the steps in words between the two.

    Raises
    ------
    NoVerdict
        If a goal of a statement's reduction is not among the parts, and no argument is given; or
        if the parts leave off to which sizes the reduction is limited.

    Examples
    --------
    >>> from pmlsym.ledger.catalogue import claim
    >>> one, other = claim("pmc.lip-ldp"), claim("pmc.theorem-1")
    >>> refuse_other_goals(one.asserts, one.parts)
    >>> refuse_other_goals(one.asserts, other.parts)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    pmlsym.proof.verdict.NoVerdict: the parts are not what LIP(e) => LDP(2*e) reduces to: ...
    """
    for statement in _of_a_program(asserts) if parts else ():
        reduction = _reduction(statement)
        if reduction is None:
            continue
        if not _covered(statement, parts):
            if arguments:
                continue
            raise NoVerdict(
                f"the parts are not what {_said(statement)} reduces to: a goal of it is not among "
                "them"
            )
        bound = reduction.bound
        if bound and not _covered(statement, [part for part in parts if part.bound == bound]):
            raise NoVerdict(
                f"the parts leave off that {_said(statement)} reduces to them for {bound} alone: "
                "the part of each of its goals needs that as its bound"
            )


def reduced(asserts: Sequence[Readable], parts: Sequence[Part]) -> Iterator[Reducible]:
    """Yield the statements whose goals, as a program reduces them, are all among the parts."""
    for statement in _of_a_program(asserts):
        if _reduction(statement) is not None and _covered(statement, parts):
            yield statement


@dataclass(frozen=True)
class ByHand:
    """How statements which no program reduces were brought down to goals by a person.

    Parameters
    ----------
    statements : how many there are.
    theorems : by which; those that a program used are not among them.
    """

    statements: int
    theorems: tuple[Theorem, ...] = ()

    def text(self, theorem: Theorem | None = None) -> str:
        """Return it as it is printed, of one of the theorems or of none."""
        noun = "statement" if self.statements == 1 else "statements"
        by = "no theorem that is named" if theorem is None else f'the theorem "{theorem.name}"'
        return f"reduced by hand: {self.statements} {noun}, by {by}"


def by_hand(
    asserts: Sequence[Readable], parts: Sequence[Part], reductions: Sequence[Theorem]
) -> ByHand:
    """Return which statements no program reduced, and the theorems by which a person did.

    Parameters
    ----------
    asserts : the statements that the parts are to prove.
    parts : with the goals that were proved.
    reductions : the theorems that are named.

    Raises
    ------
    NoVerdict
        If a theorem is named by which nothing is reduced: nobody would try it.

    Examples
    --------
    >>> from pmlsym.ledger.catalogue import claim
    >>> for one in (claim("pmc.lip-ldp"), claim("linear.eq-2")):
    ...     found = by_hand(one.asserts, one.parts, one.reductions)
    ...     print(found.statements, [found.text(theorem) for theorem in found.theorems])
    0 []
    2 ['reduced by hand: 2 statements, by the theorem "a sum as a mean"']
    """
    known = set(reduced(asserts, parts))
    others = sum(not (is_reducible(one) and one in known) for one in asserts if not one.exists)
    used = {theorem for statement in known for theorem in _theorems(statement)}
    named = tuple(theorem for theorem in reductions if theorem not in used)
    if named and not others:
        raise NoVerdict(
            f'the theorem "{named[0].name}" is named, but a program reduces every statement that '
            "the goals are to prove, and without it"
        )
    return ByHand(others, named)


def meant_for_goals(asserts: Sequence[Readable], models: Sequence[object]) -> list[Readable]:
    """Return the statements that no given world decides: parts have to show them."""
    return [
        one
        for one in asserts
        if not one.exists
        and not any(one.speaks_of(world) and one.judge(world).holds is False for world in models)
    ]


def _of_a_program(asserts: Sequence[Readable]) -> Iterator[Reducible]:
    """Yield the statements of the kinds that a program reduces."""
    for asserted in asserts:
        if is_reducible(asserted):
            yield cast(Reducible, asserted)


def _said(statement: Reducible) -> str:
    return statement.text or statement.words()


def _theorems(statement: Reducible) -> tuple[Theorem, ...]:
    reduction = _reduction(statement)
    return () if reduction is None else reduction.theorems


@lru_cache(maxsize=1024)
def _reduction(statement: Reducible) -> Reduction | None:
    try:
        return reduction_of(statement)
    except NotReducible:
        return None


def _covered(statement: Reducible, parts: Sequence[Part]) -> bool:
    known = {part.goal.kernel for part in parts}
    return any(goals <= known for goals in _goals(statement))


@lru_cache(maxsize=1024)
def _goals(statement: Reducible) -> tuple[frozenset[Goal], ...]:
    """Return the goals of a statement, and those about named values alone."""
    reduction = _reduction(statement)
    if reduction is None:
        return ()
    ways = (reduction.cases, tuple(map(of_named, reduction.cases)))
    return tuple(frozenset(case.goal.kernel for case in way) for way in ways)
