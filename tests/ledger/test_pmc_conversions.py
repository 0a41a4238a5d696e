"""What the ledger says of conversions is what channels and linear programs say."""

import math
from fractions import Fraction as F
from itertools import product

import pytest
import sympy as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym.exact import sympified as rational
from pmlsym.ledger.pmc import attained, symbols
from pmlsym.ledger.pmc.symbols import (
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
from pmlsym.proof.language import conjuncts, reals
from tests.ledger.evaluation import (
    HALF,
    RATIOS,
    SHARES,
    ZERO,
    delta,
    exact,
    fraction,
    high_privacy_mechanisms,
    is_equal,
    is_sharp,
    is_true,
    law_of,
    law_of_others,
    lift_vectors,
    log,
    mechanisms,
    of,
    parts,
    powers,
    rare_secrets,
    s,
    says,
    t,
    true_at,
    true_parts,
    value,
)
from tests.random_channels import distributions

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
            assert true_parts(parts("improvable"), here, laws) >= 3
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
