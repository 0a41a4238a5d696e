"""A hash of everything that a verdict of the package's ledger can depend on."""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_ROOT = Path(__file__).parents[2]
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

    Examples
    --------
    >>> content_hash() == content_hash(), len(content_hash())
    (True, 64)
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
