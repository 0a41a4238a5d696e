"""Readings agree with a second evaluator that shares nothing but the text of the statement."""

import random
from fractions import Fraction as F
from itertools import islice

import pytest
import sympy as sp
from hypothesis import given

import pmlsym
from pmlsym import Channel
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.generator.models import models
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.search import try_models
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.values import Closed, Infinite, LogOf
from tests.conjecture import second
from tests.conjecture.arithmetic import Unknown
from tests.statements.statements_known import FALSE, TABLE_2, TRUE
from tests.statements.strategies import statements

MORE = (
    "pml(X->y) + pmc(X->y) = ldp(X->y)",
    "pml(X->Y,Z) >= pml(X->y) and ldp(Y->Z) >= a where a < 1",
    "max(pml(X->y), pmc(X->y)) <= a and min(a, b) < 1",
    "a^b <= b^a",
    "pmin^(1/2) + pmax^2 != 1/(a - 1)",
    "log(a - 1) <= b where b >= -1",
    "E[pmc(X->y) - pml(X->y)] <= a",
    "pmc(X->y) - pmc(X->Y) <= 0",
    "1/pmc(X->y) <= a*pml(X->y)",
    "mutual_information(X;Y,Z) >= mutual_information(X;Y)",
    "mutual_information(Y;Z) <= maximal_leakage(Y->Z) and maximal_cost_leakage(Z->X,Y) >= 0",
    "E[pml(X->z|y)] <= pml(X->Z)",
    "pml(X->Z|y) <= pml(X->z) + a",
    "pml(X->Z|y) = pml(X->z|y)",
    "E[pml(X->Z|y)] <= E[pml(X->z|y)]",
    "E[pml(X->Z|y)] >= pml(X->Z) - a",
    "0*pmc(X->y) = 0",
    "ALIP(a, b) of Y->Z <=> LIP(max(a, b)) of Z->Y",
    "|X| >= 3; Y, Z independent: pml(X->y) <= pml(X->y,z)",
    "X, Y, Z independent: ldp(Y->x,z) = 0",
)
ALL = (*(text for text, _ in TABLE_2), *TRUE, *FALSE, *MORE)


def random_model(chance, statement):
    """A model from nowhere near the package's own generator."""
    shape = [chance.choice((1, 2, 2, 3)), chance.choice((1, 2, 3))]
    shape += [chance.choice((1, 2))] if len(statement.variables) == 3 else []
    while True:
        size = 1
        for part in shape:
            size *= part
        weights = [chance.choice((0, 0, 1, 1, 2, 3)) for _ in range(size)]
        step = size // shape[0]
        if all(sum(weights[i : i + step]) for i in range(0, size, step)):
            break
    masses = [F(w, sum(weights)) for w in weights]
    for part in reversed(shape[1:]):
        masses = [masses[i : i + part] for i in range(0, len(masses), part)]
    levels = ["0", "1/2", "2", "log(2)", "log(3/2)", "log(3)", "log(4/3)", "1", "1/7"]
    return Model.from_joint(masses, **{n: chance.choice(levels) for n in statement.parameters})


@pytest.mark.sampled(2)
@pytest.mark.parametrize("text", ALL)
def test_both_evaluators_agree(text):
    statement, chance = parse(text), random.Random(text)
    own = list(islice(models(statement, 5), 150))
    for model in [*chance.sample(own, 30), *(random_model(chance, statement) for _ in range(30))]:
        reading = read(statement, model)
        try:
            expected = second.evaluate(text, model.as_dict())
        except Unknown:  # enclosures never tell that two powers are equal
            assert reading.equal, f"{model}: {reading}"
        else:
            assert (reading.applies, reading.holds) == expected, f"{model}: {reading}"


def test_measures_agree_with_those_of_a_channel():
    for model in islice(models(parse("pml(X->y) >= 0"), 11), 100):
        channel, here = Channel(model.kernel, model.prior), Evaluation(model.law, {})
        possible = [y for y in range(channel.shape[1]) if y not in channel.null_outcomes]
        for name in ("pml", "pmc"):
            found = getattr(pmlsym, name)(channel)
            for y in possible:
                assert as_sympy(here.value(parse_term(f"{name}(X->y)"), {"y": y})) == found[y]
        lower, upper = pmlsym.alip(channel)
        assert as_sympy(here.value(parse_term("pmc(X->Y)"))) == lower
        assert as_sympy(here.value(parse_term("pml(X->Y)"))) == upper
        for name in ("ldp", "maximal_leakage", "maximal_cost_leakage"):
            expected = sp.powsimp(sp.exp(getattr(pmlsym, name)(channel)))
            assert sp.exp(as_sympy(here.value(parse_term(f"{name}(X->Y)")))) == expected


def as_sympy(value):
    if isinstance(value, Infinite):
        return sp.oo * value.value
    return sp.log(sp.Rational(value.argument)) if isinstance(value, LogOf) else sp.Rational(value)


@given(statements().filter(lambda statement: not statement.has_holes))
def test_any_statement_can_be_tried(statement):
    trial = try_models(statement, 3)
    assert trial.tried == 3
    assert str(trial.first)


def test_closed_numbers_are_met():
    """The comparison above is not only about rationals and their logarithms."""
    statement = parse("mutual_information(X;Y) <= a")
    found = [read(statement, m).left for m in islice(models(statement, 1), 100)]
    assert sum(isinstance(value, Closed) for value in found) > 30
