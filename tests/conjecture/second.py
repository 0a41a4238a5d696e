"""A second reading of statements and worlds, from their texts alone: nothing of the package.

Every measure is computed from the joint law by
brute force, in plain Fractions.
"""

import itertools
from fractions import Fraction as F

from tests.conjecture.arithmetic import (
    INF,
    NoValue,
    Unknown,
    add,
    between,
    divided,
    exponential,
    largest,
    logarithm,
    negative,
    order,
    power,
    rational,
    times,
)
from tests.conjecture.language import (
    MEASURES,
    OVERALL,
    condition,
    parse,
    split,
    term,
)

# --- worlds ---------------------------------------------------------------------------------------


class World:
    """A joint law {(x, y) or (x, y, z): mass}, and numbers for the parameters."""

    def __init__(self, witness):
        self.law = {}
        if "joint" in witness:
            for x, table in enumerate(witness["joint"]):
                for y, row in enumerate(table):
                    self.law |= {(x, y, z): F(mass) for z, mass in enumerate(row)}
        else:
            for x, (p, row) in enumerate(zip(witness["prior"], witness["kernel"], strict=True)):
                self.law |= {(x, y): F(p) * F(chance) for y, chance in enumerate(row)}
        assert sum(self.law.values()) == 1
        assert min(self.law.values()) >= 0
        self.names = "XYZ"[: len(next(iter(self.law)))]
        self.kept = {}
        prior = list(self.marginal("X").values())
        assert min(prior) > 0
        self.numbers = {
            "pmin": rational(min(prior)),
            "pmax": rational(max(prior)),
            "n": rational(len(prior)),
        }
        self.prior = prior
        for name, text in witness["parameters"].items():
            self.numbers[name] = value(term(text), self, {})

    def marginal(self, names):
        names = tuple(names)
        if names not in self.kept:
            places = [self.names.index(name) for name in names]
            found = {}
            for point, mass in self.law.items():
                key = tuple(point[place] for place in places)
                found[key] = found.get(key, F(0)) + mass
            self.kept[names] = found
        return self.kept[names]

    def p(self, event):
        names = sorted(event)
        return self.marginal(names).get(tuple(event[name] for name in names), F(0))

    def possible(self, names):
        for key, mass in self.marginal(names).items():
            if mass > 0:
                yield dict(zip(names, key, strict=True))


def log_lifts(world, secret, seen, given):
    found = []
    for event in world.possible((secret,)):
        prior = world.p({**event, **given})
        if prior > 0:
            both = world.p({**event, **seen, **given}) / world.p({**seen, **given})
            found.append(logarithm(rational(both / (prior / world.p(given)))))
    return found


def leakage(world, kind, secret, seen, given):
    logs = log_lifts(world, secret, seen, given)
    high = largest(logs)
    low = negative(largest([negative(v) for v in logs]))
    return {"pml": lambda: high, "pmc": lambda: negative(low), "ldp": lambda: ratio(high, low)}[
        kind
    ]()


def ratio(high, low):
    return INF if low == -INF else add(high, negative(low))


def outcomes(tree):
    """Name the outcomes, in lower case, with which a term changes."""
    if tree[0] == "mean" or tree[0] in OVERALL or tree[0] in ("number", "name"):
        return set()
    if tree[0] in MEASURES:
        return {name for name in (*tree[2], *tree[3]) if name.islower()}
    return set().union(*(outcomes(part) for part in tree[1:]))


def value(tree, world, at):
    kind = tree[0]
    if kind == "number":
        return rational(tree[1])
    if kind == "name":
        return world.numbers[tree[1]]
    if kind in MEASURES:
        _, secret, observed, names = tree
        given = {name.upper(): at[name] for name in names}
        if observed[0].islower():
            return leakage(world, kind, secret, {o.upper(): at[o] for o in observed}, given)
        return largest(
            [
                leakage(world, kind, secret, seen, given)
                for seen in world.possible(observed)
                if world.p({**seen, **given}) > 0
            ]
        )
    if kind in OVERALL:
        return overall(world, kind, tree[1], tree[2])
    if kind == "mean":
        names = sorted(outcomes(tree[1]))
        total = rational(0)
        for event in world.possible([name.upper() for name in names]):
            inside = value(tree[1], world, {k.lower(): v for k, v in event.items()})
            total = add(total, times(rational(world.p(event)), inside))
        return total
    parts = [value(part, world, at) for part in tree[1:]]
    return {
        "+": lambda a, b: add(a, b),
        "-": lambda a, b: add(a, negative(b)),
        "*": times,
        "/": divided,
        "^": power,
        "neg": negative,
        "exp": exponential,
        "log": logarithm,
        "max": lambda *values: largest(values),
        "min": lambda *values: negative(largest([negative(v) for v in values])),
    }[kind](*parts)


def overall(world, kind, secret, observed):
    if kind == "mutual_information":
        total = rational(0)
        for event in world.possible((secret, *observed)):
            mass = world.p(event)
            seen = {name: event[name] for name in observed}
            lift = mass / world.p({secret: event[secret]}) / world.p(seen)
            total = add(total, times(rational(mass), logarithm(rational(lift))))
        return total
    total = F(0)
    for seen in world.possible(observed):
        column = [world.p({**s, **seen}) / world.p(s) for s in world.possible((secret,))]
        total += max(column) if kind == "maximal_leakage" else min(column)
    found = logarithm(rational(total))
    return found if kind == "maximal_leakage" else negative(found)


# --- truth ----------------------------------------------------------------------------------------

HOLDS = {
    "<=": lambda o: o <= 0,
    "<": lambda o: o < 0,
    ">=": lambda o: o >= 0,
    ">": lambda o: o > 0,
    "=": lambda o: o == 0,
    "!=": lambda o: o != 0,
}


def true(part, world):
    try:
        if part[0] == "guarantee":
            return guaranteed(world, *part[1:])
        _, left, sign, right = part
        names = sorted(outcomes(left) | outcomes(right))
        return all(
            HOLDS[sign](order(value(left, world, at), value(right, world, at)))
            for event in world.possible([name.upper() for name in names])
            for at in ({k.lower(): v for k, v in event.items()},)
        )
    except NoValue:
        return False


def guaranteed(world, kind, levels, way):
    levels = [value(level, world, {}) for level in levels]
    wanted = {
        "PML": [("pml", 0)],
        "PMC": [("pmc", 0)],
        "LDP": [("ldp", 0)],
        "LIP": [("pml", 0), ("pmc", 0)],
        "ALIP": [("pmc", 0), ("pml", -1)],
    }[kind]
    return all(
        order(leakage(world, measure, way[0], seen, {}), levels[place]) <= 0
        for seen in world.possible(way[1])
        for measure, place in wanted
    )


def of_structure(tokens, world):
    text = " ".join(tokens)
    if tokens[0] == "|":
        size = int(tokens[-1])
        return len(world.prior) == size if tokens[3] == "=" else len(world.prior) >= size
    if tokens[:2] == ["prior", "uniform"]:
        return len(set(world.prior)) == 1
    if tokens[0] == "prior":
        wanted = [F("".join(part)) for part in split(tokens[2:-1], ",")]
        return sorted(wanted) == sorted(world.prior)
    if tokens[-1] == "independent":
        names = [name for name in tokens[:-1] if name != ","]
        return all(
            mass == product(world.p({n: v}) for n, v in zip(names, key, strict=True))
            for key, mass in every(world, names)
        )
    a, b, c = text.split(" - ")
    return all(
        mass * world.p({b: j}) == world.p({a: i, b: j}) * world.p({b: j, c: k})
        for (i, j, k), mass in every(world, (a, b, c))
    )


def every(world, names):
    values = [sorted({key[0] for key in world.marginal((name,))}) for name in names]
    for key in itertools.product(*values):
        yield key, world.p(dict(zip(names, key, strict=True)))


def product(factors):
    found = F(1)
    for factor in factors:
        found *= factor
    return found


def all_true(parts, world):
    """Whether all hold; Unknown only if none fails for sure."""
    unknown = False
    for part in parts:
        try:
            if not true(part, world):
                return False
        except Unknown:
            unknown = True
    if unknown:
        raise Unknown
    return True


def literal(tree):
    """Return the number that a term is as it stands; None if it is none."""
    if tree[0] == "number":
        return tree[1]
    if tree[0] == "neg":
        inside = literal(tree[1])
        return None if inside is None else -inside
    if tree[0] == "/":
        a, b = literal(tree[1]), literal(tree[2])
        return a / b if a is not None and b else None
    return None


def may_be_negative(where):
    """Name the parameters that are compared with a number below 0, or said to be below 0."""
    found = set()
    for part in where:
        if part[0] == "condition":
            for one, other, below in ((part[1], part[3], "<"), (part[3], part[1], ">")):
                bound = literal(other)
                if one[0] == "name" and bound is not None:
                    found |= {one[1]} if bound < 0 or (bound == 0 and part[2] == below) else set()
    return found


def fails(text, witness):
    """Whether a statement fails on a world; None if the enclosures do not tell."""
    statement, world = parse(text), World(witness)
    sized = any(s[0] == "|" or s[:2] == ["prior", "("] for s in statement["structure"])
    if len(world.prior) < (1 if sized else 2):
        return False
    if not all(of_structure(part, world) for part in statement["structure"]):
        return False
    try:
        bounded = set(witness["parameters"]) - may_be_negative(statement["where"])
        if any(order(world.numbers[name], rational(0)) < 0 for name in bounded):
            return False
        if not all_true(statement["where"], world):
            return False
        if statement["both"]:
            return all_true(statement["hypotheses"], world) != all_true(
                statement["conclusion"], world
            )
        return all_true(statement["hypotheses"], world) and not all_true(
            statement["conclusion"], world
        )
    except Unknown:
        return None


def number(text, **numbers):
    """Evaluate a term at numbers of parameters, pmin among them, as a float."""
    world = World({"prior": ["1/2", "1/2"], "kernel": [["1"], ["1"]], "parameters": numbers})
    found = value(term(text), world, {})
    if isinstance(found, float):
        return found
    box = between(found)
    return float((box.low + box.high) / 2)


def is_true(text, **numbers):
    """Whether a condition on parameters holds."""
    world = World({"prior": ["1/2", "1/2"], "kernel": [["1"], ["1"]], "parameters": numbers})
    return true(condition(text), world)
