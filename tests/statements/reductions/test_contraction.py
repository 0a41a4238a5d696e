"""Products of measures along a chain: what is taken for granted, and what is proved and refuted."""

import numpy as np
import pytest
import sympy as sp

from pmlsym.statements.reductions.joint.contraction import reduce_products
from pmlsym.statements.text.parse import parse
from tests.statements.proving import settled, verdict_of_proofs
from tests.statements.reductions.random_chains import measured, random_chain

TANH = "(exp(e) - 1)/(exp(e) + 1)"
TRUE = [
    "tv(X->Z) <= tv(Y->Z)*tv(X->Y)",
    "chi2(X->Z) <= tv(Y->Z)*chi2(X->Y) where tv(Y->Z) > 0",
    "mutual_information(X;Z) <= tv(Y->Z)*mutual_information(X;Y)",
    "mutual_information(X;Z) <= tv(Y->X)*mutual_information(Y;Z)",
    "mutual_information(X;Z) <= maximal_leakage(X->Y)*tv(Y->Z)",
    f"LDP(e) of Y->Z => tv(X->Z) <= {TANH}*tv(X->Y)",
    f"LDP(e) of Y->Z => mutual_information(X;Z) <= ({TANH})^2*mutual_information(X;Y)",
    f"LDP(e) of Y->Z => kl(X->Z) <= ({TANH})^2*kl(X->Y) where e > 0",
    "LDP(e) of Y->Z => kl(X->Z) <= min(4, exp(2*e))*(exp(e) - 1)^2*tv(X->Y)^2",
    "LDP(e) of Y->Z => chi2(X->Z) <= (exp(e) - 1)^2*tv(X->Y)^2",
    "LDP(e) of Y->Z => mutual_information(X;Z) <= (exp(e) - 1)^2*tv(X->Y)^2",
    "2*tv(X->Z)^2 <= kl(X->Y)",
    "kl(X->Z) <= e*kl(X->Y) where e >= 1",
]
FALSE = [
    "tv(X->Z) <= tv(Y->Z)*tv(X->Y)/2",
    "tv(X->Z) < tv(Y->Z)*tv(X->Y)",
    "mutual_information(X;Z) <= tv(Y->Z)^2*mutual_information(X;Y)",
    "mutual_information(X;Z) <= tv(X->Y)*mutual_information(Y;Z)",
    f"LDP(e) of Y->Z => tv(X->Z) <= ({TANH})^2*tv(X->Y)",
    f"LDP(e) of Y->Z => mutual_information(X;Z) <= ({TANH})^3*mutual_information(X;Y)",
    f"LDP(e) of Y->Z => kl(X->Z) <= ({TANH})^2*kl(X->Y)",  # no value where e = 0 and kl infinite
    "LDP(e) of Y->Z => kl(X->Z) <= (exp(e) - 1)^2*tv(X->Y)^2/5",
    "kl(X->Z) <= e*kl(X->Y) where e > 0",
    "mutual_information(X;Z) <= mutual_information(X;Y)*mutual_information(Y;Z)",
]


@pytest.mark.parametrize("text", TRUE)
def test_what_holds_along_chains_is_proved(text):
    assert verdict_of_proofs(f"X - Y - Z: {text}", 20) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_what_fails_is_refuted(text):
    assert settled(f"X - Y - Z: {text}", 20) == "refuted"


# --- what is taken for granted, on random chains --------------------------------------------------


@pytest.mark.parametrize("text", TRUE)
def test_hypotheses_of_the_goals_hold_on_random_chains(text):
    draw = np.random.default_rng(7)
    asked = [
        case.goal
        for case in reduce_products(parse(f"X - Y - Z: {text}")).cases
        if "from the others" in case.meaning and "infinite" not in case.meaning
    ]
    assert asked
    for _ in range(40):
        joint = random_chain(draw)
        kernel = joint.sum(0) / joint.sum((0, 2))[:, None]
        values = measured(joint)
        values["e"] = max(np.log(kernel.max(0) / kernel.min(0)).max(), 1 if "e >= 1" in text else 0)
        for relation in (relation for goal in asked for relation in goal.hypotheses):
            given = {symbol: values[symbol.name] for symbol in relation.free_symbols}
            gap = float(sp.N((relation.rhs - relation.lhs).xreplace(given)))
            less = isinstance(relation, sp.Le | sp.Lt)
            assert (gap if less else -gap) >= -1e-7 * max(1, abs(gap)), (relation, given)
