"""Statements in words, one paragraph each: what several of them say alike stands once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pmlsym.pages import Words

_GLOSS = re.compile(r" \((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
_SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}")  # what a formula in brackets has not
_LONG = 40  # characters of what stands in brackets, from which on it is not said again
_BEFORE = 24  # characters before it that have to be the same
_HERE = re.compile(r" Here(, [^,]+,)? (.+)\.$")
# what statements of a paper name by its number there
_NAMED = {
    "(5)": "(5) is the largest -log(alpha sum_j e^(<s, w_r - w_j>/b) + (1 - k alpha) "
    "e^(<s, w_r - w_c>/b)) over classes r and c and signs s in {-1, 1}^m, with w_j the column of "
    "class j in W",
    "(7)": "(7) is the largest -log(alpha sum_j e^(-||w_r - w_j||_1/b) + (1 - k alpha) "
    "e^(-||w_r - w_c||_1/b)) over classes r and c, with w_j the column of class j in W",
    "(4)": "eps_DP of (4) is the largest ||w_r - w_j||_1/b over classes r and j",
    "(9)": "the Haar workload (9) is the count of all classes, and then the differences between "
    "the two halves, between the two quarters of each half, and so on",
    "tilted": "the tilted bound is (5) with all slopes s in [-1, 1]^m in the place of signs",
}


def in_words(text: str) -> Iterator[Words]:
    r"""Yield what is asserted in words, a paragraph for each line: one statement.

    A definition, or a long explanation in brackets, that an earlier paragraph has is left out of
    the later ones; so are quantifiers that are those of the paragraph before.

    Examples
    --------
    >>> [paragraph.label for paragraph in in_words("Each has one.\nAll have one.")]
    ['in words', 'and']
    >>> text = "For all a: a leaks. Here a is 1; b is 2.\nFor all a: b leaks. Here b is 2."
    >>> for paragraph in in_words(text):
    ...     print(paragraph.label, paragraph.line, sep=": ")
    in words: For all a: a leaks.
    and for all these: b leaks.
    here: a is 1; b is 2
    """
    glosses: set[str] = set()
    meanings: dict[str, dict[str, None]] = {}
    before = ""
    for number, line in enumerate(text.splitlines()):
        here = _HERE.search(line)
        if here is not None:
            defined = meanings.setdefault((here[1] or "").strip(", "), {})
            defined.update(dict.fromkeys(here[2].split("; ")))
            line = line[: here.start()]
        opening, colon, rest = line.partition(": ")
        if colon and opening == before and opening.startswith("For "):
            yield Words(_without_known(rest, glosses), "and for all these")
        else:
            yield Words(_without_known(line, glosses), "and" if number else "in words")
        before = opening
    for under, defined in meanings.items():
        yield Words("; ".join(defined), f"here, {under}" if under else "here")


def _without_known(line: str, glosses: set[str]) -> str:
    """Return a line without explanations that were given, and note those that it gives."""
    found, place = [], 0
    for gloss in _GLOSS.finditer(line):
        known = line[max(0, gloss.start() - _BEFORE) : gloss.end()]
        if len(gloss[0]) > _LONG and _SENTENCE.search(gloss[0]) and known in glosses:
            found.append(line[place : gloss.start()])
            place = gloss.end()
        glosses.add(known)
    return "".join((*found, line[place:]))


def named_formulas(paper: str, *texts: str) -> Iterator[Words]:
    """Yield the formulas of a paper that texts name by their numbers, written out.

    Examples
    --------
    >>> [words.label for words in named_formulas("linear", "L_n <= (7)", "as in Fig. 1")]
    ['where']
    """
    if paper == "linear":
        for name, formula in _NAMED.items():
            if any(name in text for text in texts):
                yield Words(formula, "where")
