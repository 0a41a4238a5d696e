"""Terms of the kernel at numbers, evaluated by plain recursion in balls of 400 bits.

Nothing of the package is used here, so that what it does can be compared with this. A number
within 1e-60 of zero counts as zero: the numbers of the tests are short, so nothing else is so
close.
"""

import itertools
from fractions import Fraction as F

import flint
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

BITS = 400
CLOSE = flint.arb(flint.fmpq(1, 10**60))


class NoValue(Exception):  # noqa: N818  # an outcome
    """The term has no value at the numbers."""


class Unknown(UnsatisfiedAssumption):
    """The balls are too wide, or the numbers too large, to say: no example for a test."""


def number(value):
    value = F(value)
    return ("number", value.numerator, value.denominator)


def symbol(name):
    return ("symbol", name)


def sign(ball):
    """The sign of a ball."""
    if not ball.is_finite() or ball.rad() > CLOSE or abs(ball) > 10**40:
        raise Unknown
    if abs(ball) < CLOSE:
        return 0
    return 1 if ball > 0 else -1


def ball(value):
    value = F(value)
    with flint.ctx.workprec(BITS):
        return flint.arb(flint.fmpq(value.numerator, value.denominator))


def compares(word, left, right):
    side = sign(left - right)
    return {
        "<": side < 0,
        "<=": side <= 0,
        ">": side > 0,
        ">=": side >= 0,
        "=": side == 0,
        "!=": side != 0,
    }[word]


def nearest(value):
    low = (value + ball(F(1, 2)) + CLOSE).floor()
    if not low.is_exact():
        raise Unknown
    return low


def power(base, exponent):
    if exponent < 0 and sign(base) == 0:
        raise NoValue
    result = flint.arb(1)
    for _ in range(abs(exponent)):
        result *= base
    return result if exponent >= 0 else 1 / result


def exponential(value):
    if abs(value) > 60:
        raise Unknown
    return value.exp()


def logarithm(value):
    if sign(value) <= 0:
        raise NoValue
    return value.log()


class Place:
    """Numbers for symbols (balls), and one finite law for every law: chances and their atoms."""

    def __init__(self, numbers, law=()):
        self.numbers = numbers
        self.law = [(ball(chance), tuple(map(ball, values))) for chance, values in law]

    def value(self, term, bound=()):
        """Evaluate a term; `bound` has the values of the binders, the innermost first."""
        match term:
            case ("number", p, q):
                return ball(F(p, q))
            case ("symbol", name):
                return self.numbers[name]
            case ("bound", depth, index):
                return bound[depth][index]
            case ("sum", *parts):
                return sum((self.value(part, bound) for part in parts), flint.arb(0))
            case ("product", *parts):
                product = flint.arb(1)
                for part in parts:
                    product *= self.value(part, bound)
                return product
            case ("power", base, exponent):
                return power(self.value(base, bound), exponent)
            case ("exp", argument):
                return exponential(self.value(argument, bound))
            case ("log", argument):
                return logarithm(self.value(argument, bound))
            case ("abs", argument):
                return abs(self.value(argument, bound))
            case ("round", argument):
                return nearest(self.value(argument, bound))
            case ("max", *parts):
                return largest([self.value(part, bound) for part in parts])
            case ("min", *parts):
                return -largest([-self.value(part, bound) for part in parts])
            case ("indicator", *relations):
                known = [self.holds(relation, bound) for relation in relations]  # all need a value
                return flint.arb(int(all(known)))
            case ("mean", _, body):
                parts = [c * self.value(body, (values, *bound)) for c, values in self.law]
                return sum(parts, flint.arb(0))
        raise AssertionError(term)

    def holds(self, relation, bound=()):
        """Whether a relation holds; raises NoValue where a side has no value."""
        word, left, right = relation
        return compares(word, self.value(left, bound), self.value(right, bound))

    def true(self, relation, bound=()):
        """Whether both sides have a value and compare so."""
        try:
            return self.holds(relation, bound)
        except NoValue:
            return False

    # --- what the kernel writes, at the same numbers ---------------------------------------------

    def quotient(self, atoms, found, bound=()):
        """Evaluate a quotient of the normal form, given as its key."""
        top, divisors = found
        value = self.polynomial(atoms, top, bound)
        for divisor, exponent in divisors:
            value *= power(self.polynomial(atoms, divisor, bound), -exponent)
        return value

    def polynomial(self, atoms, rows, bound=()):
        total = flint.arb(0)
        for monomial, c in rows:
            part = ball(c)
            for atom, exponent in monomial:
                part *= self.atom(atoms, atom, exponent, bound)
            total += part
        return total

    def atom(self, atoms, atom, exponent, bound=()):
        """Evaluate a power of an atom of the table."""
        kind = atoms.kinds[atom]
        if kind[0] == "exp":
            inside = self.quotient(atoms, (((kind[1], 1),), kind[2]), bound)
            return exponential(ball(exponent) * inside)
        return power(self._plain(atoms, kind, bound), int(exponent))

    def _plain(self, atoms, kind, bound):
        match kind:
            case ("symbol", name):
                return self.numbers[name]
            case ("bound", depth, index):
                return bound[depth][index]
            case ("log", inside):
                return logarithm(self.quotient(atoms, inside, bound))
            case ("abs", inside):
                return abs(self.quotient(atoms, inside, bound))
            case ("round", inside):
                return nearest(self.quotient(atoms, inside, bound))
            case ("max", *insides):
                return largest([self.quotient(atoms, inside, bound) for inside in insides])
            case ("indicator", *conditions):
                gaps = [(word, self.quotient(atoms, i, bound)) for word, i in conditions]
                known = [compares(word, gap, flint.arb(0)) for word, gap in gaps]
                return flint.arb(int(all(known)))
            case ("mean", _, inside):
                parts = [
                    c * self.quotient(atoms, inside, (values, *bound)) for c, values in self.law
                ]
                return sum(parts, flint.arb(0))
        raise AssertionError(kind)


class Drawn(Place):
    """Numbers, and a law for each law that is met, drawn on points of a grid in its support."""

    GRID = tuple(F(p, 2) for p in (-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6))

    def __init__(self, numbers, random):
        super().__init__({name: ball(value) for name, value in numbers.items()})
        self.random = random
        self.laws = {}

    def drawn(self, law):
        """Return the points of a law with their weights, and the points of the grid it allows."""
        if law not in self.laws:
            grid = [ball(p) for p in (self.GRID if len(law[2]) == 1 else self.GRID[1::3])]
            support = [
                point
                for point in itertools.product(grid, repeat=len(law[2]))
                if all(self.true(relation, (point,)) for relation in law[3])
            ]
            chosen = self.random.sample(support, min(len(support), self.random.randint(1, 4)))
            weights = [self.random.randint(1, 5) for _ in chosen]
            shares = [ball(F(weight, sum(weights))) for weight in weights]
            self.laws[law] = (list(zip(shares, chosen, strict=True)), support)
        return self.laws[law]

    def value(self, term, bound=()):
        if term[0] != "mean":
            return super().value(term, bound)
        weighted, support = self.drawn(term[1])
        if not weighted:
            raise NoValue
        for point in support:
            self.value(term[2], (point, *bound))
        parts = [c * self.value(term[2], (point, *bound)) for c, point in weighted]
        return sum(parts, flint.arb(0))

    def holds(self, sentence, bound=()):
        match sentence:
            case ("defined", term):
                self.value(term, bound)
                return True
            case ("finite", ("mean", law, _)):  # on finitely many points all is integrable
                return bool(self.drawn(law)[0])
        return super().holds(sentence, bound)

    def violates(self, goal):
        """Whether the hypotheses hold and the conclusion does not; None if not all hold."""
        try:
            if not all(map(self.true, goal.hypotheses)):
                return None
            return not self.true(goal.conclusion)
        except Unknown:
            return None


def largest(values):
    best, *rest = values
    for value in rest:
        best = best.max(value)
    return best


# --- what hypothesis draws ------------------------------------------------------------------------

NAMES = ("x", "y", "z")
LAW = ("law", "P", ("w",), ())
W = ("bound", 0, 0)
SMALL = st.fractions(-3, 3, max_denominator=4)
ARITHMETIC = ("sum", "product", "power")
ALL = (*ARITHMETIC, "exp", "log", "abs", "max", "min", "round", "indicator")


def terms(words=ALL, leaves=(), size=8):
    """Terms made with these words, of symbols, small numbers and other leaves."""
    base = st.one_of(
        st.sampled_from([symbol(name) for name in NAMES] + list(leaves)),
        SMALL.map(number),
    )

    def larger(inside):
        several = st.lists(inside, min_size=1, max_size=3)
        relation = st.tuples(st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), inside, inside)
        made = {
            "sum": several.map(lambda parts: ("sum", *parts)),
            "product": several.map(lambda parts: ("product", *parts)),
            "power": st.tuples(st.just("power"), inside, st.integers(-2, 3)),
            "exp": inside.map(lambda part: ("exp", part)),
            "log": inside.map(lambda part: ("log", part)),
            "abs": inside.map(lambda part: ("abs", part)),
            "round": inside.map(lambda part: ("round", part)),
            "max": several.map(lambda parts: ("max", *parts)),
            "min": several.map(lambda parts: ("min", *parts)),
            "indicator": st.lists(relation, min_size=1, max_size=2).map(
                lambda parts: ("indicator", *parts)
            ),
        }
        return st.one_of(*(made[word] for word in words))

    return st.recursive(base, larger, max_leaves=size)


@st.composite
def places(draw, values=SMALL, read=ball):
    """Numbers for the symbols, and a law of one to three atoms."""
    numbers = {name: read(draw(values)) for name in NAMES}
    weights = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    law = [(F(weight, sum(weights)), (draw(values),)) for weight in weights]
    return Place(numbers, law)


def true_relations(draw, place, inside):
    """Draw a relation that is true at the place."""
    left, right = draw(inside), draw(inside)
    try:
        side = sign(place.value(left) - place.value(right))
    except NoValue:
        raise Unknown from None
    words = {1: (">", ">=", "!="), 0: ("=", "<=", ">="), -1: ("<", "<=", "!=")}[side]
    return (draw(st.sampled_from(words)), left, right)


def candidates(count):
    """Values to try for atoms that have none at the numbers: any real number may stand there."""
    return itertools.product(map(ball, (1, 0, -1, 2, F(1, 2))), repeat=min(count, 3))
