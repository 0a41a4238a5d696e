"""What the language's defaults say, each at a model that shows it."""

from fractions import Fraction as F

import pytest
import sympy as sp

from pmlsym import Channel
from pmlsym.errors import ChannelError, ParameterError
from pmlsym.statements import Model, StatementError, parse, read
from pmlsym.statements.values import DIGITS

HALF = F(1, 2)
IDENTITY = [[1, 0], [0, 1]]
UNIFORM = ["1/2", "1/2"]


def verdict(text, model):
    return read(parse(text), model).verdict


def at(kernel=IDENTITY, prior=UNIFORM, **parameters):
    return Model.from_channel(kernel, prior, **parameters)


@pytest.mark.parametrize(
    ("text", "parameters", "expected"),
    [
        # infinite values: inf = inf holds, and inf - inf has no value
        ("pmc(X->y) = ldp(X->y)", {}, "holds"),
        ("pmc(X->y) <= a", {"a": 5}, "fails"),
        ("a <= pmc(X->y)", {"a": 5}, "holds"),
        ("pmc(X->y) - ldp(X->y) <= 1", {}, "fails"),
        ("pmc(X->y) - ldp(X->y) <= 1 => a < 0", {"a": 1}, "does not apply"),
        ("exp(-pmc(X->y)) = 0", {}, "holds"),
        ("E[exp(-pmc(X->y))] = 0 and E[pmc(X->y)] = maximal_cost_leakage(X->Y)", {}, "holds"),
        ("a/pmc(X->Y) = 0", {"a": 5}, "holds"),
        # a term without a value fails in a conclusion, and keeps a hypothesis from applying
        ("log(a - 2) < 1", {"a": 1}, "fails"),
        ("log(a - 2) < 1 => a < 0", {"a": 1}, "does not apply"),
        ("1/(a - 1) > 0", {"a": 1}, "fails"),
        ("1/(a - 1) != 0", {"a": 1}, "fails"),
        ("a > 0 where 1/(a - 1) != 0", {"a": 1}, "does not apply"),
        ("log(a - 2) = b <=> a = 1", {"a": 1, "b": 0}, "fails"),
        ("log(a - 1) < b", {"a": 1, "b": 0}, "holds"),
        ("PMC(log(1/(a - 1)))", {"a": 1}, "fails"),
        # parameters are at least 0 unless `where` says otherwise
        ("a < 0", {"a": -1}, "does not apply"),
        ("a < 0 where a > -2", {"a": -1}, "holds"),
        ("PML(a) where a > -2", {"a": -1}, "fails"),
        ("a <= 0", {"a": 0}, "holds"),
        # guarantees
        ("PML(log(2)) and pml(X->Y) = log(2)", {}, "holds"),
        ("PML(log(2) - 1/1000000000)", {}, "fails"),
        ("LDP(100)", {}, "fails"),
        ("PMC(a)", {"a": 100}, "fails"),
        # structure
        ("|X| = 2: a = 1", {"a": 1}, "holds"),
        ("|X| >= 3: a = 1", {"a": 1}, "does not apply"),
        ("prior uniform: pmin = pmax", {}, "holds"),
        ("prior (1/3, 2/3): a = 1", {"a": 1}, "does not apply"),
        ("X, Y independent: a = 1", {"a": 1}, "does not apply"),
        ("n = 2 and pmin = 1/2 and pmax = 1/2", {}, "holds"),
        # both ways
        ("LDP(a) <=> PML(a)", {"a": 0}, "holds"),
        ("LDP(a) <=> PML(a)", {"a": 1}, "fails"),
        ("LDP(a) <=> PML(a) where a < 1", {"a": 1}, "does not apply"),
    ],
)
def test_defaults(text, parameters, expected):
    assert verdict(text, at(**parameters)) == expected


@pytest.mark.parametrize("text", ["LIP(a) <=> PML(a)", "1 < 1 <=> LDP(a)", "a != a <=> LDP(a)"])
def test_what_holds_as_neither_side_does_is_not_shown_as_an_example(text):
    found = read(parse(text), at(a="1/10"))
    assert str(found).startswith("holds: neither side does, as this fails: ")
    assert not found.equal


def test_a_condition_is_required_at_every_possible_outcome():
    model = at([[HALF, HALF, 0], [0, 1, 0]], ["1/4", "3/4"])
    assert verdict("pml(X->y) <= log(4)", model) == "holds"
    found = read(parse("pml(X->y) <= log(3)"), model)
    assert (found.verdict, dict(found.check.at)) == ("fails", {"y": 0})
    assert str(found) == (
        "fails: pml(X->y) <= log(3) at y = 0: log(4) > log(3), about 1.38629 and 1.09861"
    )
    # all outcomes on the left, then all on the right
    assert verdict("pml(X->y) <= log(3) => pmc(X->y) <= 0", model) == "does not apply"


def test_outcomes_of_probability_zero_say_nothing():
    assert verdict("pml(X->y) > 0", at([[1, 0, 0], [0, 1, 0]])) == "holds"


def test_secrets_that_the_outcome_rules_out_leave_the_prior():
    # y = 0 rules x = 0 out; given it, z tells nothing more of what is left
    joint = [[[0, 0], ["1/4", 0]], [["1/4", "1/4"], [0, "1/4"]]]
    model = Model.from_joint(joint)
    assert verdict("pml(X->z|y) >= 0", model) == "holds"
    found = read(parse("pmc(X->z|y) <= 0"), model)
    assert dict(found.check.at) == {"y": 1, "z": 0}
    assert verdict("pmc(X->z|y) <= pmc(X->y)", model) == "fails"


def test_another_secret_has_its_own_prior():
    # Y has a value of probability 0, which is no secret
    joint = [[["1/4", "1/4"], [0, 0]], [["1/4", "1/4"], [0, 0]]]
    assert verdict("pmc(Y->z) = 0 and LDP(0) of Y->Z", Model.from_joint(joint)) == "holds"


def test_one_secret_is_below_the_default():
    one = at([["1/2", "1/2"]], [1], a=0)
    assert verdict("PML(a)", one) == "does not apply"
    assert verdict("|X| >= 1: PML(a)", one) == "holds"


def test_a_prior_is_the_same_in_any_order():
    assert verdict("prior (1/3, 2/3): n = 2", at(prior=["2/3", "1/3"])) == "holds"


def test_what_cannot_be_separated_refutes_nothing():
    found = read(parse("exp(a) + exp(-1000000) != exp(a)"), at(a=1))
    assert (found.verdict, found.applies, found.holds) == ("cannot be separated", True, None)
    assert f"at {DIGITS} digits" in str(found)
    found = read(parse("exp(a) + exp(-1000000) != exp(a) => a < 0"), at(a=1))
    assert (found.verdict, found.applies) == ("cannot be separated", None)


def test_a_clear_failure_beside_what_cannot_be_separated():
    assert verdict("exp(a) + exp(-1000000) != exp(a) and a < 0", at(a=1)) == "fails"


def test_sides_are_shown_exactly():
    found = read(parse("mutual_information(X;Y) <= a"), at(a="1/2"))
    assert str(found.check) == (
        "mutual_information(X;Y) <= a: log(2) > 1/2, about 0.693147 and 0.5"
    )
    found = read(parse("log(a - 2) < 1"), at(a=1))
    assert "a side has no value, as there is the logarithm of a negative number" in str(found)


def test_models_from_channels_and_tables():
    channel = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 3), F(2, 3)])
    model = Model.of(channel, e=sp.log(2))
    assert model == Model.from_joint([["1/4", "1/12"], ["1/6", "1/2"]], e="log(2)")
    assert model.kernel == ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
    assert model.prior == (F(1, 3), F(2, 3))
    assert Model.from_joint(model.joint, e="log(2)") == model


@pytest.mark.parametrize(
    ("work", "error", "said"),
    [
        (lambda: at([[HALF, HALF], [1, 1]]), ChannelError, "row 1 sums to 2"),
        (lambda: at(prior=["1/2", "1/3"]), ChannelError, "the prior sums to 5/6"),
        (lambda: at(prior=[1, 0]), ChannelError, "secret 1 has probability 0"),
        (lambda: at([[0.5, 0.5], [1, 0]]), ChannelError, "row 0 of the kernel has the entry 0.5"),
        (lambda: at([[2, -1], [1, 0]]), ChannelError, "has the entry -1"),
        (lambda: at([[1, 0]]), ChannelError, "2 entries, but the kernel has 1 rows"),
        (lambda: at([[1, 0], [1]]), ChannelError, "differ in length"),
        (lambda: Model.from_joint([["1/2"], ["1/3"]]), ChannelError, "sums to 5/6"),
        (lambda: Model.of(Channel(IDENTITY, [0.5, 0.5])), ChannelError, "one of floats"),
        (lambda: at(a=0.5), ParameterError, "a is 0.5"),
        (lambda: at(a="pmin"), ParameterError, "depends on a channel"),
        (lambda: at(a="b + 1"), ParameterError, "depends on b"),
        (lambda: at(a="log(0)"), ParameterError, "exact real number"),
        (lambda: read(parse("PML(a)"), at()), ParameterError, "no a"),
        (lambda: read(parse("PML(a) of X->Z"), at(a=1)), ParameterError, "only X and Y"),
        (lambda: read(parse("PML(?)"), at()), StatementError, "hole"),
    ],
)
def test_bad_input_gets_one_sentence(work, error, said):
    with pytest.raises(error, match=said) as caught:
        work()
    assert "\n" not in str(caught.value)
