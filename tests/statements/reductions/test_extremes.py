"""Which extreme lifts and which probabilities there are: the theorems against plain enumeration."""

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
import sympy as sp

from pmlsym.proof.language import reals
from pmlsym.statements import parse
from pmlsym.statements.reductions.averages import instead_of
from pmlsym.statements.reductions.encoding import NotReducible
from pmlsym.statements.reductions.expectations import is_prior_free
from pmlsym.statements.reductions.extremes import Outcome, at_least, lifts, owners
from pmlsym.statements.reductions.priors import N, fixed, shapes
from pmlsym.statements.reductions.single_outcome import bounds_alone

S, T, SECOND = reals("s t p_2")


def random_prior(random, most=5):
    weights = [random.randint(1, 9) for _ in range(random.randint(2, most))]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def exists(prior, high, low):
    """Whether lifts from low to high, both reached, have the mean 1: by who has which."""
    if high == low:
        return high == 1
    for i, j in permutations(range(len(prior)), 2):
        named = prior[i] * high + prior[j] * low
        rest = 1 - prior[i] - prior[j]
        if named + rest * low <= 1 <= named + rest * high:
            return True
    return False


def holds(relation, values):
    return bool(relation.subs(values))


def test_the_two_rarest_secrets_decide():
    random, met = Random(1), 0
    for _ in range(200):
        prior = random_prior(random)
        low = Fraction(random.randint(0, 8), 8)
        p = random.choice(prior)
        high = random.choice(
            (Fraction(random.randint(8, 24), 8), (1 - (1 - p) * low) / p, (1 - p * low) / (1 - p))
        )
        if high < low:
            continue
        shape, values = fixed(prior), {S: sp.Rational(high), T: sp.Rational(low)}
        said = any(
            all(holds(relation, values) for relation in way.relations)
            for way in owners(shape, Outcome(S, T))
        )
        there_are = exists(prior, high, low)
        assert said == there_are, (prior, high, low)
        found = lifts(sorted(prior), high, low)
        assert (found is not None) == there_are
        if found:
            met += 1
            assert (max(found), min(found)) == (high, low)
            assert sum(p * v for p, v in zip(sorted(prior), found, strict=True)) == 1
            assert all(holds(relation, values) for relation in at_least(shape, Outcome(S, T)))
    assert 40 < met < 175


@pytest.mark.parametrize("size", [(2, None), (3, None), (4, None), (3, 3), (4, 4), (5, 5), (2, 2)])
@pytest.mark.parametrize("named", ["", "pmin", "pmax", "n", "pmin pmax n"])
def test_shapes_hold_all_priors(size, named):
    random = Random(2)
    names = frozenset(named.split())
    least, most = size
    found = shapes(size, None, names, SECOND)
    tried = 0
    for _ in range(40):
        prior = random_prior(random, 6)
        n = len(prior)
        if n < least or (most is not None and n > most):
            continue
        tried += 1
        ordered = sorted(prior)
        values = {"pmin": ordered[0], "p_2": ordered[1], "pmax": ordered[-1], "n": Fraction(n)}
        if not names and most != 2:
            values["pmin"] = min(values["pmin"], Fraction(1, 10))  # it may be smaller
        symbols = {sp.Symbol(k, real=True): sp.Rational(v) for k, v in values.items()}
        there = [s for s in found if all(holds(relation, symbols) for relation in s.given)]
        assert any(s.secrets in (None, n) for s in there), prior
    assert tried


@pytest.mark.parametrize("named", ["pmin", "pmax pmin", "n pmin", "n pmax"])
def test_shapes_hold_nothing_else(named):
    random, made = Random(3), 0
    for shape in shapes((2, None), None, frozenset(named.split()), SECOND):
        for _ in range(250):
            p = Fraction(1, random.randint(2, 9))
            second = random.choice((p, Fraction(random.randint(1, 6), 12)))
            values = {"pmin": p, "p_2": second, "n": Fraction(random.randint(2, 6))}
            values["pmax"] = random.choice((1 - p - second, Fraction(random.randint(1, 9), 10)))
            symbols = {sp.Symbol(k, real=True): v for k, v in values.items()}
            exact = {k: sp.Rational(v) for k, v in symbols.items()}
            if not all(holds(relation, exact) for relation in shape.given):
                continue
            masses = shape.masses(symbols)
            assert masses is not None
            assert sum(masses) == 1
            assert min(masses) == p
            for name, term in shape.values.items():
                wanted = {"pmin": min(masses), "pmax": max(masses), "n": len(masses)}[name]
                assert term.subs(exact) == wanted
            rarest = [term.subs(exact) for term in shape.rarest]
            assert sorted(masses)[:2] == rarest
            made += 1
    assert made > 20


def test_a_number_of_secrets_is_whole():
    shape = shapes((3, None), None, frozenset({"n", "pmin"}), SECOND)[0]
    assert shape.masses({sp.Symbol("pmin", real=True): Fraction(1, 9), N: Fraction(7, 2)}) is None
    assert not shape.exact


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pml(X->y) <= a", True),
        ("a > max(pmc(X->y), ldp(X->y)/2)", True),
        ("min(pml(X->y), pmc(X->y)) + ldp(X->y) - a <= 0", True),
        ("pml(X->Y) >= a", True),  # the attaining outcome has a name of its own
        ("0 <= a - pml(X->y)", True),
        ("a - 2*pml(X->y) >= pmc(X->y)", True),
        ("n >= 3", True),
        ("a <= pml(X->y)", False),
        ("pml(X->y) = a", False),
        ("pml(X->y) != a", False),
        ("pml(X->y) <= pmc(X->y)", False),
        ("pml(X->y) - pmc(X->y) <= a", False),
        ("exp(pml(X->y)) <= a", False),
        ("0*pml(X->y) <= a", False),
        ("max(pml(X->y), 1) <= a", False),
        ("pml(X->y)*a <= b", False),
    ],
)
def test_which_hypotheses_let_an_outcome_stand_alone(text, expected):
    assert bounds_alone(parse(text).conclusion[0]) is expected


def test_averages_that_depend_on_an_outcome_are_refused():
    with pytest.raises(NotReducible):
        list(instead_of(parse("maximal_leakage(X->Y) <= pml(X->y)").conclusion[0]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ldp(X->y) <= e and maximal_cost_leakage(X->Y) <= n", True),
        ("maximal_leakage(X->Y) <= log(n) + ldp(X->Y)", True),
        ("ldp(X->y) <= e", False),  # nothing is averaged
        ("maximal_leakage(X->Y) <= E[ldp(X->y)]", False),  # the prior gives the probabilities
        ("maximal_leakage(X->Y) <= pml(X->Y)", False),
        ("maximal_leakage(X->Y) <= mutual_information(X;Y)", False),
        ("maximal_leakage(X->Y) <= log(1/pmin)", False),
        ("maximal_leakage(X->Y) <= pmax", False),
    ],
)
def test_what_does_not_depend_on_the_prior(text, expected):
    assert is_prior_free(parse(text).claimed) is expected
