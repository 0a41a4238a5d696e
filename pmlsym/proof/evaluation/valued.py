"""Whether the means in a sentence have a value: their bodies need one on the whole support.

A finite law that is put in has atoms at a few points; a mean has a value, as the kernel says it,
only if its body has one at every point of the support. That is a statement about all real numbers
there, so the kernel proves it, or it is not seen.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import count

from pmlsym.proof.certificates.store import Store
from pmlsym.proof.evaluation.budget import Budget
from pmlsym.proof.kernel.terms import (
    Malformed,
    NotProved,
    Sentence,
    Term,
    fill,
    free,
    needs,
    on_support,
    rebuilt,
)
from pmlsym.proof.review import Oracle, asking, certificates_only, examine
from pmlsym.proof.search import Effort


def has_values(sentence: Sentence, budget: Budget) -> bool:
    """Whether the bodies of all means are seen to have a value wherever their laws may be.

    The sentence has numbers for its free symbols; that what stands in no mean has a value is
    for the numbers to say. Where the budget ends nothing is seen.
    """
    return _on_supports(_in_names(sentence), (), frozenset(), budget)


def _in_names(sentence: Sentence) -> Sentence:
    """Give numbers that the kernel has no word for (``#0``) a name of which nothing is known."""
    taken = free(sentence)
    names = {old: _unused(f"number{old[1:]}", taken) for old in taken if old.startswith("#")}

    def leaf(found: Term, _: int) -> Term:
        return names.get(found[1], found) if found[0] == "symbol" else found

    return rebuilt(sentence, leaf) if names else sentence


def _unused(hint: str, taken: frozenset[str]) -> Term:
    name = next(n for n in (f"{hint}x{i}" if i else hint for i in count()) if n not in taken)
    return ("symbol", name)


def _on_supports(
    item: Term, known: tuple[Sentence, ...], opened: frozenset[str], budget: Budget
) -> bool:
    return all(_mean(need, known, opened, budget) for need in needs(item) if need[0] == "mean")


def _mean(mean: Term, known: tuple[Sentence, ...], opened: frozenset[str], budget: Budget) -> bool:
    """Whether a mean's body has a value on the support; `opened` are variables of means around."""
    _, law, body = mean
    wanted = needs(body)
    if not wanted:
        return True
    own: list[Term] = []
    for hint in law[2]:
        taken = frozenset(name for sentence in (*known, mean) for name in free(sentence))
        own.append(_unused(hint, taken | opened | {symbol[1] for symbol in own}))
    opened |= {symbol[1] for symbol in own}
    inside = (*known, *on_support(law, own))
    for need in (fill(need, own) for need in wanted if need[0] != "mean"):
        # what speaks of no variable is needed at the atoms, too, where it was evaluated
        if free(need) & opened and not (budget.may_ask((inside, need)) and _follows(inside, need)):
            return False
    return _on_supports(fill(body, own), inside, opened, budget)


def _follows(known: tuple[Sentence, ...], need: Sentence) -> bool:
    """Whether it is proved; always with the same oracle, so that it is the same each time."""
    try:
        return _is_proved(known, need)
    except Malformed:
        return False


@lru_cache(maxsize=4096)
def _is_proved(known: tuple[Sentence, ...], need: Sentence) -> bool:
    """Whether it is proved, if it can be read: what cannot be read here is not kept.

    It may be too deep for a call from as deep as this one, or only equal to what can be read.
    """
    try:
        with asking(_oracle()), certificates_only():
            return examine(("decision", (known, need), ())).certified
    except Malformed:
        raise
    except NotProved:
        return False


@cache
def _oracle() -> Oracle:
    """Return an oracle for many small questions: there is one at each point that is drawn."""
    return Oracle(Store.shipped(), Effort.quick())
