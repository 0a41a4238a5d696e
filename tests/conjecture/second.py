"""A second reading of statements and instances, from their texts alone: nothing of the package.

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
from tests.conjecture.language import MEASURES, OVERALL, POSTERIOR, condition, parse, split, term

# --- instances ------------------------------------------------------------------------------------


class Instance:
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


def log_lifts(instance, secret, seen, given):
    found = []
    for event in instance.possible((secret,)):
        prior = instance.p({**event, **given})
        if prior > 0:
            both = instance.p({**event, **seen, **given}) / instance.p({**seen, **given})
            found.append(logarithm(rational(both / (prior / instance.p(given)))))
    return found


def leakage(instance, kind, secret, seen, given):
    logs = log_lifts(instance, secret, seen, given)
    high = largest(logs)
    low = negative(largest([negative(v) for v in logs]))
    return {"pml": lambda: high, "pmc": lambda: negative(low), "ldp": lambda: ratio(high, low)}[
        kind
    ]()


def ratio(high, low):
    return INF if low == -INF else add(high, negative(low))


def outcomes(tree):
    """Name the outcomes, in lower case, with which a term changes."""
    if tree[0] in POSTERIOR or tree[0] == "H":
        return {name for name in tree[2] if name.islower()}
    if tree[0] == "mean" or tree[0] in OVERALL or tree[0] in ("number", "name"):
        return set()
    if tree[0] in MEASURES:
        return {name for name in (*tree[2], *tree[3]) if name.islower()}
    return set().union(*(outcomes(part) for part in tree[1:]))


def value(tree, instance, at):
    kind = tree[0]
    if kind == "number":
        return rational(tree[1])
    if kind == "name":
        return instance.numbers[tree[1]]
    if kind in MEASURES:
        _, secret, observed, names = tree
        given = {name.upper(): at[name] for name in names}
        if observed[0].islower():
            return leakage(instance, kind, secret, {o.upper(): at[o] for o in observed}, given)
        return largest(
            [
                leakage(instance, kind, secret, seen, given)
                for seen in instance.possible(observed)
                if instance.p({**seen, **given}) > 0
            ]
        )
    if kind in POSTERIOR:
        return rational(of_posterior(instance, *tree[:3], at))
    if kind == "H" and outcomes(tree):
        return entropy(posterior_law(instance, tree[1], {n.upper(): at[n] for n in tree[2]}))
    if kind in OVERALL:
        level = [value(part, instance, at) for part in tree[4:]]
        return of_rows(instance, *tree[:3], *level) or overall(instance, *tree[:3])
    if kind == "mean":
        names = sorted(outcomes(tree[1]))
        total = rational(0)
        for event in instance.possible([name.upper() for name in names]):
            inside = value(tree[1], instance, {k.lower(): v for k, v in event.items()})
            total = add(total, times(rational(instance.p(event)), inside))
        return total
    parts = [value(part, instance, at) for part in tree[1:]]
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
        "hb": lambda t: add(of_bit(t), of_bit(add(rational(1), negative(t)))),
    }[kind](*parts)


def of_bit(chance):
    """Return -t log t, which is 0 for t = 0."""
    if order(chance, rational(0)) == 0:
        return rational(0)
    return negative(times(chance, logarithm(chance)))


def of_posterior(instance, kind, secret, observed, at):
    """Return the best guess or the guesswork of a secret, at an outcome or on average."""
    names = sorted(name.upper() for name in observed)
    if observed and observed[0].islower():
        return posterior_number(
            instance, kind, secret, {name.upper(): at[name] for name in observed}
        )
    total = F(0)
    for seen in instance.possible(names) if names else [{}]:
        chance = instance.p(seen) if names else F(1)
        total += chance * posterior_number(instance, kind, secret, seen)
    return total


def posterior_law(instance, secret, seen):
    chance = instance.p(seen) if seen else F(1)
    return [instance.p({**s, **seen}) / chance for s in instance.possible((secret,))]


def entropy(law):
    total = rational(0)
    for p in filter(None, law):
        total = add(total, times(rational(p), logarithm(rational(1 / p))))
    return total


def posterior_number(instance, kind, secret, seen):
    law = posterior_law(instance, secret, seen)
    if kind == "vulnerability":
        return max(law)
    orders = itertools.permutations(range(1, len(law) + 1)) if len(law) < 6 else [ranked(law)]
    return min(sum(k * p for k, p in zip(one, law, strict=True)) for one in orders)


def ranked(law):
    order_of = sorted(range(len(law)), key=lambda x: -law[x])
    return [order_of.index(x) + 1 for x in range(len(law))]


def of_rows(instance, kind, secret, observed, level=None):
    """Return the largest divergence between two rows, an entropy, or min-entropy leakage."""
    if kind == "H":
        given = instance.marginal(observed) if observed else {(): F(1)}
        total = rational(0)
        for event in instance.possible((secret, *observed)):
            known = {name: event[name] for name in sorted(observed)}
            base = instance.p(known) if known else given[()]
            mass = instance.p(event)
            total = add(total, times(rational(mass), logarithm(rational(base / mass))))
        return total
    secrets, seen = list(instance.possible((secret,))), list(instance.possible(observed))
    if kind == "min_entropy_leakage":
        best = sum(max(instance.p({**s, **o}) for s in secrets) for o in seen)
        return logarithm(rational(best / max(map(instance.p, secrets))))
    if kind not in ("tv", "kl", "chi2", "hockey_stick"):
        return None
    rows = [[instance.p({**s, **o}) / instance.p(s) for o in seen] for s in secrets]
    found = []
    for one, other in itertools.product(rows, repeat=2):
        total = rational(0)
        for p, q in zip(one, other, strict=True):
            total = add(total, summand(kind, p, q, level))
        found.append(total)
    return largest(found)


def summand(kind, p, q, level):
    if kind == "tv":
        return rational(abs(p - q) / 2)
    if kind == "hockey_stick":
        gap = add(rational(p), negative(times(exponential(level), rational(q))))
        return largest([rational(0), gap])
    if p == 0:
        return rational(q if kind == "chi2" else 0)
    if q == 0:
        return INF
    if kind == "chi2":
        return rational((p - q) ** 2 / q)
    return times(rational(p), logarithm(rational(p / q)))


def overall(instance, kind, secret, observed):
    if kind == "mutual_information":
        total = rational(0)
        for event in instance.possible((secret, *observed)):
            mass = instance.p(event)
            seen = {name: event[name] for name in observed}
            lift = mass / instance.p({secret: event[secret]}) / instance.p(seen)
            total = add(total, times(rational(mass), logarithm(rational(lift))))
        return total
    total = F(0)
    for seen in instance.possible(observed):
        column = [instance.p({**s, **seen}) / instance.p(s) for s in instance.possible((secret,))]
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


def true(part, instance):
    try:
        if part[0] == "guarantee":
            return guaranteed(instance, *part[1:])
        _, left, sign, right = part
        names = sorted(outcomes(left) | outcomes(right))
        return all(
            HOLDS[sign](order(value(left, instance, at), value(right, instance, at)))
            for event in instance.possible([name.upper() for name in names])
            for at in ({k.lower(): v for k, v in event.items()},)
        )
    except NoValue:
        return False


def guaranteed(instance, kind, levels, way):
    levels = [value(level, instance, {}) for level in levels]
    wanted = {
        "PML": [("pml", 0)],
        "PMC": [("pmc", 0)],
        "LDP": [("ldp", 0)],
        "LIP": [("pml", 0), ("pmc", 0)],
        "ALIP": [("pmc", 0), ("pml", -1)],
    }[kind]
    return all(
        order(leakage(instance, measure, way[0], seen, {}), levels[place]) <= 0
        for seen in instance.possible(way[1])
        for measure, place in wanted
    )


def of_structure(tokens, instance):
    text = " ".join(tokens)
    if tokens[0] == "|":
        size = int(tokens[-1])
        return len(instance.prior) == size if tokens[3] == "=" else len(instance.prior) >= size
    if tokens[:2] == ["prior", "uniform"]:
        return len(set(instance.prior)) == 1
    if tokens[0] == "prior":
        wanted = [F("".join(part)) for part in split(tokens[2:-1], ",")]
        return sorted(wanted) == sorted(instance.prior)
    if tokens[-1] == "independent":
        names = [name for name in tokens[:-1] if name != ","]
        return all(
            mass == product(instance.p({n: v}) for n, v in zip(names, key, strict=True))
            for key, mass in every(instance, names)
        )
    a, b, c = text.split(" - ")
    return all(
        mass * instance.p({b: j}) == instance.p({a: i, b: j}) * instance.p({b: j, c: k})
        for (i, j, k), mass in every(instance, (a, b, c))
    )


def every(instance, names):
    values = [sorted({key[0] for key in instance.marginal((name,))}) for name in names]
    for key in itertools.product(*values):
        yield key, instance.p(dict(zip(names, key, strict=True)))


def product(factors):
    found = F(1)
    for factor in factors:
        found *= factor
    return found


def all_true(parts, instance):
    """Whether all hold; Unknown only if none fails for sure."""
    unknown = False
    for part in parts:
        try:
            if not true(part, instance):
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
    """Whether a statement fails on an instance; None if the enclosures do not tell."""
    try:
        return evaluate(text, witness) == (True, False)
    except Unknown:
        return None


def evaluate(text, witness):
    """Return whether the hypotheses hold, and the conclusion, which is None where they do not."""
    statement, instance = parse(text), Instance(witness)
    sized = any(s[0] == "|" or s[:2] == ["prior", "("] for s in statement["structure"])
    if len(instance.prior) < (1 if sized else 2):
        return False, None
    if not all(of_structure(part, instance) for part in statement["structure"]):
        return False, None
    bounded = set(witness["parameters"]) - may_be_negative(statement["where"])
    if any(order(instance.numbers[name], rational(0)) < 0 for name in bounded):
        return False, None
    if not all_true(statement["where"], instance):
        return False, None
    claimed, given = statement["conclusion"], statement["hypotheses"]
    if statement["both"]:
        return True, all_true(given, instance) == all_true(claimed, instance)
    if not all_true(given, instance):
        return False, None
    return True, all_true(claimed, instance)


def number(text, **numbers):
    """Evaluate a term at numbers of parameters, pmin among them, as a float."""
    instance = Instance({"prior": ["1/2", "1/2"], "kernel": [["1"], ["1"]], "parameters": numbers})
    found = value(term(text), instance, {})
    if isinstance(found, float):
        return found
    box = between(found)
    return float((box.low + box.high) / 2)


def is_true(text, **numbers):
    """Whether a condition on parameters holds."""
    instance = Instance({"prior": ["1/2", "1/2"], "kernel": [["1"], ["1"]], "parameters": numbers})
    return true(condition(text), instance)
