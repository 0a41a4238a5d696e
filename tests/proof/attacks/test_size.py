"""Small proofs that ask for much: each has to come back soon, whatever the answer."""

import resource
import signal
from contextlib import contextmanager
from itertools import pairwise

import pytest

from pmlsym.proof.kernel.check import check
from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved, number
from tests.proof.kernel_terms import (
    add,
    court,
    decide,
    exp,
    inverse,
    log,
    mul,
    power,
    proved,
    put,
    x,
    y,
    z,
)

SECONDS = 3
MANY = [("symbol", f"a{place}") for place in range(30)]
SQUARE = decide([], (">=", power(x, 2), ZERO))
MEGABYTES = 1000


@contextmanager
def soon():
    """Fail where something takes long or much memory, instead of waiting for it."""

    def late(signum, frame):
        pytest.fail("it takes too long")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of this process, whatever else is running
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - used < MEGABYTES * 1024


def raised(term, *exponents):
    for exponent in exponents:
        term = power(term, exponent)
    return term


def raised_exp(times):
    term = x
    for _ in range(times):
        term = exp(term)
    return term


def tiny(place):
    return power(number(1, 2**29 + 2 * place + 1), 300)


def mean_of_log(place):
    """Return E[log v], written in a way that depends on the place."""
    v = ("bound", 0, 0)
    nothing = mul(number(place), add(v, mul(number(-1), v)))
    return ("mean", ("law", "P", ("v",), ()), add(log(v), nothing))


LONG = add(
    mul(number(2**80 + 13, 2**80 - 65), x),
    mul(number(2**79 + 9, 2**79 - 67), y),
    mul(number(2**78 + 7, 2**78 - 11), z),
)
TRUE = decide([], ("<=", ZERO, ZERO))


def instances(count, term):
    proof = SQUARE
    for _ in range(count):
        proof = put(proof, x=term)
    return proof


MUCH = {
    "x^2000000": decide([], (">=", raised(x, 1000, 1000, 2), ZERO)),
    "x^10^9": decide([(">=", raised(x, 1000, 1000, 1000), ONE)], ("=", x, ZERO)),
    "2^10^9": decide([], (">=", raised(number(2), 1000, 1000, 1000), ZERO)),
    "2^9000^100000": decide([], (">=", raised(number(2**9000), 1000, 100), ZERO)),
    "2^18000": decide([(">=", mul(number(2**9000), number(2**9000), x), ONE)], (">=", x, ZERO)),
    **{
        f"x^c with c of {c.bit_length()} bits": decide(
            [(">", x, ZERO)], (">=", exp(mul(number(c), log(x))), ZERO)
        )
        for c in (10**8, -(10**9), 10**2999)
    },
    **{
        f"exp(x/q) with q of {q.bit_length()} bits": decide(
            [(">=", exp(mul(number(1, q), x)), number(2))], (">=", exp(x), number(3))
        )
        for q in (10**7, 10**9, 10**2999)
    },
    "(x+y)^1000": decide([], (">=", power(add(x, y), 1000), ZERO)),
    "(x+y+z)^100": decide([], (">=", power(add(x, y, z), 100), ZERO)),
    "(x+y)^-1000": decide([("!=", add(x, y), ZERO)], (">=", power(add(x, y), -1000), ZERO)),
    "(a0+...+a29)^4": decide([], (">=", power(add(*MANY), 4), ZERO)),
    "14 factors": decide([], (">=", mul(*(add(a, ONE) for a in MANY[:14])), ZERO)),
    "14 quotients": decide(
        [("!=", add(a, ONE), ZERO) for a in MANY[:14]],
        (">=", add(*(inverse(add(a, ONE)) for a in MANY[:14])), ZERO),
    ),
    "exp((x+y+z+1)^20)": decide([], (">=", exp(power(add(x, y, z, ONE), 20)), ZERO)),
    "many exponentials": decide(
        [], (">=", add(*(exp(mul(a, b)) for a in MANY[:8] for b in MANY)), ZERO)
    ),
    "many maxima": decide(
        [], (">=", add(*(("max", a, b) for a in MANY[:6] for b in MANY[:12])), x)
    ),
    "x^1000": decide([(">=", power(x, 999), ZERO)], (">=", power(x, 1000), ONE)),
    **{
        f"exp(cx) with c of {c.bit_length()} bits": decide(
            [(">=", exp(mul(number(c), x)), number(2))], (">=", exp(x), number(3))
        )
        for c in (10**9, 10**2999)
    },
    "(x+y+1)^60+...+(x+y+59)^60": decide(
        [], (">", add(*(power(add(x, y, number(i)), 60) for i in range(1, 60))), ZERO)
    ),
    "coefficients without a small common denominator": decide(
        [], (">", add(*(mul(tiny(i), power(x, i)) for i in range(1, 60))), ZERO)
    ),
    "an exponent without a small denominator": decide(
        [], (">", exp(add(*(mul(tiny(i), x) for i in range(1, 200)))), ZERO)
    ),
    "the curvature of nested exponentials": (
        "convex",
        raised_exp(160),
        "x",
        (ZERO, ONE),
        TRUE,
        (TRUE, TRUE),
    ),
    "the curvature of products of products": (
        "convex",
        mul(*[mul(*[x] * 40)] * 40),
        "x",
        (ZERO, ONE),
        TRUE,
        (TRUE, TRUE),
    ),
    "all facts again for each mean that may be finite": decide(
        [("!=", power(add(x, y, z, number(i)), 22), ZERO) for i in range(7)]
        + [("finite", mean_of_log(i)) for i in range(1, 9)],
        ("=", mean_of_log(0), ZERO),
    ),
    "powers of a sum with long coefficients": decide(
        [(">=", power(LONG, k), ZERO) for k in range(60, 51, -1)], (">", x, ZERO)
    ),
    "twenty exponentials placed again for each theorem used": decide(
        [(">=", power(add(x, y, z), k), ZERO) for k in range(30, 24, -1)]
        + [(">", exp(power(add(x, y, z, ONE), 3)), ZERO)],
        (">", x, ZERO),
        *[TRUE] * 12,
    ),
    "doubled 60 times": instances(60, add(x, x)),
    "doubled 60 times in exponentials": instances(60, exp(add(x, y, x))),
    "deep instances": instances(5000, exp(x)),
}


@pytest.mark.parametrize("proof", MUCH.values(), ids=MUCH)
def test_little_that_asks_for_much(proof):
    with soon():
        try:
            theorem = check(proof, court())
        except NotProved:
            return
    assert theorem.certified


def test_what_is_shared_is_counted_each_time():
    shared = x
    for _ in range(60):
        shared = add(shared, shared)
    tree = decide([], ("<=", ZERO, ONE))
    for _ in range(60):
        tree = ("cases", x, tree, tree)
    with soon():
        with pytest.raises(NotProved):
            check(decide([], ("=", shared, shared)), court())
        with pytest.raises(NotProved):
            check(put(SQUARE, x=shared), court())
        assert check(tree, court()).goal.hypotheses == ()


def test_what_is_large_and_still_proved():
    with soon():
        proved(decide([], (">=", power(add(x, y), 4), ZERO)))
        proved(decide([], (">=", raised(x, 5, 4), ZERO)))
        proved(decide([], ("=", exp(mul(number(100), log(exp(x)))), exp(mul(number(100), x)))))
        proved(instances(8, add(x, x)))


def test_many_squares_need_no_sums_of_two_of_them():
    squares = [power(("symbol", f"a{place}"), 2) for place in range(60)]
    with soon():
        proved(decide([], (">=", add(*squares), ZERO)))


def test_numbers_beyond_floats_end_no_search():
    """Linear equations are eliminated first, which multiplies the numbers that were typed."""
    u, z4 = ("symbol", "u"), power(z, 4)
    for large, chain in ((10**80, (x, y)), (10**45, (x, y, u))):
        equations = [("=", one, mul(number(large), two)) for one, two in pairwise(chain)]
        claim = (">=", add(power(x, 4), z4, ONE), mul(x, z))
        try:
            check(decide(equations, claim), court())
        except NotProved:
            continue  # it is true; that no certificate is found is no error
