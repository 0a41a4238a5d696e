"""One run of the ledger: every claim is checked, and what certifies it is written beside it.

What a page says is what `pmlsym check` finds for this state of the package, and no page is written
if that is not what is recorded.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pmlsym.cli.output import plain
from pmlsym.errors import LedgerError
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.decisions import rested_on
from pmlsym.ledger.claim import Claim
from pmlsym.proof.certificates.store import key
from pmlsym.statements.finite import Finite

ROOT = Path(__file__).parents[2]
_PROGRAMS = ("sympy", "z3-solver", "python-flint", "numpy")  # the versions that a page names
_ID = re.compile(r'"(\w+\.[\w.-]+)"')  # of a claim, as it is typed

Row = dict[str, Any]  # as `pmlsym check --json` prints it
Examined = dict[str, Any]  # a row, and what else the page of its claim says


def examine_all(names: Sequence[str], jobs: int = 2) -> list[Examined]:
    """Examine claims in several processes; the pages are in their order.

    Parameters
    ----------
    names : ids of claims that are no repairs; none for all.
    jobs : how many processes.

    Raises
    ------
    LedgerError
        If a verdict, the goals or a repair is not what is recorded, or a recorded claim is gone.
    """
    gone = [] if names else [one for found in catalogue.missing().values() for one in found]
    if gone:
        raise LedgerError("; ".join(gone))
    wanted = names or [claim.id for claim in catalogue.claims()]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return [page for pages in pool.map(examine, wanted) for page in pages]


def examine(name: str) -> list[Examined]:
    """Check a claim; return what its page says, and after it the same of its repair.

    Raises
    ------
    LedgerError
        If it is not what is recorded: then there is no page.
    """
    found = catalogue.claim(name).check()
    row = json.loads(json.dumps(plain(found.as_dict(needed=True))))
    other = catalogue.differences([row])
    if other:
        raise LedgerError("; ".join(other))
    documents = {}
    certificates: dict[str, list[dict[str, Any]]] = {}
    for checked in filter(None, (found, found.repair)):
        for decision in rested_on(checked.claim, checked.findings):
            if decision.certified:
                file = f"{key(decision.question.text)}.json"
                documents[file] = decision.document
                certificates.setdefault(decision.claim, []).append(
                    {"file": file, "part": decision.part, "goal": decision.goal}
                )
    return pages_of(found.claim, row, certificates, documents)


def pages_of(
    found: Claim,
    row: Row,
    certificates: dict[str, list[dict[str, Any]]],
    documents: dict[str, Any],
) -> list[Examined]:
    """Return what the pages of a claim and of its repair say.

    Parameters
    ----------
    found, row : the claim, and what was found of it.
    certificates : what certifies the goals of the claim and of its repair, by their ids.
    documents : the certificates by the names of their files.
    """
    repair = row["repair"]
    first: Examined = {
        **_about(found),
        "row": {**_without_time(row), "repair": None},
        "certificates": certificates.get(found.id, []),
        "documents": documents,
        "repair": None if repair is None else _short(repair, found.repair),
        "repairs": None,
    }
    if repair is None or found.repair is None:
        return [first]
    second: Examined = {
        **_about(found.repair),
        "row": _without_time(repair),
        "certificates": certificates.get(found.repair.id, []),
        "documents": {},
        "repair": None,
        "repairs": _short(row, found),
    }
    return [first, second]


def _without_time(row: Row) -> Row:
    """Return a row that is the same in every run: then Sphinx need not read it again."""
    return {name: what for name, what in row.items() if name != "seconds"}


def checked_with() -> dict[str, str]:
    """Return what checked the claims: the versions of the package, of Python, of the programs."""
    programs = {name: version(name) for name in _PROGRAMS}
    return {"pmlsym": version("pmlsym"), "Python": platform.python_version(), **programs}


def _statements(found: Claim) -> list[str]:
    """Return what is claimed as LaTeX, each statement by itself."""
    return [one.latex() for one in found.asserts] or [found.latex]


def _short(row: Row, found: Claim | None) -> dict[str, Any]:
    """Return what the page of another claim says of one."""
    kept = {name: row[name] for name in ("id", "says", "verdict")}
    return {**kept, "statements": _statements(found) if found is not None else []}


def _about(found: Claim) -> Examined:
    """Return what is known of a claim beside its row."""
    finite = [one for one in found.asserts if isinstance(one, Finite)]
    on_kernel = any("Z" not in one.statement.variables for one in finite)
    return {
        "texts": [one.text for one in found.asserts if one.text],
        "parameters": sorted({name for one in finite for name in one.statement.parameters}),
        "on_kernel": on_kernel,
        "instances": bool(found.asserts),
        "statements": _statements(found),
        "code": written_at(found.id),
        "named_in": named_in(found.id),
    }


def written_at(name: str) -> list[Any]:
    """Return the file and the line in which a claim is written, from the root of the project.

    Examples
    --------
    >>> written_at("pmc.theorem-1")[0]
    'pmlsym/ledger/pmc/conversions.py'
    """
    every = _places("pmlsym/ledger")[name]
    # a paper's table of contents names all of its claims
    places = [place for place in every if not place[0].endswith("__init__.py")]
    own = [place for place in places if name.split(".")[0] in place[0].split("/")]
    return (own or places or every)[0]


def named_in(name: str) -> list[str]:
    """Return the files of tests in which the id of a claim stands as a text."""
    return sorted({place[0] for place in _places("tests").get(name, [])})


@cache
def _places(folder: str) -> dict[str, list[list[Any]]]:
    """Return where each text that may be an id stands in the Python files of a folder."""
    found: dict[str, list[list[Any]]] = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            for name in _ID.findall(line):
                found.setdefault(name, []).append([path.relative_to(ROOT).as_posix(), number])
    return found
