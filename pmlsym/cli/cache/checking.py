"""The rows of ``pmlsym check``: from the cache, or newly checked and then cached."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from pmlsym.cli.cache.content import content_hash
from pmlsym.cli.cache.entries import Cache, CachedListing
from pmlsym.cli.outside import load

if TYPE_CHECKING:
    from pmlsym.ledger.rows import Row

# the rows, their differences from the record, and the ids of those from the cache
Rows: TypeAlias = "tuple[list[Row], list[str], frozenset[str]]"


_MANY = 100  # claims: with fewer, further processes take longer to load than they save
_MOST_JOBS = 4


def all_kept(cache: Cache, ids: Sequence[str], paper: str | None) -> Rows | None:
    """Return the rows and their differences from the record if all are cached, else None.

    This does not load the ledger, which takes seconds.
    """
    listing = cache.listing()
    names = None if listing is None else listing.names(ids, paper)
    if listing is None or names is None:
        return None
    found = []
    for name in names:
        kept = cache.verdict(name)
        if kept is None:
            return None
        found.append(kept)
    sentences = [sentence for kept in found for sentence in kept.differences]
    papers = [paper] if paper is not None else [] if ids else None
    return [kept.row for kept in found], sentences + listing.missed(papers), frozenset(names)


def checked(
    ids: Sequence[str],
    paper: str | None,
    jobs: int | None,
    files: tuple[Path, ...],
    cache: Cache | None,
) -> Rows:
    """Check what is not cached; return the rows, their differences, and the ids from the cache."""
    from pmlsym.ledger import catalogue

    own = load(files)
    names = [catalogue.claim(name).id for name in ids]
    if paper is not None or not names:
        more = own if files and paper is None else catalogue.claims(paper)
        names += [found.id for found in more if found.id not in names]
    kept = {} if cache is None else {name: cache.verdict(name) for name in names}
    rows = {name: found.row for name, found in kept.items() if found is not None}
    cached = frozenset(rows)
    # files changed on the disk meanwhile may have been loaded: then the rows are not cached
    keeping = cache if cache is not None and cache.is_of(content_hash()) else None
    open_ones = [name for name in names if name not in rows]
    if jobs is None:
        jobs = min(os.cpu_count() or 1, _MOST_JOBS) if len(open_ones) >= _MANY else 1
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
        papers = {key: [claim.id for claim in catalogue.claims(key)] for key in catalogue.PAPERS}
        listed = {name for found in papers.values() for name in found}
        repairs = [name for name in catalogue.by_id() if name not in listed]
        keeping.keep_listing(CachedListing(papers, repairs, catalogue.missing()))
    wanted = [paper] if paper is not None else [] if ids or files else None
    every = [rows[name] for name in names]
    return every, catalogue.differences(every, wanted), cached


def _run(names: list[str], jobs: int, files: tuple[Path, ...]) -> Iterator[Row]:
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
