"""Other people's kinds: every function that takes a guarantee answers rightly, or says why not."""

import json
import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from click.testing import CliRunner

import pmlsym as ps
from pmlsym import design
from pmlsym.cli import command
from pmlsym.design.result import satisfies
from pmlsym.errors import InputError, ParameterError
from pmlsym.guarantees import (
    KINDS,
    OF_THE_PAPERS,
    Box,
    Extreme,
    Guarantee,
    LiftSet,
    kind_of,
    read_guarantee,
    register_kind,
)
from pmlsym.guarantees.sets.lift_set import has_symbols
from pmlsym.plotting import implication_figure, polytope_figure, utility_figure

PRIOR = [0.2, 0.3, 0.5]
LINE = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
RESPONSE = ps.Channel([[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]], PRIOR)


@dataclass(frozen=True, repr=False, eq=False)
class Bare(Guarantee):
    """A kind that says nothing of its lift vectors."""

    name: ClassVar[str] = "Bare"
    epsilon: float


class Top(LiftSet):
    """A set that knows its largest lift alone."""

    def __init__(self, masses, epsilon):
        self.masses, self.epsilon = tuple(masses), epsilon

    def up(self):
        return Extreme((self.epsilon,))


@dataclass(frozen=True, repr=False, eq=False)
class Partial(Guarantee):
    """A kind that says how large a lift can be, and no more."""

    name: ClassVar[str] = "Partial"
    epsilon: float

    def lift_set(self, masses=()):
        return Top(masses, self.epsilon)

    @classmethod
    def strongest(cls, lifts):
        return lifts.up()


@dataclass(frozen=True, repr=False, eq=False)
class Whole(Guarantee):
    """A kind that says it all: both bounds at half its epsilon."""

    name: ClassVar[str] = "Whole"
    epsilon: float

    def lift_set(self, masses=()):
        return Box(tuple(masses), self.epsilon / 2, self.epsilon / 2)

    @classmethod
    def strongest(cls, lifts):
        found = lifts.farthest()
        return Extreme((2 * found.values[0],), found.condition, found.attained)


@dataclass(frozen=True, repr=False, eq=False)
class Cautious(Guarantee):
    """A kind whose level is known to be the best for a prior in numbers alone."""

    name: ClassVar[str] = "Cautious"
    epsilon: float

    @classmethod
    def strongest(cls, lifts):
        sure = lifts.whole and not has_symbols(*lifts.masses)
        return Extreme(lifts.up().values, caveat="" if sure else "the prior may say more.")


@pytest.fixture
def registered():
    before = list(KINDS)
    for kind in (Bare, Partial, Whole, Cautious):
        register_kind(kind)
    yield
    KINDS[:] = before


def refuses(ask):
    with pytest.raises(InputError) as caught:
        ask()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "say" in sentence, sentence
    return sentence


@pytest.mark.parametrize("kind", [*OF_THE_PAPERS, ps.DPrivacy.over(LINE), Bare])
@pytest.mark.parametrize("known", [{}, {"p_min": 0.2}, {"prior": PRIOR}], ids=str)
def test_from_a_kind_without_a_set_it_is_unknown_what_follows_and_the_reason_says_so(kind, known):
    assert Bare(0.3).implies(kind, **known) is None
    found = Bare(0.3).conversion(kind, **known)
    assert "Bare(0.3) does not say which lift vectors it admits" in found.reason
    assert found.mechanism() is None
    assert found.formula == ""
    assert not found.is_known
    assert found._repr_latex_().startswith("$")


@pytest.mark.parametrize(
    "source", [ps.PML(0.1), ps.LDP(1), ps.DPrivacy(0.1, LINE), Partial(0.1)], ids=str
)
def test_to_a_kind_without_a_measure_nothing_follows(source):
    found = source.conversion(Bare, p_min=0.2)
    assert found.guarantee is None
    assert "Bare does not say what of it" in found.reason


def test_a_partial_set_answers_what_it_knows():
    assert Partial(0.3).implies(ps.PML) == ps.PML(0.3)
    assert Partial(0.3).implies(Partial, p_min=0.2) == Partial(0.3)
    assert ps.PML(0.3).implies(Partial) == Partial(0.3)
    assert (
        ps.LDP(1.0).implies(Partial, p_min=0.5).epsilon
        == ps.LDP(1.0).implies(ps.PML, p_min=0.5).epsilon
    )
    for kind in (ps.PMC, ps.LIP, ps.ALIP, ps.LDP, ps.DPrivacy.over([[0, 1], [1, 0]])):
        found = Partial(0.3).conversion(kind, prior=[0.4, 0.6])
        assert found.guarantee is None
        assert found.reason.startswith("Top does not say how ")
        assert found.mechanism() is None
    assert Partial(0.3).conversion(ps.PML, p_min=0.2).mechanism() is None


def test_a_whole_set_converts_is_measured_and_attained():
    for kind in (ps.PML, ps.PMC, ps.LIP, ps.ALIP, ps.LDP):
        assert Whole(0.6).implies(kind, prior=PRIOR) == ps.LIP(0.3).implies(kind, prior=PRIOR)
    found = ps.LDP(1.0).conversion(Whole, p_min=0.2)
    assert found.guarantee.epsilon == 2 * ps.LDP(1.0).implies(ps.LIP, p_min=0.2).epsilon
    assert Whole.of(found.mechanism()).epsilon == pytest.approx(found.guarantee.epsilon)
    assert Whole.of(RESPONSE).epsilon == pytest.approx(2 * float(ps.lip(RESPONSE)))


def test_a_level_that_may_not_be_the_best_is_no_formula_of_one_that_is():
    best = ps.PML(0.3).conversion(Cautious, prior=PRIOR)
    assert (best.guarantee, best.caveat, best.formula) == (Cautious(0.3), "", "")
    for p_min in (0.2, 0.3):
        safe = ps.PML(0.3).conversion(Cautious, p_min=p_min)
        assert safe.caveat
        assert safe.formula == ps.PML(0.3).conversion(ps.PML, p_min=p_min).formula


UTILITIES = ["mutual-information", design.Reward(np.eye(3)), lambda u: float(u.max())]


@pytest.mark.parametrize("guarantee", [Bare(0.3), Partial(0.3)], ids=str)
def test_what_a_kind_does_not_say_is_refused_with_that_reason(guarantee):
    for method in ("auto", "closed-form", "program", "column-generation"):
        for utility in UTILITIES:
            asked = (PRIOR, guarantee, utility)
            refuses(lambda a=asked, m=method: design.optimal_mechanism(*a, method=m))
    refuses(lambda: satisfies([[0.5, 0.5]] * 3, PRIOR, guarantee))
    refuses(lambda: design.zeros_possible(PRIOR, guarantee))
    refuses(lambda: design.posterior_polygon(PRIOR, guarantee))
    refuses(lambda: design.utility_curves(PRIOR, [0.0, 0.5], [type(guarantee)]))
    if isinstance(guarantee, Bare):
        assert "Bare does not say" in refuses(lambda: guarantee.holds(RESPONSE))
        refuses(lambda: Bare.of(RESPONSE))
        return
    up = float(max(ps.pml(RESPONSE)))
    assert Partial(up).holds(RESPONSE)
    assert not Partial(up - 1e-6).holds(RESPONSE)


@pytest.mark.parametrize("utility", UTILITIES, ids=["divergence", "reward", "function"])
def test_design_under_a_set_of_somebody_elses_is_that_under_ours(utility):
    mine = design.optimal_mechanism(PRIOR, Whole(0.6), utility)
    ours = design.optimal_mechanism(PRIOR, ps.LIP(0.3), utility)
    assert mine.value == pytest.approx(ours.value, rel=1e-9)
    assert ps.LIP(0.3).holds(mine.channel)
    assert Whole(0.6).holds(mine.channel)


def test_certificates_regions_polygons_and_curves_are_those_of_the_same_set():
    assert Whole(2.0).holds(RESPONSE) == ps.LIP(1.0).holds(RESPONSE)
    assert design.zeros_possible(PRIOR, Whole(1.0)) == design.zeros_possible(PRIOR, ps.LIP(0.5))
    assert satisfies([[0.5, 0.5]] * 3, PRIOR, Whole(0.0))
    polygon = design.posterior_polygon(PRIOR, Whole(1.0))
    assert polygon.value == pytest.approx(design.posterior_polygon(PRIOR, ps.LIP(0.5)).value)
    assert len(polytope_figure([polygon]).axes) == 1
    curves = design.utility_curves(
        [0.5, 0.5], [0.0, 0.5], [Whole, ps.DPrivacy.over([[0, 1], [1, 0]])]
    )
    assert len(utility_figure(curves).axes) == 1
    assert curves.utility["Whole"][1] == pytest.approx(
        design.optimal_mechanism([0.5, 0.5], ps.LIP(0.25)).value
    )
    with pytest.raises(ParameterError, match="conversions holds Whole, but the figure has a place"):
        implication_figure([Whole(0.5).conversion(ps.PML)])


def run(*words):
    return CliRunner().invoke(command, words, standalone_mode=False)


@pytest.mark.usefixtures("registered")
def test_the_commands_read_registered_kinds_and_refuse_in_a_sentence():
    assert read_guarantee("bare:0.5").name == "Bare"
    found = run("convert", "bare:0.5", "--to", "pml", "--p-min", "0.2", "--json")
    answer = json.loads(found.stdout)
    assert (answer["epsilon"], answer["formula"]) == (None, None)
    assert "does not say which lift vectors" in answer["reason"]
    shown = run("convert", "pml:0.5", "--to", "bare")
    assert "does not say what of it" in shown.stdout
    assert "No finite" not in shown.stdout
    answer = json.loads(run("convert", "partial:0.5", "--to", "pml", "--json").stdout)
    assert answer["epsilon"] == 0.5
    safe = "convert", "pml:0.5", "--to", "cautious", "--p-min", "0.2"
    assert "Perhaps not the best: the prior may say more." in run(*safe).stdout
    assert json.loads(run(*safe, "--json").stdout)["caveat"] == "the prior may say more."
    for promise in ("bare:0.5", "partial:0.5"):
        found = run("design", "--prior", "0.2,0.3,0.5", "--guarantee", promise)
        assert isinstance(found.exception, InputError)
        assert "does not say" in str(found.exception)
    whole = run("design", "--prior", "0.2,0.3,0.5", "--guarantee", "whole:0.5")
    assert whole.exception is None
    assert "at the least lift" in whole.stdout


def test_kinds_are_registered_once_under_one_name(registered):
    assert kind_of("WHOLE") is Whole
    assert register_kind(Whole) is Whole
    assert KINDS.count(Whole) == 1

    @dataclass(frozen=True)
    class Another(Bare):
        name: ClassVar[str] = "pml"

    with pytest.raises(ParameterError, match="another one has that name"):
        register_kind(Another)
    for odd in (Bare(0.1), "bare", Guarantee, int):
        with pytest.raises(ParameterError, match="has to be a class of guarantees"):
            register_kind(odd)


def test_a_kind_that_admits_other_lifts_inherits_no_measure_and_no_name():
    class Half(ps.PML):
        def lift_set(self, masses=()):
            return Box(tuple(masses), math.inf, self.epsilon / 2)

    assert str(Half(0.4)) == "Half(0.4)"
    assert Half(0.4).implies(ps.PML) == ps.PML(0.2)
    assert ps.PML(0.2).implies(Half) is None
    refuses(lambda: Half.of(RESPONSE))


def test_a_kind_that_measures_otherwise_inherits_no_lifts():
    class Lowest(ps.PML):
        @classmethod
        def strongest(cls, lifts):
            return lifts.down()

    assert Lowest.of(RESPONSE).values == ps.PMC.of(RESPONSE).values
    assert Lowest(0.4).implies(ps.PML) is None
