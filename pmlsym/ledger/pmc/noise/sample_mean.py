"""The Laplace mechanism on a sample mean: Ex. 6.

Everything is measured in units of the noise: t = 1/(nb), and z = n y - (sum of the other records),
so that the density of y given that the record is x is the average of e^(-t |z - x|) over z.
"""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.noise import mean_dp, uniform_mgf
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_strictly_above_tangent
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.symbols import ONE, PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Cases, ConvexAtEnds, Decided, Identical, OrderKept, Step

t, z, x, low, high = reals("t z x c d")
record = reals("X")[0]
_RECORDS = Law((record,), sp.And(record >= low, record <= high), "X")
_NOISE = (t > 0,)

_FROM_LOW = sp.exp(-t * low) * _RECORDS.mean(sp.exp(t * record))  # E[e^(t (X - c))]
_FROM_HIGH = sp.exp(t * high) * _RECORDS.mean(sp.exp(-t * record))  # E[e^(t (d - X))]
_FROM_X = _RECORDS.mean(sp.exp(t * sp.Abs(record - x)))
BELOW, ABOVE = sp.log(_FROM_LOW), sp.log(_FROM_HIGH)  # (13), at y >= d, and (14), at y <= c

# --- no outcome leaks more -----------------------------------------------------------------------


def _triangle(goal: Goal) -> Step:
    exponents = relate(-t * sp.Abs(z - record), "<=", -t * sp.Abs(z - x) + t * sp.Abs(record - x))
    return Decided(goal, (_RECORDS.exponentials(exponents, _NOISE),))


TRIANGLE = Part(
    "given the other records, the density of y is at most that given x, times E[e^(t |X - x|)]",
    Goal(
        _NOISE,
        relate(
            _RECORDS.mean(sp.exp(-t * sp.Abs(z - record))),
            "<=",
            sp.exp(-t * sp.Abs(z - x)) * _FROM_X,
        ),
    ),
    _triangle,
)

mixed, given_x, factor = reals("f g M")
_PROPORTIONAL = (relate(mixed, "<=", factor * given_x), mixed > 0, given_x > 0)
_OTHERS = Law((mixed, given_x), sp.And(*_PROPORTIONAL), "S")


def _over_others(goal: Goal) -> Step:
    steps = tuple(_OTHERS.averaged(relation, (factor > 0,)) for relation in _PROPORTIONAL)
    return compare_exponentials(goal, steps)


AVERAGED = Part(
    "so, averaged over the other records, PMC is at most log E[e^(t |X - x|)] at the least likely "
    "x",
    Goal(
        (factor > 0,),
        relate(
            sp.log(_OTHERS.mean(mixed) / _OTHERS.mean(given_x)),
            "<=",
            sp.log(factor),
        ),
    ),
    _over_others,
)

_INSIDE = (low <= x, x <= high, low < high)
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


def _convex(goal: Goal) -> Step:
    """Prove E[e^(t|X - x|)] <= (1 - s) E[e^(t(X - c))] + s E[e^(t(d - X))]."""
    given = (*_NOISE, *_INSIDE, *_RECORDS.sure)
    relation = relate(sp.exp(t * sp.Abs(record - x)), "<=", _CHORD)
    sides = []
    for sign, side in ((1, record - x >= 0), (-1, relate(record - x, "<=", ZERO))):
        equal = relate(t * sp.Abs(record - x), "==", sign * t * (record - x))
        same = OrderKept(Decided(Goal((*given, side), equal)), sp.exp)
        sides.append(Decided(Goal((*given, side), relation), (same, _below_chord(sign))))
    pointwise = Cases(record - x, sides[0], sides[1])
    return Decided(goal, (_RECORDS.over(pointwise),))


CONVEX = Part(
    "E[e^(t |X - x|)] is convex in x: at most the mixture of its values (13) at c and (14) at d",
    Goal(
        (*_NOISE, *_INSIDE),
        relate(_FROM_X, "<=", (1 - _SHARE) * _FROM_LOW + _SHARE * _FROM_HIGH),
    ),
    _convex,
)

# --- and outcomes beyond the ends leak that much -------------------------------------------------


def _beyond(sign: int, end: Term) -> tuple[Goal, Step]:
    """Return for z >= d (sign 1) or z <= c (sign -1): the density over that at the far end."""
    given = (*_NOISE, low <= high, relate(sign * (z - (high if sign > 0 else low)), ">=", ZERO))
    exponents = relate(
        -t * sp.Abs(z - record), "==", -t * sp.Abs(z - end) + sign * t * (record - end)
    )
    left = _RECORDS.mean(sp.exp(-t * sp.Abs(z - record)))
    mean = _FROM_LOW if sign > 0 else _FROM_HIGH
    goal = Goal(given, relate(left, "==", sp.exp(-t * sp.Abs(z - end)) * mean))
    return goal, _RECORDS.exponentials(exponents, given)


def _attained(sign: int, end: Term, what: str) -> Part:
    goal, _ = _beyond(sign, end)
    return Part(what, goal, lambda stated: Decided(stated, (_beyond(sign, end)[1],)))


EXACT = (
    _attained(1, low, "for z >= d the density of y is that given c, times E[e^(t (X - c))]"),
    _attained(-1, high, "for z <= c it is that given d, times E[e^(t (d - X))]"),
)

mean = reals("mu")[0]


def _centred(sign: int, what: str) -> Part:
    """Say that e^(t (mean part)) times E[e^(sign t (X - mu))] is the mean that was bounded."""
    centred = sp.exp(-sign * t * mean) * _RECORDS.mean(sp.exp(sign * t * record))
    gap = t * (mean - low) if sign > 0 else t * (high - mean)
    whole = _FROM_LOW if sign > 0 else _FROM_HIGH
    return Part(what, Goal((), relate(sp.exp(gap) * centred, "==", whole)), Identical)


example_6_formula = Claim(
    "pmc.example-6.formula",
    PAPER,
    "Ex. 6",
    says="the worst PMC of the Laplace sample mean is the larger of (13) and (14)",
    statement=r"\sup_y\Lambda(X_n\to y)=\max\Bigl\{\log E\,e^{(X-c)/(nb)},\ \log E\,e^{(d-X)/(nb)}"
    r"\Bigr\}",
    scope="every n, every law of independent records whose support has the ends c and d (else an "
    "upper bound), every b > 0 and outcome y, also between c and d: the other records may have any "
    "law on [c, d]. K(s) = log E[e^(s (X - mu))]",
    parts=(
        TRIANGLE,
        AVERAGED,
        CONVEX,
        *EXACT,
        _centred(1, "as printed: e^((mu - c) t) E[e^(t (X - mu))] is E[e^(t (X - c))]: (13)"),
        _centred(-1, "and e^((d - mu) t) E[e^(-t (X - mu))] is E[e^(t (d - X))]: (14)"),
    ),
)

# --- the levels ----------------------------------------------------------------------------------

_LEVEL = mean_dp(low, high, t)


def _dp(bound: Sentence) -> Part:
    def prove(goal: Goal) -> Step:
        (mean,) = goal.means
        power = mean.body.args[0]
        most = t * high if power == t * record else -t * low
        steps = (
            _RECORDS.exponentials(relate(power, "<=", most), _NOISE),
            _RECORDS.averaged(relate(mean.body, ">", ZERO)),
        )
        return compare_exponentials(goal, steps)

    return Part(f"{bound} is at most (d - c)/(nb)", Goal(_NOISE, _BOUNDS[bound]), prove)


_BOUNDS = {"(13)": relate(BELOW, "<=", _LEVEL), "(14)": relate(ABOVE, "<=", _LEVEL)}

example_6_dp = Claim(
    "pmc.example-6.dp",
    PAPER,
    "Ex. 6",
    says="it is at most (d - c)/(nb)",
    statement=r"\sup_y\Lambda(X_n\to y)\le\frac{d-c}{nb}",
    scope="every law of the record on [c, d], n and b > 0",
    parts=(_dp("(13)"), _dp("(14)")),
)

u = reals("u")[0]
_PRIMITIVE = sp.exp(t * (x - low)) / (t * (high - low))
_MIRRORED = -sp.exp(t * (high - x)) / (t * (high - low))
UNIFORM = sp.log(sp.together(uniform_mgf(ONE, ZERO, u)))
_MGF = sp.together(uniform_mgf(t, ZERO, high - low))


def _smaller(goal: Goal) -> Step:
    """Prove (e^u - 1)/u < e^u from e^-u > 1 - u."""
    return compare_exponentials(goal, (at(exp_strictly_above_tangent(), t=u),))


def _primitive(function: Term, density: Term, what: str) -> Part:
    goal = Goal((t > 0, low < high), relate(sp.diff(function, x), "==", density / (high - low)))
    return Part(what, goal, Identical)


example_6_uniform = Claim(
    "pmc.example-6.uniform",
    PAPER,
    "Ex. 6",
    says="for uniform data it is log(nb/(d-c) (exp((d-c)/(nb)) - 1)), which is smaller",
    statement=r"X\sim U[c,d]:\ \sup_y\Lambda(X_n\to y)=\log\Bigl(\frac{nb}{d-c}\bigl(e^{(d-c)/(nb)}"
    r"-1\bigr)\Bigr)<\frac{d-c}{nb}",
    scope="every c < d, n and b > 0; u = (d - c)/(nb). The mean of e^(t (X - c)) is the integral "
    "of its density, by the fundamental theorem of calculus",
    parts=(
        _primitive(
            _PRIMITIVE,
            sp.exp(t * (x - low)),
            "e^(t (x - c))/(t (d - c)) has the derivative e^(t (x - c))/(d - c)",
        ),
        _primitive(
            _MIRRORED,
            sp.exp(t * (high - x)),
            "-e^(t (d - x))/(t (d - c)) has the derivative e^(t (d - x))/(d - c)",
        ),
        Part(
            "between c and d the first grows by (e^u - 1)/u: (13)",
            Goal(
                (t > 0, low < high, relate(u, "==", t * (high - low))),
                relate(
                    _PRIMITIVE.subs(x, high) - _PRIMITIVE.subs(x, low),
                    "==",
                    (sp.exp(t * (high - low)) - 1) / u,
                ),
            ),
            Decided,
        ),
        Part(
            "and the second by the same: (14)",
            Goal(
                (t > 0, low < high, relate(u, "==", t * (high - low))),
                relate(
                    _MIRRORED.subs(x, high) - _MIRRORED.subs(x, low),
                    "==",
                    (sp.exp(t * (high - low)) - 1) / u,
                ),
            ),
            Decided,
        ),
        Part(
            "log((e^u - 1)/u) < u",
            Goal((u > 0,), relate(UNIFORM, "<", u)),
            _smaller,
        ),
    ),
)
