"""A time limit ends work that asks for it, in its own thread, and leaves nothing behind."""

import threading
import time

import pytest

from pmlsym.deadline import TimeIsUp, check, ending


def works_for_ever():
    while True:
        check()


@pytest.mark.parametrize(("inner", "outer"), [(0.05, 60), (60, 0.05), (0.05, 0.05)])
def test_the_earlier_of_two_limits_ends_the_work(inner, outer):
    start = time.monotonic()
    with pytest.raises(TimeIsUp), ending(start + outer), ending(start + inner):
        works_for_ever()
    assert 0.05 <= time.monotonic() - start < 30


def test_after_the_inner_limit_the_outer_work_goes_on():
    start = time.monotonic()
    with ending(start + 60):
        with pytest.raises(TimeIsUp), ending(start + 0.05):
            works_for_ever()
        check()
    check()


def test_what_has_no_time_does_not_begin():
    with pytest.raises(TimeIsUp), ending(time.monotonic() - 1):
        raise AssertionError("it began")


def test_a_limit_holds_in_its_own_thread_alone():
    ended = []

    def other():
        check()
        ended.append("not at all")

    with ending(time.monotonic() + 0.05):
        time.sleep(0.1)
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        with pytest.raises(TimeIsUp):
            check()
    assert ended == ["not at all"]
