"""Evidence of one claim as blocks of a page, and the summary of the whole ledger.

Both are built from the plain data that ``--json`` prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from pmlsym.given import with_noun
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
                yield _part_block(part, steps, beside)
            part, steps, beside = step, [], []
        elif "formal" in step and step["kind"] != "failure":
            steps.append((Formula(step["formal"] or "", step["latex"]), because(step, known=True)))
        elif part is not None:
            beside.append(_other_block(step))
        else:
            yield _other_block(step)
    if part is not None:
        yield _part_block(part, steps, beside)


def _part_block(
    goal: Mapping[str, Any], steps: list[tuple[Line, str]], beside: list[Block]
) -> Folded:
    blocks: list[Block] = [Words(Formula(goal["formal"] or "", goal["latex"]), "goal")]
    if "bound" in goal:
        blocks.append(Words(f"the proof is for {goal['bound']}", faint=True))
    if "point" in goal:
        blocks.append(Words(f"the hypotheses hold at {goal['point']}", faint=True))
    if steps:
        blocks.append(Steps(tuple(steps)))
    return Folded(("part: ", goal["text"]), (*blocks, *beside))


def _other_block(step: Mapping[str, Any]) -> Block:
    """Return a witness, a sample, an example or a failure as words."""
    return Words(step_text(step), "no verdict" if step["kind"] == "failure" else step["kind"])


def step_text(step: Mapping[str, Any]) -> str:
    """Return a witness, a sample, an example or a failure as text."""
    if step["kind"] != "failure":
        return " ".join(filter(None, (step["text"], step.get("reason"))))
    lines = [step["part"]] if "part" in step else []
    if step.get("formal"):
        lines.append(str(step["formal"]))
    lines.append(f"not proved: {step['reason']}" if "reason" in step else step["text"])
    if step.get("false_at"):
        lines.append(f"it is false at {step['false_at']}")
    return "\n".join(lines)


def instance_blocks(witness: Mapping[str, object], fails: str = "") -> Iterator[Block]:
    """Yield a counterexample as tables, with the values of both sides of the claim.

    Parameters
    ----------
    witness : in the form of a row of the ledger: optionally ``prior`` with ``kernel`` or
        ``joint``, then ``parameters``, and both sides.
    fails : what fails there, with both sides; empty for the values of the sides alone.
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
    if fails:
        yield Words(fails, "fails")
        return
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


def tried(models: Mapping[str, Any], refuted: bool) -> str:
    """Return the sentence on the number of tested instances and the result."""
    tested = with_noun(models["tried"], "instance")
    found = f"tested on {tested}, hypotheses hold on {models['applied']}"
    if models["unseparated"]:
        found += f" ({models['unseparated']} undecided)"
    if refuted:
        return f"{found}: {with_noun(models['violations'], 'violation')}"
    return f"{found}: no violation, equality on {models['tight']}"


def witness_text(row: Mapping[str, Any]) -> str:
    """Return the line of the evidence with the counterexample to a claim."""
    return next(
        str(step["text"])
        for kind in ("counterexample", "witness")
        for step in row["evidence"]
        if step["kind"] == kind
    )


def verdict_words(row: Mapping[str, Any]) -> str:
    """Return the verdict with the kind of mistake, if it is refuted."""
    verdict = str(row["verdict"] or "no verdict")
    return f"{verdict} ({row['kind']})" if row["kind"] else verdict


def how(row: Mapping[str, Any]) -> str:
    """Describe the evidence of a verdict in a few lines."""
    lines = []
    kinds = Counter(step["kind"] for step in row["evidence"])
    if row["witness"] is not None:
        lines += [witness_text(row), str(row["witness"]["how"])]
    elif row["verdict"] is None:
        lines.append(step_text(row["evidence"][0]))
    else:
        steps = [f"{n} {kind}" for kind, n in kinds.items() if kind not in ("goal", "example")]
        if kinds["goal"]:
            lines.append(f"{with_noun(kinds['goal'], 'part')}: {', '.join(steps)}")
        lines += [f"reduced: {used['name']}" for used in row["reductions"]]
        lines += [step["text"] for step in row["evidence"] if step["kind"] == "example"]
    lines.append(by_coq(row))
    for step in row["arguments"]:
        lines.append(
            f"informal step: {step['text']} (tested on {with_noun(step['tested'], 'instance')})"
        )
    if row["models"]["tried"]:
        lines.append(tried(row["models"], row["verdict"] == "refuted"))
    lines += [step["text"] for step in row["evidence"] if step["kind"] == "sample"]
    lines.append(row["scope"])
    if row["repair"] is not None:
        lines.append(f"repair {verdict_words(row['repair'])}: {row['repair']['says']}")
    return "\n".join(filter(None, lines))


def parted(counterexample: str) -> tuple[str, str]:
    """Return the instance of a counterexample, and what fails there; empty if that is not told.

    Examples
    --------
    >>> parted("x = 1: fails: x^2 > x: 1 = 1, about 1")
    ('x = 1', 'x^2 > x: 1 = 1, about 1')
    """
    instance, _, fails = counterexample.partition(": fails: ")
    return instance, fails


SLIGHT = ("boundary", "degenerate", "typo")  # kinds of mistakes that do not change formulas


class Record(NamedTuple):
    """The recorded facts about a checked claim, one line of ``recorded.csv``.

    Attributes
    ----------
    verdict, kind, root : as in JSON; empty where there is none.
    steps : the number of informal steps of its proof.
    bookkeeping : the number of these that are definitions or rewritings.
    reductions : the number of theorems by which programs reduced its statements.
    whole : 1 where Coq has checked every statement of it from the definitions, or that one of a
        refuted claim is false; else 0.
    tried, applied : the number of tested instances, and of those on which its hypotheses hold.
    goals : the fingerprint of the formal goals.
    repair : the id of the repair; empty where there is none.
    """

    verdict: str
    kind: str
    root: str
    steps: int
    bookkeeping: int
    reductions: int
    whole: int
    tried: int
    applied: int
    goals: str
    repair: str


def record_of(cells: Sequence[str]) -> Record:
    """Return a record from its cells in ``recorded.csv``.

    Raises
    ------
    ValueError
        If a number is none, or a cell is missing.

    Examples
    --------
    >>> record_of(["proved", "", "", "1", "0", "2", "0", "200", "150", "12ab", ""]).steps
    1
    """
    verdict, kind, root, *numbers, goals, repair = cells
    steps, bookkeeping, reductions, whole, tried, applied = map(int, numbers)
    counts = steps, bookkeeping, reductions, whole, tried, applied
    return Record(verdict, kind, root, *counts, goals, repair)


def records_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, Record]:
    """Return a record for each checked claim and for each repair, by id.

    Parameters
    ----------
    rows : rows of the ledger, as ``--json`` prints them.
    """
    return {
        item["id"]: Record(
            verdict=item["verdict"] or "no verdict",
            kind=item["kind"] or "",
            root=item["root"] or "",
            steps=len(item["arguments"]),
            bookkeeping=sum(step["bookkeeping"] for step in item["arguments"]),
            reductions=sum(not theorem["test"] for theorem in item["reductions"]),
            whole=int(item["coq"] is not None),
            tried=item["models"]["tried"],
            applied=item["models"]["applied"],
            goals=item["goals"],
            repair="" if item["repair"] is None else item["repair"]["id"],
        )
        for row in rows
        for item in (row, row["repair"])
        if item is not None
    }


def by_coq(row: Mapping[str, Any]) -> str:
    """Return the sentence that says what Coq has checked of a claim; empty for nothing.

    Parameters
    ----------
    row : with `verdict`, `coq` and `in_coq`, as ``--json`` prints it.

    Examples
    --------
    >>> one = {"statement": 2, "theorem": "theorem_4", "version": "8.16.1", "day": "2026-11-27"}
    >>> by_coq({"verdict": "proved", "coq": None, "in_coq": [one]})
    'statement 2 checked by Coq 8.16.1, from the definitions (theorem_4; 2026-11-27)'
    >>> by_coq({"verdict": "refuted", "coq": one, "in_coq": [one]})
    'statement 2 refuted by Coq 8.16.1, from the definitions (theorem_4; 2026-11-27)'
    """
    found = row["in_coq"]
    if not found:
        return ""
    how = "refuted" if row["verdict"] == "refuted" else "checked"
    which = "every statement"
    if row["coq"] is None or how == "refuted":
        numbers = ", ".join(str(one["statement"]) for one in found)
        which = f"statement{'s' * (len(found) > 1)} {numbers}"
    names = ", ".join(dict.fromkeys(name for one in found for name in one["theorem"].split()))
    version, day = found[0]["version"], min(one["day"] for one in found)
    return f"{which} {how} by Coq {version}, from the definitions ({names}; {day})"


def summary(records: Mapping[str, Record]) -> tuple[str, ...]:
    """Return the summary of claims and their repairs, a sentence or two for each subject.

    Examples
    --------
    >>> proved = Record("proved", "", "", 0, 0, 1, 1, 200, 190, "", "")
    >>> wrong = Record("refuted", "typo", "p.b", 0, 0, 0, 0, 50, 50, "", "p.b.repair")
    >>> found = summary({"p.a": proved, "p.b": wrong, "p.b.repair": proved})
    >>> print(found[0], found[2])
    2 statements: 1 proved, 1 refuted. Repairs of the refuted statements: 1 proved.
    >>> print(found[4])
    Of the 2 statements and 1 repair Coq has checked 2 whole, from the definitions.
    >>> print(found[5])
    Tested on 450 instances; the hypotheses hold on 430 of them.
    """
    repairs = {record.repair for record in records.values() if record.repair}
    by_name = {name: record for name, record in records.items() if name not in repairs}
    claims = list(by_name.values())
    repaired = [
        records[record.repair]
        for record in claims
        if record.verdict == "refuted" and record.repair in records
    ]
    return tuple(
        filter(
            None,
            (
                f"{with_noun(len(claims), 'statement')}: {_verdicts_sentence(claims)}.",
                _refuted_sentence(
                    {n: one for n, one in by_name.items() if one.verdict == "refuted"}
                ),
                f"Repairs of the refuted statements: {_verdicts_sentence(repaired)}."
                if repaired
                else "",
                _steps_sentence(records.values()),
                _whole_sentence(records.values(), len(claims)),
                _tested_sentence(records.values()),
            ),
        )
    )


def _verdicts_sentence(records: Iterable[Record]) -> str:
    counts = Counter(record.verdict for record in records)
    return ", ".join(f"{counts[name]} {name.replace('-', ' ')}" for name in sorted(counts))


def mistakes(refuted: Mapping[str, Record]) -> int:
    """Count the mistakes of refuted claims.

    Claims that name one root, themselves or by way of others, share theirs.
    """
    found: list[set[str]] = []
    for name, record in refuted.items():
        linked = {name, record.root or name}
        apart = [one for one in found if not one & linked]
        found = [*apart, linked.union(*(one for one in found if one & linked))]
    return len(found)


def _refuted_sentence(by_name: Mapping[str, Record]) -> str:
    refuted = list(by_name.values())
    if not refuted:
        return ""
    slight = sum(record.kind in SLIGHT for record in refuted)
    unknown = sum(not record.kind for record in refuted)
    grave = len(refuted) - slight - unknown
    said = []
    if grave or slight:
        said.append(
            f"Of the refuted ones {grave} need{'s' * (grave == 1)} another formula or assumption; "
            f"{slight} {_are(slight)} mended by a boundary, a trivial case or a slip of the pen "
            "alone."
        )
    if unknown:
        said.append(f"Of {unknown} of them the kind is not known.")
    return " ".join([*said, f"They go back to {with_noun(mistakes(by_name), 'mistake')}."])


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _steps_sentence(records: Iterable[Record]) -> str:
    every = list(records)
    steps = sum(record.steps for record in every)
    proofs = sum(record.steps > 0 for record in every)
    plain = sum(record.bookkeeping for record in every)
    used = sum(record.reductions for record in every)
    programs = sum(record.reductions > 0 for record in every)
    if not steps and not used:
        return ""
    said = "No informal step of a person"
    if steps:
        persons = f"{with_noun(steps, 'informal step')} of a person in {with_noun(proofs, 'proof')}"
        said = f"{persons}, {plain} of them definitions or bookkeeping"
    uses = with_noun(used, "use")
    return f"{said}; {uses} of reduction theorems by programs in {with_noun(programs, 'proof')}."


def _whole_sentence(records: Iterable[Record], claims: int) -> str:
    """Return how many of all records, the claims and their repairs, Coq has checked whole."""
    every = list(records)
    of = Counter(record.verdict == "refuted" for record in every if record.whole)
    said = [f"checked {of[False]} whole"] * bool(of[False])
    said += [f"refuted {of[True]}"] * bool(of[True])
    if not said:
        return ""
    among = f"Of the {with_noun(claims, 'statement')}"
    if len(every) > claims:
        among += f" and {with_noun(len(every) - claims, 'repair')}"
    return f"{among} Coq has {' and '.join(said)}, from the definitions."


def _tested_sentence(records: Iterable[Record]) -> str:
    every = list(records)
    tried, applied = (sum(getattr(r, name) for r in every) for name in ("tried", "applied"))
    if not tried:
        return ""
    return f"Tested on {with_noun(tried, 'instance')}; the hypotheses hold on {applied} of them."
