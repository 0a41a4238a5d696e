"""Break proved statements on purpose; what is false must not be proved."""

import os
from functools import cache
from itertools import islice

from pmlsym.ledger.catalogue import claims
from pmlsym.proof.evaluation.given import confirmed
from pmlsym.proof.evaluation.points import points
from pmlsym.proof.perturb import spread

# changes of one goal, of a few goals of each claim; of all goals it takes a quarter of an hour:
# PMLSYM_PERTURBATIONS=24
MOST = int(os.environ.get("PMLSYM_PERTURBATIONS", "4"))
GOALS = 2 if "PMLSYM_PERTURBATIONS" not in os.environ else 1000

PAPERS = ("linear", "histogram", "pmc", "extremal")


def proved(paper):
    """The claims of a paper, and their repairs, that have a part with a proof."""
    return [
        c
        for found in claims(paper)
        for c in (found, found.repair)
        if c is not None and any(part.prove is not None for part in c.parts)
    ]


@cache  # claims share parts
def perturbations(part, most):
    return part.perturb(most)


@cache
def says_something(part):
    """Numbers (and laws) exist at which all hypotheses hold."""
    given = islice(part.at(), 1) if part.at is not None else ()
    if any(confirmed(part.goal.kernel, point) is not None for point in given):
        return True
    return next(points(part.goal.kernel, tries=5000), None) is not None


def check_that_no_false_perturbation_is_proved(found):
    least = 3 if len(found.parts) > 1 else 1
    few = spread(found.parts, GOALS)
    tried = [p for part in few for p in perturbations(part, MOST)]
    more = [(part, most) for most in (MOST, 3 * MOST) for part in found.parts]
    for part, most in more:  # a check that no change could break would check nothing
        if seen_as_false(tried) >= least:
            break
        tried += perturbations(part, most)
    assert [f"{p.change}: {p.goal}" for p in tried if p.outcome == "false, yet proved"] == []
    assert seen_as_false(tried) >= least


def seen_as_false(tried):
    return len({p.goal for p in tried if p.outcome == "false, not proved"})


def check_that_no_proved_goal_is_vacuous(found):
    for part in found.parts:
        assert says_something(part), part.meaning
