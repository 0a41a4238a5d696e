"""The number of outcomes: counted as by hand, and in bounds that are proved or refuted."""

import pytest

from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.model import Model
from pmlsym.statements.text.parse import parse, parse_term


@pytest.mark.parametrize(
    ("kernel", "number"),
    [
        ([["1/2", "1/2"], ["1/3", "2/3"]], 2),
        ([[1, 0, 0], [1, 0, 0]], 1),
        ([["1/2", "1/2", 0], ["1/2", 0, "1/2"]], 3),
    ],
)
def test_outcomes_of_probability_0_are_not_counted(kernel, number):
    model = Model.from_channel(kernel, ["1/4", "3/4"])
    assert Evaluation(model.law, {}).value(parse_term("|Y|")) == number


VERDICTS = {
    "maximal_leakage(X->Y) <= log(|Y|)": "proved",
    "maximal_leakage(X->Y) <= log(min(|X|, |Y|))": "proved",
    "mutual_information(X;Y) <= log(|Y|)": "proved",
    "|Y| >= 1": "proved",
    "maximal_leakage(X->Y) = log(|Y|) => pml(X->Y) >= log(|Y|)": "proved",
    "pml(X->Y) <= log(|Y|)": "refuted",
    "maximal_leakage(X->Y) < log(|Y|)": "refuted",
    "maximal_cost_leakage(X->Y) <= log(|Y|)": "refuted",
    "|Y| <= n": "refuted",
    "|Y| >= 2": "refuted",
}


@pytest.mark.parametrize(("text", "verdict"), VERDICTS.items())
def test_bounds_by_the_number_of_outcomes(text, verdict):
    assert conjecture(text, seconds=10).verdict == verdict


def test_it_is_a_term_and_the_number_of_secrets_may_be_a_structure():
    assert str(parse("|X| = 3: |Y| <= |X| + 1")) == "|X| = 3: |Y| <= n + 1"
