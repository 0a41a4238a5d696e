"""Holes: the best level or bound that follows, and the proof that nothing better does.

Three ways are tried. A guarantee of X->Y has a polygon of lifts (`holes`). In a chain X - Y - Z the
channel X->Z may be X->Y, or Y->Z, so that the best level of one channel is that of the chain if it
follows there. For anything else known forms are candidates (`candidates`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pmlsym.deadline import share_of_time
from pmlsym.formulas.measures import MEASURES, guarantee_of
from pmlsym.prover.answer import Best
from pmlsym.prover.candidates import best_candidate, filled_with
from pmlsym.prover.deciding import settle
from pmlsym.prover.holes import Filled, by_polygon, with_both
from pmlsym.prover.progress import ProofProgress
from pmlsym.statements.clauses import Clause, GuaranteeClause, Through
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.reductions import NotReducible, PaperTheorem
from pmlsym.statements.renaming import renamed
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Markov
from pmlsym.statements.terms import Hole
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import StatementError

_ENDS = PaperTheorem(
    "ends of a chain",
    "In a chain X - Y - Z the variable Z may be Y itself, and Y may be X.",
    "A level that is attained by one channel is attained in the chain with this channel and the "
    "identity.",
)


def fill(statement: Statement, until: float, progress: ProofProgress | None = None) -> Filled:
    """Find the best levels and bounds for the holes of a statement.

    Examples
    --------
    >>> import time
    >>> from pmlsym.statements import parse
    >>> found = fill(parse("X - Y - Z: PML(e) of X->Y => PML(?) of X->Z"), time.monotonic() + 20)
    >>> [best.level for best in found.best], found.open
    (['e', 'log(1/pmin)'], '')
    """
    if statement.is_bound:
        raise NotReducible("Holes are filled in what is said of mechanisms alone.")
    progress = progress or ProofProgress()
    clause, *others = _holes_of(statement)
    if others:
        return _each(statement, [clause, *others], until, progress)
    refusals: list[NotReducible] = []
    open_ones: list[Filled] = []
    for way in (_by_polygon, _in_chain, best_candidate):
        try:
            found = way(statement, clause, until, progress)
        except NotReducible as refusal:
            refusals.append(refusal)
            continue
        if not found.open and found.best:
            return found
        open_ones.append(found)
    if not any(one.best for one in open_ones):
        raise NotReducible(f"{open_ones[0].open}.") if open_ones else refusals[0]
    return next(one for one in open_ones if one.best)


def beside_holes(statement: Statement) -> Statement | None:
    """Return the part of a statement that does not depend on its holes; None if there is none."""
    rest: list[Clause] = []
    for clause in statement.conclusion:
        if isinstance(clause, GuaranteeClause) and clause.has_hole:
            rest += clause.conditions
        elif not clause.has_hole:
            rest.append(clause)
    if not rest or statement.both_ways:
        return None
    return replace(statement, conclusion=tuple(rest))


def _holes_of(statement: Statement) -> list[Clause]:
    found = [clause for clause in statement.conclusion if clause.has_hole]
    if len(statement.conclusion) != len(found):
        raise NotReducible("More is claimed than the part with the hole: ask for it apart.")
    return found


def _each(
    statement: Statement, clauses: list[Clause], until: float, progress: ProofProgress
) -> Filled:
    """Fill the hole of each clause alone, as each is the best whatever the others are."""
    found = []
    for number, clause in enumerate(clauses, 1):
        alone = replace(statement, conclusion=(clause,))
        soon = share_of_time(until, 1 / (len(clauses) - number + 1))
        one = fill(alone, soon, progress)
        best = tuple(replace(level, hole=str(clause)) for level in one.best)
        found.append(replace(one, best=best))
    first, *others = found
    for one in others:
        first = with_both([first, one], first.best + one.best)
    return first


def _by_polygon(
    statement: Statement, clause: Clause, until: float, progress: ProofProgress
) -> Filled:
    """Fill a guarantee of X->Y, or the bound of a leakage that a guarantee bounds."""
    asked = _as_guarantee(clause)
    if asked.of not in (None, Through("X", ("Y",))):
        raise NotReducible(f"No best level was found for the channel {asked.of}.")
    found = by_polygon(replace(statement, conclusion=(asked,)), asked, until, progress)
    if asked is clause:
        return found
    return replace(found, best=tuple(_as_typed(statement, clause, one) for one in found.best))


def _as_guarantee(clause: Clause) -> GuaranteeClause:
    if isinstance(clause, GuaranteeClause):
        return clause
    asked = clause.asked
    side = asked.left
    if (
        asked.sign == "<="
        and isinstance(side, Leakage)
        and (side.secret, tuple(map(str.upper, side.observed)), side.given) == ("X", ("Y",), ())
        and MEASURES[side.kind].is_quotient
        and (kind := guarantee_of((side.kind, 0)))
    ):
        return GuaranteeClause(kind, (Hole(),))
    raise NotReducible(f"No best bound was found for {clause}.")


def _as_typed(statement: Statement, clause: Clause, best: Best) -> Best:
    """Return a level of a guarantee as the bound in the clause that was typed."""
    if best.is_infinite:
        return replace(best, statement=statement)
    conclusion = (filled_with(clause, parse_term(best.level)),)
    return replace(best, statement=replace(best.statement, conclusion=conclusion))


# --- ends of chains -------------------------------------------------------------------------------


def _in_chain(
    statement: Statement, clause: Clause, until: float, progress: ProofProgress
) -> Filled:
    """Fill a hole in a chain as in one channel, if the levels follow in the chain, too."""
    for alone in _ends(statement):
        found = fill(alone, share_of_time(until, 0.6), progress)
        best, proofs, theorems = [], found.proofs, (*found.theorems, _ENDS)
        missing = found.open
        for one in found.best:
            if one.is_infinite:
                best.append(replace(one, statement=statement))
                continue
            where = tuple(dict.fromkeys((*statement.where, *one.statement.where)))
            level = parse_term(one.level)
            whole = replace(statement, conclusion=(filled_with(clause, level),), where=where)
            decision = settle(whole, until)
            if not decision.is_true:
                missing = missing or f"{whole} is {decision.verdict}"
                continue
            proofs, theorems = proofs + decision.proofs, (*theorems, *decision.theorems)
            best.append(replace(one, statement=whole))
        if best and not missing:
            return replace(
                found, best=tuple(best), proofs=proofs, theorems=tuple(dict.fromkeys(theorems))
            )
    raise NotReducible("No best level was found along the chain.")


def _ends(statement: Statement) -> Iterator[Statement]:
    """Yield the statement where the last two variables of a chain are one, and the first two."""
    chains = [one for one in statement.structure if isinstance(one, Markov)]
    if len(chains) != 1 or chains[0].chain[1] != "Y":
        return
    for names in ({"Z": "Y"}, {"Y": "X", "Z": "Y"}):
        structure = tuple(one for one in statement.structure if one not in chains)
        try:
            merged = renamed(replace(statement, structure=structure), names)
        except StatementError:  # a variable would be the outcome of itself
            continue
        if "Z" not in merged.variables:
            yield merged
