"""Exact channels: against a plain loop over Fractions, and as sympy arrays that hold names."""

import copy
import pickle
import random
import subprocess
import sys
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from flint import fmpq
from hypothesis import given, settings, strategies as st

import pmlsym as ps
from pmlsym.channel import rational
from pmlsym.channel.symbolic import sum_of_logarithms
from pmlsym.errors import ChannelError, UnknownNameError
from tests.random_channels import exact_channels


def as_fraction(value):
    return F(int(value.p), int(value.q))


def exponential(value):
    """The number of which an exact leakage is the logarithm; None for infinity."""
    return None if value == sp.oo else as_fraction(sp.exp(value))


def loop(kernel, prior):
    """Everything in Fractions, straight from the definitions."""
    outcomes = range(len(kernel[0]))
    marginal = [sum(p * row[y] for p, row in zip(prior, kernel, strict=True)) for y in outcomes]
    lift = [[row[y] / marginal[y] if marginal[y] else F(1) for y in outcomes] for row in kernel]
    columns = list(zip(*lift, strict=True))
    up = [max(column) for column in columns]
    down = [None if min(column) == 0 else 1 / min(column) for column in columns]
    ratios = [
        None if min(column) == 0 else max(column) / min(column)
        for column, mass in zip(columns, marginal, strict=True)
        if mass
    ]
    tops = sum(max(row[y] for row in kernel) for y in outcomes)
    lows = sum(min(row[y] for row in kernel) for y in outcomes)
    return {
        "marginal": marginal,
        "lift": lift,
        "up": up,
        "down": down,
        "ratio": None if None in ratios else max(ratios),
        "tops": tops,
        "lows": 1 / lows if lows else None,
    }


@given(exact_channels())
@settings(max_examples=40)
def test_measures_are_those_of_a_plain_loop_over_fractions(channel):
    found, wanted = ps.Channel(*channel), loop(*channel)
    assert [as_fraction(p) for p in found.marginal] == wanted["marginal"]
    assert [[as_fraction(e) for e in row] for row in found.lift.tolist()] == wanted["lift"]
    assert list(map(exponential, ps.pml(found))) == wanted["up"]
    assert list(map(exponential, ps.pmc(found))) == wanted["down"]
    assert exponential(ps.ldp(found)) == wanted["ratio"]
    worst = None if None in wanted["down"] else max(wanted["down"])
    assert tuple(map(exponential, ps.alip(found))) == (worst, max(wanted["up"]))
    assert exponential(ps.lip(found)) == (worst and max(worst, *wanted["up"]))
    assert exponential(ps.maximal_leakage(found)) == wanted["tops"]
    assert exponential(ps.maximal_cost_leakage(found)) == wanted["lows"]


@given(exact_channels())
@settings(max_examples=10)
def test_rationals_and_symbols_measure_alike(channel):
    """A symbol takes the channel to sympy; put a number for it, and all is as without it."""
    kernel, prior = channel
    root = sp.Symbol("t", positive=True)
    mixed = ps.Channel([[root, 1 - root]], [1]).product(ps.Channel(kernel, prior))
    half = sp.Rational(1, 2)
    halves = ps.Channel([[F(1, 2), F(1, 2)]], [1]).product(ps.Channel(kernel, prior))
    assert mixed.kernel.subs(root, half) == halves.kernel
    assert mixed.marginal.subs(root, half) == halves.marginal
    assert ps.pml(mixed).subs(root, half) == sp.Array(list(ps.pml(halves)))


def test_an_exact_array_is_a_sympy_array():
    channel = ps.Channel([["1/3", "2/3"], ["0.5", "1/2"]], ["1/4", "3/4"])
    plain = sp.ImmutableDenseNDimArray([[sp.Rational(1, 3), sp.Rational(2, 3)], [sp.S.Half] * 2])
    found = channel.kernel
    assert isinstance(found, sp.Array)
    assert found == plain
    assert plain == found
    assert hash(found) == hash(plain)
    assert len({found, plain}) == 1
    assert found.tolist() == plain.tolist()
    assert found[1] == plain[1]
    assert found[:, 0] == plain[:, 0]
    assert found[-1, -2] == plain[-1, -2]
    assert 2 * found + found == 3 * plain
    assert sp.simplify(found) == plain
    assert found.applyfunc(lambda e: e**2) == plain.applyfunc(lambda e: e**2)
    assert found.tomatrix() == plain.tomatrix()
    assert sp.latex(found) == sp.latex(plain)
    assert str(found) == str(plain)
    assert pickle.loads(pickle.dumps(found)) == plain
    assert copy.deepcopy(found) == plain
    for bad in ((2, 0), (0, -3)):
        with pytest.raises(IndexError):
            found[bad]
    with pytest.raises(IndexError):
        channel.prior[2]


NAMED = {"secrets": ["sick", "well"], "outcomes": ["pos", "neg"]}
KERNEL, PRIOR = [["9/10", "1/10"], ["1/5", "4/5"]], ["1/100", "99/100"]


@pytest.mark.parametrize("exactly", [True, False])
def test_everything_computed_carries_the_names(exactly):
    plain = ps.Channel(KERNEL, PRIOR)
    channel = ps.Channel(KERNEL, PRIOR, **NAMED)
    if not exactly:
        plain, channel = plain.as_float(), channel.as_float()
    assert channel.secrets == ("sick", "well")
    assert channel.outcomes == ("pos", "neg")
    assert plain.secrets == (0, 1)
    for name in ("kernel", "joint", "lift", "posterior"):
        table = getattr(channel, name)
        assert table["sick", "neg"] == getattr(plain, name)[0, 1]
        assert list(table["well"]) == list(getattr(plain, name)[1])
        assert table[:, "pos"].tolist() == getattr(plain, name)[:, 0].tolist()
    assert channel.prior["well"] == plain.prior[1]
    assert channel.marginal["pos"] == plain.marginal[0]
    for measure in (ps.pml, ps.pmc):
        assert measure(channel)["neg"] == measure(plain)[1]
        with pytest.raises(
            UnknownNameError, match="There is no name 'nge'; there are 'pos' and 'neg'"
        ):
            measure(channel)["nge"]
    assert channel.cascade([[1, 0], [0, 1]], outcomes=["a", "b"]).outcomes == ("a", "b")
    assert channel.cascade([[1, 0], [0, 1]]).secrets == channel.secrets
    assert channel.preprocess([[1, 0], [1, 0]], secrets=["any", "none"]).secrets == ("any",)
    assert channel.given([[1, 0], [0, 1]], 1).secrets == ("well",)
    assert channel.twice().outcomes[1] == ("pos", "neg")
    assert ps.pml(channel.twice())["pos", "neg"] == ps.pml(plain.twice())[1]
    assert channel.product(plain).secrets[1] == ("sick", 1)
    assert channel.as_float().outcomes == channel.outcomes
    assert ">sick<" in channel._repr_html_()
    assert ps.Channel(channel.kernel, channel.prior) == channel
    assert ps.Channel(plain.kernel, channel.prior).secrets == channel.secrets
    assert channel._repr_latex_() is None


def test_names_go_with_arithmetic_and_not_with_what_moves_entries():
    leakage = ps.pml(ps.Channel(KERNEL, PRIOR, **NAMED).as_float())
    bits = leakage / np.log(2)
    assert bits["pos"] == leakage["pos"] / np.log(2)
    assert np.exp(leakage).names == leakage.names
    assert "'pos', 'neg'" in repr(leakage)
    for moved in (leakage[::-1], np.sort(leakage), leakage[[1, 0]], leakage.reshape(2, 1)):
        assert getattr(moved, "names", ()) == ()
    other = ps.pml(ps.Channel([[0.5, 0.5]], [1.0], outcomes=["a", "b"]))
    assert getattr(leakage + other, "names", ()) == ()
    assert type(leakage.max()) is np.float64
    again = pickle.loads(pickle.dumps(leakage))
    assert again.tolist() == leakage.tolist()
    assert again["neg"] == leakage["neg"]


@given(exact_channels(), st.sampled_from(["exact", "float", "named", "symbolic"]))
@settings(max_examples=20)
def test_a_channel_stays_the_same_value_through_pickling_and_copying(channel, kind):
    found = ps.Channel(*channel)
    if kind == "float":
        found = found.as_float()
    elif kind == "named":
        found = ps.Channel(*channel, secrets=[f"x{i}" for i in range(found.shape[0])])
    elif kind == "symbolic":
        p = sp.Symbol("p", positive=True)
        found = found.product(ps.Channel([[p, 1 - p]], [1]))
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert again == found
        assert hash(again) == hash(found)
        assert again.secrets == found.secrets
        with pytest.raises(AttributeError, match="does not change"):
            again.prior = [1]
        with pytest.raises(AttributeError, match="does not change"):
            del again.numbers
        if kind == "float":
            with pytest.raises(ValueError, match="read-only"):
                again.kernel[0, 0] = 1
    if kind == "named":
        assert found != ps.Channel(*channel)


def test_exact_channels_need_no_numpy():
    program = """
import sys
sys.modules["numpy"] = None
import pmlsym as ps
channel = ps.Channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/2", "1/2"], outcomes=["no", "yes"])
print(ps.pml(channel), ps.pmc(channel), ps.ldp(channel), ps.lip(channel), ps.alip(channel))
print(ps.mutual_information(channel), channel.twice().product(channel).shape)
"""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith(
        "[log(3/2), log(3/2)]  # 'no', 'yes' [log(2), log(2)]  # 'no', 'yes' log(3) log(2)"
    )


@pytest.mark.parametrize("seed", range(30))
def test_mutual_information_is_the_expression_that_sympy_makes(seed):
    """Also with lifts that are 1, whole, one over a whole number, and both of two such."""
    rng = random.Random(seed)
    size = rng.randrange(2, 5)
    rows = [[rng.choice((0, 1, 1, 2, 3, 8)) for _ in range(size)] for _ in range(size)]
    kernel = [[F(v, sum(row)) for v in row] for row in rows if any(row)]
    prior = [F(1, len(kernel))] * len(kernel)
    expected = sp.Integer(0)
    for y in range(size):
        mass = sum(p * row[y] for p, row in zip(prior, kernel, strict=True))
        for p, row in zip(prior, kernel, strict=True):
            if row[y]:
                expected += sp.Rational(p * row[y]) * sp.log(sp.Rational(row[y] / mass))
    assert sp.srepr(ps.mutual_information(ps.Channel(kernel, prior))) == sp.srepr(expected)


@pytest.mark.parametrize("seed", range(20))
def test_a_sum_of_logarithms_is_the_expression_that_sympy_makes(seed):
    """Also with factors that are 0, 1, whole or 1/2, which are of classes of their own in sympy."""
    rng = random.Random(seed)
    weights = [F(rng.choice((-3, -1, 0, 1, 1, 2, 4)), rng.choice((1, 2, 3, 5))) for _ in range(9)]
    values = rng.sample([F(a, b) for a in range(2, 9) for b in range(1, 9)], 9)
    values = [v for v in values if v == 1 or v.numerator != 1]
    pairs = dict(zip(values, weights, strict=False))
    expected = sum((sp.Rational(w) * sp.log(sp.Rational(v)) for v, w in pairs.items()), sp.S.Zero)
    found = {
        fmpq(v.numerator, v.denominator): fmpq(w.numerator, w.denominator) for v, w in pairs.items()
    }
    assert sp.srepr(sum_of_logarithms(found)) == sp.srepr(expected)
    assert sum_of_logarithms(found).args == expected.args


def test_a_large_kernel_is_multiplied_in_parts(monkeypatch):
    kernel = [[F(v * v % 7 + 1, 1) for v in range(x, x + 9)] for x in range(5)]
    kernel = [[v / sum(row) for v in row] for row in kernel]
    prior = [F(w, 15) for w in range(1, 6)]
    expected = [sum(p * row[y] for p, row in zip(prior, kernel, strict=True)) for y in range(9)]
    for entries in (1, 10, 14, 44, 45):
        monkeypatch.setattr(rational, "_BLOCK", entries)
        assert [as_fraction(mass) for mass in ps.Channel(kernel, prior).marginal] == expected


def test_too_long_expressions_are_refused(monkeypatch):
    channel = ps.Channel([["1/2", "1/3", "1/6"], ["1/5", "2/5", "2/5"]], ["1/2", "1/2"])
    monkeypatch.setattr(rational, "_MOST_LOGARITHMS", 6)
    ps.mutual_information(channel)
    monkeypatch.setattr(rational, "_MOST_LOGARITHMS", 5)
    with pytest.raises(ChannelError, match=r"kernel of 2 x 3 fractions, .* channel.as_float\(\)"):
        ps.mutual_information(channel)
