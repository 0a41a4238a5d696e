"""A proof of another goal than the statement's is refused, wherever it was put in its place."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from pmlsym.cli import command
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.decisions import decisions
from pmlsym.ledger.checking.origin import reduced
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.outside import forget, register
from pmlsym.ledger.pmc.remarks import lemma_1_v
from pmlsym.proof.verdict import NoVerdict


def one(level):
    return Claim("swap.one", "swap", "p. 1", "says", **stated(f"LIP(e) => LDP({level}*e)"))


def test_parts_of_another_statement_are_refused_though_both_are_true():
    assert one(2).check().verdict == one(3).check().verdict == "proved"
    for wrong in (one(3).parts, (*one(3).parts, *lemma_1_v.parts)):
        swapped = replace(one(2), parts=wrong)
        with pytest.raises(NoVerdict, match=r"not what LIP\(e\) => LDP\(2\*e\) reduces to"):
            swapped.check()
        with pytest.raises(NoVerdict, match="a goal of it is not among them"):
            list(decisions([swapped]))


def test_a_goal_that_is_left_out_is_missed():
    whole = Claim("swap.two", "swap", "p. 1", "says", **stated("pml(X->y) <= log(1/pmin)"))
    assert len(whole.parts) > 1
    with pytest.raises(NoVerdict, match="reduces to"):
        replace(whole, parts=whole.parts[1:]).check()


def test_goals_about_named_values_alone_are_goals_of_the_statement():
    text = "Z - X - Y: pmc(Z->y) <= pmc(X->y)"
    whole = stated(text)
    assert whole["parts"][0].goal != lemma_1_v.parts[0].goal
    assert replace(lemma_1_v, parts=whole["parts"]).check().verdict == "proved"
    with pytest.raises(NoVerdict, match="reduces to"):
        replace(lemma_1_v, parts=one(2).parts).check()


def test_most_finite_claims_take_their_goals_from_their_statements():
    taken = [
        claim.id
        for claim in catalogue.with_repairs(catalogue.claims())
        if claim.parts and list(reduced(claim.asserts, claim.parts))
    ]
    assert len(taken) >= 24
    assert {"pmc.lemma-1.v", "pmc.lemma-1.vi", "pmc.lemma-1.vii", "pmc.theorem-5"} <= set(taken)


def run(claim, *arguments):
    """Run a command with a claim in the ledger; return its status, and what it prints as JSON."""
    register(claim)
    try:
        asked = [*map(str, arguments), "--json"]
        found = CliRunner().invoke(command, asked, standalone_mode=False)
    finally:
        forget("swap")
    assert found.exception is None
    return found.return_value, json.loads(found.stdout)


def test_certificates_of_the_other_goal_are_rejected(tmp_path):
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    for level, folder in ((2, right), (3, wrong)):
        status, written = run(one(level), "certify", "swap.one", "--out", folder)
        assert (status, written["missing"]) == (0, [])
        assert run(one(level), "verify", folder) == (0, {"accepted": 1, "rejected": []})
    # a valid certificate, under the name of the one that is asked for
    (asked,) = {row["file"] for row in json.loads((right / "index.json").read_text())}
    (other,) = {row["file"] for row in json.loads((wrong / "index.json").read_text())}
    (right / asked).write_text((wrong / other).read_text())
    status, found = run(one(2), "verify", right)
    assert status == 1
    assert "it is not a question of swap.one" in str(found["rejected"])
    # the claim itself with the goals of the other statement, and their certificates
    swapped = replace(one(2), parts=one(3).parts)
    status, found = run(swapped, "verify", wrong)
    assert status == 1
    assert "the parts are not what LIP(e) => LDP(2*e) reduces to" in str(found["rejected"])
    status, found = run(swapped, "certify", "swap.one", "--out", tmp_path / "new")
    assert status == 1
    assert "the parts are not what LIP(e) => LDP(2*e) reduces to" in str(found["missing"])
