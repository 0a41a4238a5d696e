"""Random and adversarial mechanisms of a structure, and parameters near the tight value."""

import random
from fractions import Fraction as F
from functools import lru_cache

import numpy as np

from tests.conjecture.random_lines.quantities import NoValue, named
from tests.conjecture.random_lines.trees import Law, has_structure, joint_of

MECHANISMS = 200


# --- laws -----------------------------------------------------------------------------------------


def masses(rng, size, positive=False):
    """Return a distribution: random, with zeros, with ties, on one value, or skewed."""
    style = rng.choice(("any", "any", "ties", "even", "skewed", "one", "nearly even"))
    if style == "any":
        weights = [rng.randint(1 if positive else 0, 9) for _ in range(size)]
    elif style == "ties":
        weights = [rng.choice((1, 2)) for _ in range(size)]
    elif style == "even":
        weights = [1] * size
    elif style == "nearly even":
        weights = [1000 + rng.randint(-3, 3) for _ in range(size)]
    elif style == "skewed":
        weights = [rng.choice((1, 3, 40, 1000)) for _ in range(size)]
    else:
        weights = [1 if positive else 0] * size
        weights[rng.randrange(size)] = 500
    if sum(weights) == 0:
        weights[0] = 1
    return [F(w, sum(weights)) for w in weights]


def kernel(rng, rows, columns):
    """Return a kernel: random rows, or one of the mechanisms that are extreme for something."""
    style = rng.choice(("rows",) * 5 + ("identity", "response", "erasure", "rare", "near", "same"))
    if style == "identity":
        places = [rng.randrange(columns) for _ in range(rows)]
        places = [x % columns for x in range(rows)] if rng.random() < 0.6 else places
        return [[F(y == places[x]) for y in range(columns)] for x in range(rows)]
    if style == "response":
        r = F(rng.choice((2, 3, 5, 11, 101)), rng.choice((1, 2, 10)))
        found = [[r if y == x % columns else F(1) for y in range(columns)] for x in range(rows)]
        return [[v / sum(row) for v in row] for row in found]
    if style == "erasure":
        told = F(rng.choice((1, 1, 2)), rng.choice((2, 3, 10, 100)))
        last = columns - 1
        found = [[F(0)] * columns for _ in range(rows)]
        for x, row in enumerate(found):
            row[x % last if last else 0] += told
            row[last] += 1 - told
        return found
    if style == "rare":  # a rare outcome that tells of one secret
        small, who = F(1, rng.choice((3, 20, 500))), rng.randrange(rows)
        found = [masses(rng, columns - 1) if columns > 1 else [] for _ in range(rows)]
        found = [found[0]] * rows if rng.random() < 0.5 else found
        parts = [small if x == who else rng.choice((F(0), small / 2)) for x in range(rows)]
        if columns == 1:
            return [[F(1)]] * rows
        return [[*(v * (1 - s) for v in row), s] for row, s in zip(found, parts, strict=True)]
    first = masses(rng, columns)
    if style == "same":
        return [first] * rows
    if style == "near":
        small = F(1, rng.choice((50, 1000)))
        others = [masses(rng, columns) for _ in range(rows)]
        return [
            [(1 - small) * a + small * b for a, b in zip(first, row, strict=True)] for row in others
        ]
    return [masses(rng, columns) for _ in range(rows)]


def prior(rng, structure):
    size = rng.choice((2, 2, 3, 3, 4))
    for one in structure:
        if one.startswith("|X| = "):
            size = int(one[6:])
        elif one.startswith("|X| >= "):
            size = max(size, int(one[7:]))
        elif one.startswith("prior ("):
            found = [F(part.strip()) for part in one[7:-1].split(",")]
            rng.shuffle(found)
            return found
    return [F(1, size)] * size if "prior uniform" in structure else masses(rng, size, True)


def joint(rng, structure, uses_z):
    """Return the joint law of a random mechanism that has a structure."""
    p = prior(rng, structure)
    columns = rng.choice((1, 2, 2, 3, 3, 4))
    if not uses_z:
        rows = kernel(rng, len(p), columns)
        return joint_of(p, [rows[0]] * len(p) if "X, Y independent" in structure else rows)
    columns, depth = rng.choice((2, 2, 3)), rng.choice((2, 2, 3))
    shape = (len(p), columns, depth)
    free = {one[: -len(" independent")] for one in structure if one.endswith(" independent")}
    chain = next((one for one in structure if one.count(" - ") == 2), "")
    a = kernel(rng, len(p), columns)
    if chain or free:
        b = kernel(rng, len(p), depth)
        if free & {"X, Y", "X, Y, Z"}:
            a = [a[0]] * len(p)
        if free & {"X, Z", "X, Y, Z"}:
            b = [b[0]] * len(p)
        middle = chain[4:5]
        if free == {"X, Y"} and not chain:
            full = [kernel(rng, columns, depth) for _ in p]
        elif free == {"X, Z"} and not chain:
            steps = [kernel(rng, depth, columns) for _ in p]
            rows = [
                [[b[x][z] * steps[x][z][y] for z in range(depth)] for y in range(columns)]
                for x in range(len(p))
            ]
            return np.array([[[p[x] * v for v in r] for r in rows[x]] for x in range(len(p))])
        elif middle == "Y":
            step = kernel(rng, columns, depth)
            full = [step for _ in p]
        elif middle == "Z":
            step = kernel(rng, depth, columns)
            return np.array(
                [[[p[x] * b[x][z] * step[z][y] for z in range(depth)] for y in range(columns)]
                 for x in range(shape[0])]
            )  # fmt: skip
        else:
            full = [[b[x]] * columns for x in range(len(p))]
    else:
        full = [kernel(rng, columns, depth) for _ in p]
        if rng.random() < 0.25:  # the sum of both
            full = [[[F(z == (x + y) % depth) for z in range(depth)] for y in range(columns)]
                    for x in range(len(p))]  # fmt: skip
    return np.array(
        [
            [[p[x] * a[x][y] * v for v in full[x][y]] for y in range(columns)]
            for x in range(shape[0])
        ]
    )


@lru_cache(maxsize=24)
def laws(structure, uses_z, seed=0):
    """Return laws of a structure; of a named mechanism priors alone, as laws of X."""
    rng = random.Random(f"{structure} {uses_z} {seed}")
    if named(structure):
        return [np.array(prior(rng, structure)) for _ in range(40)]
    found = [Law(joint(rng, structure, uses_z)) for _ in range(MECHANISMS)]
    assert all(has_structure(law, structure) for law in found)
    return found


def of_named(structure, priors, parameters, exact):
    """Return the law of the named mechanism of a structure; None where it is none."""
    row, name = named(structure)
    found, level = Law(priors, exact).joint, parameters[name]
    if not row.allowed(found, level):
        return None
    law = Law(priors, exact)
    law.joint = found[:, None] * row.kernel(found, level)
    return law


# --- parameters -----------------------------------------------------------------------------------

NUMBERS = [
    F(n, d) for n, d in ((0, 1), (1, 100), (1, 10), (1, 3), (1, 2), (7, 10), (1, 1), (3, 2), (3, 1))
]


def comparisons(statement):
    """Yield the conditions of a statement, those of guarantees and inside probabilities too."""
    for clause in statement.clauses:
        for condition in clause.conditions:
            yield condition
            for one in condition.walk():
                if one.op == "chance":
                    yield from one.parts


def tight(statement):
    """Return for every parameter the terms that it is compared with, and at which outcome."""
    found = {name: [] for name in statement.parameters}
    for condition in comparisons(statement):
        for side, other in (condition.terms, condition.terms[::-1]):
            if side.op == "parameter":
                found[side.data[0]].append(other)
            if side.op == "-" and side.parts[1].op == "parameter":  # 1 - d, of an approximate one
                found[side.parts[1].data[0]].append(side.parts[0] - other)
    return found


def recipes(rng, statement):
    """Yield ways to choose the parameters: {name: Fraction, or (term, how the outcome is)}."""
    terms, names = tight(statement), statement.parameters
    if not names:
        yield {}
        return
    for share in (1, 1, 0.7, 0.5, 0.5, 0):
        yield {
            name: (rng.choice(terms[name]), rng.choice(("max", "max", "min", "any")), rng.random())
            if terms[name] and rng.random() < share
            else rng.choice(NUMBERS)
            for name in names
        }


def chosen(law, recipe):
    """Return the numbers that a recipe gives on a law; None where a term has no finite value."""
    found = {name: law.number(r) for name, r in recipe.items() if isinstance(r, F)}
    waiting = {name: r for name, r in recipe.items() if not isinstance(r, F)}
    for _ in range(3):
        for name, (one, how, place) in list(waiting.items()):
            if not {t.data[0] for t in one.walk() if t.op == "parameter"} <= set(found):
                continue
            try:
                points = law.possible(one.outcomes)
                values = [law.value(one, found, at) for at in points]
            except NoValue:
                return None
            if how == "any":
                found[name] = values[int(place * len(values))]
            else:
                found[name] = max(values) if how == "max" else min(values)
            del waiting[name]
    for name in waiting:
        found[name] = law.number(F(1, 2))
    return found if all(0 <= value < 1e6 for value in found.values()) else None


def violation(statement, seed=0, most=MECHANISMS):
    """Return a law in Fractions with parameters on which a statement fails, else None.

    Floats find it, and 60 digits confirm it.
    """
    return _found(statement, seed, most, lambda law, *rest: law.violates(*rest))


def instance(statement, seed=0, most=MECHANISMS):
    """Return a law with parameters that meets the hypotheses, else None."""
    return _found(statement, seed, most, lambda law, *rest: law.meets(*rest))


def _found(statement, seed, most, wanted):
    rng, structure = random.Random(seed), statement.structure
    bank = laws(structure, statement.uses_z)
    for law in rng.sample(bank, min(most, len(bank))):
        for recipe in recipes(rng, statement):
            if named(structure):
                recipe = {name: rng.choice(NUMBERS) for name in recipe}
            for exact in (False, True):
                here, numbers = _evaluated(law, structure, recipe, exact)
                if here is None or numbers is None or not wanted(here, statement, numbers):
                    break
            else:
                return here, numbers
    return None


def _evaluated(law, structure, recipe, exact):
    """Return a law of the bank with parameters, in floats or exactly; None where there is none."""
    if named(structure):
        numbers = {name: Law(law, exact).number(r) for name, r in recipe.items()}
        return of_named(structure, law, numbers, exact), numbers
    here = Law(law.source, True) if exact else law
    return here, chosen(here, recipe)
