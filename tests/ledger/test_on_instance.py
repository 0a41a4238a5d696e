"""Evaluation of a claim on an instance of the user, and what that instance does not decide."""

import math
import sys
from fractions import Fraction as F
from itertools import combinations, product

import pytest

import pmlsym as ps
from pmlsym.errors import ParameterError
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.on_instance import parameters_of
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.pmc.mechanisms import zeros
from pmlsym.statements.arithmetic import exp
from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.released.histogram import Copies, Histogram
from pmlsym.statements.instances.released.release import release
from pmlsym.statements.model import Model
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.values import LogOf

WARNER = ps.Channel([["3/4", "1/4"], ["1/4", "3/4"]], "uniform")
SILENT = ps.Channel([["1/2", "1/2"], [0, 1]], "uniform")  # an outcome rules out a secret
RULES_OUT = from_text("exp(-pmc(X->Y)) = 0", exists=True)


def test_a_reader_is_told_what_the_rows_and_columns_of_an_instance_are():
    """Beside numbers that are different for each place, so that their order is seen."""
    joint = [[[F(x + 2 * y + 4 * z + 1, 36) for z in (0, 1)] for y in (0, 1)] for x in (0, 1)]
    model = Model.from_joint(joint)
    assert model.described() == (
        "joint law with rows y and columns z: x=0: (1/36, 5/36; 1/12, 7/36), "
        "x=1: (1/18, 1/6; 1/9, 2/9)"
    )
    assert str(model) == model.described().replace(" with rows y and columns z:", "")


def test_the_identity_of_many_classes_is_named_and_data_have_it_whole():
    for k in (2, 3, 4, 9):
        found = release(
            [[int(i == j) for j in range(k)] for i in range(k)], F(1, k), F(1, 2), outcome=[0] * k
        )
        assert found.as_dict()["workload"][k - 1][k - 2 :] == ["0", "1"]
        assert str(found).startswith("W = [1, 0")
        assert (f"W = the identity of {k} classes, " in found.described()) is (k > 3)
    almost = release([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]], F(1, 9), F(1, 2))
    assert almost.described() == str(almost)
    shown = ps.claim("histogram.small-k").check().as_dict()
    assert "W = the identity of 10 classes" in shown["witness"]["world"]
    assert len(shown["witness"]["workload"]) == 10


def claimed(*asserts):
    return Claim("notes.own", "notes", "line 1", says="what is asserted", asserts=asserts)


def test_an_instance_that_is_no_example_contradicts_no_existence():
    found = ps.claim("pmc.remark-3").read_on(WARNER)
    assert found.holds is True
    read, other, example = found.statements
    assert (read.is_decided, other.is_decided, example.is_decided) == (True, True, False)
    assert "does not show it" in example.why_left_out()
    assert not found  # a part is not the whole
    both = claimed(from_text("n >= 2"), RULES_OUT)
    assert both.holds(WARNER) is None
    assert both.holds(SILENT) is True
    assert claimed(from_text("n >= 3"), RULES_OUT).holds(WARNER) is False
    assert claimed(RULES_OUT).holds(WARNER) is None
    assert claimed(RULES_OUT).read_on(WARNER).summary.startswith("nothing is shown")


@pytest.mark.parametrize(
    ("name", "given", "read", "total", "missing"),
    [
        ("pmc.table-2", {"e": "log(3)"}, 7, 10, {"l", "u"}),
        ("pmc.figure-2.repair", {"u": "log(3/2)"}, 2, 11, {"d", "e", "l"}),
        ("pmc.corollary-4", {"l": "log(2)"}, 4, 8, {"u"}),
        ("pmc.proposition-3", {"e": "log(3)"}, 2, 3, {"d"}),
        ("pmc.lip-ldp", {"e": "log(3)"}, 1, 2, {"l", "u"}),
        ("pmc.theorem-4", {}, 2, 4, set()),
    ],
)
def test_a_part_of_a_claim_is_never_taken_for_the_whole(name, given, read, total, missing):
    claim = ps.claim(name)
    with pytest.raises(ParameterError) as refused:
        claim.holds(WARNER, **given)
    for one in missing:
        assert f"{one}=..." in str(refused.value)
    if name == "pmc.table-2":
        assert "3 of the 10 statements" in str(refused.value)
    found = claim.read_on(WARNER, **given)
    assert (found.holds, bool(found)) == (True, False)
    assert (len(found.decided), len(found.statements)) == (read, total)
    assert {one for left in found.left_out for one in left.missing} == missing
    assert found.summary.startswith(f"holds, as far as it was read: {read} of {total} statements")
    assert str(found).count("left out: ") == total - read


def test_with_all_numbers_the_whole_is_read():
    assert ps.claim("pmc.corollary-4").holds(WARNER, l="log(2)", u="log(3/2)") is True
    assert ps.claim("pmc.lip-ldp").holds(WARNER, e="log(3)", l="log(2)", u="log(2)") is True
    # 1 - 1/4 is below log 3 - log 2, so that d = 1/4 is less than what Prop. 3 asks for
    found = ps.claim("pmc.proposition-3").read_on(WARNER, e="log(3)", d="1/4")
    assert found.summary == "holds: 3 of 3 statements (2 hold, 1 does not apply)"
    assert found


def test_what_fails_is_false_whatever_was_left_out():
    claim = claimed(from_text("PML(e) => PMC(e)"), from_text("PML(a) => LDP(a)"))
    assert claim.holds(WARNER, e="log(3/2)") is False  # its PMC is log 2
    found = claim.read_on(WARNER, e="log(3/2)")
    assert found.summary == "fails, as far as it was read: 1 of 2 statements"
    with pytest.raises(ParameterError, match=r"a=\.\.\."):
        claim.holds(WARNER, e="log(2)")


def test_a_parameter_that_the_claim_has_not_is_refused():
    with pytest.raises(ParameterError, match=r"x is no parameter .* are: u"):
        ps.claim("pmc.theorem-6.i").holds(WARNER, x=1)


def test_every_claim_says_of_each_statement_whether_it_was_read():
    """Against the statements one by one, with no number, with one, and with all."""
    read = 0
    for claim in catalogue.with_repairs(catalogue.claims()):
        names = parameters_of(claim.asserts) or ()
        for given in {(), tuple(names[:1]), tuple(names)}:
            model = Model.of(WARNER, **dict.fromkeys(given, "log(3)"))
            told = {id(one): one.judge(model) for one in claim.asserts if one.covers(model)}
            try:
                found = claim.read_on(model)
            except ParameterError:
                assert not told, claim.id
                continue
            read += 1
            assert [one.statement for one in found.statements] == list(claim.asserts)
            for one in found.left_out:
                assert one.why_left_out(), claim.id
                assert id(one.statement) not in told or one.statement.exists
                assert set(one.missing).isdisjoint(given)
            every = [s for s in claim.asserts if not s.exists]
            contradicted = any(told[id(s)].holds is False for s in every if id(s) in told)
            contradicted |= any(one.outcome == "fails" for one in found.decided)
            assert (found.holds is False) == contradicted, claim.id
    assert read > 50


def test_zeros_are_counted_under_any_level():
    prior = (F(1, 2), F(1, 3), F(1, 6))
    for level in (F(1, 10), F(1, 5), F(1, 2), F(1), F(2), LogOf(F(2)), LogOf(F(3)), LogOf(F(6, 5))):
        number = math.log(level.argument) if isinstance(level, LogOf) else float(level)
        most = max(
            size
            for size in range(4)
            for some in combinations(prior, size)
            if float(sum(some)) <= 1 - math.exp(-number) + 1e-12
        )
        assert zeros.most_ruled_out(prior, exp(level)) == most
    claim = ps.claim("pmc.zero-pairs")
    for rows, level in product((WARNER, SILENT), ("1/2", "log(2)", "2")):
        assert claim.read_on(rows, u=level).holds is not False
    with pytest.raises(ParameterError, match=r"u=\.\.\."):
        claim.holds(WARNER)


ONE_BIN = Histogram(((F(1),),), F(1), F(1, 2), ((F(1),),), (F(1),))


@pytest.mark.parametrize(
    "name", ["histogram.sensitivity", "histogram.composition.dp.repair", "linear.figure-2.vanishes"]
)
def test_of_one_class_nothing_that_is_proved_is_false(name):
    found = ps.claim(name)
    instance = ONE_BIN if name.startswith("histogram") else release([[1]], F(1), F(1, 2))
    read = [one.judge(instance) for one in found.asserts if one.covers(instance)]
    assert read
    assert all(one.holds is not False for one in read)


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("histogram.correlated", Copies((F(1),), 1, F(1, 2), F(2))),  # nothing to leak
        ("pmc.footnote-5.repair", Levels((F(1, 3),) * 3, (("u", F(3, 2)),))),
        ("pmc.footnote-5.repair", Levels((F(1, 2),) * 2, (("u", F(2)),))),
        ("pmc.footnote-5.repair", Levels((F(1, 2),) * 2, (("e", F(3, 2)),))),
        ("linear.every-n", release([[0, 1]], F(1, 2), F(1, 2))),
        ("pmc.figure-2", Levels((F(1, 2),) * 2, (("u", F(2)), ("l", F(2))))),
        ("pmc.figure-2", Levels((F(1, 2),) * 2, (("u", F(3, 2)), ("l", F(1, 2))))),
        ("pmc.improvable", Levels((F(3, 5), F(3, 10), F(1, 10)), (("u", F(2)), ("l", F(2))))),
        ("pmc.zero-pairs", Levels((F(1, 2),) * 2, (("u", F(3, 2)),))),
    ],
)
def test_of_an_instance_that_is_not_ranged_over_nothing_is_said(name, instance):
    found = ps.claim(name)
    with pytest.raises(ParameterError, match="none of those"):
        found.holds(instance)


def test_a_workload_that_counts_no_classes_is_no_histogram():
    with pytest.raises(ParameterError, match=r"is about: .*Histogram"):
        ps.claim("linear.theorem-2.histogram").holds(release([[0, 1]], F(1, 2), F(1, 2)))


def test_a_model_without_the_numbers_of_an_assertion_is_told_which():
    pairs = next(each for each in ps.claim("pmc.zero-pairs").asserts if each.parameters)
    joint = [[F(1, 2), 0], [F(1, 4), F(1, 4)]]
    with pytest.raises(ParameterError, match=r"make the Model with u=\.\.\. as well"):
        pairs.judge(Model.from_joint(joint))
    # 0 rules out neither; 1 is given by the second secret alone, so that its lift is 2
    assert pairs.judge(Model.from_joint(joint, u="log(2)")).verdict == "holds"


@pytest.mark.parametrize("instance", ["nonsense", None, [["1/2", "1/2"]], ps.PML(1)], ids=repr)
def test_what_is_no_instance_of_a_claim_is_told_which_classes_are(instance):
    for claim in catalogue.claims():
        with pytest.raises(ParameterError) as refused:
            claim.holds(instance)
        said = str(refused.value)
        assert said.startswith(f"instance is a {type(instance).__name__}, but ")
        for one in claim.asserts:
            assert f"{one.about.__module__}.{one.about.__name__}" in said
            assert getattr(sys.modules[one.about.__module__], one.about.__name__) is one.about
