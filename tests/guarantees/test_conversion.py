"""Conversions against searches, another program and the paper's formulas; their mechanisms."""

import itertools
import math
from fractions import Fraction as F
from functools import cache

import numpy as np
import pytest
import qif
import sympy as sp
from hypothesis import given, strategies as st

import pmlsym as ps
from pmlsym import ALIP, LDP, LIP, PMC, PML
from pmlsym.guarantees import OF_THE_PAPERS as KINDS, every_conversion
from tests.random_channels import distributions, exact_channels

log = sp.log


def ratio(numerator, denominator=1):
    return sp.Rational(numerator, denominator)


def values(found):
    """Return the parameters as floats; infinite where nothing finite follows."""
    return (math.inf,) if found is None else tuple(map(float, found.values))


# --- another program ------------------------------------------------------------------------------


@given(exact_channels(), st.data())
def test_implications_hold_between_the_numbers_of_qif(channel, data):
    """Posteriors, d-privacy and vulnerabilities of qif against what they imply of each other."""
    kernel, prior = np.array(channel[0], float), np.array(channel[1], float)
    _, posterior = qif.channel.hyper(kernel, prior)
    lift = posterior / prior[:, None]
    with np.errstate(divide="ignore"):
        up, down = math.log(max(lift.max(), 1)), max(0.0, float(-np.log(lift.min())))
    apart = qif.measure.d_privacy.smallest_epsilon(kernel, lambda a, b: float(a != b))
    found = ps.Channel(kernel, prior)
    assert float(PML.of(found).epsilon) == pytest.approx(up, abs=1e-9)
    assert float(PMC.of(found).epsilon) == pytest.approx(down, abs=1e-9)
    assert float(LDP.of(found).epsilon) == pytest.approx(apart, abs=1e-9)
    have = {PML: (up,), PMC: (down,), LIP: (max(up, down),), ALIP: (down, up), LDP: (apart,)}
    for source, kind in itertools.product(KINDS, KINDS):
        answer = source(*(v + 1e-12 for v in have[source])).implies(kind, prior=prior)
        if answer is not None:
            assert all(a >= h - 1e-9 for a, h in zip(answer.values, have[kind], strict=True))

    vulnerability = qif.measure.bayes_vuln
    capacity = math.log(vulnerability.mult_capacity(kernel))
    assert capacity == pytest.approx(float(ps.maximal_leakage(found)), abs=1e-9)
    assert vulnerability.min_entropy_leakage(prior, kernel) * math.log(2) <= capacity + 1e-9
    assert capacity <= up + 1e-9 <= values(LDP(apart).implies(PML, prior=prior))[0] + 2e-9
    gain = np.array(data.draw(distributions(3 * len(prior))), float).reshape(3, len(prior))
    if gain.max() > 0:
        assert math.log(qif.measure.g_vuln.mult_leakage(gain, prior, kernel)) <= up + 1e-9


@given(st.integers(2, 6).flatmap(lambda n: distributions(n, positive=True)), st.floats(0.01, 8))
def test_randomized_response_by_qif_leaks_what_the_paper_prints(row, epsilon):
    """`pmc`, Example 4; its PML is what Prop. 1 gives, so that Prop. 1 is attained."""
    prior, n = np.array(row, float), len(row)
    kernel = qif.mechanism.d_privacy.randomized_response(n, epsilon)
    channel, least, most = ps.Channel(kernel, prior), prior.min(), prior.max()
    assert LDP(epsilon).holds(channel, tolerance=1e-9)
    printed = math.log(math.exp(epsilon) / (least * (math.exp(epsilon) - 1) + 1))
    assert float(PML.of(channel).epsilon) == pytest.approx(printed, abs=1e-9)
    assert values(LDP(epsilon).implies(PML, prior=prior)) == pytest.approx((printed,), abs=1e-9)
    printed = math.log(1 + most * (math.exp(epsilon) - 1))
    assert float(PMC.of(channel).epsilon) == pytest.approx(printed, abs=1e-9)
    assert values(LDP(epsilon).implies(PMC, prior=prior))[0] >= printed - 1e-9


# --- mechanisms -----------------------------------------------------------------------------------

KNOWN = (
    {"p_min": F(1, 5)},
    {"p_min": F(3, 10)},
    {"p_min": F(2, 5)},
    {"p_min": F(1, 2)},
    {"prior": [F(1, 2), F(1, 5), F(3, 10)]},
    {"prior": [F(1, 10)] * 4 + [F(1, 4), F(7, 20)]},
)
EXACT = (
    PML(log(ratio(6, 5))),
    PML(log(ratio(9, 8))),
    PMC(log(3)),
    LIP(log(2)),
    ALIP(log(3), log(ratio(3, 2))),
    ALIP(log(ratio(3, 2)), log(3)),
    LDP(log(4)),
)


def in_floats(known):
    if "p_min" in known:
        return {"p_min": float(known["p_min"])}
    return {"prior": [float(p) for p in known["prior"]]}


@pytest.mark.parametrize("source", [*EXACT, PML(0), LIP(0), LDP(0), ALIP(0, log(2))], ids=str)
def test_exact_mechanisms_attain_the_answer_exactly(source):
    for kind, known in itertools.product(KINDS, KNOWN):
        conversion = source.conversion(kind, **known)
        channel = conversion.mechanism()
        if conversion.guarantee is None:
            assert channel is None
            continue
        assert channel.is_exact
        assert source.holds(channel)
        least = min(known.get("prior", [known.get("p_min")]))
        assert min(channel.prior.tolist()) == ratio(least.numerator, least.denominator)
        pairs = zip(kind.of(channel).values, conversion.guarantee.values, strict=True)
        assert all(sp.simplify(a - b) == 0 for a, b in pairs), (kind, known)


def test_parameters_that_are_rational_nats_are_attained_exactly_too():
    for source, kind in ((PML(F(1, 10)), PMC), (PMC(F(1, 2)), LDP), (LDP(1), PML)):
        conversion = source.conversion(kind, p_min=F(1, 5))
        channel = conversion.mechanism()
        assert source.holds(channel)
        (found,), (answer,) = kind.of(channel).values, conversion.guarantee.values
        assert sp.simplify(sp.exp(found) - sp.exp(answer)) == 0


@pytest.mark.parametrize("epsilon", [0.0, 1e-9, 1e-3, 0.1, 0.5, 2.0, 50.0, 300.0])
def test_float_mechanisms_attain_the_answer_to_rounding(epsilon):
    sources = [PML(epsilon), PMC(epsilon), LIP(epsilon), LDP(epsilon)]
    sources += [ALIP(epsilon, epsilon / 2), ALIP(epsilon / 3, epsilon)]
    for source, kind, known in itertools.product(sources, KINDS, map(in_floats, KNOWN)):
        conversion = source.conversion(kind, **known)
        channel = conversion.mechanism()
        if conversion.guarantee is None:
            assert channel is None
            continue
        assert source.holds(channel, tolerance=1e-12), (source, kind, known)
        found, answer = kind.of(channel).values, conversion.guarantee.values
        assert found == pytest.approx(answer, rel=1e-9, abs=2e-15), (source, kind, known)


@pytest.mark.parametrize("source", [PML(math.inf), PMC(math.inf), LDP(math.inf), PML(1000.0)])
@pytest.mark.parametrize("p", [0.2, F(1, 5)], ids=str)
def test_no_privacy_at_all_identifies_the_rarest_secret(source, p):
    """Whatever is promised, a lift is at most 1/p; a mechanism attains that."""
    conversion = source.conversion(PML, p_min=p)
    assert values(conversion.guarantee) == pytest.approx((math.log(5),))
    assert values(PML.of(conversion.mechanism())) == pytest.approx((math.log(5),))


def test_mechanisms_of_large_parameters_and_rare_secrets():
    for source, kind in (
        (LDP(700.0), PML),
        (LDP(700.0), PMC),
        (PMC(700.0), PML),
        (LIP(700.0), LDP),
    ):
        conversion = source.conversion(kind, p_min=1e-5)
        channel = conversion.mechanism()
        assert source.holds(channel, tolerance=1e-9)
        found = kind.of(channel).values
        assert found == pytest.approx(conversion.guarantee.values, rel=1e-9), (source, kind)


def test_there_is_no_mechanism_for_all_priors_nor_where_nothing_follows():
    assert LDP(1.0).conversion(PML).mechanism() is None
    assert PML(0.5).conversion(PMC, p_min=0.2).mechanism() is None


# --- symbols --------------------------------------------------------------------------------------

TABLE = every_conversion()
NUMBERS = (0.0, math.log(9 / 8), 0.25, math.log(3 / 2), 2.0)


@cache
def compiled(expressions, names):
    return sp.lambdify(list(map(sp.Symbol, names)), expressions, "math")


@cache
def read(formula):
    return sp.sympify(f"({formula},)")


def put(expressions, numbers):
    """Return the floats that expressions have at numbers for their symbols, given by name."""
    return compiled(expressions, tuple(numbers))(*numbers.values())


@pytest.mark.parametrize("p", [0.1, 0.3, 1 / 3, 0.4, 0.5])
def test_numbers_put_for_symbols_give_the_answer_where_the_condition_holds(p):
    for pair, conversion in TABLE.items():
        source, kind = type(conversion.source), conversion.kind
        assert conversion.where == conversion.condition
        for numbers in itertools.product(NUMBERS, repeat=len(source.parameters())):
            answer = values(source(*numbers).implies(kind, p_min=p))
            named = dict(zip(source.parameters(), numbers, strict=True)) | {"p_min": p}
            holds = bool(put(sp.sympify(conversion.condition), named))
            if p < 1 / 3:  # of two secrets alone more may follow
                assert (answer != (math.inf,)) == holds
            if not holds:
                continue
            for formula in (conversion.guarantee.values, read(conversion.formula)):
                assert put(formula, named) == pytest.approx(answer, abs=1e-12), (pair, numbers)


def test_exact_numbers_put_for_symbols_give_the_exact_answer():
    e, p = sp.symbols("e p")
    at = {e: log(ratio(10, 9)), p: ratio(1, 5)}
    for source, kind in itertools.product((PML, PMC, LDP), KINDS):
        symbolic, answer = (
            source(e).implies(kind, p_min=p),
            source(at[e]).implies(kind, p_min=at[p]),
        )
        for formula, value in zip(symbolic.values, answer.values, strict=True):
            assert sp.simplify(sp.exp(formula.subs(at)) - sp.exp(value)) == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("known", KNOWN[2:], ids=str)
def test_the_formula_of_an_answer_in_numbers_gives_that_answer(known):
    """Also where two secrets are left, or the prior names more: p_min, p_2, p_3, ..."""
    masses = sorted(map(float, known.get("prior", [known.get("p_min")])))
    names = {f"p_{at}": p for at, p in enumerate(masses, start=1)} | {"p_min": masses[0]}
    for source, kind in itertools.product(EXACT[::2], KINDS):
        conversion = source.conversion(kind, **known)
        if conversion.guarantee is not None:
            numbers = map(float, source.values)
            named = names | dict(zip(source.parameters(), numbers, strict=True))
            found = put(read(conversion.formula), named)
            assert found == pytest.approx(values(conversion.guarantee), abs=1e-12), (source, kind)


def test_symbolic_answers_print_with_their_range():
    e, p = sp.symbols("e p")
    assert str(PML(e).conversion(PMC, p_min=p)) == (
        "<PML(e) => PMC(log(p/(1 - (1 - p)*exp(e)))) for e < log(1/(1 - p))>"
    )
    assert str(PML(e).implies(PMC, p_min=p)) == "PMC(log(p/(1 - (1 - p)*exp(e))))"
    assert PML(e).conversion(PMC, p_min=p).where == sp.Lt(e, log(1 / (1 - p)))
    assert str(PML(e).conversion(PMC, p_min=F(1, 5)).where) == "e < log(5/4)"
    assert str(PMC(e).implies(PML, p_min=p)) == "PML(log((1 - (1 - p)*exp(-e))/p))"
    assert PMC(e).conversion(PML, p_min=p).where is True
    assert str(LDP(e).implies(ALIP)) == "ALIP(e, e)"
    assert str(PML(0.2).conversion(PMC, p_min=0.2)).startswith("<PML(0.2) => PMC(2.168")
    assert str(PML(0.3).conversion(PMC, p_min=0.2)) == "<PML(0.3) => no PMC>"
    assert r"\Rightarrow" in PML(0.2).conversion(PMC, p_min=0.2)._repr_latex_()


# --- where nothing follows ------------------------------------------------------------------------


def test_below_the_threshold_there_is_an_answer_and_from_it_on_there_is_none():
    hair = ratio(1, 10**40)
    for p in (ratio(1, 50), ratio(1, 5), ratio(1, 3), ratio(1, 2)):
        top = 1 / (1 - p)
        for kind in (PMC, LIP, ALIP, LDP):
            for known in ({"p_min": p}, {"prior": [p, 1 - p]}):
                for at in (top, top + hair, 2 * top):
                    assert PML(log(at)).implies(kind, **known) is None
                    assert ALIP(math.inf, log(at)).implies(kind, **known) is None
                found = PML(log(top - hair)).implies(kind, **known)
                least = 1 - (1 - p) * (top - hair)
                answers = {
                    PMC: (log(p / least),),
                    LIP: (log(p / least),),
                    ALIP: (log(p / least), log(top - hair)),
                    LDP: (log((top - hair) * p / least),),
                }
                assert all(
                    sp.exp(a) == sp.exp(b) for a, b in zip(found.values, answers[kind], strict=True)
                )


def test_floats_agree_on_which_side_of_the_threshold_they_are():
    rng = np.random.default_rng(3)
    for p in (0.5, 0.4, 1 / 3, 0.2, *rng.uniform(1e-3, 0.5, 300), 1e-9, 1e-100):
        limit = -math.log1p(-p)
        for known in ({"p_min": p}, {"prior": [p, 1 - p]}):
            for units in (-3, -1, 0, 1, 3):
                near = limit * (1 + units * 2.0**-52)
                nothing = {PML(near).implies(k, **known) is None for k in (PMC, LIP, ALIP, LDP)}
                assert len(nothing) == 1, (p, units, known)
            for kind in (PMC, LIP, ALIP, LDP):
                assert PML(limit).implies(kind, **known) is None
                assert PML(limit * (1 + 1e-12)).implies(kind, **known) is None
                # 1 - (1 - p) e^epsilon is 1e-10 of p at most, give or take the last digits
                assert values(PML(limit * (1 - 1e-10)).implies(kind, **known))[0] > 20


def test_the_mechanism_behind_the_reason_rules_a_secret_out():
    """At the threshold: two outcomes, one of them impossible for the rarest secret."""
    p = ratio(1, 5)
    lift = [ratio(0), 1 / (1 - p)]
    kernel = [[v / 10, 1 - v / 10] for v in lift]
    channel = ps.Channel(kernel, [p, 1 - p])
    assert PML(log(1 / (1 - p))).holds(channel)
    assert PMC.of(channel).epsilon == LDP.of(channel).epsilon == math.inf


# --- as printed -----------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [0.05, 0.2, 1 / 3, 0.5])
def test_what_the_paper_prints_is_what_is_implied(p):
    """`pmc`, Table II, Prop. 1, Prop. 3, Thm 6, Cor. 3, Thm 7, typed as they are printed."""
    exp, ln = math.exp, math.log
    for e in (0.0, 0.04, 0.2, 0.5, 1.5):
        one, two = ln(p + exp(e) * (1 - p)), -ln(p + exp(-e) * (1 - p))
        assert values(LDP(e).implies(LIP, p_min=p)) == pytest.approx((one,))
        assert values(LDP(e).implies(ALIP, p_min=p)) == pytest.approx((one, two))
        assert values(LDP(e).implies(PML, p_min=p)) == pytest.approx((two,))
        printed = ln(exp(e) - p * (exp(e) - 1))
        assert values(LDP(e).implies(PMC, p_min=p)) == pytest.approx((printed,))

        up = ln((1 - exp(-e) * (1 - p)) / p)
        assert values(PMC(e).implies(PML, p_min=p)) == pytest.approx((up,))
        assert values(PMC(e).implies(ALIP, p_min=p)) == pytest.approx((e, up))
        assert values(PMC(e).implies(LIP, p_min=p)) == pytest.approx((max(e, up),))
        assert values(PMC(e).implies(LDP, p_min=p)) == pytest.approx((e + up,))

        if e < ln(1 / (1 - p)):
            down = ln(p / (1 - exp(e) * (1 - p)))
            assert values(PML(e).implies(PMC, p_min=p)) == pytest.approx((down,))
            assert values(PML(e).implies(ALIP, p_min=p)) == pytest.approx((down, e))
            assert values(PML(e).implies(LIP, p_min=p)) == pytest.approx((max(down, e),))
            assert values(PML(e).implies(LDP, p_min=p)) == pytest.approx((down + e,))
            # Cor. 5: above it, the lower bound of ALIP says nothing more
            for kind in KINDS:
                both = (ALIP(down + 0.1, e).implies(kind, p_min=p), PML(e).implies(kind, p_min=p))
                assert values(both[0]) == pytest.approx(values(both[1]))

        assert LDP(e).implies(PML) == PML(e)
        assert LDP(e).implies(PMC) == PMC(e)
        if e > 0:
            assert values(ALIP(e, 0.3).implies(LDP)) == pytest.approx((e + 0.3,))


def test_the_extremal_mechanism_of_the_paper_attains_theorem_6():
    """`pmc`, Example 5 and Remark 6, exactly."""
    prior, E = [ratio(1, 2), ratio(3, 10), ratio(1, 5)], ratio(9, 8)
    kernel = [
        [E * prior[j] if i != j else 1 - E * (1 - prior[i]) for j in range(3)] for i in range(3)
    ]
    channel = ps.Channel(kernel, prior)
    assert PML.of(channel) == PML(log(E))
    assert PMC.of(channel) == PML(log(E)).implies(PMC, prior=prior) == PMC(log(2))


@pytest.mark.parametrize("E", [ratio(1), ratio(9, 8), ratio(3, 2), ratio(199, 100)])
def test_on_a_fair_bit_all_guarantees_are_one(E):
    """`pmc`, Cor. 4: there and back again, exactly."""
    half, e = ratio(1, 2), log(E)
    down = log(1 / (2 - E))
    for guarantee in (PMC(down), ALIP(down, e), LIP(down), LDP(log(E / (2 - E)))):
        assert guarantee.implies(PML, p_min=half) == PML(e)
        assert PML(e).implies(type(guarantee), p_min=half) == guarantee


# --- what the formulas lose -----------------------------------------------------------------------


def test_there_and_back_is_never_better_and_equal_on_a_fair_bit_alone():
    """PML to PMC to PML, in rationals."""
    for p in (ratio(1, 20), ratio(1, 3), ratio(49, 100), ratio(1, 2)):
        for part in (ratio(0), ratio(1, 100), ratio(1, 2), ratio(99, 100)):
            E = 1 + part * p / (1 - p)
            back = PML(log(E)).implies(PMC, p_min=p).implies(PML, p_min=p)
            lost = sp.exp(back.epsilon) - E
            assert lost == 0 if p == ratio(1, 2) or E == 1 else lost > 0


bounds = st.fractions(F(1, 20), F(19, 20), max_denominator=20)
priors = st.integers(2, 5).flatmap(lambda n: distributions(n, positive=True))


@given(bounds, st.fractions(F(21, 20), 3, max_denominator=20), priors)
def test_the_sum_of_both_bounds_is_attained_unless_the_rarest_secret_is_too_likely(q, E, prior):
    """The condition is p_min <= min(1 - q, E - 1)/(E - q), with q = e^-epsilon_l, E = e^epsilon_u.

    The two quotients add up to one, and of three secrets the second least likely has less than
    1/2, so it is never the obstacle. Two secrets decide each other's lift: equality is needed.
    """
    limit = min(1 - q, E - 1) / (E - q)
    p, number = (
        min(prior),
        {q: ratio(q.numerator, q.denominator), E: ratio(E.numerator, E.denominator)},
    )
    found = ALIP(log(1 / number[q]), log(number[E])).implies(LDP, prior=prior).epsilon
    attained = sp.exp(found) == number[E] / number[q]
    assert attained == (p <= limit if len(prior) > 2 else p == limit)
    assert attained or sp.exp(found) < number[E] / number[q]
    if len(prior) > 2:
        alone = ALIP(log(1 / number[q]), log(number[E])).implies(LDP, p_min=p).epsilon
        assert alone == found or sp.simplify(alone - found) == 0 or not attained


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("source", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("level", [0, F(1, 2), math.inf])
@pytest.mark.parametrize("other", [0, F(1, 3), math.inf])
def test_without_a_prior_a_formula_gives_the_level_that_follows(source, kind, level, other):
    """A mean lift of 1 with no lift above it leaves none below it: zeros have formulas apart."""
    given_levels = (level, other)[: len(source.parameters())]
    found = source(*given_levels).conversion(kind)
    best = pytest.approx(list(map(float, found.extreme.values)))
    if found.formula:
        numbers = dict(zip(map(sp.Symbol, source.parameters()), given_levels, strict=True))
        shown = [sp.sympify(value).subs(numbers) for value in found.parameters]
        assert [float(value) for value in shown] == best
    symbols = sp.symbols("l u")[: len(source.parameters())]
    general = source(*symbols).conversion(kind)
    numbers = dict(zip(symbols, given_levels, strict=True))
    if general.guarantee is not None and sp.sympify(general.where).subs(numbers) == sp.true:
        put = [sp.sympify(value).subs(numbers) for value in general.guarantee.values]
        assert [float(value) for value in put] == best


def test_no_range_is_said_where_the_assumptions_give_it():
    positive = sp.Symbol("epsilon", positive=True)
    anything = sp.Symbol("epsilon", nonnegative=True)
    assert PML(positive).conversion(PMC).where is True
    assert sp.simplify(PML(anything).conversion(PMC).where.subs(anything, 0)) == sp.false


@pytest.mark.parametrize("room", [1e-14, 1e-15, 1e-16])
def test_next_to_the_threshold_floats_say_that_they_do_not_know(room):
    """A smaller level than log(1/(1 - p_min)), and sharing 13 digits with it, does imply PMC."""
    level = -math.log1p(-0.1) - room
    found = ps.PML(level).conversion(ps.PMC, p_min=0.1)
    assert (found.guarantee, found.is_known) == (None, False)
    assert found.no_answer.startswith("Not known")
    exact = ps.PML(F(level)).conversion(ps.PMC, p_min=F(1, 10))
    assert exact.guarantee is not None
    assert 28 < float(exact.guarantee.epsilon) < 40
