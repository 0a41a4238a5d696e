"""Claims from outside the package: registered by hand, from a file, or by an installed plugin."""

from __future__ import annotations

import ast
import runpy
import sys
import traceback
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from pmlsym.errors import DataError, LedgerError, PluginWarning, UnknownNameError
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.wording import PAPERS

GROUP = "pmlsym.claims"  # the group of entry points
_BY_HAND = "by hand"


class _Shelf:
    """The registry of claims from outside, by paper, with the origin of each."""

    def __init__(self) -> None:
        self.papers: dict[str, list[Claim]] = {}
        self.origins: dict[str, str] = {}  # by id
        self.listed = False  # whether the plugins were loaded
        self._origin = _BY_HAND

    @contextmanager
    def filling(self, origin: str) -> Iterator[None]:
        """Record the origin of new claims; restore the registry if the block fails."""
        before, self._origin = self._origin, origin
        papers, origins = {key: list(found) for key, found in self.papers.items()}, {**self.origins}
        try:
            yield
        except BaseException:
            self.papers, self.origins = papers, origins
            raise
        finally:
            self._origin = before

    def __iter__(self) -> Iterator[Claim]:
        for found in self.papers.values():
            yield from found

    def put(self, found: Claim) -> None:
        self.papers.setdefault(found.paper, []).append(found)
        self.origins[found.id] = self._origin

    def since(self, origin: str) -> tuple[Claim, ...]:
        return tuple(found for found in self if self.origins[found.id] == origin)


_SHELF = _Shelf()


def register(*claims: Claim) -> None:
    """Add claims of papers of your own to the ledger, all of them or none.

    Raises
    ------
    LedgerError
        If an object is no Claim, an id is taken or does not begin with its paper's key and a dot,
        or the paper is one of the package.

    Examples
    --------
    >>> from pmlsym.ledger import Claim, Decided, Goal, Part, claims, reals
    >>> (x,) = reals("x")
    >>> part = Part("above one", Goal((x > 1,), x**2 > x), Decided)
    >>> register(Claim("notes.1", "notes", "p. 1", "x < x^2", "x<x^2", "every x > 1", (part,)))
    >>> [found.check() for found in claims("notes")]
    [<notes.1: proved>]
    >>> forget("notes")
    """
    with _SHELF.filling(_SHELF._origin):
        for number, found in enumerate(claims, start=1):
            _put(found, f"claim {number}")


def forget(paper: str) -> None:
    """Remove a paper's registered claims, for example before running a notebook cell again.

    Raises
    ------
    UnknownNameError
        If no claim of the paper is registered.

    Examples
    --------
    >>> forget("nobody")
    Traceback (most recent call last):
    pmlsym.errors.UnknownNameError: There is no registered paper 'nobody'.
    """
    if paper not in _SHELF.papers:
        raise UnknownNameError("registered paper", paper, _SHELF.papers)
    for gone in _SHELF.papers.pop(paper):
        del _SHELF.origins[gone.id]


def papers() -> dict[str, tuple[Claim, ...]]:
    """Return the claims from outside by paper; the first call loads the plugins."""
    if not _SHELF.listed:
        _SHELF.listed = True
        for plugin in sorted(entry_points(group=GROUP), key=lambda plugin: plugin.name):
            _load_plugin(plugin)
    return {key: tuple(found) for key, found in _SHELF.papers.items()}


def only_here() -> frozenset[str]:
    """Return the ids of claims that were registered by hand, which other processes do not have."""
    return frozenset(name for name, origin in _SHELF.origins.items() if origin == _BY_HAND)


def load(file: str | Path) -> tuple[Claim, ...]:
    """Run a Python file of claims in a namespace of its own, and register its claims.

    The file defines a tuple ``CLAIMS``, or calls `register`. It may import modules from its own
    folder; its output goes to standard error.
    """
    path = Path(file)
    try:
        path.stat()
        regular = path.is_file()  # reading a device may never end
        source = path.read_bytes() if regular else b""
    except OSError as failure:
        raise DataError(f"{file} cannot be read: {failure.strerror or failure}.") from None
    except ValueError as failure:  # a null byte in its name
        raise DataError(f"{file} cannot be read: {failure}.") from None
    if not regular:
        raise DataError(f"{file} cannot be read: it is no regular file.")
    beside = str(path.resolve().parent)
    if beside not in sys.path:
        sys.path.append(beside)
    origin = str(path.resolve())
    with _SHELF.filling(origin):
        try:
            with redirect_stdout(sys.stderr):
                namespace = runpy.run_path(str(path), run_name="pmlsym_claims")
        except (Exception, SystemExit) as failure:  # noqa: BLE001  # the file may raise anything
            raise LedgerError(_blamed(path, failure)) from None
        try:
            _put_listed(namespace.get("CLAIMS", ()), str(file))
        except LedgerError as failure:
            line = _line_of_claims(source)
            raise LedgerError(f"{file}, line {line}: {failure}") from None
    new = _SHELF.since(origin)
    if not new:
        raise LedgerError(
            f"{file} has no claims: it has to set CLAIMS = (...), or to call register(...)."
        )
    return new


def _put_listed(listed: object, place: str) -> None:
    """Register the claims in the tuple of a file or a plugin, without those it has registered."""
    if isinstance(listed, Claim):
        raise LedgerError("CLAIMS is one Claim, but has to be a tuple: (claim,) with a comma.")
    if isinstance(listed, str) or not isinstance(listed, Iterable):
        kind = type(listed).__name__
        raise LedgerError(f"the claims of {place} are of type {kind}, but have to be a tuple.")
    try:
        every = list(listed)
    except Exception as failure:  # noqa: BLE001  # the tuple may be computed lazily
        raise LedgerError(f"the claims of {place} cannot be listed: {failure}") from None
    for number, found in enumerate(every, start=1):
        if not any(found is known for known in _SHELF):
            _put(found, f"claim {number} of CLAIMS")


def _put(found: Claim, place: str) -> None:
    for one in (found, getattr(found, "repair", None)):
        if not isinstance(one, Claim) and (one is found or one is not None):
            what = place if one is found else f"the repair of {place}"
            raise LedgerError(f"{what} is of type {type(one).__name__}, but has to be a Claim.")
    if found.repair is not None and found.repair.repair is not None:
        raise LedgerError(f"the repair of {found.id} has a repair, but has to be true itself.")
    paper = found.paper
    if paper in PAPERS:
        raise LedgerError(
            f"{found.id} is said to be of {paper!r}, a paper of the package, but has to be of one "
            "with a key of its own."
        )
    taken = {one.id for known in _SHELF for one in (known, known.repair) if one is not None}
    for one in (found, found.repair):
        if one is None:
            continue
        if not one.id.startswith(f"{paper}.") or one.paper != paper:
            raise LedgerError(f"{one.id} is of the paper {paper!r}: its id begins with '{paper}.'.")
        if one.id in taken:
            raise LedgerError(f"there is a claim {one.id} already; every claim needs its own id.")
        taken.add(one.id)
    _SHELF.put(found)


def _load_plugin(plugin: EntryPoint) -> None:
    """Register the claims of a plugin, or warn in one sentence that names it."""
    origin = f"plugin {plugin.name}"
    try:
        with _SHELF.filling(origin), redirect_stdout(sys.stderr):
            _put_loaded(plugin.load(), plugin.value, origin)
    except (Exception, SystemExit) as failure:  # noqa: BLE001  # the rest of the ledger stays usable
        why = _one_line(str(failure) or type(failure).__name__)
        what = "" if isinstance(failure, LedgerError) else f"{type(failure).__name__}: "
        owner = f" of {plugin.dist.name}" if plugin.dist is not None else ""
        warnings.warn(
            f"The plugin {plugin.name!r}{owner} is left out: {what}{why.rstrip('.')}.",
            PluginWarning,
            stacklevel=2,
        )


def _put_loaded(found: object, place: str, origin: str) -> None:
    if isinstance(found, ModuleType):
        listed = getattr(found, "CLAIMS", None)
        if listed is None and not _SHELF.since(origin):
            raise LedgerError(f"{place} neither sets CLAIMS nor registers claims.")
        found = listed or ()
    _put_listed(found, place)


def _blamed(path: Path, failure: BaseException) -> str:
    """Describe in one sentence the line at which a file failed, and the error."""
    if isinstance(failure, SyntaxError) and failure.filename == str(path) and failure.lineno:
        return f"{path}, line {failure.lineno}: {failure.msg}."
    frames = traceback.extract_tb(failure.__traceback__)
    line = next((f.lineno for f in reversed(frames) if f.filename == str(path)), None)
    where = f"{path}, line {line}" if line is not None else str(path)
    kind = "" if isinstance(failure, LedgerError) else type(failure).__name__
    said = [part for part in (kind, _one_line(_message_of(failure)).rstrip(".")) if part]
    return f"{where}: {': '.join(said)}."


def _message_of(failure: BaseException) -> str:
    """Return the text of an exception, empty if its class, perhaps the file's, raises."""
    try:
        return str(failure)
    except Exception:  # noqa: BLE001  # the class of the exception may raise anything
        return ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _line_of_claims(source: bytes) -> int:
    """Return the last line on which CLAIMS is assigned."""
    lines = [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Name) and node.id == "CLAIMS" and isinstance(node.ctx, ast.Store)
    ]
    return max(lines, default=1)
