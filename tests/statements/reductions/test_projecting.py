"""Conclusions about one channel of a chain: what is said of it, and what is proved and refuted."""

import numpy as np
import pytest

from pmlsym.statements.reductions.joint import on_one_channel
from pmlsym.statements.text.parse import parse
from tests.statements.proving import settled, verdict_of_proofs
from tests.statements.reductions.random_chains import measured, random_chain

STRETCH = "(exp(a) - 1)/(exp(a) + 1)*(exp(b) - 1)/(exp(b) + 1)"
TRUE = [
    "X - Y - Z: LDP(e) of Y->Z => mutual_information(X;Z) <= e^2/8",
    "X - Y - Z: LDP(e) of X->Y => mutual_information(X;Z) <= e^2/8",
    "X - Y - Z: LDP(e) of Y->Z => kl(X->Z) <= e*(exp(e) - 1)/(exp(e) + 1)",
    f"X - Y - Z: LDP(a) of X->Y and LDP(b) of Y->Z => tv(X->Z) <= {STRETCH}",
    "LDP(e) of X->Y,Z => mutual_information(X;Y,Z) <= e^2/8",
    "PML(e) of X->Y,Z => maximal_leakage(X->Y) <= e",
    "mutual_information(X;Y,Z) <= H(X)",
    "X - Y - Z: PML(e) of Y->Z => min_entropy_leakage(X->Z) <= e",
    "|X| = 2; X - Y - Z: tv(Y->Z) <= a => maximal_leakage(X->Z) <= log(1 + a)",
    "X - Y - Z: E[pmc(X->y)] <= a => E[pmc(X->z)] <= a",
    "X - Y - Z: maximal_leakage(X->Z) <= log(|Z|)",
    "X - Y - Z: maximal_leakage(X->Z) <= log(1/pmin)",
]
FALSE = [
    "X - Y - Z: LDP(e) of Y->Z => mutual_information(X;Z) <= e^2/9",
    "X - Y - Z: min_entropy_leakage(Y->Z) <= a => min_entropy_leakage(X->Z) <= a",
    "X - Y - Z: H(Y|Z) >= a => H(X|Z) >= a",
    "X - Y - Z: E[pml(X->y)] <= a => E[pml(X->z)] <= a",
    "Y - X - Z: LDP(e) of X->Z => mutual_information(X;Y) <= e^2/8",
    "X - Y - Z: LDP(e) of Y->Z => mutual_information(X;Y) <= e^2/8",
    "PML(e) of X->Y => maximal_leakage(X->Y,Z) <= e",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_follows_for_one_channel_is_proved(text):
    assert verdict_of_proofs(text, 20) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_what_does_not_follow_is_refuted(text):
    assert settled(text, 20) == "refuted"


KINDS = [
    *(f"{kind}(%s->%s)" for kind in ("pml", "pmc", "ldp", "tv", "kl", "chi2")),
    *(f"maximal_{kind}leakage(%s->%s)" for kind in ("", "cost_")),
    "mutual_information(%s;%s)",
]
CHANNELS = ["XY", "XZ", "YX", "YZ", "ZX", "ZY"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chain", ["X - Y - Z", "Y - X - Z", "X - Z - Y"])
def test_what_bounds_a_channel_is_at_least_its_measure(chain, kind):
    draw = np.random.default_rng(3)
    laws = [random_chain(draw) for _ in range(40)]  # of the three variables in their order
    order = chain[::4]
    name = kind.split("(")[0]
    said = [
        channel
        for channel in CHANNELS
        if on_one_channel(
            parse(f"{chain}: {kind % tuple(channel)} <= a => maximal_leakage(X->Z) <= a")
        )
    ]
    if chain == "X - Y - Z":
        assert {"XY", "YZ"} <= {*said}
    for joint in laws:
        found = measured(np.transpose(joint, [order.index(one) for one in "XYZ"]))
        for one, other in said:
            assert found[f"{name}_X_Z"] <= found[f"{name}_{one}_{other}"] + 1e-9
