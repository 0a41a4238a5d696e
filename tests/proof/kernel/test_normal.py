"""The normal form has the value of the term, and does not depend on how the term is written."""

from fractions import Fraction as F

import flint
import pytest
from hypothesis import given, reject, strategies as st

from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.terms import NotProved, difference
from tests.proof.kernel.evaluation import (
    ARITHMETIC,
    BITS,
    CLOSE,
    LAW,
    NoValue,
    Place,
    W,
    ball,
    number,
    places,
    sign,
    symbol,
    terms,
)

X, Y, Z = map(symbol, ("x", "y", "z"))
ZERO, ONE, TWO = map(number, (0, 1, 2))


def minus(term):
    return ("product", number(-1), term)


def over(one, other):
    return ("product", one, ("power", other, -1))


def mean(body):
    return ("mean", LAW, body)


def normal(term, atoms=None):
    """The table of atoms, and the quotient; a term that is too large is no example."""
    atoms = atoms or Atoms()
    try:
        return atoms, atoms.quotient(term)
    except NotProved:
        reject()


def value(place, term):
    try:
        return place.value(term)
    except NoValue:
        reject()


def agree(place, term):
    """Whether a term and its normal form have the same value, if the term has one."""
    with flint.ctx.workprec(BITS):
        direct = value(place, term)
        sign(direct)  # it can be told from zero
        atoms, quotient = normal(term)
        found = place.quotient(atoms, quotient.key)
        return bool(abs(direct - found) < CLOSE * (1 + abs(direct)) * 10**20)


@given(terms(ARITHMETIC, size=12), places())
def test_arithmetic_keeps_its_value(term, place):
    assert agree(place, term)


@given(terms(), places())
def test_functions_keep_their_value(term, place):
    assert agree(place, term)


@given(terms((*ARITHMETIC, "exp", "log"), size=6), places(st.fractions(F(1, 3), 3)))
def test_exponentials_and_logarithms_keep_their_value(term, place):
    assert agree(place, term)


@given(terms(leaves=(W,), size=6), terms(leaves=(W,), size=4), places())
def test_means_on_finite_laws_keep_their_value(body, other, place):
    assert agree(place, ("sum", mean(body), ("product", X, mean(("product", other, body)))))


@given(terms(leaves=(("bound", 1, 0), W), size=5), terms(leaves=(W,), size=3), places())
def test_a_mean_within_a_mean_keeps_its_value(inner, outer, place):
    assert agree(place, mean(("product", outer, mean(inner))))


@given(terms(leaves=(W,), size=5), terms(leaves=(W,), size=5), terms(size=4), places())
def test_means_are_linear(one, other, fixed, place):
    body = ("sum", ("product", fixed, one), minus(other))
    spread = ("sum", ("product", fixed, mean(one)), minus(mean(other)))
    with flint.ctx.workprec(BITS):
        value(place, mean(body))
    _, gap = normal(difference(mean(body), spread))
    assert not gap.top


@given(terms(size=6), terms(size=6), terms(size=4))
def test_terms_that_are_equal_by_arithmetic_have_no_difference(a, b, c):
    pairs = [
        (("sum", a, b), ("sum", b, a)),
        (("product", a, b, c), ("product", c, ("product", b, a))),
        (("product", ("sum", a, b), c), ("sum", ("product", a, c), ("product", b, c))),
        (("power", ("sum", a, b), 2), ("sum", ("power", a, 2), ("power", b, 2),
                                       ("product", TWO, a, b))),
        (minus(minus(a)), a),
        (("exp", ("sum", a, b)), ("product", ("exp", a), ("exp", b))),
        (("power", ("exp", a), 3), ("exp", ("product", number(3), a))),
        (("product", ("exp", a), ("exp", minus(a))), ONE),
        (("abs", ("sum", a, minus(b))), ("abs", ("sum", b, minus(a)))),
        (("max", a, b, c), ("max", c, b, a, b)),
        (("min", a, b), minus(("max", minus(a), minus(b)))),
        (("round", ("sum", a, b)), ("round", ("sum", b, a))),
        (("indicator", ("<", a, b)), ("indicator", (">", ("sum", b, minus(a)), ZERO))),
        (("indicator", ("=", a, b)), ("indicator", ("=", b, a))),
    ]  # fmt: skip
    for left, right in pairs:
        atoms = Atoms()
        _, gap = normal(difference(left, right), atoms)
        assert not gap.top, (left, right)


@given(terms(ARITHMETIC), terms(ARITHMETIC))
def test_equal_quotients_have_equal_keys_whichever_is_read_first(a, b):
    atoms = Atoms()
    one = normal(("sum", a, b), atoms)[1].key
    assert normal(("sum", b, a), atoms)[1].key == one


@given(terms(size=6), terms(size=6), places())
def test_terms_without_a_difference_have_the_same_value(a, b, place):
    with flint.ctx.workprec(BITS):
        gap = value(place, a) - value(place, b)
        _, quotient = normal(difference(a, b))
        if not quotient.top:
            assert sign(gap) == 0


@pytest.mark.parametrize(
    "term",
    [
        ("product", ZERO, ("power", X, -1)),
        ("sum", ("power", X, -1), minus(("power", X, -1))),
        ("product", X, ("power", X, -1)),
        ("power", ("power", X, -1), 2),
        over(("sum", ("power", X, 2), minus(X)), X),
    ],
)
def test_nothing_is_cancelled_between_numerator_and_divisors(term):
    _, quotient = normal(term)
    assert [atom for divisor in quotient.divisors for atom in divisor] == [(((0, 1),), 1)]


def test_no_unknown_gets_a_negative_power():
    # of x^2 y + x only x can be split off: a document has no place for x^-1
    term = over(ONE, ("sum", ("product", X, X, Y), X))
    with flint.ctx.workprec(BITS):
        assert agree(Place({"x": ball(3), "y": ball(F(5, 7))}), term)
    _, quotient = normal(term)
    polynomials = [quotient.top, *map(dict, quotient.divisors)]
    powers = [power for polynomial in polynomials for m in polynomial for _, power in m]
    assert powers
    assert all(power > 0 for power in powers)


@pytest.mark.parametrize(("one", "other"), [(X, Y), (Y, X), (X, Z), (Z, Y)])
def test_an_exponent_is_reduced_by_the_unknown_that_divides_it(one, other):
    atoms, _ = normal(("sum", X, Y, Z))  # so that each stands at its own place in the table
    term = ("exp", over(("product", one, other), one))
    assert not normal(difference(term, ("exp", other)), atoms)[1].top
    assert normal(difference(term, ("exp", one)), atoms)[1].top


def test_a_mean_three_deep_belongs_to_the_law_outside():
    outermost, innermost = ("bound", 2, 0), ("bound", 0, 0)
    two = mean(mean(("exp", ("product", outermost, innermost))))
    elsewhere = ("mean", ("law", "Q", ("w",), ()), two)
    assert normal(difference(mean(two), elsewhere))[1].top


@pytest.mark.parametrize("power", [-1000, 1000])
def test_the_exponential_of_a_logarithm_is_a_power_as_large_as_powers_go(power):
    term = ("exp", ("product", number(power), ("log", X)))
    assert not normal(difference(term, ("power", X, power)))[1].top


def test_what_depends_on_another_variable_of_the_same_name_is_kept_apart():
    # E[w E[w']] = E[w] E[w'], and E[E[w w']] is E[w] E[w] only for two separate laws of one name
    inner, outer = ("bound", 0, 0), ("bound", 1, 0)
    nested = mean(mean(("product", inner, outer)))
    place = Place({}, [(F(1, 2), (F(1),)), (F(1, 2), (F(3),))])
    with flint.ctx.workprec(BITS):
        assert sign(place.value(nested) - ball(4)) == 0
        assert agree(place, nested)
    # the body of a mean that stands in another mean is never taken out of the outer one
    assert normal(difference(nested, ("power", mean(W), 2)))[1].top


def test_what_is_fixed_is_taken_out_of_a_mean():
    body = ("product", X, ("exp", ("sum", Y, W)), ("power", ("sum", Z, ONE), -1))
    taken = ("product", X, ("exp", Y), ("power", ("sum", Z, ONE), -1), mean(("exp", W)))
    assert not normal(difference(mean(body), taken))[1].top
    # nor does a mean within a mean vary, once both of its variables are bound
    closed = mean(mean(("product", ("bound", 1, 0), W)))
    taken = ("product", mean(W), closed)
    assert not normal(difference(mean(("product", W, closed)), taken))[1].top
    # what varies is not
    square = ("product", W, W)
    assert normal(difference(mean(square), ("power", mean(W), 2)))[1].top
    both = over(W, ("sum", W, X))
    assert normal(difference(mean(both), over(mean(W), ("sum", mean(W), X))))[1].top
