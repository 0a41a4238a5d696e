"""Ctrl-C ends a check at once, with all its processes, and says no more than its status."""

import os
import signal
import subprocess
import sys
import time

import pytest

COMMAND = "import sys; from pmlsym.cli import main; sys.exit(main())"


def group_is_empty(group, within):
    """Whether no process of the group is left after a while."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


@pytest.mark.sampled(2)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_a_check_at_once(jobs):
    running = subprocess.Popen(
        [sys.executable, "-c", COMMAND, "check", "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a group of its own, which the terminal would interrupt
    )
    try:
        time.sleep(3)
        assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        start = time.monotonic()
        output, errors = running.communicate(timeout=20)
        took = time.monotonic() - start
        assert running.returncode == 130
        assert "Traceback" not in errors
        assert output == ""
        assert took < 1.5
        assert group_is_empty(running.pid, within=2)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
            running.communicate()
