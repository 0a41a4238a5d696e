"""Arguments at random: every command answers, or says in one sentence why it does not."""

import json
import random

import click
import pytest
from click.testing import CliRunner

from pmlsym.cli import command
from pmlsym.errors import InputError

DIGITS = "9" * 5000
NUMBERS = (
    *("0", "1", "2", "1/2", "1/3", "0.25", "1e-3", "-1", "1/0", "0/0", "nan", "inf", "-inf", ""),
    *("1e308", "1e309", "1e-308", "1e999999999", "1_0", "١٢", "½", "0x10", "1,2", " 1 ", "--"),
    *("1j", "True", "None", "1e", ".", "5.", ".5", "1/2/3", "a", "\u202e1", DIGITS, f"1/{DIGITS}"),
)
PRIORS = (
    *("1/2,1/2", "1/2,1/4,1/4", "0.5,0.5", "1", "1,0", "1/2", "", ",", "1/2,,1/2", "a,b", "1/3,1"),
    *("1e-300,1", "nan,nan", "inf,1", "-1,2", "١,٠", f"{DIGITS},1", "no.csv", "1/2;1/2"),
)
GUARANTEES = (
    *("pml:0.5", "pmc:1/2", "ldp:1", "lip:0.1", "alip:0.5,0.2", "pml:0", "pml:inf"),
    *("pml:1e300", "pml:1e-300", "pml:-1", "pml", "pml:", "pml:1,2", "alip:1", ":", "", "xyz:1"),
    *("pml:nan", "pml:1_0", "pml:٣", f"pml:{DIGITS}", "PML : 1", "pml:1/0", "pml:1/3 "),
)
KINDS = ("pml", "pmc", "lip", "alip", "ldp", "", "PML", "x", "pml:1", DIGITS)
STATEMENTS = (
    *("PML(a) => PML(a)", "PML(a) => PMC(a)", "", "PML", "PML(1/0) => PML(1)", "((((", "=>", "1"),
    *("PML(a) => PML(?)", "PML(١) => PML(1)", f"PML({DIGITS}) => PML(1)", "a" * 20000),
    *("PML(a) => PML(a) where a < -1", "|X| = 0: PML(a) => PML(a)", "pml(X->y) <= ", "( " * 3000),
)
SECRETS = (
    *("uniform:0,1", "normal:0,1", "discrete:0@1/2,1@1/2", "uniform:1,0", "uniform:-1e308,1e308"),
    *("normal:0,0", "discrete:0@1", "discrete:", "uniform", "uniform:0", "x:1", "", "normal:nan,1"),
)
IDS = ("histogram.monotone", "histogram.calibration", "nothing", "", "pmc", "\x1b[2J", DIGITS)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    contents = {
        "kernel.csv": b"3/4,1/4\n1/4,3/4\n",
        "ragged.csv": b"1,0\n1\n",
        "words.csv": b"a,b\n",
        "empty.csv": b"",
        "bytes.csv": bytes(range(256)),
        "arabic.csv": "١,٠\n٠,١\n".encode(),
        "long.csv": DIGITS.encode(),
        "zero.csv": b"0,0\n0,0\n",
        "workload.csv": b"1,0\n0,1\n",
        "huge.csv": b"1e308,-1e308\n",
        "same.csv": b"1,1\n",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    names = [str(folder / name) for name in contents]
    return folder, [*names, str(folder), str(folder / "nowhere.csv"), "/dev/null", ""]


def arguments(generator, folder, files, among=None):
    """Return the arguments of one call, of a kind among some; often they are right."""

    def one_of(values, right):
        return generator.choice(values[:right] if generator.random() < 0.7 else values)

    number, prior = lambda: one_of(NUMBERS, 7), lambda: one_of(PRIORS, 3)
    file = lambda: generator.choice((files[0], files[8], generator.choice(files)))  # noqa: E731
    kinds = {
        "convert": lambda: [
            one_of(GUARANTEES, 6),
            *("--to", one_of(KINDS, 6)),
            *generator.choice(([], ["--p-min", number()], ["--prior", prior()])),
            *generator.choice(([], ["--exact"])),
        ],
        "measure": lambda: [file(), "--prior", prior(), *generator.choice(([], ["--exact"]))],
        "measure a mechanism": lambda: [
            *("--mechanism", generator.choice(("randomized-response", "extremal", "x", ""))),
            *("--prior", prior(), "--epsilon", number()),
        ],
        "measure one with a size": lambda: [
            *generator.choice(
                (["--mechanism", "retention"], ["--mechanism", "clayton", "--eta", number()])
            ),
            *("--size", generator.choice(("2", "0", "-1", "1_0", "٢", "1e3", DIGITS, "1.5"))),
        ],
        "measure a release": lambda: [
            *("--mechanism", generator.choice(("laplace-mean", "gaussian"))),
            *("--secret", one_of(SECRETS, 3), "--scale", number(), "--at", prior()),
            *generator.choice(([], ["--records", number()])),
        ],
        "bound histogram": lambda: [
            *("--alpha", number(), "--scale", number()),
            *generator.choice(([], ["--bins", number()])),
        ],
        "bound workload": lambda: [file(), "--alpha", number(), "--scale", number()],
        "calibrate histogram": lambda: ["--alpha", number(), "--epsilon", number()],
        "calibrate workload": lambda: [
            *(file(), "--alpha", number(), "--epsilon", number()),
            *generator.choice(([], ["--records", "2", "--time-limit", number()])),
        ],
        "design": lambda: [
            *("--prior", prior(), "--guarantee", one_of(GUARANTEES, 6)),
            *("--tolerance", generator.choice(("1e-6", number()))),
            *("--time-limit", generator.choice(("1", "0", "nan", "-1", "٣"))),
            *generator.choice(([], [], ["--prior-within", number()])),
            *generator.choice(([], [], ["--utility-at-prior"])),
        ],
        "conjecture": lambda: [
            one_of(STATEMENTS, 2),
            *("--seconds", generator.choice(("0.5", "0", "nan", "1_0", "-1"))),
        ],
        "conjecture from a file": lambda: ["--from", file(), "--seconds", "0.3"],
        "show": lambda: [generator.choice(IDS)],
        "check": lambda: [
            generator.choice(IDS[1:]),
            *("--jobs", generator.choice(("1", "0", "-2", "1_0", "٢", "1.5", "", DIGITS))),
        ],
        "check a paper": lambda: ["--paper", generator.choice(("nothing", "", DIGITS))],
        "check claims from": lambda: ["--from", file()],
        "try": lambda: [
            generator.choice(IDS),
            *("--kernel", file(), "--prior", prior(), "--set", generator.choice(("e=1", "e", "="))),
        ],
        "certify": lambda: [generator.choice(IDS[2:]), "--out", str(folder / "out")],
        "verify": lambda: [file()],
        "figure": lambda: [
            generator.choice(("pmc-2", "x", "", DIGITS)),
            *("--out", generator.choice(("x", "d.png/", "/no/where.png", "", "."))),
            *generator.choice(([], ["--seed", number()], ["--repetitions", number()])),
        ],
    }
    kind = generator.choice(sorted(among or kinds))
    words = {"bound", "calibrate"}
    names = kind.split()[: 2 if kind.split()[0] in words else 1]
    given = [*names, *kinds[kind]()]
    return given + ["--json"] * generator.randint(0, 1)


def run(given):
    """Run a command in this process; return its status and what it printed."""
    found = CliRunner().invoke(command, given, standalone_mode=False)
    failure = found.exception
    if failure is None:
        return (found.return_value or 0), found.stdout
    assert isinstance(failure, InputError | click.ClickException | OSError), (given, failure)
    text = str(failure) if not hasattr(failure, "format_message") else failure.format_message()
    assert "\n" not in text.strip(), (given, text)
    assert len(text) < 12_000, given  # a text of 10,000 characters is one that may be repeated
    return 2, ""


# those that load neither the ledger nor solvers, of which each call takes milliseconds
QUICK = (
    *("convert", "measure", "measure a mechanism", "measure one with a size", "measure a release"),
    *("bound histogram", "bound workload", "calibrate histogram", "calibrate workload"),
)


def fuzz(seed, count, folder, files, among):
    generator = random.Random(seed)
    statuses = []
    for _ in range(count):
        given = arguments(generator, folder, files, among)
        status, printed = run(given)
        assert status in (0, 1, 2), given
        if status < 2 and "--json" in given:
            assert "NaN" not in printed, given
            json.loads(printed)
        statuses.append(status)
    return statuses


def test_arguments_at_random_end_as_documented(files):
    statuses = fuzz(15, 150, *files, QUICK)
    assert statuses.count(0) >= 10
    assert statuses.count(2) >= 30


@pytest.mark.parametrize("text", ["١٢", "1_0", "1e309", "nan", "0x10", "½", ""])
def test_only_plain_digits_are_numbers(text):
    for given in (
        ["bound", "histogram", "--alpha", text, "--scale", "1"],
        ["bound", "histogram", "--alpha", "1/4", "--scale", "1", "--bins", text],
        ["convert", f"pml:{text}", "--to", "pmc"],
        ["measure", "--mechanism", "extremal", "--prior", f"1/2,{text}", "--epsilon", "1/10"],
        ["design", "--prior", "1/2,1/2", "--guarantee", "pml:1", "--time-limit", text],
    ):
        assert run(given)[0] == 2, given


def test_a_long_number_is_not_repeated_whole():
    with pytest.raises(InputError) as refusal:
        CliRunner().invoke(
            command,
            ["bound", "histogram", "--alpha", DIGITS, "--scale", "1"],
            standalone_mode=False,
            catch_exceptions=False,
        )
    assert str(refusal.value).startswith("alpha is '999")
    assert len(str(refusal.value)) < 150
