"""`pmlsym bound workload` and `pmlsym calibrate workload` as a user meets them."""

import json
import math

import pytest

# (name of the file, its text); fractions and spaces as a person types them
FILES = {
    "five": "0,0,1,2,2\n",
    "trap": "0,3,3\n0,1,-1\n",
    "thirds": "0, 1/3, 2/3\n1/2, 0.5, 5e-1\n",
    "twice": "0,0,2,2\n1,1,1,1\n",
    "many": "\n".join(
        ",".join(str((x * x + 1) * (q + 2) * (q + 5) % 11) for x in range(9)) for q in range(20)
    ),
}


@pytest.fixture
def run(pmlsym, tmp_path):
    for name, text in FILES.items():
        (tmp_path / f"{name}.csv").write_text(text)
    return lambda *arguments: pmlsym(*" ".join(arguments).split(), cwd=tmp_path)


def numbers_of(found):
    assert found.returncode == 0, found.stderr
    assert found.stderr == ""
    return json.loads(found.stdout)


def test_bound_gives_the_keys_of_the_interface(run):
    # q = e^(-1/b) = 1/4 up to the digits that are typed
    found = numbers_of(
        run("bound workload five.csv --alpha 1/5 --scale 0.72134752044448170368 --json")
    )
    assert set(found) == {"corner", "tilted", "triangle", "dp"}
    assert found["corner"] == pytest.approx(math.log(5 / 2.375), rel=1e-12)
    assert found["tilted"] == pytest.approx(math.log(5 / 2.375), abs=1e-9)
    assert found["triangle"] == pytest.approx(math.log(5 / 2), rel=1e-12)
    assert found["dp"] == pytest.approx(2 * math.log(4), rel=1e-12)


def test_bound_with_records_is_exact_as_well(run):
    q = math.exp(-1 / 2)
    keys = {"corner", "tilted", "triangle", "dp", "exact"}
    found = {}
    for others in ("", "--others uniform", "--others worst", "--others 1/2,1/4,0.25"):
        found[others] = numbers_of(
            run("bound workload trap.csv --alpha 1/5 --scale 2 --records 2 --json", others)
        )
        assert set(found[others]) == keys
        assert found[others]["tilted"] - 1e-9 < found[others]["exact"] < found[others]["triangle"]
    exact = {others: numbers.pop("exact") for others, numbers in found.items()}
    assert all(numbers == found[""] for numbers in found.values())
    assert exact[""] == exact["--others uniform"]
    assert max(exact.values()) == exact["--others worst"]
    assert len(set(exact.values())) == 3
    one = numbers_of(run("bound workload trap.csv --alpha 1/3 --scale 2 --records 1 --json"))
    assert one["exact"] == pytest.approx(math.log(3 / (1 + 2 * q**4)), rel=1e-12)
    assert one["corner"] == pytest.approx(math.log(3 / (1 + q**2 + q**4)), rel=1e-12)
    assert one["tilted"] == pytest.approx(math.log(3 / (1 + 2 * q**3)), abs=1e-9)


def test_fractions_in_the_file_are_read(run):
    found = numbers_of(run("bound workload thirds.csv --alpha 1/3 --scale 1/6 --json"))
    far, near = math.exp(-4), math.exp(-2)
    assert found["dp"] == pytest.approx(4)
    assert found["triangle"] == pytest.approx(math.log(3 / (1 + near + far)))


def test_tables_say_that_corner_is_no_upper_bound(run):
    found = run("bound workload trap.csv --alpha 1/6 --scale 2 --records 2 --others worst")
    assert found.returncode == 0
    assert found.stderr == ""
    text = " ".join(found.stdout.split())
    assert "2 queries, 3 classes, alpha = 0.166667, b = 2" in text
    assert "not an upper bound" in text
    assert "safe for every number of records" in text
    assert "2 records, others worst: class " in text
    rows = {line.split("│")[1].strip(): line for line in found.stdout.splitlines() if "│" in line}
    assert "not an upper bound" in rows["corner"]
    assert "1.2532" in rows["exact"]


def test_calibrate_gives_the_keys_of_the_interface(run):
    safe = numbers_of(run("calibrate workload trap.csv --alpha 1/6 --epsilon 6/5 --json"))
    assert set(safe) == {"scale", "dp_scale", "leakage"}
    assert safe["dp_scale"] == pytest.approx(4 / 1.2)
    # eq. (7) at the scale: the far classes are at distance 4, and one of them is favoured
    far = math.exp(-4 / safe["scale"])
    assert 1 / 6 + 5 / 6 * far == pytest.approx(math.exp(-1.2), rel=1e-9)
    assert 0 <= 1.2 - safe["leakage"] < 1e-9
    scales = {}
    for others in ("", "--others worst", "--others uniform"):
        found = numbers_of(
            run("calibrate workload trap.csv --alpha 1/6 --epsilon 6/5 --records 2 --json", others)
        )
        assert set(found) == {"scale", "dp_scale", "leakage"}
        assert 0 <= 1.2 - found["leakage"] < 1e-9
        scales[others] = found["scale"]
    assert scales["--others uniform"] < 0.99 * scales[""] < 0.98 * safe["scale"]
    assert scales[""] == scales["--others worst"]


def test_what_is_calibrated_is_bounded_by_epsilon(run):
    scale = numbers_of(run("calibrate workload five.csv --alpha 0.1 --epsilon 0.5 --json"))["scale"]
    found = numbers_of(run(f"bound workload five.csv --alpha 0.1 --scale {scale!r} --json"))
    assert found["triangle"] == pytest.approx(0.5, rel=1e-12)


@pytest.mark.parametrize(
    ("file", "epsilon", "leakage"), [("five", 3, math.log(10)), ("twice", 1.7, math.log(5))]
)
def test_a_promise_that_nothing_breaks_needs_no_noise(run, file, epsilon, leakage):
    found = run(f"calibrate workload {file}.csv --alpha 0.1 --epsilon {epsilon} --json")
    assert found.returncode == 0
    numbers = json.loads(found.stdout)
    assert numbers["scale"] == 0
    assert numbers["leakage"] == pytest.approx(leakage)
    assert numbers["dp_scale"] == pytest.approx(2 / epsilon)
    assert found.stderr.endswith("no noise is added.\n")
    assert found.stderr.count("\n") == 1
    assert "Warning" not in found.stderr


def test_with_little_noise_tilted_is_no_more_than_the_leakage(pmlsym, tmp_path):
    """It is a lower bound for every number of records; rounding widens its interval above."""
    file = tmp_path / "w.csv"
    file.write_text("0,0,1/3,1,1\n")
    words = ("--alpha", "1/5", "--scale", "1e-12", "--records", "6", "--others", "worst", "--json")
    found = json.loads(pmlsym("bound", "workload", str(file), *words).stdout)
    assert found["tilted"] == pytest.approx(found["exact"], rel=1e-9)


def test_time_limits_leave_what_is_safe(run):
    """Without time only what holds for every number of records is known."""
    asked = "calibrate workload trap.csv --alpha 1/6 --epsilon 6/5 --records 2 --time-limit"
    for time, late in (("0", True), ("60", False)):
        words = f"{asked} {time}"
        found = run(words, "--json")
        assert found.returncode == 0
        assert ("a smaller one may be: time_limit was reached" in found.stderr) is late
        assert ("a safe scale b" in run(words).stdout) is late
        numbers = json.loads(found.stdout)
        # what leaks at that scale, with all the time that it takes
        scale = numbers["scale"]
        exact = numbers_of(
            run(
                f"bound workload trap.csv --alpha 1/6 --scale {scale!r} --records 2 "
                "--others worst --json"
            )
        )["exact"]
        assert exact <= numbers["leakage"] + 1e-12 <= 1.2 + 1e-12
        assert (exact < 1.19) is late


def test_bounds_without_time_are_the_ends_of_intervals(run):
    words = "bound workload trap.csv --alpha 1/6 --scale 2 --records 3 --others worst --json"
    known, found = numbers_of(run(words)), numbers_of(run(words, "--time-limit 0"))
    assert found["at_least"] <= known["exact"] <= found["at_most"]
    assert found["triangle"] == known["triangle"]
    words = "bound workload many.csv --alpha 1/10 --scale 16"
    known, found = numbers_of(run(words, "--json")), numbers_of(run(words, "--time-limit 0 --json"))
    assert set(found) - set(known) == {"corner_at_most", "tilted_at_most"}
    for name in ("corner", "tilted"):
        assert found[name] <= known[name] <= found[f"{name}_at_most"]
    shown = run(words, "--time-limit 0").stdout
    assert f"a limit was reached, it may be {found['corner_at_most']:.6g}" in shown
    assert "may be" not in run(words).stdout
