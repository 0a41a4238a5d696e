r"""Averages over the outcomes in a conclusion: means under any law of extreme lifts.

**Sound**: draw an outcome of a mechanism with its probability. Its pair of the largest and the
smallest lift has a law, on pairs that meet every condition on single outcomes. So a statement that
holds under *every* law on such pairs holds of the mechanism. Maximal leakage is the logarithm of
the mean of the largest lift, and maximal cost leakage minus the logarithm of the mean of the
smallest. Mutual information is the mean of the divergence of the posterior from the prior. At one
outcome the divergence is the prior mean of v log v, at most the logarithm of the largest lift. As
v log v is convex, it lies below its chord from the smallest lift to the largest, and the prior mean
of the lift is 1.

The number of outcomes is the mean of 1/P(y), which is at least 1 and at least each lift at y, as
P(y|x) is at most 1.

The worst outcome, and an outcome that the conclusion names, are among the averaged ones: outcomes
with their extreme lifts have a positive probability. If the smallest lift of such an outcome is 0,
not all lifts under the law are positive.

**Not complete**: the lift vectors of a mechanism average to 1 at every secret, and the law of the
extreme lifts does not express this. An upper bound on a mean is proved if it holds outcome by
outcome, or follows from other bounds.

**Prior-free statements**: maximal leakage, maximal cost leakage and ldp are the same under every
prior. So it is enough to prove a statement about these and n alone under the uniform prior, where
the smallest probability is as large as possible. Outcome by outcome this is exact: the permutations
of a lift vector average to 1, and so are the lift vectors of a mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MEASURES
from pmlsym.formulas.posteriors import POSTERIORS
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Sentence, Term as Real, chance
from pmlsym.proof.reading import OPPOSITE
from pmlsym.proof.steps import Decided
from pmlsym.statements.clauses import Chance, Condition
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.reductions import divergences, posteriors
from pmlsym.statements.reductions.divergences import LiftsOfPair
from pmlsym.statements.reductions.encoding import ONE, ZERO, EncodedQuotient, NotReducible, relate
from pmlsym.statements.reductions.entropies import BinaryEntropies, SecretNumbers, is_uniform
from pmlsym.statements.reductions.events import NO_EVENTS, Events
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.orders import OrderNumbers
from pmlsym.statements.reductions.priors import PriorShape, fixed
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import OfPrior
from pmlsym.statements.text.vocabulary import PriorName

EXPECTATIONS = PaperTheorem(
    "expectations",
    "Averages over the outcomes are means under the law of the extreme lifts; what holds under "
    "any law of pairs that an outcome can have holds of every mechanism. Outcomes that are spoken "
    "of are among those that are averaged.",
    "Every outcome of positive probability has such a pair. The law need not be that of a "
    "mechanism, so that a goal which fails shows nothing.",
    symbols=(
        ("w_max, w_min", "the largest and the smallest lift of an outcome, under the law Y"),
        ("z_max, z_min", "those of an outcome with a lift of 0"),
        ("t, t_2", "1 where a comparison inside of P[...] holds at the outcome, else 0"),
    ),
)
_MOST_ORDER = 12  # a larger power of an entropy is left out
PRIOR_FREE = PaperTheorem(
    "prior-free",
    "A statement about ldp, maximal leakage, maximal cost leakage and n alone holds under every "
    "prior if it does under the uniform one.",
    "None of these depends on the prior.",
)


@dataclass(frozen=True)
class DivergenceTerm:
    """The divergence of the posterior at an outcome from the prior, as a symbol with bounds.

    At 1, the chord of v log v from the smallest lift to the largest is the mean of their logarithms
    with the weight `share` for the largest, where share (high - low) = high (1 - low). This
    equation has no quotient, as both lifts may be 1; then any share meets it.

    Parameters
    ----------
    value : a symbol for the divergence.
    share : a symbol for the weight of the largest lift.
    """

    value: Real
    share: Real

    def at(self, outcome: Outcome, sure: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
        """Return bounds on the divergence that hold at an outcome.

        Where the smallest lift may be 0, its logarithm, which is not positive, is left out of the
        bound: a relation holds only if its sides have values, and must not exclude an outcome.

        Examples
        --------
        >>> high, low, d, q = sp.symbols("high low d q", real=True)
        >>> print(*DivergenceTerm(d, q).at(Outcome(high, low), ())[:2], sep="; ")
        d >= 0; d <= log(high)
        """
        high, low = outcome.high, outcome.low
        most = self.share * sp.log(high)
        with suppress(NotProved):
            Decided(Goal(sure, relate(low, ">", ZERO)))
            most += (1 - self.share) * sp.log(low)
        return (
            relate(self.value, ">=", ZERO),
            relate(self.value, "<=", sp.log(high)),
            relate(self.share, ">=", ZERO),
            relate(self.share, "<=", ONE),
            relate(self.share * (high - low), "=", high * (1 - low)),
            relate(self.value, "<=", most),
        )


@dataclass(frozen=True)
class OutcomeLaw:
    """An arbitrary law of the extreme lifts of an outcome on a support.

    Parameters
    ----------
    outcome : the symbols that are averaged over.
    support : the conditions that these symbols meet.
    information : a symbol for the mutual information.
    divergence : the divergence at an outcome, whose mean is the mutual information; None if no
        condition contains mutual information.
    pairs : the lifts at two secrets, for each divergence between rows in a condition.
    inverse : a symbol for 1/P(y); None if the outcomes are not counted.
    ranges : the intervals of the parameters.
    of_secret : the entropy of the secret, and the best guess of it at an outcome.
    of_order : the measures that have an order.
    events : the comparisons inside probabilities.
    binary : the entropies of bits.
    """

    outcome: Outcome
    support: tuple[Sentence, ...]
    information: Real
    divergence: DivergenceTerm | None = None
    pairs: tuple[LiftsOfPair, ...] = ()
    inverse: Real | None = None
    of_secret: SecretNumbers = field(default_factory=SecretNumbers)
    of_order: OrderNumbers = field(default_factory=OrderNumbers)
    events: Events = NO_EVENTS
    binary: BinaryEntropies = field(default_factory=BinaryEntropies)
    ranges: Mapping[Real, Range] = field(default_factory=dict)

    @property
    def denied(self) -> Goal | None:
        """The goal that one condition of the support negates another one; None if none does.

        Two conditions that are literal opposites have a conjunction that sympy evaluates to false.
        """
        for one, other in combinations(self.support, 2):
            if sp.And(one, other, evaluate=False) is sp.false:
                return Goal((one,), OPPOSITE[type(other)](*other.args, evaluate=False))
        return None

    @property
    def _variables(self) -> tuple[Real, ...]:
        variables = [self.outcome.high, self.outcome.low, *self.outcome.numbers.values()]
        variables += self.events.marks
        if self.divergence is not None:
            variables += [self.divergence.share, self.divergence.value]
        if self.inverse is not None:
            variables.append(self.inverse)
        variables += [symbol for pair in self.pairs for symbol in pair.variables]
        return (*variables, *self.of_secret.variables, *self.of_order.variables)

    @property
    def _sure(self) -> Sentence:
        return sp.And(*self.support, evaluate=False)

    def mean(self, body: Real) -> Real:
        """Return the mean of a term; the mean of a constant is the constant."""
        if not body.free_symbols & set(self._variables):
            return body
        if body.could_extract_minus_sign():
            return -self.mean(-body)
        return Mean(body, self._variables, self._sure, "Y")

    def chance(self, of: Chance) -> Real:
        """Return the probability of conditions at an outcome."""
        return self.mean(self.events.bodies[of])

    def occurs(self, other: Outcome) -> Sentence:
        """Return the relation that outcomes with the given extreme lifts have probability > 0."""
        high = relate(self.outcome.high, "=", other.high)
        low = relate(self.outcome.low, "=", other.low)
        alike = sp.And(high, low, evaluate=False)
        return relate(chance(alike, self._variables, self._sure, "Y"), ">", ZERO)

    @property
    def width(self) -> Real | None:
        """The number of outcomes, as a mean."""
        return None if self.inverse is None else self.mean(self.inverse)

    def overall(self, measure: Overall, shape: PriorShape) -> EncodedQuotient:
        """Return the exponential of an overall measure, under priors of a shape."""
        row = AVERAGES[measure.kind]
        of = MEASURES.get(row.of)
        if row.has_order:
            return self.of_order.encoded(measure)
        if row.form == "square" and self.of_order.square is not None:
            return EncodedQuotient(sp.exp(self.mean(self.of_order.square) - 1))
        if row.form == "entropy":
            told = sp.exp(self.information) if measure.observed else ONE
            return EncodedQuotient(sp.exp(self.of_secret.entropy), told)
        if row.form == "both":
            return EncodedQuotient(sp.exp(self.mean(self.outcome.numbers[row.word])))
        if row.form == "guess":
            best, scale = self.mean(self.of_secret.guess), self.of_secret.scale(shape)
            return EncodedQuotient(best / scale)
        if measure.kind == "guesswork":
            before, after = self.of_secret.guesswork, self.of_secret.guesses
            return EncodedQuotient(sp.exp(self.mean(after) if measure.observed else before))
        if row.form == "log_lift":
            return EncodedQuotient(sp.exp(self.information))
        if of is None:
            raise NotReducible(f"{measure} is not reduced.")
        if of.of_most:
            return EncodedQuotient(self.mean(self.outcome.high))
        return EncodedQuotient(ONE, self.mean(self.outcome.low))

    def on_orders(self, shape: PriorShape) -> tuple[Sentence, ...]:
        """Return relations between the measures that have an order."""
        of_orders = self.of_order.facts(lambda one: self.overall(one, shape), self.mean)
        return (*of_orders, *self._on_square(), *self._of(shape), *self._on_guesswork())

    def _on_guesswork(self) -> Iterator[Sentence]:
        """Yield that guesswork is at most the exponential of the entropy of order 1/2 (Arikan)."""
        for measure in self.of_order.measures:
            of, row = self.of_secret, AVERAGES[measure.kind]
            if row.form != "renyi" or self.of_order.orders.of(measure) != sp.S.Half:
                continue
            guesses = of.guesses if measure.observed else of.guesswork
            if guesses in of.named:
                found = self.of_order.encoded(measure)
                yield relate(self.mean(guesses) * found.bottom, "<=", found.top)

    def _of(self, shape: PriorShape) -> Iterator[Sentence]:
        """Yield bounds on the measures that have an order by quantities of the prior."""
        names: tuple[PriorName, ...] = ("pmin", "pmax", "n")
        least, most, n = (self.of_secret.value(shape, name) for name in names)
        masses = None if shape.known else shape.masses({})  # of a single prior
        if n is not None and self.of_order.square is not None:
            yield relate(self.mean(self.of_order.square), "<=", n)
        for measure, number in self.of_order.symbols.items():
            is_entropy = AVERAGES[measure.kind].form == "renyi"
            if n is not None:
                yield relate(number, "=" if is_entropy and is_uniform(shape) else "<=", n)
            if is_entropy and most is not None:
                yield relate(most * number, ">=", ONE)
            if is_entropy and least is not None:
                yield relate(least * number, "<=", ONE)
            order = self.of_order.orders.of(measure)
            if is_entropy and masses and order.is_Integer and 1 < order < _MOST_ORDER:
                total = sp.Add(*(sympified(mass) ** order for mass in masses))
                yield relate(number ** (order - 1) * total, "=", ONE)

    def _on_square(self) -> Iterator[Sentence]:
        """Yield bounds on the mean square of the lift, which is 1 + the chi-squared information."""
        square = self.of_order.square
        if square is not None:
            yield relate(sp.exp(self.information), "<=", self.mean(square))
            yield relate(self.information, "<=", self.mean(square) - 1)
            for of, divergence in self.divergences.items():
                if of.kind == "chi2":  # convex in both rows
                    yield relate(self.mean(square), "<=", 1 + divergence)

    @property
    def on_information(self) -> tuple[Sentence, ...]:
        """Bounds on mutual information: 0 <= I <= E[log high], and I <= E[divergence]."""
        most = self.mean(sp.log(self.outcome.high))
        averaged = self.mean(self.divergence.value) if self.divergence is not None else most
        return (
            relate(self.information, ">=", ZERO),
            relate(self.information, "<=", most),
            relate(sp.exp(self.information), "<=", sp.exp(most)),  # the same, for comparisons
            relate(self.information, "<=", averaged),
        )

    @cached_property
    def divergences(self) -> Mapping[Overall, Real]:
        """The largest divergences between rows, as means."""
        return {pair.of: self.mean(pair.body) for pair in self.pairs}

    @property
    def on_pairs(self) -> tuple[Sentence, ...]:
        """The means of the lifts at two secrets, and relations between divergences."""
        lifts = [lift for pair in self.pairs for lift in (pair.one, pair.other)]
        means = tuple(relate(self.mean(lift), "=", ONE) for lift in lifts)
        known = {of.kind: mean for of, mean in self.divergences.items() if of.level is None}
        related = divergences.relations(known, self.information)
        others = ()
        if any(pair.of.level is not None for pair in self.pairs):
            others = tuple(divergences.other_pairs(self.pairs, self.mean, self.ranges))
        return (*means, *related, *others)

    @property
    def on_posteriors(self) -> Iterator[Sentence]:
        """The relations of the divergences of the joint law from the product of both."""
        means = {kind: self.mean(number) for kind, number in self.outcome.numbers.items()}
        if self.of_order.square is not None:
            square = self.mean(self.of_order.square) - 1  # chi2(X;Y)
            if "chi2" in means:
                yield relate(means["chi2"], "=", square)
            means["chi2"] = square
        yield from posteriors.between(means.get("tv"), self.information, means.get("chi2"))
        yield from (relate(means[kind], ">=", ZERO) for kind in POSTERIORS if kind in means)
        if "kl" in means:
            yield relate(self.information, "=", means["kl"])
            yield relate(sp.exp(self.information), "=", sp.exp(means["kl"]))
        for of, largest in self.divergences.items():
            if of.kind in ("tv", "chi2") and of.kind in means:
                yield relate(means[of.kind], "<=", largest)

    def on_extremes(self, shape: PriorShape) -> Iterator[Sentence]:
        """Yield the relations of total variation to the extreme lifts, as means."""
        n = self.of_secret.value(shape, "n")
        for of, mean in self.divergences.items():
            if of.kind == "tv":
                high, low = self.mean(self.outcome.high), self.mean(self.outcome.low)
                yield from divergences.on_extremes(mean, n, high, low)


def averages_logarithms(conditions: tuple[Condition, ...]) -> bool:
    """Whether a mean in one of the conditions may be that of a logarithm."""
    parts = [part for condition in conditions for part in condition.parts]
    return is_about_information(conditions) or any(
        isinstance(part, MeanOverOutcomes) and not isinstance(part, Chance) for part in parts
    )


def is_about_information(conditions: tuple[Condition, ...]) -> bool:
    """Whether one of the conditions contains mutual information, or an entropy given an outcome."""
    parts = (part for condition in conditions for part in condition.parts)
    overall = (part for part in parts if isinstance(part, Overall))
    return any(
        AVERAGES[part.kind].form == "log_lift"
        or (AVERAGES[part.kind].form == "entropy" and part.observed)
        for part in overall
    )


def is_prior_free(conditions: tuple[Condition, ...]) -> bool:
    """Whether conditions contain an overall measure, and nothing that depends on the prior."""
    parts = [part for condition in conditions for part in condition.parts]
    return any(isinstance(part, Overall) for part in parts) and all(
        False  # the probabilities of the outcomes depend on the prior
        if isinstance(part, MeanOverOutcomes | OfPosterior | PosteriorDivergence)
        else MEASURES[part.kind].is_prior_free
        if isinstance(part, Leakage)
        else bool(AVERAGES[part.kind].of)
        if isinstance(part, Overall)
        else part.name == "n"
        if isinstance(part, OfPrior)
        else True
        for part in parts
    )


def uniform_of(secrets: int) -> PriorShape:
    """Return the uniform prior on the given number of secrets."""
    return fixed((Fraction(1, secrets),) * secrets)
