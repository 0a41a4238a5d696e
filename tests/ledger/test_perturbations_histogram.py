"""Every proved claim of the histogram paper is broken on purpose."""

import pytest

from tests.ledger import breaking

PROVED = breaking.proved("histogram")


@pytest.mark.parametrize("found", PROVED, ids=lambda c: c.id)
def test_no_false_perturbation_is_proved(found):
    breaking.check_that_no_false_perturbation_is_proved(found)


@pytest.mark.parametrize("found", PROVED, ids=lambda c: c.id)
def test_no_proved_goal_is_vacuous(found):
    breaking.check_that_no_proved_goal_is_vacuous(found)
