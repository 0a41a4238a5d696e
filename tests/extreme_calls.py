"""Calls of public functions with extreme arguments, and what may not come of them."""

from __future__ import annotations

import dataclasses
import math
import re
import signal
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction as F

import numpy as np
import sympy as sp
from hypothesis import strategies as st

import pmlsym as ps
from pmlsym import adversary, gaussian, laplace, mechanisms, priors, secret
from pmlsym.errors import InputError
from tests.public_functions import EXTREMES, NUMBERS, WHOLE_NUMBERS

SECONDS = 20  # of a processor, for one call; what sets a limit of its own asks for at most five
AT_MOST = 200  # seconds on the clock, of a busy machine
KINDS = (ps.PML, ps.PMC, ps.LIP, ps.LDP)

# ---- numbers

_powers = st.integers(-330, 330)
floats_ = st.one_of(
    st.floats(allow_nan=False),
    st.builds(
        lambda power, lead: lead * 10.0 ** max(min(power, 307), -323), _powers, st.floats(1, 9)
    ),
    st.floats(0, 1),
    st.floats(0, 50),
)
exact = st.one_of(
    st.integers(0, 10),
    st.integers(-3, 10**12),
    st.builds(lambda a, b: F(a, b), st.integers(0, 30), st.integers(1, 30)),
    st.builds(lambda a, power: F(a) * F(10) ** power, st.integers(1, 9), st.integers(-420, 420)),
    st.builds(lambda a: sp.log(a), st.integers(2, 9)),
    st.builds(lambda a, power: 1 - F(a, 10**power), st.integers(1, 9), st.integers(1, 60)),
)
numbers = st.one_of(floats_, exact, st.sampled_from(EXTREMES))
wholes = st.one_of(st.integers(-1, 12), st.integers(-(10**30), 10**30), st.sampled_from(EXTREMES))

# ---- distributions, kernels, tables


@st.composite
def masses(draw: st.DrawFn, size: int, positive: bool = False) -> list[object]:
    """Draw a distribution: of floats or fractions, with atoms as rare as numbers can be."""
    if draw(st.booleans()):
        low = 1 if positive else 0
        parts = draw(st.lists(st.integers(low, 9), min_size=size, max_size=size))
        powers = draw(st.lists(st.integers(0, 320), min_size=size, max_size=size))
        weights = [F(part, 10**power) for part, power in zip(parts, powers, strict=True)]
        weights = weights if any(weights) else [F(1)] * size
        return [weight / sum(weights) for weight in weights]
    powers = draw(st.lists(st.integers(-320, 0), min_size=size, max_size=size))
    zeros = [] if positive else draw(st.lists(st.integers(0, size - 1), max_size=size - 1))
    rough = [0.0 if place in zeros else 10.0**power for place, power in enumerate(powers)]
    return [weight / math.fsum(rough) for weight in rough]


sizes = st.integers(1, 4)


@st.composite
def channels(draw: st.DrawFn) -> tuple[list[object], list[object]]:
    """Draw the kernel and the prior of a channel of up to four secrets and outcomes."""
    secrets, outcomes = draw(sizes), draw(sizes)
    kernel = [draw(masses(outcomes)) for _ in range(secrets)]
    return kernel, draw(masses(secrets, positive=True))


@st.composite
def tables(draw: st.DrawFn, rows: int, columns: int) -> list[list[object]]:
    """Draw a table of extreme numbers."""
    return [[draw(numbers) for _ in range(columns)] for _ in range(rows)]


# ---- calls


@dataclasses.dataclass(frozen=True)
class Call:
    """A call that is ready to be made.

    Attributes
    ----------
    name : of what is called.
    function : makes the call.
    given : its arguments, to be told.
    words : the arguments' names, one of which begins a refusal.
    """

    name: str
    function: Callable[[], object]
    given: object
    words: tuple[str, ...]

    def __str__(self) -> str:
        """Return the call as text."""
        try:
            text = f"{self.name} of {self.given!r}"
        except ValueError:  # Python writes no integers of more than 4300 digits
            return f"{self.name} of numbers with thousands of digits"
        return re.sub("0{8,}", lambda zeros: f"0<{len(zeros[0])} times>", text)


@st.composite
def of_a_number(draw: st.DrawFn) -> Call:
    """Draw a call of `public_functions` with one or all of its numbers extreme."""
    whole = draw(st.integers(0, 3)) == 0
    found = WHOLE_NUMBERS if whole else NUMBERS
    slow = ("conjecture", "optimal_mechanism")
    name = draw(st.sampled_from([name for name in found if not name.startswith(slow)]))
    function, given = found[name]
    changed = draw(st.sets(st.sampled_from(sorted(given)), min_size=1))
    asked = {one: draw(wholes if whole else numbers) for one in sorted(changed)}
    words = (*given, "alpha", "scale", "workload")
    return Call(name, lambda: function(**(given | asked)), asked, words)


MEASURES = {
    "pml": ps.pml,
    "pmc": ps.pmc,
    "ldp": ps.ldp,
    "lip": ps.lip,
    "alip": ps.alip,
    "maximal_leakage": ps.maximal_leakage,
    "maximal_cost_leakage": ps.maximal_cost_leakage,
    "mutual_information": ps.mutual_information,
    "attaining_cost": adversary.attaining_cost,
    "shattering": adversary.shattering,
    "posterior": lambda channel: channel.posterior,
    "lift": lambda channel: channel.lift,
    "marginal": lambda channel: channel.marginal,
    "as_float": lambda channel: channel.as_float(),
    "guesswork": lambda channel: adversary.guesswork(channel.prior),
    "least_alpha_loss": lambda channel: adversary.least_alpha_loss(channel.prior, 2),
}


@st.composite
def of_a_channel(draw: st.DrawFn) -> Call:
    """Draw a measure of an extreme channel."""
    channel, name = draw(channels()), draw(st.sampled_from(sorted(MEASURES)))
    return Call(name, lambda: MEASURES[name](ps.Channel(*channel)), channel, ())


@st.composite
def of_a_table(draw: st.DrawFn) -> Call:
    """Draw an adversary with a table of extreme numbers."""
    channel, right = draw(channels()), draw(st.booleans())
    rows = len(channel[1])
    name = draw(st.sampled_from(("gain_leakage", "cost_leakage", "distance_leakage", "guess")))
    words = ("gain", "cost", "values", "power", "function", "row")
    if name == "distance_leakage":
        values, power = draw(tables(1, rows))[0], draw(numbers)
        return Call(
            name,
            lambda: adversary.distance_leakage(ps.Channel(*channel), values, power),
            (*channel, values, power),
            words,
        )
    if name == "guess":
        function = adversary.right_guess_leakage if right else adversary.wrong_guess_leakage
        table = [draw(masses(3)) for _ in range(rows)]
    else:
        function, table = getattr(adversary, name), draw(tables(2, rows))
    return Call(name, lambda: function(ps.Channel(*channel), table), (*channel, table), words)


@st.composite
def of_a_workload(draw: st.DrawFn) -> Call:
    """Draw a bound of a workload with extreme entries, or of a moderate one at extremes."""
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(2, 4))
    small = st.integers(-3, 3)
    entry = numbers if draw(st.booleans()) else small
    table = [[draw(entry) for _ in range(columns)] for _ in range(rows)]
    alpha = draw(st.one_of(st.floats(1e-300, 1 / columns), numbers))
    scale = draw(numbers)
    bound = draw(st.sampled_from(("triangle", "dp", "corner", "tilted", "exact", "calibrate")))
    calls = {
        "exact": lambda: laplace.exact_leakage(table, alpha, scale, n=2),
        "calibrate": lambda: laplace.calibrate(scale, alpha, workload=table),
    }
    function = calls.get(bound, lambda: laplace.workload_leakage(table, alpha, scale, bound))
    words = ("workload", "alpha", "scale", "epsilon", "row", "n")
    return Call(bound, function, (table, alpha, scale), words)


@st.composite
def of_a_guarantee(draw: st.DrawFn) -> Call:
    """Draw a conversion, a composition, or whether a channel keeps a promise."""
    kind, other = draw(st.sampled_from(KINDS)), draw(st.sampled_from(KINDS))
    level, p_min = draw(numbers), draw(st.one_of(st.floats(1e-320, 0.5), numbers))
    what = draw(st.sampled_from(("implies", "composed", "holds", "mechanism", "prior")))
    words = ("epsilon", "p_min", "prior", "guarantees", "PML", kind.name)
    given = (kind.name, level, other.name, p_min)
    if what == "composed":
        again = draw(numbers)
        function = lambda: ps.composed(kind(level), kind(again), p_min=p_min)  # noqa: E731
        return Call(what, function, (*given, again), words)
    if what == "holds":
        channel = draw(channels())
        function = lambda: kind(level).holds(ps.Channel(*channel))  # noqa: E731
        return Call(what, function, (*given, *channel), words)
    if what == "mechanism":
        # there is none where nothing follows, which is said in a sentence
        function = lambda: kind(level).conversion(other, p_min=p_min).mechanism()  # noqa: E731
        return Call(what, function, given, words)
    if what == "prior":
        prior = draw(masses(3, positive=True))
        function = lambda: kind(level).implies(other, prior=prior)  # noqa: E731
        return Call(what, function, (*given, prior), words)
    return Call(what, lambda: kind(level).implies(other, p_min=p_min), given, words)


@st.composite
def of_a_secret(draw: st.DrawFn) -> Call:
    """Draw what noise on a real secret leaks, or randomized response, or the worst of priors."""
    what = draw(st.sampled_from(("gaussian", "mean", "response", "parameter", "worst")))
    one, two, noise, y = (draw(numbers) for _ in range(4))
    size = draw(st.integers(2, 4))
    prior = draw(masses(size))
    given = (one, two, noise, y, prior)
    words = (
        "values",
        "probabilities",
        "deviation",
        "scale",
        "y",
        "low",
        "high",
        "epsilon",
        "prior",
    )
    if what == "gaussian":
        function = lambda: _noise(gaussian.GaussianNoise, one, two, noise, y)  # noqa: E731
        return Call(what, function, given, words)
    if what == "mean":
        function = lambda: _noise(laplace.MeanRelease, one, two, noise, y)  # noqa: E731
        return Call(what, function, given, (*words, "records"))
    if what == "response":
        return Call(what, lambda: mechanisms.randomized_response(prior, one), given, words)
    if what == "parameter":
        return Call(what, lambda: mechanisms.response_parameter(prior, "pml", one), given, words)
    kernel = [draw(masses(2)) for _ in range(size)]
    floor = draw(st.floats(0, 1 / size))
    within = ([floor] * size, [1.0] * size)
    function = lambda: priors.worst_pml(kernel, priors.Intervals(*within))  # noqa: E731
    return Call(what, function, (kernel, floor), (*words, "kernel", "lower", "upper"))


def _noise(kind: object, one: object, two: object, noise: object, y: object) -> tuple[object, ...]:
    found = []
    for known in (secret.Discrete([one, two], [F(1, 2), F(1, 2)]), secret.Uniform(one, two)):
        release = kind(known, noise) if kind is gaussian.GaussianNoise else kind(known, 2, noise)
        found += [release.pml(y), release.pmc(y), release.worst_pmc()]
    return tuple(found)


calls = st.one_of(
    of_a_number(),
    of_a_channel(),
    of_a_table(),
    of_a_workload(),
    of_a_guarantee(),
    of_a_secret(),
)

# ---- what may not come of a call


def parts(found: object) -> Iterator[object]:
    """Yield the numbers that an answer is made of; of arrays of floats those that are none."""
    if isinstance(found, np.ndarray) and found.dtype.kind in "biuf":
        yield from found[np.isnan(found)].tolist()
    elif isinstance(found, np.ndarray):
        yield from found.ravel().tolist()
    elif isinstance(found, tuple | list):
        for one in found:
            yield from parts(one)
    elif isinstance(found, ps.Channel):
        yield from parts((found.kernel, found.prior))
    elif isinstance(found, ps.PML.__mro__[1]):
        yield from found.values
    elif dataclasses.is_dataclass(found):
        for one in dataclasses.fields(found):
            yield from parts(getattr(found, one.name))
    elif hasattr(found, "tolist"):
        yield from parts(found.tolist())
    else:
        yield found


def is_no_number(value: object) -> bool:
    """Whether a part of an answer is NaN, in floats or for sympy."""
    return value is sp.nan or value is sp.zoo or (isinstance(value, float) and math.isnan(value))


class TooSlow(Exception):  # noqa: N818  # a sentence about a call
    """A call did not end in time."""


def _end(*_: object) -> None:
    raise TooSlow


def complaint(call: Call) -> str:
    """Make a call; say what is wrong with what came of it, or nothing."""
    before = [signal.signal(end, _end) for end in (signal.SIGALRM, signal.SIGPROF)]
    signal.setitimer(signal.ITIMER_REAL, AT_MOST)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    start = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            warnings.simplefilter("ignore", UserWarning)
            found = call.function()
            said = "gives nan" if any(is_no_number(part) for part in parts(found)) else ""
    except InputError as refusal:
        said = _sentence(str(refusal), (*call.words, "kernel", "prior", "channel"))
    except TooSlow:
        said = f"does not end in {SECONDS} s"
    except Exception as error:  # noqa: BLE001  # every other end of a call is a finding
        where = traceback.extract_tb(error.__traceback__)[-1]
        said = f"{type(error).__name__} in {where.name}, line {where.lineno}: {str(error)[:120]}"
    finally:
        for timer, end, was in zip(
            (signal.ITIMER_REAL, signal.ITIMER_PROF),
            (signal.SIGALRM, signal.SIGPROF),
            before,
            strict=True,
        ):
            signal.setitimer(timer, 0)
            signal.signal(end, was)
    seconds = time.process_time() - start
    return said or (f"takes {seconds:.0f} s" if seconds > SECONDS else "")


def _sentence(text: str, words: tuple[str, ...]) -> str:
    first = text.replace("[", " ").replace("(", " ").replace(":", " ").split()[:1]
    if not first or first[0].rstrip(",.'") not in words or "\n" in text or len(text) > 600:
        return f"refuses with: {text[:160]}"
    return ""
