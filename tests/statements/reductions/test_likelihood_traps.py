"""Goals that were proved of false statements about likelihoods: names, open shares, numbers."""

from fractions import Fraction as F

import pytest

from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.kernel.terms import free
from pmlsym.statements.binders import Both, Drawn, Mixed
from pmlsym.statements.likelihoods import OneOutcome
from pmlsym.statements.reductions import prove_case
from pmlsym.statements.reductions.likelihoods import reduce_likelihoods
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.values import in_kernel
from tests.statements.bound import bound
from tests.statements.reductions.random_statements import fails

H = F(1, 2)
P, Q, B = Drawn("P"), Drawn("Q"), Both("B", "P", "Q")


def mixed(name, share):
    return Mixed(name, parse_term(share), "P", "Q")


def goals_of(said):
    return [case.goal.kernel for case in reduce_likelihoods(said).cases]


def names_in(goal):
    return {name for sentence in (*goal.hypotheses, goal.conclusion) for name in free(sentence)}


def fails_somewhere(said, numbers):
    point = {name: in_kernel(F(value)) for name, value in numbers.items()}
    return any(fails(goal, Point(point, {})) for goal in goals_of(said))


# --- names ---------------------------------------------------------------------------------------

ONE_PRIOR = {"least_P": 0, "chance_P": H, "most_P": 1}
TWO_PRIORS = {f"{kind}_{name}": 1 for kind in ("least", "chance", "most") for name in "PQB"}
TWO_PRIORS |= {f"{kind}_B_{name}": 1 for kind in ("least", "most") for name in "PQ"}


@pytest.mark.parametrize(
    ("text", "priors", "numbers"),
    [
        ("high_P != 5 where most_P >= chance_P, chance_P > 0", (P,), ONE_PRIOR | {"high_P_2": H}),
        ("most_B_P != 5 where most_B >= 0", (P, Q, B), TWO_PRIORS | {"most_B_P_2": 1}),
        ("least_B_Q != 5 where least_B >= 0", (P, Q, B), TWO_PRIORS | {"least_B_Q_2": 1}),
    ],
)
def test_a_parameter_may_have_the_name_of_what_goals_speak_of(text, priors, numbers):
    said = bound(text, *priors)
    (name,) = said.parameters
    row = (H, H)
    instance = OneOutcome((F(1), F(0)), (("P", row), ("Q", row)), ((name, F(5)),))
    assert said.judge(instance).holds is False
    assert fails_somewhere(said, numbers | {name: 5})


@pytest.mark.parametrize("setting", [(P,), (P, Q), (P, Q, B), (P, Both("B", "P", "P"))])
def test_each_number_of_a_goal_has_a_name_of_its_own(setting):
    last = setting[-1].name
    text = f"least_{last} <= most_{last} + {{}} where chance_{last} > 0"
    plain = set().union(*map(names_in, goals_of(bound(text.format("e"), *setting))))
    for name in plain - {"e"}:
        if name.split("_")[0] == "high" or name.count("_") > 1:
            found = set().union(*map(names_in, goals_of(bound(text.format(name), *setting))))
            assert len(found) == len(plain)


# --- shares of which it is claimed that they are between 0 and 1 ---------------------------------

SQUARE = "(a - 5)^2/(1 + (a - 5)^2)"  # 0 at a = 5
OPEN = {
    "one": ("{M} => share_M > 0 and share_M < 1", ("M",)),
    "back": ("share_M > 0 and share_M < 1 <=> {M}", ("M",)),
    "forth": ("{M} <=> share_M > 0 and share_M < 1", ("M",)),
    "each for the other": (
        "{M} and {N} => share_M > 0 and share_M < 1 and share_N > 0 and share_N < 1",
        ("M", "N"),
    ),
    "by a share that speaks of it": (
        "share_N > 0 and share_N < 1 => share_M > 0 and share_M < 1",
        ("M", "N"),
    ),
    "where another is claimed beside it": (
        "{M} => share_M > 0 and share_M < 1 and chance_M >= 0",
        ("M",),
    ),
}
# true where the share is 0 and P has the larger likelihoods, and never by the formula of a mixture
TURNED = {name: f"max(most_P - most_{name}, share_{name}) > 0" for name in "MN"}
INSTANCE = OneOutcome((H, F(1, 4)), (("P", (F(1), F(0))), ("Q", (F(0), F(1)))), (("a", F(5)),))
AT_5 = {"a": 5, "share_M": 0, "share_N": 0}
AT_5 |= {f"{kind}_P": H for kind in ("least", "chance", "most")}
AT_5 |= {f"{kind}_Q": F(1, 4) for kind in ("least", "chance", "most")}


@pytest.mark.parametrize("trap", OPEN)
def test_what_a_mixture_needs_is_not_proved_by_what_is_written_with_it(trap):
    text, names = OPEN[trap]
    shares = {"M": SQUARE, "N": SQUARE}
    if "speaks" in trap:  # in the instance below 1/2 of a mixture that is not one
        shares["N"] = "2*(most_P - most_M)"
    said = bound(text.format(**TURNED), P, Q, *(mixed(name, shares[name]) for name in names))
    assert said.judge(INSTANCE).holds is False
    numbers = AT_5 | ({"share_N": H} if "speaks" in trap else {})
    assert fails_somewhere(said, numbers)
    assert not any(case.complete for case in reduce_likelihoods(said).cases if "<=>" not in text)


def test_the_first_of_two_shares_helps_the_second():
    first, second = mixed("M", "(1 + a)/(2 + 3*a)"), mixed("N", "share_M/2 + chance_M/4")
    bounds = "share_{0} > 0 and share_{0} < 1"
    said = bound(f"{bounds.format('M')} and {bounds.format('N')}", P, Q, first, second)
    cases = reduce_likelihoods(said).cases
    assert len(cases) > 3
    for case in cases:
        prove_case(case.goal)


# --- claims about numbers alone ------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim",
    [
        "exp(exp(exp(10))) >= 1",
        "exp(-exp(exp(20))) > 0",
        "log(8)*log(3) <= 3*log(2)*log(3)",
        "log(8) < 3",
        "1 < 2",
        "log(0) < 1",
    ],
)
def test_a_claim_about_numbers_is_proved_and_not_believed(claim):
    assert len(goals_of(bound(claim, P))) == 1


@pytest.mark.parametrize("claim", ["1 < 2", "log(0) < 1", "log(8) = 3*log(2)"])
def test_trivial_claims_are_proved(claim):
    for case in reduce_likelihoods(bound(claim, P)).cases:
        prove_case(case.goal)


def test_two_infinite_leakages_are_equal_without_a_goal():
    said = bound("pmc_P = ldp_P and pmc_P + a >= pmc_P where least_P = 0, chance_P > 0", P)
    zero = [goal for goal in goals_of(said) if "least_P" not in names_in(goal)]
    assert not any(goal.conclusion[1] == goal.conclusion[2] for goal in zero)
