"""Typical wrong answers are refused, at every run, in words that say what is wrong."""

import itertools
import json
import math
import warnings
from contextlib import contextmanager
from fractions import Fraction as F
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.exercises import (
    NotRight,
    composition,
    conjectures,
    conversions,
    design,
    flaw,
    histogram_bound,
    lift_and_pml,
    refutation,
    repairs,
)
from pmlsym.exercises.instances import channels

SOURCE = Path(__file__).parents[2] / "notebooks" / "exercises" / "source"
HALF = F(1, 2)


@contextmanager
def refused(words):
    """Expect a check to say these words."""
    with pytest.raises(NotRight) as said:
        yield
    assert words in " ".join(str(said.value).split())


@pytest.fixture(scope="module")
def solved():
    """Return what the reference solution of an assignment defines."""

    def names(folder):
        (path,) = SOURCE.glob(f"{folder}-*/*.ipynb")
        space = {}
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text = "".join(cell["source"]).replace(
                "ps.conjecture", "str"
            )  # an example of the prover
            if cell["cell_type"] == "code" and "check." not in text:
                exec(compile(text, cell["id"], "exec"), space)
        return space

    return names


def lifts(prior, kernel):
    columns = list(zip(*kernel, strict=True))
    totals = [sum(p * c for p, c in zip(prior, column, strict=True)) for column in columns]
    return [[e / t if t else F(1) for e, t in zip(row, totals, strict=True)] for row in kernel]


def posterior(prior, kernel):
    return [[p * v for v in row] for p, row in zip(prior, lifts(prior, kernel), strict=True)]


def pml(prior, kernel):
    return [math.log(max(column)) for column in zip(*lifts(prior, kernel), strict=True)]


LIFT_AND_PML = {
    "average without the prior": (
        lift_and_pml.marginal,
        lambda prior, kernel: [sum(c) / len(prior) for c in zip(*kernel, strict=True)],
        "probability of outcome 0 is not",
    ),
    "posterior for lift": (lift_and_pml.lift, posterior, "mean"),
    "no convention for zero": (
        lift_and_pml.lift,
        lambda prior, kernel: [
            [
                e / sum(p * r[y] for p, r in zip(prior, kernel, strict=True))
                for y, e in enumerate(row)
            ]
            for row in kernel
        ],
        "ZeroDivisionError",
    ),
    "bits": (
        lift_and_pml.pml,
        lambda prior, kernel: [v / math.log(2) for v in pml(prior, kernel)],
        "you have bits",
    ),
    "no logarithm": (
        lift_and_pml.pml,
        lambda prior, kernel: [math.exp(v) for v in pml(prior, kernel)],
        "a logarithm is missing",
    ),
    "the posterior's largest": (
        lift_and_pml.pml,
        lambda prior, kernel: [
            math.log(max(c)) for c in zip(*posterior(prior, kernel), strict=True)
        ],
        "rises by more than that",
    ),
    "PML for PMC": (lift_and_pml.pmc, pml, "nats, but"),
    "the library's, later": (
        lift_and_pml.pml,
        lambda prior, kernel: (ps.pml(ps.Channel(kernel, prior))[y] for y in range(len(kernel[0]))),
        "asks the library",
    ),
    "the library's": (
        lift_and_pml.pml,
        lambda prior, kernel: list(ps.pml(ps.Channel(kernel, prior))),
        "asks the library",
    ),
    "one number": (lift_and_pml.pml, lambda prior, kernel: 0.5, "should be a list of 2"),
    "the example's numbers": (lift_and_pml.marginal, lambda prior, kernel: [0.5, 0.5], "outcome 0"),
    "gain of every guess": (
        lift_and_pml.best_gain,
        lambda prior, kernel, y: [[1] for _ in prior],
        "another table gets",
    ),
    "gain of the likeliest": (
        lift_and_pml.best_gain,
        lambda prior, kernel, y: [[int(p == max(prior))] for p in prior],
        "another table gets",
    ),
    "gain of the truth": (
        lift_and_pml.best_gain,
        lambda prior, kernel, y: [
            [int(x == w) for w in range(len(prior))] for x in range(len(prior))
        ],
        "another table gets",
    ),
}
HISTOGRAM = {
    "others forgotten": (
        histogram_bound.likelihoods,
        lambda others, outcome, q: [
            q ** sum(abs(y - (j == c)) for c, y in enumerate(outcome)) for j in range(len(outcome))
        ],
        "times as likely",
    ),
    "differential privacy": (
        histogram_bound.bound,
        lambda alpha, b: 2 / b,
        "a smaller one is true",
    ),
    "one bin": (
        histogram_bound.bound,
        lambda alpha, b: 1 / b - math.log(1 - alpha + alpha * math.exp(1 / b)),
        "leaks",
    ),
    "its relaxation": (
        histogram_bound.bound,
        lambda alpha, b: 2 * (1 - alpha) / (b + alpha),
        "a smaller one is true",
    ),
    "an even person": (
        histogram_bound.worst_release,
        lambda alpha, k, n: ([F(1, k)] * k, [[F(1, k)] * k] * (n - 1), [n] + [0] * (k - 1)),
        "another one of this size leaks",
    ),
    "below the floor": (
        histogram_bound.worst_release,
        lambda alpha, k, n: ([0] * (k - 1) + [1], [[F(1, k)] * k] * (n - 1), [n] + [0] * (k - 1)),
        "at least alpha",
    ),
    "the scale of DP": (
        histogram_bound.scale,
        lambda epsilon, alpha: 2 / epsilon,
        "a smaller scale",
    ),
}
CONVERSIONS = {
    "the same level": (conversions.pmc_of_pml, lambda epsilon, p_min: epsilon, "larger PMC"),
    "p for 1 - p": (
        conversions.pmc_of_pml,
        lambda epsilon, p_min: -math.log(max(1e-9, (1 - p_min * math.exp(epsilon)) / (1 - p_min))),
        "nats, but",
    ),
    "one that says nothing": (
        conversions.attaining,
        lambda prior, E: [[F(1, 3), F(2, 3)]] * len(prior),
        "has more",
    ),
    "one that says all": (
        conversions.attaining,
        lambda prior, E: [[int(x == y) for y in range(len(prior))] for x in range(len(prior))],
        "largest lift is",
    ),
    "one level for all": (
        conversions.one_way,
        lambda E: ([F(1, 4), F(3, 4)], [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]),
        "log(E)-P",
    ),
}
COMPOSITION = {
    "added": (
        composition.both,
        lambda first, second: [
            [(p + r) / 2 for p in one for r in other]
            for one, other in zip(first, second, strict=True)
        ],
        "sums to 2",
    ),
    "z first": (
        composition.both,
        lambda first, second: [
            [p * r for r in other for p in one] for one, other in zip(first, second, strict=True)
        ],
        "of the second, given secret",
    ),
    "the old prior": (
        composition.pml_after,
        lambda prior, first, second, y: pml(prior, second),
        "the second leaks",
    ),
}
DESIGN = {
    "below but not at the level": (
        design.keeps,
        lambda prior, kernel, E: max(map(max, lifts(prior, kernel))) < E,
        "but the mechanism is log(E)-PML",
    ),
    "always": (design.keeps, lambda prior, kernel, E: True, "is not log(E)-PML"),
    "of LDP": (
        design.response,
        lambda n, E: [[(E if x == y else 1) / (E + n - 1) for y in range(n)] for x in range(n)],
        "more often",
    ),
    "silent": (design.private, lambda prior, E: [[1]] * len(prior), "says nothing"),
    "the truth": (
        design.private,
        lambda prior, E: [[int(x == y) for y in range(len(prior))] for x in range(len(prior))],
        "not log(E)-PML",
    ),
}


def workload_lifts(W, prior, q, y):
    density = [
        q ** sum(abs(a - b) for a, b in zip(y, w, strict=True)) for w in zip(*W, strict=True)
    ]
    mean = sum(p * f for p, f in zip(prior, density, strict=True))
    return [f / mean for f in density]


def bound_over(exponent, rest):
    """Return a bound on lifts by exponents of two columns, and by where the rest goes."""

    def bound(W, alpha, q):
        columns, found = list(zip(*W, strict=True)), []
        for r in columns:
            for signs in itertools.product((-1, 1), repeat=len(W)):
                falls = [q ** exponent(w, r, signs) for w in columns]
                found.append(1 / (alpha * sum(falls) + (1 - len(columns) * alpha) * rest(falls)))
        return max(found)

    return bound


def signed(w, r, signs):
    return sum(s * (a - b) for s, a, b in zip(signs, w, r, strict=True))


def far(w, r, signs):
    return sum(abs(a - b) for a, b in zip(w, r, strict=True))


def same(w, r, signs):
    return signed(w, r, [signs[0]] * len(signs))


FIVE = bound_over(signed, min)
SEVEN = bound_over(far, min)
REFUTATION = {
    "the uniform prior": (
        refutation.lifts,
        lambda W, prior, q, y: workload_lifts(W, [F(1, len(prior))] * len(prior), q, y),
        "have mean 1",
    ),
    "the density": (
        refutation.lifts,
        lambda W, prior, q, y: [
            q ** sum(abs(a - b) for a, b in zip(y, w, strict=True)) for w in zip(*W, strict=True)
        ],
        "The lift of class 0 is not",
    ),
    "rows for columns": (
        refutation.lifts,
        lambda W, prior, q, y: [q ** sum(map(abs, W[0]))] * len(prior),
        "have mean 1",
    ),
    "the repair for what was published": (refutation.published, SEVEN, "gives a smaller number"),
    "no rest": (
        refutation.published,
        bound_over(signed, lambda falls: 0),
        "You say",
    ),
    "the largest for the smallest": (refutation.published, bound_over(signed, max), "a larger"),
    "A and B": (refutation.safe, FIVE, "but at this outcome"),
    "D": (refutation.safe, bound_over(same, min), "but at this outcome"),
    "what is always so": (refutation.safe, lambda W, alpha, q: 1 / alpha, "none can be above"),
    "no floor": (refutation.repaired, lambda W, alpha, q: 1 / alpha - F(1, 10**9), "a smaller"),
}
EVERY = {
    f"{room}: {name}": case
    for room, cases in {
        "1": LIFT_AND_PML,
        "2": HISTOGRAM,
        "4": CONVERSIONS,
        "5": COMPOSITION,
        "6": DESIGN,
        "8": REFUTATION,
    }.items()
    for name, case in cases.items()
}


@pytest.mark.parametrize("name", EVERY)
def test_a_wrong_function_is_refused_with_the_reason(name):
    check, wrong, words = EVERY[name]
    with refused(words):
        check(wrong)


def nothing_yet(*_):
    """What the student version defines."""


@pytest.mark.parametrize("name", EVERY)
def test_what_is_not_written_yet_is_said_to_be_so(name):
    with refused("still to be written"):
        EVERY[name][0](nothing_yet)


def test_an_instance_can_be_pasted():
    """A message's lines are Python: they define what the check was called with."""
    with pytest.raises(NotRight) as said:
        lift_and_pml.marginal(lambda prior, kernel: [1] + [0] * (len(kernel[0]) - 1))
    lines = str(said.value).split("cell):\n")[1]
    space = {"F": F}
    exec("\n".join(line.strip() for line in lines.splitlines()), space)
    assert sum(space["prior"]) == 1
    assert len(space["kernel"]) == len(space["prior"]) == 2  # the smallest that are tried


def test_half_of_the_information_is_not_all(solved):
    best = solved(6)["mechanism"]

    def weaker(prior, level):
        return [
            [F(9, 10) * entry + F(1, 10) * p for entry, p in zip(row, prior, strict=True)]
            for row in best(prior, level)
        ]

    design.useful(weaker, HALF)
    with refused("of what is possible"):
        design.useful(weaker, F(1))


def test_a_flaw_needs_the_right_step_and_a_counterexample(solved):
    given = solved(3)
    good = given["prior"], given["kernel"], given["E"]
    for step in (1, 2, 3, 4):
        with refused("is true on your instance"):
            flaw.first_proof(step, *good)
    with refused("puts together"):
        flaw.first_proof(6, *good)
    with refused("no counterexample"):
        flaw.first_proof(5, [HALF, HALF], [[1], [1]], F(6, 5))
    with refused("not log"):
        flaw.first_proof(5, *good[:2], F(101, 100))
    with refused("still to be given"):
        flaw.first_proof(5, None, None, None)
    query = given["w"], given["class_prior"], given["q"]
    for step in (1, 2, 3):
        with refused("is true on your instance"):
            flaw.second_proof(step, *query, 1)
    with refused("claim is true"):
        flaw.second_proof(4, [0, 1, 2], [F(1, 3)] * 3, F(1, 4), 1)
    with refused("three different"):
        flaw.second_proof(4, [0, 0, 1], *query[1:], 1)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("check", "typed", "words"),
    [
        (flaw.repair, "", "still to be typed"),
        (flaw.repair, "PML(e) => PMC(", "cannot be read"),
        (flaw.repair, "PMC(e) => PMC(e)", "should have the form"),
        (flaw.repair, "PML(e) => PMC(e)", "is false"),
        (flaw.repair, "PML(e) => PMC(?)", "has a hole"),
        (
            flaw.repair_is_best,
            "PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin)))) where exp(e)*(1 - pmin) < 1, n > 20",
            "leaves out too much",
        ),
        (conversions.pmc_of_ldp, "LDP(e) => PMC(e/2)", "is false"),
        (conversions.pmc_of_ldp_is_best, "LDP(e) => PMC(e)", "a smaller level follows"),
        (
            composition.adding_up,
            "Y - X - Z: PML(a) of X->Y and PML(b) of X->Z => PML(a + b) of X->Y,Z",
            "is false",
        ),
        (composition.adding_up, "LDP(a) => LDP(a)", "should have the form"),
        (composition.chain, "pmc(X->y,z) <= pmc(X->y) + pmc(X->z)", "is false"),
        (composition.chain, "pmc(X->y,z) <= pmc(X->y,z) + pmc(X->y)", "should have the form"),
        (conjectures.false_one, "PML(a) and PMC(b) => LDP(a + b)", "but it should be refuted"),
        (conjectures.false_one, "PML(e) => PMC(e)", "stands in a notebook"),
        (conjectures.false_one, "PML(loss) => PMC(loss)", "stands in a notebook"),
        (conjectures.tempting, "PMC(e) => PML(e/9)", "nobody would be tempted"),
        (conjectures.true_one, "PML(a) and PMC(b) => LDP(a)", "is false"),
        (conjectures.true_one, "PML(a) and PMC(b) => PML(a)", "concludes what it assumes"),
        (conjectures.true_one, "PMC(e) => pml(X->y) <= log(1/pmin)", "does not use"),
        (
            conjectures.true_one,
            "PML(e) => PMC(e) where e < 0",
            "no mechanism",  # "that was tried" where the time did not suffice for a proof
        ),
        (repairs.theorem, "", "still to be typed"),
        (repairs.theorem, "LIP(e) => LDP(2*e)", "but it should be refuted"),
        (repairs.theorem, "PML(e) => PMC(e)", "stands in a notebook"),
        (repairs.theorem, "LIP(e) => mutual_information(X;Y) <= e/9", "should have the form"),
        (repairs.theorem, "LDP(1)", "should have the form"),
    ],
)
def test_a_wrong_statement_is_refused_with_the_reason(check, typed, words):
    with refused(words):
        check(typed)


def test_a_true_statement_that_is_too_weak_has_the_first_points_only():
    conversions.pmc_of_ldp("LDP(e) => PMC(e)")


def test_a_counterexample_is_read_from_the_definitions(solved):
    given = solved(7)
    claim, levels = given["false_one"], given["levels"]
    with refused("hypotheses are not met"):
        conjectures.counterexample(claim, given["prior"], [[1, 0], [0, 1]], levels)
    with refused("is true of your mechanism"):
        conjectures.counterexample(claim, given["prior"], [[1], [1]], levels)
    with refused("says nothing of a, b"):
        conjectures.counterexample(claim, given["prior"], given["kernel"], None)
    with refused("keep the hypotheses"):
        conjectures.mended(claim, "LDP(e) => PMC(log(pmin + (1 - pmin)*exp(e)))")


def test_leaking_as_much_as_the_sum_is_not_more():
    kernel = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    with refused("not more than their product"):
        composition.more_than_the_sum([HALF, HALF], kernel, kernel)
    with refused("positive"):
        composition.more_than_the_sum([HALF, HALF], [[1, 0], [0, 1]], kernel)


def test_the_same_pmc_everywhere_wants_another_pml():
    third = F(1, 3)
    with refused("same at all outcomes too"):
        lift_and_pml.same_pmc([HALF, HALF], [[third, 1 - third], [1 - third, third]])
    with refused("Outcome 1 rules a secret out"):
        lift_and_pml.same_pmc([HALF, HALF], [[1, 0], [HALF, HALF]])
    # what exercise 3 of notebook 01 asks for, with its solution
    with refused("PMC is not the same at all outcomes: 0.1335, 0.6931"):
        lift_and_pml.same_pmc([third] * 3, [[F(5, 6), F(1, 6)], *[[F(7, 12), F(5, 12)]] * 2])
    with refused("exactly"):
        lift_and_pml.same_pmc([0.5, 0.5], [[1, 0], [0, 1]])


def test_a_channel_is_called_what_the_student_calls_it():
    """Beside `own_prior` a notebook has a `prior`, with which nothing is wrong."""
    with refused("own_prior is still to be given"):
        lift_and_pml.same_pmc(None, None)
    with refused("own_kernel[1] sums to 5/6"):
        lift_and_pml.same_pmc([HALF, HALF], [[1, 0], [HALF, F(1, 3)]])
    with refused("own_prior has 2 entries, but own_kernel has 1 rows"):
        lift_and_pml.same_pmc([HALF, HALF], [[1, 0]])


def test_the_line_that_is_shown_is_one_of_the_students():
    """Fractions divide, and raise, at a line of fractions.py."""

    def divides(prior, kernel):
        return [[entry / F(0) for entry in row] for row in kernel]

    with refused("at the line `return [[entry / F(0) for entry in row] for row in kernel]`"):
        lift_and_pml.lift(divides)


def test_a_leakage_with_the_wrong_sign_is_said_to_have_it():
    with refused("The sign is wrong"):
        lift_and_pml.pml(lambda *given: [-level for level in pml(*given)])


def test_an_answer_cannot_change_the_instance_for_the_check():
    def erases(prior, kernel):
        prior[:] = [1]
        return [1]

    with refused("should be a list of 2"):
        lift_and_pml.marginal(erases)


def test_instances_are_fresh_and_the_small_ones_come_first():
    assert list(channels()) != list(channels())
    sizes = [len(prior) * len(kernel[0]) for prior, kernel in channels()]
    assert sizes == sorted(sizes)
    drawn = list(channels())
    assert any(not any(row[y] for row in k) for _, k in drawn for y in range(len(k[0])))
    assert sum(len(set(prior)) > 1 for prior, _ in drawn) > len(drawn) / 2


def test_a_warning_of_an_answer_is_not_shown(capfd):
    """nbgrader gives no points to a cell that writes to standard error."""

    def warns(prior, kernel):
        warnings.warn("slow", stacklevel=1)
        columns = zip(*kernel, strict=True)
        return [sum(p * c for p, c in zip(prior, column, strict=True)) for column in columns]

    lift_and_pml.marginal(warns)
    assert capfd.readouterr().err == ""


class Own:
    """A class of a student's."""

    def __init__(self, prior):
        self.prior = prior


def of_the_library(prior, kernel):
    return ps.Channel()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda prior, kernel: ps.Channel(kernel, prior).marginal, "asks the library, at the line"),
        (of_the_library, "argument: 'kernel', at the line `return ps.Channel()`."),
        (lambda prior, kernel: Own(), "TypeError: the constructor missing 1 required"),
        (lambda prior, kernel: (lambda one: one)(), "TypeError: the lambda missing 1"),
        (lambda prior, kernel: float(ps.Channel), "TypeError: float() argument must be"),
        (
            lambda prior, kernel: [object(), 1],
            "should be a number, but is an object of type object",
        ),
        (lambda prior, kernel: Own, "one for each outcome, but is Own."),
        (
            lambda prior, kernel: [Own(1), len],
            "[0] should be a number, but is an object of",
        ),
        (lambda prior, kernel: [][ps.PML], "TypeError: list indices must be integers"),
        (lambda prior, kernel: ps.nothing, "AttributeError: module 'pmlsym' has no attribute"),
        (lambda prior, kernel: {}[Own(1)], "ends in KeyError, at the line"),
    ],
)
def test_a_message_speaks_of_the_students_code_alone(answer, words, messages):
    """What else no message may name is looked for in conftest.py, after every test."""
    with refused(words):
        lift_and_pml.marginal(answer)
    assert len(messages) == 1


LIP_LDP = "LIP(e) => LDP(3*e/2)"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("check", "typed", "words"),
    [
        (repairs.larger_level, "LIP(e) => LDP(5*e/3)", "is false"),
        (repairs.larger_level, "LIP(e) => LIP(2*e)", "the guarantee of theorem"),
        (repairs.larger_level, "LIP(e) => PML(2*e)", "the guarantee of theorem"),
        (repairs.larger_level, LIP_LDP, "with another level"),
        (repairs.larger_level, "LDP(e) => LDP(2*e)", "the hypotheses of theorem"),
        (repairs.larger_level, "LIP(e) and LDP(e) => LDP(2*e)", "the hypotheses of theorem"),
        (repairs.larger_level, "LIP(e) => LDP(2*e) where e < 0", "no mechanism meets"),
        (repairs.larger_level, "LIP(e) => LDP(2*e) where e = 0", "say nothing"),
        (repairs.more_assumed, LIP_LDP, "at least one more"),
        (repairs.more_assumed, "LIP(e) and PML(e/2) => LDP(2*e)", "the conclusion of theorem"),
        (repairs.more_assumed, "PML(e/2) and PMC(e/2) => LDP(3*e/2)", "all hypotheses of theorem"),
        (repairs.more_assumed, "LIP(e) and LDP(e) => LDP(3*e/2)", "concludes what it assumes"),
        (repairs.more_assumed, "LIP(e) and n < 2 => LDP(3*e/2)", "no mechanism meets"),
        (repairs.more_assumed, "LIP(e) and PML(0) => LDP(3*e/2)", "say nothing"),
        (repairs.more_assumed, "LIP(e) => LDP(3*e/2) where e = 0", "say nothing"),
        (repairs.more_assumed, "LIP(e) and n >= 2 => LDP(3*e/2)", "is false"),
    ],
)
def test_a_repair_that_is_none_is_refused_with_the_reason(check, typed, words):
    with refused(words):
        check(LIP_LDP, typed)


@pytest.mark.parametrize(
    ("check", "typed"),
    [
        (repairs.larger_level, "LIP(e) => LDP(2*e)"),
        (repairs.more_assumed, "LIP(e) and PML(e/2) => LDP(3*e/2)"),
    ],
)
def test_a_repair_that_is_one_is_accepted(check, typed):
    check(LIP_LDP, typed)


def test_both_sides_are_computed_on_the_students_mechanism(solved):
    given = solved(9)
    at = [given[name] for name in ("theorem", "prior", "kernel", "levels")]
    repairs.sides(*at, given["leakage"], given["level"])
    with refused("leakage should be the LDP of the worst outcome"):
        repairs.sides(*at, math.log(2), given["level"])
    with refused("level should be the level that is claimed"):
        repairs.sides(*at, given["leakage"], math.log(2))
    with refused("leakage is still to be given"):
        repairs.sides(*at, None, None)
    with refused("theorem is true of your mechanism"):
        repairs.counterexample(*at[:2], [[1], [1]], at[3])
    with refused("hypotheses are not met"):
        repairs.counterexample(*at[:3], {"e": "log(3/2)"})


def test_a_counterexample_of_ones_own_is_another_one(solved):
    given = solved(8)
    mine = [given[f"own_{name}"] for name in ("W", "prior", "alpha", "q", "y")]
    both = given["lift"], given["five_there"]
    assert both == (F(12, 5), F(24, 11))
    refutation.counterexample(*mine, *both)
    ledger = [[5, 2, 5], [1, 0, -1]], [F(1, 4), F(1, 4), F(1, 2)], F(1, 4), F(1, 3), [2, 0]
    for workload in (ledger[0], [[0, 3, 3], [0, 1, -1]], [[1, 0, -1], [-3, 0, -3]]):
        with refused("is that of the ledger"):
            refutation.counterexample(workload, *ledger[1:], *both)
    with refused("lift is not 2"):
        refutation.counterexample(*mine, 2, both[1])
    with refused("five_there is not 12/5"):
        refutation.counterexample(*mine, both[0], F(12, 5))
    with refused("the bound holds"):
        refutation.counterexample(*mine[:4], [2, 0], *both)
    with refused("own_W is still to be given"):
        refutation.counterexample(*[None] * 7)
    with refused("at least own_alpha"):
        refutation.counterexample(mine[0], mine[1], HALF, *mine[3:], *both)
    with refused("whole numbers"):
        refutation.counterexample([[0, 2, HALF], [0, 1, -1]], *mine[1:], *both)
    with refused("an entry for each query"):
        refutation.counterexample(*mine[:4], [0], *both)


def test_the_formulas_are_those_of_the_library():
    """`FIVE` and `SEVEN` are written here from the text; the README has their values."""
    published = refutation.PUBLISHED, F(1, 4), F(1, 3)
    assert (FIVE(*published), SEVEN(*published)) == (F(81, 23), F(27, 7))
    assert max(workload_lifts(published[0], [F(1, 4), HALF, F(1, 4)], F(1, 3), [0, 0])) == F(27, 7)
    refutation.published(FIVE)
    refutation.safe(SEVEN)
    refutation.repaired(SEVEN)
