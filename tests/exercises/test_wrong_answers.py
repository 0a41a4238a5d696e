"""Typical wrong answers are refused, at every run, in words that say what is wrong."""

import itertools
import math
import warnings
from fractions import Fraction as F

import pytest

import pmlsym as ps
from pmlsym.exercises import (
    NotRight,
    composition,
    conversions,
    design,
    histogram_bound,
    lift_and_pml,
    refutation,
)
from pmlsym.exercises.instances import channels
from tests.exercises.refusals import refused, solved

HALF = F(1, 2)


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


def test_half_of_the_information_is_not_all():
    best = solved(6)["mechanism"]

    def weaker(prior, level):
        return [
            [F(9, 10) * entry + F(1, 10) * p for entry, p in zip(row, prior, strict=True)]
            for row in best(prior, level)
        ]

    design.useful(weaker, HALF)
    with refused("of what is possible"):
        design.useful(weaker, F(1))


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


def test_the_formulas_are_those_of_the_library():
    """`FIVE` and `SEVEN` are written here from the text; the README has their values."""
    published = refutation.PUBLISHED, F(1, 4), F(1, 3)
    assert (FIVE(*published), SEVEN(*published)) == (F(81, 23), F(27, 7))
    assert max(workload_lifts(published[0], [F(1, 4), HALF, F(1, 4)], F(1, 3), [0, 0])) == F(27, 7)
    refutation.published(FIVE)
    refutation.safe(SEVEN)
    refutation.repaired(SEVEN)
