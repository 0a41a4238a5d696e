"""Removal of unneeded premises from proofs, each step checked again by the kernel.

A decision in a proof often has more premises than its certificate uses. A premise is removed if the
kernel accepts the step without it. No certificate is searched for: those of the whole step are
adapted to the queries of the shorter one, which have fewer hypotheses and other names of variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from pmlsym.proof.certificates.document import Hypothesis, Polynomial, Tree
from pmlsym.proof.chain import Step
from pmlsym.proof.kernel.check import RULES, Proof
from pmlsym.proof.kernel.question import Document, Question, canonical
from pmlsym.proof.kernel.terms import NotProved
from pmlsym.proof.review import Oracle, asking, proposal

_MOST_MATCHES = 20_000  # pairs of hypotheses compared for one query
Names = dict[str, str]


class Pruned:
    """Pruned steps; a step that several proofs share stays shared."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Step, Step]] = {}  # the step is kept, so is its id

    def step(self, step: Step) -> Step:
        """Return a step with the same goal without unneeded premises."""
        for one in step.chain():
            if id(one) not in self._known:
                self._known[id(one)] = (one, _pruned(one, self._known))
        return self._known[id(step)][1]


def _pruned(step: Step, known: Mapping[int, tuple[Step, Step]]) -> Step:
    premises = {id(one.proof): known[id(one)][1] for one in step.premises}
    name, proof = step.proof[0], step.proof
    _, pieces, rests = RULES[name]
    data, parts = proof[1 : 1 + pieces], list(proof[1 + pieces :])
    for place, kind in enumerate(rests):
        if kind == "1":
            parts[place] = premises[id(parts[place])].proof
        else:
            parts[place] = tuple(premises[id(one)].proof for one in parts[place])
    given = list(premises.values())
    found = _same_goal(step, (name, *data, *parts), given)
    with asking(_Adapting(step.questions)):
        for place, kind in enumerate(rests):
            for one in parts[place] if kind == "+" else ():
                fewer = list(parts)
                fewer[place] = tuple(other for other in parts[place] if other is not one)
                shorter = _same_goal(step, (name, *data, *fewer), given)
                if shorter is not None:
                    parts, found = fewer, shorter
    return found or step


def _same_goal(step: Step, proof: Proof, premises: Sequence[Step]) -> Step | None:
    """Return the step of a proof, if it is accepted and proves the same goal as the given step."""
    if proof == step.proof:
        return step
    try:
        found = Step(proof, premises)
    except NotProved:
        return None
    same = found.theorem.goal == step.theorem.goal
    return found if same and found.theorem.certified >= step.theorem.certified else None


class _Known(NamedTuple):
    """A refuted query with its certificate and the hypotheses that the certificate uses."""

    hypotheses: list[Hypothesis]
    tree: Tree
    used: list[int]


class _Adapting(Oracle):
    """An oracle that adapts known certificates to queries with other hypotheses."""

    def __init__(self, questions: Sequence[Question]) -> None:
        super().__init__(store=None)
        self._by_text: dict[str, Any] = {}
        self._certificates: list[_Known] = []
        for question in questions:
            if question.answer == "refuted":
                tree = proposal(question.document)
                self._by_text[question.text] = tree
                if isinstance(tree, dict):
                    hypotheses = question.document["hypotheses"]
                    used = sorted({*_used(cast(Tree, tree), _origins(hypotheses), hypotheses)})
                    self._certificates.append(_Known(hypotheses, cast(Tree, tree), used))

    def __call__(self, document: Document) -> Any:
        text = canonical(document)
        if text in self._by_text:
            return self._by_text[text]
        return next(filter(None, (_adapted(one, document) for one in self._certificates)), None)


def _origins(hypotheses: Sequence[Hypothesis]) -> list[int]:
    """Return the hypothesis of each fact that is known at the root of a certificate."""
    return [place for place, cases in enumerate(hypotheses) if len(cases) == 1 for _ in cases[0]]


def _used(tree: Tree, facts: list[int], hypotheses: Sequence[Hypothesis]) -> Iterator[int]:
    """Yield the hypotheses that a certificate uses; facts of a sign come from none, -1."""
    if "split" in tree:
        yield tree["split"]
        for case, branch in zip(hypotheses[tree["split"]], tree["cases"], strict=True):
            yield from _used(branch, [*facts, *[tree["split"]] * len(case)], hypotheses)
    elif "sign" in tree:
        for branch in tree["cases"].values():
            yield from _used(branch, [*facts, -1], hypotheses)
    else:
        places = [place for _, product, _ in tree["sum"] for place in product]
        places += [place for place, _ in tree["zero"]]
        yield from (facts[place] for place in places if facts[place] >= 0)


def _adapted(known: _Known, document: Document) -> Tree | None:
    """Return a certificate for a document with all used hypotheses, up to variable names."""
    hypotheses: list[Hypothesis] = document["hypotheses"]
    match = _Match([known.hypotheses[place] for place in known.used], hypotheses)
    found = match.search(len(known.used) - 1, {}, {})  # the negation first: most variables
    if found is None:
        return None
    places, names = found
    to = {known.used[mine]: theirs for mine, theirs in places.items()}
    old, new = _origins(known.hypotheses), _origins(hypotheses)
    facts = [
        new.index(to[own]) + place - old.index(own) if own in to else -1
        for place, own in enumerate(old)
    ]
    shift = len(new) - len(old)
    try:
        return _moved(known.tree, to, facts, len(old), shift, names)
    except KeyError:  # it squares a polynomial in a removed variable
        return None


def _moved(
    tree: Tree, to: Mapping[int, int], facts: Sequence[int], own: int, shift: int, names: Names
) -> Tree:
    """Return a certificate with other numbers of hypotheses and facts, and other variables."""

    def fact(place: int) -> int:
        return facts[place] if place < own else place + shift

    def moved(branch: Tree) -> Tree:
        return _moved(branch, to, facts, own, shift, names)

    if "split" in tree:
        return {"split": to[tree["split"]], "cases": [moved(branch) for branch in tree["cases"]]}
    if "sign" in tree:
        cases = {sign: moved(branch) for sign, branch in tree["cases"].items()}
        return {"sign": _renamed(tree["sign"], names), "cases": cases}
    return {
        "sum": [
            (c, [fact(place) for place in product], [_renamed(root, names) for root in roots])
            for c, product, roots in tree["sum"]
        ],
        "zero": [(fact(place), _renamed(times, names)) for place, times in tree["zero"]],
    }


def _renamed(polynomial: Polynomial, names: Names) -> Polynomial:
    return [[c, *(names[variable] for variable in row)] for c, *row in polynomial]


class _Match:
    """A search for hypotheses in a longer list, up to the names of variables."""

    def __init__(self, mine: Sequence[Hypothesis], theirs: Sequence[Hypothesis]) -> None:
        self._mine, self._theirs = mine, theirs
        self._left = _MOST_MATCHES

    def search(
        self, place: int, places: dict[int, int], names: Names
    ) -> tuple[dict[int, int], Names] | None:
        """Return the position of each hypothesis and the new name of each variable."""
        if place < 0:
            return places, names
        for other in reversed(range(len(self._theirs))):
            self._left -= 1
            if self._left < 0:
                return None
            if other not in places.values():
                more = _agree(self._mine[place], self._theirs[other], names)
                if more is not None:
                    found = self.search(place - 1, {**places, place: other}, more)
                    if found is not None:
                        return found
        return None


def _agree(mine: Hypothesis, theirs: Hypothesis, names: Names) -> Names | None:
    """Return the names under which two hypotheses are the same; None if there are none."""
    if [len(case) for case in mine] != [len(case) for case in theirs]:
        return None
    for case, other in zip(mine, theirs, strict=True):
        for (sign, polynomial), (their_sign, their_polynomial) in zip(case, other, strict=True):
            if sign != their_sign or len(polynomial) != len(their_polynomial):
                return None
            more = _same(polynomial, their_polynomial, names)
            if more is None:
                return None
            names = more
    return names


def _same(mine: Polynomial, theirs: Polynomial, names: Names) -> Names | None:
    if all(variable in names for row in mine for variable in row[1:]):
        wanted = sorted((c, *sorted(row)) for c, *row in _renamed(mine, names))
        return names if wanted == sorted((c, *sorted(row)) for c, *row in theirs) else None
    found, taken = dict(names), set(names.values())
    for row, other in zip(mine, theirs, strict=True):
        if row[0] != other[0] or len(row) != len(other):
            return None
        for variable, called in zip(row[1:], other[1:], strict=True):
            if variable not in found and called not in taken:
                found[variable] = called
                taken.add(called)
            if found.get(variable) != called:
                return None
    return found
