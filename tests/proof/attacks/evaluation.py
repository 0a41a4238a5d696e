"""What a sentence of the kernel says at a point: exact, or in intervals, and written from scratch.

A value is a Fraction where it is exact, else an interval. A law is drawn at random on those points
of a grid that satisfy its support, once for each law at each point; a mean is a finite sum. What
an interval cannot decide is `Unknown`, and a term without a value raises `NoValue`.
"""

from fractions import Fraction
from itertools import product

from flint import arb, ctx, fmpq

PRECISION = 200
LARGEST = 2000  # arguments of exp beyond this, and numbers of so many digits, are not looked at
GRID = tuple(Fraction(p, 2) for p in (-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6))


class NoValue(Exception):  # noqa: N818
    """The term has no value at this point."""


class Unknown(Exception):  # noqa: N818
    """The intervals are too wide to say."""


def ball(value):
    if isinstance(value, Fraction):
        return arb(fmpq(value.numerator, value.denominator))
    return value


def sign(value):
    """Return -1, 0 or 1."""
    if isinstance(value, Fraction):
        return (value > 0) - (value < 0)
    if value > 0:
        return 1
    if value < 0:
        return -1
    raise Unknown


def combined(left, right, operation):
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        found = operation(left, right)
        if abs(found.numerator).bit_length() + found.denominator.bit_length() > LARGEST * 4:
            raise Unknown
        return found
    return operation(ball(left), ball(right))


class Point:
    """Values for symbols, and the laws that are drawn as they are met."""

    def __init__(self, values, random):
        ctx.prec = PRECISION
        self.values = values
        self.random = random
        self.laws = {}

    def law(self, law):
        """Return the points of a law with their weights, or None if no point is in its support."""
        if law not in self.laws:
            grid = GRID if len(law[2]) == 1 else GRID[1::3]
            points = [
                point
                for point in product(grid, repeat=len(law[2]))
                if all(self.holds(relation, (point,)) for relation in law[3])
            ]
            chosen = self.random.sample(points, min(len(points), self.random.randint(1, 4)))
            weights = [Fraction(self.random.randint(1, 5)) for _ in chosen]
            total = sum(weights)
            self.laws[law] = (
                [(point, weight / total) for point, weight in zip(chosen, weights, strict=True)],
                points,
            )
        return self.laws[law] if self.laws[law][0] else None

    def holds(self, sentence, bound=()):
        """Whether a sentence holds."""
        word, *rest = sentence
        if word == "defined":
            try:
                self.value(rest[0], bound)
            except NoValue:
                return False
            return True
        if word == "finite":
            return self.law(rest[0][1]) is not None  # on finitely many points all is integrable
        try:
            left, right = (self.value(side, bound) for side in rest)
        except NoValue:
            return False
        if left is right or (not isinstance(left, Fraction) and rest[0] == rest[1]):
            return word in ("<=", ">=", "=")
        if isinstance(left, Fraction) and isinstance(right, Fraction):
            here = sign(left - right)
        else:
            here = sign(ball(left) - ball(right))
        return (
            here
            in {
                "<": (-1,),
                "<=": (-1, 0),
                ">": (1,),
                ">=": (0, 1),
                "=": (0,),
                "!=": (-1, 1),
            }[word]
        )

    def value(self, term, bound=()):
        """Return the value of a term, where the variables of the binders outside are `bound`."""
        match term:
            case ("number", p, q):
                return Fraction(p, q)
            case ("symbol", name):
                return self.values[name]
            case ("bound", depth, index):
                return bound[depth][index]
            case ("sum", *parts):
                total = Fraction(0)
                for part in parts:
                    total = combined(total, self.value(part, bound), lambda a, b: a + b)
                return total
            case ("product", *parts):
                found = [self.value(part, bound) for part in parts]
                if any(isinstance(value, Fraction) and value == 0 for value in found):
                    return Fraction(0)
                total = Fraction(1)
                for value in found:
                    total = combined(total, value, lambda a, b: a * b)
                return total
            case ("power", base, exponent):
                return self.raised(self.value(base, bound), exponent)
            case ("exp", argument):
                value = self.value(argument, bound)
                if isinstance(value, Fraction) and value == 0:
                    return Fraction(1)
                if not abs(ball(value)) < LARGEST:
                    raise Unknown
                return ball(value).exp()
            case ("log", argument):
                value = self.value(argument, bound)
                if sign(value) <= 0:
                    raise NoValue
                return Fraction(0) if value == 1 else ball(value).log()
            case ("abs", argument):
                return abs(self.value(argument, bound))
            case ("max" | "min" as word, *parts):
                found = [self.value(part, bound) for part in parts]
                if all(isinstance(value, Fraction) for value in found):
                    return max(found) if word == "max" else min(found)
                best = ball(found[0])
                for value in found[1:]:
                    best = best.max(ball(value)) if word == "max" else best.min(ball(value))
                return best
            case ("round", argument):
                return self.rounded(self.value(argument, bound))
            case ("indicator", *relations):
                for _, *sides in relations:
                    for side in sides:
                        self.value(side, bound)
                return Fraction(int(all(self.holds(relation, bound) for relation in relations)))
            case ("mean", law, body):
                found = self.law(law)
                if found is None:
                    raise NoValue
                weighted, support = found
                for point in support:
                    self.value(body, (point, *bound))
                total = Fraction(0)
                for point, weight in weighted:
                    part = combined(weight, self.value(body, (point, *bound)), lambda a, b: a * b)
                    total = combined(total, part, lambda a, b: a + b)
                return total
        raise AssertionError(term)

    @staticmethod
    def raised(value, exponent):
        if exponent == 0:
            return Fraction(1)
        if exponent < 0 and sign(value) == 0:
            raise NoValue
        if isinstance(value, Fraction):
            size = max(abs(value.numerator).bit_length(), value.denominator.bit_length())
            if size * abs(exponent) > LARGEST * 4:
                raise Unknown
            return value**exponent
        return value**exponent

    @staticmethod
    def rounded(value):
        if isinstance(value, Fraction):
            return Fraction((2 * value + 1).numerator // (2 * (2 * value + 1).denominator))
        whole = (value + arb(1) / 2).floor().unique_fmpz()
        if whole is None:
            raise Unknown
        return Fraction(int(whole))


def violated(goal, point):
    """Whether the hypotheses hold at a point and the conclusion does not; None if not all hold."""
    try:
        if not all(point.holds(hypothesis) for hypothesis in goal.hypotheses):
            return None
        return not point.holds(goal.conclusion)
    except Unknown:
        return None
