"""Arguments that would have no effect: each is refused in a sentence that names it."""

import re

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design, laplace
from pmlsym.cli import main
from pmlsym.errors import InputError

WORKLOAD = [[1, 0, 2], [0, 1, 1]]
HALF = [0.5, 0.5]


def calibrated(**known):
    return laplace.calibrate(0.5, 0.1, **known)


def released(**known):
    return laplace.calibrate(0.5, 0.1, workload=WORKLOAD, **known)


@pytest.mark.parametrize("others", ["nonsense", None, 2.5, [0.2, 0.3, 0.5], np.full(3, 1 / 3)])
def test_priors_of_others_are_refused_where_no_others_count(others):
    for call in (calibrated, released):
        with pytest.raises(InputError, match=r"^others is .*, but has to be left out"):
            call(others=others)


def test_others_that_are_no_priors_are_refused_where_they_count():
    for call in (
        lambda others: released(bound="tilted", n=1, others=others),
        lambda others: released(bound="tilted", n=2, others=others),
        lambda others: laplace.exact_leakage(WORKLOAD, 0.1, 2.0, 1, others),
        lambda others: laplace.worst_outcome(WORKLOAD, 0.1, 2.0, 2, others),
    ):
        for others in ("nonsense", -1, 2.5, [[[]]]):
            with pytest.raises(InputError, match="others"):
                call(others)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: calibrated(n=3), "n"),
        (lambda: released(n=3), "n"),
        (lambda: calibrated(bound="tilted"), "bound"),
        (lambda: calibrated(bound="nonsense"), "bound"),
        (lambda: calibrated(bound=np.ones(3)), "bound"),
        (lambda: released(bins=3), "bins"),
        (lambda: laplace.workload_leakage(WORKLOAD, "nonsense", 2.0, "dp"), "alpha"),
        (lambda: laplace.workload_leakage(WORKLOAD, 0.5, 2.0, "dp"), "alpha"),
        (lambda: laplace.workload_leakage(WORKLOAD, [0.1, 7], 2.0, "dp"), "alpha"),
        (lambda: laplace.total_variation([3, 4], [3, 5], "nonsense"), "normalise"),
        (lambda: design.optimal_mechanism(HALF, ps.PML(0.1), exact="no"), "exact"),
        (lambda: ps.sweep(lambda a: a, {"a": [1]}, jobs=-2), "jobs"),
        (lambda: list(ps.ledger.check([], jobs=0)), "jobs"),
        (lambda: list(ps.ledger.check([], jobs=-2)), "jobs"),
        (lambda: list(ps.ledger.check([], jobs="all")), "jobs"),
    ],
)
def test_an_argument_is_used_or_refused_by_its_name(call, name):
    with pytest.raises(InputError, match=rf"^{name} is ") as caught:
        call()
    assert re.search(r"has to be .*\.$", str(caught.value))


def test_what_is_worth_its_place_still_counts():
    assert released() == released(others="worst") == released(bound="triangle")
    # the workload of the papers on which few records leak most
    known = {"workload": [[0, 3, 3], [0, 1, -1]]}
    tilted = known | {"bound": "tilted", "n": 3}
    uniform = laplace.calibrate(1.2, 0.25, **tilted, others=None)
    assert uniform < laplace.calibrate(1.2, 0.25, **tilted) < laplace.calibrate(1.2, 0.25, **known)
    assert laplace.workload_leakage(WORKLOAD, 0.1, 2.0, "dp") == laplace.dp(WORKLOAD, 2.0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["figure", "pmc-2", "--out", "x.png", "--seed", "3"], "--seed is 3"),
        (["figure", "leakage", "--out", "x.png", "--repetitions", "3"], "--repetitions is 3"),
        (["certify", "--rebuild-store", "--format", "coq"], "--format"),
        (
            ["bound", "workload", "w.csv", "--alpha", ".1", "--scale", "1", "--others", "worst"],
            "--others",
        ),
        (
            ["calibrate", "workload", "w.csv", "--alpha", ".1", "--epsilon", "1", "--others", "1"],
            "--others",
        ),
        (["convert", "pml:1", "--to", "pmc", "--prior", ".5,.5", "--p-min", ".5"], "p_min and"),
    ],
)
def test_an_option_without_an_effect_is_refused(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "w.csv").write_text("1,0,2\n0,1,1\n")
    monkeypatch.setattr("sys.argv", ["pmlsym", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    found = capsys.readouterr()
    assert said in found.err
    assert found.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["w.csv"]
