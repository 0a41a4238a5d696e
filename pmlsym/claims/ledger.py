"""Which claims there are, which verdict each had when it was last looked at, and how to check."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from pmlsym.claims.claim import Claim
from pmlsym.errors import UnknownNameError
from pmlsym.proof.goal import NotProved
from pmlsym.proof.verdict import NoVerdict
from pmlsym.proof.witness import NoWitness

# Each paper's claims are in the module of its name, as `CLAIMS`.
PAPERS = ("linear", "histogram", "pmc", "extremal")


@cache
def claims(paper: str | None = None) -> tuple[Claim, ...]:
    """Return the claims of one paper, or of all, in the order of the papers.

    Examples
    --------
    >>> claims("histogram")[0].id
    'histogram.theorem-4.upper'
    """
    if paper is None:
        return tuple(claim for key in PAPERS for claim in claims(key))
    if paper not in PAPERS:
        raise UnknownNameError("paper", paper, PAPERS)
    found: tuple[Claim, ...] = import_module(f"pmlsym.claims.{paper}").CLAIMS
    return found


def _with_repairs(found: Iterable[Claim]) -> Iterator[Claim]:
    for claim in found:
        yield claim
        if claim.repair is not None:
            yield claim.repair


def claim(name: str) -> Claim:
    """Return a claim, or the repair of one, by its id.

    Raises
    ------
    UnknownNameError
        If there is none; the sentence names the nearest id.

    Examples
    --------
    >>> claim("histogram.calibration").where
    'Sec. III-B'
    """
    known = {found.id: found for found in _with_repairs(claims())}
    if name not in known:
        raise UnknownNameError("claim", name, known)
    return known[name]


def recorded() -> dict[str, str]:
    """Return the verdict that each claim had when it was last looked at by a person."""
    text = files("pmlsym.claims").joinpath("recorded.csv").read_text(encoding="utf-8")
    return {row["id"]: row["verdict"] for row in csv.DictReader(text.splitlines())}


def check(names: Sequence[str], jobs: int = 1) -> Iterator[dict[str, Any]]:
    """Check claims by id, in parallel if asked, and yield each as plain data, in that order.

    A check that comes to no verdict is yielded with the verdict None and the reason.
    """
    if jobs == 1:
        yield from map(_check_one, names)
        return
    from joblib import Parallel, delayed

    # Proofs hold z3's and sympy's objects; plain data crosses between processes.
    yield from Parallel(n_jobs=jobs, return_as="generator")(
        delayed(_check_one)(name) for name in names
    )


def _check_one(name: str) -> dict[str, Any]:
    found = claim(name)
    try:
        return found.check().as_dict()
    except (NotProved, NoVerdict, NoWitness) as failure:
        return found.unchecked(f"{type(failure).__name__}: {failure}")


def differences(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Return one sentence for every verdict, repairs included, that is not the recorded one."""
    expected = recorded()
    found = []
    for row in rows:
        for item in (row, row["repair"]):
            if item is None:
                continue
            if item["verdict"] is None or item["verdict"] != expected.get(item["id"]):
                found.append(
                    f"{item['id']}: {item['verdict'] or 'no verdict'}, "
                    f"recorded as {expected.get(item['id'], 'nothing')}"
                )
    return found
