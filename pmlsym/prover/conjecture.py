"""The prover's main function: it takes a statement and returns an answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from pmlsym.deadline import share_of_time
from pmlsym.given import as_float, refused, whole, with_noun
from pmlsym.proof.verdict import Verdict
from pmlsym.prover.answer import Answer
from pmlsym.prover.candidates import by_sharper_bound
from pmlsym.prover.deciding import StatementDecision, never_applies, settle
from pmlsym.prover.falsifier import Search
from pmlsym.prover.filling import beside_holes, fill
from pmlsym.prover.progress import ProofProgress
from pmlsym.prover.repairs import nearest
from pmlsym.statements.clauses import GuaranteeClause
from pmlsym.statements.reductions import NotReducible
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Independent, Markov
from pmlsym.statements.terms import Hole, OfPrior
from pmlsym.statements.text.parse import parse


def domain_of(asked: Statement) -> str:
    """Describe the instances over which a statement with binders quantifies, in a sentence."""
    from pmlsym.statements.from_text import bound_statement  # loads the other vocabularies

    domain = bound_statement(asked).domain
    return f"{domain[0].upper()}{domain[1:]}."


SECONDS = 30.0
_REPAIR = 2.0  # seconds for the nearest true statement, or ...
_REPAIR_SHARE = 0.1  # ... this share of the time that is left, where that is more
_SETTLING = 0.65  # share of the time before a statement is compared with known bounds
_VACUOUS = "No mechanism and no parameters meet the hypotheses, so the statement says nothing."
_RESERVE = 0.3  # seconds kept for the steps after the search


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while a statement was being settled, with the result so far.

    Attributes
    ----------
    answer : refuted if a counterexample was found, supported if nothing was decided yet.
    """

    def __init__(self, answer: Answer) -> None:
        super().__init__(str(answer))
        self.answer = answer


def conjecture(
    statement: str | Statement,
    seconds: float = SECONDS,
    alphabet: int | None = None,
    seed: int = 0,
    tell: Callable[[str], None] | None = None,
) -> Answer:
    """Prove or refute a statement about privacy leakage.

    Parameters
    ----------
    statement : in the language of statements, or a Statement.
    seconds : the time limit; the first call loads the solvers before it starts.
    alphabet : decide for this number of secrets only.
    seed : of the search for a counterexample; it changes no verdict of a proof.
    tell : called with a line about the current step, whenever that changes.

    Returns
    -------
    Answer
        ``proved`` for every alphabet, ``proved-bounded`` for the sizes that the scope names,
        ``vacuous`` where nothing meets the hypotheses, ``refuted`` with an exact counterexample,
        or ``supported`` with what was tried.

    Raises
    ------
    ParseError
        If the text is no statement; the message names the column.
    ParameterError
        If `seconds` is not positive, or `tell` no function.
    Interrupted
        At Ctrl-C: a KeyboardInterrupt with the result so far as its ``answer``.

    Examples
    --------
    >>> conjecture("PML(a) and PMC(b) => LDP(a + b)").verdict
    'proved'
    >>> print(conjecture("LDP(e) => PML(e/2)"))
    refuted: LDP(e) => PML(e/2)
      on prior (2/3, 1/3), kernel (2/3, 1/3; 1/2, 1/2), e = log(3/2)
      fails: pml(X->y) <= e/2 at y = 1: log(9/7) > log(3/2)/2, about 0.251314 and 0.202733
      One instance on which it fails refutes it; both sides are exact.
      True instead, and proved (PML(e) for PML(e/2)): LDP(e) => PML(e).
    """
    start = time.monotonic()
    seconds, size = limits(seconds, alphabet)
    seed = whole("seed", seed, least=0)
    if not isinstance(statement, str | Statement):
        raise refused("statement", statement, "a text or a Statement")
    asked = parse(str(statement))  # decide the printed statement, also for an object
    if isinstance(statement, Statement) and asked != statement:
        raise refused("statement", statement, f"what its text says, which is {asked}")
    if tell is not None and not callable(tell):
        raise refused("tell", tell, "a function of a line, or None")
    if asked.is_bound:
        from pmlsym.statements.from_text import bound_statement

        asked = parse(str(bound_statement(asked).text))  # with the conditions of a mechanism
        if size is not None:
            raise refused("alphabet", alphabet, "left out where a statement has binders")
    if size is not None:
        asked = replace(asked, structure=(*asked.structure, size))
    until = start + max(seconds - _RESERVE, seconds / 2)
    progress = ProofProgress(tell)
    try:
        found = (_filled if asked.has_holes else _settled)(asked, until, seed, progress)
    except KeyboardInterrupt:
        found = _so_far(asked, progress, time.monotonic() - start)
        raise Interrupted(replace(found, seconds=time.monotonic() - start)) from None
    return replace(found, seconds=time.monotonic() - start)


def limits(seconds: float, alphabet: int | None) -> tuple[float, Alphabet | None]:
    """Check the time limit and the number of secrets, and return them.

    Examples
    --------
    >>> limits(30, 2)
    (30.0, Alphabet(sign='=', size=2))
    """
    found = as_float("seconds", seconds, "a positive number, and finite")
    if found <= 0:
        raise refused("seconds", found, "a positive number, and finite")
    size = None if alphabet is None else Alphabet("=", whole("alphabet", alphabet, least=1))
    return found, size


def _settled(asked: Statement, until: float, seed: int, progress: ProofProgress) -> Answer:
    if asked.is_bound:
        from pmlsym.prover.deciding_bound import settle_bound

        decision = settle_bound(asked, until, seed, progress)
    else:
        decision = settle(asked, share_of_time(until, _SETTLING), seed, progress)
        if decision.verdict == "supported":
            known = by_sharper_bound(asked, until, progress)
            decision = decision if known is None else replace(known, search=decision.search)
        if not decision.search.applied and decision.verdict not in ("refuted", "vacuous"):
            decision = never_applies(asked, until) or decision
    found = Answer(
        asked,
        decision.verdict,
        _scope(asked, decision),
        0.0,
        decision.theorems,
        decision.proofs,
        decision.reading,
        _remarks(decision),
        search=decision.search,
    )
    if decision.verdict == "refuted" and not asked.is_bound:
        progress.found = decision.reading  # the smallest counterexample so far
        progress.now("looking for the nearest true statement")
        now = time.monotonic()
        true = nearest(asked, min(until, now + max(_REPAIR, _REPAIR_SHARE * (until - now))))
        if true is not None:
            remark = f"True instead, and proved ({true[0]}): {true[1]}."
            found = replace(found, remarks=(*found.remarks, remark))
    return found


def _has_typed_level(asked: Statement) -> bool:
    """Whether a guarantee with a hole has a level beside it that a person typed."""
    return any(
        isinstance(clause, GuaranteeClause)
        and len({isinstance(one, Hole) for one in clause.levels}) > 1
        for clause in asked.conclusion
    )


def _filled(asked: Statement, until: float, seed: int, progress: ProofProgress) -> Answer:
    beside = beside_holes(asked)
    if beside is not None:
        now = time.monotonic()
        claimed = _settled(beside, now + (until - now) / 3, seed, progress)
        if claimed.verdict == "refuted":
            remark = f"No level makes it true: what is claimed beside the hole fails, {beside}."
            return replace(claimed, statement=asked, remarks=(remark, *claimed.remarks))
    try:
        found = fill(asked, until, progress)
    except NotReducible as refusal:
        return Answer(asked, "supported", f"Undecided, because: {refusal}", 0.0)
    if found.open or not found.best:
        scope = f"Not all proved: {found.open or 'no level was found'}."
    else:
        typed = _has_typed_level(asked)
        each = "Each level in the place of ?" if typed else "Each level"
        scope = f"{each} follows in its range for {_all_of(asked)}, and is attained there"
        scope += f", by {found.by}" * bool(found.by)
        least, most = asked.size
        if found.fewer:
            scope += (
                " with three or more secrets, so where pmin <= 1/3; of two, less leaks for some "
                "priors"
            )
        elif least == 1 != most:
            scope += " with two or more secrets; of one, nothing leaks"
        scope += "; the level beside it follows too, as it was typed." if typed else "."
        if not found.covered:
            scope += " That the ranges leave nothing out was looked at on a grid, and not proved."
    verdict: Verdict = "supported" if found.open or not found.best else "proved"
    nothing = never_applies(asked, until)
    if nothing is not None:
        return Answer(asked, "vacuous", _VACUOUS, 0.0, nothing.theorems, nothing.proofs)
    return Answer(
        asked,
        verdict,
        scope,
        0.0,
        found.theorems,
        found.proofs,
        best=found.best,
    )


def _every(statement: Statement) -> str:
    """Describe the mechanisms for which a statement is proved."""
    least, most = statement.size
    laws = "every prior and kernel"
    if statement.prior is not None or _joins(statement):
        prior = "every prior" if statement.prior is None else "the prior of the statement"
        laws = f"{prior} and every kernel{' of its structure' * _joins(statement)}"
    if _restricts_prior(statement):
        laws += ", as far as the conditions allow"
    if below := sorted({*statement.parameters} - statement.nonnegative):
        laws += f", also where {' or '.join(below)} is negative"
    if most is not None:
        return f"{_secrets(most).capitalize()}, any number of outcomes, {laws}."
    return f"Every number of secrets (at least {least}) and outcomes, {laws}."


def _restricts_prior(statement: Statement) -> bool:
    """Whether `where` speaks of the number of secrets or of the prior."""
    return any(isinstance(part, OfPrior) for each in statement.where for part in each.parts)


def _joins(statement: Statement) -> bool:
    """Whether variables are declared to form a chain or to be independent."""
    return any(isinstance(part, (Markov, Independent)) for part in statement.structure)


def _all_of(statement: Statement) -> str:
    """Describe the alphabets and priors of a statement."""
    least, most = statement.size
    if statement.prior is not None and statement.prior.masses:
        return "this prior"
    if most is not None:
        return _secrets(most)
    found = f"every alphabet of at least {least} secrets" if least > 2 else "every alphabet"
    found += ", with the uniform prior" * (statement.prior is not None)
    return found + ", as far as the conditions allow" * _restricts_prior(statement)


def _secrets(number: int) -> str:
    return "one secret" if number == 1 else f"{number} secrets"


def _so_far(asked: Statement, progress: ProofProgress, seconds: float) -> Answer:
    """Return the answer for work that was interrupted."""
    interrupted = f"Interrupted after {seconds:.1f} s: {progress.summary}."
    if progress.found is not None:
        scope = f"One instance on which it fails refutes it; both sides are exact. {interrupted}"
        return Answer(asked, "refuted", scope, seconds, reading=progress.found)
    search = Search(None, progress.tried, progress.applied, 0)
    return Answer(asked, "supported", f"Undecided. {interrupted}", seconds, search=search)


def _scope(statement: Statement, decision: StatementDecision) -> str:
    if decision.verdict == "refuted":
        return "One instance on which it fails refutes it; both sides are exact."
    if decision.verdict == "vacuous":
        return _VACUOUS
    if decision.verdict == "proved":
        return _every(statement) if not statement.is_bound else domain_of(statement)
    if decision.verdict == "proved-bounded":
        return f"Only for {decision.bound}."
    search = decision.search
    tried = (
        f"No violation on {with_noun(search.tried, 'instance')}; the hypotheses hold on "
        f"{search.applied}"
    )
    if search.closest is not None:
        tried += f", both sides at least {search.closest:.2g} apart where not equal"
    if not search.tried:
        tried = "The time was up before any instance was tested"
    reason = decision.open.rstrip(".")
    return f"Undecided. {tried}. No proof, because: {reason}. {_next_steps(statement)}"


def _next_steps(statement: Statement) -> str:
    """Say what may decide an open statement."""
    steps = ["more time (--seconds)"]
    if statement.size[1] is None and not statement.is_bound:
        steps.append("a fixed number of secrets (--alphabet 2)")
    if len(statement.conclusion) > 1 or statement.both_ways:
        steps.append("each part of the conclusion, each direction, as a statement of its own")
    return f"What may decide it: {', '.join(steps)}."


def _remarks(decision: StatementDecision) -> tuple[str, ...]:
    search = decision.search
    if decision.verdict.startswith("proved") and search.telling:
        return (f"Tight: equality on {search.telling} of the instances tested.",)
    if decision.verdict.startswith("proved") and search.tight:
        return (
            f"Equality on {search.tight} of the instances tested, with 0 or infinity on both sides "
            "or no leakage.",
        )
    if decision.verdict.startswith("proved") and not search.applied:
        return (
            "None of the instances tested meets the hypotheses; perhaps none does, or only "
            "larger ones.",
        )
    return ()
