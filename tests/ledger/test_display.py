"""Claims, their evidence and their tables show themselves; names that are near are found fast."""

import re
import subprocess
import sys

import pytest

import pmlsym as ps
from pmlsym.errors import LedgerError, ParameterError, UnknownNameError
from pmlsym.ledger import catalogue, derived, extremal
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.contents import Contents
from pmlsym.ledger.display.claim_table import FORMATS, rendered
from pmlsym.pages import as_text
from tests.ledger.test_latex import unknown
from tests.pages.test_pages import Reader, is_latex

NAMES = ("histogram.monotone", "histogram.composition.dp", "histogram.limit")


@pytest.fixture(scope="module")
def checked():
    return {name: ps.claim(name).check() for name in NAMES}


def shown(checked):
    """Everything of a checked claim that has a page."""
    for found in checked.values():
        yield from (found, found.claim, *found.claim.parts, *found.findings)
        yield from (finding.evidence for finding in found.findings)


def test_every_page_is_html_and_latex_and_text(checked):
    assert len(list(shown(checked))) > 10
    for one in shown(checked):
        html, text = Reader(one._repr_html_()), as_text(one.page())
        assert {"div", "p", "strong"} <= html.tags
        is_latex(one._repr_latex_())
        assert max(map(len, text.splitlines())) <= 88
        words = " ".join(html.words)
        for line in text.splitlines():
            if line.startswith("scope: "):
                assert line.removeprefix("scope: ") in re.sub(r"\s+", " ", words)
        assert not re.match(r"\w+\(\w+=", repr(one)), "a raw dataclass"


def test_a_refuted_claim_says_where_it_fails_and_what_is_true(checked):
    text = str(checked["histogram.composition.dp"])
    assert "refuted (degenerate)" in text
    assert "log(4) = log(4)" in text
    assert "The nearest true statement: histogram.composition.dp.repair" in text
    assert "\\" not in text


def test_the_colon_is_no_relation(checked):
    latex = checked["histogram.composition.dp"]._repr_latex_()
    assert r"\textbf{refuted}\text{: }" in latex
    assert r"\textbf{refuted}:" not in latex
    assert unknown(latex.removeprefix(r"$\displaystyle").removesuffix("$")) == []


def test_every_step_of_a_proof_is_on_its_page(checked):
    finding = checked["histogram.limit"].findings[0]
    text = str(finding)
    steps = finding.evidence.chain()
    assert text.count("\n1. ") == 1
    assert f"\n{len(steps)}. " in text
    assert "rule: instance with t := delta [from " in text


# --- the ledger as a table ------------------------------------------------------------------------


def test_a_listing_is_a_tuple_and_a_table():
    found = ps.claims("extremal")
    assert isinstance(found, tuple)
    verdicts = {name: record.verdict for name, record in catalogue.recorded().items()}
    assert str(found).startswith(f"{len(found)} claims: ")
    table = next(block for block in found.page().blocks if hasattr(block, "rows"))
    for claim, row in zip(found, table.rows, strict=True):
        assert row[0].text == verdicts[claim.id]
        assert row[2] == claim.id
    Reader(found._repr_html_())
    is_latex(found._repr_latex_())


@pytest.mark.parametrize("form", FORMATS)
def test_the_ledger_is_written_for_other_places(checked, form):
    rows = [found.as_dict() for found in checked.values()]
    text = rendered(rows, form, "9.9")
    for name in NAMES:
        assert name in text
    if form == "latex":
        is_latex(text)
        assert text.count(r" \\") == len(rows) + 1
    elif form == "markdown":
        assert len([line for line in text.splitlines() if line.startswith("| histogram")]) == 3
        assert "**refuted (degenerate)**" in text
    else:
        keys = re.findall(r"^@misc\{(.*),$", text, re.M)
        assert keys == [f"pmlsym:{name}" for name in (*NAMES[:2], f"{NAMES[1]}.repair", NAMES[2])]
        assert "pmlsym 9.9, claim histogram.monotone" in text
        assert text.count("{") == text.count("}")


# --- names that are near --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("pmc.theorem-6", ["pmc.theorem-6.i", "pmc.theorem-6.ii"]),
        ("theorem-4", ["histogram.theorem-4.upper", "histogram.theorem-4.tight", "pmc.theorem-4"]),
        ("pmc.teorem-2", ["pmc.theorem-2"]),
        ("linear.thm-1", ["linear.theorem-1"]),
        ("pmc.Prop. 1", ["pmc.proposition-1"]),
        ("Def. 3", ["linear.definition-3"]),
        ("eq. (4)", ["linear.eq-4", "histogram.eq-4"]),
        ("histogram.entropie", ["histogram.entropy"]),
        ("noise scale calibration", ["histogram.calibration"]),
        ("guesswork", ["pmc.guesswork", "pmc.guesswork.leakage", "pmc.guesswork.leakage.gap"]),
        ("PMC.Teorem-6", ["pmc.theorem-6.i", "pmc.theorem-6.ii"]),
        ("linear.theorem-6", ["pmc.theorem-6.i", "pmc.theorem-6.ii"]),
        (r"\eqref{eq:21}", ["pmc.eq-21", "pmc.eq-21.repair"]),
        ("definition_4_surely", ["pmc.definition-4.surely"]),
    ],
)
def test_the_names_that_were_meant_are_offered(name, found):
    with pytest.raises(UnknownNameError) as caught:
        ps.claim(name)
    _, *offered = re.findall(r"'([^']+)'", str(caught.value))
    assert offered[: len(found)] == found


def test_a_paper_is_no_claim_and_a_claim_no_paper():
    with pytest.raises(UnknownNameError, match=r"a paper: ps\.claims\('histogram'\)"):
        ps.claim("histogram")
    with pytest.raises(UnknownNameError, match=r"a claim: ps\.claim\('pmc\.eq-3'\)"):
        ps.claims("pmc.eq-3")
    for nothing in ("zzz", "nonsense", "", "."):
        with pytest.raises(UnknownNameError, match="pmlsym check list"):
            ps.claim(nothing)
    with pytest.raises(ParameterError, match=r"^name is 3"):
        ps.claim(3)


def test_a_mistyped_name_loads_no_claims():
    code = (
        "import sys, pmlsym as ps\n"
        "for name in ('pmc', 'pmc.theorem-66', 'histogram.theorem-6', 'guesses', 'linear.x'):\n"
        "    try: ps.claim(name)\n"
        "    except ps.errors.UnknownNameError: pass\n"
        "papers = ('pmc', 'histogram', 'linear', 'extremal')\n"
        "print([m for m in sys.modules if m.startswith('pmlsym.ledger.')\n"
        "       and m.split('.')[2] in papers])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (found.stdout.strip(), found.stderr) == ("[]", "")


def test_a_claim_that_is_not_on_record_is_found(monkeypatch):
    record = catalogue.recorded()
    del record["extremal.binary"]
    monkeypatch.setattr(catalogue, "recorded", lambda: record)
    assert ps.claim("extremal.binary").id == "extremal.binary"


def test_two_claims_of_one_id_are_refused(monkeypatch):
    first = ps.claims("extremal")[0]
    monkeypatch.setattr(catalogue, "claims", lambda: (first, first))
    with pytest.raises(LedgerError, match="two claims"):
        catalogue.by_id()


@pytest.mark.parametrize("place", ["regions.binary", "regions.__name__"])
def test_a_place_of_another_claim_is_refused(monkeypatch, place):
    name = "extremal.cost"
    wrong = Contents(extremal.__name__, {**extremal.CLAIMS.places, name: place})
    monkeypatch.setattr(extremal, "CLAIMS", wrong)
    with pytest.raises(LedgerError, match=f"is not the claim {name}"):
        ps.claim(name)


@pytest.mark.parametrize("paper", catalogue.PAPERS)
def test_the_contents_name_every_claim_of_the_modules(paper):
    every = [*catalogue.with_repairs(catalogue.claims(paper))]
    package = f"pmlsym.ledger.{paper}."
    loaded = [module for name, module in sys.modules.items() if name.startswith(package)]
    there = {one.id for module in loaded for one in vars(module).values() if type(one) is Claim}
    assert {one for one in there if one.startswith(f"{paper}.")} <= {one.id for one in every}
    assert all(catalogue.claim(one.id) is one for one in every)


def test_statements_are_reduced_once_and_when_their_goals_are_used(monkeypatch):
    asked = []
    reduce = derived.reduction_of
    monkeypatch.setattr(derived, "reduction_of", lambda one: asked.append(one) or reduce(one))
    found = derived.stated("LDP(e) => PML(e)")
    claim = Claim("mine.one", "mine", "p. 1", "s", **found)
    assert asked == []
    assert [part.goal for part in claim.parts] == [part.goal for part in found["parts"][:]]
    assert len(claim.parts) == len(asked) == 1


def test_a_claim_is_loaded_without_the_rest_of_its_paper():
    code = (
        "import sys, pmlsym as ps; ps.claim('histogram.calibration')\n"
        "print([m for m in sys.modules if m.startswith(('pmlsym.ledger.pmc', 'cvxpy', 'z3'))\n"
        "       or m == 'pmlsym.ledger.histogram.gap'])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (found.stdout.strip(), found.stderr) == ("[]", "")


def test_the_text_of_a_proof_is_folded_and_counted():
    [found] = ps.claim("linear.definition-3").check().findings
    [folded] = found.page().blocks
    assert folded.title == "3 steps, as the kernel checked them"
    assert "<details><summary>3 steps, as the kernel checked them</summary>" in found._repr_html_()
    assert "\n3. " in str(found)
