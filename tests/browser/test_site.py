"""The site in a real browser: formulas are set and can be copied, the table can be filtered.

That nothing fails in the console and nothing is asked of another host, `visit` itself sees to.
"""

import re

import pytest

from tests.browser.conftest import BUILT

PAGES = [
    "",
    "README.html",
    "docs/trust.html",
    "docs/glossary.html",
    "docs/teaching.html",
    "docs/for-referees.html",
    "ledger/",
    "ledger/errata-linear.html",
    "ledger/errata-pmc.html",
    "ledger/pmc.theorem-1.html",
    "ledger/pmc.theorem-6.i.html",
    "ledger/histogram.composition.bound.html",
    "ledger/linear.theorem-2.upper.html",
    "ledger/linear.limit.html",
    "notebooks/01_lift_pml_pmc.html",
    "notebooks/11_your_own_theorem.html",
    "reference/pmlsym.html",
    "reference/pmlsym.laplace.html",
    "source/pmlsym/proof/checker.py.html",
]
UNSET = """() => [...document.querySelectorAll(".math")].filter(
    (one) => !one.querySelector(".katex") && !one.closest("details:not([open])")
).length + document.querySelectorAll(".katex-error").length"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
# every formula of a page, folded or not, as KaTeX would refuse it
REFUSED = """async (names) => {
  const refused = [];
  let read = 0;
  for (const name of names) {
    const text = await (await fetch(name)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    for (const one of page.querySelectorAll(".math")) {
      try { katex.renderToString(one.textContent, { throwOnError: true, strict: "ignore" }); }
      catch (error) { refused.push(`${name}: ${error.message}`); }
      read += 1;
    }
  }
  return [read, refused];
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_every_kind_of_page_is_set_and_as_wide_as_the_window(visit, site, width):
    page = visit("", width=width)
    for name in PAGES:
        page.goto(site + name)
        page.wait_for_function("() => window.katex !== undefined")
        assert page.evaluate(UNSET) == 0, name
        assert page.evaluate(WIDER) <= 0, name
        assert page.locator("h1").count() == 1, name


@pytest.mark.parametrize("name", ["docs/teaching.html", "ledger/pmc.eq-9.strict.html"])
def test_no_word_of_a_table_is_broken(visit, name):
    page = visit(name, width=390)
    headers = page.locator("th p").filter(has_text=re.compile(r"^\w+$"))
    assert headers.count() > 0
    lines = headers.evaluate_all(
        """(all) => all.map((one) => {
          const words = document.createRange();
          words.selectNodeContents(one);
          return words.getClientRects().length;
        })"""
    )
    assert set(lines) == {1}


def test_every_formula_of_the_ledger_can_be_set(visit):
    page = visit("ledger/")
    links = page.locator("table.ledger a").evaluate_all("(all) => all.map((one) => one.href)")
    names = sorted(set(links))
    assert len(names) > 150
    read, refused = page.evaluate(REFUSED, names)
    assert read > 1500
    assert refused == []


def test_the_table_is_filtered_with_the_keyboard_alone(visit):
    page = visit("ledger/")
    every = page.locator("table.ledger tbody tr:visible").count()
    page.get_by_label(re.compile("^Paper")).focus()
    page.keyboard.press("Tab")
    page.keyboard.type("refuted")
    refuted = page.locator("table.ledger tbody tr:visible")
    assert 0 < refuted.count() < every
    assert set(refuted.locator(".verdict").all_inner_texts()) == {"refuted"}
    assert "verdict=refuted" in page.url
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("composition k-1")
    found = refuted.evaluate_all("(all) => all.map((one) => one.textContent)")
    assert found
    assert all("composition" in text and "k-1" in text for text in found)
    page.reload()
    assert refuted.evaluate_all("(all) => all.map((one) => one.textContent)") == found
    assert page.locator(".ledger-filter output").inner_text() == f"{len(found)} of {every} claims"


def test_the_table_is_whole_without_javascript(chromium, site):
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{site}ledger/")
        assert page.locator("table.ledger tbody tr:visible").count() > 130
        assert page.locator(".ledger-filter:visible").count() == 0


def test_a_formula_is_copied_as_latex(visit):
    page = visit("ledger/pmc.theorem-1.html")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    formula = page.locator(".math.display").first
    latex = formula.get_attribute("data-latex")
    assert "\\" in latex
    formula.click()
    page.wait_for_selector(".math.copied")
    assert page.evaluate("() => navigator.clipboard.readText()") == latex
    page.evaluate("() => navigator.clipboard.writeText('')")
    page.evaluate("(one) => getSelection().selectAllChildren(one)", formula.element_handle())
    page.keyboard.press("Control+c")
    assert latex in page.evaluate("() => navigator.clipboard.readText()")


def test_a_proof_that_is_opened_is_set(visit):
    page = visit("ledger/linear.limit.html")
    folded = page.locator("details:not([open]):has(.math)").first
    folded.locator("summary").first.click()
    page.wait_for_function(f"() => ({UNSET})() === 0")
    assert page.locator("details[open] .katex").count() > 0


# the pages to which one links, without opening it
LINKED = """async (name) => {
  const text = await (await fetch(name)).text();
  const page = new DOMParser().parseFromString(text, "text/html");
  return [...page.querySelectorAll("a[href], form")].map(
    (one) => new URL(one.getAttribute("href") ?? one.getAttribute("action"), name).href);
}"""


# opening all of them takes minutes: every eighth is opened unless the longest tests are asked for
@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.long)])
def test_every_page_is_reached_from_the_front_page(visit, site, step):
    """Those that are opened have no error, which `visit` would hear of."""
    page = visit("")
    front = f"{site}index.html"
    reached, left = {front}, [front]
    while left:
        links = {link.split("#")[0] for link in page.evaluate(LINKED, left.pop())}
        new = {one for one in links if one.startswith(site) and one.endswith(".html")} - reached
        reached |= new
        # the prover has tests of its own
        left += [one for one in new if not one.startswith(f"{site}prover/")]
    built = {f"{site}{path.relative_to(BUILT).as_posix()}" for path in BUILT.rglob("*.html")}
    assert len(built) > 300
    assert reached == built
    for name in sorted(name for name in built if not name.startswith(f"{site}prover/"))[::step]:
        page.goto(name)
