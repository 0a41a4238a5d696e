"""Proofs and witnesses for human readers, as text and as LaTeX."""

from __future__ import annotations

from typing import Any

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.steps import Step
from pmlsym.proof.witness import Sample, Witness

_NAMES = {
    "p_1": "p_{1}",
    "alpha2": r"\alpha'",
    "b2": "b'",
    "m2": "m'",
    "eps2": r"\varepsilon'",
    "epsilon": r"\varepsilon",
}


def latex(term: Any) -> str:
    """Return a term or a relation as LaTeX."""
    names = {
        symbol: _NAMES[symbol.name]
        for symbol in sp.sympify(term).atoms(sp.Symbol)
        if symbol.name in _NAMES
    }
    return str(sp.latex(term, symbol_names=names))


def goal_latex(goal: Goal) -> str:
    """Return a goal as LaTeX: hypotheses, arrow, conclusion."""
    given = ",\\; ".join(map(latex, goal.hypotheses))
    claim = ",\\; ".join(map(latex, (*goal.such_that, goal.conclusion)))
    if goal.exists:
        claim = rf"\exists\, {', '.join(map(latex, goal.exists))}:\; {claim}"
    return rf"{given} \;\Longrightarrow\; {claim}" if given else claim


def proof_rows(step: Step) -> list[dict[str, Any]]:
    """Return the steps of a proof in order, each with its kind, its reason and what it rests on."""
    chain = step.chain()
    place = {id(part): number for number, part in enumerate(chain, start=1)}
    return [
        {
            "kind": part.kind,
            "text": f"{number}. {part.goal}",
            "reason": part.reason,
            "from": [place[id(premise)] for premise in part.premises],
            "latex": goal_latex(part.goal),
        }
        for number, part in enumerate(chain, start=1)
    ]


def proof_text(step: Step) -> str:
    """Return a proof as numbered lines.

    Examples
    --------
    >>> from pmlsym.proof.steps import Decided
    >>> from pmlsym.proof.language import reals
    >>> x, y = reals("x y")
    >>> print(proof_text(Decided(Goal((), x**2 + y**2 >= 2*x*y))))
    1. x**2 + y**2 >= 2*x*y
       decision: the negation is unsatisfiable over the reals (z3)
    """
    lines = []
    for row in proof_rows(step):
        rests = f" [from {', '.join(map(str, row['from']))}]" if row["from"] else ""
        lines += [row["text"], f"   {row['kind']}: {row['reason']}{rests}"]
    return "\n".join(lines)


def proof_latex(step: Step) -> str:
    """Return a proof as a LaTeX ``align`` environment."""
    rows = [
        rf"({number})\quad & {row['latex']} && \text{{{row['kind']}"
        + (f" from {', '.join(map(str, row['from']))}" if row["from"] else "")
        + "}"
        for number, row in enumerate(proof_rows(step), start=1)
    ]
    body = " \\\\\n".join(rows)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def evidence_rows(evidence: Step | Witness | Sample) -> list[dict[str, Any]]:
    """Return any evidence as rows that JSON can hold."""
    if isinstance(evidence, Step):
        return proof_rows(evidence)
    if isinstance(evidence, Sample):
        return [
            {
                "kind": "sample",
                "text": evidence.text,
                "tried": evidence.tried,
                "largest": evidence.largest,
                "seed": evidence.seed,
            }
        ]
    rows = proof_rows(evidence.never) if evidence.never is not None else []
    return [*rows, {"kind": "witness", "text": evidence.text, "reason": evidence.how}]


def witness_row(witness: Witness) -> dict[str, Any]:
    """Return a witness as JSON can hold it: exact strings, floats beside them."""
    left, right = witness.as_floats()
    exact_left, exact_right = map(str, witness.sides)
    return {
        "goal": str(witness.goal),
        "numbers": {str(symbol): str(value) for symbol, value in witness.values.items()},
        "left": left,
        "right": right,
        "exact": {"left": exact_left, "right": exact_right},
        "how": witness.how,
    }
