"""Wrong input of every kind is refused in one sentence, by the documented exceptions."""

import pytest
import sympy as sp

from pmlsym.ledger import compare_exponentials, relate
from pmlsym.proof.evaluation.balls import NoValue
from pmlsym.proof.evaluation.enclosure import holds
from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import NotProved
from pmlsym.proof.language import Mean, chance, reals
from pmlsym.proof.perturb import is_false, perturbed
from pmlsym.proof.printing import (
    all_steps,
    evidence_rows,
    goal_latex,
    latex,
    proof_text,
    witness_row,
)
from pmlsym.proof.steps import (
    Cases,
    Decided,
    Exhibited,
    Expectation,
    Exponentiated,
    Increasing,
    Instance,
    Nearest,
    OrderKept,
    Step,
    StrictExpectation,
    restated,
)
from pmlsym.proof.verdict import Finding, NoVerdict, point_text
from pmlsym.proof.witness import NoWitness, Witness, number_text, violates

w, x, y = reals("w x y")
ONE = sp.Integer(1)
SQUARE = Goal((), sp.Ge(x**2, 0, evaluate=False))


def ge(left, right):
    return sp.Ge(left, right, evaluate=False)


LONG = sp.Integer(10) ** 5000
MEAN = Mean(w, (w,))
PLAIN = Goal((), ge(x, 0))


def deep():
    term = x
    for _ in range(2000):
        term = sp.exp(term + x, evaluate=False)
    return term


WRONG = {
    "long": lambda: Goal((10**5000,), x > 0),
    "long in a function": lambda: str(Goal((), ge(sp.sin(LONG * x), 0))),
    "long number": lambda: Witness(PLAIN, {x: sp.sin(LONG, evaluate=False)}, ""),
    "long latex": lambda: latex(LONG),
    "goal": lambda: Witness(5, {}, ""),
    "never": lambda: Witness(Goal((), y > x, (y,)), {x: ONE}, "", never=5),
    "defined": lambda: Witness(PLAIN, {}, "", defined={x: 5}),
    "instance of": lambda: Instance(5, {x: 1}),
    "instance deep": lambda: Instance(Decided(SQUARE), {x: deep()}),
    "instance list": lambda: Instance(Decided(SQUARE), [1]),
    "using": lambda: Decided(SQUARE, 5),
    "using a step": lambda: Decided(SQUARE, Decided(SQUARE)),
    "exhibited": lambda: Exhibited(Goal((), y > x, (y,)), 5, ()),
    "order": lambda: OrderKept(5, sp.exp),
    "nearest": lambda: Nearest(5, 1),
    "exponentiated": lambda: Exponentiated(5, x > 0),
    "expectation": lambda: Expectation(Decided(SQUARE), x),
    "strict": lambda: StrictExpectation(Decided(SQUARE), 5, x > 0, (x,)),
    "start": lambda: Increasing(x, x, 0, 5, Decided(SQUARE)),
    "cases": lambda: Cases(x, 5, 6),
    "step": lambda: Step(5),
    "premises": lambda: Step(Decided(SQUARE).proof, 5),
    "restated": lambda: restated(5, PLAIN),
    "put 5": lambda: PLAIN.instance(5),
    "latex of a mean": lambda: latex(MEAN.subs(w, 2)),
    "latex over nothing": lambda: latex(Mean(w, ())),
    "latex over a term": lambda: latex(Mean(w, (sp.exp(w),))),
    "latex list": lambda: latex([1]),
    "latex deep": lambda: latex(deep()),
    "goal latex": lambda: goal_latex(5),
    "goal latex deep": lambda: goal_latex(Goal((), ge(deep(), 0))),
    "false": lambda: is_false(5),
    "perturbed": lambda: list(perturbed(Goal((), sp.true))),
    "perturbed and": lambda: list(perturbed(Goal((), sp.And(x > 0, y > 0)))),
    "holds law": lambda: holds(MEAN > 0, {}, {"P": 5}),
    "holds deep": lambda: holds(ge(deep(), 0), {x: sp.Integer(0)}),
    "written long": lambda: number_text(LONG),
    "proof text": lambda: proof_text(5),
    "evidence": lambda: evidence_rows(5),
    "row": lambda: witness_row(5),
    "point": lambda: point_text(5),
    "no names": lambda: reals(""),
    "names 5": lambda: reals(5),
    "event": lambda: chance(5, (w,)),
    "relation": lambda: relate(x, "=>", y),
    "relation list": lambda: relate(x, ["<="], y),
    "relation text": lambda: relate("x", "<=", y),
    "logarithms": lambda: compare_exponentials("x"),
    "logarithms of truth": lambda: compare_exponentials(Goal((), sp.true)),
    "violates": lambda: violates(x > 0, 5),
    "holds laws": lambda: holds(MEAN > 0, {}, [5]),
    "finding": lambda: Finding(Goal((), x > 0), 5),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_input_is_refused_in_one_sentence(name):
    try:
        WRONG[name]()
    except (NotProved, NoWitness, NoValue, NoVerdict) as refusal:
        assert str(refusal)  # noqa: PT017
        assert "\n" not in str(refusal)  # noqa: PT017
        assert len(str(refusal)) < 400  # noqa: PT017
    else:
        assert name in ("false",)
    assert all_steps([5]) == []
