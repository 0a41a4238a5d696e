"""The steps of a claim that are said in words: which there are, and what their tests show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pmlsym.ledger.checking.origin import by_hand, meant_for_goals, refuse_other_goals, spoken
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
    tested : those that have a test.
    by_hand : that statements were reduced by hand, where nothing of it is tested; or empty.
    """

    tested: tuple[Argument, ...]
    by_hand: str


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
    steps, meant = spoken(arguments, reductions), meant_for_goals(asserts, models)
    refuse_other_goals(meant, parts, steps)
    return Words(steps, "" if steps or not parts else by_hand(meant, reductions))


def tested(words: Words, verdict: Verdict) -> tuple[ArgumentRow, ...]:
    """Try the steps in words; a proof that was reduced by hand has one that nothing tests.

    Raises
    ------
    NoVerdict
        If a test fails on a world, or tells nothing.
    """
    rows = tuple(map(_tested, words.tested))
    if not words.by_hand or verdict == "refuted":
        return rows
    return (*rows, {"text": words.by_hand, "tested": 0})


def _tested(argument: Argument) -> ArgumentRow:
    trial = argument.test.trial(argument.test.tries)
    if trial.violations and trial.first is not None:
        raise NoVerdict(f"an argument fails on {trial.first[0]}: {trial.first[1]}")
    if trial.applied <= trial.unseparated:
        raise NoVerdict(f"the test of an argument tells nothing: {argument.says}")
    return {"text": argument.says, "tested": trial.applied}


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
