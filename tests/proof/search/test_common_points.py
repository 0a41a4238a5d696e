"""Points at which facts hold: checked with plain fractions, and against z3."""

from fractions import Fraction
from math import prod
from random import Random

import pytest

from pmlsym.proof.search import find, model, refutes
from pmlsym.proof.search.points import DEGREE, TERMS, common_point
from pmlsym.proof.search.polynomials import Fact, Ring

NAMES = ("x", "y", "z")
HOLDS = {">": lambda v: v > 0, ">=": lambda v: v >= 0, "=": lambda v: v == 0}


def value(terms, numbers):
    """Return a polynomial of a document at some numbers."""
    return sum(
        Fraction(coefficient) * prod((numbers[name] for name in names), start=Fraction(1))
        for coefficient, *names in terms
    )


def drawn(rng):
    """Return atoms of small polynomials, as a document has them."""
    atoms = []
    for _ in range(rng.randint(1, 5)):
        names = [rng.choices(NAMES, k=rng.randint(0, 2)) for _ in range(rng.randint(1, 3))]
        terms = [[str(Fraction(rng.randint(-3, 3), rng.randint(1, 2))), *n] for n in names]
        atoms.append([rng.choice((">", ">=", ">=", "=")), terms])
    return atoms


def point_of(atoms):
    ring = Ring(NAMES)
    found = common_point([ring.fact(atom) for atom in atoms])
    if found is None:
        return None
    # a variable without a value can have any
    numbers = {name: Fraction(7, 3) for name in NAMES}
    return numbers | {NAMES[v]: Fraction(int(x.p), int(x.q)) for v, x in found.items()}


def test_all_facts_hold_at_a_point_that_is_found():
    rng = Random(1)
    found = 0
    for _ in range(600):
        atoms = drawn(rng)
        numbers = point_of(atoms)
        if numbers is not None:
            found += 1
            assert all(HOLDS[sign](value(terms, numbers)) for sign, terms in atoms), atoms
    assert found > 200


def test_z3_refutes_nothing_that_has_a_point_and_finds_few_others():
    rng = Random(2)
    told = {"found": 0, "missed": 0, "none": 0}
    for _ in range(150):
        atoms = drawn(rng)
        known = model(NAMES, [[[atom]] for atom in atoms])  # always asks z3
        if point_of(atoms) is not None:
            told["found"] += 1
            assert known is not None, atoms
        else:
            told["none" if known is None else "missed"] += 1
    assert told["found"] > 40, told
    assert told["none"] > 20, told
    assert told["missed"] < told["found"] / 4, told


@pytest.mark.parametrize(
    "atoms",
    [
        [[">", [["1", "x"]]], [">=", [["-1", "x"]]]],
        [["=", [["1", "x"], ["-1"]]], [">", [["1"], ["-1", "x"]]]],
        [[">=", [["-1"]]]],
        [[">", [["1", "x", "y"]]], ["=", [["1", "y"]]]],
    ],
)
def test_nothing_is_found_where_there_is_no_point(atoms):
    assert point_of(atoms) is None
    assert refutes(NAMES, [[[atom]] for atom in atoms]) == "unsat"


def test_large_facts_are_left_to_the_solver():
    x, y, z = Ring(NAMES).generators
    assert common_point([Fact(">", x ** (DEGREE + 1))]) is None
    assert common_point([Fact(">", x**DEGREE)]) == {0: 1}
    long = (x + y + z + 1) ** 13
    assert len(long) > TERMS
    assert common_point([Fact(">", long)]) is None


def test_facts_of_several_cases_are_still_asked():
    either = [[[">", [["1", "x"], ["-1"]]]], [[">", [["-1", "x"], ["-1"]]]]]
    assert refutes(["x"], [either, [[["=", [["1", "x"]]]]]]) == "unsat"
    assert find(["x"], [either, [[["=", [["1", "x"]]]]]]) is not None
    assert refutes(["x"], [either, [[["=", [["1", "x"], ["-2"]]]]]]) == "sat"
