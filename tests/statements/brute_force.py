"""Statements about probabilities over the outcomes, and what they are on a law, in fractions.

Nothing here is of the package. A level is known by its exponential, a rational number, so that all
comparisons are exact.
"""

from fractions import Fraction as F
from itertools import product

INF = "inf"  # an infinite leakage
LEVELS = {  # the exponentials of levels, for those of the parameters, and the prior
    "0": lambda v, prior: F(1),
    "e": lambda v, prior: v["e"],
    "a": lambda v, prior: v["a"],
    "2*e": lambda v, prior: v["e"] ** 2,
    "e + a": lambda v, prior: v["e"] * v["a"],
    "max(e, a)": lambda v, prior: max(v["e"], v["a"]),
    "min(e, a)": lambda v, prior: min(v["e"], v["a"]),
    "-e": lambda v, prior: 1 / v["e"],
    "e - a": lambda v, prior: v["e"] / v["a"],
    "log(2)": lambda v, prior: F(2),
    "log(1/pmin)": lambda v, prior: 1 / min(prior),
    "log(1/pmax)": lambda v, prior: 1 / max(prior),
    "e + log(1/pmin)": lambda v, prior: v["e"] / min(prior),
}
SIGNS = {
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
MEASURES = ("pml", "pmc", "ldp")
GUARANTEES = {"PML": ("pml",), "PMC": ("pmc",), "LIP": ("pmc", "pml"), "LDP": ("ldp",)}


def compares(one, sign, other):
    """Compare two exponentials, of which the first may be infinite."""
    return sign in (">", ">=", "!=") if one == INF else SIGNS[sign](one, other)


class Law:
    """A prior and a kernel, with the exponentials of the leakages at each possible outcome."""

    def __init__(self, prior, kernel, values):
        self.prior, self.kernel, self.values = prior, kernel, values
        self.outcomes = []
        for column in zip(*kernel, strict=True):
            chance = sum(p * entry for p, entry in zip(prior, column, strict=True))
            if chance:
                most, least = max(column) / chance, min(column) / chance
                pair = {"pml": most, "pmc": 1 / least if least else INF}
                pair["ldp"] = most / least if least else INF
                self.outcomes.append((chance, pair))

    def level(self, text):
        return LEVELS[text](self.values, self.prior)

    def chance(self, conditions):
        return sum(
            chance
            for chance, pair in self.outcomes
            if all(compares(pair[m], sign, self.level(level)) for m, sign, level in conditions)
        )

    @property
    def mean_most(self):
        return sum(chance * pair["pml"] for chance, pair in self.outcomes)

    @property
    def mean_least(self):
        return sum(chance / p["pmc"] for chance, p in self.outcomes if p["pmc"] != INF)


# --- sides of a condition: a text, and a number on a law ------------------------------------------


class Side:
    """A term: its text, and the function that computes it on a law."""

    def __init__(self, text, of):
        self.text, self.of = text, of


def chance_of(conditions):
    inside = " and ".join(f"{m}(X->y) {sign} {level}" for m, sign, level in conditions)
    return Side(f"P[{inside}]", lambda law: law.chance(conditions))


NUMBERS = [
    Side("0", lambda law: F(0)),
    Side("1", lambda law: F(1)),
    Side("1/2", lambda law: F(1, 2)),
    Side("d", lambda law: law.values["d"]),
    Side("c", lambda law: law.values["c"]),
    Side("1 - d", lambda law: 1 - law.values["d"]),
    Side("c + d", lambda law: law.values["c"] + law.values["d"]),
    Side("exp(-e)", lambda law: 1 / law.values["e"]),
    Side("exp(a - e)", lambda law: law.values["a"] / law.values["e"]),
    Side("exp(maximal_leakage(X->Y) - e)", lambda law: law.mean_most / law.values["e"]),
    Side("exp(maximal_leakage(X->Y) - a)", lambda law: law.mean_most / law.values["a"]),
    Side("pmin", lambda law: min(law.prior)),
]
OTHERS = [
    (Side("maximal_leakage(X->Y)", lambda law: law.mean_most), right)
    for right in (
        Side("e", lambda law: law.values["e"]),
        Side("a", lambda law: law.values["a"]),
        Side(
            "log((1 - d)*exp(e) + d/pmin)",
            lambda law: (1 - law.values["d"]) * law.values["e"] + law.values["d"] / min(law.prior),
        ),
        Side(
            "log(exp(e) + d/pmin)",
            lambda law: law.values["e"] + law.values["d"] / min(law.prior),
        ),
        Side(
            "log(exp(e) + d/pmax)",
            lambda law: law.values["e"] + law.values["d"] / max(law.prior),
        ),
    )
]


class Clause:
    """A condition or a guarantee: its text, and whether it holds on a law."""

    def __init__(self, text, holds):
        self.text, self.holds = text, holds


def condition(left, sign, right):
    return Clause(
        f"{left.text} {sign} {right.text}", lambda law: SIGNS[sign](left.of(law), right.of(law))
    )


def guarantee(name, level, failing=None):
    bounds = [(measure, "<=", level) for measure in GUARANTEES[name]]
    if failing is None:
        return Clause(f"{name}({level})", lambda law: law.chance(bounds) == 1)
    return Clause(
        f"{name}({level}, {failing})",
        lambda law: law.chance(bounds) >= 1 - law.values[failing],
    )


class Stated:
    """A statement: its text, and what it is on a law."""

    def __init__(self, hypotheses, conclusion, where):
        self.hypotheses, self.conclusion, self.where = hypotheses, conclusion, where
        text = " and ".join(one.text for one in hypotheses)
        text = f"{text} => {conclusion.text}" if text else conclusion.text
        after = ", ".join(one.text for one in where)
        self.text = f"{text} where {after}" if after else text

    def fails(self, law):
        given = (*self.where, *self.hypotheses)
        return all(one.holds(law) for one in given) and not self.conclusion.holds(law)


# --- drawing --------------------------------------------------------------------------------------


def an_event(random, most=2):
    return [
        (
            random.choice(MEASURES),
            random.choice((">", ">", "<=", ">=", "<", "=", "!=")),
            random.choice(("e", "e", "a", *LEVELS)),
        )
        for _ in range(random.choice((1, 1, 1, most)))
    ]


def a_clause(random):
    kind = random.random()
    if kind < 0.45:
        right = random.choice(NUMBERS) if random.random() < 0.75 else chance_of(an_event(random))
        sign = random.choice(("<=", "<=", "<=", ">=", "<", ">", "="))
        return condition(chance_of(an_event(random)), sign, right)
    if kind < 0.65:
        name = random.choice(("PML", "PML", "PMC", "LIP"))
        return guarantee(name, random.choice(("e", "a", *LEVELS)), random.choice("ddc"))
    if kind < 0.85:
        return guarantee(random.choice(tuple(GUARANTEES)), random.choice(("e", "a", *LEVELS)))
    left, right = random.choice(OTHERS)
    return condition(left, random.choice(("<=", "<=", "<")), right)


def _of_levels(text, holds):
    return Clause(text, lambda law: holds(law.values))


RANGES = [
    _of_levels("e > 0", lambda v: v["e"] > 1),
    _of_levels("a >= e", lambda v: v["a"] >= v["e"]),
    _of_levels("a <= e", lambda v: v["a"] <= v["e"]),
    _of_levels("d < 1", lambda v: v["d"] < 1),
    _of_levels("c >= d", lambda v: v["c"] >= v["d"]),
    Clause("e <= log(1/pmin)", lambda law: law.values["e"] <= 1 / min(law.prior)),
]


def a_statement(random):
    hypotheses = [a_clause(random) for _ in range(random.choice((0, 1, 1, 1, 2)))]
    where = random.sample(RANGES, random.choice((0, 0, 1, 2)))
    return Stated(hypotheses, a_clause(random), where)


def _row(random, size, least=0):
    counts = [random.choice((least, 1, 1, 2, 3, 8)) for _ in range(size)]
    counts[random.randrange(size)] += 1
    return [F(count, sum(counts)) for count in counts]


def a_law(random, statement=None):
    """Return a small law, often with parameters at which something is an equality."""
    secrets, outcomes = random.choice((2, 2, 3, 4)), random.choice((1, 2, 2, 3, 4))
    prior = _row(random, secrets, least=1)
    kernel = [_row(random, outcomes) for _ in range(secrets)]
    values = {"e": F(1), "a": F(1), "c": F(0), "d": F(0)}
    law = Law(prior, kernel, values)
    found = [level for _, pair in law.outcomes for level in pair.values() if level != INF]
    found += [F(1), F(1), F(2), F(3, 2), 1 / min(prior), 1 / max(prior), law.mean_most]
    sums = [F(0), F(1), F(1, 2), F(2)] + [
        sum(chance for (chance, _), use in zip(law.outcomes, chosen, strict=True) if use)
        for chosen in product((0, 1), repeat=len(law.outcomes))
    ]
    for name in "ea":
        values[name] = random.choice(found) * random.choice((1, 1, 1, F(101, 100), F(99, 100)))
        values[name] = max(values[name], F(1))
    for name in "cd":
        values[name] = max(random.choice(sums) * random.choice((1, 1, 1, F(99, 100))), F(0))
    return law
