"""The sources of the site in one folder: pages, docs, notebooks, reference, claims."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from posixpath import normpath, relpath
from typing import Any

from ledger_site import reference
from ledger_site.examined import Examined, checked_with
from pmlsym.ledger.catalogue import recorded
from pmlsym.ledger.wording import PAPERS

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(((?!\w+:)[^)#\s]+)(?:#[^)\s]*)?\)")  # no image
_TO_NOTEBOOK = re.compile(r"(\]\([\w-]+)\.ipynb\)")
_SKIPPED = {"documents"}


def assemble(into: Path, pages: list[Examined]) -> None:
    """Write every source, touching only what changed, and delete what is no source any more.

    Parameters
    ----------
    into : the folder.
    pages : what was found of the claims.
    """
    folder = _Folder(into)
    for path in sorted((ROOT / "site/pages").rglob("*")):
        if path.is_file():
            folder.write(path.relative_to(ROOT / "site/pages").as_posix(), path.read_bytes())
    code: set[str] = set()
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        name = path.relative_to(ROOT).as_posix()
        text, linked = rewritten(path.read_text("utf-8"), name)
        folder.write(name, text.encode())
        code |= linked
    for path in (ROOT / "docs").rglob("*.png"):
        folder.write(path.relative_to(ROOT).as_posix(), path.read_bytes())
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        folder.write(f"notebooks/{path.name}", with_pages(path.read_text("utf-8")).encode())
    for name, text in reference.pages().items():
        folder.write(f"reference/{name}.rst", text.encode())
    for page in claim_sources(pages):
        code |= {page["code"][0], *page["named_in"]}
        folder.write(f"ledger/{page['row']['id']}.claim", _json(page))
    for paper in with_errata():
        said = f"# Errata: {PAPERS[paper]}\n\n```{{ledger-errata}} {paper}\n```\n"
        folder.write(f"ledger/errata-{paper}.md", said.encode())
    folder.write("ledger.json", _json([_without_evidence(page) for page in pages]))
    code |= set(_described())
    folder.write("code.json", _json(sorted(code)))
    folder.delete_others()


def with_pages(notebook: str) -> str:
    """Return a notebook whose outputs lead to the pages of other notebooks, and not to the files.

    Links in cells of Markdown are resolved by Sphinx, those in outputs are not.

    Examples
    --------
    >>> table = {"data": {"text/markdown": ["[01](01_lift.ipynb)"]}}
    >>> with_pages(json.dumps({"cells": [{"outputs": [table]}]}))
    '{"cells": [{"outputs": [{"data": {"text/markdown": ["[01](01_lift.html)"]}}]}]}'
    """
    found = json.loads(notebook)
    for cell in found["cells"]:
        for output in cell.get("outputs", ()):
            lines = output.get("data", {}).get("text/markdown")
            if lines is not None:
                output["data"]["text/markdown"] = [
                    _TO_NOTEBOOK.sub(r"\1.html)", line) for line in lines
                ]
    return json.dumps(found, ensure_ascii=False)


def with_errata() -> list[str]:
    """Return the keys of the papers of which a statement is refuted on record.

    Examples
    --------
    >>> with_errata()
    ['linear', 'histogram', 'pmc']
    """
    refuted = {name.split(".")[0] for name, one in recorded().items() if one.verdict == "refuted"}
    return [paper for paper in PAPERS if paper in refuted]


def claim_sources(pages: list[Examined]) -> Iterable[Examined]:
    """Yield what stands in the source of each claim's page: what was found, and what is beside."""
    names = [page["row"]["id"] for page in pages]
    programs = checked_with()
    for place, page in enumerate(pages):
        yield {
            **{name: what for name, what in page.items() if name not in _SKIPPED},
            "checked": programs,
            "before": names[place - 1] if place else None,
            "after": names[place + 1] if place + 1 < len(names) else None,
        }


def rewritten(text: str, name: str) -> tuple[str, set[str]]:
    """Return a page of the project with links that lead somewhere on the site, and the code linked.

    Parameters
    ----------
    text : Markdown.
    name : the page's path from the root of the project.

    Examples
    --------
    >>> rewritten("[p](../pmlsym/nats.py)", "docs/trust.md")
    ('[p](code:../source/pmlsym/nats.py.html)', {'pmlsym/nats.py'})
    >>> rewritten("[n](../notebooks) [t](../tests/proof)", "docs/README.md")
    ('[n](../notebooks/index.md) `tests/proof`', set())
    >>> rewritten("[the prover](../site/prover)", "docs/statements.md")
    ('[the prover](code:../prover/index.html)', set())
    >>> rewritten("[picture](docs/optimal.png)", "README.md")
    ('[picture](docs/optimal.png)', set())
    """
    folder, linked = name.rpartition("/")[0], set()

    def to(found: re.Match[str]) -> str:
        target = normpath(f"{folder}/{found[2]}" if folder else found[2])
        if target == "notebooks":
            return f"[{found[1]}]({found[2]}/index.md)"
        if target == "site/prover":
            return f"[{found[1]}](code:{relpath('prover/index.html', folder or '.')})"
        if _is_page(target) or not (ROOT / target).exists():
            return found[0]
        if target.endswith(".png"):
            return found[0]  # it is copied, and the link saves it
        if (ROOT / target).is_dir() or target.endswith(".ipynb"):
            return f"`{target}`"
        linked.add(target)
        return f"[{found[1]}](code:{relpath(f'source/{target}.html', folder or '.')})"

    return _LINK.sub(to, text), linked


def _is_page(target: str) -> bool:
    """Whether a file of the project is a page of the site."""
    folder, _, file = target.rpartition("/")
    if file.endswith(".md"):
        return folder in ("", "docs") or folder.startswith("docs/")
    return folder == "notebooks" and file.endswith(".ipynb")


def _described() -> Iterable[str]:
    """Yield the files that the reference leads to."""
    for text in reference.pages().values():
        for one in re.findall(r"^\.\. auto(?:class|function|exception|data):: (\S+)", text, re.M):
            found = reference.source_of(one)
            if found is not None:
                yield found[0]


def _without_evidence(page: Examined) -> dict[str, Any]:
    kept = ("id", "paper", "where", "says", "verdict", "kind")
    return {
        "row": {name: page["row"][name] for name in kept},
        "repair": page["repair"],
        "repairs": page["repairs"],
    }


def _json(what: object) -> bytes:
    return json.dumps(what, ensure_ascii=False, indent=1).encode()


class _Folder:
    """A folder of which only what changes is written, so that Sphinx reads only that anew."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._written: set[Path] = set()

    def write(self, name: str, what: bytes) -> None:
        path = self._place / name
        self._written.add(path)
        if path.is_file() and path.read_bytes() == what:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(what)

    def delete_others(self) -> None:
        for path in sorted(self._place.rglob("*"), reverse=True):
            if path.is_file() and path not in self._written:
                path.unlink()
            elif path.is_dir() and not any(path.iterdir()):
                shutil.rmtree(path)
