r"""Whether the goals of a claim are those of its statements: a proof of others proves others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pmlsym.ledger.part import Part
from pmlsym.proof.kernel.theorem import Goal
from pmlsym.proof.verdict import NoVerdict
from pmlsym.statements.argument import Argument, Theorem
from pmlsym.statements.finite import Finite
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions import NotReducible, Reduction, of_named
from pmlsym.statements.reductions.said import Reduced, reduce_said
from pmlsym.statements.specific import Specific


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
    arguments : the steps in words between the two, as `spoken` gives them.

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
    for one in _reducible(asserts) if parts else ():
        reduction, statement = _reduction(one), one.statement
        if reduction is None:
            continue
        if not _covered(one, parts):
            if arguments:
                continue
            raise NoVerdict(
                f"the parts are not what {statement} reduces to: a goal of it is not among them"
            )
        bound = reduction.bound
        if bound and not _covered(one, [part for part in parts if part.bound == bound]):
            raise NoVerdict(
                f"the parts leave off that {statement} reduces to them for {bound} alone: the part "
                "of each of its goals needs that as its bound"
            )


def reduced(asserts: Sequence[Readable], parts: Sequence[Part]) -> Iterator[Reduced]:
    """Yield the statements whose goals, as a program reduces them, are all among the parts."""
    for one in _reducible(asserts):
        if _reduction(one) is not None and _covered(one, parts):
            yield one


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
    others = sum(one not in known for one in asserts if not one.exists)
    if not others:
        return ByHand(0)
    used = {theorem for one in known for theorem in _theorems(one)}
    return ByHand(others, tuple(theorem for theorem in reductions if theorem not in used))


def spoken(arguments: Sequence[Argument], reductions: Sequence[Theorem]) -> tuple[Argument, ...]:
    """Return the steps in words that may lead to other goals than a program's: all have a test."""
    applied = [
        Argument(f"reduced by hand, by {theorem.name}: {theorem.says}", theorem.test)
        for theorem in reductions
        if theorem.instead and theorem.test is not None
    ]
    return (*arguments, *applied)


def meant_for_goals(asserts: Sequence[Readable], models: Sequence[object]) -> list[Readable]:
    """Return the statements that no given world decides: parts have to show them."""
    return [
        one
        for one in asserts
        if not one.exists
        and not any(one.speaks_of(world) and one.judge(world).holds is False for world in models)
    ]


def _reducible(asserts: Sequence[Readable]) -> Iterator[Reduced]:
    for asserted in asserts:
        if isinstance(asserted, (Finite, Specific)) and not asserted.exists:
            yield asserted


def _theorems(one: Reduced) -> tuple[Theorem, ...]:
    reduction = _reduction(one)
    return () if reduction is None else reduction.theorems


@lru_cache(maxsize=1024)
def _reduction(one: Reduced) -> Reduction | None:
    try:
        return reduce_said(one)
    except NotReducible:
        return None


def _covered(one: Reduced, parts: Sequence[Part]) -> bool:
    known = {part.goal.kernel for part in parts}
    return any(goals <= known for goals in _goals(one))


@lru_cache(maxsize=1024)
def _goals(one: Reduced) -> tuple[frozenset[Goal], ...]:
    """Return the goals of a statement, and those about named values alone."""
    reduction = _reduction(one)
    if reduction is None:
        return ()
    ways = (reduction.cases, tuple(map(of_named, reduction.cases)))
    return tuple(frozenset(case.goal.kernel for case in way) for way in ways)
