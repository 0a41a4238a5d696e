"""How hypothesis searches and how the command line is run, in every room."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.commands import Commands

settings.register_profile(
    "explore", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# A merge is judged on the same examples each time; a developer's run looks for new ones.
settings.register_profile(
    "merge", settings.get_profile("explore"), max_examples=20, derandomize=True
)
settings.register_profile("long", settings.get_profile("explore"), max_examples=600)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("merge" if os.environ.get("CI") else "explore")
)

# a shell starts what it puts into the background with Ctrl-C ignored: its tests would wait for ever
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["PMLSYM_CACHE"] = ""  # no verdict in a test comes from an earlier run


@pytest.fixture(scope="session")
def pmlsym():
    """Run the command as a user does; returns the finished process."""
    commands = Commands()
    yield commands.run
    commands.close()
