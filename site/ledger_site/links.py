"""Checks of the built site: links lead to every page and none to nothing; all of it is here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADS = {"script", "img", "iframe", "source", "audio", "video", "embed", "object", "input"}
_TAG = re.compile(r"""<([a-zA-Z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>""")
_SAID = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_UNREAD = re.compile(r"(<script[^>]*>).*?</script>|<!--.*?-->", re.S)  # tags in it are none
_SHEET = re.compile(r"<style[^>]*>(.*?)</style>", re.S)
_STYLE = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


class _Page:
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self, html: str) -> None:
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        for style in _SHEET.findall(html):
            self.loads += _of_style(style)
        for tag, inside in _TAG.findall(_UNREAD.sub(r"\1", html)):
            found = {name.lower(): unescape(a or b or c) for name, a, b, c in _SAID.findall(inside)}
            self._read(tag.lower(), found)

    def _read(self, tag: str, found: dict[str, str]) -> None:
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag in _LOADS or (tag == "link" and found.get("rel") not in (None, "canonical")):
            places = [found.get(name) for name in ("src", "data", "href", "poster")]
            self.loads += [place for place in places if place]
            sets = found.get("srcset", "")
            self.loads += [one.split()[0] for one in sets.split(",") if one.strip()]
        elif "href" in found or tag == "form":
            self.links.append(found.get("href") or found.get("action", ""))
        if "style" in found:
            self.loads += _of_style(found["style"])


def _of_style(text: str) -> Iterator[str]:
    for one, other in _STYLE.findall(text):
        yield one or other


def check_links(site: Path) -> tuple[list[str], list[str]]:
    """Return what is wrong with the links of a site, a sentence each, and the addresses elsewhere.

    Wrong is also that no links lead from the front page to a page.

    Parameters
    ----------
    site : the folder of the built site.
    """
    pages = {}
    for path in site.rglob("*.html"):
        pages[path.resolve()] = _Page(path.read_text("utf-8"))
    wrong, outside = [], set()
    leads: dict[Path, set[Path]] = {path: set() for path in pages}
    for path, page in sorted(pages.items()):
        name = path.relative_to(site.resolve())
        for place in dict.fromkeys([*page.loads, *page.links]):
            parts = urlsplit(place)
            if parts.scheme in ("data", "mailto", "javascript"):
                continue
            if parts.scheme or parts.netloc:
                outside.add(place)
                if place in page.loads:
                    wrong.append(f"{name}: loads {place}")
                elif parts.scheme not in ("http", "https"):
                    wrong.append(f"{name}: {place} leads to nothing that a browser knows")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if place in page.links:
                leads[path].add(target)
            if not target.is_file():
                wrong.append(f"{name}: {place} leads to no file")
            elif parts.fragment and not _is_there(parts.fragment, target, pages):
                wrong.append(f"{name}: {place} leads to no anchor")
    for path in sorted(pages.keys() - _reached(site.resolve() / "index.html", leads)):
        wrong.append(f"{path.relative_to(site.resolve())}: no link from the front page leads to it")
    for path in site.rglob("*.css"):
        for place in _of_style(path.read_text("utf-8")):
            parts = urlsplit(place)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc or not (path.parent / parts.path).is_file():
                wrong.append(f"{path.relative_to(site)}: loads {place}, which is not there")
    return wrong, sorted(outside)


def _reached(front: Path, leads: dict[Path, set[Path]]) -> set[Path]:
    """Return the pages to which links lead from the front page, step by step."""
    reached, left = {front}, [front]
    while left:
        new = leads.get(left.pop(), set()) - reached
        reached |= new
        left += new
    return reached


def _is_there(fragment: str, target: Path, pages: dict[Path, _Page]) -> bool:
    """Whether a page has an anchor; what scripts read behind the sign is theirs."""
    if "=" in fragment or target.parent.name == "prover" or target not in pages:
        return True
    return unquote(fragment) in pages[target].anchors
