"""The pages under docs/ say what is so."""

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

import pmlsym
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.decisions import decisions
from pmlsym.proof.verdict import VERDICTS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(
    [*DOCS.glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
)
# Pages that are being written beside this one; empty once they are there.
AWAITED: set[str] = set()
# Single files by the package of the picture that they belong to.
FILES = {
    "numbers": (
        "errors",
        "exact",
        "given",
        "nats",
        "distributions",
        "tables",
        "arrays",
        "precision",
        "ordered",
        "randomness",
        "assumptions",
        "deadline",
    ),
}


def script(path):
    """Return a script outside the package as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


trusted = script(DOCS / "trusted.py")


def table_under(heading, page):
    """Return the first cells of the first table after a heading, without backticks."""
    text = (DOCS / page).read_text(encoding="utf-8").split(f"\n{heading}\n")[1]
    rows = re.findall(r"^\| `?([\w/]+)`? \|", text.split("\n## ")[0], re.M)
    return rows[1:]


def package_of(module):
    """Return the package of a module's dotted name; the package itself is in none."""
    name = module.split(".")[1] if "." in module else ""
    return next((package for package, files in FILES.items() if name in files), name)


def test_every_room_is_in_the_picture():
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    picture = text.split("## The packages")[1].split("```")[1]
    for package in table_under("## The packages", "architecture.md"):
        assert re.search(rf"\b{package}\b", picture), package


def terms_explained():
    """Return what the glossary has in bold or as code at the head of an entry."""
    text = (DOCS / "glossary.md").read_text(encoding="utf-8")
    heads = re.findall(r"^- (.+?)(?:: |:$)", text, re.M)
    return {word for head in heads for word in re.findall(r"\*\*(.+?)\*\*|`(.+?)`", head)}, text


def test_every_public_name_is_in_the_glossary():
    _, text = terms_explained()
    for name in pmlsym.__all__:
        assert re.search(rf"`(ps\.|pmlsym\.)?{name}\b", text), name


def test_every_kind_of_guarantee_is_in_the_glossary():
    from pmlsym.guarantees import KINDS

    _, text = terms_explained()
    own = [kind for kind in KINDS if kind.__module__.startswith("pmlsym.")]
    assert len(own) >= 5
    for kind in own:
        lines = [line for line in text.splitlines() if f"`{kind.__name__}" in line]
        assert any(kind.name.lower() in line.lower() for line in lines), kind.__name__


@pytest.mark.parametrize("verdict", VERDICTS)
def test_every_verdict_is_in_the_glossary(verdict):
    found, _ = terms_explained()
    assert ("", verdict) in found


def test_the_trust_page_counts_what_a_verdict_rests_on():
    assert trusted.documents_said() is not None, "run python docs/trusted.py --documents"
    page = trusted.PAGE.read_text(encoding="utf-8")
    said = page.partition(trusted.BEGIN)[2].partition(trusted.END)[0]
    assert said == trusted.trusted(trusted.documents_said()), "run python docs/trusted.py"


def test_the_number_of_documents_is_counted_and_read_back(tmp_path, monkeypatch):
    page = tmp_path / "trust.md"
    page.write_text(trusted.trusted(1234), encoding="utf-8")
    monkeypatch.setattr(trusted, "PAGE", page)
    assert trusted.documents_said() == 1234
    page.write_text(trusted.trusted(None), encoding="utf-8")
    assert trusted.documents_said() is None
    # a claim and its repair: what is certified for the two, each document counted once
    two = [catalogue.claim("histogram.composition.dp"), catalogue.claim("histogram.monotone")]
    monkeypatch.setattr(catalogue, "claims", lambda: two)
    asked = {one.question.text for claim in two for one in decisions([claim])}
    assert trusted.documents_counted() == len(asked) > 2


def test_everything_that_statements_are_made_of_is_on_the_trust_page():
    listed = {
        file for _, _, places, _ in trusted.PARTS for p in places for file in trusted.files(p)
    }
    package = trusted.ROOT / "pmlsym"
    for folder in ("statements", "prover", "ledger/checking", "proof/kernel"):
        missing = set((package / folder).rglob("*.py")) - listed
        assert not {file for file in missing if file.name != "__init__.py"}, folder


def test_every_kind_of_evidence_is_in_the_glossary():
    from pmlsym.proof import chain
    from pmlsym.proof.witness import Sample, Witness

    _, text = terms_explained()
    kinds = {*chain.KINDS, Witness.kind, Sample.kind}
    assert len(kinds) >= 7
    for kind in kinds:
        assert f"`{kind}`" in text, kind


def test_every_command_is_in_the_glossary():
    from pmlsym.cli import command

    _, text = terms_explained()
    for name in command.list_commands(None):
        assert f"`pmlsym {name}" in text, name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for link, anchor in re.findall(r"\]\((?!https?:)([\w./-]*)(#[\w-]+)?\)", text):
        target = (page.parent / link).resolve() if link else page
        if str(target.relative_to(ROOT)) in AWAITED:
            continue
        assert target.exists(), link
        if anchor:
            heads = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.M)
            assert anchor[1:] in {anchor_of(head) for head in heads}, anchor


def anchor_of(heading):
    """Return the anchor that a heading gets: lower case, hyphens for spaces, no punctuation."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_index_names_every_page_once():
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    linked = re.findall(r"^- \[.+?\]\(([\w-]+\.md)\)", index, re.M)
    assert len(linked) == len(set(linked))
    pages = {page.name for page in DOCS.glob("*.md")} - {"README.md"}
    assert pages <= set(linked)
    assert set(linked) - pages <= {Path(name).name for name in AWAITED}


def test_pages_name_no_machine():
    for page in PAGES:
        assert not re.search(r"/(work|home|root|tmp)/", page.read_text(encoding="utf-8")), page.name


def test_the_reading_path_leads_to_the_certificate():
    found = doctest.testfile(str(DOCS / "reading-path.md"), module_relative=False, encoding="utf-8")
    assert (found.failed, found.attempted > 20) == (0, True)


def test_the_reading_path_is_short_and_its_functions_are_there():
    rows = re.findall(
        r"^\| \d+ \| `([\w/]+\.py)` \| ([^|]+) \|",
        (DOCS / "reading-path.md").read_text(encoding="utf-8"),
        re.M,
    )
    texts = [(ROOT / "pmlsym" / file).read_text(encoding="utf-8") for file, _ in rows]
    assert len(rows) <= 12
    assert sum(len(text.splitlines()) for text in texts) < 3000
    for (file, names), text in zip(rows, texts, strict=True):
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"(?m)^\s*(def|class) {name}\b|^{name}\b", text), f"{name} in {file}"
