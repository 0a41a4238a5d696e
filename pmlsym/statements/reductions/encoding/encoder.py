r"""Encoding of the terms and conditions of a statement, with the values of `statements.reading`.

A statement may contain infinite leakages, the logarithm of 0, and terms without a value, which make
a hypothesis or a conclusion fail; a goal may not. So exponentials are compared (`quotients`): a
leakage becomes a quotient of lifts, and :math:`\log u` the quotient u/1. The condition that a term
has a value (no infinity minus infinity, no logarithm of a negative number, no division by zero) is
among `Encoded.needs`. If a possibly infinite leakage is inside of a product or a power, `Unbounded`
is raised, and the caller splits the case in two. In one of these the leakage is an infinity of
sympy, and `with_infinity` computes as `statements.arithmetic` does.

**Sound and complete**: at every point, all needs and the relation of an `Encoded` hold if and only
if the condition holds in the sense of `reading.read`. Where this is not possible, `NotReducible` is
raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import assert_never

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.formulas.averages import AVERAGES
from pmlsym.proof.language import Sentence, Term as Real, reals
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    NumberOfOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.reductions.encoding.powers import (
    exponential,
    place,
    power,
    rational_of,
    with_infinity,
)
from pmlsym.statements.reductions.encoding.quotients import (
    NEVER,
    ONE,
    ZERO,
    EncodedQuotient,
    NotReducible,
    Unbounded,
    added,
    largest,
    relate,
    scaled,
    smallest,
)
from pmlsym.statements.reductions.ranges import ANY, Range, range_of
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    OfPrior,
    Operation,
    Parameter,
    Term,
    walk,
)
from pmlsym.statements.text.vocabulary import PriorName
from pmlsym.statements.under_priors import UniformMean

# --- logarithmic terms ----------------------------------------------------------------------------
# Sums of levels, which are compared by their exponentials.


def is_logarithmic(term: Term) -> bool:
    """Whether a term is a sum of multiples of levels, a leakage or logarithm among them."""
    found = _kind(term)
    return found == "logarithm"


def _kind(term: Term) -> str:
    """Return "logarithm", "plain" (no leakage or logarithm outside of an exp) or "neither".

    A divergence is plain, and so is a number of the posterior.
    """
    if isinstance(term, Overall) and AVERAGES[term.kind].is_number:
        return "plain"
    if isinstance(term, (Leakage, Overall)):
        return "logarithm"
    if isinstance(term, Function) and term.name == "log":
        return "logarithm"
    if isinstance(term, Negative):
        return _kind(term.term)
    if isinstance(term, Function) and term.name in ("max", "min"):
        return _joint([_kind(argument) for argument in term.arguments])
    if isinstance(term, Operation):
        left, right = _kind(term.left), _kind(term.right)
        if term.sign in ("+", "-"):
            return _joint([left, right])
        if left == right == "plain":
            return "plain"
        if term.sign == "*" and left == "logarithm" and rational_of(term.right) is not None:
            return left
        if term.sign == "*" and right == "logarithm" and rational_of(term.left) is not None:
            return right
        if term.sign == "/" and left == "logarithm" and rational_of(term.right):
            return left
        return "neither"
    return "plain"


def _is_sum_of_measures(term: Term) -> bool:
    """Whether a term is a sum of rational multiples of measures."""
    if isinstance(term, Operation) and term.sign in ("+", "-"):
        return all(map(_is_sum_of_measures, term.parts))
    if isinstance(term, Operation) and term.sign in ("*", "/"):
        pairs = (term.parts, term.parts[::-1]) if term.sign == "*" else (term.parts,)
        return any(_is_sum_of_measures(one) and bool(rational_of(other)) for one, other in pairs)
    return isinstance(term, (Leakage, Overall))


def _joint(kinds: list[str]) -> str:
    if "neither" in kinds:
        return "neither"
    return "logarithm" if "logarithm" in kinds else "plain"


# --- encoding -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Encoded:
    """A condition over the reals, which holds where its relation and all of its needs hold.

    Parameters
    ----------
    relation : the relation of both sides, or of their exponentials.
    needs : the relations without which a side has no value.
    """

    relation: Sentence
    needs: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Encoding:
    """An encoding of terms: leakages and quantities of the prior by real numbers.

    Parameters
    ----------
    measure : a function from a leakage or an overall measure to its exponential; it raises
        `NotReducible` for a measure that it does not encode.
    prior : pmin, pmax and n.
    known : the known intervals of symbols and of means.
    mean : a function from an expectation to its value; None if there are no expectations.
    width : the number of outcomes; None if they are not counted.
    posterior : a function from a number of the posterior at an outcome to its value.
    binary : a function from a number from 0 to 1, and whether intervals say that it is neither of
        them, to a symbol for the entropy of a bit; None to write it out.
    uniform : the mean lift of the outcome under the uniform prior; None where there is none.
    conclusion : whether a logarithm that intervals do not bound has the need that it is finite. In
        a conclusion that is one more goal; of a hypothesis it would be an assumption.
    by_levels : whether divergences between rows and entropies are compared by their exponentials,
        as logarithms are; False if nothing is.
    plain : the needs met by intervals since it was last cleared; no condition lists them.
    """

    measure: Callable[[Leakage | Overall], EncodedQuotient]
    prior: Mapping[PriorName, Real]
    known: Mapping[Real, Range] = field(default_factory=dict)
    mean: Callable[[MeanOverOutcomes], Real] | None = None
    width: Real | None = None
    posterior: Callable[[OfPosterior | PosteriorDivergence], Real] | None = None
    binary: Callable[[Real, bool], Real] | None = None
    uniform: Real | None = None
    conclusion: bool = False
    by_levels: bool | None = None
    plain: dict[Sentence, None] = field(default_factory=dict, init=False, compare=False)

    # --- signs ------------------------------------------------------------------------------------

    def positive(self, term: Real) -> bool:
        """Whether intervals say that a term is positive, where it has a value."""
        return range_of(term, self.known).positive

    def nonnegative(self, term: Real) -> bool:
        """Whether intervals say that a term is at least 0, where it has a value."""
        return range_of(term, self.known).nonnegative

    def _used_positive(self, term: Real) -> bool:
        """Whether intervals say that a term is positive; if so, record the need as met."""
        found = self.positive(term)
        if found:
            self._needed(relate(term, ">", ZERO), found)
        return found

    def _needed(self, need: Sentence, is_plain: bool) -> tuple[Sentence, ...]:
        """Return a need, or record it if intervals say that it is met."""
        if not is_plain:
            return (need,)
        if not isinstance(need.lhs, sp.Rational | sp.exp):  # their signs need no interval
            self.plain[need] = None
        return ()

    # --- numbers ----------------------------------------------------------------------------------

    def number(self, term: Term) -> tuple[Real, tuple[Sentence, ...]]:
        """Return the value of a term, a number or an infinity of sympy, and its needs.

        Raises
        ------
        Unbounded
            If a leakage in the term may be infinite.
        NotReducible
            If the term has no encoding.
        """
        if isinstance(term, Number):
            return sympified(term.value), ()
        if isinstance(term, Parameter):
            return parameter(term.name), ()
        if isinstance(term, OfPrior):
            return self.prior[term.name], ()
        if isinstance(term, Negative):
            value, needs = self.number(term.term)
            return -value, needs
        if isinstance(term, (Leakage, Overall)):
            return self._log_of(self.measure(term), term)
        if isinstance(term, MeanOverOutcomes):
            if self.mean is None:
                raise NotReducible(f"{term} is a mean, which is not reduced here.")
            return self.mean(term), ()
        if isinstance(term, UniformMean):
            if self.uniform is None:
                raise NotReducible("Under another prior only bounds on single outcomes are known.")
            return self.uniform, ()
        if isinstance(term, NumberOfOutcomes):
            if self.width is None:
                raise NotReducible(f"{term} is counted where a single outcome is looked at.")
            return self.width, ()
        if isinstance(term, OfPosterior | PosteriorDivergence):
            if self.posterior is None:
                raise NotReducible(
                    f"{term} is a number of the posterior: that is not reduced here."
                )
            return self.posterior(term), ()
        if isinstance(term, Function):
            return self._function(term)
        if isinstance(term, Operation):
            return self._operation(term)
        raise NotReducible(f"{term} is no term that is reduced.")

    def _log_of(self, of: EncodedQuotient, term: Term) -> tuple[Real, tuple[Sentence, ...]]:
        if of.bottom == 0 and self.positive(of.top):
            return sp.oo, of.needs
        if of.top == 0 and self.positive(of.bottom):
            return -sp.oo, of.needs
        unsure = [part for part in (of.top, of.bottom) if not self.positive(part)]
        if unsure and not self.conclusion:
            raise Unbounded(f"{term} may be infinite, and stands where only a number can.")
        value = sp.log(of.top) - sp.log(of.bottom)
        return value / of.root, (*of.needs, *(relate(part, ">", ZERO) for part in unsure))

    def _function(self, term: Function) -> tuple[Real, tuple[Sentence, ...]]:
        match term.name:
            case "exp":
                return self._exponential(term)
            case "log":
                return self._log_of(self.level(term), term)
            case "max" | "min":
                values = [self.number(argument) for argument in term.arguments]
                function = sp.Max if term.name == "max" else sp.Min
                needs = tuple(need for _, some in values for need in some)
                return function(*(value for value, _ in values)), needs
            case "hb":
                return self._binary_entropy(term)
        assert_never(term.name)

    def _exponential(self, term: Function) -> tuple[Real, tuple[Sentence, ...]]:
        found = self.level(term.arguments[0])
        if found.root > 1:
            value, needs = self.number(term.arguments[0])
            return exponential(value), needs
        if found.bottom == 0 and self.positive(found.top):
            return sp.oo, found.needs
        if not self.positive(found.bottom):
            raise Unbounded(f"{term} may be infinite, and stands where only a number can.")
        return found.top / found.bottom, found.needs

    def _binary_entropy(self, term: Function) -> tuple[Real, tuple[Sentence, ...]]:
        """Return the entropy of a bit, which needs a probability from 0 to 1."""
        value, needs = self.number(term.arguments[0])
        if value.is_infinite:
            return ONE, (*needs, NEVER)
        parts = (value, 1 - value)
        for part in parts:
            needs = (*needs, *self._needed(relate(part, ">=", ZERO), self.nonnegative(part)))
        if ZERO in parts:
            return ZERO, needs
        between = all(map(self._used_positive, parts))
        if self.binary is not None:
            return self.binary(value, between), needs
        if between:
            return sp.Add(*(-part * sp.log(part) for part in parts)), needs
        raise NotReducible(f"{term} is reduced where its argument is between 0 and 1, plainly.")

    def _operation(self, term: Operation) -> tuple[Real, tuple[Sentence, ...]]:
        (left, of_left), (right, of_right) = self.number(term.left), self.number(term.right)
        needs = of_left + of_right
        if left.is_infinite or right.is_infinite:
            value, more = with_infinity(term, left, right, self.known)
            for need in more:
                is_plain = self.positive(need.lhs if isinstance(need, sp.Gt) else -need.lhs)
                needs = (*needs, *self._needed(need, is_plain))
            return value, needs
        if term.sign == "+":
            return left + right, needs
        if term.sign == "-":
            return left - right, needs
        if term.sign == "*":
            return left * right, needs
        if term.sign == "/":
            return self._over(left, right, 1, needs)
        if term.sign != "^":
            assert_never(term.sign)
        if isinstance(term.right, Number) and term.right.value.denominator == 1:
            whole = term.right.value.numerator
            if whole < 0:
                return self._over(ONE, left, -whole, needs)
            return power(left, sp.Integer(whole)), needs
        if self.positive(left):
            return power(left, right), needs
        raise NotReducible(
            f"{term} is a power, which is reduced where the form of its base shows that it is "
            "above 0, as that of 1 + a does; what else is assumed of it is not used."
        )

    def _over(
        self, left: Real, right: Real, times: int, needs: tuple[Sentence, ...]
    ) -> tuple[Real, tuple[Sentence, ...]]:
        found = range_of(right, self.known)
        if right == 0:
            return ONE, (*needs, NEVER)
        is_plain = found.positive or (-found).positive
        needs = (*needs, *self._needed(relate(right, "!=", ZERO), is_plain))
        return left / power(right, sp.Integer(times)), needs

    # --- levels -----------------------------------------------------------------------------------

    def level(self, term: Term) -> EncodedQuotient:
        """Return the exponential of a term, which may be infinite or minus infinity.

        Raises
        ------
        NotReducible
            If the term has no encoding.
        """
        if isinstance(term, (Leakage, Overall)):
            return self.measure(term)
        if isinstance(term, Negative):
            return self.level(term.term).inverse
        if isinstance(term, Function) and term.name == "log":
            return self._argument(term.arguments[0])
        if isinstance(term, Function) and term.name in ("max", "min"):
            found = [self.level(argument) for argument in term.arguments]
            if term.name == "max":
                return largest(found, self._used_positive)
            return smallest(found, self._used_positive)
        if isinstance(term, Operation) and (is_logarithmic(term) or self._sums_infinite(term)):
            if term.sign in ("+", "-"):
                left, right = self.level(term.left), self.level(term.right)
                right = right if term.sign == "+" else right.inverse
                return added(left, right, self._used_positive)
            for factor, other in ((term.left, term.right), (term.right, term.left)):
                scale = rational_of(factor)
                if scale is not None and (term.sign == "*" or factor is term.right):
                    if term.sign == "*":
                        return scaled(self.level(other), scale, self._used_positive)
                    if scale:
                        return scaled(self.level(other), 1 / scale, self._used_positive)
        value, needs = self.number(term)
        if value.is_infinite:
            return EncodedQuotient(*((ONE, ZERO) if value is sp.oo else (ZERO, ONE)), needs)
        return EncodedQuotient(exponential(value), ONE, needs)

    def _sums_infinite(self, term: Term) -> bool:
        """Whether a term is a sum of multiples of divergences, of which one may be infinite."""
        leaves = [part for part in walk(term) if not isinstance(part, Operation)]
        measures = [part for part in leaves if isinstance(part, Overall)]
        return (
            bool(self.by_levels)
            and any(AVERAGES[part.kind].infinite_at_0 for part in measures)
            and _is_sum_of_measures(term)
        )

    def _argument(self, inside: Term) -> EncodedQuotient:
        """Return the exponential of the logarithm of a term: the term, with the need term >= 0."""
        if isinstance(inside, Function) and inside.name == "exp":
            return self.level(inside.arguments[0])
        value, needs = self.number(inside)
        if value is sp.oo:
            return EncodedQuotient(ONE, ZERO, needs)
        if value is -sp.oo:
            return EncodedQuotient(ONE, ONE, (*needs, NEVER))
        needed = self._needed(relate(value, ">=", ZERO), self.nonnegative(value))
        return EncodedQuotient(value, ONE, (*needs, *needed))

    # --- conditions -------------------------------------------------------------------------------

    def condition(self, condition: Condition) -> Encoded:
        """Return the encoding of a condition.

        Raises
        ------
        Unbounded
            If a leakage may be infinite where a number is required.
        NotReducible
            If the condition has no encoding.
        """
        about_means = _is_about_means(condition)
        logarithmic = any(map(is_logarithmic, condition.terms))
        if self.by_levels is not False and (self.by_levels if about_means else logarithmic):
            return self._by_levels(condition)
        try:
            (one, of_one), (other, of_other) = map(self.number, condition.terms)
        except Unbounded:
            if about_means:
                return self._by_levels(condition)
            logarithms = [self._logarithm(side) for side in condition.terms]
            if None in logarithms:
                raise
            left, right = (side for side in logarithms if side is not None)
            return self._by_levels(Condition(left, condition.sign, right))
        if one.is_infinite or other.is_infinite:
            one, other = place(one), place(other)
        return Encoded(relate(one, condition.sign, other), _distinct(of_one + of_other))

    def _logarithm(self, term: Term) -> Term | None:
        """Return the logarithm of a product of exponentials and numbers >= 0; None for other terms.

        The product is at least 0, perhaps infinite, and has a value where the sum of the logarithms
        has one: 0 times infinity has none.
        """
        if isinstance(term, Function) and term.name == "exp":
            return term.arguments[0]
        if isinstance(term, Operation) and term.sign == "*":
            left, right = map(self._logarithm, term.parts)
            return None if left is None or right is None else Operation("+", left, right)
        with suppress(Unbounded):
            value, _ = self.number(term)
            if not value.is_infinite and self.nonnegative(value):
                return Function("log", (term,))
        return None

    def _by_levels(self, condition: Condition) -> Encoded:
        """Compare the exponentials of both sides."""
        left, right = self.level(condition.left), self.level(condition.right)
        root = lcm(left.root, right.root)
        left, right = left.raised(root // left.root), right.raised(root // right.root)
        relation = relate(left.top * right.bottom, condition.sign, right.top * left.bottom)
        return Encoded(relation, _distinct(left.needs + right.needs))


def _is_about_means(condition: Condition) -> bool:
    """Whether a condition contains a mean itself, as a divergence is, not the logarithm of one.

    Entropies are compared by exponentials beside measures of an order, which are logarithms.
    """
    rows = [AVERAGES[part.kind] for part in condition.parts if isinstance(part, Overall)]
    by_exponentials = any(row.has_order for row in rows)
    return any(row.is_mean and not (by_exponentials and row.form == "entropy") for row in rows)


def no_channel(leakage: Leakage | Overall) -> EncodedQuotient:
    """Refuse a leakage of a channel: the measure of encodings for a single outcome.

    Raises
    ------
    NotReducible
        Always.
    """
    raise NotReducible(f"{leakage} is of a channel, but the statement is about one outcome.")


def parameter(name: str) -> Real:
    """Return the real symbol of a parameter.

    Examples
    --------
    >>> parameter("e").is_real
    True
    """
    return reals(name)[0]


def parameter_ranges(names: tuple[str, ...], nonnegative: frozenset[str]) -> dict[Real, Range]:
    """Return the intervals of the parameters of a statement.

    Examples
    --------
    >>> parameter_ranges(("a", "b"), frozenset("a"))[parameter("a")].nonnegative
    True
    """
    return {parameter(name): Range(Fraction(0)) if name in nonnegative else ANY for name in names}


def _distinct(needs: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    return tuple(dict.fromkeys(needs))
