"""What is exported comes back with the same verdict; what is shown can be followed on paper."""

from fractions import Fraction

import pytest

from pmlsym.errors import LedgerError, ParameterError
from pmlsym.ledger import Claim, outside
from pmlsym.ledger.derived import stated
from pmlsym.ledger.writing import relate
from pmlsym.proof.evaluation.points import points
from pmlsym.proof.goal import Goal, read_goal
from pmlsym.proof.language import reals
from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.showing import instance_tables, worked_out
from pmlsym.statements import models, parse
from pmlsym.statements.reductions import reduce
from pmlsym.statements.text.latex import term_latex
from pmlsym.statements.values import approximate
from tests.pages.test_pages import is_latex

# a proof that is broken off when its time is up may leave a pipe of a solver to the collector
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

SECONDS = 120  # on a busy machine


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("LDP(e) => PML(e) where e > 2", "proved"),
        ("pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)", "proved"),
        ("X - Y - Z: PML(a) of X->Y and PML(b) of Y->Z => PML(min(a, b)) of X->Z", "proved"),
        ("LDP(e) => pml(X->y) <= exp(e) - 1", "proved"),  # by derivatives
        ("X - Y - Z: pml(X->Z) <= log(1/pmin)", "proved"),
        ("X - Y - Z: pmc(Z->y) + pmin >= 0", "proved-bounded"),
        ("LDP(e) => PML(e/2)", "refuted"),
        ("X - Y - Z: PMC(a) of X->Z => PMC(a) of X->Y", "refuted"),
        ("cost C: cost(C) <= pmc(X->y)", "proved"),
    ],
)
def test_an_exported_file_gets_the_verdict_again(text, verdict, tmp_path):
    answer = conjecture(text, seconds=SECONDS)
    assert answer.verdict == verdict, answer
    file = tmp_path / "mine.py"
    file.write_text(answer.to_claim("mine.id"))
    (claim,) = outside.load(file)
    assert claim.recorded == verdict
    assert claim.check().verdict == verdict
    outside.forget("mine")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pmax < 1/3 and n = 2 => PML(0)", "vacuous"),
        ("X - Y - Z: PML(a) of X->Y => PML(?) of X->Z", "with holes"),
        ("cost C: cost(C) <= pmc(X->y)/2", "`witness` has it"),
    ],
)
def test_what_is_no_claim_is_not_exported(text, why):
    with pytest.raises(ParameterError, match=why):
        conjecture(text, seconds=SECONDS).to_claim("mine.id")


@pytest.mark.parametrize("name", ["my claim", "mine", "", "a.b'", "1.b", "a." + "b" * 200, 3])
def test_a_file_is_written_with_an_id_that_the_ledger_takes(name):
    with pytest.raises(ParameterError, match="the id of a claim"):
        conjecture("LDP(e) => PML(e)", seconds=SECONDS).to_claim(name)
    with pytest.raises(LedgerError):
        Claim(name, str(name).split(".")[0], "typed", "it is so")


def test_a_bounded_statement_is_bounded_in_a_claim():
    text = "X - Y - Z: pmc(Z->y) + pmin >= 0"
    assert reduce(parse(text)).bound == "|X| = 2, |X| = 3"
    assert {part.bound for part in stated(text)["parts"]} == {"|X| = 2, |X| = 3"}
    assert {part.bound for part in stated("LDP(e) => PML(e)")["parts"]} == {""}


def test_the_even_point_is_no_point_of_what_contradicts_itself():
    p, q, r = reals("p q r")
    shared = (p > 0, q > 0, relate(p + q, "==", 1), relate(p * r, "==", 1))
    assert next(points(read_goal(Goal((*shared, r < 1), p <= q)), tries=50), None) is None
    point = next(points(read_goal(Goal((relate(p + q + r, "==", 1), p > 0), p <= q)), tries=1))
    assert set(point.numbers.values()) == {("number", 1, 3)}


@pytest.mark.parametrize("text", ["PML(e) => PMC(e)", "X - Y - Z: pml(X->y) <= 1"])
def test_the_tables_of_an_instance_are_its_law(text):
    for model, _ in zip(models(parse(text), seed=4), range(40), strict=False):
        instance, lifts = instance_tables(model)
        *rows, total = lifts.rows
        masses = [Fraction(mass) for mass in total[1:]]
        assert sum(masses) == 1
        for x, (row, mass) in enumerate(zip(rows, model.prior, strict=True)):
            joint = [
                0 if lift == "-" else Fraction(lift) * q * mass
                for lift, q in zip(row[1:], masses, strict=True)
            ]
            flat = [
                m for part in model.joint[x] for m in (part if isinstance(part, tuple) else [part])
            ]
            assert joint == flat
        assert len(instance.rows) == len(model.prior)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("ldp(X->y) - ldp(X->y) >= 0", [True, False]),
        ("0 <= ldp(X->y) - ldp(X->y)", [False, True]),
        ("log(pmin - 1) = log(pmin - 1)", [True, True]),
    ],
)
def test_only_a_side_without_a_value_is_said_to_have_none(text, missing):
    answer = conjecture(text, seconds=SECONDS)
    lines = worked_out(answer.reading)[-2:]
    assert ["no value" in line for line in lines] == missing
    assert [answer.witness["exact"][side] is None for side in ("left", "right")] == missing
    paper = [line for line in answer.to_latex().splitlines() if " side: " in line]
    assert ["no value" in line for line in paper] == missing


def test_numbers_of_a_counterexample_are_mathematics_in_a_paper():
    answer = conjecture("LDP(e) => pml(X->y)*2 <= e/2 + pmin", seconds=SECONDS)
    shown = answer.to_latex()
    for words in ("log(", "X->", r"\text{"):
        assert words not in shown
    assert r"\ell(X \to y) = \log" in shown.replace(r"\left", "")
    check = answer.reading.check
    for word, side, value in (
        ("Left", check.condition.left, check.left),
        ("Right", check.condition.right, check.right),
    ):
        assert f"{word} side: ${term_latex(side)} = " in shown
        assert rf"\approx {approximate(value)}$." in shown
    assert shown.count(r"\[ \varepsilon = ") == 1  # the parameter, with its value
    is_latex(shown)
