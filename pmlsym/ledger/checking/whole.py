"""Statements of a claim that Coq has checked as a whole, so that no informal step is needed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from pmlsym.formal.cited import AXIOMS, Cited, citations, cited
from pmlsym.ledger.checking.origin import reduced
from pmlsym.ledger.part import Part
from pmlsym.ledger.rows import CoqRow, InCoqRow
from pmlsym.ledger.wording import PAPERS
from pmlsym.statements.readable import Readable


def citations_of(claim: str, paper: str, asserts: tuple[Readable, ...]) -> tuple[Cited | None, ...]:
    """Return for each statement its citation, None for what Coq has not checked.

    Only the package's own statements have any: another object of the same words may compute
    something else.
    """
    nothing = (None,) * len(asserts)
    if paper not in PAPERS or claim not in cited():
        return nothing
    own = import_module(f"pmlsym.ledger.{paper}").CLAIMS.find(claim)
    if own is None or own.asserts is not asserts:
        return nothing
    return citations(claim, asserts)


def coq_row(checked: Sequence[InCoqRow], statements: int) -> CoqRow | None:
    """Return the theorems of a claim if Coq has checked as many statements as its verdict needs."""
    if not checked or len(checked) < statements:
        return None
    names = dict.fromkeys(name for row in checked for name in row["theorem"].split())
    oldest = min(checked, key=lambda row: row["day"])
    return {
        "theorem": ", ".join(names),
        "axioms": list(AXIOMS),
        "version": oldest["version"],
        "day": oldest["day"],
    }


def in_coq(found: Sequence[Cited | None]) -> tuple[InCoqRow, ...]:
    """Return the statements that Coq has checked."""
    return tuple(
        {"statement": row.number, "theorem": row.theorems, "version": row.coq, "day": row.day}
        for row in found
        if row is not None
    )


def carries(
    found: Sequence[Cited | None],
    asserts: Sequence[Readable],
    meant: Sequence[Readable],
    parts: Sequence[Part],
) -> bool:
    """Whether every statement is reduced by a program, shown by an instance, or checked by Coq.

    `meant` has those that no instance shows, which goals have to prove.
    """
    by_program = set(map(id, reduced(meant, parts)))
    left = [
        row
        for row, one in zip(found, asserts, strict=True)
        if any(one is other for other in meant) and id(one) not in by_program
    ]
    return bool(left) and None not in left
