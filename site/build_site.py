"""Build the site: `make site` runs this. It ends in `build/site/`, which any web server can show.

Usage: python site/build_site.py [--only ID ...]

With --only, the pages of some claims alone are made: for work on the pages, not for a site.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

from ledger_site.errata import errata, letter
from ledger_site.examined import Examined, examine_all
from ledger_site.links import check_links
from ledger_site.sources import assemble, with_errata
from prover.build import copy_katex

from pmlsym.errors import LedgerError
from pmlsym.pages import as_latex, as_text

HERE = Path(__file__).parent
BUILD = HERE.parent / "build"
SITE, SOURCE, FORMULAS = BUILD / "site", BUILD / "site-source", BUILD / "site-formulas"
TREES = BUILD / "site-trees"
KATEX = ("katex.min.js", "contrib/copy-tex.min.js", "contrib/auto-render.min.js")


def main() -> int:
    """Build the site and check its links; return how many of them are wrong."""
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--only", nargs="+", metavar="ID", default=[])
    only = reader.parse_args().only
    start = time.perf_counter()
    # most of it in node, beside the processes that check
    build = [sys.executable, str(HERE / "prover/build.py"), str(SITE / "prover"), "--site"]
    with subprocess.Popen(build, stdout=subprocess.PIPE, text=True) as prover:
        pages = _examined(only)
        _say(start, f"{len(pages)} claims and repairs checked")
        assemble(SOURCE, pages)
        print(prover.communicate()[0], end="")
    if prover.returncode:
        raise SystemExit("The prover's page could not be built: see above.")
    shutil.rmtree(FORMULAS, ignore_errors=True)
    copy_katex(KATEX, FORMULAS / "katex")
    _say(start, "sources")
    shutil.rmtree(SITE / "source", ignore_errors=True)  # or pages that nothing leads to stay there
    # two processes; every warning is an error
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "-j", "2", "-q", "-W", "--keep-going"]
    folders = ["-c", str(HERE), "-d", str(TREES), str(SOURCE), str(SITE)]
    if subprocess.run([*sphinx, *folders], check=False).returncode:
        shutil.rmtree(TREES)  # or the next run would not read again what it warned of
        raise SystemExit("Sphinx warns: see above.")
    _certificates(pages)
    _letters(pages)
    _say(start, "pages")
    wrong, outside = check_links(SITE)
    (BUILD / "site-links.txt").write_text("".join(f"{one}\n" for one in outside), "utf-8")
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    _say(start, f"links; {size / 1e6:.1f} MB in {SITE.relative_to(HERE.parent)}")
    return 1 if wrong else 0


def _examined(only: list[str]) -> list[Examined]:
    try:
        return examine_all(only)
    except LedgerError as failure:
        raise SystemExit(f"The ledger is not what is recorded: {failure}.") from failure


def _certificates(pages: list[Examined]) -> None:
    folder = SITE / "ledger/certificates"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for page in pages:
        for name, document in page["documents"].items():
            (folder / name).write_text(json.dumps(document), "utf-8")


def _letters(pages: list[Examined]) -> None:
    """Write the errata of each paper as text and as LaTeX."""
    folder = SITE / "ledger/errata"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for paper in with_errata():
        page = letter(paper, *errata(paper, pages))
        (folder / f"{paper}.txt").write_text(f"{as_text(page)}\n", "utf-8")
        (folder / f"{paper}.tex").write_text(f"{as_latex(page)}\n", "utf-8")


def _say(start: float, what: str) -> None:
    here, below = (
        resource.getrusage(one) for one in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    cpu = here.ru_utime + here.ru_stime + below.ru_utime + below.ru_stime
    print(f"{time.perf_counter() - start:5.1f} s, {cpu:5.1f} s of CPU  {what}", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
