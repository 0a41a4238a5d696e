"""The linear programs: HiGHS and the exact simplex method agree, and what they return is exact."""

import random

import flint
import pytest

from pmlsym.proof.search.effort import Budget, Effort
from pmlsym.proof.search.elimination import Reduced
from pmlsym.proof.search.highs import highs_vertex
from pmlsym.proof.search.polynomials import Ring
from pmlsym.proof.search.products import products_of
from pmlsym.proof.search.refutation import columns_left, vanishing_combination
from pmlsym.proof.search.simplex import StandardForm, simplex_vertex
from tests.proof.search.problems import document

q = flint.fmpq


def is_solution(program, solution):
    rows = list(program.target)
    for column, x in zip(program.columns, solution, strict=True):
        for row, entry in column.items():
            rows[row] -= entry * x
    signs = zip(program.free, solution, strict=True)
    return all(row == 0 for row in rows) and all(free or x >= 0 for free, x in signs)


def random_program(seed):
    rng = random.Random(seed)
    height, width = rng.randint(1, 8), rng.randint(1, 14)
    columns = [
        {
            row: q(rng.choice([-3, -2, -1, 1, 2, 3]), rng.randint(1, 3))
            for row in range(height)
            if rng.random() < 0.5
        }
        for _ in range(width)
    ]
    free = [rng.random() < 0.2 for _ in range(width)]
    target = [q(0)] * height
    if rng.random() < 0.6:  # a solution is planted
        for column in columns:
            x = q(rng.randint(0, 4))
            for row, entry in column.items():
                target[row] += entry * x
    else:
        target = [q(rng.randint(-3, 3)) for _ in range(height)]
    return StandardForm(columns, target, free, [0.0 if f else 1.0 for f in free])


@pytest.mark.parametrize("seed", range(60))
def test_simplex_and_highs_agree_on_which_programs_have_a_solution(seed):
    program = random_program(seed)
    ours = simplex_vertex(program, Budget(Effort()))
    theirs = highs_vertex(program, Budget(Effort()))
    assert (ours is None) == (theirs is None)
    if ours is not None:
        assert is_solution(program, ours)
        assert is_solution(program, theirs)


def test_simplex_does_not_cycle():
    # Beale's example in standard form; the largest gain first cycles on it.
    columns = [
        {0: q(1, 4), 1: q(1, 2), 3: q(3, 4)}, {0: q(-8), 1: q(-12), 3: q(-20)},
        {0: q(-1), 1: q(-1, 2), 2: q(1), 3: q(1, 2)}, {0: q(9), 1: q(3), 3: q(-6)},
        {0: q(1)}, {1: q(1)}, {2: q(1)}, {3: q(-1)},
    ]  # fmt: skip
    program = StandardForm(columns, [q(0), q(0), q(1), q(5, 4)], [False] * 8, [0.0] * 8)
    solution = simplex_vertex(program, Budget(Effort()))
    assert solution is not None
    assert is_solution(program, solution)


def test_columns_that_nothing_can_cancel_go():
    # x + y, -x + z, -y: z is positive alone, so the second goes, then nothing cancels x.
    rows = [[0, 1], [0, 2], [1]]
    signs = [[True, True], [False, True], [False]]
    assert columns_left(rows, signs, 3) == []
    assert columns_left(rows, signs, 1) == [0, 1, 2]


def test_a_combination_vanishes_identically():
    given = document("x > 0", "y > 0", "-1 x y - x >= 0")
    ring = Ring(given["variables"])
    facts = [ring.fact(case[0]) for (case,) in given["hypotheses"]]
    reduced = Reduced(ring, facts)
    budget = Budget(Effort())
    found = vanishing_combination(products_of(reduced, range(3), 2, budget), [], budget)
    total = ring.zero
    for coefficient, factors, squares in found.summands:
        assert coefficient > 0
        assert squares == ()
        product = ring.one * coefficient
        for position in factors:
            product *= reduced.inequalities[position].polynomial
        total += product
    assert total == 0
