"""The link checker sees what leads nowhere, and what is loaded from elsewhere."""

import pytest
from ledger_site.links import check_links


def written(folder, **pages):
    pages.setdefault("index", "".join(f'<a href="{name}.html">' for name in pages))
    for name, body in pages.items():
        (folder / f"{name}.html").write_text(f"<html><body>{body}</body></html>", "utf-8")
    return folder


def test_links_that_lead_somewhere_are_good(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    site = written(
        tmp_path,
        one='<h1 id="top">1</h1><a href="two.html#part">2</a><a href="a.json">c</a><a href="#top">',
        two='<script>"<a href=gone>"</script><!-- <img src="x"> --><p id="part">2</p>'
        '<a href="one.html">1</a><a href="https://example.org/x">out</a>',
    )
    assert check_links(site) == ([], ["https://example.org/x"])


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ('<a href="three.html">3</a>', "one.html: three.html leads to no file"),
        ('<a href="two.html#gone">2</a>', "one.html: two.html#gone leads to no anchor"),
        ('<a href="#gone">2</a>', "one.html: #gone leads to no anchor"),
        ('<img src="x.png">', "one.html: x.png leads to no file"),
        ('<img srcset="x.png 2x">', "one.html: x.png leads to no file"),
        ('<script src="https://example.org/x.js"></script>', "one.html: loads https://example.org"),
        ('<link rel="stylesheet" href="//example.org/x.css">', "one.html: loads //example.org"),
        ("<a href='gone.html'>3</a>", "one.html: gone.html leads to no file"),
        ('<a href="code:x.py">3</a>', "one.html: code:x.py leads to nothing"),
        ("<style>a { background: url(https://example.org/x) }</style>", "one.html: loads https:"),
        ('<p style="background: url(x.png)">', "one.html: x.png leads to no file"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, body, sentence):
    wrong, _ = check_links(written(tmp_path, one=body, two="2"))
    assert len(wrong) == 1
    assert wrong[0].startswith(sentence)


def test_a_style_sheet_loads_what_is_there(tmp_path):
    (tmp_path / "site.css").write_text("@font-face { src: url(fonts/x.woff2) }")
    assert check_links(tmp_path)[0] == ["site.css: loads fonts/x.woff2, which is not there"]
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts/x.woff2").write_bytes(b"")
    assert check_links(tmp_path)[0] == []


def test_what_a_script_reads_is_no_anchor(tmp_path):
    body = '<a href="prover/index.html#s=PML(e)">try</a>'
    assert check_links(written(tmp_path, one=body))[0]
    written_page = tmp_path / "prover/index.html"
    written_page.parent.mkdir()
    written_page.write_text("", "utf-8")
    assert check_links(tmp_path) == ([], [])


def test_a_page_to_which_no_link_leads_is_named(tmp_path):
    two = '<a href="three.html"> <form action="five.html"> <link rel="next" href="four.html">'
    pages = {"two": two, "three": "", "four": '<a href="two.html">', "five": ""}
    site = written(tmp_path, index='<a href="two.html">', **pages)
    assert check_links(site)[0] == ["four.html: no link from the front page leads to it"]
