"""Parts of the search: polynomials, elimination, factors, sums of squares, solvers."""

from fractions import Fraction

import pytest

from pmlsym.proof.checker import check
from pmlsym.proof.search import agree, find, model, refutes
from pmlsym.proof.search.case_splits import factor_lemmas
from pmlsym.proof.search.certificate import Summand
from pmlsym.proof.search.effort import Budget, Effort
from pmlsym.proof.search.elimination import Reduced
from pmlsym.proof.search.polynomials import Fact, Ring, TooLong, coefficient_text, primitive
from pmlsym.proof.search.refutation import refute_at_once, refute_with
from pmlsym.proof.search.solvers import RealSolver
from pmlsym.proof.search.sum_of_squares import rounded_sums_of_squares
from tests.proof.search.problems import atom, document


def reduced(*texts):
    given = document(*texts)
    ring = Ring(given["variables"])
    return Reduced(ring, [ring.fact(atom(text)) for text in texts])


def test_a_polynomial_is_read_and_written():
    ring = Ring(["x", "y"])
    text = [["-3/2"], ["1", "x"], ["7", "x", "x", "y"]]
    assert ring.write(ring.read(text)) == text
    assert ring.write(ring.read([["1", "x"], ["-1", "x"]])) == []


def test_a_relation_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="not with '<'"):
        find(["x"], [[[["<", [["1", "x"]]]]]])


def test_a_substitution_that_explodes_ends_the_search():
    names = [f"x{number}" for number in range(30)]
    total = ["=", [["-1", "y"], *(["1", name] for name in names)]]
    power = [">", [["-1", *["y"] * 40]]]
    assert find(["y", *names], [[[total]], [[power]]]) is None


def test_a_ring_may_have_no_variables():
    assert find([], [[[[">=", [["-1"]]]]]]) == {
        "sum": [["1", [0], []], ["1", [], []]],
        "zero": [],
    }


def test_long_coefficients_are_not_written():
    ring = Ring(["x"])
    assert len(coefficient_text(ring.read([["1" * 100]]).leading_coefficient())) == 100
    with pytest.raises(TooLong):
        coefficient_text(ring.read([["1" * 101]]).leading_coefficient())
    with pytest.raises(TooLong):
        coefficient_text(ring.read([["1/" + "1" * 101]]).leading_coefficient())


def test_a_certificate_with_long_coefficients_is_none():
    facts = reduced("x + y > 0", "-1 y >= 0")
    scale = facts.ring.read([["1/" + "7" * 101]])
    assert facts.leaf([Summand(scale.leading_coefficient(), (0,), ())], []) is None


def test_an_identity_that_does_not_hold_is_no_leaf():
    facts = reduced("x > 0", "1 - x > 0")
    one = facts.ring.one.leading_coefficient()
    assert facts.leaf([Summand(one, (0,), ()), Summand(one, (1,), ())], []) is None


def test_a_sum_without_a_strict_product_is_no_leaf():
    facts = reduced("x >= 0", "-1 x >= 0")
    one = facts.ring.one.leading_coefficient()
    assert facts.leaf([Summand(one, (0,), ()), Summand(one, (1,), ())], []) is None


def test_the_primitive_part_keeps_the_sign():
    p = Ring(["x"]).read([["-4/3", "x"], ["2/9"]])
    scale, part = primitive(p)
    assert scale > 0
    assert part * scale == p
    assert sorted(map(str, part.coeffs())) == ["-6", "1"]


def test_linear_equations_are_eliminated():
    left = reduced("x + y - z = 0", "2 x - y = 0", "x y - z > 0", "z^2 - x = 0")
    assert len(left.substitutions) == 2
    assert [len(e.polynomial.degrees()) for e in left.equations] == [3]
    assert len(left.inequalities) == 1
    for equation in left.equations:
        total = left.ring.zero
        for number, multiplier in equation.multipliers.items():
            total += multiplier * left.facts[number].polynomial
        assert total == equation.polynomial


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["a > 0", "a b > 0"], "b > 0"),
        (["a > 0", "a b >= 0"], "b >= 0"),
        (["-1 a > 0", "a b > 0"], "-1 b > 0"),
        (["a > 0", "a b = 0"], "b = 0"),
        (["c^2 a > 0"], "a > 0"),
        (["a > 0", "c > 0", "a^2 c^3 b - a^2 c^3 > 0"], "b - 1 > 0"),
        (["a > 0", "a^2 b^2 = 0"], "b = 0"),
    ],
)
def test_a_factor_has_the_sign_that_the_others_leave(texts, expected):
    facts = reduced(*texts)
    lemmas = factor_lemmas(facts.ring, facts.facts, Budget(Effort()), lambda _: None)
    relation, terms = atom(expected)
    assert Fact(relation, facts.ring.read(terms)) in [lemma.fact for lemma in lemmas]


def test_the_other_cases_of_a_factor_lemma_are_certificates():
    given = document("a > 0", "a b^3 > 0")
    ring = Ring(given["variables"])
    facts = [ring.fact(case[0]) for (case,) in given["hypotheses"]]
    (lemma,) = factor_lemmas(ring, facts, Budget(Effort()), lambda _: None)
    hypotheses = [*given["hypotheses"], [[[">=", [["-1", "b"]]]]]]
    check({**given, "hypotheses": hypotheses, "proof": lemma.others["<="]})


def test_squares_come_from_a_semidefinite_program():
    # x^2 + 3 y^2 + 5 z^2 - 2 x y - 4 y z + 1: no difference of two variables' multiples alone.
    text = "-1 x^2 - 3 y^2 - 5 z^2 + 2 x y + 5 y z - 1 >= 0"
    facts, budget = reduced(text), Budget(Effort())
    assert refute_at_once(facts, budget) is None
    leaves = (
        refute_with(facts, products, [], budget)
        for products in rounded_sums_of_squares(facts, [0], [], budget)
    )
    proof = next(leaf for leaf in leaves if leaf is not None)
    check({**document(text), "proof": proof})


def test_z3_answers():
    for texts, answer in ((["x > 0", "-1 x > 0"], "unsat"), (["x^2 - 2 = 0"], "sat")):
        given = document(*texts)
        assert refutes(given["variables"], given["hypotheses"]) == answer


def test_z3_gives_up_after_its_resources():
    given = document("3 x y z - x^3 - y^3 - z^3 > 0", "x > 0", "y > 0", "z > 0")
    assert refutes(given["variables"], given["hypotheses"], resources=10) == "unknown"


def test_a_model_is_rational_or_none():
    given = document("2 x - 3 = 0", "x - y > 0 or x + y = 0")
    numbers = model(given["variables"], given["hypotheses"])
    assert numbers["x"] == Fraction(3, 2)
    assert numbers["x"] > numbers["y"] or numbers["x"] == -numbers["y"]
    assert model(["x"], document("x^2 - 2 = 0")["hypotheses"]) is None
    assert model(["x"], document("x^2 + 2 = 0")["hypotheses"]) is None


def test_two_solvers_agree_only_on_what_both_refute():
    pytest.importorskip("cvc5")
    refutable, satisfiable = document("x y - 1 = 0", "-1 x y > 0"), document("x y - 1 = 0")
    assert agree(refutable["variables"], refutable["hypotheses"], 20)
    assert not agree(satisfiable["variables"], satisfiable["hypotheses"], 20)


def test_a_solver_that_takes_too_long_does_not_agree():
    given = document("x y - 1 = 0", "-1 x y > 0")
    assert not agree(given["variables"], given["hypotheses"], 0.001)


def test_z3_is_not_asked_what_takes_it_minutes(monkeypatch):
    """Two equations of degrees 9 and 8: the search goes on without it, and ends."""
    steep = document(
        "x^9 - 7 x^4 y^5 + 11 x y - 1 = 0", "5 y^8 - 13 x^5 y + x - 2 = 0", "x y - 1000000000 > 0"
    )
    asked = []
    monkeypatch.setattr(RealSolver, "check", lambda *given: asked.append(given) or "unknown")
    assert refutes(steep["variables"], steep["hypotheses"]) == "unknown"
    assert find(steep["variables"], steep["hypotheses"], Effort.quick()) is None
    assert asked == []
    flat = document("x^2 + 1 = 0")
    assert refutes(flat["variables"], flat["hypotheses"]) == "unknown"  # as what is asked now says
    assert len(asked) == 1
