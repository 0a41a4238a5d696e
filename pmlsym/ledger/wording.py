"""Checks of the texts of a claim: printable words, and the form of its id and paper's key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from pmlsym.errors import LedgerError, escaped

# The titles of the papers of the package; the module of each key has the claims, as `CLAIMS`.
PAPERS = MappingProxyType(
    {
        "linear": "Context-aware Privacy Bounds for Linear Queries",
        "histogram": "A Tight Context-aware Privacy Bound for Histogram Publication",
        "pmc": "Information Density Bounds for Privacy",
        "extremal": "Extremal Mechanisms for Pointwise Maximal Leakage",
    }
)

PAPER = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,99}")
ID = re.compile(r"(?=.{1,200}\Z)[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")


def refuse_names(name: object, paper: object) -> None:
    """Refuse an id of a claim, or a key of its paper, of another form, by a LedgerError."""
    if type(name) is not str or not ID.fullmatch(name):
        raise LedgerError(
            f"a claim has the id {_brief(name)}, but has to have one such as p.theorem-1."
        )
    if type(paper) is not str or not PAPER.fullmatch(paper):
        raise LedgerError(
            f"the paper of {name} is {_brief(paper)}, but has to be a key of letters, digits, _, -."
        )


def refuse_words(owner: str, words: Mapping[str, object]) -> None:
    """Refuse values that are no texts or have control characters, by a LedgerError.

    `words` maps the names of the arguments to the values; `owner` is named in the message.
    """
    for name, given in words.items():
        if type(given) is not str:
            raise LedgerError(
                f"`{name}` of {owner} is of type {type(given).__name__}, but has to be a text."
            )
        wrong = next((one for one in given if escaped(one) != one), None)
        if wrong is not None:
            raise LedgerError(
                f"`{name}` of {owner} has the character {escaped(wrong)}, which a terminal would "
                "act on."
            )


def tuple_of(owner: str, name: str, given: object, classes: tuple[type, ...]) -> tuple[object, ...]:
    """Return a field as a tuple of some classes, or of any if none is given."""
    wanted = " or ".join(kind.__name__ for kind in classes) or "instance"
    if not isinstance(given, (tuple, list)) or (
        classes and not all(isinstance(one, classes) for one in given)
    ):
        raise LedgerError(
            f"`{name}` of {owner} has to be a tuple of {wanted}; of one with a comma, (one,)."
        )
    return tuple(given)


def _brief(given: object) -> str:
    if type(given) is str and len(given) <= 100:
        return repr(given)
    return repr(given) if given is None else f"of type {type(given).__name__}"
