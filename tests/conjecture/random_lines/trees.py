"""Trees of random statements: each is printed as text, and evaluated on a joint law."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction as F
from functools import cached_property

import numpy as np
from mpmath import mpf

from tests.conjecture.random_lines.quantities import (
    INF,
    KINDS,
    QUANTITIES,
    NoValue,
    _exp,
    _log,
    named,
)

# --- terms ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Term:
    """A term: its sign or the word it is made with, and what stands in it."""

    op: str
    parts: tuple = ()
    data: tuple = ()  # of numbers and parameters; of quantities: name, secret, observed, given

    def __add__(self, other):
        return Term("+", (self, term(other)))

    def __radd__(self, other):
        return Term("+", (term(other), self))

    def __sub__(self, other):
        return Term("-", (self, term(other)))

    def __rsub__(self, other):
        return Term("-", (term(other), self))

    def __mul__(self, other):
        return Term("*", (self, term(other)))

    def __rmul__(self, other):
        return Term("*", (term(other), self))

    def __truediv__(self, other):
        return Term("/", (self, term(other)))

    def __rtruediv__(self, other):
        return Term("/", (term(other), self))

    def __pow__(self, other):
        return Term("^", (self, term(other)))

    def __neg__(self):
        return Term("neg", (self,))

    def __le__(self, other):
        return Condition(self, "<=", term(other))

    def __lt__(self, other):
        return Condition(self, "<", term(other))

    def __ge__(self, other):
        return Condition(self, ">=", term(other))

    def __gt__(self, other):
        return Condition(self, ">", term(other))

    def eq(self, other):
        return Condition(self, "=", term(other))

    def ne(self, other):
        return Condition(self, "!=", term(other))

    @cached_property
    def outcomes(self):
        """The outcomes, in lower case, with which it changes."""
        if self.op in ("mean", "chance"):
            return frozenset()
        found = frozenset().union(*(part.outcomes for part in self.parts))
        if self.op == "quantity" and QUANTITIES[self.data[0]].at == "outcome":
            found |= {name for name in (*self.data[2], *self.data[3]) if name.islower()}
        return found

    def walk(self):
        """Yield it and all terms in it."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def mapped(self, change: Callable):
        """Return it with a change of every term in it, the inner ones first."""
        return change(replace(self, parts=tuple(part.mapped(change) for part in self.parts)))

    def __str__(self):
        return printed(self)


def term(given):
    """Return a number as a term."""
    return given if isinstance(given, (Term, Condition)) else Term("number", data=(F(given),))


def par(name):
    return Term("parameter", data=(name,))


def q(name, way="", level=None):
    """Return a quantity of a way such as ``X->y``, ``X->z|y``, ``X->Y,Z``, ``X``."""
    secret, _, rest = way.partition("->")
    observed, _, given = rest.partition("|")
    data = (name, secret or "X", tuple(filter(None, observed.split(","))), tuple(given))
    return Term("quantity", () if level is None else (term(level),), data)


def function(name):
    return lambda *parts: Term(name, tuple(map(term, parts)))


e_, log_, max_, min_ = map(function, ("exp", "log", "max", "min"))
mean = function("mean")


def chance(*conditions):
    return Term("chance", tuple(conditions))


LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}


def level_of(one):
    if one.op == "number":
        value = one.data[0]
        return 3 if value < 0 else 2 if value.denominator > 1 else 5
    return LEVELS.get(one.op, 5)


def printed(one):
    """Return the text of a term."""

    def inside(part, least):
        return printed(part) if level_of(part) >= least else f"({printed(part)})"

    if one.op == "number":
        return str(one.data[0])
    if one.op == "parameter":
        return one.data[0]
    if one.op == "quantity":
        name, secret, observed, given = one.data
        row = QUANTITIES[name]
        seen = ",".join(observed) + ("|" + ",".join(given) if given else "")
        level = printed(one.parts[0]) if one.parts else ""
        text = row.prints if observed or not row.alone else row.alone
        return text.format(s=secret, o=seen, e=level)
    if one.op == "neg":
        return f"-{inside(one.parts[0], 4)}"
    if one.op == "^":
        return f"{inside(one.parts[0], 5)}^{inside(one.parts[1], 5)}"
    if one.op in LEVELS:
        level, (left, right) = LEVELS[one.op], one.parts
        sign = f" {one.op} " if level == 1 else one.op
        return f"{inside(left, level)}{sign}{inside(right, level + 1)}"
    if one.op == "mean":
        return f"E[{printed(one.parts[0])}]"
    if one.op == "chance":
        return f"P[{' and '.join(map(str, one.parts))}]"
    return f"{one.op}({', '.join(map(printed, one.parts))})"


# --- clauses --------------------------------------------------------------------------------------

TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "=": "=", "!=": "!="}


@dataclass(frozen=True)
class Condition:
    """A comparison of two terms."""

    left: Term
    sign: str
    right: Term

    @property
    def terms(self):
        return self.left, self.right

    @cached_property
    def outcomes(self):
        return self.left.outcomes | self.right.outcomes

    def walk(self):
        yield from self.left.walk()
        yield from self.right.walk()

    def mapped(self, change):
        return Condition(self.left.mapped(change), self.sign, self.right.mapped(change))

    @property
    def conditions(self):
        return (self,)

    def __str__(self):
        return f"{self.left} {self.sign} {self.right}"


@dataclass(frozen=True)
class Guarantee:
    """A guarantee of a channel, perhaps approximate, or for every prior."""

    kind: str
    levels: tuple
    way: str = "X->Y"
    every_prior: bool = False
    says_way: bool = False

    def walk(self):
        for level in self.levels:
            yield from level.walk()

    def mapped(self, change):
        return replace(self, levels=tuple(level.mapped(change) for level in self.levels))

    @property
    def is_approximate(self):
        return len(self.levels) > KINDS[self.kind].levels

    @property
    def conditions(self):
        """Its definition."""
        row = KINDS[self.kind]
        lower = self.way[:3] + self.way[3:].lower()
        if self.every_prior:
            return tuple(q("ldp", lower) <= self.levels[place] for _, place in row.bounds)
        bounds = tuple(q(name, lower) <= self.levels[place] for name, place in row.bounds)
        if not self.is_approximate:
            return bounds
        if row.approximate == "chance":
            return (chance(*bounds) >= 1 - self.levels[-1],)
        return (q(row.approximate, self.way, self.levels[0]) <= self.levels[-1],)

    def __str__(self):
        text = f"{self.kind}({', '.join(map(str, self.levels))})"
        text += f" of {self.way}" if self.says_way else ""
        return f"(for every prior: {text})" if self.every_prior else text


def guarantee(kind):
    return lambda *levels, of="X->Y", every_prior=False: Guarantee(
        kind, tuple(map(term, levels)), of, every_prior
    )


PML, PMC, LDP, LIP, ALIP = map(guarantee, ("PML", "PMC", "LDP", "LIP", "ALIP"))


@dataclass(frozen=True)
class Statement:
    """A statement; its structure is a tuple of texts, of which `laws` makes laws."""

    conclusion: tuple
    hypotheses: tuple = ()
    structure: tuple = ()
    where: tuple = ()
    both: bool = False

    @property
    def clauses(self):
        return (*self.hypotheses, *self.conclusion, *self.where)

    @cached_property
    def parameters(self):
        found = {t.data[0] for c in self.clauses for t in c.walk() if t.op == "parameter"}
        if named(self.structure):
            found.add(named(self.structure)[1])
        return tuple(sorted(found))

    @cached_property
    def uses_z(self):
        found = "".join(self.structure)
        for clause in self.clauses:
            found += clause.way if isinstance(clause, Guarantee) else ""
            for one in clause.walk():
                if one.op == "quantity":
                    found += f"{one.data[1]}{''.join(one.data[2])}{''.join(one.data[3])}".upper()
        return "Z" in found

    def mapped(self, change):
        """Return it with a change of every term."""
        return self.each(lambda clause: clause.mapped(change))

    def each(self, change):
        """Return it with a change of every clause."""
        return replace(
            self,
            conclusion=tuple(map(change, self.conclusion)),
            hypotheses=tuple(map(change, self.hypotheses)),
            where=tuple(map(change, self.where)),
        )

    def __str__(self):
        uses_z = self.uses_z

        def shown(clauses):
            return " and ".join(
                str(replace(c, says_way=uses_z or c.way != "X->Y"))
                if isinstance(c, Guarantee)
                else str(c)
                for c in clauses
            )

        text = f"{'; '.join(self.structure)}: " if self.structure else ""
        if self.hypotheses:
            text += f"{shown(self.hypotheses)} {'<=>' if self.both else '=>'} "
        text += shown(self.conclusion)
        return text + (f" where {', '.join(map(str, self.where))}" if self.where else "")


def says(*conclusion, given=(), structure=(), where=(), both=False):
    """Return a statement; single clauses need no tuple."""

    def several(found):
        return found if isinstance(found, tuple) else (found,)

    return Statement(conclusion, several(given), several(structure), several(where), both)


# --- laws -----------------------------------------------------------------------------------------


class Law:
    """A joint law of X, Y and perhaps Z: an array of Fractions, or of mpmath's numbers.

    Without `exact` it is evaluated in floats.
    """

    def __init__(self, masses, exact=False):
        self.source = masses
        if exact:
            self.joint = np.vectorize(_precise, otypes=[object])(masses)
        else:
            self.joint = masses.astype(float)
        self.exact = exact
        self.kept = {}

    def number(self, value):
        return _precise(value) if self.exact else float(value)

    def marginal(self, names):
        """Return the law of some variables, in their order."""
        if names not in self.kept:
            places = tuple("XYZ".index(name) for name in names)
            rest = tuple(i for i in range(self.joint.ndim) if i not in places)
            found = self.joint.sum(axis=rest) if rest else self.joint
            order = [sorted(places).index(place) for place in places]
            self.kept[names] = np.transpose(found, order)
        return self.kept[names]

    def possible(self, outcomes):
        """Return the outcomes of positive probability, as {name in lower case: index}."""
        names = tuple(sorted(outcomes))
        if ("possible", names) not in self.kept:
            found = self.marginal(tuple(map(str.upper, names)))
            points = [dict(zip(names, p, strict=True)) for p in np.argwhere(found > 0).tolist()]
            self.kept["possible", names] = points
        return self.kept["possible", names]

    def table(self, secret, observed):
        """Return the joint law of a secret and all that is observed, without empty rows."""
        joint = self.marginal((secret, *observed))
        joint = joint.reshape(joint.shape[0], -1)
        return joint[joint.sum(axis=1) > 0][:, joint.sum(axis=0) > 0]

    def at_outcome(self, name, secret, observed, given, at):
        """Return a measure at an outcome, perhaps for somebody who knows another."""
        names = tuple(one.upper() for one in (*given, *observed))
        joint = np.moveaxis(self.marginal((secret, *names)), 0, -1)
        inside = joint[tuple(at[one] for one in given)] if given else joint
        prior = inside.sum(axis=tuple(range(len(observed))))
        posterior = inside[tuple(at[one] for one in observed)]
        kept = prior > 0
        prior, posterior = prior[kept], posterior[kept]
        return QUANTITIES[name].of(prior / prior.sum(), posterior / posterior.sum())

    def quantity(self, data, at, level):
        name, secret, observed, given = data
        row = QUANTITIES[name]
        lower = observed and observed[0].islower()
        known = tuple(at[one] for one in given) + (
            tuple(at[one] for one in observed) if lower else ()
        )
        key = (data, known, *level)
        if key in self.kept:
            return self.kept[key]
        if row.at == "variable":
            law = self.marginal((secret,))
            found = row.of(law[law > 0])
        elif row.at == "channel":
            found = row.of(self.table(secret, observed), *level)
        elif lower:
            found = self.at_outcome(name, secret, observed, given, at)
        else:
            small = tuple(map(str.lower, observed))
            points = self.possible((*small, *given))
            here = [p for p in points if all(p[one] == at[one] for one in given)]
            found = max(self.at_outcome(name, secret, small, given, p) for p in here)
        self.kept[key] = self.number(found)
        return self.kept[key]

    def value(self, one, parameters, at=None):
        """Return the value of a term, or raise NoValue."""
        found = self._value(one, parameters, at or {})
        if found != found:
            raise NoValue
        return found

    def _value(self, one, parameters, at):
        op = one.op
        if op == "number":
            return self.number(one.data[0])
        if op == "parameter":
            return parameters[one.data[0]]
        if op == "quantity":
            level = [self.value(part, parameters, at) for part in one.parts]
            return self.quantity(one.data, at, level)
        if op == "mean":
            names = sorted(one.parts[0].outcomes)
            law = self.marginal(tuple(map(str.upper, names)))
            total = self.number(0)
            for point in self.possible(names):
                weight = self.number(law[tuple(point[name] for name in names)])
                total = total + weight * self.value(one.parts[0], parameters, point)
            return total
        if op == "chance":
            names = sorted(frozenset().union(*(c.outcomes for c in one.parts)))
            law = self.marginal(tuple(map(str.upper, names)))
            total = self.number(0)
            for point in self.possible(names):
                true = True
                for condition in one.parts:
                    sides = (self.value(t, parameters, point) for t in condition.terms)
                    true = self.compares(*sides)[condition.sign] and true
                total = total + self.number(law[tuple(point[n] for n in names)]) * int(true)
            return total
        values = [self.value(part, parameters, at) for part in one.parts]
        if op == "neg":
            return -values[0]
        if op in ("max", "min"):
            return max(values) if op == "max" else min(values)
        if op == "log" and abs(values[0]) <= self.tie:  # zero, up to rounding
            return -INF
        if op in ("exp", "log"):
            return _exp(values[0]) if op == "exp" else _log(values[0])
        left, right = values
        if op == "+":
            return left + right
        if op == "-":
            return left - right
        if op == "*":
            return left * right
        if op == "/":
            if abs(right) <= self.tie or (abs(left) == INF and abs(right) == INF):
                raise NoValue
            return left / right
        return self.power(left, right)

    def power(self, base, exponent):
        if abs(base) <= self.tie:
            if exponent <= 0:
                raise NoValue
            return self.number(0)
        if base < 0 and exponent != int(exponent):
            raise NoValue
        try:
            return base**exponent
        except OverflowError:
            return INF

    @property
    def tie(self):
        """The difference up to which two numbers are the same, up to rounding."""
        return 1e-35 if self.exact else 1e-11

    def compares(self, left, right):
        """Return for each sign whether the comparison holds, where a tie is an equality."""
        if left == right:
            order = 0
        else:
            gap = left - right
            scale = max(1, *(abs(v) for v in (left, right) if abs(v) < INF))
            order = 0 if abs(gap) <= self.tie * scale else 1 if gap > 0 else -1
        return {
            "<=": order <= 0,
            "<": order < 0,
            ">=": order >= 0,
            ">": order > 0,
            "=": order == 0,
            "!=": order != 0,
        }

    def holds(self, clause, parameters):
        """Return whether a clause holds at every possible outcome; a side without value fails."""
        try:
            for condition in clause.conditions:
                for at in self.possible(condition.outcomes):
                    sides = (self.value(t, parameters, at) for t in condition.terms)
                    if not self.compares(*sides)[condition.sign]:
                        return False
        except NoValue:
            return False
        return True

    def meets(self, statement, parameters):
        """Return whether `where` and the hypotheses hold."""
        assumed = () if statement.both else statement.hypotheses
        return all(self.holds(clause, parameters) for clause in (*statement.where, *assumed))

    def violates(self, statement, parameters):
        """Return whether a statement fails."""
        if not self.meets(statement, parameters):
            return False
        claimed = all(self.holds(clause, parameters) for clause in statement.conclusion)
        if statement.both:
            return claimed != all(self.holds(c, parameters) for c in statement.hypotheses)
        return not claimed


def _precise(value):
    if isinstance(value, F):
        return mpf(value.numerator) / value.denominator
    return mpf(value)


def joint_of(prior, kernel):
    """Return the joint law of a prior and a kernel, in Fractions."""
    return np.array([[p * v for v in row] for p, row in zip(prior, kernel, strict=True)])


def has_structure(law, structure):
    """Return whether an exact law has the structure of a statement, named mechanisms aside."""
    prior = law.marginal(("X",))
    if min(prior) <= 0 or abs(sum(prior) - 1) > law.tie:
        return False
    least = 2
    for one in structure:
        if named((one,)):
            continue
        if one.startswith("|X| = ") or one.startswith("prior ("):
            least = 1
        if not _has(law, one, prior):
            return False
    return len(prior) >= least


def _has(law, one, prior):
    def near(a, b):
        return np.all(abs(a - b) <= law.tie)

    if one.startswith("|X| = "):
        return len(prior) == int(one[6:])
    if one.startswith("|X| >= "):
        return len(prior) >= int(one[7:])
    if one == "prior uniform":
        return near(prior, prior[0])
    if one.startswith("prior ("):
        wanted = sorted(law.number(F(part.strip())) for part in one[7:-1].split(","))
        return len(wanted) == len(prior) and near(np.array(sorted(prior)), np.array(wanted))
    if one.endswith(" independent"):
        names = tuple(name.strip() for name in one[: -len(" independent")].split(","))
        joint = law.marginal(names)
        for point in itertools.product(*map(range, joint.shape)):
            product = law.number(1)
            for name, i in zip(names, point, strict=True):
                product = product * law.marginal((name,))[i]
            if not near(joint[point], product):
                return False
        return True
    a, b, c = one.split(" - ")
    joint, first, second = law.marginal((a, b, c)), law.marginal((a, b)), law.marginal((b, c))
    middle = law.marginal((b,))
    return near(joint * middle[None, :, None], first[:, :, None] * second[None, :, :])
