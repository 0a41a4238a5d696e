"""Certificates that were found before: an oracle is quick where somebody has looked already.

The store is data, and nobody believes it: what it proposes for a question is checked like anything
else. It also lists questions for which nothing was found, so that nobody looks again; an entry
too many there costs a proof, never a wrong one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from copy import deepcopy
from importlib.resources import files
from pathlib import Path

from pmlsym.errors import DataError
from pmlsym.proof.certificates.document import Tree

FILE = "store.jsonl"


def key(question: str) -> str:
    """Return the name of a question in the store: a hash of its canonical text.

    Examples
    --------
    >>> key('{"variables":[],"hypotheses":[]}')
    'c4ff73c7185383c4'
    """
    return hashlib.sha256(question.encode()).hexdigest()[:16]


class Store:
    """Proof trees by the keys of their questions; None where none was found."""

    def __init__(self, trees: Mapping[str, Tree | None]) -> None:
        self._trees = dict(trees)

    @classmethod
    def shipped(cls) -> Store:
        """Return the store that comes with the package."""
        source = files("pmlsym.proof.certificates").joinpath(FILE)
        return cls.read(source.read_text(encoding="utf-8"))

    @classmethod
    def read(cls, text: str) -> Store:
        """Read a store as `write` writes it."""
        trees: dict[str, Tree | None] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            try:
                name, tree = _entry(json.loads(line))
            except (ValueError, RecursionError):
                raise DataError(
                    f"Line {number} of a store of certificates is damaged: it has to be a list of "
                    "a question's key and a proof, or null."
                ) from None
            trees[name] = tree
        return cls(trees)

    def write(self, path: Path) -> None:
        """Write one line a question, in the order of the keys."""
        lines = (
            json.dumps([name, self._trees[name]], separators=(",", ":"))
            for name in sorted(self._trees)
        )
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def __contains__(self, name: str) -> bool:
        return name in self._trees

    def __getitem__(self, name: str) -> Tree | None:
        return deepcopy(self._trees[name])  # a caller could write into the tree

    def __len__(self) -> int:
        return len(self._trees)

    def with_proof(self) -> int:
        """Count the questions for which there is a proof."""
        return sum(tree is not None for tree in self._trees.values())

    def keys(self) -> set[str]:
        """Return the keys of all questions."""
        return set(self._trees)


def _entry(row: object) -> tuple[str, Tree | None]:
    """Return a line's key and proof; what kind of proof it is, if any, is for the checker."""
    if type(row) is not list or len(row) != 2 or type(row[0]) is not str:
        raise ValueError("not a line of a store")
    name, tree = row
    return name, tree
