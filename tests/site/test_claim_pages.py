"""The pages of claims say what a check found, all of it, and nothing that acts."""

import doctest
import json
import re
import subprocess
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from click.testing import CliRunner
from ledger_site import claim_page, examined, sources
from ledger_site.contents import sections
from ledger_site.errata import MEANINGS, errata, letter
from ledger_site.witness import in_python

from pmlsym.cli import command
from pmlsym.errors import LedgerError
from pmlsym.ledger import catalogue
from pmlsym.ledger.catalogue import recorded
from pmlsym.pages import as_text
from pmlsym.proof.checker import check as check_document
from pmlsym.statements.text.parse import parse
from tests.test_docs import script

ROOT = Path(__file__).parents[2]
PROVED, REFUTED, MODEL = "pmc.theorem-1", "histogram.composition.bound", "pmc.lip-ldp"
ON_PAPER = "pmc.example-8"
GRAVITY = ["formula", "assumption", "boundary", "degenerate", "typo"]
HOSTILE = '<script>alert("1")</script> & $x$ `y` |z|'


class Text(HTMLParser):
    """The words of a page, its tags, its links, and the formulas as they are written."""

    def __init__(self, html):
        super().__init__()
        self.words, self.tags, self.links, self.formulas, self._math = [], [], [], [], False
        self.saved = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        found = dict(attrs)
        self._math = "math" in (found.get("class") or "").split()
        if "href" in found:
            self.links.append(found["href"])
            if "download" in found:
                self.saved.append(found["href"])

    def handle_data(self, data):
        self.words.append(data)
        if self._math:
            self.formulas.append(data)

    def handle_endtag(self, tag):
        self._math = False


@pytest.fixture(scope="module")
def pages():
    """What is found of four claims and of their repairs."""
    names = (PROVED, REFUTED, MODEL, ON_PAPER)
    return {page["row"]["id"]: page for name in names for page in examined.examine(name)}


@pytest.fixture(scope="module")
def built(pages, tmp_path_factory):
    """The same pages as Sphinx writes them, with one whose words try to act."""
    from sphinx.application import Sphinx

    folder = tmp_path_factory.mktemp("site")
    hostile = json.loads(json.dumps(pages[PROVED]))
    scope = f"{HOSTILE}, as {PROVED} and {PROVED}.nowhere."
    hostile["row"] |= {"id": "hostile", "says": HOSTILE, "scope": scope, "words": HOSTILE}
    hostile["row"]["evidence"][0]["text"] = HOSTILE
    every = [*pages.values(), hostile]
    (folder / "ledger").mkdir()
    for page in sources.claim_sources(every):
        (folder / f"ledger/{page['row']['id']}.claim").write_text(json.dumps(page), "utf-8")
    (folder / "ledger.json").write_text(json.dumps(every), "utf-8")
    (folder / "code.json").write_text("[]", "utf-8")
    said = "Errata\n======\n\n.. ledger-errata:: histogram\n"
    (folder / "ledger/errata-histogram.rst").write_text(said, "utf-8")
    (folder / "index.rst").write_text("Site\n====\n\n.. ledger-table::\n", "utf-8")
    settings = {
        "extensions": ["ledger_site.extension"],
        "suppress_warnings": ["toc.not_included"],
        "html_math_renderer": "katex",
        "html_theme": "basic",
        "exclude_patterns": ["out"],
        "smartquotes": False,
    }
    out = folder / "out"
    Sphinx(folder, None, out, out, "html", settings, status=None, warningiserror=True).build()
    return {path.stem: path.read_text("utf-8") for path in out.rglob("*.html")}


def squeezed(text):
    return re.sub(r"\s+", "", text)


@pytest.mark.parametrize("name", [PROVED, REFUTED, f"{REFUTED}.repair", MODEL])
def test_a_page_says_all_that_was_found(name, pages, built):
    row, page = pages[name]["row"], Text(built[name])
    words = squeezed("".join(page.words))
    assert row["verdict"] in words
    for said in (row["says"], *row["words"].splitlines(), row["scope"], row["where"]):
        for part in re.split(r" Here(?:, [^,]+,)? |; ", said.rstrip(".")):
            assert squeezed(part) in words
    formulas = {squeezed(formula) for formula in page.formulas}
    for step in row["evidence"]:
        if step.get("latex"):
            assert squeezed(step["latex"]) in formulas
        if step["kind"] == "counterexample":
            continue  # its instance and both sides are tables of their own
        assert squeezed(step["reason"] if "reason" in step else step["text"]) in words
    for theorem in row["reductions"]:
        assert squeezed(theorem["because"]) in words
    assert all(statement in row["statement"] for statement in pages[name]["statements"])
    assert {squeezed(one) for one in pages[name]["statements"]} <= formulas


def test_what_is_not_as_recorded_has_no_page(monkeypatch):
    record = recorded()
    monkeypatch.setattr(
        catalogue, "recorded", lambda: {**record, MODEL: record[MODEL]._replace(verdict="refuted")}
    )
    with pytest.raises(LedgerError, match="recorded as refuted"):
        examined.examine(MODEL)


def test_a_counterexample_is_shown_as_tables(pages, built):
    witness = pages[REFUTED]["row"]["witness"]
    html = built[REFUTED]
    cells = [squeezed("".join(Text(one).words)) for one in re.findall(r"<td>.*?</td>", html, re.S)]
    for number in (number for row in witness["workload"] for number in row):
        assert squeezed(str(number)) in cells
    assert squeezed(witness["exact"]["left"]) in squeezed("".join(Text(html).words))


def test_a_refuted_claim_and_its_repair_lead_to_each_other(built):
    assert f"{REFUTED}.repair.html" in Text(built[REFUTED]).links
    assert f"{REFUTED}.html" in Text(built[f"{REFUTED}.repair"]).links


def test_a_counterexample_in_python_gives_the_numbers_of_the_ledger(pages, built, capsys):
    witness = pages[REFUTED]["row"]["witness"]
    code = in_python(witness)
    exec(code, {})
    assert f"log({capsys.readouterr().out.strip()})" == witness["exact"]["left"]
    assert squeezed(code) in squeezed("".join(Text(built[REFUTED]).words))


def test_ids_of_claims_lead_to_their_pages(built):
    links = Text(built["hostile"]).links
    assert f"{PROVED}.html" in links
    assert not any("nowhere" in link for link in links)
    assert f"{REFUTED}.html" in Text(built["errata-histogram"]).links


def test_a_letter_has_each_mistake_with_its_example_and_its_repair(pages, built):
    _, ((name, title, blocks),) = errata("histogram", pages.values())
    row, repair = pages[REFUTED]["row"], pages[f"{REFUTED}.repair"]["row"]
    assert (name, title) == (REFUTED, f"{row['where']}: {row['says']}")
    text = squeezed(as_text(letter("histogram", [], [(name, title, blocks)])))
    for said in (row["scope"], row["witness"]["world"], repair["says"], "restson:Coq"):
        assert squeezed(said) in re.sub(r"whatmaybeanswered:", "", text)
    assert squeezed(title) in squeezed("".join(Text(built["errata-histogram"]).words))


def test_the_gravest_mistakes_come_first(pages):
    kinds = ["typo", "boundary", "formula", "degenerate", "assumption"]
    found = [json.loads(json.dumps(pages[REFUTED])) for _ in kinds]
    for page, kind in zip(found, kinds, strict=True):
        page["row"] |= {"id": kind, "kind": kind}
    entries = errata("histogram", [*found, pages[f"{REFUTED}.repair"]])[1]
    assert [name for name, _, _ in entries] == [*MEANINGS] == sorted(kinds, key=GRAVITY.index)


def test_certificates_are_those_of_the_claim_and_are_accepted(pages, built):
    found = pages[PROVED]
    files = {f"certificates/{file}" for file in found["documents"]}
    assert files == set(Text(built[PROVED]).saved)
    assert found["certificates"]
    assert {one["file"] for one in found["certificates"]} == set(found["documents"])
    for document in found["documents"].values():
        check_document(document)


def test_a_link_to_the_prover_holds_the_statement(pages, built):
    assert pages[PROVED]["texts"]
    for text in pages[PROVED]["texts"]:
        link = claim_page.prover_link(text)
        assert link in Text(built[PROVED]).links
        assert parse(parse_qs(link.partition("#")[2])["s"][0]) == parse(text)


def test_what_is_typed_on_a_page_can_be_run(built, tmp_path, monkeypatch):
    words = "".join(Text(built[PROVED]).words)
    words = re.search(r"\$ pmlsym (try .*)", words)[1]
    (tmp_path / "kernel.csv").write_text("3/4,1/4\n1/4,3/4\n")
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(command, words.split(), standalone_mode=False).return_value == 0


def test_words_do_not_act(built):
    page = Text(built["hostile"])
    assert page.words
    assert page.tags.count("script") == Text(built[PROVED]).tags.count("script")
    assert squeezed("".join(page.words)).count(squeezed(HOSTILE)) >= 4
    assert HOSTILE not in built["index"]
    assert squeezed(HOSTILE) in squeezed("".join(Text(built["index"]).words))


def test_the_table_has_every_claim_once(pages, built):
    claims = [name for name, page in pages.items() if page["repairs"] is None]
    for name in claims:
        assert built["index"].count(f'<th scope="row"><a href="{name}.html">') == 1
    assert built["index"].count("data-verdict=") == len(claims) + 1  # and the hostile one


def test_every_id_on_record_gets_a_page_with_its_code():
    pages = []
    for found in catalogue.claims():
        row = found.unchecked("not looked at")
        repair = found.repair.unchecked("not looked at") if found.repair else None
        pages += examined.pages_of(found, {**row, "repair": repair}, {}, {})
    assert {page["row"]["id"] for page in pages} == set(recorded())
    assert len(pages) == len(recorded()) > 150
    for page in pages:
        file, line = page["code"]
        written = (ROOT / file).read_text("utf-8").splitlines()[line - 1]
        assert f'"{page["row"]["id"]}"' in written


def test_every_equation_that_a_page_cites_is_typeset_on_it():
    """Claims cite equations by number: each stands on the page as a formula."""
    cited = 0
    for found in catalogue.claims():
        for one in filter(None, (found, found.repair)):
            row = {**one.unchecked("not looked at"), "misprint": one.misprint}
            (page,) = examined.pages_of(one, {**row, "repair": None}, {}, {})
            blocks = dict(sections(page))["Statement"]
            formulas = [getattr(getattr(block, "line", ""), "latex", "") for block in blocks]
            scope = row["scope"].partition("Outline:")[0]
            texts = " ".join((row["says"], row["words"], scope, one.misprint))
            for number in set(re.findall(r"(?:^| )(\(\d+a?\))", texts)):
                assert any(latex.startswith(rf"{number}\colon") for latex in formulas), one.id
                cited += 1
    assert cited > 80


def test_informal_steps_have_their_tests_beside_them(pages):
    steps = [step for page in pages.values() for step in page["row"]["arguments"]]
    assert steps
    for page in pages.values():
        if page["row"]["arguments"]:
            (table,) = dict(sections(page))["Informal steps, and what tests them"]
            wanted = [(step["text"], step["test"]) for step in page["row"]["arguments"]]
            assert [row[:2] for row in table.rows] == wanted
    assert all(step["test"] and step["tested"] for step in steps)


def test_what_coq_was_asked_stands_on_the_page(built):
    asked = squeezed("".join(Text(built[MODEL]).words))
    assert squeezed("means (Statement [:: Least 2]") in asked
    assert "InCoq" not in squeezed("".join(Text(built[ON_PAPER]).words))


def test_links_of_the_docs_lead_to_what_is_tracked():
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        _, code = sources.rewritten(path.read_text("utf-8"), path.relative_to(ROOT).as_posix())
        assert code <= set(tracked.stdout.splitlines())


@pytest.mark.parametrize(
    "name",
    [
        *(f"ledger_site.{one}" for one in ("claim_page", "docstrings", "examined", "nodes")),
        *(
            f"ledger_site.{one}"
            for one in ("contents", "errata", "reference", "sources", "witness")
        ),
    ],
)
def test_examples_in_docstrings(name):
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert not result.failed


def test_examples_in_the_builder_of_the_prover():
    result = doctest.testmod(script(ROOT / "site" / "prover" / "build.py"))
    assert result.attempted > 0
    assert result.failed == 0
