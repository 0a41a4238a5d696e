"""What the page of a claim says, as sections of blocks: what a notebook shows, and where to go on.

The blocks are those of `pmlsym.pages`, made by the functions that make them for a notebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ledger_site.errata import parted
from pmlsym.ledger.display.claim_page import in_words, symbols
from pmlsym.ledger.display.equations import named_formulas
from pmlsym.pages import (
    Block,
    Folded,
    Formula,
    Line,
    Piece,
    Table,
    Words,
    evidence_blocks,
    instance_blocks,
    pieces,
    tried,
)

Section = tuple[str, list[Block]]
_TABLED = {
    *("prior", "kernel", "joint", "parameters", "instance", "world"),
    *("left", "right", "exact", "how"),
}
_QUOTED = re.compile(r"""["`]([^"`]+)["`]""")
_FEWEST = 6  # words of a quotation in a scope; fewer are a term
_CAPTIONS = {"numbers": "the numbers at which it fails", "laws": "with these laws"}


def sections(page: dict[str, Any]) -> Iterator[Section]:
    """Yield the sections of a claim's page that hold words, formulas and tables.

    Parameters
    ----------
    page : what `ledger_site.examined.examine` returns of a claim.
    """
    row = page["row"]
    yield "Statement", list(_stated(page))
    refuted = row["verdict"] == "refuted"
    if row["witness"] is not None:
        yield "Counterexample", list(_counterexample(row["witness"]))
    if page["repair"] is not None or page["repairs"] is not None:
        yield _repair(page)
    yield "How it is read", list(_read(row))
    evidence = [step for step in row["evidence"] if step["kind"] != "counterexample"]
    if evidence:
        title = "Evidence" if refuted or row["verdict"] is None else "Proof"
        yield title, [*_reduced(row), *symbols(row), *evidence_blocks(evidence)]
    elif row["reductions"]:
        yield "Reductions", list(_reduced(row))
    if row["arguments"]:
        yield "Informal steps, and what tests them", list(_informal_steps(row))
    if row["models"]["tried"]:
        yield "Tested", [Words(f"{tried(row['models'], refuted).capitalize()}.")]


def _stated(page: dict[str, Any]) -> Iterator[Block]:
    row = page["row"]
    printed: list[Line] = [f"“{words}”" for words in quoted(row["where"], row["scope"])]
    if row["as_typed"]:
        formula = Formula("", row["as_typed"])
        printed.append((formula, " (typed by a person; what is checked stands beside it)"))
    statements = [Formula("", statement) for statement in filter(None, page["statements"])]
    if printed and statements:
        yield Table(("in the paper", "as it is checked"), ((_lines(printed), _lines(statements)),))
    else:
        yield from map(Words, statements)
    for text in page["texts"]:
        yield Words(Formula(text, ""), "in the language of statements")
    said = [row[name] for name in ("says", "words", "scope", "misprint")]
    yield from named_formulas(row["paper"], *said)


def _read(row: dict[str, Any]) -> Iterator[Block]:
    yield from in_words(row["words"])
    if row["misprint"]:
        yield Words(row["misprint"], "misprint")
    if row["scope"]:
        yield Words(row["scope"], "scope")


def quoted(where: str, scope: str) -> list[str]:
    """Return the paper's own words, as far as the ledger quotes them.

    They stand in the name of the place, or in the scope before what an author may answer.

    Examples
    --------
    >>> quoted('Sec. VI, "PMC cannot be defined"', 'It says "in general". An author would answer')
    ['PMC cannot be defined']
    """
    long = [words for words in _QUOTED.findall(parted(scope)[0]) if len(words.split()) >= _FEWEST]
    found = [*_QUOTED.findall(where), *long]
    return [one for one in found if not any(one in other for other in found if other != one)]


def _lines(lines: list[Line]) -> Line:
    """Return lines as one, each after a semicolon."""
    found: list[Piece] = []
    for line in lines:
        found += ["; "] if found else []
        found += pieces(line)
    return tuple(found)


def _counterexample(witness: dict[str, Any]) -> Iterator[Block]:
    """Yield the instance on which it fails as a notebook shows it, and what else there is of it."""
    yield from instance_blocks(witness)
    alone: list[tuple[Line, ...]] = []
    for name, what in witness.items():
        if name in _TABLED or not what:
            continue
        if isinstance(what, dict):
            cells = tuple((str(key), str(value)) for key, value in what.items())
            yield Table(("symbol", "value"), cells, _CAPTIONS.get(name, name))
        elif isinstance(what, list):
            rows = what if all(isinstance(one, list) for one in what) else [what]
            yield Table((), tuple(tuple(map(str, one)) for one in rows), name)
        elif name == "goal":
            yield Words(str(what), "the goal that fails there", faint=True)
        else:
            alone.append((name, str(what)))
    if alone:
        yield Table((), tuple(alone))
    yield Words(str(witness["how"]), "how both sides were computed", faint=True)


def _repair(page: dict[str, Any]) -> Section:
    """Return the section about the nearest true statement, or about what it is to repair."""
    other = page["repair"] or page["repairs"]
    title = "The nearest true statement" if page["repair"] else "What it repairs"
    statements = [Words(Formula("", one)) for one in filter(None, other["statements"])]
    return title, [Words(other["says"], other["verdict"]), *statements]


def _reduced(row: dict[str, Any]) -> Iterator[Block]:
    for theorem in row["reductions"]:
        because = Words(theorem["because"], "because")
        yield Folded(("reduction: ", theorem["name"]), (Words(theorem["says"]), because))


def _informal_steps(row: dict[str, Any]) -> Iterator[Block]:
    """Yield the informal steps of a person as a table, each with its test."""
    rows = tuple(
        (step["text"], step["test"], f"{step['tested']} instances") for step in row["arguments"]
    )
    yield Table(("informal step", "its test", "held on"), rows)
