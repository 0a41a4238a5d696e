"""Partial credit: right but for the edge cases gets the first points of a task alone."""

import json
import math
from fractions import Fraction as F
from pathlib import Path

import pytest

from pmlsym.exercises import (
    NotRight,
    composition,
    conversions,
    design,
    flaw,
    histogram_bound,
    lift_and_pml,
)

SOURCE = Path(__file__).parents[2] / "notebooks" / "exercises" / "source"


def outcomes(prior, kernel):
    """Yield the columns of a kernel with their probabilities."""
    for column in zip(*kernel, strict=True):
        yield column, sum(p * c for p, c in zip(prior, column, strict=True))


def divides(prior, kernel):
    """Return the lifts, as somebody computes them who forgets P(y) = 0."""
    columns = [[c / total for c in column] for column, total in outcomes(prior, kernel)]
    return [list(row) for row in zip(*columns, strict=True)]


def log_of_largest(prior, kernel):
    return [math.log(max(column)) for column in zip(*divides(prior, kernel), strict=True)]


def log_of_smallest(prior, kernel):
    return [-math.log(min(column)) for column in zip(*divides(prior, kernel), strict=True)]


def of_the_rows(prior, kernel, y):
    """Return gains by the largest ratio to the smallest entry, which must not be zero."""
    least = min(row[y] for row in kernel)
    ratios = [row[y] / least for row in kernel]
    return [[int(ratio == max(ratios))] for ratio in ratios]


def forgets_the_others(others, outcome, q):
    return [q ** sum(abs(y - (j == c)) for c, y in enumerate(outcome)) for j in range(len(outcome))]


def one_person(alpha, k, n):
    return [alpha, *[(1 - alpha) / (k - 1)] * (k - 1)], [], [1] + [0] * (k - 1)


def always_noise(epsilon, alpha):
    return 2 / math.log((1 - alpha) / (math.exp(-epsilon) - alpha))


def always_finite(epsilon, p_min):
    return -math.log((1 - (1 - p_min) * math.exp(epsilon)) / p_min)


def of_two(prior, E):
    p = min(prior)
    lifts = [(1 - (1 - p) * E) / p if one == p else E for one in prior]
    t = (E - 1) / (E - min(lifts))
    return [[t * v, 1 - t * v] for v in lifts[:2]]


def one_prior(E):
    p = F(1, 4)
    high = (1 - (1 - p) / E) / p
    t = (1 - 1 / E) / high
    return [p, 1 - p], [[t * high, 1 - t * high], [t / E, 1 - t / E]]


def z_first(first, second):
    return [[p * r for r in other for p in one] for one, other in zip(first, second, strict=True)]


def after(prior, first, second, y):
    belief = [p * row[y] for p, row in zip(prior, first, strict=True)]
    return log_of_largest([one / sum(belief) for one in belief], second)


def by_floats(prior, kernel, E):
    return all(max(column) < E * total for column, total in outcomes(prior, kernel))


def timid(n, E):
    truth = (E + 1) / 2 / n
    return [[truth if x == y else (1 - truth) / (n - 1) for y in range(n)] for x in range(n)]


PARTS = {
    "lift": (lift_and_pml.lift, {"positive": True}, divides),
    "pml": (lift_and_pml.pml, {"positive": True}, log_of_largest),
    "pmc": (lift_and_pml.pmc, {"positive": True}, log_of_smallest),
    "best-gain": (lift_and_pml.best_gain, {"positive": True}, of_the_rows),
    "likelihoods": (histogram_bound.likelihoods, {"alone": True}, forgets_the_others),
    "bound": (histogram_bound.bound, {"smallest": False}, lambda alpha, b: 2 / b),
    "worst-release": (histogram_bound.worst_release, {"alone": True}, one_person),
    "scale": (histogram_bound.scale, {"noisy": True}, always_noise),
    "pmc-of-pml": (conversions.pmc_of_pml, {"finite": True}, always_finite),
    "attaining": (conversions.attaining, {"two": True}, of_two),
    "one-way": (conversions.one_way, {"low": True}, one_prior),
    "both": (composition.both, {"any_order": True}, z_first),
    "pml-after": (composition.pml_after, {"positive": True}, after),
    "keeps": (design.keeps, {"clearly": True}, by_floats),
    "response": (design.response, {"most": False}, timid),
}
BAD = {
    "bound": lambda alpha, b: 2 / b + 1,
    "both": lambda first, second: [[p * r for p in one for r in second[0]] for one in first],
    "response": lambda n, E: [[F(1, n)] * n for _ in range(n)],
    "keeps": lambda prior, kernel, E: True,
}


@pytest.mark.parametrize("name", PARTS)
def test_what_fails_at_the_edges_only_gets_a_part_of_the_points(name):
    check, ordinary, answer = PARTS[name]
    check(answer, **ordinary)
    with pytest.raises(NotRight):
        check(answer)


@pytest.mark.parametrize("name", PARTS)
def test_the_first_points_are_no_gift(name):
    check, ordinary, _ = PARTS[name]
    with pytest.raises(NotRight):
        check(BAD.get(name, lambda *_: 1), **ordinary)


def test_a_counterexample_counts_without_the_step():
    mechanism = [F(1, 4), F(3, 4)], [[F(1, 20), F(19, 20)], [F(3, 20), F(17, 20)]], F(6, 5)
    flaw.first_counterexample(*mechanism)
    with pytest.raises(NotRight, match="is true on your instance"):
        flaw.first_proof(4, *mechanism)
    with pytest.raises(NotRight, match="no counterexample"):
        flaw.first_counterexample([F(1, 2)] * 2, [[1], [1]], F(6, 5))
    query = [0, 1, 2], [F(2, 5), F(1, 5), F(2, 5)], F(1, 4), 1
    flaw.second_counterexample(*query)
    with pytest.raises(NotRight, match="is true on your instance"):
        flaw.second_proof(3, *query)
    with pytest.raises(NotRight, match="claim is true"):
        flaw.second_counterexample([0, 1, 2], [F(1, 3)] * 3, F(1, 4), 1)


def graded():
    """Return the text of every graded cell of code by its name."""
    found = {}
    for path in SOURCE.glob("*/*.ipynb"):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code" and cell["metadata"].get("nbgrader", {}).get("grade"):
                found[cell["id"]] = "".join(cell["source"])
    return found


def test_the_parts_are_what_the_notebooks_call():
    texts = graded()
    for name, (_, ordinary, _) in PARTS.items():
        ((option, value),) = ordinary.items()
        parts = [text for cell, text in texts.items() if cell.startswith(f"check-{name}-")]
        assert any(f"{option}={value})" in text for text in parts), name
