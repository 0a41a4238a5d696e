"""The definitions with nothing but loops over Fractions, for the tests to compare with."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import sympy as sp
from hypothesis import strategies as st

import pmlsym as ps
from tests.random_channels import exact_channels, kernels

INFINITE = "infinite"


def posterior(channel, y):
    """P(x | y) by Bayes' rule; the prior where y is impossible."""
    kernel, prior = channel
    joint = [p * row[y] for p, row in zip(prior, kernel, strict=True)]
    return [p / sum(joint) for p in joint] if sum(joint) else list(prior)


def outcomes(channel):
    return range(len(channel[0][0]))


def marginal(channel):
    kernel, prior = channel
    return [
        sum(p * row[y] for p, row in zip(prior, kernel, strict=True)) for y in outcomes(channel)
    ]


def mean(row, table, w):
    return sum(p * line[w] for p, line in zip(row, table, strict=True))


def means(row, table):
    return [mean(row, table, w) for w in range(len(table[0]))]


def pushed(row, function):
    """The distribution of U when the secret is distributed as row."""
    return means(row, function)


def ratio(top, bottom):
    """top / bottom with 0/0 = 1."""
    if bottom == 0:
        return F(1) if top == 0 else INFINITE
    return F(top) / F(bottom)


def ratios(leakages):
    """What an exact answer is the logarithm of, one by one."""
    entries = list(leakages) if hasattr(leakages, "shape") and leakages.shape else [leakages]
    return [_ratio(entry) for entry in entries]


def _ratio(entry):
    if entry == sp.oo:
        return INFINITE
    number = sp.exp(entry)
    assert number.is_Rational, f"{entry} is not the logarithm of a rational number"
    return F(int(number.p), int(number.q))


def at_most(one, other):
    return other == INFINITE or (one != INFINITE and one <= other)


def exact(channel):
    return ps.Channel(*channel)


def floats(channel):
    return ps.Channel(np.array(channel[0], float), np.array(channel[1], float))


def as_floats(leakages):
    array = np.array([float(v) for v in leakages]) if hasattr(leakages, "shape") else leakages
    return np.asarray(array, dtype=float)


def strategies(choices, size):
    """Every deterministic strategy: a choice for each outcome."""
    return itertools.product(range(choices), repeat=size)


def logarithm(value):
    if value == INFINITE:
        return math.inf
    return math.log(value) if value else -math.inf


@st.composite
def payoffs(draw, rows, columns=None):
    columns = columns or draw(st.integers(1, 4))
    entry = st.one_of(st.just(F(0)), st.fractions(0, 4, max_denominator=5))
    line = st.lists(entry, min_size=columns, max_size=columns)
    return draw(st.lists(line, min_size=rows, max_size=rows))


@st.composite
def channels_with(draw, what):
    """A channel, and a payoff or a function for its secrets."""
    channel = draw(exact_channels())
    size = len(channel[1])
    return channel, draw(payoffs(size) if what == "payoff" else kernels(secrets=size))
