"""Every proved claim is broken on purpose, a fifth of them in `make test`."""

import pytest

from tests.ledger import breaking

PROVED = [claim for paper in breaking.PAPERS for claim in breaking.proved(paper)]


@pytest.mark.sampled(5, 1)
@pytest.mark.parametrize("found", PROVED, ids=lambda claim: claim.id)
def test_no_false_perturbation_is_proved(found):
    breaking.check_that_no_false_perturbation_is_proved(found)


@pytest.mark.parametrize("found", PROVED, ids=lambda claim: claim.id)
def test_no_proved_goal_is_vacuous(found):
    breaking.check_that_no_proved_goal_is_vacuous(found)
