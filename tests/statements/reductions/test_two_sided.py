"""Reductions tried both ways: where a statement fails a goal does, and the other way round."""

from itertools import islice
from random import Random

import pytest

from pmlsym.statements import models, parse, read
from pmlsym.statements.reductions import NotReducible, reduce
from pmlsym.statements.reductions.joint import reduce_joint
from tests.statements.reductions import joint_instances as joint
from tests.statements.reductions.random_statements import (
    drawn_numbers,
    fails,
    kernel_point,
    points,
    statement_text,
)

STATEMENTS, MODELS, POINTS = 40, 10, 12


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(4))
def test_where_a_statement_fails_a_goal_does_and_the_other_way_round(seed):
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


@pytest.mark.long
def test_where_a_statement_of_several_variables_fails_a_goal_does_and_back():
    random = Random(0)
    reduced = failing_models = failing_points = 0
    for number in range(12):
        statement = parse(joint.statement_text(random))
        try:
            cases = reduce_joint(statement).cases
        except NotReducible:
            continue
        reduced += 1
        for model in islice(models(statement, seed=number), 3):
            reading = read(statement, model)
            if reading.holds is False:
                failing_models += 1
                assert joint.goal_fails(cases, model), f"{statement}: no goal fails at {model}"
            if reading.applies is not None:
                failing_points += falsified(statement, cases, model, random)
    assert reduced > 6
    assert failing_models > 6
    assert failing_points > 6


def falsified(statement, cases, model, random):
    """Try points with looser bounds than the law has; a goal that fails there gives a law."""
    found = 0
    for case in cases:
        middle = case.way.instance.averaged
        for numbers, atoms in islice(joint.points(case, model, random), 8 if case.complete else 0):
            if fails(case.goal.kernel, joint.kernel_point(model, numbers, atoms, middle)):
                found += 1
                point = joint.exact_point(model, numbers, atoms, middle)
                instance = case.way.model(statement, point)
                assert instance is not None, f"{statement}: no instance from {point}"
                assert read(statement, instance).holds is False
    return found
