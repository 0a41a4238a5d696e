"""Guarantees as values: what holds, what is refused, and the laws that implications obey."""

import math
import operator
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given, strategies as st

import pmlsym as ps
from pmlsym import ALIP, LDP, LIP, PMC, PML
from pmlsym.errors import InputError
from pmlsym.guarantees import KINDS as READABLE, OF_THE_PAPERS as KINDS, kind_of, read_guarantee
from pmlsym.nats import as_nats, at_most, constants_first, largest
from tests.random_channels import exact_channels

masses = st.floats(1e-6, 0.5)
RESPONSE = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
# lifts 9/7, 5/7 at the first outcome and 3/5, 7/5 at the second
SKEWED = ps.Channel([[F(9, 14), F(5, 14)], [F(5, 14), F(9, 14)]], [F(1, 2), F(1, 2)])


def lifts(kernel, prior):
    """Return the lift vectors of the possible outcomes, from the definition."""
    for column in zip(*kernel, strict=True):
        total = sum(p * k for p, k in zip(prior, column, strict=True))
        if total:
            yield [k / total for k in column]


def satisfies(lift, kind, values):
    """The definitions of the five guarantees, as comparisons of a lift with powers."""
    low, high = min(lift), max(lift)
    if kind is PML:
        return high <= values[0]
    if kind is PMC:
        return low * values[0] >= 1
    if kind is LIP:
        return high <= values[0] and low * values[0] >= 1
    if kind is ALIP:
        return low * values[0] >= 1 and high <= values[1]
    return high <= values[0] * low


# --- what holds -----------------------------------------------------------------------------------


@given(exact_channels(), st.data())
def test_an_exact_channel_satisfies_what_its_lifts_do(channel, data):
    """Parameters are logarithms of fractions, among them those that hold with equality."""
    kernel, prior = channel
    vectors = list(lifts(kernel, prior))
    edges = {max(v) for v in vectors} | {1 / min(v) for v in vectors if min(v)}
    edges |= {max(v) / min(v) for v in vectors if min(v)} | {F(1), F(4, 3)}
    found = ps.Channel(kernel, prior)
    for kind in KINDS:
        values = [data.draw(st.sampled_from(sorted(edges))) for _ in kind.parameters()]
        guarantee = kind(*(sp.log(sp.Rational(v.numerator, v.denominator)) for v in values))
        expected = all(satisfies(lift, kind, values) for lift in vectors)
        assert guarantee.holds(found) == expected, guarantee


@given(exact_channels())
def test_the_strongest_guarantee_holds_and_nothing_smaller_does(channel):
    kernel, prior = channel
    exact = ps.Channel(kernel, prior)
    floats = ps.Channel(np.array(kernel, float), np.array(prior, float))
    for kind in KINDS:
        strongest = kind.of(exact)
        assert strongest.holds(exact)
        assert kind.of(floats).holds(floats)
        assert list(map(float, strongest.values)) == pytest.approx(
            list(map(float, kind.of(floats).values)), abs=1e-12
        )
        for at, value in enumerate(strongest.values):
            if 1e-5 < value < math.inf:
                less = list(strongest.values)
                less[at] = value - sp.Rational(1, 10**6)
                assert not kind(*less).holds(exact)
                assert not kind(*map(float, less)).holds(floats)


def test_equality_is_within_a_guarantee():
    assert PML(sp.log(sp.Rational(3, 2))).holds(RESPONSE)
    assert PML(sp.log(3) - sp.log(2)).holds(RESPONSE)
    assert PMC(sp.log(2)).holds(RESPONSE)
    assert ALIP(sp.log(2), sp.log(F(3, 2))).holds(RESPONSE)
    assert LIP(sp.log(2)).holds(RESPONSE)
    assert LDP(sp.log(3)).holds(RESPONSE)
    hair = sp.Rational(1, 10**60)
    for kind, ratio in ((PML, F(3, 2)), (PMC, 2), (LIP, 2), (LDP, 3)):
        assert kind(sp.log(ratio + hair)).holds(RESPONSE)
        assert not kind(sp.log(ratio - hair)).holds(RESPONSE)
    assert not ALIP(sp.log(F(3, 2)), sp.log(2)).holds(RESPONSE)


@pytest.mark.parametrize("number", [F(9, 7), F(3, 2), F(11, 10), F(101, 100)])
def test_a_float_parameter_on_an_exact_channel_is_the_binary_number_that_it_is(number):
    """Neighbouring floats around the exact leakage log r: those below it are refused."""
    kernel = [[number / 2, 1 - number / 2], [1 - number / 2, number / 2]]
    channel = ps.Channel(kernel, [F(1, 2)] * 2)
    value = math.log(number)
    for epsilon in (value, math.nextafter(value, 0), math.nextafter(value, 1), value + 1e-13):
        with mpmath.workdps(60):
            within = mpmath.mpf(epsilon) >= mpmath.log(mpmath.mpf(number.numerator)) - mpmath.log(
                mpmath.mpf(number.denominator)
            )
        assert PML(epsilon).holds(channel) == within
        assert LIP(1.0 + epsilon).holds(channel)


def test_a_float_parameter_is_not_the_decimal_that_it_prints_as():
    """The float 0.1 exceeds one tenth by 5.6e-18; the leakage here lies between the two."""
    with mpmath.workdps(40):
        number = F(mpmath.nstr(mpmath.exp(mpmath.mpf("0.1") + mpmath.mpf("3e-18")), 30))
    kernel = [[number / 2, 1 - number / 2], [1 - number / 2, number / 2]]
    channel = ps.Channel(kernel, [F(1, 2)] * 2)
    assert PML(0.1).holds(channel)
    assert not PML(F(1, 10)).holds(channel)


def test_a_float_channel_is_granted_the_tolerance():
    floats = RESPONSE.as_float()
    measured = math.log(1.5)
    assert PML(measured - 5e-13).holds(floats)
    assert not PML(measured - 1e-9).holds(floats)
    assert PML(measured - 1e-9).holds(floats, tolerance=1e-8)
    assert not PML(measured - 1e-9).holds(RESPONSE, tolerance=1e-8)
    assert PML(F(1, 2)).holds(floats)
    assert not PML(sp.log(F(7, 5))).holds(floats)


def test_outcomes_of_probability_zero_count_for_nothing():
    kernel = [[F(3, 4), 0, F(1, 4)], [F(1, 4), 0, F(3, 4)]]
    for channel in (ps.Channel(kernel, [F(1, 2)] * 2), ps.Channel(kernel, [0.5, 0.5])):
        assert channel.null_outcomes == (1,)
        for kind in KINDS:
            assert list(map(float, kind.of(channel).values)) == pytest.approx(
                list(map(float, kind.of(RESPONSE).values))
            )


def test_infinite_measures_are_within_nothing_finite():
    identity = [[1, 0], [0, 1]]
    for channel in (ps.Channel(identity, [F(1, 2)] * 2), ps.Channel(identity, [0.5, 0.5])):
        assert float(PML.of(channel).epsilon) == pytest.approx(math.log(2))
        for kind in (PMC, LIP, LDP):
            assert kind.of(channel) == kind(math.inf)
            assert not kind(700).holds(channel)
            assert kind(math.inf).holds(channel)
            assert kind(sp.oo).holds(channel)
        assert ALIP.of(channel).epsilon_l == math.inf
        assert not ALIP(700, 700).holds(channel)
        assert ALIP(math.inf, 0.7).holds(channel)


def test_equal_numbers_that_look_different_are_compared_as_numbers():
    """What LIP(1/3) attains at p_min = 1/5, as sympy writes it: one third, without symbols."""
    e = sp.exp(sp.Rational(1, 3))
    third = sp.log((-(e**8) - e**7 + e**6 + e**9) / (-(e**7) - e**6 + e**5 + e**8))
    assert at_most(third, sp.Rational(1, 3), exactly=True)
    assert at_most(sp.Max(sp.Rational(1, 3), third), sp.Rational(1, 3), exactly=True)
    assert not at_most(third, sp.Rational(1, 3) - sp.Rational(1, 10**30), exactly=True)
    a, b = sp.sqrt(2) / 2, 1 - sp.sqrt(2) / 2
    root = ps.Channel([[a, b], [b, a]], [F(1, 2)] * 2)
    assert PML(sp.log(2) / 2).holds(root)


# --- the values -----------------------------------------------------------------------------------


def test_equal_numbers_are_equal_promises_whatever_their_type():
    for kind in (PML, PMC, LIP, LDP):
        assert kind(1) == kind(1.0) == kind(F(1)) == kind(sp.Integer(1)) == kind(np.float64(1))
        assert len({kind(1), kind(1.0), kind(F(1))}) == 1
        assert kind(sp.log(4)) == kind(2 * sp.log(2)) == kind(-sp.log(F(1, 4)))
        assert len({kind(sp.log(4)), kind(2 * sp.log(2))}) == 1
        assert kind(0.1) != kind(F(1, 10))  # a float is the number that it is
        assert kind(sp.log(2)) != kind(math.log(2))
        assert kind(math.inf) == kind(sp.oo)
        assert hash(kind(math.inf)) == hash(kind(sp.oo))
    root = sp.log(2) / 2
    assert PML(root) == PML(sp.log(sp.sqrt(2)))
    assert hash(PML(root)) == hash(PML(sp.log(sp.sqrt(2))))
    assert PML(root) != PML(root + sp.Rational(1, 10**30))
    assert len({PML(0.5), PML(0.5), LIP(0.5)}) == 2
    assert ALIP(0.4, 0.2).values == (0.4, 0.2)
    assert repr(PML(math.inf)) == repr(PML(sp.oo)) == "PML(inf)"
    with pytest.raises(AttributeError):
        PML(0.5).epsilon = 0.1
    e = sp.Symbol("e")
    assert PML(e) == PML(e)
    assert PML(e) != PML(2 * e)
    assert PML(e) != PML(1)


def test_promises_of_one_kind_order_by_what_they_promise():
    assert PML(0.1) < PML(F(1, 5)) <= PML(0.5) < PML(math.inf)
    assert PML(0.5) >= PML(F(1, 2)) > PML(sp.log(F(3, 2)))
    assert not PML(0.5) < PML(F(1, 2))
    assert PML(sp.log(4)) <= PML(2 * sp.log(2)) <= PML(sp.log(4))
    hair = sp.Rational(1, 10**40)
    assert LDP(sp.log(2)) < LDP(sp.log(2) + hair)
    assert F(1, 10) < F(0.1)
    assert LIP(F(1, 10)) < LIP(0.1)
    assert sorted([PMC(2), PMC(0.5), PMC(sp.log(3))]) == [PMC(0.5), PMC(sp.log(3)), PMC(2)]
    assert ALIP(0.1, 0.2) < ALIP(0.1, 0.3)
    for one, other in ((ALIP(0.1, 0.3), ALIP(0.2, 0.2)), (ALIP(0.2, 0.2), ALIP(0.1, 0.3))):
        assert not one <= other
        assert not one < other
    for one, other in ((PML(0.1), PMC(0.2)), (LIP(0.1), ALIP(0.1, 0.1)), (PML(1), 1)):
        assert one != other
        for ask in (operator.le, operator.lt, operator.ge, operator.gt):
            with pytest.raises(TypeError):
                ask(one, other)


@given(st.floats(0, 5), st.floats(0, 5), masses, st.sampled_from(KINDS), st.sampled_from(KINDS))
def test_the_stronger_promise_implies_at_least_as_much(one, other, p, source, kind):
    low, high = sorted((one, other))
    pair = source(*([low] * len(source.parameters()))), source(*([high] * len(source.parameters())))
    assert pair[0] <= pair[1]
    stronger, weaker = (guarantee.implies(kind, p_min=p) for guarantee in pair)
    if stronger is None:
        assert weaker is None
    if weaker is not None and kind is source is not ALIP:
        assert stronger <= weaker


def test_symbols_beside_floats_are_answered_or_refused_in_a_sentence():
    e, p = sp.symbols("e p", positive=True)
    asked = [
        lambda: PML(e).implies(PMC, p_min=0.2),
        lambda: PML(0.1).implies(PMC, p_min=p),
        lambda: LDP(e).implies(PML, prior=[0.25, 0.75]),
        lambda: PML(e).implies(PMC, prior=[p, 1 - p]),
    ]
    for ask in asked:
        try:
            answer = ask()
        except InputError as error:
            assert str(error).endswith(".")  # noqa: PT017 (an answer is as good)
        else:
            assert answer.values[0].free_symbols <= {e, p}


def test_guarantees_are_read_as_they_are_typed():
    assert read_guarantee("pml:0.2") == PML(F(1, 5))
    assert read_guarantee(" PMC : 1e-3 ") == PMC(F(1, 1000))
    assert read_guarantee("alip:1/2, 0.2") == ALIP(F(1, 2), F(1, 5))
    assert read_guarantee("ldp:inf") == LDP(math.inf)
    assert not isinstance(read_guarantee("lip:0.3").epsilon, float)
    assert [kind_of(kind.name.lower()) for kind in READABLE] == list(READABLE)


def test_nats_are_floats_or_exact():
    assert isinstance(as_nats("epsilon", 0.5), float)
    assert as_nats("epsilon", sp.Float(0.5)) == 0.5
    assert as_nats("epsilon", F(1, 2)) == sp.Rational(1, 2)
    assert as_nats("epsilon", sp.oo) == math.inf
    assert largest([sp.log(2), sp.log(3)]) == sp.log(3)
    assert largest([np.float64(0.25), 0.5]) == 0.5
    assert constants_first(1 - sp.Symbol("p")) == "1 - p"
    assert constants_first(0.5) == "0.5"


# --- laws -----------------------------------------------------------------------------------------

some_nats = st.one_of(st.just(0.0), st.floats(1e-6, 4.0))


def guarantees(kind, parameters=some_nats):
    return st.builds(kind, *([parameters] * len(kind.parameters())))


anything = st.sampled_from(KINDS).flatmap(guarantees)


def parameters_of(found):
    """Return the implied parameters; infinite where nothing finite follows."""
    return (math.inf, math.inf) if found is None else tuple(map(float, found.values))


def at_least(stronger, weaker, slack=1e-9):
    """Say whether each parameter of the second is at least that of the first."""
    pairs = zip(parameters_of(stronger), parameters_of(weaker), strict=False)
    return all(b >= a - slack * (1 + a) or a > 15 for a, b in pairs)  # e^15 magnifies rounding


@given(anything, st.sampled_from(KINDS), masses, st.floats(0, 2), st.floats(0, 2))
def test_a_weaker_guarantee_implies_no_more(source, kind, p, more, again):
    more_of = [v + d for v, d in zip(source.values, (more, again), strict=False)]
    for known in ({"p_min": p}, {}, {"prior": [p, 1 - p]}):
        assert at_least(
            source.implies(kind, **known), type(source)(*more_of).implies(kind, **known)
        )


@given(anything, st.sampled_from(KINDS), masses, masses)
def test_a_rarer_secret_implies_no_more(source, kind, p, q):
    """Up to 1/3 in p_min: above, with two secrets alone, ratios within bounds are not monotone."""
    rarer, other = sorted((p, q))
    assume(kind is not LDP or isinstance(source, LDP) or rarer <= 1 / 3)
    assert at_least(source.implies(kind, p_min=other), source.implies(kind, p_min=rarer))


def test_with_two_secrets_alone_a_rarer_one_may_imply_more():
    """The ratio of two lifts that decide each other, from the definition by hand."""
    bound = math.exp(0.3)
    for p in (0.35, 0.4):
        other = (1 - p * bound) / (1 - p)
        assert LIP(0.3).implies(LDP, p_min=p).epsilon == pytest.approx(math.log(bound / other))
    rarer, likelier = (LIP(0.3).implies(LDP, p_min=p).epsilon for p in (0.35, 0.4))
    assert rarer < likelier


@given(anything, st.sampled_from(KINDS), st.sampled_from(KINDS), masses)
def test_a_detour_is_never_stronger(source, middle, kind, p):
    for known in ({"p_min": p}, {}, {"prior": [p, 1 - p]}):
        direct, step = source.implies(kind, **known), source.implies(middle, **known)
        detour = None if step is None else step.implies(kind, **known)
        assert at_least(direct, detour)


@given(anything, st.sampled_from(KINDS), masses, st.integers(2, 5), st.data())
def test_a_prior_says_at_least_as_much_as_its_smallest_probability(source, kind, p, n, data):
    assume(n * p <= 1)
    weights = np.array(data.draw(st.lists(st.floats(0.01, 1), min_size=n - 1, max_size=n - 1)))
    prior = [p, *(p + (1 - n * p) * weights / weights.sum())]
    known = source.implies(kind, prior=prior)
    assert at_least(known, source.implies(kind, p_min=min(prior)))
    assert at_least(source.implies(kind, p_min=min(prior)), source.implies(kind))


@given(anything)
def test_a_guarantee_implies_itself_or_what_it_amounts_to(source):
    """A mean of one leaves no room on either side if there is none on one."""
    nothing = isinstance(source, ALIP) and 0 in source.values
    assert source.implies(type(source)) == (ALIP(0.0, 0.0) if nothing else source)


huge = st.one_of(
    st.sampled_from([0.0, 1e-300, 1e-17, 36.0, 37.5, 300.0, 700.0, math.inf]),
    st.floats(-300, math.log10(700)).map(lambda power: 10**power),
)


@given(
    st.sampled_from(KINDS).flatmap(lambda kind: guarantees(kind, huge)),
    st.sampled_from(KINDS),
    st.one_of(st.sampled_from([1e-300, 1e-17, 0.5]), st.floats(-300, -0.4).map(lambda x: 10**x)),
)
def test_no_size_of_numbers_overflows_or_makes_nan(source, kind, p):
    for known in ({"p_min": p}, {}, {"prior": [p, 1 - p]}, {"prior": [p / 2, p / 2, 1 - p]}):
        found = source.implies(kind, **known)
        if found is not None:
            assert all(0 <= value < math.inf for value in found.values)
