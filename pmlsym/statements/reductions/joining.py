"""The reductions put together: a statement goes in, goals come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import needs as needs_of
from pmlsym.proof.language import Sentence, reals
from pmlsym.proof.language import Term as Real
from pmlsym.proof.reading import SIGNS, read_relation
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Expectation, Leakage, Overall
from pmlsym.statements.reductions import averages, expectations, one_outcome, worst_case
from pmlsym.statements.reductions.encoding import (
    ZERO,
    NotReducible,
    Quotient,
    Scene,
    Unbounded,
    parameter_ranges,
    relate,
)
from pmlsym.statements.reductions.extremes import Outcome, Owners, at_least, distinct, owners
from pmlsym.statements.reductions.priors import Shape, shapes, uniform
from pmlsym.statements.reductions.ranges import Range, range_of
from pmlsym.statements.reductions.result import Case, Reduction, Theorem
from pmlsym.statements.reductions.worlds import Named
from pmlsym.statements.statement import Statement
from pmlsym.statements.terms import OfPrior, Term, parameters_of, walk
from pmlsym.statements.text.vocabulary import Comparison, LeakageKind, PriorName

_NAMES: dict[str, str] = {"y": "v", "pml": "a", "pmc": "b", "ldp": "c", "Y": "w", "0": "z"}


def reduce(statement: Statement) -> Reduction:
    """Return goals that hold if and only if the statement does, as far as they are complete.

    Parameters
    ----------
    statement : about X and Y alone, without holes.

    Raises
    ------
    NotReducible
        If no reduction is known; it says why.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> for case in reduce(parse("PMC(a) and PML(b) => LDP(a + b)")).cases:
    ...     print(case.goal)
    """
    _check(statement)
    ways = [(statement.required, statement.claimed)]
    if statement.both_ways:
        ways.append((statement.claimed, statement.required))
    joiner = _Joiner(statement)
    cases = [
        case
        for required, claimed in ways
        for conclusion in claimed
        for case in joiner.cases((*statement.where, *required), conclusion)
    ]
    return Reduction(statement, tuple(dict.fromkeys(joiner.theorems)), tuple(cases))


def _check(statement: Statement) -> None:
    if statement.has_holes:
        raise NotReducible("A statement with a hole ? is neither true nor false: fill it first.")
    if len(statement.variables) > 2 or any(  # noqa: PLR2004
        not hasattr(part, "masses") and not hasattr(part, "size") for part in statement.structure
    ):
        raise NotReducible("The statement is about more than one mechanism.")
    for condition in (*statement.where, *statement.required, *statement.claimed):
        for part in (*walk(condition.left), *walk(condition.right)):
            if isinstance(part, (Leakage, Overall)) and part.secret != "X":
                raise NotReducible(f"{part} is of another secret than X.")


@dataclass(frozen=True)
class _World:
    """What is told apart: the prior, the named outcomes, and which smallest lifts are 0."""

    shape: Shape
    outcomes: Mapping[str, Outcome]
    owned: Mapping[str, Owners]
    zero: Mapping[str, bool] = field(default_factory=dict)

    def outcome(self, label: str) -> Outcome:
        """Return a named outcome, its smallest lift written as 0 where it is that."""
        found = self.outcomes[label]
        return Outcome(found.high, ZERO) if self.zero.get(label) else found

    @property
    def known(self) -> dict[Real, Range]:
        """The intervals of its symbols."""
        found = dict(self.shape.known)
        for label, outcome in self.outcomes.items():
            found |= outcome.known(above_0=self.zero.get(label) is False)
        return found

    @property
    def meaning(self) -> str:
        """In words."""
        parts = [self.shape.meaning, *(of.meaning for of in self.owned.values() if of.meaning)]
        for label, zero in self.zero.items():
            low = self.outcomes[label].low if label in self.outcomes else "every smallest lift"
            parts.append(f"not {low} > 0" if zero else f"{low} > 0")
        return ", ".join(parts)


class _Joiner:
    """Cases of one statement, and the theorems that they took."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.theorems: list[Theorem] = []
        self._parameters = parameter_ranges(statement.parameters, statement.nonnegative)

    def cases(self, given: tuple[Condition, ...], claimed: Condition) -> Iterator[Case]:
        """Yield the cases of one conclusion."""
        conclusion = self._by_outcome(claimed)
        hypotheses = tuple(map(self._by_outcome, given))
        about_means = averages.has_average(conclusion.left, conclusion.right)
        for alternative, finite in self._without_averages(hypotheses, about_means):
            yield from self._alternative(alternative, finite, conclusion, about_means)

    def _by_outcome(self, condition: Condition) -> Condition:
        found = worst_case.outcome_by_outcome(condition)
        if found is not condition and found.outcomes != condition.outcomes:
            self.theorems.append(worst_case.WORST_CASE)
        return found

    def _without_averages(
        self, given: tuple[Condition, ...], about_means: bool
    ) -> Iterator[tuple[tuple[Condition, ...], bool]]:
        """Yield hypotheses in which averages are replaced by what they say of single outcomes.

        Where the conclusion is about averages as well they stay, and are means of the same law.
        """
        choices: list[list[averages.Instead]] = []
        for condition in given:
            if not averages.has_average(condition.left, condition.right) or about_means:
                choices.append([averages.Instead((condition,))])
            else:
                self.theorems.append(averages.AVERAGES)
                choices.append(list(averages.instead_of(condition)))
        for chosen in product(*choices):
            yield (
                tuple(condition for instead in chosen for condition in instead.conditions),
                any(instead.finite for instead in chosen),
            )

    def _alternative(
        self, given: tuple[Condition, ...], finite: bool, claimed: Condition, about_means: bool
    ) -> Iterator[Case]:
        every = (*given, claimed)
        terms = tuple(side for condition in every for side in (condition.left, condition.right))
        labels: list[str] = list(worst_case.worst_kinds(*terms))
        if labels:
            self.theorems.append(worst_case.WORST_CASE)
        per_outcome = any(condition.outcomes for condition in given)
        if claimed.outcomes or (per_outcome and not labels and not about_means):
            labels.insert(0, "y")
        names = {name for term in terms for name in parameters_of(term)}
        outcomes = {label: _outcome(_NAMES[label], names) for label in labels}
        if labels:
            self.theorems += [one_outcome.ONE_OUTCOME, one_outcome.EXTREMES]
        complete = not about_means and all(map(one_outcome.bounds_alone, given))
        for shape in self._shapes(every, about_means):
            choices = [owners(shape, outcome) for outcome in outcomes.values()]
            for chosen in product(*choices):
                owned = dict(zip(outcomes, chosen, strict=True))
                zero = dict.fromkeys(labels, False) if finite else {}
                world = _World(shape, outcomes, owned, zero)
                writer = _Writer(self._parameters, given, claimed, about_means, names)
                for world_, goals in writer.goals(world):
                    way = Named(shape, tuple(map(world_.outcome, labels)))
                    for goal in goals:
                        yield Case(
                            f"{claimed}: {world_.meaning}",
                            goal,
                            None if shape.secrets is None else f"|X| = {shape.secrets}",
                            complete and shape.exact,
                            None if about_means else way,
                        )

    def _shapes(self, every: tuple[Condition, ...], about_means: bool) -> list[Shape]:
        statement = self.statement
        named = frozenset(
            part.name
            for condition in every
            for side in (condition.left, condition.right)
            for part in walk(side)
            if isinstance(part, OfPrior)
        )
        second = _fresh("p_2", set(statement.parameters))
        if about_means:
            self.theorems.append(expectations.EXPECTATIONS)
            least, most = statement.size
            if statement.prior is None and expectations.is_prior_free(every):
                self.theorems.append(expectations.PRIOR_FREE)
                if most is None:
                    return uniform(least, bool(named))
                return [expectations.uniform_of(most)]
        return shapes(statement.size, statement.prior, named, second)


class _Writer:
    """Writes the goals of one conclusion in one world."""

    def __init__(
        self,
        parameters: Mapping[Real, Range],
        given: tuple[Condition, ...],
        claimed: Condition,
        about_means: bool,
        names: set[str],
    ) -> None:
        self._parameters = parameters
        self._given = given
        self._claimed = claimed
        self._about_means = about_means
        self._names = names

    def goals(self, world: _World) -> Iterator[tuple[_World, list[Goal]]]:
        """Yield goals, and the world, in which infinite leakages are told apart where needed."""
        try:
            yield world, self._in(world)
        except Unbounded:
            every = (*world.outcomes, *(("Y",) if self._about_means else ()))
            label = next((label for label in every if label not in world.zero), None)
            if label is None:
                raise
            for zero in (False, True):
                told = {**world.zero, label: zero}
                yield from self.goals(_World(world.shape, world.outcomes, world.owned, told))

    def _in(self, world: _World) -> list[Goal]:
        known = {**self._parameters, **world.known}
        law = self._law(world, known) if self._about_means else None
        hypotheses = [relation for relation in self._everywhere(world)]
        for condition in self._given:
            for label in _places(condition, world):
                scene = _scene(world, label, known, law)
                hypotheses += _assumed(scene, condition)
        place = "y" if self._claimed.outcomes else None
        scene = _scene(world, place, known, law)
        claims = tuple(_claims(scene, self._claimed))
        if law is not None:
            if law.is_empty:
                return []
            if any(part.has(law.information) for part in (*hypotheses, *claims)):
                hypotheses += law.on_information
            if world.zero.get("Y"):
                hypotheses += self._somewhere_0(world, known)
        found = _plain(hypotheses, known)
        return [] if found is None else [Goal(found, claim) for claim in claims]

    def _everywhere(self, world: _World) -> Iterator[Sentence]:
        """Yield what is known without the hypotheses."""
        for symbol, known in self._parameters.items():
            if symbol.name in self._names and known.nonnegative:
                yield relate(symbol, ">=", ZERO)
        yield from world.shape.given
        for label in world.outcomes:
            relations = world.owned[label].relations
            if world.zero.get(label):
                low = world.outcomes[label].low
                relations = tuple(_put(relation, low) for relation in relations)
            yield from relations
            if world.zero.get(label) is False:
                yield relate(world.outcomes[label].low, ">", ZERO)
            yield from _at_most_the_worst(world, world.outcome(label), label)

    def _somewhere_0(self, world: _World, known: Mapping[Real, Range]) -> Iterator[Sentence]:
        """Yield what an outcome says that reveals of some secret that it is not the one."""
        outcome = Outcome(_outcome(_NAMES["0"], self._names).high, ZERO)
        inside = _World(world.shape, {**world.outcomes, "0": outcome}, world.owned, world.zero)
        yield from at_least(world.shape, outcome)
        yield from _at_most_the_worst(world, outcome, "")
        for condition in self._given:
            if condition.outcomes:
                scene = _scene(inside, "0", {**known, outcome.high: Range(Fraction(1))}, None)
                yield from _assumed(scene, condition)

    def _law(self, world: _World, known: dict[Real, Range]) -> expectations.OutcomeLaw:
        """Return any law of outcomes that meet the hypotheses."""
        outcome = _outcome(_NAMES["Y"], self._names)
        above_0 = world.zero.get("Y") is False
        known |= outcome.known(above_0)
        support = [*at_least(world.shape, outcome), *_at_most_the_worst(world, outcome, "")]
        if above_0:
            support.append(relate(outcome.low, ">", ZERO))
        inside = _World(world.shape, {**world.outcomes, "Y": outcome}, world.owned, world.zero)
        for condition in self._given:
            if condition.outcomes:
                support += _assumed(_scene(inside, "Y", known, None), condition)
        sure = _plain(support, {}) or ()
        symbols = {outcome.high, outcome.low}
        return expectations.OutcomeLaw(
            outcome,
            tuple(part for part in sure if part.free_symbols & symbols),
            _fresh("information", self._names),
        )


def _scene(
    world: _World,
    place: str | None,
    known: Mapping[Real, Range],
    law: expectations.OutcomeLaw | None,
) -> Scene:
    def measure(leakage: Leakage | Overall) -> Quotient:
        if isinstance(leakage, Overall):
            if law is None:
                raise NotReducible(f"{leakage} stands where a single outcome is looked at.")
            return law.overall(leakage)
        if not leakage.outcomes:
            return world.outcome(leakage.kind).measure(leakage.kind)
        if place is None:
            raise NotReducible(f"{leakage} stands without an outcome.")
        return world.outcome(place).measure(leakage.kind)

    def mean(term: Expectation) -> Real:
        if law is None:
            raise NotReducible(f"{term} stands where a single outcome is looked at.")
        outcomes = {**world.outcomes, "Y": law.outcome}
        zero = {label: is_0 for label, is_0 in world.zero.items() if label != "Y"}
        inside = _World(world.shape, outcomes, world.owned, zero)
        try:
            value, needs = _scene(inside, "Y", known, None).number(term.term)
        except Unbounded:
            if not world.zero.get("Y"):
                raise
            # infinite at an outcome, finite at those of positive lifts: the mean is infinite
            inside = _World(world.shape, outcomes, world.owned, world.zero)
            value, needs = _scene(inside, "Y", known, None).number(term.term)
            if not value.is_infinite:
                raise
        if value.is_infinite:
            if needs:
                raise NotReducible(f"{term} may have no value.") from None
            return value
        if needs:
            raise NotReducible(f"{term} may have no value.")
        return law.mean(value)

    return Scene(measure, world.shape.values, known, mean)


def _places(condition: Condition, world: _World) -> list[str | None]:
    return list(world.outcomes) if condition.outcomes else [None]


def _assumed(scene: Scene, condition: Condition) -> list[Sentence]:
    """Return what a condition that holds says, without what its own terms say already."""
    found = scene.condition(condition)
    granted = _needs(found.relation)
    needs = [need for need in found.needs if _read(need) not in granted]
    return [*needs, found.relation]


def _claims(scene: Scene, condition: Condition) -> Iterator[Sentence]:
    """Yield what has to be proved for a condition: that both sides have values, and compare so."""
    found = scene.condition(condition)
    left, right = found.relation.args
    sign = condition.sign
    asked: list[Sentence] = []
    signs: tuple[Comparison, ...] = ("<=", ">=") if sign == "=" else (sign,)
    asked = [relate(left, one, right) for one in signs]
    granted = _needs(found.relation)
    for need in found.needs:
        if _read(need) in granted or _implied(scene, need, left, sign, right):
            continue
        yield need
    yield from asked


def _implied(scene: Scene, need: Sentence, left: Real, sign: Comparison, right: Real) -> bool:
    """Whether a comparison with something positive on its small side shows that a factor is too."""
    if not isinstance(need, sp.Ge) or need.rhs != 0:
        return False
    if sign in (">", ">="):
        left, right = right, left
    factor = need.lhs
    if sign == "!=" or not scene.positive(left):
        return False
    rest = right / factor
    return not rest.has(factor) and scene.nonnegative(rest)


def _needs(relation: Sentence) -> set[object]:
    return set(needs_of(read_relation(relation)))


def _read(need: Sentence) -> object:
    return read_relation(need)


def _plain(sentences: list[Sentence], known: Mapping[Real, Range]) -> tuple[Sentence, ...] | None:
    """Return hypotheses without those that say nothing; None if one is plainly false."""
    found = []
    for sentence in distinct(sentences):
        if sentence is sp.false:
            return None
        if type(sentence) in SIGNS:
            left, right = sentence.args
            gap = range_of(left - right, known)
            low = gap.positive or (-gap).positive
            if isinstance(sentence, sp.Eq) and low:
                return None
            if isinstance(sentence, (sp.Le, sp.Lt)) and gap.positive:
                return None
            if isinstance(sentence, (sp.Ge, sp.Gt)) and (-gap).positive:
                return None
            if isinstance(sentence, sp.Lt) and gap.nonnegative:
                return None
            if isinstance(sentence, sp.Gt) and (-gap).nonnegative:
                return None
            if isinstance(sentence, sp.Ne) and left == right:
                return None
            if left.is_number and right.is_number and _says_nothing(sentence, gap):
                continue
        found.append(sentence)
    return tuple(found)


def _says_nothing(sentence: Sentence, gap: Range) -> bool:
    if isinstance(sentence, sp.Le):
        return (-gap).nonnegative
    if isinstance(sentence, sp.Ge):
        return gap.nonnegative
    if isinstance(sentence, sp.Lt):
        return (-gap).positive
    if isinstance(sentence, sp.Gt):
        return gap.positive
    if isinstance(sentence, sp.Ne):
        return gap.positive or (-gap).positive
    return gap.nonnegative and (-gap).nonnegative


def _at_most_the_worst(world: _World, outcome: Outcome, label: str) -> Iterator[Sentence]:
    kinds: tuple[LeakageKind, ...] = ("pml", "pmc", "ldp")
    for kind in kinds:
        if kind in world.outcomes and kind != label:
            yield worst_case.not_worse(outcome, world.outcome(kind), kind)


def _put(relation: Sentence, low: Real) -> Sentence:
    left, right = (side.subs(low, ZERO) for side in relation.args)
    return relation.func(left, right, evaluate=False)


def _outcome(letter: str, taken: set[str]) -> Outcome:
    return Outcome(_fresh(f"{letter}_max", taken), _fresh(f"{letter}_min", taken))


def _fresh(name: str, taken: set[str]) -> Real:
    while name in taken:
        name += "_"
    return reals(name)[0]
