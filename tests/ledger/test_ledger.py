"""The ledger covers what the papers say, and every verdict comes with what it needs."""

from pathlib import Path

import pytest

from pmlsym.errors import UnknownNameError
from pmlsym.ledger import papers
from pmlsym.ledger.papers import claim, claims

PUBLISHED = (Path(__file__).parent / "published.csv").read_text().split()[1:]
EVERY = [*claims(), *(c.repair for c in claims() if c.repair is not None)]


@pytest.fixture(scope="module")
def checked():
    return {c.id: c.check() for c in claims()}


def test_every_published_statement_is_covered():
    assert set(PUBLISHED) <= {c.id for c in claims()}


def test_ids_are_unique_and_recorded():
    ids = [c.id for c in EVERY]
    assert len(ids) == len(set(ids))
    assert set(ids) == set(papers.recorded())


def test_every_verdict_is_the_recorded_one(checked):
    assert papers.differences(found.as_dict() for found in checked.values()) == []


def test_every_refuted_claim_has_a_witness_and_a_proved_repair(checked):
    refuted = [found for found in checked.values() if found.verdict == "refuted"]
    assert len(refuted) >= 5
    for found in refuted:
        assert found.witness is not None
        assert found.repair is not None
        assert found.repair.verdict == "proved"
        assert found.repair.claim.id == f"{found.claim.id}.repair"


def test_only_refuted_claims_are_repaired(checked):
    for found in checked.values():
        assert (found.repair is not None) == (found.verdict == "refuted")


def test_no_claim_rests_on_numbers_alone(checked):
    assert {found.verdict for found in checked.values()} <= {"proved", "refuted"}


def test_what_is_only_observed_shows_no_violation(checked):
    samples = [s for found in checked.values() for s in found.observed]
    assert samples
    for sample in samples:
        assert sample.tried >= 40
        assert sample.largest <= 0


def test_every_claim_says_what_it_covers():
    for c in EVERY:
        assert c.scope
        assert c.says
        assert "\\" in c.statement
        assert all(part.meaning for part in c.parts)


def test_evidence_can_be_read(checked):
    for found in checked.values():
        data = found.as_dict()
        assert data["evidence"]
        for row in data["evidence"]:
            assert row["kind"]
            assert row["text"]
        assert found._repr_latex_().startswith("$")


def test_an_unknown_claim_names_the_nearest():
    with pytest.raises(UnknownNameError, match=r"nearest is 'histogram\.entropy'"):
        claim("histogram.entropie")


def test_a_check_without_a_verdict_is_said_so(monkeypatch):
    from pmlsym.ledger.claim import Claim, Part

    # a proof of something else is no proof of the monotonicity
    goal, other = claim("histogram.monotone").parts[0].goal, claim("histogram.eq-4").parts[0]
    part = Part("", goal, lambda _: other.prove(other.goal))
    monkeypatch.setattr(papers, "claim", lambda name: Claim(name, "", "", "", "", "", (part,)))
    (row,) = papers.check(["x"])
    assert row["verdict"] is None
    assert row["evidence"][0]["text"].startswith("NoVerdict: the proof is of")
    assert papers.differences([row]) == ["x: no verdict, recorded as nothing"]


def test_a_record_is_of_the_verdict_the_goals_and_the_repair(checked):
    rows = [checked[name].as_dict() for name in ("histogram.monotone", "histogram.entropy")]
    assert papers.differences(rows) == []
    proved, refuted = rows
    changed = {**proved, "verdict": "supported", "goals": "0" * 12}
    assert papers.differences([changed]) == [
        "histogram.monotone: supported, recorded as proved",
        "histogram.monotone: its formal goals are not those recorded",
    ]
    without = {**refuted, "repair": None}
    assert papers.differences([without]) == [
        "histogram.entropy: its repair is gone, recorded histogram.entropy.repair"
    ]
    other = {**refuted, "repair": {**refuted["repair"], "id": "histogram.monotone"}}
    assert "histogram.entropy: its repair is histogram.monotone, recorded" in "".join(
        papers.differences([other])
    )


def test_a_claim_that_is_gone_is_missed(checked):
    rows = [found.as_dict() for found in checked.values()]
    assert papers.differences(rows, papers.PAPERS) == []
    lost = rows.pop()
    missed = [f"{lost['id']}: recorded, but not in the ledger"]
    assert set(missed) <= set(papers.differences(rows, papers.PAPERS))
    assert papers.differences(rows) == []


def test_what_is_written_as_a_record_is_what_is_recorded(checked):
    text = papers.record_text(found.as_dict() for found in checked.values())
    lines = {line.split(",")[0]: line.split(",")[1:] for line in text.splitlines()[1:]}
    assert lines == {name: list(record) for name, record in papers.recorded().items()}


def test_the_fingerprint_changes_with_the_goals():
    from dataclasses import replace

    one = claim("histogram.monotone")
    assert one.fingerprint() == replace(one, says="", scope="").fingerprint()
    prints = {c.fingerprint() for c in EVERY}
    assert len(prints) > len(EVERY) / 2
    part = one.parts[0]
    weaker = replace(part, goal=replace(part.goal, hypotheses=part.goal.hypotheses[1:]))
    assert replace(one, parts=(weaker, *one.parts[1:])).fingerprint() != one.fingerprint()
