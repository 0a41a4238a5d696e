"""Whether every link of the built site leads somewhere, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADS = {"script", "img", "iframe", "source", "audio", "video", "embed", "object", "input"}
_STYLE = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


class _Page(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self._style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value is not None}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        self._style = tag == "style"
        if tag in _LOADS or (tag == "link" and found.get("rel") not in (None, "canonical")):
            places = [found.get(name) for name in ("src", "data", "href", "poster")]
            self.loads += [place for place in places if place]
            sets = found.get("srcset", "")
            self.loads += [one.split()[0] for one in sets.split(",") if one.strip()]
        elif "href" in found:
            self.links.append(found["href"])
        if "style" in found:
            self.loads += _of_style(found["style"])

    def handle_data(self, data: str) -> None:
        if self._style:
            self.loads += _of_style(data)

    def handle_endtag(self, tag: str) -> None:
        self._style = False


def _of_style(text: str) -> Iterator[str]:
    for one, other in _STYLE.findall(text):
        yield one or other


def check_links(site: Path, awaited: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    """Return what is wrong with the links of a site, a sentence each, and the addresses elsewhere.

    Parameters
    ----------
    site : the folder of the built site.
    awaited : folders that somebody else builds into it; links into one that is not there are good.
    """
    pages = {}
    for path in site.rglob("*.html"):
        reader = _Page()
        reader.feed(path.read_text("utf-8"))
        pages[path.resolve()] = reader
    wrong, outside = [], set()
    missing = tuple(str((site / one).resolve()) for one in awaited if not (site / one).exists())
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
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if str(target).startswith(missing) and missing:
                continue
            if not target.is_file():
                wrong.append(f"{name}: {place} leads to no file")
            elif parts.fragment and not _is_there(parts.fragment, target, pages):
                wrong.append(f"{name}: {place} leads to no anchor")
    for path in site.rglob("*.css"):
        for place in _of_style(path.read_text("utf-8")):
            parts = urlsplit(place)
            if parts.scheme == "data":
                continue
            if parts.scheme or parts.netloc or not (path.parent / parts.path).is_file():
                wrong.append(f"{path.relative_to(site)}: loads {place}, which is not there")
    return wrong, sorted(outside)


def _is_there(fragment: str, target: Path, pages: dict[Path, _Page]) -> bool:
    """Whether a page has an anchor; what scripts read behind the sign is theirs."""
    if "=" in fragment or target.parent.name == "prover" or target not in pages:
        return True
    return unquote(fragment) in pages[target].anchors
