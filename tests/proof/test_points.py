"""Points are found where plain guesses hardly ever land, and every hypothesis holds at them."""

import sympy as sp

from pmlsym.proof.evaluation.points import counterexample, points
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.reading import in_sympy

a, b, c, d, e, f = reals("a b c d e f")
ORDERED = (sp.Gt(a, 0), *(sp.Lt(low, high) for low, high in ((a, b), (b, c), (c, d), (d, e))))


def exactly(point):
    return {sp.Symbol(name, real=True): in_sympy(v) for name, v in point.numbers.items()}


def test_ordered_numbers_are_found_in_a_few_tries():
    # five independent guesses are in this order one time in 120 and below 1 rarer still
    goal = Goal((*ORDERED, sp.Lt(e, 1)), sp.Ge(a, 0))
    found = list(points(goal.kernel, tries=40))
    assert len(found) >= 5
    for point in found:
        assert all(h.subs(exactly(point)) is sp.true for h in goal.hypotheses)


def test_what_is_defined_is_looked_at_as_soon_as_it_is_known():
    # f is defined by d, which is defined in turn by a: both have to lie in narrow intervals
    hypotheses = (sp.Eq(f, 2 * d, evaluate=False), sp.Eq(d, a + b, evaluate=False))
    narrow = (sp.Gt(f, sp.Rational(69, 100)), sp.Lt(f, sp.Rational(71, 100)), sp.Gt(a, b))
    goal = Goal((*hypotheses, *narrow), sp.Lt(a, 0))
    found = next(points(goal.kernel, tries=200))
    values = exactly(found)
    assert values[f] == 2 * (values[a] + values[b])
    assert sp.Rational(69, 100) < values[f] < sp.Rational(71, 100)
    broken = counterexample(goal.kernel, tries=200)
    assert exactly(broken)[a] >= 0


def test_hypotheses_that_contradict_have_no_point():
    assert not list(points(Goal((sp.Gt(a, b), sp.Gt(b, a)), sp.Gt(a, 0)).kernel, tries=50))
