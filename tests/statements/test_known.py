"""What is known to be true has no counterexample, and what is known to be false has one."""

import pytest

from pmlsym.statements.reading import read
from pmlsym.statements.search import try_models
from pmlsym.statements.text.parse import parse
from tests.statements.statements_known import FALSE, TABLE_2, TRUE


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("text", "tight"), TABLE_2)
def test_table_2_has_no_violation(text, tight):
    trial = try_models(parse(text), count=3000, seed=7)
    assert trial.first is None, trial.first
    assert trial.unseparated == 0
    assert trial.applied >= 1500
    assert trial.tight >= (100 if tight else 1)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_has_no_violation(text):
    trial = try_models(parse(text), count=500, seed=3)
    assert trial.first is None, [str(part) for part in trial.first or ()]
    assert trial.applied >= 250


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_is_found(text):
    statement = parse(text)
    trial = try_models(statement, count=3000, seed=1, stop=True)
    assert trial.first is not None
    model, reading = trial.first
    assert reading.verdict == "fails"
    again = read(statement, model)
    assert (again.applies, again.holds) == (True, False)


def test_the_same_seed_gives_the_same_models():
    statement = parse(FALSE[0])
    assert try_models(statement, 300, seed=4) == try_models(statement, 300, seed=4)
