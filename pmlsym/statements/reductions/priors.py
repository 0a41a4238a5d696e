r"""Shapes of priors: the smallest, second smallest and largest probability of n secrets.

**Theorem (priors).** Let :math:`p_1 \le p_2` be the two smallest probabilities of a prior of n
secrets, and m the largest. Such numbers come from a prior if and only if

- n = 1 and all are 1; or n = 2 and :math:`0 < p_1 \le 1/2`, :math:`p_2 = m = 1 - p_1`;
- n = 3 and :math:`0 < p_1 \le p_2 \le m`, :math:`p_1 + p_2 + m = 1`; or n > 3 is an integer,
  :math:`0 < p_1 \le p_2 \le m` and :math:`(n-3) p_2 \le 1 - p_1 - p_2 - m \le (n-3) m`, as the
  other n - 3 probabilities lie between :math:`p_2` and m.

*Without m*, for n >= 3: such :math:`p_1 \le p_2` exist if and only if
:math:`p_1 + (n-1) p_2 \le 1`. *Without p_2 as well*: the conditions of `extremes` on an outcome are
the weaker the smaller :math:`p_2` is, so that it may be taken to be :math:`p_1`, and
:math:`n p_1 \le 1` remains. *Without n too*: this is the weakest for the smallest n.

Where n stays a symbol, it is any real number from 3 (or 4) upwards. A goal that is true for all of
these is true for the integers, but a goal that fails somewhere need not fail at an integer. Such
shapes are not `exact`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

import sympy as sp

from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.statements.reductions.encoding import ONE, relate
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.result import PaperTheorem
from pmlsym.statements.structures import Prior
from pmlsym.statements.text.vocabulary import PriorName

SPLIT = PaperTheorem(
    "two secrets by three",
    "Three secrets can do all that two can, where a statement names none of pmin, pmax and n: the "
    "goals for at least 3 secrets are those for 2 as well.",
    "Two secrets that share the probability of one and have its row change the extreme lifts of no "
    "outcome, and no mean.",
)
ONE_PMIN = PaperTheorem(
    "one probability of the two rarest",
    "Where a statement does not name pmax, the two rarest of n >= 3 secrets may be taken to "
    "have the probability pmin: p = q = pmin, n pmin <= 1 in what is asked of the extreme lifts.",
    "What is asked is the weaker the smaller the second probability is, which is at least pmin.",
)
EVERY_PRIOR = PaperTheorem(
    "every prior",
    "A kernel has PML, PMC, LIP or ALIP under every prior with positive entries if and only if it "
    "has LDP, at the least of the levels (`pmc`, Thm 1 and Thm 5).",
    "Under a prior that is nearly all on the secret that makes an outcome least (most) likely, the "
    "largest lift (one over the smallest) is as near as one likes to the largest ratio of two "
    "lifts; under no prior is it larger.",
)
PMIN, PMAX, N = reals("pmin pmax n")
_HALF = sp.Rational(1, 2)
_ABOVE_0 = Range(Fraction(0), Fraction(1), above=True, below=True)

Numbers = Mapping[Term, Fraction]
Masses = Callable[[Numbers], "tuple[Fraction, ...] | None"]


@dataclass(frozen=True)
class PriorShape:
    """A class of priors, described by a few symbols.

    Parameters
    ----------
    meaning : a description in words.
    values : pmin, pmax and n as terms.
    rarest : the two smallest probabilities; only one if there is one secret.
    given : relations between the symbols.
    known : intervals of the symbols.
    masses : a function from numbers for the symbols to such a prior, or None if there is none.
    exact : whether all numbers that meet `given` come from a prior.
    secrets : the number of secrets; None if it varies.
    """

    meaning: str
    values: Mapping[PriorName, Term]
    rarest: tuple[Term, ...]
    given: tuple[Sentence, ...] = ()
    known: Mapping[Term, Range] = field(default_factory=dict)
    masses: Masses = field(default=lambda _: None, compare=False)
    exact: bool = True
    secrets: int | None = None


def fixed(masses: tuple[Fraction, ...]) -> PriorShape:
    """Return the shape of one prior.

    Examples
    --------
    >>> fixed((Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))).rarest
    (1/6, 1/3)
    """
    ordered = tuple(sorted(masses))
    small, large, n = ordered[0], ordered[-1], len(ordered)
    values = _values(_rational(small), _rational(large), sp.Integer(n))
    rarest = tuple(map(_rational, ordered[:2]))
    shown = ", ".join(map(str, masses))
    return PriorShape(f"the prior ({shown})", values, rarest, masses=lambda _: ordered, secrets=n)


def uniform(least: int, named: bool) -> list[PriorShape]:
    """Return the shapes of uniform priors on at least `least` secrets.

    `named` says whether pmin, pmax or n occurs in the statement.
    """
    found = [fixed((Fraction(1),))] if least < 2 else []
    least = max(least, 2)
    values = _values(1 / N, 1 / N, N)

    def masses(numbers: Numbers) -> tuple[Fraction, ...] | None:
        n = numbers[N]
        if named and n.denominator > 1:
            return None
        return (Fraction(1, ceil(n)),) * ceil(n)

    found.append(
        PriorShape(
            f"a uniform prior of n >= {least} secrets",
            values,
            (1 / N, 1 / N),
            (relate(N, ">=", sp.Integer(least)),),
            {N: Range(Fraction(least))},
            masses,
            # if n does not occur it may be rounded up: more secrets allow more extreme lifts
            exact=not named,
        )
    )
    return found


def two() -> PriorShape:
    """Return the shape of two secrets."""
    return PriorShape(
        "two secrets",
        _values(PMIN, 1 - PMIN, sp.Integer(2)),
        (PMIN, 1 - PMIN),
        (relate(PMIN, ">", sp.Integer(0)), relate(PMIN, "<=", _HALF)),
        {PMIN: Range(Fraction(0), Fraction(1, 2), above=True)},
        lambda numbers: (numbers[PMIN], 1 - numbers[PMIN]),
        secrets=2,
    )


def more(least: int, exactly: bool, n_named: bool) -> PriorShape:
    """Return the shape of `least` >= 3 secrets (or exactly so many) if pmax does not occur."""
    any_n = n_named and not exactly
    most = relate(N * PMIN, "<=", ONE) if any_n else relate(PMIN, "<=", sp.Rational(1, least))
    given = [relate(PMIN, ">", sp.Integer(0)), most]
    known = {PMIN: Range(Fraction(0), Fraction(1, least), above=True)}
    if any_n:
        given.append(relate(N, ">=", sp.Integer(least)))
        known[N] = Range(Fraction(least))

    def masses(numbers: Numbers) -> tuple[Fraction, ...] | None:
        p, n = numbers[PMIN], numbers[N] if any_n else Fraction(least)
        if n.denominator > 1:
            return None
        return (p, p, *((1 - 2 * p) / (int(n) - 2),) * (int(n) - 2))

    return PriorShape(
        f"{least} secrets" if exactly else f"at least {least} secrets",
        # no pmax, which does not occur
        {"pmin": PMIN, "n": N if any_n else sp.Integer(least)},
        (PMIN, PMIN),
        tuple(given),
        known,
        masses,
        exact=not any_n,
        secrets=least if exactly else None,
    )


def with_largest(least: int, exactly: bool, second: Term) -> list[PriorShape]:
    """Return the shapes of `least` >= 3 secrets (or exactly so many) if pmax occurs.

    `second` is a symbol for the second smallest probability.
    """
    if least == 3:
        return [_three(), *([] if exactly else with_largest(4, False, second))]
    n = sp.Integer(least) if exactly else N
    between = 1 - PMIN - second - PMAX
    known = {
        PMIN: Range(Fraction(0), Fraction(1, least), above=True),
        second: Range(Fraction(0), Fraction(1, least - 1), above=True),
        PMAX: _ABOVE_0,
    }
    given = [
        relate(PMIN, ">", sp.Integer(0)),
        relate(PMIN, "<=", second),
        relate(second, "<=", PMAX),
        relate((n - 3) * second, "<=", between),
        relate(between, "<=", (n - 3) * PMAX),
    ]
    if not exactly:
        given.append(relate(N, ">=", sp.Integer(least)))
        known[N] = Range(Fraction(least))

    def masses(numbers: Numbers) -> tuple[Fraction, ...] | None:
        count = Fraction(least) if exactly else numbers[N]
        if count.denominator > 1:
            return None
        three = (numbers[PMIN], numbers[second], numbers[PMAX])
        rest = int(count) - 3
        each = (1 - three[0] - three[1] - three[2]) / rest
        return (*three[:2], *(each,) * rest, three[2])

    return [
        PriorShape(
            f"{least} secrets" if exactly else f"at least {least} secrets",
            _values(PMIN, PMAX, n),
            (PMIN, second),
            tuple(given),
            known,
            masses,
            exact=exactly,
            secrets=least if exactly else None,
        )
    ]


def _three() -> PriorShape:
    second = 1 - PMIN - PMAX
    return PriorShape(
        "three secrets",
        _values(PMIN, PMAX, sp.Integer(3)),
        (PMIN, second),
        (
            relate(PMIN, ">", sp.Integer(0)),
            relate(PMIN, "<=", second),
            relate(second, "<=", PMAX),
        ),
        {PMIN: Range(Fraction(0), Fraction(1, 3), above=True), PMAX: _ABOVE_0},
        lambda numbers: (
            numbers[PMIN],
            1 - numbers[PMIN] - numbers[PMAX],
            numbers[PMAX],
        ),
        secrets=3,
    )


def shapes(
    size: tuple[int, int | None], prior: Prior | None, named: frozenset[str], second: Term
) -> list[PriorShape]:
    """Return shapes that together cover all priors of a statement.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> for shape in shapes((2, None), None, frozenset({"pmin"}), reals("p_2")[0]):
    ...     print(shape.meaning, shape.given)
    two secrets (pmin > 0, pmin <= 1/2)
    at least 3 secrets (pmin > 0, pmin <= 1/3)
    """
    least, most = size
    if prior is not None and prior.masses:
        return [fixed(prior.masses)]
    if prior is not None:
        if most is None:
            return uniform(least, bool(named))
        return [fixed((Fraction(1, most),) * most)]
    found = []
    if least == 1:
        found.append(fixed((Fraction(1),)))
    if least <= 2 and most != 1 and (named or most == 2):
        found.append(two())  # otherwise covered by three secrets: the theorem SPLIT
    if most is None or most > 2:
        wanted = max(least, 3)
        if "pmax" in named:
            found += with_largest(wanted, most is not None, second)
        else:
            found.append(more(wanted, most is not None, "n" in named))
    return found


def _values(pmin: Term, pmax: Term, n: Term) -> dict[PriorName, Term]:
    return {"pmin": pmin, "pmax": pmax, "n": n}


def _rational(number: Fraction) -> Term:
    return sp.Rational(number.numerator, number.denominator)
