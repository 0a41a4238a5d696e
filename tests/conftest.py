"""How hypothesis searches and how the command line is run, in every package."""

import gc
import os
import signal
from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

from pmlsym.formulas import measures
from pmlsym.guarantees.kinds import KINDS
from tests.commands import Commands

settings.register_profile(
    "explore", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
# A merge is judged on the same examples each time; a developer's run looks for new ones.
settings.register_profile(
    "merge", settings.get_profile("explore"), max_examples=15, derandomize=True
)
settings.register_profile("long", settings.get_profile("explore"), max_examples=600)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE") or ("merge" if os.environ.get("CI") else "explore")
settings.load_profile(PROFILE)

# a shell starts what it puts into the background with Ctrl-C ignored: its tests would wait for ever
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["PMLSYM_CACHE"] = ""  # no verdict in a test comes from an earlier run
# as many processes as cores: a second thread of linear algebra would wait for the first busily, and
# take up to twenty times as long; before numpy is loaded
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


collect_ignore = ["notebooks/store.py"]  # a program without tests, which loads what runs notebooks


@pytest.fixture
def own_guarantees():
    """What a test registers is gone after it: other tests read the package's guarantees alone."""
    rows, kinds = dict(measures.GUARANTEES), list(KINDS)
    yield
    measures._GUARANTEES.clear()
    measures._GUARANTEES.update(rows)
    KINDS[:] = kinds


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Leave what is collected to nobody's garbage collection: it stays until the end.

    Looking through it again and again takes a quarter of the time of collecting.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is long
def pytest_collection_modifyitems(items):
    """Mark as long all but one case in n of tests that are sampled, and bound their examples.

    Before a merge no test draws more examples than the profile has, whatever it asks for.
    """
    cases = Counter()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is not None:
            test = item.nodeid.partition("[")[0]
            every, first = (*sampled.args, 0)[:2]
            if cases[test] % every != first and len(items) > 1:
                item.add_marker(pytest.mark.long)
            cases[test] += 1
    if PROFILE != "merge":
        return
    most = settings.default.max_examples
    for item in items:
        test = getattr(item, "obj", None)
        own = getattr(test, "_hypothesis_internal_use_settings", None)
        if own is not None and own.max_examples > most:
            test._hypothesis_internal_use_settings = settings(own, max_examples=most)


@pytest.fixture(scope="session")
def pmlsym():
    """Run the command as a user does; returns the finished process."""
    commands = Commands()
    yield commands.run
    commands.close()
