"""Named mechanisms and chains with a named stage, against values from their definitions."""

import math
from fractions import Fraction as F
from itertools import product
from random import Random

import numpy as np
import pytest

from pmlsym.deadline import TimeIsUp, ending
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.from_text import from_text
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.staged import StagedLevels
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import decimal
from tests.statements.proving import settled, verdict_of_proofs
from tests.statements.reductions.proving import is_proved

INF = math.inf

# --- kernels and measures from their definitions, with floats and no code of the package ----------


def rr(n, r):
    return [[math.exp(r * (x == y)) / (n - 1 + math.exp(r)) for y in range(n)] for x in range(n)]


def erasure(n, d):
    return [[(1 - d) * (x == y) for y in range(n)] + [d] for x in range(n)]


def bsc(n, f):
    return [[1 - f, f], [f, 1 - f]]


def zchannel(n, f):
    return [[1, 0], [f, 1 - f]]


def geometric(n, a):
    """Add two-sided geometric noise and clamp, by summing the noise itself."""
    b, far = math.exp(-a), 400
    rows = np.zeros((n, n))
    for x in range(n):
        for k in range(-far, far + 1):
            rows[x, min(max(x + k, 0), n - 1)] += (1 - b) / (1 + b) * b ** abs(k)
    return rows if a > 0.2 else [[(0.5 if y in (0, n - 1) else 0) for y in range(n)]] * n


def rappor(n, r):
    flip = 1 / (1 + math.exp(r / 2))
    words = list(product((0, 1), repeat=n))
    return [
        [math.prod(flip if bit != (k == x) else 1 - flip for k, bit in enumerate(w)) for w in words]
        for x in range(n)
    ]


KERNELS = {
    "rr": rr,
    "erasure": erasure,
    "bsc": bsc,
    "zchannel": zchannel,
    "geometric": geometric,
    "rappor": rappor,
}
LEVELED = ("rr", "geometric", "rappor")
TWO = ("bsc", "zchannel")


def log(t):
    return math.log(t) if t > 0 else -INF


def _ratio(a, b):
    return a / b if b > 0 else INF if a > 0 else 0


def _kl(p, q):
    return sum(a * (log(a) - log(b)) if a > 0 else 0 for a, b in zip(p, q, strict=True))


def _largest(rows, of):
    return max(of(p, q) for p in rows for q in rows)


def _plogp(values):
    return -sum(p * log(p) for p in np.ravel(values) if p > 0)


def value(measure, prior, rows):
    """Return a measure of the channel from X to Y."""
    prior, rows = np.array(prior, float), np.array(rows, float)
    rows = rows[:, rows.sum(axis=0) > 1e-15]
    joint = prior[:, None] * rows
    match measure:
        case "maximal_leakage":
            return log(rows.max(axis=0).sum())
        case "maximal_cost_leakage":
            least = rows.min(axis=0).sum()
            return -log(least) if least > 0 else INF
        case "min_entropy_leakage":
            return log(joint.max(axis=0).sum() / prior.max())
        case "tv":
            return _largest(rows, lambda p, q: abs(p - q).sum() / 2)
        case "kl":
            return _largest(rows, _kl)
        case "chi2":
            return _largest(
                rows,
                lambda p, q: sum(_ratio((a - b) ** 2, b) for a, b in zip(p, q, strict=True)),
            )
        case "ldp":
            found = [_ratio(a, b) for column in rows.T for a in column for b in column]
            return log(max(found))
        case "mutual_information":
            return _plogp(prior) + _plogp(joint.sum(axis=0)) - _plogp(joint)
        case "H":
            return _plogp(prior)
    raise ValueError(measure)


MEASURES = (
    *("maximal_leakage", "maximal_cost_leakage", "min_entropy_leakage", "tv", "kl", "chi2"),
    *("ldp", "mutual_information"),
)


def in_text(measure, to="Y"):
    return f"mutual_information(X;{to})" if measure[0:2] == "mu" else f"{measure}(X->{to})"


def random_case(random, name):
    """Return a number of secrets, a prior and a parameter: a level by its exponential."""
    n = 2 if name in TWO else random.choice((2, 3, 4))
    weights = [random.choice((1, 1, 2, 5)) for _ in range(n)]
    prior = tuple(F(w, sum(weights)) for w in weights)
    if name in LEVELED:
        root = random.choice((F(1), F(3, 2), F(2), F(5)))
        return prior, root**2
    return prior, random.choice((F(0), F(1, 5), F(1, 2), F(5, 6), F(1)))


def instance_of(name, prior, given):
    if name in LEVELED:
        return Levels(prior, (("t", given),)), math.log(given)
    return Levels(prior, (), (("t", given),)), float(given)


@pytest.mark.parametrize("name", KERNELS)
def test_measures_are_those_of_the_definitions(name):
    random = Random(5)
    for _ in range(12):
        prior, given = random_case(random, name)
        instance, number = instance_of(name, prior, given)
        rows = KERNELS[name](len(prior), number)
        for measure in MEASURES:
            text = f"X->Y is {name}(t): {in_text(measure)} <= t"
            found = decimal(from_text(text).judge(instance).check.left)
            wanted = value(measure, prior, rows)
            assert found == pytest.approx(wanted, abs=1e-9), (text, str(instance))


def test_the_names_are_those_of_the_notation():
    for name in KERNELS:
        said = from_text(f"X->Y is {name}(t): tv(X->Y) <= 1")
        assert str(said).startswith(f"X->Y is {name}(t)")
        assert from_text(str(said)) == said
        assert name == "rappor" or said.words()
        assert said.latex()
    assert "where d <= 1" in str(from_text("X->Y is erasure(d): tv(X->Y) = 1 - d"))
    assert "|X| = 2" in str(from_text("X->Y is bsc(f): tv(X->Y) <= 1"))


# --- what is proved and what is refuted -----------------------------------------------------------

TRUE = (
    "X->Y is rr(r): maximal_leakage(X->Y) = log(n*exp(r)/(n - 1 + exp(r)))",
    "X->Y is rr(r): maximal_cost_leakage(X->Y) = log((n - 1 + exp(r))/n)",
    "X->Y is rr(r): tv(X->Y) = (exp(r) - 1)/(exp(r) + n - 1)",
    "X->Y is rr(r): kl(X->Y) = r*(exp(r) - 1)/(exp(r) + n - 1)",
    "X->Y is rr(r): hockey_stick(X->Y; r) = 0",
    "prior uniform; X->Y is rr(r): mutual_information(X;Y) = log(n) - log(n - 1 + exp(r)) + "
    "r*exp(r)/(n - 1 + exp(r))",
    "prior uniform; X->Y is rr(r): min_entropy_leakage(X->Y) = maximal_leakage(X->Y)",
    "X->Y is extremal(u): maximal_leakage(X->Y) = u",
    "X->Y is redraw(l): tv(X->Y) = 1 - exp(-l)",
    "X->Y is erasure(d): mutual_information(X;Y) = (1 - d)*H(X)",
    "X->Y is erasure(d): H(X|Y) = d*H(X)",
    "X->Y is erasure(d): maximal_leakage(X->Y) = log(n*(1 - d) + d)",
    "X->Y is erasure(d): maximal_cost_leakage(X->Y) = log(1/d) where d > 0",
    "X->Y is erasure(d): min_entropy_leakage(X->Y) = log((1 - d)/pmax + d)",
    "X->Y is erasure(d): pml(X->Y) = log(1/pmin) where d > 0, d < 1",
    "X->Y is bsc(f): ldp(X->Y) = log((1 - f)/f) where f > 0, f <= 1/2",
    "X->Y is bsc(f): LDP(log(max(f, 1 - f)/min(f, 1 - f))) where f > 0, f < 1",
    "X->Y is bsc(f): maximal_leakage(X->Y) = log(2*max(f, 1 - f))",
    "X->Y is bsc(f): mutual_information(X;Y) <= H(X) where f > 0, f < 1",
    "X->Y is bsc(f): H(X) <= log(2)",
    "X->Y is erasure(d): |Y| = n + 1 where d > 0, d < 1",
    "X->Y is zchannel(f): maximal_leakage(X->Y) = log(2 - f)",
    "X->Y is zchannel(f): maximal_cost_leakage(X->Y) = log(1/f) where f > 0",
    "X->Y is zchannel(f): tv(X->Y) = 1 - f",
    "X->Y is geometric(a): ldp(X->Y) = (n - 1)*a",
    "X->Y is geometric(a): LDP(n*a)",
    "X->Y is geometric(a): maximal_leakage(X->Y) <= log(n)",
    "X->Y is rappor(r): ldp(X->Y) = r",
    "X->Y is rappor(r): LDP(e) where e >= r",
    "X->Y is rappor(r): tv(X->Y) = (exp(r/2) - 1)/(exp(r/2) + 1)",
    "X - Y - Z; X->Y is bsc(a); Y->Z is bsc(b): tv(X->Z) <= tv(X->Y)",
    "X - Y - Z; X->Y is rr(r); Y->Z is erasure(d): tv(X->Z) = (1 - d)*tv(X->Y)",
    "X - Y - Z; X->Y is zchannel(f); Y->Z is bsc(g): tv(X->Z) = (1 - f)*max(1 - 2*g, 2*g - 1)",
    "X - Y - Z; Y->Z is bsc(f): mutual_information(X;Z) <= (1 - 2*f)^2*mutual_information(X;Y)",
    "X - Y - Z; Y->Z is erasure(d): mutual_information(X;Z) = (1 - d)*mutual_information(X;Y)",
    "X - Y - Z; Y->Z is bsc(f): tv(X->Z) = (1 - 2*f)*tv(X->Y) where f <= 1/2",
    "X - Y - Z; X->Y is redraw(l): PML(e) of Y->Z => PML(log(exp(-l) + (1 - exp(-l))*exp(e))) "
    "of X->Z",
    "X - Y - Z; X->Y is redraw(l): pmc(X->Z) <= pmc(Y->Z)",
)
FALSE = (
    "X->Y is rr(r): maximal_leakage(X->Y) < log(n*exp(r)/(n - 1 + exp(r)))",
    "X->Y is rr(r): tv(X->Y) = (exp(r) - 1)/(exp(r) + n)",
    "X->Y is rr(r): kl(X->Y) < r*(exp(r) - 1)/(exp(r) + n - 1)",
    "X->Y is rr(r): mutual_information(X;Y) = log(n) - log(n - 1 + exp(r)) + "
    "r*exp(r)/(n - 1 + exp(r))",
    "X->Y is rr(r): hockey_stick(X->Y; e) = 0 where e < r",
    "X->Y is extremal(u): maximal_leakage(X->Y) < u",
    "X->Y is erasure(d): maximal_leakage(X->Y) = (1 - d)*log(n)",
    "X->Y is erasure(d): mutual_information(X;Y) = (1 - d)*log(n)",
    "X->Y is erasure(d): min_entropy_leakage(X->Y) = log((1 - d)/pmin + d)",
    "X->Y is erasure(d): pml(X->Y) = log(1/pmin)",
    "X->Y is erasure(d): maximal_cost_leakage(X->Y) <= log(1/d) + d where d > 2",
    "X->Y is bsc(f): ldp(X->Y) = log((1 - f)/f) where f > 0, f < 1",
    "X->Y is bsc(f): maximal_leakage(X->Y) = log(2*(1 - f))",
    "X->Y is bsc(f): tv(X->Y) = 1 - 2*f",
    "X->Y is bsc(f): mutual_information(X;Y) < H(X)",
    "X->Y is erasure(d): |Y| = n + 1",
    "X->Y is erasure(d): H(X) = H_X",
    "X->Y is zchannel(f): maximal_leakage(X->Y) = log(2 - 2*f)",
    "X->Y is zchannel(f): ldp(X->Y) <= log(1/f) where f > 0",
    "X->Y is geometric(a): LDP(a)",
    "X->Y is geometric(a): ldp(X->Y) < (n - 1)*a",
    "X->Y is geometric(a): ldp(X->Y) = (n - 1)*a where a > -1",
    "X->Y is geometric(a): ldp(X->y) = (n - 1)*a",
    "X->Y is rappor(r): LDP(r/2)",
    "X->Y is rappor(r): ldp(X->Y) = r where r > -2",
    "X - Y - Z; X->Y is bsc(a); Y->Z is bsc(b): tv(X->Z) < tv(X->Y)",
    "X - Y - Z; X->Y is bsc(a); Y->Z is bsc(b): ldp(X->Z) = "
    "log((1 - a - b + 2*a*b)/(a + b - 2*a*b)) where a > 0, b > 0, a < 1, b < 1",
    "X - Y - Z; Y->Z is bsc(f): mutual_information(X;Z) = (1 - 2*f)^2*mutual_information(X;Y)",
    "X - Y - Z; Y->Z is bsc(f): mutual_information(X;Z) <= (1 - 2*f)^4*mutual_information(X;Y)",
    "X - Y - Z; Y->Z is bsc(f): tv(X->Z) = (1 - 2*f)*tv(X->Y)",
    "X - Y - Z; Y->Z is zchannel(f): tv(X->Z) = (1 - 2*f)*tv(X->Y)",
    "X - Y - Z; X->Y is redraw(l): PML(e) of Y->Z => PML((1 - exp(-l))*e) of X->Z",
    "X - Y - Z; X->Y is redraw(l): ldp(X->Z) = ldp(Y->Z)",
    "X - Y - Z; X->Y is redraw(l): pml(X->z) < pml(Y->z)",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_true_is_proved(text):
    assert verdict_of_proofs(text, 20) == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_is_not_proved_and_mostly_refuted(text):
    assert settled(text, 6) in ("refuted", "vacuous")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("X->Y is laplace(b): LDP(b)", "There is no mechanism laplace"),
        ("Y->Z is bsc(f): tv(Y->Z) <= 1", "X - Y - Z"),
        ("X - Y - Z; Y->Z is rappor(r): tv(X->Z) <= 1", "not supported"),
        ("X - Y - Z; Y->Z is redraw(l): tv(X->Z) <= 1", "not supported"),
        ("X - Y - Z; X->Y is rr(r); X->Z is rr(s): tv(X->Z) <= 1", "independent given the"),
        ("X - Y - Z; Y->Z is rr(r); X->Y is rr(s): tv(X->Z) <= 1", "stage of X - Y - Z"),
        ("X->Y is erasure(d): p_y <= pmax", "answers that are secrets"),
        ("X->Y is bsc(f); |X| = 3: tv(X->Y) <= 1", "3 secrets"),
        ("X - Y - Z; X->Y is erasure(d); Y->Z is bsc(f): tv(X->Z) <= 1", "needs 2 values"),
        ("X->Y is bsc(f): PML(?)", "beside .X->Y is bsc"),
    ],
)
def test_what_is_not_supported_is_refused_in_a_sentence(text, why):
    with pytest.raises(StatementError, match=why):
        conjecture(text, seconds=1)


def test_the_kernel_of_the_other_stage_is_that_of_the_instance():
    said = from_text("X - Y - Z; Y->Z is bsc(f): tv(X->Z) <= f")
    instance = StagedLevels((F(1, 3), F(2, 3)), (), (("f", F(1, 4)),), ((1, 0), (F(1, 2), F(1, 2))))
    rows = np.array([[1, 0], [0.5, 0.5]]) @ np.array([[0.75, 0.25], [0.25, 0.75]])
    found = decimal(said.judge(instance).check.left)
    assert found == pytest.approx(value("tv", (1 / 3, 2 / 3), rows))
    assert instance.as_dict()["kernel"] == [["1", "0"], ["1/2", "1/2"]]


# --- nothing false is proved ----------------------------------------------------------------------

RIGHT = {
    "rr": ("t", "exp(t)", "n", "pmax", "log(n)", "exp(t)/(n - 1 + exp(t))", "1/(n - 1 + exp(t))"),
    "geometric": ("t", "exp(-t)", "n", "log(n)", "(n - 1)*t", "n*t"),
    "rappor": ("t", "t/2", "exp(t/2)", "1/(1 + exp(t/2))", "n", "log(n)"),
    "erasure": ("t", "1 - t", "n", "pmax", "log(n)", "H(X)", "log(n*(1 - t) + t)"),
    "bsc": ("t", "1 - t", "max(t, 1 - t)", "pmax", "log(2)", "log(2*max(t, 1 - t))"),
    "zchannel": ("t", "1 - t", "log(2 - t)", "pmax", "log(2)", "H(X)"),
}


def calculated(text, prior, number):
    """Return the value of a term in Python."""
    names = {
        **{"t": number, "n": len(prior), "pmax": float(max(prior)), "max": max},
        **{"exp": math.exp, "log": log, "HX": value("H", prior, np.ones((len(prior), 1)))},
    }
    return eval(text.replace("H(X)", "HX"), {}, names)


def random_statement(random):
    name = random.choice(list(KERNELS))
    left = random.choice(MEASURES)
    parts = random.sample(RIGHT[name], 2)
    right = random.choice(("{}", "{}", "({})*({})", "{} + {}", "({})/2", "{} - 1/100"))
    right = right.format(*parts)
    return name, left, random.choice(("<=", "<", ">=", "=")), right


def is_false(name, left, sign, right, random):
    """Whether the statement fails clearly on some instance."""
    for _ in range(60):
        prior, given = random_case(random, name)
        number = math.log(given) if name in LEVELED else float(given)
        one = value(left, prior, KERNELS[name](len(prior), number))
        other = calculated(right, prior, number)
        gap = 0 if one == other else one - other
        if sign in ("<=", "<", "=") and gap > 1e-7:
            return True
        if sign in (">=", "=") and gap < -1e-7:
            return True
        if sign == "<" and abs(gap) < 1e-12:
            return True
    return False


def prove_some(seed, tries, seconds):
    """Return how many false statements were tried to be proved, after checking that none is."""
    import time

    random, tried = Random(seed), 0
    for _ in range(tries):
        name, left, sign, right = random_statement(random)
        if is_false(name, left, sign, right, random):
            said = from_text(f"X->Y is {name}(t): {in_text(left)} {sign} {right}")
            tried += 1
            try:
                with ending(time.monotonic() + seconds):
                    assert not is_proved(said), str(said)
            except TimeIsUp:
                continue
    return tried


@pytest.mark.long
def test_nothing_false_is_proved():
    assert prove_some(1, 80, 1.0) > 20


# --- chains: nothing false is proved --------------------------------------------------------------

CHAINS = (
    *(("bsc", "bsc"), ("rr", "rr"), ("rr", "erasure"), ("zchannel", "bsc"), ("bsc", "zchannel")),
    *(("zchannel", "zchannel"), ("bsc", "erasure"), ("zchannel", "erasure"), ("", "bsc")),
    *(("", "erasure"), ("redraw", ""), ("redraw", "")),
)
OF_CHAIN = ("tv", "mutual_information", "ldp", "maximal_leakage", "pml", "pmc", "kl")
FACTOR = ("{}", "(1 - s)*{}", "(1 - 2*s)*{}", "(1 - 2*s)^2*{}", "s*{}", "{} - 1/50", "{}/2")


def redraw_rows(prior, level):
    """Return the rows of a mechanism that keeps the secret, or draws from the prior."""
    kept = 1 - math.exp(-level)
    return [
        [kept * (x == y) + (1 - kept) * float(q) for y, q in enumerate(prior)]
        for x in range(len(prior))
    ]


def chain_value(measure, prior, rows):
    """Return a measure of a channel, a leakage at its worst outcome among them."""
    prior, rows = np.array(prior, float), np.array(rows, float)
    if measure not in ("pml", "pmc"):
        return value(measure, prior, rows)
    lifts = rows / (prior @ rows)[None, :]
    return log(lifts.max()) if measure == "pml" else -log(lifts.min())


def stage_rows(name, prior, given):
    if name == "redraw":
        return redraw_rows(prior, math.log(given))
    number = math.log(given) if name in LEVELED else float(given)
    return KERNELS[name](len(prior), number)


def any_rows(random, rows, columns):
    found = np.array(
        [[random.choice((0.05, 1, 2, 5)) for _ in range(columns)] for _ in range(rows)]
    )
    return found / found.sum(axis=1, keepdims=True)


def chain_fails(stages, measure, sign, right, of, random):
    """Whether a statement about a chain fails clearly on some instance."""
    two = {"bsc", "zchannel"} & {*stages} and stages != ("", "bsc")
    for _ in range(80):
        n = 2 if two else random.choice((2, 3))
        weights = [random.choice((1, 1, 2, 5)) for _ in range(n)]
        prior = [w / sum(weights) for w in weights]
        given = {
            name: random.choice((1, 2.25, 4, 25))
            if name in (*LEVELED, "redraw")
            else random.choice((0.05, 0.2, 0.5, 0.8, 0.95))
            for name in stages
        }
        first, second = stages
        t, s = (given[name] for name in stages)
        if stages == ("rr", "rr"):
            s = random.choice((1, 2.25, 4, 25))
        one = stage_rows(first, prior, t) if first else any_rows(random, n, 2)
        width = len(one[0])
        if not second:
            other = any_rows(random, width, 2)
        else:
            other = stage_rows(second, [1 / width] * width, s)
        last = np.array(one) @ np.array(other)
        names = {"s": s if second not in LEVELED else math.log(s)}
        if not second:
            names["s"] = math.log(t)
        middle = np.array(prior) @ np.array(one)
        before = (
            chain_value(measure, prior, one)
            if of == "X->Y"
            else chain_value(measure, middle, other)
        )
        after = chain_value(measure, prior, last)
        if math.isinf(before):
            continue
        wanted = eval(right.format("v").replace("^", "**"), {}, {**names, "v": before})
        if sign in ("<=", "=") and after > wanted + 1e-7:
            return True
        if sign in (">=", "=") and after < wanted - 1e-7:
            return True
    return False


def chain_text(stages, measure, sign, right, of):
    names = [f"X->Y is {stages[0]}({'t' if stages[1] else 's'})"] if stages[0] else []
    names += [f"Y->Z is {stages[1]}(s)"] if stages[1] else []
    arrow = ";" if measure == "mutual_information" else "->"
    before = f"{measure}({of.replace('->', arrow)})"
    return (
        f"X - Y - Z; {'; '.join(names)}: {measure}(X{arrow}Z) {sign} {right.format(before)} "
        "where s > 0"
    )


def prove_chains(seed, tries, seconds):
    """Return how many false statements about chains were tried, after checking that none is."""
    import time

    random, tried = Random(seed), 0
    for _ in range(tries):
        stages, measure = random.choice(CHAINS), random.choice(OF_CHAIN)
        sign, right = random.choice(("<=", ">=", "=")), random.choice(FACTOR)
        of = "Y->Z" if not stages[1] else "X->Y"
        if chain_fails(stages, measure, sign, right, of, random):
            said = from_text(chain_text(stages, measure, sign, right, of))
            tried += 1
            try:
                with ending(time.monotonic() + seconds):
                    assert not is_proved(said), str(said)
            except TimeIsUp:
                continue
    return tried


@pytest.mark.long
def test_nothing_false_is_proved_of_chains():
    assert prove_chains(1, 80, 1.0) > 30
