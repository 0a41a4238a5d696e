"""That no mechanism is worth more than one written down: goals against instances, both ways."""

from dataclasses import replace
from fractions import Fraction
from math import isqrt
from random import Random

import pytest

from pmlsym.errors import InputError, ParameterError
from pmlsym.ledger import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.extremal import EXTREMAL
from pmlsym.prover.repairs import mutants
from pmlsym.statements import read
from pmlsym.statements.arithmetic import exp
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.model import Model
from pmlsym.statements.optimality import Designed, Optimality, any_designs
from pmlsym.statements.reductions import NotReducible, reduction_of
from pmlsym.statements.reductions.of_readable import of_outcomes
from pmlsym.statements.specific import Entries, Mechanism
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.named import randomized_response
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import Undefined
from tests.statements.reductions.proving import is_proved, linear

HALF, ZERO, ONE = Fraction(1, 2), Fraction(0), Fraction(1)
ANY = any_designs("u", "c")


def DRAW(number, random):  # noqa: N802  # it is handed on as what draws
    """Draw a mechanism with a level that has to do with what it leaks, or half of it."""
    found = ANY(number, random)
    share = random.choice((ONE, HALF, Fraction(1, 10), Fraction(1, 40)))
    rows = tuple(
        tuple(share * entry + (1 - share) / len(row) for entry in row) for row in found.kernel
    )
    instance = Designed(found.levels, rows, found.faces)
    leaked = [exp(Evaluation(instance.law, {}).value(one)) for one in LEAKED]
    ratio = random.choice(leaked)
    if not isinstance(ratio, Fraction) or number % 5 == 4:
        return instance
    if number % 2:
        ratio = Fraction(isqrt(int(ratio * 10**4)) + 1, 100)
    return Designed(Levels(instance.prior, (("u", ratio), ("c", Fraction(2)))), rows, found.faces)


LEAKED = tuple(Leakage(kind, "X", ("Y",)) for kind in ("pml", "pmc", "ldp"))


IDENTITY, SILENT = linear("0", "0"), linear("0", "1")
REDRAW, QUARTER = linear("0", "exp(-u)"), linear("0", "1/4")
RESPONSE = randomized_response("u")
BOTH = linear("1/8", "exp(-u)/4")
COIN = Mechanism("a coin", (Entries("1/2", "1/2", "own"),) * 2)
MECHANISMS = (IDENTITY, SILENT, REDRAW, QUARTER, EXTREMAL)
# the last one says the other secret more often: what it keeps of a secret is negative
OF_TWO = (*MECHANISMS, RESPONSE, BOTH, linear("3/8", "1/8"), linear("3/4", "0", "other"))
GIVEN = (
    *("PML(u)", "PMC(u)", "LDP(u)", "LIP(u)", "PML(2*u)", "PMC(u) and PML(2*u)", "n >= 2"),
    *("pml(X->y) <= 2*u", "LDP(log(3))", "ALIP(u, 2*u)", "PMC(log(4))", "PML(0)"),
)


def random_statement(random):
    """Return a statement; most are false."""
    two = random.random() < 0.5
    start = "|X| = 2: " if two else ""
    where = random.choice(("", "", " where u > 0", " where pmin < 1/3", " where u < log(2)"))
    mechanism = random.choice(OF_TWO if two else MECHANISMS)
    return Optimality.of(f"{start}{random.choice(GIVEN)}{where}", mechanism, draw=DRAW)


def utilities(instance, rows):
    """Yield utilities of which one tells a mechanism that is worth more, if any does.

    Each is the positive part of a linear function of P(y|.) that is not positive on the columns of
    the mechanism that is written down.
    """
    size = len(rows)
    others = [rows[(z + 1) % size][z] for z in range(size)]
    kept = 1 - sum(others)
    for x in range(size):
        unit = [ONE if z == x else ZERO for z in range(size)]
        for sign in (1, -1):
            if kept:
                face = [-(u - b) / kept for u, b in zip(unit, others, strict=True)]
            else:
                face = [sign * (u - p) for u, p in zip(unit, instance.prior, strict=True)]
            yield (tuple(face), (ZERO,) * size)


def judged(said, instance):
    """Yield what is read with several utilities, where it applies and there is a mechanism."""
    try:
        rows = said.mechanism.rows(instance.prior, instance.parameters)
    except Undefined:
        return
    for faces in (instance.faces, *utilities(instance, rows)):
        found = said.judge(replace(instance, faces=faces))
        if found.applies is True and found.holds is not None:
            yield found.holds


@pytest.mark.long
def test_an_outcome_tells_whether_some_utility_does():
    random = Random(11)
    false = true = 0
    for number in range(160):
        said = random_statement(random)
        outcomes = of_outcomes(said)
        for k in range(16):
            instance = DRAW(16 * number + k, random)
            found = list(judged(said, instance))
            if not found:
                continue
            model = Model(instance.law, instance.parameters)
            readings = [read(one, model) for one in outcomes]
            assert not any(reading.verdict == "cannot be separated" for reading in readings)
            fails = any(reading.holds is False for reading in readings)
            assert fails is (not all(found)), (said.words(), str(instance))
            false, true = false + fails, true + (not fails)
    assert min(false, true) > 150, (false, true)


def is_falsified(said, count=150):
    """Whether an instance with one of the utilities above is one on which it is read as false."""
    random = Random(1)
    return any(not all(judged(said, DRAW(number, random))) for number in range(count))


@pytest.mark.parametrize(
    ("text", "mechanism"),
    [
        ("PML(u)", EXTREMAL),
        ("PML(u) and LDP(c)", EXTREMAL),
        ("ALIP(c, u)", EXTREMAL),
        ("LDP(u)", EXTREMAL),
        ("PMC(u)", REDRAW),
        ("LIP(u)", REDRAW),
        ("|X| = 2: LDP(u)", RESPONSE),
        ("n >= 2", IDENTITY),
        ("PML(0)", SILENT),
        ("PMC(log(4))", QUARTER),
    ],
)
def test_what_is_true_is_proved(text, mechanism):
    said = Optimality.of(text, mechanism, draw=DRAW)
    assert is_proved(said)
    assert not is_falsified(said, 60)


@pytest.mark.parametrize(
    ("text", "mechanism"),
    [
        ("PML(2*u)", EXTREMAL),
        ("PMC(u)", EXTREMAL),
        ("n >= 2", EXTREMAL),
        ("PML(u)", REDRAW),
        ("PMC(2*u)", REDRAW),
        ("|X| = 2: LDP(2*u)", RESPONSE),
        ("|X| = 2: LIP(u)", RESPONSE),
        ("|X| = 2: PMC(u)", RESPONSE),
        ("PML(u)", SILENT),
        ("PMC(log(5))", QUARTER),
    ],
)
def test_what_is_false_is_seen_and_not_proved(text, mechanism):
    said = Optimality.of(text, mechanism, draw=DRAW)
    assert is_falsified(said)
    assert not is_proved(said)


@pytest.mark.parametrize(
    ("text", "mechanism"), [("PML(u)", EXTREMAL), ("PMC(u)", REDRAW), ("|X| = 2: LDP(u)", RESPONSE)]
)
def test_no_false_mutant_is_proved(text, mechanism):
    seen = 0
    said = Optimality.of(text, mechanism, draw=DRAW)
    for change, changed in mutants(said.given):
        try:
            other = Optimality(changed, mechanism, DRAW)
        except StatementError:
            continue
        if is_falsified(other, 60):
            seen += 1
            assert not is_proved(other), change
    assert seen


def test_what_is_no_mechanism_is_not_proved():
    for mechanism in (
        Mechanism("it", (Entries("1/2", "p_y/2", "own"),)),  # rows that do not sum to one
        linear("0", "2", "other"),  # negative entries
        Mechanism("it", (Entries("1 - (1 - p_y)^2", "p_y^2", "own"),)),  # not linear
        linear("0", "exp(-u)", "other"),
    ):
        assert not is_proved(Optimality.of("PML(0) where u >= 0", mechanism, draw=DRAW))
    # a parameter that may be negative, where there is no mechanism
    below = Optimality.of("PML(0) where u >= -1", REDRAW, draw=DRAW)
    assert not is_proved(below)
    instance = Designed(Levels((HALF, HALF), (("u", HALF),)), ((ONE,), (ONE,)))
    assert below.judge(instance).applies is True
    assert is_proved(Optimality.of("PML(0) where u >= 0", REDRAW, draw=DRAW))


def test_the_sum_of_many_lifts_is_not_taken_for_that_of_two():
    with pytest.raises(NotReducible, match="more than two secrets"):
        reduction_of(Optimality.of("LDP(u)", RESPONSE, draw=DRAW))
    # and rightly so: one bit about three secrets has more mutual information
    skewed = (HALF, HALF / 2, HALF / 2)
    bit = ((Fraction(3, 5), Fraction(2, 5)), *((Fraction(2, 5), Fraction(3, 5)),) * 2)
    instance = Designed(Levels(skewed, (("u", Fraction(3, 2)),)), bit)
    assert Optimality.of("LDP(u)", RESPONSE, draw=DRAW).judge(instance).holds is False


def test_a_name_or_a_disguise_changes_nothing():
    for name in ("s", "t", "LIFT_s"):
        named = linear("0", f"exp(-{name})")
        with pytest.raises(NotReducible, match="rename it"):
            reduction_of(Optimality.of(f"PMC({name})", named, draw=any_designs(name)))
    hidden = linear("0", "1 + log(4) - 2*log(2)")  # it says nothing, though that is not seen
    said = Optimality.of("PML(u)", hidden, draw=DRAW)
    assert [str(one) for one in of_outcomes(said)][1].startswith("PML(u) => pml(X->y) <= 0 where")
    assert not is_proved(said)


def test_a_claim_takes_it_and_counts_no_words():
    found = Claim(
        "a.b", "a", "W", "redraw", **stated(Optimality.of("PMC(u)", REDRAW, draw=DRAW))
    ).check()
    assert (found.verdict, found.tested) == ("proved", ())
    instance = Designed(Levels((HALF, HALF), (("u", Fraction(1)),)), ((ONE, ZERO), (ZERO, ONE)))
    worse = Optimality.of("PML(u + log(2))", REDRAW, draw=DRAW)
    refuted = Claim("a.c", "a", "W", "x", asserts=(worse,), models=(instance,)).check()
    assert refuted.verdict == "refuted"


@pytest.mark.parametrize(
    "given",
    [
        lambda: Optimality.of("PML(u) => PMC(u)", EXTREMAL, draw=DRAW),
        lambda: Optimality.of("PML(?)", EXTREMAL, draw=DRAW),
        lambda: Optimality.of("prior uniform: PML(u)", EXTREMAL, draw=DRAW),
        lambda: Optimality.of("PML(u) of X->Z", EXTREMAL, draw=DRAW),
        lambda: Optimality.of("PML(u)", COIN, draw=DRAW),
        lambda: Optimality.of("PML(u)", EXTREMAL, draw=None),
        lambda: Optimality.of("PML(u)", EXTREMAL, draw=DRAW, tries=0),
        lambda: Optimality("PML(u)", EXTREMAL, DRAW),
        lambda: Optimality.of("PML(u)", EXTREMAL, draw=DRAW).judge(Levels((HALF, HALF), ())),
        lambda: Optimality.of("PML(v)", EXTREMAL, draw=DRAW).judge(DRAW(0, Random(0))),
    ],
)  # fmt: skip
def test_what_says_something_else_is_refused(given):
    with pytest.raises((InputError, ParameterError)):
        given()


@pytest.mark.parametrize("size", ["|X| >= 1", "|X| = 1"])
def test_of_a_single_secret_nothing_is_said(size):
    """That the rows sum to one is a goal for two secrets and more alone."""
    other = Entries("1 - (1 - p_y)*exp(-u) + max(2 - n, 0)", "p_y*exp(-u)", "own")
    with pytest.raises(StatementError, match="speaks of a single secret"):
        Optimality.of(f"{size}: PMC(u)", Mechanism("it", (other,)), draw=DRAW)


@pytest.mark.parametrize(
    "text", ["PMC(p_z) and exp(p_z) <= 2", "PMC(u) where p_z <= u", "PML(q_y)"]
)
def test_a_parameter_has_no_name_of_an_answers_probability(text):
    half = Mechanism("half", (Entries("p_y/2 + 1/2", "p_y/2", "own"),))
    with pytest.raises(StatementError, match="rename the parameter"):
        Optimality.of(text, half, draw=any_designs("u", "p_z", "q_y"))
