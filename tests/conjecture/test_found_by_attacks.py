"""Statements that were proved once, or said to be vacuous, and are false."""

import pytest

from tests.statements.proving import verdict_of_proofs

FALSE = [
    # infinity plus infinity is infinity, and infinity minus infinity has no value
    "2*pmc(X->Y) + e <= pmc(X->Y) + e and tv(X->Y) <= 1/1000 => kl(X->Y) <= 0",
    "tv(X->Y) <= 1/10^5 and tv(X->Y) >= 1/10^6 => 2*kl(X->Y) + e > kl(X->Y) + e",
    "pmc(X->y) + e >= 2*pmc(X->y) + e <=> pmc(X->y) <= 0 where n >= 30",
    "e + 2*pmc(X->Y) - pmc(X->Y) >= e where n >= 30",
    "2*pmc(X->Y) + e <= pmc(X->Y) + e and pml(X->Y) = log(17/13) => a > 5",
    "1 + ldp(X->Y) - pmc(X->Y) >= 1 where n >= 30",
    "e + ldp(X->y) - pmc(X->y) = e + pml(X->y) where n >= 30",
    "pmc(X->Y) + maximal_leakage(X->Y) - maximal_cost_leakage(X->Y) >= maximal_leakage(X->Y) "
    "where n >= 30",
    # 0 times infinity has none either
    "1 + 0*pmc(X->Y) <= 1 where n >= 30",
    "e + 0*log(b - 1) <= e where b >= 1/2, n >= 30",
    "tv(X->Y) + 0*hockey_stick(X->Y; 1/a) <= tv(X->Y) where n >= 30",
    "tv(X->Y) + 0*sibson(X->Y; a) <= tv(X->Y) where n >= 30",
    # a parameter that may be negative where a measure, or a prior, says so
    "pml(X->y) <= 0 where ldp(X->Y,Z) <= -b, n >= 30",
    "X - Y - Z: maximal_leakage(X->Z) <= 0 where maximal_leakage(X->Y) <= -b, n >= 30",
    "X - Y - Z: LDP(e) of X->Y => pml(X->z) <= e + b where ldp(Y->Z) <= -b, n >= 30",
    "LDP(e) => (prior uniform: PML(e + b)) where b >= -pmax, n >= 30",
    "(there is a prior: PML(e)) => (there is a prior: PML(e + b)) where b >= -pmin, n >= 30",
    "(for every prior: b + pmin > 0) where b >= -pmax, n >= 30",
    "X - Y - Z; X->Y is redraw(l): b >= 0 where pml(X->z) <= -b, n >= 30",
    "X - Y - Z; X->Y is redraw(l): pml(X->z) <= b + 1 where pml(X->Z) <= -b, n >= 30",
    # two and three secrets say nothing of thirty
    "pmc(Z->y) <= 5 where n >= 40",
    "pml(X->z) <= pml(X->y) where pmax <= 1/30",
    # what is said of y is not said of z
    "tv(X->y) = 0 and tv(X->Z) <= 1/10^4 => maximal_leakage(X->Z) <= 0",
    "tv(X->y) <= d => tv(X;Z) <= d where n >= 30",
    "tv(X->y) <= 0 and tv(X;Z) > 0 => PML(e) of X->Y,Z where n >= 30",
    "E[pml(X->z|y)] <= 1",
    # an entropy of 0 says that the outcome gives the secret away; an order is no level
    "arimoto_entropy(X|Y; 2) <= 0 => ldp(X->y) <= 2 where n >= 30",
    "arimoto_entropy(X|Y; 1/2) <= 0 and pml(X->y) >= 0 => pmc(X->y) <= 1/2 where n > 40",
    # at a = 0 a level is infinite
    "P[pmc(X->y) >= b] <= c and P[pmc(X->z|y) > -log(a)] <= d and "
    "maximal_leakage(X->Y,Z) <= 1/1000 => P[pmc(X->y,z) >= b - log(a)] <= c + d",
]


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_is_not_proved(text):
    assert verdict_of_proofs(text) in ("refuted", "undecided")
