"""The summary counts mistakes, not claims: those that share a root have one."""

import pytest
import sympy as sp

from pmlsym.ledger import Claim, Decided, Goal, Part, Witness, reals
from pmlsym.pages.evidence import Record, summary


def refuted(root):
    return Record("refuted", "formula", root, 0, 0, 0, 0, 1, 1, "", "")


@pytest.mark.parametrize(
    ("roots", "mistakes"),
    [
        ({"a": "a", "b": "b"}, 2),
        ({"a": "a", "b": "a"}, 1),
        ({"a": "a", "b": "a", "c": "b"}, 1),  # b's mistake is a's
        ({"c": "b", "b": "a", "a": "a"}, 1),
        ({"a": "a", "b": "c", "c": "b"}, 2),
        ({"a": "elsewhere", "b": "elsewhere", "c": ""}, 2),
    ],
)
def test_claims_that_name_one_root_have_one_mistake(roots, mistakes):
    found = " ".join(summary({name: refuted(root) for name, root in roots.items()}))
    assert f"{mistakes} mistake" in found


def test_a_misprint_is_a_slip_of_the_pen_also_in_a_claim_of_goals():
    (x,) = reals("x")
    repair = Claim(
        "notes.a.repair", "notes", "L", "", parts=(Part("p", Goal((x >= 1,), x**2 >= x), Decided),)
    )
    goal = Goal((), x**2 >= x)
    part = Part("p", goal, refute=lambda goal: Witness(goal, {x: sp.Rational(1, 2)}, "half"))
    claim = Claim("notes.a", "notes", "L", "", parts=(part,), repair=repair, misprint="x >= 1")
    found = claim.check()
    assert (found.verdict, found.kind) == ("refuted", "typo")
