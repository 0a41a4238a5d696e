"""Holes by polygons: the best level that follows, with the range in which it is the best.

The vertices of the polygon of lifts give candidates; a grid suggests where each is the largest.
Then two facts are proved for each piece: the level follows (a statement without a hole, reduced and
proved as any other), and the vertex satisfies the hypotheses there, so that no smaller level
follows.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import sympy as sp

from pmlsym.deadline import TimeIsUp, ending
from pmlsym.formulas.measures import (
    GUARANTEES,
    MEASURES,
    Bounds,
    GuaranteeName,
    Measure,
    guarantee_of,
)
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term, fresh, reals
from pmlsym.prover.answer import Best, Proved
from pmlsym.prover.corners import FAR_CORNER, is_zero, polygon, value
from pmlsym.prover.deciding import never_applies, settle
from pmlsym.prover.from_sympy import condition_of, level_text
from pmlsym.prover.pieces import Corner, Piece, covered_by, grid_of, pieces
from pmlsym.prover.progress import ProofProgress
from pmlsym.statements.clauses import Condition, GuaranteeClause
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.reductions import Case, NotReducible, PaperTheorem, prove_case, reduce
from pmlsym.statements.reductions.other_priors import has_other_priors
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import Hole, Number, OfPrior, Parameter
from pmlsym.statements.text.parse import parse, parse_term

_POINT = Point()
_GLANCE = 2.0  # seconds to show that two ranges are disjoint
_POSITIVE = Condition(OfPrior("pmin"), ">", Number(Fraction(0)))


@dataclass(frozen=True)
class Filled:
    """The result of filling the holes of a statement.

    Attributes
    ----------
    best : the levels with their ranges, which are meant to cover all parameters.
    proofs, theorems : the proofs that each level follows and is attained.
    open : what is missing; empty if everything is proved.
    fewer : whether a level is attained with three or more secrets only, and less follows for two.
    covered : whether it is proved that the ranges cover all parameters.
    by : the mechanism that attains a level, where it is a certain one.
    """

    best: tuple[Best, ...]
    proofs: tuple[Proved, ...]
    theorems: tuple[PaperTheorem, ...]
    open: str = ""
    fewer: bool = False
    covered: bool = True
    by: str = ""


def by_polygon(
    statement: Statement, clause: GuaranteeClause, until: float, progress: ProofProgress
) -> Filled:
    """Find the best levels of a guarantee with holes, which a statement about X and Y claims.

    Examples
    --------
    >>> from pmlsym.statements import parse
    >>> asked = parse("LDP(e) => PML(?)")
    >>> found = by_polygon(asked, asked.conclusion[0], time.monotonic() + 20, ProofProgress())
    >>> [(best.level, best.range) for best in found.best]
    [('log(exp(e)/(1 + pmin*exp(e) - pmin))', '')]
    """
    if "Z" in statement.variables:
        raise NotReducible("No best level was found for several channels.")
    if has_other_priors(statement):
        raise NotReducible(
            "Holes are filled under one prior: fill the hole without what is said of other priors."
        )
    if clause.is_approximate:
        raise NotReducible(f"{clause} may fail at some outcomes: its holes are not filled.")
    _check_bounds(statement)
    found = []
    for measure in _measures(clause):
        progress.now(f"deriving the best level of {_alone(measure)}")
        found.append(_filled(statement, measure, until))
    if len(clause.levels) == 2:
        return _both(statement, clause, found, until)
    return found[0] if len(found) == 1 else _larger(statement, clause, found, until)


def _check_bounds(statement: Statement) -> None:
    """Refuse hypotheses under which no mechanism may attain the best level."""
    for name in ("v_max", "v_min"):
        if name in statement.parameters:
            raise NotReducible(f"{name} is what a lift is called here: rename the parameter.")
    for condition in (*statement.required, *statement.where):
        if any(isinstance(part, (Overall, MeanOverOutcomes)) for part in condition.parts):
            raise NotReducible(
                f"{condition} is about an average: holes are filled where every outcome is bounded."
            )
        leakages = [part for part in condition.parts if isinstance(part, Leakage)]
        if any(leakage.secret != "X" for leakage in leakages):
            raise NotReducible(
                f"{condition} is about another channel: holes are filled for X->Y alone."
            )
        open_end = condition.sign not in ("<=", ">=")
        if open_end and leakages:
            raise NotReducible(
                f"{condition} has no end at which a best level could be attained: write <= or >=."
            )


def _measures(clause: GuaranteeClause) -> tuple[Measure, ...]:
    """Return the measures that the holes of a guarantee bound."""
    row = GUARANTEES[clause.kind]
    in_order = sorted(row.bounded, key=lambda bound: bound[1])  # in the order of the levels
    measures = [MEASURES[name] for name, level in in_order if _is_hole(clause.levels[level])]
    if len(row.bounded) > 2 or (row.levels < len(row.bounded) and _pair(row) is None):
        raise NotReducible(f"{clause.kind} bounds several measures: ask for the level of each.")
    for measure in measures:
        if not measure.is_quotient or guarantee_of((measure.name, 0)) is None:
            raise NotReducible(f"It is not known how the best bound of {measure.name} is found.")
    return tuple(measures)


def _is_hole(level: object) -> bool:
    return isinstance(level, Hole)


def _alone(measure: Measure) -> GuaranteeName:
    """Return the guarantee that bounds one measure alone."""
    found = guarantee_of((measure.name, 0))
    assert found is not None  # `_measures` has checked it
    return found


def _pair(row: Bounds) -> GuaranteeName | None:
    """Return the guarantee that bounds both measures of a row, by one level for each."""
    (first, _), (second, _) = row.bounded
    return guarantee_of((first, 0), (second, 1))


# --- one measure ----------------------------------------------------------------------------------


def _filled(statement: Statement, measure: Measure, until: float) -> Filled:
    name = fresh("level", set(statement.parameters)).name
    asked = GuaranteeClause(_alone(measure), (Parameter(name),))
    open_statement = replace(statement, conclusion=(asked,))
    if statement.prior is None:
        open_statement = replace(open_statement, where=(*statement.where, _POSITIVE))
    try:
        with ending(until):
            corners = list(_corners(open_statement, measure, name))
            grid = list(grid_of(corners))
            found = list(pieces(corners, grid, measure))
    except TimeIsUp:
        return Filled((), (), (FAR_CORNER,), "the time was up")
    first = _proved(statement, asked, corners, found, until)
    if not first.open:
        return first
    try:
        with ending(until):
            of_all = list(pieces(corners, grid, measure, everywhere=True))
    except TimeIsUp:
        return first
    if of_all == found or any(piece.less for piece in of_all):
        return first
    other = _proved(statement, asked, corners, of_all, until)
    return first if other.open and first.best else other


def _proved(
    statement: Statement,
    asked: GuaranteeClause,
    corners: list[Corner],
    found: list[Piece],
    until: float,
) -> Filled:
    """Prove that the levels of pieces follow, are attained, and cover all parameters."""
    covered = covered_by(corners, [piece.conditions for piece in found], until)
    best: list[Best] = []
    proofs: list[Proved] = []
    theorems: dict[PaperTheorem, None] = {}
    missing = ""
    fewer = False
    for corner, conditions, less, numbers in found:
        fewer = fewer or less
        level = level_text(corner.worth, numbers)
        where = tuple(condition_of(condition) for condition in conditions)
        said = ", ".join(map(str, where))
        try:
            with ending(until):
                proofs += _attained(corner, conditions)
        except (NotProved, TimeIsUp):
            missing = missing or f"that {level} cannot be improved was not proved"
        if corner.worth is None:
            best.append(Best("inf", said, statement))
            continue
        guarantee = replace(asked, levels=(parse_term(level),))
        whole = replace(statement, conclusion=(guarantee,), where=(*statement.where, *where))
        decision = settle(whole, until)
        if not decision.is_true:
            why = decision.open or f"for {decision.bound}" * bool(decision.bound)
            missing = missing or f"{whole} is {decision.verdict}" + f": {why}" * bool(why)
            continue
        theorems |= dict.fromkeys(decision.theorems)
        proofs += decision.proofs
        best.append(Best(level, said, whole))
    return Filled(tuple(best), tuple(proofs), (*theorems, FAR_CORNER), missing, fewer, covered)


def _corners(statement: Statement, measure: Measure, name: str) -> Iterator[Corner]:
    (level,) = reals(name)
    known = {*statement.parameters, "pmin", "pmax", "n"}
    for case in reduce(statement).cases:
        if case.aside:
            continue  # the case has no lifts; its part of the statement is proved with the others
        if not case.complete:
            raise NotReducible(
                "The hypotheses are more than bounds on each outcome, so that it is not known what "
                "a mechanism attains."
            )
        if case.alphabet == "|X| = 1" and statement.size[1] != 1:
            continue  # one secret leaks nothing; the proof of the level covers that case too
        shape = polygon(case.goal)
        if shape is None:
            raise NotReducible("The hypotheses are not linear in the extreme lifts of an outcome.")
        inner = {s.name for s in case.goal.symbols} - {*known, str(shape.high), str(shape.low)}
        if inner:
            raise NotReducible("The hypotheses speak of more than one outcome.")
        around = tuple(s for s in shape.around if level not in s.free_symbols)
        shape = replace(shape, around=around)
        seen: set[tuple[Term, Term]] = set()
        for at in shape.corners():
            if at not in seen:
                seen.add(at)
                yield Corner(case, shape, at, value(measure, *at))


def _attained(corner: Corner, conditions: tuple[Sentence, ...]) -> Iterator[Proved]:
    """Prove that a vertex satisfies the hypotheses where the conditions hold."""
    at = {corner.shape.high: corner.at[0], corner.shape.low: corner.at[1]}
    for term, sentence in corner.shape.inside:
        strict = isinstance(sentence, (sp.Lt, sp.Gt))
        changed = (sp.Lt if strict else sp.Le)(0, term.xreplace(at), evaluate=False)
        if not strict and is_zero(term.xreplace(at)):
            continue
        goal = Goal((*corner.shape.around, *conditions), changed)
        if not changed.free_symbols:  # numbers, which are compared exactly
            if _POINT.holds(goal.kernel.conclusion) is not True:
                raise NotProved(f"the corner {corner.at} does not obey {sentence}")
            continue
        meaning = f"attained: the corner {corner.at} obeys {sentence}"
        yield Proved(Case(meaning, goal), prove_case(goal))


# --- two holes ------------------------------------------------------------------------------------


def _both(
    statement: Statement, clause: GuaranteeClause, found: list[Filled], until: float
) -> Filled:
    """Combine the best lower and upper levels of ALIP, piece by piece."""
    if len(found) == 1:
        holes = [isinstance(level, Hole) for level in clause.levels]
        best = tuple(_in_place(statement, clause, holes, (one,)) for one in found[0].best)
        # a level for the hole is useless unless the given level follows
        filled = holes.index(False)
        measure = next(m for m, level in GUARANTEES[clause.kind].bounded if level == filled)
        given = GuaranteeClause(_alone(MEASURES[measure]), (clause.levels[filled],))
        rest = replace(statement, conclusion=(given,))
        decision = settle(rest, until)
        missing = "" if decision.is_true else f"{rest} is {decision.verdict}"
        return replace(
            found[0],
            best=best,
            proofs=(*found[0].proofs, *decision.proofs),
            theorems=tuple(dict.fromkeys((*found[0].theorems, *decision.theorems))),
            open=found[0].open or missing,
        )
    best = tuple(
        _in_place(statement, clause, [True, True], pair)
        for pair in product(found[0].best, found[1].best)
        if _meet(statement, pair, until)
    )
    return with_both(found, best)


def _meet(statement: Statement, pair: tuple[Best, Best], until: float) -> bool:
    """Whether the ranges of two levels may overlap: false only if a proof excludes it."""
    ranges = ", ".join(piece.range for piece in pair if piece.range)
    if not ranges:
        return True
    both = (*statement.where, *parse(f"PML(0) where {ranges}").where)
    limit = min(until, time.monotonic() + _GLANCE)
    return not never_applies(replace(statement, where=both), limit)


def _in_place(
    statement: Statement, clause: GuaranteeClause, holes: list[bool], pieces: tuple[Best, ...]
) -> Best:
    given = iter(pieces)
    texts = [
        next(given).level if hole else str(level)
        for hole, level in zip(holes, clause.levels, strict=True)
    ]
    filled = ", ".join(text for text, hole in zip(texts, holes, strict=True) if hole)
    where = ", ".join(dict.fromkeys(filter(None, (piece.range for piece in pieces))))
    if "inf" in texts:
        return Best(filled, where, statement)
    levels = tuple(parse_term(text) for text in texts)
    conditions = tuple(dict.fromkeys(c for piece in pieces for c in piece.statement.where))
    whole = replace(statement, conclusion=(replace(clause, levels=levels),), where=conditions)
    return Best(filled, where, whole)


def _larger(
    statement: Statement, clause: GuaranteeClause, found: list[Filled], until: float
) -> Filled:
    """Combine both levels of LIP: the larger one, where that is proved, else their maximum."""
    best = []
    missing = ""
    pair_of = _pair(GUARANTEES[clause.kind])
    assert pair_of is not None  # `_measures` has checked it
    both = GuaranteeClause(pair_of, (Hole(), Hole()), clause.of)
    for lower, upper in product(found[0].best, found[1].best):
        if not _meet(statement, (lower, upper), until):
            continue
        pair = _in_place(statement, both, [True, True], (lower, upper))
        if lower.is_infinite or upper.is_infinite:
            best.append(Best("inf", pair.range, statement))
            continue
        levels = list(dict.fromkeys((lower.level, upper.level)))
        tries = [*levels, f"max({', '.join(levels)})"] if len(levels) > 1 else levels
        for level in tries:
            filled = replace(clause, levels=(parse_term(level),))
            whole = replace(pair.statement, conclusion=(filled,))
            if settle(whole, min(until, time.monotonic() + 10)).is_true:
                best.append(Best(level, pair.range, whole))
                break
        else:
            missing = missing or f"the larger of {' and '.join(levels)} was not proved"
    return with_both(found, tuple(best), missing)


def with_both(found: list[Filled], best: tuple[Best, ...], missing: str = "") -> Filled:
    """Combine two results with new levels: the proofs of both, and the first gap."""
    lower, upper = found
    return Filled(
        best,
        lower.proofs + upper.proofs,
        tuple(dict.fromkeys(lower.theorems + upper.theorems)),
        lower.open or upper.open or missing,
        lower.fewer or upper.fewer,
        lower.covered and upper.covered,
    )
