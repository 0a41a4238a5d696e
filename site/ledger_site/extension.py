"""What Sphinx learns: pages of claims, formulas that KaTeX sets, pages of source code, names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from ledger_site.claim_page import ClaimParser
from ledger_site.docstrings import converted
from ledger_site.errata import errata, example
from ledger_site.nodes import (
    Details,
    Saved,
    Summary,
    as_nodes,
    depart_details,
    depart_saved,
    depart_summary,
    link_ids,
    visit_details,
    visit_saved,
    visit_summary,
)
from ledger_site.table import table
from pmlsym.ledger.display.equations import named_formulas
from pmlsym.pages import Strong, Words

ROOT = Path(__file__).parents[2]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    # whoever changes how pages are made has them all made again
    app.add_config_value("made_by", _fingerprint(), "env", str)
    app.add_source_suffix(".claim", "claim")
    app.add_source_parser(ClaimParser)
    app.add_node(Details, html=(visit_details, depart_details))
    app.add_node(Summary, html=(visit_summary, depart_summary))
    app.add_node(Saved, html=(visit_saved, depart_saved))
    app.add_html_math_renderer("katex", (_inline_math, None), (_display_math, None))
    app.add_directive("ledger-table", LedgerTable)
    app.add_directive("ledger-errata", LedgerErrata)
    app.add_directive("ledger-counts", LedgerCounts)
    app.add_directive("ledger-example", LedgerExample)
    app.connect("source-read", _of_nobody)
    if "sphinx.ext.autodoc" in app.extensions:
        app.connect("autodoc-process-docstring", converted)
    app.connect("missing-reference", _known_by_last_name)
    app.connect("html-collect-pages", _source_pages)
    app.connect("html-page-context", _one_tree_a_folder, priority=400)  # before the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _fingerprint() -> str:
    modules = sorted(Path(__file__).parent.glob("*.py"))
    return sha256(b"\0".join(path.read_bytes() for path in modules)).hexdigest()


def _of_nobody(app: Sphinx, name: str, source: list[str]) -> None:
    """Claims stand in the table, not in a tree beside every page."""
    if name.startswith("ledger/") and not name.startswith(("ledger/index", "ledger/errata-")):
        app.env.metadata[name]["orphan"] = True


def _inline_math(writer: Any, node: nodes.math) -> None:
    writer.body.append(f'<span class="math notranslate">{escape(node.astext())}</span>')
    raise nodes.SkipNode


def _display_math(writer: Any, node: nodes.math_block) -> None:
    names = "".join(f'<span id="{escape(one)}"></span>' for one in node["ids"])
    text = escape(node.astext())
    writer.body.append(f'{names}<div class="math display notranslate" tabindex="0">{text}</div>\n')
    raise nodes.SkipNode


def _one_tree_a_folder(
    app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Make the tree beside a page that stands in none only once for its folder.

    To make it takes longer than the page, and hundreds of pages have the same.
    """
    if name in app.env.all_docs and "orphan" not in app.env.metadata[name]:
        return
    make, folder = context["toctree"], name.rpartition("/")[0]

    def tree(**wanted: Any) -> str:
        place = (folder, *sorted(wanted.items()))
        if place not in _TREES.setdefault(app, {}):
            _TREES[app][place] = make(**wanted)
        return _TREES[app][place]

    context["toctree"] = tree


_TREES: WeakKeyDictionary[Sphinx, dict[tuple[Any, ...], str]] = WeakKeyDictionary()


class _OfLedger(SphinxDirective):
    """A part of a page that says what was found of the claims."""

    def summaries(self) -> list[dict[str, Any]]:
        """Return what was found of every claim and repair, without its evidence."""
        return self.read("ledger.json")

    def read(self, name: str) -> Any:
        """Return what a file of the sources holds; the page is made again when it changes."""
        path = Path(self.env.srcdir) / name
        self.env.note_dependency(str(path))
        return json.loads(path.read_text("utf-8"))


class LedgerTable(_OfLedger):
    """The table of all claims."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        return [nodes.raw("", table(self.summaries()), format="html")]


class LedgerCounts(_OfLedger):
    """The numbers of statements, by verdict, each leading to them in the table."""

    def run(self) -> list[nodes.Node]:
        """Return the numbers."""
        rows = [page["row"] for page in self.summaries() if page["repairs"] is None]
        found = Counter(row["verdict"] for row in rows)
        links = "".join(
            f'<a href="ledger/index.html#verdict={one}"><b>{found[one]}</b> {_SAID[one]}</a>'
            for one in _SAID
        )
        every = f'<a href="ledger/index.html"><b>{len(rows)}</b> statements</a>'
        return [nodes.raw("", f'<div class="counts">{every}{links}</div>', format="html")]


# how the front page says a verdict
_SAID = {"proved": "proved", "proved-on-paper": "proved on paper", "refuted": "refuted"}


class LedgerExample(_OfLedger):
    """One refuted claim with its shortest counterexample."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return what is claimed, where that fails, and a link to the page of the claim."""
        name = self.arguments[0]
        if f"ledger/{name}" not in self.env.found_docs:
            return []  # the pages of some claims alone are made
        page = self.read(f"ledger/{name}.claim")
        claimed = Words((f"{page['row']['where']}: ", Strong(page["row"]["says"])))
        cited = named_formulas(page["row"]["paper"], page["row"]["says"])
        link = nodes.reference("", name, refuri=f"ledger/{name}.html", internal=True)
        return [
            *as_nodes([claimed, *cited, *example(page["row"])]),
            nodes.paragraph("", "", nodes.Text("Its page: "), link),
        ]


class LedgerErrata(_OfLedger):
    """The refuted statements of a paper, as a letter to its authors."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return what is said first, files to send, and a section for each statement."""
        paper = self.arguments[0]
        ids = [one["row"]["id"] for one in self.summaries() if one["row"]["paper"] == paper]
        first, entries = errata(paper, [self.read(f"ledger/{one}.claim") for one in ids])
        body: list[nodes.Node] = [*as_nodes(first), _files(paper)]
        for number, (name, title, blocks) in enumerate(entries, start=1):
            said = nodes.title("", f"{number}. {title}")
            part = nodes.section("", said, *as_nodes(blocks), ids=[name], names=[name])
            link_ids(part, self.env.found_docs)
            body.append(part)
        return body


def _files(paper: str) -> nodes.paragraph:
    """Return links to the letter as files."""
    text = Saved("", "text", refuri=f"errata/{paper}.txt")
    latex = Saved("", "LaTeX", refuri=f"errata/{paper}.tex")
    return nodes.paragraph("", "", nodes.Text("To send it: as "), text, nodes.Text(", as "), latex)


def _known_by_last_name(
    app: Sphinx, env: BuildEnvironment, node: nodes.Element, inside: nodes.Element
) -> nodes.Node | None:
    """Resolve a name such as `ParameterError` that the reference has under one long name only.

    A word between single backticks, or an error, of which the reference has nothing is shown as it
    stands.
    """
    if node.get("refdomain") != "py":
        return None
    target = node["reftarget"].removeprefix("ps.").removesuffix("()")
    objects = env.domains.python_domain.objects
    found = [name for name in objects if name == target or name.endswith(f".{target}")]
    found = [name for name in found if objects[name].objtype != "attribute" or "." in target]
    if found:
        name = min(found, key=len)
        to = f"{objects[name].docname}"
        uri = app.builder.get_relative_uri(node.get("refdoc", ""), to) + f"#{name}"
        return nodes.reference("", "", inside.deepcopy(), refuri=uri, internal=True)
    return inside if node["reftype"] in ("obj", "exc") else None


def _source_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for every file that another page leads to."""
    wanted = json.loads((Path(app.srcdir) / "code.json").read_text("utf-8"))
    for file in wanted:
        text = (ROOT / file).read_text("utf-8")
        try:
            lexer = get_lexer_for_filename(file)
        except ClassNotFound:
            lexer = TextLexer()
        form = HtmlFormatter(linenos=True, anchorlinenos=True, lineanchors="line")
        shown = highlight(text, lexer, form)
        body = f'<h1>{escape(file)}</h1><div class="source-file">{shown}</div>'
        yield f"source/{file}", {"title": file, "body": body}, "page.html"
