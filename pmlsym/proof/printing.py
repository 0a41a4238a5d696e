"""Proofs and witnesses for human readers, as text and as LaTeX."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count
from typing import Any

import sympy as sp

from pmlsym.pages import because
from pmlsym.proof.chain import Citations, confirmed, proof_rows
from pmlsym.proof.evaluation.roots import root_latex
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.kernel.terms import Malformed, NotProved
from pmlsym.proof.kernel.validation import validate_relation, validate_term
from pmlsym.proof.language import Mean
from pmlsym.proof.reading import SIGNS, read, read_relation, refuse_foreign, sympified
from pmlsym.proof.steps import Step
from pmlsym.proof.witness import Sample, Witness
from pmlsym.proof.writing import NAMES, latex as term_latex, sentence_latex

__all__ = [
    "Citations",
    "all_steps",
    "confirmed",
    "evidence_rows",
    "goal_latex",
    "latex",
    "proof_latex",
    "proof_rows",
    "proof_text",
    "witness_latex",
    "witness_row",
]

_SPECIAL = (sp.CRootOf, sp.erfc)


def latex(term: Any) -> str:
    """Return a term or a relation as LaTeX."""
    found = sympified(term)
    try:
        return _latex(found)
    except RecursionError:
        raise Malformed("a term is too deep") from None


def _latex(found: Any) -> str:
    if type(found) in SIGNS:
        relation = read_relation(found)
        validate_relation(relation)
        return sentence_latex(relation, NAMES)
    if isinstance(found, sp.Basic) and found.atoms(sp.CRootOf, sp.erfc):
        return _latex_of_special(found)
    known = read(found)
    validate_term(known)
    return term_latex(known, NAMES)


def _latex_of_special(found: Any) -> str:
    """Return a term as LaTeX, with symbols for numbers outside the kernel's language."""
    refuse_foreign(found, _SPECIAL)
    parts, waiting, bound, taken = [], [found], set(), set()
    while waiting:
        part = waiting.pop()
        if type(part) in _SPECIAL:
            parts.append(part)
            continue
        if type(part) is Mean:
            bound |= set(part.variables)
        taken |= {part.name} if type(part) is sp.Symbol else set()
        waiting += part.args
    if any(part.free_symbols & bound for part in parts):
        raise Malformed("erfc of the variable of a mean cannot be written")
    names = (name for name in (f"special{n}" for n in count()) if name not in taken)
    called = dict(zip(dict.fromkeys(parts), names, strict=False))
    known = read(found.xreplace({part: sp.Symbol(n, real=True) for part, n in called.items()}))
    validate_term(known)
    written = {
        name: rf"\operatorname{{erfc}}\left({_latex(part.args[0])}\right)"
        if type(part) is sp.erfc
        else root_latex(part)
        for part, name in called.items()
    }
    return term_latex(known, NAMES | written)


def goal_latex(goal: Goal) -> str:
    """Return a goal as LaTeX: hypotheses, arrow, conclusion."""
    read_goal(goal)  # raises an error for other types
    return goal.latex()


def proof_text(step: Step) -> str:
    """Return a proof as numbered lines.

    Examples
    --------
    >>> from pmlsym.proof.steps import Decided
    >>> from pmlsym.proof.language import reals
    >>> x, y = reals("x y")
    >>> print(proof_text(Decided(Goal((), x**2 + y**2 >= 2*x*y))))
    1. x^2 + y^2 >= 2*x*y
       decision: a certificate refutes the negation over the reals
    """
    lines = []
    for row in proof_rows(step):
        lines += [row["text"], f"   {because(row)}"]
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


def evidence_rows(
    evidence: Step | Witness | Sample, citations: Citations | None = None
) -> list[dict[str, Any]]:
    """Return any evidence as rows for JSON."""
    if isinstance(evidence, Step):
        return proof_rows(evidence, citations)
    if type(evidence) not in (Witness, Sample):
        raise NotProved(f"{type(evidence).__name__} is no evidence")
    if citations is not None and (isinstance(evidence, Sample) or evidence.never is None):
        citations.part()
    if isinstance(evidence, Sample):
        return [
            {
                "kind": "sample",
                "text": evidence.text,
                "tried": evidence.tried,
                "largest": evidence.largest if math.isfinite(evidence.largest) else None,
                "seed": evidence.seed,
            }
        ]
    rows = proof_rows(evidence.never, citations) if evidence.never is not None else []
    return [*rows, {"kind": "witness", "text": evidence.text, "reason": evidence.how}]


def witness_row(witness: Witness) -> dict[str, Any]:
    """Return a witness for JSON: exact strings, each with a float.

    The float is null where none is known to be near the exact value.
    """
    if type(witness) is not Witness:
        raise NotProved(f"{type(witness).__name__} is no witness")
    left, right = witness.as_floats()
    exact_left, exact_right = witness.side_texts()
    return {
        "goal": str(witness.goal),
        "numbers": witness.number_texts(),
        "laws": witness.law_texts(),
        "left": left,
        "right": right,
        "exact": {"left": exact_left, "right": exact_right},
        "how": witness.how,
    }


def witness_latex(witness: Witness) -> str:
    """Return the numbers and the laws of a witness as LaTeX, on one line."""
    return r",\; ".join(witness.latex_lines(NAMES))


def all_steps(evidence: Sequence[Step | Witness | Sample]) -> list[Step]:
    """Return every step of some evidence, each once."""
    found: dict[int, Step] = {}
    for one in evidence:
        proof = one.never if type(one) is Witness else one if isinstance(one, Step) else None
        for step in proof.chain() if proof is not None else []:
            found.setdefault(id(step), step)
    return list(found.values())
