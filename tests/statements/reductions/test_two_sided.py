"""Reductions tried both ways: where a statement fails a goal does, and the other way round."""

from itertools import islice
from random import Random

import pytest

from pmlsym.statements import models, parse, read
from pmlsym.statements.reductions import NotReducible, reduce
from tests.statements.reductions.random_statements import (
    drawn_numbers,
    fails,
    kernel_point,
    points,
    statement_text,
)

STATEMENTS, MODELS, POINTS = 40, 10, 12
SEEDS = range(4)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_both_ways(seed):
    random = Random(seed)
    reduced = failing_models = failing_points = 0
    for number in range(STATEMENTS):
        statement = parse(statement_text(random))
        try:
            reduction = reduce(statement)
        except NotReducible:
            continue
        reduced += 1
        goals = [case.goal.kernel for case in reduction.cases]
        for model in islice(models(statement, seed=number), MODELS):
            if read(statement, model).holds is False:
                failing_models += 1
                told = [fails(g, point) for g in goals for point in points(statement, model, g)]
                assert True in told or None in told, f"{statement}: no goal fails at {model}"
        for case, goal in zip(reduction.cases, goals, strict=True):
            for _ in range(POINTS if case.complete else 0):
                numbers = drawn_numbers(goal, statement.parameters, random)
                if fails(goal, kernel_point(numbers)):
                    failing_points += 1
                    model = reduction.model(case, numbers)
                    assert model is not None, f"{statement}: no instance from {numbers}"
                    assert read(statement, model).holds is False
                    break
    assert reduced > 0.8 * STATEMENTS
    assert failing_models > STATEMENTS
    assert failing_points > STATEMENTS / 3
