"""Ctrl-C ends a command within a second, whatever code is running."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TypeAlias

STATUS = 130
_GRACE = 0.4  # seconds to end child processes and close files
_SHOW_CURSOR = "\x1b[?25h"  # a progress line hides the cursor


_Hook: TypeAlias = "Callable[[sys.UnraisableHookArgs], object]"


class CheckInterrupted:
    """A flag for code that the KeyboardInterrupt may not have reached: `yes` after an interrupt."""

    yes = False


@contextmanager
def heard() -> Iterator[CheckInterrupted]:
    """Raise KeyboardInterrupt in the block when the user interrupts, and end the process soon.

    Between two instructions of Python the exception arrives at once, and open files are closed. It
    does not arrive while compiled code runs, and in a `__del__` it is lost: then a thread, which
    the operating system wakes in any case, ends the process.

    Nothing happens in a thread that is not the main one, or where interrupts are ignored.
    """
    found = CheckInterrupted()
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield found
        return

    def note(_signal: int, _frame: FrameType | None) -> None:
        found.yes = True
        raise KeyboardInterrupt

    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    hook = sys.unraisablehook
    sys.unraisablehook = _silent(hook)
    threading.Thread(target=_watch, args=(reading,), daemon=True).start()
    signal.signal(signal.SIGINT, note)
    try:
        yield found
    finally:
        if found.yes:  # the watching thread is about to end the process
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        else:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            # by the time of the exit handlers all output is written
            atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
            signal.set_wakeup_fd(before)
            sys.unraisablehook = hook
            os.close(writing)  # ends the thread


def _silent(hook: _Hook) -> _Hook:
    """Return a hook that hides an interrupt in a `__del__`."""

    def unraisable(failure: sys.UnraisableHookArgs) -> None:
        if failure.exc_type is not KeyboardInterrupt:
            hook(failure)

    return unraisable


def _watch(reading: int) -> None:
    """Wait for the byte that a signal writes; end the process `_GRACE` after an interrupt."""
    with os.fdopen(reading, "rb", buffering=0) as signals:
        while number := signals.read(1):
            if number[0] == signal.SIGINT:
                threading.Event().wait(_GRACE)
                _leave()


def _leave() -> None:
    """End the process and its children at once, without Python's exit handlers."""
    if "multiprocessing" in sys.modules:  # else there are no children
        for child in sys.modules["multiprocessing"].active_children():
            child.kill()
    with suppress(OSError, ValueError):
        if sys.stderr.isatty():
            sys.stderr.write(_SHOW_CURSOR)
            sys.stderr.flush()
    os._exit(STATUS)
