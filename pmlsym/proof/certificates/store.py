"""The store of certificates found by earlier searches.

The store is not trusted: a certificate from it is checked like any other. It also lists queries for
which no certificate was found, so that the search is not repeated. A wrong entry there can lose a
proof, but never makes a wrong one.
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
    """Return the key of a query in the store: a hash of its canonical text.

    Examples
    --------
    >>> key('{"variables":[],"hypotheses":[]}')
    'c4ff73c7185383c4'
    """
    return hashlib.sha256(question.encode()).hexdigest()[:16]


class Store:
    """Proof trees by the keys of their queries; None where none was found."""

    def __init__(self, trees: Mapping[str, Tree | None]) -> None:
        self._trees = dict(trees)

    @classmethod
    def shipped(cls) -> Store:
        """Return the store of the package."""
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
        """Write one line for each query, in the order of the keys."""
        lines = (
            json.dumps([name, self._trees[name]], separators=(",", ":"))
            for name in sorted(self._trees)
        )
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def __contains__(self, name: str) -> bool:
        return name in self._trees

    def __getitem__(self, name: str) -> Tree | None:
        return deepcopy(self._trees[name])  # a copy, as callers may change it

    def __len__(self) -> int:
        return len(self._trees)

    def with_proof(self) -> int:
        """Return the number of queries with a proof."""
        return sum(tree is not None for tree in self._trees.values())

    def keys(self) -> set[str]:
        """Return the keys of all queries."""
        return set(self._trees)


def _entry(row: object) -> tuple[str, Tree | None]:
    """Return key and proof of a line; the proof is left to the checker."""
    if type(row) is not list or len(row) != 2 or type(row[0]) is not str:
        raise ValueError("not a line of a store")
    name, tree = row
    return name, tree
