"""Sentences and proofs of the kernel written briefly, and a court that asks for certificates."""

import re

import pytest

from pmlsym.proof.kernel.check import check
from pmlsym.proof.kernel.question import Court
from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved, number
from pmlsym.proof.review import Oracle
from pmlsym.proof.search import Effort

ORACLE = Oracle(None, Effort.quick())

x, y, z, v, w = (("symbol", name) for name in "xyzvw")
HALF = number(1, 2)
FALSE = ("=", ZERO, ONE)
TRUE = ("<=", ZERO, ONE)
V = ("bound", 0, 0)  # the variable of the innermost binder
W = ("bound", 0, 1)
OUTER = ("bound", 1, 0)
P = ("law", "P", ("v",), ())
Q = ("law", "Q", ("w",), ())


def add(*parts):
    return ("sum", *parts)


def mul(*parts):
    return ("product", *parts)


def sub(left, right):
    return add(left, mul(number(-1), right))


def power(base, exponent):
    return ("power", base, exponent)


def inverse(base):
    return power(base, -1)


def exp(argument):
    return ("exp", argument)


def log(argument):
    return ("log", argument)


def absolute(argument):
    return ("abs", argument)


def root(argument):
    return exp(mul(HALF, log(argument)))


def on(*support, name="P", variables=("v",)):
    """Return a law with a support."""
    return ("law", name, tuple(variables), tuple(support))


def mean(body, law=P):
    return ("mean", law, body)


def finite(body, law=P):
    return ("finite", mean(body, law))


def defined(term):
    return ("defined", term)


def exists(names, *conditions):
    return ("exists", tuple(names), conditions)


def decide(hypotheses, conclusion, *using):
    return ("decision", (tuple(hypotheses), conclusion), tuple(using))


def put(of, **values):
    return ("instance", tuple(values.items()), of)


def court():
    return Court(ORACLE)


def proved(proof):
    """Follow a proof that has to go through, and return its goal."""
    theorem = check(proof, court())
    assert theorem.certified
    return theorem.goal


def refused(proof, why=None):
    """Follow a proof that must not go through."""
    with pytest.raises(NotProved, match=why):
        check(proof, court())


def itself(*relation):
    """Return the theorem that a relation follows from itself."""
    return decide([relation], relation)


def shown(value):
    """What a test is called by: without an address, which each process has its own of."""
    return re.sub(r" at 0x[0-9a-f]+", "", ascii(value))
