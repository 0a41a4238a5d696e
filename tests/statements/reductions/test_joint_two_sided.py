"""Goals about small instances against statements: where one fails so does the other."""

from itertools import islice
from random import Random

import pytest

from pmlsym.statements import models, parse, read
from pmlsym.statements.reductions import NotReducible
from pmlsym.statements.reductions.joint import reduce_joint
from tests.statements.reductions.joint_instances import (
    exact_point,
    goal_fails,
    kernel_point,
    points,
    statement_text,
)
from tests.statements.reductions.random_statements import fails

STATEMENTS, MODELS, POINTS = 12, 3, 8


@pytest.mark.long
def test_both_ways():
    random = Random(0)
    reduced = failing_models = failing_points = 0
    for number in range(STATEMENTS):
        statement = parse(statement_text(random))
        try:
            cases = reduce_joint(statement).cases
        except NotReducible:
            continue
        reduced += 1
        for model in islice(models(statement, seed=number), MODELS):
            reading = read(statement, model)
            if reading.holds is False:
                failing_models += 1
                assert goal_fails(cases, model), f"{statement}: no goal fails at {model}"
            if reading.applies is not None:
                failing_points += falsified(statement, cases, model, random)
    assert reduced > STATEMENTS / 2
    assert failing_models > STATEMENTS / 2
    assert failing_points > STATEMENTS / 2


def falsified(statement, cases, model, random):
    """Try points with looser bounds than the law has; a goal that fails there gives a law."""
    found = 0
    for case in cases:
        middle = case.way.instance.averaged
        for numbers, atoms in islice(points(case, model, random), POINTS if case.complete else 0):
            if fails(case.goal.kernel, kernel_point(model, numbers, atoms, middle)):
                found += 1
                point = exact_point(model, numbers, atoms, middle)
                instance = case.way.model(statement, point)
                assert instance is not None, f"{statement}: no instance from {point}"
                assert read(statement, instance).holds is False
    return found
