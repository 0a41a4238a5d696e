"""The prover's one function: a statement goes in, an answer comes out."""

from __future__ import annotations

import time
from dataclasses import replace

from pmlsym.given import as_float, refused, whole
from pmlsym.proof.verdict import Verdict
from pmlsym.prover.answer import Answer
from pmlsym.prover.deciding import Decision, never_applies, settle
from pmlsym.prover.holes import fill
from pmlsym.prover.repairs import nearest
from pmlsym.statements.clauses import Alphabet
from pmlsym.statements.reductions import NotReducible
from pmlsym.statements.statement import Statement
from pmlsym.statements.text.parse import parse

SECONDS = 30.0
_REPAIR = 2.0  # seconds for the nearest true statement
_RESERVE = 0.3  # seconds for what comes after the search


def conjecture(
    statement: str | Statement, seconds: float = SECONDS, alphabet: int | None = None, seed: int = 0
) -> Answer:
    """Prove or refute a statement about privacy leakage.

    Parameters
    ----------
    statement : in the language of statements, or a Statement.
    seconds : the time that it may take.
    alphabet : decide for this number of secrets only.
    seed : of the search for a world on which it fails; it changes no verdict of a proof.

    Returns
    -------
    Answer
        ``proved`` for every alphabet, ``proved-bounded`` for the sizes that the scope names,
        ``refuted`` with an exact world on which it fails, or ``supported`` with what was tried.

    Raises
    ------
    ParseError
        If the text is no statement; the sentence names the column.
    ParameterError
        If `seconds` is not positive.

    Examples
    --------
    >>> conjecture("PML(a) and PMC(b) => LDP(a + b)").verdict
    'proved'
    >>> print(conjecture("LDP(e) => PML(e/2)"))
    refuted: LDP(e) => PML(e/2)
      on prior (2/3, 1/3), kernel (2/3, 1/3; 1/2, 1/2), e = log(3/2)
      fails: pml(X->y) <= e/2 at y = 1: log(9/7) <= log(3/2)/2, about 0.251314 <= 0.202733
      One world on which it fails refutes it; both sides are exact.
      True instead, and proved (PML(e) for PML(e/2)): LDP(e) => PML(e).
    """
    start = time.monotonic()
    seconds = as_float("seconds", seconds, "a positive number")
    if seconds <= 0:
        raise refused("seconds", seconds, "a positive number")
    seed = whole("seed", seed, least=0)
    if not isinstance(statement, str | Statement):
        raise refused("statement", statement, "a text or a Statement")
    asked = parse(statement) if isinstance(statement, str) else statement
    if alphabet is not None:
        alphabet = whole("alphabet", alphabet, least=1)
        asked = replace(asked, structure=(*asked.structure, Alphabet("=", alphabet)))
    until = start + max(seconds - _RESERVE, seconds / 2)
    if asked.has_holes:
        return _filled(asked, until, start)
    decision = settle(asked, until, seed)
    applied = decision.search.applied or decision.verdict == "refuted"
    vacuous = not applied and never_applies(asked, until)
    remarks = _remarks(decision, vacuous)
    if decision.verdict == "refuted":
        found = nearest(asked, min(until, time.monotonic() + _REPAIR))
        if found is not None:
            remarks += (f"True instead, and proved ({found[0]}): {found[1]}.",)
    return Answer(
        asked,
        decision.verdict,
        _scope(asked, decision),
        time.monotonic() - start,
        decision.theorems,
        decision.proofs,
        decision.reading,
        vacuous,
        remarks,
        search=decision.search,
    )


def _filled(asked: Statement, until: float, start: float) -> Answer:
    try:
        found = fill(asked, until)
    except NotReducible as refusal:
        scope = f"Undecided, because: {refusal}"
        return Answer(asked, "supported", scope, time.monotonic() - start)
    if found.open or not found.best:
        scope = f"Not all proved: {found.open or 'no level was found'}."
    else:
        scope = "Each level follows in its range for every alphabet, and is attained there."
        if found.fewer:
            scope = (
                "Each level follows in its range for every alphabet, and is attained there with "
                "three or more secrets; of two, less leaks for some priors."
            )
    verdict: Verdict = "supported" if found.open or not found.best else "proved"
    seconds = time.monotonic() - start
    return Answer(asked, verdict, scope, seconds, found.theorems, found.proofs, best=found.best)


def _scope(statement: Statement, decision: Decision) -> str:
    if decision.verdict == "refuted":
        return "One world on which it fails refutes it; both sides are exact."
    if decision.verdict == "proved":
        least, most = statement.size
        size = f"{least}" if most == least else f"at least {least}"
        if most is None:
            return f"Every number of secrets ({size}) and outcomes, every prior and kernel."
        return f"Every mechanism for {size} secrets."
    if decision.verdict == "proved-bounded":
        return f"Only for {decision.bound}."
    search = decision.search
    tried = f"No violation on {search.tried} worlds, {search.applied} of which apply"
    if search.closest is not None:
        tried += f"; the closest miss is {search.closest:.2g}"
    return f"Undecided, because: {decision.open}. {tried}."


def _remarks(decision: Decision, vacuous: bool) -> tuple[str, ...]:
    if vacuous:
        return ("Vacuous: no mechanism meets the hypotheses.",)
    if decision.verdict.startswith("proved") and decision.search.tight:
        return (f"Tight: equality on {decision.search.tight} of the worlds read.",)
    return ()
