"""Candidates for the best bound: known forms in the levels of the hypotheses, sharpest first.

Most of them are refuted by an instance. The sharpest one that is proved to follow is the best if a
named mechanism attains it, which is a statement of its own: under it the hypotheses hold, and the
bound is attained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, permutations
from typing import TypeAlias, TypeGuard

from pmlsym.deadline import TimeIsUp, ending, share_of_time
from pmlsym.formulas.measures import GUARANTEES
from pmlsym.proof.language import fresh
from pmlsym.prover.answer import Best, Proved
from pmlsym.prover.deciding import StatementDecision, prove, settle
from pmlsym.prover.falsifier import Search, symmetric_models
from pmlsym.prover.holes import Filled
from pmlsym.prover.progress import ProofProgress
from pmlsym.statements.clauses import Clause, Condition, GuaranteeClause, Through
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.generator.models import judged
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.reductions import NotReducible, PaperTheorem
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import CHAIN, Alphabet, Prior
from pmlsym.statements.terms import Function, Hole, Number, OfPrior, Parameter, Term, replaced, walk
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.vocabulary import TURNED, StatementError
from pmlsym.statements.values import ZERO, Undefined, Unseparated, decimal

# known forms of bounds, in one level s of the hypotheses or in two
_OF_NONE = (
    *("0", "1", "1/2", "log(2)", "log(n)", "H(X)", "n", "1/n", "1 - 1/n"),
    *("pmin", "pmax", "1 - pmin", "1 - pmax", "log(1/pmin)", "1/pmin", "1/pmin - 1"),
)
_OF_ONE = (
    *("s", "2*s", "s/2", "s^2", "s^2/2", "s^2/8", "-s", "1 - s", "exp(s)", "exp(-s)", "exp(2*s)"),
    *("exp(s) - 1", "1 - exp(-s)", "(exp(s) - 1)/(exp(s) + 1)", "s*(exp(s) - 1)/(exp(s) + 1)"),
    *("exp(s)/(1 + exp(s))", "1/(1 + exp(s))", "(exp(s) - 1)^2/exp(s)", "log(1 + s)", "log(s)"),
    *("(exp(s/2) - 1)/(1 + exp(s))^(1/2)", "log(2*exp(s)/(1 + exp(s)))", "H(X) - s", "log(n) - s"),
    *(
        "log(n*exp(s)/(n - 1 + exp(s)))",
        "log(2) - hb(1/(1 + exp(s)))",
        "pmax*exp(s)",
        "pmin*exp(-s)",
    ),
    *("min(s, log(n))", "min(s, 1)", "1 - pmax*exp(s)"),
)
_OF_TWO = (
    *("s + t", "min(s, t)", "max(s, t)", "s*t", "s + t - s*t", "s - t"),
    "log((exp(s + t) + 1)/(exp(s) + exp(t)))",
    "(exp(s) - 1)*(exp(t) - 1)/((exp(s) + 1)*(exp(t) + 1))",
)
_MOST_LEVELS = 3  # of the hypotheses, from which forms are made
_TESTS, _MODELS = 0.1, 150  # share of the time to draw instances, and how many
_EACH = 0.25  # share of the time that is left, for the proof of a form
_LATE, _SHORT = 0.4, 6  # the last part of the time, and the length of the forms that are tried then
_NEAR, _FAR = (Fraction(1, 5), Fraction(2, 3), Fraction(3, 2)), (Fraction(1, 5), Fraction(6))
_Form: TypeAlias = tuple[Term, Statement]  # of a bound, and the statement with it for the hole
_SECOND = Through("Y", ("Z",))  # the second stage of a chain
# mechanisms with a guarantee at a level; the identity where nothing is assumed
_ATTAINING = {"LDP": "rr", "PML": "extremal", "PMC": "rr", "LIP": "rr"}
_TRIAL = Law.of_fractions((3, 2), tuple(Fraction(mass, 30) for mass in (4, 1, 3, 8, 5, 9)))


def filled_with(clause: Clause, level: Term) -> Clause:
    """Return a clause with a term in the place of its hole.

    Examples
    --------
    >>> asked = parse("PML(e) => PMC(?)").conclusion[0]
    >>> print(filled_with(asked, parse_term("2*e")))
    PMC(2*e)
    """
    if isinstance(clause, GuaranteeClause):
        levels = tuple(level if isinstance(one, Hole) else one for one in clause.levels)
        return replace(clause, levels=levels)
    sides = (level if isinstance(side, Hole) else side for side in clause.terms)
    return Condition(next(sides), clause.sign, next(sides))


def best_candidate(
    statement: Statement, clause: Clause, until: float, progress: ProofProgress
) -> Filled:
    """Find the sharpest bound among known forms that follows, and a mechanism that attains it.

    Examples
    --------
    >>> asked = parse("LDP(e) => tv(X->Y) <= ?")
    >>> import time
    >>> end = time.monotonic() + 20
    >>> found = best_candidate(asked, asked.conclusion[0], end, ProofProgress())
    >>> [best.level for best in found.best], found.open
    (['(exp(e) - 1)/(exp(e) + 1)'], '')
    """
    if isinstance(clause, GuaranteeClause) and (
        clause.is_approximate or len(GUARANTEES[clause.kind].bounded) > 1
    ):
        raise NotReducible(f"{clause} bounds several measures: ask for the level of each.")
    asked = _attained_side(clause)
    progress.now("trying known forms of a bound")
    forms = _candidates(statement, asked.sign == "<=")
    filled = [
        (level, replace(statement, conclusion=(filled_with(clause, level),))) for level in forms
    ]
    models = _instances(statement, asked, share_of_time(until, _TESTS))
    left: list[_Form] = []
    with suppress(TimeIsUp), ending(share_of_time(until, 0.3)):
        for level, whole in filled:
            if all(read(whole, model).holds is not False for model in models):
                left.append((level, whole))
    found = _sharpest(left, until, progress)
    if found is None:
        raise NotReducible(f"No known form of a bound was proved to follow in {clause}.")
    (level, whole), decision, undecided = found
    best = _shown_best(statement, clause, whole, level, decision, undecided, until)
    if not best.open:
        return best
    for within in _within_range(statement, clause, level, left, asked.sign == "<="):
        decision = settle(within[1], share_of_time(until, 0.3))
        if decision.is_true:
            return _shown_best(statement, clause, within[1], within[0], decision, undecided, until)
    return best


def _sharpest(
    left: list[_Form], until: float, progress: ProofProgress
) -> tuple[_Form, StatementDecision, str] | None:
    """Return the sharpest form that is proved, and the first sharper one that stays undecided.

    In the last part of the time short forms alone are tried, which are often easy to prove.
    """
    undecided: dict[str, None] = {}
    short = [form for form in left if len(str(form[0])) <= _SHORT]
    for forms, share in ((left, 1 - _LATE), (short, 1.0)):
        latest = share_of_time(until, share)
        for place, (level, whole) in enumerate(forms):
            progress.now(f"proving the bound {level}")
            end = share_of_time(latest, max(_EACH, 1 / (len(forms) - place + 1)))
            with suppress(TimeIsUp), ending(end):
                decision = prove(whole, Search(None, 0, 0, 0), end)
                if isinstance(decision, StatementDecision):
                    if decision.is_true:
                        return (level, whole), decision, next(iter(undecided), "")
                    continue  # it is refuted, or proved for some sizes only
            undecided[str(level)] = None
    return None


def _within_range(
    statement: Statement, clause: Clause, level: Term, left: list[_Form], smallest: bool
) -> Iterator[_Form]:
    """Yield the smaller one of a bound and a plain one, such as 1 or log(n), if neither always is.

    A level of the hypotheses may be beyond the range of the quantity.
    """
    plain = {parse_term(text) for text in _OF_NONE}
    here = _place(statement, level, _FAR)
    for other, _ in left:
        there = _place(statement, other, _FAR) if other in plain else None
        if here is None or there is None:
            continue
        if {one < two for one, two in zip(here, there, strict=True)} == {True, False}:
            term = Function("min" if smallest else "max", (level, other))
            yield term, replace(statement, conclusion=(filled_with(clause, term),))


def _instances(statement: Statement, asked: Condition, until: float) -> list[Model]:
    """Return instances on which the hypotheses hold."""
    trivial = replace(statement, conclusion=(Condition(asked.left, asked.sign, asked.left),))
    drawn = judged(trivial, 0, read, lambda reading: reading.applies is True)
    found: list[Model] = []
    with suppress(TimeIsUp), ending(until):
        found += (m for m in symmetric_models(trivial) if read(trivial, m).applies is True)
        for _, reading in islice(drawn, 10 * _MODELS):
            if reading.applies is True:
                found.append(reading.model)
            if len(found) == _MODELS:
                break
    return found


def _shown_best(
    statement: Statement,
    clause: Clause,
    whole: Statement,
    level: Term,
    decision: StatementDecision,
    undecided: str,
    until: float,
) -> Filled:
    """Return the bound that follows, with the proof that a mechanism attains it if one is found."""
    best = (Best(str(level), "", whole),)
    for family in _families(statement, level):
        shown = family.attains(statement, clause, level, until)
        if shown is not None:
            theorem = PaperTheorem(
                "attained", f"Of {family} the bound is attained.", "Both sides are equal there."
            )
            return Filled(
                best, decision.proofs + shown, (*decision.theorems, theorem), by=str(family)
            )
    missing = f"{level} is proved, perhaps not the best: "
    missing += f"that {level} cannot be improved was not proved"
    if undecided:
        missing += f", and whether {undecided} follows was not decided"
    if decision.search.telling:
        missing += f"; it is attained on {decision.search.telling} of the instances tested"
    return Filled(best, decision.proofs, decision.theorems, missing)


def _attained_side(clause: Clause) -> Condition:
    """Return the condition with the hole on its right side that a clause is."""
    if isinstance(clause, GuaranteeClause):
        of = clause.of or Through("X", ("Y",))
        ((measure, _),) = GUARANTEES[clause.kind].bounded
        return Condition(Leakage(measure, of.secret, of.observed), "<=", Hole())
    return clause.asked


def by_sharper_bound(
    statement: Statement, until: float, progress: ProofProgress
) -> StatementDecision | None:
    """Prove a bound from a known form that is sharper, by real arithmetic; or return None.

    Examples
    --------
    >>> import time
    >>> end = time.monotonic() + 60
    >>> found = by_sharper_bound(parse("PMC(e) => tv(X->Y) <= e"), end, ProofProgress())
    >>> found.verdict, found.theorems[0].says
    ('proved', 'tv(X->Y) <= 1 - exp(-e), and 1 - exp(-e) <= e.')
    """
    clause, *others = statement.conclusion
    if others or statement.both_ways or not _is_upper_bound(clause):
        return None
    progress.now("comparing it with known forms of a bound")
    most = _place(statement, clause.right, _NEAR)
    if most is None:
        return None
    models = _instances(statement, clause, share_of_time(until, _TESTS))
    alone = replace(statement, hypotheses=())
    for form in _candidates(statement, True):
        here = _place(statement, form, _NEAR)
        if here is None or any(one > other for one, other in zip(here, most, strict=True)):
            continue
        claims = [
            replace(statement, conclusion=(Condition(clause.left, "<=", form),)),
            replace(alone, conclusion=(Condition(form, "<=", clause.right),)),
        ]
        found = []
        end = share_of_time(until, 2 * _EACH)
        with suppress(TimeIsUp), ending(end):
            if form == clause.right or any(read(claims[0], m).holds is False for m in models):
                continue
            for claim in claims:
                one = prove(claim, Search(None, 0, 0, 0), end)
                if isinstance(one, str) or not one.is_true:
                    break
                found.append(one)
        if len(found) == len(claims):
            says = f"{', and '.join(str(one.conclusion[0]) for one in claims)}."
            used = (theorem for one in found for theorem in one.theorems)
            theorem = PaperTheorem("a sharper bound", says, "The order is transitive.")
            proofs = tuple(goal for one in found for goal in one.proofs)
            return replace(found[0], theorems=(theorem, *dict.fromkeys(used)), proofs=proofs)
    return None


def _is_upper_bound(clause: Clause) -> TypeGuard[Condition]:
    """Whether a quantity of a channel is claimed to be at most a term of parameters and prior."""
    return (
        isinstance(clause, Condition)
        and clause.sign == "<="
        and bool(clause.left.variables)
        and not clause.right.outcomes
        and not any(isinstance(part, Leakage | Overall) for part in walk(clause.right))
    )


# --- candidates -----------------------------------------------------------------------------------


def _candidates(statement: Statement, smallest: bool) -> list[Term]:
    """Return the forms in levels of the hypotheses, the sharpest bound first."""
    levels = list(dict.fromkeys(_levels(statement)))[:_MOST_LEVELS]
    terms = [_put(form, s=level) for form in _OF_ONE for level in levels]
    terms += [_put(form, s=s, t=t) for form in _OF_TWO for s, t in permutations(levels, 2)]
    plain = _in_order(statement, [parse_term(text) for text in _OF_NONE], smallest)
    found: dict[Term, None] = {}
    for term, place in _in_order(statement, terms, smallest).items():
        # a plain form tells less of the hypotheses: a number comes first if it is always sharper
        for other, one in plain.items():
            pairs = zip(one, place, strict=True)
            if not _of_priors(other) and all(
                here < there if smallest else here > there for here, there in pairs
            ):
                found[other] = None
        found[term] = None
    return [*(found | dict.fromkeys(plain))]


def _in_order(
    statement: Statement, terms: list[Term], smallest: bool
) -> dict[Term, tuple[float, ...]]:
    """Return terms with values for some parameters, in the order of these, equal ones once."""
    places: dict[tuple[float, ...], Term] = {}
    for term in terms:
        place = _place(statement, term, _NEAR)
        if place is not None:
            places.setdefault(place, term)
    order = sorted(places, key=sum, reverse=not smallest)
    return {places[place]: place for place in order}


def _levels(statement: Statement) -> Iterator[Term]:
    """Yield the levels of guarantees, and what measures are compared with, of the hypotheses."""
    for clause in (*statement.hypotheses, *statement.where):
        plain = [side for side in clause.terms if not side.variables]
        if isinstance(clause, GuaranteeClause) or len(plain) == 1:
            yield from (side for side in plain if side != Number(ZERO))


def _put(form: str, **levels: Term) -> Term:
    def leaf(term: Term) -> Term:
        return levels.get(term.name, term) if isinstance(term, Parameter) else term

    return replaced(parse_term(form), leaf)


def _place(statement: Statement, term: Term, steps: Iterable[Fraction]) -> tuple[float, ...] | None:
    """Return values of a candidate for some parameters, by which it is ordered."""
    found = []
    for step in steps:
        names = enumerate(statement.parameters)
        parameters = {name: step * Fraction(number + 4, 4) for number, name in names}
        try:
            value = Evaluation(_TRIAL, parameters).value(term)
        except (Undefined, Unseparated):
            return None
        found.append(round(decimal(value), 12))
    return tuple(found)


# --- mechanisms that attain a bound ---------------------------------------------------------------


@dataclass(frozen=True)
class _Family:
    """A mechanism, or the stages of a chain, by its text, with conditions on its parameters."""

    binders: tuple[str, ...]
    where: tuple[str, ...]
    structure: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join((*self.structure, *self.binders)) + (
            f" where {', '.join(self.where)}" if self.where else ""
        )

    def attains(
        self, statement: Statement, clause: Clause, level: Term, until: float
    ) -> tuple[Proved, ...] | None:
        """Prove that the mechanism meets the hypotheses and attains the bound, or return None."""
        from pmlsym.prover.deciding_bound import settle_bound  # loads the other vocabularies

        asked = _attained_side(clause)
        attained = Condition(asked.left, TURNED[asked.sign], level)
        proofs: tuple[Proved, ...] = ()
        for said in (*statement.hypotheses, attained):
            try:
                claim = parse(self._text(said, map(str, statement.where)))
                if not self._is_everywhere(claim, until):
                    return None
            except StatementError:  # the mechanism is not supported as this stage
                return None
            decision = settle_bound(claim, share_of_time(until, 0.5), 0, ProofProgress())
            if decision.verdict != "proved":
                return None
            proofs += decision.proofs
        return proofs

    def _is_everywhere(self, claim: Statement, until: float) -> bool:
        """Whether the mechanism exists for all parameters: what it asks of them follows."""
        from pmlsym.statements.from_text import bound_statement

        asked = parse(str(bound_statement(claim).text)).where
        more = tuple(one for one in asked if one not in claim.where)
        if not more:
            return True
        implied = Statement(more, structure=claim.structure, where=claim.where)
        return settle(implied, share_of_time(until, 0.3)).is_true

    def _text(self, said: Clause, conditions: Iterable[str]) -> str:
        """Return what is said of the mechanism; of its second stage, as of one from X to Y."""
        binders, structure = self.binders, self.structure
        if isinstance(said, GuaranteeClause) and said.kind == "LDP" and said.of == _SECOND:
            binders = tuple(one.replace("Y->Z", "X->Y") for one in binders if "Y->Z" in one)
            structure = tuple(one for one in structure if one != str(CHAIN))
            said = replace(said, of=None)
        where = [*conditions, *self.where]
        text = f"{'; '.join((*structure, *binders))}: {said}"
        return f"{text} where {', '.join(where)}" if where else text


def _families(statement: Statement, level: Term) -> Iterator[_Family]:
    """Yield mechanisms that may attain a bound, for the channels of a statement."""
    other = (one for one in statement.structure if not isinstance(one, Alphabet | Prior))
    if any(one != CHAIN for one in other) or any(one.variables for one in _sides(statement.where)):
        return
    structure = tuple(map(str, statement.structure))
    if _is_attained_by_two(statement, level):
        kept = (str(one) for one in statement.structure if not isinstance(one, Alphabet))
        structure = (*kept, "|X| = 2")
    binders: list[str] = []
    where: list[str] = []
    taken = {*statement.parameters}
    chain = CHAIN in statement.structure
    for channel in ("X->Y", "Y->Z") if chain else ("X->Y",):
        name = "erasure"
        assumed: Term = parse_term("0")
        for clause in statement.hypotheses:
            if isinstance(clause, GuaranteeClause) and str(clause.of or "X->Y") == channel:
                name, assumed = _ATTAINING.get(clause.kind, name), clause.levels[0]
        if not isinstance(assumed, Parameter):
            new = fresh("r", taken).name
            taken.add(new)
            where.append(f"{new} = {assumed}")
            assumed = Parameter(new)
        binders.append(f"{channel} is {name}({assumed})")
    yield _Family(tuple(binders), tuple(where), structure)


def _is_attained_by_two(statement: Statement, level: Term) -> bool:
    """Whether two secrets are enough to attain a bound for all parameters, and each pmin in it."""
    given = _sides((*statement.hypotheses, *statement.where))
    if statement.size[1] is not None or any(map(_of_priors, given)) or statement.size[0] > 2:
        return False
    named = {part for part in walk(level) if not isinstance(part, Parameter) and _of_priors(part)}
    return not named or (statement.prior is None and named == {OfPrior("pmin")})


def _sides(clauses: Iterable[Clause]) -> Iterator[Term]:
    return (side for clause in clauses for side in clause.terms)


def _of_priors(term: Term) -> bool:
    """Whether a term without a channel depends on the prior, as pmin and H(X) do."""
    return any(isinstance(part, OfPrior | Overall) for part in walk(term))
