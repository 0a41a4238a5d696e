"""The order in which a search for points draws symbols, so that what fails is seen early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pmlsym.proof.kernel.terms import Sentence, Term, free, laws, leaves


@dataclass(frozen=True)
class Choice:
    """A symbol to draw, what is defined by it and earlier ones, and what has to hold by then."""

    name: str
    defined: tuple[tuple[str, Term], ...]
    relations: tuple[Sentence, ...]
    size: int


def choices(
    names: set[str], defined: Mapping[str, Term], relations: Sequence[Sentence]
) -> tuple[Choice, ...]:
    """Order symbols so that relations without laws are complete, and looked at, early."""
    waiting, rests = _in_order(names, defined)
    looked_at: dict[Sentence, set[str]] = {
        relation: set().union(*(rests.get(name, {name}) for name in free(relation)))
        for relation in relations
        if not laws(relation)
    }
    looked_at = {relation: on for relation, on in looked_at.items() if on and on <= names}
    found: list[Choice] = []
    known: set[str] = set()
    while known < names:
        open_ones = [on - known for on in looked_at.values()] or [names - known]
        nearest = min(open_ones, key=_fewest)
        name = min(nearest)
        known.add(name)
        ready = tuple(relation for relation, on in looked_at.items() if on <= known)
        for relation in ready:
            del looked_at[relation]
        now = tuple((one, term) for one, term in waiting.items() if rests[one] <= known)
        for one, _ in now:
            del waiting[one]
        size = sum(1 for item in (*ready, *(term for _, term in now)) for _ in leaves(item))
        found.append(Choice(name, now, ready, size))
    return tuple(found)


def _in_order(
    names: set[str], defined: Mapping[str, Term]
) -> tuple[dict[str, Term], dict[str, set[str]]]:
    """Return definitions without laws, each after those that it uses, and what each rests on."""
    waiting = {name: (term, free(term)) for name, term in defined.items() if not laws(term)}
    found: dict[str, Term] = {}
    rests: dict[str, set[str]] = {}
    while ready := [n for n, (_, used) in waiting.items() if used <= {*names, *rests}]:
        for name in ready:
            found[name], used = waiting.pop(name)
            rests[name] = set().union(*(rests.get(one, {one}) for one in used))
    return found, rests


def _fewest(names: set[str]) -> tuple[int, list[str]]:
    return len(names), sorted(names)


def supported(
    named: Mapping[str, Sequence[Term]], numbers: set[str], some_will_do: bool
) -> dict[str, list[Term]]:
    """Return laws whose supports speak of known numbers alone, by names.

    Of a name all have to, unless some will do.
    """
    found = {n: [law for law in same if _names(law) <= numbers] for n, same in named.items()}
    return {
        n: known
        for n, known in found.items()
        if len(known) == len(named[n]) or (some_will_do and known)
    }


def _names(law: Term) -> set[str]:
    return {name for relation in law[3] for name in free(relation)}
