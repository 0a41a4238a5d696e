"""The ledger covers what the papers say, and every verdict comes with what it needs."""

from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from pmlsym.errors import InputError
from pmlsym.ledger import catalogue
from pmlsym.ledger.catalogue import claim, claims
from pmlsym.ledger.claim import Checked, Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.rows import ClaimRow, EvidenceRow
from pmlsym.pages import records_of, summary
from pmlsym.proof.certificates.store import Store
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.kernel import question
from pmlsym.proof.review import asking
from pmlsym.proof.verdict import Contradiction
from tests.proof.listening import Listening

PUBLISHED = (Path(__file__).parent / "published.csv").read_text().split()[1:]
EVERY = [*claims(), *(c.repair for c in claims() if c.repair is not None)]


@pytest.fixture
def oracle(monkeypatch):
    """Answers what is asked from the shipped store; nothing refuted before is remembered."""
    monkeypatch.setattr(question, "_REFUTED", set())
    with asking(Listening(Store.shipped())) as listening:
        yield listening


@pytest.fixture
def checked(oracle):
    return {c.id: c.check() for c in claims()}


def test_every_published_statement_is_covered():
    assert set(PUBLISHED) <= {c.id for c in claims()}


def test_ids_are_unique_and_recorded():
    ids = [c.id for c in EVERY]
    assert len(ids) == len(set(ids))
    assert set(ids) == set(catalogue.recorded())


def every_verdict_is_the_recorded_one(checked):
    assert catalogue.differences(found.as_dict() for found in checked.values()) == []


def every_refuted_claim_has_a_witness_and_a_proved_repair(checked):
    refuted = [found for found in checked.values() if found.verdict == "refuted"]
    assert len(refuted) >= 5
    for found in refuted:
        assert found.as_dict()["witness"] is not None
        assert found.repair is not None
        assert found.repair.verdict in ("proved", "proved-on-paper")
        assert found.repair.claim.id == f"{found.claim.id}.repair"


def only_refuted_claims_are_repaired(checked):
    for found in checked.values():
        assert (found.repair is not None) == (found.verdict == "refuted")


def no_claim_rests_on_numbers_alone(checked):
    verdicts = {found.verdict for found in checked.values()}
    assert verdicts == {"proved", "proved-on-paper", "refuted"}


def what_is_only_observed_shows_no_violation(checked):
    samples = [s for found in checked.values() for s in found.observed]
    assert samples
    for sample in samples:
        assert sample.tried >= 40
        assert sample.largest <= 0


def test_every_claim_says_what_it_covers():
    for c in EVERY:
        assert c.scope
        assert c.says
        assert "\\" in c.latex
        assert all(part.meaning for part in c.parts)


def evidence_can_be_read(checked):
    for found in checked.values():
        data = found.as_dict()
        assert data.keys() == ClaimRow.__annotations__.keys()
        assert data["evidence"]
        for row in data["evidence"]:
            assert row.keys() <= EvidenceRow.__annotations__.keys()
            assert row["kind"]
            assert row["text"]
        assert found._repr_latex_().startswith("$")


def test_a_check_without_a_verdict_is_said_so(monkeypatch):
    # a proof of something else is no proof of the monotonicity
    goal, other = claim("histogram.monotone").parts[0].goal, claim("histogram.eq-4").parts[0]
    part = Part("", goal, lambda _: other.prove(other.goal))
    monkeypatch.setattr(
        catalogue, "claim", lambda name: Claim(f"mine.{name}", "mine", "", "", "", "", (part,))
    )
    (row,) = catalogue.check(["x"])
    assert row["verdict"] is None
    assert row["evidence"][0]["text"].startswith("NoVerdict: the proof is of")
    assert catalogue.differences([row]) == ["mine.x: it came to no verdict, and none is recorded"]


@pytest.mark.parametrize(
    "error",
    [NotProved("it"), ValueError("it"), KeyError("it"), InputError("it"), RecursionError("it")],
    ids=repr,
)
@pytest.mark.parametrize("where", ["check", "as_dict"])
def test_a_claim_that_fails_does_not_lose_the_others(monkeypatch, error, where):
    owner = {"check": Claim, "as_dict": Checked}[where]
    whole = getattr(owner, where)

    def broken(self, *options):
        if (self if where == "check" else self.claim).id == "histogram.monotone":
            raise error
        return whole(self, *options)

    monkeypatch.setattr(owner, where, broken)
    one, failed, other = catalogue.check(
        ["histogram.eq-4", "histogram.monotone", "histogram.limit"]
    )
    assert (one["verdict"], failed["verdict"], other["verdict"]) == ("proved", None, "proved")
    assert failed["evidence"][0]["text"] == f"{type(error).__name__}: {error}"
    assert catalogue.differences([one, failed, other]) == [
        "histogram.monotone: no verdict, recorded as proved"
    ]


def test_a_claim_whose_goals_cannot_be_read_does_not_lose_the_others(monkeypatch):
    known = catalogue.by_id()
    one = known["histogram.monotone"]
    unreadable = replace(one.parts[0], goal=Goal((), sp.Symbol("no_relation")))
    known[one.id] = replace(one, parts=(unreadable,))
    monkeypatch.setattr(catalogue, "claim", known.get)
    failed, other = catalogue.check(["histogram.monotone", "histogram.limit"])
    assert (failed["verdict"], other["verdict"]) == (None, "proved")
    assert catalogue.differences([failed]) == [
        "histogram.monotone: no verdict, recorded as proved",
        "histogram.monotone: its goals, or what shows them, are not those recorded",
    ]


def test_a_contradiction_stops_everything(monkeypatch):
    def broken(self):
        raise Contradiction("proved, and refuted")

    monkeypatch.setattr(Claim, "check", broken)
    with pytest.raises(Contradiction):
        list(catalogue.check(["histogram.monotone"]))


def a_record_is_of_the_verdict_the_goals_and_the_repair(checked):
    rows = [checked[name].as_dict() for name in ("histogram.monotone", "histogram.composition.dp")]
    assert catalogue.differences(rows) == []
    proved, refuted = rows
    changed = {**proved, "verdict": "supported", "goals": "0" * 12}
    assert catalogue.differences([changed]) == [
        "histogram.monotone: supported, recorded as proved",
        "histogram.monotone: its goals, or what shows them, are not those recorded",
    ]
    without = {**refuted, "repair": None}
    assert catalogue.differences([without]) == [
        "histogram.composition.dp: its repair is gone, recorded histogram.composition.dp.repair"
    ]
    other = {**refuted, "repair": {**refuted["repair"], "id": "histogram.monotone"}}
    assert "histogram.composition.dp: its repair is histogram.monotone, recorded" in "".join(
        catalogue.differences([other])
    )


def a_claim_that_is_gone_is_missed(checked):
    rows = [found.as_dict() for found in checked.values()]
    assert catalogue.differences(rows, catalogue.PAPERS) == []
    lost = rows.pop()
    assert lost["repair"] is None
    missed = [f"{lost['id']}: recorded, but not in the ledger"]
    paper = lost["id"].split(".")[0]
    for papers in (None, catalogue.PAPERS, [paper], iter([paper])):
        assert catalogue.differences(rows, papers) == missed
    assert catalogue.differences(rows, set(catalogue.PAPERS) - {paper}) == []
    assert catalogue.differences(rows) == []


def a_paper_that_is_gone_is_missed(checked):
    rows = [found.as_dict() for found in checked.values() if found.claim.paper != "pmc"]
    missed = set(catalogue.differences(rows, None))
    lost = {name for name in catalogue.recorded() if name.startswith("pmc.")}
    assert len(lost) > 20
    assert missed == {f"{name}: recorded, but not in the ledger" for name in lost}


@pytest.fixture
def record(monkeypatch, tmp_path):
    """Returns a function that puts another text in the place of the recorded verdicts."""
    monkeypatch.setattr(catalogue, "files", lambda package: tmp_path)
    return (tmp_path / "recorded.csv").write_bytes


HEADER = "id,verdict,kind,root,steps,bookkeeping,reductions,whole,tried,applied,goals,repair\n"
PROVED = "a,proved,,,0,0,1,0,200,150,12,\n"


def test_what_is_recorded_is_read_by_its_columns(record):
    record(f"{HEADER}{PROVED}b,refuted,typo,a,2,1,0,0,9,8,34,b.repair\n".encode())
    assert catalogue.recorded() == {
        "a": catalogue.Record("proved", "", "", 0, 0, 1, 0, 200, 150, "12", ""),
        "b": catalogue.Record("refuted", "typo", "a", 2, 1, 0, 0, 9, 8, "34", "b.repair"),
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the columns id, verdict, kind"),
        ("\xff\xfe", "the columns"),
        (PROVED, "the columns"),
        (HEADER.replace(",repair", "") + PROVED, "the columns"),
        (HEADER.replace("verdict,kind", "kind,verdict") + PROVED, "the columns"),
        (HEADER + PROVED + "b,proved\n", "2 columns in line 3, not 12"),
        (HEADER + PROVED.replace("\n", ",\n"), "13 columns in line 2"),
        (HEADER + "\n" + PROVED, "1 columns in line 2"),
        (HEADER + PROVED + PROVED, "a is recorded twice"),
        (HEADER + PROVED.replace("200", "many"), "no whole number in line 2"),
    ],
    ids=repr,
)
def test_a_record_that_is_no_table_is_bad_input(record, text, sentence):
    record(text.encode("latin-1"))
    with pytest.raises(InputError, match=sentence):
        catalogue.recorded()


def what_is_written_as_a_record_is_what_is_recorded(checked):
    text = catalogue.record_text(found.as_dict() for found in checked.values())
    lines = {line.split(",")[0]: line.split(",")[1:] for line in text.splitlines()[1:]}
    assert lines == {name: list(map(str, record)) for name, record in catalogue.recorded().items()}


def test_the_fingerprint_changes_with_the_goals():
    one = claim("histogram.monotone")
    assert one.fingerprint() == replace(one, says="", scope="").fingerprint()
    prints = {c.fingerprint() for c in EVERY}
    assert len(prints) > len(EVERY) / 2
    part = one.parts[0]
    weaker = replace(part, goal=replace(part.goal, hypotheses=part.goal.hypotheses[1:]))
    assert replace(one, parts=(weaker, *one.parts[1:])).fingerprint() != one.fingerprint()


def test_the_fingerprint_changes_when_a_proof_becomes_a_sample():
    one = claim("histogram.monotone")
    weakened = replace(one.parts[-1], prove=None, search=lambda: None)
    assert one.parts[-1].kind_of_evidence == "prove"
    assert replace(one, parts=(*one.parts[:-1], weakened)).fingerprint() != one.fingerprint()
    limited = replace(one.parts[0], bound="|X| <= 4")
    assert replace(one, parts=(limited, *one.parts[1:])).fingerprint() != one.fingerprint()


def the_summary_on_record_is_that_of_the_checks(checked):
    assert summary(records_of(found.as_dict() for found in checked.values())) == claims().summary


# The whole ledger is checked once: two processes would each check it for the tests they share.
LOOKS = [
    every_verdict_is_the_recorded_one,
    every_refuted_claim_has_a_witness_and_a_proved_repair,
    only_refuted_claims_are_repaired,
    no_claim_rests_on_numbers_alone,
    what_is_only_observed_shows_no_violation,
    evidence_can_be_read,
    a_record_is_of_the_verdict_the_goals_and_the_repair,
    a_claim_that_is_gone_is_missed,
    a_paper_that_is_gone_is_missed,
    what_is_written_as_a_record_is_what_is_recorded,
    the_summary_on_record_is_that_of_the_checks,
]


def test_the_whole_ledger(checked, oracle):
    for look in LOOKS:
        look(checked)
    store = Store.shipped()
    assert oracle.keys - store.keys() == set(), "the ledger asks what the store does not know"
    assert store.keys() - oracle.keys == set(), "the store has what the ledger does not ask"
    assert 0 < store.with_proof() <= len(store)
