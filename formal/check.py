"""Whole theorems: export what the ledger says, have Coq check it, compare with the record.

usage: python formal/check.py [--record] [--all]

A row of pmlsym/formal/cited.csv is a statement of a claim that Coq has checked as a whole,
exported or written out in a file of claims, with the hashes of what its meaning depends on.
`--record` writes the file anew; otherwise a difference is an error. `--all` has Coq check the
statements of tests/conjecture/corpus.csv as well, as far as they can be exported; they are not
recorded.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Container, Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from pmlsym.formal import coq
from pmlsym.formal.cited import AXIOMS, FILE, Cited, cited, said
from pmlsym.formal.exported import exported, name_of
from pmlsym.formal.syntax import statement
from pmlsym.ledger import catalogue
from pmlsym.ledger.claim import Claim
from pmlsym.proof.certificates.store import key
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.finite import Finite
from pmlsym.statements.generator.models import models
from pmlsym.statements.readable import Readable
from pmlsym.statements.specific.specific import SampledStatement
from pmlsym.statements.text.parse import parse

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "formal"
CITED = ROOT / "pmlsym" / "formal" / FILE
CORPUS = ROOT / "tests" / "conjecture" / "corpus.csv"
INSTANCES = 12  # on which a formula is compared with the recorded one


def claims() -> dict[str, Claim]:
    """Return the claims and repairs by id."""
    return {one.id: one for one in catalogue.with_repairs(catalogue.claims())}


def is_refuted(name: str) -> bool:
    """Whether a claim is recorded as refuted."""
    found = catalogue.recorded().get(name)
    return found is not None and found.verdict == "refuted"


def texts(known: Mapping[str, Claim]) -> list[str]:
    """Return the statements in the language of claims that are not refuted."""
    holding = [claim for name, claim in known.items() if not is_refuted(name)]
    return [one.text for claim in holding for one in claim.asserts if one.text]


def values(statement: Readable) -> str:
    """Return the hash of what a statement compares on its first instances.

    A changed formula changes it, where the words are still the same.
    """
    if isinstance(statement, Assertion):
        drawn = statement.over.all()
    elif isinstance(statement, (BoundStatement, SampledStatement)):
        drawn = statement.instances()
    elif isinstance(statement, Finite):
        drawn = models(statement.statement)
    else:
        raise TypeError(f"no instances are known of {statement.words()}")
    judged = ((one, statement.judge(one)) for one in islice(drawn, INSTANCES))
    lines = [f"{one}: {found.verdict}, {found.left}, {found.right}" for one, found in judged]
    return key("\n".join(lines))


def written_for(known: Mapping[str, Claim]) -> dict[tuple[str, int], list[coq.Written]]:
    """Return what is written out for each statement, by claim and number."""
    places: dict[tuple[str, int], list[coq.Written]] = {}
    for one in coq.written():
        for name, numbers in one.places:
            if name not in known:
                sys.exit(f"{one.name} is said to be of {name}, which is no claim")
            if is_refuted(name) != one.name.endswith("_false"):
                sys.exit(f"{one.name} does not agree with the verdict on {name}")
            for number in numbers or range(1, len(known[name].asserts) + 1):
                places.setdefault((name, number), []).append(one)
    return places


def rows(known: Mapping[str, Claim], theorems: Container[str]) -> Iterator[Cited]:
    """Yield the rows of all statements that are exported or written out.

    Version and day are those of the record, or empty.
    """
    of_mechanisms = key(coq.text_of(coq.OF_MECHANISMS))
    of_written = key(coq.text_of((*coq.OF_CLAIMS, *coq.claims())))
    places = written_for(known)
    for name, claim in known.items():
        for number, asserted in enumerate(claim.asserts, 1):
            if asserted.text and name_of(asserted.text) in theorems:
                data = key(statement(parse(asserted.text)))
                asked = name_of(asserted.text), data, "", of_mechanisms
            elif found := places.get((name, number)):
                names = " ".join(one.name for one in found)
                data = key("\n".join(one.text for one in found))
                asked = names, data, values(asserted), of_written
            else:
                continue
            yield _dated(Cited(name, number, asked[0], said(asserted), *asked[1:], "", ""))


def _dated(row: Cited) -> Cited:
    """Return a row with version and day, where it is recorded just so."""
    for one in cited().get(row.claim, ()):
        if one._replace(coq="", day="") == row:
            return one
    return row


def main() -> None:
    """Check everything, and compare with the record or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write cited.csv anew")
    parser.add_argument("--all", action="store_true", help="the statements of the corpus as well")
    given = parser.parse_args()
    known = claims()
    wanted = texts(known)
    if given.all:
        with CORPUS.open(encoding="utf-8", newline="") as file:
            wanted += [row["statement"] for row in csv.DictReader(file)]
    theorems, reasons = exported(wanted)
    found = list(rows(known, theorems))
    by_hand = sorted({name for row in found if row.values for name in row.theorems.split()})
    start = time.monotonic()
    try:
        version = coq.version()
        coq.ask(theorems, by_hand, BUILD)
    except (coq.CoqRefused, ValueError) as refused:
        sys.exit(str(refused))
    seconds = round(time.monotonic() - start)
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    found = [row if row.day else row._replace(coq=version, day=today) for row in found]
    summary = {
        "coq": version,
        "axioms": AXIOMS,
        "theorems": [
            {"id": row.claim, "statement": row.number, "theorem": row.theorems, "axioms": AXIOMS}
            for row in found
        ],
        "not exported": reasons,
        "seconds": seconds,
    }
    (BUILD / "summary.json").write_text(json.dumps(summary, indent=1), encoding="utf-8")
    if given.record:
        with CITED.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Cited._fields)
            writer.writerows(found)
    elif found != [row for one in cited().values() for row in one]:
        sys.exit(
            f"pmlsym/formal/{FILE} differs from what Coq has checked: look at what changed, then "
            "run `python formal/check.py --record`."
        )
    print(
        f"Coq {version} has checked {len(theorems)} exported and {len(by_hand)} written theorems "
        f"in {seconds} s: {len(found)} statements of {len({row.claim for row in found})} claims "
        f"and repairs. {len(reasons)} statements of the language cannot be exported."
    )


if __name__ == "__main__":
    main()
