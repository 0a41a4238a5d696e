"""The page of a claim: a source of Sphinx that holds what was found as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from docutils import nodes
from sphinx.parsers import Parser

from ledger_site.contents import sections
from ledger_site.errata import MEANINGS
from ledger_site.nodes import Details, Saved, Summary, as_nodes, link_ids
from ledger_site.witness import in_python
from pmlsym.formal import coq
from pmlsym.formal.syntax import statement
from pmlsym.ledger.wording import PAPERS
from pmlsym.pages import by_coq
from pmlsym.statements.text.parse import parse

PROVER = "../prover/index.html#"  # from a page of the ledger; behind the sign, what to do


class ClaimParser(Parser):
    """Reads what `ledger_site.sources` writes of a claim."""

    supported = ("claim",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Put the page into the document."""
        page = json.loads(inputstring)
        name = page["row"]["id"]
        found = nodes.section("", nodes.title("", name), ids=["claim"], names=[name])
        found += _breadcrumb(page["row"])
        found += _verdict(page["row"])
        found += nodes.paragraph("", f"Claimed: {page['row']['says']}.", classes=["says"])
        for title, blocks in sections(page):
            part = _section(title, as_nodes(blocks))
            if title.startswith(("The nearest", "What it repairs")):
                other = page["repair"] or page["repairs"]
                part += _link_to(other["id"])
            if title == "Counterexample" and (code := in_python(page["row"]["witness"])):
                part += nodes.paragraph("", "In Python:")
                part += nodes.literal_block(code, code, language="python")
            found += part
        if page["row"]["in_coq"]:
            found += _section("In Coq", list(_in_coq(page["row"])))
        found += _section("Certificates", list(_certificates(page)))
        found += _section("Try it", list(_try(page)))
        found += _section("Code", list(_code(page)))
        found += nodes.paragraph("", _checked(page["checked"]), classes=["checked"])
        found += _neighbours(page)
        document += found
        link_ids(document, document.settings.env.found_docs, name)
        document.settings.record_dependencies.add(__file__)


def prover_link(statement: str) -> str:
    """Return the permanent link to the prover's page with a statement in its box.

    Examples
    --------
    >>> prover_link("PML(e) => PMC(e)")
    '../prover/index.html#s=PML%28e%29+%3D%3E+PMC%28e%29'
    """
    return PROVER + urlencode({"s": statement})


def _section(title: str, body: list[nodes.Node]) -> nodes.section:
    name = nodes.make_id(title)
    return nodes.section("", nodes.title("", title), *body, ids=[name], names=[title.lower()])


def _breadcrumb(row: dict[str, Any]) -> nodes.paragraph:
    paper = PAPERS[row["paper"]]
    ledger = nodes.reference("", "Ledger", refuri="index.html", internal=True)
    key = nodes.reference("", row["paper"], refuri=f"index.html#paper={row['paper']}")
    title = nodes.emphasis("", paper)
    # a statement of our own is in no paper
    where = "our own, beside" if row["where"] == "own" else f"{row['where']} of"
    return nodes.paragraph(
        "", "", ledger, nodes.Text(" › "), key, nodes.Text(f": {where} "), title,
        classes=["breadcrumb"],
    )  # fmt: skip


def _verdict(row: dict[str, Any]) -> nodes.paragraph:
    verdict = row["verdict"] or "no verdict"
    badge = nodes.inline("", verdict, classes=["verdict", f"verdict-{verdict.replace(' ', '-')}"])
    found = nodes.paragraph("", "", badge, classes=["verdicts"])
    if row["kind"]:
        found += nodes.Text(" ")
        found += nodes.inline("", row["kind"], classes=["kind"])
        found += nodes.inline("", f" {MEANINGS[row['kind']]}", classes=["faint"])
    return found


def _link_to(name: str) -> nodes.paragraph:
    link = nodes.reference("", name, refuri=f"{name}.html", internal=True)
    return nodes.paragraph("", "", nodes.Text("Its page: "), link)


def _in_coq(row: dict[str, Any]) -> Iterator[nodes.Node]:
    """Yield what Coq has checked: which statements, and each as Coq was asked."""
    said = by_coq(row)
    yield nodes.paragraph("", f"{said[:1].upper()}{said[1:]}.")
    written = {one.name: one.text for one in coq.written()}
    asked = dict.fromkeys(
        written.get(name) or f"means ({statement(parse(row['texts'][one['statement'] - 1]))})."
        for one in row["in_coq"]
        for name in one["theorem"].split()
    )
    for text in asked:
        yield nodes.literal_block(text, text, language="coq")


def _certificates(page: dict[str, Any]) -> Iterator[nodes.Node]:
    found = page["certificates"]
    if not found:
        yield nodes.paragraph("", "It rests on no decision, so there is nothing to certify.")
        return
    files = dict.fromkeys(one["file"] for one in found)
    number = "one certificate" if len(files) == 1 else f"{len(files)} certificates"
    words = (
        f"Its decisions rest on {number}: polynomial identities that plain Python multiplies out ("
    )
    how = nodes.literal("", f"pmlsym certify --out DIR {page['row']['id']}; pmlsym verify DIR")
    yield nodes.paragraph("", "", nodes.Text(words), how, nodes.Text(")."))
    entries = nodes.bullet_list(classes=["certificates"])
    for one in found:
        link = Saved("", one["file"], refuri=f"certificates/{one['file']}")
        part = nodes.Text(f", part {one['part']}: ")
        entries += nodes.list_item(
            "", nodes.paragraph("", "", link, part, nodes.literal("", one["goal"]))
        )
    yield Details("", Summary("", "download them"), entries)


def _try(page: dict[str, Any]) -> Iterator[nodes.Node]:
    name = page["row"]["id"]
    if page["repairs"] is None:  # the prover lists the claims of the papers
        anew = nodes.reference("", "check it anew", refuri=PROVER + urlencode({"claim": name}))
        yield nodes.paragraph("", "", nodes.Text("Let your browser "), anew, nodes.Text("."))
    if page["texts"]:
        yield nodes.paragraph("", "Prove or refute it from its text alone, which you can change:")
        entries = nodes.bullet_list()
        for text in page["texts"]:
            link = nodes.reference("", text, refuri=prover_link(text), classes=["try"])
            entries += nodes.list_item("", nodes.paragraph("", "", link))
        yield entries
    if page["on_kernel"]:
        sets = "".join(f" --set {one}=1/2" for one in page["parameters"])
        yield nodes.paragraph("", "On a mechanism of your own, a row for each secret:")
        yield _console(
            f"$ pmlsym try {name} --kernel kernel.csv --prior 1/2,1/2{sets}\n$ pmlsym show {name}"
        )
    elif page["instances"]:
        yield nodes.paragraph(
            "",
            "Its instances are not single finite mechanisms. Test it on a hundred fresh ones:",
        )
        lines = f'import pmlsym as ps\n\nfor said in ps.claim("{name}").asserts:\n'
        found = nodes.literal_block("", f"{lines}    print(said.trial(100))", language="python")
        yield found
    else:
        yield _console(f"$ pmlsym show {name}")


def _console(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="console")


def _code(page: dict[str, Any]) -> Iterator[nodes.Node]:
    file, line = page["code"]
    link = nodes.reference("", file, refuri=f"../source/{file}.html#line-{line}", classes=["code"])
    yield nodes.paragraph("", "", nodes.Text("Written in "), link, nodes.Text(f", line {line}."))
    if page["named_in"]:
        found: list[nodes.Node] = [nodes.Text("Tests that name it: ")]
        for number, file in enumerate(page["named_in"]):
            found += [nodes.Text(", ")] if number else []
            found.append(nodes.reference("", file, refuri=f"../source/{file}.html"))
        yield nodes.paragraph("", "", *found, nodes.Text("."))


def _checked(programs: dict[str, str]) -> str:
    first, *others = (f"{name} {version}" for name, version in programs.items())
    return (
        f"Checked when this page was built, by {first} on {', '.join(others)}; the verdict, the "
        "goals and the repair are those on record."
    )


def _neighbours(page: dict[str, Any]) -> nodes.paragraph:
    found: list[nodes.Node] = []
    for sign, name in (("←\u00a0{}", page["before"]), ("{}\u00a0→", page["after"])):
        if name is not None:
            found.append(nodes.reference("", sign.format(name), refuri=f"{name}.html"))
    return nodes.paragraph("", "", *found, classes=["neighbours"])
