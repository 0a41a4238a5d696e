"""Every proved claim is broken on purpose; what is false must not be proved."""

from collections import Counter
from functools import cache

import pytest
import sympy as sp

from pmlsym.claims.ledger import claims
from pmlsym.proof.goal import Goal
from pmlsym.proof.perturb import counterexample

PROVED = [
    c
    for found in claims()
    for c in (found, found.repair)
    if c is not None and any(part.prove is not None for part in c.parts)
]
TRIED: Counter[str] = Counter()


@cache  # repairs share parts with other claims
def perturbations(part):
    tried = part.perturb()
    TRIED.update(p.outcome for p in tried)
    return tried


@cache
def says_something(part):
    """Numbers (and laws) exist at which all hypotheses hold."""
    never = sp.Lt(sp.Integer(1), 0, evaluate=False)
    return counterexample(Goal(part.goal.hypotheses, never), tries=5000) is not None


@pytest.mark.parametrize("found", PROVED, ids=lambda c: c.id)
def test_no_false_perturbation_is_proved(found):
    tried = [p for part in found.parts for p in perturbations(part)]
    assert [f"{p.change}: {p.goal}" for p in tried if p.outcome == "false, yet proved"] == []
    # a check that no change could break would check nothing
    assert sum(p.outcome == "false, not proved" for p in tried) >= 5


@pytest.mark.parametrize("found", PROVED, ids=lambda c: c.id)
def test_no_proved_goal_is_vacuous(found):
    for part in found.parts:
        assert says_something(part), part.meaning


def test_the_perturbations_are_counted(capsys):
    assert sum(TRIED.values()) > 300
    with capsys.disabled():
        print(
            f"\nperturbations tried: {sum(TRIED.values())} ("
            + ", ".join(f"{number} {outcome}" for outcome, number in sorted(TRIED.items()))
            + ")"
        )
