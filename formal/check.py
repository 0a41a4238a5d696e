"""Whole theorems: export what the ledger says, have Coq check it, compare with cited.csv.

usage: python formal/check.py [--record]

A row of cited.csv is a statement of a claim that Coq has checked as a whole: the hash of the
statement as data of language.v, and that of the three files of definitions that give it its
meaning. `--record` writes the file anew; otherwise a difference is an error.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from pmlsym.formal import HEAD, NotExported, theorem
from pmlsym.formal.syntax import statement
from pmlsym.ledger import catalogue
from pmlsym.proof.certificates.store import key
from pmlsym.statements.text.parse import parse

HERE = Path(__file__).parent
BUILD = HERE.parent / "build" / "formal"
CITED = HERE / "cited.csv"
MEANING = ("values.v", "law.v", "language.v")  # what has to be read
LIBRARY = (*MEANING, "quotients.v", "extremes.v")
TOGETHER = 8  # theorems in one file, as loading takes seconds
SECONDS = 300  # for one file
# of classical analysis, with their types: a name alone could be one of ours
AXIOMS = """
boolp.propositional_extensionality : forall P Q : Prop, P <-> Q -> P = Q
boolp.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x),
    (forall x : A, f x = g x) -> f = g
boolp.constructive_indefinite_description
  : forall (A : Type) (P : A -> Prop), (exists x : A, P x) -> {x : A | P x}
"""


class Cited(NamedTuple):
    """A statement of a claim, with the hashes of its data and of all definitions."""

    claim: str
    text: str
    data: str
    meaning: str


def meaning() -> str:
    """Return the hash of the definitions, comments included."""
    return key("\n".join((HERE / name).read_text(encoding="utf-8") for name in MEANING))


def said() -> Iterator[tuple[str, str]]:
    """Yield each statement in the language, with its claim or repair, that is not refuted."""
    for claim in catalogue.with_repairs(catalogue.claims()):
        if claim.recorded != "refuted":
            for one in claim.asserts:
                if one.text:
                    yield claim.id, one.text


def row(claim: str, text: str) -> Cited:
    """Return the row of a statement; raises `NotExported` where language.v does not say it."""
    return Cited(claim, text, key(statement(parse(text))), meaning())


def recorded() -> list[Cited]:
    """Return the rows of cited.csv."""
    with CITED.open(encoding="utf-8", newline="") as file:
        return [Cited(**found) for found in csv.DictReader(file)]


def exported() -> tuple[dict[str, str], dict[str, str]]:
    """Return the theorem of each statement, and the reason where there is none."""
    theorems: dict[str, str] = {}
    reasons: dict[str, str] = {}
    for _, text in said():
        if text in theorems or text in reasons:
            continue
        try:
            theorems[text] = theorem(parse(text), f"said_{key(text)}")
        except NotExported as reason:
            reasons[text] = str(reason)
        except ValueError as reason:  # a binder, of which the parser of finite statements says so
            reasons[text] = str(reason)
    return theorems, reasons


def compiled(name: str) -> str:
    """Have Coq check a file in the build folder; return what it prints."""
    command = ["coqc", "-w", "none", "-R", ".", "pmlsym", name]
    done = subprocess.run(
        command, cwd=BUILD, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if done.returncode:
        sys.exit(f"{name}: {done.stderr.strip()}")
    return done.stdout


def checked(theorems: dict[str, str]) -> None:
    """Have Coq check all theorems, on two cores, and that they rest on the three axioms."""
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    for name in LIBRARY:
        shutil.copy(HERE / name, BUILD / name)
        compiled(name)
    texts = list(theorems)
    files = []
    for start in range(0, len(texts), TOGETHER):
        some = texts[start : start + TOGETHER]
        name = f"statements_{start // TOGETHER}.v"
        names = ", ".join(f"said_{key(text)}" for text in some)
        rest = f"Definition all_of_them := ({names}).\nPrint Assumptions all_of_them.\n"
        text = "\n".join([HEAD, *(theorems[one] for one in some), rest])
        (BUILD / name).write_text(text, encoding="utf-8")
        files.append(name)
    with ThreadPoolExecutor(2) as pool:
        for name, printed in zip(files, pool.map(compiled, files), strict=True):
            if printed.split("Axioms:")[-1].split() != AXIOMS.split():
                sys.exit(f"{name} rests on other axioms:\n{printed}")


def main() -> None:
    """Check everything, and compare with the record or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write cited.csv anew")
    record = parser.parse_args().record
    if shutil.which("coqc") is None:
        sys.exit(
            "coqc is not here: install coq, libcoq-mathcomp-analysis and "
            "libcoq-mathcomp-algebra-tactics (docs/formal.md)."
        )
    theorems, reasons = exported()
    checked(theorems)
    found = sorted({row(claim, text) for claim, text in said() if text in theorems})
    version = re.search(
        r"version (\S+)",
        subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True).stdout,
    )
    summary = {
        "coq": version[1] if version else "unknown",
        "statements": len(theorems),
        "claims": len({one.claim for one in found}),
        "not exported": reasons,
    }
    (BUILD / "summary.json").write_text(json.dumps(summary, indent=1), encoding="utf-8")
    if record:
        with CITED.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(Cited._fields)
            writer.writerows(found)
    elif found != sorted(recorded()):
        sys.exit(
            "formal/cited.csv differs from what Coq has checked: look at what changed, then "
            "run `python formal/check.py --record`."
        )
    print(
        f"Coq {summary['coq']} has checked {len(theorems)} whole statements of "
        f"{summary['claims']} claims and repairs; {len(reasons)} statements cannot be exported."
    )


if __name__ == "__main__":
    main()
