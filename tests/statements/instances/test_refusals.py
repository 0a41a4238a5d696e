"""Instances that somebody builds by hand: what is none is refused, and none changes afterwards."""

import importlib
import pickle
import pkgutil
import re
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from fractions import Fraction as F

import numpy as np
import pytest

import pmlsym.statements.instances as package
from pmlsym.errors import InputError, ParameterError
from pmlsym.ledger import claim, claims
from pmlsym.ledger.histogram.balance import CountPair, Pair
from pmlsym.ledger.linear.instances import Beside
from pmlsym.ledger.pmc.conversions import TwoPriors
from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.attack.adversary import Adversary
from pmlsym.statements.instances.attack.attacks import Approach, MixedAttack
from pmlsym.statements.instances.attack.loss import Densities, Guessed, Loss
from pmlsym.statements.instances.attack.side_information import Informed
from pmlsym.statements.instances.noise.countable import Countable
from pmlsym.statements.instances.noise.gaussian import InGaussian, NormalInGaussian
from pmlsym.statements.instances.noise.noisy import NoisyMean, UniformMean
from pmlsym.statements.instances.noise.tails import Tail
from pmlsym.statements.instances.noise.unbounded import Clayton, Retained, ThirdPowers
from pmlsym.statements.instances.parameters import ParameterRange, Parameters
from pmlsym.statements.instances.released.databases import Curator, Query
from pmlsym.statements.instances.released.histogram import AtLevel, Copies, Counts, Histogram
from pmlsym.statements.instances.released.published import Disturbed, Published
from pmlsym.statements.instances.released.release import Release
from pmlsym.statements.instances.released.releases import Sizes
from pmlsym.statements.instances.valued.designs import Rescaled
from pmlsym.statements.instances.valued.utility import Convex, Polynomial, Separable, Valued
from pmlsym.statements.likelihoods.outcome import OneOutcome
from pmlsym.statements.model import Model
from pmlsym.statements.optimality import Designed
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.staged import StagedLevels
from pmlsym.statements.values import Closed, Infinite, LogOf

ZERO, HALF, ONE, TWO, THIRD = F(0), F(1, 2), F(1), F(2), F(1, 3)
LEAST = F(1, 10**30)  # a neighbour: no float next to 1 or 1/2 would tell it apart
COIN, SURE, THREE = (HALF, HALF), (ONE, ZERO), (THIRD, THIRD, THIRD)
BIT, SPLIT = (SURE, (ZERO, ONE)), (COIN, SURE)
LOG_TWO = LogOf(TWO)
NOTHING = Closed(("log", ("number", -2, 1)))  # has no value
ATOMS = ((-ONE, HALF), (ONE, HALF))
ATTACK = Adversary((THIRD, 2 * THIRD), BIT, 0, BIT, (SURE, SURE), COIN)
PAYOFF = ((ONE, ZERO), (ZERO, TWO))
PLAYED = Played("C", SPLIT, PAYOFF)
HELD = Release(BIT, F(1, 4), HALF, (COIN, COIN), (ONE, ZERO))
ONE_COUNT = Release((SURE,), F(1, 4), HALF, (COIN,), (ONE,))

# what a person gives by mistake: a float, the wrong length, just outside of a range
LAWS = ((), (HALF, HALF - LEAST), (F(3, 2), -HALF), (0.5, 0.5))
PRIORS = (*LAWS, SURE)
KERNELS = ((COIN,), (COIN, THREE), *((COIN, row) for row in LAWS))
TABLES = ((), (COIN, THREE), (COIN, (HALF, 0.5)))
MASSES = (*TABLES, (COIN, (HALF, -LEAST)))
ROWS = ((), (ONE,), THREE, (0.5, ONE))
MEASURES = ((ONE,), THREE, (ONE, ZERO), (ONE, 0.5))
REAL = (0.5, "1/2", None, Infinite.PLUS)
LEVEL = (0.5, ZERO, LogOf(HALF), NOTHING, "log(")
INSIDE = (0.5, ZERO, ONE)  # for a number between 0 and 1
NO_ATOMS = (
    ((ONE, HALF), (-ONE, HALF)),
    ((-ONE, HALF), (ONE, HALF - LEAST)),
    ((-ONE, ONE), (ONE, ZERO)),
    ((-1.0, HALF), (ONE, HALF)),
)
NO_PAIRS = (None, replace(HELD, decay=THIRD), replace(HELD, priors=(COIN,) * 3))


def above(end):
    return (0.5, end)


def least(end, *more):
    return (0.5, end - LEAST, *more)


def index(size, start=0):
    return (start - 1, size, 1.0)


def size(start):
    return (start - 1, float(start + 1))


def named(*values):
    """Return wrong values of a list of names with numbers."""
    return (*((("e", value),) for value in values), (("e", ONE), ("e", ONE)), (("", ONE),))


LEVELS = {
    "prior": (COIN, PRIORS),
    "levels": ((("e", TWO),), (*named(2.0, ZERO), (("pmin", HALF),)), (), (("e", LEAST),)),
    "numbers": (
        (("f", HALF),),
        (*named(0.5), (("pmin", HALF),), (("e", ONE),)),
        (),
        (("f", -TWO),),
    ),
}
RELEASE = {
    "workload": (BIT, (*TABLES, (SURE,))),
    "alpha": (F(1, 4), (*above(ZERO), HALF + LEAST, F(1, 4) + LEAST)),
    "decay": (HALF, (*INSIDE, Closed(("number", 2, 1))), Closed(("exp", ("number", -1, 2)))),
    "priors": (
        (COIN, (F(1, 4), F(3, 4))),
        ((), COIN, (COIN, (F(1, 4) - LEAST, F(3, 4) + LEAST)), *((COIN, row) for row in PRIORS)),
    ),
    "outcome": (SURE, ROWS),
    "record": (1, index(2), 0),
    "unit": (ONE, above(ZERO), HALF),
}
# by class and field: a value, what it may not be, and what it may be at the ends of its range
INSTANCES = {
    Adversary: {
        "prior": (COIN, (*PRIORS, THREE), (LEAST, 1 - LEAST)),
        "kernel": (SPLIT, (*KERNELS, (SURE, SURE))),  # the outcome 1 would be impossible
        "outcome": (1, index(2), 0),
        "function": (BIT, KERNELS),
        "payoff": (PAYOFF, (*MASSES, (COIN,))),
        "guess": (COIN, (*LAWS, THREE), SURE),
    },
    Played: {
        "name": ("C", ("", 5)),
        "function": (SPLIT, KERNELS[1:]),
        "payoff": (PAYOFF, (*MASSES, (COIN,)), ((ZERO, ZERO), (ZERO, ZERO))),
    },
    Attacked: {
        "joint": (
            ((HALF, ZERO), (F(1, 4), F(1, 4))),
            (
                ((HALF, ZERO), (F(1, 4), F(1, 4) - LEAST)),
                ((ZERO, HALF), (ZERO, HALF)),  # the outcome would be impossible
                ((1.0, 0.0), (0.0, 0.0)),
            ),
        ),
        "sides": (1, (0, 3, 1.0)),
        "outcome": (0, index(2)),
        "side": (0, index(1)),
        "payoffs": (
            (PLAYED,),
            (("C",), (PLAYED, PLAYED), (Played("C", (COIN,), (COIN, COIN)),)),
            (),
        ),
        "parameters": ((("e", LOG_TWO),), named(0.5, Infinite.PLUS), ()),
    },
    Approach: {"attack": (ATTACK, (COIN,)), "delta": (HALF, above(ZERO), LEAST, 10**30)},
    Densities: {
        "attack": (ATTACK, (COIN,)),
        "secrets": ((ONE, TWO), MEASURES, (LEAST, ONE)),
        "outcomes": ((ONE, HALF), MEASURES),
    },
    Guessed: {
        "prior": (COIN, PRIORS),
        "posterior": (SURE, LAWS),
        "order": (TWO, (*least(ONE), Infinite.MINUS), ONE, Infinite.PLUS),
        "guess": (COIN, LAWS, SURE),
    },
    Loss: {
        "order": (TWO, above(ONE), 1 + LEAST),
        "chance": (HALF, least(ZERO, 1 + LEAST), ZERO, 1),
    },
    MixedAttack: {
        "law": (COIN, LAWS, SURE),
        "costs": (SPLIT, ((COIN,), *((COIN, row) for row in ((ONE, 1 + LEAST), (ONE, -LEAST))))),
        "share": (HALF, least(ZERO, 1 + LEAST), 0, 1),
        "parts": (2, size(1), 1),
    },
    Informed: {
        "joint": (((F(1, 4), F(1, 4)), (HALF, ZERO)), (*MASSES, BIT, ((ZERO, HALF), (ZERO, HALF)))),
        "sides": (1, (*size(1), 3), 2),
        "outcome": (0, index(2), 1),
        "side": (0, index(1)),
        "payoff": (BIT, (*MASSES, (COIN,))),
    },
    Countable: {
        "ratio": (HALF, INSIDE),
        "fall": (HALF, INSIDE),
        "low": (F(1, 4), least(ZERO, HALF + LEAST), ZERO, HALF),
        "high": (HALF, (*above(ZERO), 1 + LEAST, F(1, 5)), 1),
        "costs": (((ONE,), (ZERO, TWO)), ((), ((-LEAST,),), ((0.5,),))),
        "event": ((0, 2), ((), (2, 0), (1, 1), (-1,), (0.0,)), (0,)),
        "delta": (HALF, above(ZERO)),
    },
    InGaussian: {
        "atoms": (ATOMS, NO_ATOMS),
        "bound": (ONE, least(ONE), 1, TWO),
        "precision": (LOG_TWO, LEVEL, LEAST),
        "outcome": (HALF, REAL, -7),
    },
    NormalInGaussian: {
        "variance": (ONE, above(ZERO), LEAST),
        "noise": (ONE, above(ZERO)),
        "records": (2, size(1), 1),
        "centre": (ZERO, REAL, -7),
        "outcome": (ONE, REAL),
        "record": (ONE, REAL),
    },
    NoisyMean: {
        "atoms": (ATOMS, NO_ATOMS),
        "low": (-ONE, (0.5, LEAST - 1), -TWO),
        "high": (ONE, least(ONE), 2),
        "records": (2, size(1), 1),
        "rate": (LOG_TWO, LEVEL, HALF),
        "outcome": (ZERO, REAL),
    },
    UniformMean: {
        "low": (ZERO, (0.5, ONE), 1 - LEAST),
        "high": (ONE, above(ZERO)),
        "records": (2, size(1)),
        "rate": (ONE, above(ZERO), LEAST),
        "outcome": (ZERO, REAL, -7),
    },
    Tail: {
        "atoms": (ATOMS, (*NO_ATOMS, ((-ONE, THIRD), (ONE, 2 * THIRD)))),
        "bound": (ONE, least(ONE)),
        "precision": (HALF, above(ZERO), LEAST),
        "level": (ONE, REAL, -TWO),
    },
    ThirdPowers: {"secret": (1, size(0), 0), "outcome": (2, size(0), 0)},
    Retained: {
        "ratio": (THIRD, (*above(ZERO), THIRD + LEAST), LEAST),
        "kept": (HALF, least(ZERO, 1 + LEAST), 0, 1),
        "secrets": (3, size(2), 2, None),
    },
    Clayton: {
        "share": (HALF, INSIDE, LEAST, 1 - LEAST),
        "secret": (HALF, INSIDE),
        "outcome": (HALF, INSIDE),
        "cells": (2, size(1), 1),
        "near": (HALF, (*above(ZERO), F(16)), 16 - LEAST),  # delta y^2/4 would be no x below 1
    },
    Parameters: {
        "entries": (
            (("e", HALF), ("f", LOG_TWO)),
            named(0.5, None, Infinite.PLUS, NOTHING, Closed(("symbol", "x"))),
            (),
            (("x", -TWO),),
        )
    },
    ParameterRange: {
        "low": (ZERO, (0.5, NOTHING, LOG_TWO, ONE), Infinite.MINUS),
        "high": (LOG_TWO, LEVEL[:-1], Infinite.PLUS, LEAST),
        "closed": (True, (0, "no"), False),
    },
    Copies: {
        "prior": (COIN, PRIORS),
        "records": (2, size(1), 1),
        "decay": (HALF, INSIDE, 1 - LEAST),
        "margin": (TWO, above(ONE), 1 + LEAST),
    },
    Query: {
        "classes": (2, (*size(1), 3)),
        "records": (1, (*size(1), 2)),
        "answers": (((ZERO,), (HALF,)), (*TABLES, (COIN,)), ((-ONE,), (HALF,))),
        "decay": (HALF, INSIDE, LEAST),
    },
    Curator: {
        "priors": (
            (COIN,),
            ((), (COIN, COIN), (COIN, THREE), *((row,) for row in PRIORS)),
            ((LEAST, 1 - LEAST),),
        ),
        "kernel": (SPLIT, KERNELS),
    },
    AtLevel: {
        "curator": (Curator((COIN,), SPLIT), (COIN, SPLIT)),
        "ratio": (TWO, least(ONE), ONE, 10**30),
    },
    Published: {
        "counts": ((1, 0), ((), (0, 0), (1, -1), (1.0, 0)), (0, 1)),
        "numbers": (Parameters.of(alpha=HALF), ({"alpha": HALF},), Parameters.of()),
    },
    Disturbed: {
        "counts": ((1, 0), ((0, 0), (1, -1), (1,), (1, 0, 1))),
        "numbers": (Parameters.of(alpha=HALF), ({"alpha": HALF},)),
        "noise": ((HALF, -ONE), ROWS, (ZERO, -(10**9) * ONE)),
    },
    Sizes: {
        "records": (3, size(1), 1),
        "queries": (2, size(1)),
        "classes": (4, size(2), 2),
        "databases": (64, size(1)),
        "histogram": (False, (0, "no"), True),
    },
    Convex: {
        "planes": (
            ((ONE, ZERO, -ONE), (ZERO, ZERO, ONE)),
            ((), (COIN,), (COIN, THREE), ((0.5, ONE, ONE),)),
        ),
        "bend": ((ONE, -ONE), ROWS, (-TWO, ZERO)),
    },
    Polynomial: {"cubes": ((ONE, -ONE), ROWS, (-TWO, ZERO)), "squares": ((ONE, ZERO), ROWS)},
    Separable: {
        "knots": (
            ((ONE, TWO),),
            ((), (ONE, TWO), ((-LEAST, TWO),), ((ONE,),), ((ONE, 2.0),)),
            ((ZERO, -ONE),),
        ),
        "slope": (-ONE, REAL, 7),
        "square": (ZERO, least(ZERO), LEAST),
    },
    Valued: {
        "prior": (COIN, (*PRIORS, (ONE,), THREE)),
        "kernel": (SPLIT, KERNELS),
        "low": (ZERO, least(ZERO, 1 + LEAST), 1),
        "high": (TWO, least(ONE), 1),
        "utility": (
            Polynomial((ONE, ONE), (ONE, ONE)),
            (max, Polynomial(THREE, THREE), Convex(((ONE, ONE),), (ONE,))),
            Separable(((ONE, TWO),), ONE, ONE),
        ),
        "ruled_out": (1, index(2, start=1)),
    },
    Rescaled: {
        "prior": (COIN, PRIORS),
        "vector": ((ONE, -TWO), ROWS),
        "low": (HALF, (0.5, ONE), 1 - LEAST),
        "high": (TWO, least(ONE), 1),
    },
    Levels: LEVELS,
    StagedLevels: LEVELS | {"kernel": (SPLIT, KERNELS[1:])},
    Release: RELEASE,
    Counts: RELEASE,
    Histogram: RELEASE,
    OneOutcome: {
        "likelihoods": (
            (HALF, ONE),
            ((HALF,), THREE, (HALF, 1 + LEAST), (HALF, -LEAST), (0.5, ONE)),
            (ZERO, ONE),
        ),
        "priors": (
            (("P", COIN), ("Q", SURE)),
            ((("P", COIN), ("P", COIN)), (("PQ", COIN),), *((("P", row),) for row in LAWS)),
            (),
        ),
        "parameters": ((("e", LOG_TWO),), (*named(0.5, NOTHING), (("chance_P", ONE),)), ()),
    },
    TwoPriors: {
        "kernel": (SPLIT, KERNELS),
        "one": (COIN, (*LAWS, THREE), SURE),
        "other": (SURE, (*LAWS, THREE)),
    },
    Designed: {
        "levels": (Levels(COIN, ()), (COIN,)),
        "kernel": (SPLIT, KERNELS),
        "faces": (
            ((ONE, -ONE), (-ONE, ONE)),
            (((ONE,),), ((ONE, TWO, ONE),), ((0.5, ONE),), ((NOTHING, ONE),)),
            (),
            ((LEAST, ZERO),),
        ),
    },
    Beside: {
        "release": (HELD, (COIN,)),
        "floor": (THIRD, (*above(ZERO), HALF + LEAST), HALF, LEAST),
        "decay": (THIRD, INSIDE),
        "slopes": ((ONE, -HALF), (*ROWS, (ONE, 1 + LEAST), (ONE, -1 - LEAST)), (-1, 1)),
    },
    Pair: {
        "one": (HELD, NO_PAIRS),
        "other": (replace(HELD, priors=((THIRD, 1 - THIRD),) * 2), NO_PAIRS),
    },
    CountPair: {
        "one": (ONE_COUNT, (*NO_PAIRS, HELD)),
        "other": (replace(ONE_COUNT, priors=((THIRD, 1 - THIRD),)), (*NO_PAIRS, HELD)),
    },
}
EACH = pytest.mark.parametrize("kind", INSTANCES, ids=lambda kind: kind.__name__)


def kinds():
    """Return every class of values in the package of instances."""
    found = set()
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.ispkg:
            every = vars(importlib.import_module(module.name)).values()
            here = {one for one in every if isinstance(one, type) and one.__module__ == module.name}
            found |= set(filter(is_dataclass, here))
    return found


def example(kind, **changed):
    return {name: given for name, (given, *_) in INSTANCES[kind].items()} | changed


def test_every_field_of_every_class_of_instances_is_tried():
    assert kinds() <= INSTANCES.keys()
    spoken_of = {statement.about for one in claims() for statement in one.asserts}
    assert spoken_of - {Model} <= INSTANCES.keys()
    for kind in INSTANCES:
        assert {field.name for field in fields(kind) if field.init} == example(kind).keys(), kind


@EACH
def test_what_a_field_may_not_be_is_refused_by_name(kind):
    names = {*example(kind), "e", "prior", "releases"}  # e is a name among the values
    for name, (_, wrong, *_) in INSTANCES[kind].items():
        said = []
        for value in wrong:
            with pytest.raises(InputError) as refusal:
                kind(**example(kind, **{name: value}))
            said.append({*re.findall("[a-z_]+", str(refusal.value))})
            assert names & said[-1], (name, value)
        assert any(name in words for words in said), name


@EACH
def test_what_is_at_the_end_of_its_range_makes_an_instance(kind):
    for name, (_, _, *ends) in INSTANCES[kind].items():
        for value in ends:
            assert type(kind(**example(kind, **{name: value}))) is kind


def as_lists(value):
    return [as_lists(one) for one in value] if type(value) is tuple else value


def spoil(value):
    """Change lists at all depths."""
    for one in value:
        if isinstance(one, list):
            spoil(one)
    value.clear()


@EACH
def test_an_instance_does_not_change(kind):
    given = example(kind)
    lists = {name: as_lists(value) for name, value in given.items()}
    instance, same = kind(**lists), kind(**given)
    for value in lists.values():
        if isinstance(value, list):
            spoil(value)
    assert (instance, hash(instance), str(instance)) == (same, hash(same), str(same))
    for name, value in given.items():
        assert getattr(instance, name) == value
        with pytest.raises(FrozenInstanceError):
            setattr(instance, name, value)
    for table in {"table", "others", "joint"} & {*dir(kind)}:
        with pytest.raises(TypeError, match="does not support item assignment"):
            getattr(instance, table)[0] = None
    assert pickle.loads(pickle.dumps(instance)) == instance  # with what it has computed


@EACH
def test_whole_numbers_become_fractions_and_nothing_else_does(kind):
    def whole(value):
        if type(value) is tuple:
            return tuple(map(whole, value))
        return int(value) if type(value) is F and value.denominator == 1 else value

    def types(value):
        return tuple(map(types, value)) if type(value) is tuple else type(value)

    given = example(kind)
    instance = kind(**{name: whole(value) for name, value in given.items()})
    for name, value in given.items():
        assert types(getattr(instance, name)) == types(value)


def test_numbers_of_an_array_are_taken_if_they_are_exact():
    table = np.array([[1, 0], [0, 1]])
    instance = Curator([[HALF, HALF]], table)
    table[:] = 0
    assert instance == Curator((COIN,), BIT)


# --- numbers out of the range that a statement speaks of ------------------------------------------


RATIO = LogOf(F(5, 4))
OUTSIDE = {
    "histogram.calibration": (
        Parameters.of(alpha=HALF, epsilon=RATIO, b=ONE),
        {"alpha": (ZERO, -ONE, ONE), "epsilon": (ZERO, -ONE, LogOf(HALF)), "b": (ZERO, -ONE)},
    ),
    "histogram.monotone": (
        Parameters.of(alpha=HALF, alpha2=ONE, b=ONE),
        {"alpha": (ZERO, 1 + LEAST), "alpha2": (-ONE, 1 + LEAST), "b": (ZERO,)},
    ),
    "histogram.limit": (
        Parameters.of(alpha=HALF, b=ONE, delta=ONE),
        {"alpha": (ZERO,), "b": (ZERO, -ONE), "delta": (ZERO, -LEAST)},
    ),
    "histogram.composition.looser": (
        Parameters.of(k=F(3), alpha=THIRD, b=ONE, r=ONE),
        {
            "k": (ONE, F(5, 2), F(4), -TWO),  # 1/3 is no floor of 4 classes
            "alpha": (ZERO, THIRD + LEAST),
            "b": (ZERO,),
            "r": (ZERO, -ONE),
        },
    ),
    "histogram.inequalities": (Parameters.of(t=-ONE), {"t": ()}),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_is_said_of_numbers_does_not_apply_out_of_their_ranges(name):
    inside, wrong = OUTSIDE[name]
    for one in claim(name).asserts:
        if one.about is not Parameters or one.exists:
            continue
        assert one.covers(inside)
        assert one.judge(inside).holds is not False
        for parameter in one.over.names:
            others = tuple(pair for pair in inside.entries if pair[0] != parameter)
            assert not one.covers(Parameters(others))
            with pytest.raises(ParameterError, match=r"^There is no (parameter|number) "):
                one.judge(Parameters(others))
            for value in wrong[parameter]:
                instance = Parameters((*others, (parameter, value)))
                if one.covers(instance):
                    assert one.judge(instance).holds is not False
                else:  # the scale 1/0 is none
                    with pytest.raises(ParameterError):
                        one.judge(instance)


def test_a_published_histogram_has_numbers_of_their_ranges():
    fine = Published((1, 0, 1), Parameters.of(alpha=THIRD, alpha2=F(1, 4), epsilon=RATIO))
    for statement, instance in (
        (claim("histogram.calibration.utility.by-n").asserts[1], fine),
        (claim("histogram.tvd").asserts[0], Disturbed(fine.counts, fine.numbers, (ONE, ZERO, ONE))),
    ):
        assert statement.covers(instance)
        for name, value in (
            ("alpha", THIRD + LEAST),
            ("alpha", ZERO),
            ("alpha2", -ONE),
            ("epsilon", ZERO),
            ("epsilon", LogOf(F(3))),  # is log(1/alpha)
        ):
            numbers = Parameters.of(**{**fine.numbers.values, name: value})
            with pytest.raises(ParameterError, match=rf"^{name} is .* has to be in \(0, "):
                statement.judge(replace(instance, numbers=numbers))


def test_the_gap_at_a_small_level_is_that_of_one_histogram():
    (said,), (example,) = (
        claim("histogram.figure-1.regime").asserts,
        claim("histogram.figure-1.regime").models,
    )
    assert said.judge(example).holds
    numbers = example.numbers.values
    for instance in (
        replace(example, counts=(400, 600)),
        replace(example, numbers=Parameters.of(**{**numbers, "epsilon": ONE})),
        replace(example, numbers=Parameters.of(**{**numbers, "alpha": HALF})),
    ):
        with pytest.raises(ParameterError):
            said.judge(instance)


def test_a_single_prior_is_one_of_a_single_secret():
    about = from_text("prior D on one secret: chance_D <= 1")
    instance = OneOutcome((HALF, ONE), (("D", SURE),))
    assert about.judge(instance).holds
    assert not about.covers(replace(instance, priors=(("D", COIN),)))
