"""Values of the quantities of binders, against sums over all cases written here from the papers."""

from fractions import Fraction as F
from itertools import product
from math import prod
from random import Random

import pytest

from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.released.histogram import Histogram, identity
from pmlsym.statements.likelihoods import OneOutcome
from pmlsym.statements.payoffs import Attacked, Played
from pmlsym.statements.text.parse import parse
from tests.statements.by_hand import HEIGHTS, choices_of, given_z, starred

INFINITE = "infinite"  # a level whose exponential has no bound
INSTANCES = 15


def over(top, bottom):
    """Return a ratio, with 0/0 = 1."""
    if bottom:
        return top / bottom
    return INFINITE if top else F(1)


def agrees(front, quantity, value, instance):
    """Check that a quantity has a value on an instance, and that no other value passes."""
    if value == INFINITE:
        right, wrong = f"exp(-({quantity})) = 0", f"{quantity} <= 1000"
    else:
        right = f"{quantity} = {value}"
        wrong = f"{quantity} = {value * F(1001, 1000) if value else F(1, 1000)}"
    assert from_text(f"{front}: {right}").judge(instance).holds is True, f"{front}: {right}"
    assert from_text(f"{front}: {wrong}").judge(instance).holds is False, f"{front}: {wrong}"


def level(front, quantity, ratio, instance):
    """Check a quantity that is the logarithm of a ratio."""
    if ratio == INFINITE:
        agrees(front, quantity, ratio, instance)
    else:
        agrees(front, f"exp({quantity})", ratio, instance)


def law(random, size, zeros):
    """Return a random law; with `zeros`, some entries may be 0."""
    while True:
        weights = [random.choice((0, 1, 2, 3, 7) if zeros else (1, 2, 3, 7)) for _ in range(size)]
        if any(weights):
            return [F(weight, sum(weights)) for weight in weights]


# --- adversaries ----------------------------------------------------------------------------------


def attacks(seed, informed):
    """Return laws P(x, y, z), each with y, z, a function P(u|x), and a table of (u, w)."""
    random, found = Random(seed), []
    sides = 2 if informed else 1
    while len(found) < INSTANCES:
        size, outcomes = random.choice((2, 3, 3)), random.choice((2, 3))
        flat = law(random, size * outcomes * sides, zeros=True)
        joint = [flat[at : at + outcomes * sides] for at in range(0, len(flat), outcomes * sides)]
        y, z = random.randrange(outcomes), random.randrange(sides)
        secrets = sum(any(row[z::sides]) for row in joint)
        if not any(row[y * sides + z] for row in joint) or secrets < (2 if informed else size):
            continue
        values, choices = random.choice((2, 3)), random.choice((1, 2, 3))
        function = [law(random, values, zeros=True) for _ in range(size)]
        table = [[F(random.choice((0, 1, 2, 5))) for _ in range(choices)] for _ in range(values)]
        found.append(Attacked(joint, sides, y, z, (Played("C", function, table),)))
    return found


USES = {"gain": ["gain"], "guess": ["cost", "gain"]}  # any other word has costs alone
BINDERS = (
    *("cost C", "gain C", "guess C", "guesswork C"),
    *(
        f"{use} C = {height} at {place}"
        for use in ("cost", "gain")
        for height in HEIGHTS
        for place in ("any x", "x of least lift", "x of most lift")
    ),
    *("guess C splits x of least lift", "guess C splits x of most lift"),
    *("guess C splits all but x of least lift", "guess C splits all but x of most lift"),
)


@pytest.mark.parametrize("informed", [False, True])
@pytest.mark.parametrize("binder", BINDERS)
def test_costs_and_gains_are_those_of_the_best_choice(binder, informed):
    front = f"given z; {binder}" if informed else binder
    payoff, of_star = parse(f"{front}: 1 <= 2").binders[-1], "lift" in binder
    seen = 0
    for here in attacks(11, informed):
        prior, chance, lift = given_z(here)
        lifts = lift[here.outcome]
        if of_star and [*lifts.values()].count(lifts[starred(payoff, lifts)]) > 1:
            continue
        seen += 1
        for use in USES.get(binder.split()[0], ["cost"]):
            best, end = (min, "least") if use == "cost" else (max, "most")
            before, after = {}, {}
            for y in chance:
                choices = choices_of(payoff, here, prior, lift[y], use == "cost")
                means = [[pay[x] * prior[x] for x in prior] for pay in choices]
                before[y] = best(map(sum, means))
                after[y] = best(
                    sum(p * lift[y][x] for p, x in zip(mean, prior, strict=True)) for mean in means
                )
            first, then = before[here.outcome], after[here.outcome]
            agrees(front, f"{end}_before(C)", first, here)
            agrees(front, f"{end}_after(C)", then, here)
            found = {use: then}
            if not of_star:
                found[f"average_{use}"] = sum(chance[y] * after[y] for y in chance)
                found[f"worst_{use}"] = best(after.values())
            for word, value in found.items():
                ratio = over(first, value) if use == "cost" else over(value, first)
                level(front, f"{word}(C)", ratio, here)
    assert seen >= 8


def events(one, other):
    """Return the largest P(A)/Q(A) of an event A, with 0/0 = 1."""
    cells, top = list(one), F(1)
    for kept in product((False, True), repeat=len(cells)):
        event = [cell for cell, inside in zip(cells, kept, strict=True) if inside]
        ratio = over(sum((one[c] for c in event), F(0)), sum((other[c] for c in event), F(0)))
        if ratio == INFINITE:
            return ratio
        top = max(top, ratio)
    return top


def largest(ratios):
    ratios = list(ratios)
    return INFINITE if INFINITE in ratios else max(ratios)


@pytest.mark.parametrize("informed", [False, True])
def test_quantities_of_the_channel(informed):
    front = "given z; cost C" if informed else "cost C"
    for here in attacks(14, informed):
        before, chance, lift = given_z(here)
        laws = {y: {x: before[x] * lifts[x] for x in before} for y, lifts in lift.items()}
        likely = [[chance[y] * lift[y][x] for x in before] for y in chance]
        after, lifts = laws[here.outcome], lift[here.outcome].values()
        level(front, "pml(X->y)", events(after, before), here)
        level(front, "pmc(X->y)", events(before, after), here)
        agrees(front, "least_lift(X->y)", min(lifts), here)
        agrees(front, "most_lift(X->y)", max(lifts), here)
        level(front, "pml(X->Y)", largest(events(known, before) for known in laws.values()), here)
        level(front, "pmc(X->Y)", largest(events(before, known) for known in laws.values()), here)
        level(front, "maximal_leakage(X->Y)", sum(map(max, likely)), here)
        least = over(F(1), sum(map(min, likely)))
        level(front, "maximal_cost_leakage(X->Y)", least, here)
        pairs = list(product(before, chance))
        both = {(x, y): chance[y] * laws[y][x] for x, y in pairs}
        apart = {(x, y): before[x] * chance[y] for x, y in pairs}
        level(front, "pml_of_pairs(X->Y)", events(both, apart), here)
        level(front, "pmc_of_pairs(X->Y)", events(apart, both), here)


# --- priors ---------------------------------------------------------------------------------------


def check_prior(front, name, masses, likely, here):
    """Check all quantities of an outcome under a prior; an impossible outcome has no leakage."""
    cells = [cell for cell, mass in masses.items() if mass]
    chance = sum((masses[cell] * likely[cell] for cell in cells), F(0))
    agrees(front, f"chance_{name}", chance, here)
    agrees(front, f"least_{name}", min(likely[cell] for cell in cells), here)
    agrees(front, f"most_{name}", max(likely[cell] for cell in cells), here)
    if not chance:
        for kind in ("pml", "pmc", "ldp"):
            assert from_text(f"{front}: {kind}_{name} >= 0").judge(here).holds is False
        return
    after = {cell: masses[cell] * likely[cell] / chance for cell in cells}
    lifts = [after[cell] / masses[cell] for cell in cells]
    level(front, f"pml_{name}", max(lifts), here)
    level(front, f"pmc_{name}", over(F(1), min(lifts)), here)
    level(front, f"ldp_{name}", largest(over(a, b) for a in lifts for b in lifts if a or b), here)


def outcomes(seed, t=F(2, 7)):
    """Yield an instance, the likelihoods of its outcome, and two priors, by secret."""
    random = Random(seed)
    for number in range(INSTANCES):
        size = random.choice((2, 3))
        likely = [F(random.choice((0, 1, 2, 3, 4)), 4) for _ in range(size)]
        if not any(likely):
            likely[0] = F(1, 2)
        one, other = (law(random, size, zeros=number % 2 == 1) for _ in range(2))
        priors = (("P", tuple(one)), ("Q", tuple(other)))
        here = OneOutcome(tuple(likely), priors, (("t", t),))
        yield here, *(dict(enumerate(row)) for row in (likely, one, other))


def test_quantities_under_a_prior():
    for here, likely, one, _ in outcomes(21):
        check_prior("prior P", "P", one, likely, here)


@pytest.mark.parametrize("single", [0, 1])
def test_quantities_under_a_prior_on_one_secret(single):
    for here, likely, one, _ in outcomes(22):
        sure = {x: F(x == single) for x in one}
        there = OneOutcome(here.likelihoods, (("P", tuple(sure.values())),))
        check_prior("prior P on one secret", "P", sure, likely, there)


@pytest.mark.parametrize(
    ("shares", "share_of"),
    [
        (("t", "(1 - t)"), lambda _one, _likely: F(2, 7)),
        (("1/3", "2/3"), lambda _one, _likely: F(1, 3)),
        (("(1 - t)", "(1 - (1 - t))"), lambda _one, _likely: F(5, 7)),
        (("0", "1"), lambda _one, _likely: F(0)),
        (
            ("(chance_P/2)", "(1 - chance_P/2)"),
            lambda one, likely: sum(one[x] * likely[x] for x in one) / 2,
        ),
    ],
)
def test_quantities_under_a_mixture(shares, share_of):
    front = f"priors P, Q; mixture M = {shares[0]} P + {shares[1]} Q"
    for here, likely, one, other in outcomes(23):
        share = share_of(one, likely)
        mixed = {x: share * one[x] + (1 - share) * other[x] for x in one}
        agrees(front, "share_M", share, here)
        check_prior(front, "M", mixed, likely, here)


def test_quantities_under_a_product_and_under_compositions_of_it():
    for here, likely, one, other in outcomes(24):
        both = {(x, v): one[x] * other[v] for x in one for v in other}
        swapped = {(x, v): other[x] * one[v] for x in one for v in other}
        pair = {(x, v): likely[x] * likely[v] for x in one for v in other}
        front = "priors P, Q; product B = P x Q"
        check_prior(front, "B", both, pair, here)
        mixed = {cell: F(1, 4) * both[cell] + F(3, 4) * swapped[cell] for cell in both}
        front += "; product A = Q x P; mixture M = 1/4 B + 3/4 A"
        check_prior(front, "M", mixed, pair, here)
        three = {(*cell, v): both[cell] * one[v] for cell in both for v in one}
        triple = {(*cell, v): pair[cell] * likely[v] for cell in both for v in one}
        check_prior("priors P, Q; product B = P x Q; product T = B x P", "T", three, triple, here)


# --- released histograms --------------------------------------------------------------------------


class Released:
    """A histogram of some records with Laplace noise, in which every density is a plain power."""

    def __init__(self, random):
        self.k = random.choice((2, 2, 3))
        self.records = random.choice((1, 2, 3)) if self.k == 2 else random.choice((1, 2))
        self.root = random.choice((F(1, 2), F(2, 3), F(1, 3)))  # e^(-1/(2b)), for half steps
        self.priors = [law(random, self.k, zeros=False) for _ in range(self.records)]
        self.alpha = min(map(min, self.priors)) * random.choice((F(1), F(1, 2)))
        self.record = random.randrange(self.records)
        self.y = [F(random.randint(-1, self.records + 1)) for _ in range(self.k)]

    def instance(self):
        return Histogram(
            identity(self.k),
            self.alpha,
            self.root**2,
            tuple(map(tuple, self.priors)),
            tuple(self.y),
            self.record,
        )

    def density(self, database, y):
        counts = [database.count(j) for j in range(self.k)]
        return prod(self.root ** int(2 * abs(a - c)) for a, c in zip(y, counts, strict=True))

    def databases(self):
        return list(product(range(self.k), repeat=self.records))

    def leak(self, y):
        """Return the largest f(y | D_i = j)/f(y)."""
        given, whole = [F(0)] * self.k, F(0)
        for database in self.databases():
            others = [self.priors[i][j] for i, j in enumerate(database) if i != self.record]
            part = prod(others, start=F(1)) * self.density(database, y)
            given[database[self.record]] += part
            whole += self.priors[self.record][database[self.record]] * part
        return max(given) / whole

    def points(self):
        """Return outcomes with steps of 1/2, also between and beyond all counts."""
        steps = [F(half, 2) for half in range(-2, 2 * self.records + 3)]
        return product(steps, repeat=self.k)

    def dp(self):
        """Return the largest ratio of two densities whose databases differ in one record."""
        near = [
            (one, other)
            for one in self.databases()
            for other in self.databases()
            if sum(a != b for a, b in zip(one, other, strict=True)) == 1
        ]
        return max(
            self.density(one, y) / self.density(other, y)
            for y in self.points()
            for one, other in near
        )


@pytest.mark.long
def test_quantities_of_a_released_histogram():
    random, front = Random(31), "histogram N records, k bins"
    for _ in range(INSTANCES):
        released = Released(random)
        here = released.instance()
        level(front, "leak", released.leak(released.y), here)
        level(front, "worst", max(map(released.leak, released.points())), here)
        level(front, "dp", released.dp(), here)
        level(front, "1/b", 1 / released.root**2, here)
        agrees(front, "least", min(released.priors[released.record]), here)
        agrees(front, "alpha", released.alpha, here)
        agrees(front, "k", F(released.k), here)
