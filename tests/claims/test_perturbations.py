"""Every proved claim is broken on purpose; what is false must not be proved."""

from collections import Counter

import pytest

from pmlsym.claims.ledger import claims

PROVED = [
    c
    for found in claims()
    for c in (found, found.repair)
    if c is not None and any(part.prove is not None for part in c.parts)
]
TRIED: Counter[str] = Counter()


@pytest.mark.parametrize("found", PROVED, ids=lambda c: c.id)
def test_no_false_perturbation_is_proved(found):
    tried = found.perturb()
    TRIED.update(p.outcome for p in tried)
    assert [f"{p.change}: {p.goal}" for p in tried if p.outcome == "false, yet proved"] == []
    # a check that no change could break would check nothing
    assert sum(p.outcome == "false, not proved" for p in tried) >= 5


def test_the_perturbations_are_counted(capsys):
    assert sum(TRIED.values()) > 300
    with capsys.disabled():
        print(
            f"\nperturbations tried: {sum(TRIED.values())} ("
            + ", ".join(f"{number} {outcome}" for outcome, number in sorted(TRIED.items()))
            + ")"
        )
