"""A time limit ends work, and leaves nothing behind in the interpreter."""

import contextlib
import subprocess
import sys
import threading
import time

import pytest

from pmlsym import threads
from pmlsym.proof.search.solvers import desk
from pmlsym.prover.clock import TimeIsUp, ending

# ends at the very moment, so that the exception arrives in the work, on the way out, or not at all
AROUND = """
import sys, time
from pmlsym.prover.clock import TimeIsUp, ending

arrived = 0
for number in range(300):
    at = time.monotonic() + 0.002
    try:
        with ending(at):
            while time.monotonic() < at + (number % 7 - 3) * 2e-5:
                pass
    except TimeIsUp:
        arrived += 1

def traced(frame, event, arg):
    return traced

def function(n):
    return n if n == 0 else function(n - 1)

sys.settrace(traced)
function(3)
sys.settrace(None)
for _ in range(100_000):
    pass
print(arrived)
"""


def test_what_is_raised_at_the_last_moment_is_received():
    # where it was taken back instead, a traced function never began (Python 3.11)
    found = subprocess.run(
        [sys.executable, "-c", AROUND], capture_output=True, text=True, check=True, timeout=100
    )
    assert 0 < int(found.stdout) <= 300


def works_for_ever(inner, outer):
    with ending(outer), ending(inner):
        while True:
            pass


@pytest.mark.parametrize(("inner", "outer"), [(0.05, 60), (60, 0.05), (0.05, 0.05)])
def test_the_earlier_of_two_limits_ends_the_work(inner, outer):
    start = time.monotonic()
    with pytest.raises(TimeIsUp):
        works_for_ever(start + inner, start + outer)
    assert time.monotonic() - start < 30


def test_after_the_inner_limit_the_outer_work_goes_on():
    start = time.monotonic()
    with ending(start + 60):
        with pytest.raises(TimeIsUp):
            works_for_ever(start + 0.05, start + 50)
        assert sum(range(1000)) == 499500


def test_nothing_is_raised_while_a_thread_starts(monkeypatch):
    """It would arrive in that thread, which dies, and who started it waits for ever."""
    held, start = {}, threading.Thread.start

    def seen(thread):
        held[thread.name.split()[0]] = threads.STARTING.locked()
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", seen)
    threads.can_start.cache_clear()
    monkeypatch.setattr(desk, "_desk", None)
    with ending(time.monotonic() + 60):
        assert desk.ask(max, 1, 2) == 2
    assert dict.fromkeys(("Guard", "z3"), True).items() <= held.items()
    assert all(held.values())


def test_limits_that_cross_leave_no_hook_behind(monkeypatch):
    told, seen = [], []
    monkeypatch.setattr(sys, "unraisablehook", mine := lambda failure: told.append(failure))
    both, first_is_over = threading.Barrier(2), threading.Event()

    def first():
        with contextlib.suppress(TimeIsUp), ending(time.monotonic() + 0.3):
            both.wait()
            while True:
                pass
        first_is_over.set()

    def second():
        with ending(time.monotonic() + 60):
            both.wait()
            seen.append(first_is_over.wait(30))
            seen.append(sys.unraisablehook is not mine)  # its own limit goes on

    running = [threading.Thread(target=one) for one in (first, second)]
    for thread in running:
        threads.start(thread)
        time.sleep(0.1)  # the first begins first
    for thread in running:
        thread.join()
    assert seen == [True, True]
    assert sys.unraisablehook is mine
    assert told == []
