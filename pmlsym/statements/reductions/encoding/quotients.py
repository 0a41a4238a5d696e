r"""Exponentials of levels as quotients that may be infinite, compared by multiplying out.

A level :math:`\ell` becomes the quotient :math:`e^\ell = a/b` of two numbers :math:`a, b \ge 0`
that are not both 0; infinity is b = 0, minus infinity a = 0. As exp is strictly increasing from
the extended line onto :math:`[0, \infty]`,

.. math:: \ell \le \ell' \iff a b' \le a' b,

and likewise with each of the other signs: if b = 0 and b' > 0, then ab' > 0 = a'b, and if
b = b' = 0, both products are 0, as infinity equals infinity. Sums of levels are products of
quotients.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import sympy as sp

from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.language import Sentence, Term as Real
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, OfPosterior, Overall
from pmlsym.statements.text.vocabulary import Comparison, StatementError

ONE, ZERO = sp.Integer(1), sp.Integer(0)
_MOST_ROOT = 12  # fractions in front of logarithms become powers, which must stay small

Positive = Callable[[Real], bool]


class NotReducible(StatementError):  # noqa: N818  # a result, not only an error
    """A statement for which no reduction is known; the message is a sentence that says why."""


class Unbounded(NotReducible):
    """A possibly infinite leakage where a number is required; the caller has to split the case."""


def refuse_other_measures(conditions: Iterable[Condition]) -> None:
    """Raise `NotReducible` if a measure is no quotient of the extreme lifts.

    Averages of extreme lifts and of log-lifts over the outcomes are allowed, divergences
    and entropies.
    """
    for part in (part for condition in conditions for part in condition.parts):
        if isinstance(part, Leakage) and not MEASURES[part.kind].is_quotient:
            raise NotReducible(f"{part} is no quotient of the extreme lifts of an outcome.")
        if isinstance(part, OfPosterior) and AVERAGES[part.kind].form == "entropy":
            raise NotReducible(
                f"{part} is an entropy given one outcome: only its mean {part.averaged} is reduced."
            )
        if isinstance(part, Overall):
            row = AVERAGES[part.kind]
            if not row.form:
                raise NotReducible(f"{part} is no average of extreme lifts, or of logarithms.")


def relate(left: Real, sign: Comparison, right: Real) -> Sentence:
    """Return a relation that sympy does not evaluate.

    Examples
    --------
    >>> print(relate(ONE, "<=", ZERO))
    1 <= 0
    """
    kinds = {"<=": sp.Le, "<": sp.Lt, ">=": sp.Ge, ">": sp.Gt, "=": sp.Eq, "!=": sp.Ne}
    return kinds[sign](left, right, evaluate=False)


NEVER = relate(ZERO, "!=", ZERO)  # the need of a term that has no value, such as 1/0


@dataclass(frozen=True)
class EncodedQuotient:
    """The exponential of a level as a quotient: e^(root level) = top / bottom.

    Parameters
    ----------
    top, bottom : numbers >= 0 that are never both 0 where the needs hold; the level is infinite
        where bottom is 0.
    needs : relations without which the level has no value.
    root : the power of the exponential, an integer of at least 1.
    """

    top: Real
    bottom: Real = ONE
    needs: tuple[Sentence, ...] = ()
    root: int = 1

    def raised(self, power: int) -> EncodedQuotient:
        """Return the quotient to a positive integer power, for the same level."""
        if power == 1:
            return self
        if self.root * power > _MOST_ROOT:
            raise NotReducible("The fractions in front of logarithms are too fine.")
        return EncodedQuotient(self.top**power, self.bottom**power, self.needs, self.root * power)

    @property
    def inverse(self) -> EncodedQuotient:
        """Return the exponential of minus the level."""
        return EncodedQuotient(self.bottom, self.top, self.needs, self.root)


def added(left: EncodedQuotient, right: EncodedQuotient, positive: Positive) -> EncodedQuotient:
    """Return the exponential of the sum of two levels.

    Examples
    --------
    >>> s, t = sp.symbols("s t")
    >>> added(EncodedQuotient(s), EncodedQuotient(ONE, t), lambda term: term != t)
    EncodedQuotient(top=s, bottom=t, needs=(), root=1)
    """
    root = lcm(left.root, right.root)
    left, right = left.raised(root // left.root), right.raised(root // right.root)
    needs = left.needs + right.needs
    for down, up in ((left.bottom, right.top), (right.bottom, left.top)):
        if not positive(down) and not positive(up):  # infinity minus infinity
            needs = (*needs, relate(up if up == down else down + up, ">", ZERO))
    return EncodedQuotient(left.top * right.top, left.bottom * right.bottom, needs, root)


def scaled(of: EncodedQuotient, scale: Fraction, positive: Positive) -> EncodedQuotient:
    """Return the exponential of a level times a rational number.

    Examples
    --------
    >>> scaled(EncodedQuotient(sp.Symbol("s")), Fraction(-2, 3), lambda _: False)
    EncodedQuotient(top=1, bottom=s**2, needs=(), root=3)
    """
    if not scale:  # zero times infinity has no value
        ends = tuple(relate(end, ">", ZERO) for end in (of.top, of.bottom) if not positive(end))
        return EncodedQuotient(ONE, ONE, of.needs + ends)
    if scale < 0:
        of, scale = of.inverse, -scale
    # of = e^(of.root level); the result is e^(root scale level), an integer power of `of`
    common = lcm(of.root, scale.denominator)
    powers = common * scale.numerator // scale.denominator
    if powers % of.root == 0:
        power, root = powers // of.root, common
    else:
        power, root = powers, common * of.root
    if power > _MOST_ROOT or root > _MOST_ROOT:
        raise NotReducible("The numbers in front of logarithms are too large or too fine.")
    return EncodedQuotient(of.top**power, of.bottom**power, of.needs, root)


def largest(found: Sequence[EncodedQuotient], positive: Positive) -> EncodedQuotient:
    """Return the exponential of the largest level; only one denominator may be 0.

    Examples
    --------
    >>> t = sp.Symbol("t")
    >>> largest([EncodedQuotient(ONE, t), EncodedQuotient(sp.Integer(2))], lambda term: term != t)
    EncodedQuotient(top=Max(1, 2*t), bottom=t, needs=(), root=1)
    """
    root = lcm(*(one.root for one in found))
    found = [one.raised(root // one.root) for one in found]
    bottoms = list(dict.fromkeys(one.bottom for one in found))
    open_ends = [bottom for bottom in bottoms if not positive(bottom)]
    infinite = [one for one in found if one.bottom in open_ends]
    if len(open_ends) > 1 or not all(positive(one.top) for one in infinite):
        raise NotReducible("Several of the terms of a maximum or minimum may be infinite.")
    common = sp.Mul(*bottoms)
    tops = [
        one.top * sp.Mul(*(bottom for bottom in bottoms if bottom != one.bottom)) for one in found
    ]
    needs = tuple(need for one in found for need in one.needs)
    return EncodedQuotient(sp.Max(*tops), common, needs, root)


def smallest(found: Sequence[EncodedQuotient], positive: Positive) -> EncodedQuotient:
    """Return the exponential of the smallest level; only one numerator may be 0.

    Examples
    --------
    >>> t = sp.Symbol("t")
    >>> smallest([EncodedQuotient(ONE, t), EncodedQuotient(sp.Integer(2))], lambda _: True)
    EncodedQuotient(top=2, bottom=Max(1, 2*t), needs=(), root=1)
    """
    if all(one.bottom == 1 and one.root == 1 for one in found):
        return EncodedQuotient(
            sp.Min(*(one.top for one in found)), ONE, tuple(n for one in found for n in one.needs)
        )
    return largest([one.inverse for one in found], positive).inverse
