"""z3 in a thread of its own: from several threads at once, and interrupted."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from pmlsym.deadline import TimeIsUp, ending
from pmlsym.proof.search.solvers import refutes, worker

# x^3 + y^3 = z^3 and the like: z3 is at it for long
HARD = [
    [[["=", [["1", "x", "x", "x"], ["1", "y", "y", "y"], ["-1", "z", "z", "z"], ["-1/7", "w"]]]]],
    [[["=", [["1", "w", "w", "w"], ["-3", "x", "y", "z"], ["1", "y", "y"], ["1/11"]]]]],
    [[[">", [["1", "x", "y"], ["-1", "z", "w"], ["-2"]]]]],
    [[["=", [["1", "x", "x"], ["1", "w", "w", "y"], ["-1/3", "z"], ["-5"]]]]],
]

FOUR_THREADS = """
from concurrent.futures import ThreadPoolExecutor
from pmlsym.proof.search.solvers import refutes

square = [[[[">", [["2", "x", "y"], ["-1", "x", "x"], ["-1", "y", "y"]]]]]]  # -(x - y)^2 > 0

def work(_):
    return [refutes(["x", "y"], square, resources=100_000) for _ in range(4)]

with ThreadPoolExecutor(4) as pool:
    print(all(found for run in pool.map(work, range(4)) for found in run))
"""


def test_four_threads_ask_at_once():
    finished = subprocess.run(
        [sys.executable, "-c", FOUR_THREADS], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr[-500:]
    assert finished.stdout == "True\n"


def asked():
    return refutes(["x", "y", "z", "w"], HARD, resources=2_000_000_000)


def test_an_interrupt_reaches_who_waits_for_z3():
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        asked()
    ended = time.monotonic()
    timer.join()
    assert time.monotonic() - ended < 0.1
    # z3 itself has stopped as well, and answers the next question
    start = time.monotonic()
    assert refutes(["x"], [[[[">", [["-1", "x", "x"]]]]]]) == "unsat"
    assert time.monotonic() - start < 1


def test_the_end_of_ones_time_comes_while_z3_works():
    start = time.monotonic()
    with pytest.raises(TimeIsUp), ending(start + 0.3):
        asked()
    assert time.monotonic() - start < 1.5


def test_what_nobody_holds_is_dropped_in_z3s_thread():
    dropped = []

    class Noting(list):
        def __del__(self):
            dropped.append(threading.current_thread().name)

    held = worker.keep(Noting, "abc")
    assert worker.ask(len, held) == 3
    circle = [held]
    circle.append(circle)
    del held, circle
    gc.collect()
    assert worker.ask(len, "ab") == 2  # whatever was before it is done
    assert dropped == ["z3"]


def test_an_exception_in_z3s_thread_is_raised_where_it_was_asked():
    with pytest.raises(ZeroDivisionError):
        worker.ask(divmod, 1, 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_has_a_thread_of_its_own():
    worker.ask(len, "a")
    code = (
        "import os\n"
        "from pmlsym.proof.search.solvers import worker\n"
        "worker.ask(len, 'a')\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(worker.ask(len, 'abc'))\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    assert finished.stdout == "3\n", finished.stderr
