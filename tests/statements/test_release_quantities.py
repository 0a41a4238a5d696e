"""Quantities of a release: on which parts of it each depends, and how its text is written."""

from fractions import Fraction as F
from itertools import islice

import pytest

from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.released.release import favouring
from pmlsym.statements.instances.released.releases import Sizes, releases
from pmlsym.statements.releases.quantities import NAMES, NEEDS, SeenRelease
from pmlsym.statements.text.parse import parse_term

PARTS = ("", "records", "priors", "outcome")  # each of which includes those before it
SMALL = [*islice(releases(Sizes(records=2, queries=2, classes=3, databases=9)).all(4), 40)]


def changed(here):
    """Yield releases that differ in one part, each with the name of that part."""
    yield "outcome", here.at([y + here.unit for y in here.outcome])
    uniform = (F(1, here.classes),) * here.classes
    for prior in (uniform, favouring(here.alpha, here.classes, here.classes - 1)):
        yield "priors", here.under([prior] * here.records)
    yield "records", here.under([*here.priors, uniform])


def value(name, here):
    return SeenRelease(here).value(parse_term(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_quantity_depends_on_no_part_that_its_statement_does_not_quantify_over(name):
    known, moved = PARTS.index(NEEDS[name]), set()
    for here in SMALL:
        for part, other in changed(here):
            if value(name, here) != value(name, other):
                moved.add(part)
    assert all(PARTS.index(part) <= known for part in moved)
    # that these are the same for every number of records has to be proved
    if NEEDS[name] and name not in ("dp", "sensitivity", "largest_beyond"):
        assert NEEDS[name] in moved


@pytest.mark.parametrize(
    ("conditions", "quantified"),
    [
        ("triangle <= diameter/b", ""),
        ("largest <= triangle", "number n of records"),
        ("worst <= triangle", "priors in Q_alpha and record i"),
        ("leak <= worst", "record i and outcome y"),
    ],
)
def test_the_quantifier_names_the_parts_on_which_the_conditions_depend(conditions, quantified):
    said = from_text(f"workload W, N records: {conditions}")
    before, _, _ = said.words().partition(", provided that")
    assert before.endswith(quantified or "alpha in (0, 1/k] and scale b > 0")


@pytest.mark.parametrize("name", NAMES)
def test_every_quantity_is_on_the_page_of_statements(name, request):
    page = (request.config.rootpath / "docs" / "statements.md").read_text(encoding="utf-8")
    assert f"`{name}`" in page


def test_equation_5_is_refuted_and_equation_7_is_not():
    """Theorem 2 and Corollary 1 of `linear`, as anybody types them."""
    assert from_text("workload W, N records: leak <= corner").trial(100).violations
    assert not from_text("workload W, N records: leak <= triangle").trial(300).violations
    assert from_text("workload: largest = triangle where records = 1").trial(80).violations == 0
