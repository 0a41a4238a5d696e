"""Domain that somebody builds by hand: what is none is refused, and none changes afterwards."""

import importlib
import math
import pickle
import pkgutil
import re
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from decimal import Decimal
from fractions import Fraction as F

import numpy as np
import pytest

import pmlsym.statements.instances as package
from pmlsym.errors import InputError, ParameterError
from pmlsym.ledger import claim, claims
from pmlsym.ledger.histogram.balance import CountPair, Pair
from pmlsym.ledger.linear.readings import Beside
from pmlsym.ledger.pmc.every_prior import TwoPriors
from pmlsym.statements.bound import is_over
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
from pmlsym.statements.numbers import Reals
from pmlsym.statements.optimality import Designed
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.values import Closed, Infinite, LogOf

ZERO, HALF, ONE, TWO, THIRD = F(0), F(1, 2), F(1), F(2), F(1, 3)
SENTENCE = re.compile(r"[^\n]{10,250}[.]")
LEAST = F(1, 10**30)  # a neighbour: no float next to 1 or 1/2 would tell it apart
COIN, SURE, THREE = (HALF, HALF), (ONE, ZERO), (THIRD, THIRD, THIRD)
BIT = (SURE, (ZERO, ONE))
LOG_TWO = LogOf(TWO)
NOTHING = Closed(("log", ("number", -2, 1)))  # has no value
ATOMS = ((-ONE, HALF), (ONE, HALF))
ATTACK = Adversary((THIRD, 2 * THIRD), BIT, 0, BIT, (SURE, SURE), COIN)
SPLIT = (COIN, SURE)
NO_LAWS = (
    (),
    (HALF,),
    (HALF, HALF - LEAST),
    (HALF, HALF + LEAST),
    (F(3, 2), -HALF),
    (0.5, 0.5),
    (math.nan, ONE),
    (HALF, "1/2"),
    {HALF: 0, 1 - HALF: 1},
    {ZERO, ONE},
    "12",
    None,
    (COIN, COIN),
    (THIRD, THIRD, THIRD, ZERO, ZERO, ZERO, ZERO),
)
NO_PRIORS = (*NO_LAWS, SURE)
NO_KERNELS = (
    (),
    (COIN,),
    (COIN, COIN, COIN, COIN, COIN),
    (COIN, (HALF, HALF, ZERO)),
    (COIN, ()),
    COIN,
    (COIN, None),
    *((COIN, row) for row in NO_LAWS if row and row is not NO_LAWS[-1]),
)
NO_TABLES = (
    (),
    ((),),
    (COIN, (HALF, HALF, ZERO)),
    (COIN, (HALF, -LEAST)),
    (COIN, (HALF, 0.5)),
    (COIN, (HALF, math.inf)),
    COIN,
    None,
    "12",
)
NO_MEASURES = ((), (ONE,), THREE, (ONE, ZERO), (ONE, -LEAST), (ONE, 0.5), None)
NO_REALS = (0.5, 1.0, math.nan, math.inf, -math.inf, "1/2", None, True, 1j, Decimal(1), (ONE,))
NO_REALS += (np.float64(1), np.bool_(True), Infinite.PLUS, LOG_TWO)


def above(end, *more):
    return (*NO_REALS, end, end - LEAST, *more)


def least(end, *more):
    return (*NO_REALS, end - LEAST, *more)


def index(size, start=0):
    return (start - 1, size, 0.0, 1.0, HALF, "0", None, True, math.nan)


def size(start):
    return (start - 1, -1, F(5, 2), 2.0, "2", True, math.inf)


NO_LEVELS = (*(v for v in NO_REALS if v not in ("1/2", LOG_TWO)), ZERO, -LEAST, NOTHING)
NO_LEVELS += (LogOf(HALF), Closed(("exp", ("power", ("number", 4, 1), 0.5))), "log(")
NO_ATOMS = (
    (),
    ONE,
    ((ONE, HALF), (-ONE, HALF)),
    ((ONE, HALF), (ONE, HALF)),
    ((-ONE, ONE), (ONE, ZERO)),
    ((-ONE, HALF), (ONE, HALF - LEAST)),
    ((-ONE, F(3, 2)), (ONE, -HALF)),
    ((-1.0, HALF), (ONE, HALF)),
    ((-ONE, 0.5), (ONE, 0.5)),
    ((-ONE, HALF, ZERO), (ONE, HALF, ZERO)),
    ((math.nan, HALF), (ONE, HALF)),
    (-ONE, ONE),
)


class Lying(Adversary):
    """One of a derived class, which could say anything."""


# by class: an instance, what each field may not be, what it may be at the ends of its range
INSTANCES = {
    Adversary: (
        {
            "prior": COIN,
            "kernel": SPLIT,
            "outcome": 1,
            "function": BIT,
            "payoff": ((ONE, ZERO), (ZERO, TWO)),
            "guess": COIN,
        },
        {
            "prior": (*NO_PRIORS, THREE),
            "kernel": (*NO_KERNELS, (SURE, SURE)),  # the outcome 1 would be impossible
            "outcome": index(2),
            "function": NO_KERNELS,
            "payoff": (*NO_TABLES, (COIN,), (COIN, COIN, COIN)),
            "guess": (*NO_LAWS, THREE),
        },
        {"guess": [SURE], "outcome": [0], "prior": [(LEAST, 1 - LEAST)]},
    ),
    Played: (
        {"name": "C", "function": SPLIT, "payoff": ((ONE, ZERO), (ZERO, TWO))},
        {
            "name": ("", None, 5),
            "function": [rows for rows in NO_KERNELS if rows not in ((COIN,), (COIN,) * 5)],
            "payoff": (*NO_TABLES, (COIN,), (COIN, COIN, COIN)),
        },
        {"payoff": [((ZERO, ZERO), (ZERO, ZERO))]},
    ),
    Attacked: (
        {
            "joint": ((HALF, ZERO), (F(1, 4), F(1, 4))),
            "sides": 1,
            "outcome": 0,
            "side": 0,
            "payoffs": (Played("C", SPLIT, ((ONE, ZERO), (ZERO, TWO))),),
            "parameters": (("e", LOG_TWO),),
        },
        {
            "joint": (
                *((HALF, row) for row in NO_TABLES[:2]),
                ((HALF, ZERO), (F(1, 4), F(1, 4) - LEAST)),
                ((ZERO, HALF), (ZERO, HALF)),  # the outcome would be impossible
                ((1.0, 0.0), (0.0, 0.0)),
                None,
                "12",
            ),
            "sides": (0, 3, 1.0, "1", None, True),
            "outcome": index(2),
            "side": index(1),
            "payoffs": (
                5,
                ("C",),
                (Played("C", (COIN,), ((ONE,), (ONE,))),),
                (Played("C", SPLIT, ((ONE,), (ONE,))),) * 2,
            ),
            "parameters": (5, (("e",),), (("e", 0.5),), (("e", ONE), ("e", ONE))),
        },
        {"parameters": [()], "payoffs": [()]},
    ),
    Approach: (
        {"attack": ATTACK, "delta": HALF},
        {"attack": (None, COIN, Lying(**vars(ATTACK))), "delta": above(ZERO)},
        {"delta": [LEAST, 10**30]},
    ),
    Densities: (
        {"attack": ATTACK, "secrets": (ONE, TWO), "outcomes": (ONE, HALF)},
        {
            "attack": (None, Lying(**vars(ATTACK))),
            "secrets": NO_MEASURES,
            "outcomes": NO_MEASURES,
        },
        {"secrets": [(LEAST, ONE)]},
    ),
    Guessed: (
        {"prior": COIN, "posterior": SURE, "order": TWO, "guess": COIN},
        {
            "prior": NO_PRIORS,
            "posterior": NO_LAWS,
            "order": (*(v for v in least(ONE) if v is not Infinite.PLUS), Infinite.MINUS),
            "guess": NO_LAWS,
        },
        {"order": [ONE, Infinite.PLUS], "guess": [SURE]},
    ),
    Loss: (
        {"order": TWO, "chance": HALF},
        {"order": above(ONE), "chance": least(ZERO, 1 + LEAST)},
        {"order": [1 + LEAST], "chance": [ZERO, 1]},
    ),
    MixedAttack: (
        {"law": COIN, "costs": (COIN, SURE), "share": HALF, "parts": 2},
        {
            "law": NO_LAWS,
            "costs": (
                (),
                (COIN,),
                (COIN, COIN, COIN),
                *((COIN, row) for row in ((ONE,), (ONE, 1 + LEAST), (ONE, -LEAST), (ONE, 0.5))),
            ),
            "share": least(ZERO, 1 + LEAST),
            "parts": size(1),
        },
        {"law": [SURE], "share": [0, 1], "parts": [1]},
    ),
    Informed: (
        {
            "joint": ((F(1, 4), F(1, 4)), (HALF, ZERO)),
            "sides": 1,
            "outcome": 0,
            "side": 0,
            "payoff": BIT,
        },
        {
            "joint": (*NO_TABLES, BIT, ((ZERO, HALF), (ZERO, HALF)), (COIN, (HALF, -HALF))),
            "sides": (*size(1), 3),
            "outcome": index(2),
            "side": index(1),
            "payoff": (*NO_TABLES, (COIN,)),
        },
        {"outcome": [1], "sides": [2]},
    ),
    Countable: (
        {
            "ratio": HALF,
            "fall": HALF,
            "low": F(1, 4),
            "high": HALF,
            "costs": ((ONE,), (ZERO, TWO)),
            "event": (0, 2),
            "delta": HALF,
        },
        {
            "ratio": above(ZERO, ONE),
            "fall": above(ZERO, ONE),
            "low": least(ZERO, HALF + LEAST),
            "high": above(ZERO, 1 + LEAST, F(1, 5)),
            "costs": ((), ((),), (ONE,), ((-LEAST,),), ((0.5,),), None),
            "event": ((), (2, 0), (1, 1), (-1,), (0.0,), (HALF,), "01", None),
            "delta": above(ZERO),
        },
        {"low": [ZERO, HALF], "high": [1], "event": [(0,)]},
    ),
    InGaussian: (
        {"atoms": ATOMS, "bound": ONE, "precision": LOG_TWO, "outcome": HALF},
        {
            "atoms": NO_ATOMS,
            "bound": above(ZERO, 1 - LEAST),
            "precision": NO_LEVELS,
            "outcome": NO_REALS,
        },
        {"bound": [1, TWO], "precision": [LEAST, 2], "outcome": [-7]},
    ),
    NormalInGaussian: (
        {
            "variance": ONE,
            "noise": ONE,
            "records": 2,
            "centre": ZERO,
            "outcome": ONE,
            "record": ONE,
        },
        {
            "variance": above(ZERO),
            "noise": above(ZERO),
            "records": size(1),
            "centre": NO_REALS,
            "outcome": NO_REALS,
            "record": NO_REALS,
        },
        {"variance": [LEAST], "records": [1], "centre": [-7]},
    ),
    NoisyMean: (
        {
            "atoms": ATOMS,
            "low": -ONE,
            "high": ONE,
            "records": 2,
            "rate": LOG_TWO,
            "outcome": ZERO,
        },
        {
            "atoms": NO_ATOMS,
            "low": (*NO_REALS, LEAST - 1),
            "high": least(ONE),
            "records": size(1),
            "rate": NO_LEVELS,
            "outcome": NO_REALS,
        },
        {"low": [-TWO], "high": [2], "rate": [HALF], "records": [1]},
    ),
    UniformMean: (
        {"low": ZERO, "high": ONE, "records": 2, "rate": ONE, "outcome": ZERO},
        {
            "low": (*NO_REALS, ONE),
            "high": above(ZERO),
            "records": size(1),
            "rate": above(ZERO),
            "outcome": NO_REALS,
        },
        {"low": [1 - LEAST], "rate": [LEAST], "outcome": [-7]},
    ),
    Tail: (
        {"atoms": ATOMS, "bound": ONE, "precision": HALF, "level": ONE},
        {
            "atoms": (*NO_ATOMS, ((-ONE, THIRD), (ONE, 2 * THIRD))),
            "bound": above(ZERO, 1 - LEAST),
            "precision": above(ZERO),
            "level": NO_REALS,
        },
        {"level": [-TWO], "precision": [LEAST]},
    ),
    ThirdPowers: (
        {"secret": 1, "outcome": 2},
        {"secret": size(0), "outcome": size(0)},
        {"secret": [0], "outcome": [0]},
    ),
    Retained: (
        {"ratio": THIRD, "kept": HALF, "secrets": 3},
        {
            "ratio": above(ZERO, THIRD + LEAST),
            "kept": least(ZERO, 1 + LEAST),
            "secrets": size(2),
        },
        {"ratio": [LEAST], "kept": [0, 1], "secrets": [2, None]},
    ),
    Clayton: (
        {"share": HALF, "secret": HALF, "outcome": HALF, "cells": 2, "near": HALF},
        {
            "share": above(ZERO, ONE),
            "secret": above(ZERO, ONE),
            "outcome": above(ZERO, ONE),
            "cells": size(1),
            "near": above(ZERO, F(16)),  # delta y^2/4 would be no x below 1
        },
        {"share": [LEAST, 1 - LEAST], "cells": [1], "near": [16 - LEAST]},
    ),
    Parameters: (
        {"entries": (("alpha", HALF), ("epsilon", LOG_TWO))},
        {
            "entries": (
                (("alpha", HALF), ("alpha", HALF)),
                (("", HALF),),
                ((1, HALF),),
                (("alpha",),),
                (("alpha", HALF, HALF),),
                {"alpha": HALF},
                ("alpha",),
                None,
                *((("alpha", v),) for v in (0.5, math.nan, None, True, (ONE,), *Infinite)),
                (("alpha", NOTHING),),
                (("alpha", Closed(("symbol", "x"))),),
            )
        },
        {"entries": [(), (("x", -TWO),), (("x", 1),)]},
    ),
    ParameterRange: (
        {"low": ZERO, "high": LOG_TWO, "closed": True},
        {
            "low": (*(v for v in NO_LEVELS if v not in (ZERO, -LEAST, LogOf(HALF))), LOG_TWO, ONE),
            "high": (*(v for v in NO_LEVELS if v is not Infinite.PLUS), -ONE),
            "closed": (0, None, "no"),
        },
        {"low": list(Infinite)[1:], "high": [Infinite.PLUS, LEAST], "closed": [False]},
    ),
    Copies: (
        {"prior": COIN, "records": 2, "decay": HALF, "margin": TWO},
        {
            "prior": NO_PRIORS,
            "records": size(1),
            "decay": above(ZERO, ONE),
            "margin": above(ONE),
        },
        {"records": [1], "decay": [1 - LEAST], "margin": [1 + LEAST]},
    ),
    Query: (
        {"classes": 2, "records": 1, "answers": ((ZERO,), (HALF,)), "decay": HALF},
        {
            "classes": (*size(1), 3),
            "records": (*size(1), 2),
            "answers": (*(t for t in NO_TABLES if t != (COIN, (HALF, -LEAST))), (COIN,)),
            "decay": above(ZERO, ONE),
        },
        {"decay": [LEAST], "answers": [((-ONE,), (HALF,))]},
    ),
    Curator: (
        {"priors": (COIN,), "kernel": SPLIT},
        {
            "priors": ((), (COIN, COIN), (COIN, THREE), *((row,) for row in NO_PRIORS)),
            "kernel": NO_KERNELS,
        },
        {"priors": [((LEAST, 1 - LEAST),)]},
    ),
    AtLevel: (
        {"curator": Curator((COIN,), SPLIT), "ratio": TWO},
        {"curator": (None, COIN, SPLIT), "ratio": least(ONE)},
        {"ratio": [ONE, 10**30]},
    ),
    Published: (
        {"counts": (1, 0), "numbers": Parameters.of(alpha=HALF)},
        {
            "counts": ((), (0, 0), (1, -1), (1, HALF), (1.0, 0), (True, 0), ("1",), 1, None),
            "numbers": (None, {"alpha": HALF}, (("alpha", HALF),)),
        },
        {"counts": [(0, 1)], "numbers": [Parameters.of()]},
    ),
    Disturbed: (
        {"counts": (1, 0), "numbers": Parameters.of(alpha=HALF), "noise": (HALF, -ONE)},
        {
            "counts": ((), (0, 0), (1, -1), (1,), (1, 0, 1), None),
            "numbers": (None, {"alpha": HALF}),
            "noise": ((), (ONE,), (ONE, HALF, ONE), (0.5, ONE), ("1", ONE), ONE, None),
        },
        {"noise": [(ZERO, ZERO), (ZERO, -(10**9) * ONE)]},
    ),
    Sizes: (
        {"records": 3, "queries": 2, "classes": 4, "databases": 64, "histogram": False},
        {
            "records": size(1),
            "queries": size(1),
            "classes": size(2),
            "databases": size(1),
            "histogram": (0, None, "no"),
        },
        {"records": [1], "classes": [2], "histogram": [True]},
    ),
    Convex: (
        {"planes": ((ONE, ZERO, -ONE), (ZERO, ZERO, ONE)), "bend": (ONE, -ONE)},
        {
            "planes": ((), ((),), (COIN,), (COIN, THREE), ((0.5, ONE, ONE),), None),
            "bend": ((), (ONE,), THREE, (0.5, ONE), (math.nan, ONE), None),
        },
        {"bend": [(-TWO, ZERO)]},
    ),
    Polynomial: (
        {"cubes": (ONE, -ONE), "squares": (ONE, ZERO)},
        {
            "cubes": ((), (ONE,), (0.5, ONE), None),
            "squares": ((), THREE, (math.inf, ONE), None),
        },
        {"cubes": [(-TWO, ZERO)]},
    ),
    Separable: (
        {"knots": ((ONE, TWO),), "slope": -ONE, "square": ZERO},
        {
            "knots": ((), (ONE, TWO), ((-LEAST, TWO),), ((ONE,),), ((ONE, 2.0),), None),
            "slope": NO_REALS,
            "square": least(ZERO),
        },
        {"knots": [((ZERO, -ONE),)], "square": [LEAST], "slope": [7]},
    ),
    Valued: (
        {
            "prior": COIN,
            "kernel": SPLIT,
            "low": ZERO,
            "high": TWO,
            "utility": Polynomial((ONE, ONE), (ONE, ONE)),
            "ruled_out": 1,
        },
        {
            "prior": (*NO_PRIORS, (ONE,), THREE),
            "kernel": NO_KERNELS,
            "low": least(ZERO, 1 + LEAST),
            "high": least(ONE),
            "utility": (None, max, Polynomial(THREE, THREE), Convex(((ONE, ONE),), (ONE,))),
            "ruled_out": index(2, start=1),
        },
        {"low": [1], "high": [1], "utility": [Separable(((ONE, TWO),), ONE, ONE)]},
    ),
    Rescaled: (
        {"prior": COIN, "vector": (ONE, -TWO), "low": HALF, "high": TWO},
        {
            "prior": NO_PRIORS,
            "vector": ((), (ONE,), THREE, (0.5, ONE), (math.nan, ONE), None),
            "low": (*NO_REALS, ONE),
            "high": least(ONE),
        },
        {"low": [1 - LEAST], "high": [1]},
    ),
    Levels: (
        {"prior": COIN, "levels": (("e", TWO),)},
        {
            "prior": NO_PRIORS,
            "levels": (
                (("e", TWO), ("e", TWO)),
                (("", TWO),),
                (("e",),),
                {"e": TWO},
                *((("e", v),) for v in above(ZERO)),
            ),
        },
        {"levels": [(), (("e", LEAST),)]},
    ),
}
_RELEASE = (
    {
        "workload": BIT,
        "alpha": F(1, 4),
        "decay": HALF,
        "priors": (COIN, (F(1, 4), F(3, 4))),
        "outcome": (ONE, ZERO),
        "record": 1,
        "unit": ONE,
    },
    {
        "workload": (*(t for t in NO_TABLES if t != (COIN, (HALF, -LEAST))), (SURE,), THREE),
        "alpha": above(ZERO, HALF + LEAST, F(1, 4) + LEAST),
        "decay": (*(v for v in above(ZERO, ONE, NOTHING) if v != "1/2"), Closed(("number", 2, 1))),
        "priors": (
            (),
            COIN,
            (THREE, THREE),
            (COIN, (F(1, 4) - LEAST, F(3, 4) + LEAST)),
            (COIN,) * 20,
            (COIN,) * 10**4,
            *((COIN, row) for row in NO_PRIORS),
        ),
        "outcome": ((), (ONE,), THREE, (0.5, ONE), (math.nan, ONE), None),
        "record": index(2),
        "unit": above(ZERO),
    },
    {"decay": [Closed(("exp", ("number", -1, 2)))], "record": [0], "unit": [HALF]},
)
INSTANCES |= {Release: _RELEASE, Counts: _RELEASE, Histogram: _RELEASE}
# --- instances that are defined elsewhere
HELD = Release(BIT, F(1, 4), HALF, (COIN, COIN), (ONE, ZERO))
ONE_COUNT = Release((SURE,), F(1, 4), HALF, (COIN,), (ONE,))
NO_PAIRS = (
    None,
    COIN,
    replace(HELD, decay=THIRD),
    replace(HELD, workload=((ONE, ZERO), (ONE, ONE))),
    replace(HELD, priors=(COIN,) * 3),
)
INSTANCES |= {
    OneOutcome: (
        {
            "likelihoods": (HALF, ONE),
            "priors": (("P", COIN), ("Q", SURE)),
            "parameters": (("e", LOG_TWO),),
        },
        {
            "likelihoods": (
                (),
                (HALF,),
                THREE,
                (HALF, 1 + LEAST),
                (HALF, -LEAST),
                (0.5, ONE),
                None,
            ),
            "priors": (
                (("P", COIN), ("P", COIN)),
                (("", COIN),),
                (("P",),),
                {"P": COIN},
                None,
                *((("P", row),) for row in NO_LAWS),
            ),
            "parameters": (
                (("e", LOG_TWO), ("e", LOG_TWO)),
                {"e": LOG_TWO},
                None,
                *((("e", v),) for v in (0.5, math.nan, None, True, *Infinite, NOTHING)),
            ),
        },
        {"likelihoods": [(ZERO, ONE)], "priors": [()], "parameters": [()]},
    ),
    TwoPriors: (
        {"kernel": SPLIT, "one": COIN, "other": SURE},
        {"kernel": NO_KERNELS, "one": (*NO_LAWS, THREE), "other": (*NO_LAWS, THREE)},
        {"one": [SURE]},
    ),
    Designed: (
        {"levels": Levels(COIN, ()), "kernel": SPLIT, "faces": ((ONE, -ONE), (-ONE, ONE))},
        {
            "levels": (None, COIN),
            "kernel": NO_KERNELS,
            "faces": (
                ((ONE,),),
                ((ONE, TWO, ONE),),
                ((0.5, ONE),),
                ((NOTHING, ONE),),
                (1, 2),
                None,
            ),
        },
        {"faces": [(), ((LEAST, ZERO),)]},
    ),
    Beside: (
        {"release": HELD, "floor": F(1, 3), "decay": THIRD, "slopes": (ONE, -HALF)},
        {
            "release": (None, COIN),
            "floor": above(ZERO, HALF + LEAST),
            "decay": above(ZERO, ONE),
            "slopes": ((), (ONE,), THREE, (ONE, 1 + LEAST), (ONE, -1 - LEAST), (ONE, 0.5), None),
        },
        {"floor": [HALF, LEAST], "slopes": [(-1, 1)]},
    ),
    Pair: (
        {"one": HELD, "other": replace(HELD, priors=((THIRD, 1 - THIRD),) * 2)},
        {"one": NO_PAIRS, "other": NO_PAIRS},
        {},
    ),
    CountPair: (
        {"one": ONE_COUNT, "other": replace(ONE_COUNT, priors=((THIRD, 1 - THIRD),))},
        {"one": (*NO_PAIRS, HELD), "other": (*NO_PAIRS, HELD)},
        {},
    ),
}


def kinds():
    """Return every class of values in the package of instances."""
    found = set()
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.ispkg:
            every = vars(importlib.import_module(module.name)).values()
            here = {one for one in every if isinstance(one, type) and one.__module__ == module.name}
            found |= set(filter(is_dataclass, here))
    return found


def as_lists(value):
    return [as_lists(one) for one in value] if type(value) is tuple else value


def spoil(value):
    """Change lists at all depths."""
    for one in value:
        if isinstance(one, list):
            spoil(one)
    value.clear()


def test_every_class_of_instances_is_tried_with_nonsense_in_every_field():
    assert kinds() <= INSTANCES.keys()
    spoken_of = {statement.about for one in claims() for statement in one.asserts}
    assert spoken_of - {Model} <= INSTANCES.keys()
    for kind, (given, wrong, _) in INSTANCES.items():
        names = {field.name for field in fields(kind) if field.init}
        assert names == given.keys() == wrong.keys(), kind
        assert all(wrong.values()), kind


def answer(kind, given):
    """Return what happens where an instance is built, as one sentence if it is refused."""
    try:
        return f"{kind(**given)!r} is built"
    except InputError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  # every other end is a finding
        return repr(error)


# one test a class: two thousand tests of a fifth of a millisecond would cost ten times as much
@pytest.mark.parametrize("kind", INSTANCES, ids=lambda kind: kind.__name__)
def test_what_is_no_instance_is_refused_in_a_sentence(kind):
    given, wrong, _ = INSTANCES[kind]
    tried = [
        (name, each)
        for name, values in wrong.items()
        for value in values
        for each in ((value, as_lists(value)) if type(value) is tuple else (value,))
    ]
    answers = [(name, each, answer(kind, {**given, name: each})) for name, each in tried]
    unlike = [found for found in answers if not SENTENCE.fullmatch(found[-1])]
    assert not unlike, "\n".join(f"{name}={str(each)[:99]}: {said}" for name, each, said in unlike)


@pytest.mark.parametrize("kind", INSTANCES, ids=lambda kind: kind.__name__)
def test_what_is_an_instance_is_one_up_to_the_ends_of_its_ranges(kind):
    given, _, ends = INSTANCES[kind]
    assert str(kind(**given))
    for name, values in ends.items():
        for value in values:
            assert type(kind(**{**given, name: value})) is kind


@pytest.mark.parametrize("kind", INSTANCES, ids=lambda kind: kind.__name__)
def test_an_instance_does_not_change(kind):
    given, _, _ = INSTANCES[kind]
    lists = {name: as_lists(value) for name, value in given.items()}
    instance, same = kind(**lists), kind(**given)
    for value in lists.values():
        if isinstance(value, list):
            spoil(value)
    assert instance == same
    assert hash(instance) == hash(same)
    assert str(instance) == str(same)
    for name, value in given.items():
        assert getattr(instance, name) == value
        with pytest.raises(FrozenInstanceError):
            setattr(instance, name, value)


@pytest.mark.parametrize("kind", INSTANCES, ids=lambda kind: kind.__name__)
def test_whole_numbers_become_fractions_and_nothing_else_does(kind):
    given, _, _ = INSTANCES[kind]

    def whole(value):
        if type(value) is tuple:
            return tuple(map(whole, value))
        return int(value) if type(value) is F and value.denominator == 1 else value

    def types(value):
        return tuple(map(types, value)) if type(value) is tuple else type(value)

    instance = kind(**{name: whole(value) for name, value in given.items()})
    for name, value in given.items():
        assert types(getattr(instance, name)) == types(value)


def test_numbers_of_an_array_are_taken_if_they_are_exact():
    table = np.array([[1, 0], [0, 1]])
    instance = Curator([[HALF, HALF]], table)
    table[:] = 0
    assert instance == Curator((COIN,), BIT)
    with pytest.raises(InputError, match=r"0\.5"):
        Curator([[0.5, 0.5]], BIT)


# --- numbers out of the range that a statement speaks of ------------------------------------------


LEVEL = LogOf(F(5, 4))
OUTSIDE = {
    "histogram.calibration": (
        Parameters.of(alpha=HALF, epsilon=LEVEL, rate=LEVEL),
        {
            "alpha": (ZERO, -ONE, HALF + LEAST, LOG_TWO),
            "epsilon": (ZERO, -ONE, LogOf(HALF)),
            "rate": (ZERO, -ONE, LogOf(HALF)),
        },
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
        brought = {"rate" if name == "b" else name for name in one.parameters}
        if is_over(one, Reals):
            brought = {*one.over.names}
        for parameter in sorted(brought):
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
    fine = Published((1, 0, 1), Parameters.of(alpha=THIRD, alpha2=F(1, 4), epsilon=LEVEL))
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


@pytest.mark.parametrize(
    ("instance", "table"),
    [
        (Curator((COIN,), BIT), "table"),
        (NoisyMean(ATOMS, -ONE, ONE, 2, ONE, ZERO), "others"),
        (HELD, "joint"),
    ],
)
def test_the_tables_of_an_instance_cannot_be_written(instance, table):
    found = getattr(instance, table)
    with pytest.raises(TypeError, match="does not support item assignment"):
        found[next(iter(found))] = None
    again = pickle.loads(pickle.dumps(instance))  # with what it has computed
    assert dict(getattr(again, table)) == dict(found)
