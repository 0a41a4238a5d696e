"""Maximal leakage of several channels: what is proved holds on laws that are drawn at random."""

from itertools import islice

import pytest

from pmlsym.proof.goal import NotProved
from pmlsym.proof.review import proves
from pmlsym.statements import models, parse
from pmlsym.statements.reductions import NotReducible, prove_case, reduce
from tests.conjecture import second

ML, MCL, MI = "maximal_leakage", "maximal_cost_leakage", "mutual_information"
# processing, coarser outcomes, two releases, and the worst outcome: each with a false neighbour
PROVED = {
    "X - Y - Z: L(X->Z) <= L(X->Y)": "X - Y - Z: L(X->Y) <= L(X->Z)",
    "X - Y - Z: L(X->Z) <= L(Y->Z)": "X - Y - Z: L(Y->Z) <= L(X->Z)",
    "X - Y - Z: L(Z->X) <= min(L(Z->Y), L(Y->X))": "X - Z - Y: L(Z->X) <= L(Z->Y)",
    "L(X->Y) <= L(X->Y,Z)": "L(X->Y,Z) <= L(X->Y)",
    "Y - X - Z: L(X->Y,Z) <= L(X->Y) + L(X->Z)": "L(X->Y,Z) <= L(X->Y) + L(X->Z)",
    "Y - X - Z: L(X->Y,Z) <= L(X->Z) + L(X->Y)": "Y - X - Z: L(X->Z) <= a => L(X->Y,Z) <= L(X->Y)",
    "X - Y - Z: W(a) of X->Y => L(X->Z) <= a": "X - Y - Z: W(a) of X->Y => L(X->Z) < a",
    "X - Y - Z: L(X->Z) <= w(X->Y)": "X - Z - Y: L(X->Z) <= w(X->Y)",
    "X - Y - Z: L(X->Y) <= 0 => L(X->Z) = 0": "X - Y - Z: L(X->Z) <= 0 => L(X->Y) = 0",
    "L(X->Y,Z) >= 0": "L(X->Y,Z) > 0",
}
OF_INFORMATION = {
    "X - Y - Z: I(X;Z) <= I(X;Y)": "X - Y - Z: I(X;Y) <= I(X;Z)",
    "X - Y - Z: I(X;Z) <= min(I(Y;Z), I(Y;X))": "Y - X - Z: I(X;Z) <= I(Y;Z)",
    "I(Z;X) <= I(X;Y,Z)": "I(X;Y,Z) <= I(X;Z)",
    "Y - X - Z: I(X;Y,Z) <= I(X;Y) + I(X;Z)": "I(X;Y,Z) <= I(X;Y) + I(X;Z)",
    "Y - X - Z: I(X;Y,Z) <= I(X;Z) + I(X;Y)": "Y - X - Z: I(X;Z) <= a => I(X;Y,Z) <= I(X;Y)",
    "I(X;Y,Z) <= L(X->Y,Z)": "L(X->Y,Z) <= I(X;Y,Z)",
    "X - Y - Z: I(X;Y) <= min(L(Y->X), L(X->Y))": "X - Y - Z: I(X;Y) <= L(X->Z)",
    "X - Y - Z: W(a) of X->Y => I(X;Z) <= a": "X - Y - Z: W(a) of X->Z => I(X;Y) <= a",
    "I(X;Z) = I(Z;X)": "I(X;Z) = I(Y;X)",
}
CASES = [(short, kind) for kind in (ML, MCL) for short in PROVED]
CASES += [(short, MI) for short in OF_INFORMATION]
KINDS = {
    ML: {"L": ML, "W": "PML", "w": "pml"},
    MCL: {"L": MCL, "W": "PMC", "w": "pmc"},
    MI: {"I": MI, "L": ML, "W": "PML"},
}


def written(short, kind):
    words = KINDS[kind]
    text = "".join(words.get(letter, letter) for letter in short.replace("X", "\0"))
    return text.replace("\0", "X")


def neighbour(short):
    return PROVED.get(short) or OF_INFORMATION[short]


@pytest.mark.parametrize(("short", "kind"), CASES)
def test_what_follows_is_proved_and_its_neighbour_is_not(short, kind):
    reduction = reduce(parse(written(short, kind)))
    known = [theorem.name for theorem in reduction.theorems]
    assert known == ["overall"] or short == "I(X;Z) = I(Z;X)"  # there 0 = 0 is left
    for case in reduction.cases:
        assert case.alphabet is None
        assert not case.complete or short == "I(X;Z) = I(Z;X)"
        step = prove_case(case.goal)
        assert step.theorem.certified
        assert proves(step, case.goal)
    goals = [case.goal for case in reduce(parse(written(neighbour(short), kind))).cases]
    with pytest.raises(NotProved):
        list(map(prove_case, goals))


@pytest.mark.parametrize(("short", "kind"), CASES)
def test_by_the_second_reading_what_follows_holds_and_its_neighbour_fails(short, kind):
    true, false = written(short, kind), written(neighbour(short), kind)
    for model in islice(models(parse(true), seed=5), 60):
        assert second.fails(true, model.as_dict()) is not True
    drawn = islice(models(parse(false), seed=3), 900)
    assert any(second.fails(false, model.as_dict()) for model in drawn)


def test_what_is_mixed_with_other_quantities_is_not_reduced():
    for text in (
        "X - Y - Z: maximal_leakage(X->Z) <= E[exp(pml(X->y))]",
        "X - Y - Z: maximal_leakage(X->Z) <= ldp(X->Y)",
    ):
        with pytest.raises(NotReducible, match="averages over outcomes"):
            reduce(parse(text))


def test_a_parameter_may_have_the_name_of_a_measure():
    text = "X - Y - Z: maximal_leakage(X->Z) <= L_X_Z => maximal_leakage(X->Y) <= L_X_Z"
    goals = [case.goal for case in reduce(parse(text)).cases]
    with pytest.raises(NotProved):
        list(map(prove_case, goals))
