"""The report that the library fills in asks for what the template of an issue asks for."""

import re
from pathlib import Path

import pmlsym as ps
from pmlsym.pages import installed_version, report

TEMPLATE = Path(__file__).parents[2] / ".github/ISSUE_TEMPLATE/wrong-formula.md"
HEADING = re.compile(r"^\*\*([^*]+)\*\*", re.M)


def test_the_headings_are_those_of_the_template():
    asked = HEADING.findall(TEMPLATE.read_text(encoding="utf-8"))
    assert len(asked) == 6
    assert HEADING.findall(report("a", "proved", "b")) == asked


def test_a_typed_statement_is_reported_with_its_verdict_and_its_counterexample():
    answer = ps.conjecture("PML(e) => LDP(e)")
    found = answer.report()
    assert found.startswith(f"**Where it stands here.** statement `{answer.statement}`: refuted\n")
    assert f"```text\n{answer!r}\n```" in found
    assert installed_version() in found


def test_a_claim_is_reported_with_its_kind_its_witness_and_its_repair():
    checked = ps.claim("pmc.eq-9.strict").check()
    found = checked.report()
    first = found.splitlines()[0]
    assert first == "**Where it stands here.** claim `pmc.eq-9.strict`: refuted (boundary)"
    [printed] = re.findall("```text\n(.*?)\n```", found, re.S)
    assert max(map(len, printed.splitlines())) <= 90
    joined = " ".join(found.split())
    for said in (checked.witness.text, checked.claim.says, checked.repair.claim.says):
        assert said in joined
    proved = ps.claim("linear.definition-3").check().report()
    assert proved.splitlines()[0].endswith("claim `linear.definition-3`: proved")
    assert "counterexample" not in proved
