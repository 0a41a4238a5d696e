"""Other texts with the same meaning, also where a side is infinite or has no value.

A rule takes a statement and returns pairs of lists: statements of which all hold if and only if all
of the others do. It returns None where it changes nothing.
"""

import itertools
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction as F

from tests.conjecture.random_lines.generating import changed, one_clause, statement
from tests.conjecture.random_lines.quantities import QUANTITIES, named
from tests.conjecture.random_lines.trees import (
    TURNED,
    Condition,
    Guarantee,
    Term,
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

RULES = {}
TRIES = 1500  # until a statement is found that a rule changes


def rule(function):
    RULES[function.__name__.replace("_", " ")] = function
    return function


def is_condition(clause):
    return isinstance(clause, Condition)


def is_plain(one):
    """Whether a term has a finite value everywhere."""
    return all(
        part.op in ("number", "parameter", "+", "-", "*", "neg")
        or (part.op == "quantity" and QUANTITIES[part.data[0]].at == "variable")
        for part in one.walk()
    )


def shuffled(rng, parts):
    orders = [p for p in itertools.permutations(parts) if p != tuple(parts)][:23]
    return rng.choice(orders) if orders else tuple(parts)


def has(*ops):
    return lambda one: one.op in ops


# --- order and brackets ---------------------------------------------------------------------------


@rule
def order_in_max(rng, s):
    return changed(rng, s, has("max", "min"), lambda t: replace(t, parts=shuffled(rng, t.parts)))


@rule
def order_in_sums(rng, s):
    return changed(rng, s, has("+"), lambda t: replace(t, parts=t.parts[::-1]))


@rule
def order_in_products(rng, s):
    return changed(rng, s, has("*"), lambda t: replace(t, parts=t.parts[::-1]))


@rule
def order_of_conclusions(rng, s):
    return replace(s, conclusion=shuffled(rng, s.conclusion))


@rule
def order_of_hypotheses(rng, s):
    return replace(s, hypotheses=shuffled(rng, s.hypotheses))


@rule
def order_of_where(rng, s):
    return replace(s, where=shuffled(rng, s.where))


@rule
def order_of_equivalence(rng, s):
    return replace(s, hypotheses=s.conclusion, conclusion=s.hypotheses) if s.both else s


@rule
def sides_turned(rng, s):
    return one_clause(rng, s, lambda c: Condition(c.right, TURNED[c.sign], c.left), is_condition)


@rule
def brackets_of_sums(rng, s):
    def other(t):
        a, b = t.parts
        if a.op == "+":
            return a.parts[0] + (a.parts[1] + b)
        return (a + b.parts[0]) + b.parts[1] if b.op == "+" else t

    return changed(rng, s, has("+"), other)


# --- numbers --------------------------------------------------------------------------------------


@rule
def double_negation(rng, s):
    return changed(
        rng,
        s,
        has("quantity", "parameter", "max", "min", "log", "exp"),
        lambda t: Term("neg", (-t,)),
    )


@rule
def positive_factor(rng, s):
    c = rng.choice((2, 3, F(1, 2)))
    return one_clause(rng, s, lambda k: Condition(c * k.left, k.sign, c * k.right), is_condition)


@rule
def negative_factor(rng, s):
    return one_clause(rng, s, lambda k: Condition(-k.left, TURNED[k.sign], -k.right), is_condition)


@rule
def number_added(rng, s):
    c = rng.choice((1, F(1, 2)))
    return one_clause(rng, s, lambda k: Condition(k.left + c, k.sign, k.right + c), is_condition)


@rule
def exp_of_sides(rng, s):
    return one_clause(rng, s, lambda k: Condition(e_(k.left), k.sign, e_(k.right)), is_condition)


@rule
def twice_as_sum(rng, s):
    return changed(
        rng, s, lambda t: t.op == "*" and t.parts[0] == term(2), lambda t: t.parts[1] + t.parts[1]
    )


@rule
def square_as_product(rng, s):
    return changed(
        rng, s, lambda t: t.op == "^" and t.parts[1] == term(2), lambda t: t.parts[0] * t.parts[0]
    )


@rule
def quotient_as_product(rng, s):
    return changed(
        rng,
        s,
        lambda t: t.op == "/" and t.parts[1].op == "number",
        lambda t: term(1 / t.parts[1].data[0]) * t.parts[0],
    )


@rule
def minus_as_plus(rng, s):
    return changed(rng, s, has("-"), lambda t: t.parts[0] + -t.parts[1])


@rule
def distributed(rng, s):
    """Multiply a number into a sum."""

    def wanted(t):
        return t.op == "*" and t.parts[0].op == "number" and t.parts[1].op in ("+", "-")

    def other(t):
        a, b = t.parts[1].parts
        return replace(t.parts[1], parts=(t.parts[0] * a, t.parts[0] * b))

    return changed(rng, s, wanted, other)


@rule
def exp_of_a_sum(rng, s):
    """exp(a + b) is exp(a)*exp(b); of a difference only with finite terms."""

    def wanted(t):
        return t.op == "exp" and (
            t.parts[0].op == "+" or (t.parts[0].op == "-" and all(map(is_plain, t.parts[0].parts)))
        )

    def other(t):
        a, b = t.parts[0].parts
        return e_(a) * e_(b) if t.parts[0].op == "+" else e_(a) / e_(b)

    return changed(rng, s, wanted, other)


@rule
def exp_of_a_negative(rng, s):
    return changed(
        rng,
        s,
        lambda t: t.op == "exp" and t.parts[0].op == "neg" and is_plain(t.parts[0]),
        lambda t: 1 / e_(t.parts[0].parts[0]),
    )


@rule
def log_of_an_inverse(rng, s):
    """log(1/t) is -log(t) for t > 0, as pmin and numbers are."""

    def wanted(t):
        return (
            t.op == "log"
            and t.parts[0].op == "/"
            and t.parts[0].parts[0] == term(1)
            and t.parts[0].parts[1].op == "quantity"
            and QUANTITIES[t.parts[0].parts[1].data[0]].at == "variable"
        )

    return changed(rng, s, wanted, lambda t: -log_(t.parts[0].parts[1]))


# --- maxima ---------------------------------------------------------------------------------------


@rule
def factor_into_max(rng, s):
    def wanted(t):
        return (
            t.op == "*"
            and t.parts[0].op == "number"
            and t.parts[0].data[0] > 0
            and t.parts[1].op in ("max", "min")
        )

    def other(t):
        return replace(t.parts[1], parts=tuple(t.parts[0] * part for part in t.parts[1].parts))

    return changed(rng, s, wanted, other)


@rule
def max_of_one_twice(rng, s):
    op = rng.choice((max_, min_))
    return changed(rng, s, has("quantity", "parameter"), lambda t: op(t, t))


@rule
def max_as_min(rng, s):
    op = {"max": min_, "min": max_}
    return changed(rng, s, has("max", "min"), lambda t: -op[t.op](*(-part for part in t.parts)))


@rule
def bound_as_max(rng, s):
    """a <= b says max(a, b) = b."""
    return one_clause(
        rng,
        s,
        lambda c: max_(c.left, c.right).eq(c.right),
        lambda c: is_condition(c) and c.sign == "<=",
    )


@rule
def bound_by_min(rng, s):
    """a <= b and a <= c is a <= min(b, c)."""

    def joined(clauses):
        for one, other in itertools.combinations(clauses, 2):
            both = is_condition(one) and is_condition(other)
            bounds = both and one.sign == other.sign == "<=" and one.left == other.left
            if bounds and one.outcomes == other.outcomes:
                found = Condition(one.left, "<=", min_(one.right, other.right))
                return (*(c for c in clauses if c not in (one, other)), found)
        return clauses

    return replace(s, conclusion=joined(s.conclusion))


@rule
def min_as_bounds(rng, s):
    """A bound by a minimum is two bounds."""

    def wanted(c):
        return is_condition(c) and c.sign == "<=" and c.right.op == "min"

    places = [i for i, c in enumerate(s.conclusion) if wanted(c)]
    if not places:
        return s
    i = rng.choice(places)
    c = s.conclusion[i]
    parts = tuple(Condition(c.left, "<=", one) for one in c.right.parts)
    return replace(s, conclusion=(*s.conclusion[:i], *parts, *s.conclusion[i + 1 :]))


# --- names ----------------------------------------------------------------------------------------


@rule
def parameters_renamed(rng, s):
    old = list(s.parameters)
    if not old:
        return s
    fresh = rng.sample(("alpha", "u", "v_1", "eps", "s", "k", "zeta", "w", "a", "b", "e"), len(old))
    names = dict(zip(old, fresh, strict=True))
    structure = s.structure
    if named(structure):
        row, name = named(structure)
        structure = (row.prints.format(r=names[name]),)
    found = s.mapped(
        lambda t: par(names[t.data[0]]) if isinstance(t, Term) and t.op == "parameter" else t
    )
    return replace(found, structure=structure)


@rule
def variables_exchanged(rng, s):
    """Y and Z change places."""
    if named(s.structure):
        return s
    table = str.maketrans("YZyz", "ZYzy")

    def term_(t):
        if isinstance(t, Condition) or t.op != "quantity":
            return t
        name, secret, observed, given = t.data
        seen = tuple(sorted(one.translate(table) for one in observed))
        known = tuple(one.translate(table) for one in given)
        return replace(t, data=(name, secret.translate(table), seen, known))

    def clause(c):
        if not isinstance(c, Guarantee):
            return c
        secret, _, seen = c.way.translate(table).partition("->")
        return replace(c, way=f"{secret}->{','.join(sorted(seen.split(',')))}")

    structure = tuple(
        one if one.startswith(("prior", "|")) else one.translate(table) for one in s.structure
    )
    return replace(s.mapped(term_).each(clause), structure=structure)


@rule
def chain_reversed(rng, s):
    return replace(
        s,
        structure=tuple(one[::-1] if one.count(" - ") == 2 else one for one in s.structure),
    )


# --- clauses --------------------------------------------------------------------------------------


@rule
def equivalence_split(rng, s):
    if not s.both:
        return None
    back = replace(s, hypotheses=s.conclusion, conclusion=s.hypotheses, both=False)
    return [s], [replace(s, both=False), back]


@rule
def conclusions_split(rng, s):
    if s.both or len(s.conclusion) < 2:
        return None
    return [s], [replace(s, conclusion=(one,)) for one in s.conclusion]


@rule
def equality_put_in(rng, s):
    """Where e = 1/2, e is 1/2."""
    free = [] if named(s.structure) else s.parameters
    if not free:
        return None
    name, value = rng.choice(free), term(rng.choice((F(1, 2), 1, F(1, 10))))

    def put(t):
        return value if isinstance(t, Term) and t == par(name) else t

    return [replace(s, where=(*s.where, par(name).eq(value)))], [s.mapped(put)]


@rule
def named_by_where(rng, s):
    """A number gets a name, to which `where` gives it."""
    if named(s.structure):
        return s
    found = changed(rng, s, lambda t: t.op == "number" and t.data[0] > 0, lambda t: par("c"))
    numbers = Counter(t.data for c in s.clauses for t in c.walk() if t.op == "number")
    left = Counter(t.data for c in found.clauses for t in c.walk() if t.op == "number")
    gone = list((numbers - left).elements())
    if len(gone) != 1:
        return s
    return replace(found, where=(*found.where, par("c").eq(gone[0][0])))


@rule
def guarantee_as_conditions(rng, s):
    """A guarantee is its conditions."""

    def replaced(clauses):
        places = [
            i for i, c in enumerate(clauses) if isinstance(c, Guarantee) and not c.every_prior
        ]
        if not places:
            return clauses
        i = rng.choice(places)
        return (*clauses[:i], *clauses[i].conditions, *clauses[i + 1 :])

    found = replace(s, hypotheses=replaced(s.hypotheses))
    return found if found != s else replace(s, conclusion=replaced(s.conclusion))


@rule
def worst_for_every(rng, s):
    """A bound at every outcome is one of the worst."""

    def wanted(c):
        return (
            is_condition(c)
            and c.sign in ("<=", "<")
            and c.left.op == "quantity"
            and c.left.outcomes
            and not c.left.data[3]
            and not c.right.outcomes
        )

    def other(c):
        name, secret, observed, given = c.left.data
        data = (name, secret, tuple(map(str.upper, observed)), given)
        return Condition(replace(c.left, data=data), c.sign, c.right)

    return one_clause(rng, s, other, wanted)


@rule
def lip_as_alip(rng, s):
    return one_clause(
        rng,
        s,
        lambda c: replace(c, kind="ALIP", levels=c.levels[:1] + c.levels),
        lambda c: isinstance(c, Guarantee) and c.kind == "LIP" and not c.every_prior,
    )


@rule
def equality_as_bounds(rng, s):
    places = [i for i, c in enumerate(s.conclusion) if is_condition(c) and c.sign == "="]
    if not places:
        return s
    i = rng.choice(places)
    c = s.conclusion[i]
    parts = (Condition(c.left, "<=", c.right), Condition(c.left, ">=", c.right))
    return replace(s, conclusion=(*s.conclusion[:i], *parts, *s.conclusion[i + 1 :]))


@rule
def what_is_true_assumed(rng, s):
    true = rng.choice(
        (q("n", "X") >= 2, q("pmin", "X") <= q("pmax", "X"), term(1) <= 2, q("pmin", "X") > 0)
    )
    if s.structure and not s.structure[0].startswith("prior u"):
        true = term(1) <= 2
    return replace(s, where=(*s.where, true))


@rule
def what_is_true_claimed(rng, s):
    if s.both:
        return s
    true = rng.choice((q("pmin", "X") > 0, term(1) <= 2, q("pmin", "X") <= q("pmax", "X")))
    return replace(s, conclusion=(*s.conclusion, true))


@rule
def where_as_hypothesis(rng, s):
    if s.both or not s.where:
        return s
    return replace(s, hypotheses=(*s.hypotheses, s.where[-1]), where=s.where[:-1])


@rule
def uniform_as_equation(rng, s):
    if "prior uniform" not in s.structure:
        return s
    kept = tuple(one for one in s.structure if one != "prior uniform")
    return replace(s, structure=kept, where=(*s.where, q("pmin", "X").eq(q("pmax", "X"))))


@rule
def size_as_equation(rng, s):
    sized = [one for one in s.structure if one in ("|X| = 2", "|X| = 3", "|X| >= 3")]
    if not sized:
        return s
    sign, number = sized[0].split()[1:]
    kept = tuple(one for one in s.structure if one != sized[0])
    clause = Condition(q("n", "X"), sign, term(int(number)))
    return replace(s, structure=kept, where=(*s.where, clause))


# --- identities -----------------------------------------------------------------------------------


def renamed(rng, s, name, other):
    return changed(
        rng,
        s,
        lambda t: t.op == "quantity" and t.data[0] == name,
        lambda t: other(t, f"{t.data[1]}->{','.join(t.data[2])}" if t.data[2] else t.data[1]),
    )


@rule
def tv_as_hockey_stick(rng, s):
    return renamed(rng, s, "tv", lambda t, way: q("hockey_stick", way, 0))


@rule
def conditional_entropy_as_difference(rng, s):
    return changed(
        rng,
        s,
        lambda t: t.op == "quantity" and t.data[0] == "H" and t.data[2],
        lambda t: q("H", t.data[1]) - Term("quantity", (), ("mutual_information", *t.data[1:])),
    )


@rule
def information_turned(rng, s):
    return changed(
        rng,
        s,
        lambda t: t.op == "quantity" and t.data[0] == "mutual_information" and len(t.data[2]) == 1,
        lambda t: replace(t, data=(t.data[0], t.data[2][0], (t.data[1],), ())),
    )


@rule
def maximal_leakage_as_mean(rng, s):
    def other(t, way):
        return log_(mean(e_(q("pml", way[:3] + way[3:].lower()))))

    return renamed(rng, s, "maximal_leakage", other)


@rule
def chance_of_the_opposite(rng, s):
    signs = {">": "<=", "<=": ">", "<": ">=", ">=": "<"}

    def wanted(t):
        return t.op == "chance" and len(t.parts) == 1 and t.parts[0].sign in signs

    def other(t):
        c = t.parts[0]
        return 1 - chance(Condition(c.left, signs[c.sign], c.right))

    return changed(rng, s, wanted, other)


@rule
def factor_out_of_mean(rng, s):
    def wanted(t):
        return t.op == "mean" and t.parts[0].op == "*" and t.parts[0].parts[0].op == "number"

    return changed(rng, s, wanted, lambda t: t.parts[0].parts[0] * mean(t.parts[0].parts[1]))


@rule
def sum_of_means(rng, s):
    """E[a + b] is E[a] + E[b] where both change with the same outcome and are at least 0."""

    def wanted(t):
        return (
            t.op == "mean"
            and t.parts[0].op == "+"
            and len({part.outcomes for part in t.parts[0].parts}) == 1
            and all(part.op == "quantity" for part in t.parts[0].parts)
        )

    return changed(rng, s, wanted, lambda t: mean(t.parts[0].parts[0]) + mean(t.parts[0].parts[1]))


# --- spellings ------------------------------------------------------------------------------------

SPELLINGS = (
    ("<=>", "⇔"), ("=>", "⇒"), ("->", "→"), ("<=", "≤"), (">=", "≥"), ("!=", "≠"), ("*", "·"),
    (" - ", " − "), ("^2", "²"), ("pmin", "p_min"), ("pmax", "p_max"), ("log(", "ln("),
    ("mutual_information(", "I("), ("maximal_leakage(", "L("), (" and ", " ∧ "),
    (" <= ", r" \leq "), (" ", "  "), (" => ", " implies "),
)  # fmt: skip


@rule
def spelling(rng, s):
    text = str(s)
    fitting = [pair for pair in SPELLINGS if pair[0] in text]
    if not fitting:
        return s
    # of all of them, so that a sign is not taken for a part of another one
    chosen = [pair for pair in fitting if rng.random() < 0.6] or fitting[:1]
    signs = [pair for pair in SPELLINGS if pair in chosen]
    found = text
    if (" <= ", r" \leq ") in signs and ("<=", "≤") in signs:
        signs.remove(("<=", "≤"))
    guarded = [("<=>", "\x00"), ("=>", "\x01")]
    for old, new in guarded:
        found = found.replace(old, new)
    for old, new in signs:
        if old not in ("<=>", "=>", " => "):
            found = found.replace(old, new)
    words = dict(signs)
    found = found.replace("\x00", words.get("<=>", "<=>"))
    arrow = "implies" if " => " in words else words.get("=>", "=>")
    return found.replace("\x01", arrow)


# --- pairs ----------------------------------------------------------------------------------------


def pairs_of(rng, statement, name):
    """Return two lists of statements or texts of equal meaning; None where a rule changes none."""
    found = RULES[name](rng, statement)
    if found is None or (not isinstance(found, tuple) and str(found) == str(statement)):
        return None
    return found if isinstance(found, tuple) else ([statement], [found])


def pairs(seed, count):
    """Return pairs of equal meaning, each as (rule, statements, others); every rule in turn."""
    rng = random.Random(f"pairs {seed}")
    names, found = rng.sample(list(RULES), len(RULES)), []
    while len(found) < count:
        name = names[len(found) % len(names)]
        for _ in range(TRIES):
            sides = pairs_of(rng, statement(rng), name)
            if sides is not None:
                found.append((name, *sides))
                break
        else:
            names.remove(name)
    return found
