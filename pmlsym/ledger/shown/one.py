"""One claim as a page: what is said, how it is known or where it fails, and what is true instead.

The pages are made of the same plain data that ``pmlsym show --json`` prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from pmlsym.ledger.models import ModelsRow
from pmlsym.ledger.rows import EvidenceRow, Heading, Row
from pmlsym.pages import Block, Folded, Formula, Line, Page, Steps, Strong, Table, Words, pieces
from pmlsym.proof.chain import because


def heading_page(row: Heading, repair: Heading | None = None) -> Page:
    """Return what a claim says, before any check."""
    blocks = list(_said(row))
    if repair is not None:
        blocks.append(Words((f"{repair['id']}: {repair['says']}",), "what it is repaired to"))
    return Page(f"{row['id']} ({row['paper']}, {row['where']})", tuple(blocks))


def checked_page(row: Row) -> Page:
    """Return a checked claim with its evidence; the steps of its proof are folded in a notebook."""
    title = (f"{row['id']} ({row['paper']}, {row['where']}): ", Strong(verdict_words(row)))
    blocks = [*_said(row), *_used(row)]
    if row["witness"] is not None:
        blocks += world_blocks(row["witness"])
    blocks += _evidence(row)
    if row["repair"] is not None:
        page = checked_page(row["repair"])
        blocks.append(Folded(("The nearest true statement: ", *pieces(page.title)), page.blocks))
    return Page(title, tuple(blocks))


def checked_latex(verdict: str, statement: str, fails: str, repair: tuple[str, str] | None) -> str:
    r"""Return a verdict with what it is about, where that fails and what is true, as a formula.

    Parameters
    ----------
    verdict : of the statement.
    statement : as LaTeX.
    fails : where it fails, as LaTeX; empty if nothing is known to refute it.
    repair : verdict and statement of what is true instead.

    Examples
    --------
    >>> print(checked_latex("proved", r"x \le x", "", None))
    $\displaystyle\begin{aligned}&\textbf{proved}\text{: } x \le x\end{aligned}$
    """
    # the colon is text: in math mode it would be set as a relation
    rows = [rf"&\textbf{{{verdict}}}\text{{: }} {statement}"]
    if fails:
        rows.append(rf"&{fails}")
    if repair is not None:
        rows.append(rf"&\text{{{repair[0]} repair: }} {repair[1]}")
    body = r" \\ ".join(rows)
    return rf"$\displaystyle\begin{{aligned}}{body}\end{{aligned}}$"


def verdict_words(row: Row) -> str:
    """Return the verdict with the kind of mistake, if it is refuted."""
    verdict = row["verdict"] or "no verdict"
    return f"{verdict} ({row['kind']})" if row["kind"] else verdict


def tried(models: ModelsRow, refuted: bool) -> str:
    """Say on how many worlds something was read, and what came of it."""
    found = f"tried on {models['tried']} worlds, {models['applied']} of which apply"
    if models["unseparated"]:
        found += f" ({models['unseparated']} too close to tell)"
    if refuted:
        return f"{found}: {models['violations']} violations"
    return f"{found}: no violation, equality on {models['tight']}"


def _said(row: Heading) -> Iterator[Block]:
    yield Words(row["says"])
    if row["statement"]:
        # a terminal shows the line of the language, or else the words below
        yield Words(Formula(row["text"] or "", row["statement"]), "stated" if row["text"] else "")
    if row["words"]:
        yield Words(row["words"], "in words")
    if row["scope"]:
        yield Words(row["scope"], "scope")


def _used(row: Row) -> Iterator[Block]:
    for theorem in row["reductions"]:
        yield Words(f"{theorem['name']}: {theorem['says']}", "reduced")
        yield Words(theorem["because"], "because", faint=True)
    for argument in row["arguments"]:
        yield Words(f"{argument['text']} (tried on {argument['tested']} worlds)", "argument")
    if row["models"]["tried"]:
        yield Words(tried(row["models"], row["verdict"] == "refuted"), faint=True)


def _evidence(row: Row) -> Iterator[Block]:
    part: EvidenceRow | None = None
    steps: list[tuple[Line, str]] = []
    beside: list[Block] = []
    for step in row["evidence"]:
        if step["kind"] == "goal":
            if part is not None:
                yield _part(part, steps, beside)
            part, steps, beside = step, [], []
        elif "formal" in step and step["kind"] != "failure":
            steps.append((Formula(step["formal"] or "", step["latex"]), because(step)))
        elif part is not None:
            beside.append(_other(step))
        else:
            yield _other(step)
    if part is not None:
        yield _part(part, steps, beside)


def _part(goal: EvidenceRow, steps: list[tuple[Line, str]], beside: list[Block]) -> Folded:
    blocks: list[Block] = [Words(Formula(goal["formal"] or "", goal["latex"]), "goal")]
    if "bound" in goal:
        blocks.append(Words(f"the proof is for {goal['bound']}", faint=True))
    if "point" in goal:
        blocks.append(Words(f"the hypotheses hold at {goal['point']}", faint=True))
    if steps:
        blocks.append(Steps(tuple(steps)))
    return Folded(("part: ", goal["text"]), (*blocks, *beside))


def _other(step: EvidenceRow) -> Block:
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


def world_blocks(witness: Mapping[str, object]) -> Iterator[Block]:
    """Yield the world on which something fails as tables, and both sides of what is claimed there.

    Parameters
    ----------
    witness : as a row of the ledger has it: perhaps ``prior`` with ``kernel`` or ``joint``, then
        ``parameters``, and both sides.
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
    if exact["left"] is not None and exact["right"] is not None:
        about = " and ".join(
            f"{side:.6g}" if isinstance(side, float) else str(side)
            for side in (witness["left"], witness["right"])
        )
        yield Words(f"left side {exact['left']}, right side {exact['right']}; about {about}")
