"""What the package hands out or keeps in public cannot be written so that a verdict changes."""

import importlib
import json
import pkgutil
import sys
from contextlib import suppress

import pytest
import sympy as sp

import pmlsym
from pmlsym.ledger import claim, decisions
from pmlsym.proof import review
from pmlsym.proof.chain import proof_rows
from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel import polynomials
from pmlsym.proof.kernel.question import AGREED
from pmlsym.proof.language import reals
from pmlsym.proof.review import Oracle, asking, proposal
from pmlsym.proof.search import Effort, refutes
from pmlsym.proof.steps import Cases, Decided
from pmlsym.proof.verdict import Finding, verdict
from pmlsym.statements.law import Law

x, y, u, v = reals("x y u v")
R = sp.Rational
NARROW = Goal((x > R(12345, 10000), x < R(12346, 10000)), x**2 > 3)  # false, where few points are

# what somebody adds to on purpose: a guarantee of one's own
MEANT = {"pmlsym.guarantees.kinds.KINDS", "pmlsym.guarantees.KINDS"}
# options of a solver, and parts of claims that were made when they were imported
DONE_WITH = ("TOLERANCES", "ADAPTED", "LARGER", "EQUAL", "SMALLER")


def modules():
    for found in pkgutil.walk_packages(pmlsym.__path__, "pmlsym."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def test_no_public_table_of_a_module_can_be_written():
    number_text = {
        f"{module.__name__}.{name}"
        for module in modules()
        for name, value in vars(module).items()
        if not name.startswith("_") and isinstance(value, dict | list | set | bytearray)
    }
    assert {name for name in number_text - MEANT if not name.endswith(DONE_WITH)} == set()


def test_the_trees_of_the_store_are_not_handed_out():
    found = list(decisions([claim("histogram.monotone")]))
    assert found
    for document in (decision.document for decision in found):
        question = {key: document[key] for key in ("variables", "hypotheses")}
        tree = proposal(question)
        before = json.dumps(tree)
        tree.clear()
        assert json.dumps(proposal(question)) == before


def test_what_a_law_counts_cannot_be_written():
    law = claim("pmc.remark-3").models[0].law
    assert isinstance(law, Law)
    for handed_out in (law.marginal(("X",)), law.marginal(("X", "Y")), law.extremes("X", ("Y",))):
        with pytest.raises(TypeError, match="does not support item assignment"):
            handed_out[next(iter(handed_out))] = 99


def test_what_is_left_by_an_interrupt_between_two_lines_is_put_back():
    """It arrives as the first line of a block returns, before anything in the block."""

    def state():
        held = polynomials._in_a_step, review._CHOSEN, review._CERTIFIED_ONLY
        return tuple(variable.get() for variable in held)

    blocks = (
        lambda: review.asking(Oracle(None)),
        review.certificates_only,
    )
    before = state()
    for block in blocks:
        for line in range(12):
            left = iter(range(line))

            def interrupting(frame, event, _, left=left):
                if frame.f_code.co_filename.endswith("review.py"):
                    if event == "line" and next(left, None) is None:
                        raise KeyboardInterrupt
                    return interrupting
                return None

            tracing = sys.gettrace()
            sys.settrace(interrupting)
            try:
                with suppress(KeyboardInterrupt), block():
                    pass
            finally:
                sys.settrace(tracing)
            assert state() == before, (block, line)


def test_a_rule_that_rests_on_two_solvers_says_so():
    """The step of a decision said it, that of a rule with questions of its own did not."""
    close = x**4 * y**2 + x**2 * y**4 + 1 - 3 * x**2 * y**2 + R(1, 10**9)
    number = sp.log(close)
    goal = Goal((x > 1,), x**2 > x)
    search = Oracle(None, Effort())

    def agreeing(document):
        found = search(document)
        unsat = refutes(document["variables"], document["hypotheses"]) == "unsat"
        return AGREED if found is None and unsat else found

    with asking(agreeing):
        halves = [Goal((x > 1, half), x**2 > x) for half in (number >= 0, number <= 0)]
        proof = Cases(number, *map(Decided, halves))
        found = Finding(goal, proof)
        assert verdict([found]) == "supported"
        *halves, last = proof_rows(proof)
    assert {row["confirmed"] for row in halves} == {"certificate"}
    assert last["confirmed"] == "two solvers"
    assert "two solvers" in last["reason"]
