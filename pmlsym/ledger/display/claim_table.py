"""Many claims as a table: in a terminal, in a notebook, as Markdown, LaTeX and BibTeX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.rows import ClaimRow
from pmlsym.ledger.wording import PAPERS
from pmlsym.pages import (
    Displayable,
    Formula,
    Line,
    Page,
    Record,
    Strong,
    Table,
    Words,
    as_latex,
    as_markdown,
    escaped_words,
    how,
    installed_version,
    records_of,
    summary,
    verdict_words,
)

Format: TypeAlias = Literal["markdown", "latex", "bibtex"]
FORMATS: tuple[Format, ...] = ("markdown", "latex", "bibtex")
YEAR = "2026"  # of the version, as in CITATION.cff
_TITLE = "What the papers say, and whether it is true"


class Listing(tuple[Claim, ...], Displayable):
    """A tuple of claims that prints as a table with the recorded verdicts.

    Parameters
    ----------
    claims : the claims, in their order.
    records : the records of claims and repairs, by id.
    """

    records: Mapping[str, Record]

    def __new__(cls, claims: Iterable[Claim], records: Mapping[str, Record]) -> Listing:
        """Make the tuple, and keep the records with it."""
        made = super().__new__(cls, claims)
        made.records = records
        return made

    def __getnewargs__(self) -> tuple[tuple[Claim, ...], Mapping[str, Record]]:
        """Return the arguments from which a copy is made."""
        return tuple(self), self.records

    @property
    def recorded(self) -> dict[str, str]:
        """The recorded verdict of each claim and repair, by id."""
        return {name: record.verdict for name, record in self.records.items()}

    @property
    def summary(self) -> tuple[str, ...]:
        """The summary of the recorded verdicts of these claims and their repairs, in sentences."""
        names = [claim.id for claim in self]
        names += [claim.repair.id for claim in self if claim.repair is not None]
        return summary({name: self.records[name] for name in names if name in self.records})

    def page(self) -> Page:
        """Return the table, without formulas: a formula is as wide as it is, and words wrap."""
        recorded = self.recorded
        verdicts = [recorded.get(claim.id, claim.recorded) for claim in self]
        rows = (
            (
                Strong(verdict or "not checked"),
                claim.says,
                claim.id,
                claim.where,
            )
            for claim, verdict in zip(self, verdicts, strict=True)
        )
        table = Table(("verdict on record", "what is claimed", "id", "where"), tuple(rows))
        counts = Counter(verdict or "not checked" for verdict in verdicts)
        return Page(_counted(len(self), counts), (table,))

    def to_bibtex(self) -> str:
        r"""Return one entry for each claim, with the verdict on record."""
        found, recorded = [], self.recorded
        for claim in self:
            verdict = recorded.get(claim.id, claim.recorded) or "not checked"
            # `heading` would compute every goal
            known = {name: getattr(claim, name) for name in ("id", "paper", "where", "says")}
            found.append(_entry(known, verdict, installed_version()))
        return "\n\n".join(found)

    def __repr__(self) -> str:
        return str(self)


def _counted(number: int, counts: Mapping[str, int]) -> str:
    noun = "claim" if number == 1 else "claims"
    return f"{number} {noun}: {', '.join(f'{n} {word}' for word, n in sorted(counts.items()))}"


def _text_of(words: str, latex: str) -> Line:
    """Return a line of words and their formula, which a terminal leaves out."""
    return (words, Formula("", rf"\quad {latex}")) if latex else words


def rendered(rows: Sequence[ClaimRow], form: Format, version: str) -> str:
    r"""Return checked claims as Markdown, as LaTeX or as BibTeX.

    Examples
    --------
    >>> from pmlsym.ledger import check
    >>> found = rendered(list(check(["pmc.eq-3"])), "bibtex", "0.2.0")
    >>> print(found.splitlines()[0], found.splitlines()[-2])
    @misc{pmlsym:pmc.eq-3,   version = {0.2.0},
    """
    if form == "bibtex":
        return "\n\n".join(_entry(row, verdict_words(row), version) for row in _with_repairs(rows))
    table = Table(
        ("statement", "what is claimed", "verdict", "how we know"),
        tuple(
            (
                f"{row['id']}\n{row['where']}",
                _text_of(row["says"], row["statement"]),
                Strong(verdict_words(row)),
                how(row),
            )
            for row in rows
        ),
    )
    page = Page(_TITLE, (Words(" ".join(summary(records_of(rows)))), table))
    return as_markdown(page) if form == "markdown" else as_latex(page)


def _with_repairs(rows: Iterable[ClaimRow]) -> Iterator[ClaimRow]:
    for row in rows:
        yield row
        if row["repair"] is not None:
            yield row["repair"]


def _entry(row: Mapping[str, Any], verdict: str, version: str) -> str:
    title = PAPERS.get(row["paper"])
    paper = escaped_words(row["paper"]) if title is None else rf"\emph{{{title}}}"
    fields = {
        "author": "{The pmlsym developers}",
        "title": f"{{{escaped_words(row['says'])}}}",
        "howpublished": escaped_words(f"pmlsym {version}, claim {row['id']}"),
        "note": f"{escaped_words(row['where'])} of {paper}: {escaped_words(verdict)}",
        "year": YEAR,
        "version": version,
    }
    lines = "\n".join(f"  {name} = {{{value}}}," for name, value in fields.items())
    return f"@misc{{pmlsym:{row['id']},\n{lines}\n}}"
