"""How hypothesis searches and how the command line is run, in every room."""

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "pmlsym", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("pmlsym")


@pytest.fixture(scope="session")
def pmlsym():
    """Run the command as a user does; returns the finished process."""

    def run(*arguments, cwd=None):
        return subprocess.run(
            [sys.executable, "-c", "from pmlsym.cli import main; main()", *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd=cwd,
            check=False,
        )

    return run
