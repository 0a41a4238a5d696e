"""Reduction of statements of the language to goals, and counterexamples from failing goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.kernel.terms import is_name
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.statements.clauses import Chance, Condition, GuaranteeClause
from pmlsym.statements.leakages import (
    Leakage,
    NumberOfOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.normal import normal_form, with_averages_named
from pmlsym.statements.reductions import (
    averages,
    expectations,
    posteriors,
    single_outcome,
    worst_case,
)
from pmlsym.statements.reductions.averages import NO_LEAKAGE
from pmlsym.statements.reductions.conditions import (
    NEVER_OCCURS,
    assumed,
    claims,
    contradiction,
    goals_of,
    plain,
)
from pmlsym.statements.reductions.divergences import (
    DIVERGENCES,
    LiftsOfPair,
    divergences_in,
    pairs_of,
)
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    NotReducible,
    Unbounded,
    parameter_ranges,
    refuse_other_measures,
    relate,
)
from pmlsym.statements.reductions.entropies import (
    OF_SECRET,
    BinaryEntropies,
    is_uniform,
    needs_of_prior,
    of_secret_in,
)
from pmlsym.statements.reductions.events import NO_EVENTS, Events, events_of
from pmlsym.statements.reductions.extremes import Outcome, at_least, owners
from pmlsym.statements.reductions.joint import ONE_CHANNEL, on_one_channel, reduce_joint
from pmlsym.statements.reductions.orders import COMPARED, ORDERS, of_orders_in, uses_orders
from pmlsym.statements.reductions.pointwise import (
    OUTCOME_BY_OUTCOME,
    UNION,
    without_means,
    without_probabilities,
)
from pmlsym.statements.reductions.priors import (
    EVERY_PRIOR,
    ONE_PMIN,
    PMIN,
    SPLIT,
    PriorShape,
    shapes,
    uniform,
)
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.reconstruction import Named
from pmlsym.statements.reductions.result import (
    Case,
    PaperTheorem,
    Reduction,
    case_of,
    refuse_other_signs,
)
from pmlsym.statements.reductions.single_outcome import (
    NAMES,
    SymbolicInstance,
    encoding_of,
    outcome_symbols,
)
from pmlsym.statements.reductions.uniform_mean import UNIFORM_PRIOR, is_about_uniform, uniform_mean
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent
from pmlsym.statements.terms import OfPrior, parameters_of


class Writer:
    """A writer of the goals of one conclusion in symbolic instances."""

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
        self._about_uniform = is_about_uniform(*given, claimed)
        self._names = names

    def goals(
        self, instance: SymbolicInstance
    ) -> Iterator[tuple[SymbolicInstance, dict[Goal, str]]]:
        """Yield instances with their goals; splits the instance if a leakage may be infinite.

        Each goal has its purpose if it is auxiliary, otherwise "".
        """
        try:
            yield instance, self._in(instance)
        except Unbounded:
            every = (*instance.outcomes, *(("Y",) if self._about_means else ()))
            label = next((label for label in every if label not in instance.zero), None)
            if label is None:
                raise
            for zero in (False, True):
                told = {**instance.zero, label: zero}
                yield from self.goals(replace(instance, zero=told))

    def _in(self, instance: SymbolicInstance) -> dict[Goal, str]:
        instance = replace(instance, binary=BinaryEntropies(frozenset(self._names)))
        known = {**self._parameters, **instance.known}
        law = self._law(instance, known) if self._about_means else None
        if law is not None:
            excluded = contradiction((*law.support, *instance.above_0)) or law.denied
            if excluded is not None:
                return {excluded: NEVER_OCCURS}  # the support is empty, but there is an outcome
        hypotheses = list(self._everywhere(instance))
        for condition in self._given:
            for label in _places(condition, instance):
                scene = encoding_of(instance, label, known, law)
                hypotheses += assumed(scene, condition)
        for label in instance.outcomes:
            outcome = instance.outcome(label)
            hypotheses += posteriors.at(outcome, instance.shape, plain(hypotheses))
        place = "y" if self._claimed.outcomes else None
        scene = encoding_of(instance, place, known, law)
        claimed = tuple(claims(scene, self._claimed))
        if law is not None:
            of_orders = law.on_orders(instance.shape)
            spoken = (*hypotheses, *(claim for _, claim, _ in claimed))
            informed = law.of_order.informed or any(part.has(law.information) for part in spoken)
            hypotheses += law.on_information if informed else ()
            facts = (*law.on_pairs, *law.of_secret.facts(instance.shape, law))
            facts += of_orders
            facts += tuple(law.on_extremes(instance.shape))
            facts += tuple(law.on_posteriors)
            hypotheses += (s for s in facts if informed or not s.has(law.information))
            hypotheses += (law.occurs(instance.outcome(label)) for label in instance.outcomes)
            if instance.zero.get("Y"):
                hypotheses += self._somewhere_0(instance, known)
        hypotheses += instance.binary.facts
        compared = law.of_order.orders.goals if law is not None else ()
        return {**goals_of(hypotheses, claimed), **dict.fromkeys(compared, COMPARED)}

    def _everywhere(self, instance: SymbolicInstance) -> Iterator[Sentence]:
        """Yield the facts that hold without the hypotheses of the statement."""
        for symbol, known in self._parameters.items():
            if symbol.name in self._names and known.nonnegative:
                yield relate(symbol, ">=", ZERO)
        yield from instance.shape.given
        for label in instance.outcomes:
            relations = instance.owned[label].relations
            if instance.zero.get(label):
                low = instance.outcomes[label].low
                relations = tuple(_put(relation, low) for relation in relations)
            yield from relations
            if self._about_uniform:
                yield from uniform_mean(instance.shape, instance.outcome(label))
            if instance.zero.get(label) is False:
                yield relate(instance.outcomes[label].low, ">", ZERO)
            yield from _at_most_the_worst(instance, instance.outcome(label), label)
            yield from instance.numbers(label).at(instance.outcome(label), instance.shape)
        yield from instance.of_secret.before(instance.shape)

    def _somewhere_0(
        self, instance: SymbolicInstance, known: Mapping[Real, Range]
    ) -> Iterator[Sentence]:
        """Yield facts about an outcome with a lift of 0, which exists in this case."""
        outcome = replace(self._outcome("0"), low=ZERO)
        inside = replace(instance, outcomes={**instance.outcomes, "0": outcome})
        yield from at_least(instance.shape, outcome)
        yield from _at_most_the_worst(instance, outcome, "")
        yield from inside.numbers("0").at(outcome, instance.shape)
        for condition in self._given:
            if condition.outcomes:
                scene = encoding_of(inside, "0", {**known, outcome.high: Range(Fraction(1))}, None)
                yield from assumed(scene, condition)

    def _outcome(self, label: str) -> Outcome:
        kinds = posteriors.named((*self._given, self._claimed))
        return outcome_symbols(NAMES[label], self._names, kinds)

    def _law(self, instance: SymbolicInstance, known: dict[Real, Range]) -> expectations.OutcomeLaw:
        """Return an arbitrary law of outcomes that meet the hypotheses."""
        outcome = self._outcome("Y")
        above_0 = instance.zero.get("Y") is False
        known |= outcome.known(above_0)
        support = [*at_least(instance.shape, outcome), *_at_most_the_worst(instance, outcome, "")]
        if above_0:
            weak = relate(outcome.low, ">=", ZERO)
            support = [relate(outcome.low, ">", ZERO), *(s for s in support if s != weak)]
        # that some smallest lift is 0 does not restrict the other outcomes
        zero = {label: is_0 for label, is_0 in instance.zero.items() if label != "Y"}
        inside = replace(instance, outcomes={**instance.outcomes, "Y": outcome}, zero=zero)
        for condition in self._given:
            if condition.outcomes:
                try:
                    support += assumed(encoding_of(inside, "Y", known, None), condition)
                except Unbounded:  # the condition has different forms at 0 and above: left out
                    if not instance.zero.get("Y"):
                        raise
        sure, divergence = plain(support), None
        possible = contradiction(sure) is None
        if possible:
            symbols = {outcome.high, outcome.low, *outcome.numbers.values()}
            sure = tuple(part for part in sure if part.free_symbols & symbols)
        if possible and expectations.is_about_information((*self._given, self._claimed)):
            names = (fresh(name, self._names) for name in ("divergence", "share"))
            divergence = expectations.DivergenceTerm(*names)
            sure = (*sure, *divergence.at(outcome, sure))
        if possible:
            sure = (*sure, *posteriors.at(outcome, instance.shape, sure))
        information = fresh("information", self._names)
        pairs: tuple[LiftsOfPair, ...] = ()
        if possible:
            pairs = pairs_of((*self._given, self._claimed), above_0, self._names, self._parameters)
            alone = instance.shape.secrets == 2
            sure = (*sure, *(fact for pair in pairs for fact in pair.at(outcome, alone)))
        inverse: Real | None = None
        if possible and any(map(_counts_outcomes, (*self._given, self._claimed))):
            inverse = fresh("w_inverse", self._names)
            known[inverse] = Range(Fraction(1))
            sure = (*sure, relate(inverse, ">=", ONE), relate(inverse, ">=", outcome.high))
        of_secret = instance.of_secret
        known |= of_secret.known
        of_order = of_orders_in(
            self._given,
            self._claimed,
            self._parameters,
            self._names,
            is_uniform(instance.shape),
        )
        known |= of_order.known
        sure = (*sure, *of_secret.at(outcome, instance.shape), *of_order.at(outcome))
        facts = (*self._everywhere(instance), *sure)
        events = self._events(inside, known, facts) if possible else NO_EVENTS
        known |= dict.fromkeys(events.marks, Range(Fraction(0), Fraction(1)))
        sure = (*sure, *events.relations)
        return expectations.OutcomeLaw(
            outcome,
            sure,
            information,
            divergence,
            pairs,
            inverse,
            of_secret,
            of_order,
            events,
            instance.binary,
            self._parameters,
        )

    def _events(
        self, inside: SymbolicInstance, known: Mapping[Real, Range], sure: tuple[Sentence, ...]
    ) -> Events:
        """Return the comparisons inside probabilities, at an outcome under the law `inside`."""
        every = (*self._given, self._claimed)
        chances = [part for one in every for part in one.parts if isinstance(part, Chance)]
        facts = list(sure)
        for condition in self._given:
            if not condition.outcomes and not averages.has_average(*condition.terms):
                facts += assumed(encoding_of(inside, None, known, None), condition)
        return events_of(
            dict.fromkeys(chances),
            encoding_of(inside, "Y", known, None),
            plain(facts),
            self._names,
            expectations.averages_logarithms(every),
        )


def _counts_outcomes(condition: Condition) -> bool:
    return any(isinstance(part, NumberOfOutcomes) for part in condition.parts)


def _places(condition: Condition, instance: SymbolicInstance) -> list[str | None]:
    return list(instance.outcomes) if condition.outcomes else [None]


def _at_most_the_worst(
    instance: SymbolicInstance, outcome: Outcome, label: str
) -> Iterator[Sentence]:
    for kind in MEASURES:
        if kind in instance.outcomes and kind != label:
            yield worst_case.not_worse(outcome, instance.outcome(kind), kind)


def _put(relation: Sentence, low: Real) -> Sentence:
    left, right = (side.subs(low, ZERO) for side in relation.args)
    return relation.func(left, right, evaluate=False)


# --- reduction ------------------------------------------------------------------------------------


def reductions(statement: Statement) -> Iterator[Reduction]:
    """Yield the reductions of a statement, each enough for a proof; the first may be complete.

    Raises
    ------
    NotReducible
        If there is none; the message says why.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> said = parse("X - Y - Z: LDP(e) of Y->Z => mutual_information(X;Z) <= e^2/8")
    >>> [found.theorems[0].name for found in reductions(said)]
    ['overall', 'one channel']
    >>> (case,) = next(reductions(parse("|X| = 2; prior uniform: PML(e) => PMC(2*e)"))).cases
    >>> print(*case.goal.hypotheses[4:], "=>", case.goal.conclusion)
    Eq(v_max, 2 - v_min) v_max <= exp(e) => 1 <= v_min*exp(2*e)
    """
    _check(statement)
    refused: NotReducible | None = None
    bounded: list[Reduction] = []
    none = True
    normal = normal_form(statement)
    refuse_other_measures((*normal.where, *normal.required, *normal.claimed))
    for theorem, stronger in _stronger(with_averages_named(normal)):
        try:
            refuse_other_signs(stronger, statement)
            found = _reduced(stronger)
        except NotReducible as why:
            refused = refused or why
            continue
        except (NotProved, RecursionError, OverflowError) as why:
            no_goal = NotReducible(f"What it says cannot be written as a goal: {why}.")
            refused = refused or no_goal
            continue
        if theorem is not None:
            found = found.of_weaker(theorem)
        if any(isinstance(one, GuaranteeClause) and one.every_prior for one in statement.clauses):
            found = replace(found, theorems=(EVERY_PRIOR, *found.theorems))
        none = False
        found = replace(found, statement=statement)
        if found.bound:  # for some numbers of secrets only
            bounded.append(found)
        else:
            yield found
    yield from bounded
    if none and refused is not None:
        raise refused from None


def _stronger(statement: Statement) -> Iterator[tuple[PaperTheorem | None, Statement]]:
    """Yield a statement, and those from which it follows by a theorem."""
    yield None, statement
    pointwise = without_means(statement)
    if pointwise is not None:
        yield OUTCOME_BY_OUTCOME, pointwise
    surely = without_probabilities(statement)
    if surely is not None:
        yield UNION, surely
    uniform = is_about_uniform(*statement.required, *statement.claimed)
    alone = on_one_channel(statement) if _is_about_joint_law(statement) and not uniform else None
    if alone is not None:
        yield ONE_CHANNEL, alone


def _reduced(statement: Statement) -> Reduction:
    if not _is_about_joint_law(statement):
        return _reduce_mechanism(statement)
    if is_about_uniform(*statement.required, *statement.claimed):
        raise NotReducible("Of several channels, nothing is known under another prior.")
    return reduce_joint(statement)


def _reduce_mechanism(statement: Statement) -> Reduction:
    """Return the goals of a statement about the secret X and the outcome Y."""
    # X and Y are independent if and only if all lifts are 1
    of_structure = (NO_LEAKAGE,) * any(isinstance(p, Independent) for p in statement.structure)
    joiner = _Joiner(statement)
    cases = [
        case
        for assumed, claimed in statement.implications
        for conclusion in claimed
        for case in joiner.cases((*of_structure, *assumed), conclusion)
    ]
    for case in cases:
        read_goal(case.goal)  # raises if the kernel cannot read the goal
    theorems = tuple(dict.fromkeys(joiner.theorems))
    return Reduction(statement, theorems, tuple(cases), of_all_sizes=True)


def _check(statement: Statement) -> None:
    if statement.has_holes:
        raise NotReducible("A statement with a hole ? is neither true nor false: fill it first.")
    for name in statement.parameters:
        if not is_name(name):
            raise NotReducible(f"No symbol of a goal is called {name}: rename the parameter.")


_MEASURES = Leakage | Overall | OfPosterior | PosteriorDivergence


def _is_about_joint_law(statement: Statement) -> bool:
    """Whether Z occurs in a statement, or a secret other than X, also in a guarantee."""
    conditions = (*statement.required, *statement.claimed, *statement.where)
    parts = (part for condition in conditions for part in condition.parts)
    others = (isinstance(part, _MEASURES) and part.secret != "X" for part in parts)
    return "Z" in statement.variables or any(others)


class _Joiner:
    """The cases of one statement, with a record of the theorems that were used."""

    def __init__(self, statement: Statement) -> None:
        self.statement = statement
        self.theorems: list[PaperTheorem] = []
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
        """Yield hypotheses with averages replaced by conditions on single outcomes, by cases.

        If the conclusion is about averages, the averages stay and become means under one law.
        """
        choices: list[list[averages.Instead]] = []
        for condition in given:
            if not averages.has_average(*condition.terms) or about_means:
                choices.append([averages.Instead((condition,))])
            else:
                of_chance = averages.bounds_chance(condition)
                self.theorems.append(averages.PROBABILITIES if of_chance else averages.AVERAGES)
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
        terms = tuple(side for condition in every for side in condition.terms)
        labels: list[str] = list(worst_case.worst_kinds(*terms))
        if labels:
            self.theorems.append(worst_case.WORST_CASE)
        per_outcome = any(condition.outcomes for condition in given)
        if claimed.outcomes or (per_outcome and not labels and not about_means):
            labels.insert(0, "y")
        names = {name for term in terms for name in parameters_of(term)}
        kinds = posteriors.named(every)
        self.theorems += [posteriors.OF_POSTERIOR] if kinds else []
        outcomes = {label: outcome_symbols(NAMES[label], names, kinds) for label in labels}
        if labels:
            self.theorems += [single_outcome.ONE_OUTCOME, single_outcome.EXTREMES]
        about_uniform = is_about_uniform(*every)
        self.theorems += [UNIFORM_PRIOR] * about_uniform
        of_secret = of_secret_in(every, names)
        self.theorems += [OF_SECRET] if of_secret.named else []
        complete = not (about_means or kinds or about_uniform) and all(
            map(single_outcome.bounds_alone, given)
        )
        complete = complete and not of_secret.named
        for shape in self._shapes(every, about_means, bool(labels)):
            choices = [owners(shape, outcome) for outcome in outcomes.values()]
            for chosen in product(*choices):
                owned = dict(zip(outcomes, chosen, strict=True))
                zero = dict.fromkeys(labels, False) if finite else {}
                instance = SymbolicInstance(shape, outcomes, owned, zero, of_secret)
                writer = Writer(self._parameters, given, claimed, about_means, names)
                alphabet = None if shape.secrets is None else f"|X| = {shape.secrets}"
                for instance_, goals in writer.goals(instance):
                    way = Named(shape, tuple(map(instance_.outcome, labels)))
                    for goal, aside in goals.items():
                        case = Case(
                            f"{claimed}: {instance_.meaning}",
                            goal,
                            alphabet,
                            complete and shape.exact,
                            None if about_means else way,
                        )
                        yield case_of(case, aside)

    def _shapes(
        self, every: tuple[Condition, ...], about_means: bool, outcomes: bool
    ) -> list[PriorShape]:
        """Return the shapes of the prior, and record the theorems by which they cover all."""
        statement = self.statement
        named = frozenset(
            part.name
            for condition in every
            for part in condition.parts
            if isinstance(part, OfPrior)
        ) | needs_of_prior(every)
        named |= frozenset({"n", "pmin"} if is_about_uniform(*every) else ())
        second = fresh("p_2", set(statement.parameters))
        if about_means:
            self.theorems.append(expectations.EXPECTATIONS)
            self.theorems += [DIVERGENCES] if divergences_in(every) else []
            of_orders = any(uses_orders(part) for one in every for part in one.parts)
            self.theorems += [ORDERS] if of_orders else []
            least, most = statement.size
            if statement.prior is None and expectations.is_prior_free(every):
                self.theorems.append(expectations.PRIOR_FREE)
                if most is None:
                    return uniform(least, bool(named))
                return [expectations.uniform_of(most)]
        found = shapes(statement.size, statement.prior, named, second)
        if about_means or outcomes:
            sizes = {shape.secrets for shape in found}
            if statement.prior is None and statement.size[0] <= 2 and not sizes & {2}:
                self.theorems.append(SPLIT)
            if any(shape.rarest == (PMIN, PMIN) for shape in found):
                self.theorems.append(ONE_PMIN)
        return found
