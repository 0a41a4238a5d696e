"""Settling a statement: small instances, reductions and the kernel, then a search for violations.

A false statement usually fails on the first few hundred instances. Any other one is reduced to
goals about real numbers; if the kernel proves them all, it is proved. A point at which a goal fails
is turned into an instance, and refutes the statement only if its evaluation there fails.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from pmlsym.deadline import TimeIsUp, ending, share_of_time
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.reading import in_sympy
from pmlsym.proof.review import proved
from pmlsym.proof.steps import Step, restated
from pmlsym.proof.verdict import Verdict
from pmlsym.prover.analysis.proving import prove as prove_analytic
from pmlsym.prover.answer import Proved
from pmlsym.prover.falsifier import Search, falsify
from pmlsym.prover.large_exponents import by_comparing_exponents
from pmlsym.prover.least_lifts import by_least_lifts
from pmlsym.prover.progress import ProofProgress
from pmlsym.prover.showing import Failing
from pmlsym.prover.smaller import shrunk
from pmlsym.prover.splitting import IN_PARTS, in_parts
from pmlsym.prover.vertices import near_vertices
from pmlsym.statements.clauses import Condition
from pmlsym.statements.generator.models import models
from pmlsym.statements.leakages import Overall
from pmlsym.statements.model import Exact
from pmlsym.statements.normal import fixed
from pmlsym.statements.reading import Reading, applies, read
from pmlsym.statements.reductions import (
    Case,
    NotReducible,
    PaperTheorem,
    Reduction,
    prove_case,
    reductions,
)
from pmlsym.statements.reductions.other_priors import about_one_prior, has_other_priors
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet
from pmlsym.statements.terms import Number, OfPrior, Parameter, operation, walk
from pmlsym.statements.text.vocabulary import StatementError

_TRUTH, _FALSEHOOD = Number(Fraction(1)), Number(Fraction(0))
_FIRST = 400  # instances before any proof is tried
_MANY = 30_000
_LEAST = 0.5  # seconds for the first instances
_SHARE = 0.5  # of the time that is left, for proofs
_WHOLE = 0.6  # of the time, for a proof of the whole before one in parts
_MINUTE = 60.0
_OF_SIZE = 200  # instances of the sizes to which a proof is limited
_POINTS = 200  # tested against a goal that was not proved


@dataclass(frozen=True)
class StatementDecision:
    """The result of settling a statement.

    Attributes
    ----------
    verdict : supported where nothing decides.
    search : the instances that were tested.
    theorems, proofs : the reductions, and the goals with their proofs.
    reading : the instance on which it fails, with both sides.
    open : why it is neither proved nor refuted; else empty.
    bound : the sizes to which a proof is limited; else empty.
    """

    verdict: Verdict
    search: Search
    theorems: tuple[PaperTheorem, ...] = ()
    proofs: tuple[Proved, ...] = ()
    reading: Reading | Failing | None = None
    open: str = ""
    bound: str = ""

    @property
    def is_true(self) -> bool:
        """Whether the statement is proved for all sizes, or is vacuous."""
        return self.verdict in ("proved", "vacuous")


def settle(
    statement: Statement, until: float, seed: int = 0, progress: ProofProgress | None = None
) -> StatementDecision:
    """Prove or refute a statement without holes, as far as the time allows.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> settle(parse("LIP(e) => LDP(2*e)"), time.monotonic() + 10).verdict
    'proved'
    >>> settle(parse("LIP(e) => LDP(e)"), time.monotonic() + 10).verdict
    'refuted'
    """
    progress = progress or ProofProgress()
    before = (progress.tried, progress.applied)
    try:
        return _settled(statement, until, seed, progress)
    except TimeIsUp:
        tried, applied = progress.tried - before[0], progress.applied - before[1]
        search = Search(None, tried, applied, 0)
        return StatementDecision("supported", search, open="the time was up")


def _settled(
    statement: Statement, until: float, seed: int, progress: ProofProgress
) -> StatementDecision:
    progress.now("testing small instances")
    several = has_other_priors(statement)
    found_first = _of_parts(statement, share_of_time(until, 0.3), seed) if several else None
    tests = _FIRST // 8 if several else _FIRST  # under several priors each takes longer
    first = falsify(statement, end_of_first(until), tests, seed, False, progress)
    first = first if found_first is None else replace(first, found=found_first)
    if first.found is not None:
        return StatementDecision("refuted", first, reading=first.found)
    soon = share_of_time(until, _SHARE / 5)
    if not first.applied and (nothing := never_applies(statement, soon)):
        return replace(nothing, search=first)
    reason = ""
    try:
        latest = share_of_time(until, _SHARE)
        with ending(latest):
            found = prove(statement, first, latest, progress)
        if isinstance(found, StatementDecision):
            return found
        reason = found
    except TimeIsUp:
        reason = "the proof of its goals took too long"
    progress.now("looking for an instance on which it fails")
    if several and (late := _of_parts(statement, share_of_time(until, 0.7), seed + 1, _MANY)):
        return StatementDecision("refuted", first, reading=late)
    search = falsify(statement, until, _MANY, seed + 1, progress=progress)
    if search.found is not None:
        return StatementDecision("refuted", search, reading=search.found)
    return StatementDecision("supported", first.and_then(search), open=reason)


def end_of_first(until: float) -> float:
    """Return when the first instances end: late enough for some on however busy a machine."""
    return max(share_of_time(until, 0.4), time.monotonic() + _LEAST)


def _of_parts(
    statement: Statement, until: float, seed: int, instances: int = _FIRST
) -> Reading | None:
    """Search for an instance on which a statement fails among those of its parts about one prior.

    In these the level of a hypothesis about another prior is solved for as any other.
    """
    parts = dict.fromkeys(part for way in about_one_prior(statement) for part in way)
    for number, part in enumerate(parts):
        soon = share_of_time(until, 1 / (len(parts) - number))
        found = falsify(part, soon, instances, seed, climb=instances > _FIRST).found
        if isinstance(found, Reading) and {*statement.parameters} <= {*found.model.parameters}:
            reading = read(statement, found.model)
            if reading.holds is False:
                return reading
    return None


def prove(
    statement: Statement,
    search: Search,
    until: float | None = None,
    progress: ProofProgress | None = None,
) -> StatementDecision | str:
    """Reduce a statement and prove its goals; or refute it by a point at which one fails."""
    parts = in_parts(statement)
    if parts == ((statement,),):
        return _proved_whole(statement, search, until, progress)
    reason = "the proof of its goals took too long"
    whole = math.inf if until is None else share_of_time(until, _WHOLE)
    with suppress(TimeIsUp), ending(whole):
        found = _proved_whole(statement, search, None if until is None else whole, progress)
        if isinstance(found, StatementDecision):
            return found
        reason = found
    return _proved_in_parts(parts, search, until, progress) or reason


def _proved_in_parts(
    parts: tuple[tuple[Statement, ...], ...],
    search: Search,
    until: float | None,
    progress: ProofProgress | None,
) -> StatementDecision | None:
    """Prove one statement of each part, or return None."""
    theorems, proofs = {IN_PARTS: None}, list[Proved]()
    for number, ways in enumerate(parts):
        end = math.inf if until is None else share_of_time(until, 1 / (len(parts) - number))
        for way in ways:
            found = _proved_whole(way, search, None if until is None else end, progress)
            if isinstance(found, StatementDecision) and found.verdict == "proved":
                theorems |= dict.fromkeys(found.theorems)
                proofs += found.proofs
                break
        else:
            return None
    return StatementDecision("proved", search, tuple(theorems), tuple(proofs))


def _proved_whole(
    statement: Statement, search: Search, until: float | None, progress: ProofProgress | None
) -> StatementDecision | str:
    attempts: list[_Attempt] = []
    outside = ""
    try:
        for reduction in reductions(statement):
            if reduction.bound and not _occurs(statement, reduction):
                outside = f"no mechanism with {reduction.bound} was found that meets its hypotheses"
                continue
            attempt = _Attempt(reduction, progress or ProofProgress())
            attempts.append(attempt)
            reading = attempt.by_search()
            if reading is not None:
                return StatementDecision("refuted", search, reading=reading)
            if not attempt.left:  # reductions for all numbers of secrets come first
                return attempt.decision(search)
    except NotReducible as refusal:
        return str(refusal)
    for place, attempt in enumerate(attempts):
        latest = None if until is None else share_of_time(until, 1 / (len(attempts) - place))
        if attempt.by_analysis(latest):
            return attempt.decision(search)
    return attempts[0].missing if attempts else outside


def _occurs(statement: Statement, reduction: Reduction) -> bool:
    """Whether the hypotheses hold on some mechanism of the sizes that a reduction covers."""
    for text in {case.alphabet for case in reduction.cases if case.alphabet}:
        size = Alphabet("=", int(text.rpartition(" ")[2]))
        with suppress(StatementError):  # the statement asks for more secrets
            limited = replace(statement, structure=(*statement.structure, size))
            drawn = islice(models(limited), _OF_SIZE)
            if any(applies(limited, model) is True for model in drawn):
                return True
    return False


class _Attempt:
    """The proofs of the goals of one reduction, as far as they are found.

    Attributes
    ----------
    left : the cases that are neither proved nor refuted.
    missing : why the first of the other goals is not proved; else empty.
    """

    def __init__(self, reduction: Reduction, progress: ProofProgress) -> None:
        self._reduction, self._progress = reduction, progress
        self._proofs: dict[Case, Proved] = {}
        self.left: list[Case] = []
        self.missing = ""

    def by_search(self) -> Reading | Failing | None:
        """Search for certificates; return an instance on which a goal and the statement fail."""
        cases = self._reduction.cases
        for number, case in enumerate(cases, 1):
            self._progress.goal(number, len(cases), case.meaning)
            self._progress.proved = len(self._proofs)
            with suppress(NotProved):
                self._proofs[case] = Proved(case, checked(case, _certificate(case.goal)))
                continue
            self.left.append(case)
            point = counterexample(read_goal(case.goal), _POINTS)
            if point is not None:
                numbers = {name: in_sympy(value) for name, value in point.numbers.items()}
                reading = _refuted_at(self._reduction, case, numbers)
                if reading is not None:
                    return reading
                self.missing = self.missing or _fails_beside(case, point)
            for near in near_vertices(case.goal) if case.complete else ():
                reading = _refuted_at(self._reduction, case, dict(near))
                if reading is not None:
                    return reading
        return None

    def by_analysis(self, until: float | None) -> bool:
        """Prove what is left from derivatives, unless a goal fails; return whether it is."""
        if self.missing:
            return False
        for case in self.left:
            try:
                self._proofs[case] = Proved(case, by_analysis(case, until))
            except NotProved as failure:
                why = "no certificate was found"
                why = f"{why}; {failure}" if until is not None else why
                self.missing = f"the goal for {case.meaning} is neither proved nor refuted: {why}"
                return False
        return True

    def decision(self, search: Search) -> StatementDecision:
        """Return the statement as proved."""
        found: Verdict = "proved-bounded" if self._reduction.bound else "proved"
        proofs = tuple(self._proofs[case] for case in self._reduction.cases)
        bound = self._reduction.bound
        return StatementDecision(found, search, self._reduction.theorems, proofs, bound=bound)


def _certificate(goal: Goal) -> Step:
    """Prove a goal by certificates: of an easier one that it follows from, or of its own."""
    for easier in (by_comparing_exponents, by_least_lifts):
        with suppress(NotProved):
            return easier(goal)
    return prove_case(goal)


def prove_goal(goal: Goal) -> Step:
    """Prove a goal of a reduction by any method of the prover, for a claim in a file.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> from pmlsym.statements.reductions import reduce
    >>> (case,) = reduce(parse("|X| = 2; prior uniform: LIP(e) => LDP(exp(e) - 1 + e)")).cases
    >>> prove_goal(case.goal).kind
    'decision'
    """
    start = time.monotonic()
    try:
        with ending(start + _MINUTE / 2):
            return _certificate(goal)
    except (NotProved, TimeIsUp):
        return prove_analytic(goal, start + _MINUTE)


def by_analysis(case: Case, until: float | None) -> Step:
    """Prove a case from derivatives and tangents, in most of the time that is left."""
    if until is None:
        raise NotProved("there was no time for more")
    return checked(case, prove_analytic(case.goal, share_of_time(until, 0.7)))


def checked(case: Case, step: Step) -> Step:
    """Return a proof after the kernel has checked all of it."""
    step = restated(step, case.goal)
    theorem = proved(step, case.goal)
    if theorem is None or not theorem.certified:
        raise NotProved("no certificate was found")
    return step


def _fails_beside(case: Case, point: Point) -> str:
    """Describe a point at which a goal fails, where no counterexample came of it."""
    numbers = ", ".join(f"{name} = {in_sympy(value)}" for name, value in point.numbers.items())
    place = f"at {numbers}" if numbers else "for a law"
    if case.complete:
        return f"the goal for {case.meaning} fails {place}, and no mechanism was built from it"
    return (
        f"the bound that would give {case.meaning} fails {place}; it asks for more than the "
        "statement, which may be true nevertheless"
    )


def _refuted_at(reduction: Reduction, case: Case, numbers: Mapping[str, Exact]) -> Reading | None:
    """Build the instance of a point at which a goal fails, and evaluate the statement there."""
    if not case.complete:
        return None
    known = dict[str, Exact](fixed(reduction.statement) if reduction.statement else {})
    model = reduction.model(case, known | dict(numbers))
    if model is None or reduction.statement is None:
        return None
    reading = read(reduction.statement, model)
    return shrunk(reading, time.monotonic() + 1) if reading.holds is False else None


def never_applies(statement: Statement, until: float) -> StatementDecision | None:
    """Prove that nothing meets the hypotheses of a statement, or return None."""
    assumed = () if statement.both_ways else statement.hypotheses  # <=> assumes `where` alone
    for false in false_everywhere(statement):
        changed = replace(statement, hypotheses=assumed, conclusion=(false,), both_ways=False)
        with suppress(TimeIsUp), ending(until):
            found = prove(changed, Search(None, 0, 0, 0), until)
            if isinstance(found, StatementDecision) and found.verdict == "proved":
                proofs = tuple(replace(one, case=_without(false, one.case)) for one in found.proofs)
                return replace(found, verdict="vacuous", proofs=proofs)
    return None


def _without(false: Condition, case: Case) -> Case:
    """Remove the inserted false conclusion from the meaning of a case."""
    return replace(case, meaning=case.meaning.removeprefix(f"{false}: "))


def false_everywhere(statement: Statement) -> Iterator[Condition]:
    """Yield false conditions on different symbols, as a proof starts from shared symbols."""
    yield Condition(_TRUTH, "<=", _FALSEHOOD)
    yield Condition(OfPrior("pmin"), ">", _TRUTH)
    for term in statement.terms:
        for part in walk(term):
            if isinstance(part, Overall):  # a proof about averages needs one in the conclusion
                yield Condition(part, "<", _FALSEHOOD)
    for name in statement.parameters:
        yield Condition(operation("*", Parameter(name), Parameter(name)), "<", _FALSEHOOD)
