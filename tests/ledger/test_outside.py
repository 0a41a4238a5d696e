"""Claims from outside the package: what they are written with, and how they get into the ledger."""

import sys
import time
import warnings
from dataclasses import replace
from fractions import Fraction
from importlib.metadata import distributions
from io import StringIO
from multiprocessing import get_context

import pytest
import sympy as sp
from rich.console import Console

import pmlsym as ps
from pmlsym import ledger
from pmlsym.cli.ledger import _page, _printable, _table
from pmlsym.errors import LedgerError, PluginWarning, UnknownNameError
from pmlsym.ledger import (
    Claim,
    Decided,
    Goal,
    Mean,
    NotProved,
    NoWitness,
    Part,
    PartNotProved,
    Sample,
    Witness,
    catalogue,
    outside,
    reals,
    relate,
)
from pmlsym.proof.verdict import NoVerdict

x, y = reals("x y")
TRUE = Goal((x >= 1,), x**2 >= x)
FALSE = Goal((x > 0,), x**2 >= x)

FILE = """
from pmlsym.ledger import Claim, Decided, Goal, Part, register, reals
(x,) = reals("x")
part = Part("above one", Goal((x >= 1,), x**2 >= x), Decided)
one = Claim("mine.one", "mine", "p. 1", "says", "x", "scope", (part,))
"""


def make(name="mine.one", part=None, **more):
    part = part or Part("above one", TRUE, Decided)
    return Claim(name, name.split(".")[0], "p. 1", "says", r"x\le x^2", "scope", (part,), **more)


def refuted(**more):
    part = Part("above zero", FALSE, refute=lambda goal: Witness(goal, {x: sp.Rational(1, 2)}, "x"))
    return make("mine.two", part, repair=make("mine.two.repair"), **more)


def searched():
    margins = [-1.0, -0.5]
    return Part("above one", TRUE, search=lambda: Sample("some x", lambda rng: margins, 0))


def printed(row):
    screen = Console(record=True, width=90, file=StringIO())
    screen.print(_page(row), _table([row]))
    return screen.export_text()


@pytest.fixture(autouse=True)
def shelf(monkeypatch):
    """A ledger without claims from elsewhere."""
    monkeypatch.setattr(outside, "_SHELF", outside._Shelf())
    monkeypatch.setattr(outside, "entry_points", lambda group: ())


# --- registered by hand --------------------------------------------------------------------------


def test_registered_claims_are_listed_and_found():
    one, two = make(), refuted(recorded="refuted")
    ledger.register(one, two)
    assert ps.claims("mine") == (one, two)
    assert ps.claims()[-2:] == (one, two)
    assert ps.claim("mine.two.repair") is two.repair
    with pytest.raises(UnknownNameError, match=r"nearest is 'mine\.one'"):
        ps.claim("mine.onne")
    with pytest.raises(UnknownNameError, match="nearest is 'mine'"):
        ps.claims("mind")
    rows = list(ledger.check(["mine.one", "mine.two"]))
    assert [row["verdict"] for row in rows] == ["proved", "refuted"]
    assert catalogue.differences(rows) == []


def test_forgotten_claims_can_be_registered_anew():
    ledger.register(make())
    ledger.forget("mine")
    with pytest.raises(UnknownNameError):
        ps.claims("mine")
    ledger.register(make())
    assert outside.only_here() == {"mine.one"}


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (3, "claim 2 is of type int, but has to be a Claim"),
        (make(), "there is a claim mine.one already"),
        (make("mine.a", repair=make("mine.one")), "there is a claim mine.one already"),
        (make("mine.a", repair=make("mine.a")), "there is a claim mine.a already"),
        (replace(make("mine.a"), paper="other"), "its id begins with 'other.'"),
        (make("mine.a", repair=make("other.a")), "its id begins with 'mine.'"),
        (make("pmc.theorem-99"), "a paper of the package"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_stand_in_the_ledger_is_refused_with_all_that_comes_with_it(bad, sentence):
    with pytest.raises(LedgerError) as failure:
        ledger.register(make(), bad)
    assert sentence in str(failure.value)
    assert "\n" not in str(failure.value)
    assert outside.papers() == {}


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: replace(make(), parts=make().parts[0]), "`parts` of mine.one is of type Part"),
        (lambda: replace(make(), parts=(TRUE,)), "has a Goal among its parts"),
        (lambda: make(recorded="true"), "`recorded` of mine.one is 'true'"),
        (lambda: make(recorded=["proved"]), "`recorded` of mine.one is of type list"),
        (lambda: make(repair=5), "the repair of mine.one is of type int"),
        (lambda: make(observed=(5,)), "`observed` of mine.one has to be a tuple of functions"),
        (lambda: replace(make(), paper=""), "the paper of mine.one is ''"),
        (lambda: replace(make(), paper="a,b"), "the paper of mine.one is 'a,b'"),
        (lambda: replace(make(), paper=None), "the paper of mine.one is None"),
        (lambda: replace(make(), id="mine.a b"), "has the id 'mine.a b'"),
        (lambda: replace(make(), id="mine.a\n"), r"has the id 'mine.a\n'"),
        (lambda: replace(make(), id="mine"), "has the id 'mine'"),
        (lambda: replace(make(), id=5), "has the id of type int"),
        (
            lambda: replace(make(), says=5),
            "`says` of mine.one is of type int, but has to be",
        ),
        (lambda: replace(make(), scope=None), "`scope` of mine.one is of type NoneType"),
        (lambda: replace(make(), statement=b"x"), "`statement` of mine.one is of type bytes"),
        (lambda: Part(5, TRUE, Decided), "`meaning` of a part is of type int"),
        (lambda: Part("m", TRUE, Decided, bound=4), "`bound` of a part is of type int"),
        (lambda: replace(make(), says="\x1b[2Jproved"), r"of mine.one has the character \u001b"),
        (lambda: replace(make(), scope="a\rb"), r"of mine.one has the character \u000d"),
        (lambda: replace(make(), where="\u202exof"), r"of mine.one has the character \u202e"),
        (lambda: replace(make(), statement="\x9b2J"), r"of mine.one has the character \u009b"),
        (lambda: replace(make(), says="\ud800"), r"of mine.one has the character \ud800"),
        (lambda: Part("a\x07", TRUE, Decided), r"`meaning` of a part has the character \u0007"),
        (lambda: Part("m", x >= 0, Decided), "the goal of a part is x >= 0"),
        (lambda: Part("m", TRUE, Decided(TRUE)), "`prove` of a part is of type Decided"),
        (lambda: Part("m", TRUE, refute="no"), "`refute` of a part is of type str"),
    ],
)
def test_a_slip_in_a_claim_is_said_where_it_is_made(build, sentence):
    with pytest.raises(LedgerError) as failure:
        build()
    assert sentence in str(failure.value)


def test_words_may_have_lines_and_what_is_no_ascii():
    words = "E[X²] ≥ 0,\n\tà la Gauß — für alle x\N{NO-BREAK SPACE}> 0 \N{GRINNING FACE}"
    found = replace(make(), says=words, scope=words, statement=words, where=words)
    ledger.register(found)
    (row,) = ledger.check(["mine.one"])
    assert row["says"] == row["scope"] == words
    assert "Gauß" in printed(row)


@pytest.mark.parametrize("fails", ["Unsayable()", "RecursionError"])
def test_a_file_that_raises_what_says_nothing_is_refused_by_the_name_of_it(tmp_path, fails):
    kind = "class Unsayable(Exception):\n    def __str__(self):\n        raise KeyError\n"
    (tmp_path / "mine.py").write_text(f"{kind}raise {fails}\n")
    with pytest.raises(LedgerError, match=rf"mine.py, line 4: {fails.removesuffix('()')}\.$"):
        outside.load(tmp_path / "mine.py")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("fails", ["SystemExit(0)", "Unsayable()", "NotProved('\\x1b[2J')"])
def test_whatever_a_check_raises_is_no_verdict_and_nothing_for_the_terminal(tmp_path, fails, jobs):
    text = f"""{FILE}
from pmlsym.ledger import NotProved

class Unsayable(Exception):
    def __str__(self):
        raise KeyError

def fail(goal):
    raise {fails}

CLAIMS = (one, Claim("mine.two", "mine", "p", "s", "x", "s", (Part("m", part.goal, fail),)))
"""
    (tmp_path / "mine.py").write_text(text)
    outside.load(tmp_path / "mine.py")
    rows = list(ledger.check(["mine.two", "mine.one"], jobs, [tmp_path / "mine.py"]))
    assert [row["verdict"] for row in rows] == [None, "proved"]
    assert fails.partition("(")[0] in rows[0]["evidence"][0]["text"] + "NotProved"
    assert "mine.two" in printed(_printable(rows[0]))
    assert "\x1b" not in printed(_printable(rows[0]))
    assert catalogue.differences(rows) == ["mine.two: it came to no verdict, and none is recorded"]


def test_a_verdict_that_nobody_recorded_is_news_only_where_the_answer_is_no():
    found = (make(), make("mine.s", searched()), refuted(), make("mine.n", Part("m", FALSE)))
    ledger.register(*found)
    rows = list(ledger.check([one.id for one in found]))
    assert catalogue.differences(rows) == [
        "mine.two: refuted, and no verdict is recorded",
        "mine.n: it came to no verdict, and none is recorded",
    ]
    ledger.forget("mine")
    ledger.register(replace(found[0], recorded="refuted"), replace(found[2], recorded="refuted"))
    assert catalogue.differences([rows[0], rows[2]]) == ["mine.one: proved, recorded as refuted"]


def test_claims_of_this_process_are_checked_in_it_when_others_help():
    ledger.register(make(), make("mine.s", searched()))
    names = ["mine.one", "histogram.monotone", "mine.s"]
    rows = list(ledger.check(names, jobs=2))
    assert [row["id"] for row in rows] == names
    assert [row["verdict"] for row in rows] == ["proved", "proved", "supported"]


def test_a_process_of_somebody_else_may_end_meanwhile():
    other = get_context("spawn").Process(target=time.sleep, args=(0.1,))
    other.start()
    try:
        rows = list(ledger.check(["histogram.monotone", "histogram.limit"], jobs=2))
    finally:
        other.join()
    assert [row["verdict"] for row in rows] == ["proved", "proved"]


# --- every verdict can be printed -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (make(), "proved"),
        (make(part=replace(make().parts[0], bound="|X| <= 4")), "proved-bounded"),
        (make(part=searched()), "supported"),
        (refuted(), "refuted"),
    ],
    ids=["proved", "proved-bounded", "supported", "refuted"],
)
def test_a_claim_of_every_verdict_is_printed(claim, verdict):
    checked = claim.check()
    assert repr(checked) == f"<{claim.id}: {verdict}>"
    assert repr(claim) == f"<{claim.id}: says>"
    assert claim.parts[0].goal.latex() in claim._repr_latex_()
    latex = checked._repr_latex_()
    assert rf"\textbf{{{verdict}}}" in latex
    assert ("proved repair" in latex) == ("witness" in latex) == (verdict == "refuted")
    shown = printed(checked.as_dict())
    assert claim.id in shown
    assert verdict in shown
    assert ("the proof is for |X| <= 4" in shown) == (verdict == "proved-bounded")


# --- why there is no verdict ----------------------------------------------------------------------


def test_what_is_not_proved_says_where_it_is_false():
    with pytest.raises(NotProved) as failure:
        Part("above zero", FALSE, Decided).find()
    found = failure.value
    assert isinstance(found, PartNotProved)
    assert found.goal is FALSE
    assert found.reason == "x^2 >= x: it does not follow"
    assert found.numbers == {x: sp.Rational(1, 2)}
    assert str(found) == (
        "x > 0  =>  x^2 >= x is not proved: x^2 >= x: it does not follow; "
        "it is false at x = 1/2: left 1/4 < right 1/2"
    )
    # the numbers are a witness
    assert Witness(FALSE, found.numbers, "found").sides == (sp.Rational(1, 4), sp.Rational(1, 2))


def test_a_law_can_be_where_it_is_false():
    square = Mean(x**2, (x,), sp.And(x >= 0, x <= 2), "P")
    goal = Goal((), relate(square, "<=", 1))
    with pytest.raises(NotProved) as failure:
        Part("at most one", goal, Decided).find()
    assert failure.value.numbers == {}
    left, right = Witness(goal, {}, "found", laws=failure.value.laws).sides
    assert left > right == 1
    assert "P: 1 on x = 3/2" in str(failure.value) or "P: 1 on x = 2" in str(failure.value)


@pytest.mark.parametrize(
    ("goal", "ending"),
    [
        (Goal((), relate(1 / x, "<=", 1 / x)), "it is false at x = 0: a side has no value there"),
        (Goal((x >= 0,), relate(sp.log(1 + x), "<=", x / 2)), "left log(2) = 0.693147 > right 1/2"),
        (Goal((), relate(x, "<", x)), "left 0 = right 0"),
        (Goal((), relate(sp.Integer(1), ">=", 2)), "it is false at every point: left 1 < right 2"),
    ],
)
def test_sides_are_told_apart(goal, ending):
    with pytest.raises(NotProved) as failure:
        Part("m", goal, Decided).find()
    assert str(failure.value).endswith(ending)


def test_what_is_true_and_not_proved_has_no_numbers():
    def stops(goal):
        raise NotProved("here")

    goals = (TRUE, Goal((), relate(y, ">", x), exists=(y,)), Goal((), sp.Symbol("no_relation")))
    for goal in goals:
        with pytest.raises(PartNotProved) as failure:
            Part("m", goal, stops).find()
        assert failure.value.reason == "here"
        assert failure.value.numbers is None


def test_a_part_without_evidence_is_not_proved():
    with pytest.raises(PartNotProved, match="nothing is given that proves") as failure:
        Part("m", FALSE).find()
    assert failure.value.numbers == {x: sp.Rational(1, 2)}


def test_a_check_says_which_part_failed():
    good, bad = Part("above one", TRUE, Decided), Part("above zero", FALSE, Decided)
    claim = replace(make(), parts=(good, bad))
    with pytest.raises(NotProved) as failure:
        claim.check()
    assert failure.value.__notes__ == ["part 2: above zero"]
    repaired = replace(refuted(), repair=replace(make("mine.two.repair"), parts=(good, bad)))
    with pytest.raises(NotProved) as failure:
        repaired.check()
    assert failure.value.__notes__ == ["part 2: above zero", "of the repair of mine.two"]
    wrong = Part("w", TRUE, refute=lambda goal: Witness(goal, {x: Fraction(2)}, "x"))
    with pytest.raises(NoWitness) as failure:
        make(part=wrong).check()
    assert failure.value.__notes__ == ["part 1: w"]
    ledger.register(claim)
    (row,) = ledger.check(["mine.one"])
    assert row["verdict"] is None
    (evidence,) = row["evidence"]
    assert evidence["part"] == "part 2: above zero"
    assert evidence["formal"] == "x > 0  =>  x^2 >= x"
    assert evidence["reason"] == "x^2 >= x: it does not follow"
    assert evidence["false_at"] == "x = 1/2: left 1/4 < right 1/2"


# --- from files and plugins -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "end", ["CLAIMS = (one,)", "register(one)", "register(one)\nCLAIMS = [one]"]
)
def test_a_file_lists_claims_or_registers_them(tmp_path, end):
    (tmp_path / "mine.py").write_text(FILE + end)
    (found,) = outside.load(tmp_path / "mine.py")
    assert ps.claims("mine") == (found,)
    assert found.check().verdict == "proved"
    assert outside.only_here() == frozenset()
    assert "mine" not in sys.modules


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x = (1\n", "mine.py, line 1: '(' was never closed."),
        ("x = 1\ny = reels(x)\n", "mine.py, line 2: NameError: name 'reels' is not defined."),
        ("import sys\n\nsys.exit(3)", "mine.py, line 3: SystemExit: 3."),
        ("x = 1\n", "mine.py has no claims: it has to set CLAIMS"),
        (FILE + "register(one, 3)", "mine.py, line 6: claim 2 is of type int"),
        (FILE + "\nCLAIMS = one", "mine.py, line 7: CLAIMS is one Claim"),
        (FILE + "CLAIMS = (one,\n3)", "mine.py, line 6: claim 2 of CLAIMS is of type int"),
        (FILE + "CLAIMS = 3", "mine.py, line 6: the claims of"),
        (FILE + "part.goal.kernel.x", "mine.py, line 6: AttributeError: "),
    ],
)
def test_a_bad_file_is_one_sentence_with_its_line_and_leaves_nothing(tmp_path, text, sentence):
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(LedgerError) as failure:
        outside.load(tmp_path / "mine.py")
    assert str(failure.value).startswith(str(tmp_path / sentence))
    assert "\n" not in str(failure.value)
    assert outside.papers() == {}


def install(folder, monkeypatch, **plugins):
    """Make installed packages of entry points, each a name and what it refers to."""
    info = folder / "dist-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dist\nVersion: 1.0\n")
    lines = "".join(f"{name} = {value}\n" for name, value in plugins.items())
    (info / "entry_points.txt").write_text(f"[pmlsym.claims]\n{lines}")
    (dist,) = distributions(path=[str(folder)])
    monkeypatch.setattr(outside, "entry_points", lambda group: dist.entry_points)
    monkeypatch.syspath_prepend(folder)


@pytest.mark.parametrize(
    "value", ["outside_module", "outside_module:CLAIMS", "outside_module:more"]
)
def test_installed_claims_are_listed(tmp_path, monkeypatch, value):
    monkeypatch.delitem(sys.modules, "outside_module", raising=False)
    (tmp_path / "outside_module.py").write_text(FILE + "CLAIMS = (one,)\nmore = [one]")
    install(tmp_path, monkeypatch, mine=value)
    assert [found.id for found in ps.claims("mine")] == ["mine.one"]
    assert ps.claim("mine.one").check().verdict == "proved"
    assert ps.claims()[-1].id == "mine.one"
    assert outside.only_here() == frozenset()


def test_a_broken_plugin_is_one_sentence_and_takes_nothing_away(tmp_path, monkeypatch):
    for name in ("outside_broken", "outside_whole"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    (tmp_path / "outside_broken.py").write_text(FILE + "register(one)\n1 / 0")
    (tmp_path / "outside_whole.py").write_text(FILE + "CLAIMS = (one,)")
    install(
        tmp_path,
        monkeypatch,
        a="outside_broken",
        b="outside_nowhere",
        c="outside_whole:one",
        d="outside_whole",
        e="fractions",
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert [found.id for found in ps.claims("mine")] == ["mine.one"]
        assert len(ps.claims()) > 100
    assert [w.category for w in caught] == [PluginWarning] * 4
    assert [str(w.message) for w in caught] == [
        "The plugin 'a' of dist is left out: ZeroDivisionError: division by zero.",
        "The plugin 'b' of dist is left out: ModuleNotFoundError: No module named "
        "'outside_nowhere'.",
        "The plugin 'c' of dist is left out: CLAIMS is one Claim, but has to be a tuple: (claim,) "
        "with a comma.",
        "The plugin 'e' of dist is left out: fractions neither sets CLAIMS nor registers claims.",
    ]


def test_a_long_number_in_a_point_does_not_lose_the_verdict():
    z = sp.Symbol("z", real=True)
    sizes = (y > Fraction(4, 5), y < 1, z > Fraction(1, 2), z < Fraction(3, 4))
    long = Goal((relate(x, "==", y**1000 * z**1000), *sizes), y <= 2)
    row = make(part=Part("long", long, Decided)).check().as_dict()
    assert row["verdict"] == "proved"
    assert row["evidence"][0]["point"] == "x = (9/10)^1000*(3/5)^1000, y = 9/10, z = 3/5"


def test_evidence_about_another_goal_gives_no_verdict():
    def swapped(goal):
        vars(part)["goal"] = Goal((), x >= 0)
        return Decided(goal)

    part = Part("above one", TRUE, swapped)
    with pytest.raises(NoVerdict, match="the evidence is about"):
        make(part=part).check()
