"""Tests on orders of guesses, integers, induction, linear equations and lift vectors."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from random import Random

from pmlsym.ledger.trials.counting import population
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.generator.kernels import row
from pmlsym.statements.instances.attack.adversary import line, mean, normalized
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.instances.valued.designs import draw_convex, draw_kernel, draw_prior
from pmlsym.statements.instances.valued.utility import Convex, is_kernel
from pmlsym.statements.values import ONE, ZERO

Order = tuple[int, ...]  # the values, the first guess first

# --- different ranks ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ranks:
    """Distinct positive integers, k of them, and the number of other values to guess."""

    numbers: tuple[int, ...]
    others: int


def _draw_ranks(number: int, random: Random) -> Ranks:
    k = 1 + number % 4
    top = k if number % 3 == 0 else 8
    return Ranks(tuple(random.sample(range(1, top + 1), k)), number % 2)


def _fewest_guesses(instance: Ranks) -> Fraction:
    """Return the least average position of k of the values, over all orders."""
    k = len(instance.numbers)
    return min(
        Fraction(sum(place for place, value in enumerate(order, start=1) if value < k), k)
        for order in permutations(range(k + instance.others))
    )


_K = Quantity[Ranks]("k (k + 1)/2", r"\tfrac{k(k+1)}2", lambda w: _half_square(len(w.numbers)))


def _half_square(k: int) -> Fraction:
    return Fraction(k * (k + 1), 2)


DIFFERENT_RANKS = Assertion(
    Domain("every k different whole numbers from 1 on", "k", Ranks, _draw_ranks, tries=40),
    (
        Compared(
            Quantity[Ranks](
                "their sum", r"\textstyle\sum_ig_i", lambda w: Fraction(sum(w.numbers))
            ),
            ">=",
            _K,
        ),
        Compared(
            Quantity[Ranks](
                "the fewest guesses on average in any order", r"\min_GE[G]", _fewest_guesses
            ),
            ">=",
            Quantity[Ranks](
                "(k + 1)/2", r"\tfrac{k+1}2", lambda w: Fraction(len(w.numbers) + 1, 2)
            ),
        ),
    ),
)

# --- orders in turn -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Orders:
    """Some orders of the same values."""

    orders: tuple[Order, ...]


def _draw_orders(number: int, random: Random) -> Orders:
    size, count = 1 + number % 5, 1 + number // 5 % 3
    values = list(range(size))
    orders = [tuple(random.sample(values, size)) for _ in range(count)]
    if number % 2 and count > 1:
        orders[1] = orders[0][::-1]
    return Orders(tuple(orders))


def ranks_within(instance: Orders, factor: int) -> bool:
    """Whether some order has every rank within a factor of that in each of the orders."""
    given = [{value: place for place, value in enumerate(o, start=1)} for o in instance.orders]
    return any(
        all(
            place <= factor * known[value]
            for known in given
            for place, value in enumerate(order, start=1)
        )
        for order in permutations(instance.orders[0])
    )


IN_TURN = Assertion(
    Domain("every n orders of finitely many values", "n", Orders, _draw_orders, tries=45),
    (
        Property(
            "in one order every rank is at most n times that in each",
            r"\exists G:\ G\le n\,G_i",
            lambda instance: ranks_within(instance, len(instance.orders)),
        ),
    ),
)

# --- induction ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truths:
    """A set of numbers from 0 to 5, as the truth of a statement at each."""

    true: tuple[bool, ...]


def _passes_on(instance: Truths) -> bool:
    steps = zip(instance.true, instance.true[1:], strict=False)
    return instance.true[0] and all(later for here, later in steps if here)


INDUCTIONS = Assertion(
    Domain(
        "everything that is true or false of the numbers from 0 to 5",
        r"\forall A\subseteq\{0,\dots,5\}",
        Truths,
        lambda number, _: Truths(tuple(bool(number >> i & 1) for i in range(6))),
        tries=64,
    ),
    (Property("it is true of all", r"A=\{0,\dots,5\}", lambda instance: all(instance.true)),),
    (
        Property(
            "it is true of 0 and passes from each number to the next",
            r"0\in A,\ i\in A\Rightarrow i+1\in A",
            _passes_on,
        ),
    ),
    both_ways=True,
)

# --- more unknowns than equations -----------------------------------------------------------------


@dataclass(frozen=True)
class Equations:
    """Linear equations that are equal to zero: the whole coefficients of each."""

    rows: tuple[tuple[int, ...], ...]


def _draw_equations(number: int, random: Random) -> Equations:
    """Return one equation fewer than unknowns; in a few instances equations repeat each other."""
    count = 1 + number % 3
    top = 3 if count == 1 else 1
    rows = [tuple(random.randint(-top, top) for _ in range(count + 1)) for _ in range(count)]
    if number % 7 == 6:
        rows = [rows[0]] * count
    return Equations(tuple(rows))


def has_solution(instance: Equations) -> bool:
    """Whether some integers, not all zero, solve all equations.

    It suffices to try those of Cramer's rule, which are determinants of the coefficients.
    """
    top = {1: 3, 2: 2, 3: 4}[len(instance.rows)]
    unknowns = product(range(-top, top + 1), repeat=len(instance.rows[0]))
    return any(
        any(numbers)
        and all(sum(a * x for a, x in zip(row, numbers, strict=True)) == 0 for row in instance.rows)
        for numbers in unknowns
    )


MORE_UNKNOWNS = Assertion(
    Domain(
        "every linear equations, all equal to zero, in one unknown more",
        r"\forall A\in\mathbb Z^{e\times(e+1)}",
        Equations,
        _draw_equations,
        tries=36,
    ),
    (Property("there is a solution other than zero", r"\exists x\ne0:\ Ax=0", has_solution),),
)

# --- fewest outcomes ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mechanisms:
    """The numbers of outcomes and the utilities of some mechanisms, and a size."""

    outcomes: tuple[int, ...]
    worth: tuple[int, ...]
    size: int

    def matched(self, i: int, most: int) -> bool:
        """Whether a mechanism with at most `most` outcomes has the same utility."""
        return any(
            n <= most and value >= self.worth[i]
            for n, value in zip(self.outcomes, self.worth, strict=True)
        )


def _draw_mechanisms(number: int, random: Random) -> Mechanisms:
    count = random.randint(1, 5)
    outcomes = tuple(random.randint(1, 5) for _ in range(count))
    worth = tuple(random.randint(0, 3) for _ in range(count))
    return Mechanisms(outcomes, worth, 1 + number % 4)


FEWEST_OUTCOMES = Assertion(
    Domain(
        "every finite set of mechanisms and size |X|",
        r"\forall|\mathcal X|",
        Mechanisms,
        _draw_mechanisms,
        tries=100,
    ),
    (
        Property(
            "every one is matched by one with at most |X|",
            r"\exists P':\ |\mathcal Y'|\le|\mathcal X|",
            lambda instance: all(
                instance.matched(i, instance.size) for i in range(len(instance.outcomes))
            ),
        ),
    ),
    (
        Property(
            "every one with more than |X| outcomes is matched by one with fewer",
            r"|\mathcal Y|>|\mathcal X|\Rightarrow\exists P':\ |\mathcal Y'|<|\mathcal Y|",
            lambda instance: all(
                instance.matched(i, n - 1)
                for i, n in enumerate(instance.outcomes)
                if n > instance.size
            ),
        ),
    ),
)

# --- whole numbers --------------------------------------------------------------------------------


def _floors(x: Fraction) -> list[int]:
    """Return the integers m with m <= x < m + 1, among those up to 9 in absolute value."""
    return [m for m in range(-9, 10) if m <= x < m + 1]


WHOLE_NUMBERS = Assertion(
    Domain(
        "every number x between -6 and 6",
        r"\forall x",
        Fraction,
        lambda number, random: (
            Fraction(number - 6) if number < 13 else Fraction(random.randint(-36, 36), 7)
        ),
        tries=60,
    ),
    (
        Property(
            "floor(x) is the one m with m <= x < m + 1",
            r"\lfloor x\rfloor\le x<\lfloor x\rfloor+1",
            lambda x: _floors(x) == [x // 1],
        ),
        Property(
            "every whole number is at most m or at least m + 1",
            r"n\le m\ \text{or}\ n\ge m+1",
            lambda x: all(n <= x // 1 or n >= x // 1 + 1 for n in range(-9, 10)),
        ),
    ),
)

# --- lift vectors by counting ---------------------------------------------------------------------


def seen(prior: Row, kernel: Table) -> list[tuple[Fraction, Row]]:
    """Return the probability and the lift vector of every possible outcome, by counting.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> [(str(q), line(v)) for q, v in seen((half, half), ((ONE, ZERO), (half, half)))]
    [('3/4', '(4/3, 2/3)'), ('1/4', '(0, 2)')]
    """
    people = population(prior, kernel)
    return [
        (people.chance(y), tuple(people.lift(x, y) for x in range(len(prior))))
        for y in range(len(kernel[0]))
        if people.seen(y)
    ]


# --- mixtures of lift vectors ---------------------------------------------------------------------


@dataclass(frozen=True)
class MixedLifts:
    """A prior, lift vectors with probabilities, and a convex utility."""

    prior: Row
    outcomes: tuple[tuple[Fraction, Row], ...]
    utility: Convex

    @property
    def average(self) -> Row:
        """The mean of the vectors."""
        columns = zip(*([q * v for v in vector] for q, vector in self.outcomes), strict=True)
        return tuple(sum(column, ZERO) for column in columns)

    @property
    def averages_to_one(self) -> bool:
        """Whether the vectors average to one at every secret, and each has the mean one."""
        return set(self.average) == {ONE} and all(
            mean(self.prior, vector) == 1 for _, vector in self.outcomes
        )

    @property
    def is_mechanism(self) -> bool:
        """Whether P(y|x) = P(y) v_y(x) is a mechanism with these probabilities and lifts."""
        kernel = tuple(zip(*([q * v for v in vector] for q, vector in self.outcomes), strict=True))
        return is_kernel(kernel) and seen(self.prior, kernel) == list(self.outcomes)

    def __str__(self) -> str:
        vectors = ", ".join(f"{q}: {line(v)}" for q, v in self.outcomes)
        return f"prior {line(self.prior)}, vectors {vectors}"


def _draw_mixed(number: int, random: Random) -> MixedLifts:
    """Return the lift vectors of a mechanism, the same with other probabilities, or any vectors."""
    weights = draw_prior(number, random)
    prior, kernel = normalized(weights), draw_kernel(number, random, weights)
    outcomes = seen(prior, kernel)
    utility = draw_convex(random, len(prior))
    if number % 3 == 1:
        other = normalized(row(random, len(outcomes), 12, positive=True))
        outcomes = [(q, vector) for q, (_, vector) in zip(other, outcomes, strict=True)]
    if number % 6 == 2:  # the mean is one under another prior only
        outcomes = [
            (q, tuple(v * (2 - p) for p, v in zip(prior, vector, strict=True)))
            for q, vector in outcomes
        ]
    return MixedLifts(prior, tuple(outcomes), utility)


_MIXED = Domain(
    "every prior, and vectors with probabilities",
    r"\forall P_X,(q_y,v_y)",
    MixedLifts,
    _draw_mixed,
    tries=60,
)
MIXTURES = Assertion(
    _MIXED,
    (
        Property(
            "P(y|x) = P(y) v_y(x) is a mechanism, of these P(y) and lifts",
            r"P(y\mid x)=P(y)v_y(x)",
            lambda instance: instance.is_mechanism,
        ),
    ),
    (
        Property(
            "they average to one at every secret, and each has the mean one",
            r"\textstyle\sum_yP(y)v_y(x)=1,\ \sum_xP(x)v_y(x)=1",
            lambda instance: instance.averages_to_one,
        ),
    ),
    both_ways=True,
)


_WORTH = Domain(
    "every prior, vectors with probabilities and convex mu",
    r"\forall P_X,(q_y,v_y),\mu\text{ convex}",
    MixedLifts,
    _draw_mixed,
    tries=60,
)
CONVEX_UTILITIES = Assertion(
    _WORTH,
    (
        Compared(
            Quantity[MixedLifts](
                "mu at the mixture",
                r"\mu\bigl(\textstyle\sum_yq_yv_y\bigr)",
                lambda instance: instance.utility.worth(instance.average),
            ),
            "<=",
            Quantity[MixedLifts](
                "the mixture of its values",
                r"\textstyle\sum_yq_y\mu(v_y)",
                lambda instance: sum(
                    (q * instance.utility.worth(v) for q, v in instance.outcomes), ZERO
                ),
            ),
        ),
    ),
)
