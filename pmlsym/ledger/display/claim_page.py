"""One claim as a page: the statement, its evidence or counterexample, and its repair.

The pages are made of the same plain data that ``pmlsym show --json`` prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pmlsym.given import with_noun
from pmlsym.ledger.display.equations import named_formulas
from pmlsym.ledger.rows import ArgumentRow, ClaimRow, EvidenceRow, Heading
from pmlsym.pages import (
    Block,
    Folded,
    Formula,
    Page,
    Strong,
    Words,
    as_text,
    by_coq,
    certified,
    evidence_blocks,
    instance_blocks,
    parted,
    pieces,
    plain,
    tried,
    verdict_words,
    witness_text,
    wrapped,
)

# --- statements -----------------------------------------------------------------------------------
# Statements in words, one paragraph each, without explanations that repeat.

_GLOSS = re.compile(r" \((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
_SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}")  # matches words, but no formula in brackets
_LONG = 40  # characters in brackets from which on a repetition is left out
_BEFORE = 24  # characters before the bracket that have to be the same
_HERE = re.compile(r" Here(, [^,]+,)? (.+)\.$")


def in_words(text: str) -> Iterator[Words]:
    r"""Yield the statements in words, one paragraph for each line.

    A definition, or a long explanation in brackets, that an earlier paragraph has is left out of
    the later ones, and so are the quantifiers of the paragraph before.

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
    """Return a line without explanations in `glosses`, and add its own to them."""
    found, place = [], 0
    for gloss in _GLOSS.finditer(line):
        known = line[max(0, gloss.start() - _BEFORE) : gloss.end()]
        if len(gloss[0]) > _LONG and _SENTENCE.search(gloss[0]) and known in glosses:
            found.append(line[place : gloss.start()])
            place = gloss.end()
        glosses.add(known)
    return "".join((*found, line[place:]))


# --- outline --------------------------------------------------------------------------------------
# The outline of a proof: its goals, shortened to the available lines.

SCREEN = 80  # characters on a line
_LONGEST = (300, 160, 80, 0)  # characters of a goal, tried in this order; 0 leaves goals out
_INDENT = 3


def counts(evidence: Sequence[EvidenceRow]) -> str:
    """Return the numbers of goals, steps and certificates of a proof, in words."""
    goals = sum(row["kind"] == "goal" for row in evidence)
    steps = sum("from" in row for row in evidence)
    certificates = sum(map(certified, evidence))
    return (
        f"{with_noun(goals, 'goal')}, {with_noun(steps, 'step')}, "
        f"{with_noun(certificates, 'certificate')}"
    )


def outline(evidence: Sequence[EvidenceRow], lines: int) -> tuple[Words, ...]:
    """Return the goals of a proof in at most `lines` lines, and how many are left out.

    The first line and one goal are always there. `evidence` has the rows of ``--json``.
    """
    goals = [row for row in evidence if row["kind"] == "goal"]
    first = Words(counts(evidence), "outline")
    for longest in _LONGEST:
        found = [_goal(number, goal, longest) for number, goal in enumerate(goals, start=1)]
        if sum(map(_height, found)) < lines:
            return (first, *found)
    kept: list[Words] = []
    room = lines - 2
    for goal in found:
        room -= _height(goal)
        if room < 0 and kept:
            break
        kept.append(goal)
    more = len(goals) - len(kept)
    return (first, *kept, Words(f"and {with_noun(more, 'goal')} more"))


def _goal(number: int, goal: EvidenceRow, longest: int) -> Words:
    formal = goal["formal"] or ""
    text = f"{goal['text']}: {shortened(formal, longest)}" if longest and formal else goal["text"]
    if "bound" in goal:
        text += f" (the proof is for {goal['bound']})"
    return Words(text, f"goal {number}")


def _height(words: Words) -> int:
    return len(wrapped(f"{words.label}: {words.line}", SCREEN, hanging=" " * _INDENT))


def shortened(formal: str, longest: int) -> str:
    """Shorten a goal to about `longest` characters, with a count of the hypotheses left out."""
    if len(formal) <= longest:
        return formal
    given, arrow, conclusion = map(str.strip, formal.rpartition(" => "))
    if len(conclusion) > longest:
        cut = conclusion.rfind(" ", 0, longest)
        cut = longest if cut < longest // 2 else cut
        conclusion = f"{conclusion[:cut]} ... ({len(conclusion) - cut} characters more)"
    if not arrow:
        return conclusion
    hypotheses = _split(given)
    kept: list[str] = []
    room = longest - len(conclusion)
    for hypothesis in hypotheses:
        room -= len(hypothesis) + 2
        if room < 0:
            break
        kept.append(hypothesis)
    more = len(hypotheses) - len(kept)
    if more:
        kept.append(f"({with_noun(more, 'hypothesis', 'hypotheses')} more)")
    return f"{', '.join(kept)} => {conclusion}"


def _split(given: str) -> list[str]:
    """Split hypotheses at the commas outside of brackets."""
    found, depth = [""], 0
    for sign in given:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            found.append("")
        else:
            found[-1] += sign
    return [hypothesis.strip() for hypothesis in found]


# --- one ------------------------------------------------------------------------------------------

_INSTANCES = ("counterexample", "example")
_NAME = re.compile(r"[A-Za-z]\w*")
_SENTENCES = re.compile(r"(?<=[a-z0-9)\]]\.) (?=[A-Z(])")  # the ends of sentences
_LINES = 46  # of one screen, without a title and the last line
_SCOPE = 4  # lines of a scope; the rest is folded

_TYPED = "typed by a person; what is checked is the statement"


def heading_page(row: Heading, repair: Heading | None = None) -> Page:
    """Return the page of a claim that has not been checked."""
    blocks = [*_claimed(row), *_explained(row)]
    if repair is not None:
        blocks.append(Words((f"{repair['id']}: {repair['says']}",), "what it is repaired to"))
    return Page(f"{row['id']} ({row['paper']}, {row['where']})", tuple(blocks))


def checked_page(row: ClaimRow, full: bool = False) -> Page:
    """Return the page of a checked claim with its evidence.

    Where folds cannot be opened, an outline replaces them, so that most pages fit one screen of 50
    lines.
    """
    title = (f"{row['id']} ({row['paper']}, {row['where']}): ", Strong(verdict_words(row)))
    instances = [step for step in row["evidence"] if step["kind"] in _INSTANCES]
    blocks = [*_claimed(row)]
    if row["witness"] is not None:
        instance, fails = parted(witness_text(row))
        blocks += instance_blocks(row["witness"], fails or instance)
        blocks += _further(instances[1:])
    if row["repair"] is not None:
        blocks.append(_repaired(row["repair"], full))
    blocks += [*_explained(row, row["repair"]), *_judged(row), *_used(row)]
    if row["witness"] is None:
        blocks += [*evidence_blocks(instances[:1]), *_further(instances[1:])]
    proof = [step for step in row["evidence"] if step["kind"] not in _INSTANCES]
    if any(step["kind"] == "goal" for step in proof):
        left = _LINES - len(as_text(Page("", tuple(blocks)), SCREEN, title=False).splitlines())
        steps = (*symbols(row), *evidence_blocks(proof))
        blocks.append(Folded(("proof: ", counts(proof)), steps, outline(proof, left)))
    else:
        blocks += evidence_blocks(step for step in proof if step["kind"] != "witness")
    if full:
        return Page(title, tuple(map(_opened, blocks)))
    if any(isinstance(block, Folded) for block in blocks):
        last = f"pmlsym show {row['id']} --full prints every step, and why each holds."
        blocks.append(Words(last, faint=True))
    return Page(title, tuple(blocks))


def _opened(block: Block) -> Block:
    return replace(block, outline=None) if isinstance(block, Folded) else block


def checked_latex(verdict: str, statement: str, fails: str, repair: tuple[str, str] | None) -> str:
    r"""Return a verdict with what it is about, where that fails and what is true, as a formula.

    Examples
    --------
    >>> print(checked_latex("proved", r"x \le x", "", None))
    $\displaystyle\begin{aligned}&\textbf{proved}\text{: } x \le x\end{aligned}$
    """
    # the colon is text: math mode would set it as a relation
    rows = [rf"&\textbf{{{verdict}}}\text{{: }} {statement}"]
    if fails:
        rows.append(rf"&{fails}")
    if repair is not None:
        rows.append(rf"&\text{{{repair[0]} repair: }} {repair[1]}")
    body = r" \\ ".join(rows)
    return rf"$\displaystyle\begin{{aligned}}{body}\end{{aligned}}$"


def _claimed(row: Heading) -> Iterator[Block]:
    """Yield the claim in the words of the ledger and in its language."""
    yield Words(row["says"], "claimed")
    if row["as_typed"]:
        yield Words(("in a formula: ", Formula(row["as_typed"], row["as_typed"])), faint=True)
        yield Words(_TYPED, faint=True)
    if row["statement"]:
        # a terminal shows the text in the language, or else the words
        yield Words(Formula(row["text"] or "", row["statement"]), "checked" if row["text"] else "")
    if not row["text"]:
        # an instance on which it fails names its numbers as the words do
        yield from in_words(row["words"])


def _explained(row: Heading, repair: Heading | None = None) -> Iterator[Block]:
    """Yield a statement in the language in words, the formulas that it names, and its scope."""
    if row["text"]:
        yield from in_words(row["words"])
    named = [row["says"], row["words"], row["scope"]]
    cited = [*named, repair["says"], repair["words"]] if repair is not None else named
    for words in named_formulas(row["paper"], *cited):
        if not any(plain(words.line) in text for text in named):  # it is written out
            yield words
    if row["scope"]:
        yield from _scope(row["scope"])


def _scope(text: str) -> Iterator[Block]:
    """Yield a scope; of a long one the first sentences, and the others folded."""
    sentences = _SENTENCES.split(text)
    number = len(sentences)
    while number > 1 and _height(Words(" ".join(sentences[:number]), "scope")) > _SCOPE:
        number -= 1
    first, rest = " ".join(sentences[:number]), sentences[number:]
    if not rest:
        yield Words(first, "scope")
        return
    more = Words(f"and {with_noun(len(rest), 'sentence')} more on the scope", faint=True)
    yield Folded(("scope: ", first), (Words(" ".join(rest)),), (Words(first, "scope"), more))


def _judged(row: ClaimRow) -> Iterator[Block]:
    if row["root"] not in (None, row["id"]):
        own = "its author says that " if row["outside"] else ""
        yield Words(f"{own}the mistake is that of {row['root']}", "root")
    if row["misprint"]:
        yield Words(row["misprint"], "misprint")


def _used(row: ClaimRow) -> Iterator[Block]:
    """Yield the reductions of programs, the informal steps, and the tests of both."""
    if checked := by_coq(row):
        yield Words(checked, "whole theorem")
    theorems = {theorem["name"]: theorem for theorem in row["reductions"]}
    steps = {step["text"]: step for step in row["arguments"]}
    for name, theorem in theorems.items():
        if name not in steps:
            yield Words(f"{name}: {theorem['says']}", "reduced")
    for name, step in steps.items():
        if not step["bookkeeping"]:
            says = f"{name}: {theorems[name]['says']}" if name in theorems else name
            yield Words(f"{says} ({_tested(step)})", "informal step")
    plain = [f"{name} ({_tested(step)})" for name, step in steps.items() if step["bookkeeping"]]
    if plain:
        yield Words("; ".join(plain), "bookkeeping")
    why = [Words(f"{name}: {one['because']}", "because") for name, one in theorems.items()]
    why += [Words(f"{name}: {step['test']}", "its test") for name, step in steps.items()]
    if why:
        yield Folded("Why these steps hold, and what tests them", tuple(why), outline=())
    if row["models"]["tried"]:
        yield Words(tried(row["models"], row["verdict"] == "refuted"), faint=True)


def _tested(step: ArgumentRow) -> str:
    return f"tested on {with_noun(step['tested'], 'instance')}"


def _further(others: list[EvidenceRow]) -> Iterator[Block]:
    """Yield further deciding instances, folded."""
    if others:
        more = f"and {with_noun(len(others), others[0]['kind'])} more"
        yield Folded(more, tuple(evidence_blocks(others)), (Words(more),))


def _repaired(row: ClaimRow, full: bool) -> Folded:
    page = checked_page(row, full)
    named = (
        "The repair that its author names: " if row["outside"] else "The nearest true statement: "
    )
    title = (named, *pieces(page.title))
    said = (Words(row["says"], "claimed"),)
    more = f"pmlsym show {row['id']} prints its scope and all that is known of it"
    if row["verdict"] is None or not row["verdict"].startswith("proved"):
        return Folded(title, page.blocks, (Words(title), *said, Words(more, faint=True)))
    return Folded(
        title, page.blocks, (Words(title), *said, Words(f"{shown_by(row)}; {more}", "shown by"))
    )


def shown_by(row: ClaimRow) -> str:
    """Return on what the proof of a proved claim rests, in a few words."""
    steps = len(row["arguments"])
    if steps:
        return with_noun(steps, "informal step")
    if row["coq"] is not None:
        return "Coq, from the definitions"
    if row["in_coq"]:
        return "programs, certificates and Coq"
    if not any(step.get("confirmed") for step in row["evidence"]):
        return "an instance that is evaluated"
    return "programs and certificates alone"


def symbols(row: ClaimRow) -> Iterator[Block]:
    """Yield the meanings of the goals' symbols, where a reduction gives them."""
    goals = " ".join(step["formal"] or "" for step in row["evidence"] if step["kind"] == "goal")
    known = set(_NAME.findall(goals))
    known |= {name.rsplit("_", number)[0] for name in known for number in (1, 2)}
    found: dict[str, str] = {}
    for theorem in row["reductions"]:
        for names, meaning in theorem["symbols"].items():
            if known & set(_NAME.findall(names)):
                found[names] = meaning
    if found:
        line = "; ".join(f"{names}: {meaning}" for names, meaning in found.items())
        yield Words(line, "symbols")
