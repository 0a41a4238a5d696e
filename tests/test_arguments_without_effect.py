"""Arguments that would have no effect: each is refused in a sentence that names it."""

import pytest

from pmlsym import laplace
from pmlsym.cli import main

WORKLOAD = [[1, 0, 2], [0, 1, 1]]
HALF = [0.5, 0.5]


def calibrated(**known):
    return laplace.calibrate(0.5, 0.1, **known)


def released(**known):
    return laplace.calibrate(0.5, 0.1, workload=WORKLOAD, **known)


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
