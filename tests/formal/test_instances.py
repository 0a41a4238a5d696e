"""What Coq computes of instances is what the evaluator of the language says of them."""

import csv
import re
import shutil
from collections import Counter
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from pmlsym import conjecture
from pmlsym.formal import HEAD, NotExported, coq, refutation
from pmlsym.formal.instance import data, parameters
from pmlsym.formal.syntax import statement as as_data
from pmlsym.ledger import catalogue
from pmlsym.statements.generator.models import models
from pmlsym.statements.model import Model
from pmlsym.statements.reading import read
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import LogOf

ROOT = Path(__file__).parents[2]
COQ = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not here")
TOGETHER = 20  # statements in a file
EACH = 40  # instances of a statement
SKIPPED = 40  # models, so that priors of every kind follow


def corpus(*expected):
    """Return the statements of the corpus, of which some answer is expected, if any is named."""
    with (ROOT / "tests" / "conjecture" / "corpus.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [row["statement"] for row in rows if not expected or row["expected"] in expected]


def of_ledger():
    """Return the statements of the ledger that are in the language."""
    every = catalogue.with_repairs(catalogue.claims())
    return [one.text for claim in every for one in claim.asserts if one.text]


def with_data(texts):
    """Yield the statements that have data, each with its data."""
    for text in dict.fromkeys(texts):
        try:
            said = parse(text)
            yield said, as_data(said)
        except (NotExported, StatementError):
            continue


def truth(statement, model):
    """Return whether a statement is true of a model, None if the evaluator cannot decide."""
    found = read(statement, model)
    return True if found.applies is False else found.holds


def instances(statement):
    """Yield models that meet the hypotheses, and models of another statement, that may not.

    Of each, the first ones have equal priors; the others come after `SKIPPED` more.
    """
    names = "".join(f" and {one} >= 0" for one in statement.parameters)
    three = "X - Y - Z: pml(X->Z) <= 9" if "Z" in statement.variables else "pml(X->Y) <= 9"
    for drawn in (models(statement, seed=1), models(parse(three + names), seed=2)):
        yield from islice(drawn, EACH // 4)
        yield from islice(drawn, SKIPPED, SKIPPED + EACH // 4)


def compared(statement):
    """Return the truth of a statement on its instances, and the instances for Coq."""
    found = []
    for model in instances(statement):
        try:
            found.append((truth(statement, model), f"({data(model)}, {parameters(model)})"))
        except NotExported:
            continue
    return found


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Return a folder with what decides instances, compiled."""
    folder = tmp_path_factory.mktemp("coq")
    for name in coq.library("decided.v"):
        shutil.copy(coq.FOLDER / name, folder / name)
        coq.compiled(folder, name)
    return folder


def decided(folder, name, asked):
    """Return what Coq decides of statements on instances."""
    lines = [HEAD, "Definition on st (i : data * seq (string * enclosure)) :="]
    lines += ["  if valid i.1 then Some (decide i.1 i.2 st) else None."]
    for said, found in asked:
        listed = ";\n ".join(instance for _, instance in found)
        lines += [f"Eval vm_compute in map (on ({said})%string) [:: {listed}]."]
    (folder / name).write_text("\n".join(lines), encoding="utf-8")
    words = {"Some (Some true)": True, "Some (Some false)": False, "Some None": None}
    printed = re.sub(r"\s+", " ", coq.compiled(folder, name))
    blocks = re.findall(r"= \[::(.*?)\] : seq", printed)
    return [[words[one.strip()] for one in block.split(";")] for block in blocks]


@COQ
@pytest.mark.long
def test_coq_and_the_evaluator_agree_on_ten_thousand_exact_instances(library):
    texts = [*corpus(), *of_ledger()]
    asked = [
        (said, found) for statement, said in with_data(texts) if (found := compared(statement))
    ]
    count = Counter()
    for start in range(0, len(asked), TOGETHER):
        some = asked[start : start + TOGETHER]
        for (said, found), answers in zip(some, decided(library, "t.v", some), strict=True):
            for (true, instance), answer in zip(found, answers, strict=True):
                assert None in (true, answer) or true == answer, (said, instance)
                count[str(answer)] += 1
    print(count)
    assert sum(count.values()) >= 10_000
    assert count["None"] <= 0.1 * sum(count.values())


@COQ
@pytest.mark.long
def test_coq_accepts_that_a_typed_statement_is_refuted(library):
    answer = conjecture("LDP(e) => PML(-log(pmax + exp(-e)*(1 - pmax)))")
    (library / "typed.v").write_text(answer.to_coq(), encoding="utf-8")
    assert coq.compiled(library, "typed.v").split("Axioms:")[-1].split() == coq.AXIOMS.split()


@COQ
@pytest.mark.long
def test_coq_refuses_a_refutation_by_an_instance_on_which_the_statement_holds(library):
    model = Model.from_channel([[1, 0], ["1/2", "1/2"]], ["1/2", "1/2"], e=1)
    text = f"{HEAD}\n{refutation(parse('LDP(e) => PML(e)'), model, 'typed')}"
    (library / "wrong.v").write_text(text, encoding="utf-8")
    with pytest.raises(coq.CoqRefused):
        coq.compiled(library, "wrong.v")


def refuted():
    """Return the false statements of the corpus that have data, with models that show it."""
    found = []
    for said, _ in with_data(corpus("refuted")):
        false = (one for one in islice(models(said), 300) if read(said, one).holds is False)
        found.append((said, list(islice(filter(_is_exact, false), 6))))
    return found


def _is_exact(model):
    """Return whether the numbers of a model are rational, or logarithms of rational numbers."""
    return all(isinstance(one, Fraction | LogOf) for one in model.parameters.values())


@COQ
@pytest.mark.long
def test_coq_computes_that_the_false_statements_of_the_corpus_are_false(library):
    # bounds do not tell two equal sums of logarithms apart, so not every model will do
    false = [(said, shown) for said, shown in refuted() if shown]
    instances = [[(False, f"({data(one)}, {parameters(one)})") for one in s] for _, s in false]
    asked = [(as_data(said), found) for (said, _), found in zip(false, instances, strict=True)]
    answers = decided(library, "false.v", asked)
    assert not any(True in row for row in answers)
    assert len(answers) >= 120
    texts = [
        refutation(said, shown[row.index(False)], f"wrong_{number}")
        for number, ((said, shown), row) in enumerate(zip(false, answers, strict=True))
    ]
    (library / "corpus.v").write_text("\n".join([HEAD, *texts]), encoding="utf-8")
    coq.compiled(library, "corpus.v")
