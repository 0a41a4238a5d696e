"""The catalogue of claims: lookup by paper or id, checks, and the recorded verdicts."""

from __future__ import annotations

import gc
import os
import re
import warnings
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, suppress
from dataclasses import replace
from difflib import get_close_matches
from importlib import import_module
from importlib.resources import files
from io import StringIO
from itertools import chain, combinations
from pathlib import Path

from pmlsym.errors import (
    DataError,
    InputError,
    LedgerError,
    ParameterError,
    PluginWarning,
    UnknownNameError,
)
from pmlsym.given import refused
from pmlsym.ledger import outside, wording
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.contents import Contents
from pmlsym.ledger.display.claim_table import Listing
from pmlsym.ledger.rows import ClaimRow
from pmlsym.pages import Record, record_of, records_of
from pmlsym.proof.verdict import Contradiction

PAPERS = wording.PAPERS
_SUGGESTED = 5  # ids in one message


def claims(paper: str | None = None) -> Listing:
    """Return the claims of one paper, or of all: those of the package, then those from outside.

    The result is a tuple that prints as a table, with the recorded verdicts.

    Parameters
    ----------
    paper : the key of the paper, such as ``pmc``; None for all papers.

    Raises
    ------
    UnknownNameError
        If there is no such paper.

    Examples
    --------
    >>> claims("histogram")[0].id
    'histogram.entropy'
    """
    _refuse_unknown(paper)
    if paper is None:
        return _listing(claim for key in _papers() for claim in _claims(key))
    return _listing(_claims(paper))


def _refuse_unknown(paper: str | None) -> None:
    if paper is not None and paper not in PAPERS and paper not in outside.papers():
        raise UnknownNameError("paper", paper, _papers(), hint=_not_a_paper(paper))


def _papers() -> tuple[str, ...]:
    return (*PAPERS, *outside.papers())


def _claims(paper: str) -> Sequence[Claim]:
    return contents(paper) if paper in PAPERS else outside.papers().get(paper, ())


def contents(paper: str) -> Contents:
    """Return the claims of a paper of the package, which are loaded when they are asked for."""
    found = import_module(f"pmlsym.ledger.{paper}").CLAIMS
    assert isinstance(found, Contents)
    return found


def ids(paper: str | None = None) -> tuple[str, ...]:
    """Return the ids of the claims of one paper, or of all, without loading any of the package.

    Raises
    ------
    UnknownNameError
        If there is no such paper.

    Examples
    --------
    >>> ids("extremal")[0]
    'extremal.high-privacy'
    """
    _refuse_unknown(paper)
    found = _papers() if paper is None else (paper,)
    own = (contents(key).places if key in PAPERS else (c.id for c in _claims(key)) for key in found)
    return tuple(chain.from_iterable(own))


def _listing(found: Iterable[Claim]) -> Listing:
    return Listing(found, recorded())


def _not_a_paper(name: str) -> str:
    return f"It is a claim: ps.claim({name!r})." if name in recorded() else ""


def with_repairs(found: Iterable[Claim]) -> Iterator[Claim]:
    """Yield each claim, followed by its repair.

    Raises LedgerError if a repair is no Claim, or has a repair of its own.
    """
    for claim in found:
        yield claim
        if claim.repair is not None:
            if type(claim.repair) is not Claim or claim.repair.repair is not None:
                raise LedgerError(f"the repair of {claim.id} has to be a Claim without a repair.")
            yield claim.repair


def by_id() -> dict[str, Claim]:
    """Return every claim and repair by its id; raise LedgerError for a repeated id."""
    known: dict[str, Claim] = {}
    for found in with_repairs(claims()):
        if found.id in known:
            raise LedgerError(f"two claims have the id {found.id}.")
        known[found.id] = found
    return known


def claim(name: str) -> Claim:
    """Return a claim, or the repair of one, by its id; of the package's, it alone is loaded.

    Raises
    ------
    UnknownNameError
        If there is none; the message suggests ids that contain the same words, perhaps
        abbreviated, or else ids with a similar spelling.

    Examples
    --------
    >>> claim("histogram.calibration").where
    'Sec. III-B'
    >>> claim("theorem-6")
    Traceback (most recent call last):
    pmlsym.errors.UnknownNameError: There is no claim 'theorem-6'; near it are 'pmc.theorem-6.i' and
    'pmc.theorem-6.ii'.
    """
    if not isinstance(name, str):
        raise ParameterError(f"name is {name!r}, but has to be the id of a claim, a text.")
    paper, _, rest = name.partition(".")
    found: Claim | None
    if paper not in PAPERS:
        found = next((one for one in with_repairs(_claims(paper)) if one.id == name), None)
    elif name in recorded() or _in_source(paper, rest):
        found = contents(paper).find(name)
    else:
        found = None
    if found is None:
        raise _unknown(name)
    return found


def _in_source(paper: str, rest: str) -> bool:
    """Return whether a paper's source contains an id; its claim may not be recorded yet."""
    # loading the paper would answer as well, but takes seconds
    modules = Path(__file__).with_name(paper).rglob("*.py")
    return any(f'"{paper}.{rest}"' in module.read_text("utf-8") for module in modules)


def _unknown(name: str) -> UnknownNameError:
    """Return the error for an id that no claim has, with suggestions."""
    if name in _papers():
        whole = f"It is a paper: ps.claims({name!r}), or pmlsym check --paper {name}."
        return UnknownNameError("claim", name, (), hint=whole)
    others = (one.id for found in outside.papers().values() for one in with_repairs(found))
    found = _near(name, (*recorded(), *others))
    hint = "" if found else "ps.claims() and pmlsym check list those that there are."
    return UnknownNameError("claim", name, (), found, hint)


def _near(name: str, ids: Iterable[str]) -> list[str]:
    """Return the ids that a mistyped one may mean, the likeliest first."""
    typed, words = _words(name), {one: _words(one) for one in ids}
    if not typed:
        return []
    found = _with_words(typed, words)
    if not found:
        # then the same words in another paper, and similar spellings
        paper, *others = typed
        if any(paper == first for first, *_ in words.values()):
            found = _with_words(others, words)
        found += _spelled_alike(" ".join(typed), words)
    return list(dict.fromkeys(found))[:_SUGGESTED]


def _words(text: str) -> list[str]:
    r"""Split a text into words and numbers without LaTeX commands: eq, 9 for ``\eqref{eq:9}``."""
    return re.findall(r"(?<![\\a-z])[a-z]+|\d+", text.lower())


def _with_words(typed: Sequence[str], words: Mapping[str, Sequence[str]]) -> list[str]:
    """Return ids that contain the typed words in a row, whole or abbreviated: ``prop 1``."""
    pattern = re.compile(rf"\b{'[a-z]* '.join(typed)}[a-z]*\b")
    return [one for one, known in words.items() if pattern.search(" ".join(known))]


def _spelled_alike(typed: str, words: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the ids with a sequence of words spelled most like the typed ones."""
    runs: dict[str, list[str]] = {}
    for one, known in words.items():
        for start, stop in combinations(range(len(known) + 1), 2):
            runs.setdefault(" ".join(known[start:stop]), []).append(one)
    # a complete id matches itself only, not the ids that begin with it
    runs |= {" ".join(known): [one] for one, known in words.items()}
    for cutoff in (0.9, 0.75, 0.62):
        if close := get_close_matches(typed, runs, n=_SUGGESTED, cutoff=cutoff):
            return [one for run in close for one in runs[run]]
    return []


_COLUMNS = ["id", *Record._fields]


def recorded() -> dict[str, Record]:
    """Return the recorded verdict and counts of each claim, by its id."""
    source = files("pmlsym.ledger").joinpath("recorded.csv")
    try:
        header, *rows = [line.split(",") for line in source.read_text("utf-8").splitlines()]
    except ValueError:  # the file is empty, or no text
        header, rows = [], []
    if header != _COLUMNS:
        raise DataError(f"{source} has to be a table with the columns {', '.join(_COLUMNS)}.")
    found: dict[str, Record] = {}
    for line, row in enumerate(rows, start=2):
        if len(row) != len(_COLUMNS):
            raise DataError(f"{source} has {len(row)} columns in line {line}, not {len(_COLUMNS)}.")
        if row[0] in found:
            raise LedgerError(f"{row[0]} is recorded twice.")
        try:
            found[row[0]] = record_of(row[1:])
        except ValueError:
            raise DataError(
                f"{source} has no whole number in line {line} where one is due."
            ) from None
    return found


def check(
    names: Sequence[str], jobs: int = 1, files: Sequence[str | Path] = ()
) -> Iterator[ClaimRow]:
    """Check claims by id, in parallel if asked, and yield each as plain data, in that order.

    A check without a verdict, for whatever reason, yields the verdict None and the reason.

    Parameters
    ----------
    names : the ids.
    jobs : the number of processes; -1 for every core. At most four a core are started. Claims that
        were registered by hand are checked in this process, which alone has them.
    files : files of claims that were loaded here; the other processes load them too.

    Raises
    ------
    ParameterError
        If `jobs` is no such number.
    Contradiction
        If a goal is proved and refuted: then no row can be trusted.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0 or jobs < -1:
        raise refused("jobs", jobs, "at least 1, or -1 for every core")
    if jobs == 1:
        yield from map(check_one, names)
        return
    from pmlsym.ledger.checking.processes import pool

    cores = os.cpu_count() or 1
    number = max(1, min(jobs if jobs > 0 else cores, 4 * cores, len(names)))
    with pool(number, _load_again, list(files)) as spread:
        here = outside.only_here()
        found = spread(check_one, [name for name in names if name not in here])
        for name in names:
            yield check_one(name) if name in here else next(found)


def _load_again(files: Iterable[str | Path]) -> None:
    """Load the claims from outside in a new process; the parent has printed their output."""
    gc.freeze()  # what is loaded stays: no search for garbage in all of sympy
    warnings.simplefilter("ignore", PluginWarning)
    with redirect_stderr(StringIO()):
        for file in files:
            with suppress(InputError):  # the check then reports that the claim is missing
                outside.load(file)
        outside.papers()


def check_one(name: str, needed: bool = False) -> ClaimRow:
    """Check a claim by its id and return it as plain data, as `check` does."""
    found = claim(name)
    try:
        return found.check().as_dict(needed)
    except Contradiction:
        raise
    except (Exception, SystemExit) as failure:  # noqa: BLE001  # continue with the other claims
        caught = failure
    try:
        why = f"{type(caught).__name__}: {caught}"
    except Exception:  # noqa: BLE001  # a check may raise any class
        why = f"{type(caught).__name__}"
    try:
        return found.unchecked(why, caught)
    except Exception:  # noqa: BLE001  # even its goals cannot be read
        nothing = replace(found, parts=(), asserts=(), models=(), reductions=(), arguments=())
        return nothing.unchecked(why, caught)


def differences(rows: Iterable[ClaimRow], papers: Iterable[str] | None = ()) -> list[str]:
    """Return one sentence for every difference between checked claims and the record.

    A claim from outside the package is compared with the verdict that its author put into it;
    without one, ``refuted`` is a difference. A missing verdict always is one.
    """
    expected = recorded()
    foreign = {c.id: c for found in outside.papers().values() for c in with_repairs(found)}
    found, seen = [], set()
    for row in rows:
        for item in (row, row["repair"]):
            if item is None:
                continue
            seen.add(item["id"])
            if item["id"] in foreign:
                found += _differs_outside(item, foreign[item["id"]].recorded)
            else:
                found += _differs(item, expected.get(item["id"]))
    whole = {name.split(".")[0] for name in expected} if papers is None else set(papers)
    return found + [sentence for name, sentence in _missed(expected, seen) if name in whole]


def missing(known: Collection[str] | None = None) -> dict[str, list[str]]:
    """Return a sentence for every recorded claim that is not in the ledger, by paper.

    The ids of the ledger, with those of repairs, may be given, where they are known already.
    """
    expected, known = recorded(), by_id() if known is None else known
    found: dict[str, list[str]] = {name.split(".")[0]: [] for name in expected}
    for paper, sentence in _missed(expected, known):
        found[paper].append(sentence)
    return found


def _missed(expected: Iterable[str], seen: Container[str]) -> Iterator[tuple[str, str]]:
    for name in expected:
        if name not in seen:
            yield name.split(".")[0], f"{name}: recorded, but not in the ledger"


def _differs(item: ClaimRow, record: Record | None) -> list[str]:
    if record is None:
        return [_unrecorded(item)]
    name, now = item["id"], records_of([item])[item["id"]]
    found = []
    if item["verdict"] is None or now.verdict != record.verdict:
        found.append(f"{name}: {now.verdict.replace('-', ' ')}, recorded as {record.verdict}")
    if now.goals != record.goals:
        found.append(f"{name}: its goals, or what shows them, are not those recorded")
    if item["verdict"] is None:
        return found
    for what in ("repair", "kind", "root"):
        is_now, was = getattr(now, what), getattr(record, what)
        if is_now != was:
            found.append(f"{name}: its {what} is {is_now or 'gone'}, recorded {was or 'none'}")
    return found


def _differs_outside(item: ClaimRow, wanted: str) -> list[str]:
    verdict = item["verdict"]
    if verdict == wanted or (not wanted and verdict not in (None, "refuted")):
        return []
    if not wanted:
        return [_unrecorded(item)]
    return [f"{item['id']}: {verdict or 'no verdict'}, recorded as {wanted}"]


def _unrecorded(item: ClaimRow) -> str:
    if item["verdict"] is None:
        return f"{item['id']}: it came to no verdict, and none is recorded"
    return f"{item['id']}: {item['verdict']}, and no verdict is recorded"


def record_text(rows: Iterable[ClaimRow]) -> str:
    """Return the text of the file of records for checked claims, to be reviewed by a person."""
    lines = [",".join((name, *map(str, record))) for name, record in records_of(rows).items()]
    return "".join(f"{line}\n" for line in (",".join(_COLUMNS), *lines))
