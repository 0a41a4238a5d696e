"""Maximal leakage of several channels: what is proved holds on laws that are drawn at random."""

from fractions import Fraction as F
from itertools import product
from math import exp, log
from random import Random

import pytest

from pmlsym.proof.goal import NotProved
from pmlsym.proof.review import proves
from pmlsym.statements import models, parse, read
from pmlsym.statements.reductions import NotReducible, prove_case, reduce

ML, MCL, MI = "maximal_leakage", "maximal_cost_leakage", "mutual_information"
# processing, coarser outcomes, two releases, and the worst outcome: each with a false neighbour
PROVED = {
    "X - Y - Z: L(X->Z) <= L(X->Y)": "X - Y - Z: L(X->Y) <= L(X->Z)",
    "X - Y - Z: L(X->Z) <= L(Y->Z)": "X - Y - Z: L(Y->Z) <= L(X->Z)",
    "X - Y - Z: L(Z->X) <= min(L(Z->Y), L(Y->X))": "X - Z - Y: L(Z->X) <= L(Z->Y)",
    "L(X->Y) <= L(X->Y,Z)": "L(X->Y,Z) <= L(X->Y)",
    "Y - X - Z: L(X->Y,Z) <= L(X->Y) + L(X->Z)": "L(X->Y,Z) <= L(X->Y) + L(X->Z)",
    "X - Y - Z: W(a) of X->Y => L(X->Z) <= a": "X - Y - Z: W(a) of X->Y => L(X->Z) < a",
    "X - Y - Z: L(X->Z) <= w(X->Y)": "X - Z - Y: L(X->Z) <= w(X->Y)",
    "X - Y - Z: L(X->Y) <= 0 => L(X->Z) = 0": "X - Y - Z: L(X->Z) <= 0 => L(X->Y) = 0",
    "L(X->Y,Z) >= 0": "L(X->Y,Z) > 0",
}
OF_INFORMATION = {
    "X - Y - Z: I(X;Z) <= I(X;Y)": "X - Y - Z: I(X;Y) <= I(X;Z)",
    "X - Y - Z: I(X;Z) <= min(I(Y;Z), I(Y;X))": "Y - X - Z: I(X;Z) <= I(Y;Z)",
    "I(Z;X) <= I(X;Y,Z)": "I(X;Y,Z) <= I(X;Z)",
    "Y - X - Z: I(X;Y,Z) <= I(X;Y) + I(X;Z)": "I(X;Y,Z) <= I(X;Y) + I(X;Z)",
    "I(X;Y,Z) <= L(X->Y,Z)": "L(X->Y,Z) <= I(X;Y,Z)",
    "X - Y - Z: I(X;Y) <= min(L(Y->X), L(X->Y))": "X - Y - Z: I(X;Y) <= L(X->Z)",
    "X - Y - Z: W(a) of X->Y => I(X;Z) <= a": "X - Y - Z: W(a) of X->Z => I(X;Y) <= a",
    "I(X;Z) = I(Z;X)": "I(X;Z) = I(Y;X)",
}
CASES = [(short, kind) for kind in (ML, MCL) for short in PROVED]
CASES += [(short, MI) for short in OF_INFORMATION]
KINDS = {
    ML: {"L": ML, "W": "PML", "w": "pml"},
    MCL: {"L": MCL, "W": "PMC", "w": "pmc"},
    MI: {"I": MI, "L": ML, "W": "PML"},
}


def written(short, kind):
    words = KINDS[kind]
    text = "".join(words.get(letter, letter) for letter in short.replace("X", "\0"))
    return text.replace("\0", "X")


def neighbour(short):
    return PROVED.get(short) or OF_INFORMATION[short]


def joint(random, chain):
    """Draw a law of (x, y, z), which is a chain if one is given."""

    def law(size):
        parts = [random.choice((0, 1, 1, 2, 5)) for _ in range(size)]
        parts[random.randrange(size)] += 1
        return [F(part, sum(parts)) for part in parts]

    sizes = {name: random.choice((2, 3)) for name in "XYZ"}
    places = list(product(*(range(sizes[name]) for name in "XYZ")))
    if not chain:
        return dict(zip(places, law(len(places)), strict=True))
    a, b, c = chain
    first, second = ({v: law(sizes[end]) for v in range(sizes[b])} for end in (a, c))
    middle = law(sizes[b])
    found = {}
    for place in places:
        at = dict(zip("XYZ", place, strict=True))
        found[place] = middle[at[b]] * first[at[b]][at[a]] * second[at[b]][at[c]]
    return found


def leakage(law, kind, secret, observed):
    """Return exp of a measure, from its definition: a mean of the largest (or smallest) lift."""

    def marginal(names):
        found = {}
        for at, mass in law.items():
            key = tuple(at["XYZ".index(name)] for name in names)
            found[key] = found.get(key, F(0)) + mass
        return {key: mass for key, mass in found.items() if mass}

    of_secret, of_outcome = marginal(secret), marginal(observed)
    both = marginal((secret, *observed))
    lifts = {
        y: [both.get((*x, *y), F(0)) / (of_secret[x] * of_outcome[y]) for x in of_secret]
        for y in of_outcome
    }
    if kind == MI:
        chances = [(of_secret[at[:1]] * of_outcome[at[1:]], mass) for at, mass in both.items()]
        return exp(sum(float(mass) * log(mass / apart) for apart, mass in chances))
    if kind == ML:
        return sum(of_outcome[y] * max(lifts[y]) for y in lifts)
    return sum(of_outcome[y] * min(lifts[y]) for y in lifts)


@pytest.mark.parametrize(("short", "kind"), CASES)
def test_what_follows_is_proved_and_its_neighbour_is_not(short, kind):
    reduction = reduce(parse(written(short, kind)))
    assert [theorem.name for theorem in reduction.theorems] == ["overall"]
    for case in reduction.cases:
        assert case.alphabet is None
        assert not case.complete
        step = prove_case(case.goal)
        assert step.theorem.certified
        assert proves(step, case.goal)
    goals = [case.goal for case in reduce(parse(written(neighbour(short), kind))).cases]
    with pytest.raises(NotProved):
        list(map(prove_case, goals))


FACTS = [  # structure, the smaller leakage, and whose sum it is at most
    ("XYZ", "X>Z", ["X>Y"]),
    ("XYZ", "X>Z", ["Y>Z"]),
    ("XYZ", "Z>X", ["Z>Y"]),
    ("XYZ", "Z>X", ["Y>X"]),
    ("", "X>Y", ["X>YZ"]),
    ("", "Z>Y", ["Z>XY"]),
    ("YXZ", "X>YZ", ["X>Y", "X>Z"]),
    ("XZY", "Z>XY", ["Z>X", "Z>Y"]),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("chain", "smaller", "larger"), FACTS)
def test_the_comparisons_hold_on_every_law_that_is_drawn(chain, smaller, larger, kind):
    random, strict = Random(5), 0
    for _ in range(150):
        law = joint(random, chain)
        left = leakage(law, kind, *smaller.split(">"))
        right = F(1)
        for one in larger:
            right *= leakage(law, kind, *one.split(">"))
        if kind == MI:
            assert left <= right * (1 + 1e-12)
        else:
            assert left <= right if kind == ML else left >= right
        strict += abs(float(left - right)) > 1e-9
    assert strict > 20  # an equality would be no test of the direction


@pytest.mark.parametrize(("short", "kind"), CASES)
def test_false_neighbours_are_false(short, kind):
    """Some law violates each, so that nothing that is not proved is missed for a trifle."""
    statement = parse(written(neighbour(short), kind))
    drawn = zip(models(statement, seed=3), range(900), strict=False)
    assert any(read(statement, model).verdict == "fails" for model, _ in drawn)


def test_information_is_at_most_maximal_leakage_both_ways():
    random = Random(6)
    for _ in range(150):
        law = joint(random, "")
        bounds = [leakage(law, ML, "X", "Y"), leakage(law, ML, "Y", "X")]
        assert leakage(law, MI, "X", "Y") <= float(min(bounds)) * (1 + 1e-12)


def test_what_is_mixed_with_other_quantities_is_not_reduced():
    for text in (
        "X - Y - Z: maximal_leakage(X->Z) <= E[pml(X->y)]",
        "X - Y - Z: maximal_leakage(X->Z) <= log(1/pmin)",
        "X - Y - Z: maximal_leakage(X->Z) <= ldp(X->Y)",
    ):
        with pytest.raises(NotReducible, match="averages over outcomes"):
            reduce(parse(text))


def test_a_parameter_may_have_the_name_of_a_measure():
    text = "X - Y - Z: maximal_leakage(X->Z) <= L_X_Z => maximal_leakage(X->Y) <= L_X_Z"
    goals = [case.goal for case in reduce(parse(text)).cases]
    with pytest.raises(NotProved):
        list(map(prove_case, goals))
