"""Importing is cheap: heavy packages are loaded where they are used."""

import subprocess
import sys

import pytest

import pmlsym

HEAVY = ("sympy", "cvxpy", "z3", "matplotlib", "scipy", "flint", "joblib", "dask")
FLOAT_WORK = (
    "import pmlsym, numpy; "
    "c = pmlsym.Channel([[.5, .5], [.1, .9]], [.5, .5]); pmlsym.pml(c); pmlsym.ldp(c); "
    "pmlsym.laplace.histogram_leakage(.1, 2.); pmlsym.laplace.calibrate(.5, .1); "
    "pmlsym.laplace.release_histogram([3, 4], .5, .1, 0)"
)


@pytest.mark.parametrize("work", ["import pmlsym", FLOAT_WORK])
def test_heavy_packages_stay_out(work):
    code = f"{work}; import sys; print([m for m in {HEAVY} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_every_public_name_can_be_had():
    for name in pmlsym.__all__:
        assert getattr(pmlsym, name) is not None
    assert set(pmlsym.__all__) <= set(dir(pmlsym))
    with pytest.raises(AttributeError, match="no attribute 'theorem'"):
        pmlsym.theorem  # noqa: B018


def test_a_package_is_imported_without_looking_for_names(monkeypatch):
    monkeypatch.setattr(pmlsym, "_places", lambda: pytest.fail("it looked for names"))
    monkeypatch.delattr(pmlsym, "nats", raising=False)
    monkeypatch.delitem(sys.modules, "pmlsym.nats", raising=False)
    from pmlsym import nats

    assert nats.__name__ == "pmlsym.nats"


def test_a_missing_name_is_said_where_no_source_can_be_read(monkeypatch, tmp_path):
    (tmp_path / "pmlsym.zip").write_bytes(b"")  # what is below it is in no folder
    monkeypatch.setattr(pmlsym, "__file__", str(tmp_path / "pmlsym.zip/pmlsym/__init__.pyc"))
    with pytest.raises(AttributeError, match="nothing_of_this"):
        _ = pmlsym.nothing_of_this
