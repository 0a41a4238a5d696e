"""The Laplace mechanism on a sample mean: Ex. 6.

Lengths are in units of the noise: t = 1/(nb), and z = n y - (sum of the other records), so that the
density of y given that the record is x is the average of e^(-t |z - x|) over z.
"""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.noise import mean_dp, uniform_mgf
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.lemmas import AnyLaw, at, exp_strictly_above_tangent
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.pmc.noise import mean_statements as said
from pmlsym.ledger.pmc.noise.reductions import ON_SUPPORT, OTHER_RECORDS
from pmlsym.ledger.pmc.symbols import ONE, PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Cases, ConvexAtEnds, Decided, Identical, OrderKept, Step
from pmlsym.statements.argument import Argument

t, z, x, low, high, mean, level = reals("t z x c d mu L")
record = reals("X")[0]
_RECORDS = AnyLaw((record,), sp.And(record >= low, record <= high), "X")
_NOISE = (t > 0,)
_INSIDE = (low <= x, x <= high, low < high)


def _cumulant(sign: int) -> Term:
    """Return K(1/(nb)) or K(-1/(nb)), the cumulant of a record minus its mean."""
    return sp.log(_RECORDS.mean(sp.exp(sign * t * (record - mean))))


BELOW = (mean - low) * t + _cumulant(1)  # (13), at y >= d
ABOVE = (high - mean) * t + _cumulant(-1)  # (14), at y <= c
_MU = relate(mean, "==", _RECORDS.mean(record))
_DENSITY = _RECORDS.mean(sp.exp(-t * sp.Abs(z - record)))
_GIVEN = sp.exp(-t * sp.Abs(z - x))

# --- no outcome leaks more -----------------------------------------------------------------------

_SHARE = (x - low) / (high - low)
_CHORD = (1 - _SHARE) * sp.exp(t * (record - low)) + _SHARE * sp.exp(t * (high - record))


def _below_chord(sign: int) -> Step:
    """Prove e^(sign t (X - x)) <= chord for x in [c, d], by convexity in x."""
    power = sp.exp(sign * t * (record - x))
    given = (*_NOISE, low < high, *_RECORDS.sure)
    curvature = Decided(Goal(given, relate(sp.diff(power - _CHORD, x, 2), ">=", ZERO)))
    ends = []
    for end, exponent in ((low, t * (record - low)), (high, t * (high - record))):
        own = sign * t * (record - end)
        order = OrderKept(Decided(Goal(given, relate(own, "<=", exponent))), sp.exp)
        ends.append(
            Decided(Goal(given, relate((power - _CHORD).subs(x, end), "<=", ZERO)), (order,))
        )
    return ConvexAtEnds(power - _CHORD, x, low, high, curvature, (ends[0], ends[1]))


def _chord() -> Step:
    """Prove e^(t|X - x|) <= (1 - s) e^(t(X - c)) + s e^(t(d - X)), x = c + s (d - c)."""
    given = (*_NOISE, *_INSIDE, *_RECORDS.sure)
    relation = relate(sp.exp(t * sp.Abs(record - x)), "<=", _CHORD)
    sides = []
    for sign, side in ((1, record - x >= 0), (-1, relate(record - x, "<=", ZERO))):
        equal = relate(t * sp.Abs(record - x), "==", sign * t * (record - x))
        same = OrderKept(Decided(Goal((*given, side), equal)), sp.exp)
        sides.append(Decided(Goal((*given, side), relation), (same, _below_chord(sign))))
    return Cases(record - x, sides[0], sides[1])


def _no_more(goal: Goal) -> Step:
    """Prove the bound from the triangle inequality and the chord, averaged over the record."""
    exponents = relate(-t * sp.Abs(z - record), "<=", -t * sp.Abs(z - x) + t * sp.Abs(record - x))
    triangle = OrderKept(Decided(Goal(_NOISE, exponents)), sp.exp)
    below = relate(sp.exp(-t * sp.Abs(z - record)), "<=", _GIVEN * _CHORD)
    pointwise = Decided(Goal((*_NOISE, *_INSIDE, *_RECORDS.sure), below), (triangle, _chord()))
    levels = [
        OrderKept(Decided(Goal(goal.hypotheses, relate(end, "<=", level))), sp.exp)
        for end in (BELOW, ABOVE)
    ]
    return Decided(goal, (_RECORDS.over(pointwise), *levels))


NO_MORE = follows(
    "given the other records, the density of y is at most e^L times that given x, for every L that "
    "is at least (13) and (14)",
    (*_NOISE, *_INSIDE, _MU, relate(BELOW, "<=", level), relate(ABOVE, "<=", level)),
    relate(_DENSITY, "<=", sp.exp(level) * _GIVEN),
    _no_more,
)

mixed, given_x = reals("f g")


def _averaged(sign: str, what: str) -> Part:
    """State that a bound f <= e^L g (or =) for each sum of the other records holds on average."""
    relation = relate(mixed, sign, sp.exp(level) * given_x)
    law = AnyLaw((mixed, given_x), sp.And(relation, mixed > 0, given_x > 0), "S")

    def prove(goal: Goal) -> Step:
        own, other = relate(mixed, ">", ZERO), relate(given_x, ">", ZERO)
        return compare_exponentials(goal, tuple(map(law.averaged, (relation, own, other))))

    ratio = sp.log(law.mean(mixed) / law.mean(given_x))
    return follows(what, (), relate(ratio, sign, level), prove)


AVERAGED = _averaged("<=", "so, averaged over the other records, log f(y)/f(y|x) is at most L")
AVERAGED_EQUAL = _averaged("==", "and what is equal for all other records is so on average")

# --- and outcomes beyond the ends leak that much -------------------------------------------------


def _attained(sign: int, end: Term, what: str) -> Part:
    """State the density for z >= d (sign 1) or z <= c (sign -1) as a multiple of that at an end."""
    given = (*_NOISE, low <= high, relate(sign * (z - (high if sign > 0 else low)), ">=", ZERO))
    value = BELOW if sign > 0 else ABOVE
    seen = sp.exp(-t * sp.Abs(z - end))

    def prove(goal: Goal) -> Step:
        gaps = -t * sp.Abs(z - end) + sign * t * (record - end)
        exponents = relate(-t * sp.Abs(z - record), "==", gaps)
        return Decided(goal, (_RECORDS.exponentials(exponents, given), _positive(sign)))

    goal = Goal((*given, _MU), relate(_DENSITY, "==", sp.exp(value) * seen))
    return Part(what, goal, prove)


def _positive(sign: int) -> Step:
    return _RECORDS.averaged(relate(sp.exp(sign * t * (record - mean)), ">", ZERO))


EXACT = (
    _attained(1, low, "for z >= d the density of y is e^(13) times that given c"),
    _attained(-1, high, "for z <= c it is e^(14) times that given d"),
)

_UNITS = (ON_SUPPORT, OTHER_RECORDS)

example_6_formula = Claim(
    "pmc.example-6.formula",
    PAPER,
    "Ex. 6",
    says="the worst PMC of the Laplace sample mean is the larger of (13) and (14)",
    scope="every n, every law of independent records whose support has the ends c and d, as "
    "footnote 3 assumes (else an upper bound, which is asserted too), every b > 0 and outcome y, "
    "also between c and d. K(s) = log E[e^(s (X - mu))]; t = 1/(nb), z = ny - (the other "
    "records). Instances of the test have finitely many values; the goals are of every "
    "law",
    parts=(NO_MORE, AVERAGED, *EXACT, AVERAGED_EQUAL),
    asserts=said.FORMULA,
    reductions=_UNITS,
)

example_6_inside = Claim(
    "pmc.example-6.inside",
    PAPER,
    'Ex. 6, "it suffices to consider y >= d and y <= c"',
    says="to find the largest PMC it suffices to consider y >= d and y <= c; for c < y < d it is "
    "at most the larger of (13) and (14) as well",
    scope="every n, law on [c, d] and b > 0; where the ends of the support lie within c and d, the "
    "goals are used with these. True, but not by the reason that the paper gives: it bounds the "
    "numerator for every y, while of the denominator it says how it falls outside of [c, d] and "
    "nothing of inside, where it lies below the same exponentials. The triangle inequality and "
    "convexity in x do it",
    parts=(NO_MORE, AVERAGED, *EXACT, AVERAGED_EQUAL),
    asserts=said.SUFFICES,
    reductions=_UNITS,
)

# --- every record --------------------------------------------------------------------------------

_whole, _first, _second = reals("f g h")
_ALIKE = relate(_first, "==", _second)
_BY_RECORD = AnyLaw(
    (_whole, _first, _second), sp.And(_ALIKE, _whole > 0, _first > 0, _second > 0), "S"
)


def _same_level(goal: Goal) -> Step:
    facts = (_ALIKE, *(relate(one, ">", ZERO) for one in (_whole, _first, _second)))
    return compare_exponentials(goal, tuple(map(_BY_RECORD.averaged, facts)))


example_6_symmetry = Claim(
    "pmc.example-6.symmetry",
    PAPER,
    'Ex. 6, "leaks the same amount of information about all data points"',
    says="the PMC from a record of an i.i.d. database to the released sample mean is the same for "
    "every record, at every outcome",
    scope="every n, law of a record, b > 0 and y; of the noise nothing is used. In the goal g and "
    "h stand for f(y|X_i = x) and f(y|X_j = x), f for f(y), as functions of the sum of the other "
    "records. It is the same of any exchangeable records, and of records that are only "
    "independent it is not. The instances have finitely many values and are read database by "
    "database, the goal is of every law",
    parts=(
        follows(
            "densities that are equal for every sum of the other records give one log f(y)/f(y|x)",
            (),
            relate(
                sp.log(_BY_RECORD.mean(_whole) / _BY_RECORD.mean(_first)),
                "==",
                sp.log(_BY_RECORD.mean(_whole) / _BY_RECORD.mean(_second)),
            ),
            _same_level,
        ),
    ),
    asserts=(said.SYMMETRY,),
    arguments=(
        Argument(
            "exchanging two records changes neither the probability of a database nor its sum, so "
            "that each record has one joint law with the sum of the others; with s this sum, the "
            "density of y given that the record is x is the mean of e^(-|ny - s - x|/(nb))/(2b)",
            said.EXCHANGED,
        ),
    ),
)

# --- the levels ----------------------------------------------------------------------------------

_LEVEL = mean_dp(low, high, t)


def _any_record(goal: Goal) -> Step:
    exponents = relate(-t * sp.Abs(z - record), "<=", -t * sp.Abs(z - x) + _LEVEL)
    return Decided(goal, (_RECORDS.exponentials(exponents, goal.hypotheses),))


def _bounded(sign: int, most: Term, what: str) -> Part:
    def prove(goal: Goal) -> Step:
        exponents = relate(sign * t * (record - mean), "<=", most)
        return compare_exponentials(
            goal, (_RECORDS.exponentials(exponents, _NOISE), _positive(sign))
        )

    return follows(what, _NOISE, relate(_cumulant(sign), "<=", most), prove)


example_6_dp = Claim(
    "pmc.example-6.dp",
    PAPER,
    "Ex. 6",
    says="it is at most (d - c)/(nb)",
    scope="every law of the record on [c, d], n and b > 0, with both bounds on K on the way; "
    "(d - c)/(nb) is the level at which the mechanism is differentially private",
    parts=(
        follows(
            "given the other records, the density of y is at most e^((d - c)/(nb)) times that "
            "given x",
            (*_NOISE, low <= x, x <= high),
            relate(_DENSITY, "<=", sp.exp(_LEVEL) * _GIVEN),
            _any_record,
        ),
        AVERAGED,
        _bounded(1, t * (high - mean), "on the paper's way: K(1/(nb)) <= (d - mu)/(nb)"),
        _bounded(-1, t * (mean - low), "and K(-1/(nb)) <= (mu - c)/(nb)"),
    ),
    asserts=(said.DP,),
    reductions=_UNITS,
)

u = reals("u")[0]
UNIFORM = sp.log(sp.together(uniform_mgf(ONE, ZERO, u)))
_HALF_LENGTH = (high - low) / 2
_PRINTED = (sp.exp(t * _HALF_LENGTH) - sp.exp(-t * _HALF_LENGTH)) / (t * (high - low))  # e^K


def _smaller(goal: Goal) -> Step:
    """Prove (e^u - 1)/u < e^u from e^-u > 1 - u."""
    return compare_exponentials(goal, (at(exp_strictly_above_tangent(), t=u),))


example_6_uniform = Claim(
    "pmc.example-6.uniform",
    PAPER,
    "Ex. 6",
    says="for uniform data it is log(nb/(d-c) (exp((d-c)/(nb)) - 1)), which is smaller",
    scope="every c < d, n and b > 0; u = (d - c)/(nb). By pmc.example-6.formula: K(1/(nb)) and "
    "K(-1/(nb)) are equal, as the uniform law is symmetric around mu = (c + d)/2",
    parts=(
        follows(
            "with e^K as printed, an integral from (c - d)/2 to (d - c)/2, (13) and (14) are the "
            "log of E[e^((X - c)/(nb))]",
            (t > 0, low < high),
            relate(sp.exp(t * _HALF_LENGTH) * _PRINTED, "==", uniform_mgf(t, ZERO, high - low)),
            Identical,
        ),
        follows(
            "which is (e^u - 1)/u",
            (t > 0, low < high, relate(u, "==", t * (high - low))),
            relate(uniform_mgf(t, ZERO, high - low), "==", (sp.exp(t * (high - low)) - 1) / u),
        ),
        follows("log((e^u - 1)/u) < u", (u > 0,), relate(UNIFORM, "<", u), _smaller),
    ),
    asserts=(said.UNIFORM,),
    reductions=_UNITS,
    arguments=(
        Argument(
            "E[e^((X - c)/(nb))] for X uniform on [c, d] is the integral of e^(t(x - c))/(d - c), "
            "which has the antiderivative e^(t(x - c))/(t(d - c))",
            said.INTEGRAL,
        ),
    ),
)
