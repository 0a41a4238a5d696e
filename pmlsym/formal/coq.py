"""Runs of Coq: the library of formal/, theorems that are exported, and theorems written out there.

A statement that the exporter cannot carry may stand in a file of claims, as a
definition under a comment that names the statements of the ledger that it says, such as
``(* linear.tilted; linear.theorem-2.upper.repair 3 4 *)``: all statements of the one claim, the
third and the fourth of the other. Its proof has its name with ``_holds`` behind, and that its
hypotheses can be met has it with ``_possible``. A definition whose name ends with ``_false`` says
that the statements are false; an instance that meets their hypotheses is in its proof.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pmlsym.errors import InputError
from pmlsym.formal.theorem import HEAD

FOLDER = Path(__file__).parents[2] / "formal"
OF_MECHANISMS = ("values.v", "law.v", "language.v")  # what gives exported statements their meaning
OF_CLAIMS = ("values.v", "law.v", "release.v")  # what gives the written ones theirs
TOGETHER = 8  # theorems in one file, as loading takes seconds
SECONDS = 1200  # for the library, or one file of theorems
# a fifth of the time of Coq went into collecting what it loads and never lets go
_MEMORY = MappingProxyType({"OCAMLRUNPARAM": "s=8M,o=1000"})
# those of classical analysis, with their types: a name alone could be one of ours
AXIOMS = """
boolp.propositional_extensionality : forall P Q : Prop, P <-> Q -> P = Q
boolp.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x),
    (forall x : A, f x = g x) -> f = g
boolp.constructive_indefinite_description
  : forall (A : Type) (P : A -> Prop), (exists x : A, P x) -> {x : A | P x}
"""
_WRITTEN = re.compile(r"\(\*((?:(?!\(\*|\*\)).)*)\*\)\s*(Definition (\w+) := .*?\.)(?=\s)", re.S)
_PROOF = re.compile(r"^(?:Theorem|Lemma) (\w+)_holds : \1\.", re.M)
_POSSIBLE = re.compile(r"^Lemma (\w+)_possible :\s+possible \1\.", re.M)
_THEOREM = re.compile(r"^Theorem (\w+) :", re.M)
_PLACE = re.compile(r"\s*((?:linear|histogram|pmc|extremal)(?:\.[\w-]+)+)((?:\s+\d+)*)\s*\Z")


class CoqRefused(Exception):  # noqa: N818  # an answer of Coq
    """A file that Coq does not accept, or that rests on other axioms, with what Coq printed."""


class Written(NamedTuple):
    """A statement that is written out in a file of claims.

    Attributes
    ----------
    name : of the definition.
    text : of the definition.
    places : the claims that it is of, with the numbers of their statements; none for all of them.
    """

    name: str
    text: str
    places: tuple[tuple[str, tuple[int, ...]], ...]


def library(last: str = "") -> tuple[str, ...]:
    """Return the files of the library in the order of compiling, up to a last one."""
    listed = (FOLDER / "_CoqProject").read_text(encoding="utf-8").split()
    names = tuple(name for name in listed if name.endswith(".v"))
    return names[: names.index(last) + 1] if last else names


def claims() -> tuple[str, ...]:
    """Return the files of claims, in which statements are written out."""
    return tuple(sorted(name for name in library() if name.startswith("claims")))


def text_of(files: Iterable[str]) -> str:
    """Return files of the library, comments included."""
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in files)


def written() -> Iterator[Written]:
    """Yield the statements that are written out and that the library proves, in order.

    That its hypotheses can be met is proved for each, unless it is denied.
    """
    text = text_of(library())
    possible = set(_POSSIBLE.findall(text))
    proved = {name for name in _PROOF.findall(text) if name in possible or name.endswith("_false")}
    for comment, defined, name in _WRITTEN.findall(text_of(claims())):
        places = [_PLACE.match(one) for one in " ".join(comment.split()).split(";")]
        if name in proved and all(places):
            found = tuple(
                (place[1], tuple(map(int, place[2].split()))) for place in places if place
            )
            yield Written(name, defined, found)


def version() -> str:
    """Return the version of Coq.

    Raises
    ------
    InputError
        If Coq or the library is not here.
    """
    if not FOLDER.is_dir():
        raise InputError(
            "the theorems are not here: formal/ is in the source of pmlsym, beside the package."
        )
    if shutil.which("coqc") is None:
        raise InputError(
            "coqc is not here: install coq, libcoq-mathcomp-analysis and "
            "libcoq-mathcomp-algebra-tactics (docs/formal.md)."
        )
    printed = subprocess.run(["coqc", "--version"], capture_output=True, text=True, check=True)
    found = re.search(r"version (\S+)", printed.stdout)
    return found[1] if found else "unknown"


def ask(theorems: Mapping[str, str], names: Iterable[str], build: Path | None = None) -> None:
    """Have Coq check the library, exported theorems, and theorems of the library by name.

    Parameters
    ----------
    theorems : the text of each exported theorem, by its name.
    names : of statements that are written out.
    build : the folder to compile in; a temporary one if it is left out.

    Raises
    ------
    CoqRefused
        If Coq refuses one, or one rests on other axioms than `AXIOMS`.
    """
    if build is None:
        with tempfile.TemporaryDirectory() as folder:
            _ask(theorems, names, Path(folder))
    else:
        shutil.rmtree(build, ignore_errors=True)
        build.mkdir(parents=True)
        _ask(theorems, names, build)


def _ask(theorems: Mapping[str, str], names: Iterable[str], build: Path) -> None:
    files = library()
    for name in ("_CoqProject", *files):
        shutil.copy(FOLDER / name, build / name)
    _run(build, "coq_makefile", "-f", "_CoqProject", "-o", "Makefile")
    _run(build, "make", "--jobs", "2")
    asked = {}
    of_claims = []
    for name in names:
        of_claims.append(f": {name} := {name}_holds")
        if not name.endswith("_false"):
            of_claims.append(f": possible {name} := {name}_possible")
    if of_claims:  # first, as it takes longest
        modules = " ".join(name.removesuffix(".v") for name in files)
        asked["written.v"] = f"From pmlsym Require Import {modules}.\n{_axioms_of(of_claims)}"
    listed = list(theorems)
    for start in range(0, len(listed), TOGETHER):
        some = listed[start : start + TOGETHER]
        asked[f"statements_{start // TOGETHER}.v"] = "\n".join(
            [HEAD, *(theorems[one] for one in some), _axioms_of(_named(theorems, some))]
        )
    for name, text in asked.items():
        (build / name).write_text(text, encoding="utf-8")
    with ThreadPoolExecutor(2) as pool:
        printed = list(pool.map(lambda name: compiled(build, name), asked))
    for name, text in zip(asked, printed, strict=True):
        if text.split("Axioms:")[-1].split() != AXIOMS.split():
            raise CoqRefused(f"{name} rests on other axioms:\n{text}")


def _named(theorems: Mapping[str, str], names: Iterable[str]) -> list[str]:
    """Return the proofs of theorems in texts: what is said, and that its hypotheses can be met."""
    return [f":= {found}" for name in names for found in _THEOREM.findall(theorems[name])]


def _axioms_of(proofs: list[str]) -> str:
    """Return what has Coq check and print the axioms of proofs, each after its statement, if given.

    They are bound one after the other, as a tuple carries the types of all that stands before.
    """
    named = "\n".join(f"let _ {one} in" for one in proofs)
    return f"Definition all_of_them :=\n{named}\ntt.\nPrint Assumptions all_of_them.\n"


def compiled(build: Path, name: str) -> str:
    """Have Coq check a file in a folder; return what it prints."""
    return _run(build, "coqc", "-w", "none", "-R", ".", "pmlsym", name)


def _run(build: Path, *command: str) -> str:
    """Run a command in a folder; return what it prints."""
    words = " ".join(command)
    try:
        done = subprocess.run(
            command,
            cwd=build,
            env=_MEMORY | os.environ,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CoqRefused(f"{words}: not finished after {SECONDS} s") from None
    if done.returncode:
        raise CoqRefused(f"{words}: {done.stderr.strip()}")
    return done.stdout
