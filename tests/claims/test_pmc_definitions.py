"""The symbols of the claims on finite mechanisms mean what the definitions say."""

import math
from fractions import Fraction as F
from functools import cache
from itertools import permutations, product

import flint
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym.claims.ledger import claim
from pmlsym.claims.pmc import attained, extremal, response, symbols
from pmlsym.claims.pmc.symbols import (
    a,
    epsilon,
    epsilon_l,
    epsilon_u,
    ldp_to_pmc,
    ldp_to_pml,
    p,
    p_min,
    pmc_to_pml,
    pml_to_pmc,
    v,
    w,
)
from pmlsym.exact import sympified as rational
from pmlsym.proof.enclosure import enclose
from pmlsym.proof.terms import conjuncts, reals
from tests.random_channels import distributions

HALF = F(1, 2)
ZERO = sp.Integer(0)
SHARES = st.fractions(F(1, 10), F(9, 10), max_denominator=10)
RATIOS = st.fractions(F(11, 10), 4, max_denominator=10)  # e^eps for an eps > 0
s, t, delta, cost, floor = reals("s t delta h a_min")

# --- goals at numbers and finite laws ------------------------------------------------------------


def log(number):
    return sp.log(rational(number))


def fraction(number):
    return F(int(number.p), int(number.q))


def exact(term, values):
    """Evaluate a term that is rational at the values."""
    return fraction(sp.sympify(term).subs(values))


def value(term, values, laws=None):
    return float(enclose(term, values, laws).mid())


def true_at(relation, values, laws=None):
    """Whether a relation holds at numbers; what is equal to 60 digits counts as equal."""
    with flint.ctx.workprec(256):
        left, right = (enclose(side, values, laws) for side in relation.args)
        gap = left - right
        assert gap.is_finite(), relation
        assert gap.rad() < 1e-60, relation
        if isinstance(relation, sp.Eq):
            return gap.contains(0)
        if isinstance(relation, sp.Lt | sp.Gt):
            return bool(gap < 0 if isinstance(relation, sp.Lt) else gap > 0)
        return not (gap > 0 if isinstance(relation, sp.Le) else gap < 0)


def satisfied(part, values, laws=None):
    """Whether numbers and laws satisfy the hypotheses of a part and the supports of its means."""
    return all(true_at(relation, values, laws) for relation in part.goal.hypotheses) and all(
        true_at(relation, {**values, **atom})
        for mean in part.goal.means
        for _, atom in laws[mean.law]
        for relation in conjuncts(mean.support)
    )


def is_true(part, values, laws=None):
    assert satisfied(part, values, laws), part.meaning
    return true_at(part.goal.conclusion, values, laws)


def is_sharp(part, values, laws=None):
    """Whether the part is true, and false if its right side were 1 % smaller."""
    left, right = part.goal.conclusion.args
    smaller = part.goal.conclusion.func(left, right * sp.Rational(99, 100), evaluate=False)
    return is_true(part, values, laws) and not true_at(smaller, values, laws)


def is_equal(part, values, laws=None):
    """Whether the part is true, with equality of its sides."""
    same = sp.Eq(*part.goal.conclusion.args, evaluate=False)
    return is_true(part, values, laws) and true_at(same, values, laws)


def says(part, number, values, laws=None):
    """Whether the left side of the part is that number."""
    return true_at(sp.Eq(part.goal.conclusion.lhs, number, evaluate=False), values, laws)


def true_parts(parts, values, laws=None):
    """How many parts have their hypotheses satisfied; each of them has to be true."""
    tried = [part for part in parts if satisfied(part, values, laws)]
    for part in tried:
        assert true_at(part.goal.conclusion, values, laws), part.meaning
    return len(tried)


@cache
def parts(name):
    return claim(f"pmc.{name}").parts


@cache
def of(name, words):
    """The part of a claim in the meaning of which the words stand."""
    (found,) = (part for part in parts(name) if words in part.meaning)
    return found


def law_of(weights, *variables):
    """A finite law, from the probabilities of its atoms and the values of each variable there."""
    return [
        (rational(weights[i]), {symbol: rational(values[i]) for symbol, values in variables})
        for i in range(len(weights))
        if weights[i]
    ]


def law_of_others(prior, x, values):
    """The value of a secret, w, under the law of the secrets given that they are not x."""
    rest = [i for i in range(len(prior)) if i != x]
    return {"O": law_of([prior[i] / (1 - prior[x]) for i in rest], (w, [values[i] for i in rest]))}


# --- channels ------------------------------------------------------------------------------------


def mean(law, values):
    return sum(m * x for m, x in zip(law, values, strict=True))


def powers(leakage):
    return [sp.exp(entry) for entry in leakage]


def lift_vectors(kernel, prior):
    """P(y), the lifts and the likelihoods of every outcome, from the definition."""
    for line in zip(*kernel, strict=True):
        chance = mean(prior, line)
        yield chance, [k / chance for k in line], line


@st.composite
def mechanisms(draw, positive=False, most=5):
    """A kernel all outcomes of which are possible, and a prior."""
    secrets, outcomes = draw(st.integers(2, most)), draw(st.integers(2, 4))
    kernel = [draw(distributions(outcomes, positive)) for _ in range(secrets)]
    lines = [line for line in zip(*kernel, strict=True) if any(line)]
    prior = draw(distributions(secrets, positive=True))
    return [list(row) for row in zip(*lines, strict=True)], prior


@st.composite
def high_privacy_mechanisms(draw, most=5):
    """A mechanism, and e^eps_u for its PML eps_u, which is below log(1/(1 - p_min))."""
    kernel, prior = draw(mechanisms(most=most))
    vectors = list(lift_vectors(kernel, prior))
    top = max(max(lifts) for _, lifts, _ in vectors)
    assume(top > 1)
    room = min(prior) / (1 - min(prior))
    kept = min(F(1), draw(SHARES) * room / (top - 1))
    kernel = [
        [kept * k + (1 - kept) * chance for k, (chance, _, _) in zip(row, vectors, strict=True)]
        for row in kernel
    ]
    return kernel, prior, 1 + kept * (top - 1)


@st.composite
def rare_secrets(draw):
    """A prior whose first secret has the probability p_min <= 1/2, and three levels e^eps."""
    prior = sorted(draw(distributions(draw(st.integers(2, 5)), positive=True)))
    return prior, 1 + draw(SHARES) * prior[0] / (1 - prior[0]), draw(RATIOS), draw(RATIOS)


priors = st.integers(2, 4).flatmap(lambda size: distributions(size, positive=True))


def prior_and_posterior(channel, y):
    """P(x) and P(x | y) as fractions."""
    places = range(channel.shape[0])
    return (
        [fraction(channel.prior[x]) for x in places],
        [fraction(channel.posterior[x, y]) for x in places],
    )


# --- an outcome in symbols -----------------------------------------------------------------------


@settings(max_examples=20)
@given(mechanisms())
def test_both_ways_of_writing_an_outcome_are_the_lift_of_the_channel(found):
    kernel, prior = found
    channel = ps.Channel(kernel, prior)
    secrets, outcomes = channel.shape
    for x, y in product(range(secrets), range(outcomes)):
        lifts = [fraction(channel.lift[i, y]) for i in range(secrets)]
        values = {p: rational(prior[x]), v: channel.lift[x, y], a: channel.kernel[x, y]}
        assert true_at(symbols.own_lift(sp.true), values, law_of_others(prior, x, lifts))
        chance = sp.Eq(symbols.outcome(sp.true), channel.marginal[y], evaluate=False)
        assert true_at(chance, values, law_of_others(prior, x, [row[y] for row in kernel]))


@settings(max_examples=25)
@given(mechanisms(), st.data())
def test_a_support_holds_exactly_for_what_satisfies_the_guarantee(found, data):
    kernel, prior = found
    channel = ps.Channel(kernel, prior)
    lower, upper = powers(ps.alip(channel))
    ldp = sp.exp(ps.ldp(channel))
    edges = [edge for edge in (lower, upper, ldp) if edge.is_finite]
    edges = [1, 2, *edges, *(max(1, edge * sp.Rational(99, 100)) for edge in edges)]
    at_u, at_l, at = (data.draw(st.sampled_from(edges)) for _ in range(3))
    values = {epsilon_u: log(at_u), epsilon_l: log(at_l), epsilon: log(at)}

    def holds(support, own, entries):
        return all(
            true_at(relation, values | {a: rational(own), w: rational(entry)})
            for entry in entries
            for relation in conjuncts(support)
        )

    vectors = list(lift_vectors(kernel, prior))
    for support, guaranteed in (
        (symbols.AT_MOST_U, upper <= at_u),
        (symbols.AT_LEAST_L, lower <= at_l),
        (symbols.WITHIN_BOTH, upper <= at_u and lower <= at_l),
    ):
        assert all(holds(support, 1, lifts) for _, lifts, _ in vectors) == bool(guaranteed)
    for side in conjuncts(symbols.LOCALLY):  # either side, for all pairs, is the guarantee
        local = all(holds(side, own, line) for _, _, line in vectors for own in line)
        assert local == bool(ldp <= at)


# --- conversions ---------------------------------------------------------------------------------

PML_TO_PMC = of("theorem-6.i", "with all other lifts at most e^eps_u")
PMC_TO_PML = of("theorem-6.ii", "with all other lifts at least e^-eps_l")
LDP_TO_PMC = of("proposition-1", "eps-LDP bounds the PMC")
LDP_TO_PML = of("proposition-1", "eps-LDP bounds the PML")
LDP_GIVES_PML = of("theorem-1", "whatever the prior")
LDP_GIVES_PMC = of("theorem-5", "whatever the prior")
FROM_PML = (
    *parts("corollary-3.i"),
    of("remark-5", "below the threshold every lift is positive"),
    of("corollary-5", "eps_u-PML gives the lower bound"),
)
FROM_BOTH = (*parts("lip-ldp"), *(part for part in parts("table-2") if "|log s|" in part.meaning))
FROM_LDP = (*parts("proposition-1"), *parts("proposition-3"))


@settings(max_examples=15)
@given(high_privacy_mechanisms())
def test_every_conversion_of_pml_holds_where_it_applies(found):
    kernel, prior, top = found
    channel = ps.Channel(kernel, prior)
    lower, upper = powers(ps.alip(channel))
    values = {p_min: rational(min(prior)), epsilon_u: log(top)}
    converted = pml_to_pmc(log(top), values[p_min])
    for y, (_, lifts, _) in enumerate(lift_vectors(kernel, prior)):
        costs = []
        for x, mass in enumerate(prior):
            here = values | {p: rational(mass), v: rational(lifts[x]), epsilon_l: converted}
            here |= {s: rational(max(lifts)), t: rational(min(lifts))}
            laws = law_of_others(prior, x, lifts)
            for part in FROM_PML:
                assert is_true(part, here, laws), part.meaning
            costs.append(value(PML_TO_PMC.goal.conclusion.lhs, here))
            here |= {epsilon_l: sp.log(lower), reals("r")[0]: ZERO}
            assert true_parts(parts("improvable"), here, laws) >= 6
        assert max(costs) == pytest.approx(float(ps.pmc(channel)[y]), abs=1e-12)
    l_star = exact(sp.exp(converted), {})
    u_star = exact(sp.exp(pmc_to_pml(sp.log(lower), values[p_min])), {})
    assert lower <= l_star
    assert sp.exp(ps.lip(channel)) <= l_star
    assert sp.exp(ps.ldp(channel)) <= min(l_star, lower) * min(u_star, upper)


@settings(max_examples=15)
@given(mechanisms(positive=True, most=4))
def test_every_conversion_of_pmc_and_of_ldp_holds(found):
    kernel, prior = found
    channel = ps.Channel(kernel, prior)
    lower, upper = ps.alip(channel)
    values = {p_min: rational(min(prior)), epsilon_l: lower, epsilon_u: upper}
    values |= {delta: log(1 / (1 - min(prior))) + sp.Rational(1, 100)}  # p_min < 1 - e^-delta
    u_star = pmc_to_pml(lower, values[p_min])
    for y, (_, lifts, line) in enumerate(lift_vectors(kernel, prior)):
        costs, gains, lifted = [], [], []
        for x, mass in enumerate(prior):
            here = values | {p: rational(mass), v: rational(lifts[x]), a: rational(line[x])}
            here |= {s: rational(lifts[x]), t: rational(min(lifts)), epsilon: ps.lip(channel)}
            laws = law_of_others(prior, x, lifts)
            for part in (*parts("corollary-3.ii"), *FROM_BOTH):
                assert is_true(part, here, laws), part.meaning
            back = of("corollary-5", "and eps_l-PMC the upper bound")
            assert is_true(back, here | {epsilon_u: u_star}, laws)
            lifted.append(value(PMC_TO_PML.goal.conclusion.lhs, here))
            here[epsilon] = ps.ldp(channel)
            laws = law_of_others(prior, x, line)
            for part in FROM_LDP:
                assert is_true(part, here, laws), part.meaning
            costs.append(value(LDP_TO_PMC.goal.conclusion.lhs, here, laws))
            gains.append(value(LDP_TO_PML.goal.conclusion.lhs, here, laws))
            laws = {"X": law_of(prior, (w, line))}
            for part, lift in (
                (LDP_GIVES_PML, lifts[x]),
                (LDP_GIVES_PMC, 1 / lifts[x]),
            ):
                assert is_true(part, here, laws)
                assert says(part, rational(lift), here, laws)
        assert max(costs) == pytest.approx(float(ps.pmc(channel)[y]), abs=1e-12)
        assert max(gains) == pytest.approx(float(ps.pml(channel)[y]), abs=1e-12)
        assert math.log(max(lifted)) == pytest.approx(float(ps.pml(channel)[y]), abs=1e-12)


@settings(max_examples=30)
@given(mechanisms(), st.data())
def test_beyond_ldp_the_prior_of_the_ledger_leaks_more(found, data):
    """Theorems 1 and 5: a mechanism that is not eps-LDP, and the prior that shows it."""
    kernel, _ = found
    y = data.draw(st.integers(0, len(kernel[0]) - 1))
    column = [row[y] for row in kernel]
    high, low = column.index(max(column)), column.index(min(column))
    assume(column[high] > column[low])
    ratio = column[high] / column[low] if column[low] else data.draw(RATIOS)
    level = 1 + (ratio - 1) * data.draw(SHARES)
    values = {a: rational(column[high]), symbols.c: rational(column[low]), epsilon: log(level)}
    shares = data.draw(distributions(len(kernel) - 1, positive=True))
    for name, favoured, measure in (("theorem-1", low, ps.pml), ("theorem-5", high, ps.pmc)):
        beyond = of(name, "where a likelihood a exceeds e^eps c")
        rest = exact(beyond.goal.hypotheses[-1].rhs, values)
        prior = [rest * share for share in shares]
        prior.insert(favoured, 1 - rest)
        here, laws = values | {delta: rational(rest)}, law_of_others(prior, favoured, column)
        assert is_true(beyond, here, laws)
        assert is_true(of(name, "that prior has full support"), here, laws)
        # with that prior the conclusion for eps-LDP is false at the secret that shows it
        shown = here | {a: rational(column[low + high - favoured])}
        everyone = {"X": law_of(prior, (w, column))}
        if shown[a]:
            assert not true_at(of(name, "whatever the prior").goal.conclusion, shown, everyone)
        assert sp.exp(measure(ps.Channel(kernel, prior))[y]) > level


@settings(max_examples=15)
@given(rare_secrets())
def test_the_attaining_mechanisms_are_measured_to_attain(found):
    """They satisfy what they should, and 1 % less than the conversion says would be wrong."""
    prior, top_u, top_l, ratio = found
    values = {p: rational(prior[0]), p_min: rational(prior[0]), epsilon: log(ratio)}
    values |= {epsilon_u: log(top_u), epsilon_l: log(top_l)}

    def built(kernel):
        own, rest = (exact(entry, values) for entry in kernel)
        channel = ps.Channel([[own, 1 - own], *[[rest, 1 - rest]] * (len(prior) - 1)], prior)
        assert [exact(chance, values) for chance in attained.chances(kernel)] == [
            fraction(chance) for chance in channel.marginal
        ]
        assert [exact(lift, values) for lift in attained.lifts(kernel)] == [
            fraction(channel.lift[x, y]) for y in range(2) for x in range(2)
        ]
        return channel, sp.exp(ps.ldp(channel)), *powers(ps.alip(channel))

    def at_first(channel):
        lifts = [fraction(channel.lift[i, 0]) for i in range(len(prior))]
        pair = {s: rational(max(lifts)), t: rational(min(lifts)), v: rational(lifts[0])}
        return values | pair, law_of_others(prior, 0, lifts)

    channel, ldp, lower, upper = built(attained.AT_PML)
    assert upper == top_u
    assert lower == exact(sp.exp(pml_to_pmc()), values)
    assert ldp == lower * upper
    for part in (PML_TO_PMC, of("corollary-3.i", "the log-ratio of both")):
        assert is_sharp(part, *at_first(channel))
    channel, ldp, lower, upper = built(attained.AT_PMC)
    assert lower == top_l
    assert upper == exact(sp.exp(pmc_to_pml()), values)
    assert ldp == lower * upper
    for part in (PMC_TO_PML, of("corollary-3.ii", "the log-ratio of both")):
        assert is_sharp(part, *at_first(channel))
    channel, ldp, _, _ = built(attained.AT_LDP)
    assert ldp == ratio
    assert sp.exp(ps.pml(channel)[0]) == exact(sp.exp(ldp_to_pml()), values)
    assert sp.exp(ps.pmc(channel)[1]) == exact(sp.exp(ldp_to_pmc()), values)
    for part, y in (
        (LDP_TO_PML, 0),
        (LDP_TO_PMC, 1),
        (of("proposition-3", "eps-LDP bounds the PMC"), 1),
    ):
        entries = [fraction(channel.kernel[x, y]) for x in range(len(prior))]
        laws = law_of_others(prior, 0, entries)
        assert is_sharp(part, values | {a: rational(entries[0])}, laws)
    for part in parts("attained"):
        assert is_true(part, values), part.meaning


@settings(max_examples=25)
@given(SHARES, RATIOS, RATIOS)
def test_alip_says_no_more_of_ldp_where_a_third_secret_has_room(share, top_u, top_l):
    mass, low = share / 3, 1 / top_l
    assume(mass * top_u + (1 - mass) * low <= 1 <= (1 - mass) * top_u + mass * low)
    prior = [mass, mass, 1 - 2 * mass]
    lifts = [top_u, low, (1 - mass * (top_u + low)) / prior[2]]
    small = 1 / (top_u * top_l)  # so rare that the other outcome says little
    small = min(small, (top_u - 1) / (2 * top_u), (top_l - 1) / (2 * top_u * top_l))
    channel = ps.Channel([[small * lift, 1 - small * lift] for lift in lifts], prior)
    assert powers(ps.alip(channel)) == [top_l, top_u]
    assert sp.exp(ps.ldp(channel)) == top_u * top_l
    values = {p: rational(mass), epsilon_u: log(top_u), epsilon_l: log(top_l)}
    values |= {reals("r")[0]: channel.lift[2, 0]}
    for words in ("else, with secrets of probability p", "and r is at least"):
        assert is_true(of("improvable", words), values)
    pair = {s: rational(top_u), t: rational(low)}
    assert is_equal(of("lip-ldp", "at most eps_l + eps_u"), values | pair)
    pair = {s: rational(top_u), t: rational(1 / top_u), epsilon: log(top_u)}
    assert is_equal(of("lip-ldp", "at most 2 eps"), pair)


@settings(max_examples=25)
@given(st.data())
def test_for_a_fair_coin_the_five_guarantees_are_one(data):
    """Corollary 4, by measures, and each of its parts at the lifts of a channel."""
    kernel = [data.draw(distributions(3, positive=True)) for _ in range(2)]
    channel = ps.Channel(kernel, [HALF, HALF])
    lower, upper = powers(ps.alip(channel))
    level = data.draw(st.sampled_from([upper, F(5, 4), F(3, 2), max(1, upper * F(100, 101))]))
    other = exact(sp.exp(pml_to_pmc(log(level), rational(HALF))), {})
    guaranteed = (upper <= level, lower <= other, lower <= other and upper <= level)
    guaranteed += (max(lower, upper) <= other, sp.exp(ps.ldp(channel)) <= other * level)
    assert len(set(map(bool, guaranteed))) == 1
    for x, y in product(range(2), range(3)):
        values = {s: channel.lift[x, y], t: channel.lift[1 - x, y]}
        values |= {epsilon_u: log(level), epsilon_l: sp.log(lower)}
        assert true_parts(parts("corollary-4"), values) >= 3


# --- randomized response -------------------------------------------------------------------------


def randomized(prior, ratio):
    values = {response.n: sp.Integer(len(prior)), response.response: log(ratio)}
    same, other = (exact(entry, values) for entry in (response.SAME, response.OTHER))
    places = range(len(prior))
    return ps.Channel([[same if x == y else other for y in places] for x in places], prior)


@settings(max_examples=20)
@given(priors, RATIOS)
def test_randomized_response_leaks_what_the_ledger_says(prior, ratio):
    channel = randomized(prior, ratio)
    assert channel.kernel[0, 0] == ratio * channel.kernel[0, 1]
    assert sp.exp(ps.ldp(channel)) == ratio
    values = {response.response: log(ratio), response.n: sp.Integer(len(prior))}
    values |= {response.top: rational(max(prior)), response.least: rational(min(prior))}
    values |= {delta: log(1 / max(prior)) + sp.Rational(1, 100)}  # p_max > e^-delta
    for measure, at, worst in (
        (ps.pmc, response.PMC_AT, response.PMC_WORST),
        (ps.pml, response.PML_AT, response.PML_WORST),
    ):
        found = powers(measure(channel))
        assert found == [exact(sp.exp(at), values | {response.p: rational(m)}) for m in prior]
        assert max(found) == exact(sp.exp(worst), values)
    for mass in prior:
        for name in ("ldp", "pmc", "limit", "pml"):
            for part in parts(f"example-4.{name}"):
                assert is_true(part, values | {response.p: rational(mass)}), part.meaning


@settings(max_examples=30)
@given(priors, SHARES, st.booleans())
def test_the_adapted_parameters_are_the_largest_that_satisfy_the_guarantee(prior, share, end):
    level = 1 + share * (1 / min(prior) - 1)
    crossover = (1 - max(prior)) / min(prior)
    if end and 1 < crossover < 1 / min(prior):
        level = crossover
    values = {epsilon: log(level), response.n: sp.Integer(len(prior))}
    values |= {response.top: rational(max(prior)), response.least: rational(min(prior))}
    values |= {reals("eps_r2")[0]: ZERO, v: ZERO}
    found = [exact(form, values) for form in (response.FOR_PMC, response.FOR_PML)]
    adapted = (*parts("example-4.crossover.repair"), *parts("figure-1")[:-1])
    for measure, ratio in zip((ps.pmc, ps.pml), found, strict=True):
        assert max(powers(measure(randomized(prior, ratio)))) == level
        assert max(powers(measure(randomized(prior, ratio * F(101, 100))))) > level
        assert ratio > level
        assert true_parts(adapted, values | {response.response: log(ratio)}) >= 5
    assert (found[0] > found[1]) == (1 < level < crossover)
    assert (found[0] == found[1]) == (level == crossover)


@settings(max_examples=20)
@given(priors, RATIOS, RATIOS)
def test_a_smaller_parameter_is_a_larger_one_with_the_answer_replaced(prior, less, more):
    more += less
    values = {response.n: sp.Integer(len(prior)), response.response: log(less)}
    values |= {reals("eps_r2")[0]: log(more)}
    for words in ("of the diagonal entries", "and of the others", "with k >= 0", "and k < 1"):
        assert is_true(of("figure-1", words), values), words
    kept = exact(of("figure-1", "with k >= 0").goal.conclusion.lhs, values)
    places = range(len(prior))
    replaced = [[kept * (x == y) + (1 - kept) / len(prior) for y in places] for x in places]
    before, after = randomized(prior, more), randomized(prior, less)
    assert before.cascade(replaced).kernel == after.kernel
    assert float(ps.mutual_information(after)) < float(ps.mutual_information(before))


@settings(max_examples=10)
@given(mechanisms(positive=True, most=3), st.data())
def test_processing_averages_lifts_so_that_information_falls(found, data):
    channel = ps.Channel(*found)
    secrets, outcomes = channel.shape
    answers = [data.draw(distributions(2, positive=True)) for _ in range(outcomes)]
    after, density = channel.cascade(answers), reals("i")[0]
    part = of("figure-1", "the mutual information falls")
    for x, z in product(range(secrets), range(2)):
        law = [
            (
                channel.marginal[y] * answers[y][z] / after.marginal[z],
                {density: sp.log(channel.lift[x, y])},
            )
            for y in range(outcomes)
        ]
        assert is_true(part, {v: after.lift[x, z]}, {"Y": law})
    assert float(ps.mutual_information(after)) <= float(ps.mutual_information(channel)) + 1e-12


# --- the extremal mechanism ----------------------------------------------------------------------


def extreme(prior, level):
    off = of("extremal-mechanism", "off the diagonal the entry").goal.conclusion.lhs
    places, values = range(len(prior)), {epsilon_u: log(level)}

    def entry(x, y):
        if x == y:
            return exact(extremal.SAME, values | {p: rational(prior[x])})
        return exact(off, values | {w: rational(prior[y])})

    return ps.Channel([[entry(x, y) for y in places] for x in places], prior)


@settings(max_examples=20)
@given(priors, SHARES)
def test_the_extremal_mechanism_is_one_and_leaks_what_the_ledger_says(prior, share):
    level = 1 + share * min(prior) / (1 - min(prior))
    channel = extreme(prior, level)
    assert [fraction(chance) for chance in channel.marginal] == prior
    values = {epsilon_u: log(level), p_min: rational(min(prior))}
    assert powers(ps.alip(channel)) == [exact(sp.exp(pml_to_pmc()), values), level]
    at = of("example-5", "so the PMC at y is").goal.conclusion.lhs
    found = [exact(sp.exp(at), values | {p: rational(mass)}) for mass in prior]
    assert powers(ps.pmc(channel)) == found
    for x, mass in enumerate(prior):
        for other in (*prior[:x], *prior[x + 1 :]):
            here = values | {p: rational(mass), w: rational(other)}
            for part in parts("extremal-mechanism"):
                assert is_true(part, here), part.meaning
            assert true_parts(parts("remark-6"), here) >= 4


def utilities(kernel, prior):
    """Mutual information, chi-square and total variation, from joint probabilities."""
    found = np.zeros(3)
    for chance, lifts, _ in lift_vectors(kernel, prior):
        for mass, lift in zip(prior, lifts, strict=True):
            x = float(lift)
            worth = np.array([x * math.log(x) if x else 0.0, (x - 1) ** 2, abs(x - 1)])
            found += float(mass * chance) * worth
    return found


@settings(max_examples=25)
@given(high_privacy_mechanisms())
def test_the_extremal_mechanism_makes_every_other_and_is_worth_at_least_as_much(found):
    kernel, prior, level = found
    best, places, values = extreme(prior, level), range(len(prior)), {epsilon_u: log(level)}
    extremes = [[fraction(best.lift[x, y]) for y in places] for x in places]
    claim, weighed = "corollary-5", reals("lambda")[0]
    weight = of(claim, "weight of each extreme vector").goal.conclusion.lhs
    vectors, table = list(lift_vectors(kernel, prior)), []
    for _, lifts, _ in vectors:
        pairs = [values | {p: rational(prior[x]), v: rational(lifts[x])} for x in places]
        table.append([exact(weight, pair) for pair in pairs])
        assert min(table[-1]) >= 0
        assert sum(table[-1]) == 1
        assert [mean(table[-1], row) for row in extremes] == lifts
        for words in ("weight of each extreme vector", "the mixture is the vector"):
            assert all(is_true(of(claim, words), pair) for pair in pairs)
        own = [x / mass for x, mass in zip(table[-1], prior, strict=True)]
        law = {"X": law_of(prior, (w, lifts), (weighed, own))}
        assert is_true(of(claim, "the weights sum to"), values, law)
    chances = [chance for chance, _, _ in vectors]
    for x in places:
        column = [weights[x] for weights in table]
        assert mean(chances, column) == prior[x]
        law = law_of(chances, (v, [lifts[x] for _, lifts, _ in vectors]), (weighed, column))
        here = values | {p: rational(prior[x])}
        assert is_true(of(claim, "and the mean weight of x"), here, {"Y": law})
    rows = [[fraction(best.kernel[x, y]) for y in places] for x in places]
    assert (utilities(rows, prior) >= utilities(kernel, prior) - 1e-12).all()
    assert utilities(rows, prior)[0] == pytest.approx(float(ps.mutual_information(best)))


def test_no_mixture_of_admitted_lift_vectors_is_worth_more_than_the_extremal_mechanism():
    """A linear program over a grid of the polytope, without and with its vertices."""
    prior, level = np.array([0.2, 0.3, 0.5]), 1.2
    line = np.linspace(0, level, 25)
    first, second = (axis.ravel() for axis in np.meshgrid(line, line))
    grid = np.array([first, second, (1 - prior[0] * first - prior[1] * second) / prior[2]])
    grid = grid[:, (grid[2] >= 0) & (grid[2] <= level)]
    best = extreme([F(1, 5), F(3, 10), HALF], F(6, 5)).as_float()
    optima = []
    for columns in (grid, np.hstack([grid, best.lift])):
        worth = prior @ (columns * np.log(np.maximum(columns, 1e-300)))
        optima.append(-linprog(-worth, A_eq=columns, b_eq=np.ones(3)).fun)
    assert optima[0] < ps.mutual_information(best)
    assert optima[1] == pytest.approx(ps.mutual_information(best))


@settings(max_examples=20)
@given(rare_secrets())
def test_beyond_the_high_privacy_regime_a_secret_can_be_ruled_out(found):
    prior = found[0]
    mass, claim = prior[0], "remark-5"
    channel = ps.Channel([[0, 1], *[[mass, 1 - mass]] * (len(prior) - 1)], prior)
    assert max(powers(ps.pml(channel))) == 1 / (1 - mass)
    assert ps.pmc(channel)[0] == sp.oo
    values = {p: rational(mass), p_min: rational(mass), epsilon_u: log(1 / (1 - mass))}
    assert true_parts(parts(claim), values | {v: ZERO}, law_of_others(prior, 0, prior)) >= 4
    for words, (x, y) in {
        "the lift of the others at outcome 0": (1, 0),
        "the lift of x at the other outcome": (0, 1),
        "the lift of the others at the other outcome": (1, 1),
    }.items():
        assert says(of(claim, words), channel.lift[x, y], values)


@settings(max_examples=20)
@given(st.fractions(F(11, 10), F(19, 10), max_denominator=20))
def test_the_binary_extremal_mechanism_is_randomized_response_with_the_outcomes_exchanged(level):
    values, coin = {epsilon: log(level)}, [HALF, HALF]
    equal = of("footnote-5.repair", "tells the truth as often")
    ratio = exact(equal.goal.hypotheses[-1].rhs, values)
    assert randomized(coin, ratio).cascade([[0, 1], [1, 0]]).kernel == extreme(coin, level).kernel
    assert (
        randomized(coin, 2 * level / (2 - level)).kernel[0, 0] != extreme(coin, level).kernel[0, 1]
    )
    for part in parts("footnote-5.repair"):
        assert is_true(part, values | {reals("eps_r")[0]: log(ratio)})


# --- adversaries ---------------------------------------------------------------------------------


NO_MORE = of("theorem-4", "if every lift is at least e^-eps")
ONE_EVENT = of("theorem-4", "on an event A where all lifts are below")
ONE_SECRET = of("max-realizable-cost", "the cost 1[X = x] with one action")
SPLITTING = [of("theorem-2", f"the {time} error") for time in ("prior", "posterior")]
FUNCTION = parts("remark-2")


def best(law, table):
    """The least mean cost of an action, and the action: costs have one row for each."""
    return min((mean(law, row), action) for action, row in enumerate(table))


def error(law):
    return 1 - max(law)


@st.composite
def costs(draw, secrets, least=0):
    row = st.lists(st.integers(least, 5).map(F), min_size=secrets, max_size=secrets)
    return draw(st.lists(row, min_size=2, max_size=3))


@settings(max_examples=20)
@given(mechanisms(positive=True), st.data())
def test_no_cost_saves_more_than_pmc_and_one_saves_as_much(found, data):
    """Theorems 2 and 4: prior and posterior costs, and the indicator of one secret."""
    channel = ps.Channel(*found)
    table = data.draw(costs(len(found[1])))
    for y in range(channel.shape[1]):
        prior, posterior = prior_and_posterior(channel, y)
        lifts = [after / before for before, after in zip(prior, posterior, strict=True)]
        pmc, (after, action) = ps.pmc(channel)[y], best(posterior, table)
        laws = {"X": law_of(prior, (cost, table[action]), (w, lifts))}
        assert is_true(NO_MORE, {epsilon: pmc}, laws)
        assert says(NO_MORE, rational(mean(prior, table[action])), {}, laws)
        right = sp.Eq(NO_MORE.goal.conclusion.rhs, sp.exp(pmc) * rational(after), evaluate=False)
        assert true_at(right, {epsilon: pmc}, laws)
        assert best(prior, table)[0] <= sp.exp(pmc) * after
        x = lifts.index(min(lifts))
        values = {p: rational(prior[x]), v: rational(lifts[x])}
        assert is_true(ONE_SECRET, values)
        assert says(ONE_SECRET, pmc, values)
        one = [int(i == x) for i in range(len(prior))]
        assert is_equal(NO_MORE, {epsilon: pmc}, {"X": law_of(prior, (cost, one), (w, lifts))})
        # all secrets of a lift below e^-eps make an event that gains more than eps
        level = (1 + 1 / min(lifts)) / 2
        event = [x for x, lift in enumerate(lifts) if lift * level < 1]
        if event:
            chance = sum(prior[x] for x in event)
            law = law_of([prior[x] / chance for x in event], (w, [lifts[x] for x in event]))
            values = {p: rational(chance), epsilon: log(level)}
            assert is_true(ONE_EVENT, values, {"A": law})
            later = rational(sum(posterior[x] for x in event))
            assert says(ONE_EVENT, later, values, {"A": law})


@settings(max_examples=25)
@given(mechanisms(), st.integers(0, 3))
def test_splitting_the_secret_of_smallest_lift_has_the_errors_of_the_ledger(found, more):
    """Theorem 2: a guess of the piece errs with P(x), and after y with P(x | y)."""
    channel = ps.Channel(*found)
    prior, posterior = prior_and_posterior(channel, 0)
    x = min(range(len(prior)), key=lambda i: posterior[i] / prior[i])
    pieces = math.ceil(prior[x] / (1 - prior[x])) + more
    whole = [*[0] * pieces, 1]
    split = [[*[F(1, pieces)] * pieces, 0] if i == x else whole for i in range(len(prior))]
    errors = [error(law) for law in prior_and_posterior(channel.preprocess(split), 0)]
    values = {p: rational(prior[x]), v: rational(posterior[x] / prior[x])}
    values |= {reals("kappa")[0]: rational(F(1, pieces))}
    for part, probability in zip(SPLITTING, errors, strict=True):
        assert is_true(part, values)
        assert exact(part.goal.conclusion.lhs, values) == probability
    pmc = sp.exp(ps.pmc(channel)[0])
    assert pmc == (rational(errors[0] / errors[1]) if errors[1] else sp.oo)


@settings(max_examples=25)
@given(mechanisms(positive=True), st.fractions(0, 1, max_denominator=9), st.integers(0, 3))
def test_a_binary_function_has_the_ratio_of_a_cost(found, share, free):
    """Theorem 3: the mixture delta of what is best before and after, as P(1 | x)."""
    channel, claim = ps.Channel(*found), "theorem-3"
    prior, posterior = prior_and_posterior(channel, 0)
    lifts = [after / before for before, after in zip(prior, posterior, strict=True)]
    low, high = lifts.index(min(lifts)), lifts.index(max(lifts))
    assume(low != high)
    dearer = 1 + share * (lifts[high] / lifts[low] - 1)
    table = [[free + (x == high) / prior[x] for x in range(len(prior))]]
    table.append([free + dearer * (x == low) / prior[x] for x in range(len(prior))])
    table = [[x / (2 * max(map(max, table))) for x in row] for row in table]
    spent = [[mean(law, row) for row in table] for law in (prior, posterior)]
    before, after = best(prior, table)[0], best(posterior, table)[0]
    assert [before, after] == [spent[0][0], spent[1][1]]
    numbers = map(rational, (*spent[0], *spent[1]))
    values = dict(zip(reals("A_S A_T B_S B_T"), numbers, strict=True))
    ratio = of(claim, "at delta the mixture")
    mixed = exact(ratio.goal.hypotheses[-1].rhs, values)
    for part in (ratio, of(claim, "delta is at least 0"), of(claim, "and at most 1")):
        assert is_true(part, values | {delta: rational(mixed)})
    one = [mixed * x + (1 - mixed) * z for x, z in zip(*table, strict=True)]
    function = channel.preprocess([[1 - x, x] for x in one])
    errors = [error(law) for law in prior_and_posterior(function, 0)]
    assert errors[0] / errors[1] == before / after
    for law, probability in zip((prior, posterior), errors, strict=True):
        atoms = {"X": law_of(law, (cost, one), (reals("k")[0], [1 - x for x in one]))}
        for words in ("the error of the guess u", "the better guess of a binary U"):
            assert is_true(of(claim, words), {}, atoms)
            assert says(of(claim, words), rational(probability), {}, atoms)


@settings(max_examples=20)
@given(mechanisms(), st.data())
def test_a_coin_outside_of_what_is_left_has_infinite_leakage(found, data):
    kernel, prior = found
    gone = data.draw(st.integers(1, len(prior) - 1))
    kernel = [
        [0, *row] if x < gone else [HALF, *[k / 2 for k in row]] for x, row in enumerate(kernel)
    ]
    coin = [[HALF, HALF] if x < gone else [1, 0] for x in range(len(prior))]
    function = ps.Channel(kernel, prior).preprocess(coin)
    errors = [error(law) for law in prior_and_posterior(function, 0)]
    values = {reals("m")[0]: rational(sum(prior[:gone]))}
    part = of("theorem-3", "a fair coin outside")
    assert is_true(part, values)
    assert errors == [exact(part.goal.conclusion.lhs, values), 0]


@settings(max_examples=20)
@given(mechanisms(positive=True, most=4), st.data())
def test_a_function_has_the_average_lift_of_its_secrets(found, data):
    """Remark 2, Lemma 1 (v), Prop. 2: P(y | z), and its lift, as means over x given z."""
    kernel, prior = found
    channel = ps.Channel(kernel, prior)
    table = [data.draw(distributions(2, positive=True)) for _ in prior]
    function = channel.preprocess(table)
    for y, (chance, lifts, line) in enumerate(lift_vectors(kernel, prior)):
        values = {epsilon: ps.pmc(channel)[y], reals("P_y")[0]: rational(chance)}
        values |= {floor: rational(min(line))}
        for z in range(2):
            weights = [m * row[z] for m, row in zip(prior, table, strict=True)]
            weights = [weight / sum(weights) for weight in weights]
            lift, likelihood = -sp.log(function.lift[z, y]), function.kernel[z, y]
            for part, law, entries, number in (
                (FUNCTION[0], "X given z", lifts, lift),
                (FUNCTION[1], "X given z", line, lift),
                (of("proposition-2", "P(y|u) is the average"), "X given u", line, likelihood),
            ):
                laws = {law: law_of(weights, (w, entries))}
                assert is_true(part, values, laws)
                assert says(part, number, values, laws)
        assert sp.exp(ps.pmc(function)[y]) <= sp.exp(ps.pmc(channel)[y])
        # a function that tells the secret of smallest lift says as much
        for part, entries in zip(FUNCTION, (lifts, line), strict=True):
            assert is_equal(part, values, {"X given z": law_of([1], (w, [min(entries)]))})
        law = {"X given u": law_of([1], (w, [min(line)]))}
        assert is_equal(of("proposition-2", "P(y|u) is the average"), values, law)
    assert sp.exp(ps.maximal_cost_leakage(function)) <= sp.exp(ps.maximal_cost_leakage(channel))


@settings(max_examples=20)
@given(mechanisms(positive=True))
def test_pml_is_bounded_by_the_prior_and_pmc_by_the_likelihoods_alone(found):
    kernel, prior = found
    channel = ps.Channel(kernel, prior)
    for y, (_, _, line) in enumerate(lift_vectors(kernel, prior)):
        values = {p_min: rational(min(prior)), floor: rational(min(line))}
        for x, mass in enumerate(prior):
            here = values | {p: rational(mass), a: rational(line[x])}
            laws = law_of_others(prior, x, line)
            for words in ("PMC is at most log(1/a_min)", "PML is at most log(1/p_min)"):
                assert is_true(of("remark-3", words), here, laws)
            never = of("remark-3", "has lift 0")
            assert is_true(never, here | {a: ZERO}, laws)
        assert sp.exp(ps.pml(channel)[y]) <= 1 / min(prior)
        assert sp.exp(ps.pmc(channel)[y]) <= 1 / min(line)
    first = prior.index(min(prior))
    here = {p: rational(min(prior)), p_min: rational(min(prior)), a: rational(HALF)}
    alone = law_of_others(prior, first, [0] * len(prior))
    assert is_equal(of("remark-3", "PML is at most log(1/p_min)"), here, alone)
    ruled_out = [[0, 1] if x == first else [HALF, HALF] for x in range(len(prior))]
    assert ps.pmc(ps.Channel(ruled_out, prior))[0] == sp.oo


@settings(max_examples=10)
@given(mechanisms(positive=True, most=2), st.sampled_from([F(3, 2), F(2), F(5)]))
def test_alpha_loss_is_a_cost(found, order):
    """The loss of the ledger at Q = e^-t is Liao's; its least means, on a grid, save no more."""
    alpha, surprise, chance = reals("alpha t Q")
    claim = "example-3"
    power, grid = float(1 - 1 / order), np.arange(1, 1000) / 1000
    loss = (1 - grid**power) / power
    inner = of(claim, "for 1 < alpha < inf")
    for at in (9, 499, 900):
        mass = F(at + 1, 1000)
        values = {alpha: rational(order), surprise: log(1 / mass), chance: rational(mass)}
        assert true_parts(parts(claim)[:-1], values) == len(parts(claim)) - 1
        assert value(inner.goal.conclusion.lhs, values) == pytest.approx(loss[at])
        for words, limit in (("log(1/Q)", 1 + F(1, 10**5)), ("nor is 1 - Q", F(10**6))):
            near = value(inner.goal.conclusion.lhs, values | {alpha: rational(limit)})
            assert value(of(claim, words).goal.conclusion.lhs, values) == pytest.approx(near, 1e-3)
    channel = ps.Channel(*found).as_float()
    before = (channel.prior[:, None] * [loss, loss[::-1]]).sum(axis=0).min()
    for y in range(channel.shape[1]):
        after = (channel.posterior[:, y, None] * [loss, loss[::-1]]).sum(axis=0).min()
        assert math.log(before / after) <= ps.pmc(channel)[y] + 1e-3


# --- maximal cost leakage, guesswork, side information -------------------------------------------


@settings(max_examples=20)
@given(mechanisms(positive=True), st.data())
def test_maximal_cost_leakage_by_its_definition(found, data):
    kernel, prior = found
    channel = ps.Channel(kernel, prior)
    secrets, outcomes = channel.shape
    own = [[(x == z) / prior[x] for x in range(secrets)] for z in range(secrets)]
    least, size, ratios = *reals("C m"), []
    after_y = of("max-cost-leakage", "whatever is done after y costs")
    for actions, holds in ((data.draw(costs(secrets, least=1)), is_true), (own, is_equal)):
        before, spent, floors = best(prior, actions)[0], [], []
        for _, _, line in lift_vectors(kernel, prior):
            after, action = best([m * k for m, k in zip(prior, line, strict=True)], actions)
            spent.append(after)
            floors.append(min(line))
            laws = {"P": law_of(prior, (cost, actions[action]), (a, line))}
            assert holds(after_y, {floor: rational(min(line))}, laws)
            assert says(after_y, rational(after), {}, laws)
        values = {size: sp.Integer(outcomes), least: rational(before)}
        laws = {"Y": law_of([F(1, outcomes)] * outcomes, (cost, spent), (floor, floors))}
        assert holds(of("max-cost-leakage", "summed over the m outcomes"), values, laws)
        ratios.append(before / sum(spent))
    saved = sp.exp(ps.maximal_cost_leakage(channel))
    assert ratios[0] <= saved
    assert ratios[1] == saved
    for x, mass in enumerate(prior):
        values = {p: rational(mass), cost: rational(1 / mass), a: rational(kernel[x][0])}
        for words in ("has the prior mean 1", "the best w gives min_x"):
            assert is_true(of("max-cost-leakage", words), values)


@settings(max_examples=20)
@given(mechanisms(positive=True), st.booleans())
def test_maximal_cost_leakage_against_the_mean_of_pmc(found, constant):
    """Equation (9): -log E[e^-PMC], and where it is the mean; and the worst PMC."""
    kernel, prior = found
    if constant:
        kernel, prior = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [HALF, HALF]
    channel = ps.Channel(kernel, prior)
    levels, level = list(ps.pmc(channel)), reals("t")[0]
    law = [(m, {level: x}) for m, x in zip(channel.marginal, levels, strict=True)]
    average = sp.Add(*(m * x for m, x in zip(channel.marginal, levels, strict=True)))
    jensen = of("eq-9", "-log E[e^-t] <= E[t]")
    values, measured = {reals("mu")[0]: average}, ps.maximal_cost_leakage(channel)
    assert is_true(jensen, values, {"Y": law})
    assert says(jensen, measured, values, {"Y": law})
    if len(set(levels)) == 1:
        assert is_true(of("eq-9.strict.repair", "equality if"), values, {"Y": law})
        assert is_equal(jensen, values, {"Y": law})
    else:
        assert is_true(of("eq-9.strict.repair", "strict if"), values, {"Y": law})
        assert float(measured) < float(average)
    for chance, lifts, line in lift_vectors(kernel, prior):
        values = {reals("P_y")[0]: rational(chance), floor: rational(min(line))}
        assert is_true(of("eq-9", "e^-PMC(y) = a_min/P(y)"), values | {s: rational(min(lifts))})
    # D_inf(P_X x P_Y || P_XY) is the worst PMC
    pairs = product(*map(range, channel.shape))
    ratios = [prior[x] * channel.marginal[y] / channel.joint[x, y] for x, y in pairs]
    assert max(ratios) == max(powers(levels))


def test_the_refuted_strictness_has_equal_sides():
    (part,) = parts("eq-9.strict")
    found = part.refute(part.goal).values
    assert {sp.simplify(number) for number in found.values()} == {sp.log(2)}


def guesswork(law):
    """The least mean number of guesses, over every order of the values."""
    return min(mean(law, ranks) for ranks in permutations(range(1, len(law) + 1)))


@settings(max_examples=20)
@given(mechanisms(positive=True, most=3), st.integers(1, 5), SHARES)
def test_guesswork_of_split_secrets_is_within_the_bounds_of_the_ledger(found, pieces, share):
    prior, posterior = prior_and_posterior(ps.Channel(*found), 0)
    x = min(range(len(prior)), key=lambda i: posterior[i] / prior[i])
    mass, lift = prior[x], posterior[x] / prior[x]
    half_rank, small = reals("K delta")
    claim, values = "guesswork", {p: rational(mass), v: rational(lift)}
    bound = of(claim, "exceeds 1/v - delta")
    split = [[*[law[x] / pieces] * pieces, 1 - law[x]] for law in (prior, posterior)]
    before, after = map(guesswork, split)
    rank, ratio = F(pieces + 1, 2), bound.goal.conclusion.lhs
    late = mean(split[1], [*range(2, pieces + 2), 1])
    here = values | {half_rank: rational(rank)}
    assert before >= mass * rank
    assert after <= late
    assert exact(ratio, here) == mass * rank / late <= before / after <= 1 / lift
    assert says(of(claim, "after y: 1 for the rest"), rational(late), here)
    # and many pieces come as close as is said: to guess by falling probability is best
    close = share / lift
    many = math.floor(2 / (close * mass * lift**2))
    works = []
    for law in (mass, posterior[x]):
        rest, piece = float(1 - law), float(law / many)
        ranks = piece * many * (many + 1) / 2
        works.append(rest + ranks + piece * many if rest > piece else ranks + rest * (many + 1))
    here |= {half_rank: rational(F(many + 1, 2)), small: rational(close)}
    assert is_true(bound, here)
    assert float(1 / lift - close) < works[0] / works[1] <= float(1 / lift) * (1 + 1e-12)


def test_a_secret_that_is_ruled_out_has_no_bounded_guesswork():
    half_rank, large = reals("K B")
    mass, pieces = F(1, 3), 5
    part = of("guesswork", "for v = 0")
    values = {p: rational(mass), v: ZERO, half_rank: sp.Integer(3), large: sp.Rational(99, 100)}
    assert is_true(part, values)
    before = guesswork([*[mass / pieces] * pieces, 1 - mass])
    assert exact(part.goal.conclusion.lhs, values) <= before
    assert guesswork([*[F(0)] * pieces, F(1)]) == 1


def divergence(first, second):
    """e^D_inf of two laws."""
    return max(x / z for x, z in zip(first, second, strict=True) if x)


def conditional(joint, **fixed):
    """The law of X from the joint law of (Z, X, Y), given some of the others."""
    chances = {}
    for (z, x, y), chance in joint.items():
        if fixed.get("z", z) == z and fixed.get("y", y) == y:
            chances[x] = chances.get(x, 0) + chance
    return [chances[x] / sum(chances.values()) for x in sorted(chances)]


def test_side_information_by_enumerating_the_joint_law():
    """After Corollary 2: Z - X - Y does not give the printed divergence."""
    right = {0: F(2, 3), 1: F(3, 4)}  # how often Z, and Y, tell the secret
    joint = {
        (z, x, y): HALF * abs((z != x) - right[0]) * abs((y != x) - right[1])
        for z, x, y in product(range(2), repeat=3)
    }
    assert sum(joint.values()) == 1
    known = conditional(joint, z=0)
    given_both = divergence(known, conditional(joint, z=0, y=0))
    printed = divergence(known, conditional(joint, y=0))
    (part,) = parts("corollary-2.markov")
    found = [sp.exp(side) for side in part.refute(part.goal).sides]
    assert found == [given_both, printed] == [F(7, 3), F(4, 3)]


@settings(max_examples=25)
@given(st.data(), st.booleans())
def test_the_repair_for_side_information_on_joint_laws(data, through_x):
    """Z - X - Y: the PMC under P_X|Z=z; X - Y - Z: the printed divergence."""
    prior = data.draw(distributions(3, positive=True))
    kernel = [data.draw(distributions(3, positive=True)) for _ in range(3)]
    sides = [data.draw(distributions(3, positive=True)) for _ in range(3)]
    joint = {
        (z, x, y): prior[x] * kernel[x][y] * sides[x if through_x else y][z]
        for z, x, y in product(range(3), repeat=3)
    }
    known, both = conditional(joint, z=0), conditional(joint, z=0, y=0)
    if not through_x:
        assert divergence(known, both) == divergence(known, conditional(joint, y=0))
        return
    chance = mean(known, [row[0] for row in kernel])
    channel = ps.Channel(kernel, prior).given(sides, 0)
    assert divergence(known, both) == max(chance / row[0] for row in kernel)
    assert divergence(known, both) == sp.exp(ps.pmc(channel)[0])
    part = of("corollary-2.markov.repair", "P(x | y, z) = P(x | z)")
    for x in range(3):
        numbers = map(rational, (known[x], kernel[x][0], chance))
        values = dict(zip(reals("P_x|z a P_y|z"), numbers, strict=True))
        assert is_true(part, values)
        assert says(part, log(known[x] / both[x]), values)


# --- the properties of Lemma 1 -------------------------------------------------------------------


@settings(max_examples=15)
@given(mechanisms(most=4), mechanisms(most=2), st.data())
def test_lemma_1_signs_products_and_processing(found, second, data):
    """Parts (i), (iii), (v) and (vi), by measures."""
    channel, other = ps.Channel(*found), ps.Channel(*second)
    levels, others = powers(ps.pmc(channel)), powers(ps.pmc(other))
    assert min(levels) >= 1
    assert powers(ps.pmc(channel.product(other))) == [x * z for x in levels for z in others]
    answers = [data.draw(distributions(3)) for _ in range(channel.shape[1])]
    assert max(powers(ps.pmc(channel.cascade(answers)))) <= max(levels)
    function = [data.draw(distributions(2)) for _ in range(channel.shape[0])]
    after = powers(ps.pmc(channel.preprocess(function)))
    assert all(z <= x for x, z in zip(levels, after, strict=True))


@settings(max_examples=12)
@given(mechanisms(positive=True, most=3), mechanisms(positive=True, most=2), st.data())
def test_lemma_1_in_the_symbols_of_the_ledger(found, second, data):
    """The terms of (i), (ii), (iii), (vi) and (vii) at the lifts and likelihoods of channels."""
    (kernel, prior), (kernel_2, prior_2) = found, second
    channel = ps.Channel(kernel, prior)
    pair = channel.product(ps.Channel(*second))
    low_s, low_t, p_1, p_2, a_1, a_2 = reals("s_min t_min P_1 P_2 a_1 a_2")
    chance, lifts, line = next(lift_vectors(kernel, prior))
    chance_2, lifts_2, line_2 = next(lift_vectors(kernel_2, prior_2))
    values = {low_s: rational(min(lifts)), low_t: rational(min(lifts_2)), delta: ZERO}
    values |= {p_1: rational(chance), p_2: rational(chance_2), epsilon_l: ps.pmc(channel)[0]}
    claims = (*parts("lemma-1.iii"), *parts("lemma-1.vii"))
    joint = of("lemma-1.iii", "the lift of a pair")
    for x, z in product(range(len(prior)), range(len(prior_2))):
        here = values | {s: rational(lifts[x]), t: rational(lifts_2[z])}
        here |= {a_1: rational(line[x]), a_2: rational(line_2[z])}
        assert true_parts(claims, here) >= 4
        assert says(joint, sp.log(pair.lift[x * len(prior_2) + z, 0]), here)
    lowest = values | {s: values[low_s], t: values[low_t], a_1: p_1, a_2: p_2}
    equal = of("lemma-1.iii", "with equality where both are smallest")
    assert is_true(equal, lowest)
    assert is_equal(of("lemma-1.vii", "lifts s and t, each at least its smallest"), lowest)
    assert says(equal, ps.pmc(pair)[0], lowest)
    for x, mass in enumerate(prior):
        here = values | {p: rational(mass), v: rational(lifts[x]), a: rational(line[0])}
        laws = law_of_others(prior, x, lifts) | {"X": law_of(prior, (w, lifts))}
        assert all(is_true(part, here, laws) for part in parts("lemma-1.i"))
    for part in parts("lemma-1.ii"):
        silent = [line[0]] * len(prior)
        laws = law_of_others(prior, 0, silent) | {"X": law_of(prior, (w, silent))}
        assert is_true(part, here, laws)
    # (vi): the lift at z is the mean of the lifts given z
    answers = [data.draw(distributions(2, positive=True)) for _ in range(channel.shape[1])]
    after, chances = channel.cascade(answers), [m for m, _, _ in lift_vectors(kernel, prior)]
    for x, z in product(range(len(prior)), range(2)):
        weights = [row[z] for row in answers]
        given_z = [k * m / mean(weights, chances) for k, m in zip(weights, chances, strict=True)]
        row = [kernel[x][y] / m for y, m in enumerate(chances)]
        laws = {"Y given z": law_of(given_z, (w, row))}
        weights = [k / sum(weights) for k in weights]
        laws["K"] = law_of(weights, (reals("a_y")[0], kernel[x]), (reals("b_y")[0], chances))
        for part in parts("lemma-1.vi"):
            assert is_true(part, {epsilon_l: ps.alip(channel)[0]}, laws)
            assert says(part, -sp.log(after.lift[x, z]), {}, laws)
    # and an outcome that is kept as it is leaks as much as before
    least, entry, chance = min(
        (lift, entry, chance)
        for chance, lifts, line in lift_vectors(kernel, prior)
        for lift, entry in zip(lifts, line, strict=True)
    )
    laws = {"Y given z": law_of([1], (w, [least]))}
    laws["K"] = law_of([1], (reals("a_y")[0], [entry]), (reals("b_y")[0], [chance]))
    for part in parts("lemma-1.vi"):
        assert is_equal(part, {epsilon_l: ps.alip(channel)[0]}, laws)


@settings(max_examples=20)
@given(st.data(), distributions(3, positive=True))
def test_lemma_1_vii_composition_of_any_two_outcomes(data, prior):
    """The outcome is a pair, drawn from any joint law given the secret."""
    joint = [data.draw(distributions(4, positive=True)) for _ in prior]
    channel = ps.Channel(joint, prior)
    first = channel.cascade([[1, 0], [1, 0], [0, 1], [0, 1]])
    for y in range(2):
        rows = [row[2 * y : 2 * y + 2] for row in joint]
        kernel = [[entry / sum(row) for entry in row] for row in rows]
        second = ps.Channel(kernel, prior_and_posterior(first, y)[1])
        for z in range(2):
            together = sp.exp(ps.pmc(channel)[2 * y + z])
            assert together <= sp.exp(ps.pmc(first)[y]) * sp.exp(ps.pmc(second)[z])


@settings(max_examples=25)
@given(st.data(), SHARES)
def test_lemma_1_iv_concavity_also_for_priors_of_different_support(data, share):
    kernel = [data.draw(distributions(2, positive=True)) for _ in range(4)]
    masses = [data.draw(distributions(4)) for _ in range(2)]
    masses.append([share * x + (1 - share) * z for x, z in zip(*masses, strict=True)])
    levels, chances, floors = [], [], []
    for prior in masses:
        left = [x for x, mass in enumerate(prior) if mass]
        channel = ps.Channel([kernel[x] for x in left], [prior[x] for x in left])
        levels.append(ps.pmc(channel)[0])
        chances.append(channel.marginal[0])
        floors.append(rational(min(kernel[x][0] for x in left)))
    names = (*reals("theta P_y Q_y a_minP a_minQ"), symbols.c, floor)
    numbers = (rational(share), *chances[:2], *floors[:2], chances[2], floors[2])
    values = dict(zip(names, numbers, strict=True))
    (part,) = parts("lemma-1.iv")
    assert is_true(part, values)
    mixed = float(share * levels[0] + (1 - share) * levels[1])
    assert float(levels[2]) >= mixed - 1e-12
    sides = [value(side, values) for side in part.goal.conclusion.args]
    assert sides == pytest.approx([float(levels[2]), mixed], abs=1e-12)


# --- Figure 2 ------------------------------------------------------------------------------------


def extreme_lift(prior, secret, low, high, sign):
    """The least (sign 1) or largest (-1) lift of a secret, all within bounds, by a program."""
    objective = [sign * (x == secret) for x in range(len(prior))]
    found = linprog(objective, A_eq=[prior], b_eq=[1.0], bounds=[(low, high)] * len(prior))
    assert found.success
    return sign * found.fun


def test_the_enumeration_of_the_witness_is_a_linear_program():
    (part,) = parts("figure-2")
    found = part.refute(part.goal)
    least = min(extreme_lift([0.3, 0.3, 0.2, 0.2], x, 0.0, 9 / 8, 1) for x in range(4))
    assert float(sp.exp(found.sides[0])) == pytest.approx(1 / least)
    assert found.sides[0] == found.sides[1] == pml_to_pmc(log(F(9, 8)), rational(F(1, 5)))


@pytest.mark.parametrize("prior", [(0.3, 0.3, 0.2, 0.2), (0.5, 0.5)])
def test_the_regions_of_the_figure_are_those_of_linear_programs(prior):
    """Which guarantee implies the other, on a grid, against the curves and the repaired parts."""
    least, secrets = F(str(min(prior))), range(len(prior))
    levels = [F(20 + i, 20) for i in range(1, 40, 3)]  # e^eps
    lowest = {u: min(extreme_lift(prior, x, 0.0, float(u), 1) for x in secrets) for u in levels}
    highest = {
        e: max(extreme_lift(prior, x, 1 / float(e), None, -1) for x in secrets) for e in levels
    }
    curves = [part for part in parts("figure-2.repair") if " curve" in part.meaning]
    assert len(curves) >= 4
    seen, tried = set(), 0
    for u, e in product(levels, repeat=2):
        values = {p: rational(least), epsilon_u: log(u), epsilon_l: log(e)}
        pml_implies = u * (1 - least) < 1 and exact(sp.exp(pml_to_pmc(mass=p)), values) <= e
        pmc_implies = exact(sp.exp(pmc_to_pml(mass=p)), values) <= u
        assert pml_implies == (lowest[u] * float(e) >= 1 - 1e-9)
        assert pmc_implies == (highest[e] <= float(u) + 1e-9)
        seen.add((pml_implies, pmc_implies))
        tried += true_parts(curves, values)
    assert tried > 20
    # for p_min < 1/2 neither may imply the other, and never do both; a fair coin knows no third
    neither_or_both = {True: {(False, False)}, False: {(True, True)}}[least < HALF]
    assert seen - neither_or_both == {(True, False), (False, True)}
    if least < HALF:
        assert (False, False) in seen
