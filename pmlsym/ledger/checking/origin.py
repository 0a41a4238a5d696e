r"""The link from the statements of a claim to its goals: programs, or informal steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def refuse_other_goals(asserts: Sequence[Readable], parts: Sequence[Part]) -> None:
    """Refuse parts, where there are any, that are not the goals to which the statements reduce.

    A statement that a program reduces needs all goals of that reduction. No theorem and no informal
    step replaces them.

    Parameters
    ----------
    asserts : the statements that the parts are to prove.
    parts : with the goals, and the sizes to which each is limited.

    Raises
    ------
    NoVerdict
        If a goal of a statement's reduction is not among the parts; or if the parts leave off to
        which sizes the reduction is limited.

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


def informal_steps(
    asserts: Sequence[Readable],
    parts: Sequence[Part],
    reductions: Sequence[Theorem],
    arguments: Sequence[Argument],
) -> tuple[Theorem | Argument, ...]:
    """Return the steps by which a person leads from statements to goals where no program does.

    Parameters
    ----------
    asserts : the statements that the parts are to prove, none of which says that something exists.
    parts : with the goals.
    reductions, arguments : as in a claim.

    Raises
    ------
    NoVerdict
        If a statement that no program reduces is joined to the goals by nothing that is named and
        tested; or if a step is named where programs reduce everything: nobody would test it.

    Examples
    --------
    >>> from pmlsym.ledger.catalogue import claim
    >>> for one in (claim("pmc.lip-ldp"), claim("linear.definition-3")):
    ...     steps = informal_steps(one.asserts, one.parts, one.reductions, one.arguments)
    ...     print([step.name for step in steps])
    []
    ['a sum as a mean']
    """
    known = set(reduced(asserts, parts))
    others = [one for one in asserts if not (is_reducible(one) and one in known)]
    unreduced = next((one for one in others if is_reducible(one)), None)
    if unreduced is not None and parts:
        raise NoVerdict(
            f"the parts do not show {_said(unreduced)}: a program has to reduce it, and none does; "
            "no step of a person takes its place"
        )
    used = {theorem for statement in known for theorem in _theorems(statement)}
    named = tuple(theorem for theorem in reductions if theorem not in used)
    untested = next((theorem for theorem in named if theorem.test is None), None)
    steps: tuple[Theorem | Argument, ...] = (*arguments, *named)
    if not others and steps:
        idle = named[0] if named else arguments[0]
        raise NoVerdict(
            f'the step "{step_name(idle)}" is named, but a program reduces every statement that '
            "the goals are to prove, and without it"
        )
    if others and untested is not None:
        raise NoVerdict(f'the theorem "{untested.name}" has no test: give it one')
    if others and parts and not steps:
        raise NoVerdict(
            "nothing that is named and tested joins the goals to the statement: "
            f"{_said(others[0])} No program reduces it, so name the Theorem by which you did, with "
            "its test"
        )
    return steps


def step_name(step: Theorem | Argument) -> str:
    """Return what an informal step is called."""
    return step.name if isinstance(step, Theorem) else step.says


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


def _said(statement: Readable) -> str:
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
