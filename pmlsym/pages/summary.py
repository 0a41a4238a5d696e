"""The summary of the ledger, for the command line, the README, the notebooks and the site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pmlsym.pages.page import with_noun

SLIGHT = ("boundary", "degenerate", "typo")  # kinds of mistakes that do not change formulas


class Record(NamedTuple):
    """The recorded facts about a checked claim, one line of ``recorded.csv``.

    Attributes
    ----------
    verdict, kind, root : as in JSON; empty where there is none.
    steps : the number of informal steps of its proof.
    bookkeeping : the number of these that are definitions or rewritings.
    reductions : the number of theorems by which programs reduced its statements.
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
    >>> record_of(["proved", "", "", "1", "0", "2", "200", "150", "12ab", ""]).steps
    1
    """
    verdict, kind, root, *numbers, goals, repair = cells
    steps, bookkeeping, reductions, tried, applied = map(int, numbers)
    return Record(
        verdict, kind, root, steps, bookkeeping, reductions, tried, applied, goals, repair
    )


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
            tried=item["models"]["tried"],
            applied=item["models"]["applied"],
            goals=item["goals"],
            repair="" if item["repair"] is None else item["repair"]["id"],
        )
        for row in rows
        for item in (row, row["repair"])
        if item is not None
    }


def summary(records: Mapping[str, Record]) -> tuple[str, ...]:
    """Return the summary of claims and their repairs, a sentence or two for each subject.

    Examples
    --------
    >>> proved = Record("proved", "", "", 0, 0, 1, 200, 190, "", "")
    >>> wrong = Record("refuted", "typo", "p.b", 0, 0, 0, 50, 50, "", "p.b.repair")
    >>> found = summary({"p.a": proved, "p.b": wrong, "p.b.repair": proved})
    >>> print(found[0], found[2])
    2 statements: 1 proved, 1 refuted. Repairs of the refuted statements: 1 proved.
    >>> print(found[4])
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
                f"{with_noun(len(claims), 'statement')}: {_verdicts(claims)}.",
                _refuted({n: one for n, one in by_name.items() if one.verdict == "refuted"}),
                f"Repairs of the refuted statements: {_verdicts(repaired)}." if repaired else "",
                _steps(records.values()),
                _tested(records.values()),
            ),
        )
    )


def _verdicts(records: Iterable[Record]) -> str:
    counts = Counter(record.verdict for record in records)
    return ", ".join(f"{counts[name]} {name.replace('-', ' ')}" for name in sorted(counts))


def _mistakes(refuted: Mapping[str, Record]) -> int:
    """Count mistakes: claims that name one root, themselves or by way of others, share theirs."""
    found: list[set[str]] = []
    for name, record in refuted.items():
        linked = {name, record.root or name}
        apart = [one for one in found if not one & linked]
        found = [*apart, linked.union(*(one for one in found if one & linked))]
    return len(found)


def _refuted(by_name: Mapping[str, Record]) -> str:
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
    return " ".join([*said, f"They go back to {with_noun(_mistakes(by_name), 'mistake')}."])


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _steps(records: Iterable[Record]) -> str:
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


def _tested(records: Iterable[Record]) -> str:
    every = list(records)
    tried, applied = (sum(getattr(r, name) for r in every) for name in ("tried", "applied"))
    if not tried:
        return ""
    return f"Tested on {with_noun(tried, 'instance')}; the hypotheses hold on {applied} of them."
