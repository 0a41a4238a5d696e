"""Evidence as blocks of a page: goals with their steps, and counterexamples.

The blocks are built from the plain data that ``--json`` prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from pmlsym.pages.page import Block, Folded, Formula, Line, Steps, Table, Words

CERTIFICATE = "a certificate refutes the negation over the reals"


def certified(row: Mapping[str, Any]) -> bool:
    """Return whether a row is a decision with a certificate."""
    return row["kind"] == "decision" and row.get("reason") == CERTIFICATE


def because(row: Mapping[str, Any], known: bool = False) -> str:
    """Return the reason for a row of a proof, with the rows that it uses.

    Parameters
    ----------
    row : the row.
    known : whether the evidence for decisions was explained before.
    """
    rests = f" [from {', '.join(map(str, row['from']))}]" if row.get("from") else ""
    if known and certified(row):
        return f"{row['kind']}{rests}"
    return f"{row['kind']}: {row.get('reason', '')}{rests}"


def evidence_blocks(evidence: Iterable[Mapping[str, Any]]) -> Iterator[Block]:
    """Yield each goal with the steps of its proof, folded, and other evidence as words.

    The evidence for decisions by certificates is explained once, before all of them.

    Parameters
    ----------
    evidence : rows with a ``kind`` and a ``text``, as ``--json`` prints them: goals and steps with
        ``formal`` and ``latex``, witnesses, samples, examples, failures.
    """
    evidence = list(evidence)
    if any(map(certified, evidence)):
        yield Words(f"decision: {CERTIFICATE}, where no other reason is given", faint=True)
    part: Mapping[str, Any] | None = None
    steps: list[tuple[Line, str]] = []
    beside: list[Block] = []
    for step in evidence:
        if step["kind"] == "goal":
            if part is not None:
                yield _part(part, steps, beside)
            part, steps, beside = step, [], []
        elif "formal" in step and step["kind"] != "failure":
            steps.append((Formula(step["formal"] or "", step["latex"]), because(step, known=True)))
        elif part is not None:
            beside.append(_other(step))
        else:
            yield _other(step)
    if part is not None:
        yield _part(part, steps, beside)


def _part(goal: Mapping[str, Any], steps: list[tuple[Line, str]], beside: list[Block]) -> Folded:
    blocks: list[Block] = [Words(Formula(goal["formal"] or "", goal["latex"]), "goal")]
    if "bound" in goal:
        blocks.append(Words(f"the proof is for {goal['bound']}", faint=True))
    if "point" in goal:
        blocks.append(Words(f"the hypotheses hold at {goal['point']}", faint=True))
    if steps:
        blocks.append(Steps(tuple(steps)))
    return Folded(("part: ", goal["text"]), (*blocks, *beside))


def _other(step: Mapping[str, Any]) -> Block:
    """Return a witness, a sample, an example or a failure as words."""
    if step["kind"] == "failure":
        lines = [step["part"]] if "part" in step else []
        if step.get("formal"):
            lines.append(str(step["formal"]))
        lines.append(f"not proved: {step['reason']}" if "reason" in step else step["text"])
        if step.get("false_at"):
            lines.append(f"it is false at {step['false_at']}")
        return Words("\n".join(lines), "no verdict")
    return Words(" ".join(filter(None, (step["text"], step.get("reason")))), step["kind"])


def instance_blocks(witness: Mapping[str, object]) -> Iterator[Block]:
    """Yield a counterexample as tables, with the values of both sides of the claim.

    Parameters
    ----------
    witness : in the form of a row of the ledger: optionally ``prior`` with ``kernel`` or
        ``joint``, then ``parameters``, and both sides.
    """
    prior, kernel, joint = (witness.get(name) for name in ("prior", "kernel", "joint"))
    if isinstance(prior, list) and isinstance(kernel, list):
        outcomes = [f"P(y={y}|x)" for y in range(len(kernel[0]))]
        rows = (
            (str(x), str(mass), *map(str, row))
            for x, (mass, row) in enumerate(zip(prior, kernel, strict=True))
        )
        yield Table(("x", "P(x)", *outcomes), tuple(rows), "the mechanism on which it fails")
    elif isinstance(prior, list) and isinstance(joint, list):
        sizes = len(joint[0]), len(joint[0][0])
        pairs = [f"y={y}, z={z}" for y in range(sizes[0]) for z in range(sizes[1])]
        rows = (
            (str(x), *(str(mass) for row in slab for mass in row)) for x, slab in enumerate(joint)
        )
        yield Table(("x", *pairs), tuple(rows), "the joint law on which it fails: P(x, y, z)")
    elif witness.get("world"):
        yield Words(str(witness["world"]), "it fails on")
    parameters = witness.get("parameters")
    if isinstance(parameters, Mapping) and parameters:
        yield Words(", ".join(f"{name} = {value}" for name, value in parameters.items()), "with")
    exact = cast(Mapping[str, str | None], witness["exact"])
    sides = (witness["left"], witness["right"])
    if None not in exact.values() or None not in sides:
        about = " and ".join(
            f"{side:.6g}" if isinstance(side, float) else str(side) for side in sides
        )
        if None in exact.values():
            yield Words(f"left and right side about {about}, by enclosures of both")
        else:
            yield Words(f"left side {exact['left']}, right side {exact['right']}; about {about}")


def tried(models: Mapping[str, object], refuted: bool) -> str:
    """Return the sentence on the number of tested instances and the result."""
    found = f"tested on {models['tried']} instances, hypotheses hold on {models['applied']}"
    if models["unseparated"]:
        found += f" ({models['unseparated']} undecided)"
    if refuted:
        number = models["violations"]
        return f"{found}: {number} violation{'' if number == 1 else 's'}"
    return f"{found}: no violation, equality on {models['tight']}"


def witness_text(row: Mapping[str, Any]) -> str:
    """Return the line of the evidence with the counterexample to a claim."""
    return next(
        str(step["text"])
        for kind in ("counterexample", "witness")
        for step in row["evidence"]
        if step["kind"] == kind
    )
