"""The steps of a claim that are said in words: which there are, and what their tests show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pmlsym.ledger.checking.origin import (
    ByHand,
    by_hand,
    meant_for_goals,
    refuse_other_goals,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.rows import ArgumentRow
from pmlsym.proof.verdict import NoVerdict, Verdict
from pmlsym.proof.witness import Sample
from pmlsym.statements.argument import Argument, Theorem
from pmlsym.statements.readable import Readable


@dataclass(frozen=True)
class Words:
    """The steps in words between what is asserted and the parts.

    Parameters
    ----------
    tested : those that may lead to any goals; each has a test.
    by_hand : the statements that a person reduced, and by which theorems.
    """

    tested: tuple[Argument, ...]
    by_hand: ByHand


def steps_in_words(
    asserts: Sequence[Readable],
    parts: Sequence[Part],
    models: Sequence[object],
    arguments: Sequence[Argument],
    reductions: Sequence[Theorem],
) -> Words:
    """Return the steps in words that lead from what is asserted to the parts.

    Parameters
    ----------
    asserts, parts, models, arguments, reductions : as in a claim.

    Raises
    ------
    NoVerdict
        If a program reduces a statement to other goals, and nothing in words leads to the parts.
    """
    meant = meant_for_goals(asserts, models)
    refuse_other_goals(meant, parts, arguments)
    found = by_hand(meant, parts, reductions) if parts else ByHand(0)
    return Words(tuple(arguments), found)


def tested(words: Words, verdict: Verdict) -> tuple[ArgumentRow, ...]:
    """Try the steps in words, and the theorems by which a person reduced; some have no test.

    Raises
    ------
    NoVerdict
        If a test fails on a world, or tells nothing.
    """
    rows = tuple(_row(step.says, _tried(step.says, step.test)) for step in words.tested)
    found = words.by_hand
    if not found.statements or verdict == "refuted":
        return rows
    if not found.theorems:
        return rows or (_row(found.text(), 0),)
    return (*rows, *(_row(found.text(used), tried(used)) for used in found.theorems))


def _row(text: str, count: int) -> ArgumentRow:
    return {"text": text, "tested": count}


_TRIED: dict[int, tuple[Theorem, int]] = {}  # by the theorem itself: an equal one may lie


def tried(theorem: Theorem) -> int:
    """Return on how many worlds a theorem held: 0 without a test. It is tried once for all claims.

    Raises
    ------
    NoVerdict
        If the test fails on a world, or tells nothing.
    """
    if theorem.test is None:
        return 0
    if id(theorem) not in _TRIED:
        _TRIED[id(theorem)] = (theorem, _tried(theorem.says, theorem.test))
    return _TRIED[id(theorem)][1]


def _tried(says: str, test: Readable) -> int:
    trial = test.trial(test.tries)
    if trial.violations and trial.first is not None:
        raise NoVerdict(f"an argument fails on {trial.first[0]}: {trial.first[1]}")
    if trial.applied <= trial.unseparated:
        raise NoVerdict(f"the test of an argument tells nothing: {says}")
    return trial.applied


def refuse_no_samples(seen: Sequence[object]) -> None:
    """Refuse what a search gave that is printed beside the evidence, if it is no sample.

    Raises
    ------
    NoVerdict
        In one sentence.

    Examples
    --------
    >>> refuse_no_samples([None])
    Traceback (most recent call last):
    pmlsym.proof.verdict.NoVerdict: `observed`: search 1 gave a NoneType, but has to give a Sample
    """
    for number, found in enumerate(seen, start=1):
        if type(found) is not Sample:
            kind = type(found).__name__
            raise NoVerdict(f"`observed`: search {number} gave a {kind}, but has to give a Sample")
