"""The location of the cache, and the conditions under which it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path

from pmlsym.cli.cache.content import content_hash
from pmlsym.cli.cache.entries import Cache

VARIABLE = "PMLSYM_CACHE"  # a folder; empty for no cache at all


def opened(complain: Callable[[str], None]) -> Cache | None:
    """Return the cache for the package as it is on the disk, or None if it is not to be used.

    It is not used if the environment variable is empty, if the ledger is already loaded (and may
    have been changed since), if there are plugins, which may change anything, or if other users can
    write to its folder.

    Parameters
    ----------
    complain : called with a sentence where only the folder prevents the use of a cache.
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
