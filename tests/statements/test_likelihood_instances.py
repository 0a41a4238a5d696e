"""Outcomes and pairs that somebody built: measured by hand, refused in a sentence, or copied."""

import copy
import math
import pickle
from fractions import Fraction as F

import pytest

from pmlsym import Channel
from pmlsym.errors import ChannelError, ParameterError
from pmlsym.statements.arithmetic import log
from pmlsym.statements.binders import Both, Drawn, Mixed
from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.attack.adversary import Adversary
from pmlsym.statements.law import Law
from pmlsym.statements.likelihoods import OneOutcome
from pmlsym.statements.model import Model
from pmlsym.statements.payoffs import Attacked
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import Closed, Infinite, decimal
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


# --- what is refused -----------------------------------------------------------------------------


FAIR = (H, H)
WRONG_ROWS = {
    "not sum to 1": ((H, F(1, 4)), "sums to 3/4"),
    "negative": ((F(-1), F(2)), "(has the entry|is) -1"),
    "a float": ((0.5, 0.5), "(has the entry|is) 0.5"),
    "a truth value": ((True, False), "(has the entry|is) True"),
    "texts": (("1/2", "1/2"), "(has the entry|is) '1/2'"),
    "a text": ("10", "is '10'"),
    "a dict": ({F(1): 1, F(0): 2}, "is {"),
    "empty": ((), "is empty"),
    "ragged": ((F(1),), "has 1 entry"),
    "infinite": ((Infinite.PLUS, F(0)), "(has the entry|is) "),
}
NO_LAW = ("not sum to 1", "negative")


@pytest.mark.parametrize("wrong", sorted(WRONG_ROWS))
def test_what_is_no_prior_is_refused(wrong):
    row, complaint = WRONG_ROWS[wrong]
    kind = ChannelError if wrong in NO_LAW else ParameterError
    with pytest.raises(kind, match=f"^the prior P.* {complaint}"):
        OneOutcome(FAIR, (("P", row),))


@pytest.mark.parametrize("wrong", NO_LAW)
def test_the_same_wrong_law_is_refused_in_one_way_by_all_that_take_one(wrong):
    row, _ = WRONG_ROWS[wrong]
    rows = [[H, H], [H, H]]
    makers = [
        lambda: OneOutcome(FAIR, (("P", row),)),
        lambda: Model.from_channel(rows, row),
        lambda: Model.from_channel([row, FAIR], FAIR),
        lambda: Model.from_joint([row]),
        lambda: Levels(row, ()),
        lambda: Attacked((row,), 1, 0, 0),
        lambda: Adversary(row, rows, 0, rows, ((F(0),), (F(0),)), (F(1),)),
        lambda: Channel(rows, list(row)),
        lambda: Law.of_fractions((1, 2), row),
    ]
    for make in makers:
        with pytest.raises(ChannelError):
            make()


@pytest.mark.parametrize("wrong", sorted({*WRONG_ROWS} - {"not sum to 1", "ragged"}))
def test_what_are_no_likelihoods_is_refused(wrong):
    row, complaint = WRONG_ROWS[wrong]
    with pytest.raises(ParameterError, match=f"^likelihoods {complaint}"):
        OneOutcome(row, (("P", FAIR),))


@pytest.mark.parametrize(
    ("priors", "parameters", "complaint"),
    [
        (("P",), (), "an entry of priors is 'P'"),
        ((("P", FAIR, FAIR),), (), "priors has an entry of 3 parts"),
        ({"P": FAIR}, (), "priors is {"),
        ((("P", FAIR), ("P", FAIR)), (), "priors has 'P'"),
        (((b"P", FAIR),), (), "priors has b'P'"),
        ((("PQ", FAIR),), (), "priors has 'PQ'"),
        ((("P", FAIR),), (("chance_P", F(1)),), "parameters has chance_P, which is not given"),
        ((("P", FAIR),), (("share_M", F(1)),), "parameters has share_M, which is not given"),
        ((("P", FAIR),), (("e", Infinite.PLUS),), "e is Infinite.PLUS"),
        ((("P", FAIR),), (("e", 0.5),), "e is 0.5"),
        ((("P", FAIR),), (("e", "1"),), "e is '1'"),
        ((("P", FAIR),), (("e", Closed(("log", ("number", -2, 1)))),), "e is a term that is not"),
        ((("P", FAIR),), (("e", F(1)), ("e", F(2))), "parameters has a name twice"),
        ((("P", FAIR),), ((5, F(1)),), "parameters has 5"),
        ((("P", FAIR),), {"e": 1}, "parameters is {"),
    ],
)
def test_what_is_no_instance_is_refused(priors, parameters, complaint):
    with pytest.raises(ParameterError, match=f"^{complaint}"):
        OneOutcome(FAIR, priors, parameters)


def test_lists_are_copied():
    likelihoods, row, number = [F(1), H], [H, H], ["e", F(1)]
    here = OneOutcome(likelihoods, [["P", row]], [number])
    told = str(here), hash(here)
    for changed in (likelihoods, row, number):
        changed[:] = [0, 0]
    assert (str(here), hash(here)) == told


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


def test_a_parameter_is_shown_by_its_own_name():
    said = bound("most_P <= most_B_P + a_most_P where most_P >= pml_Px", P)
    assert "provided that most(P) >= pml_Px: most(P) <= most_B_P + a_most_P." in said.words()


def test_a_statement_is_kept_and_copied_before_and_after_it_is_read():
    said, here = bound("pml_M <= 5 where chance_P > 0", P, Q, M), instance(H)
    for _ in range(2):
        for again in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
            assert again == said
            assert again.judge(here) == said.judge(here)
    assert pickle.loads(pickle.dumps(here)) == here


@pytest.mark.parametrize("theta", [F(2), F(-1, 2), log(F(3))])
@pytest.mark.parametrize("text", ["chance_M = chance_P", "chance_M <= 1", "pml_M >= 0"])
def test_what_is_no_mixture_of_two_priors_is_no_instance(text, theta):
    """2 P - Q may have negative entries: nothing is said of it, true or false."""
    assert judged(text, theta).applies is False


def test_that_a_share_is_from_zero_to_one_can_be_claimed_and_fail():
    assert judged("share_M <= 1", F(2)).holds is False
    assert judged("share_M <= 1", F(1)).holds is True
    mixed = judged("chance_M <= max(chance_P, chance_Q)", H)
    assert (mixed.applies, mixed.holds) == (True, True)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("chance_M >= share_M*chance_P", None),  # true of every mixture
        ("share_M >= 0 and chance_M <= max(chance_P, chance_Q)", True),
        ("share_M <= 1 and chance_M <= max(chance_P, chance_Q)", False),
    ],
)
def test_of_what_is_no_prior_only_the_share_is_claimed(text, holds):
    assert judged(text, F(2)).holds is holds


def test_a_negative_parameter_is_outside_of_a_statement():
    said = from_text("prior P: pmc_P <= e where chance_P > 0")
    half = F(1, 2)
    outcome = ((F(1), half), (("P", (half, half)),))
    assert said.judge(OneOutcome(*outcome, (("e", F(0)),))).holds is False
    assert said.judge(OneOutcome(*outcome, (("e", F(-1)),))).applies is False
