"""Which ids are near a name that is none: by how it begins, by its parts, by spelling, by meaning.

Nothing is loaded for that: the ids are those on record, and what a claim is about is read in the
source beside its id.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import log
from operator import itemgetter

from pmlsym.errors import UnknownNameError

_SHOWN = 5  # names in one message
_BESIDE = 900  # characters of source after an id that say what it is about
_LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_CLAIM = re.compile(r'Claim\(\s*(?:id=)?"([\w.-]+)"')
_WORD = re.compile(r"[a-z]{3,}|\d+")
# how papers are cited: Thm 6, Prop. 1, eq. (4)
_LONG = {
    **dict.fromkeys(("thm", "theo", "th"), "theorem"),
    "prop": "proposition",
    "cor": "corollary",
    "lem": "lemma",
    "def": "definition",
    "defn": "definition",
    "ex": "example",
    "rem": "remark",
    "tab": "table",
    **dict.fromkeys(("eq", "eqn", "equation"), "eq"),
}
_KINDS = "|".join(sorted(_LONG, key=len, reverse=True))
_SHORT = re.compile(rf"\b(?P<word>{_KINDS})[.\s_(-]*(?P<number>\d+)\)?")


def near(name: str, ids: Iterable[str], about: Mapping[str, str] | None = None) -> list[str]:
    """Return the ids that somebody who typed a name may have meant, the likeliest first.

    Parameters
    ----------
    name : what was typed.
    ids : all that there are.
    about : words about some of them.

    Examples
    --------
    >>> ids = ["pmc.theorem-6.i", "pmc.theorem-6.ii", "linear.theorem-1"]
    >>> near("pmc.theorem-6", ids), near("theorem-1", ids), near("linear.teorem-1", ids)
    (['pmc.theorem-6.i', 'pmc.theorem-6.ii'], ['linear.theorem-1'], ['linear.theorem-1'])
    >>> near("Theorem 1", ids), near("pmc theorem 6", ids)
    (['linear.theorem-1'], ['pmc.theorem-6.i', 'pmc.theorem-6.ii'])
    >>> near("Thm. 1", ids), near("pmc.thm-6", ids)
    (['linear.theorem-1'], ['pmc.theorem-6.i', 'pmc.theorem-6.ii'])
    >>> near("guessing", ids, {"pmc.theorem-6.ii": "what a guessing adversary gains"})
    ['pmc.theorem-6.ii']
    """
    known, typed = list(ids), name.strip().lower()
    if not typed:
        return []
    typed = _SHORT.sub(lambda cited: f"{_LONG[cited['word']]}-{cited['number']}", typed)
    dashed = re.sub(r"[\s_]+", "-", typed)  # Theorem 6 is written theorem-6
    found: list[str] = []
    for written in dict.fromkeys((typed, dashed, dashed.replace("-", ".", 1))):
        begun = [one for one in known if one.startswith(f"{written}.")]
        within = [one for one in known if _has_parts(one.split("."), written.split("."))]
        found = found or list(dict.fromkeys([*begun, *within]))
    if not found:
        found = _spelled(typed, known) or _alike(typed, known, about or {})
    return found[:_SHOWN]


def _spelled(typed: str, known: list[str]) -> list[str]:
    """Return the ids that are spelled nearly so: the nearest, and those that are as near."""
    close = get_close_matches(typed, known, n=_SHOWN, cutoff=0.75)
    share = {one: SequenceMatcher(None, typed, one).ratio() for one in close}
    return [one for one in close if share[one] > max(share.values()) - 0.02]


def _has_parts(parts: list[str], wanted: list[str]) -> bool:
    """Whether the wanted parts stand among the parts of an id, one after the other."""
    places = range(len(parts) - len(wanted) + 1)
    return any(parts[place : place + len(wanted)] == wanted for place in places)


def _alike(typed: str, known: list[str], about: Mapping[str, str]) -> list[str]:
    """Return the ids with most of the typed words in them, or in what they are about."""
    wanted = set(map(_stem, _WORD.findall(typed)))
    words = {}
    for one in known:
        said = " ".join(_WORD.findall(f"{one} {about.get(one, '')}".lower()))
        words[one] = {word for word in wanted if re.search(rf"\b{word}", said)}
    often = Counter(word for found in words.values() for word in found)
    if not often:
        return []
    rare = {word: log(1 + len(known) / count) for word, count in often.items()}
    worth = {one: sum(rare[word] for word in found) for one, found in words.items()}
    best = max(worth.values())
    # first what has most of the words, and of these what says nothing else
    order = sorted(known, key=lambda one: (-worth[one], len(about.get(one, ""))))
    return [one for one in order if worth[one] > best / 2]


def _stem(word: str) -> str:
    """Return a word without an ending: ``guesses`` and ``guessing`` are about the same."""
    for ending in ("ing", "es", "ed", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 3:
            return word[: -len(ending)]
    return word


@cache
def _sources() -> str:
    """Return the source of every paper's claims, one module after the other."""
    return "\n".join(_texts(files("pmlsym.ledger")))


def _texts(place: Traversable) -> Iterable[str]:
    for inside in sorted(place.iterdir(), key=lambda one: one.name):
        if inside.is_dir():
            yield from _texts(inside)
        elif inside.name.endswith(".py"):
            yield inside.read_text(encoding="utf-8")


@cache
def _begins() -> dict[str, int]:
    """Return where in the source each claim is written, by its id: the place behind the id."""
    return {found[1]: found.end() for found in _CLAIM.finditer(_sources())}


def is_written(name: str) -> bool:
    """Whether the package has the source of such a claim: it may not yet be on record."""
    return name in _begins()


def about() -> dict[str, str]:
    """Return what the source says right behind each id: place, words and scope of the claim."""
    text, found, begins = _sources(), {}, _begins()
    ends = [*sorted(begins.values())[1:], len(text)]
    for (name, begin), end in zip(sorted(begins.items(), key=itemgetter(1)), ends, strict=True):
        found[name] = " ".join(_LITERAL.findall(text[begin : min(end, begin + _BESIDE)]))
    return found


def unknown(
    name: str, recorded: Sequence[str], others: Sequence[str], papers: Sequence[str]
) -> UnknownNameError:
    """Return the error that says which ids are near.

    Parameters
    ----------
    name : what was asked for.
    recorded, others : the ids of the package, and those of claims from outside.
    papers : the keys of papers.
    """
    if name in papers:
        whole = f"It is a paper: ps.claims({name!r}), or pmlsym check --paper {name}."
        return UnknownNameError("claim", name, (), hint=whole)
    found = near(name, (*recorded, *others), about())
    hint = "" if found else "ps.claims() and pmlsym check list those that there are."
    return UnknownNameError("claim", name, (), found, hint)
