"""The cache of ``pmlsym check``: its files and folder, and a hash of what verdicts depend on."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast
from uuid import uuid4

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from pmlsym.cli.loading import rare_collection
from pmlsym.cli.output import load

if TYPE_CHECKING:
    from pmlsym.ledger.rows import ClaimRow

_LISTING = "listing"
_GENERATIONS = 3  # cached states of the package: switching between branches costs nothing


@dataclass(frozen=True)
class CachedVerdict:
    """The cached result of a check: the row, and how it differs from the record."""

    row: ClaimRow
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
        kept = CachedVerdict(
            cast("ClaimRow", found["row"]), cast("list[str]", found["differences"])
        )
        if kept.row["id"] != name:
            self._say(f"{name}: what is kept is about {kept.row['id']}, and is not used")
            return None
        return kept

    def keep_listing(self, listing: CachedListing) -> None:
        """Cache the listing of claims."""
        self._write(_LISTING, asdict(listing))

    def forget_the_oldest(self) -> None:
        """Remove the oldest states of the package."""
        with suppress(OSError):  # another process may delete them at the same time
            states = [path for path in self._all.iterdir() if path.name != self._content]
            states.sort(key=lambda path: path.stat().st_mtime)
            for path in states[: -(_GENERATIONS - 1)]:
                shutil.rmtree(path, ignore_errors=True)

    def keep(self, row: ClaimRow, differences: list[str]) -> None:
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


VARIABLE = "PMLSYM_CACHE"  # a folder; empty for no cache at all


def opened(complain: Callable[[str], None]) -> Cache | None:
    """Return the cache for the package as it is on the disk, or None if it is not to be used.

    It is not used if the environment variable is empty, if the ledger is already loaded (and may
    have been changed since), if there are plugins, which may change anything, or if other users can
    write to its folder.
    """
    place = os.environ.get(VARIABLE)
    if place == "" or "pmlsym.ledger" in sys.modules or entry_points(group="pmlsym.claims"):
        return None
    folder = _folder(place)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_private(folder):
            complain(f"{folder} is not used: others than you can write to it")
            return None
    except OSError as failure:
        complain(f"{folder} cannot be used: {failure.strerror or failure}")
        return None
    return Cache(folder, content_hash(), complain)


def _folder(place: str | None) -> Path:
    if place is not None:
        return Path(place)
    from platformdirs import user_cache_path

    return user_cache_path("pmlsym", appauthor=False) / "verdicts"


def _is_private(folder: Path) -> bool:
    if not hasattr(os, "getuid"):  # on Windows a user's folders are private
        return True
    found = folder.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


# the rows, their differences from the record, and the ids of those from the cache
Rows: TypeAlias = "tuple[list[ClaimRow], list[str], frozenset[str]]"


_ID = re.compile(r"[\w-]{1,100}(\.[\w-]{1,100})+", re.ASCII)  # a file name without folders
_MANY = 100  # claims: with fewer, further processes take longer to load than they save
_MOST_JOBS = 4


def all_kept(cache: Cache, ids: Sequence[str], paper: str | None) -> Rows | None:
    """Return the rows and their differences from the record if all are cached, else None.

    This does not load the ledger, which takes seconds.
    """
    if ids and paper is None:  # what is kept of a claim says that there is one
        names, missed = list(ids) if all(map(_ID.fullmatch, ids)) else None, []
    else:
        listing = cache.listing()
        names = None if listing is None else listing.names(ids, paper)
        missed = [] if listing is None else listing.missed(None if paper is None else [paper])
    if names is None:
        return None
    found = []
    for name in names:
        kept = cache.verdict(name)
        if kept is None:
            return None
        found.append(kept)
    sentences = [sentence for kept in found for sentence in kept.differences]
    return [kept.row for kept in found], sentences + missed, frozenset(names)


def checked(
    ids: Sequence[str],
    paper: str | None,
    jobs: int | None,
    files: tuple[Path, ...],
    cache: Cache | None,
) -> Rows:
    """Check what is not cached; return the rows, their differences, and the ids from the cache."""
    own = load(files)  # before the next line, as it loads the ledger without collecting garbage
    from pmlsym.ledger import catalogue

    names = [catalogue.claim(name).id for name in ids]
    if paper is not None or not names:
        more = [one.id for one in own] if files and paper is None else catalogue.ids(paper)
        names += [name for name in more if name not in names]
    kept = {} if cache is None else {name: cache.verdict(name) for name in names}
    rows = {name: found.row for name, found in kept.items() if found is not None}
    cached = frozenset(rows)
    # files changed on the disk meanwhile may have been loaded: then the rows are not cached
    keeping = cache if cache is not None and cache.is_of(content_hash()) else None
    open_ones = [name for name in names if name not in rows]
    if jobs is None:
        jobs = min(os.cpu_count() or 1, _MOST_JOBS) if len(open_ones) >= _MANY else 1
    with rare_collection():
        for row in _run(open_ones, jobs, files):
            rows[row["id"]] = row
            if keeping is not None and jobs == 1:
                keeping.keep(row, catalogue.differences([row]))
    if keeping is not None and jobs != 1:
        # other processes loaded the package later, perhaps in another state
        keeping = keeping if keeping.is_of(content_hash()) else None
    if keeping is not None:
        for name in open_ones if jobs != 1 else ():
            keeping.keep(rows[name], catalogue.differences([rows[name]]))
        keeping.forget_the_oldest()
        # of all claims, which take seconds to load, the rows name the repairs
        if not ids and paper is None and all(row["verdict"] for row in rows.values()):
            papers = {key: list(catalogue.ids(key)) for key in catalogue.PAPERS}
            repairs = [row["repair"]["id"] for row in rows.values() if row["repair"] is not None]
            there = {*rows, *repairs}
            keeping.keep_listing(CachedListing(papers, repairs, catalogue.missing(there)))
    wanted = [paper] if paper is not None else [] if ids or files else None
    every = [rows[name] for name in names]
    return every, catalogue.differences(every, wanted), cached


def _run(names: list[str], jobs: int, files: tuple[Path, ...]) -> Iterator[ClaimRow]:
    """Run the checks with a progress line on standard error, if that is a terminal."""
    from pmlsym.ledger import catalogue

    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed}/{task.total} {task.description}"),
        TimeElapsedColumn(),
    )
    screen = Console(stderr=True)
    quiet = not screen.is_terminal
    with Progress(*columns, console=screen, transient=True, disable=quiet) as progress:
        task = progress.add_task("statements checked", total=len(names))
        for row in catalogue.check(names, jobs, files):
            progress.update(task, advance=1, description=f"checked, last {row['id']}")
            yield row


_ROOT = Path(__file__).parents[1]
# These print verdicts, draw, or call functions of the caller; no verdict depends on them.
_APART = frozenset(("cli", "plotting", "sweeps"))
# The libraries that compute for the ledger, or search for its certificates.
_LIBRARIES = (
    "clarabel",
    "cvc5",
    "cvxpy",
    "highspy",
    "mpmath",
    "numpy",
    "python-flint",
    "scipy",
    "sympy",
    "z3-solver",
)


def content_hash(root: Path = _ROOT) -> str:
    """Return a hash of the package's files, the Python and the versions of its libraries.

    Every file of the package counts, except those on which no verdict depends. This is more than
    one claim depends on, so that its dependencies need not be known.
    """
    digest = hashlib.sha256()
    for part in (*_surroundings(), *_files(root)):
        digest.update(len(part).to_bytes(8, "big"))  # no two lists have the same concatenation
        digest.update(part)
    return digest.hexdigest()


def _files(root: Path) -> Iterator[bytes]:
    """Yield the name and the content of each file, in an order that does not depend on the disk."""
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if inside.parts[0] in _APART or "__pycache__" in inside.parts or not path.is_file():
            continue
        yield inside.as_posix().encode()
        yield path.read_bytes()


def _surroundings() -> Iterator[bytes]:
    yield sys.version.encode()
    yield platform.platform().encode()
    yield str(sys.flags.optimize).encode()  # -O drops assertions
    for name in _LIBRARIES:
        try:
            yield f"{name} {version(name)}".encode()
        except PackageNotFoundError:
            yield f"no {name}".encode()
