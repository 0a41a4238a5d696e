r"""Mutual informations and entropies of an order: numbers that are compared by their orders.

**Theorem (orders).** Let S be Sibson's mutual information of a channel, A Arimoto's (Renyi's
entropy minus Arimoto's: alpha-leakage), M the largest S over the priors, R Renyi's entropy of the
secret, and L maximal leakage, all of an order a > 0 (M of a > 1).

- S and M do not fall in the order, and R and Arimoto's entropy do not rise in it. S and A of order
  1 are mutual information, S and M of order infinity L, A of order infinity min-entropy leakage, R
  of order 1 the entropy H(X).
- S of an order is at most M of that order, or of a larger one, by its definition. So is A, which
  is S under the prior proportional to :math:`P(x)^a`, that has the same secrets. Under the uniform
  prior A = S.
- :math:`0 \le A \le R`, as Arimoto's entropy is at least 0, and at most R.
- S of order a is at most R of order 1/a: this is S of the channel that tells the secret. So S of
  order a is at most R of order b for ab at most 1.
- S, A, M and R are at most log n; R is at least -log pmax and at most -log pmin.
- For a at most 2, :math:`e^S \le E[\sum_x P(x) v(x)^2]` for the lifts v of an outcome: at a = 2,
  S is twice the logarithm of the mean of the root of that sum. With the extreme lifts s and t the
  sum is at least 1 and at most s + t - st, as the square is below its chord and the lift has the
  mean 1. Its mean is 1 + c, for the chi-squared divergence c of the joint law from that of
  independent variables, at most n, and at most 1 + the largest chi-squared divergence of two rows,
  which is convex in both. Mutual information is at most log(1 + c).

The law of S, A and M in chains is in `joint.comparing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TypeGuard

import sympy as sp

from pmlsym.formulas.averages import AVERAGES, AverageName
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term as Real, fresh
from pmlsym.proof.steps import Decided, compare_exponentials
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    EncodedQuotient,
    Encoding,
    NotReducible,
    no_channel,
    relate,
)
from pmlsym.statements.reductions.extremes import Outcome
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.terms import OfPrior, walk

ORDERS = PaperTheorem(
    "orders",
    "Sibson's mutual information does not fall in the order; of order 1 it is mutual information, "
    "of order infinity maximal leakage. The largest over the priors does not fall either, and is "
    "at least alpha-leakage, which is Sibson's under another prior, and the same under the "
    "uniform one. Entropies of Renyi and Arimoto do not rise in the order; Arimoto's is at least 0 "
    "and at most Renyi's, from -log(pmax) to log(n). Sibson's is at most log(n), and at most the "
    "logarithm of the mean square of the lift at orders up to 2, which is 1 + chi2(X;Y), at most n "
    "and 1 + chi2(X->Y), and at least exp(mutual information). In chains Sibson's and its "
    "largest do not grow, and alpha-leakage not where an outcome says less.",
    "Verdu, alpha-Mutual Information, 2015; Liao, Kosut, Sankar, Calmon, Tunable Measures for "
    "Information Leakage, 2019; Fehr, Berens, On the Conditional Renyi Entropy, 2014. The mean of "
    "a power is monotone in the exponent; Sibson's information is the least Renyi divergence of "
    "the joint law from a product with the prior.",
    symbols=(
        ("sibson, alpha_leakage, ...", "the exponential of the measure of that name"),
        ("square", "the mean square of the lift of an outcome under the prior, under the law Y"),
    ),
)
COMPARED = "the orders are so compared"

# the families of a measure, with its order there; None stands for that of the measure
_FAMILIES: Mapping[AverageName, tuple[tuple[str, Real | None], ...]] = MappingProxyType(
    {
        "sibson": (("sibson", None),),
        "alpha_leakage": (("arimoto", None),),
        "maximal_alpha_leakage": (("supremum", None),),
        "mutual_information": (("sibson", ONE), ("arimoto", ONE)),
        "maximal_leakage": (("sibson", sp.oo), ("supremum", sp.oo)),
        "min_entropy_leakage": (("arimoto", sp.oo),),
        "renyi_entropy": (("entropy", None),),
        "arimoto_entropy": (("entropy given", None),),
        "H": (("entropy", ONE),),
    }
)
_GROWING = {
    *(("sibson", "sibson"), ("supremum", "supremum")),
    *(("sibson", "supremum"), ("arimoto", "supremum")),
}
_FALLING = {
    *(("entropy", "entropy"), ("entropy given", "entropy given")),
    *(("entropy given", "entropy"), ("arimoto", "entropy")),
}


class Orders:
    """The orders of measures, compared by what a statement assumes of its parameters.

    Parameters
    ----------
    ranges : the intervals of the parameters.
    given : the conditions that a statement assumes; those on parameters alone are used.
    """

    def __init__(self, ranges: Mapping[Real, Range], given: Iterable[Condition]) -> None:
        self._scene = Encoding(no_channel, {}, ranges)
        known = [relate(one, ">=", ZERO) for one, of in ranges.items() if of.nonnegative]
        for condition in given:
            if not any(map(_is_measured, condition.parts)):
                with suppress(NotReducible):
                    found = self._scene.condition(condition)
                    known += [*found.needs, found.relation]
        self._given = tuple(dict.fromkeys(known))
        self.goals: dict[Goal, None] = {}

    def of(self, measure: Overall) -> Real:
        """Return the order of a measure that has one.

        Raises
        ------
        NotReducible
            If the order is not known to be a number for which the measure is defined.
        """
        level = measure.level
        assert level is not None
        if any(isinstance(part, OfPrior) for part in walk(level)):
            raise NotReducible(f"The order of {measure} depends on the prior: that is not reduced.")
        value, needs = self._scene.number(level)
        least = sp.Integer(AVERAGES[measure.kind].orders_above)
        is_number = all(map(self._follows, needs)) and not value.is_infinite
        if not is_number or not self._follows(relate(least, "<", value)):
            raise NotReducible(
                f"The order {level} of {measure} has to be above {least}: say so, as in "
                f"where {level} > {least}."
            )
        return value

    def at_most(self, one: Real, other: Real) -> bool:
        """Whether an order is at most another one; infinity is one."""
        if one.is_infinite or other.is_infinite:
            return bool(other.is_infinite)
        return self._follows(relate(one, "<=", other))

    def _follows(self, relation: Sentence) -> bool:
        """Whether a relation is true of the parameters; what is not plain becomes a goal."""
        gap = sp.expand(relation.rhs - relation.lhs)
        if gap.is_Rational:
            return bool(relation.func(0, gap))
        goal = Goal(self._given, relation)
        if goal not in self.goals:
            for prove in (Decided, compare_exponentials):  # such as log(3) > 1
                with suppress(NotProved):
                    prove(goal)
                    self.goals[goal] = None
                    break
        return goal in self.goals


def _is_measured(part: object) -> bool:
    return isinstance(part, Leakage | Overall | MeanOverOutcomes | OfPrior)


def has_order(part: object) -> TypeGuard[Overall]:
    """Whether a part of a condition is a measure of an order.

    Examples
    --------
    >>> has_order(Overall("mutual_information", "X", ("Y",)))
    False
    """
    return isinstance(part, Overall) and AVERAGES[part.kind].has_order


def uses_orders(part: object) -> TypeGuard[Overall]:
    """Whether a part of a condition is encoded by `OrderNumbers`.

    Examples
    --------
    >>> uses_orders(Overall("chi2_information", "X", ("Y",)))
    True
    """
    is_square = isinstance(part, Overall) and AVERAGES[part.kind].form == "square"
    return is_square or has_order(part)


def with_others(named: Iterable[Overall]) -> tuple[Overall, ...]:
    """Return measures, each once, with those that their encoding and comparisons need.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> print(*with_others([parse_term("sibson(X->Y; 2)")]))
    maximal_leakage(X->Y) sibson(X->Y; 2)
    """
    found: dict[Overall, None] = {}
    there = list(named)
    levels = dict.fromkeys((one.kind, one.level) for one in there if has_order(one))
    channels = dict.fromkeys((one.secret, one.observed) for one in there if has_order(one))
    across = [  # through which others are compared that differ in the order and the channel
        Overall(kind, secret, observed, level)
        for kind, level in levels
        for secret, observed in channels
        if bool(observed) == bool(AVERAGES[kind].arrow)
    ]
    for one in (*there, *across):
        if AVERAGES[one.kind].form == "renyi" and one.observed:
            found[Overall("renyi_entropy", one.secret, (), one.level)] = None
            found[Overall("alpha_leakage", one.secret, one.observed, one.level)] = None
        elif AVERAGES[one.kind].has_order and one.observed:
            found[Overall("maximal_leakage", one.secret, one.observed)] = None
        found[one] = None
    return tuple(found)


def encoded(measure: Overall, number: Callable[[Overall], Real]) -> EncodedQuotient:
    """Return the exponential of a measure of an order; Arimoto's entropy is a difference.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> found = encoded(parse_term("arimoto_entropy(X|Y; 2)"), lambda one: sp.Symbol(one.kind))
    >>> found.top, found.bottom
    (renyi_entropy, alpha_leakage)
    """
    if AVERAGES[measure.kind].form != "renyi" or not measure.observed:
        return EncodedQuotient(number(measure))
    alone = Overall("renyi_entropy", measure.secret, (), measure.level)
    shared = Overall("alpha_leakage", measure.secret, measure.observed, measure.level)
    return EncodedQuotient(number(alone), number(shared))


def at_most(one: EncodedQuotient, other: EncodedQuotient) -> Sentence:
    """Return the relation that a measure is at most another one.

    Examples
    --------
    >>> a, b = sp.symbols("a b")
    >>> print(at_most(EncodedQuotient(a), EncodedQuotient(ONE, b)))
    a*b <= 1
    """
    return relate(one.top * other.bottom, "<=", other.top * one.bottom)


def compared(
    measures: Sequence[Overall], orders: Orders, is_uniform: bool
) -> Iterator[tuple[Overall, Overall]]:
    """Yield pairs of measures of which the first is at most the second, by their orders.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> both = [parse_term(f"sibson(X->Y; {order})") for order in (3, 2)]
    >>> [(str(one), str(other)) for one, other in compared(both, Orders({}, ()), False)]
    [('sibson(X->Y; 2)', 'sibson(X->Y; 3)')]
    """
    places = {one: list(_places(one, orders, is_uniform)) for one in measures}
    for one, of_one in places.items():
        for other, of_other in places.items():
            if one != other and any(
                _is_at_most(*a, *b, orders) for a in of_one for b in of_other if _alike(one, other)
            ):
                yield one, other


def _alike(one: Overall, other: Overall) -> bool:
    """Whether measures are of one channel, or of one variable, if one of them is its entropy."""
    if not one.observed or not other.observed:
        return one.secret == other.secret
    kinds = {one.kind, other.kind}
    if "mutual_information" in kinds:  # it is that of the channel in the other direction as well
        ends = ({one.secret}, {*one.observed}), ({other.secret}, {*other.observed})
        return ends[0] in (ends[1], ends[1][::-1])
    return (one.secret, one.observed) == (other.secret, other.observed)


def _places(one: Overall, orders: Orders, is_uniform: bool) -> Iterator[tuple[str, Real]]:
    for family, fixed in _FAMILIES.get(one.kind, ()):
        if family == "entropy" and one.observed:
            family = "entropy given"
        order = orders.of(one) if fixed is None else fixed
        yield family, order
        if family == "arimoto" and is_uniform:
            yield "sibson", order


def _is_at_most(family: str, order: Real, other: str, larger: Real, orders: Orders) -> bool:
    pair = family, other
    if pair in _GROWING:
        return orders.at_most(order, larger)
    if pair in _FALLING:
        return orders.at_most(larger, order)
    if pair == ("sibson", "entropy"):
        return not order.is_infinite and orders.at_most(order * larger, ONE)
    return pair == ("arimoto", "arimoto") and not sp.expand(order - larger)


# --- under a law of outcomes ----------------------------------------------------------------------


@dataclass(frozen=True)
class OrderNumbers:
    """The measures of an order that conditions name, as symbols for their exponentials.

    Parameters
    ----------
    measures : all measures that are compared.
    symbols : a symbol for each of them that has an order.
    orders : the comparisons of orders.
    square : a symbol for the mean square of the lift at an outcome; None if it is not used.
    is_uniform : whether the prior is uniform.
    """

    measures: tuple[Overall, ...] = ()
    symbols: Mapping[Overall, Real] = field(default_factory=dict)
    orders: Orders = field(default_factory=lambda: Orders({}, ()))
    square: Real | None = None
    is_uniform: bool = False

    @property
    def variables(self) -> tuple[Real, ...]:
        """The symbol that varies with the outcome, if it is used."""
        return () if self.square is None else (self.square,)

    @property
    def known(self) -> dict[Real, Range]:
        """The intervals of the symbols."""
        return dict.fromkeys((*self.symbols.values(), *self.variables), Range(Fraction(1)))

    def encoded(self, measure: Overall) -> EncodedQuotient:
        """Return the exponential of a measure of an order."""
        return encoded(measure, self.symbols.__getitem__)

    def at(self, outcome: Outcome) -> Iterator[Sentence]:
        """Yield bounds on the mean square of the lift at an outcome.

        Examples
        --------
        >>> high, low, square = sp.symbols("high low square", real=True)
        >>> print(*OrderNumbers(square=square).at(Outcome(high, low)), sep="; ")
        square >= 1; square <= high; square <= -high*low + high + low
        """
        if self.square is not None:
            high, low = outcome.high, outcome.low
            yield relate(self.square, ">=", ONE)
            yield relate(self.square, "<=", high)
            yield relate(self.square, "<=", high + low - high * low)

    @property
    def informed(self) -> bool:
        """Whether mutual information is among what is compared."""
        return any(one.kind == "mutual_information" for one in self.measures)

    def facts(
        self, overall: Callable[[Overall], EncodedQuotient], mean: Callable[[Real], Real]
    ) -> Iterator[Sentence]:
        """Yield relations between the measures.

        Parameters
        ----------
        overall : a function from a measure to its exponential.
        mean : a function from a term to its mean under the law.
        """
        for one, other in compared(self.measures, self.orders, self.is_uniform):
            if has_order(one) or has_order(other):
                yield at_most(overall(one), overall(other))
        for measure, number in self.symbols.items():
            yield relate(number, ">=", ONE)
            is_below = self.square is not None and AVERAGES[measure.kind].form == "sibson"
            if is_below and self.orders.at_most(self.orders.of(measure), sp.Integer(2)):
                yield relate(number, "<=", mean(self.square))


def of_orders_in(
    given: Sequence[Condition],
    claimed: Condition,
    ranges: Mapping[Real, Range],
    taken: set[str],
    is_uniform: bool,
) -> OrderNumbers:
    """Return the numbers of the measures of an order that conditions name.

    Parameters
    ----------
    given : the conditions that are assumed, also of parameters.
    claimed : the condition that is claimed.
    ranges : the intervals of the parameters.
    taken : the names of parameters.
    is_uniform : whether the prior is uniform.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> claimed = parse("sibson(X->Y; 2) <= maximal_leakage(X->Y)").claimed[0]
    >>> of_orders_in((), claimed, {}, set(), False).square
    square
    """
    parts = (part for condition in (*given, claimed) for part in condition.parts)
    named = [part for part in parts if isinstance(part, Overall)]
    if not any(map(uses_orders, named)):
        return OrderNumbers()
    measures = with_others(one for one in named if one.kind in _FAMILIES)
    orders, symbols, used = Orders(ranges, given), dict[Overall, Real](), set(taken)
    for one in measures:
        if has_order(one):
            symbols[one] = fresh(one.kind, used)
            used.add(symbols[one].name)
    low = [orders.of(one) for one in symbols if AVERAGES[one.kind].form == "sibson"]
    is_named = any(AVERAGES[one.kind].form == "square" for one in named)
    square = fresh("square", used) if is_named or _some_at_most(2, low, orders) else None
    if _some_at_most(1, low, orders):
        measures = (*dict.fromkeys((*measures, Overall("mutual_information", "X", ("Y",)))),)
    return OrderNumbers(measures, symbols, orders, square, is_uniform)


def _some_at_most(most: int, found: Iterable[Real], orders: Orders) -> bool:
    return any(orders.at_most(one, sp.Integer(most)) for one in found)
