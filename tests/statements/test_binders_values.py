"""Values of the quantities of binders, against sums over all cases written here from the papers."""

import re
from fractions import Fraction as F
from itertools import permutations, product
from math import prod
from random import Random

import pytest

from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.released.histogram import Histogram, identity
from pmlsym.statements.likelihoods import OneOutcome
from pmlsym.statements.payoffs import Attacked, Played
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.text.vocabulary import StatementError

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


class Attack:
    """A joint law P(x, y, z), an outcome y and z, a function P(u|x), and a table of (u, w)."""

    def __init__(self, random, informed, zeros):
        self.sides = 2 if informed else 1
        self.size, self.outcomes = random.choice((2, 3, 3)), random.choice((2, 3))
        while True:
            flat = law(random, self.size * self.outcomes * self.sides, zeros)
            cells = product(range(self.size), range(self.outcomes), range(self.sides))
            self.joint = dict(zip(cells, flat, strict=True))
            self.z = random.randrange(self.sides)
            self.possible = [y for y in range(self.outcomes) if self.mass(y=y)]
            self.y = random.choice(self.possible) if self.possible else 0
            self.secrets = [x for x in range(self.size) if self.mass(x=x)]
            if len(self.secrets) > 1 and (informed or len(self.secrets) == self.size):
                break
        values = random.choice((2, 3))
        self.function = [law(random, values, zeros) for _ in range(self.size)]
        low = (0, 1, 2, 5) if zeros else (1, 2, 5)
        choices = random.choice((1, 2, 3))
        self.table = [[F(random.choice(low)) for _ in range(choices)] for _ in range(values)]

    def mass(self, x=None, y=None):
        """Return the probability of x and y together with z."""
        return sum(
            (
                p
                for (a, b, c), p in self.joint.items()
                if c == self.z and x in (None, a) and y in (None, b)
            ),
            F(0),
        )

    def law(self, y=None):
        """Return P(x|z), or P(x|y, z), by secret."""
        return {x: self.mass(x, y) / self.mass(y=y) for x in self.secrets}

    def chance(self, y):
        return self.mass(y=y) / self.mass()

    def lifts(self, y):
        before, after = self.law(), self.law(y)
        return {x: after[x] / before[x] for x in self.secrets}

    def instance(self, name="C"):
        rows = [
            [self.joint[x, y, z] for y in range(self.outcomes) for z in range(self.sides)]
            for x in range(self.size)
        ]
        frozen = [tuple(map(tuple, table)) for table in (rows, self.function, self.table)]
        played = Played(name, frozen[1], frozen[2])
        return Attacked(frozen[0], self.sides, self.y, self.z, (played,))


def attacks(seed, informed, zeros=True):
    random = Random(seed)
    return [Attack(random, informed, zeros) for _ in range(INSTANCES)]


def of_function(attack, known):
    """Return the law of U, by adding up P(x) P(u|x)."""
    values = range(len(attack.function[0]))
    return [sum((p * attack.function[x][u] for x, p in known.items()), F(0)) for u in values]


def mean_payoffs(attack, known):
    """Return the mean payoff of each choice w."""
    told = of_function(attack, known)
    return [
        sum((told[u] * attack.table[u][w] for u in range(len(told))), F(0))
        for w in range(len(attack.table[0]))
    ]


def wrong_guesses(attack, known):
    told = of_function(attack, known)
    return [sum((p for u, p in enumerate(told) if u != guess), F(0)) for guess in range(len(told))]


def right_guesses(attack, known):
    return of_function(attack, known)


def numbers_of_guesses(attack, known):
    told = of_function(attack, known)
    ranks = permutations(range(1, len(told) + 1))
    return [sum((p * r for p, r in zip(told, rank, strict=True)), F(0)) for rank in ranks]


HEIGHTS = {"1/p": lambda p: 1 / p, "p": lambda p: p, "1 - p": lambda p: 1 - p, "1": lambda p: F(1)}


def at_any_secret(height):
    def payoffs(attack, known):
        return [known[x] * HEIGHTS[height](attack.law()[x]) for x in attack.secrets]

    return payoffs


COSTS = {
    "cost C": mean_payoffs,
    "guess C": wrong_guesses,
    "guesswork C": numbers_of_guesses,
    **{f"cost C = {height} at any x": at_any_secret(height) for height in HEIGHTS},
}
GAINS = {
    "gain C": mean_payoffs,
    "guess C": right_guesses,
    **{f"gain C = {height} at any x": at_any_secret(height) for height in HEIGHTS},
}
USES = [("cost", binder) for binder in COSTS] + [("gain", binder) for binder in GAINS]


@pytest.mark.parametrize("informed", [False, True])
@pytest.mark.parametrize(("use", "binder"), USES)
def test_costs_and_gains(use, binder, informed):
    best, payoffs, ends = (
        (min, COSTS[binder], ("least_before", "least_after"))
        if use == "cost"
        else (max, GAINS[binder], ("most_before", "most_after"))
    )
    front = f"given z; {binder}" if informed else binder

    def ratio(one, other):
        return over(one, other) if use == "cost" else over(other, one)

    for attack in attacks(11, informed):
        here = attack.instance()
        before = best(payoffs(attack, attack.law()))
        by_outcome = {y: best(payoffs(attack, attack.law(y))) for y in attack.possible}
        after = by_outcome[attack.y]
        average = sum((attack.chance(y) * at for y, at in by_outcome.items()), F(0))
        agrees(front, f"{ends[0]}(C)", before, here)
        agrees(front, f"{ends[1]}(C)", after, here)
        level(front, f"{use}(C)", ratio(before, after), here)
        level(front, f"average_{use}(C)", ratio(before, average), here)
        level(front, f"worst_{use}(C)", ratio(before, best(by_outcome.values())), here)


def alone(lifts, best):
    """Return the secret of extreme lift if there is one only."""
    found = [x for x, lift in lifts.items() if lift == best(lifts.values())]
    return found[0] if len(found) == 1 else None


@pytest.mark.parametrize("informed", [False, True])
@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("use", ["cost", "gain"])
@pytest.mark.parametrize(("word", "best"), [("least", min), ("most", max)])
def test_payoffs_at_the_secret_of_extreme_lift(word, best, use, height, informed):
    front = f"{'given z; ' if informed else ''}{use} C = {height} at x of {word} lift"
    before, after = (
        ("least_before", "least_after") if use == "cost" else ("most_before", "most_after")
    )
    seen = 0
    for attack in attacks(12, informed):
        star = alone(attack.lifts(attack.y), best)
        if star is None:
            continue
        seen += 1
        here, high = attack.instance(), HEIGHTS[height](attack.law()[star])
        first, then = high * attack.law()[star], high * attack.law(attack.y)[star]
        agrees(front, f"{before}(C)", first, here)
        agrees(front, f"{after}(C)", then, here)
        level(front, f"{use}(C)", over(first, then) if use == "cost" else over(then, first), here)
    assert seen >= 10


@pytest.mark.parametrize("informed", [False, True])
@pytest.mark.parametrize("rest", ["", "all but "])
@pytest.mark.parametrize(("word", "best"), [("least", min), ("most", max)])
def test_guesses_of_a_function_that_splits_a_secret(word, best, rest, informed):
    """As few pieces as make the part that is whole the best guess before the outcome."""
    front = f"{'given z; ' if informed else ''}guess C splits {rest}x of {word} lift"
    seen = 0
    for attack in attacks(13, informed):
        star = alone(attack.lifts(attack.y), best)
        if star is None:
            continue
        seen += 1
        here, before, after = attack.instance(), attack.law(), attack.law(attack.y)
        one, then = (law[star] if rest else 1 - law[star] for law in (before, after))
        parts = 1
        while (1 - one) / parts > one:
            parts += 1
        first, second = ([p, *[(1 - p) / parts] * parts] for p in (one, then))
        agrees(front, "least_before(C)", 1 - max(first), here)
        agrees(front, "least_after(C)", 1 - max(second), here)
        agrees(front, "most_before(C)", one, here)
        agrees(front, "most_after(C)", max(second), here)
        level(front, "cost(C)", over(1 - max(first), 1 - max(second)), here)
        level(front, "gain(C)", over(max(second), max(first)), here)
    assert seen >= 10


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
    for attack in attacks(14, informed):
        here, before, after = attack.instance(), attack.law(), attack.law(attack.y)
        laws = [attack.law(y) for y in attack.possible]
        likely = [
            [attack.mass(x, y) / attack.mass(x) for x in attack.secrets] for y in attack.possible
        ]
        level(front, "pml(X->y)", events(after, before), here)
        level(front, "pmc(X->y)", events(before, after), here)
        agrees(front, "least_lift(X->y)", min(attack.lifts(attack.y).values()), here)
        agrees(front, "most_lift(X->y)", max(attack.lifts(attack.y).values()), here)
        level(front, "pml(X->Y)", largest(events(known, before) for known in laws), here)
        level(front, "pmc(X->Y)", largest(events(before, known) for known in laws), here)
        level(front, "maximal_leakage(X->Y)", sum(map(max, likely)), here)
        least = over(F(1), sum(map(min, likely)))
        level(front, "maximal_cost_leakage(X->Y)", least, here)
        pairs = list(product(attack.secrets, attack.possible))
        both = {(x, y): attack.mass(x, y) / attack.mass() for x, y in pairs}
        apart = {(x, y): before[x] * attack.chance(y) for x, y in pairs}
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


# --- texts ----------------------------------------------------------------------------------------

PAYOFFS = {
    "cost": ["cost {}", *(f"cost {{}} = {h} at {{at}}" for h in ("1", "1/p", "1 - p", "p^2"))],
    "gain": ["gain {}", *(f"gain {{}} = {h} at {{at}}" for h in ("1", "1/p", "1 - p", "p^2"))],
    "both": ["guess {}", "guess {} splits {one}", "guess {} splits all but {one}"],
    "work": ["guesswork {}"],
}
EXTREME = ("x of least lift", "x of most lift")
OF_COST = ("cost", "least_before", "least_after", "average_cost", "worst_cost")
OF_GAIN = ("gain", "most_before", "most_after", "average_gain", "worst_gain")
OF_CHANNEL = (
    *("pml(X->y)", "pmc(X->y)", "least_lift(X->y)", "most_lift(X->y)", "pml(X->Y)", "pmc(X->Y)"),
    *("maximal_leakage(X->Y)", "maximal_cost_leakage(X->Y)"),
    *("pml_of_pairs(X->Y)", "pmc_of_pairs(X->Y)"),
)
OF_PRIOR = ("pml", "pmc", "ldp", "chance", "least", "most")
OF_HISTOGRAM = ("leak", "worst", "least", "alpha", "b", "k", "dp")
SIGNS = ("<=", "<", ">=", ">", "=", "!=")


def payoff_parts(random):
    """Return binders of adversaries, and the quantities that they allow."""
    binders, allowed = ["given z"] * random.choice((0, 0, 1)), list(OF_CHANNEL)
    for name in random.sample("ABCDFGHIJKLMNOQRSTVW", random.choice((1, 2, 3))):
        kind = random.choice(list(PAYOFFS))
        form, one = random.choice(PAYOFFS[kind]), random.choice(EXTREME)
        binder = form.format(name, at=random.choice(("any x", one)), one=one)
        kinds = {"cost": OF_COST, "gain": OF_GAIN, "work": OF_COST}.get(kind, OF_COST + OF_GAIN)
        if "lift" in binder:
            kinds = [k for k in kinds if not k.startswith(("average", "worst"))]
        binders.append(binder)
        allowed += [f"{k}({name})" for k in kinds] * 3
    return binders, allowed


def prior_parts(random):
    """Return binders of priors, and the quantities that they allow."""
    p, q, m, b = random.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 4)
    binders, bound = (
        [random.choice((f"priors {p}, {q}", f"prior {p}; prior {q} on one secret"))],
        p + q,
    )
    allowed = ["theta"]
    if random.random() < 0.7:
        first, rest = random.choice(
            (
                *(("theta", "(1 - theta)"), ("1/3", "2/3"), ("0.25", "3/4")),
                (f"(chance_{p})", f"(1 - chance_{p})"),
                (f"(least_{q}*theta)", f"(1 - least_{q}*theta)"),
            )
        )
        binders.append(f"mixture {m} = {first} {p} + {rest} {q}")
        bound, allowed = bound + m, [*allowed, f"share_{m}"]
    if random.random() < 0.7:
        binders.append(f"product {b} = {random.choice(bound)} x {random.choice(bound)}")
        bound += b
    return binders, allowed + [f"{kind}_{name}" for kind in OF_PRIOR for name in bound]


def text_of(random):
    """Return the text of a random statement, and the parts that it was made of."""
    kind = random.choice((payoff_parts, payoff_parts, prior_parts, None))
    if kind is None:
        binders = [random.choice(("histogram", "histogram N records, k bins"))]
        allowed = list(OF_HISTOGRAM)
    else:
        binders, allowed = kind(random)

    def side():
        one = random.choice(allowed)
        forms = ("{}", "2*{}", "exp(-{})", "max({}, 1)", "-{}", "{}^2", "({} + 1)/3", "log(2)")
        return random.choice(forms).format(one)

    conditions = [f"{side()} {random.choice(SIGNS)} {side()}" for _ in range(3)]
    claim = random.choice(("{0}", "{0} and {1}", "{0} => {1}", "{0} and {1} => {2}", "{0} <=> {1}"))
    text = f"{'; '.join(binders)}: {claim.format(*conditions)}"
    if kind is not payoff_parts and random.random() < 0.3:
        text += f" where {conditions[2]}"
    return text, binders


def test_every_binder_and_quantity_is_printed_as_it_is_read():
    random, texts = Random(41), []
    for _ in range(700):
        text, binders = text_of(random)
        asked = parse(text)
        printed = str(asked)
        assert parse(printed) == asked
        assert str(parse(printed)) == printed
        assert from_text(text).text == printed
        for binder in binders:
            if not binder.startswith(("histogram", "priors", "mixture")):
                assert binder in printed
        texts.append(text)
    every = "\n".join(texts)
    forms = [form for forms in PAYOFFS.values() for form in forms]
    for wanted in (
        *(form.split("{}")[1].split("{")[0].strip() for form in forms),
        *("given z", "on one secret", "product", "mixture", "share_", "histogram:", *EXTREME),
        *(f"{kind}(" for kind in OF_COST + OF_GAIN),
        *OF_CHANNEL,
        *(f"{kind}_" for kind in OF_PRIOR),
        *("any x", "all but"),
    ):
        assert wanted in every, wanted
    released = " ".join(text.split(":")[1] for text in texts if text.startswith("histogram"))
    assert {*re.findall("[a-z]+", released)} >= {*OF_HISTOGRAM}


def test_texts_with_a_word_lost_doubled_or_exchanged_are_read_or_refused():
    """A refusal is a sentence, of the parser with a column inside the text."""
    random, found = Random(42), []
    for _ in range(1500):
        words = text_of(random)[0].split(" ")
        place, other = random.randrange(len(words)), random.randrange(len(words))
        match random.choice(("lose", "double", "exchange", "other")):
            case "lose":
                del words[place]
            case "double":
                words.insert(place, words[place])
            case "exchange":
                words[place], words[other] = words[other], words[place]
            case "other":
                words[place] = random.choice(
                    ("?", "PML(e)", "|X| = 3;", "x", "least", "prior", "(")
                )
        text = " ".join(words)
        try:
            statement = from_text(text)
        except StatementError as error:
            found.append((text, error))
        else:
            assert statement.text == str(parse(text))
    for text, error in found:
        assert " " in str(error)
        if isinstance(error, ParseError):
            assert 1 <= error.column <= len(text) + 1
            assert str(error).endswith((".", "?"))
    assert len(found) > 500


@pytest.mark.parametrize(
    ("text", "column", "complaint"),
    [
        ("cost S = 1 at x of middle lift: 1 <= 2", 20, "expected 'least' or 'most'"),
        ("cost S = 1 at y: 1 <= 2", 15, "found 'y'"),
        ("priors P, Q; mixture M = 1/3 P + 1/3 Q: 1 <= 2", 32, r"write mixture M = 1/3 P \+ 2/3 Q"),
        ("cost C; prior P: 1 <= 2", 1, "`cost C` and `prior P` cannot stand"),
        ("prior P; histogram: 1 <= 2", 1, "`prior P` and `histogram N records, k bins` cannot"),
        ("histogram; given z: 1 <= 2", 1, "cannot stand in one statement"),
        ("cost C; gain C: 1 <= 2", 1, "C is bound twice"),
        ("given z; given z: 1 <= 2", 1, "given z is bound twice"),
        ("prior X uniform: 1 <= 2", 9, "found 'uniform'"),
        ("prior uniform P: 1 <= 2", 15, "found 'P'"),
        ("prior P; prior uniform: 1 <= 2", 1, "`prior P` and `prior uniform` cannot stand"),
        ("cost C; |X| = 3: cost(C) <= e", 1, r"`cost C` and `\|X\| = 3` cannot stand"),
        ("prior P; |X| = 3: pmc_P <= 1", 1, r"`prior P` and `\|X\| = 3` cannot stand"),
        ("histogram; |X| = 3: leak <= 1", 1, r"and `\|X\| = 3` cannot stand"),
        ("cost C: ? <= 1", 9, "a hole stands in the place of a guarantee's level"),
        ("cost P: 1 <= 2", 1, "has to be a capital other than E, P, U, X, Y and Z"),
    ],
)
def test_what_the_parser_refuses(text, column, complaint):
    with pytest.raises(ParseError, match=complaint) as refused:
        from_text(text)
    assert refused.value.column == column


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cost(C) <= 1", r"cost\(C\) needs a binder, such as cost C:"),
        ("cost D: cost(C) <= 1", r"cost\(C\) needs a binder"),
        ("cost C: least_after(D) <= 1", r"least_after\(D\) needs a binder"),
        ("prior P: pmc_Q <= 1", "pmc_Q is of no prior that is bound"),
        ("prior P: cost(P) <= 1", r"cost\(P\) is about a channel"),
        ("mixture M = 1/2 P + 1/2 Q; priors P, Q: 1 <= 2", "needs the binder of P before it"),
        ("prior P; product B = P x Q; prior Q: 1 <= 2", "needs the binder of Q before it"),
        *(
            (f"{front}: {clause}", "has to be made of conditions, and of nothing else")
            for front in ("cost C", "prior P", "histogram N records, k bins")
            for clause in ("PML(e)", "PML(?)", "PML(e) => 1 <= 2")
        ),
    ],
)
def test_what_is_refused_beyond_the_parser(text, complaint):
    with pytest.raises(StatementError, match=complaint):
        from_text(text)


@pytest.mark.parametrize(
    "word",
    ["cost", "gain", "guess", "guesswork", "given", "priors", "mixture", "product", "histogram"],
)
def test_words_that_begin_binders_are_names_of_parameters(word):
    assert parse(f"{word} <= 3").parameters == (word,)
    assert from_text(f"{word} <= 3").text == f"{word} <= 3"
    assert from_text(f"cost C: cost(C) <= {word}").parameters == (word,)
