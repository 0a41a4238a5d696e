"""Assignment 8: a refuted theorem of a paper, recomputed from the definitions, and its repair.

Theorem 2 of the paper ``linear`` bounds the largest lift of a record by e^(5), which goes over
signs, and is false; the repair, (7), goes over distances. All numbers here are exact: a workload of
whole numbers, fractions for the prior and for q = e^(-1/b).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import TypeAlias

from pmlsym.exercises.feedback import (
    ask,
    close,
    first_difference,
    fraction,
    not_right,
    number,
    numbers,
    plain,
    right,
    row,
)
from pmlsym.exercises.instances import Row, between, distribution
from pmlsym.laplace import record_lift

Workload: TypeAlias = Sequence[Sequence[int]]

PUBLISHED = ((0, 3, 3), (0, 1, -1))  # the counterexample of the ledger
_SHAPES = [(1, 2), (1, 3), (2, 2), (2, 3), (2, 4)]  # numbers of queries and classes
_FARTHEST = 8  # entries of a student's workload, whose outcomes are enumerated
_FINEST = 1_000  # largest denominator of q, whose powers are computed


def lifts(answer: object, one_query: bool = False) -> None:
    """Check the lift of every class of one record at an outcome of a workload.

    With `one_query`, the workload has a single row.
    """
    random, tried = Random(), 0
    for queries, classes in [shape for shape in _SHAPES if not (one_query and shape[0] > 1)] * 4:
        workload = _workload(random, queries, classes)
        prior = distribution(random, classes)
        q = between(random, Fraction(0), Fraction(1))
        y = [random.randint(-4, 4) for _ in range(queries)]
        instance = {"W": workload, "prior": prior, "q": q, "y": y}
        found = ask("lifts", answer, instance)
        read = numbers("lifts(W, prior, q, y)", found, classes, "class", **instance)
        truth = [float(v) for v in record_lift(workload, prior, [], y, q)]
        place = first_difference(read, truth)
        if place is not None:
            hint = ""
            if not close(sum(float(p) * v for p, v in zip(prior, read, strict=True)), 1):
                hint = " (Under the prior, the lifts at an outcome have mean 1.)"
            raise not_right(
                f"The lift of class {place} is not {read[place]:.6g}.{hint}", **instance
            )
        tried += 1
    right("lifts", tried)


def published(answer: object, even: bool = False) -> None:
    """Check the published bound, as a bound e^(5) on lifts; with `even`, alpha is 1/k."""
    _bound("five", answer, _five, even, "The formula of the text")


def repaired(answer: object) -> None:
    """Check the repaired bound, e^(7)."""
    _bound("repaired", answer, _seven, even=False, which="The one repair that is true")


def safe(answer: object) -> None:
    """Check a bound on lifts: below 1/alpha, and no release of one record exceeds it."""
    random, tried = Random(), 0
    for workload, alpha, q in _settings(random, even=False):
        instance = {"W": workload, "alpha": alpha, "q": q}
        read = number("repaired(W, alpha, q)", ask("repaired", answer, instance), **instance)
        if read >= 1 / alpha:
            raise not_right(
                f"You say that no lift is above {read:.6g}, and none can be above 1/alpha: that "
                "is so whatever is published.",
                **instance,
            )
        for prior in _extreme_priors(len(workload[0]), alpha):
            y, worst = _worst(workload, prior, q)
            if read < worst and not close(read, float(worst)):
                raise not_right(
                    f"You say that no lift is above {read:.6g}, but at this outcome of one "
                    f"record with this prior a lift is {worst}.",
                    **instance,
                    prior=prior,
                    y=list(y),
                )
        tried += 1
    right("repaired: no release exceeds it", tried)


def _bound(name: str, answer: object, truth: _Formula, even: bool, which: str) -> None:
    random, tried = Random(), 0
    for workload, alpha, q in _settings(random, even):
        instance = {"W": workload, "alpha": alpha, "q": q}
        read = number(f"{name}(W, alpha, q)", ask(name, answer, instance), **instance)
        wanted = float(truth(workload, alpha, q))
        if not close(read, wanted):
            side = "smaller" if read > wanted else "larger"
            raise not_right(f"You say {read:.6g}. {which} gives a {side} number.", **instance)
        tried += 1
    right(name, tried)


def counterexample(
    workload: object, prior: object, alpha: object, q: object, y: object, lift: object, five: object
) -> None:
    """Check a release of one's own on which the published bound fails, with both sides exact."""
    given = {
        "own_W": workload,
        "own_prior": prior,
        "own_alpha": alpha,
        "own_q": q,
        "own_y": y,
    }
    for name, value in {**given, "lift": lift, "five_there": five}.items():
        if value is None:
            raise not_right(f"{name} is still to be given.")
    table, law, floor, base, place = _release(workload, prior, alpha, q, y)
    if _alike(table, PUBLISHED):
        raise not_right(
            "This workload is that of the ledger, or it with its classes, queries or signs in "
            "another order. Find another one."
        )
    worst = max(Fraction(v) for v in record_lift(table, law, [], place, base))
    bound = _five(table, floor, base)
    if worst <= bound:
        raise not_right(
            f"At this outcome the largest lift is {worst}, and e^(5) is {bound}: the bound holds."
        )
    for name, said, true in (("lift", lift, worst), ("five_there", five, bound)):
        if fraction(name, said) != true:
            raise not_right(
                f"The bound does fail there, but {name} is not {fraction(name, said)}. Compute "
                "it from the definition."
            )
    right(f"the largest lift is {worst}, and e^(5) is {bound}")


def _release(
    workload: object, prior: object, alpha: object, q: object, y: object
) -> tuple[Workload, Row, Fraction, Fraction, list[int]]:
    """Read a release of one record."""
    workload = plain("own_W", workload)
    if not isinstance(workload, list | tuple) or not 1 <= len(workload) <= 3:
        raise not_right("own_W should be a list of one to three rows, one for each query.")
    rows = [row(f"own_W[{place}]", one) for place, one in enumerate(workload)]
    law, floor, base, place = (
        row("own_prior", prior),
        fraction("own_alpha", alpha),
        fraction("own_q", q),
        row("own_y", y),
    )
    if not 2 <= len(law) <= 6 or any(len(one) != len(law) for one in rows):
        raise not_right(
            "own_prior and every row of own_W should have an entry for each of 2 to 6 classes."
        )
    if len(place) != len(rows):
        raise not_right("own_y should have an entry for each query.")
    if any(one.denominator != 1 or abs(one) > _FARTHEST for of in [*rows, place] for one in of):
        raise not_right(
            f"own_W and own_y should be whole numbers from -{_FARTHEST} to {_FARTHEST}."
        )
    if sum(law) != 1 or floor <= 0 or min(law) < floor:
        raise not_right(
            "own_prior should sum to 1, and give every class at least own_alpha, above 0."
        )
    if not 0 < base < 1 or base.denominator > _FINEST:
        raise not_right(
            f"own_q should lie strictly between 0 and 1, with a denominator of at most {_FINEST}."
        )
    return [[int(one) for one in of] for of in rows], law, floor, base, [int(one) for one in place]


# --- the two formulas, the worst outcome, and fresh instances -------------------------------------


class _Formula:
    """The largest of the terms 1/(alpha sum_j q^t_j + (1 - k alpha) q^t_c), over c and lists t."""

    def __init__(self, of_distances: bool) -> None:
        self.of_distances = of_distances

    def __call__(self, workload: Workload, alpha: Fraction, q: Fraction) -> Fraction:
        columns = list(zip(*workload, strict=True))
        return max(
            1 / (alpha * sum(q**t for t in gaps) + (1 - len(columns) * alpha) * q**t_of_c)
            for own in columns
            for gaps in self._gaps(columns, own)
            for t_of_c in gaps
        )

    def _gaps(self, columns: list[tuple[int, ...]], own: tuple[int, ...]) -> list[list[int]]:
        steps = [[a - b for a, b in zip(one, own, strict=True)] for one in columns]
        if self.of_distances:
            return [[sum(map(abs, step)) for step in steps]]
        signs = product((-1, 1), repeat=len(own))
        return [
            [sum(s * d for s, d in zip(sign, step, strict=True)) for step in steps]
            for sign in signs
        ]


_five, _seven = _Formula(of_distances=False), _Formula(of_distances=True)


def _alike(one: Workload, other: Workload) -> bool:
    """Return whether two workloads differ in order, signs of the queries, and a shift at most."""
    return _standard(one) == _standard(other)


def _standard(workload: Workload) -> list[list[int]]:
    """Return the first in order of the forms of a workload, with the least answers 0."""
    forms = []
    for signs in product((-1, 1), repeat=len(workload)):
        turned = [[sign * w for w in of] for sign, of in zip(signs, workload, strict=True)]
        shifted = [[w - min(of) for w in of] for of in turned]
        forms += [
            [list(of) for of in zip(*sorted(zip(*order, strict=True)), strict=True)]
            for order in (shifted, shifted[::-1])
        ]
    return min(forms)


def _worst(workload: Workload, prior: Row, q: Fraction) -> tuple[tuple[int, ...], Fraction]:
    """Return the outcome with the largest lift of one record, and that lift.

    Beyond all answers to a query the density falls as every numerator does, so that the ranges of
    the queries are enough.
    """
    every = product(*(range(min(of), max(of) + 1) for of in workload))
    found = ((y, max(record_lift(workload, prior, [], y, q))) for y in every)
    y, lift = max(found, key=lambda one: one[1])
    return y, Fraction(lift)


def _extreme_priors(classes: int, alpha: Fraction) -> list[Row]:
    """Return the priors that give every class but one the floor."""
    rest = 1 - (classes - 1) * alpha
    return [[rest if x == rich else alpha for x in range(classes)] for rich in range(classes)]


def _settings(random: Random, even: bool) -> list[tuple[Workload, Fraction, Fraction]]:
    """Return fresh workloads with floors and noises, and the published counterexample."""
    found: list[tuple[Workload, Fraction, Fraction]] = []
    if not even:
        found.append(([*map(list, PUBLISHED)], Fraction(1, 4), Fraction(1, 3)))
    for queries, classes in _SHAPES * 2:
        share = Fraction(1) if even else between(random, Fraction(0), Fraction(1))
        q = between(random, Fraction(0), Fraction(1))
        found.append((_workload(random, queries, classes), share / classes, q))
    return found


def _workload(random: Random, queries: int, classes: int) -> Workload:
    """Return a workload whose first row is not constant."""
    while True:
        found = [[random.randint(-3, 3) for _ in range(classes)] for _ in range(queries)]
        if len(set(found[0])) > 1:
            return found
