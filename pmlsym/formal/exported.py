"""Exported theorems of many statements, by their names in Coq, each not vacuous."""

from __future__ import annotations

from collections.abc import Iterable

from pmlsym.formal.instance import possible
from pmlsym.formal.syntax import NotExported
from pmlsym.formal.theorem import theorem
from pmlsym.proof.certificates.store import key
from pmlsym.statements.text.parse import parse


def name_of(text: str) -> str:
    """Return the name in Coq of a statement."""
    return f"said_{key(text)}"


def exported(texts: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return by name the theorem of each statement, and that its hypotheses can be met.

    The second result is, by text, why there is none.
    """
    theorems: dict[str, str] = {}
    reasons: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        try:
            name, said = name_of(text), parse(text)
            theorems[name] = f"{theorem(said, name)}\n{possible(said, name)}"
        except (NotExported, ValueError) as reason:  # a ValueError of the parser: a binder
            reasons[text] = str(reason)
    return theorems, reasons
