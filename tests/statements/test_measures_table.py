"""The table of measures against definitions and lift sets that do not read it."""

import math
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.errors import ParameterError
from pmlsym.formulas.measures import GUARANTEES, MEASURES, Bounds, add_guarantee
from pmlsym.guarantees import Guarantee, register_kind
from pmlsym.guarantees.kinds import OF_THE_PAPERS, kind_of
from pmlsym.statements.definitions import exponential
from pmlsym.statements.from_text import from_text
from pmlsym.statements.model import Model
from pmlsym.statements.text.parse import parse

RANDOM = Random(31)
LIBRARY = {"pml": ps.pml, "pmc": ps.pmc}


def drawn(secrets, outcomes=3):
    """Return a prior and a kernel of fractions, sometimes with zeros in the kernel."""

    def row(size, least):
        counts = [RANDOM.randint(least, 6) for _ in range(size)]
        counts[RANDOM.randrange(size)] += 1
        return [Fraction(count, sum(counts)) for count in counts]

    return row(secrets, 1), [row(outcomes, RANDOM.randint(0, 1)) for _ in range(secrets)]


def outcomes(prior, kernel):
    """Yield P(x) and the lift of every secret, at every outcome that is possible."""
    for column in zip(*kernel, strict=True):
        chance = sum(p * entry for p, entry in zip(prior, column, strict=True))
        if chance:
            yield prior, [entry / chance for entry in column]


def floats(prior, kernel):
    return ps.Channel(np.array(kernel, dtype=float), np.array(prior, dtype=float))


@pytest.mark.parametrize("name", [name for name, row in MEASURES.items() if row.is_quotient])
def test_a_definition_is_the_quotient_that_reductions_use(name):
    measure = MEASURES[name]
    for _ in range(60):
        for masses, lifts in outcomes(*drawn(RANDOM.randint(2, 4))):
            most, least = max(lifts), min(lifts)
            assert measure.definition(masses, lifts) == measure.quotient(most, least, 1)
            assert exponential(measure, (), (most, least)) == exponential(measure, masses, lifts)


@pytest.mark.parametrize("name", LIBRARY)
def test_a_definition_is_what_the_library_computes_in_floats(name):
    for _ in range(30):
        prior, kernel = drawn(3)
        ratios = [MEASURES[name].definition(*row) for row in outcomes(prior, kernel)]
        found = [math.log(top / bottom) if bottom else math.inf for top, bottom in ratios]
        possible = [any(column) for column in zip(*kernel, strict=True)]
        assert LIBRARY[name](floats(prior, kernel))[possible] == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize("kind", OF_THE_PAPERS, ids=lambda kind: kind.name)
def test_a_guarantee_in_a_statement_is_that_of_the_library(kind):
    """Its strongest levels hold as a statement, and smaller ones do not."""
    letters = "ab"[: len(kind.parameters())]
    statement = from_text(f"{kind.name}({', '.join(letters)})")
    decided = 0
    for _ in range(25):
        prior, kernel = drawn(3)
        levels = [float(level) for level in kind.of(floats(prior, kernel)).values]
        if math.inf in levels or min(levels) < 1e-3:
            continue
        for factor in (Fraction(999, 1000), Fraction(1001, 1000)):
            numbers = {n: Fraction(v) * factor for n, v in zip(letters, levels, strict=True)}
            model = Model.from_channel(kernel, prior, **numbers)
            assert statement.judge(model).holds is (factor > 1)
            decided += 1
    assert decided > 10


def test_the_kinds_of_the_papers_have_the_levels_of_their_rows():
    for kind in OF_THE_PAPERS:
        assert GUARANTEES[kind.name].levels == len(kind.parameters())


@pytest.mark.usefixtures("own_guarantees")
def test_a_kind_of_ones_own_that_bounds_measures_can_be_typed():
    class Within(Guarantee):
        name = "WITHIN2"
        bounded = (("ldp", 0), ("pml", 1))
        ratio: float
        upper: float

    register_kind(dataclass(frozen=True)(Within))
    assert kind_of("within2").name == "WITHIN2"
    assert ps.conjecture("WITHIN2(a, b) => PML(b) and LDP(a)").verdict == "proved"
    assert ps.conjecture("WITHIN2(a, b) => PML(a/2)").verdict == "refuted"
    assert ps.conjecture("LDP(a) => WITHIN2(a, a)").verdict == "proved"
    with pytest.raises(ParameterError, match="bounds otherwise"):
        add_guarantee(Bounds("WITHIN2", (("pmc", 0), ("pml", 1))))
    words = parse("WITHIN2(a, b)").words()
    assert "ldp(X->y) <= a" in words
    assert "pml(X->y) <= b" in words


@pytest.mark.parametrize(
    ("name", "bounded", "why"),
    [
        ("within", (("pml", 0),), "capitals"),
        ("X", (("pml", 0),), "capitals"),
        ("WITHIN3", (("renyi", 0),), "the measures are"),
        ("WITHIN4", (("pml", 1),), "each level"),
        ("WITHIN5", (), "each level"),
        ("WITHIN6", (("pml", 0.0),), "pairs"),
        ("WITHIN7", ("pml", 0), "pairs"),
        ("PML", (("pmc", 0),), "bounds otherwise"),
    ],
)
def test_what_could_be_read_otherwise_is_not_added(name, bounded, why):
    with pytest.raises(ParameterError, match=why):
        add_guarantee(Bounds(name, bounded))
    assert GUARANTEES["PML"].bounded == (("pml", 0),)
    assert ("WITHIN3" in GUARANTEES, name == "PML" or name in GUARANTEES) == (False, name == "PML")


@pytest.mark.usefixtures("own_guarantees")
def test_best_levels_stand_in_the_order_in_which_a_guarantee_has_them():
    @register_kind
    @dataclass(frozen=True)
    class Turned(Guarantee):
        name = "TURNED"
        bounded = (("pml", 1), ("pmc", 0))
        lower: float
        upper: float

    both = ps.conjecture("LDP(e) => TURNED(?, ?)").answer
    assert both == ps.conjecture("LDP(e) => ALIP(?, ?)").answer
    assert ps.conjecture(f"LDP(e) => TURNED({both})").verdict == "proved"
