"""docs/statements.md says what the language can say, and what the answers are."""

import doctest
import re
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import GUARANTEES, MEASURES
from pmlsym.statements.text.vocabulary import FUNCTIONS, OF_PRIOR
from tests.statements.proving import settled, verdict_of_proofs

PAGE = Path(__file__).parents[1] / "docs" / "statements.md"
TEXT = PAGE.read_text(encoding="utf-8")
WORDS = [*FUNCTIONS, *GUARANTEES, *MEASURES, *OF_PRIOR, *(row.word for row in AVERAGES.values())]
EXAMPLES = re.findall(r"^\| `(.+?)` \| .+ \| (proved|refuted) \|$", TEXT, re.M)


def test_there_are_examples_of_both():
    assert {verdict for _, verdict in EXAMPLES} == {"proved", "refuted"}
    assert len(EXAMPLES) == TEXT.count("| proved |") + TEXT.count("| refuted |") > 10


@pytest.mark.parametrize(("text", "verdict"), EXAMPLES)
def test_the_answers_are_those_of_the_page(text, verdict):
    text = text.replace(r"\|", "|")
    if "?" in text:
        assert ps.conjecture(text).verdict == verdict
    else:
        answer = verdict_of_proofs if verdict == "proved" else settled
        assert answer(text, 30) == verdict


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_the_language_is_on_the_page(word):
    assert re.search(rf"`[^`]*\b{word}\b", TEXT)


def test_its_python_prints_what_it_says():
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (found.failed, found.attempted) == (0, 4)
