"""Importing is cheap: heavy packages are loaded where they are used."""

import subprocess
import sys

import pytest

import pmlsym

ATTACKS = (
    "from pmlsym import Channel, adversary as a; "
    "c = Channel([[.75, .25], [.25, .75]], [.5, .5]); t = [[0., 1.], [1., 0.]]; "
    "f = a.splitting(c, 0, 3); a.wrong_guess_leakage(c, f); a.guesswork_leakage(c, f); "
    "a.gain_leakage(c, t); a.average_cost_leakage(c, t, t); a.function_of(c, 0, t); "
    "a.right_guess_leakage(c, a.shattering(c)); a.cost_of(f); a.alpha_loss_leakage(c, 1.5); "
    "a.distance_leakage(c, [0., 1.]); a.renyi_infinity([.5, .5], [.25, .75])"
)
HEAVY = ("sympy", "cvxpy", "z3", "matplotlib", "scipy", "flint", "joblib", "dask")
FLOAT_WORK = (
    "import pmlsym, numpy; "
    "c = pmlsym.Channel([[.5, .5], [.1, .9]], [.5, .5]); pmlsym.pml(c); pmlsym.ldp(c); "
    "pmlsym.laplace.histogram_leakage(.1, 2.); pmlsym.laplace.calibrate(.5, .1); "
    "pmlsym.laplace.release_histogram([3, 4], .5, .1, 0)"
)


@pytest.mark.parametrize("work", ["import pmlsym", FLOAT_WORK, ATTACKS])
def test_heavy_packages_stay_out(work):
    code = f"{work}; import sys; print([m for m in {HEAVY} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


NUMBERS = ("numpy", "highspy")
UNNEEDED = (
    *("scipy", "cvxpy", "z3", "cvc5", "matplotlib", "multiprocessing", "sympy.physics"),
    *("pmlsym.ledger", "pmlsym.formal", "pmlsym.channel", "pmlsym.statements.likelihoods"),
    *("pmlsym.statements.payoffs", "pmlsym.statements.releases", "pmlsym.statements.specific"),
)


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("LDP(e) => PML(e)", ()),
        ("PMC(e) => PML(e)", ()),
        ("LDP(e) => PML(?)", NUMBERS),
        ("PML(e) => H(X|Y) >= H(X) - e", NUMBERS),
    ],
)
def test_a_statement_is_decided_without_what_it_does_not_need(line, needed):
    unneeded = [name for name in (*NUMBERS, *UNNEEDED) if name not in needed]
    code = (
        "import sys; from pmlsym.cli import main\n"
        f"sys.argv = ['pmlsym', 'conjecture', {line!r}, '--json']\n"
        "try: main()\n"
        f"except SystemExit: print([m for m in {unneeded} if m in sys.modules], file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stderr.strip() == "[]"
    assert found.stdout


def test_every_public_name_can_be_had():
    for name in pmlsym.__all__:
        assert getattr(pmlsym, name) is not None
    assert set(pmlsym.__all__) <= set(dir(pmlsym))
    with pytest.raises(AttributeError, match="no attribute 'theorem'"):
        pmlsym.theorem  # noqa: B018
