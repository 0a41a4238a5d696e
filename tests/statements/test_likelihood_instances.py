"""Outcomes under mixtures of priors: irrational shares by hand, and shares that are none."""

import math
import pickle
from fractions import Fraction as F

import pytest

from pmlsym.errors import ParameterError
from pmlsym.statements.arithmetic import log
from pmlsym.statements.binders import Both, Drawn, Mixed
from pmlsym.statements.from_text import from_text
from pmlsym.statements.likelihoods import OneOutcome
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import Closed, decimal
from tests.statements.bound import bound

H = F(1, 2)
P, Q, M = Drawn("P"), Drawn("Q"), Mixed("M", parse_term("theta"), "P", "Q")
ROWS = (("P", (H, H, F(0))), ("Q", (F(1, 4), F(0), F(3, 4))))
# zero and one, as somebody else may write them
ONE = ("product", ("log", ("number", 4, 1)), ("power", ("log", ("number", 16, 1)), -1))
ONE = ("product", ("number", 2, 1), ONE)
NOUGHT = ("sum", ("number", 1, 1), ("product", ("number", -1, 1), ONE))


def instance(theta, likelihoods=(F(1), F(1, 3), H)):
    return OneOutcome(likelihoods, ROWS, (("theta", theta),))


def judged(text, theta, *priors):
    return bound(text, P, Q, M, *priors).judge(instance(theta))


# --- shares that are not rational ----------------------------------------------------------------


def by_hand(name, share, likelihoods):
    """Return what leaks under the mixture, and with P beside it, in floats."""
    rows = [list(map(float, row)) for _, row in ROWS]
    masses = [share * p + (1 - share) * q for p, q in zip(*rows, strict=True)]
    if name == "B":
        masses = [m * p for m in masses for p in rows[0]]
        likelihoods = [a * b for a in likelihoods for b in likelihoods]
    pairs = [(m, float(a)) for m, a in zip(masses, likelihoods, strict=True) if m]
    chance = sum(m * a for m, a in pairs)
    lifts = [a / chance for _, a in pairs]
    return {
        "chance": chance,
        "most": max(a for _, a in pairs),
        "least": min(a for _, a in pairs),
        "pml": math.log(max(lifts)),
        "pmc": -math.log(min(lifts)),
        "ldp": math.log(max(lifts) / min(lifts)),
    }


@pytest.mark.parametrize("name", ["M", "B"])
@pytest.mark.parametrize("kind", ["chance", "most", "least", "pml", "pmc", "ldp"])
def test_under_an_irrational_share_all_has_its_value(name, kind):
    found = judged(f"{kind}_{name} >= 0", log(F(2)), Both("B", "M", "P"))
    wanted = by_hand(name, math.log(2), (F(1), F(1, 3), H))[kind]
    assert found.holds is True
    assert math.isclose(decimal(found.left), wanted, rel_tol=1e-12)


def test_what_is_proved_is_not_refuted_by_an_irrational_share():
    text = "chance_M <= max(chance_P, chance_Q) where theta > 0, theta < 1"
    assert judged(text, log(F(2))).holds is True
    assert judged("chance_M <= 1", log(F(3))).applies is False  # above 1: no prior


@pytest.mark.parametrize(("share", "least"), [(ONE, F(1, 3)), (NOUGHT, H)])
def test_a_share_that_may_be_0_or_1_is_not_taken_for_one_between(share, least):
    """Only one of both priors is left, and the other may not be counted."""
    for kind, other in (("=", False), ("!=", True)):
        assert judged(f"least_M {kind} {least}", Closed(share)).holds is not other


FAIR = (H, H)


@pytest.mark.parametrize(
    ("text", "priors", "complaint"),
    [
        ("pml_D >= 0", (Drawn("D", single=True),), "priors has a D that is not sure of one secret"),
        ("pml_R >= 0", (Drawn("R"),), "priors has no R"),
        ("pml_P >= e", (P,), "parameters has no e"),
        ("chance_M >= 0", (P, Q, Mixed("M", parse_term("a + 1"), "P", "Q")), "has no a"),
    ],
)
def test_an_instance_that_lacks_something_is_refused(text, priors, complaint):
    said = bound(text, *priors)
    here = OneOutcome(FAIR, (("P", FAIR), ("Q", FAIR), ("D", FAIR)))
    assert not said.covers(here)
    with pytest.raises(ParameterError, match=complaint):
        said.judge(here)
    assert bound("pml_P >= 0", P).covers(here)


# --- statements ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shares",
    [{"M": "chance_M/2"}, {"M": "share_M/2"}, {"M": "pml_N", "N": "pml_M"}, {"M": "least_S"}],
)
def test_a_share_does_not_speak_of_its_own_prior_or_a_later_one(shares):
    mixed = [Mixed(name, parse_term(share), "P", "Q") for name, share in shares.items()]
    with pytest.raises(StatementError, match=r"^The share in M speaks of"):
        bound("chance_M >= 0", P, Q, *mixed, Drawn("S"))


def test_a_statement_is_pickled_before_and_after_it_is_read():
    said, here = bound("pml_M <= 5 where chance_P > 0", P, Q, M), instance(H)
    for _ in range(2):
        again = pickle.loads(pickle.dumps(said))
        assert again == said
        assert again.judge(here) == said.judge(here)


@pytest.mark.parametrize("theta", [F(2), F(-1, 2), log(F(3))])
@pytest.mark.parametrize("text", ["chance_M = chance_P", "chance_M <= 1", "pml_M >= 0"])
def test_what_is_no_mixture_of_two_priors_is_no_instance(text, theta):
    """2 P - Q may have negative entries: nothing is said of it, true or false."""
    assert judged(text, theta).applies is False


@pytest.mark.parametrize(
    ("text", "share", "holds"),
    [
        ("share_M <= 1", F(2), False),
        ("share_M <= 1", F(1), True),
        ("chance_M <= max(chance_P, chance_Q)", H, True),
        ("chance_M >= share_M*chance_P", F(2), None),  # true of every mixture
        ("share_M >= 0 and chance_M <= max(chance_P, chance_Q)", F(2), True),
        ("share_M <= 1 and chance_M <= max(chance_P, chance_Q)", F(2), False),
    ],
)
def test_of_what_is_no_prior_only_the_share_is_claimed(text, share, holds):
    assert judged(text, share).holds is holds


def test_a_negative_parameter_is_outside_of_a_statement():
    said = from_text("prior P: pmc_P <= e where chance_P > 0")
    outcome = ((F(1), H), (("P", FAIR),))
    assert said.judge(OneOutcome(*outcome, (("e", F(0)),))).holds is False
    assert said.judge(OneOutcome(*outcome, (("e", F(-1)),))).applies is False
