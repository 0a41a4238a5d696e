"""`pmlsym try`: what it reads of a claim, what it leaves out, and with what it exits."""

import json
import math

import pytest


@pytest.fixture
def tried(pmlsym, tmp_path):
    file = tmp_path / "kernel.csv"
    file.write_text("3/4,1/4\n1/4,3/4\n", encoding="utf-8")
    return lambda *given: pmlsym("try", *given, "--kernel", str(file), "--prior", "1/2,1/2")


def test_try_names_what_it_leaves_out(tried):
    found = tried("pmc.proposition-3", "--set", "e=log(3)")
    assert found.returncode == 0
    printed = " ".join(found.stdout.split())
    assert "no number was given for its parameter d: say --set d=..." in printed
    assert printed.endswith("holds, as far as it was read: 2 of 3 statements")
    found = tried("pmc.remark-3")
    printed = " ".join(found.stdout.split())
    assert found.returncode == 0
    assert "it says that something exists, and this one does not show it" in printed
    assert printed.endswith("holds, as far as it was read: 2 of 3 statements")


def test_try_keeps_its_keys_and_adds_what_was_left_out(tried):
    row = json.loads(tried("pmc.lip-ldp", "--set", "e=log(3)", "--json").stdout)
    assert {"applies", "holds", "left", "right", "statement", "statements"} <= set(row)
    assert (row["applies"], row["holds"], len(row["statements"])) == (True, True, 1)
    (left,) = row["left_out"]
    assert left["statement"] == "ALIP(l, u) => LDP(l + u)"
    assert left["missing"] == ["l", "u"]
    assert "--set l=... --set u=..." in left["why"]
    row = json.loads(tried("pmc.remark-3", "--json").stdout)
    assert (row["holds"], len(row["left_out"])) == (True, 1)


def test_try_asks_for_numbers_where_nothing_can_be_read_without(tried):
    found = tried("pmc.theorem-6.i", "--json")
    assert found.returncode == 2
    assert "--set u=..." in found.stderr


def test_only_what_fails_exits_with_one(tried):
    found = tried("pmc.eq-9.strict", "--json")
    row = json.loads(found.stdout)
    assert (found.returncode, row["holds"], row["left_out"]) == (1, False, [])
    assert row["left"] == row["right"] == pytest.approx(math.log(2))
    assert tried("pmc.eq-9.strict").returncode == 1


def test_what_adversaries_gain_is_decided_on_a_kernel(tried):
    """The cost leakage of this mechanism: 1/4 + 1/4 is the sum of the smallest entries."""
    for name in ("pmc.theorem-2", "pmc.max-cost-leakage"):
        row = json.loads(tried(name, "--json").stdout)
        assert (row["holds"], row["left_out"]) == (True, [])
        assert row["left"] == row["right"] == pytest.approx(math.log(2))
    row = json.loads(
        tried("pmc.figure-2", "--set", "u=log(3/2)", "--set", "l=log(6/5)", "--json").stdout
    )
    assert row["applies"] is not None


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("linear.theorem-2.upper", "bound workload"),
        ("histogram.theorem-4.upper", "bound histogram"),
    ],
)
def test_of_a_release_the_command_is_named_that_takes_one(tried, pmlsym, tmp_path, name, command):
    found = tried(name)
    assert found.returncode == 2
    assert f"pmlsym {command}" in " ".join(found.stderr.split())
    given = ["--alpha", "1/4", "--scale", "1"]
    if command.endswith("workload"):
        file = tmp_path / "workload.csv"
        file.write_text("0,3,3\n0,1,-1\n", encoding="utf-8")
        given = [str(file), *given, "--records", "1"]
    assert pmlsym(*command.split(), *given).returncode == 0
