"""The files of the cache: one for each claim, and one that lists the claims."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast
from uuid import uuid4

if TYPE_CHECKING:
    from pmlsym.ledger.rows import Row

_LISTING = "listing"
_GENERATIONS = 3  # cached states of the package: switching between branches costs nothing


@dataclass(frozen=True)
class CachedVerdict:
    """The cached result of a check: the row, and how it differs from the record."""

    row: Row
    differences: list[str]


@dataclass(frozen=True)
class CachedListing:
    """The claims by paper, their repairs, and sentences about recorded claims that are missing."""

    papers: dict[str, list[str]]
    repairs: list[str]
    missing: dict[str, list[str]]

    def names(self, ids: Sequence[str], paper: str | None) -> list[str] | None:
        """Return the ids that a command is about; None if it names one that is not listed."""
        known = {name for found in self.papers.values() for name in found} | {*self.repairs}
        if not known.issuperset(ids) or (paper is not None and paper not in self.papers):
            return None
        names = list(ids)
        if paper is not None or not names:
            every = self.papers.values() if paper is None else [self.papers[paper]]
            names += [name for found in every for name in found if name not in names]
        return names

    def missed(self, papers: Sequence[str] | None) -> list[str]:
        """Return sentences about recorded claims that are missing, for some papers or for all."""
        wanted = self.missing if papers is None else papers
        return [sentence for paper in wanted for sentence in self.missing.get(paper, [])]


class Cache:
    """The cached verdicts of one state of the package and its environment.

    Parameters
    ----------
    folder : the folder of the entries; it is made when the first one is written.
    content : the hash of that state.
    complain : called with a sentence when an entry exists, but cannot be used.
    """

    def __init__(self, folder: Path, content: str, complain: Callable[[str], None]) -> None:
        self._all = folder
        self._folder = folder / content
        self._content = content
        self._complain = complain
        self._said: set[str] = set()

    def _say(self, sentence: str) -> None:
        """Complain once for each sentence: an entry may be asked for again."""
        if sentence not in self._said:
            self._said.add(sentence)
            self._complain(sentence)

    def is_of(self, content: str) -> bool:
        """Return whether the cache is that of a state of the package."""
        return content == self._content

    def listing(self) -> CachedListing | None:
        """Return the cached listing of claims, or None."""
        found = self._read(_LISTING, {"papers", "repairs", "missing"})
        if found is None:
            return None
        by_paper = cast("dict[str, dict[str, list[str]]]", found)
        return CachedListing(
            by_paper["papers"], cast("list[str]", found["repairs"]), by_paper["missing"]
        )

    def verdict(self, name: str) -> CachedVerdict | None:
        """Return the cached result for a claim, or None."""
        found = self._read(name, {"row", "differences"})
        if found is None:
            return None
        kept = CachedVerdict(cast("Row", found["row"]), cast("list[str]", found["differences"]))
        if kept.row["id"] != name:
            self._say(f"{name}: what is kept is about {kept.row['id']}, and is not used")
            return None
        return kept

    def keep_listing(self, listing: CachedListing) -> None:
        """Cache the listing of claims, and remove the oldest states of the package."""
        self._write(_LISTING, asdict(listing))
        with suppress(OSError):  # another process may delete them at the same time
            states = [path for path in self._all.iterdir() if path.name != self._content]
            states.sort(key=lambda path: path.stat().st_mtime)
            for path in states[: -(_GENERATIONS - 1)]:
                shutil.rmtree(path, ignore_errors=True)

    def keep(self, row: Row, differences: list[str]) -> None:
        """Cache the result of a check, unless another check could find another result.

        That is so where there is no verdict, and where two solvers agreed within a time limit.
        """
        if row["verdict"] is None or '"two solvers"' in json.dumps(row):
            return
        self._write(row["id"], {"row": row, "differences": differences})

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _read(self, name: str, keys: set[str]) -> dict[str, object] | None:
        """Return an entry, or None, with a complaint if it exists but is damaged."""
        try:
            text = self._path(name).read_text("utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as failure:
            self._say(f"{name}: what is kept cannot be read and is not used: {failure}")
            return None
        try:
            content, digest, body = text.split("\n", 2)
            whole = content == self._content and digest == _digest(body)
            found = json.loads(body) if whole else None
        except ValueError:
            found = None
        if not isinstance(found, dict) or set(found) != keys:
            self._say(f"{name}: what is kept is damaged and is not used")
            return None
        return found

    def _write(self, name: str, entry: dict[str, object]) -> None:
        body = json.dumps(entry)
        text = f"{self._content}\n{_digest(body)}\n{body}"
        unfinished = self._folder / f"{uuid4().hex}.unfinished"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            unfinished.write_text(text, "utf-8")
            os.replace(unfinished, self._path(name))
        except OSError as failure:
            self._say(f"{name}: the verdict is not kept: {failure}")


def _digest(body: str) -> str:
    """Return the checksum of an entry: it detects damage, not forgery."""
    return hashlib.sha256(body.encode()).hexdigest()
