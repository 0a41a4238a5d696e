"""The prover's page answers in the browser what pmlsym answers, and asks nobody for anything."""

import json
import re
import time
from urllib.parse import quote

import pytest
from click.testing import CliRunner

from pmlsym.cli import command as cli
from pmlsym.ledger.catalogue import claims, recorded
from pmlsym.proof import checker
from pmlsym.prover.conjecture import conjecture

ANSWERED = "document.body.dataset.answered === document.body.dataset.asked"
READY = "document.body.dataset.stage === 'ready'"


class ProverPage:
    """What a visitor does on the page."""

    def __init__(self, page):
        self.page = page

    def until(self, condition, seconds=300):
        # asked from outside: within the page, its policy forbids to evaluate a text
        end = time.monotonic() + seconds
        while not self.page.evaluate(condition):
            assert time.monotonic() < end, (condition, self.page.locator("#state").inner_text())
            self.page.wait_for_timeout(100)

    def data(self, name):
        return self.page.evaluate(f"document.body.dataset.{name}")

    def ask(self, statement):
        self.page.get_by_label("Statement", exact=True).fill(statement)
        self.page.get_by_role("button", name="Prove or refute").click()

    def settle(self, statement):
        """Type a statement; return the verdict in words and the answer in full."""
        self.ask(statement)
        self.until(ANSWERED)
        verdict = self.page.locator("#verdict").inner_text()
        assert not verdict.startswith("No answer"), self.page.locator("#doing").inner_text()
        return verdict, self.page.locator("#answer").inner_text()


@pytest.fixture(scope="module")
def prover(visit):
    start = time.monotonic()
    prover = ProverPage(visit("prover/"))
    prover.until(READY)
    prover.ready_after = time.monotonic() - start
    prover.first = prover.settle("PML(a) and PMC(b) => LDP(a + b)")
    prover.first_after = time.monotonic() - start
    return prover


def test_the_first_statement_is_proved(prover):
    print(
        f"ready after {prover.ready_after:.1f} s, first verdict after {prover.first_after:.1f} s, "
        f"heap {int(prover.data('heap')) / 2**20:.0f} MB"
    )
    verdict, answer = prover.first
    assert verdict == "proved"
    assert "Every number of secrets" in answer


@pytest.mark.parametrize(
    ("statement", "verdict", "says"),
    [
        ("LDP(e) => PML(e)", "proved", "one outcome"),
        ("LDP(e) => PML(e/2)", "refuted", "One instance on which it fails refutes it"),
        ("PML(e) => PMC(?)", "proved", "the best level"),
        ("PML(e) => PMC(log(pmin/(1 - exp(e)*(1 - pmin))))", "refuted", "fails"),
        ("|X| = 2; prior uniform: PML(e) => PMC(-log(2 - exp(e))) where exp(e) < 2", "proved", ""),
        ("X - Y - Z: PML(a) of X->Y => PML(a) of X->Z", "proved", ""),
        ("LIP(e) => LDP(e)", "refuted", "fails"),
        ("pml(X->Y) <= -log(pmin)", "proved", ""),
    ],
)
def test_typed_statements(prover, statement, verdict, says):
    found, answer = prover.settle(statement)
    assert found == verdict
    assert says in answer
    assert prover.page.locator("#answer .katex").count() > 0
    assert prover.page.locator("#answer .katex-error").count() == 0


@pytest.mark.parametrize(
    ("statement", "column"), [("PML(e) => PMC(log(e^eps))", 5), ("__import__('os') => PML(e)", 1)]
)
def test_what_is_no_statement_is_said_with_its_column(prover, statement, column):
    found, _ = prover.settle(statement)
    assert found.startswith("Not read")
    typeset = prover.page.locator("#typeset")
    assert re.search(rf"Column {column}: ", typeset.inner_text())
    marked = typeset.locator("pre").inner_text().split("\n")
    assert marked == [statement, " " * (column - 1) + "^"]


def test_a_statement_is_typeset_while_it_is_typed(prover):
    box = prover.page.get_by_label("Statement", exact=True)
    box.fill("")
    box.press_sequentially("LDP(e) => PML(e)")
    prover.until("document.querySelector('#typeset .katex')")
    prover.until("document.querySelector('#typeset').innerText.includes('For every')", 20)
    assert box.get_attribute("aria-invalid") is None


def test_certificates_of_a_proof_can_be_saved(prover):
    prover.settle("LDP(e) => PML(e)")
    with prover.page.expect_download() as saved:
        prover.page.get_by_role("link", name="certificates.json").click()
    documents = json.loads(saved.value.path().read_text())
    assert documents
    assert [checker.check(document) for document in documents] == [None] * len(documents)


def test_an_answer_has_the_lines_of_the_command_line(prover):
    _, answer = prover.settle("LDP(e) => PML(e/2)")
    assert answer.startswith("refuted: LDP(e) => PML(e/2)")
    asked = ["conjecture", "LDP(e) => PML(e/2)"]
    printed = CliRunner().invoke(cli, asked, standalone_mode=False, env={"COLUMNS": "200"}).stdout
    sides = re.findall(r"^(?:left|right) side: .*|^fails: .*|^at y = .*", printed, re.M)
    assert len(sides) == 4
    assert all(line.strip() in answer for line in sides)


def test_an_answer_is_copied_as_latex(prover):
    prover.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    prover.settle("LDP(e) => PML(e)")
    prover.page.get_by_role("button", name="Copy LaTeX").click()
    copied = prover.page.evaluate("navigator.clipboard.readText()")
    assert copied == conjecture("LDP(e) => PML(e)").to_latex()


def test_what_was_asked_is_kept_in_this_browser(prover):
    prover.settle("LDP(e) => PMC(e)")
    prover.settle("LIP(e) => LDP(e)")
    prover.page.locator("#history summary").click()
    buttons = prover.page.locator("#asked button")
    latest = ["LIP(e) => LDP(e) (refuted)", "LDP(e) => PMC(e) (proved)"]
    assert buttons.all_inner_texts()[:2] == latest
    buttons.nth(1).click()
    box = prover.page.get_by_label("Statement", exact=True)
    assert box.input_value() == "LDP(e) => PMC(e)"
    prover.page.locator("#history summary").click()


def test_time_is_kept(prover):
    prover.page.get_by_label("at most").select_option("5")
    start = time.monotonic()
    # true, as it is at most log(n), but a square of a logarithm is nothing that a rule knows
    verdict, _ = prover.settle("mutual_information(X;Y) <= 2*log(n) - log(n)^2/100 where n <= 3")
    took = time.monotonic() - start
    prover.page.get_by_label("at most").select_option("30")
    print(f"asked for 5 s at most, answered after {took:.1f} s")
    assert verdict in ("supported", "proved", "proved-bounded")
    assert took < 30


@pytest.mark.parametrize(
    "name", ["pmc.theorem-6.i", "histogram.theorem-4.upper", "linear.theorem-2.upper"]
)
def test_published_statements(prover, name):
    prover.page.get_by_label("Filter").fill(name)
    prover.page.get_by_role("button", name=f"Check: Check {name}", exact=True).click()
    prover.until(ANSWERED)
    verdict = recorded()[name].verdict
    assert prover.page.locator("#verdict").inner_text() == f"{verdict}, recorded as {verdict}"
    assert name in prover.page.url
    assert prover.page.locator("#answer .katex-error").count() == 0


def test_a_published_statement_is_taken_and_broken(prover):
    prover.page.get_by_label("Filter").fill("pmc.theorem-6.i")
    prover.page.get_by_role("button", name=re.compile("Start from it")).first.click()
    box = prover.page.get_by_label("Statement", exact=True)
    assert "=>" in box.input_value()
    found, _ = prover.settle(box.input_value().partition(" where ")[0])
    assert found == "refuted"


def test_stop_ends_the_work_and_the_next_statement_is_answered(prover):
    prover.page.get_by_role("button", name="Check all").click()
    prover.page.get_by_role("button", name="Stop").click()
    prover.until(ANSWERED)
    assert "Stopped" in prover.page.locator("#verdict").inner_text()
    prover.until(READY)
    assert prover.settle("LDP(e) => PMC(e)")[0] == "proved"


def test_a_link_brings_its_statement(visit, site):
    statement = "LDP(e) => PML(e/3)"
    page = visit(f"prover/#s={quote(statement)}", width=390, height=800)
    ProverPage(page).until("document.body.dataset.loaded")
    assert page.get_by_label("Statement", exact=True).input_value() == statement
    # at the width of a phone nothing has to be moved sideways
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    page.close()  # or its worker goes on loading beside the next test


def test_a_link_brings_its_claim_and_the_claim_its_page(visit, site):
    page = visit("prover/#claim=pmc.theorem-6.i", width=390, height=800)
    ProverPage(page).until("document.body.dataset.loaded")
    button = page.get_by_role("button", name="Check: Check pmc.theorem-6.i", exact=True)
    assert button.evaluate("(one) => one === document.activeElement")
    assert in_view(button)
    page.get_by_role("link", name="pmc.theorem-6.i", exact=True).click()
    assert page.url == f"{site}ledger/pmc.theorem-6.i.html"
    assert page.locator("h1").inner_text().startswith("pmc.theorem-6.i")
    page.close()


def test_on_a_phone_an_answer_is_not_below_what_is_seen(prover):
    size = prover.page.viewport_size
    prover.page.set_viewport_size({"width": 390, "height": 800})
    prover.page.evaluate("scrollTo(0, 0)")
    assert not in_view(prover.page.locator("#verdict"))
    prover.settle("PML(e) and PMC(e) => LIP(e)")
    assert in_view(prover.page.locator("#verdict"))
    prover.page.set_viewport_size(size)


def in_view(element):
    """Whether all of an element can be seen without scrolling."""
    return element.evaluate(
        "(one) => one.getBoundingClientRect().top >= 0"
        " && one.getBoundingClientRect().bottom <= innerHeight"
    )


def test_what_is_typed_while_the_prover_reads_is_typeset_too(prover):
    """A slow machine reads one statement while the next is typed: here, slow to be told."""
    found = prover.page.evaluate(
        """async () => {
          const sleep = (time) => new Promise((done) => setTimeout(done, time));
          const quick = Worker.prototype.postMessage;
          Worker.prototype.postMessage = function (said) {
            setTimeout(() => quick.call(this, said), 400);
          };
          const box = document.querySelector("#statement");
          for (const text of ["LDP(a) => PML(a)", "LDP(a) => PMC(a + 7)"]) {
            box.value = text;
            box.dispatchEvent(new Event("input"));
            await sleep(200);
          }
          const shown = () => document.querySelector("#typeset").innerText.includes("a + 7");
          for (let waited = 0; waited < 50 && !shown(); waited += 1) await sleep(100);
          Worker.prototype.postMessage = quick;
          return shown();
        }"""
    )
    assert found


def test_the_formulas_of_the_ledger_can_be_set(prover):
    found = prover.page.evaluate(
        """async () => {
          const { default: katex } = await import("./katex/katex.mjs");
          const claims = await (await fetch("ledger.json")).json();
          const options = { throwOnError: true, strict: "ignore" };
          const failed = [];
          for (const { id, latex } of claims) {
            try { katex.renderToString(latex, options); }
            catch (error) { failed.push(`${id}: ${error}`); }
          }
          return [claims.length, failed];
        }"""
    )
    assert found == [len(claims()), []]


def test_the_whole_ledger(prover):
    prover.page.get_by_label("Filter").fill("")
    start = time.monotonic()
    prover.page.get_by_role("button", name="Check all").click()
    prover.until("document.querySelector('#count').textContent.includes('statements checked')", 600)
    print(
        f"whole ledger in {time.monotonic() - start:.1f} s, "
        f"heap {int(prover.data('heap')) / 2**20:.0f} MB"
    )
    found = json.loads(prover.page.locator("#ledger").get_attribute("data-found"))
    assert found == {claim.id: recorded()[claim.id].verdict for claim in claims()}
    assert "each as it is recorded" in prover.page.locator("#count").inner_text()
