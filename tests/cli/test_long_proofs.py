"""A proof on the screen is short, says how often a step is made, and is whole with --full."""

import json
import re
from collections import Counter

import pytest

from pmlsym.cli.conjecture import _steps

LONG = "ALIP(a, b) => LDP(?)"  # more than a hundred lines


def test_a_long_proof_fits_a_screen_and_full_has_every_step(pmlsym, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    printed = pmlsym("conjecture", LONG).stdout.splitlines()
    full = pmlsym("conjecture", LONG, "--full").stdout.splitlines()
    evidence = json.loads(pmlsym("conjecture", LONG, "--json").stdout)["evidence"]
    assert len(printed) <= 50 < len(full)
    assert printed[0] == full[0] == f"proved: {LONG}"
    goals = [row for row in evidence if row["kind"] == "goal"]
    assert any(line.startswith(f"outline: {len(goals)} goals, ") for line in printed)
    assert printed[-1] == "--full prints every step."
    shown = [line for line in printed if re.match(r"goal \d+: ", line)]
    (more,) = [int(line.split()[1]) for line in printed if re.match(r"and \d+ goals? more$", line)]
    assert len(shown) + more == len(goals)
    steps = [row for row in evidence if row["kind"] not in ("goal", "reduction")]
    assert len([line for line in full if re.match("  (decision|rule): ", line)]) == len(steps)
    text = "".join("".join(full).split())
    assert all("".join(goal["formal"].split()) in text for goal in goals)


@pytest.mark.parametrize("full", [True, False])
def test_equal_steps_of_a_goal_are_printed_once_with_their_number(full):
    steps = ["a", "b", "a", "b", "a", "c"]
    rows = []
    for goal in ("one", "two"):
        rows.append({"kind": "goal", "text": goal, "formal": "x <= x"})
        rows += [{"kind": "rule", "reason": step} for step in steps]
        steps = steps[1:]
    found = [line.plain for line in _steps(rows, full)]
    first, second = "one\n  x <= x", "two\n  x <= x"
    if full:
        assert found.index(second) == 7
        told = Counter(found)
        assert (told["  rule: a"], told["  rule: b"], told["  rule: c"]) == (5, 4, 2)
    else:
        assert found == [
            first,
            "  rule: a (3 times)",
            "  rule: b (2 times)",
            "  rule: c",
            second,
            "  rule: b (2 times)",
            "  rule: a (2 times)",
            "  rule: c",
        ]
