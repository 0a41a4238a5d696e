"""Goals of statements about mechanisms that are written down, tried both ways and broken."""

from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random

import pytest

from pmlsym.ledger import claim
from pmlsym.ledger.checking.origin import refuse_other_goals
from pmlsym.ledger.pmc import CLAIMS
from pmlsym.proof.verdict import NoVerdict
from pmlsym.statements.reductions import NotReducible
from pmlsym.statements.reductions.specific import reduce_specific
from pmlsym.statements.specific import Entries, Mechanism, Specific, about
from pmlsym.statements.specific.levels import Levels, any_levels
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import in_kernel
from tests.statements.reductions.proving import false_mutants, is_proved
from tests.statements.reductions.random_statements import fails

STATEMENTS, INSTANCES = 70, 8
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
KINDS = ("pml", "pmc", "ldp")
LEVELS = (
    *("u", "2*u", "log(2)", "0", "log(1/pmin)", "log(1/pmax)", "log(n)", "u - log(3/2)"),
    *("log(1 + pmax*(exp(u) - 1))", "log(exp(u)/(pmin*(exp(u) - 1) + 1))", "log(pmin - 1/5)"),
)
AT_Y = ("log(1 + p_y*(exp(u) - 1))", "log(exp(u)/(p_y*(exp(u) - 1) + 1))", "log(1/p_y)")
GIVEN = ("", "", "", "u >= log(3/2)", "pmin < 1/3", "n >= 3", "pml(X->Y) <= 2*u", "ldp(X->y) > 0")
SIGNS = ("<=", "<=", "<", ">=", ">", "=", "!=")
DRAW = any_levels("u", "c")


def random_mechanism(random):
    """Return a mechanism; what it says of its larger entries and worst answers may be wrong."""
    apart = random.choice(("own", "other"))
    if random.random() < 0.6:
        if random.random() < 0.4:
            own, other, apart = "exp(u)/(n - 1 + exp(u))", "1/(n - 1 + exp(u))", "own"
        else:
            alpha = random.choice(("0", "1/(2*n)", "exp(-u)/(3*n)"))
            beta = random.choice(("0", "1/4", "1/2", "exp(-u)/2"))
            own = f"1 - (n - 1)*{alpha} - {beta}*(1 - p_y)"
            other = f"{alpha} + {beta}*p_y"
        worst = tuple((kind, random.choice(("pmin", "pmax"))) for kind in KINDS)
        return Mechanism("a mechanism", (Entries(own, other, apart),), worst)
    entries = ("0", "1/4", "pmin", "1 - pmin", "exp(-u)", "exp(u)*pmin", "1 - exp(u)*(1 - pmin)")
    own, other = random.sample(entries, 2)
    second = Entries(f"1 - ({own})", f"1 - ({other})", "other" if apart == "own" else "own")
    worst = tuple((kind, random.randrange(2)) for kind in KINDS)
    return Mechanism("a mechanism", (Entries(own, other, apart), second), worst)


def random_statement(random):
    """Return a statement about such a mechanism."""
    mechanism = random_mechanism(random)
    at_every = random.random() < 0.5
    left = f"{random.choice(KINDS)}(X->{'y' if at_every else 'Y'})"
    levels = (*LEVELS, *AT_Y) if at_every and mechanism.says_secrets else LEVELS
    given = random.choice(GIVEN)
    text = f"{left} {random.choice(SIGNS)} {random.choice(levels)}"
    return about(f"{given} => {text}" if given else text, mechanism, draw=DRAW)


def failing(said, cases, instance):
    """Return the meanings of goals that fail at what they are in an instance."""
    return {
        case.meaning
        for case in cases
        for point in case.placed.at(instance)
        if fails(case.goal.kernel, point)
    }


@pytest.mark.long
def test_where_a_statement_fails_a_goal_does_and_the_other_way_round():
    random = Random(7)
    false = true = wrong = 0
    for number in range(STATEMENTS):
        said = random_statement(random)
        cases = reduce_specific(said).cases
        claimed = {c.meaning for c in cases if str(said.statement.claimed[0]) in c.meaning}
        for k in range(INSTANCES):
            instance = DRAW(INSTANCES * number + k, random)
            judged = said.judge(instance)
            if judged.applies is not True or judged.holds is None:
                continue
            if judged.check.condition == "it is a mechanism":
                wrong += 1  # tests of it are below: there is no instance to take numbers from
                continue
            told = failing(said, cases, instance)
            if judged.holds:
                true += 1
                # what is said beside may be wrong of the mechanism: then it is that which fails
                assert not told <= claimed or not told, (said.words(), str(instance), told)
            else:
                false += 1
                assert told, (said.words(), str(instance), str(judged))
    assert min(false, true) > 80
    assert wrong > 20


RESPONSE = Entries("exp(u)/(n - 1 + exp(u))", "1/(n - 1 + exp(u))", "own")
SPLIT = (Entries("1/4", "3/4", "other"), Entries("3/4", "1/4", "own"))


@pytest.mark.parametrize(
    ("answers", "worst", "text"),
    [
        ((RESPONSE,), "pmax", "pmc(X->Y) <= u"),
        (SPLIT, 0, "pml(X->y) <= log(3)"),
    ],
)
def test_what_is_right_is_proved(answers, worst, text):
    assert is_proved(about(text, Mechanism("it", answers, (("pmc", worst),)), draw=DRAW))


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        # rows that do not sum to one, negative entries, an answer that is impossible
        ((Entries("exp(u)/(n + exp(u))", "1/(n + exp(u))", "own"),), "ldp(X->y) <= u"),
        ((Entries("1/2", "p_y/2", "own"),), "pml(X->y) <= log(1/p_y)"),
        ((Entries("1 - 2*(1 - p_y)", "2*p_y", "other"),), "pml(X->y) <= log(2)"),
        ((*SPLIT, Entries("0", "0", "own")), "pml(X->y) <= log(3)"),
        (
            (Entries("1/4", "3/4", "other"), Entries("1/4", "1/4", "own")),
            "pml(X->y) <= log(3)",
        ),
        # rows that sum to one only where two secrets are left: the likelihood is not linear
        ((Entries("1 - (1 - p_y)^2", "p_y^2", "own"),), "pml(X->y) <= log(1/p_y)"),
        # the larger likelihood is the other one, the worst answer is another one
        ((Entries(str(RESPONSE.own), str(RESPONSE.other), "other"),), "pml(X->y) <= u"),
        ((RESPONSE,), "pmc(X->Y) <= log(1 + pmin*(exp(u) - 1))"),
        # an entry without a value: pmin may be 1/3
        ((Entries("0/(pmin - 1/3) + 1", "0", "own"),), "pml(X->y) <= log(1/p_y)"),
    ],
)
def test_what_is_wrong_with_a_mechanism_is_not_proved(answers, text):
    one = Mechanism("it", answers, (("pmc", "pmin" if len(answers) == 1 else 0),))
    assert not is_proved(about(text, one, draw=DRAW))


def test_points_are_taken_from_instances_and_meet_the_hypotheses():
    said = about(
        "pmc(X->Y) <= u where u > 0", Mechanism("it", (RESPONSE,), (("pmc", "pmax"),)), draw=DRAW
    )
    for case in reduce_specific(said).cases:
        goal = case.goal.kernel
        for point in islice(case.points(), 4):
            assert all(point.holds(hypothesis) for hypothesis in goal.hypotheses), case.meaning
            assert point.holds(goal.conclusion), case.meaning
        assert next(case.points(), None) is not None
        assert not case.complete  # such numbers may be those of another mechanism
    none = Mechanism("it", (Entries("1", "1/2", "own"),))
    for case in reduce_specific(about("pml(X->y) <= 1", none, draw=DRAW)).cases:
        assert list(case.points()) == []


@pytest.mark.parametrize(
    ("text", "secrets"), [("pml(X->y) <= log(1/p_y)", (0, 1, 2)), ("pmc(X->Y) <= u", (0,))]
)
def test_an_answer_that_may_be_any_is_each_answer_once(text, secrets):
    said = about(text, Mechanism("it", (RESPONSE,), (("pmc", "pmax"),)), draw=DRAW)
    instance = Levels((HALF, THIRD, Fraction(1, 6)), (("u", Fraction(2)),))
    # exp(u) = 2: the own answer has the likelihood 2/4, any other 1/4
    expected = [
        {"p": p, "a": HALF, "b": Fraction(1, 4), "P": (1 + p) / 4}
        for p in (instance.prior[x] for x in secrets)
    ]
    case = reduce_specific(said).cases[-1]
    assert case.meaning.startswith(text)
    points = list(case.placed.at(instance))
    assert len(points) == len(expected)
    for point, numbers in zip(points, expected, strict=True):
        (column,) = case.placed.columns
        names = dict(zip("pabP", (column.mass, *column.likelihoods, column.chance), strict=True))
        for letter, number in numbers.items():
            assert point.numbers[names[letter].name] == in_kernel(number)


LEDGER = {
    f"{one.id}: {said.statement}": said
    for one in CLAIMS
    for said in (*one.asserts, *(one.repair.asserts if one.repair else ()))
    if isinstance(said, Specific) and one.id in ("pmc.example-4.pmc", "pmc.attained")
}


def test_no_false_mutant_of_a_statement_is_proved():
    seen = 0
    for said in LEDGER.values():
        made = partial(Specific, mechanisms=said.mechanisms, draw=said.draw)
        seen += false_mutants(said.statement, made, tries=40, step=9)
    assert seen > 6


@pytest.mark.parametrize("name", ["pmc.example-5", "histogram.theorem-4.tight"])
def test_parts_that_are_not_the_goals_are_refused(name):
    one = claim(name)
    refuse_other_goals(one.asserts, one.parts)
    for left_out in range(len(one.parts)):
        parts = one.parts[:left_out] + one.parts[left_out + 1 :]
        if parts:
            with pytest.raises(NoVerdict, match="a goal of it is not among them"):
                refuse_other_goals(one.asserts, parts)


def test_a_reading_follows_the_entries_and_not_the_formula():
    # 3/5 and 1/5 under (1/2, 1/4, 1/4): P(0) = 2/5, lifts 3/2 and 1/2; P(1) = 3/10, 2 and 2/3
    instance = Levels((HALF, HALF / 2, HALF / 2), (("u", Fraction(3)), ("c", Fraction(2))))
    one = Mechanism("randomized response", (RESPONSE,))
    for text, holds in (
        ("pml(X->Y) = log(2) where u >= 0", True),
        ("pmc(X->Y) = log(2) where u >= 0", True),
        ("q_y >= 3/10 where u >= 0", True),
        ("q_y > 3/10 where u >= 0", False),
        ("pmc(X->y) >= c where u >= 0", False),
    ):
        assert about(text, one, draw=DRAW).judge(instance).holds is holds, text
    assert about("pml(X->y) <= 0 where u > log(3)", one, draw=DRAW).judge(instance).applies is False


def test_two_mechanisms_release_independently():
    one, other = (
        Mechanism(
            "it",
            (Entries(f"exp({r})/(n - 1 + exp({r}))", f"1/(n - 1 + exp({r}))", "own"),),
        )
        for r in "rs"
    )
    said = about("ldp(X->Y) = r and ldp(X->Z) = s", one, other, draw=any_levels("r", "s"))
    instance = Levels((THIRD,) * 3, (("r", Fraction(2)), ("s", Fraction(3))))
    law = said.law(instance)
    assert law.shape == (3, 3, 3)
    assert law.is_markov(("Y", "X", "Z"))
    assert said.judge(instance).holds is True


@pytest.mark.parametrize(
    "text",
    [
        "pml(X->y) <= E[pmc(X->y)]",
        "min_entropy_leakage(X->Y) <= u",
        "pml(Y->x) <= u",
        "ldp(X->Y) <= u",
    ],
)
def test_what_is_not_known_of_an_answer_is_not_reduced(text):
    with pytest.raises(NotReducible):
        reduce_specific(about(text, Mechanism("it", (RESPONSE,)), draw=DRAW))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p_y <= pmax", "answers that are secrets"),
        ("pml(X->z) <= 1", "but names a mechanism for Y"),
        ("PML(1) <=> PMC(1)", "neither a hole"),
        ("X, Y independent: PML(0)", "independent given the secret"),
    ],
)
def test_what_fits_no_mechanism_is_refused(text, said):
    with pytest.raises(StatementError, match=said):
        about(text, Mechanism("it", SPLIT), draw=DRAW)
