"""Parts of reductions, each against what it is said to be: on numbers, or in any order."""

import math
import operator
from fractions import Fraction as F
from itertools import permutations, product

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.statements import parse
from pmlsym.statements.binders import Both, Drawn
from pmlsym.statements.leakages import Leakage, Overall
from pmlsym.statements.reductions.conditions import contradiction, plain
from pmlsym.statements.reductions.encoding import relate
from pmlsym.statements.reductions.joint.comparing import known
from pmlsym.statements.reductions.likelihoods.likelihood_cases import Numbers
from pmlsym.statements.reductions.priors import PMAX, PMIN, N
from pmlsym.statements.reductions.result import Case, Reduction
from pmlsym.statements.reductions.specific.columns import of_masses
from pmlsym.statements.terms import Parameter
from tests.statements.reductions.test_ranges import EVERY, numbers

SIGNS = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "=": operator.eq,
    "!=": operator.ne,
}
P = reals("p")[0]


def bounds(interval):
    """Return what an interval says of P."""
    if interval.low is not None:
        yield relate(P, ">" if interval.above else ">=", sp.Rational(interval.low))
    if interval.high is not None:
        yield relate(P, "<" if interval.below else "<=", sp.Rational(interval.high))


@pytest.mark.parametrize("sign", SIGNS)
def test_hypotheses_that_are_plainly_false_or_say_nothing(sign):
    """Of constants it is told; of what is in an interval, nothing is said that is not so."""
    constants = {
        sp.exp(-1): math.exp(-1),
        sp.exp(2): math.exp(2),
        sp.Integer(1): 1,
        sp.Integer(0): 0,
    }
    for left, right in product(constants, repeat=2):
        true = SIGNS[sign](constants[left], constants[right])
        sentence = relate(left, sign, right)
        if left != right:
            assert plain([sentence]) == (() if true else (sentence,))
            assert (contradiction([sentence]) is None) == true
        else:
            assert contradiction([sentence]) is None or not true
    for interval in EVERY:
        for end in (F(0), F(1, 2), F(1)):
            sentence = relate(P, sign, sp.Rational(end))
            found = contradiction([*bounds(interval), sentence])
            if any(SIGNS[sign](x, end) for x in numbers(interval)):
                assert found is None
            assert plain([sentence]) == (sentence,)


def test_what_is_known_of_measures_does_not_depend_on_their_order():
    statement = parse("X - Y - Z: maximal_leakage(X->Z) >= 0 and pml(X->y) >= 0")
    measured = [
        Leakage("pml", "X", ("Y",)),
        *(Overall("maximal_leakage", "X", of) for of in (("Y",), ("Z",))),
        Leakage("pml", "X", ("Z",)),
    ]
    expected = set(map(str, known(statement, measured)))
    assert len(expected) >= 5
    for order in permutations(measured):
        assert set(map(str, known(statement, order))) == expected


def test_what_is_said_of_two_secrets_is_said_of_each():
    """The smallest likelihood of both is the product of the smallest ones."""
    of_both = Numbers({"P": Drawn("P"), "Q": Drawn("Q"), "B": Both("B", "P", "Q")})
    spoken = of_both.quantities_in(Parameter("pmc_B"))
    assert spoken["P"] == spoken["Q"] == {"least", "chance"}
    assert of_both.says_more(spoken)
    spoken = of_both.quantities_in(Parameter("pml_B"))
    assert spoken["P"] == spoken["Q"] == {"least", "chance", "most"}
    assert not of_both.says_more(spoken)


def test_what_is_known_of_probabilities_holds_and_leaves_out_what_is_none():
    """Of every prior on two to four secrets whose probabilities are tenths."""
    priors = [
        tuple(F(x, 10) for x in row)
        for size in (2, 3, 4)
        for row in product(range(1, 10), repeat=size)
        if sum(row) == 10 and list(row) == sorted(row)
    ]
    for used in ((PMIN,), (PMAX,), (PMIN, PMAX), (N, PMAX), (N, PMIN, PMAX), (PMIN, PMAX, P)):
        for counted in (False, True):
            facts = list(of_masses(used, counted))
            for prior in priors:
                for mass in prior if P in used and len(prior) > 2 else ():
                    if mass not in (prior[0], prior[-1]):
                        at = {PMIN: prior[0], PMAX: prior[-1], N: len(prior), P: mass}
                        assert all(fact.subs(at) for fact in facts), (used, prior)
                at = {PMIN: prior[0], PMAX: prior[-1], N: len(prior)}
                assert P in used or all(fact.subs(at) for fact in facts), (used, prior)
    for symbol in (PMIN, PMAX):
        for none in (-F(1, 2), F(0), F(1)):
            assert any(fact.subs(symbol, none) == sp.false for fact in of_masses((symbol,)))


@pytest.mark.parametrize(
    ("text", "alphabets", "expected"),
    [
        ("PML(a)", ("|X| = 2", "|X| = 3", "|X| = 2"), "|X| = 2, |X| = 3"),
        ("PML(a)", ("|X| = 2", None), ""),
        ("PML(a)", (None,), ""),
        ("PML(a)", (), ""),
        ("|X| = 2: PML(a)", ("|X| = 2",), ""),
        ("n = 3 => PML(a)", ("|X| = 2", "|X| = 3"), ""),
        ("n = 4 => PML(a)", ("|X| = 2", "|X| = 3"), "|X| = 2, |X| = 3"),
        ("PML(a) where 2 = n", ("|X| = 2",), ""),
        ("n > 2 => PML(a)", ("|X| = 2",), "|X| = 2"),
    ],
)
def test_to_which_numbers_of_secrets_a_reduction_is_limited(text, alphabets, expected):
    cases = tuple(Case("it", Goal((), relate(P, ">=", P)), size) for size in alphabets)
    assert Reduction(parse(text), (), cases).bound == expected
