"""``pmlsym certify`` and ``pmlsym verify``: write certificates, and check them again."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NotRequired, TypedDict

import click

from pmlsym.cli.output import AS_JSON, FROM, console, emit, load
from pmlsym.errors import DataError, InputError, escaped
from pmlsym.given import with_noun
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.decisions import Decision, decisions
from pmlsym.ledger.claim import Claim
from pmlsym.proof import checker
from pmlsym.proof.certificates import export
from pmlsym.proof.certificates.store import FILE, key
from pmlsym.proof.kernel.question import canonical
from pmlsym.proof.review import Oracle, asking
from pmlsym.proof.search import Effort

_INDEX = "index.json"
_OWN_NAME = re.compile(r"[0-9a-f]{16}\.(json|smt2|v)")
_ENDINGS = {"json": "json", "smt2": "smt2", "coq": "v"}
_MOST_BYTES = 10_000_000
_ROW = {"file": str, "claim": str, "part": int, "goal": str, "statement": str}
_BARE_ROW = {"claim", "statement"}  # the keys for a claim that rests on no certificate


class _IndexRow(TypedDict):
    """A claim and one of its certificates, if it rests on any."""

    claim: str
    statement: str
    file: NotRequired[str]
    part: NotRequired[int]
    goal: NotRequired[str]


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where to write.")
@click.option(
    "--format",
    "form",
    type=click.Choice(sorted(_ENDINGS)),
    help="JSON (the default) for `pmlsym verify`, SMT-LIB or Coq for other programs.",
)
@click.option(
    "--rebuild-store",
    is_flag=True,
    help="Search every certificate of the ledger anew, and write the store of the package.",
)
@FROM
@AS_JSON
def certify(
    ids: tuple[str, ...],
    out: Path | None,
    form: str | None,
    rebuild_store: bool,
    files: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Write a certificate for every decision that the claims rest on, and an index of them.

    Exits with 1 if a decision has none, or if a recorded claim is gone.
    """
    if rebuild_store:
        if ids or files or out is not None or form is not None:
            raise InputError(
                "--rebuild-store is for the package's own claims: leave out ids, --from, --out and "
                "--format."
            )
        return _rebuild(as_json)
    form = form or "json"
    own = load(files)
    chosen = [catalogue.claim(name) for name in ids] or list(own or catalogue.claims())
    if out is None:
        raise InputError("--out is missing, but has to name the folder to write to.")
    gone = [] if ids or files else [f"{name}, which is not in the ledger" for name in _gone()]
    number, index, missing = write_certificates(chosen, out, form, gone)
    if as_json:
        emit({"documents": number, "missing": missing})
    else:
        certificates = with_noun(number, "certificate")
        click.echo(escaped(f"{certificates} for {_named(index)}, in {out}."))
        for line in missing:
            click.echo(f"No certificate: {line}.", err=True)
    return 1 if missing else 0


def write_certificates(
    chosen: Sequence[Claim], out: Path, form: str = "json", gone: Sequence[str] = ()
) -> tuple[int, list[_IndexRow], list[str]]:
    """Write a certificate for every decision of claims, and an index; return what was written.

    Returns
    -------
    The number of documents, the rows of the index, and what has no certificate.
    """
    found, missing = _decisions(chosen)
    missing += [*gone, *(f"{d.claim}, part {d.part}: {d.goal}" for d in found if not d.certified)]
    found = [d for d in found if d.certified]
    by_key = {key(d.question.text): d for d in found}
    out.mkdir(parents=True, exist_ok=True)
    for path in out.iterdir():
        if _OWN_NAME.fullmatch(path.name) or path.name == _INDEX:
            path.unlink()  # from an earlier run, or a link to another place
    for name, decision in by_key.items():
        _path(out, name, form).write_text(_document_text(decision, name, form), encoding="utf-8")
    index = [_index_row(d, _path(out, key(d.question.text), form)) for d in found]
    # A refuted claim rests on no decision, but is listed: verify then expects its repair.
    certified = {d.claim for d in found}
    bare = [c for c in catalogue.with_repairs(chosen) if c.id not in certified]
    index += [{"claim": claim.id, "statement": _line(claim.latex)} for claim in bare]
    (out / _INDEX).write_text(json.dumps(index, indent=1, ensure_ascii=False), encoding="utf-8")
    return len(by_key), index, missing


def _decisions(chosen: Iterable[Claim]) -> tuple[list[Decision], list[str]]:
    """Return the decisions of claims and their repairs, and the errors of the other claims."""
    found: list[Decision] = []
    failed = []
    for claim in chosen:
        try:
            found += decisions([claim])
        except Exception as failure:  # noqa: BLE001  # one broken claim must not hide the others
            failed.append(f"{claim.id}: {type(failure).__name__}: {failure}")
    return found, failed


def _gone() -> list[str]:
    known = catalogue.by_id()
    return [name for name in catalogue.recorded() if name not in known]


def _path(out: Path, name: str, form: str) -> Path:
    return out / f"{name}.{_ENDINGS[form]}"


def _document_text(decision: Decision, name: str, form: str) -> str:
    if form == "smt2":
        return export.smt2(decision.document)
    if form == "coq":
        return export.COQ_PRELUDE + export.coq(decision.document, f"decision_{name}")
    return json.dumps(decision.document, separators=(",", ":"))


def _index_row(decision: Decision, path: Path) -> _IndexRow:
    return {
        "file": path.name,
        "claim": decision.claim,
        "part": decision.part,
        "goal": _line(decision.goal),
        "statement": _line(decision.statement),
    }


def _named(index: Sequence[_IndexRow]) -> str:
    """Count the claims of an index, with their repairs."""
    named = len({row["claim"] for row in index})
    return "1 claim" if named == 1 else f"{named} claims and repairs"


def _line(text: str) -> str:
    """Return a text on one line without control characters, as an index requires."""
    if text.isprintable():
        return text
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def _rebuild(as_json: bool) -> int:
    """Check the whole ledger without the store, and rebuild it from the results."""
    with asking(Oracle(None, Effort())) as oracle:
        names = [claim.id for paper in catalogue.PAPERS for claim in catalogue.claims(paper)]
        rows = list(catalogue.check(names))
        found = oracle.found()
    failed = [row["id"] for row in rows if row["verdict"] is None] + _gone()
    if failed:
        raise InputError(f"no verdict for {', '.join(failed)}, so the store stays as it is.")
    with_proof = found.with_proof()
    target = Path(str(files("pmlsym.proof.certificates").joinpath(FILE)))
    found.write(target)
    if as_json:
        emit({"documents": with_proof, "missing": []})
    else:
        console().print(
            f"{with_noun(with_proof, 'certificate')}, "
            f"{with_noun(len(found) - with_proof, 'question')} without."
        )
    return 0


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@FROM
@AS_JSON
def verify(folder: Path, files: tuple[Path, ...], as_json: bool) -> int:
    """Check certificates again, and that they answer every question of the claims in the index.

    Of instances, samples and steps of a person it says nothing: `pmlsym check` gives the verdict.

    Exits with 1 if one is rejected or lacking. Of a folder that names half of the ledger or more,
    the claims that it does not name are listed too.
    """
    load(files)
    index = _read_index(folder)
    rows = [row for row in index if "file" in row]
    complaints: list[tuple[str, str]] = []
    texts: dict[str, str | None] = {}
    for name in dict.fromkeys([row["file"] for row in rows] + _documents_in(folder)):
        try:
            texts[name] = _accepted(folder, name)
        except checker.Rejected as refusal:
            texts[name] = None
            complaints.append((name, str(refusal).rstrip(".")))
    named = {row["file"] for row in rows}
    complaints += [(name, "it is not in the index") for name in texts if name not in named]
    statements = {name: _line(claim.latex) for name, claim in catalogue.by_id().items()}
    for row in index:
        if row["statement"] != statements.get(row["claim"]):
            where = f"the index has another statement of {row['claim']}"
            if row["claim"] not in statements:
                where = f"the ledger has no claim {row['claim']}; --from names a file with more"
            complaints.append((row.get("file", _INDEX), where))
    said = {row["claim"] for row in index}
    for name in sorted(said & statements.keys()):
        repair = catalogue.claim(name).repair
        if repair is not None and repair.id not in said:
            complaints.append((_INDEX, f"it names {name} and not its repair {repair.id}"))
    asked, failed = _questions(said)
    complaints += [(_INDEX, reason) for reason in failed]
    answered: dict[tuple[str, int, str], set[str]] = defaultdict(set)
    for row in rows:
        place = (row["claim"], row["part"], row["goal"])
        text = texts[row["file"]]
        if text is None:
            continue  # rejected above
        if text in asked.get(place, set()):
            answered[place].add(text)
        else:
            where = f"it is not a question of {row['claim']}, part {row['part']}: {row['goal']}"
            complaints.append((row["file"], where))
    for place, wanted in asked.items():
        lacking = len(wanted - answered[place])
        if lacking:
            where = f"{lacking} of the decisions of {place[0]}, part {place[1]}: {place[2]}"
            complaints.append((_INDEX, f"without a certificate: {where}"))
    if not texts and not complaints:
        raise DataError(
            f"{folder} has no certificate and names none: there is nothing to verify. A refutation "
            "is an instance, without a certificate; pmlsym check --from FILE.py evaluates that of "
            "an exported claim."
        )
    accepted = len(texts.keys() - {name for name, _ in complaints})
    ledger = [claim.id for paper in catalogue.PAPERS for claim in catalogue.claims(paper)]
    others = [name for name in ledger if name not in said]
    if len(others) > len(ledger) / 2:
        others = []  # the folder was made for some claims only
    if as_json:
        rejected = [{"file": name, "reason": reason} for name, reason in complaints]
        found: dict[str, object] = {"accepted": accepted, "rejected": rejected}
        emit(found | ({"not_named": others} if others else {}))
    else:
        console().print(
            f"{with_noun(accepted, 'certificate')} accepted, "
            f"{with_noun(len(complaints), 'complaint')}. "
            f"The index names {_named(index)}."
        )
        if others:
            console().print(f"It does not name these of the ledger: {', '.join(others)}.")
        for name, reason in complaints:
            shown = name if name.isprintable() else ascii(name)
            click.echo(escaped(f"{shown}: {reason}."), err=True)
    return 1 if complaints else 0


def _read_index(folder: Path) -> list[_IndexRow]:
    path = folder / _INDEX
    if not path.exists() and not path.is_symlink():
        raise DataError(f"{path} is not there: give a folder that `pmlsym certify` wrote.")
    if path.is_symlink() or not path.is_file():
        raise DataError(
            f"{path} is no file of its own, but has to be the index of `pmlsym certify`."
        )
    if path.stat().st_size > _MOST_BYTES:
        raise DataError(f"{path} is too large for an index: more than {_MOST_BYTES} bytes.")
    try:
        index = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_named_once)
    except (ValueError, RecursionError):
        raise DataError(f"{path} is no JSON, but has to be an index of `pmlsym certify`.") from None
    if not isinstance(index, list) or not all(map(_is_row, index)):
        names = ", ".join(_ROW)
        raise DataError(f"{path} has to be a list of objects with {names}, as text of one line.")
    return index


def _named_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build a JSON object and refuse a repeated name, of which readers keep different values."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _is_row(row: object) -> bool:
    """Whether a row has the keys that `certify` writes, and printable values only."""
    return (
        isinstance(row, dict)
        and row.keys() in (_ROW.keys(), _BARE_ROW)
        and all(type(value) is _ROW[name] for name, value in row.items())
        and all(str(value).isprintable() for value in row.values())
    )


def _documents_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.json") if path.name != _INDEX)


def _accepted(folder: Path, name: str) -> str:
    """Return the question of a document that the checker accepts."""
    if Path(name).name != name:
        raise checker.Rejected("its name leads out of the folder")
    path = folder / name
    try:
        if not path.is_symlink() and not path.exists():
            raise checker.Rejected("it is in the index, but not in the folder")
        if path.is_symlink() or not path.is_file() or path.stat().st_size > _MOST_BYTES:
            raise checker.Rejected("it is no file of its own, or too large")
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise checker.Rejected("it cannot be read") from None
    checker.check_text(text)
    return canonical(json.loads(text))


def _questions(
    names: Iterable[str],
) -> tuple[dict[tuple[str, int, str], set[str]], list[str]]:
    """Return the questions of claims and their repairs, rebuilt from their goals.

    The keys are claim, part and goal; the second result lists the errors of other claims.
    """
    asked: dict[tuple[str, int, str], set[str]] = defaultdict(set)
    known = catalogue.by_id()
    found, failed = _decisions(known[name] for name in sorted(set(names)) if name in known)
    for decision in found:
        asked[decision.claim, decision.part, _line(decision.goal)].add(decision.question.text)
    return asked, failed
