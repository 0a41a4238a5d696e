"""Random statements near the truth: true ones that were changed, and comparisons of any two."""

import math
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction as F

from tests.conjecture.random_lines.mechanisms import laws
from tests.conjecture.random_lines.pool import GROUPS, WEIGHTS
from tests.conjecture.random_lines.quantities import INF, KINDS, QUANTITIES, NoValue, named, of_kind
from tests.conjecture.random_lines.trees import (
    TURNED,
    Condition,
    Guarantee,
    Statement,
    chance,
    e_,
    log_,
    max_,
    mean,
    min_,
    par,
    q,
    term,
)

WAYS = ("X->Y",) * 6 + ("Y->X", "X->Z", "Y->Z", "X->Y,Z")
STRUCTURES = (
    ("|X| = 2",), ("|X| = 3",), ("|X| >= 3",), ("prior uniform",), ("prior (1/2, 1/3, 1/6)",),
    ("prior (1/4, 3/4)",), ("X - Y - Z",), ("Y - X - Z",), ("X, Z independent",),
    ("X, Y independent",), ("|X| = 2", "prior uniform"),
)  # fmt: skip
FACTORS = tuple(F(*pair) for pair in ((1, 2), (2, 3), (9, 10), (11, 10), (3, 2), (2, 1), (3, 1)))


# --- places in statements -------------------------------------------------------------------------


def changed(rng, statement, wanted, change):
    """Return a statement with one of its terms that are wanted changed; itself if none is."""
    count = sum(bool(wanted(one)) for clause in statement.clauses for one in clause.walk())
    if not count:
        return statement
    chosen, seen = rng.randrange(count), Counter()

    def here(one):
        if isinstance(one, Condition) or not wanted(one):
            return one
        seen["all"] += 1
        return change(one) if seen["all"] == chosen + 1 else one

    return statement.mapped(here)


def one_clause(rng, statement, change, wanted=lambda clause: True):
    """Return a statement with a clause of its conclusion or its hypotheses changed."""
    places = [
        (part, i)
        for part in ("conclusion", "hypotheses")
        for i, clause in enumerate(getattr(statement, part))
        if wanted(clause)
    ]
    if not places:
        return statement
    part, i = rng.choice(places)
    clauses = list(getattr(statement, part))
    clauses[i] = change(clauses[i])
    return replace(statement, **{part: tuple(clauses)})


# --- changes --------------------------------------------------------------------------------------


def constant(rng, statement):
    """Change a number."""
    return changed(
        rng,
        statement,
        lambda one: one.op == "number" and one.data[0] not in (0,),
        lambda one: term(one.data[0] * rng.choice(FACTORS)),
    )


def scaled(rng, statement):
    """Multiply a quantity or a parameter by a number."""
    return changed(
        rng,
        statement,
        lambda one: one.op in ("quantity", "parameter"),
        lambda one: rng.choice(FACTORS) * one,
    )


def slack(rng, statement):
    """Add a number to a side of a condition."""
    number = rng.choice((F(1, 100), F(1, 10), F(1, 2), 1))

    def loose(clause):
        if isinstance(clause, Guarantee):
            return replace(clause, levels=(clause.levels[0] + number, *clause.levels[1:]))
        larger = clause.sign in ("<", "<=")
        if rng.random() < 0.25:
            larger = not larger
        sides = (
            (clause.left, clause.right + number) if larger else (clause.left + number, clause.right)
        )
        return Condition(sides[0], clause.sign, sides[1])

    return one_clause(rng, statement, loose)


def swapped(rng, statement):
    """Put a quantity in the place of another of its kind."""

    def other(one):
        name, secret, observed, given = one.data
        row = QUANTITIES[name]
        if row.alone:
            return one
        return replace(
            one, data=(rng.choice(of_kind(row.at, row.has_level)), secret, observed, given)
        )

    return changed(
        rng, statement, lambda one: one.op == "quantity" and one.data[0] != "size", other
    )


def another_kind(rng, statement):
    """Put a guarantee in the place of another."""

    def other(clause):
        kinds = [
            kind
            for kind, row in KINDS.items()
            if row.levels == KINDS[clause.kind].levels and kind != clause.kind
        ]
        return replace(clause, kind=rng.choice(kinds)) if kinds else clause

    return one_clause(rng, statement, other, lambda clause: isinstance(clause, Guarantee))


def another_way(rng, statement):
    """Ask about another channel, or about the worst outcome instead of each."""

    def other(one):
        name, secret, observed, given = one.data
        at = QUANTITIES[name].at
        if at == "variable":
            return one
        if at == "outcome" and observed[0].islower() and not given and rng.random() < 0.6:
            return replace(one, data=(name, secret, tuple(map(str.upper, observed)), given))
        found = q(name, rng.choice(WAYS)).data
        if observed and observed[0].islower():
            found = (*found[:2], tuple(map(str.lower, found[2])), found[3])
        return replace(one, data=found if observed else one.data)

    return changed(rng, statement, lambda one: one.op == "quantity", other)


def dropped(rng, statement):
    """Leave out a hypothesis, a condition on numbers or a part of the structure."""
    parts = [p for p in ("hypotheses", "where", "structure") if getattr(statement, p)]
    if not parts or named(statement.structure):
        return statement
    part = rng.choice(parts)
    kept = list(getattr(statement, part))
    del kept[rng.randrange(len(kept))]
    found = replace(statement, **{part: tuple(kept)})
    return replace(found, both=found.both and bool(found.hypotheses))


def structured(rng, statement):
    """Add to the structure."""
    if statement.structure:
        return statement
    return replace(statement, structure=rng.choice(STRUCTURES))


def restricted(rng, statement):
    """Add a hypothesis or a condition on numbers."""
    pmin, n = q("pmin", "X"), q("n", "X")
    p = par(rng.choice(statement.parameters)) if statement.parameters else None
    where = [pmin >= F(1, 5), pmin <= F(1, 4), n <= 3, n.eq(2), n >= 3, q("pmax", "X") <= F(1, 2)]
    if p:
        where += [
            p <= 1,
            p <= F(1, 10),
            p > 0,
            p >= 1,
            p.eq(F(1, 2)),
            p.eq(log_(2)),
            p < log_(1 / (1 - pmin)),
        ]
    return replace(statement, where=(*statement.where, rng.choice(where)))


def turned(rng, statement):
    """Turn a comparison around, or make it strict or an equality."""

    def other(clause):
        signs = {"<=": ("<", "=", ">=", "<"), ">=": (">", "=", "<="), "=": ("<=", ">=", "!=")}
        return replace(clause, sign=rng.choice(signs.get(clause.sign, (TURNED[clause.sign],))))

    return one_clause(rng, statement, other, lambda clause: isinstance(clause, Condition))


def converse(rng, statement):
    """Exchange hypotheses and conclusion, or claim both directions."""
    if not statement.hypotheses:
        return statement
    if statement.both:
        return replace(statement, both=False)
    if rng.random() < 0.5:
        return replace(statement, both=True)
    return replace(statement, conclusion=statement.hypotheses, hypotheses=statement.conclusion)


def leveled(rng, statement):
    """Change the level of a guarantee."""
    pmin = q("pmin", "X")

    def other(clause):
        place = rng.randrange(len(clause.levels))
        old = clause.levels[place]
        new = rng.choice(
            (2 * old, old / 2, old + F(1, 10), min_(old, 1), max_(old, F(1, 10)), term(F(1, 2)),
             log_(2), old + log_(1 / pmin), min_(old, log_(1 / pmin)), old**2)
        )  # fmt: skip
        if clause.every_prior:
            new = 2 * old
        return replace(clause, levels=(*clause.levels[:place], new, *clause.levels[place + 1 :]))

    return one_clause(rng, statement, other, lambda clause: isinstance(clause, Guarantee))


def averaged(rng, statement):
    """Take the mean of both sides, or their exponentials, or the positive part."""

    def other(clause):
        left, right = clause.terms
        style = rng.choice(("mean", "exp", "max", "twice"))
        if style == "mean" and clause.outcomes:
            sides = [mean(t) if t.outcomes else t for t in clause.terms]
        elif style == "exp":
            sides = [e_(left), e_(right)]
        elif style == "max":
            number = rng.choice((0, F(1, 10), 1))
            sides = [max_(left, number), max_(right, number)]
        else:
            sides = [2 * left, left + right] if clause.sign in ("<", "<=") else [left, right]
        return Condition(sides[0], clause.sign, sides[1])

    return one_clause(rng, statement, other, lambda clause: isinstance(clause, Condition))


def combined(rng, statement):
    """Claim another true statement too, or the sum of both."""
    other = truth(rng)
    if other.structure != statement.structure or other.both or statement.both:
        return statement
    given = (*statement.hypotheses, *(c for c in other.hypotheses if c not in statement.hypotheses))
    where = (*statement.where, *(c for c in other.where if c not in statement.where))
    one, two = statement.conclusion[0], other.conclusion[0]
    claim = (*statement.conclusion, *other.conclusion)
    if rng.random() < 0.7 and {getattr(one, "sign", ""), getattr(two, "sign", "")} == {"<="}:
        claim = (rng.choice((
            Condition(one.left + two.left, "<=", one.right + two.right),
            Condition(max_(one.left, two.left), "<=", max_(one.right, two.right)),
            Condition(min_(one.left, two.left), "<=", min_(one.right, two.right)),
        )),)  # fmt: skip
    return replace(statement, conclusion=claim, hypotheses=given, where=where)


CHANGES = (
    (constant, 3), (scaled, 3), (slack, 3), (swapped, 4), (another_kind, 3), (another_way, 3),
    (dropped, 2), (structured, 2), (restricted, 3), (turned, 2), (converse, 2), (leveled, 3),
    (averaged, 3), (combined, 4),
)  # fmt: skip


# --- fresh statements -----------------------------------------------------------------------------


def truth(rng):
    return rng.choice(rng.choices(GROUPS, WEIGHTS)[0])


def any_quantity(rng, lower=True):
    """Return a random quantity, or a small term with one."""
    rows = [row for row in QUANTITIES.values() if row.name != "size" or rng.random() < 0.3]
    row = rng.choice(rows)
    if row.at == "variable":
        return q(row.name, "Y" if row.name == "size" else "X")
    way = rng.choice(WAYS[:7]) if rng.random() < 0.9 else rng.choice(WAYS)
    if row.at == "outcome":
        small = way[:3] + way[3:].lower()
        style = rng.random()
        if style < 0.05 and lower:
            return q(row.name, "X->z|y")
        if style < 0.45 and lower:
            return q(row.name, small)
        if style < 0.55:
            return chance(Condition(q(row.name, small), rng.choice((">", "<=")), par("e")))
        if style < 0.75:
            return mean(
                rng.choice((q(row.name, small), e_(q(row.name, small)), e_(-q(row.name, small))))
            )
        return q(row.name, way)
    if row.alone and rng.random() < 0.5:
        return q(row.name, rng.choice("XY"))
    return q(row.name, way, par("e") if row.has_level else None)


def sup(statement, one):
    """Return the largest value of a term on the laws of a structure; None without a finite one."""
    found = -INF
    for law in laws(statement.structure, statement.uses_z)[:80]:
        try:
            found = max(found, *(law.value(one, {}, at) for at in law.possible(one.outcomes)))
        except NoValue:
            return None
    return found if abs(found) < INF else None


def fresh(rng):
    """Compare random quantities, with one another or with a number near the largest value."""
    structure = rng.choice(STRUCTURES) if rng.random() < 0.3 else ()
    left = any_quantity(rng)
    given = ()
    style = rng.random()
    if style < 0.35:
        right = any_quantity(rng)
        right = rng.choice(
            (
                right,
                right,
                2 * right,
                right + log_(2),
                max_(right, any_quantity(rng)),
                right + any_quantity(rng),
            )
        )
    elif style < 0.6:
        kind = rng.choice(("PML", "PMC", "LDP", "LIP"))
        level = par("e")
        given = (Guarantee(kind, (level,)),)
        right = rng.choice((level, 2 * level, e_(level) - 1, level**2, e_(level),
                            level + log_(q("n", "X")),
                            1 - e_(-level), level / 2, max_(level, 1)))  # fmt: skip
    else:
        if rng.random() < 0.5:
            left = rng.choice(
                (
                    left + any_quantity(rng, False),
                    left - any_quantity(rng, False),
                    left * any_quantity(rng, False),
                )
            )
        statement = Statement((Condition(left, "<=", term(0)),), (), structure)
        most = None if statement.parameters else sup(statement, left)
        if most is None:
            right = any_quantity(rng)
        elif structure and rng.random() < 0.5:
            right = log_(F(math.exp(min(most, 6)) + 1e-9).limit_denominator(6))
        else:
            right = term(F(math.ceil(most * 4 + rng.choice((-1, 0, 0, 1, 2)) - 1e-9), 4))
    sign = rng.choice(("<=",) * 6 + ("<", "=", ">="))
    return Statement((Condition(left, sign, right),), given, structure)


def statement(rng):
    """Return a random statement."""
    if rng.random() < 0.22:
        return fresh(rng)
    found = truth(rng)
    for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 2, 2, 2, 3))):
        change = rng.choices(*zip(*CHANGES, strict=True))[0]
        found = change(rng, found)
    return found


def statements(seed, count):
    """Return some random statements; the same for the same seed."""
    rng = random.Random(f"statements {seed}")
    return [statement(rng) for _ in range(count)]
