"""Claims on linear queries on instances: proved ones hold, refuted ones fail, as do mutants."""

from dataclasses import replace
from fractions import Fraction as F

import pytest

from pmlsym.ledger.linear import (
    corollary,
    instances as r,
    instances as w,
    order,
    records,
    symbols,
    theorem,
)
from pmlsym.statements.assertion import Assertion, Compared, Property
from pmlsym.statements.instances.released.worst import worst_leakage


def test_the_worst_outcomes_do_not_rest_on_themselves():
    """The choices are finitely many by the repair of Lemma 1, which names another theorem."""
    assert symbols.FINITE not in theorem.lemma_1_repair.reductions
    assert symbols.COORDINATES in theorem.lemma_1_repair.reductions


# --- changed statements are seen to be false ------------------------------------------------------


def half(quantity, by=F(1, 2)):
    """The quantity of a release whose floor is another multiple of alpha: a factor that is off."""

    def of(instance):
        k = instance.classes
        prior = ((F(1, k)),) * k
        changed = replace(
            instance, alpha=min(by * instance.alpha, F(1, k)), priors=(prior,), record=0
        )
        return quantity.of(changed)

    return r.of(f"{quantity.text} at {by} alpha", quantity.latex, of)


def some_column_at_ends(instance):
    return any(r.at_ends(instance, column) for column in instance.columns)


def without_floor(quantity):
    return half(quantity, F(1, 10**6))


ONE_COLUMN = Property("some column is at an end of every row", "", some_column_at_ends)
MUTANTS = {
    "strictly below (7)": Assertion(w.COUNTED, (Compared(r.WORST, "<", r.SEVEN),)),
    "at least (7)": Assertion(w.RELEASES, (Compared(r.LEAK, ">=", r.SEVEN),)),
    "(7) at twice the floor": Assertion(w.RELEASES, (Compared(r.LEAK, "<=", half(r.SEVEN, F(2))),)),
    "(5) attained at half the floor": Assertion(
        w.ONE_RECORD, (Compared(r.WORST_ONE, "=", half(r.SEVEN)),)
    ),
    "more records leak more": Assertion(w.TWO_OR_MORE, (Compared(r.WORST_NEXT, ">=", r.WORST),)),
    "(5) = (7)": Assertion(w.WIDE, (Compared(r.FIVE, "=", r.SEVEN),)),
    "(5) = (7) for one query of any k": Assertion(
        w.TWO_OR_MORE,
        (Compared(r.FIVE, "=", r.SEVEN),),
        (Compared(r.QUERIES, "=", r.number(1)),),
    ),
    "(5) = (7) for three classes": Assertion(
        w.WIDE, (Compared(r.FIVE, "=", r.SEVEN),), (Compared(r.CLASSES, "<=", r.number(3)),)
    ),
    "(5) below the DP level by twice": Assertion(
        w.ONE_RECORD, (Compared(without_floor(r.FIVE), "<=", r.FIVE),)
    ),
    "DP level falls with the floor": Assertion(
        w.FLOORED, (Compared(r.at_floor(r.SEVEN), "<=", r.beside(r.SEVEN)),)
    ),
    "strictly in the floor, all columns equal too": Assertion(
        w.FLOORED, (Compared(r.at_floor(r.FIVE), ">", r.beside(r.FIVE)),), (r.SMALLER_FLOOR,)
    ),
    "the gap falls": Assertion(
        w.FLOORED, (Compared(r.beside(r.gap(r.FIVE)), "<=", r.at_floor(r.gap(r.FIVE))),)
    ),
    "a smaller scale leaks less": Assertion(
        w.RESCALED, (Compared(r.at_scale(r.SEVEN), "<=", r.beside(r.SEVEN)),)
    ),
    "L_n strictly below (7) for n >= 2": Assertion(
        w.TWO_OR_MORE, (Compared(r.WORST, "<", r.SEVEN),)
    ),
    "no slope gives more than (5)": Assertion(
        w.SLOPED, (Compared(r.TILTED_AT, ">=", r.beside(r.FIVE)),)
    ),
    "DP without the floor": Assertion(w.RELEASES, (Compared(r.EPS_DP, "<=", r.LOG_FLOOR),)),
    "two queries at every scale": replace(theorem.every_n.asserts[0], hypotheses=()),
    "the step of App. B with a smaller constant": Assertion(
        w.RELEASES,
        (
            Compared(
                corollary.corollary_1_step.asserts[0].conclusion[0].left,
                "<=",
                r.of("9/10", "", lambda _: F(9, 10)),
            ),
        ),
    ),
    "tight wherever some class is at all ends": Assertion(
        w.TWO_OR_MORE,
        (Compared(r.WORST, "=", r.SEVEN),),
        (ONE_COLUMN,),
        both_ways=True,
    ),
    "no better than DP": Assertion(w.RELEASES, (Compared(r.LEAK, "=", r.EPS_DP),)),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", MUTANTS)
def test_a_changed_statement_is_seen_to_be_false(name):
    assert MUTANTS[name].trial(max(MUTANTS[name].tries, 100), seed=2).violations


# --- other readings of a sentence -----------------------------------------------------------------


EQUAL = Compared(r.FIVE, "=", r.SEVEN)
ATTAINED = Compared(r.WORST_ONE, "=", r.SEVEN)


@pytest.mark.parametrize(
    ("condition", "tight", "instance"),
    [
        (corollary.tight_iff.asserts[0].hypotheses[0], ATTAINED, w.COUNTING),
        (corollary.tight_iff.asserts[0].hypotheses[0], EQUAL, w.COUNTING),
        (ONE_COLUMN, ATTAINED, w.UNSIDED),
        (ONE_COLUMN, EQUAL, w.ONE_QUERY),
    ],
)
def test_tight_if_and_only_if_fails_however_it_is_read(condition, tight, instance):
    read = Assertion(w.WIDE, (tight,), (condition,), both_ways=True)
    assert read.judge(instance).holds is False


def test_the_condition_for_all_pairs_is_met_by_equal_columns_only():
    (condition,) = corollary.tight_iff.asserts[0].hypotheses
    for number, instance in zip(range(200), w.WIDE.all(seed=4), strict=False):
        assert condition.of(instance) == (len(set(instance.columns)) == 1), number


def test_the_second_record_makes_the_triangle_bound_loose():
    instance = w.UNSIDED.under([w.UNSIDED.priors[0]] * 2)
    assert r.WORST.of(w.UNSIDED) == r.SEVEN.of(w.UNSIDED)
    strictly = corollary.looser.repair.asserts[-1]
    assert not strictly.covers(w.UNSIDED)
    assert strictly.judge(instance).holds is True


# --- where the witnesses of Theorem 2 stop --------------------------------------------------------


def test_of_one_query_only_a_single_record_leaks_more_than_the_corner_bound():
    assert worst_leakage(w.ONE_QUERY, 1) == r.SEVEN.of(w.ONE_QUERY) != r.FIVE.of(w.ONE_QUERY)
    assert {worst_leakage(w.ONE_QUERY, n) for n in (2, 3, 4)} == {r.FIVE.of(w.ONE_QUERY)}


def test_the_slopes_of_two_queries_give_more_than_the_corner_bound_up_to_an_equation():
    """At (1 - 2 alpha) e^(-2/b) = alpha they give (5) itself."""
    (assertion, _), below, at, above = theorem.every_n.asserts, F(12, 25), F(1, 2), F(13, 25)
    given, more = assertion.hypotheses[0], assertion.conclusion[1]
    for decay, applies, equal in ((below, True, False), (at, False, True), (above, False, False)):
        instance = w.two_queries(2, F(1, 6), decay)
        assert given.check(instance).true is applies
        assert more.check(instance).equal is equal
        assert more.check(instance).true is (
            decay != at
        )  # beyond, s is above 1: no slope in the cube


@pytest.mark.parametrize("records", [1, 2, 3, pytest.param(8, marks=pytest.mark.long)])
def test_what_the_first_workload_leaks_is_above_both_bounds(records):
    instance = w.two_queries(records)
    assert theorem.theorem_2_upper.holds(instance) is False
    assert theorem.every_n.asserts[0].judge(instance).holds is True


# --- what is asserted has content -----------------------------------------------------------------


@pytest.mark.parametrize("claim", [corollary.looser.repair, order.figure_1_strict.repair])
def test_the_workloads_of_figure_1_are_the_only_instances(claim):
    figure = [one for one in claim.asserts if one.over is w.PLOTTED]
    assert figure
    for one in figure:
        assert [one.covers(x) for x in (w.IDENTITY, w.RANGES, w.HAAR)] == [True] * 3
        assert not one.covers(w.ONE_QUERY)
        assert not one.covers(w.release(w.HAAR.workload[:7], F(1, 10), F(1, 2)))
    # eight ranges that all hold every class have equal columns, which leak nothing
    assert not order.figure_1_strict.repair.asserts[0].judge(w.RANGES_ALL).applies


def test_upper_halves_are_among_the_parts():
    upper = records.corollary_1_upper.parts
    for claim in (
        records.monotone_in_n,
        theorem.theorem_2_upper.repair,
        corollary.tight_iff.repair,
        corollary.looser.repair,
        order.safe_repair,
        order.less_noise,
    ):
        assert set(upper) <= set(claim.parts), claim.id
