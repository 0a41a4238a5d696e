"""Statements of the ledger that Coq has checked as a whole, as `formal/check.py` recorded them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from pmlsym.proof.certificates.store import key
from pmlsym.statements.readable import Readable

FILE = "cited.csv"
# of classical analysis, as boolp of mathcomp-analysis assumes them
AXIOMS = (
    "propositional extensionality",
    "functional extensionality",
    "constructive indefinite description",
)


class Cited(NamedTuple):
    """A statement of a claim that is a theorem of Coq.

    Attributes
    ----------
    claim, number : the claim, and the place of the statement in it, from 1.
    theorems : the names in Coq, of which the statement is the conjunction; or of theorems that it
        is false, which end with ``_false``.
    said : the hash of the statement in words, or in the language.
    data : the hash of what Coq was asked: the statement as data of language.v, or as written out.
    values : the hash of what the statement compares on instances; empty for data of language.v.
    meaning : the hash of the files of definitions.
    coq, day : the version of Coq, and when it was asked.
    """

    claim: str
    number: int
    theorems: str
    said: str
    data: str
    values: str
    meaning: str
    coq: str
    day: str


@lru_cache(maxsize=1)
def cited() -> Mapping[str, tuple[Cited, ...]]:
    """Return the record, by the ids of the claims."""
    source = files("pmlsym.formal").joinpath(FILE).read_text(encoding="utf-8")
    found: dict[str, tuple[Cited, ...]] = {}
    for row in csv.DictReader(source.splitlines()):
        claim, number, *others = (row[name] for name in Cited._fields)
        one = Cited(claim, int(number), *others)
        found[one.claim] = (*found.get(one.claim, ()), one)
    return MappingProxyType(found)


def said(statement: Readable) -> str:
    """Return the hash of a statement's words."""
    return key(statement.text or statement.words())


def citations(claim: str, statements: Sequence[Readable]) -> tuple[Cited | None, ...]:
    """Return for each statement of a claim its citation; None if its words are not as recorded."""
    rows = {row.number: row for row in cited().get(claim, ())}
    found = (rows.get(number) for number in range(1, len(statements) + 1))
    return tuple(
        row if row is not None and row.said == said(one) else None
        for row, one in zip(found, statements, strict=True)
    )
