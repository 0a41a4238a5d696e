"""The fields of a claim that follow from its statements: goals, parts and theorems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import TypedDict

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Deferred, Part
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.steps import Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.from_text import from_text
from pmlsym.statements.readable import Readable
from pmlsym.statements.reductions import Reducible, of_named, prove_case, prover_of, reduction_of


class Stated(TypedDict):
    """The fields of a claim that its statements determine."""

    asserts: tuple[Readable, ...]
    parts: Sequence[Part]
    reductions: Sequence[PaperTheorem]


def stated(
    *texts: str | Reducible,
    beside: tuple[Stated, ...] = (),
    named: bool = False,
    prove: Callable[[Goal], Step] | None = None,
) -> Stated:
    """Return statements with the goals and the theorems of their reductions, when they are used.

    Examples
    --------
    >>> found = stated("LIP(e) => LDP(2*e)")
    >>> [part.meaning for part in found["parts"]]
    ['ldp(X->y) <= 2*e: at least 3 secrets']
    """
    statements = tuple(from_text(text) if isinstance(text, str) else text for text in texts)

    def parts() -> Iterable[Part]:
        own = parts_of(*statements, named=named, prove=prove)
        return dict.fromkeys(chain(own, *(other["parts"] for other in beside)))

    def reductions() -> Iterable[PaperTheorem]:
        own = theorems_of(*statements)
        return dict.fromkeys(chain(own, *(other["reductions"] for other in beside)))

    return Stated(
        asserts=tuple(chain(statements, *(other["asserts"] for other in beside))),
        parts=Deferred(parts),
        reductions=Deferred(reductions),
    )


def beside(
    *parts: Part, asserts: tuple[Readable, ...] = (), reductions: tuple[PaperTheorem, ...] = ()
) -> Stated:
    """Return fields for statements that no program reduces.

    Examples
    --------
    >>> beside()["asserts"]
    ()
    """
    return Stated(asserts=asserts, parts=parts, reductions=reductions)


def all_of(claim: Claim) -> Stated:
    """Return the statements, parts and theorems of another claim, as a part of a larger one."""
    return Stated(asserts=claim.asserts, parts=claim.parts, reductions=claim.reductions)


def parts_of(
    *statements: Reducible, named: bool = False, prove: Callable[[Goal], Step] | None = None
) -> tuple[Part, ...]:
    """Return the goals to which statements reduce, each once, with the sizes that they cover."""
    found: dict[object, Part] = {}
    for one in statements:
        reduction, shows = reduction_of(one), prove or prover_of(one)
        for case in map(of_named, reduction.cases) if named else reduction.cases:
            how = _proved_at_sides(shows) if case.aside else shows
            part = Part(case.meaning, case.goal, how, bound=reduction.bound, at=case.points)
            found.setdefault((case.goal.kernel, part.bound), part)
    return tuple(found.values())


def _proved_at_sides(prove: Callable[[Goal], Step]) -> Callable[[Goal], Step]:
    """Return a proof for side cases: the general one, or else that of the claim."""

    def proved(goal: Goal) -> Step:
        with suppress(NotProved):
            return prove_case(goal)
        return prove(goal)

    return proved


def theorems_of(*statements: Reducible) -> tuple[PaperTheorem, ...]:
    """Return the theorems by which statements reduce, each once."""
    used = (theorem for one in statements for theorem in reduction_of(one).theorems)
    return tuple(dict.fromkeys(used))
