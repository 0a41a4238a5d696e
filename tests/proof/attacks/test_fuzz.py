"""Random proofs: whatever the kernel lets through is true at every point that is tried."""

from random import Random

import pytest

from pmlsym.proof.kernel.terms import ONE, ZERO
from pmlsym.proof.kernel.theorem import Goal
from tests.proof.attacks.generation import Generator
from tests.proof.kernel_terms import (
    V,
    absolute,
    court,
    defined,
    exp,
    finite,
    inverse,
    log,
    mean,
    mul,
    on,
    power,
    root,
    x,
    y,
)

GOALS = 150  # for each seed
POINTS = 10


@pytest.mark.parametrize("seed", [1, 2])
def test_what_random_proofs_prove_is_true(seed):
    generator = Generator(Random(seed), court())
    found, held = [], 0
    for _ in range(GOALS):
        theorem = generator.theorem()
        if theorem is None:
            continue
        found.append(theorem)
        points, counterexample = generator.examined(*theorem, POINTS)
        assert counterexample is None, (theorem, counterexample.numbers, counterexample.laws)
        held += points > 0
    assert len(found) > GOALS / 3
    assert held > len(found) / 3
    assert len({proof[0] for proof, _ in found}) >= 8


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        ((), (">=", x, ZERO)),
        ((), ("!=", x, ZERO)),
        ((), ("=", mul(x, inverse(x)), ONE)),
        ((), ("=", mul(ZERO, log(x)), ZERO)),
        ((), ("=", root(power(x, 2)), x)),
        ((("<=", exp(y), x),), ("<=", y, ZERO)),
        ((finite(absolute(inverse(x))),), ("!=", x, ZERO)),
        ((), ("!=", mean(ONE), ONE)),
        ((), (">=", mean(V, on(("<=", V, x))), ZERO)),
        ((("=", mean(V), ZERO),), ("=", mean(power(V, 2)), ZERO)),
        ((defined(inverse(y)),), (">", y, ZERO)),
        ((), ("=", mean(inverse(V)), mean(inverse(V)))),
        ((), ("=", ("round", x), x)),
    ],
    ids=str,
)
def test_what_is_false_is_found_false(hypotheses, conclusion):
    """The evaluation would notice: each of these fails at one of the points that are tried."""
    generator = Generator(Random(0), court())
    goal = Goal(hypotheses, conclusion)
    assert generator.examined(None, goal, 200)[1] is not None
