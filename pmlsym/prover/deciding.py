"""Settling a statement: small worlds, reductions and the kernel, then the search for a violation.

A false statement usually dies on the first few hundred worlds. What survives is reduced to goals
about real numbers; if the kernel proves them all, it is proved. A point at which a goal fails is
built into a world, and believed only after the reading has said that the statement fails there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.proof.chain import honest
from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.goal import NotProved, read_goal
from pmlsym.proof.reading import in_sympy
from pmlsym.proof.review import proved
from pmlsym.proof.steps import Step, restated
from pmlsym.proof.verdict import Verdict
from pmlsym.prover.analysis.proving import prove as prove_analytic
from pmlsym.prover.answer import Proved
from pmlsym.prover.clock import TimeIsUp, ending
from pmlsym.prover.falsifier import Search, falsify, shrunk
from pmlsym.statements.clauses import Condition
from pmlsym.statements.reading import Reading, read
from pmlsym.statements.reductions import Case, NotReducible, Reduction, Theorem, prove_case, reduce
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Number, OfPrior

_TRUTH, _FALSEHOOD = Number(Fraction(1)), Number(Fraction(0))
_FIRST = 400  # worlds before any proof is tried
_MANY = 30_000
_SHARE = 0.5  # of what time is left, for proofs
_POINTS = 200  # tried against a goal that was not proved


@dataclass(frozen=True)
class Decision:
    """What came of settling a statement.

    Attributes
    ----------
    verdict : supported where nothing decides.
    search : what was read.
    theorems, proofs : how it is proved.
    reading : where it fails.
    open : why it is neither proved nor refuted; else empty.
    bound : the sizes to which a proof is limited; else empty.
    """

    verdict: Verdict
    search: Search
    theorems: tuple[Theorem, ...] = ()
    proofs: tuple[Proved, ...] = ()
    reading: Reading | None = None
    open: str = ""
    bound: str = ""


def settle(statement: Statement, until: float, seed: int = 0) -> Decision:
    """Prove or refute a statement without holes, as far as the time allows.

    Parameters
    ----------
    statement : one without holes.
    until : when to stop, on the clock of `time.monotonic`.
    seed : of chance.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> settle(parse("LIP(e) => LDP(2*e)"), time.monotonic() + 10).verdict
    'proved'
    >>> settle(parse("LIP(e) => LDP(e)"), time.monotonic() + 10).verdict
    'refuted'
    """
    try:
        return _settled(statement, until, seed)
    except TimeIsUp:
        return Decision("supported", Search(None, 0, 0, 0), open="the time was up")


def _settled(statement: Statement, until: float, seed: int) -> Decision:
    first = falsify(statement, _share(until, 0.4), _FIRST, seed, climb=False)
    if first.found is not None:
        return Decision("refuted", first, reading=first.found)
    reason = ""
    try:
        latest = _share(until, _SHARE)
        with ending(latest):
            found = prove(statement, first, latest)
        if isinstance(found, Decision):
            return found
        reason = found
    except TimeIsUp:
        reason = "the proof of its goals took too long"
    search = falsify(statement, until, _MANY, seed + 1)
    if search.found is not None:
        return Decision("refuted", search, reading=search.found)
    return Decision("supported", search, open=reason)


def _share(until: float, share: float) -> float:
    now = time.monotonic()
    return now + max(0.0, until - now) * share


def prove(statement: Statement, search: Search, until: float | None = None) -> Decision | str:
    """Reduce a statement and prove its goals; or refute it by a point at which one fails.

    Parameters
    ----------
    statement : one without holes.
    search : what was read of it.
    until : when to stop with goals in which exponentials or logarithms of parameters remain;
        these are left open unless it is given.

    Returns
    -------
    Decision or str
        Why it is open, where it is.
    """
    try:
        reduction = reduce(statement)
    except NotReducible as refusal:
        return str(refusal)
    proofs, missing = [], ""
    for case in reduction.cases:
        try:
            proofs.append(Proved(case, _checked(case, prove_case(case.goal))))
            continue
        except NotProved as failure:
            why = str(failure)
        reading = _refuted_at(reduction, case)
        if reading is not None:
            return Decision("refuted", search, reading=reading)
        try:
            proofs.append(Proved(case, _by_analysis(case, until)))
        except NotProved as failure:
            why = f"{why}; {failure}" if until is not None else why
            missing = missing or f"a goal was neither proved nor refuted: {case.goal} ({why})"
    if missing:
        return missing
    bounds = [case.alphabet for case in reduction.cases if case.alphabet]
    whole = _covers(reduction)
    found: Verdict = "proved" if whole else "proved-bounded"
    bound = "" if whole else ", ".join(dict.fromkeys(bounds))
    return Decision(found, search, reduction.theorems, tuple(proofs), bound=bound)


def _covers(reduction: Reduction) -> bool:
    """Whether the cases are about every number of secrets that the statement speaks of."""
    if reduction.statement.size[1] is not None or not reduction.cases:
        return True
    asked = {f"|X| = {size}" for size in _sizes_asked_for(reduction.statement)}
    return any(case.alphabet is None or case.alphabet in asked for case in reduction.cases)


def _sizes_asked_for(statement: Statement) -> Iterator[Fraction]:
    """Yield the numbers to which hypotheses such as ``n = 3`` limit the secrets."""
    limiting = statement.where if statement.both_ways else (*statement.required, *statement.where)
    for condition in limiting:
        for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
            if one == OfPrior("n") and condition.sign == "=" and isinstance(other, Number):
                yield other.value


def _by_analysis(case: Case, until: float | None) -> Step:
    """Return a proof from derivatives and tangents, in the larger part of what time is left."""
    if until is None:
        raise NotProved("there was no time for more")
    return _checked(case, prove_analytic(case.goal, _share(until, 0.7)))


def _checked(case: Case, step: Step) -> Step:
    """Return a proof of a goal that the kernel has followed from its first step."""
    step = honest(restated(step, case.goal))
    theorem = proved(step, case.goal)
    if theorem is None or not theorem.certified:
        raise NotProved("no certificate was found")
    return step


def _refuted_at(reduction: Reduction, case: Case) -> Reading | None:
    """Build the world of a point at which a goal fails, and read the statement there."""
    if not case.complete:
        return None
    point = counterexample(read_goal(case.goal), _POINTS)
    if point is None:
        return None
    numbers = {name: in_sympy(value) for name, value in point.numbers.items()}
    model = reduction.model(case, numbers)
    if model is None:
        return None
    reading = read(reduction.statement, model)
    return shrunk(reading, time.monotonic() + 1) if reading.holds is False else None


def never_applies(statement: Statement, until: float) -> bool:
    """Whether it can be proved that no world meets the hypotheses of a statement.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> never_applies(parse("pmax < 1/3 and n = 2 => PML(0)"), time.monotonic() + 5)
    True
    """
    false = Condition(_TRUTH, "<=", _FALSEHOOD)
    changed = replace(statement, conclusion=(false,), both_ways=False)
    try:
        with ending(until):
            found = prove(changed, Search(None, 0, 0, 0))
    except TimeIsUp:
        return False
    return isinstance(found, Decision) and found.verdict == "proved"
