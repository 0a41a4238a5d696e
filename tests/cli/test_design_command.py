"""`pmlsym design`, as a user types it."""

import itertools
import json
import math
import os
import pty
import subprocess
import sys
from fractions import Fraction as F

import numpy as np
import pytest

PARTIES = "200/944,180/944,108/944,37/944,94/944,150/944,175/944"
KEYS = {"value", "upper_bound", "kernel", "method", "seconds"}


@pytest.fixture
def answer(pmlsym):
    def asked(*words):
        found = pmlsym("design", *words, "--json")
        assert (found.returncode, found.stderr) == (0, "")
        return json.loads(found.stdout)

    return asked


def information(prior, kernel):
    """Mutual information from its definition."""
    joint = np.asarray(prior)[:, None] * np.asarray(kernel)
    product = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    held = joint > 0
    return float((joint[held] * np.log(joint[held] / product[held])).sum())


def test_json_has_the_keys_of_the_interface(answer):
    found = answer("--prior", PARTIES, "--guarantee", "pml:0.5")
    assert set(found) == KEYS
    prior = np.array([200, 180, 108, 37, 94, 150, 175]) / 944
    kernel = np.array(found["kernel"])
    assert found["value"] == pytest.approx(information(prior, kernel))
    assert found["value"] <= found["upper_bound"] <= found["value"] + 1e-6
    assert np.allclose(kernel.sum(axis=1), 1)
    assert (kernel <= (prior @ kernel) * math.exp(0.5) * (1 + 1e-12)).all()


def test_an_exact_kernel_is_written_in_fractions(answer):
    found = answer("--prior", "1/5,3/10,1/2", "--guarantee", "lip:0.5", "--exact")
    assert set(found) == KEYS | {"exact"}
    kernel = [[F(entry) for entry in row] for row in found["exact"]["kernel"]]
    prior = [F(1, 5), F(3, 10), F(1, 2)]
    for row in kernel:
        assert sum(row) == 1
    for column in zip(*kernel, strict=True):
        mean = sum(p * v for p, v in zip(prior, column, strict=True))
        # e^(1/2) by its series, rounded down
        most = sum(F(1, 2**n * math.factorial(n)) for n in range(60))
        assert max(column) <= mean * most
        assert min(column) * most >= mean
    assert np.allclose([[float(v) for v in row] for row in kernel], found["kernel"], atol=1e-9)


def test_without_a_promise_the_secret_itself_is_published(answer):
    found = answer("--prior", "1/4,3/4", "--guarantee", "pml:inf")
    assert found["method"] == "closed-form"
    assert found["value"] == pytest.approx(math.log(4) - 0.75 * math.log(3))
    assert sorted(found["kernel"]) == [[0, 1], [1, 0]]


@pytest.mark.parametrize("text", ["0.2,0.3,0.5", "0.2\n0.3\n1/2\n"])
def test_a_prior_is_read_from_a_row_or_a_column(answer, tmp_path, text):
    (tmp_path / "prior.csv").write_text(text)
    found = answer("--prior", tmp_path / "prior.csv", "--guarantee", "pmc:0.3")
    typed = answer("--prior", "0.2,0.3,0.5", "--guarantee", "pmc:0.3")
    assert found["kernel"] == typed["kernel"]


def test_tables_of_rewards_and_distortions_are_read(answer, tmp_path):
    (tmp_path / "table.csv").write_text("1,0\n0,1\n")
    words = ["--prior", "1/2,1/2", "--guarantee", "ldp:1", "--utility"]
    right = answer(*words, f"reward:{tmp_path / 'table.csv'}")
    wrong = answer(*words, f"distortion:{tmp_path / 'table.csv'}")
    chance = math.e / (1 + math.e)  # randomized response tells the truth so often
    assert right["value"] == pytest.approx(chance)
    assert wrong["value"] == pytest.approx(chance - 1)


def test_the_method_tolerance_and_utility_are_passed_on(answer):
    words = ["--prior", "0.1,0.2,0.3,0.4", "--guarantee", "lip:0.7"]
    found = answer(*words, "--method", "program", "--utility", "total-variation")
    assert found["method"] == "program"
    kernel, prior = np.array(found["kernel"]), np.array([0.1, 0.2, 0.3, 0.4])
    assert found["value"] == pytest.approx(np.abs(kernel - prior @ kernel).T.dot(prior).sum() / 2)
    # a mixture found roughly is still below the bound
    rough = answer(*words, "--tolerance", "0.5", "--time-limit", "inf")
    assert rough["value"] <= rough["upper_bound"]


def test_the_table_says_value_bound_method_region_and_guarantee(pmlsym, answer):
    words = ["--prior", "0.2,0.3,0.5", "--guarantee", "pml:0.5"]
    shown = pmlsym("design", *words).stdout
    assert f"{answer(*words)['value']:.9g} nats" in shown
    assert "upper bound" in shown
    assert "gap" in shown
    assert "PML(0.5), satisfied in exact arithmetic" in shown
    # log(1/(1 - 0.2)) and log(1/(1 - 0.5))
    assert "up to 1 zero per outcome (0.2231 <= epsilon < 0.6931)" in shown
    assert "3 for 3 secrets" in shown
    shown = pmlsym("design", "--prior", "0.2,0.3,0.5", "--guarantee", "lip:0.5").stdout
    assert "up to 2 secrets per outcome at the least lift" in shown
    shown = pmlsym("design", "--prior", "0.2,0.3,0.5", "--guarantee", "ldp:0.5").stdout
    assert "no zeros: ratios of lifts are bounded" in shown


def test_a_large_kernel_is_cut_and_fits_a_terminal(pmlsym, tmp_path):
    weights = np.arange(20, 40)
    (tmp_path / "prior.csv").write_text(",".join(f"{w}/{weights.sum()}" for w in weights))
    found = pmlsym("design", "--prior", tmp_path / "prior.csv", "--guarantee", "pml:0.1")
    assert found.returncode == 0
    assert "The first 12 of 20 secrets, 12 of " in found.stdout
    assert "…" not in found.stdout
    assert max(map(len, found.stdout.splitlines())) <= 80


def test_outcomes_of_probability_zero_are_left_out(pmlsym, tmp_path):
    (tmp_path / "reward.csv").write_text("1,0,2\n1,0,2\n")
    words = ["--prior", "1/2,1/2", "--guarantee", "pml:1"]
    found = pmlsym("design", *words, "--utility", f"reward:{tmp_path / 'reward.csv'}")
    assert "Left out: 2 outcomes of probability zero." in found.stdout
    assert "y=2" in found.stdout
    assert "y=0" not in found.stdout


def test_a_search_cut_short_says_so(pmlsym, tmp_path):
    weights = np.arange(3, 33) ** 2
    (tmp_path / "prior.csv").write_text(",".join(f"{w}/{weights.sum()}" for w in weights))
    words = ["--prior", tmp_path / "prior.csv", "--guarantee", "pml:0.4", "--tolerance", "0"]
    found = pmlsym("design", *words, "--time-limit", "0")
    assert found.returncode == 0
    assert "the time limit was reached" in found.stdout
    assert found.stderr == ""


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_is_for_terminals(quiet):
    ours, theirs = pty.openpty()
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            "from pmlsym.cli import main; main()",
            *("design", "--prior", "0.1,0.2,0.3,0.4", "--guarantee", "pml:0.4"),
            *["--json"] * quiet,
        ],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm"},
        check=True,
    )
    os.write(theirs, b"end")  # so that reading does not wait
    drawn = os.read(ours, 100_000).decode()
    for end in (ours, theirs):
        os.close(end)
    assert ("lift vectors: utility" in drawn) is not quiet
    assert b"round" not in run.stdout


# --- sets of priors -------------------------------------------------------------------------------


def corners(low, high):
    """The extreme priors of a set, from their definition."""
    found = set()
    for own in range(len(low)):
        others = [(a, b) for x, (a, b) in enumerate(zip(low, high, strict=True)) if x != own]
        for chosen in itertools.product(*others):
            rest = 1 - sum(chosen)
            if low[own] <= rest <= high[own]:
                found.add((*chosen[:own], rest, *chosen[own:]))
    return found


def least_information(found, priors):
    return min(information([float(p) for p in prior], found["kernel"]) for prior in priors)


def breaks_pml(found, priors, level):
    """Return whether the kernel leaks more than the level under one of the priors, exactly."""
    most = sum(F(level) ** n / math.factorial(n) for n in range(60))  # below e^level
    for column in zip(*found["kernel"], strict=True):
        exact = [F(entry) for entry in column]
        for prior in priors:
            if max(exact) > most * sum(p * v for p, v in zip(prior, exact, strict=True)):
                return True
    return False


def test_a_set_of_priors_is_those_near_one(answer):
    words = ["--prior", "0.2,0.3,0.5", "--guarantee", "pml:1/2"]
    low, high = [F(3, 20), F(1, 4), F(9, 20)], [F(1, 4), F(7, 20), F(11, 20)]
    priors = corners(low, high)
    found = answer(*words, "--prior-within", "0.05")
    assert set(found) == KEYS | {"priors", "worst_prior"}
    assert found["priors"] == {"lower": [0.15, 0.25, 0.45], "upper": [0.25, 0.35, 0.55]}
    assert not breaks_pml(found, priors, F(1, 2))
    assert breaks_pml(answer(*words), priors, F(1, 2))
    assert found["value"] == pytest.approx(least_information(found, priors), rel=1e-9)
    assert found["value"] == pytest.approx(information(found["worst_prior"], found["kernel"]))
    assert found["value"] <= found["upper_bound"] <= found["value"] + 1e-6
    there = answer(*words, "--prior-within", "0.05", "--utility-at-prior")
    assert there["worst_prior"] is None
    assert not breaks_pml(there, priors, F(1, 2))
    assert there["value"] == pytest.approx(information([0.2, 0.3, 0.5], there["kernel"]))
    assert least_information(there, priors) < found["value"] < there["value"]


def test_two_rows_are_the_ends_of_a_set_of_priors(answer, tmp_path):
    (tmp_path / "known.csv").write_text("0.15,1/4,0.45\n0.25,0.35,0.55\n")
    found = answer("--prior", tmp_path / "known.csv", "--guarantee", "pml:1/2")
    near = answer("--prior", "1/5,3/10,1/2", "--prior-within", "1/20", "--guarantee", "pml:1/2")
    assert {**found, "seconds": None} == {**near, "seconds": None}


def test_no_width_is_the_prior_itself(answer):
    words = ["--prior", "0.3333333333333,0.3333333333333,0.3333333333333", "--guarantee", "pml:1/2"]
    assert answer(*words, "--prior-within", "0")["value"] == pytest.approx(
        answer(*words)["value"], abs=1e-9
    )


def test_the_table_says_that_every_prior_is_safe(pmlsym):
    words = ["--prior", "0.2,0.3,0.5", "--guarantee", "pml:0.5", "--prior-within", "0.05"]
    shown = " ".join(pmlsym("design", *words).stdout.replace("│", " ").split())
    assert "satisfied in exact arithmetic under every prior of the set" in shown
    assert "nats at the worst prior of the set" in shown
    assert "worst prior .200, .250, .550" in shown
    assert ".150-.250" in shown
    shown = pmlsym("design", *words, "--utility-at-prior").stdout
    assert "worst prior" not in shown
    assert "under every" in shown
