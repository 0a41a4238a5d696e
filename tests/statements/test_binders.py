"""Statements with binders: their text is what is parsed, evaluated, reduced and proved."""

from dataclasses import replace
from random import Random

import pytest

import pmlsym as ps
from pmlsym.proof.goal import NotProved
from pmlsym.prover import with_binders
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.bound import BoundStatement, is_over
from pmlsym.statements.finite import Finite
from pmlsym.statements.from_text import from_text
from pmlsym.statements.releases import ReleasedData
from pmlsym.statements.specific import Entries, Mechanism, about
from pmlsym.statements.specific.levels import any_levels
from pmlsym.statements.specific.named import redraw
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.text.vocabulary import StatementError

EVERY = [one for claim in ps.claims() for c in (claim, claim.repair) if c for one in c.asserts]
TYPED = [one for one in EVERY if one.text is not None]


VOCABULARIES = {"Payoffs", "Likelihoods", "ReleasedData", "Reals"}


@pytest.mark.parametrize("statement", TYPED, ids=lambda one: one.text)
def test_the_text_of_a_claim_is_the_statement_that_is_evaluated(statement):
    again = from_text(statement.text)
    if is_over(statement, ReleasedData):  # the sizes of its tests are no part of the text
        again = replace(again, over=statement.over)
    assert again == statement
    assert again.words() == statement.words()


def test_the_ledger_has_statements_of_each_vocabulary_as_text():
    kinds = {type(one).__name__ for one in TYPED}
    assert kinds == {"Finite", "Specific", "BoundStatement"}
    bound = [one for one in EVERY if isinstance(one, BoundStatement)]
    assert {type(one.over).__name__ for one in bound} == VOCABULARIES
    assert all(one.text for one in EVERY if isinstance(one, Finite) and not one.exists)


PAYOFFS = (
    *("cost C", "gain C", "guess G", "guesswork N", "cost S = 1/p at any x", "gain T = p at any x"),
    *("cost I = 1 at x of least lift", "gain J = 1 - p at x of most lift"),
    *("guess B splits x of least lift", "guess Q splits all but x of most lift"),
)
OF_EACH = ("cost({})", "gain({})", "average_cost({})", "worst_gain({})", "least_before({})")
OF_CHANNEL = (
    *("pml(X->y)", "pmc(X->y)", "pml(X->Y)", "pmc(X->Y)", "least_lift(X->y)", "most_lift(X->y)"),
    *("maximal_leakage(X->Y)", "maximal_cost_leakage(X->Y)", "pmc_of_pairs(X->Y)"),
)
PRIORS = (
    *("prior P", "prior D on one secret", "priors P, Q", "priors P, D on one secret"),
    "priors P, Q; mixture M = theta P + (1 - theta) Q",
    "priors P, Q; mixture M = 1/3 P + 2/3 Q",
    "priors P, Q; mixture M = (chance_P/2) P + (1 - (chance_P/2)) Q",
    "priors P, Q; product B = P x Q; mixture M = 0.5 P + 1/2 Q",
)
SIGNS = ("<=", "<", ">=", ">", "=", "!=")


def text_of(random):
    """Return the text of a random statement with binders."""
    kind = random.choice(("payoffs", "priors", "histogram"))
    if kind == "histogram":
        front, names = "histogram N records, k bins", ("leak", "worst", "2/b", "alpha", "dp*k")
    elif kind == "priors":
        front = random.choice(PRIORS)
        names = ("pmc_P", "chance_P + e", "least_P", "ldp_P^2", "exp(-pml_P)")
    else:
        binders = random.sample(PAYOFFS[1:], random.choice((1, 2)))
        front = "; ".join(["given z"] * random.choice((0, 0, 1)) + binders)
        names = [*OF_CHANNEL, "e", "2*e"]
        names += [form.format(one.split()[1]) for one in binders for form in OF_EACH] * 3
    sides = [random.choice(names) for _ in range(4)]
    one, other = (f"{sides[k]} {random.choice(SIGNS)} {sides[k + 1]}" for k in (0, 2))
    arrow = random.choice(("=>", "<=>"))
    return random.choice((f"{front}: {one}", f"{front}: {one} {arrow} {other}"))


def test_what_is_printed_is_parsed_to_the_same_statement():
    random, refused = Random(31), 0
    for _ in range(400):
        text = text_of(random)
        asked = parse(text)
        assert parse(str(asked)) == asked
        try:
            found = from_text(text)
        except StatementError:  # gains of guesswork, averages of what changes with the outcome
            refused += 1
            continue
        assert from_text(found.text) == found
        assert str(asked) == found.text == str(found)
    assert refused < 200


@pytest.mark.parametrize("word", ["cost", "gain", "guess", "guesswork", "given", "mixture"])
def test_words_that_begin_a_binder_are_names_of_parameters_elsewhere(word):
    assert parse(f"{word} <= 3 => PML({word})").parameters == (word,)
    assert parse(f"histogram <= {word}").parameters == tuple(sorted(("histogram", word)))


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("cost c: 1 <= 2", 6),
        ("cost C 1 <= 2", 8),
        ("cost C = 1/p of any x: 1 <= 2", 14),
        ("cost C = 1/p at some x: 1 <= 2", 17),
        ("guess G splits y of least lift: 1 <= 2", 16),
        ("guess G splits x of least cost: 1 <= 2", 27),
        ("priors P Q: 1 <= 2", 10),
        ("mixture M = t P - (1 - t) Q: 1 <= 2", 17),
        ("priors P, Q; mixture M = t P + t Q: 1 <= 2", 30),
        ("product B = P y Q: 1 <= 2", 15),
        ("histogram N records: 1 <= 2", 20),
        ("cost C: cost() <= 2", 14),
        ("cost C: least_lift(C) <= 2", 20),
        ("cost C: least_lift(X->Y) <= 2", 23),
        ("cost C: cost C: cost(C) <= 2", 9),
        ("given y; cost C: cost(C) <= 2", 7),
        ("X->W is rr(r): 1 <= 2", 4),
        ("X->Y as rr(r): 1 <= 2", 6),
        ("X->Y is 3(r): 1 <= 2", 9),
        ("X->Y is rr(2*r): 1 <= 2", 11),
        ("X->Y is rr(r): X->Z is rr(s): 1 <= 2", 16),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_column(text, column):
    with pytest.raises(ParseError) as refused:
        parse(text)
    assert refused.value.column == column


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("cost C: cost(C) <= pmc(X->y)", "proved"),
        ("gain C: gain(C) <= pml(X->y)", "proved"),
        ("cost C: cost(C) <= pml(X->y)", "refuted"),
        ("cost C: average_cost(C) < maximal_cost_leakage(X->Y)", "refuted"),
        ("guesswork G: worst_cost(G) <= pmc(X->Y)", "proved"),
        ("given z; cost C: cost(C) <= pmc(X->y)", "proved"),
        ("cost C: least_after(C) = 0 => pmc(X->y) > e", "refuted"),
        ("cost C: least_after(C) = 0 and least_before(C) > 0 => pmc(X->y) > e", "proved"),
        ("cost C: least_after(C) < 0 => pmc(X->y) > e", "vacuous"),
        ("priors P, Q; product B = P x Q: pmc_B = pmc_P + pmc_Q where chance_B > 0", "proved"),
        ("priors P, Q; product B = P x Q: ldp_B < ldp_P + ldp_Q where chance_B > 0", "refuted"),
        ("prior P: pmc_P >= 0 where chance_P > 1", "vacuous"),
        ("prior P: pmc_P >= 0", "refuted"),  # an outcome that P rules out has no pmc
        ("histogram: leak <= 2/b", "proved"),
        ("histogram: leak <= 2/b - log(1 - alpha + alpha*exp(2/b))", "proved"),
        ("histogram: leak < 2/b - log(1 - alpha + alpha*exp(2/b))", "refuted"),
        ("histogram: leak <= 1/b", "refuted"),
        ("histogram: k = 1 => leak <= 0", "vacuous"),
        ("X->Y is rr(r): ldp(X->Y) = r", "proved"),
        ("X->Y is rr(r): pmc(X->y) = log(1 + p_y*(exp(r) - 1))", "proved"),
        ("X->Y is rr(r): pml(X->Y) = log(exp(r)/(pmax*(exp(r) - 1) + 1))", "refuted"),
        ("X->Y is rr(r): pml(X->Y) < r where r > 0", "proved"),
        ("X->Y is rr(r): pml(X->Y) < r", "refuted"),
        ("X->Y is redraw(l); X->Z is rr(s): pmc(X->y) = l and ldp(X->Z) = s", "proved"),
        ("X->Y is rr(r); X->Z is rr(s): r < s => pml(X->Y) > pml(X->Z)", "refuted"),
        ("X->Y is extremal(u): pml(X->y) = u where u < log(1/(1 - pmin))", "proved"),
        ("X->Y is redraw(l): pmc(X->y) = l", "proved"),
        ("X->Y is redraw(l): pml(X->y) = l", "refuted"),
        ("X->Y is rr(r): r > 1 and r < 1 => pml(X->Y) <= 0", "vacuous"),
    ],
)
def test_the_prover_decides_it(text, verdict):
    answer = conjecture(text, seconds=20)
    assert answer.verdict == verdict, answer
    row = answer.as_dict()
    assert row["text"] == str(parse(text))
    assert (row["witness"] is not None) == (verdict == "refuted")
    if verdict == "refuted":
        assert answer.reading.statement == from_text(text)
        assert answer.reading.statement.judge(answer.reading.model).holds is False
        assert row["witness"]["text"] == str(answer.reading)
    assert answer.to_latex()
    assert str(answer).startswith(verdict)
    assert answer.page().blocks


def test_a_goal_without_a_proof_leaves_the_statement_open(monkeypatch):
    def refuse(*_):
        raise NotProved("no proof of this is looked for")

    monkeypatch.setattr(with_binders, "prover_of", lambda _: refuse)
    monkeypatch.setattr(with_binders, "by_analysis", refuse)
    monkeypatch.setattr(with_binders, "_MANY", 50)
    answer = conjecture("cost C: cost(C) <= pmc(X->y)")
    assert answer.verdict == "supported"
    assert "a goal was not proved" in answer.scope
    assert not answer.proofs


def test_a_proved_one_is_exported_as_a_claim_and_a_refuted_one_says_why_not(tmp_path):
    file = tmp_path / "own.py"
    proved = conjecture("cost C: cost(C) <= pmc(X->y)")
    file.write_text(proved.to_claim("notes.saved"), encoding="utf-8")
    names: dict = {}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), names)
    (claim,) = names["CLAIMS"]
    assert claim.check().verdict == "proved"
    assert claim.text == "cost C: cost(C) <= pmc(X->y)"
    refuted = conjecture("cost C: cost(C) <= pmc(X->y)/2")
    with pytest.raises(ps.errors.ParameterError, match="`witness` has it"):
        refuted.to_claim("notes.saved")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("X->Y is foo(r): 1 <= 2", "no mechanism foo"),
        ("X->Z is rr(r): 1 <= 2", "has to be of X->Y"),
        ("X->Y is rr(r); X->Y is rr(s): 1 <= 2", "Y is bound twice"),
        ("X->Y is rr(r); cost C: 1 <= 2", "cannot stand in one statement"),
        ("X->Y is rr(r): pml(X->Z) <= 1", "is about Y and Z, but names a mechanism for Y"),
        ("X->Y is rr(r); X->Z is rr(s); X - Y - Z: 1 <= 2", "independent given the secret"),
        ("X->Y is rr(r): PML(?)", "neither a hole"),
    ],
)
def test_what_is_no_statement_about_named_mechanisms_is_refused(text, complaint):
    with pytest.raises(StatementError, match=complaint):
        from_text(text)


def test_the_range_in_which_entries_are_those_of_a_mechanism_is_printed():
    answer = conjecture("X->Y is extremal(u): pml(X->y) = u")
    assert str(answer.statement).endswith(" where u < log(1/(1 - pmin))")
    assert answer.as_dict()["text"] == str(answer.statement)


def test_priors_of_pairs_and_of_secrets_are_not_mixed():
    front = "priors P, Q; product B = P x Q; product C = Q x P"
    for one, other, sizes in (("B", "P", "2 and 1"), ("P", "B", "1 and 2")):
        with pytest.raises(StatementError, match=f"mixes priors of {sizes} secrets"):
            from_text(f"{front}; mixture M = 1/2 {one} + 1/2 {other}: chance_M <= 1")
    pairs = from_text(f"{front}; mixture M = 1/2 B + 1/2 C: chance_M = (chance_B + chance_C)/2")
    assert pairs.trial(30).violations == 0
    nested = "priors P, Q; mixture M = 1/2 P + 1/2 Q; product B = M x P; product D = B x Q: "
    assert from_text(f"{nested}chance_D <= 1").trial(30).violations == 0


def test_a_number_of_secrets_is_asked_of_a_mechanism_alone():
    with pytest.raises(ps.errors.ParameterError, match="alphabet is 2"):
        conjecture("cost C: cost(C) <= pmc(X->y)", alphabet=2)
    with pytest.raises(StatementError, match="has binders: said"):
        parse("cost C: cost(C) <= pmc(X->y)").words()
    with pytest.raises(StatementError, match="it is about every instance"):
        from_text("cost C: cost(C) <= pmc(X->y)", exists=True)


def test_a_mechanism_goes_by_the_name_of_an_equal_one_only():
    """Its text would else say of randomized response what is proved of other entries."""
    own, other = "1 - (1 - p_y)*exp(-r)", "p_y*exp(-r)"
    fake = Mechanism("randomized response with r", (Entries(own, other, "own"),))
    said = about("pmc(X->y) = r", fake, draw=any_levels("r"))
    assert said.text is None
    assert said.words().count(other)
    with pytest.raises(TypeError, match="form"):
        Mechanism("redraw", fake.answers, form="rr(r)")
    same = about("pmc(X->y) = l", redraw("l"), draw=any_levels("l"))
    assert from_text(same.text).mechanisms == same.mechanisms
