r"""Terms of a statement as terms of goals, with the very values that `statements.reading` sees.

A statement allows what a goal does not: infinite leakages, the logarithm of 0, and terms without
a value, on which a hypothesis does not apply and a conclusion fails. The way out is to compare
exponentials. A level :math:`\ell` becomes the quotient :math:`e^\ell = a/b` of two numbers
:math:`a, b \ge 0` that are not both 0: a leakage the quotient of lifts, :math:`\log u` the
quotient u/1, and infinity is b = 0. As exp is strictly increasing from the extended line onto
:math:`[0, \infty]`,

.. math:: \ell \le \ell' \iff a b' \le a' b,

and the same with each of the other signs: were b = 0 and b' > 0, then ab' > 0 = a'b, and were
b = b' = 0, both are 0, as infinity equals infinity. Sums multiply. What has no value (infinity
minus infinity, the logarithm of a negative number, a division by zero) is written down as a
condition: `Encoded.needs`.

**Sound and complete**: at every point, all needs and the relation of an `Encoded` hold if and only
if the condition holds in the sense of `reading.read`. Where that cannot be kept up,
`NotReducible` is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

import sympy as sp

from pmlsym.exact import sympified
from pmlsym.proof.language import Sentence, reals
from pmlsym.proof.language import Term as Real
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Expectation, Leakage, Overall
from pmlsym.statements.reductions.ranges import ANY, Range, range_of
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    OfPrior,
    Operation,
    Parameter,
    Term,
)
from pmlsym.statements.text.vocabulary import Comparison, PriorName, StatementError

ONE, ZERO = sp.Integer(1), sp.Integer(0)
_MOST_ROOT = 12  # fractions in front of logarithms become powers, which must stay small


class NotReducible(StatementError):  # noqa: N818  # an outcome, not only a mistake
    """A statement of which no reduction is known; one sentence says why."""


class Unbounded(NotReducible):
    """A leakage that may be infinite stands where only a number can: tell the cases apart."""


def relate(left: Real, sign: Comparison, right: Real) -> Sentence:
    """Write a relation without letting sympy evaluate it.

    Examples
    --------
    >>> print(relate(ONE, "<=", ZERO))
    1 <= 0
    """
    kinds = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "=": sp.Eq, "!=": sp.Ne}
    return kinds[sign](left, right, evaluate=False)


NEVER = relate(ZERO, "!=", ZERO)  # what a term that divides by zero needs


@dataclass(frozen=True)
class Quotient:
    """The exponential of a level, to a whole power: top / bottom, infinite where bottom is 0.

    Parameters
    ----------
    top, bottom : numbers >= 0 that are never both 0 where the needs hold.
    needs : relations without which the level has no value.
    root : to which power, at least 1.
    """

    top: Real
    bottom: Real = ONE
    needs: tuple[Sentence, ...] = ()
    root: int = 1

    def raised(self, power: int) -> Quotient:
        """Return it to a positive power."""
        if power == 1:
            return self
        if self.root * power > _MOST_ROOT:
            raise NotReducible("The fractions in front of logarithms are too fine.")
        return Quotient(self.top**power, self.bottom**power, self.needs, self.root * power)

    @property
    def inverse(self) -> Quotient:
        """Return the exponential of minus the level."""
        return Quotient(self.bottom, self.top, self.needs, self.root)


@dataclass(frozen=True)
class Encoded:
    """A condition over the reals: it holds where the relation and all needs do.

    Parameters
    ----------
    relation : of both sides, or of their exponentials.
    needs : what has to hold for both sides to have a value.
    """

    relation: Sentence
    needs: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Scene:
    """What the leakages in a statement are, in terms of numbers.

    Parameters
    ----------
    measure : the exponential of a leakage or of an overall measure, and the mean of a term;
        raises `NotReducible` for one that the scene does not have.
    prior : pmin, pmax and n.
    known : intervals of symbols (and of means), as far as they are known.
    """

    measure: Callable[[Leakage | Overall], Quotient]
    prior: Mapping[PriorName, Real]
    known: Mapping[Real, Range] = field(default_factory=dict)
    mean: Callable[[Expectation], Real] | None = None

    # --- signs ------------------------------------------------------------------------------------

    def positive(self, term: Real) -> bool:
        """Whether a term is plainly above 0, where it has a value."""
        return range_of(term, self.known).positive

    def nonnegative(self, term: Real) -> bool:
        """Whether a term is plainly not below 0, where it has a value."""
        return range_of(term, self.known).nonnegative

    # --- numbers ----------------------------------------------------------------------------------

    def number(self, term: Term) -> tuple[Real, tuple[Sentence, ...]]:
        """Return a term as a number, or as an infinity of sympy, and what it needs for a value.

        Raises
        ------
        Unbounded
            If a leakage in it may be infinite.
        NotReducible
            If it is not known how to write it.
        """
        if isinstance(term, Number):
            return sympified(term.value), ()
        if isinstance(term, Parameter):
            return parameter(term.name), ()
        if isinstance(term, OfPrior):
            return self.prior[term.name], ()
        if isinstance(term, Negative):
            value, needs = self.number(term.term)
            return -value, needs  # minus infinity of infinity
        if isinstance(term, (Leakage, Overall)):
            return self._log_of(self.measure(term), term)
        if isinstance(term, Expectation):
            if self.mean is None:
                raise NotReducible(f"{term} is a mean, which is not reduced here.")
            return self.mean(term), ()
        if isinstance(term, Function):
            return self._function(term)
        if isinstance(term, Operation):
            return self._operation(term)
        raise NotReducible(f"{term} is no term that is reduced.")

    def _log_of(self, of: Quotient, term: Term) -> tuple[Real, tuple[Sentence, ...]]:
        if of.bottom == 0 and self.positive(of.top):
            return sp.oo, of.needs
        if of.top == 0 and self.positive(of.bottom):
            return -sp.oo, of.needs
        if not self.positive(of.top) or not self.positive(of.bottom):
            raise Unbounded(f"{term} may be infinite, and stands where only a number can.")
        value = sp.log(of.top) - sp.log(of.bottom)
        return value / of.root, of.needs

    def _function(self, term: Function) -> tuple[Real, tuple[Sentence, ...]]:
        if term.name == "exp":
            found = self.level(term.arguments[0])
            if found.root > 1:
                value, needs = self.number(term.arguments[0])
                return sp.exp(value), needs
            if found.bottom == 0 and self.positive(found.top):
                return sp.oo, found.needs
            if not self.positive(found.bottom):
                raise Unbounded(f"{term} may be infinite, and stands where only a number can.")
            return found.top / found.bottom, found.needs
        if term.name == "log":
            return self._log_of(self.level(term), term)
        values = [self.number(argument) for argument in term.arguments]
        function = sp.Max if term.name == "max" else sp.Min
        needs = tuple(need for _, some in values for need in some)
        return function(*(value for value, _ in values)), needs

    def _operation(self, term: Operation) -> tuple[Real, tuple[Sentence, ...]]:
        (left, of_left), (right, of_right) = self.number(term.left), self.number(term.right)
        needs = of_left + of_right
        if left.is_infinite or right.is_infinite:
            value, more = self._with_infinity(term, left, right)
            return value, needs + more
        if term.sign == "+":
            return left + right, needs
        if term.sign == "-":
            return left - right, needs
        if term.sign == "*":
            return left * right, needs
        if term.sign == "/":
            return self._over(left, right, 1, needs)
        if isinstance(term.right, Number) and term.right.value.denominator == 1:
            power = term.right.value.numerator
            return (left**power, needs) if power >= 0 else self._over(ONE, left, -power, needs)
        if self.positive(left):
            return sp.exp(right * sp.log(left)), needs
        raise NotReducible(f"{term} is a power of what may be 0 or negative.")

    def _with_infinity(
        self, term: Operation, left: Real, right: Real
    ) -> tuple[Real, tuple[Sentence, ...]]:
        """Return an operation of which a side is infinite, as `arithmetic` has it."""
        if term.sign in ("+", "-"):
            right = right if term.sign == "+" else -right
            opposed = left.is_infinite and right.is_infinite and left != right
            return (ONE, (NEVER,)) if opposed else (left if left.is_infinite else right, ())
        if term.sign == "*":
            return self._times_infinity(*((left, right) if left.is_infinite else (right, left)))
        if term.sign == "/":
            if left.is_infinite and right.is_infinite:
                return ONE, (NEVER,)
            return self._times_infinity(left, right) if left.is_infinite else (ZERO, ())
        exponent = _rational(term.right)
        if left.is_infinite and exponent is not None and exponent.denominator == 1:
            if not exponent:
                return ONE, (NEVER,)
            if exponent < 0:
                return ZERO, ()
            return (left if exponent % 2 else sp.oo), ()
        raise NotReducible(f"{term} is a power of, or to, something infinite.")

    def _times_infinity(self, infinity: Real, factor: Real) -> tuple[Real, tuple[Sentence, ...]]:
        """Return infinity times (or over) a factor, which has no value if the factor is 0."""
        if factor.is_infinite:
            return infinity * factor, ()
        if factor == 0:
            return ONE, (NEVER,)
        if self.nonnegative(factor):
            return infinity, () if self.positive(factor) else (relate(factor, ">", ZERO),)
        if self.nonnegative(-factor):
            return -infinity, () if self.positive(-factor) else (relate(factor, "<", ZERO),)
        raise NotReducible(f"Something infinite is multiplied by {factor}, of which sign?")

    def _over(
        self, left: Real, right: Real, power: int, needs: tuple[Sentence, ...]
    ) -> tuple[Real, tuple[Sentence, ...]]:
        found = range_of(right, self.known)
        if right == 0:
            return ONE, (*needs, NEVER)
        if not found.positive and not (-found).positive:
            needs = (*needs, relate(right, "!=", ZERO))
        return left / right**power, needs

    # --- levels -----------------------------------------------------------------------------------

    def level(self, term: Term) -> Quotient:
        """Return the exponential of a term, which may be infinite or minus infinity.

        Raises
        ------
        NotReducible
            If it is not known how to write it.
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
                return self._largest(found)
            return self._largest([one.inverse for one in found]).inverse
        if isinstance(term, Operation) and is_logarithmic(term):
            if term.sign in ("+", "-"):
                left, right = self.level(term.left), self.level(term.right)
                return self._sum(left, right if term.sign == "+" else right.inverse)
            for factor, other in ((term.left, term.right), (term.right, term.left)):
                scale = _rational(factor)
                if scale is not None and (term.sign == "*" or factor is term.right):
                    if term.sign == "*":
                        return self._scaled(self.level(other), scale)
                    if scale:
                        return self._scaled(self.level(other), 1 / scale)
        value, needs = self.number(term)
        if value.is_infinite:
            return Quotient(*((ONE, ZERO) if value is sp.oo else (ZERO, ONE)), needs)
        return Quotient(sp.exp(value), ONE, needs)

    def _argument(self, inside: Term) -> Quotient:
        """Return the exponential of the logarithm of a term: the term, if it is not negative."""
        if isinstance(inside, Function) and inside.name == "exp":
            return self.level(inside.arguments[0])
        value, needs = self.number(inside)
        if value is sp.oo:
            return Quotient(ONE, ZERO, needs)
        if value is -sp.oo:
            return Quotient(ONE, ONE, (*needs, NEVER))
        if not self.nonnegative(value):
            needs = (*needs, relate(value, ">=", ZERO))
        return Quotient(value, ONE, needs)

    def _sum(self, left: Quotient, right: Quotient) -> Quotient:
        root = lcm(left.root, right.root)
        left, right = left.raised(root // left.root), right.raised(root // right.root)
        needs = left.needs + right.needs
        for down, up in ((left.bottom, right.top), (right.bottom, left.top)):
            if not self.positive(down) and not self.positive(up):  # infinity minus infinity
                needs = (*needs, relate(up if up == down else down + up, ">", ZERO))
        return Quotient(left.top * right.top, left.bottom * right.bottom, needs, root)

    def _scaled(self, of: Quotient, scale: Fraction) -> Quotient:
        if not scale:  # zero times infinity has no value
            ends = tuple(
                relate(end, ">", ZERO) for end in (of.top, of.bottom) if not self.positive(end)
            )
            return Quotient(ONE, ONE, of.needs + ends)
        if scale < 0:
            of, scale = of.inverse, -scale
        # of = exp(root * level); wanted: exp(wider * scale * level), with a whole exponent
        common = lcm(of.root, scale.denominator)
        powers = common * scale.numerator // scale.denominator
        if powers % of.root == 0:
            power, root = powers // of.root, common
        else:
            power, root = powers, common * of.root
        if power > _MOST_ROOT or root > _MOST_ROOT:
            raise NotReducible("The numbers in front of logarithms are too large or too fine.")
        return Quotient(of.top**power, of.bottom**power, of.needs, root)

    def _largest(self, found: list[Quotient]) -> Quotient:
        """Return the largest; at most one kind of them may be infinite."""
        root = lcm(*(one.root for one in found))
        found = [one.raised(root // one.root) for one in found]
        bottoms = list(dict.fromkeys(one.bottom for one in found))
        open_ends = [bottom for bottom in bottoms if not self.positive(bottom)]
        infinite = [one for one in found if one.bottom in open_ends]
        if len(open_ends) > 1 or not all(self.positive(one.top) for one in infinite):
            raise NotReducible("Several of the terms of a maximum or minimum may be infinite.")
        common = sp.Mul(*bottoms)
        tops = [
            one.top * sp.Mul(*(bottom for bottom in bottoms if bottom != one.bottom))
            for one in found
        ]
        needs = tuple(need for one in found for need in one.needs)
        return Quotient(sp.Max(*tops), common, needs, root)

    # --- conditions -------------------------------------------------------------------------------

    def condition(self, condition: Condition) -> Encoded:
        """Return what a condition says of the numbers of the scene.

        Raises
        ------
        Unbounded
            If a leakage that may be infinite stands where only a number can.
        NotReducible
            If it is not known how to write it.
        """
        if is_logarithmic(condition.left) or is_logarithmic(condition.right):
            left, right = self.level(condition.left), self.level(condition.right)
            root = lcm(left.root, right.root)
            left, right = left.raised(root // left.root), right.raised(root // right.root)
            relation = relate(left.top * right.bottom, condition.sign, right.top * left.bottom)
            return Encoded(relation, _distinct(left.needs + right.needs))
        (one, of_one), (other, of_other) = (
            self.number(condition.left),
            self.number(condition.right),
        )
        if one.is_infinite or other.is_infinite:
            one, other = _place(one), _place(other)
        return Encoded(relate(one, condition.sign, other), _distinct(of_one + of_other))


def parameter(name: str) -> Real:
    """Return the symbol of a parameter.

    Examples
    --------
    >>> parameter("e").is_real
    True
    """
    return reals(name)[0]


def parameter_ranges(names: tuple[str, ...], nonnegative: frozenset[str]) -> dict[Real, Range]:
    """Return what is known of the parameters of a statement.

    Examples
    --------
    >>> parameter_ranges(("a", "b"), frozenset("a"))[parameter("a")].nonnegative
    True
    """
    return {parameter(name): Range(Fraction(0)) if name in nonnegative else ANY for name in names}


def is_logarithmic(term: Term) -> bool:
    """Whether a term is a sum of rational multiples of levels, a leakage or logarithm among them.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> is_logarithmic(parse_term("a + 2*log(pmin)")), is_logarithmic(parse_term("a*log(pmin)"))
    (True, False)
    """
    found = _kind(term)
    return found == "logarithm"


def _kind(term: Term) -> str:
    """Return logarithm, plain (no leakage or logarithm stands outside of an exp) or neither."""
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
        if term.sign == "*" and left == "logarithm" and _rational(term.right) is not None:
            return left
        if term.sign == "*" and right == "logarithm" and _rational(term.left) is not None:
            return right
        if term.sign == "/" and left == "logarithm" and _rational(term.right):
            return left
        return "neither"
    return "plain"


def _joint(kinds: list[str]) -> str:
    if "neither" in kinds:
        return "neither"
    return "logarithm" if "logarithm" in kinds else "plain"


def _place(number: Real) -> Real:
    """Return -1, 0 or 1 for minus infinity, a finite number, infinity: these compare alike."""
    return ONE if number is sp.oo else -ONE if number is -sp.oo else ZERO


def _rational(term: Term) -> Fraction | None:
    """Return the rational number that a term is in so many words."""
    if isinstance(term, Number):
        return term.value
    if isinstance(term, Negative):
        inside = _rational(term.term)
        return None if inside is None else -inside
    return None


def _distinct(needs: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    return tuple(dict.fromkeys(needs))
