"""What `pmc` says of one mechanism is proved from the statement; its false neighbours are not."""

import pytest

from pmlsym.proof.goal import NotProved
from pmlsym.proof.verdict import consistent_at
from pmlsym.statements import parse, read, try_models
from pmlsym.statements.from_text import from_text
from pmlsym.statements.reductions import NotReducible, prove_case, reduce
from tests.statements.reductions.proving import is_proved
from tests.statements.reductions.random_statements import exact_numbers, fails, points
from tests.statements.reductions.statements_reduced import AVERAGES, PROVED

NEIGHBOURS = [text for found in PROVED.values() for text in found]
AVERAGE_NEIGHBOURS = [text for found in AVERAGES.values() for text in found]


@pytest.mark.parametrize("text", [*PROVED, *AVERAGES])
def test_every_goal_of_a_true_statement_is_proved(text):
    reduction = reduce(parse(text))
    assert reduction.cases
    for case in reduction.cases:
        assert prove_case(case.goal).theorem.certified, case.meaning


@pytest.mark.parametrize("text", [*list(PROVED)[:8], *list(PROVED)[22:], *AVERAGES])
def test_no_goal_is_vacuous(text):
    for case in reduce(parse(text)).cases:
        assert consistent_at(case.goal.kernel) is not None, case.meaning


def test_what_the_paper_says_loses_nothing():
    complete = [text for text in PROVED if reduce(parse(text)).complete]
    assert len(complete) >= len(PROVED) - 3


def first_violation(statement):
    trial = try_models(statement, 600, stop=True)
    assert trial.first, f"{statement} is false, but no instance was found"
    return trial.first[0]


def failing(reduction, model):
    """Return the cases, with points, of which a goal fails at the numbers of an instance."""
    return [
        (case, point)
        for case in reduction.cases
        for point in points(reduction.statement, model, case.goal.kernel)
        if fails(case.goal.kernel, point)
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", NEIGHBOURS)
def test_a_false_neighbour_is_refuted_by_an_instance(text):
    statement = parse(text)
    reduction = reduce(statement)
    found = failing(reduction, first_violation(statement))
    assert found, "the statement fails on an instance, and no goal does"
    for case, _ in found:
        with pytest.raises(NotProved):
            prove_case(case.goal)
    instances = [reduction.model(case, exact_numbers(point)) for case, point in found]
    assert all(instances) or not reduction.complete
    assert any(instances)
    for instance in filter(None, instances):
        assert read(statement, instance).verdict == "fails"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("text", AVERAGE_NEIGHBOURS)
def test_a_false_neighbour_about_averages_has_a_goal_that_fails(text):
    statement = parse(text)
    reduction = reduce(statement)
    found = failing(reduction, first_violation(statement))
    assert found
    for case, point in found[:1]:
        with pytest.raises(NotProved):
            prove_case(case.goal)
        assert reduction.model(case, exact_numbers(point)) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("PML(e) => PMC(?)", "hole"),
        ("E[exp(-pmc(X->y))] <= a => PML(a)", "average"),
        ("maximal_leakage(X->Y) >= a => PML(a)", "average"),
        ("mutual_information(X;Y) = 1 => PML(log(1/pmin))", "average"),
        ("E[pmc(X->y)] <= pmc(X->Y) => pmc(X->y) - pmc(X->y) = 0", "may be infinite"),
        ("E[ldp(X->y)] <= -log(a) => pmc(X->y) - pmc(X->y) = 0", "may be infinite"),
        ("pml(X->y)^a <= 1", "a power"),
        ("max(pmc(X->y), maximal_cost_leakage(X->Y)) = a", "may be infinite"),
        ("pml(X->y)/37 <= a", "too"),
        ("PML(e_) => PMC(e_)", "e_"),
    ],
)
def test_what_is_not_reduced_says_why(text, why):
    with pytest.raises(NotReducible, match=why):
        reduce(parse(text))


def test_traps():
    # three atoms of 2/5 and more do not exist, so that two secrets have to be looked at
    trap = reduce(parse("pmin = 2/5 and LDP(e) => PML(0)"))
    assert [case.alphabet for case in trap.cases if not case.aside] == ["|X| = 2", "|X| = 2"]
    assert [str(case.goal.conclusion) for case in trap.cases if case.aside] == ["Ne(pmin, 2/5)"]
    # a parameter may have the name of a symbol of the goals
    assert is_proved(from_text("PML(v_max) and PMC(v_min) => LDP(v_max + v_min)"))
    assert not is_proved(from_text("PML(v_max) => LDP(v_max)"))
    # e/e has no value at e = 0, whatever becomes of it in a computer algebra system
    assert not is_proved(from_text("PML(0) => PML(e/e)"))
    assert is_proved(from_text("PML(0) => PML(e/e) where e > 0"))
    # 0 times infinity has none either
    assert not is_proved(from_text("0*pmc(X->y) <= 1"))
    assert is_proved(from_text("PMC(a) => 0*pmc(X->y) <= 1"))
