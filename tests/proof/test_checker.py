"""The checker of certificates accepts what is one and nothing else, and answers promptly."""

import copy
import json
import os
import random
import resource
import subprocess
import sys
import time
from fractions import Fraction as F

import pytest

from pmlsym.proof.checker import Rejected, check, check_text, main

SYSTEMS = 300  # random satisfiable systems; 10_000 have been run once


def poly(text):
    """Read "3/2 x x + -1" as a polynomial of a certificate."""
    return [term.split() for term in text.split(" + ")] if text else []


def facts(*atoms):
    """One hypothesis with one case per atom like "> 3/2 x x + -1"."""
    return [[case(atom)] for atom in atoms]


def case(*atoms):
    return [[atom.split(" ")[0], poly(atom.partition(" ")[2])] for atom in atoms]


def leaf(*summands, zero=()):
    return {
        "sum": [[c, places, [poly(root) for root in roots]] for c, places, *roots in summands],
        "zero": [[place, poly(multiplier)] for place, multiplier in zero],
    }


def document(variables, hypotheses, proof):
    return {"variables": variables.split(), "hypotheses": hypotheses, "proof": proof}


SQUARE = leaf(("1", [0]), ("1", [], "1 x"), ("1", []))
GOOD = {
    "no variables": document("", facts("> "), leaf(("1", [0]))),
    "linear": document("x", facts("> 1 x + -1", "> -1 x"), leaf(("1", [0]), ("1", [1]), ("1", []))),
    "rational": document(
        "x", facts("> 1/2 x + -1/3", ">= -1/5 x"), leaf(("6", [0]), ("15", [1]), ("2", []))
    ),
    "product": document(
        "x y", facts("> 1 x", "> 1 y", ">= -1 x y"), leaf(("1", [0, 1]), ("1", [2]))
    ),
    "square": document("x", facts(">= -1 x x + -1"), SQUARE),
    "square of a difference": document(
        "x y",
        facts(">= 2 x y + -1 x x + -1 y y + -1/7"),
        leaf(("7", [0]), ("7", [], "1 x + -1 y"), ("1", [])),
    ),
    "fact times square": document(
        "x y",
        facts(">= 1 x", ">= -1 x y y + -1"),
        leaf(("1", [0], "1 y"), ("1", [1]), ("1", [])),
    ),
    "equation": document(
        "x",
        facts("= 1 x + -1/2", "> 1/4 + -1 x x"),
        leaf(("1", [1]), zero=[(0, "1 x + 1/2")]),
    ),
    "maximum": document(
        "t a b",
        [*facts("> 1 a + -1 t", "> 1 b + -1 t"), [case("= 1 t + -1 a"), case("= 1 t + -1 b")]],
        {
            "split": 2,
            "cases": [
                leaf(("1", [0]), zero=[(2, "1")]),
                leaf(("1", [1]), zero=[(2, "1")]),
            ],
        },
    ),
    "three signs": document(
        "x y",
        facts(">= -1 x x", "= 1 x y + -1"),
        {
            "sign": poly("1/3 x"),
            "cases": {
                ">": leaf(("9", [2, 2]), ("1", [0])),
                "=": leaf(("1", []), zero=[(1, "1"), (2, "-3 y")]),
                "<": leaf(("9", [2, 2]), ("1", [0])),
            },
        },
    ),
    "signs >= <": document(
        "x",
        facts(">= -1 x x x + -1 x", "> 1 x"),
        {
            "sign": poly("1 x"),
            "cases": {">=": leaf(("1", [1, 2, 2]), ("1", [1]), ("1", [0])),
                      "<": leaf(("1", [1]), ("1", [2]))},
        },
    ),
    "signs > <=": document(
        "x",
        facts("> 1 x + -1", ">= -1 x x + -1"),
        {"sign": poly("1 x + -1"), "cases": {">": leaf(("1", [1]), ("1", [], "1 x"), ("1", [])),
                                             "<=": leaf(("1", [0]), ("1", [2]))}},
    ),
    "signs >= <=": document(
        "x", facts(">= -1 x x + -1"), {"sign": poly("1 x"), "cases": {">=": SQUARE, "<=": SQUARE}}
    ),
    "impossible hypothesis": document("x", [[], *facts("> 1 x")], {"split": 0, "cases": []}),
    "empty case": document("x", [[[]], *facts("> ")], leaf(("1", [0]))),
    "same hypothesis again": document(
        "x",
        facts("> 1 x", ">= -1 x"),
        {"split": 0, "cases": [leaf(("1", [2]), ("1", [1]))]},
    ),
    "case of several atoms": document(
        "x y",
        [[case("> 1 x + -1", "= 1 x + -1 y", ">= -1 y")]],
        leaf(("1", [0]), ("1", [2]), ("1", []), zero=[(1, "-1")]),
    ),
    "degree 12": document(
        "x y",
        facts("> 1 x x x + -1/2 y y y", "> -1 " + "x " * 12 + "+ 2 " + "x " * 9 + "y y y + -3/2 "
              + "x " * 6 + "y " * 6 + "+ 1/2 x x x " + "y " * 9 + "+ -1/16 " + "y " * 12),
        leaf(("1", [0, 0, 0, 0]), ("1", [1])),
    ),
}  # fmt: skip
ABSENT = type("Absent", (), {"__repr__": lambda _: "absent"})()
LEAF = {"sum": [["1", [0], []]], "zero": []}
COEFFICIENT, INDEX = ["proof", "sum", 0, 0], ["proof", "sum", 1, 1]
FACT, RELATION = ["hypotheses", 0, 0, 0, 1], ["hypotheses", 0, 0, 0, 0]
NO_COEFFICIENTS = [
    *("0", "-0/3", "-1", 1, 1.0, True, "+1", " 1", "1\n", "1e3", "1.0", "1_0", "\u0661"),
    *("1/0", "1/-2", "1/2/3", "1" * 101, "1/" + "1" * 101),
]


def changed(what, base, path, *values):
    """Return one change of a document for each value that is put at a place."""
    return {f"{what} {value!r:.30}": (base, path, value) for value in values}


TAMPERED = {  # what was done: (to which document, where, what stands there instead)
    **changed("coefficient", "no variables", COEFFICIENT, *NO_COEFFICIENTS),
    **changed("coefficient", "rational", ["proof", "sum", 1, 0], "16"),
    **changed("coefficient", "linear", ["proof", "sum", 2, 0], "-1"),
    **changed("relation", "no variables", RELATION, ">=", "=", "<", ">>", [">"]),
    **changed("relation of a product", "product", RELATION, ">="),
    **changed("relation of an equation", "equation", RELATION, ">="),
    **changed("factors", "linear", INDEX, [0], [2], [-1], [True], ["1"]),
    **changed("factors of another branch", "maximum", ["proof", "cases", 0, "sum", 0, 1], [3]),
    **changed("factors of a product", "product", ["proof", "sum", 0, 1], [0], [0, 1, 1]),
    **changed("factors with an equation", "case of several atoms", INDEX, [1]),
    **changed("sum", "linear", ["proof", "sum"], [], ABSENT),
    **changed("sum in a case", "signs >= <=", ["proof", "cases", ">=", "sum"], []),
    **changed("summand", "linear", ["proof", "sum", 2], ABSENT, ["2", [], []], ["1", [0]]),
    **changed("summand that is a square", "no variables", ["proof", "sum", 0], ["1", [], [[]]]),
    **changed("squares", "linear", ["proof", "sum", 0, 2], None),
    **changed("squares", "square", ["proof", "sum", 1, 2], [poly("1 x x")], [poly("2 x")]),
    **changed("multiplier", "equation", ["proof", "zero", 0, 1], poly("1 x")),
    **changed("multiple", "equation", ["proof", "zero", 0], [0, [], []]),
    **changed("multiple in a case", "three signs", ["proof", "cases", "=", "zero", 1], ABSENT),
    **changed("zero", "linear", ["proof", "zero"], ABSENT),
    **changed("constant in a fact", "rational", [*FACT, 1, 0], "-1/4"),
    **changed("variable in a fact", "product", ["hypotheses", 2, 0, 0, 1, 0, 2], "x"),
    **changed("variable in a fact", "square", [*FACT, 0, 1], 0),
    **changed("fact", "no variables", FACT, [[]], "0", ["0"]),
    **changed("atom", "no variables", ["hypotheses", 0, 0, 0], [">", [], []]),
    **changed("variables", "square", ["variables"], ["y"]),
    **changed("variables", "product", ["variables"], ["x", "y", "x"]),
    **changed("variables", "no variables", ["variables"], [1], {}),
    **changed("variables", "impossible hypothesis", ["variables"], ABSENT),
    **changed("hypothesis", "linear", ["hypotheses", 0], [">", []]),
    **changed("hypotheses", "linear", ["hypotheses"], []),
    **changed("proof", "no variables", ["proof"], {"split": 0, "cases": []}),
    **changed("proof", "linear", ["proof"], ABSENT, None, [LEAF]),
    **changed("case of a split", "maximum", ["proof", "cases", 1], ABSENT),
    **changed("cases of a split", "impossible hypothesis", ["proof", "cases"], [LEAF], {}),
    **changed("split", "maximum", ["proof", "split"], 0, 3, -1),
    **changed("split", "impossible hypothesis", ["proof", "split"], False),
    **{
        f"without the case {sign}": ("three signs", ["proof", "cases", sign], ABSENT)
        for sign in "<=>"
    },
    **changed("case !=", "signs >= <=", ["proof", "cases", "!="], SQUARE),
    **changed("cases of a sign", "signs >= <=", ["proof", "cases"], [SQUARE, SQUARE]),
    **changed("sign", "three signs", ["proof", "sign"], poly("1 y"), poly("-1/3 y")),
    **changed("sign", "signs >= <", ["proof", "sign"], poly("-1 x")),
    **changed("key of a document", "linear", ["name"], "x"),
    **changed("key of a leaf", "linear", ["proof", "note"], ""),
    **changed("key of a split", "impossible hypothesis", ["proof", "sum"], []),
}


def tampered(base, path, value):
    result = copy.deepcopy(GOOD[base])
    place = result
    for key in path[:-1]:
        place = place[key]
    if value is ABSENT:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return result


@pytest.mark.parametrize("name", GOOD)
def test_good_certificates_are_accepted(name):
    check(GOOD[name])
    check_text(json.dumps(GOOD[name]))


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_is_rejected_in_one_sentence(what):
    forged = tampered(*TAMPERED[what])
    for ask in (lambda: check(forged), lambda: check_text(json.dumps(forged))):
        with pytest.raises(Rejected) as caught:
            ask()
        assert str(caught.value).endswith(".")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [None, 1, "", [], {}, {1: 2}, True, 0.5, object()])
def test_what_is_no_document_is_rejected(value):
    with pytest.raises(Rejected):
        check(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[",
        "{}",
        '"' + "[" * 400 + '"',
        json.dumps(GOOD["linear"]) + "x",
        json.dumps(GOOD["linear"])[:-1],
        json.dumps(GOOD["linear"])[:-1] + ', "proof": {"split": 0, "cases": []}}',
        json.dumps(GOOD["linear"])[:-1] + ', "\\u0070roof": 1}',
        json.dumps(GOOD["no variables"]).replace("[0]", "[NaN]"),
        json.dumps(GOOD["no variables"]).replace("[0]", "[Infinity]"),
        json.dumps(GOOD["no variables"]).replace("[0]", "[-Infinity]"),
        json.dumps(GOOD["no variables"]).replace("[0]", "[0.0]"),
        json.dumps(GOOD["no variables"]).replace("[0]", "[0e0]"),
        json.dumps(GOOD["no variables"]).replace("[0]", "[-0]"),
        json.dumps(GOOD["no variables"]).replace("[0]", "[1" + "0" * 5000 + "]"),
        "\ufeff" + json.dumps(GOOD["linear"]),
    ],
)
def test_text_that_is_no_certificate_is_rejected(text):
    with pytest.raises(Rejected):
        check_text(text)


def test_brackets_in_names_are_no_nesting():
    name = '\\"[{' * 500
    check_text(json.dumps(tampered("linear", ["variables"], ["x", name])))


@pytest.mark.parametrize("before", ["", "[]," * 400, "{}," * 400])
def test_brackets_open_at_once_are_counted(before):
    """None is closed too early in the count, and those that follow each other are not added up."""
    with pytest.raises(Rejected, match="more than 300 brackets"):
        check_text("[" + before + "[" * 300 + "]" * 301)
    with pytest.raises(Rejected, match="must be an object"):
        check_text("[" + before + "[" * 299 + "]" * 300)


@pytest.mark.parametrize("kind", ["split", "sign"])
def test_a_proof_has_a_hundred_levels_at_most(kind):
    done = leaf(("1", [0]))

    def nested(levels):
        tree = done
        for _ in range(levels):
            if kind == "split":
                tree = {"split": 1, "cases": [tree]}
            else:
                tree = {"sign": poly("1"), "cases": {">": tree, "<=": done}}
        return document("", [*facts("> "), [[]]], tree)

    check(nested(100))
    with pytest.raises(Rejected, match="more than 100 levels"):
        check(nested(101))


def test_numbers_have_no_degree():
    check(document("", facts("> "), leaf(("1", [0]), ("1", [], *[""] * 600))))
    with pytest.raises(Rejected, match="identically"):
        check(document("", facts("> "), leaf(("1", [0]), ("1", [], *["1"] * 600))))


def test_names_may_be_any_text():
    for name in ("", " ", "\x00", "\ud800", "1", "x" * 10_000):
        changed = json.loads(json.dumps(GOOD["square"]).replace('"x"', json.dumps(name)))
        check_text(json.dumps(changed))


# ---- the command


def test_the_command_names_the_verdict_on_each_file(tmp_path, capsys):
    good, bad, latin = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "latin"
    good.write_text(json.dumps(GOOD["linear"]))
    bad.write_text(json.dumps(tampered(*TAMPERED["summand absent"])))
    latin.write_bytes(b'"\xff"')
    assert main([str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: accepted\n"
    assert main([str(good), str(bad), str(latin)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{good}: accepted"
    assert lines[1] == f"{bad}: rejected: A sum is not identically 0."
    assert lines[2].startswith(f"{latin}: rejected: ")


def test_a_long_file_is_not_taken_for_its_beginning(tmp_path, capsys):
    file = tmp_path / "long.json"
    text = json.dumps(tampered("linear", ["variables"], ["x", "é"]), ensure_ascii=False)
    file.write_bytes(text.encode() + b" " * (10**6 + 1 - len(text.encode())) + b"]")
    assert main([str(file)]) == 1
    assert "at most 1000000 bytes" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["/nowhere/at all"], ["/"], ["\0"], ["a: accepted\nb"]])
def test_the_command_says_what_it_cannot_read(arguments, capsys):
    assert main(arguments) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.count("\n") == 1


def run(*arguments, **options):
    """Run the checker, or a program, as a process of its own."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        **options,
    )


def test_the_command_runs_as_a_module(tmp_path):
    good, accented = tmp_path / "good.json", tmp_path / "é.json"
    for file in (good, accented):
        file.write_text(json.dumps(GOOD["linear"]))
    done = run("-m", "pmlsym.proof.checker", good)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{good}: accepted\n", "")
    done = run("-m", "pmlsym.proof.checker", "/dev/zero")
    assert done.returncode == 1
    assert done.stdout.startswith("/dev/zero: rejected: ")
    # a terminal that has no such letter
    plain = dict(os.environ, PYTHONIOENCODING="ascii")
    done = run("-m", "pmlsym.proof.checker", accented, env=plain)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("\\xe9.json': accepted\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
@pytest.mark.parametrize("open_elsewhere", [False, True])
def test_a_pipe_is_not_waited_for(tmp_path, open_elsewhere):
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR) if open_elsewhere else None
    done = run("-m", "pmlsym.proof.checker", pipe)
    if writer is not None:
        os.close(writer)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{pipe}: rejected: ")


# ---- hostile files


def proved(variables, hypotheses, *summands):
    proof = {"sum": [*summands, ["1", [], []]], "zero": []}
    return json.dumps({"variables": variables, "hypotheses": hypotheses, "proof": proof})


def hostile():
    """Texts that would take long, or much memory, to check to the end."""
    many = [f"x{place}" for place in range(100)]
    form = [["1", name] for name in many]
    yield (
        "a variable 10^5 times",
        proved(["x"], [[[[">", [["1"] + ["x"] * 10**5]]]]], ["1", [0, 0], []]),
    )
    yield "a coefficient of 10^5 digits", proved([], [], ["1" * 10**5, [], []])
    yield (
        "an index of 9 * 10^5 digits",
        proved([], [], ["1", [0], []]).replace("[0]", f"[{'1' * 9 * 10**5}]"),
    )
    for count, factors in ((20, 50), (2, 10**5), (3, 500), (100, 3)):
        yield (
            f"{factors} factors of {count} variables",
            proved(many, [[[[">", form[:count]]]]], ["1", [0] * factors, []]),
        )
    root = [["1"], *(["3" * 80, name] for name in many[:20])]
    yield "20 squares of 21 terms", proved(many, [], ["1", [], [root] * 20])
    yield "900 squares of 50 terms", proved(many, [], *[["1", [], [form[:50]]]] * 900)
    constant = [[[[">", [["9" * 100 + "/" + "7" * 100]]]]]]
    yield "a constant 10^5 times", proved([], constant, ["1", [0] * 10**5, []])
    yield "60000 summands", proved([], constant, *[["1", [0], []]] * 60_000)
    different = [[f"1/{10**90 + 2 * place + 1}", "x"] for place in range(8000)]
    yield "8000 denominators", proved(["x"], [[[[">", different]]]])
    yield (
        "4000 denominators, a fact each",
        proved(
            ["x"],
            [[[[">", [term]]]] for term in different[:4000]],
            *(["1", [place], []] for place in range(4000)),
        ),
    )
    powers = [["1"] + ["x"] * (place % 40) + ["y"] * (place // 40) for place in range(1600)]
    yield "two factors of 1600 terms", proved(["x", "y"], [[[[">", powers]]]], ["1", [0, 0], []])
    pairs = [["1", one, other] for one in many for other in many if one <= other]
    yield "two factors of 5050 terms", proved(many, [[[[">", pairs]]]], ["1", [0, 0], []])
    yield "a factor of 5050 terms, often", proved(many, [[[[">", pairs]]]], *[["1", [0], []]] * 999)
    small = [["1", "x"], ["1", "y"]]
    yield "20000 polynomials", proved(["x", "y"], [[[[">", small]]]] * 20_000)
    yield "100 000 monomials", proved(["x"], [[[[">", [["1"]] * 100_000]]]])
    yield "200 000 empty cases", proved([], [[[]] * 200_000])
    yield "200 000 impossible hypotheses", proved([], [[]] * 200_000)
    yield "100 000 variables", proved([str(place) for place in range(10**5)], [])
    closed = {"sum": [["1", [0], []]], "zero": []}
    shallow = {"split": 0, "cases": [{"split": 0, "cases": [closed] * 40}] * 40}
    yield (
        "12000 branches with 2000 facts",
        json.dumps(
            document(
                "x",
                [[case("> 1 x")] * 40, *facts("> ", *["> 1 x"] * 2000)],
                {"split": 0, "cases": [shallow] * 8 + [closed] * 32},
            )
        ),
    )
    deep = closed
    for _ in range(120):
        deep = {"split": 0, "cases": [deep]}
    yield "a proof a little too deep", json.dumps(document("", facts("> "), deep))
    yield "a deep proof", '{"split": 0, "cases": [' * 40_000 + "]}" * 40_000
    yield "brackets", "[" * 9 * 10**5
    yield "objects", '{"":' * 2 * 10**5
    yield "brackets that strings seem to close", '["]]]]]]",' * 99_000
    yield "quotes", '"\\' * 4 * 10**5
    yield "escaped quotes", '"' + '\\"' * 4 * 10**5
    yield "empty lists", "[" + "[]," * 3 * 10**5 + "[]]"
    yield "empty objects", "[" + "{}," * 3 * 10**5 + "{}]"
    yield "short strings", "[" + '"\\u0100",' * 10**5 + '""]'
    yield "keys", "{" + ",".join(f'"{place}":0' for place in range(80_000)) + "}"
    yield "one key often", "{" + '"a":0,' * 10**5 + '"a":0}'
    yield "integers", "[" + "123456789," * 90_000 + "1]"
    yield "a text too long", " " * (10**6 + 1)


def answer_hostile():
    """Print for each hostile text the verdict and the seconds it took, in 200 MB of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (200 * 2**20, 200 * 2**20))
    for name, text in hostile():
        seconds = []
        while not seconds or (seconds[-1] > 1 and len(seconds) < 3):  # a busy machine may stall
            start = time.process_time()
            try:
                check_text(text)
                verdict = "accepted"
            except Rejected as error:
                verdict = str(error)
            seconds.append(time.process_time() - start)
        print(json.dumps([name, verdict, min(seconds)]), flush=True)
    print(json.dumps("all"))


def seconds_of_a_loop():
    """Time a loop of a million products, which takes about .07 s."""
    start = time.perf_counter()
    sum(i * i for i in range(10**6))
    return time.perf_counter() - start


def test_hostile_files_are_refused_within_a_second_and_200_megabytes():
    script = "from tests.proof.test_checker import answer_hostile; answer_hostile()"
    done = run("-c", script)
    assert done.returncode == 0, done.stdout[-300:] + done.stderr[-2000:]
    *answers, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert last == "all"
    assert [name for name, verdict, _ in answers if verdict == "accepted"] == []
    assert [name for name, verdict, _ in answers if "too large" in verdict] == []
    limit = max(1, 14 * seconds_of_a_loop())  # a second on a machine of today
    assert [(name, seconds) for name, _, seconds in answers if seconds > limit] == []


# ---- satisfiable systems have no certificate


def value(polynomial, point):
    total = F(0)
    for coefficient, *names in polynomial:
        product = F(coefficient)
        for name in names:
            product *= point[name]
        total += product
    return total


def true_at(atom, point):
    number = value(atom[1], point)
    return {">": number > 0, ">=": number >= 0, "=": number == 0}[atom[0]]


def rational(rng):
    return F(rng.randint(-4, 4), rng.choice([1, 1, 1, 2, 3]))


def random_polynomial(rng, names):
    return [
        [str(rational(rng)), *(rng.choice(names) for _ in range(rng.randint(0, 2)) if names)]
        for _ in range(rng.randint(0, 3))
    ]


def made_true(rng, atom, point):
    """Change an atom as little as needed to be true at the point."""
    relation, polynomial = atom
    number = value(polynomial, point)
    if true_at(atom, point):
        return atom
    fitting = [sign for sign in (">", ">=", "=") if true_at([sign, polynomial], point)]
    if fitting and rng.random() < 0.5:
        return [rng.choice(fitting), polynomial]
    if number < 0 and relation != "=" and rng.random() < 0.5:
        return [relation, [[str(-F(c)), *names] for c, *names in polynomial]]
    shift = -number + (0 if relation == "=" else F(rng.randint(1, 6), 6))
    return [relation, [*polynomial, [str(shift)]]]


def nodes(proof):
    yield proof
    for branch in proof["cases"].values() if "sign" in proof else proof.get("cases", []):
        yield from nodes(branch)


def disturb(rng, proof, names):
    """Change a proof somewhere, staying within the format."""
    node = rng.choice(list(nodes(proof)))
    kind = rng.randrange(8)
    if "sum" not in node:
        if "sign" in node:
            node["sign"] = random_polynomial(rng, names)
        return
    if kind == 0:
        node["sum"].append([str(F(rng.randint(1, 9), rng.randint(1, 3))), [], []])
    elif kind == 1 and node["sum"]:
        rng.choice(node["sum"])[0] = str(F(rng.randint(1, 9), rng.randint(1, 3)))
    elif kind == 2 and node["sum"]:
        rng.choice(node["sum"])[1] = [rng.randrange(4) for _ in range(rng.randint(0, 3))]
    elif kind == 3 and node["sum"]:
        rng.choice(node["sum"])[2] = [random_polynomial(rng, names)]
    elif kind == 4:
        node["zero"].append([rng.randrange(4), random_polynomial(rng, names)])
    elif kind == 5 and node["sum"]:
        node["sum"].pop(rng.randrange(len(node["sum"])))
    elif kind == 6:
        node["sum"] = [["1", [rng.randrange(3)], []] for _ in range(rng.randint(1, 3))]
    else:
        node["zero"] = []


def random_satisfiable(rng):
    """Return a document whose hypotheses hold at the point that is returned with it."""
    names_of = rng.choice(list(GOOD))
    result = copy.deepcopy(GOOD[names_of])
    if rng.random() < 0.3:  # the proof of another problem
        other = copy.deepcopy(GOOD[rng.choice(list(GOOD))])
        result["variables"] = list(dict.fromkeys(result["variables"] + other["variables"]))
        result["proof"] = other["proof"]
    names = result["variables"]
    point = {name: rational(rng) for name in names}
    if rng.random() < 0.3:  # hypotheses of the same shape with other polynomials
        for hypothesis in result["hypotheses"]:
            for atoms in hypothesis:
                for atom in atoms:
                    atom[1] = random_polynomial(rng, names)
    for hypothesis in result["hypotheses"]:
        if not hypothesis:
            hypothesis.append([])
        chosen = rng.randrange(len(hypothesis))
        hypothesis[chosen] = [made_true(rng, atom, point) for atom in hypothesis[chosen]]
    for _ in range(rng.choice([0, 1, 1, 2])):
        disturb(rng, result["proof"], names)
    return result, point


def satisfiable_systems(count, seed=0):
    """Say for each of many satisfiable systems why its forged proof was rejected."""
    rng = random.Random(seed)
    reasons = []
    for _ in range(count):
        forged, point = random_satisfiable(rng)
        assert all(
            any(all(true_at(atom, point) for atom in atoms) for atoms in hypothesis)
            for hypothesis in forged["hypotheses"]
        )
        with pytest.raises(Rejected) as caught:
            check(forged)
        reasons.append(str(caught.value))
    return reasons


def test_no_proof_of_a_satisfiable_system_is_accepted():
    reasons = satisfiable_systems(SYSTEMS)
    # Most forgeries are well formed and fail for what they claim.
    assert sum("identically" in reason for reason in reasons) > SYSTEMS / 3
