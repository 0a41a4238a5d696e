"""Pages say the same in four kinds of writing, and no word is cut."""

from html.parser import HTMLParser

import pytest
from pylatexenc.latexwalker import LatexWalker

from pmlsym.pages import (
    Folded,
    Formula,
    Page,
    Steps,
    Strong,
    Table,
    Words,
    as_html,
    as_latex,
    as_markdown,
    as_text,
    evidence_blocks,
    instance_blocks,
    parts_of,
    wrapped,
)

VOID = {"br"}
PAGE = Page(
    ("a_1 < b & 5 $: ", Strong("refuted")),
    (
        Words(("the largest is ", Formula("log(2)", r"\log 2")), "scope"),
        Words(Formula("", r"x < y")),
        Steps(((Formula("x <= x", r"x \le x"), "identity: it cancels [from 1]"),)),
        Table(("x", "P(x) | y"), (("0", "1/2"), ("1", "1/2\nabout")), "a table_1"),
        Folded("part: one", (Words("a <script>alert(1)</script> word"),)),
    ),
)


class Reader(HTMLParser):
    """Reads HTML as strictly as a notebook would have it, and keeps the words."""

    def __init__(self, html):
        super().__init__()
        self.open, self.words, self.tags = [], [], set()
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def is_latex(text):
    walker = LatexWalker(text, tolerant_parsing=False)
    _, _, length = walker.get_latex_nodes()
    assert length == len(text)


def test_html_is_well_formed_and_runs_nothing():
    found = Reader(as_html(PAGE))
    assert "script" not in found.tags
    assert "a <script>alert(1)</script> word" in found.words
    assert {"table", "ol", "details", "summary", "strong"} <= found.tags
    assert "".join(found.words).count("$") == 7  # two around each of three formulas, one of words


def test_a_sentence_in_a_table_keeps_a_width_and_a_number_takes_none():
    sentence = "for every prior and kernel, at every outcome of positive probability"
    found = as_html(Page("t", (Table(("x", "what is claimed"), (("1", sentence),)),)))
    widths = [cell.split(">")[0] for cell in found.split("<t")[1:] if cell[0] in "hd"]
    assert ["min-width" in width for width in widths] == [False, False, False, True]


def test_a_reader_sees_html_that_is_not_closed():
    with pytest.raises(AssertionError):
        Reader("<p><b>x</p>")


def test_latex_parses():
    is_latex(as_latex(PAGE))
    assert r"a\_1 \textless{} b \& 5 \$" in as_latex(PAGE)


def test_a_long_table_goes_over_pages():
    rows = tuple((str(n), "x") for n in range(40))
    assert r"\begin{longtable}" in as_latex(Page("t", (Table(("a", "b"), rows),)))
    assert r"\begin{tabular}" in as_latex(Page("t", (Table(("a", "b"), rows[:3]),)))


def test_markdown_has_rows_of_equal_width():
    rows = [line for line in as_markdown(PAGE).splitlines() if line.startswith("|")]
    assert [line.replace(r"\|", "").count("|") for line in rows] == [3, 3, 3, 3]
    assert rows[0] == r"| x | P(x) \| y |"
    assert rows[3] == "| 1 | 1/2<br>about |"


def test_text_has_every_word_and_no_latex():
    text = as_text(PAGE)
    assert text.splitlines()[:2] == ["a_1 < b & 5 $: refuted", "scope: the largest is log(2)"]
    for words in ("1. x <= x", "   identity: it cancels [from 1]", "part: one", "a table_1"):
        assert words in text
    assert "\\" not in text


@pytest.mark.parametrize("width", [12, 20, 33, 60])
def test_no_word_is_cut_and_no_line_is_long(width):
    text = "every outcome of positive probability satisfies (1-p)*exp(epsilon)+p*exp(-epsilon) <= 1"
    lines = wrapped(text, width, hanging="  ")
    longest = max(len(part) for part in ("probability", "exp(-epsilon)", "satisfies"))
    assert all(len(line) <= max(width, longest + 2) for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for word in text.split():
        if word.isalpha():
            assert any(word in line for line in lines)


def test_a_table_keeps_its_words_whole():
    rows = (("histogram.composition.derivation", "given earlier counts, a further one leaks"),)
    text = as_text(Page("t", (Table(("id", "what is claimed"), rows),)), width=60)
    assert "histogram.composition.derivation  given earlier counts, a" in text


def test_evidence_becomes_parts_with_their_steps():
    rows = [
        {"kind": "goal", "text": "one", "formal": "x <= x", "latex": "x", "point": "x = 1"},
        {"kind": "rule", "text": "1. a", "formal": "a", "latex": "a", "reason": "so", "from": []},
        {
            "kind": "decision",
            "text": "2. b",
            "formal": "b",
            "latex": "b",
            "reason": "y",
            "from": [1],
        },
        {"kind": "goal", "text": "two", "formal": "z", "latex": "z"},
        {"kind": "witness", "text": "at z = 1", "reason": "computed"},
    ]
    first, second = evidence_blocks(rows)
    assert [block.title[1] for block in (first, second)] == ["one", "two"]
    steps = next(block for block in first.blocks if isinstance(block, Steps))
    assert [reason for _, reason in steps.items] == ["rule: so", "decision: y [from 1]"]
    assert Words("at z = 1 computed", "witness") in second.blocks


def test_a_joint_law_is_a_table():
    half = "1/2"
    witness = {
        "prior": [half, half],
        "joint": [[[half, "0"], ["0", "0"]], [["0", "0"], ["0", half]]],
        "left": 0.5,
        "right": "inf",
        "exact": {"left": half, "right": "inf"},
    }
    table, sides = instance_blocks(witness)
    assert table.header == ("x", "y=0, z=0", "y=0, z=1", "y=1, z=0", "y=1, z=1")
    assert sides.line == "left side 1/2, right side inf; about 0.5 and inf"


def wide(outcomes):
    """Return a kernel on `outcomes` outcomes as a table, and its entries by column."""
    heads = tuple(f"P(y={y}|x)" for y in range(outcomes))
    rows = tuple((str(x), *(f"{x + 7}/{100 + y}" for y in range(outcomes))) for x in range(4))
    return Table(("x", *heads), rows, "the mechanism")


@pytest.mark.parametrize("breaking", [True, False])
@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_table_that_is_too_wide_is_split_into_columns_and_no_number_is_cut(width, breaking):
    table = wide(12)
    parts = list(parts_of(table, width, breaking))
    assert all(part.header[0] == "x" for part in parts)
    # the parts side by side are the table
    lines = zip(
        *((part.header[1:], *(row[1:] for row in part.rows)) for part in parts), strict=True
    )
    joined = [sum(line, ()) for line in lines]
    assert joined == [table.header[1:], *(row[1:] for row in table.rows)]
    assert [part.caption for part in parts] == ["the mechanism", *[""] * (len(parts) - 1)]
    text = as_text(Page("", (table,)), width, title=False)
    assert max(map(len, text.splitlines())) <= width
    words = text.split()
    assert all(words.count(cell) == 1 for row in table.rows for cell in row[1:])


@pytest.mark.parametrize("width", range(24, 124))
def test_a_terminal_has_every_number_of_a_wide_table(width):
    from io import StringIO

    from rich.console import Console

    from pmlsym.cli.conjecture import print_table

    file = StringIO()
    print_table(Console(file=file, width=width), wide(12))
    printed = file.getvalue()
    assert "\u2026" not in printed
    assert max(map(len, printed.splitlines())) <= width
    words = printed.split()
    table = wide(12)
    assert all(words.count(cell) == 1 for row in (table.header, *table.rows) for cell in row[1:])


def test_a_number_longer_than_a_line_is_broken_and_not_cut():
    from io import StringIO

    from rich.console import Console

    from pmlsym.cli.conjecture import print_table

    digits = "".join(str(d % 10) for d in range(1, 150))
    file = StringIO()
    print_table(Console(file=file, width=80), Table(("x", "P(x)"), (("0", digits),)))
    assert "".join(c for c in file.getvalue() if c.isdigit()).removeprefix("0") == digits
