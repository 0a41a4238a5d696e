"""What the README shows is what happens."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_its_examples_run():
    parser = doctest.DocTestParser()
    blocks = re.findall(r"```python\n(.*?)```", README, re.S)
    test = parser.get_doctest("\n".join(blocks), {}, "README", "README.md", 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0
    assert result.attempted >= 7


def test_every_room_it_names_exists_and_none_is_left_out():
    house = README.split("## The house")[1].split("```")[1]
    named = set(re.findall(r"\w+", house))
    rooms = {p.stem for p in (ROOT / "pmlsym").iterdir() if p.suffix in ("", ".py")}
    assert rooms - {"__init__", "__pycache__", "py"} <= named


def test_its_links_lead_somewhere():
    links = re.findall(r"\]\(([\w./-]+)\)", README)
    assert len(links) >= 4
    for link in links:
        assert (ROOT / link).exists(), link


def test_its_witness_is_the_ledgers():
    from pmlsym.ledger.papers import claim

    assert "log(8/5) = 0.470004" in README
    assert "left log(8/5) = 0.470004" in claim("histogram.composition.bound").check().witness.text
    assert "left log(5/2) = 0.916291" in README
    assert "left log(5/2) = 0.916291" in claim("linear.theorem-2.upper").check().witness.text
    assert "left log(7/3) = 0.847298" in README
    assert "left log(7/3) = 0.847298" in claim("pmc.corollary-2.markov").check().witness.text


def test_it_counts_the_rules():
    from pmlsym.proof.kernel.rules import RULES

    assert len(RULES) == 11
    assert "one of eleven\n[inference rules]" in README
