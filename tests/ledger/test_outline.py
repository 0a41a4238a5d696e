"""A claim's page: a screen with what is claimed, and in full all of it with only needed steps."""

import math
import re
from fractions import Fraction as F
from itertools import product
from random import Random

import pytest
from hypothesis import given, strategies as st

import pmlsym as ps
from pmlsym.ledger import catalogue
from pmlsym.ledger.display.claim_page import checked_page, in_words, shortened, symbols
from pmlsym.pages import Folded, Steps, as_text
from pmlsym.proof.certificates.pruning import Pruned
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.review import proves
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.reductions import NotReducible, is_reducible, reduction_of
from pmlsym.statements.reductions.extremes import lifts
from pmlsym.statements.reductions.priors import SPLIT
from tests.random_channels import exact_channels

PROOFS = ("histogram.theorem-4.upper", "pmc.figure-1", "pmc.section-6.gaussian.repair")


@pytest.fixture(scope="module")
def checked():
    """Return a claim as it was checked, each once."""
    known = {}

    def find(name):
        if name not in known:
            known[name] = ps.claim(name).check()
        return known[name]

    return find


def lines(page):
    """Return the lines of a page as a terminal of 80 columns shows them."""
    return as_text(page, 80).splitlines()


@pytest.mark.parametrize("name", ["pmc.figure-1", "linear.limit"])
def test_a_page_counts_the_goals_that_it_leaves_out_and_in_full_has_every_one(checked, name):
    row = checked(name).as_dict(needed=True)
    goals = [step for step in row["evidence"] if step["kind"] == "goal"]
    brief, full = lines(checked_page(row)), lines(checked_page(row, full=True))
    shown = sum(bool(re.match(r"goal \d+: ", line)) for line in brief)
    rest = next((int(m[1]) for line in brief if (m := re.match(r"and (\d+) goals? more", line))), 0)
    assert 0 < shown < shown + rest == len(goals)
    assert len(goals) == sum(line.startswith("part: ") for line in full)
    text = " ".join(" ".join(brief).split())
    assert all(one["name"] in text for one in row["reductions"])
    assert all(one["text"] in text for one in row["arguments"])


@pytest.mark.parametrize("name", ["linear.eq-12.level", "histogram.factor"])
def test_a_screen_counts_the_sentences_of_the_scope_that_it_leaves_out(checked, name):
    row = checked(name).as_dict()
    brief, full = (" ".join(" ".join(lines(checked_page(row, one))).split()) for one in (0, 1))
    assert row["scope"] in full.replace("scope: ", "", 1)
    left_out = int(re.search(r"and (\d+) sentences? more on the scope", brief)[1])
    kept = brief.partition("scope: ")[2].partition(f" and {left_out} sentence")[0]
    assert row["scope"].startswith(kept)
    assert row["scope"].removeprefix(kept).count(". ") == left_out - 1


def test_numbers_are_named_before_the_instance_on_which_they_fail(checked):
    brief = lines(checked_page(checked("pmc.eq-21").as_dict(needed=True)))
    heads = [line.partition(":")[0] for line in brief]
    assert heads.index("claimed") < heads.index("in words") < heads.index("it fails on")
    assert heads.count("in words") == 1


def test_a_notebook_folds_the_proof_and_a_terminal_leaves_it_out(checked):
    found = checked("histogram.theorem-4.upper")
    html, text = found._repr_html_(), str(found)
    needed = [row for row in found.as_dict(needed=True)["evidence"] if "from" in row]
    assert html.count("<li>") == len(needed) < len(_steps(found))
    assert html.index("<details>") < html.index("<li>")
    assert "rule:" not in text
    assert "rule:" not in found.to_markdown()


# --- statements in words --------------------------------------------------------------------------


def _bare(text):
    """Return a text without sentences in outer brackets; formulas in brackets stay."""
    found, depth, inside = [], 0, ""
    for sign in text:
        depth += sign == "("
        if depth:
            inside += sign
        else:
            found.append(sign)
        depth -= sign == ")"
        if inside and not depth:
            found.append("" if re.search("[a-z]{2,} [a-z]{2,}", inside) else inside)
            inside = ""
    return re.sub(r"\s+", " ", "".join(found)).replace(" ,", ",").replace(" .", ".").strip()


def test_no_statement_loses_a_quantifier_or_a_definition():
    for claim in catalogue.with_repairs(catalogue.claims()):
        printed = list(in_words(claim.words))
        paragraphs = [one for one in printed if not one.label.startswith("here")]
        defined = {
            part for one in printed if one.label.startswith("here") for part in one.line.split("; ")
        }
        originals = claim.words.splitlines()
        assert len(paragraphs) == len(originals)
        opening, glosses = "", set()
        for one, original in zip(paragraphs, originals, strict=True):
            body, _, here = re.sub(r" Here(?=[ ,])", "\0", original, count=1).partition("\0")
            if one.label != "and for all these":
                opening = original.partition(": ")[0]
                assert _bare(one.line) == _bare(body)
            else:
                assert body.startswith(f"{opening}: ")
                assert _bare(one.line) == _bare(body.removeprefix(f"{opening}: "))
            for part in filter(None, here.rstrip(".").split("; ")):
                assert any(part.endswith(known) for known in defined), part
            glosses |= set(re.findall(r"\([^()]{40,}\)", body))
        text = " ".join(one.line for one in paragraphs)
        assert all(gloss in text for gloss in glosses)


def test_what_is_left_out_of_a_goal_is_counted():
    for claim in catalogue.with_repairs(catalogue.claims("pmc")):
        for part in claim.parts:
            formal = str(part.goal).replace("  =>  ", " => ")
            if " => " not in formal or "exists" in formal:
                continue
            for longest in (40, 160, 10_000):
                said = shortened(formal, longest)
                more = re.search(r"\((\d+) hypothes[ei]s more\)", said)
                cut = re.search(r" \.\.\. \((\d+) characters more\)$", said)
                before = re.sub(r"(, )?\(\d+ hypothes[ei]s more\)", "", said).rpartition(" => ")[0]
                assert formal.startswith(before)
                kept = len(part.goal.kernel.hypotheses) - (int(more[1]) if more else 0)
                assert (kept == 0) == (before == "")
                conclusion = said.rpartition(" => ")[2]
                whole = formal.rpartition(" => ")[2]
                size = len(conclusion) - len(cut[0]) + int(cut[1]) if cut else len(conclusion)
                assert size == len(whole)


# --- proofs without what they do not need ---------------------------------------------------------


@pytest.mark.parametrize("name", PROOFS)
def test_the_printed_steps_are_a_proof_of_the_goal(checked, name):
    found = checked(name)
    pruned, cited = Pruned(), {}
    evidence = found.as_dict(needed=True)["evidence"]
    parts = []
    for row in evidence:
        if row["kind"] == "goal":
            parts.append((row, []))
        elif "from" in row:
            parts[-1][1].append(row)
    for number, ((goal, rows), finding) in enumerate(zip(parts, found.findings, strict=True), 1):
        assert rows[-1]["formal"].partition(" => ")[2] == goal["formal"].partition(" => ")[2]
        used, waiting = set(), [len(rows)]
        while waiting:
            place = waiting.pop()
            used.add(place)
            assert all(other < place for other in rows[place - 1]["from"])
            waiting += set(rows[place - 1]["from"]) - used
        assert used == set(range(1, len(rows) + 1))
        for place, row in enumerate(rows, start=1):
            if row["reason"].startswith("shown in "):
                assert cited[row["reason"].removeprefix("shown in ")] == row["formal"]
            cited[f"part {number}, step {place}"] = row["formal"]
        assert proves(pruned.step(finding.evidence), finding.goal)


def test_what_json_holds_has_every_step(checked):
    found = checked("histogram.theorem-4.upper")
    rows = [row for row in found.as_dict()["evidence"] if "from" in row]
    stated = [row["formal"] for row in rows if not row["reason"].startswith("shown in ")]
    proved = {step.theorem.goal for step in _steps(found)}
    assert len(set(stated)) == len(stated) == len(proved)  # each once, however many goals use it
    page = checked_page(found.as_dict(needed=True))
    (proof,) = (block for block in page.blocks if isinstance(block, Folded) and block.outline)
    parts = [block for block in proof.blocks if isinstance(block, Folded)]
    assert len(parts) == len(found.findings)
    (printed,) = (block for block in parts[0].blocks if isinstance(block, Steps))
    whole = found.findings[0].evidence
    assert len(printed.items) == len(Pruned().step(whole).chain()) < len(whole.chain())


def _steps(found):
    """Return the steps of the proofs of all goals."""
    return [step for finding in found.findings for step in finding.evidence.chain()]


def test_a_premise_is_left_out_if_and_only_if_nothing_needs_it():
    x, y, z, w = reals("x y z w")
    idle = Decided(Goal((w > 1, z > 0), w**2 * z > z))
    product_of = Decided(Goal((x > 1, y > 1), x * y > 1))
    goal = Goal((x > 1, y > 1, z > 0, w > 1), x * y * z > z)
    whole = Decided(goal, (idle, product_of))
    pruned = Pruned().step(whole)
    assert len(whole.premises) == 2
    assert [step.theorem.goal for step in pruned.premises] == [product_of.theorem.goal]
    assert proves(pruned, goal)
    # x^2 + y^2 <= 2 and nothing else says that x <= 2 here
    bound = Decided(Goal((x**2 + y**2 <= 2,), x <= 2))
    needing = Decided(Goal((x**2 + y**2 <= 2, w > 1), x < 1 + w), (bound,))
    assert isinstance(Pruned().step(needing), Step)


# --- what a reduction says of its goals -----------------------------------------------------------


def test_every_symbol_of_the_goals_is_one_of_the_statement_or_is_told(checked):
    for name in ("pmc.theorem-1", "pmc.example-4.pmc", "pmc.lemma-1.vii"):
        found = checked(name)
        told = set(re.findall(r"\w+", " ".join(block.line for block in symbols(found.as_dict()))))
        said = set(re.findall(r"\w+", found.claim.words))
        for part in found.claim.parts:
            for symbol in part.goal.conclusion.free_symbols:
                stem = symbol.name.partition("|")[0]
                stems = {stem, stem.rpartition("_")[0]}
                assert stems & (told | said), symbol


def test_where_goals_are_for_three_secrets_alone_it_is_said_why_two_are_covered():
    seen = 0
    for claim in catalogue.with_repairs(catalogue.claims("pmc")):
        for statement in filter(is_reducible, claim.asserts if claim.parts else ()):
            try:
                cases = reduction_of(statement).cases
            except NotReducible:
                continue
            meanings = " ".join(case.meaning for case in cases)
            if "at least 3 secrets" in meanings and "two secrets" not in meanings:
                assert SPLIT in claim.reductions, claim.id
                seen += 1
    assert seen >= 9


@given(exact_channels(), st.integers(1, 4))
def test_a_secret_that_is_split_leaks_the_same(drawn, share):
    kernel, prior = drawn
    channel = ps.Channel(kernel, prior)
    parts = [prior[0] * F(share, 5), prior[0] * F(5 - share, 5), *prior[1:]]
    split = ps.Channel([list(kernel[0]), *map(list, kernel)], parts)
    assert list(ps.pml(split)) == list(ps.pml(channel))
    assert list(ps.pmc(split)) == list(ps.pmc(channel))
    assert math.isclose(
        float(ps.mutual_information(split)), float(ps.mutual_information(channel)), abs_tol=1e-12
    )


def test_what_an_outcome_can_have_it_can_have_with_two_secrets_of_the_smallest_probability():
    random, grid, seen = Random(1), [F(k, 6) for k in range(13)], 0
    for _ in range(40):
        parts = sorted(F(random.randint(1, 9)) for _ in range(random.randint(3, 5)))
        prior = tuple(part / sum(parts) for part in parts)
        rest = (1 - 2 * prior[0]) / (len(prior) - 2)
        least = (prior[0], prior[0], *[rest] * (len(prior) - 2))
        for high, low in product(grid, grid):
            if high >= 1 >= low and lifts(prior, high, low) is not None:
                assert lifts(least, high, low) is not None
                seen += high > low
    assert seen > 100


# --- numbers that are enclosed --------------------------------------------------------------------


def test_the_tail_of_a_normal_variable_is_not_called_exact(checked):
    row = checked("pmc.example-7.dominated").as_dict()
    witness, ratio, level = row["witness"], 25, 37.5
    tail = math.erfc((level - ratio / 2) / math.sqrt(2 * 4 * ratio * (ratio + 1))) / 2
    assert math.isclose(witness["right"], tail, rel_tol=1e-9)
    assert witness["exact"] == {"left": None, "right": None}
    assert not re.search(r"\d{9}", str(checked("pmc.example-7.dominated")))
