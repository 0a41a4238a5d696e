"""Numbers at which a part is false: they are a witness, and are printed as one is."""

import pytest
import sympy as sp

from pmlsym import ledger
from pmlsym.errors import LedgerError
from pmlsym.ledger import (
    Claim,
    Decided,
    Goal,
    Mean,
    Part,
    PartNotProved,
    Rounded,
    Witness,
    catalogue,
    chance,
    reals,
    relate,
)

x, y, w = reals("x y w")
HALF = sp.Rational(1, 2)
ONE = sp.Piecewise((1, sp.Eq(x, y)), (0, True))
CANCELS = sp.exp(2 * x) * (sp.sqrt(1 + sp.exp(-4 * x)) - 1) * sp.exp(2 * x)


def failure_of(goal):
    with pytest.raises(PartNotProved) as failure:
        Part("m", goal, Decided).find()
    return failure.value


@pytest.mark.parametrize(
    ("goal", "ending"),
    [
        (Goal((), relate(chance(sp.Eq(w, 2), (w,)), "<=", HALF)), "w = 2: left 1 > right 1/2"),
        (Goal((), relate(chance(w > 1, (w,)), "<=", HALF)), "w = 2: left 1 > right 1/2"),
        (Goal((), relate(chance(w <= Rounded(y), (w,)), "<=", HALF)), "left 1 > right 1/2"),
        (
            Goal((), relate(Mean(w**2 * sp.Piecewise((1, sp.Eq(w, 1)), (0, True)), (w,)), "<=", 0)),
            "P: 1 on w = 1: left 1 > right 0",
        ),
        (Goal((), relate(ONE - HALF / 2, "<=", HALF / 2)), "left 3/4 > right 1/4"),
        (Goal((x >= 2,), relate(sp.Max(Rounded(x), 0), "<=", 1)), "= 2 > right 1"),
        (Goal((x >= 20,), relate(sp.exp(sp.exp(x)), "<=", 5)), "left exp(exp(20)) > right 5"),
        (
            Goal((x >= 20,), relate(10 ** (10**x), "<=", 5)),
            "left exp(100000000000000000000*log(10)) > right 5",
        ),
        (Goal((x >= 20,), relate(CANCELS, ">=", 1)), "exp(80) = 0.5 < right 1"),
    ],
)
def test_what_is_printed_of_a_side_is_its_value(goal, ending):
    failure = failure_of(goal)
    assert str(failure).endswith(ending)
    Witness(goal, failure.numbers, "found", laws=failure.laws)  # it refuses what does not refute


def test_numbers_that_are_no_witness_are_not_printed(monkeypatch):
    def refuse(*_, **__):
        raise ledger.NoWitness("no")

    monkeypatch.setattr("pmlsym.ledger.checking.failure.Witness", refuse)
    failure = failure_of(Goal((x > 0,), x**2 >= x))
    assert failure.numbers is None
    assert failure.laws == {}
    assert "false at" not in str(failure)


def claim(name, **more):
    part = Part("above one", Goal((x >= 1,), x**2 >= x), Decided)
    return Claim(f"nested.{name}", "nested", "p. 1", "says", "s", "scope", (part,), **more)


def test_a_repair_has_no_repair():
    nested = claim("a", repair=claim("b", repair=claim("c")))
    with pytest.raises(LedgerError, match=r"the repair of nested.a has a repair"):
        ledger.register(nested)
    with pytest.raises(LedgerError, match=r"the repair of nested.a has to be a Claim without"):
        list(catalogue.with_repairs([nested]))
    assert "nested" not in catalogue.outside.papers()
