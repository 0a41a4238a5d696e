"""The command line as a user meets it: tables, JSON keys, exit status, one-sentence errors."""

import json
import math

import click
import pytest
import sympy as sp
from click.testing import CliRunner

from pmlsym.cli import command
from pmlsym.ledger.catalogue import recorded
from pmlsym.pages import SLIGHT

KERNEL = "3/4,1/4\n1/4,3/4\n"
EVIDENCE = {"kind", "text", "formal", "latex", "confirmed"}


@pytest.fixture
def kernel(tmp_path):
    file = tmp_path / "kernel.csv"
    file.write_text(KERNEL)
    return file


def test_measure_gives_the_keys_of_the_interface(pmlsym, kernel):
    found = pmlsym("measure", kernel, "--prior", "1/2,1/2", "--json")
    assert found.returncode == 0
    numbers = json.loads(found.stdout)
    assert set(numbers) == {
        "pml",
        "pmc",
        "ldp",
        "lip",
        "alip",
        "maximal_leakage",
        "maximal_cost_leakage",
        "mutual_information",
    }
    assert numbers["pml"] == pytest.approx([math.log(1.5)] * 2)
    assert numbers["ldp"] == pytest.approx(math.log(3))
    assert numbers["alip"] == pytest.approx([math.log(2), math.log(1.5)])


def test_measure_is_exact_on_request(pmlsym, kernel):
    found = json.loads(pmlsym("measure", kernel, "--prior", "1/2,1/2", "--exact", "--json").stdout)
    assert found["exact"]["pml"] == ["log(3/2)", "log(3/2)"]
    assert found["exact"]["ldp"] == "log(3)"
    assert found["ldp"] == pytest.approx(math.log(3))


def test_infinity_is_a_word(pmlsym, tmp_path):
    (tmp_path / "k.csv").write_text("1,0\n0,1\n")
    for exact in ((), ("--exact",)):
        found = pmlsym("measure", tmp_path / "k.csv", "--prior", ".5,.5", "--json", *exact)
        numbers = json.loads(found.stdout)
        assert numbers["pmc"] == ["inf", "inf"]
        if exact:
            assert (numbers["exact"]["pmc"], numbers["exact"]["ldp"]) == (["inf", "inf"], "inf")


def test_impossible_outcomes_are_reported(pmlsym, tmp_path):
    (tmp_path / "k.csv").write_text("1,0\n1,0\n")
    table = pmlsym("measure", tmp_path / "k.csv", "--prior", ".5,.5")
    assert "probability zero" in table.stdout
    data = pmlsym("measure", tmp_path / "k.csv", "--prior", ".5,.5", "--json")
    assert json.loads(data.stdout)["pml"] == [0, 0]
    assert "probability zero" in data.stderr


def test_bound_histogram(pmlsym):
    found = json.loads(
        pmlsym("bound", "histogram", "--alpha", "0.1", "--scale", "2", "--json").stdout
    )
    assert found["leakage"] == pytest.approx(1 - math.log(0.9 + 0.1 * math.e))
    assert found["dp"] == 1
    assert found["exact"]["dp"] == "1"


def test_calibrate_histogram(pmlsym):
    found = json.loads(
        pmlsym("calibrate", "histogram", "--epsilon", "0.5", "--alpha", "0.1", "--json").stdout
    )
    assert found["dp_scale"] == 4
    assert found["scale"] == pytest.approx(2 / math.log(0.9 / (math.exp(-0.5) - 0.1)))
    assert found["leakage"] <= 0.5
    assert set(found["exact"]) == {"scale", "dp_scale", "leakage"}


def test_both_columns_of_calibrate_are_one_number(pmlsym):
    """Next to log(1/alpha), where floats of epsilon and alpha share twelve digits."""
    found = pmlsym(
        *("calibrate", "histogram", "--epsilon", "2.302585092994", "--alpha", "0.1", "--json")
    )
    numbers = json.loads(found.stdout)
    exact = sp.sympify(numbers["exact"]["scale"])
    assert 0 <= (sp.Float(numbers["scale"], 60) - exact.evalf(60)) / exact.evalf(60) < 1e-15


def test_calibrating_a_promise_that_nothing_breaks(pmlsym):
    found = pmlsym("calibrate", "histogram", "--epsilon", "3", "--alpha", "1/4", "--json")
    assert found.returncode == 0
    numbers = json.loads(found.stdout)
    assert numbers["scale"] == 0
    assert numbers["leakage"] == pytest.approx(math.log(4))
    assert numbers["exact"]["leakage"] == "log(4)"
    assert "no noise is added" in found.stderr
    assert "Warning" not in found.stderr


def test_extreme_numbers_neither_overflow_nor_flood_the_screen(pmlsym):
    found = pmlsym("calibrate", "histogram", "--epsilon", "1e300", "--alpha", "1e-300")
    assert found.returncode == 0
    assert len(found.stdout + found.stderr) < 2500
    # below log 2 by less than a float can tell: no noise, and no complaint
    edge = pmlsym(
        "calibrate", "histogram", "--epsilon", "0.6931471805599453", "--alpha", "1/2", "--json"
    )
    assert edge.returncode == 0
    assert json.loads(edge.stdout)["leakage"] == pytest.approx(math.log(2))


def test_figure(pmlsym, tmp_path):
    out = tmp_path / "figure.png"
    found = pmlsym("figure", "histogram-1", "--out", out, "--repetitions", 20, "--json")
    assert found.returncode == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    points = json.loads(found.stdout)["points"]
    assert {p["noise"] for p in points} == {"dp", "pml"}


def test_the_picture_of_the_readme_can_be_drawn_again(pmlsym, tmp_path):
    out = tmp_path / "records.png"
    assert pmlsym("figure", "linear-n", "--out", out).returncode == 0
    linear = pmlsym("figure", "linear-1", "--out", out, "--json")
    curves = json.loads(linear.stdout)["curves"]
    assert curves[0]["name"] == "histogram"
    assert all(
        a <= b + 1e-9 for c in curves for a, b in zip(c["corner"], c["triangle"], strict=True)
    )
    assert out.read_bytes().startswith(b"\x89PNG")


def test_check_gives_the_keys_of_the_interface(pmlsym):
    found = pmlsym("check", "histogram.composition.dp", "histogram.limit", "--json")
    assert found.returncode == 0
    data = json.loads(found.stdout)
    assert data["counts"] == {"refuted": 1, "proved": 1}
    refuted, proved = data["claims"]
    assert set(refuted) >= {
        "id",
        "paper",
        "where",
        "statement",
        "verdict",
        "scope",
        "repair",
        "evidence",
        "witness",
        "seconds",
    }
    assert refuted["repair"]["verdict"].startswith("proved")
    assert refuted["root"] == refuted["id"]
    assert refuted["witness"]["world"]
    assert refuted["witness"]["left"] is not None
    assert proved["witness"] is None
    assert proved["repair"] is None
    assert {"goal", "decision", "rule"} <= {step["kind"] for step in proved["evidence"]}
    shown = json.loads(pmlsym("show", refuted["id"], "--json").stdout)
    steps = [
        step for row in (refuted, refuted["repair"], proved, shown) for step in row["evidence"]
    ]
    assert all(step.keys() >= EVIDENCE for step in steps)
    formulas = {step["kind"]: step["formal"] for step in steps}
    assert formulas["counterexample"] is None
    assert "=>" in formulas["goal"]
    assert {step["confirmed"] for step in steps if step["kind"] == "decision"} == {"certificate"}


def test_statements_of_a_file_are_answered_or_say_what_is_wrong(pmlsym, tmp_path):
    file = tmp_path / "statements.txt"
    file.write_text("# two\n\npmin <= 1/3  # no\nPML(e) =>\n")
    found = pmlsym("conjecture", "--from", file, "--json")
    assert found.returncode == 2
    refuted, unread = json.loads(found.stdout)["results"]
    assert (refuted["text"], refuted["verdict"]) == ("pmin <= 1/3", "refuted")
    assert [step.keys() >= EVIDENCE for step in refuted["evidence"]] == [True]
    assert (unread["text"], unread["column"]) == ("PML(e) =>", 10)
    assert set(unread) == {"text", "error", "column"}
    # bad input is said on standard error as well, in one sentence
    assert found.stderr.startswith("1 of 2 statements cannot be read")
    assert found.stderr.count("\n") == 1


@pytest.mark.long
def test_check_in_parallel_gives_the_same(pmlsym):
    names = ("histogram.limit", "histogram.composition.looser", "histogram.calibration")
    rows = [json.loads(pmlsym("check", *names, "--json", "--jobs", jobs).stdout) for jobs in (1, 2)]
    for data in rows:
        for claim in data["claims"]:
            claim.pop("seconds")
            if claim["repair"]:
                claim["repair"].pop("seconds")
    assert rows[0] == rows[1]


def test_check_shows_what_is_wrong_and_a_line_for_each_claim(pmlsym, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    found = pmlsym("check", "--paper", "histogram")
    lines = found.stdout.splitlines()
    assert found.returncode == 0
    assert max(map(len, lines)) <= 80
    on_record = {name: one for name, one in recorded().items() if name.startswith("histogram.")}
    repairs = {one.repair for one in on_record.values()}
    for name, one in on_record.items():
        if name not in repairs:
            verdict = f"{one.verdict} ({one.kind})" if one.kind else one.verdict
            assert [line for line in lines if line.startswith(f"{name} ") and verdict in line]
        told = [line for line in lines if line.startswith(f"{name}  histogram, ")]
        assert len(told) == (one.verdict == "refuted")
    # one noisy histogram of two bins, alpha = 1/2 and e^(-1/b) = 1/2: by hand, e^(2/b) = 4, and
    # the leakage is log(4) - log(1/2 + 4/2) = log(8/5)
    assert any("log(8/5) > log(2)*log(2)/8 + log(2)/2" in line for line in lines)
    # the totals stand at the beginning, and once more after the list
    totals = [number for number, line in enumerate(lines) if line.endswith(lines[0])]
    assert totals[0] == 0
    assert lines[totals[-1]] == f"In total {lines[0]}"
    assert totals[-1] >= len(lines) - 2
    slight = [on_record[name].kind in SLIGHT for name in _told(lines)]
    assert slight == sorted(slight)
    assert set(slight) == {False, True}


def _told(lines):
    """Return the ids of the claims whose mistakes are told, in their order."""
    return [line.split()[0] for line in lines if "  histogram, " in line]


def test_show_prints_an_outline_and_in_full_every_step(pmlsym):
    brief = pmlsym("show", "histogram.theorem-4.upper")
    full = pmlsym("show", "histogram.theorem-4.upper", "--full")
    assert (brief.returncode, full.returncode) == (0, 0)
    assert len(brief.stdout.splitlines()) <= 100
    assert "--full" in brief.stdout.splitlines()[-2]
    assert "an expectation preserves a pointwise inequality" not in brief.stdout
    assert full.stdout.count("an expectation preserves a pointwise inequality") == 2
    assert full.stdout.count("a certificate refutes the negation") == 1
    assert "proved" in brief.stdout
    repair = json.loads(pmlsym("show", "histogram.composition.dp.repair", "--json").stdout)
    assert repair["verdict"].startswith("proved")


def test_a_verdict_that_differs_from_the_record_is_status_1(monkeypatch):
    from click.testing import CliRunner

    from pmlsym.cli import command
    from pmlsym.ledger import catalogue

    record = catalogue.recorded()
    record["histogram.monotone"] = record["histogram.monotone"]._replace(verdict="refuted")
    monkeypatch.setattr(catalogue, "recorded", lambda: record)
    found = CliRunner().invoke(command, ["check", "histogram.monotone"], standalone_mode=False)
    assert found.return_value == 1
    assert "histogram.monotone: proved, recorded as refuted" in found.output


def test_a_prior_may_stand_in_a_file_wherever_it_is_asked_for(pmlsym, tmp_path):
    kernel, prior = tmp_path / "kernel.csv", tmp_path / "prior.csv"
    kernel.write_text("3/4,1/4\n1/4,3/4\n")
    prior.write_text("1/3,2/3\n")
    calls = (
        ("measure", str(kernel), "--json"),
        ("try", "pmc.theorem-6.i", "--kernel", str(kernel), "--set", "u=1/4", "--json"),
        ("convert", "pml:0.2", "--to", "pmc", "--json"),
    )
    for call in calls:
        typed, read = (pmlsym(*call, "--prior", given) for given in ("1/3,2/3", str(prior)))
        assert (typed.returncode, typed.stdout) == (read.returncode, read.stdout)
        assert typed.returncode == 0


def _helps(command, path=()):
    """Yield the arguments that print the help of a command and of those under it."""
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from _helps(command.get_command(context, name), (*path, name))


def test_no_help_is_cut():
    every = list(_helps(command))
    assert ("calibrate", "workload") in every
    for path in every:
        printed = CliRunner().invoke(command, [*path, "--help"], terminal_width=80)
        assert printed.exit_code == 0
        _, _, text = printed.output.partition("\n\n")  # the usage has the dots of [ARGS]...
        assert "\u2026" not in text, path
        for line in text.splitlines():
            assert not line.endswith("...") or line.endswith("@CHANCE,..."), (path, line)
