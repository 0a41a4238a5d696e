"""``python -m pmlsym`` does what the ``pmlsym`` command does."""

import gc
import subprocess
import sys
from contextlib import nullcontext

import pytest

from pmlsym.cli.loading import rare_collection


def run(*words):
    command = [sys.executable, "-m", "pmlsym", *words]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_module_answers_like_the_command(pmlsym):
    words = ("convert", "pml:0.5", "--to", "pmc", "--p-min", "0.2")
    assert run(*words).stdout == pmlsym(*words).stdout
    assert run("--help").stdout.startswith("Usage: ")


def test_the_module_refuses_in_one_sentence():
    found = run("figure", "no-such-figure", "--out", "figure.png")
    assert found.returncode == 2
    assert found.stderr.count("\n") == 1
    assert "Traceback" not in found.stderr


def test_garbage_is_collected_as_before_after_a_check():
    before = gc.get_threshold()
    for failure in ([], [KeyError]):
        with pytest.raises(KeyError) if failure else nullcontext():
            interrupted(before, *failure)
        assert gc.get_threshold() == before


def interrupted(before, *failure):
    with rare_collection():
        assert all(now > was for now, was in zip(gc.get_threshold(), before, strict=True))
        for kind in failure:
            raise kind
