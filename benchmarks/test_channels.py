"""Channels and their measures against the bare expression, run in turns with it.

Each peer is run as often as we are, one after the other in the same loop, and the least time of
each counts. `make bench` prints the table; nothing here fails for being slow.
"""

import random
import time
from collections.abc import Callable
from fractions import Fraction

import flint
import numpy as np
import pytest
import qif

import pmlsym as ps

RNG = np.random.default_rng(0)
SIZES = (4, 10, 100, 1000)


def in_turns(tasks: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the least time of each task, in seconds, run in turns."""
    best = dict.fromkeys(tasks, float("inf"))
    for _ in range(rounds):
        for name, task in tasks.items():
            start = time.perf_counter()
            task()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def report(what: str, ours: float, theirs: float, goal: str) -> None:
    print(
        f"\n{what}: {1e6 * ours:.1f} us, peer {1e6 * theirs:.1f} us, "
        f"ratio {ours / theirs:.2f} (goal {goal})",
        end="",
    )


def bare(k: np.ndarray, p: np.ndarray) -> dict[str, Callable[[], object]]:
    """The measures as one would type them; of a stack as well."""

    def marginal() -> np.ndarray:
        return (p[..., None, :] @ k)[..., 0, :]

    def lift() -> np.ndarray:
        return k / marginal()[..., None, :]

    return {
        "pml": lambda: np.log(lift().max(axis=-2)),
        "pmc": lambda: -np.log(lift().min(axis=-2)),
        "ldp": lambda: np.log(k.max(axis=-2) / k.min(axis=-2)).max(axis=-1),
        "lip": lambda: np.abs(np.log(lift())).max(axis=(-2, -1)),
        "maximal_leakage": lambda: np.log(k.max(axis=-2).sum(axis=-1)),
        "mutual_information": lambda: (p[..., :, None] * k * np.log(lift())).sum(axis=(-2, -1)),
    }


def fresh(name: str, channel: ps.Channel) -> Callable[[], object]:
    """A measure of a channel that has computed nothing yet; building it is not counted."""
    numbers = channel.numbers
    kept = dict(vars(numbers))
    measure = getattr(ps, name)

    def run() -> object:
        vars(numbers).clear()
        vars(numbers).update(kept)
        return measure(channel)

    return run


@pytest.mark.parametrize("size", SIZES)
def test_one_float_channel(size):
    k, p = RNG.dirichlet(np.ones(size), size), RNG.dirichlet(np.ones(size))
    channel = ps.Channel(k, p)
    peers = bare(k, p)
    tasks = {f"numpy {name}": task for name, task in peers.items()}
    tasks |= {name: fresh(name, channel) for name in peers}
    tasks |= {"copy": lambda: (k.copy(), p.copy()), "construction": lambda: ps.Channel(k, p)}
    tasks |= {"both": lambda: ps.pml(ps.Channel(k, p))}
    best = in_turns(tasks, 1000 if size < 100 else 100 if size == 100 else 15)
    for name in peers:
        report(f"{name} {size}x{size}", best[name], best[f"numpy {name}"], "<= 1.5 from 100 on")
    report(f"construction {size}x{size} against a copy", best["construction"], best["copy"], "none")
    report(f"construction and pml {size}x{size}", best["both"], best["numpy pml"], "none")


@pytest.mark.parametrize(("count", "size"), [(100_000, 4), (10_000, 10), (100, 100)])
def test_a_stack_of_channels(count, size):
    k, p = RNG.dirichlet(np.ones(size), (count, size)), RNG.dirichlet(np.ones(size), count)
    channel, peers = ps.Channel(k, p), bare(k, p)
    tasks = {f"numpy {name}": task for name, task in peers.items()}
    tasks |= {name: fresh(name, channel) for name in peers}
    four = ("pml", "pmc", "ldp", "lip")

    def construction_and_four() -> None:
        built = ps.Channel(k, p)
        for name in four:
            getattr(ps, name)(built)

    best = in_turns(tasks | {"four": construction_and_four}, 7)
    for name in peers:
        report(f"{name} {count} of {size}x{size}", best[name], best[f"numpy {name}"], "<= 3")
    theirs = sum(best[f"numpy {name}"] for name in four)
    report(
        f"construction and {', '.join(four)} {count} of {size}x{size}", best["four"], theirs, "<= 3"
    )


@pytest.mark.parametrize("size", [4, 10, 30, 60])
def test_one_exact_channel(size):
    draw = random.Random(1)

    def row() -> list[Fraction]:
        weights = [draw.randint(1, 100) for _ in range(size)]
        return [Fraction(weight, sum(weights)) for weight in weights]

    kernel, prior = [row() for _ in range(size)], row()
    rows = [[flint.fmpq(e.numerator, e.denominator) for e in line] for line in kernel]
    masses = [flint.fmpq(e.numerator, e.denominator) for e in prior]

    def loop() -> object:
        marginal = [
            sum(p * line[y] for p, line in zip(prior, kernel, strict=True)) for y in range(size)
        ]
        return [[e / m for e, m in zip(line, marginal, strict=True)] for line in kernel]

    def with_flint() -> object:
        marginal = (flint.fmpq_mat(1, size, masses) * flint.fmpq_mat(rows)).entries()
        return [[e / m for e, m in zip(line, marginal, strict=True)] for line in rows]

    channel = ps.Channel(kernel, prior)
    tasks: dict[str, Callable[[], object]] = {
        "loop": loop,
        "flint": with_flint,
        "lift": lambda: (vars(channel).pop("lift", None), fresh_lift(channel))[1],
        "construction and lift": lambda: ps.Channel(kernel, prior).lift,
        "construction and pml": lambda: ps.pml(ps.Channel(kernel, prior)),
        "construction and all of lift in sympy": lambda: ps.Channel(kernel, prior).lift.tolist(),
    }
    best = in_turns(tasks, 15)
    report(f"exact lift {size}x{size} against flint", best["lift"], best["flint"], "<= 3")
    for name in list(tasks)[3:]:
        report(f"exact {name} {size}x{size} against Fractions", best[name], best["loop"], "<= 1")


def fresh_lift(channel: ps.Channel) -> object:
    for name in ("_marginal", "_lift"):
        vars(channel.numbers).pop(name, None)
    return channel.lift


def test_ldp_against_qif():
    k = RNG.dirichlet(np.ones(100), 100)
    channel, discrete = ps.Channel(k, np.full(100, 1e-2)), qif.metric.discrete(qif.uint)
    tasks = {
        "ours": fresh("ldp", channel),
        "qif": lambda: qif.measure.d_privacy.smallest_epsilon(k, discrete),
    }
    best = in_turns(tasks, 5)
    assert qif.measure.d_privacy.smallest_epsilon(k, discrete) == pytest.approx(ps.ldp(channel))
    report("ldp 100x100 against qif", best["ours"], best["qif"], "<= 0.01")
