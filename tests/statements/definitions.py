"""Statements read a second time: with mpmath, by brute force over whole tables, nothing shared.

What is taken from the package is the tree of the statement alone.
"""

import itertools
from fractions import Fraction as F

from mpmath import MPContext

from pmlsym.statements.clauses import Alphabet, Condition, Independent, Markov
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.terms import Function, Negative, Number, OfPrior, Operation, Parameter

MP = MPContext()  # not the one of all: others change its digits
MP.dps = 60
CLOSE = MP.mpf(10) ** -45
INF = MP.inf


class NoValue(Exception):  # noqa: N818  # an outcome, not a mistake
    pass


class Instance:
    """A table of probabilities {(x, y) or (x, y, z): Fraction} and numbers for parameters."""

    def __init__(self, table, parameters):
        self.table = table
        self.parameters = parameters
        self.names = "XYZ"[: len(next(iter(table)))]
        self.values = {
            name: sorted({point[i] for point in table}) for i, name in enumerate(self.names)
        }

    def p(self, **event):
        return sum(
            (
                mass
                for point, mass in self.table.items()
                if all(point[self.names.index(name)] == value for name, value in event.items())
            ),
            F(0),
        )

    def events(self, names):
        """All values of some variables that have positive probability together."""
        for values in itertools.product(*(self.values[name] for name in names)):
            event = dict(zip(names, values, strict=True))
            if self.p(**event) > 0:
                yield event


def real(fraction):
    return MP.mpf(fraction.numerator) / fraction.denominator


def log(value):
    if value == INF:
        return INF
    if value < -CLOSE:
        raise NoValue
    return -INF if abs(value) < CLOSE else MP.log(value)


def lifts(instance, secret, seen, given):
    """The lifts of all secrets that are possible given what was known."""
    found = []
    for s in instance.values[secret]:
        base = instance.p(**{secret: s}, **given) / instance.p(**given)
        if base > 0:
            joint = instance.p(**{secret: s}, **seen, **given) / instance.p(**seen, **given)
            found.append(joint / base)
    return found


def leakage(instance, kind, secret, seen, given):
    values = [log(real(v)) for v in lifts(instance, secret, seen, given)]
    if kind == "pml":
        return max(values)
    if kind == "pmc":
        return -min(values)
    return INF if min(values) == -INF else max(a - b for a in values for b in values)


def value(term, instance, at):
    match term:
        case Number():
            return real(term.value)
        case Parameter():
            return instance.parameters[term.name]
        case OfPrior():
            masses = [instance.p(X=x) for x in instance.values["X"]]
            if term.name == "n":
                return MP.mpf(len(masses))
            return real(min(masses) if term.name == "pmin" else max(masses))
        case Negative():
            return -value(term.term, instance, at)
        case Operation():
            return operate(
                term.sign, value(term.left, instance, at), value(term.right, instance, at)
            )
        case Function():
            inside = [value(part, instance, at) for part in term.arguments]
            if term.name == "exp":
                return MP.mpf(0) if inside[0] == -INF else MP.exp(inside[0])
            return (
                log(inside[0])
                if term.name == "log"
                else (max if term.name == "max" else min)(inside)
            )
        case Leakage():
            given = {name.upper(): at[name] for name in term.given}
            if term.observed[0].islower():
                seen = {name.upper(): at[name] for name in term.observed}
                return leakage(instance, term.kind, term.secret, seen, given)
            return max(
                leakage(instance, term.kind, term.secret, seen, given)
                for seen in instance.events(term.observed)
                if instance.p(**seen, **given) > 0
            )
        case MeanOverOutcomes():
            names = sorted(name.upper() for name in term.term.outcomes)
            parts = [
                (
                    real(instance.p(**e)),
                    value(term.term, instance, {k.lower(): v for k, v in e.items()}),
                )
                for e in instance.events(names)
            ]
            if {INF, -INF} <= {v for _, v in parts}:
                raise NoValue
            return sum((mass * v for mass, v in parts), MP.mpf(0))
        case Overall():
            return overall(term, instance)
    raise AssertionError(term)


def overall(term, instance):
    secret = term.secret
    possible = [s for s in instance.values[secret] if instance.p(**{secret: s}) > 0]
    if term.kind == "mutual_information":
        total = MP.mpf(0)
        for event in instance.events((secret, *term.observed)):
            seen = {k: v for k, v in event.items() if k != secret}
            joint = instance.p(**event)
            total += real(joint) * log(
                real(joint / instance.p(**{secret: event[secret]}) / instance.p(**seen))
            )
        return total
    total = F(0)
    for seen in instance.events(term.observed):
        column = [instance.p(**{secret: s}, **seen) / instance.p(**{secret: s}) for s in possible]
        total += max(column) if term.kind == "maximal_leakage" else min(column)
    return log(real(total)) if term.kind == "maximal_leakage" else -log(real(total))


def operate(sign, a, b):
    infinite = [v for v in (a, b) if abs(v) == INF]
    if sign in "+-":
        if sign == "-":
            b = -b
        if len(infinite) == 2 and a != b:
            raise NoValue
        return a + b
    if sign == "*":
        if infinite and min(abs(a), abs(b)) < CLOSE:
            raise NoValue
        return a * b
    if sign == "/":
        if abs(b) < CLOSE or len(infinite) == 2:
            raise NoValue
        return MP.mpf(0) if abs(b) == INF else a / b
    if abs(b) < CLOSE and not infinite:
        return MP.mpf(1)
    if a < 0 and b == MP.floor(b) and abs(b) < 100:
        return MP.mpf(a) ** int(b) if abs(a) < INF else (a if b % 2 else INF) if b > 0 else 0
    if a < -CLOSE or (abs(a) < CLOSE and b < 0):
        raise NoValue
    if abs(a) < CLOSE:
        return MP.mpf(0)
    exponent = operate("*", b, log(a))
    return MP.mpf(0) if exponent == -INF else MP.exp(exponent)


def compare(a, sign, b):
    equal = a == b or (abs(a) < INF and abs(b) < INF and abs(a - b) < CLOSE)
    below = not equal and a < b
    return {
        "<=": below or equal,
        "<": below,
        ">=": not below,
        ">": not below and not equal,
        "=": equal,
        "!=": not equal,
    }[sign]


def condition(part, instance):
    names = sorted(part.left.outcomes | part.right.outcomes)
    try:
        return all(
            compare(
                value(part.left, instance, {k.lower(): v for k, v in event.items()}),
                part.sign,
                value(part.right, instance, {k.lower(): v for k, v in event.items()}),
            )
            for event in instance.events([name.upper() for name in names])
        )
    except NoValue:
        return False


def guarantee(part, instance):
    secret, observed = (part.of.secret, part.of.observed) if part.of else ("X", ("Y",))
    try:
        levels = [value(level, instance, {}) for level in part.levels]
    except NoValue:
        return False
    for seen in instance.events(observed):
        densities = [log(real(v)) for v in lifts(instance, secret, seen, {})]
        up, down = max(densities), -min(densities)
        found = {
            "PML": [(up, levels[0])],
            "PMC": [(down, levels[0])],
            "LIP": [(up, levels[0]), (down, levels[0])],
            "ALIP": [(down, levels[0]), (up, levels[-1])],
            "LDP": [(up + down, levels[0])],
        }[part.kind]
        if not all(compare(a, "<=", b) for a, b in found):
            return False
    return True


def truth(parts, instance):
    return all(
        condition(part, instance) if isinstance(part, Condition) else guarantee(part, instance)
        for part in parts
    )


def structure(part, instance):
    prior = [instance.p(X=x) for x in instance.values["X"]]
    if isinstance(part, Alphabet):
        return len(prior) == part.size if part.sign == "=" else len(prior) >= part.size
    if isinstance(part, Markov):
        a, b, c = part.chain
        points = itertools.product(*(instance.values[name] for name in part.chain))
        return all(
            instance.p(**{a: i, b: j, c: k}) * instance.p(**{b: j})
            == instance.p(**{a: i, b: j}) * instance.p(**{b: j, c: k})
            for i, j, k in points
        )
    if isinstance(part, Independent):
        for values in itertools.product(*(instance.values[name] for name in part.names)):
            separate = F(1)
            for name, v in zip(part.names, values, strict=True):
                separate *= instance.p(**{name: v})
            if instance.p(**dict(zip(part.names, values, strict=True))) != separate:
                return False
        return True
    return sorted(prior) == sorted(part.masses or [F(1, len(prior))] * len(prior))


def read(statement, instance):
    """Return (applies, holds); holds is None where it does not apply."""
    sizes = [p for p in statement.structure if isinstance(p, Alphabet) or getattr(p, "masses", ())]
    if not sizes and len(instance.values["X"]) < 2:
        return False, None
    if not all(structure(part, instance) for part in statement.structure):
        return False, None
    if any(instance.parameters[name] < -CLOSE for name in statement.nonnegative):
        return False, None
    if not truth(statement.where, instance):
        return False, None
    if statement.both_ways:
        return True, truth(statement.hypotheses, instance) == truth(statement.conclusion, instance)
    if not truth(statement.hypotheses, instance):
        return False, None
    return True, truth(statement.conclusion, instance)
