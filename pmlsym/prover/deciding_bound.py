"""Decisions about statements with binders: costs, gains, guesses, several priors, released data.

They are tested on instances, edge cases first, and then reduced to goals of the kernel. A point at
which one of their goals fails is not turned into an instance, so only the tests refute.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from pmlsym.deadline import TimeIsUp, ending, share_of_time
from pmlsym.proof.goal import NotProved
from pmlsym.proof.verdict import Verdict
from pmlsym.prover.answer import Proved
from pmlsym.prover.deciding import (
    StatementDecision,
    by_analysis,
    checked,
    end_of_first,
    false_everywhere,
)
from pmlsym.prover.falsifier import Search, is_telling
from pmlsym.prover.progress import ProofProgress
from pmlsym.prover.showing import Failing
from pmlsym.statements.clauses import Condition
from pmlsym.statements.from_text import Bound, bound_statement
from pmlsym.statements.reductions import Case, NotReducible, prover_of, reduction_of
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Number, operation
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import ZERO

_FIRST, _MANY = 300, 20_000  # instances before any proof is tried, and after it
_SHARE = 0.5  # of the time that is left, for proofs
_SMALLER = 100  # further instances, from which the shortest counterexample is taken


def settle_bound(
    asked: Statement, until: float, seed: int, progress: ProofProgress
) -> StatementDecision:
    """Prove or refute a statement with binders, as far as the time allows."""
    said = bound_statement(asked)
    progress.now("testing it on small instances")
    first = _tested(said, _FIRST, end_of_first(until), seed, progress)
    if first.found is not None:
        return StatementDecision("refuted", first, reading=first.found)
    if not first.applied and (nothing := _never_applies(asked, share_of_time(until, _SHARE / 5))):
        return replace(nothing, search=first)
    reason = "the proof of its goals took too long"
    latest = share_of_time(until, _SHARE)
    with suppress(TimeIsUp), ending(latest):
        found = _proved(said, first, latest, progress)
        if isinstance(found, StatementDecision):
            return found
        reason = found
    progress.now("looking for an instance on which it fails")
    search = _tested(said, _MANY, until, seed + 1, progress)
    if search.found is None:
        return StatementDecision("supported", first.and_then(search), open=reason)
    return StatementDecision("refuted", search, reading=search.found)


def _tested(said: Bound, count: int, until: float, seed: int, progress: ProofProgress) -> Search:
    """Evaluate a statement on instances until it fails; then take the shortest of some more."""
    failing: Failing | None = None
    tried = applied = tight = telling = left = 0
    with suppress(TimeIsUp), ending(until):
        for instance in islice(said.instances(seed), count):
            if time.monotonic() > until or (failing is not None and left == 0):
                break
            found = Failing(said, instance, said.judge(instance))
            tried, left = tried + 1, left - 1
            progress.read(found)
            applied += found.applies is True
            equal = found.applies is True and found.equal
            tight, telling = tight + equal, telling + (equal and is_telling(found.left))
            if found.holds is False:
                left = _SMALLER if failing is None else left
                failing = min(failing or found, found, key=lambda one: len(str(one.model)))
    return Search(failing, tried, applied, tight, telling=telling)


def _proved(
    said: Bound, search: Search, until: float, progress: ProofProgress
) -> StatementDecision | str:
    """Reduce a statement and prove its goals; else return why it stays open."""
    try:
        reduction = reduction_of(said)
    except NotReducible as refusal:
        return str(refusal)
    prove = prover_of(said)
    proofs: list[Proved] = []
    for number, case in enumerate(reduction.cases, 1):
        progress.goal(number, len(reduction.cases), case.meaning)
        progress.proved = len(proofs)
        try:
            try:
                proofs.append(Proved(case, checked(case, prove(case.goal))))
            except NotProved:
                proofs.append(Proved(case, by_analysis(case, until)))
        except NotProved as failure:
            return f"the goal for {case.meaning} was not proved: {failure}"
    verdict: Verdict = "proved-bounded" if reduction.bound else "proved"
    return StatementDecision(
        verdict, search, reduction.theorems, tuple(proofs), bound=reduction.bound
    )


def _never_applies(asked: Statement, until: float) -> StatementDecision | None:
    """Prove that nothing meets the hypotheses of a statement, or return None."""
    for changed in _falsified(asked):
        with suppress(TimeIsUp, StatementError), ending(until):
            found = _proved(bound_statement(changed), Search(None, 0, 0, 0), until, ProofProgress())
            if isinstance(found, StatementDecision):
                proofs = tuple(replace(one, case=_of_nothing(one.case)) for one in found.proofs)
                return replace(found, verdict="vacuous", proofs=proofs)
    return None


def _of_nothing(case: Case) -> Case:
    """Return a case with its meaning: the conclusion of its goal was put in, and is false."""
    return replace(case, meaning="nothing meets the hypotheses")


def _falsified(asked: Statement) -> Iterator[Statement]:
    """Yield the statement with false conclusions; `<=>` assumes `where` alone.

    The first ones are about the terms of the hypotheses, from which a proof has to start.
    """
    assumed = () if asked.both_ways else asked.hypotheses
    sides = [part for one in (*assumed, *asked.where) for part in one.terms]
    squares = [Condition(operation("*", side, side), "<", Number(ZERO)) for side in sides]
    for false in (*squares, *false_everywhere(asked)):
        yield replace(asked, hypotheses=assumed, conclusion=(false,), both_ways=False)
